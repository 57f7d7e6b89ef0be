"""Asking a cache.  Nothing here ranks."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING, Any, NamedTuple

from uindex.cache import surveys
from uindex.cache.graphs import is_current, load, state
from uindex.cache.leading import unpack
from uindex.cache.refs import (
    BLOB_SHIFT,
    FREE,
    LAST_LINE,
    MOST_SYMBOLS,
    SEGMENT,
    SEGMENT_BITS,
    SITE_KINDS,
    unpack_site,
    unpack_symbol,
)
from uindex.cache.rows import base_name, encoded, load_lengths, load_sums, load_uses

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from uindex.cache.graphs import Kept
    from uindex.cache.refs import SiteRef, SymbolRef
    from uindex.cache.schema import Connection
    from uindex.git.oid import Oid
    from uindex.record import Link

# SQLite takes 32,766 parameters; one statement for all would be prepared anew for each number.
_BATCH = 500
_SYMBOL = MOST_SYMBOLS - 1
"""The symbol of a site ref that cannot hold it."""

Postings = list[tuple[int, "array[int]"]]
"""(segment, packed refs), ascending; refs of blobs that are not in the tree are still in it."""


class Named(NamedTuple):
    """A name and where it is defined."""

    name: str
    segment: int
    refs: array[int]

    def symbols(self) -> Iterator[SymbolRef]:
        return (unpack_symbol(self.segment, ref) for ref in self.refs)


class Sites(NamedTuple):
    """Where links of some name are, within one segment."""

    segment: int
    refs: array[int]
    """Ascending: by blob, then by line."""

    def unpacked(self) -> Iterator[SiteRef]:
        return (unpack_site(self.segment, ref) for ref in self.refs)

    def of(self, blob: int) -> array[int]:
        """The refs of one blob of the segment."""
        first = (blob & SEGMENT - 1) << BLOB_SHIFT
        start = bisect_left(self.refs, first)
        return self.refs[start : bisect_left(self.refs, first + (1 << BLOB_SHIFT), start)]

    def is_free(self, blob: int) -> bool:
        """Whether all of a blob's are free, and have lines and symbols that their refs hold."""
        return all(
            ref & FREE and ref >> 32 & LAST_LINE < LAST_LINE and ref >> 12 & _SYMBOL < _SYMBOL
            for ref in self.of(blob)
        )

    def blobs(self, kinds: Collection[int]) -> set[int]:
        """The blobs that hold any of these kinds; they need not be in the tree."""
        first = self.segment << SEGMENT_BITS
        refs = self.refs
        return {first | ref >> BLOB_SHIFT for ref in refs if ref >> 1 & SITE_KINDS in kinds}


class FileRow(NamedTuple):
    """A path of the tree and what its blob is."""

    path: bytes
    blob: int
    rank: int
    marks: str


class BlobRow(NamedTuple):
    number: int
    oid: Oid
    key: bytes
    record: Oid
    lang: str
    skip: str
    symbols: int
    names: int
    docs: int
    body: int


_FILE = "select path, blob, rank, marks from file"
_BLOB = "select id, oid, key, record, lang, skip, symbols, names, docs, body from blob"


