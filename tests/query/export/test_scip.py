"""`export --format scip`: an index that other readers of SCIP understand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.query.asking import exported, index
from tests.query.export.scip_index import faults, is_canonical, parse, text_at
from tests.repos import ODD_NAMES
from uindex.git.repository import Repository
from uindex.query.export.scip.names import symbols
from uindex.query.export.scip.positions import Lines
from uindex.query.options import Scope
from uindex.query.session import Session
from uindex.record import Link, Record, Symbol

if TYPE_CHECKING:
    from tests.query.export.scip_index import Document, Index
    from tests.repos import Repo

SHAPES = {
    "lib/shape.py": '"""Shapes."""\n\n\nclass Shape:\n    """A shape."""\n\n'
    "    def area(self):\n        return 0\n\n\nclass Square(Shape):\n"
    "    def area(self):\n        return 1\n",
    "lib/use.py": "from lib.shape import Square as S, Shape\nimport lib.shape\n\n"
    "é = S().area(); x = lib.shape.Shape()\n\ndef go(s: Shape, t):\n    t.area(); s.area()\n",
    "doc.md": "# Top\n\nSee [shapes](lib/shape.py).\n",
}


def read(repo: Repo, scope: Scope | None = None) -> Index:
    found = parse(exported(repo, "scip", scope))
    assert list(faults(found)) == []
    return found


def document(found: Index, path: str) -> Document:
    return next(one for one in found.documents if one.path == path)


def short(symbol: str) -> str:
    """A symbol without its beginning, which is the same for all."""
    return symbol.split(" ", 4)[4]


def references(one: Document, source: str) -> list[tuple[int, str, str, bool]]:
    """(line, text, symbol, whether it is an import)"""
    lines = source.encode().split(b"\n")
    return [
        (place.range[0] + 1, text_at(lines, place), short(place.symbol), bool(place.roles & 2))
        for place in one.places
        if not place.roles & 1
    ]


def test_definitions_and_references(repo: Repo) -> None:
    repo.commit(SHAPES)
    index(repo)
    repo.write({"lib/use.py": "def uncommitted(): pass\n"})
    found = read(repo)
    assert found.tool == "uindex"
    assert found.root == repo.path.as_uri()
    assert [one.path for one in found.documents] == ["doc.md", "lib/shape.py", "lib/use.py"]
    shape = document(found, "lib/shape.py")
    assert (shape.language, shape.encoding) == ("Python", 1)
    lines = SHAPES["lib/shape.py"].encode().split(b"\n")
    assert [
        (text_at(lines, place), short(place.symbol), place.around)
        for place in shape.places
        if place.roles & 1
    ] == [
        ("", "lib/`shape.py`/", ()),
        ("Shape", "lib/`shape.py`/Shape#", (3, 0, 7, 16)),
        ("area", "lib/`shape.py`/Shape#area().", (6, 4, 7, 16)),
        ("Square", "lib/`shape.py`/Square#", (10, 0, 12, 16)),
        ("area", "lib/`shape.py`/Square#area().", (11, 4, 12, 16)),
    ]
    source = SHAPES["lib/use.py"]
    assert references(document(found, "lib/use.py"), source) == [
        (1, "Square", "lib/`shape.py`/Square#", True),
        (1, "Shape", "lib/`shape.py`/Shape#", True),
        (2, "lib.shape", "lib/`shape.py`/", True),
        (4, "S", "lib/`shape.py`/Square#", False),
        (4, "area", "lib/`shape.py`/Square#area().", False),
        (4, "Shape", "lib/`shape.py`/Shape#", False),
        (6, "Shape", "lib/`shape.py`/Shape#", False),
        (7, "area", "lib/`shape.py`/Shape#area().", False),
    ]
    assert references(document(found, "doc.md"), SHAPES["doc.md"]) == [
        (3, "lib/shape.py", "lib/`shape.py`/", False)
    ]


def test_what_is_said_of_symbols(repo: Repo) -> None:
    repo.commit(SHAPES)
    infos = {short(i.symbol): i for i in document(read(index(repo)), "lib/shape.py").infos}
    assert infos["lib/`shape.py`/"][1:4] == ("Shapes.", 16, "shape.py")
    assert infos["lib/`shape.py`/Shape#"][1:4] == ("A shape.", 7, "Shape")
    square, area = infos["lib/`shape.py`/Square#"], infos["lib/`shape.py`/Square#area()."]
    assert [(short(name), *how) for name, *how in square.relations] == [
        ("lib/`shape.py`/Shape#", False, True)
    ]
    assert [(short(name), *how) for name, *how in area.relations] == [
        ("lib/`shape.py`/Shape#area().", True, True)
    ]
    assert area.signature == "def area(self)"


def test_tests_and_generated_files_are_marked(repo: Repo) -> None:
    repo.commit(
        {
            "tests/test_a.py": "def f(): pass\n",
            "b.py": "# @generated\ndef g(): pass\n",
            "c.py": "x=1\n",
        }
    )
    found = read(index(repo))
    roles = {one.path: {place.roles for place in one.places} for one in found.documents}
    assert roles == {"b.py": {1 | 16}, "c.py": {1}, "tests/test_a.py": {1 | 32}}


def test_definitions_of_one_name(repo: Repo) -> None:
    repo.commit({"a.py": "def f(): pass\ndef f(a): pass\nclass C: pass\nclass C: pass\n"})
    infos = document(read(index(repo)), "a.py").infos
    assert [short(one.symbol).partition("/")[2] for one in infos] == [
        *("", "f().", "f(+1).", "C#", "`C~2`#")
    ]
    assert [one.label for one in infos] == ["a.py", "f", "f", "C", "C"]


def test_overloads_are_all_meant_and_guesses_left_out(repo: Repo) -> None:
    texts = {
        "A.java": "class A {\n  void f(int a) {}\n  void f(long a) {}\n  void g() { f(1); }\n}\n",
        "b.py": "class B:\n    def run(self): pass\ndef go(x): x.run()\n",
    }
    repo.commit(texts)
    told: list[str] = []
    with Session.open(Repository.open(str(index(repo).path)), Scope(), told.append) as session:
        found = parse(b"".join(session.export("scip")))
    assert references(document(found, "A.java"), texts["A.java"]) == [
        (4, "f", "`A.java`/A#f().", False),
        (4, "f", "`A.java`/A#f(+1).", False),
    ]
    assert references(document(found, "b.py"), texts["b.py"]) == []
    assert told == ["left out: 1 links that may mean several things"]


def test_odd_paths(repo: Repo) -> None:
    repo.commit(dict.fromkeys(ODD_NAMES, "def f(): pass\n"))
    told: list[str] = []
    with Session.open(Repository.open(str(index(repo).path)), Scope(), told.append) as session:
        found = parse(b"".join(session.export("scip")))
    assert list(faults(found)) == []
    assert len(found.documents) == len(ODD_NAMES) - 1
    assert told == ["left out: 1 files whose path is not UTF-8"]


@pytest.mark.parametrize(
    ("data", "row", "column"),
    [
        ("é = 1\ndef f(): pass\n".encode("latin-1"), 1, 4),
        ("\ufeff# é\ndef f(): pass\n".encode("utf-16-le"), 1, 4),
        (b"\xef\xbb\xbfdef f(): pass\n", 0, 4),
        ("x = 'é'; f = lambda: 1\n".encode(), 0, 10),
        (b"x = 1\r\ndef f(): pass\r\n", 1, 4),
    ],
)
def test_columns_are_of_utf8(repo: Repo, data: bytes, row: int, column: int) -> None:
    repo.commit({"a.py": data})
    [place] = [
        place
        for place in document(read(index(repo)), "a.py").places
        if "f" in short(place.symbol)[7:]
    ]
    assert place.range == (row, column, column + 1)


def test_another_rev(repo: Repo) -> None:
    first = repo.commit({"a.py": "def before(): pass\n"}).hex()
    index(repo)
    repo.commit({"a.py": "def after(): pass\n"})
    index(repo)
    names = [info.symbol for info in document(read(repo, Scope(at="HEAD~1")), "a.py").infos]
    assert names == [f"uindex git . {first} `a.py`/", f"uindex git . {first} `a.py`/before()."]


def test_names_are_canonical_and_all_different() -> None:
    kinds = ("class", "function", "method", "parameter", "heading", "module", "macro", "field")
    texts = ("a", "a", "a b", "`", "", "~2", "a~2", "é", "+", "a/b#c", "(+1)")
    blank = Symbol("", "", "", "", -1, 0, 0, 0, 0, 1, 1, 1, "", "", "", 0)
    of = [blank._replace(name=text, kind=kind) for text in texts for kind in kinds]
    of += [symbol._replace(parent=0) for symbol in of]
    of += [blank._replace(name="f", kind="method", owner="a.b", parent=at) for at in range(-1, 9)]
    for depth in range(300):
        of.append(blank._replace(name="nested", kind="class", parent=len(of) - 1 if depth else -1))
    found = symbols("uindex git . . ", "x y/`z`", Record("python", 0, 0, symbols=of))
    assert len(set(found)) == len(of)
    assert [name for name in found if not is_canonical(name)] == []
    assert max(map(len, found)) < 1200


@pytest.mark.parametrize(
    ("line", "link", "columns"),
    [
        ("foo(foo(1), foo)", ("call", "foo", ""), [0, 4]),
        ("a.run(); b.run(); run()", ("call", "run", "b"), [11]),
        ("a.run(); b.run(); run()", ("call", "run", ""), [18]),
        ("a.run(); b.run()", ("call", "run", "other()"), [2]),
        ("    .run()", ("call", "run", "a.b()"), [5]),
        ("runs = rerun", ("use", "run", ""), []),
        ("x->y.z::w", ("use", "w", "x.y.z"), [8]),
        ("foo-bar $foo", ("use", "foo-bar", ""), [0]),
        ("import * as a from './b'", ("import", "*", "./b"), [20]),
        ("import Page from './b'", ("import", "default", "./b"), [7]),
        ("use a::{\n  b,\n  c,\n}; c", ("import", "c", "a"), [2]),
        ("import a\nc = 1", ("import", "c", ""), []),
        ("require __DIR__ . '/lib/b.php';", ("import", "", "./lib/b.php"), [20]),
        ("mod inner;", ("import", "", "self::inner"), [4]),
        ("see :ref:`the-label`", ("doc-link", "the-label", ""), [10]),
        ("see `m.Class.run`", ("mention", "m.Class.run", ""), [5]),
    ],
)
def test_where_a_link_stands(line: str, link: tuple[str, str, str], columns: list[int]) -> None:
    kind, name, receiver = link
    alias = "Page" if name == "default" else ""
    spans = Lines(line.encode()).find(Link(kind, name, receiver, alias, 1, -1))
    assert [span.column for span in spans] == columns


def test_a_block_gives_its_type_no_second_definition(repo: Repo) -> None:
    source = "struct Square;\ntrait Draw {}\nimpl Draw for Square {}\nmod far;\n"
    repo.commit({"lib.rs": source, "far.rs": ""})
    one = document(read(index(repo)), "lib.rs")
    assert [(line, text, name) for line, text, name, _ in references(one, source)] == [
        (3, "Draw", "`lib.rs`/Draw#"),
        (3, "Square", "`lib.rs`/Square#"),
        (4, "far", "`far.rs`/"),
    ]


def test_a_place_is_given_once() -> None:
    lines = Lines(b"f(f)\n")
    call, use = Link("call", "f", "", "", 1, -1), Link("use", "f", "", "", 1, -1)
    assert [span.column for span in lines.find(call)] == [0]
    assert [span.column for span in lines.find(use)] == [2]
    assert lines.find(use) == lines.find(Link("use", "f", "", "", 9, -1)) == []
