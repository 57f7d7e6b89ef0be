"""The uncommitted part of the worktree: what stands at each path that differs from the asked tree.

What was parsed is remembered in the cache by (oid, language), so that a file is parsed once and not
at every query; it never enters the index ref.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.schema import DatabaseError
from uindex.errors import RecordError
from uindex.extract.registry import key
from uindex.git.walk import GITLINK
from uindex.query.corpus import Overlaid, decoded
from uindex.record import head
from uindex.selection import choose

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uindex.cache.schema import Connection
    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.git.walk import Dirty, Status
    from uindex.selection import Settings
    from uindex.store.branch import Branch

MOST_FILES = 200
MOST_BYTES = 4 << 20
"""What is parsed for one answer; more uncommitted files are counted as unread."""
_SECONDS = 5.0
"""Processor time for one file; a person is waiting."""
LFS = "LFS pointer"
"""The reason for which a record of a pointer holds nothing."""
_KEPT = 1000
"""Records of uncommitted files that the cache remembers, the last used ones."""


class Now(NamedTuple):
    """What stands at a path whose worktree or index differs from HEAD."""

    oid: Oid | None
    """What git would store for it; None where there is nothing, or it was not read."""
    data: bytes | None
    state: str
    """present, deleted, unmerged, or unread (too many or too large, or not to be read)."""


def look(repo: Repository, status: Status) -> dict[bytes, Now]:
    """What stands at the paths that `status` calls dirty."""
    now: dict[bytes, Now] = {}
    in_worktree: list[bytes] = []
    unmerged: list[bytes] = []
    for path, dirty in status.entries.items():
        if dirty.unmerged:
            unmerged.append(path)
        elif not dirty.in_worktree:
            now[path] = Now(None, None, "deleted")
        elif dirty.changed or dirty.index_oid is None:
            in_worktree.append(path)
        elif dirty.mode_index != GITLINK:
            now[path] = Now(dirty.index_oid, None, "present")
        elif dirty.head_oid is not None and dirty.mode_head != GITLINK:
            now[path] = Now(None, None, "deleted")  # a submodule took the place of a file
    now.update(_read(repo, in_worktree + unmerged))
    for path in unmerged:
        # Between markers stands what either side has: worth reading, and not yet settled.
        now[path] = now[path]._replace(state="unmerged")
    return now


def _read(repo: Repository, paths: Sequence[bytes]) -> dict[bytes, Now]:
    """Read files of the worktree, within the limits."""
    if not paths:
        return {}
    # hashlib and subprocesses: only where something is uncommitted.
    from uindex.git.hashing import read_worktree_many

    found: dict[bytes, Now] = {}
    readable: list[bytes] = []
    budget = MOST_BYTES
    for path in sorted(paths):
        size = _size(repo, path)
        if size is None:
            found[path] = Now(None, None, "deleted")
        elif len(readable) >= MOST_FILES or size > budget:
            found[path] = Now(None, None, "unread")
        else:
            budget -= size
            readable.append(path)
    for path, stored in read_worktree_many(repo, readable).items():
        if stored is None:
            found[path] = Now(None, None, "unread")
        else:
            found[path] = Now(stored.oid, stored.data, "present")
    return found


def _size(repo: Repository, path: bytes) -> int | None:
    try:
        return os.lstat(os.path.join(repo.top, path)).st_size
    except OSError:
        return None


def _mode(dirty: Dirty | None) -> int:
    """The mode of what stands there; an untracked file's is taken for a plain one's."""
    if dirty is None:
        return 0o100644
    return dirty.mode_worktree or dirty.mode_index or 0o100644


def _extracted(texts: Sequence[tuple[str, bytes]]) -> list[bytes | None]:
    """The record of each (language, content); None where a parser failed or took too long."""
    if not texts:
        return []
    from uindex.pool import OK, extract_now  # a worker process: only for what was never parsed

    done = extract_now([(b"", lang, data) for lang, data in texts], seconds=_SECONDS)
    return [one.record if one.outcome == OK else None for one in done]


class Overlay:
    """Parses uncommitted files, and remembers them in the cache where that can be written."""

    def __init__(
        self,
        objects: Objects,
        settings: Settings,
        connection: Connection | None,
        branches: Sequence[Branch],
    ) -> None:
        self._objects = objects
        self._settings = settings
        self._db = connection
        self._branches = branches

    def parsed(
        self, status: Status, now: dict[bytes, Now], tree_oid: Callable[[bytes], Oid | None]
    ) -> tuple[list[Overlaid], int]:
        """The records of what differs from the tree, and how many files were not looked at."""
        wanted: list[tuple[bytes, Oid, str, tuple[str, ...], bytes | None]] = []
        unread = 0
        for path, here in sorted(now.items()):
            choice = choose(self._settings, path, _mode(status.entries.get(path)))
            if choice.reason:
                continue
            if here.state == "unread":
                unread += 1
            elif here.oid is not None and here.oid != tree_oid(path):
                marks = tuple(sorted(choice.marks))
                wanted.append((path, here.oid, choice.lang, marks, here.data))
        records = self._records([(oid, lang, data) for _, oid, lang, _, data in wanted])
        result = []
        for (path, oid, _, marks, _), data in zip(wanted, records, strict=True):
            record = decoded(data)
            if record is None:
                unread += 1
            else:
                result.append(Overlaid(path, oid, marks, record))
        return result, unread

    def _records(self, wanted: Sequence[tuple[Oid, str, bytes | None]]) -> list[bytes | None]:
        """The records of these blobs: remembered, indexed, or parsed now."""
        found: list[bytes | None] = []
        new: list[int] = []
        for at, (oid, lang, data) in enumerate(wanted):
            record = self._remembered(oid, key(lang)) or self._indexed(oid, key(lang), data)
            found.append(record)
            if record is None:
                new.append(at)
        texts = []
        for at in list(new):
            oid, lang, data = wanted[at]
            data = self._objects.read(oid) if data is None else data
            if data is None or len(data) > self._settings.max_size:
                new.remove(at)
            else:
                texts.append((lang, data))
        for at, record in zip(new, _extracted(texts), strict=True):
            found[at] = record
        self._remember([(wanted[at][0], key(wanted[at][1]), found[at]) for at in new])
        return found

    def _remembered(self, oid: Oid, name: bytes) -> bytes | None:
        if self._db is None:
            return None
        query = "select record from overlay where oid = ? and key = ?"
        row = self._db.execute(query, (oid, name)).fetchone()
        return row[0] if row else None

    def _indexed(self, oid: Oid, name: bytes, data: bytes | None) -> bytes | None:
        """What the index has of a blob, if that speaks of as many bytes as the blob has."""
        for branch in self._branches:
            record = branch.get(name, oid)
            if record is None:
                continue
            size = self._objects.size(oid) if data is None else len(data)
            with suppress(RecordError):  # parsed now, like what is not there
                if size in (None, head(record).size):
                    return record
        return None

    def _remember(self, new: Sequence[tuple[Oid, bytes, bytes | None]]) -> None:
        """Keep what was parsed; a cache that cannot be written now is no reason to fail."""
        rows = [(oid, name, record) for oid, name, record in new if record is not None]
        if self._db is None or not rows:
            return
        try:
            self._db.execute("begin immediate")
            top = "select coalesce(max(used), 0) from overlay"
            last = self._db.execute(top).fetchone()[0]
            self._db.executemany(
                "insert or replace into overlay values (?, ?, ?, ?)",
                [(oid, name, last + 1, record) for oid, name, record in rows],
            )
            self._db.execute(
                "delete from overlay where rowid in"
                " (select rowid from overlay order by used desc, rowid desc limit -1 offset ?)",
                (_KEPT,),
            )
            self._db.execute("commit")
        except DatabaseError:
            if self._db.in_transaction:
                self._db.execute("rollback")
