"""Bringing a cache to one tree: built anew, or changed where the trees differ.

The cache is a pure function of the tree, the records that exist and the versions in its file: which
way it came to a tree changes no answer.  A full build goes to a file of its own that then takes
the place of the one before.  A change is one transaction that looks again at what it starts from
once it has the lock, so two processes that follow the same commit do it once.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from uindex.cache import generation, schema
from uindex.cache.batch import uncollected
from uindex.cache.graphs import note_altered
from uindex.cache.place import extractors, open_whole
from uindex.cache.schema import Connection, RecordsGone, meta, set_meta
from uindex.cache.writer import Wanted, Writer
from uindex.git.objects import open_objects
from uindex.selection import PURGED
from uindex.snapshot import File, Snapshot, changes, large, load_settings, whole
from uindex.store.layout import RecordName

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.selection import Settings
    from uindex.store.branch import Branch

# From so many records on, reading them through libgit2 is faster than its import is slow.
_BULK = 400
# A cache of which more than half serves no path is made anew, once that is worth anything.
_LEAST_DEAD = 4000


class Target(NamedTuple):
    """What a cache is to be made from."""

    commit: Oid | None
    """None on an unborn branch."""
    tree: Oid
    branches: tuple[Branch, ...]
    """What holds records: the index ref, then what waits beside it."""

    @property
    def tips(self) -> bytes:
        """Changes with every change of the branches."""
        return b"".join(branch.tip or b"-" for branch in self.branches)

    def blobs(self, files: Sequence[File]) -> dict[RecordName, Oid]:
        """The blobs that the records of these files are stored as, where there are any."""
        names = {RecordName(file.key, file.oid) for file in files}
        found: dict[RecordName, Oid] = {}
        for branch in self.branches:
            found.update(branch.blobs(names - found.keys()))
        return found

    def purged(self) -> set[Oid]:
        """Blobs of which there is to be no record."""
        return self.branches[0].dropped()


def was_tried(connection: Connection, target: Target) -> bool:
    """Whether `note_tried` was called for this very tree, and nothing was indexed since."""
    return meta(connection, "tried") == target.tree + target.tips


def note_tried(connection: Connection, target: Target) -> None:
    """Remember that indexing what is missing was tried."""
    with suppress(sqlite3.OperationalError):  # read-only, or another one is writing: tried again
        set_meta(connection, "tried", target.tree + target.tips)


def bring(
    repo: Repository, path: bytes, target: Target, progress: Callable[[str], None]
) -> Connection:
    """A cache that answers for `target`: the one at `path`, changed or made anew where needed.

    Where the folder cannot be written or the disk is full, the cache is made in memory, for this
    process alone.
    """
    try:
        return _followed(repo, path, target) or _build_file(repo, path, target, progress)
    except OSError as error:
        if error.errno not in _UNWRITABLE:
            raise
    except sqlite3.OperationalError as error:
        if not any(words in str(error) for words in ("readonly", "unable to open", "is full")):
            raise
    progress("the cache cannot be written here; it is made in memory for this answer")
    return build(repo, ":memory:", target, progress)


def _followed(repo: Repository, path: bytes, target: Target) -> Connection | None:
    """The cache at `path`, brought to the target; None where it must be made anew."""
    connection = open_whole(path)
    if connection is None:
        return None
    try:
        if _current(connection, target) or _follow(repo, connection, target):
            return connection
    except sqlite3.DatabaseError as error:
        connection.close()
        if not is_damage(error):
            raise
        return None
    connection.close()
    return None


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether the fault is the cache's content (rather than a lock or a full disk)."""
    if isinstance(error, RecordsGone):
        return True
    words = ("malformed", "not a database", "corrupt")
    return any(word in str(error) for word in words)


def discard(connection: Connection) -> None:
    """Close a damaged cache and remove its file."""
    path = connection.execute("pragma database_list").fetchone()[2]
    connection.close()
    if path:
        with suppress(OSError):
            os.unlink(path)


# EPERM, EACCES, ENOSPC, EROFS, EDQUOT: `errno` spelled out saves an import.
_UNWRITABLE = (1, 13, 28, 30, 122)


def _current(connection: Connection, target: Target) -> bool:
    """Whether there is nothing to do.  Only the commit's name may still be another's."""
    if meta(connection, "tree") != target.tree:
        return False
    if meta(connection, "tips") != target.tips and meta(connection, "incomplete"):
        return False
    if meta(connection, "commit") != target.commit:
        try:
            set_meta(connection, "commit", target.commit)
        except sqlite3.OperationalError:
            return False
    return True


def _build_file(
    repo: Repository, path: bytes, target: Target, progress: Callable[[str], None]
) -> Connection:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    generation.sweep(os.path.dirname(path))
    made = generation.begin(path)
    try:
        build(repo, made, target, progress).close()
        _flush(made)
        generation.install(path, made)
    finally:
        if os.path.exists(made):
            os.unlink(made)
    return schema.connect(path)


