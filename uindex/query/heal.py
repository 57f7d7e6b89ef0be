"""Where the cache is not that of HEAD: index what little is missing, and follow.

Nothing depends on hooks: a query that finds HEAD moved brings cache and index up to date itself
when that is quick, and says what to run when it is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.cache import follow
from uindex.cache.follow import Target
from uindex.cache.reader import Reader
from uindex.errors import UindexError
from uindex.git.oid import EMPTY_TREE
from uindex.store.branch import Branch
from uindex.store.pending import open_pending

if TYPE_CHECKING:
    from collections.abc import Callable

    from uindex.cache.schema import Connection
    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository

MOST_FILES = 200
MOST_BYTES = 4 << 20
"""What is indexed on the spot; more is left to `git uindex build`."""


def branches(repo: Repository, objects: Objects) -> tuple[Branch, ...]:
    """What holds records: the index ref, then what waits beside it."""
    return Branch.open(repo, objects), open_pending(repo, objects)


def target(repo: Repository, objects: Objects, commit: Oid | None) -> Target:
    """What a cache of this commit is to be made from, as things are now."""
    tree = EMPTY_TREE[repo.object_format]
    if commit is not None:
        tree = objects.resolve(commit.hex().encode() + b"^{tree}") or tree
    return Target(commit, tree, branches(repo, objects))


def heal(
    repo: Repository,
    objects: Objects,
    slot: bytes,
    commit: Oid | None,
    refresh: bool,
    progress: Callable[[str], None],
) -> tuple[Connection, tuple[str, ...]]:
    """A cache of `commit`, and notes on what could not be done for it."""
    wanted = target(repo, objects, commit)
    connection = follow.bring(repo, slot, wanted, progress)
    reader = Reader(connection)
    missing = reader.count("missing")
    if not missing or not refresh or commit is None:
        return connection, ()
    if not _few(reader, objects):
        return connection, (f"{missing} files are not indexed yet; run git uindex build",)
    if follow.was_tried(connection, wanted):
        # What is missing cannot be parsed, or is not in this clone: a build does not change that.
        return connection, ()
    connection.close()
    # Imports the parser and its workers: only when something is missing.
    from uindex.build import build

    notes: tuple[str, ...] = ()
    try:
        build(repo)
    except (UindexError, OSError) as error:
        # A read-only repository or a full disk: what is indexed can be asked all the same.
        notes = (f"{missing} files are not indexed yet and cannot be now: {error}",)
    wanted = target(repo, objects, commit)
    connection = follow.bring(repo, slot, wanted, progress)
    if not notes:
        follow.note_tried(connection, wanted)
    return connection, notes


def _few(reader: Reader, objects: Objects) -> bool:
    oids = reader.missing_oids(MOST_FILES + 1)
    if len(oids) > MOST_FILES:
        return False
    return sum(size or 0 for size in objects.size_many(oids)) <= MOST_BYTES
