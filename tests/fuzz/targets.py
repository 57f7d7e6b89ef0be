"""What reads what others wrote, and what must hold of it whatever the bytes are.

A check gives True where the input was accepted.  It raises where anything but the error that the
reader is documented to raise came out, or where something was accepted that no caller expects.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import msgpack

from tests.fuzz.mutations import mutated
from tests.fuzz.trees import TreeTarget
from tests.languages import update
from tests.test_record import harmless
from uindex.cache import schema
from uindex.cache.batch import Batch, build
from uindex.cache.reader import Reader
from uindex.cache.words import Stems
from uindex.cache.writer import Wanted, Writer
from uindex.embed import vectors
from uindex.errors import RecordError
from uindex.extract.extract import extract
from uindex.record import decode, encode, head, imports
from uindex.resolve.graph import FileGraph, Group, Row
from uindex.snapshot import File
from uindex.store import layout, manifest
from uindex.store.manifest import Count, Manifest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from random import Random

    from uindex.git.oid import Oid


class Target(NamedTuple):
    """A reader, what its inputs are made from, and what must hold of them."""

    make: Callable[[Random], bytes]
    check: Callable[[bytes], bool]


def record_seeds() -> list[bytes]:
    """The records of the samples of all languages, and the least ones."""
    found = [extract(lang, update.sample(lang).read_bytes()) for lang in update.languages()]
    return [*found, extract("text", b""), extract("text", b"\0\1"), extract("python", b"x = 1\n")]


def check_record(data: bytes) -> bool:
    """All readers of a record agree on it."""
    harmless(data)
    try:
        read = decode(data)
    except RecordError:
        with suppress(RecordError):
            head(data)
        return False
    assert head(data)[:3] == (read.lang, read.size, read.skip)
    assert head(data).partial == ("partial" in read.marks)
    own = [link for link in read.links if link.kind == "import"]
    assert imports(data) == (read.lang, own)
    texts = [read.lang, read.skip, read.doc, read.separator, *read.marks]
    for symbol in read.symbols:
        texts += [text for text in symbol if type(text) is str]
    texts += [text for link in read.links for text in link[:4]]
    texts += [word for words in read.unit_words for word in words]
    # Surfaces write text as the bytes that it was, so nothing else may be in it.
    "\n".join(texts).encode("utf-8", "surrogateescape")
    return True


MANIFESTS = [
    Manifest(b"\1" * 20, b"0f", {}, {}),
    Manifest(b"\2" * 32, b"", {"c": Count(3, 1)}, {b"a": "binary"}),
    Manifest(
        b"\3" * 20,
        b"0123456789abcdef",
        {lang: Count(number, number // 3) for number, lang in enumerate(update.languages())},
        {b"a/%d/\xff.png" % number: "too large" for number in range(10, 60)},
    ),
]


def check_manifest(data: bytes) -> bool:
    try:
        read = manifest.decode(data)
    except RecordError:
        return False
    assert manifest.decode(manifest.encode(read)) == read
    assert list(read.counts) == sorted(read.counts)
    assert list(read.skipped) == sorted(read.skipped)
    assert read.files >= 0
    assert len(read.tree) in (20, 32)
    return True


VECTORS = [
    vectors.encode(vectors.Vectors(width, units, bytes(range(width * len(units)))))
    for width, units in ((0, []), (4, [0, 1, 9, 200, 70_000]), (128, [3]))
]


def check_vectors(data: bytes) -> bool:
    try:
        found = vectors.decode(data)
    except RecordError:
        return False
    assert vectors.encode(found) == data
    assert len(found.data) == found.dimensions * len(found.units)
    assert list(found.units) == sorted(set(found.units))
    return True


PATHS = [f"p{number}/\udcff.py" for number in range(40)]


def graph_seeds() -> list[bytes]:
    groups = [
        *(Group(True, (number,)) for number in range(40)),
        Group(True, (3, 1, 2, 5)),
        Group(False, (39, 0, 1)),
        Group(False, (7, 30)),
    ]
    rows = [
        Row([number, number, 2, 900], [number % 43, 40, 41, number // 2], number % 5, number, 0)
        for number in range(40)
    ]
    empty = [Row([], [], 0, 0, 0)] * 40
    return [FileGraph(PATHS, rows, groups).encode(), FileGraph(PATHS, empty, []).encode()]


def check_graph(data: bytes) -> bool:
    try:
        graph = FileGraph.decode(data, PATHS)
    except RecordError:
        return False
    for number in range(len(PATHS)):
        row = graph.row(number)
        assert len(row.lines) == len(row.groups) >= row.imports >= 0
        assert row.external >= 0 <= row.dangling
        for edge in graph.edges(number):
            assert 0 <= edge.line < 1 << 64
            assert edge.group.files
            assert all(0 <= file < len(PATHS) for file in edge.group.files)
    files, groups = graph.imports()
    assert len(files) == len(groups)
    graph.leading_to({1, 39})
    again = FileGraph.decode(graph.encode(), PATHS)
    assert [list(again.edges(at)) for at in range(40)] == [
        list(graph.edges(at)) for at in range(40)
    ]
    return True


def path_seeds() -> list[bytes]:
    digits = [b"ab" + b"0" * 38, b"0123456789abcdef" * 4]
    oids = [bytes.fromhex(one.decode()) for one in digits]
    names = [
        name
        for oid in oids
        for name in (
            layout.RecordName(b"python-3", oid),
            layout.RecordName(b"c#-12", oid),
            layout.ManifestName(b"0f", oid),
            layout.GraphName(b"0123456789abcdef", oid),
            layout.VectorName(b"wordllama+128-1", b"c#-12", oid),
            layout.DroppedName(oid),
        )
    ]
    return [layout.FORMAT_PATH, *map(layout.path_of, names)]


def make_path(rng: Random) -> bytes:
    path = rng.choice(_PATHS)
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(path) + 1)
        more = rng.choice((b"/", b"..", b".", b"\0", b"-", b"A", b"0", b"g", b"\xff", b"\n", b"//"))
        path = path[:at] + rng.choice((more, b"")) + path[at + rng.choice((0, 0, 1, 3)) :]
    return path


def check_path(path: bytes) -> bool:
    """A path is an entry exactly where it is the path of that entry."""
    name = layout.parse(path)
    folder, _, leaf = path.rpartition(b"/")
    reader = layout.reader(folder)
    assert name == (reader(leaf) if reader is not None else None)
    if name is None:
        return False
    assert layout.path_of(name) == path
    assert all(layout.is_folder(path[:at]) for at in range(len(path)) if path[at : at + 1] == b"/")
    assert b".." not in path
    assert not {b"", b".", b".git"} & set(path.split(b"/"))
    return True


class CacheTarget:
    """Records on their way into a cache: none of them may end it, or leave rows that cannot be
    read again."""

    EACH = 200
    """Records that go into one cache."""

    def __init__(self) -> None:
        self._records: dict[Oid, bytes] = {}
        self._stems = Stems()

    def check(self, data: bytes) -> bool:
        number = len(self._records)
        self._records[number.to_bytes(20, "big")] = data
        if number + 1 == self.EACH:
            self._fill()
            self._records = {}
        built = build(
            Batch(0, [b"\0" * 20], [b"\0" * 20]),
            lambda oids, limit: [data],
            self._sizes,
            self._stems,
        )
        (row,) = built.blobs
        for column in built:
            # What a child process would send.
            packed = msgpack.packb(column, unicode_errors="surrogateescape")
            msgpack.unpackb(packed, use_list=False, unicode_errors="surrogateescape")
        assert (row is not None) == _is_record(data)
        return row is not None

    def _fill(self) -> None:
        """A cache of all that came: each is in it or counts as missing."""
        connection = schema.create(":memory:", "x")
        connection.execute("begin")
        writer = Writer(connection, self._read, self._sizes)
        files = [File(b"%d.py" % at, oid, b"python-1", ()) for at, oid in enumerate(self._records)]
        writer.put([Wanted(file, file.oid) for file in files])
        writer.close()
        connection.execute("commit")
        reader = Reader(connection)
        bad = {oid for oid, data in self._records.items() if not _is_record(data)}
        assert {oid for _, _, oid in reader.missing_records()} == bad
        skipped = len(reader.skipped())
        assert reader.sums.files + skipped + len(bad) == len(self._records)
        for named in reader.all_names():
            list(named.symbols())
        connection.close()

    def _read(self, oids: Sequence[Oid], limit: int) -> Iterator[bytes | None]:
        return map(self._records.get, oids)

    def _sizes(self, oids: Sequence[Oid]) -> Iterator[int | None]:
        return (None for _ in oids)


def _is_record(data: bytes) -> bool:
    try:
        decode(data)
    except RecordError:
        return False
    return True


def targets() -> dict[str, Target]:
    """All that takes bytes, by name."""
    records = record_seeds()
    assert all(encode(decode(data)) == data for data in records)
    manifests = list(map(manifest.encode, MANIFESTS))
    graphs = graph_seeds()
    trees = TreeTarget([*records[:6], *manifests, *graphs])
    return {
        "record": Target(lambda rng: mutated(rng, records), check_record),
        "manifest": Target(lambda rng: mutated(rng, manifests), check_manifest),
        "graph": Target(lambda rng: mutated(rng, graphs), check_graph),
        "vectors": Target(lambda rng: mutated(rng, VECTORS), check_vectors),
        "path": Target(make_path, check_path),
        "cache": Target(lambda rng: mutated(rng, records), CacheTarget().check),
        "tree": Target(trees.make, trees.check),
    }


_PATHS = path_seeds()
