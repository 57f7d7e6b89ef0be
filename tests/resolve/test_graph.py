"""The graph of files: what is in it, its bytes, and that following changes is making it anew."""

from __future__ import annotations

import random

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.resolve.memory import Memory
from tests.resolve.snapshots import KINDS, Texts, changes, step
from uindex.errors import RecordError
from uindex.resolve.files import fresh, updated
from uindex.resolve.graph import FileGraph


def graph_of(texts: Texts) -> FileGraph:
    return fresh(Memory(texts)).graph


def edges(graph: FileGraph, path: str) -> list[tuple[int, str, str]]:
    """(line, kind, where it leads); what leads to one of several with question marks."""
    return [
        (
            edge.line,
            edge.kind,
            " ".join(graph.paths[file] + "?" * (not edge.group.sure) for file in edge.group.files),
        )
        for edge in graph.edges(graph.numbers[path])
    ]


def test_imports_lead_to_files() -> None:
    graph = graph_of(
        {
            "a.py": "import os\nimport p.q\nfrom p import r, gone\nfrom . import b\nimport p.no\n",
            "b.py": "",
            "p/__init__.py": "",
            "p/q.py": "",
            "p/r.py": "from p.r import x\n",
            "README.md": "[a](a.py) and [b](no.py) and [c](https://x.invalid)\n",
        }
    )
    assert edges(graph, "a.py") == [
        (2, "import", "p/q.py"),
        (3, "import", "p/r.py p/__init__.py"),
        (3, "import", "p/__init__.py"),
        (4, "import", "b.py"),
    ]
    assert graph.external[graph.numbers["a.py"]] == 1
    assert graph.dangling[graph.numbers["a.py"]] == 1
    assert edges(graph, "README.md") == [(1, "doc-link", "a.py")]
    assert edges(graph, "p/r.py") == []  # itself
    found = graph.leading_to({graph.numbers["p/__init__.py"], graph.numbers["a.py"]})
    assert [(graph.paths[file], edge.line, edge.kind) for file, edge in found] == [
        ("README.md", 1, "doc-link"),
        ("a.py", 3, "import"),
        ("a.py", 3, "import"),
    ]


def test_one_of_several_is_said_to_be_that() -> None:
    texts = {f"arch/{arch}/include/asm/io.h": "int x;\n" for arch in ("arm", "x86")}
    graph = graph_of({**texts, "lib/a.c": "#include <asm/io.h>\n"})
    assert edges(graph, "lib/a.c") == [
        (1, "import", "arch/arm/include/asm/io.h? arch/x86/include/asm/io.h?")
    ]


# Changes


@pytest.mark.parametrize("seed", range(30))
def test_following_changes_is_making_it_anew(seed: int) -> None:
    dice = random.Random(seed)
    texts: Texts = {}
    kinds = dice.sample(KINDS, 3)
    for _ in range(25):
        texts.update(dice.choice(kinds)(dice))
    kept = fresh(Memory(texts))
    for _ in range(12):
        new = step(texts, dice)
        kept = updated(kept, Memory(new), changes(texts, new))
        assert kept.graph.encode() == graph_of(new).encode(), sorted(new)
        texts = new


# Bytes


def some_graph() -> FileGraph:
    dice = random.Random(4)
    texts: Texts = {}
    for _ in range(40):
        texts.update(dice.choice(KINDS)(dice))
    return graph_of(texts)


GRAPH = some_graph()
DATA = GRAPH.encode()


def test_what_is_encoded_comes_back() -> None:
    read = FileGraph.decode(DATA, GRAPH.paths)
    assert read.encode() == DATA
    assert read.groups == GRAPH.groups
    for number in range(len(GRAPH.paths)):
        assert list(read.edges(number)) == list(GRAPH.edges(number))
    with pytest.raises(RecordError, match="paths"):
        FileGraph.decode(DATA, GRAPH.paths[1:])


@given(st.integers(0, len(DATA) - 1), st.binary(min_size=1, max_size=3), st.booleans())
def test_bad_bytes_raise_one_error(at: int, other: bytes, cut: bool) -> None:
    data = DATA[:at] if cut else DATA[:at] + other + DATA[at + len(other) :]
    harmless(data)


@given(st.recursive(st.integers(-2, 2**40) | st.floats(), st.lists, max_leaves=40))
def test_other_values_raise_one_error(value: object) -> None:
    harmless(msgpack.packb(value))
    columns = msgpack.unpackb(DATA)
    for at in range(len(columns)):
        harmless(msgpack.packb([*columns[:at], value, *columns[at + 1 :]]))


def harmless(data: bytes) -> None:
    try:
        read = FileGraph.decode(data, GRAPH.paths)
    except RecordError:
        return
    for number in range(len(read.paths)):
        for edge in read.edges(number):
            assert type(edge.line) is int
            assert edge.line >= 0
            assert all(0 <= file < len(read.paths) for file in edge.group.files)
