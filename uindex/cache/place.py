"""Where caches are, and opening one that needs nothing done: the whole of a warm start.

Imports nothing that only building needs.
"""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING

from uindex.cache import schema
from uindex.cache.schema import Connection, meta
from uindex.extract.registry import keys

if TYPE_CHECKING:
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository


def folder(repo: Repository) -> bytes:
    return os.path.join(repo.state_dir, b"cache")


def worktree_slot(repo: Repository) -> bytes:
    """The cache file of this worktree.  git keeps the names of linked worktrees apart."""
    if repo.git_dir == repo.common_dir:
        return os.path.join(folder(repo), b"main.db")
    name = os.path.basename(repo.git_dir)
    return os.path.join(folder(repo), b"worktree-" + name + b".db")


def extractors() -> str:
    """The extractor versions that a cache was made with; other ones make it worthless."""
    return b" ".join(sorted(keys())).decode("ascii")


def open_for(path: bytes, commit: Oid | None) -> Connection | None:
    """The cache at `path` if it is that of a commit and complete, so that there is nothing to do.
    This is the usual case, and asks git nothing."""
    connection = open_whole(path)
    if connection is None:
        return None
    if meta(connection, "commit") == commit and not meta(connection, "incomplete"):
        return connection
    connection.close()
    return None


def open_whole(path: bytes) -> Connection | None:
    """The cache at `path`, of whatever tree, if this version can read it."""
    if not os.path.exists(path):
        return None
    try:
        connection = schema.connect(path, read_only=not os.access(path, os.W_OK))
    except sqlite3.OperationalError:
        return None
    if schema.readable(connection, extractors()):
        return connection
    connection.close()
    return None
