"""What goes through the pipes between a pool and its workers.

Frames on both pipes: four bytes of length, then msgpack. The first frame in is the setup, the
first frame out an empty list: ready. A batch in is a list of jobs, and each job gets one frame
out, in order, as soon as it is done: so the other side always knows which file we are at.

Apart from the worker, so that the side that only asks does not load a parser.
"""

from __future__ import annotations

from typing import IO, Any

import msgpack

OK, TOO_LARGE, ABSENT, FAILED = range(4)


def receive(source: IO[bytes]) -> Any:
    """One frame, or None at the end."""
    length = source.read(4)
    if len(length) < 4:
        return None
    return msgpack.unpackb(source.read(int.from_bytes(length, "big")))


def send(sink: IO[bytes], message: Any) -> None:
    sink.write(frame(message))
    sink.flush()


def frame(message: Any) -> bytes:
    """The bytes of one message on a pipe."""
    packed = msgpack.packb(message)
    return len(packed).to_bytes(4, "big") + bytes(packed)
