"""Files that git was told not to look at: assume-unchanged, and skip-worktree by hand.

`git status` calls them clean whatever is in them. Which paths these are is remembered beside the
cache until git writes its index again, so that a query asks git for them once. It is a file of its
own: a write to the database would make other processes read theirs again. In a sparse checkout the
marks are git's own: it takes them off itself where a file is there after all.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from uindex.git.walk import GITLINK, SYMLINK, Dirty, unwatched_entries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.git.repository import Repository
    from uindex.git.walk import Status

_SUFFIX = b".unwatched"


def with_unwatched(repo: Repository, slot: bytes, status: Status) -> Status:
    """`status` with those of these files that are not what git's index has of them; `slot` is the
    worktree's cache."""
    paths = _paths(repo, slot + _SUFFIX)
    if not paths:
        return status
    # hashlib and subprocesses: only where there are such files.
    from uindex.git.hashing import hash_worktree

    wanted = set(paths)
    marked = [one for one in unwatched_entries(repo) if one.entry.path in wanted]
    here = {one.entry.path: _mode(repo, one.entry.path) for one in marked}
    hashes = hash_worktree(repo, [path for path, mode in here.items() if mode])
    found = dict(status.entries)
    for (path, mode, oid, stage), may_lack in marked:
        now = here[path]
        if stage or mode == GITLINK or (may_lack and not now):
            continue  # what is not there is left to the result, which says so
        if hashes.get(path) != oid or path in found:
            was = found.get(path, Dirty("..", oid, oid, mode, mode, mode))
            letters = was.xy[0] + ("M" if now else "D")
            found[path] = Dirty(letters, was.head_oid, oid, was.mode_head, mode, now)
    return status._replace(entries=found)


def _paths(repo: Repository, memory: bytes) -> tuple[bytes, ...]:
    stamp = _stamp(repo)
    if stamp is None:
        return ()
    known = b""
    with suppress(OSError), open(memory, "rb") as file:
        known = file.read()
    if not known.startswith(stamp):
        sparse = repo.config_bool("core.sparsecheckout", False)
        known = stamp + b"\0".join(_listed(repo, sparse))
        with suppress(OSError):  # a place that cannot be written: asked again
            new = b"%s.%d.new" % (memory, os.getpid())  # swept as caches are
            with open(new, "wb") as file:
                file.write(known)
            os.replace(new, memory)
    paths = known[len(stamp) :]
    return tuple(paths.split(b"\0")) if paths else ()


def _listed(repo: Repository, sparse: bool) -> Iterator[bytes]:
    for entry, may_lack in unwatched_entries(repo):
        if not (sparse and may_lack) or _mode(repo, entry.path):
            yield entry.path


def _stamp(repo: Repository) -> bytes | None:
    """Changes when git writes its index; None where there is none."""
    path = repo.environment.get("GIT_INDEX_FILE", "index")
    folder = repo.top if "GIT_INDEX_FILE" in repo.environment else repo.git_dir
    try:
        found = os.stat(os.path.join(folder, os.fsencode(path)))
    except OSError:
        return None
    sparse = repo.config_bool("core.sparsecheckout", False)
    return b"%d %d %d %d\n" % (found.st_mtime_ns, found.st_size, found.st_ino, sparse)


def _mode(repo: Repository, path: bytes) -> int:
    """As git has it; 0 where there is nothing."""
    try:
        mode = os.lstat(os.path.join(repo.top, path)).st_mode
    except OSError:
        return 0
    return SYMLINK if mode & 0o170000 == SYMLINK else 0o100644