class Reader:
    """One cache, open, as of one tree."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection
        self.uses = load_uses(connection)
        self.lengths = load_lengths(connection)
        self.sums = load_sums(connection)
        self._last = max(0, len(self.uses) - 1) >> SEGMENT_BITS

    def exact(self, squeezed: str) -> list[Named]:
        """Every name whose squeezed form this is."""
        rows = self._db.execute(
            f"select squeezed, name, segment, refs from name where segment in ({self._segments()})"
            " and squeezed = ?",
            (encoded(squeezed),),
        )
        return _named(rows)

    def prefix(self, squeezed: str) -> list[Named]:
        """Every name whose squeezed form begins so, itself included."""
        start = encoded(squeezed)
        rows = self._db.execute(
            f"select squeezed, name, segment, refs from name where segment in ({self._segments()})"
            " and squeezed >= ? and squeezed < ?",
            (start, start + b"\xff"),
        )
        return _named(rows)

    def all_names(self) -> Iterator[Named]:
        """Every name of the cache, by segment; a name may come several times."""
        for row in self._db.execute("select squeezed, name, segment, refs from name"):
            yield from _named([row])

    def parts(self, stem: str) -> Postings:
        """Symbols whose names have a part with this stem."""
        return self._postings("part", "Q", stem)

    def terms(self, stem: str) -> Postings:
        """Blobs that hold a word with this stem, with its weights."""
        return self._postings("term", "I", stem)

    def sites(self, name: str) -> list[Sites]:
        """Where links have exactly this name, and imports this alias, by segment."""
        rows = self._db.execute(
            f"select segment, refs from site where segment in ({self._segments()}) and name = ?",
            (encoded(name),),
        )
        return [Sites(segment, array("Q", refs)) for segment, refs in rows]

    def _postings(self, table: str, code: str, stem: str) -> Postings:
        rows = self._db.execute(
            f"select segment, refs from {table} where segment in ({self._segments()}) and stem = ?",
            (encoded(stem),),
        )
        return [(segment, array(code, refs)) for segment, refs in rows]

    def path_words(self, stem: str) -> list[tuple[int, int]]:
        """(file number, weight) of the paths that hold a word with this stem."""
        query = "select file, weight from path_word where stem = ?"
        return self._db.execute(query, (encoded(stem),)).fetchall()

    def vocabulary(self, least: int, most: int) -> list[str]:
        """The stems of `least` to `most` bytes that names and paths may hold."""
        # As one value: hundreds of thousands of rows take three times as long.
        row = self._db.execute(
            "select cast(group_concat(stem, char(10)) as blob) from vocabulary"
            " where length(stem) between ? and ?",
            (least, most),
        ).fetchone()
        return row[0].decode("utf-8", "replace").split("\n") if row[0] else []

    def file(self, path: bytes) -> FileRow | None:
        row = self._db.execute(f"{_FILE} where path = ?", (path,)).fetchone()
        return FileRow(*row) if row else None

    def files(self) -> Iterator[FileRow]:
        """Every file of the tree that has a record, by path."""
        return map(FileRow._make, self._db.execute(f"{_FILE} order by path"))

    def paths(self) -> Iterator[bytes]:
        """Every path of the tree, those without a record included, in no order."""
        query = (
            "select path from file union all select path from skipped"
            " union all select path from missing"
        )
        return (row[0] for row in self._db.execute(query))

    def files_under(self, folder: bytes) -> list[FileRow]:
        """Files whose path begins with `folder` and a slash."""
        rows = self._db.execute(
            f"{_FILE} where path > ? and path < ?", (folder + b"/", folder + b"0")
        )
        return [FileRow(*row) for row in rows]

    def holds(self, path: bytes, folder: bool) -> bool:
        """Whether anything is at a path of the tree, with a record or without: a folder, or unless
        `folder` is asked for, a file.  The empty path is the tree itself."""
        first, last = (path + b"/", path + b"0") if path else (b"", b"\xff" * 8)
        file = path if not folder else first
        return any(
            self._db.execute(
                f"select 1 from {table} where path = ? or (path > ? and path < ?) limit 1",
                (file, first, last),
            ).fetchone()
            for table in ("file", "skipped", "missing")
        )

    def files_named(self, base: bytes) -> list[FileRow]:
        """Files whose name begins with `base`, ASCII case aside."""
        start = base_name(base)
        rows = self._db.execute(
            f"{_FILE} where base >= ? and base < ?", (start, start + b"\xff\xff")
        )
        return [FileRow(*row) for row in rows]

    def files_of(self, blobs: Collection[int]) -> list[FileRow]:
        """The files that hold any of these blobs."""
        if len(blobs) > len(self.uses) // 3:
            wanted = frozenset(blobs)
            return [FileRow._make(row) for row in self._db.execute(_FILE) if row[1] in wanted]
        return [FileRow(*row) for row in self._batched(f"{_FILE} where blob in ", list(blobs))]

    def files_numbered(self, numbers: Collection[int]) -> list[tuple[int, FileRow]]:
        query = "select id, path, blob, rank, marks from file where id in "
        return [(row[0], FileRow(*row[1:])) for row in self._batched(query, list(numbers))]

    def blobs(self, numbers: Collection[int]) -> dict[int, BlobRow]:
        rows = self._batched(f"{_BLOB} where id in ", list(numbers))
        return {row[0]: BlobRow(*row) for row in rows}

    def skipped(self) -> list[tuple[bytes, str]]:
        return self._db.execute("select path, reason from skipped order by reason, path").fetchall()

    def skipped_reason(self, path: bytes) -> str:
        query = "select reason from skipped where path = ?"
        row = self._db.execute(query, (path,)).fetchone()
        return row[0] if row else ""

    def oid_at(self, path: bytes) -> Oid | None:
        """The blob that the tree has at an indexed path."""
        query = "select oid from file join blob on blob.id = file.blob where path = ?"
        row = self._db.execute(query, (path,)).fetchone()
        return row[0] if row else None

    def missing(self) -> list[bytes]:
        return [row[0] for row in self._db.execute("select path from missing order by path")]

    def missing_records(self) -> list[tuple[bytes, bytes, Oid]]:
        """(path, key of the extractor, blob) of each file that has no record, by path."""
        return self._db.execute("select path, key, oid from missing order by path").fetchall()

    def missing_oids(self, limit: int) -> list[Oid]:
        """Blobs that have no record, at most `limit` of them."""
        rows = self._db.execute("select oid from missing limit ?", (limit,))
        return [row[0] for row in rows]

    def leading(self, blobs: Collection[int]) -> Iterator[tuple[int, Sequence[Link]]]:
        """The imports and doc-links of these blobs; those without any are left out."""
        if len(blobs) > len(self.uses) // 4:
            rows: Iterable[tuple[Any, ...]] = self._db.execute("select blob, links from leading")
        else:
            rows = self._batched("select blob, links from leading where blob in ", list(blobs))
        for blob, links in rows:
            if blob in blobs:
                yield blob, unpack(links)

    def indexed(self) -> list[tuple[bytes, int, str]]:
        """(path, blob, language) of every file of the tree that has a record, in no order."""
        return self._db.execute(
            "select path, blob, lang from file join blob on blob.id = file.blob"
        ).fetchall()

    def sized(self) -> list[tuple[bytes, str, int, int]]:
        """(path, language, symbols, rank) of every file of the tree that has a record."""
        return self._db.execute(
            "select path, lang, symbols, rank from file join blob on blob.id = file.blob"
        ).fetchall()

    def graph(self, resolver: str) -> Kept | None:
        """The graph of files, as it was made last."""
        return load(self._db, resolver)

    def has_graph(self, resolver: str) -> bool:
        """Whether `graph` is of the tree as it is."""
        return is_current(self._db, resolver)

    def survey(self, family: str, maker: str) -> bytes | None:
        """What `maker` found out of the tree as it is."""
        return surveys.load(self._db, family, maker)

    def state(self) -> tuple[object, object]:
        """What the tables hold; changes with them."""
        return state(self._db)

    def count(self, table: str) -> int:
        return int(self._db.execute(f"select count(*) from {table}").fetchone()[0])

    def languages(self) -> list[tuple[str, int]]:
        """(language, files), most files first."""
        return self._db.execute(
            "select lang, count(*) from file join blob on blob.id = file.blob"
            " group by lang order by 2 desc, 1"
        ).fetchall()

    def marked(self, mark: str) -> list[bytes]:
        """Paths of the files whose records have the mark, sorted."""
        rows = self._db.execute(
            "select path from file join blob on blob.id = file.blob"
            " where ' ' || blob.marks || ' ' like ? order by path",
            [f"% {mark} %"],
        )
        return [path for (path,) in rows]

    def _segments(self) -> str:
        """All segments, spelled out: SQLite then seeks in each of them."""
        return ",".join(map(str, range(self._last + 1)))

    def _batched(self, query: str, values: list[int]) -> Iterator[tuple[Any, ...]]:
        for at in range(0, len(values), _BATCH):
            batch = values[at : at + _BATCH]
            yield from self._db.execute(f"{query}({','.join('?' * len(batch))})", batch)


def _named(rows: Iterable[tuple[bytes, bytes, int, bytes]]) -> list[Named]:
    return [
        Named((name or squeezed).decode("utf-8", "surrogateescape"), segment, array("Q", refs))
        for squeezed, name, segment, refs in rows
    ]
