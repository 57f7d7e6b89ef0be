"""The vectors of the blobs of a cache: taken over from the index ref, in rows of many blobs.

A row is written once and never changed, so what a commit brings costs as much as it brings.  Blobs
that are not in the tree any more keep theirs, as they keep their postings: `uses` tells.  Rows of
another model than the one that is asked for are dropped.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, NamedTuple

from uindex.cache.rows import load_uses, meta_bytes
from uindex.cache.schema import meta, set_meta
from uindex.embed.quantised import numpy
from uindex.embed.vectors import MAX_VECTORS, decode, fault
from uindex.store.layout import RecordName

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from uindex.cache.schema import Connection
    from uindex.git.oid import Oid
    from uindex.store.branch import Branch

    Read = Callable[[Iterable[Oid], int], Iterable[bytes | None]]
    """Objects.read_many"""

_ROW_BLOBS, _ROW_BYTES = 4096, 32 << 20
"""What one row holds at most: a part of what is in memory while a question is answered."""
_BATCH = 500
_MODEL, _HELD, _WHOLE, _TRIED = "vectors model", "vectors held", "vectors whole", "vectors tried"


class Row(NamedTuple):
    """Vectors of several blobs."""

    blobs: array[int]
    counts: array[int]
    """For each blob, how many vectors it has; 0 for none."""
    units: array[int]
    """For each vector the position of its unit in the record."""
    norms: array[float]
    """For each vector its length."""
    sums: array[float]
    """For each blob the length of the sum of its vectors, each made as long as 1."""
    dimensions: int
    data: bytes


def is_whole(connection: Connection, model: bytes) -> bool:
    """Whether all blobs of the tree have their vectors here, so that nothing need be asked."""
    return meta(connection, _WHOLE) == model + _tree(connection)


def bring(connection: Connection, model: bytes, branch: Branch, read: Read) -> None:
    """Take over from the index what it has for the blobs of the tree, in the caller's transaction.
    NotEmbedded if numpy is not installed."""
    if meta(connection, _MODEL) != model:
        forget(connection)
        set_meta(connection, _MODEL, model)
    tried = _tree(connection) + (branch.tip or b"-")
    if is_whole(connection, model) or meta(connection, _TRIED) == tried:
        return
    numbered = lacking(connection, model)
    stored = branch.vectors(model, numbered.keys())
    names = [name for name in numbered if name in stored]
    group = _Group(connection)
    for name, data in zip(names, read((stored[one] for one in names), MAX_VECTORS), strict=True):
        # What is not valid is left out: `fsck` names it, and takes it out of the index.
        if data is not None and not fault(model, data):
            group.add(numbered[name], data)
    group.write()
    held = bytearray(meta_bytes(connection, _HELD).ljust(len(load_uses(connection)), b"\0"))
    for number in group.numbers:
        held[number] = 1
    set_meta(connection, _HELD, bytes(held))
    set_meta(connection, _TRIED, tried)
    if len(group.numbers) == len(numbered):
        set_meta(connection, _WHOLE, model + _tree(connection))


def forget(connection: Connection) -> None:
    """Drop all vectors, and what was noted of them."""
    connection.execute("delete from vector")
    for key in (_MODEL, _HELD, _WHOLE, _TRIED):
        set_meta(connection, key, None)


def lacking(connection: Connection, model: bytes) -> dict[RecordName, int]:
    """The blobs of the tree that have no vectors here, with their numbers."""
    uses = load_uses(connection)
    held = meta_bytes(connection, _HELD) if meta(connection, _MODEL) == model else b""
    held = held.ljust(len(uses), b"\0")
    numbers = [at for at, used in enumerate(uses) if used and not held[at]]
    found = {}
    for at in range(0, len(numbers), _BATCH):
        batch = numbers[at : at + _BATCH]
        query = f"select id, key, oid from blob where id in ({','.join('?' * len(batch))})"
        for number, key, oid in connection.execute(query, batch):
            found[RecordName(key, oid)] = number
    return found


def coverage(connection: Connection, model: bytes) -> tuple[int, int]:
    """How many blobs of the tree have vectors, and how many there are."""
    total = sum(used > 0 for used in load_uses(connection))
    return total - len(lacking(connection, model)), total


def uses(connection: Connection) -> bytes:
    """By blob number: how many paths of the tree hold it."""
    return load_uses(connection)


def rows(connection: Connection) -> Iterator[Row]:
    """All of them, in the order in which they came."""
    query = "select dimensions, data, blobs, counts, units, norms, sums from vector order by id"
    for dimensions, data, blobs, counts, units, norms, sums in connection.execute(query):
        numbers = (array("I", blobs), array("I", counts), array("I", units))
        yield Row(*numbers, array("f", norms), array("f", sums), dimensions, data)


class _Group:
    """Blobs that become a row; all of one row have as many dimensions."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._np = numpy()
        self.numbers: list[int] = []
        """Of all blobs that were added."""
        self._start()

    def _start(self) -> None:
        self._blobs: list[int] = []
        self._counts: list[int] = []
        self._units: list[int] = []
        self._pieces: list[bytes] = []
        self._size = self._dimensions = 0

    def add(self, number: int, data: bytes) -> None:
        vectors = decode(data)
        other = self._dimensions and vectors.dimensions not in (0, self._dimensions)
        if other or len(self._blobs) == _ROW_BLOBS or self._size > _ROW_BYTES:
            self.write()
        self._dimensions = self._dimensions or vectors.dimensions
        self._blobs.append(number)
        self._counts.append(len(vectors.units))
        self._units += vectors.units
        self._pieces.append(vectors.data)
        self._size += len(vectors.data)
        self.numbers.append(number)

    def write(self) -> None:
        """Write what was added since the last row."""
        if not self._blobs:
            return
        data = b"".join(self._pieces)
        columns: Sequence[Any] = (
            array("I", self._blobs).tobytes(),
            array("I", self._counts).tobytes(),
            array("I", self._units).tobytes(),
            *self._lengths(data),
        )
        self._connection.execute(
            "insert into vector(blobs, counts, units, norms, sums, dimensions, data)"
            " values (?, ?, ?, ?, ?, ?, ?)",
            (*columns, self._dimensions, data),
        )
        self._start()

    def _lengths(self, data: bytes) -> tuple[bytes, bytes]:
        """Of the vectors, and by blob of the sum of their directions."""
        np = self._np
        matrix = np.frombuffer(data, np.int8).reshape(-1, max(self._dimensions, 1))
        floats = matrix.astype(np.float32)
        norms = np.linalg.norm(floats, axis=1)
        floats /= np.where(norms > 0, norms, 1)[:, None]
        counts = np.array(self._counts, np.int64)
        full = np.flatnonzero(counts)
        sums = np.zeros(len(counts), np.float32)
        if len(full):
            starts = (np.cumsum(counts) - counts)[full]
            sums[full] = np.linalg.norm(np.add.reduceat(floats, starts, axis=0), axis=1)
        return norms.astype(np.float32).tobytes(), sums.tobytes()


def _tree(connection: Connection) -> bytes:
    tree = meta(connection, "tree")
    return tree if isinstance(tree, bytes) else b""
