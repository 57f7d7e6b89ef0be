"""Whether a result is still true of the worktree.

What git's own stat data call clean is fresh.  Everything else is compared by hash, with git's
conversions, and then symbol by symbol: by the bytes of its span.  A line number of the indexed
blob is never given as one of the file as it is now unless that was made sure of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.query import results

if TYPE_CHECKING:
    from collections.abc import Callable

    from uindex.git.oid import Oid
    from uindex.query.overlay import Now
    from uindex.record import Record, Symbol


class Verdict(NamedTuple):
    """A result's state, and the symbol as it is now where there is one."""

    state: str
    line_now: int | None
    symbol: Symbol | None = None
    """In the worktree's file; only where that differs from the indexed blob."""


class Worktree:
    """What is known of the worktree for one answer."""

    def __init__(
        self,
        now: dict[bytes, Now],
        records: dict[bytes, Record],
        read: Callable[[Oid], bytes | None],
        is_sparse: Callable[[bytes], bool],
    ) -> None:
        self._now = now
        self._records = records
        self._read = read
        self._is_sparse = is_sparse

    def data_now(self, path: bytes) -> bytes | None:
        """The content of a file that differs from HEAD, as git would store it."""
        here = self._now.get(path)
        if here is None:
            return None
        return here.data if here.data is not None or not here.oid else self._read(here.oid)

    def differing(self) -> set[bytes]:
        """Paths at which something else stands than HEAD has there."""
        return set(self._now)

    def deleted(self) -> set[bytes]:
        """Paths of the tree at which nothing stands any more."""
        return {path for path, here in self._now.items() if here.state == "deleted"}

    def is_unmerged(self, path: bytes) -> bool:
        """Whether a merge of the file waits to be settled."""
        here = self._now.get(path)
        return here is not None and here.state == "unmerged"

    def verdict(self, path: bytes, blob: Oid, record: Record, index: int, line: int) -> Verdict:
        """The state of symbol `index` of an indexed blob (-1: the file, or a piece of it)."""
        here = self._now.get(path)
        if here is None:
            if self._is_sparse(path):
                return Verdict(results.SPARSE, None)
            return Verdict(results.FRESH, line)
        if here.state == "unmerged":
            return Verdict(results.UNMERGED, None)
        if here.state == "deleted":
            return Verdict(results.DELETED, None)
        if here.oid == blob:
            return Verdict(results.FRESH, line)
        return self._compare(path, blob, record, index)

    def _compare(self, path: bytes, blob: Oid, record: Record, index: int) -> Verdict:
        record_now = self._records.get(path)
        if index < 0 or record_now is None:
            return Verdict(results.CHANGED, None)
        symbol = record.symbols[index]
        old, new = self._read(blob), self.data_now(path)
        text = None if old is None else old[symbol.start : symbol.end]
        there = counterpart(record, index, record_now, text, new or b"")
        if there is None:
            return Verdict(results.GONE, None)
        same = new is not None and text == new[there.start : there.end]
        return Verdict(results.MOVED if same else results.CHANGED, there.line, there)


def counterpart(
    record: Record, index: int, other: Record, text: bytes | None = None, data: bytes = b""
) -> Symbol | None:
    """The symbol of `other` that is the same definition: same kind and qualified name.

    Among several, the one whose text in `data` is `text`; else the one at the same place among
    them.
    """
    symbol = record.symbols[index]
    place = sum(
        one.qualname == symbol.qualname and one.kind == symbol.kind
        for one in record.symbols[:index]
    )
    same = [
        one for one in other.symbols if one.qualname == symbol.qualname and one.kind == symbol.kind
    ]
    equal = [one for one in same if text is not None and data[one.start : one.end] == text]
    if len(equal) == 1 and len(same) > 1:
        return equal[0]
    return same[min(place, len(same) - 1)] if same else None
