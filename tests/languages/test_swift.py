"""What the golden file of Swift cannot say."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.extract import extract


def _read(text: str) -> record.Record:
    return record.decode(extract("swift", text.encode()))


def test_a_quote_that_is_not_closed_hides_neither_definitions_nor_literals() -> None:
    read = _read(
        'let x = "open\nstruct A {\n  func f(a: Int) {}\n  var v = 1\n}\n'
        'func g(b: String = "hushed") { call("hushed") }\n'
    )
    assert "partial" in read.marks
    found = {(s.kind, s.name, s.line) for s in read.symbols}
    assert {("struct", "A", 2), ("field", "v", 4), ("function", "g", 6)} <= found
    assert not any("hushed" in words for words in read.unit_words)


@pytest.mark.parametrize(
    "line",
    [
        "try await run { () }",
        "if let a = try? await b.c(D.self) { e() }",
        "switch a { case .b(): (); default: () }",
        "let a: @Sendable () -> Void = f(value: (), unsafe g(1))",
        "nonisolated(unsafe) var a = 1",
        "#if os(Linux)\n a()\n #elseif DEBUG // why\n b()\n #endif",
    ],
)
def test_what_the_grammar_does_not_know_is_put_out_of_its_way(line: str) -> None:
    read = _read(f"struct A {{\n func f() throws(Broken) {{\n  {line}\n }}\n}}\n")
    assert "partial" not in read.marks
    assert [s.qualname for s in read.symbols] == ["A", "A.f"]


def test_locals_are_no_symbols_wherever_they_stand() -> None:
    read = _read(
        "if a { let b = 1 }\nlet c = { let d = 1 }\nfunc e() { var f = 2; let (g, h) = i }\n"
    )
    assert [s.name for s in read.symbols] == ["c", "e"]
