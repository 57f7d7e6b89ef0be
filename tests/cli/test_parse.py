"""The fast reader and typer understand one command line alike."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli import optional_value
from uindex.cli import application
from uindex.cli.declare import params, parse
from uindex.cli.main import VERBS

if TYPE_CHECKING:
    from collections.abc import Sequence

ORDINARY = [
    ["find", "x"],
    ["find", "parse", "header"],
    ["find", ""],
    ["find", "-"],
    ["find", "-k", "5", "x"],
    ["find", "-k5", "x"],
    ["find", "--limit=7", "x"],
    ["find", "x", "--limit", "7"],
    ["find", "x", "-k", "3", "--limit", "9"],
    ["find", "x", "--kind", "class", "--kind=function", "y"],
    ["find", "--in", "docs", "x"],
    ["find", "--in=code", "x", "--json", "--source"],
    ["find", "--", "--help-me"],
    ["find", "--", "-x"],
    ["find", "x", "--", "--json", "--"],
    ["find", "--path", "src/**", "--lang", "c", "x", "--at", "HEAD~1"],
    ["find", "--at=a=b", "x"],
    ["find", "--path=", "x"],
    ["find", "--stdin"],
    ["find", "x\nsmall\udcff"],
    ["show", "a.py:3-9", "--json"],
    ["symbols", "a.py", "--kind", "class", "-k", "2"],
    ["status"],
    ["status", "--skipped"],
    ["export", "--format", "jsonl"],
    ["hooks", "install"],
    ["hooks", "status", "--json"],
]

# Errors, help, and what click reads in ways of its own.
TYPER = [
    ["find", "-h"],
    ["find", "--help"],
    ["find", "x", "-k"],
    ["find", "x", "-k", "many"],
    ["find", "x", "-k", "-5"],
    ["find", "x", "-k=5"],
    ["find", "x", "-k", "5_0"],
    ["find", "x", "-k", "\u0665"],
    ["find", "x", "--in", "nowhere"],
    ["find", "x", "--json=yes"],
    ["find", "x", "--jso"],
    ["find", "x", "-x"],
    ["find", "x", "--at"],
    ["find", "x", "--at", "--json"],
    ["show"],
    ["show", "a", "b"],
    ["hooks"],
    ["hooks", "explode"],
    ["status", "extra"],
]


def by_typer(argv: list[str], verbs: Sequence[str] = VERBS) -> dict[str, Any] | None:
    """None where typer ends in help or an error."""
    try:
        _, values = application.read(argv, verbs)
    except SystemExit:
        return None
    return values


def fast(argv: list[str]) -> dict[str, Any] | None:
    return parse(import_module(f"uindex.cli.{argv[0]}").run, argv[1:])


@pytest.mark.parametrize("argv", ORDINARY, ids=" ".join)
def test_reads_ordinary_lines_as_typer_does(argv: list[str]) -> None:
    values = fast(argv)
    assert values is not None
    assert values == by_typer(argv)


@pytest.mark.parametrize("argv", TYPER, ids=" ".join)
def test_leaves_the_rest_to_typer(argv: list[str]) -> None:
    assert fast(argv) is None


WORDS = ["x", "", "-", "--", "-k", "5", "-k5", "-k=5", "--limit", "--limit=5", "--kind", "class"]
WORDS += ["--json", "--json=1", "--in", "docs", "--in=code", "--stdin", "-5", "--at", "a b", "-kk"]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=6))
def test_never_differs_from_typer(words: list[str]) -> None:
    argv = ["find", *words]
    values = fast(argv)
    if values is not None:
        assert values == by_typer(argv)


@pytest.fixture
def optional(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a verb that has an option whose value may be left out."""
    monkeypatch.setitem(sys.modules, "uindex.cli.optional", optional_value)
    return "optional"


@pytest.mark.parametrize(
    ("line", "share"),
    [
        ("", None),
        ("--share", "some"),
        ("--share origin", "origin"),
        ("--share=origin", "origin"),
        ("--share=", ""),
        ("--share --push", "some"),
        ("--push --share", "some"),
        ("--share -k 5", "some"),
        ("--share -- word", "some"),
        ("-s", "some"),
        ("-s origin", "origin"),
        ("-sorigin", "origin"),
        ("--share --share=origin", "origin"),
        ("-- --share", None),
    ],
)
def test_a_value_may_be_left_out(optional: str, line: str, share: str | None) -> None:
    argv = [optional, *line.split()]
    values = fast(argv)
    assert values is not None
    assert values["share"] == share
    assert values == by_typer(argv, [optional])


OPTIONAL_WORDS = ["--share", "--share=", "--share=up", "-s", "-sup", "-ks", "origin", "--", "-"]
OPTIONAL_WORDS += ["-k", "5", "--limit=7", "--push", "--share=--push"]


@settings(
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(words=st.lists(st.sampled_from(OPTIONAL_WORDS), max_size=6))
def test_never_differs_where_a_value_may_be_left_out(optional: str, words: list[str]) -> None:
    argv = [optional, *words]
    values = fast(argv)
    if values is not None:
        assert values == by_typer(argv, [optional])


def test_help_shows_that_a_value_may_be_left_out(
    optional: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert by_typer([optional, "--help"], [optional]) is None
    assert "--share [REMOTE]" in capsys.readouterr().out


@pytest.mark.parametrize("verb", VERBS)
def test_the_table_and_the_function_agree(verb: str) -> None:
    run = import_module(f"uindex.cli.{verb}").run
    assert [one.name for one in params(run)] == list(
        run.__code__.co_varnames[: run.__code__.co_kwonlyargcount]
    )
