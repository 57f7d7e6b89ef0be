"""What waits: records of staged content, and the progress of a long build.

A private local ref of the same layout as the index, never pushed. A record leaves it for the
index ref when a commit holds its blob. Its commits have no parent, so what leaves it is garbage
for git at once. It may be deleted at any time: that costs parsing again, and nothing else.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from uindex.errors import RaceLost
from uindex.git.fastimport import Drop, Put, PutOid, importing
from uindex.git.oid import Oid
from uindex.git.refs import swap
from uindex.store import layout
from uindex.store.branch import Branch
from uindex.store.publish import ATTEMPTS, committer_time

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from uindex.git.fastimport import Edit, Import
    from uindex.git.objects import Objects
    from uindex.git.repository import Repository
    from uindex.store.layout import RecordName

KEEP = 14 * 86_400
"""Seconds after which what nobody asked for is dropped, at the next write."""
CHECKPOINT_SECONDS = 10.0
CHECKPOINT_BYTES = 64 << 20

_MESSAGE = b"Records that wait for a commit\n\nSince: %d\n"


def open_pending(
    repo: Repository, objects: Objects, tips: Mapping[bytes, Oid] | None = None
) -> Branch:
    """What waits now, or by refs that the caller has just listed."""
    return Branch.open(repo, objects, layout.PENDING_REF, tips)


def change(
    pending: Branch,
    *,
    add: Iterable[tuple[RecordName, bytes]] = (),
    stored: Mapping[RecordName, Oid] | None = None,
    drop: Collection[RecordName] = (),
    needed: Collection[RecordName] = (),
) -> Branch:
    """Add records (as bytes, or as blobs that are `stored`) and drop others.

    `needed` are those to be kept even where their time is over. RaceLost if the ref kept moving.
    """
    added = dict(add)
    for _ in range(ATTEMPTS):
        entries = pending.entries()
        since = _since(pending)
        gone = {name for name in drop if name in entries}
        if time.time() - since > KEEP:
            gone.update(entries.keys() - set(needed))
            since = int(time.time())
        fresh = {name: data for name, data in added.items() if name not in entries}
        known = {name: oid for name, oid in (stored or {}).items() if name not in entries}
        if not gone and not fresh and not known:
            return pending
        if len(gone) == len(entries) and not fresh and not known:
            if swap(pending.repo, [(pending.ref, None, pending.tip)]):
                return Branch(pending.repo, pending.objects, pending.ref, None)
        else:
            moved = _write(pending, since, gone, fresh, known)
            if moved is not None:
                return moved
        pending = pending.reopen()
    raise RaceLost(f"{pending.ref.decode()}: others kept writing to it; try again")


def _write(
    pending: Branch,
    since: int,
    gone: Collection[RecordName],
    fresh: Mapping[RecordName, bytes],
    known: Mapping[RecordName, Oid],
) -> Branch | None:
    edits: list[Edit] = [*_base(pending)]
    edits += [Drop(layout.record_path(*name)) for name in sorted(gone)]
    edits += [Put(layout.record_path(*name), data) for name, data in fresh.items()]
    edits += [PutOid(layout.record_path(*n), layout.FILE_MODE, oid) for n, oid in known.items()]
    with importing(pending.repo, None) as stream:
        commit = stream.commit(edits, _MESSAGE % since, int(time.time()))
    done = swap(pending.repo, [(pending.ref, commit, pending.tip), (stream.ref, None, commit)])
    if not done:
        swap(pending.repo, [(stream.ref, None, commit)])
        return None
    return Branch(pending.repo, pending.objects, pending.ref, commit)


def _base(pending: Branch) -> Iterator[Edit]:
    """What a commit without a parent starts from: all that waits already."""
    tree = pending.tree
    if tree is None:
        yield Put(layout.FORMAT_PATH, layout.FORMAT_DATA)
    else:
        yield PutOid(b"", layout.TREE_MODE, tree)


def _since(pending: Branch) -> int:
    """When the oldest of what waits may have come."""
    if pending.tip is None:
        return int(time.time())
    commit = pending.objects.read(pending.tip) or b""
    text = commit.rpartition(b"Since: ")[2].strip()
    return int(text) if text.isdigit() else committer_time(commit)


def journal(
    pending: Branch,
    records: Iterator[tuple[RecordName, bytes]],
    seconds: float = CHECKPOINT_SECONDS,
    size: int = CHECKPOINT_BYTES,
) -> Branch:
    """Write a long stream of records into pending, a durable piece at a time.

    A process that is killed loses what came after the last piece: `seconds` or `size` bytes.
    Returns a branch that holds all of them; it is the ref itself unless another process wrote to
    pending meanwhile, and then its records were added to the ref as well.
    """
    first = next(records, None)
    if first is None:
        return pending
    since = _since(pending)
    tip = pending.tip
    with importing(pending.repo, None) as stream:
        start: list[Edit] = [*_base(pending)]
        while first is not None:
            piece = _Piece(first, records, start, seconds, size)
            commit = stream.commit(piece.edits(), _MESSAGE % since, int(time.time()))
            stream.checkpoint()
            tip = _advance(pending, stream, tip, commit)
            start = []
            first = piece.rest
    done = Branch(pending.repo, pending.objects, pending.ref, commit)
    if tip != commit:
        change(pending.reopen(), stored=done.entries())
    swap(pending.repo, [(stream.ref, None, commit)])
    return done


def _advance(pending: Branch, stream: Import, tip: Oid | None, commit: Oid) -> Oid | None:
    """Move pending on to what was written; left where it is if others moved it meanwhile."""
    return commit if swap(pending.repo, [(pending.ref, commit, tip)]) else tip


class _Piece:
    """As many records as make one checkpoint; `rest` is the first of the next one, or None."""

    def __init__(
        self,
        first: tuple[RecordName, bytes],
        records: Iterator[tuple[RecordName, bytes]],
        start: list[Edit],
        seconds: float,
        size: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._first = first
        self._records = records
        self._start = start
        self._end = clock() + seconds
        self._left = size
        self._clock = clock
        self.rest: tuple[RecordName, bytes] | None = None

    def edits(self) -> Iterator[Edit]:
        yield from self._start
        item: tuple[RecordName, bytes] | None = self._first
        while item is not None:
            name, data = item
            yield Put(layout.record_path(*name), data)
            self._left -= len(data)
            item = next(self._records, None)
            if item is not None and (self._left <= 0 or self._clock() > self._end):
                self.rest = item
                return
