"""What waits to be done behind somebody's back, in files, and the lock of whoever does it.

A request is written *before* the lock is tried, and the holder looks for requests once more
*after* it let go: so a request is either seen by the holder or served by its writer.  The lock is
a POSIX record lock, which ends with the process (kill -9 included) and is not inherited by worker
processes.  Requests that a killed process left are served by the next.
"""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DAY = 86_400.0


class Requests(NamedTuple):
    """Requests of one kind; never are two of them served at a time."""

    folder: bytes
    lock: bytes

    def add(self, request: bytes) -> None:
        os.makedirs(self.folder, exist_ok=True)
        name = b"%d%d" % (os.getpid(), time.monotonic_ns())  # a process may have several
        path = os.path.join(self.folder, name)
        with open(path + b".new", "wb") as file:
            file.write(request)
        os.rename(path + b".new", path)  # never seen half written

    def serve(self, work: Callable[[bytes], None]) -> None:
        """Do what is asked for, or leave it to the process that is at it."""
        while self._waiting():
            lock = take_lock(self.lock)
            if lock is None:
                return
            try:
                for request in self.take():
                    work(request)
            finally:
                os.close(lock)

    def take(self) -> Iterator[bytes]:
        """Each different request, once for all that are there when its turn comes."""
        while waiting := self._waiting():
            asked = set()
            for path in waiting:
                with open(path, "rb") as file:
                    asked.add(file.read())
                os.unlink(path)
            yield from sorted(asked)

    def forgotten(self, seconds: float = DAY) -> list[bytes]:
        """Files of requests, whole or half written, that nobody has served for so long."""
        try:
            paths = [os.path.join(self.folder, name) for name in os.listdir(self.folder)]
        except FileNotFoundError:
            return []
        old = []
        for path in paths:
            with suppress(FileNotFoundError):  # it is being served
                if time.time() - os.stat(path).st_mtime > seconds:
                    old.append(path)
        return old

    def _waiting(self) -> list[bytes]:
        names = sorted(name for name in os.listdir(self.folder) if name.isdigit())
        return [os.path.join(self.folder, name) for name in names]


def take_lock(path: bytes) -> int | None:
    """The descriptor that holds the lock until it is closed, or None where another holds it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    os.ftruncate(descriptor, 0)
    os.write(descriptor, b"%d\n" % os.getpid())
    return descriptor


def is_held(path: bytes) -> bool:
    """Whether another process has the lock."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False
