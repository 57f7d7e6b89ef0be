"""Queries are text and never syntax (case C03)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uindex.errors import UsageError
from uindex.query.parse import ERROR, NAME, PATH, QUALIFIED, REGEX, WORDS, parse


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


@pytest.mark.parametrize(
    ("text", "frames"),
    [
        ("TypeError: cannot read properties of undefined (reading 'id')", ()),
        ("fatal: not a git repository", ()),
        ("error[E0382]: borrow of moved value: `x`", ()),
        ("Segmentation fault (core dumped)", ()),
        ("undefined reference to `frob_init'", ()),
        ("java.lang.NullPointerException: null", ()),
        ("thread 'main' panicked at src/main.rs:4:5:", ((b"src/main.rs", 4),)),
        ("main.c:12:3: warning: unused variable 'x'", ((b"main.c", 12),)),
        ("at parseHeader (/app/src/wire.js:10:7)", ((b"/app/src/wire.js", 10),)),
        ("src\\\\app.ts:3 is wrong", ((b"src//app.ts", 3),)),
        (
            'Traceback (most recent call last):\n  File "a.py", line 3, in f\n'
            '  File "/x/b.py", line 7, in g\nValueError: bad',
            ((b"/x/b.py", 7), (b"a.py", 3)),
        ),
    ],
)
def test_text_of_errors(text: str, frames: tuple[tuple[bytes, int], ...]) -> None:
    query = parse(text)
    assert query.mode == ERROR
    assert tuple((one.path, one.line) for one in query.frames) == frames


@pytest.mark.parametrize(
    "text",
    [
        "where are errors handled",
        "error handling in the parser",
        "how is a fatal error reported",
        "class ParseError and its users",
        "what raises KeyError",
        "warnings as errors",
        "exception cause chain traversal and stack trace utilities",
        "where is an unhandled exception reported",
        "note: see the docs",
        "default port 8080:80 mapping",
    ],
)
def test_questions_about_errors_are_plain_language(text: str) -> None:
    assert parse(text).mode == WORDS


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('  File "a.py", line 3, in get_doctree', "get_doctree"),
        ("at Wire.parseHeader (/app/src/wire.js:10:7)", "parseHeader"),
        ("src/wire.c:10:7: error: no such thing", ""),
        ("src/wire.c:10", ""),
    ],
)
def test_a_frame_may_name_its_function(text: str, name: str) -> None:
    query = parse(text)
    assert query.mode == ERROR
    assert [one.name for one in query.frames] == [name]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fatal: refusing to merge unrelated histories", "refusing to merge unrelated histories"),
        ("ValueError: no section 'x' in the file /a/b.ini", "in the file"),
        ("error: Your local changes to the following files would be overwritten by merge:",
         "Your local changes to the following files would be overwritten by merge"),
        ("panic: x", ""),
    ],
)  # fmt: skip
def test_message_of_an_error(text: str, message: str) -> None:
    assert parse(text).message == message


@pytest.mark.parametrize(
    ("text", "declared"),
    [
        ("struct strbuf", "strbuf"),
        ("where is struct strbuf defined", "strbuf"),
        ("class Session", "Session"),
        ("def run()", "run"),
        ("how are types checked", ""),
        ("class", ""),
        ("parse header", ""),
    ],
)
def test_a_name_that_says_its_kind(text: str, declared: str) -> None:
    assert parse(text).declared == declared


def test_what_is_of_one_run_is_no_word_of_an_error() -> None:
    query = parse("ValueError: bad frame 0x7f0012ab at 12:30:01 in deadbeef01 for parse_frame()")
    assert {"bad", "fram", "pars"} <= set(query.stems)
    assert not {"0", "12", "30", "deadbeef"} & set(query.stems)
    assert "parse_frame" in query.idents


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
