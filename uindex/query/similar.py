"""How near what is embedded is to a question, by direction alone.

Of a file two things count: its nearest unit, and half of what it is about as a whole, the direction
of all its units together.  A large file has something that is near to any question; that its other
units are near, too, tells it from one that is there for what was asked.

The question is embedded once, and compared with every vector of the tree: half a million of them
take 0.1 s.  Cosines are rounded before they count, so that the last digits of floats, in which
machines differ, decide nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uindex.cache import vectors
from uindex.cache.schema import OperationalError
from uindex.embed.quantised import numpy
from uindex.embed.settings import opened, wanted
from uindex.embed.text import question
from uindex.errors import NotEmbedded

if TYPE_CHECKING:
    from uindex.cache.schema import Connection
    from uindex.embed.settings import Model, Settings
    from uindex.git.objects import Objects
    from uindex.git.repository import Repository

DIGITS = 4
"""Of a cosine that count."""
LEXICAL = "this answer is lexical"
WHOLE = 0.5
"""How much the whole of a file counts beside its nearest unit."""
_CHUNK = 1 << 11
"""Vectors that are floats at a time: few enough for the processor's cache, and for one thread; on a
busy machine more take ten times as long."""


class Nearness:
    """How near the blobs of a tree are to one question."""

    def __init__(self, blobs: Any, best: Any, at: list[tuple[Any, Any, Any]]) -> None:
        self._blobs = blobs
        self._best = best
        self._places = at
        self._by_blob: dict[int, float] = dict(zip(blobs.tolist(), best.tolist(), strict=True))
        self.median = round(float(numpy().median(best)), DIGITS)
        """Of all blobs: what is nearer says something."""

    def of(self, blob: int) -> float:
        """How near a blob is, from about 0 to 1.5; the median where it has no vectors."""
        return self._by_blob.get(blob, self.median)

    def nearest(self, count: int) -> list[int]:
        """The nearest blobs: at least `count` where there are as many, and all that tie with the
        last of these."""
        if len(self._blobs) <= count:
            return list(self._by_blob)
        least = numpy().partition(self._best, -count)[-count]
        found: list[int] = self._blobs[self._best >= least].tolist()
        return found

    def unit(self, blob: int) -> int:
        """The position of the nearest unit of a blob, the first of several; -1 where it has
        none."""
        for numbers, (starts, counts), (units, cosines) in self._places:
            for at in (numbers == blob).nonzero()[0].tolist():
                if counts[at]:
                    piece = slice(int(starts[at]), int(starts[at] + counts[at]))
                    return int(units[piece][cosines[piece].argmax()])
        return -1


class Similarity:
    """The vectors of one tree, and the model that they are of, opened when they are needed."""

    def __init__(self, settings: Settings, connection: Connection) -> None:
        self._settings = settings
        self._connection = connection
        self._model: Model | None = None
        self._rows: list[vectors.Row] | None = None
        self.problem = ""
        """Why a question could not be embedded; then no further one is tried."""

    def ask(self, text: str) -> Nearness | None:
        """None where there is nothing to compare, or the model cannot be had: `problem` says."""
        if self.problem:
            return None
        try:
            if self._rows is None:
                self._rows = list(vectors.rows(self._connection))
            if not self._rows:
                self.problem = f"nothing is embedded yet, run git uindex build; {LEXICAL}"
                return None
            if self._model is None:
                self._model = opened(self._settings, patient=False)
            asked = self._model.embed([question(text)])[0]
        except NotEmbedded as fault:
            self.problem = f"{fault}; {LEXICAL}"
            return None
        found = _nearness(self._rows, asked, vectors.uses(self._connection))
        widths = {row.dimensions for row in self._rows if row.dimensions}
        if found is None and widths and len(asked) not in widths:
            had = " or ".join(map(str, sorted(widths)))
            what = f"what is embedded has {had} dimensions, the model gives {len(asked)} now"
            self.problem = f"{what}; {LEXICAL}"
        return found

    def close(self) -> None:
        if self._model is not None:
            self._model.close()
            self._model = None


def prepared(
    repo: Repository, objects: Objects, connection: Connection
) -> tuple[Similarity | None, str]:
    """The vectors of the tree of a cache, taken over from the index where they are not in the cache
    yet, and a line about what is in the way.  None where the configuration asks for none."""
    try:
        settings = wanted(repo.config)
        if settings is None:
            return None, ""
        if not vectors.is_whole(connection, settings.model):
            from uindex.query.embedding import bring  # reads the index ref: once for each tree

            bring(repo, objects, connection, settings.model)
    except (NotEmbedded, OperationalError) as fault:  # the latter of a cache that is read only
        return None, f"{fault}; {LEXICAL}"
    return Similarity(settings, connection), ""


def _nearness(rows: list[vectors.Row], asked: Any, uses: bytes) -> Nearness | None:
    np = numpy()
    length = float(np.linalg.norm(asked))
    used = np.frombuffer(uses, np.uint8)
    if not length:
        return None
    blobs, best, places = [], [], []
    for row in rows:
        if row.dimensions != len(asked):
            continue  # nothing of it is embedded, or by a server that was another one then
        cosines = _cosines(row, (asked / length).astype(np.float32))
        numbers, counts = np.array(row.blobs), np.array(row.counts, np.int64)
        starts = np.cumsum(counts) - counts
        places.append((numbers, (starts, counts), (np.array(row.units), cosines)))
        full = np.flatnonzero((counts > 0) & (used[numbers] > 0))
        filled = np.flatnonzero(counts > 0)
        found = np.zeros(len(numbers), np.float32)
        if len(filled):
            sums = np.maximum(np.array(row.sums, np.float32)[filled], 1e-6)
            found[filled] = np.maximum.reduceat(cosines, starts[filled])
            found[filled] += WHOLE * np.add.reduceat(cosines, starts[filled]) / sums
        blobs.append(numbers[full])
        best.append(found[full])
    if not blobs or not sum(map(len, blobs)):
        return None
    rounded = np.round(np.concatenate(best).astype(np.float64), DIGITS)
    return Nearness(np.concatenate(blobs), rounded, places)


def _cosines(row: vectors.Row, asked: Any) -> Any:
    """Of each vector of a row; 0 for one without a direction."""
    np = numpy()
    matrix = np.frombuffer(row.data, np.int8).reshape(-1, row.dimensions)
    found = np.empty(len(matrix), np.float32)
    floats = np.empty((min(_CHUNK, len(matrix)), row.dimensions), np.float32)
    for at in range(0, len(matrix), _CHUNK):
        piece = matrix[at : at + _CHUNK]
        np.copyto(floats[: len(piece)], piece)
        np.dot(floats[: len(piece)], asked, out=found[at : at + _CHUNK])
    norms = np.array(row.norms, np.float32)
    return found / np.where(norms > 0, norms, 1)
