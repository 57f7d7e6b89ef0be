"""What is searched: the cache of one tree, and over it the uncommitted files that were parsed.

Both are asked with the same words and give the same kinds of answer; nothing here ranks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.reader import FileRow, Named, Sites
from uindex.cache.refs import SEGMENT_BITS
from uindex.cache.rows import Sums, path_stems, rank_of
from uindex.cache.schema import RecordsGone
from uindex.cache.words import Stems
from uindex.errors import RecordError
from uindex.record import Link, Record, decode

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from uindex.cache.reader import Postings, Reader
    from uindex.cache.schema import Connection
    from uindex.cache.segment import Segment
    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.query.similar import Similarity

FIRST_OVERLAY = 1 << 40
"""Numbers of blobs of the overlay begin here; no cache has as many."""


class Overlaid(NamedTuple):
    """An uncommitted file, parsed."""

    path: bytes
    oid: Oid
    """What git would store for the file as it is."""
    marks: tuple[str, ...]
    record: Record


class Corpus:
    """One tree with its overlay, open for questions."""

    def __init__(
        self, reader: Reader | None, objects: Objects, overlay: Sequence[Overlaid] = ()
    ) -> None:
        self.reader = reader
        self._objects = objects
        self._records: dict[int, Record] = {}
        self._wordless: dict[int, Record] = {}
        self._oids: dict[int, Oid] = {}
        self.overlay = list(overlay)
        self.stems = Stems()
        self.unkept: Callable[[Connection], None] | None = None
        """What is to be kept in the cache once the question is answered."""
        self.notes: list[str] = []
        """What came out while the question was answered."""
        self.similar: Similarity | None = None
        """The vectors of the tree, where they were asked for and embeddings are wanted."""
        self.compared = False
        """Whether they were asked for."""
        self._segments: dict[int, Segment] = {}
        self._rows: list[FileRow] = []
        self._path_words: list[dict[str, int]] = []
        self._lengths: list[tuple[int, int, int]] = []
        sums = reader.sums if reader else Sums()
        for at, one in enumerate(self.overlay):
            sums = self._overlay_one(at, one, sums)
        self.sums = sums
        """Of the tree and the overlay together."""

    def _overlay_one(self, at: int, one: Overlaid, sums: Sums) -> Sums:
        from uindex.cache.segment import Segment  # building postings: only with an overlay

        number = FIRST_OVERLAY + at
        segment = self._segments.setdefault(number >> SEGMENT_BITS, Segment(self.stems))
        lengths = segment.add(number, one.record)
        self._lengths.append(lengths)
        self._records[number] = one.record
        self._oids[number] = one.oid
        marks = (*one.marks, *one.record.marks)
        self._rows.append(FileRow(one.path, number, rank_of(marks), " ".join(marks)))
        self._path_words.append(path_stems(one.path))
        more = (1, len(one.record.symbols), *lengths)
        return Sums(*(a + b for a, b in zip(sums, more, strict=True)))

    def exact(self, key: str) -> list[Named]:
        """Names whose squeezed form is `key`."""
        found = self.reader.exact(key) if self.reader else []
        for number, segment in self._segments.items():
            found.extend(
                Named(name, number, refs)
                for squeezed, name, refs in segment.named()
                if squeezed == key
            )
        return found

    def prefix(self, key: str) -> list[Named]:
        """Names whose squeezed form begins with `key`."""
        found = self.reader.prefix(key) if self.reader else []
        for number, segment in self._segments.items():
            found.extend(
                Named(name, number, refs)
                for squeezed, name, refs in segment.named()
                if squeezed.startswith(key)
            )
        return found

    def all_names(self) -> Iterable[Named]:
        if self.reader:
            yield from self.reader.all_names()
        for number, segment in self._segments.items():
            for _, name, refs in segment.named():
                yield Named(name, number, refs)

    def parts(self, stem: str) -> Postings:
        found = self.reader.parts(stem) if self.reader else []
        found += [(n, s.parts[stem]) for n, s in self._segments.items() if stem in s.parts]
        return found

    def terms(self, stem: str) -> Postings:
        found = self.reader.terms(stem) if self.reader else []
        found += [(n, s.terms[stem]) for n, s in self._segments.items() if stem in s.terms]
        return found

    def sites(self, name: str) -> list[Sites]:
        """Where links have exactly this name, and imports this alias."""
        found = self.reader.sites(name) if self.reader else []
        for number, segment in self._segments.items():
            refs = segment.sites(name)
            if refs:
                found.append(Sites(number, refs))
        return found

    def imports(self, blobs: Collection[int]) -> Iterator[Link]:
        """What these blobs import."""
        for blob in blobs:
            if blob >= FIRST_OVERLAY:
                links = self.overlay[blob - FIRST_OVERLAY].record.links
                yield from (link for link in links if link.kind == "import")
        if self.reader:
            for _, found in self.reader.leading(blobs):
                yield from (link for link in found if link.kind == "import")

    def path_files(self, stem: str) -> list[tuple[FileRow, int]]:
        """(file, weight) of the paths that hold a word with this stem."""
        found: list[tuple[FileRow, int]] = []
        if self.reader:
            weights = dict(self.reader.path_words(stem))
            rows = self.reader.files_numbered(weights)
            found = [(row, weights[number]) for number, row in rows]
        for row, words in zip(self._rows, self._path_words, strict=True):
            if stem in words:
                found.append((row, words[stem]))
        return found

    def vocabulary(self, least: int, most: int) -> list[str]:
        """In no order; some may come twice."""
        found = self.reader.vocabulary(least, most) if self.reader else []
        for segment in self._segments.values():
            found.extend(stem for stem in segment.parts if least <= len(stem) <= most)
        return found

    def uses(self, blob: int) -> int:
        """How many paths hold a blob; 0 for one that is not in the tree."""
        if blob >= FIRST_OVERLAY:
            return 1
        return self.reader.uses[blob] if self.reader else 0

    def uses_of(self, blobs: Sequence[int]) -> Sequence[int]:
        """`uses` of each of some blobs of one segment."""
        if blobs and blobs[0] < FIRST_OVERLAY and self.reader:
            return list(map(self.reader.uses.__getitem__, blobs))
        return [1] * len(blobs)

    def files_of(self, blobs: Collection[int]) -> list[FileRow]:
        """The files that hold any of these blobs, in no order."""
        overlaid = [blob for blob in blobs if blob >= FIRST_OVERLAY]
        found = [self._rows[blob - FIRST_OVERLAY] for blob in overlaid]
        if self.reader and len(overlaid) < len(blobs):
            wanted = blobs if not overlaid else {b for b in blobs if b < FIRST_OVERLAY}
            found += self.reader.files_of(wanted)
        return found

    def files_named(self, base: bytes) -> list[FileRow]:
        found = self.reader.files_named(base) if self.reader else []
        lower = base.lower()
        for row in self._rows:
            if row.path.rpartition(b"/")[2].lower().startswith(lower):
                found.append(row)
        return found

    def file(self, path: bytes) -> FileRow | None:
        """The file of the tree, or else of the overlay."""
        found = self.reader.file(path) if self.reader else None
        return found or self.overlaid(path)

    def holds(self, path: bytes, folder: bool) -> bool:
        """Whether the tree or the overlay has something at a path, indexed or not: a folder, or
        unless `folder` is asked for, a file."""
        if self.reader and self.reader.holds(path, folder):
            return True
        under = path + b"/"
        return any(
            (not folder and row.path == path) or row.path.startswith(under) for row in self._rows
        )

    def overlaid(self, path: bytes) -> FileRow | None:
        return next((row for row in self._rows if row.path == path), None)

    def lengths(self, blob: int) -> tuple[int, int, int]:
        """A blob's weights in all: among names, among docs, in the rest."""
        if blob >= FIRST_OVERLAY:
            return self._lengths[blob - FIRST_OVERLAY]
        if not self.reader:
            return (0, 0, 0)
        lengths, at = self.reader.lengths, 3 * blob
        return lengths[at], lengths[at + 1], lengths[at + 2]

    def langs(self, blobs: Collection[int]) -> dict[int, str]:
        """The language that each blob turned out to be."""
        found = {
            blob: self.overlay[blob - FIRST_OVERLAY].record.lang
            for blob in blobs
            if blob >= FIRST_OVERLAY
        }
        if self.reader and len(found) < len(blobs):
            rows = self.reader.blobs([blob for blob in blobs if blob < FIRST_OVERLAY])
            found.update((n, row.lang) for n, row in rows.items())
        return found

    def oid(self, blob: int) -> Oid:
        """The oid of the source blob.  `records` must have been asked for it before."""
        return self._oids[blob]

    def records(self, blobs: Iterable[int], *, words: bool = True) -> dict[int, Record]:
        """The records of these blobs; without `words` they may lack their `unit_words`, which takes
        half the time.  RecordsGone where the repository has lost one."""
        wanted = list(dict.fromkeys(blobs))
        unread = [blob for blob in wanted if blob not in self._records]
        if not words:
            unread = [blob for blob in unread if blob not in self._wordless]
        if unread and self.reader:
            rows = self.reader.blobs(unread)
            found = self._objects.read_many([rows[blob].record for blob in unread])
            into = self._records if words else self._wordless
            for blob, data in zip(unread, found, strict=True):
                record = decoded(data, words=words)
                if record is None:
                    raise RecordsGone(f"record {rows[blob].record.hex()}: gone or broken")
                self._oids[blob] = rows[blob].oid
                into[blob] = record
        others = {} if words else self._wordless
        pairs = ((blob, self._records.get(blob) or others.get(blob)) for blob in wanted)
        return {blob: record for blob, record in pairs if record is not None}

    def forget(self) -> None:
        """Let go of the records that were read; those of the overlay stay."""
        kept = {blob: record for blob, record in self._records.items() if blob >= FIRST_OVERLAY}
        self._records = kept
        self._wordless = {}


def decoded(data: bytes | None, *, words: bool = True) -> Record | None:
    """None for a record that is lost or broken: `fsck` names it, a query goes on without it."""
    if data is None:
        return None
    try:
        return decode(data, words=words)
    except RecordError:
        return None
