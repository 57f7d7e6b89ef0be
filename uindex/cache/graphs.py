"""The graph of files that belongs to a cache, as bytes, and what changed since it was made.

Both are changed in the transactions that change the tables, so the graph together with `altered`
always tells how the tables came to be what they are.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, NamedTuple

import msgpack

from uindex.cache.schema import Connection, meta, set_meta

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MOST_ALTERED = 1000
"""Changed paths from which on a graph is made anew rather than changed."""


class Kept(NamedTuple):
    """A graph as it was kept."""

    graph: bytes
    asked: dict[str, bytes] | None
    """What it was resolved from, by family; None where that is not known: it came from elsewhere,
    and only serves the very tree that it is of."""
    altered: list[tuple[bytes, int | None]]
    """(path, the number of the blob that was there, -1 for a file without a record, None for no
    file) of what is not as it was; by path."""


def load(connection: Connection, resolver: str) -> Kept | None:
    """The graph of a cache, if that resolver made it."""
    if meta(connection, "graph by") != resolver:
        return None
    graph, asked = meta(connection, "graph"), meta(connection, "graph asked")
    if not isinstance(graph, bytes):
        return None
    altered = connection.execute("select path, blob from altered order by path").fetchall()
    return Kept(graph, msgpack.unpackb(asked) if isinstance(asked, bytes) else None, altered)


def is_current(connection: Connection, resolver: str) -> bool:
    """Whether a graph is there and nothing has changed since it was made."""
    if meta(connection, "graph by") != resolver:
        return False
    return not connection.execute("select exists(select 1 from altered)").fetchone()[0]


def state(connection: Connection) -> tuple[object, object]:
    """What the tables hold, to be given to `keep` later."""
    return meta(connection, "tree"), meta(connection, "tips")


def keep(
    connection: Connection,
    resolver: str,
    graph: bytes,
    asked: Mapping[str, bytes] | None,
    made_from: tuple[object, object],
) -> None:
    """Keep a graph, outside of any transaction, unless the tables have changed since `state`."""
    try:
        connection.execute("begin immediate")
    except sqlite3.OperationalError:
        return  # read-only, or another one is writing: it is made again when it is needed
    try:
        if state(connection) == made_from:
            set_meta(connection, "graph by", resolver)
            set_meta(connection, "graph", graph)
            packed = None if asked is None else msgpack.packb(dict(sorted(asked.items())))
            set_meta(connection, "graph asked", packed)
            connection.execute("delete from altered")
        connection.execute("commit")
    except sqlite3.OperationalError:
        connection.execute("rollback")


def note_altered(connection: Connection, paths: Iterable[bytes]) -> None:
    """Note what stands at paths that are about to change, where there is a graph."""
    if meta(connection, "graph by") is None:
        return
    for path in paths:
        row = connection.execute("select blob from file where path = ?", (path,)).fetchone()
        blob = row[0] if row else None
        if blob is None and _has_no_record(connection, path):
            blob = -1
        # What was noted before is what the graph was made from.
        connection.execute("insert or ignore into altered values (?, ?)", (path, blob))
    count = connection.execute("select count(*) from altered").fetchone()[0]
    if count > MOST_ALTERED:
        set_meta(connection, "graph by", None)
        connection.execute("delete from altered")


def _has_no_record(connection: Connection, path: bytes) -> bool:
    tables = ("skipped", "missing")
    return any(
        connection.execute(f"select 1 from {table} where path = ?", (path,)).fetchone()
        for table in tables
    )
