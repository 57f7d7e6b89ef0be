"""What families of languages found out of a whole tree, as bytes: good for that tree alone."""

from __future__ import annotations

import sqlite3

from uindex.cache.graphs import state
from uindex.cache.schema import Connection, meta, set_meta


def load(connection: Connection, family: str, maker: str) -> bytes | None:
    """The survey that `maker` made of the tree that the tables hold."""
    if meta(connection, f"survey by {family}") != maker:
        return None
    if meta(connection, f"survey of {family}") != _said(state(connection)):
        return None
    data = meta(connection, f"survey {family}")
    return data if isinstance(data, bytes) else None


def keep(
    connection: Connection, family: str, maker: str, data: bytes, made_from: tuple[object, object]
) -> None:
    """Keep a survey, outside of any transaction, unless the tables have changed since `state`."""
    try:
        connection.execute("begin immediate")
    except sqlite3.OperationalError:
        return  # read-only, or another one is writing: it is made again when it is needed
    try:
        if state(connection) == made_from:
            set_meta(connection, f"survey by {family}", maker)
            set_meta(connection, f"survey of {family}", _said(made_from))
            set_meta(connection, f"survey {family}", data)
        connection.execute("commit")
    except sqlite3.OperationalError:
        connection.execute("rollback")


def _said(made_from: tuple[object, object]) -> bytes:
    return b" ".join(one if isinstance(one, bytes) else b"" for one in made_from)
