"""What the golden file of Scala cannot say."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.extract import extract


def _read(text: str) -> record.Record:
    return record.decode(extract("scala", text.encode()))


def test_a_quote_that_is_not_closed_hides_neither_definitions_nor_literals() -> None:
    read = _read(
        'val x = "open\nclass A {\n  def f(a: Int) = 1\n  val v = 1\n}\ndef g = h("hushed")\n'
    )
    assert "partial" in read.marks
    assert {("A", 2), ("f", 3), ("v", 4), ("g", 6)} <= {(s.name, s.line) for s in read.symbols}
    assert not any("hushed" in words for words in read.unit_words)


@pytest.mark.parametrize(
    "line",
    [
        "class B extends C[D](e)(f) with G",
        "class B @Inject() (val c: D)",
        "private[e] enum B { case C }",
        "given B: C with D with { }",
        "def f = { val end = 1; end - g; end match { case _ => 1 } }",
        "def f(extension: B) = extension.c(d([E] => (e: E) => e))",
    ],
)
def test_what_the_grammar_does_not_know_is_put_out_of_its_way(line: str) -> None:
    read = _read(f"object A {{\n  {line}\n}}\n")
    assert "partial" not in read.marks
    assert [s.line for s in read.symbols][:2] == [1, 2]


def test_what_is_local_to_a_block_is_no_method() -> None:
    read = _read("class A {\n  b { def c = 1; val d = 2 }\n  val e = new F { def g = 1 }\n}\n")
    assert [(s.kind, s.qualname) for s in read.symbols] == [
        ("class", "A"),
        ("function", "A.c"),
        ("field", "A.e"),
        ("method", "A.e.g"),
    ]
