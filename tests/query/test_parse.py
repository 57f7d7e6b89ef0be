"""Queries are text and never syntax (case C03)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uindex.errors import UsageError
from uindex.query.parse import NAME, PATH, QUALIFIED, REGEX, WORDS, parse


@pytest.mark.parametrize("text", ["", " ", "\n", "\t \r\n"])
def test_empty(text: str) -> None:
    with pytest.raises(UsageError, match="empty"):
        parse(text)


@pytest.mark.parametrize(
    ("text", "mode", "name", "qualifiers"),
    [
        ("run", NAME, "run", ()),
        ("_x", NAME, "_x", ()),
        ("grammar::fa", QUALIFIED, "fa", ("grammar",)),
        ("State.run", QUALIFIED, "run", ("state",)),
        ("a->b", QUALIFIED, "b", ("a",)),
        ("Foo#bar", QUALIFIED, "bar", ("foo",)),
        ("http response", WORDS, "http response", ()),
        ("operator==", NAME, "operator==", ()),
        ('"--error-on-warnings"', NAME, "--error-on-warnings", ()),
        ("run()", NAME, "run", ()),
        ("(", NAME, "(", ()),
        ("*", NAME, "*", ()),
        ("\\", NAME, "\\", ()),
        ("NOT", NAME, "NOT", ()),
    ],
)
def test_shape(text: str, mode: str, name: str, qualifiers: tuple[str, ...]) -> None:
    query = parse(text)
    assert (query.mode, query.name, query.qualifiers) == (mode, name, qualifiers)


@pytest.mark.parametrize("text", ["a/b", "src/core.py", "./src/core.py", "core.py"])
def test_path(text: str) -> None:
    query = parse(text)
    assert query.mode == PATH
    assert query.path == text.removeprefix("./").encode()


def test_stop_words_are_left_out_unless_there_is_nothing_else() -> None:
    stems = {term.stem for term in parse("how are the packs written").terms}
    assert {"pack", "written"} <= stems
    assert not {"how", "are", "the"} & stems
    assert {term.stem for term in parse("of").terms} == {"of"}


def test_neighbours_are_joined_and_weigh_less() -> None:
    terms = {term.stem: term.weight for term in parse("web socket server").terms}
    assert terms["web"] == terms["socket"] == 1.0
    assert terms["websocket"] == terms["socketserv"] == 0.7


def test_regex_is_taken_as_it_is() -> None:
    assert parse("^a.*b$", regex=True).mode == REGEX


@given(st.text())
def test_any_text_is_a_query_or_a_usage_error(text: str) -> None:
    try:
        query = parse(text)
    except UsageError:
        assert not text.strip()
    else:
        assert query.name
        assert query.key
