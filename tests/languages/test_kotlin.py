"""Kotlin beyond what its golden file says: what the grammar is spared, and damage."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.extract import extract
from uindex.extract.languages.kotlin.repairs import repaired


def _read(text: str) -> record.Record:
    return record.decode(extract("kotlin", text.encode()))


@pytest.mark.parametrize(
    "text",
    [
        "class A : B by c {\n  val x = 1\n}\n",
        "val a = object : B by c(1) {\n  fun x() {}\n}\n",
        "class A\n  @Inject // why\n  internal constructor(\n    val x: Int,\n  ) : B {\n}\n",
        "expect class A\n// why\ninternal actual constructor(val x: Int) {\n}\n",
        "fun interface A {\n  fun x()\n}\n",
        "fun x(a: Int) = when (a) {\n  1 -> b\n  in 2..3 -> c\n  in1 -> d\n}\n",
        'fun x(a: Int) = when (a) {\n  1,\n  2,\n  -> "b"\n}\n',
        "fun x() {\n  open = 1\n  y(final = true, annotation = 2)\n  open(3)\n}\n",
        "class A(internal actual val x: Int) {\n}\n",
        "val x = 0b0101_0000\n",
        "@A // why\n@B(1)\nclass C\n@D(2)\nclass E {\n  val x = 1\n}\n",
    ],
)
def test_what_the_grammar_cannot_read_is_put_otherwise(text: str) -> None:
    read = _read(text)
    assert "partial" not in read.marks
    assert "x" in {symbol.name for symbol in read.symbols} or text.startswith("fun x")
    assert len(repaired(text.encode())) == len(text)


@pytest.mark.parametrize(
    "text", ["val a by lazy { 1 }\n", "class A : B\nval c by lazy { 1 }\n", "val x by D {\n}\n"]
)
def test_a_property_keeps_what_it_delegates_to(text: str) -> None:
    assert repaired(text.encode()) == text.encode()


def test_accessors_on_their_own_lines_are_part_of_the_property() -> None:
    (symbol,) = _read("val a: Int\n  get() {\n    return 1\n  }\n").symbols
    assert (symbol.name, symbol.end_line, symbol.signature) == ("a", 4, "val a: Int")


def test_lines_tell_what_damage_hides() -> None:
    read = _read(
        "class A {\n  fun first() { if (x { }\n  }\n  %%TEMPLATE%% {{ (\n"
        "  private suspend fun <T> List<T>.second(s: Int): Int {\n    return 1\n  }\n"
        "  val third: Int = 1\n}\n"
        "interface After {\n  fun last()\n}\nobject Single\n"
    )
    assert "partial" in read.marks
    found = {(s.kind, s.name, s.owner, s.line) for s in read.symbols}
    assert {
        ("class", "A", "", 1),
        ("method", "first", "", 2),
        ("method", "second", "List", 5),
        ("property", "third", "", 8),
        ("interface", "After", "", 10),
        ("object", "Single", "", 13),
    } <= found


def test_what_names_hold() -> None:
    read = _read(
        "class A(val a: Repo?, b: Foo) : Base<Int>(1), Lib.I by a {\n"
        "  private val made = Foo(1)\n"
        "  fun m(c: Foo<Int>): Answer {\n"
        "    val d = made.inner\n"
        "    this.a = Repo.of(1)\n"
        "    for (e in list) { e.go(); b.go(); c.go(); d.go() }\n  }\n}\n"
    )
    links = [link for link in read.links if link.kind in ("base", "typed", "bound")]
    assert {(link.kind, link.alias, link.receiver, link.name, link.line) for link in links} == {
        ("base", "", "", "Base", 1),
        ("base", "", "Lib", "I", 1),
        ("typed", "", "", "Repo", 1),
        ("typed", "b", "", "Foo", 1),
        ("typed", "", "", "Foo", 2),
        ("typed", "c", "", "Foo", 3),
        ("typed", "", "", "Answer", 3),
        ("bound", "d", "made", "inner", 4),
        ("typed", "this.a", "Repo", "of", 5),
        ("bound", "e", "", "", 6),
    }
