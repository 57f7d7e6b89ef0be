"""What runs inside a worker process: read a blob, extract its record, say so, next."""

from __future__ import annotations

import gc
import os
import resource
import signal
from typing import TYPE_CHECKING, Any

from uindex.errors import RecordError, UindexError
from uindex.extract.extract import extract
from uindex.pool.frames import ABSENT, FAILED, OK, TOO_LARGE, receive, send
from uindex.record import head

if TYPE_CHECKING:
    from uindex.git.objects import Objects


def main() -> None:
    """Serve until the pipe ends."""
    source, sink = os.fdopen(0, "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get between the frames
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    # What a file makes holds no cycles: collecting them took a third of the time.
    gc.disable()
    setup = receive(source)
    folder, seconds, memory = setup
    _limit(memory)
    objects = _objects(folder)
    send(sink, [])
    while (batch := receive(source)) is not None:
        for lang, oid, data, most in batch:
            # Processor time of this process alone: a busy or sleeping machine fails no file.
            signal.setitimer(signal.ITIMER_PROF, seconds)
            result = _one(objects, lang, oid, data, most)
            signal.setitimer(signal.ITIMER_PROF, 0)
            send(sink, result)


def _limit(memory: int) -> None:
    """Bound what we may allocate. Not the address space: mapped packs of git are large and cost
    nothing. Where the kernel counts this otherwise, or refuses, there is no bound."""
    try:
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (memory, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ValueError, OSError):
        return


def _objects(folder: bytes | None) -> Objects | None:
    if folder is None:
        return None
    # Only workers that read objects themselves pay for these.
    from uindex.git.objects import open_objects
    from uindex.git.repository import Repository

    return open_objects(Repository.open(folder), bulk=True)


def _one(objects: Objects | None, lang: str, oid: bytes, data: bytes | None, most: int) -> Any:
    if data is None:
        assert objects is not None
        size = objects.size(oid)
        if size is None:
            return [ABSENT]
        if size > most:
            return [TOO_LARGE]
        data = objects.read(oid)
        if data is None:
            return [ABSENT]
    elif len(data) > most:
        return [TOO_LARGE]
    try:
        record = extract(lang, data)
        return [OK, record, *head(record)]
    except MemoryError:
        return [FAILED, "ran out of memory"]
    except (RecordError, UindexError) as error:
        return [FAILED, str(error)]
    except Exception as error:  # noqa: BLE001  # one bad file is a named failure, not the run's
        where = error.__traceback__
        while where is not None and where.tb_next is not None:
            where = where.tb_next
        place = f" in {os.path.basename(where.tb_frame.f_code.co_filename)}" if where else ""
        line = f":{where.tb_lineno}" if where else ""
        return [FAILED, f"{type(error).__name__}{place}{line}: {error}"[:300]]


if __name__ == "__main__":
    main()
