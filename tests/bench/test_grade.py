"""Grading: what counts as found, and the page that is made of the grades."""

from __future__ import annotations

from typing import Any

from tests.bench.ctags import Place, compare
from tests.languages import page


def tag(line: int, kind: str, name: str, language: str = "Ruby", **more: str) -> dict[str, Any]:
    row = {"path": "a", "name": name, "line": line, "kind": kind, "language": language}
    return row | {"pattern": f"/^  def {name}$/"} | more


def test_the_page_is_current() -> None:
    assert page.PAGE.read_text("utf-8") == page.page(), "run: python -m tests.bench.grade --write"


def test_one_symbol_answers_for_one_definition_a_line_away() -> None:
    symbols = [Place("a", "f", "method", 2), Place("a", "g", "method", 9)]
    tags = [tag(1, "method", "f"), tag(3, "method", "f"), tag(7, "method", "g")]
    found = compare(symbols, tags, {"a"})
    assert [(one.name, one.lines) for one in found.missing] == [("f", [3]), ("g", [7])]
    assert found.more == [symbols[1]]


def test_names_are_compared_without_what_qualifies_them() -> None:
    found = compare([Place("a", "B::C.f", "method", 1)], [tag(1, "method", "f")], {"a"})
    assert found.missing == []


def test_tags_that_are_no_definitions_do_not_count() -> None:
    tags = [
        tag(1, "variable", "x"),
        tag(2, "method", "__anon12"),
        tag(3, "singletonMethod", "self", pattern="/^ def self.m; end$/"),
        tag(4, "function", "f", "Python", pattern="/^f = lambda: 1$/"),
    ]
    assert compare([], tags, {"a"}).wanted == []
    assert len(compare([], tags, {"a"}, ["variable"]).wanted) == 1


def test_clauses_are_one_definition() -> None:
    tags = [tag(line, "function", "f", "Elixir") for line in (1, 2, 3)]
    found = compare([Place("a", "f", "function", 2)], tags, {"a"})
    assert (len(found.wanted), found.missing, found.more) == (1, [], [])


def test_files_that_ctags_cannot_read_count_in_neither() -> None:
    assert compare([Place("a", "f", "function", 1)], [], set()).more == []
