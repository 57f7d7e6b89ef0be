"""Forgetting caches that were made from records which turned out to be wrong.

A cache is a function of the records that exist, and follows the tree: that a record was replaced
under its name it does not see.
"""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING

from uindex.cache import generation
from uindex.cache.place import folder, open_whole

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uindex.git.oid import Oid
    from uindex.git.repository import Repository


def evict(repo: Repository, records: Iterable[Oid]) -> int:
    """Remove the caches, of all worktrees, that were made from any of these records (by the oids
    of their own blobs); how many that were.  Whoever has one open goes on undisturbed."""
    doubted = list(records)
    try:
        names = sorted(os.listdir(folder(repo)))
    except FileNotFoundError:
        return 0
    slots = [os.path.join(folder(repo), name) for name in names if name.endswith(b".db")]
    stale = [slot for slot in slots if doubted and _holds(slot, doubted)]
    for slot in stale:
        generation.remove(slot)
    return len(stale)


def _holds(slot: bytes, records: list[Oid]) -> bool:
    try:
        connection = open_whole(slot)
        if connection is None:
            return False
        try:
            held = {row[0] for row in connection.execute("select record from blob")}
        finally:
            connection.close()
    except sqlite3.DatabaseError:
        return True  # damaged, or somebody writes to it for long: made anew, it is right
    return not held.isdisjoint(records)
