"""Filling a cache from the records of a snapshot, and following the tree afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.batch import Batch, Built, build
from uindex.cache.refs import SEGMENT
from uindex.cache.rows import (
    Sums,
    base_name,
    encoded,
    load_lengths,
    load_sums,
    load_uses,
    path_stems,
    rank_of,
)
from uindex.cache.schema import Connection, set_meta
from uindex.cache.words import Stems

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from uindex.cache.batch import BlobRow, Read, Sizes
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.snapshot import File

WORTH_IT = 2500
"""Records from which on the start of two processes pays: it takes 0.2 s of each."""
_SHARES = 6
"""Into how many batches the records are cut at least where processes share them."""
_MOST_USES = 255
# SQLite's || makes text of two blobs, so the result is made a blob again.
_APPEND = "on conflict do update set refs = cast(refs || excluded.refs as blob)"


class Wanted(NamedTuple):
    """A file of the new tree, and the oid of its record (None: there is none)."""

    file: File
    record: Oid | None


class Writer:
    """Changes to one cache, inside the caller's transaction; `close` writes what is left.

    `read` returns the bytes of many records in order (None where an object is not here or larger
    than it may be), `sizes` those of the blobs that they are records of.  `repo` is given where
    the tables are empty so far: then other processes may help.
    """

    def __init__(
        self,
        connection: Connection,
        read: Read,
        sizes: Sizes,
        repo: Repository | None = None,
    ) -> None:
        self._db = connection
        self._read = read
        self._sizes = sizes
        self._stems = Stems()
        self._said: set[bytes] = set()
        """Stems that are in the vocabulary."""
        self._repo = repo
        self._uses = bytearray(load_uses(connection))
        self._lengths = load_lengths(connection)
        self._sums = list(load_sums(connection))

    def drop(self, paths: Iterable[bytes]) -> None:
        """Take paths out of the tree."""
        for path in paths:
            self._drop_file(path)
            self._db.execute("delete from missing where path = ?", (path,))
            self._db.execute("delete from skipped where path = ?", (path,))

    def skip(self, skipped: Iterable[tuple[bytes, str]]) -> None:
        """Note paths that are left out on purpose."""
        self._db.executemany("insert or replace into skipped values (?, ?)", skipped)

    def put(self, wanted: Sequence[Wanted]) -> None:
        """Put files into the tree; their paths must not be in the tables."""
        known = self._known(wanted)
        new: dict[tuple[Oid, bytes], Oid] = {}
        waiting: dict[tuple[Oid, bytes], list[File]] = {}
        for file, record in wanted:
            name = file.oid, file.key
            if name in known:
                self._put_file(file, known[name], self._blob(known[name]))
            elif record is None:
                self._miss(file)
            else:
                new.setdefault(name, record)
                waiting.setdefault(name, []).append(file)
        # While other processes are at the next ones: what comes after the last blob waits for none.
        for name, number, row in self._put_blobs(new):
            for file in waiting[name]:
                if row is None:
                    self._miss(file)
                else:
                    self._put_file(file, number, row)

    def close(self) -> None:
        """Write the arrays that are still in memory."""
        set_meta(self._db, "uses", bytes(self._uses))
        set_meta(self._db, "lengths", self._lengths.tobytes())
        for name, value in zip(Sums._fields, self._sums, strict=True):
            set_meta(self._db, f"sum {name}", value)

    def _known(self, wanted: Sequence[Wanted]) -> dict[tuple[Oid, bytes], int]:
        """The numbers of blobs that have rows, used or not."""
        if self._repo is not None:
            return {}
        query = "select id from blob where oid = ? and key = ?"
        found = {}
        for file, _ in wanted:
            row = self._db.execute(query, (file.oid, file.key)).fetchone()
            if row:
                found[file.oid, file.key] = int(row[0])
        return found

    def _blob(self, number: int) -> BlobRow:
        """What the table has of a blob."""
        query = "select lang, skip, marks, symbols, names, docs, body from blob where id = ?"
        row: BlobRow = self._db.execute(query, (number,)).fetchone()
        return row

    def _miss(self, file: File) -> None:
        row = (file.path, file.oid, file.key, " ".join(file.marks))
        self._db.execute("insert or replace into missing values (?, ?, ?, ?)", row)

    def _put_blobs(
        self, new: dict[tuple[Oid, bytes], Oid]
    ) -> Iterator[tuple[tuple[Oid, bytes], int, BlobRow | None]]:
        """Number blobs and write their rows: (name, number, row) of each, None for one whose record
        is none."""
        names, records = list(new), list(new.values())
        first = len(self._uses)
        shared = self._repo is not None and len(records) >= WORTH_IT
        most = -(-len(records) // _SHARES) if shared else SEGMENT
        batches = _batches(first, records, [oid for oid, _ in names], most)
        for batch, built in zip(batches, self._built(batches, shared), strict=True):
            self._put_postings(built)
            start = batch.first - first
            for at, row in enumerate(built.blobs):
                number, name = len(self._uses), names[start + at]
                self._uses.append(0)
                self._lengths.extend(row[4:] if row else (0, 0, 0))
                if row:
                    self._db.execute(
                        "insert into blob values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        (number, *name, batch.records[at], *row),
                    )
                yield name, number, row

    def _built(self, batches: list[Batch], shared: bool) -> Iterator[Built]:
        """The rows of each batch, in order: made by other processes where there is much to do."""
        done = 0
        if shared and self._repo is not None:
            from uindex.cache.crew import build_all  # threads and all: only where it pays

            try:
                for built in build_all(self._repo, batches):
                    yield built
                    done += 1
            except EOFError:
                pass  # a child died, of memory most likely: one process needs less
        for batch in batches[done:]:
            yield build(batch, self._read, self._sizes, self._stems)

    def _put_postings(self, built: Built) -> None:
        """Append to the rows of the segment, or begin them."""
        self._db.executemany(f"insert into name values (?, ?, ?, ?) {_APPEND}", built.names)
        tables = (("part", built.parts), ("term", built.terms), ("site", built.sites))
        for table, rows in tables:
            self._db.executemany(f"insert into {table} values (?, ?, ?) {_APPEND}", rows)
        self._db.executemany("insert into leading values (?, ?)", built.leading)
        self._add_vocabulary(row[1] for row in built.parts)

    def _put_file(self, file: File, blob: int, row: BlobRow) -> None:
        _, reason, own, *sums = row
        if reason:
            self.skip([(file.path, reason)])
            return
        marks = (*file.marks, *own.split())
        cursor = self._db.execute(
            "insert into file(path, base, blob, rank, marks) values (?, ?, ?, ?, ?)",
            (file.path, base_name(file.path), blob, rank_of(marks), " ".join(marks)),
        )
        number = cursor.lastrowid
        words = path_stems(file.path)
        self._db.executemany(
            "insert into path_word values (?, ?, ?)",
            [(encoded(word), number, weight) for word, weight in words.items()],
        )
        self._add_vocabulary(map(encoded, words))
        self._count(blob, sums, 1)

    def _drop_file(self, path: bytes) -> None:
        row = self._db.execute(
            "select file.id, blob.id, symbols, names, docs, body from file join blob"
            " on file.blob = blob.id where path = ?",
            (path,),
        ).fetchone()
        if not row:
            return
        self._db.execute("delete from file where id = ?", row[:1])
        self._db.executemany(
            "delete from path_word where stem = ? and file = ?",
            [(encoded(word), row[0]) for word in path_stems(path)],
        )
        self._count(row[1], row[2:], -1)

    def _count(self, blob: int, sums: Sequence[int], sign: int) -> None:
        """Keep `uses` and the sums right; coming down from 255, uses are counted anew."""
        uses = self._uses[blob] + sign
        if sign < 0 and uses == _MOST_USES - 1:
            query = "select count(*) from file where blob = ?"
            uses = self._db.execute(query, (blob,)).fetchone()[0]
        self._uses[blob] = min(uses, _MOST_USES)
        for position, value in enumerate((1, *sums)):
            self._sums[position] += sign * value

    def _add_vocabulary(self, stems: Iterable[bytes]) -> None:
        new = set(stems).difference(self._said)  # few are: paths share their folders
        self._said |= new
        rows = [(word,) for word in sorted(new)]
        self._db.executemany("insert or ignore into vocabulary values (?)", rows)


def _batches(first: int, records: Sequence[Oid], sources: Sequence[Oid], most: int) -> list[Batch]:
    """Cut at the borders of segments, and where there are more than `most`."""
    found = []
    at = 0
    while at < len(records):
        room = min(most, SEGMENT - (first + at) % SEGMENT)
        piece = slice(at, at + room)
        found.append(Batch(first + at, list(records[piece]), list(sources[piece])))
        at += room
    return found
