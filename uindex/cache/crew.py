"""Child processes that make the rows of batches, where a cache is built whole.

Each child has a thread of this process that hands it one batch after the other and takes what comes
back; the rows are stored in the order of the batches, by whoever asks for them.  A batch that takes
long holds up no child: some may be done beyond it.  Children read the repository themselves, and
speak msgpack frames on their pipes, four bytes of length first.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from subprocess import PIPE, Popen
from threading import Condition, Thread
from typing import IO, TYPE_CHECKING, Any

import msgpack

from uindex.cache.batch import Batch, Built, columns, uncollected
from uindex.cache.words import Stems
from uindex.git.objects import open_objects
from uindex.git.repository import Repository

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CHILDREN = 2
_UNDER_WAY = CHILDREN + 2
"""Batches that were begun and are not stored yet: their rows take up to 40 MB each."""
_BOOT = "import sys; sys.path[:] = {path!r}; from uindex.cache.crew import main; main()"


def build_all(repo: Repository, batches: Sequence[Batch]) -> Iterator[Built]:
    """Each batch's rows, in order.

    A child that dies is no fault: EOFError tells the caller to make the rest itself.
    """
    crew = _Crew(repo, batches)
    try:
        for at in range(len(batches)):
            yield crew.take(at)
    finally:
        crew.stop()


class _Crew:
    """The children, and what they have made so far."""

    def __init__(self, repo: Repository, batches: Sequence[Batch]) -> None:
        self._batches = batches
        self._begun = 0
        self._taken = 0
        self._done: dict[int, list[bytes]] = {}
        self._over = False
        """Whether a child is gone, or nobody asks any more."""
        self._changed = Condition()
        """Held by whoever looks at one of these or changes it."""
        self._children = [_Child(repo) for _ in range(min(CHILDREN, len(batches)))]
        self._threads = [
            Thread(target=self._serve, args=(child,), daemon=True) for child in self._children
        ]
        for thread in self._threads:
            thread.start()

    def take(self, at: int) -> Built:
        """The rows of a batch; all batches before it were taken."""
        with self._changed:
            self._changed.wait_for(lambda: at in self._done or self._over)
            if at not in self._done:
                raise EOFError
            frames = self._done.pop(at)
            self._taken = at + 1
            self._changed.notify_all()
        return Built(*map(_unpack, frames))

    def stop(self) -> None:
        """End the children and their threads.  Safe at any time."""
        self._end()
        for child in self._children:
            child.kill()
        for thread in self._threads:
            thread.join()
        for child in self._children:
            child.close()

    def _serve(self, child: _Child) -> None:
        try:
            while (at := self._begin()) is not None:
                frames = child.work(self._batches[at])
                with self._changed:
                    self._done[at] = frames
                    self._changed.notify_all()
        except (EOFError, OSError):  # it died, of memory most likely
            self._end()

    def _begin(self) -> int | None:
        """The next batch to be made, when there is room for it; None when there is none."""
        with self._changed:
            self._changed.wait_for(lambda: self._over or self._begun < self._taken + _UNDER_WAY)
            if self._over or self._begun == len(self._batches):
                return None
            self._begun += 1
            return self._begun - 1

    def _end(self) -> None:
        with self._changed:
            self._over = True
            self._changed.notify_all()


class _Child:
    """One process that builds batches."""

    def __init__(self, repo: Repository) -> None:
        command = [sys.executable, "-c", _BOOT.format(path=sys.path)]
        self._popen: Popen[bytes] = Popen(
            command, stdin=PIPE, stdout=PIPE, cwd=repo.top, env=repo.environment
        )

    def work(self, batch: Batch) -> list[bytes]:
        """The fields of a batch's `Built`, packed.  EOFError or OSError if the process is gone."""
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        _send(self._popen.stdin, batch)
        frames = [_receive(self._popen.stdout) for _ in Built._fields]
        found = [frame for frame in frames if frame is not None]
        if len(found) < len(frames):
            raise EOFError
        return found

    def kill(self) -> None:
        self._popen.kill()

    def close(self) -> None:
        """Once nobody uses its pipes any more."""
        for stream in (self._popen.stdin, self._popen.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):  # the child may be gone before what we wrote
                    stream.close()
        self._popen.wait()


def _send(sink: IO[bytes], message: Any) -> None:
    data = msgpack.packb(message, unicode_errors="surrogateescape")
    sink.write(len(data).to_bytes(4, "big"))
    sink.write(data)
    sink.flush()


def _receive(source: IO[bytes]) -> bytes | None:
    """One frame, or None at the end."""
    length = int.from_bytes(source.read(4), "big")
    data = source.read(length)
    return data if length and len(data) == length else None


def _unpack(frame: bytes) -> Any:
    return msgpack.unpackb(frame, use_list=False, unicode_errors="surrogateescape")


def main() -> None:
    """Serve until the pipe ends."""
    source, sink = os.fdopen(0, "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get between the frames
    stems = Stems()
    with open_objects(Repository.open(), bulk=True) as objects, uncollected():
        while (frame := _receive(source)) is not None:
            first, *oids = _unpack(frame)
            batch = Batch(first, *map(list, oids))
            for column in columns(batch, objects.read_many, objects.size_many, stems):
                _send(sink, column)
                del column
