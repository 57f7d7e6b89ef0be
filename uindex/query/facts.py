"""A view as resolvers ask it: the tree with what is uncommitted in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.cache.refs import unpack_symbol
from uindex.cache.words import squeeze
from uindex.query.corpus import FIRST_OVERLAY
from uindex.query.results import path_text
from uindex.resolve.model import Place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from uindex.cache.reader import FileRow
    from uindex.query.view import View
    from uindex.record import Link, Record

# Records read at once.
_BATCH = 500


def path_bytes(path: str) -> bytes:
    return path.encode("utf-8", "surrogateescape")


class ViewSource:
    """A `resolve.facts.Source` of a view."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._corpus = view.corpus
        self._hidden = {one.path for one in self._corpus.overlay}
        if view.worktree is not None:
            self._hidden |= view.worktree.deleted()
        self._rows: dict[str, FileRow | None] = {}
        self._named: dict[str, Sequence[Place]] = {}
        self._lang: dict[str, str] = {}
        self.unread = False
        """Whether a text was asked for that is not here, as in a partial clone."""

    def paths(self) -> Iterator[str]:
        reader = self._corpus.reader
        for path in reader.paths() if reader else ():
            if path not in self._hidden:
                yield path_text(path)
        for one in self._corpus.overlay:
            yield path_text(one.path)

    def row(self, path: str) -> FileRow | None:
        """The file as it is now; None where it is not indexed or not there any more."""
        if path not in self._rows:
            raw = path_bytes(path)
            row = self._corpus.overlaid(raw) if raw in self._hidden else None
            if raw not in self._hidden and self._corpus.reader:
                row = self._corpus.reader.file(raw)
            self._rows[path] = row
        return self._rows[path]

    def met(self, row: FileRow, path: str, lang: str) -> None:
        """Remember a file that was read together with others."""
        self._rows[path] = row
        self._lang[path] = lang

    def rows_of(self, blobs: Collection[int]) -> list[FileRow]:
        """The files that hold any of these blobs now, in no order."""
        return [
            row
            for row in self._corpus.files_of(blobs)
            if row.blob >= FIRST_OVERLAY or row.path not in self._hidden
        ]

    def files(self) -> list[FileRow]:
        """Every indexed file as it is now, by path."""
        reader = self._corpus.reader
        rows = [row for row in reader.files() if row.path not in self._hidden] if reader else []
        rows += [row for path in self._hidden if (row := self._corpus.overlaid(path))]
        return sorted(rows, key=lambda row: row.path)

    def record(self, path: str) -> Record | None:
        row = self.row(path)
        return self._corpus.records([row.blob], words=False).get(row.blob) if row else None

    def records(self, rows: Sequence[FileRow]) -> Iterator[tuple[FileRow, Record]]:
        """The records of many files, read in batches."""
        for at in range(0, len(rows), _BATCH):
            batch = rows[at : at + _BATCH]
            records = self._corpus.records((row.blob for row in batch), words=False)
            for row in batch:
                self._rows[path_text(row.path)] = row
                if row.blob in records:
                    yield row, records[row.blob]

    def imports(self, path: str) -> Sequence[Link]:
        row = self.row(path)
        if row is None:
            return ()
        if row.blob < FIRST_OVERLAY and self._corpus.reader:
            known = self._corpus.reader.leading([row.blob])
            return [link for _, links in known for link in links if link.kind == "import"]
        record = self.record(path)
        return [link for link in record.links if link.kind == "import"] if record else ()

    def lang(self, path: str) -> str:
        known = self._lang.get(path)
        if known is None:
            row = self.row(path)
            known = self._corpus.langs([row.blob]).get(row.blob, "") if row else ""
            self._lang[path] = known
        return known

    def named(self, name: str) -> Sequence[Place]:
        if name not in self._named:
            self._named[name] = self._find(name)
        return self._named[name]

    def _find(self, name: str) -> list[Place]:
        places: dict[int, list[int]] = {}
        for named in self._corpus.exact(squeeze(name)):
            if named.name == name:
                for ref in named.refs:
                    symbol = unpack_symbol(named.segment, ref)
                    if self._corpus.uses(symbol.blob):
                        places.setdefault(symbol.blob, []).append(symbol.at)
        return sorted(
            Place(path_text(row.path), at)
            for row in self.rows_of(places)
            for at in places[row.blob]
        )

    def count(self, name: str) -> int:
        """How many links have exactly this name, about."""
        return sum(len(one.refs) for one in self._corpus.sites(name))

    def text(self, path: str) -> str | None:
        raw = path_bytes(path)
        data = None
        if self._view.worktree is not None:
            data = self._view.worktree.data_now(raw)
        row = self.row(path)
        if data is None and row is not None:
            self._corpus.records([row.blob])
            data = self._view.objects.read(self._corpus.oid(row.blob))
            self.unread |= data is None
        return None if data is None else data.decode("utf-8", "replace")
