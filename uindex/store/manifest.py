"""The manifest of one indexed commit, and its bytes.

A pure function of the commit's tree, its settings and the extractors: whoever indexes the commit
writes the same bytes. It is written only when every file of the tree has its record or a reason
for having none.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

import msgpack

from uindex.errors import RecordError
from uindex.git.oid import Oid

# A manifest comes with a fetched index: bound what its bytes may make us build.
MAX_MANIFEST = 64 << 20
"""Bytes."""
_MAX_ITEMS = 4 << 20

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
    """The manifest in `data`. RecordError if it is not one."""
    if len(data) > MAX_MANIFEST:
        raise RecordError(f"manifest: {len(data)} bytes, more than {MAX_MANIFEST}")
    try:
        tree, extractor_set, counts, skipped = msgpack.unpackb(
            data, max_array_len=_MAX_ITEMS, max_map_len=0, max_ext_len=0
        )
        manifest = Manifest(
            Oid(_typed(tree, bytes)),
            _typed(extractor_set, bytes),
            {
                _typed(lang, str): Count(_natural(files), _natural(part))
                for lang, files, part in counts
            },
            {_typed(path, bytes): _typed(reason, str) for path, reason in skipped},
        )
    # msgpack raises bare ValueError and its kin for truncated or nested input
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as error:
        raise RecordError(f"manifest: {error or type(error).__name__}") from None
    if len(manifest.tree) not in (20, 32):
        raise RecordError("manifest: the tree is no object id")
    return manifest


def _typed(value: object, kind: type[_T]) -> _T:
    if type(value) is not kind:
        raise TypeError(f"{type(value).__name__} where {kind.__name__} belongs")
    return value


def _natural(value: object) -> int:
    number = _typed(value, int)
    if number < 0:
        raise ValueError("a count below zero")
    return number
