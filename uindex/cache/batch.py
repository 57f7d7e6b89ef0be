"""A batch of records into rows: the part of building that several processes can share.

A batch never crosses a segment's border, so its rows belong to one segment; `crew` has several
processes make them.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from uindex.cache.leading import pack
from uindex.cache.refs import SEGMENT_BITS
from uindex.cache.rows import encoded
from uindex.cache.segment import Segment
from uindex.errors import RecordError
from uindex.record import MAX_RECORD, decode

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from uindex.cache.words import Stems
    from uindex.git.oid import Oid
    from uindex.record import Record

    Read = Callable[[Sequence[Oid], int], Iterable[bytes | None]]
    """Objects.read_many"""
    Sizes = Callable[[Sequence[Oid]], Iterable[int | None]]
    """Objects.size_many"""


class Batch(NamedTuple):
    """Blobs to be numbered from `first` on, by the oids of their records."""

    first: int
    records: list[Oid]
    sources: list[Oid]
    """The blobs themselves."""


BlobRow = tuple[str, str, str, int, int, int, int]
"""(lang, skip, marks, symbols, and the weights among names, among docs, in the rest)"""


class Built(NamedTuple):
    """The rows of a batch; those of tables as the tables have them."""

    blobs: list[BlobRow | None]
    """For each record; None for one that could not be read or is not of its blob."""
    names: list[tuple[int, bytes, bytes, bytes]]
    parts: list[tuple[int, bytes, bytes]]
    terms: list[tuple[int, bytes, bytes]]
    sites: list[tuple[int, bytes, bytes]]
    leading: list[tuple[int, bytes]]


def build(batch: Batch, read: Read, sizes: Sizes, stems: Stems) -> Built:
    """Decode the records of a batch and post what they hold."""
    return Built(*columns(batch, read, sizes, stems))


@contextmanager
def uncollected() -> Iterator[None]:
    """Without garbage collection: rows make no cycles, and looking for some among the millions of
    them takes a fifth of the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _records(batch: Batch, read: Read, sizes: Sizes) -> Iterator[Record | None]:
    """Each record, None for one that is none: its file counts as missing, and is indexed again.

    The index may have come by a way on which nobody looked at it, so a record is believed only for
    a blob of the size that it speaks of.  Of a blob that is not here nothing can be compared.
    """
    # Asked before contents: the sizes of a batch are small, and git is asked by one process less.
    known = list(sizes(batch.sources))
    for data, size in zip(read(batch.records, MAX_RECORD), known, strict=True):
        try:
            record = None if data is None else decode(data)
        except RecordError:
            record = None
        is_of_blob = record is not None and size in (None, record.size)
        yield record if is_of_blob else None


def columns(batch: Batch, read: Read, sizes: Sizes, stems: Stems) -> Iterator[Any]:
    """The fields of `Built` one after the other, each let go of before the next is made."""
    segment = Segment(stems)
    blobs: list[BlobRow | None] = []
    leading: list[tuple[int, bytes]] = []
    for at, record in enumerate(_records(batch, read, sizes)):
        if record is None:
            blobs.append(None)
            continue
        lengths = segment.add(batch.first + at, record)
        marks = " ".join(record.marks)
        links = pack(record.links)
        if links:
            leading.append((batch.first + at, links))
        blobs.append((record.lang, record.skip, marks, len(record.symbols), *lengths))
    yield blobs
    number = batch.first >> SEGMENT_BITS
    yield list(_name_rows(number, segment.names))
    for postings in (segment.parts, segment.terms):
        yield list(_stem_rows(number, postings))
    yield [(number, encoded(name), refs.tobytes()) for name, refs in segment.take_sites()]
    yield leading


def _name_rows(
    number: int, names: dict[str, array[int]]
) -> Iterator[tuple[int, bytes, bytes, bytes]]:
    """A name that is its own squeezed form is stored as an empty one."""
    for key in sorted(names):
        squeezed, _, name = encoded(key).partition(b"\n")
        yield number, squeezed, b"" if name == squeezed else name, names.pop(key).tobytes()


def _stem_rows(number: int, postings: dict[str, array[int]]) -> Iterator[tuple[int, bytes, bytes]]:
    for word in sorted(postings):
        yield number, encoded(word), postings.pop(word).tobytes()
