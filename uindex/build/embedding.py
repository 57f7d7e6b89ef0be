"""Embedding what the index has records of, and no vectors.

A team embeds each blob once: what came by a fetch is here already.  Vectors go into the index a
piece at a time, so a build that is interrupted, or whose server goes away, keeps what it has.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from uindex.embed.quantised import quantised
from uindex.embed.settings import HTTP, opened
from uindex.embed.text import texts
from uindex.embed.vectors import Vectors, encode
from uindex.embed.vectors import decode as decode_vectors
from uindex.errors import NotEmbedded, RecordError
from uindex.git.objects import open_objects
from uindex.record import MAX_RECORD, decode
from uindex.store.branch import Branch
from uindex.store.layout import VectorName
from uindex.store.publish import Batch, publish

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from uindex.embed.settings import Model, Settings
    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.record import Record
    from uindex.store.layout import RecordName
    from uindex.store.publish import Source

    Item = tuple[VectorName, bytes]

PIECE_SECONDS = 20.0
"""What a build that is killed loses at most."""
TEXTS = 2048
"""Texts that are handed to a model at once, some more where a record has many: enough for a local
one to be fast; a server is asked for fewer at a time."""
_BULK = 400
"""Records from which on reading them through libgit2 is faster than its import is slow."""


class Embedded(NamedTuple):
    """What was done."""

    blobs: int = 0
    """That have vectors now and had none."""
    texts: int = 0
    lacking: int = 0
    """Blobs that still have none."""
    problem: str = ""
    """Why, if anything was in the way."""

    def plus(self, other: Embedded) -> Embedded:
        """Of both."""
        return Embedded(
            self.blobs + other.blobs,
            self.texts + other.texts,
            self.lacking + other.lacking,
            self.problem or other.problem,
        )


def embed(
    repo: Repository,
    objects: Objects,
    settings: Settings,
    names: Collection[RecordName],
    sources: Sequence[Source] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Embedded:
    """Give vectors to those of `names` that have a record in the index and no vectors there.

    `sources` are the commits that they are of.  That the model cannot be had is no fault of a
    build: `problem` tells.  RaceLost if others kept writing to the index.
    """
    branch = Branch.open(repo, objects)
    present = branch.vectors(settings.model, names)
    records = branch.blobs([name for name in names if name not in present])
    if not records:
        return Embedded()
    try:
        model = opened(settings, patient=True)
    except NotEmbedded as fault:
        return Embedded(lacking=len(records), problem=str(fault))
    try:
        with open_objects(repo, bulk=len(records) > _BULK) as bulk:
            work = _Work(model, settings.model, records, bulk, progress)
            if settings.kind == HTTP and not settings.dimensions:  # then a server may give others
                work.width = _width(branch.vectors_of(settings.model), bulk)
            while work.left:
                branch, _ = publish(branch, Batch((), vectors=work.piece(), sources=sources))
    finally:
        model.close()
    return Embedded(work.done, work.texts, len(records) - work.done, work.problem)


class _Work:
    """The records that are to be embedded, in pieces."""

    def __init__(
        self,
        model: Model,
        name: bytes,
        records: Mapping[RecordName, Oid],
        objects: Objects,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self.done = self.texts = 0
        self.problem = ""
        self.left = True
        """Whether there is another piece."""
        self.width = 0
        """Dimensions of what is there already; 0 where nothing is."""
        self._model = model
        self._name = name
        self._total = len(records)
        self._decoded = _decoded(records, objects)
        self._progress = progress

    def piece(self) -> Iterator[Item]:
        """What is embedded within PIECE_SECONDS; it ends early where the model fails."""
        end = time.monotonic() + PIECE_SECONDS
        while self.left:
            try:
                yield from self._embedded(self._group())
            except NotEmbedded as fault:
                self.problem, self.left = str(fault), False
            if time.monotonic() >= end:
                return

    def _group(self) -> list[tuple[RecordName, list[tuple[int, str]]]]:
        """The next records that have TEXTS texts between them."""
        group = []
        count = 0
        for name, record in self._decoded:
            found = texts(record)
            group.append((name, found))
            count += len(found)
            if count >= TEXTS:
                return group
        self.left = False
        return group

    def _embedded(self, group: list[tuple[RecordName, list[tuple[int, str]]]]) -> Iterator[Item]:
        flat = [text for _, found in group for _, text in found]
        rows = quantised(self._model.embed(flat))
        if flat:
            self._hold_to(rows.shape[1])
        self.texts += len(flat)
        at = 0
        for name, found in group:
            mine = rows[at : at + len(found)]
            at += len(found)
            vectors = Vectors(0, (), b"")
            if found:
                vectors = Vectors(mine.shape[1], [unit for unit, _ in found], mine.tobytes())
            yield VectorName(self._name, *name), encode(vectors)
            self.done += 1
        if self._progress is not None:
            self._progress(self.done, self._total)

    def _hold_to(self, width: int) -> None:
        """One folder has vectors of one length: a server may give others under the same name."""
        if self.width not in (0, width):
            raise NotEmbedded(
                f"the model gives {width} dimensions now, what is in the index has {self.width};"
                " set uindex.embedDimensions, or another uindex.embedModel"
            )
        self.width = width


def _width(blobs: Iterable[Oid], objects: Objects) -> int:
    """The dimensions of vectors that are there; 0 where there are none."""
    for blob in blobs:
        try:
            found = decode_vectors(objects.read(blob) or b"").dimensions
        except RecordError:
            continue
        if found:
            return found
    return 0


def _decoded(
    records: Mapping[RecordName, Oid], objects: Objects
) -> Iterator[tuple[RecordName, Record]]:
    """The records that are readable: one that is not is made again by the next build."""
    contents = objects.read_many(records.values(), MAX_RECORD)
    for name, data in zip(records, contents, strict=True):
        try:
            yield name, decode(data or b"")
        except RecordError:
            continue
