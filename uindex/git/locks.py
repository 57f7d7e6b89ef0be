"""Lock files of refs that a git which was killed left behind.

git holds the lock of a ref for milliseconds, so one that is a minute old is nobody's.  Only the
locks of our own refs are removed; of `packed-refs.lock` and its kin, which are everybody's, an
error says what to do.
"""

from __future__ import annotations

import fcntl
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uindex.git.repository import Repository

AGE = 60.0
"""Seconds after which the lock of a ref is left over."""
_SUFFIX = b".lock"


def left(repo: Repository) -> list[bytes]:
    """The refs of our namespace that have a lock now, held or left over."""
    found = []
    for folder, _, names in os.walk(os.path.join(repo.common_dir, b"refs", b"uindex")):
        for name in names:
            if name.endswith(_SUFFIX):
                path = os.path.join(folder, name)
                found.append(os.path.relpath(path, repo.common_dir).removesuffix(_SUFFIX))
    return found


def remove_stale(repo: Repository, refs: Iterable[bytes]) -> int:
    """Remove the locks of these refs of ours that are left over; how many of those that were there
    are gone now.

    Two processes may find the same one: the second must not remove the lock that git took after
    the first had removed it.  So whoever removes one has a lock of ours, and looks again.
    """
    paths = [os.path.join(repo.common_dir, ref + _SUFFIX) for ref in refs]
    paths = [path for path in paths if os.path.lexists(path)]
    if not paths:
        return 0
    os.makedirs(repo.state_dir, exist_ok=True)
    ours = os.path.join(repo.state_dir, b"stale-locks")
    descriptor = os.open(ours, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX)
        # Written now, to the same disk: its clock may not be that of this machine.
        os.pwrite(descriptor, b"%d\n" % os.getpid(), 0)
        os.fsync(descriptor)
        now = os.fstat(descriptor).st_mtime
        return sum(_is_gone(path, now) for path in paths)
    finally:
        os.close(descriptor)


def _is_gone(path: bytes, now: float) -> bool:
    try:
        if now - os.lstat(path).st_mtime <= AGE:
            return False
        os.unlink(path)
    except FileNotFoundError:
        pass
    except PermissionError:  # another user's: git's refusal says what to do
        return False
    return True
