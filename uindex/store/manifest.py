"""The manifest of one indexed commit, and its bytes.

A pure function of the commit's tree, its settings and the extractors: whoever indexes the commit
writes the same bytes. It is written only when every file of the tree has its record or a reason
for having none.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

import msgpack

from uindex.errors import RecordError, said
from uindex.git.oid import Oid

# A manifest comes with a fetched index: bound what its bytes may make us build.
MAX_MANIFEST = 16 << 20
"""Bytes; one of 300,000 skipped files fits."""
_MOST_ROWS = 1 << 20

_T = TypeVar("_T")


class Count(NamedTuple):
    """Of one language: files with a record, and how many of those were parsed only in part."""

    files: int
    partial: int


class Manifest(NamedTuple):
    """`skipped` is sorted by path; reasons are those of `selection` and of the records."""

    tree: Oid
    set: bytes
    counts: dict[str, Count]
    skipped: dict[bytes, str]

    @property
    def files(self) -> int:
        """How many paths of the tree have a record that says more than why it is empty."""
        return sum(count.files for count in self.counts.values())


def encode(manifest: Manifest) -> bytes:
    counts = [[lang, *manifest.counts[lang]] for lang in sorted(manifest.counts)]
    skipped = [[path, manifest.skipped[path]] for path in sorted(manifest.skipped)]
    packed: bytes = msgpack.packb([bytes(manifest.tree), manifest.set, counts, skipped])
    return packed


def decode(data: bytes) -> Manifest:
    """The manifest in `data`. RecordError if it is not one, with memory in proportion to `data`."""
    if len(data) > MAX_MANIFEST:
        raise RecordError(f"manifest: {len(data)} bytes, more than {MAX_MANIFEST}")
    rows = _Rows()
    try:
        tree, extractor_set, counts, skipped = msgpack.unpackb(
            data, max_array_len=max(len(data), 1), max_map_len=0, max_ext_len=0, list_hook=rows
        )
        if [counts, skipped] != [len(rows.counts), len(rows.skipped)]:
            raise ValueError("rows out of place")
        manifest = Manifest(
            Oid(_typed(tree, bytes)), _typed(extractor_set, bytes), rows.counts, rows.skipped
        )
    # msgpack raises bare ValueError and its kin for truncated or nested input
    except (
        ValueError,
        TypeError,
        RecursionError,
        MemoryError,
        msgpack.UnpackException,
    ) as error:
        raise RecordError(f"manifest: {said(error)}") from None
    if len(manifest.tree) not in (20, 32):
        raise RecordError("manifest: the tree is no object id")
    return manifest


class _Rows:
    """Takes each row as it is read: a list of lists would hold twenty times its bytes, and more of
    them than a manifest has, or rows that are not sorted, end it at once."""

    def __init__(self) -> None:
        self.counts: dict[str, Count] = {}
        self.skipped: dict[bytes, str] = {}
        self._last_lang = ""
        self._last_path = b""
        self._reasons: dict[str, str] = {}
        self._lists = 3

    def __call__(self, values: list[Any]) -> Any:
        if len(values) == 3 and type(values[0]) is str:
            return self._count(*values)
        if len(values) == 2 and type(values[0]) is bytes:
            return self._skip(*values)
        self._lists -= 1
        if self._lists < 0:
            raise ValueError("too many lists")
        if self._lists == 0:
            return values
        if values.count(None) != len(values):
            raise ValueError("rows of another kind")
        return len(values)

    def _count(self, lang: str, files: Any, partial: Any) -> None:
        if self.counts and lang <= self._last_lang:
            raise ValueError("languages that are not sorted")
        self._last_lang = lang
        self.counts[lang] = Count(_natural(files), _natural(partial))

    def _skip(self, path: bytes, reason: Any) -> None:
        if self.skipped and path <= self._last_path:
            raise ValueError("paths that are not sorted")
        if len(self.skipped) >= _MOST_ROWS:
            raise ValueError("too many rows")
        self._last_path = path
        self.skipped[path] = self._reasons.setdefault(_typed(reason, str), reason)


def _typed(value: object, kind: type[_T]) -> _T:
    if type(value) is not kind:
        raise TypeError(f"{type(value).__name__} where {kind.__name__} belongs")
    return value


def _natural(value: object) -> int:
    number = _typed(value, int)
    if number < 0:
        raise ValueError("a count below zero")
    return number
