"""What being near to a question is worth to the files that may answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.query import rank
from uindex.query.corpus import FIRST_OVERLAY
from uindex.query.parse import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uindex.cache.reader import FileRow
    from uindex.query.corpus import Corpus
    from uindex.query.parse import Query
    from uindex.query.similar import Nearness

    Keep = Callable[[FileRow], bool]

_MOST = 30
"""Files without any of the words that are looked at."""
_LEAST = 0.5
"""Of the way from the usual to the nearest file such a one must be: something is always nearest."""

_POWER = 3
"""By which the share of a question that the words leave open counts: while they say most of what
is asked, a direction has hardly a say, for it confuses what is alike with what is meant."""


class Nearby:
    """How near files are to one question."""

    def __init__(self, corpus: Corpus, nearness: Nearness, left_open: float) -> None:
        self._corpus = corpus
        self._nearness = nearness
        self._left_open = left_open

    def wordless(self, keep: Keep, paths: set[bytes]) -> list[FileRow]:
        """The nearest files that may answer and are not among `paths`, those that have words."""
        if not self._left_open:
            return []
        rows: list[FileRow] = []
        count = _MOST
        while len(rows) < _MOST:
            blobs = self._nearness.nearest(count)
            found = self._corpus.files_of(blobs)
            rows = [row for row in found if row.path not in paths and keep(row)]
            if len(blobs) < count:
                break  # that were all
            count *= 10  # a filter left few: look further
        rows.sort(key=lambda row: (-self._cosine(row), row.path))
        values = self._values([self._cosine(row) for row in rows])
        near = [row for row, value in zip(rows, values, strict=True) if value >= _LEAST]
        return near[:_MOST]

    def features(self, rows: Sequence[FileRow]) -> list[float]:
        """The feature of each file, times what the words leave open: where a file holds all of the
        words, they say better what is meant than a direction does."""
        return [self._left_open * one for one in self._values([self._cosine(row) for row in rows])]

    def unit(self, row: FileRow) -> int:
        """The position of the nearest unit of a file, -1 where that is not known."""
        return self._nearness.unit(row.blob)

    def _values(self, cosines: Sequence[float]) -> list[float]:
        best = max(cosines, default=0.0)
        return [rank.near(cosine, self._nearness.median, best) for cosine in cosines]

    def _cosine(self, row: FileRow) -> float:
        """Of a file; that of the indexed one where it is uncommitted."""
        if row.blob < FIRST_OVERLAY or self._corpus.reader is None:
            return self._nearness.of(row.blob)
        indexed = self._corpus.reader.file(row.path)
        return self._nearness.median if indexed is None else self._nearness.of(indexed.blob)


def nearby(corpus: Corpus, query: Query, best_share: float) -> Nearby | None:
    """None where nothing is known of it.  `best_share` is the share of the question's weight that
    some file holds.  One identifier asks for that name, and for nothing that is like it."""
    if corpus.similar is None or (query.mode != WORDS and query.idents):
        return None
    nearness = corpus.similar.ask(query.text)
    return (
        None
        if nearness is None
        else Nearby(corpus, nearness, (1.0 - min(1.0, best_share)) ** _POWER)
    )
