"""Filling a cache from the records of a snapshot, and following the tree afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.refs import SEGMENT_BITS
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
from uindex.cache.segment import Segment
from uindex.cache.words import Stems
from uindex.errors import RecordError
from uindex.record import Record, decode

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from uindex.git.oid import Oid
    from uindex.snapshot import File

_MOST_USES = 255
# SQLite's || makes text of two blobs, so the result is made a blob again.
_APPEND = "on conflict do update set refs = cast(refs || excluded.refs as blob)"


class Wanted(NamedTuple):
    """A file of the new tree, and the oid of its record (None: there is none)."""

    file: File
    record: Oid | None


class Writer:
    """Changes to one cache, inside the caller's transaction; `close` writes what is left.

    `read` returns the bytes of many records in order (None where an object is not here).
    """

    def __init__(
        self,
        connection: Connection,
        read: Callable[[Sequence[Oid]], Iterator[bytes | None]],
        bulk: bool = False,
    ) -> None:
        self._db = connection
        self._read = read
        self._stems = Stems()
        self._bulk = bulk
        self._segment = Segment(self._stems)
        self._number = -1
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
        for file, record in wanted:
            if record is not None and (file.oid, file.key) not in known:
                new.setdefault((file.oid, file.key), record)
        known.update(self._put_blobs(new))
        for file, _ in wanted:
            blob = known.get((file.oid, file.key))
            if blob is None:
                self._db.execute(
                    "insert or replace into missing values (?, ?, ?, ?)",
                    (file.path, file.oid, file.key, " ".join(file.marks)),
                )
            else:
                self._put_file(file, blob)

    def close(self) -> None:
        """Write postings and arrays that are still in memory."""
        self._flush()
        set_meta(self._db, "uses", bytes(self._uses))
        set_meta(self._db, "lengths", self._lengths.tobytes())
        for name, value in zip(Sums._fields, self._sums, strict=True):
            set_meta(self._db, f"sum {name}", value)

    def _known(self, wanted: Sequence[Wanted]) -> dict[tuple[Oid, bytes], int]:
        """The numbers of blobs that have rows, used or not."""
        if self._bulk:
            return {}
        query = "select id from blob where oid = ? and key = ?"
        found = {}
        for file, _ in wanted:
            row = self._db.execute(query, (file.oid, file.key)).fetchone()
            if row:
                found[file.oid, file.key] = int(row[0])
        return found

    def _put_blobs(self, new: dict[tuple[Oid, bytes], Oid]) -> dict[tuple[Oid, bytes], int]:
        numbers = {}
        for (name, record_oid), data in zip(
            new.items(), self._read(list(new.values())), strict=True
        ):
            record = self._decoded(name, data)
            if record is not None:
                numbers[name] = self._put_blob(name, record_oid, record)
        return numbers

    def _decoded(self, name: tuple[Oid, bytes], data: bytes | None) -> Record | None:
        if data is None:
            return None
        try:
            return decode(data)
        except RecordError:
            # The caller finds it among the missing; a build makes it again.
            return None

    def _put_blob(self, name: tuple[Oid, bytes], record_oid: Oid, record: Record) -> int:
        number = len(self._uses)
        if number >> SEGMENT_BITS != self._number:
            self._flush()
            self._number = number >> SEGMENT_BITS
        lengths = self._segment.add(number, record)
        marks = " ".join(record.marks)
        self._db.execute(
            "insert into blob values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                number, name[0], name[1], record_oid, record.lang, record.skip, marks,
                len(record.symbols), *lengths,
            ),
        )  # fmt: skip
        self._uses.append(0)
        self._lengths.extend(lengths)
        return number

    def _put_file(self, file: File, blob: int) -> None:
        row = self._db.execute(
            "select marks, symbols, names, docs, body, skip from blob where id = ?", (blob,)
        ).fetchone()
        *sums, reason = row[1:]
        if reason:
            self.skip([(file.path, reason)])
            return
        marks = (*file.marks, *row[0].split())
        cursor = self._db.execute(
            "insert into file(path, base, blob, rank, marks) values (?, ?, ?, ?, ?)",
            (file.path, base_name(file.path), blob, rank_of(marks), " ".join(marks)),
        )
        number = cursor.lastrowid
        words = path_stems(file.path)
        self._db.executemany(
            "insert into path_word values (?, ?, ?)",
            [(word.encode(), number, weight) for word, weight in words.items()],
        )
        self._add_vocabulary(words)
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
            [(word.encode(), row[0]) for word in path_stems(path)],
        )
        self._count(row[1], row[2:], -1)

    def _count(self, blob: int, sums: Sequence[int], sign: int) -> None:
        """Keep `uses` and the sums right; above 254 uses the exact number is counted anew."""
        uses = self._uses[blob] + sign
        if self._uses[blob] == _MOST_USES or uses == _MOST_USES:
            query = "select count(*) from file where blob = ?"
            uses = min(self._db.execute(query, (blob,)).fetchone()[0], _MOST_USES)
        self._uses[blob] = uses
        for position, value in enumerate((1, *sums)):
            self._sums[position] += sign * value

    def _flush(self) -> None:
        """Append the segment's postings to its rows."""
        segment, number = self._segment, self._number
        if not segment.terms and not segment.names:
            return
        self._db.executemany(
            f"insert into name values (?, ?, ?, ?) {_APPEND}",
            _name_rows(number, segment.names),
        )
        for table, postings in (("part", segment.parts), ("term", segment.terms)):
            self._db.executemany(
                f"insert into {table} values (?, ?, ?) {_APPEND}",
                _stem_rows(number, postings),
            )
        self._add_vocabulary(segment.parts)
        self._segment = Segment(self._stems)

    def _add_vocabulary(self, stems: Iterable[str]) -> None:
        self._db.executemany(
            "insert or ignore into vocabulary values (?)", [(encoded(word),) for word in stems]
        )


def _name_rows(
    number: int, names: dict[str, array[int]]
) -> Iterator[tuple[int, bytes, bytes, bytes]]:
    """A name that is its own squeezed form is stored as an empty one."""
    for key in sorted(names):
        squeezed, _, name = encoded(key).partition(b"\n")
        yield number, squeezed, b"" if name == squeezed else name, names[key].tobytes()


def _stem_rows(number: int, postings: dict[str, array[int]]) -> Iterator[tuple[int, bytes, bytes]]:
    for word in sorted(postings):
        yield number, encoded(word), postings[word].tobytes()
