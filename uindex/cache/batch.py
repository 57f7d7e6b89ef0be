"""A batch of records into rows: the part of building that several processes can share.

A batch never crosses a segment's border, so its rows belong to one segment.  Where a cache is
built whole, children of this process make the rows and the parent stores them; children speak
msgpack frames on their pipes, four bytes of length first.
"""

from __future__ import annotations

import gc
import os
import sys
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import msgpack

from uindex.cache.leading import pack
from uindex.cache.refs import SEGMENT_BITS
from uindex.cache.rows import encoded
from uindex.cache.segment import Segment
from uindex.errors import RecordError
from uindex.record import MAX_RECORD, decode

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from subprocess import Popen

    from uindex.cache.words import Stems
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.record import Record

    Read = Callable[[Sequence[Oid], int], Iterable[bytes | None]]
    """Objects.read_many"""
    Sizes = Callable[[Sequence[Oid]], Iterable[int | None]]
    """Objects.size_many"""

CHILDREN = 2
WORTH_IT = 8000
"""Records from which on the start of two processes pays."""
_BOOT = "import sys; sys.path[:] = {path!r}; from uindex.cache.batch import main; main()"


class Batch(NamedTuple):
    """Blobs to be numbered from `first` on, by the oids of their records."""

    first: int
    records: list[Oid]
    sources: list[Oid]
    """The blobs themselves."""


class Built(NamedTuple):
    """The rows of a batch; those of tables as the tables have them."""

    blobs: list[tuple[str, str, str, int, int, int, int] | None]
    """For each record (lang, skip, marks, symbols, and the weights among names, among docs, in the
    rest); None for one that could not be read or
    is not of its blob."""
    names: list[tuple[int, bytes, bytes, bytes]]
    parts: list[tuple[int, bytes, bytes]]
    terms: list[tuple[int, bytes, bytes]]
    sites: list[tuple[int, bytes, bytes]]
    leading: list[tuple[int, bytes]]


def build(batch: Batch, read: Read, sizes: Sizes, stems: Stems) -> Built:
    """Decode the records of a batch and post what they hold."""
    return Built(*_columns(batch, read, sizes, stems))


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


def _columns(batch: Batch, read: Read, sizes: Sizes, stems: Stems) -> Iterator[Any]:
    """The fields of `Built` one after the other, each let go of before the next is made."""
    segment = Segment(stems)
    blobs: list[tuple[str, str, str, int, int, int, int] | None] = []
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


def build_all(repo: Repository, batches: Sequence[Batch]) -> Iterator[Built]:
    """Each batch's rows, in order, made by child processes that read the repository themselves.

    A child that dies is no fault: EOFError tells the caller to make the rest itself.
    """
    children = [_Child(repo) for _ in range(min(CHILDREN, len(batches)))]
    try:
        for child, batch in zip(children, batches, strict=False):
            child.send(batch)
        for at in range(len(batches)):
            child = children[at % len(children)]
            built = child.receive()
            if at + len(children) < len(batches):
                child.send(batches[at + len(children)])
            yield built
    finally:
        for child in children:
            child.stop()


class _Child:
    """One process that builds batches."""

    def __init__(self, repo: Repository) -> None:
        from subprocess import PIPE, Popen  # only where a cache is built whole

        command = [sys.executable, "-c", _BOOT.format(path=sys.path)]
        self._popen: Popen[bytes] = Popen(
            command, stdin=PIPE, stdout=PIPE, cwd=repo.top, env=repo.environment
        )

    def send(self, batch: Batch) -> None:
        assert self._popen.stdin is not None
        try:
            _send(self._popen.stdin, batch)
        except BrokenPipeError:
            raise EOFError from None

    def receive(self) -> Built:
        assert self._popen.stdout is not None
        frames = [_receive(self._popen.stdout) for _ in Built._fields]
        if None in frames:
            raise EOFError
        return Built(*frames)

    def stop(self) -> None:
        self._popen.kill()
        for stream in (self._popen.stdin, self._popen.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):  # the child may be gone before what we wrote
                    stream.close()
        self._popen.wait()


def _send(sink: IO[bytes], message: Any) -> None:
    data = msgpack.packb(message, unicode_errors="surrogateescape")
    sink.write(len(data).to_bytes(4, "big"))
    sink.write(data)
    sink.flush()


def _receive(source: IO[bytes]) -> Any:
    """One frame, or None at the end."""
    length = source.read(4)
    if len(length) < 4:
        return None
    data = source.read(int.from_bytes(length, "big"))
    return msgpack.unpackb(data, use_list=False, unicode_errors="surrogateescape")


def main() -> None:
    """Serve until the pipe ends."""
    from uindex.cache.words import Stems
    from uindex.git.objects import open_objects
    from uindex.git.repository import Repository

    source, sink = os.fdopen(0, "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get between the frames
    stems = Stems()
    with open_objects(Repository.open(), bulk=True) as objects, uncollected():
        while (frame := _receive(source)) is not None:
            batch = Batch(frame[0], *map(list, frame[1:]))
            for column in _columns(batch, objects.read_many, objects.size_many, stems):
                _send(sink, column)
                del column
