"""A cache in memory of some files of a tree: enough for one question where there is no cache yet.

It is made as a whole one is.  What it says of the tree as a whole, how many files are indexed and
which ones are skipped or missing, is true of the whole tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.cache import schema
from uindex.cache.follow import note, sorted_out
from uindex.cache.place import extractors
from uindex.cache.schema import Connection, set_meta
from uindex.cache.writer import Wanted, Writer
from uindex.snapshot import whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from uindex.cache.batch import Sizes
    from uindex.cache.follow import Target
    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository


class Contents(NamedTuple):
    """What a cache of the whole tree would be made of."""

    wanted: list[Wanted]
    skipped: list[tuple[bytes, str]]
    """(path, reason)"""
    gitattributes: list[bytes]

    def missing(self) -> list[Oid]:
        """The blobs of files that have no record."""
        return [one.file.oid for one in self.wanted if one.record is None]


def contents(repo: Repository, objects: Objects, target: Target) -> Contents:
    """Of the target's tree; no record is read."""
    snapshot, gitattributes = whole(repo, objects, target.tree)
    return Contents(*sorted_out(objects, target, gitattributes, snapshot), gitattributes)


def build_part(
    target: Target,
    sizes: Sizes,
    found: Contents,
    chosen: Sequence[Wanted],
    records: Mapping[Oid, bytes],
    indexed: int,
) -> Connection:
    """A cache of the `chosen` files, those without a record among them; `records` has the bytes of
    the others' records, and `indexed` files of the tree have one."""
    connection = schema.create(":memory:", extractors())
    connection.execute("begin")
    writer = Writer(connection, lambda oids, _: map(records.get, oids), sizes)
    writer.put(chosen)
    writer.skip(found.skipped)
    note(connection, writer, target, found.gitattributes)
    set_meta(connection, "sum files", indexed)
    connection.execute("commit")
    schema.finish(connection)
    return connection
