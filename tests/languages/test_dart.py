"""What the golden file of Dart cannot say."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.extract import extract


def _read(text: str) -> record.Record:
    return record.decode(extract("dart", text.encode()))


def test_a_quote_that_is_not_closed_hides_neither_definitions_nor_literals() -> None:
    read = _read(
        'var x = "open\nclass A {\n  int f(int a) {}\n  int v = 1;\n}\nvoid g() => h("hushed");\n'
    )
    assert "partial" in read.marks
    assert {("A", 2), ("f", 3), ("v", 4), ("g", 6)} <= {(s.name, s.line) for s in read.symbols}
    assert not any("hushed" in words for words in read.unit_words)


@pytest.mark.parametrize(
    "line",
    [
        "library;",
        "class A {\n abstract final int b;\n external C c;\n}",
        "void a() { b({'c': ?d}, .e(1)); }",
        "void a() {\n outer:\n  for (final b in c) { continue outer; } }",
        "int a(b) => switch (b) {\n  C() || D() => 1,\n  E() => 2 };",
    ],
)
def test_what_the_grammar_does_not_know_is_put_out_of_its_way(line: str) -> None:
    assert "partial" not in _read(f"{line}\nint z = 1;\n").marks


def test_a_definition_goes_from_its_comment_to_the_end_of_its_body() -> None:
    read = _read(
        "/// Doc.\n@a\nFuture<int> b() async {\n  c();\n}\n\nclass D {\n"
        "  /// Doc.\n  @override\n  static int e() =>\n      1;\n}\n"
    )
    assert [(s.name, s.start_line, s.line, s.end_line, s.doc) for s in read.symbols] == [
        ("b", 1, 3, 5, "Doc."),
        ("D", 7, 7, 12, ""),
        ("e", 8, 10, 11, "Doc."),
    ]


def test_the_receiver_of_a_call_is_the_chain_before_it() -> None:
    read = _read(
        "void a() {\n  b.c((d) => d.e(1))\n      .f<int>()\n      ?.g.h();\n  i()..j();\n}\n"
    )
    assert {(link.name, link.receiver) for link in read.links if link.kind == "call"} == {
        ("c", "b"),
        ("e", "d"),
        ("f", "b.c()"),
        ("h", "b.c().f()?.g"),
        ("i", ""),
        ("j", "i()"),
    }
