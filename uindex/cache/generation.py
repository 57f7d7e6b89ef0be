"""A cache file that is replaced while others have it open.

SQLite names its journal after the database file. Were a new cache renamed over one that a process
writes to, that process's journal would pass for the new file's, and be rolled back into it. So
each cache that is made has a name of its own, its generation, and the slot is a symbolic link to
it; SQLite follows the link before it names the journal.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress

NEW = b".new"
"""Ends the name of a generation that is being made."""
OLD = 3600.0
"""Seconds after which what nothing refers to was left by a process that was killed."""


def begin(slot: bytes) -> bytes:
    """The name of a file in which a cache for `slot` may be made."""
    # Threads of one process may build at once.
    return b"%s.%d-%d%s" % (slot, os.getpid(), time.monotonic_ns(), NEW)


def install(slot: bytes, made: bytes) -> None:
    """Let `slot` be what was made in the file that `begin` named; the file before it goes."""
    generation = made.removesuffix(NEW)
    os.rename(made, generation)
    link = generation + b".link"
    os.symlink(os.path.basename(generation), link)
    before = target(slot)
    os.replace(link, slot)
    if before is not None and before != generation:
        _unlink(before)


def target(slot: bytes) -> bytes | None:
    """The file that a slot stands for, or None where it is no link."""
    try:
        return os.path.join(os.path.dirname(slot), os.readlink(slot))
    except OSError:
        return None


def remove(slot: bytes) -> None:
    """Forget a slot and its file; those that have it open go on undisturbed."""
    file = target(slot)
    _unlink(slot)
    if file is not None:
        _unlink(file)


def sweep(folder: bytes) -> None:
    """Remove what killed processes left: half-made files, and generations that no slot names."""
    names = os.listdir(folder)
    used = {target(os.path.join(folder, name)) for name in names}
    for name in names:
        path = os.path.join(folder, name)
        generation = name.partition(b".db.")[2]
        if not generation[:1].isdigit() or path.removesuffix(b"-journal") in used:
            continue
        with suppress(FileNotFoundError):  # another process sweeps, too
            if time.time() - os.lstat(path).st_mtime > OLD:
                os.unlink(path)


def _unlink(path: bytes) -> None:
    with suppress(FileNotFoundError):
        os.unlink(path)
