"""The cache's file: where it is, how it is opened, its tables.

One file per worktree under `<common_dir>/uindex/cache/`; a file that is broken, or was written by
another schema or other extractors, is removed and built anew, and never a fault that a user sees.

    meta       what the tables were made from, sums for averages, per-blob arrays
    blob       one row per record: numbers ascend, a number is never used again
    file       one row per indexed path of the tree
    missing    paths that should have a record and have none
    skipped    paths left out on purpose, with the reason
    path_word  stem -> files, of folders (weight 1) and base names (weight 2)
    name       (segment, squeezed name, name) -> symbol refs; see refs.py and words.squeeze
    part       (segment, stem) -> symbol refs
    term       (segment, stem) -> term refs
    site       (segment, name) -> site refs: where links have the name, exactly as written
    leading    blob -> its imports and doc-links; see leading.py
    altered    what the tables had at the paths that changed since the graph of files was made: the
               blob, -1 for a file without a record, none for no file
    vector     embeddings of many blobs at a time; see vectors.py
    vocabulary the stems of parts and path words, for typing errors

A blob that no path uses any more keeps its postings: they are not counted (`uses` is 0), and
count again when a branch switch brings the blob back.
"""

from __future__ import annotations

import os
import sqlite3
import sys

# 1: first
# 2: words of what a resource is are parts of its name
# 3: sites
# 4: leading, altered
# 5: vector
# 6: other stems
# 7: how much the vectors of a blob agree
# 8: test-run.ts is no test
SCHEMA = 8

_TABLES = """
create table meta(key text primary key, value) without rowid;
create table blob(id integer primary key, oid blob, key blob, record blob, lang text, skip text,
  marks text, symbols integer, names integer, docs integer, body integer);
create table file(id integer primary key, path blob, base blob, blob integer, rank integer,
  marks text);
create table missing(path blob primary key, oid blob, key blob, marks text) without rowid;
create table skipped(path blob primary key, reason text) without rowid;
create table path_word(stem blob, file integer, weight integer, primary key(stem, file))
  without rowid;
create table name(segment integer, squeezed blob, name blob, refs blob,
  primary key(segment, squeezed, name)) without rowid;
create table part(segment integer, stem blob, refs blob, primary key(segment, stem)) without rowid;
create table term(segment integer, stem blob, refs blob, primary key(segment, stem)) without rowid;
create table site(segment integer, name blob, refs blob, primary key(segment, name)) without rowid;
create table leading(blob integer primary key, links blob);
create table altered(path blob primary key, blob integer) without rowid;
create table vector(id integer primary key, blobs blob, counts blob, units blob, norms blob,
  sums blob, dimensions integer, data blob);
create table vocabulary(stem blob primary key) without rowid;
create table overlay(oid blob, key blob, used integer, record blob, primary key(oid, key));
"""

# Made after the rows of a full build, which is faster than beside them.
_INDEXES = """
create unique index if not exists blob_oid on blob(oid, key);
create unique index if not exists file_path on file(path);
create index if not exists file_base on file(base);
create index if not exists file_blob on file(blob);
"""

BUSY_SECONDS = 10
"""How long another writer is waited for."""
Connection = sqlite3.Connection
DatabaseError = sqlite3.DatabaseError
"""What sqlite raises for a file that is no database, or a broken one."""


OperationalError = sqlite3.OperationalError
"""What it raises where a file cannot be written, or is written by others for too long."""


class RecordsGone(DatabaseError):
    """The cache names records that are not in the repository any more: it must be made anew."""


def version(extractors: str) -> str:
    """What a cache must have been written with to be read: schema, byte order, extractors."""
    return f"{SCHEMA}-{sys.byteorder}-{extractors}"


def connect(path: bytes | str, *, read_only: bool = False) -> Connection:
    """An open file, transactions in our hands.  Waits `BUSY_SECONDS` for another writer."""
    name = os.fsdecode(path)
    if read_only:
        quoted = name.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        return sqlite3.connect(
            f"file:{quoted}?mode=ro", BUSY_SECONDS, isolation_level=None, uri=True
        )
    return sqlite3.connect(name, BUSY_SECONDS, isolation_level=None)


def create(path: bytes | str, extractors: str) -> Connection:
    """A new cache without rows, tuned for the bulk that follows; `finish` ends that."""
    connection = connect(path)
    connection.executescript(
        "pragma page_size = 8192; pragma journal_mode = off; pragma synchronous = off;"
        "pragma cache_size = -65536;" + _TABLES
    )
    set_meta(connection, "version", version(extractors))
    return connection


def finish(connection: Connection) -> None:
    """Make the indexes that a full build puts off."""
    connection.executescript(_INDEXES)


def meta(connection: Connection, key: str) -> object:
    row = connection.execute("select value from meta where key = ?", (key,)).fetchone()
    return row[0] if row else None


def set_meta(connection: Connection, key: str, value: str | int | bytes | None) -> None:
    connection.execute("insert or replace into meta values (?, ?)", (key, value))


def readable(connection: Connection, extractors: str) -> bool:
    """Whether the file is a whole cache of this schema and these extractors."""
    try:
        return meta(connection, "version") == version(extractors) and bool(
            meta(connection, "whole")
        )
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            raise
        return False
    except sqlite3.DatabaseError:
        return False
