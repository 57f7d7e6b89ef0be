"""`--at REV`: the caches of other commits, a few of them, the last used ones."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from uindex.cache import follow, generation
from uindex.cache.place import folder
from uindex.cache.reader import Reader
from uindex.errors import UsageError
from uindex.git.refs import resolve
from uindex.query.heal import target, unite

if TYPE_CHECKING:
    from collections.abc import Callable

    from uindex.cache.schema import Connection
    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository

KEPT = 4
_PREFIX = b"rev-"


def open_revision(
    repo: Repository, objects: Objects, rev: str, refresh: bool, progress: Callable[[str], None]
) -> tuple[Oid, Connection, tuple[str, ...]]:
    """The commit that `rev` names, a cache of its tree, and notes on what could not be done for it.
    Nothing is parsed; where files are missing, `refresh` takes in what plain `git fetch` brought.

    UsageError where it names no commit, or a commit of which nothing is indexed.
    """
    spec = rev.encode("utf-8", "surrogateescape")
    commit = resolve(repo, spec + b"^{commit}")
    if commit is None:
        raise UsageError(f"--at {rev}: names no commit here")
    wanted = target(repo, objects, commit)
    path = os.path.join(folder(repo), _PREFIX + wanted.tree.hex().encode() + b".db")
    connection = follow.bring(repo, path, wanted, progress)
    reader = Reader(connection)
    notes: tuple[str, ...] = ()
    if refresh and reader.missing_oids(1):
        notes, tips = unite(repo), wanted.tips
        wanted = target(repo, objects, commit)
        if wanted.tips != tips:
            connection.close()
            connection = follow.bring(repo, path, wanted, progress)
            reader = Reader(connection)
    if not reader.sums.files and reader.missing_oids(1):
        connection.close()
        raise UsageError(f"--at {rev}: not indexed; run git uindex build {rev}")
    _keep_few(path)
    return commit, connection, notes


def _keep_few(used: bytes) -> None:
    """Remove the caches of revs but the last used ones; another process may do the same."""
    where = os.path.dirname(used)
    found = []
    try:
        os.utime(used)
        for name in os.listdir(where):
            if name.startswith(_PREFIX) and name.endswith(b".db"):
                path = os.path.join(where, name)
                found.append((os.stat(path).st_mtime_ns, path))
        for _, path in sorted(found)[:-KEPT]:
            generation.remove(path)
    except OSError:
        # A read-only folder keeps what it has; a file that is gone was removed by another.
        return
