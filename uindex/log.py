"""The log under the common git directory: what hooks did, and the tracebacks of bugs.

Bounded: once it is larger than LIMIT, only the last KEEP bytes stay.
"""

from __future__ import annotations

import os
import time

LIMIT = 256 * 1024
KEEP = 64 * 1024


def path_in(state_dir: bytes) -> bytes:
    return os.path.join(state_dir, b"log")


def append(state_dir: bytes, text: str) -> bytes:
    """Adds a dated entry, makes the directory if need be, and returns the log's path.

    Raises OSError where it cannot write.
    """
    os.makedirs(state_dir, exist_ok=True)
    path = path_in(state_dir)
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    entry = f"{stamp} [{os.getpid()}] {text.rstrip()}\n".encode("utf-8", "backslashreplace")
    # One write to a file opened for appending: entries of several processes do not mix.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
    try:
        os.write(descriptor, entry)
        size = os.fstat(descriptor).st_size
    finally:
        os.close(descriptor)
    if size > LIMIT:
        _trim(path)
    return path


def _trim(path: bytes) -> None:
    """Keeps the end.  An entry that another process adds meanwhile may be lost; it is a log."""
    with open(path, "rb") as file:
        file.seek(-KEEP, os.SEEK_END)
        tail = file.read()
    short = b"%s.%d" % (path, os.getpid())
    with open(short, "wb") as file:
        file.write(tail[tail.find(b"\n") + 1 :])
    os.replace(short, path)