def _flush(path: bytes) -> None:
    """To the disk before it gets its name: a file that lost pages in a power cut may still open."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def build(
    repo: Repository, path: bytes | str, target: Target, progress: Callable[[str], None]
) -> Connection:
    """A whole cache in a new file."""
    connection = schema.create(path, extractors())
    with open_objects(repo) as objects:
        snapshot, gitattributes = whole(repo, objects, target.tree)
    with open_objects(repo, bulk=len(snapshot.files) > _BULK) as objects, uncollected():
        if len(snapshot.files) > _BULK:
            progress(f"building the cache of {len(snapshot.files)} files")
        connection.execute("begin")
        writer = Writer(connection, objects.read_many, objects.size_many, repo)
        _put(writer, objects, target, gitattributes, snapshot)
        note(connection, writer, target, gitattributes)
        set_meta(connection, "whole", 1)
        connection.execute("commit")
    schema.finish(connection)
    return connection


def _follow(repo: Repository, connection: Connection, target: Target) -> bool:
    """Change the tables to the target's tree.  False where they must be made anew."""
    connection.execute("begin immediate")
    try:
        done = _current(connection, target) or _change(repo, connection, target)
    except BaseException:
        connection.execute("rollback")
        raise
    connection.execute("commit" if done else "rollback")
    return done


def _change(repo: Repository, connection: Connection, target: Target) -> bool:
    old, uses = meta(connection, "tree"), meta(connection, "uses")
    if not isinstance(old, bytes) or not isinstance(uses, bytes):
        return False
    if uses.count(0) > max(_LEAST_DEAD, len(uses) // 2):
        return False
    gitattributes = _split(meta(connection, "gitattributes"))
    with open_objects(repo) as objects:
        changed = changes(repo, objects, old, target.tree, gitattributes)
        if changed is None:
            return False
        again = _missing(connection) if meta(connection, "incomplete") else []
        new = {file.path for file in changed.new.files}
        gone = set(changed.gone)
        retried = [file for file in again if file.path not in gone and file.path not in new]
        skipped = [path for path, _ in changed.new.skipped]
        note_altered(connection, [*gone, *new, *skipped, *(file.path for file in retried)])
        writer = Writer(connection, objects.read_many, objects.size_many)
        writer.drop(changed.gone)
        writer.drop(file.path for file in retried)
        snapshot = Snapshot([*changed.new.files, *retried], changed.new.skipped)
        _put(writer, objects, target, gitattributes, snapshot)
        note(connection, writer, target, gitattributes)
    return True


def _put(
    writer: Writer,
    objects: Objects,
    target: Target,
    gitattributes: Sequence[bytes],
    snapshot: Snapshot,
) -> None:
    """Put a snapshot into the tables."""
    wanted, skipped = sorted_out(objects, target, gitattributes, snapshot)
    writer.put(wanted)
    writer.skip(skipped)


def sorted_out(
    objects: Objects, target: Target, gitattributes: Sequence[bytes], snapshot: Snapshot
) -> tuple[list[Wanted], list[tuple[bytes, str]]]:
    """The files of a snapshot with their records, and (path, reason) of what is left out; what has
    no record may be purged, or too large for one."""
    blobs = target.blobs(snapshot.files)
    wanted = [Wanted(file, blobs.get(RecordName(file.key, file.oid))) for file in snapshot.files]
    without = [one.file for one in wanted if one.record is None]
    skipped = snapshot.skipped
    if without:
        purged = target.purged()
        skipped = [*skipped, *((file.path, PURGED) for file in without if file.oid in purged)]
        without = [file for file in without if file.oid not in purged]
        limit = load_settings(objects, target.tree, gitattributes).max_size
        kept, too_large = large(limit, without, objects.size_many)
        skipped = [*skipped, *too_large]
        left = {file.path for file in kept}
        wanted = [one for one in wanted if one.record or one.file.path in left]
    return wanted, skipped


def note(
    connection: Connection, writer: Writer, target: Target, gitattributes: Sequence[bytes]
) -> None:
    """Write what is left, and what the tables were made from."""
    writer.close()
    incomplete = connection.execute("select exists(select 1 from missing)").fetchone()[0]
    set_meta(connection, "tree", target.tree)
    set_meta(connection, "commit", target.commit)
    set_meta(connection, "tips", target.tips)
    set_meta(connection, "incomplete", incomplete)
    set_meta(connection, "gitattributes", b"\0".join(gitattributes))


def tree_settings(connection: Connection, objects: Objects) -> Settings:
    """The settings of the tree that a cache was made from."""
    tree = meta(connection, "tree")
    paths = _split(meta(connection, "gitattributes"))
    return load_settings(objects, tree if isinstance(tree, bytes) else b"", paths)


def _missing(connection: Connection) -> list[File]:
    rows = connection.execute("select path, oid, key, marks from missing order by path")
    return [File(path, oid, key, tuple(marks.split())) for path, oid, key, marks in rows]


def _split(value: object) -> list[bytes]:
    return value.split(b"\0") if isinstance(value, bytes) and value else []
