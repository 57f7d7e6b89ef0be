"""What a long statement costs grows with its length, not with the square of it."""

from __future__ import annotations

import time

import pytest

from uindex import record
from uindex.extract.extract import extract

GROWTH = 9
"""A text four times as long may take so many times as long; squares take 16."""


def _seconds(lang: str, text: bytes) -> float:
    started = time.process_time()
    extract(lang, text)
    return time.process_time() - started


@pytest.mark.parametrize(
    ("lang", "before", "part", "after"),
    [
        ("java", b"class A { void f() { x", b".aa(1)", b"; } }"),
        ("ruby", b"A", b", B", b" = 1\n"),
        ("ruby", b"x", b".aa(1)", b"\n"),
        ("cpp", b"int f() { x", b".aa(1)", b"; }"),
        ("rust", b"fn f() { x", b".aa(1)", b"; }"),
        ("typescript", b"x", b".aa(1)", b";"),
        ("swift", b"func f() { x", b".aa(1)", b" }\n"),
        ("swift", b"var a", b", b", b" = 1\n"),
        ("dart", b"void f() { x", b".aa(1)", b"; }\n"),
        ("dart", b"int a", b", b = 1", b";\n"),
        ("toml", b"# a", b" " * 10, b"b\na = 1\n"),
        ("c", b"/* a ", b"*" * 10, b"b */\nint a;\n"),
    ],
)
def test_long_statements_take_linear_time(
    lang: str, before: bytes, part: bytes, after: bytes
) -> None:
    short, long = (before + part * count + after for count in (1000, 4000))
    extract(lang, short)
    best = min(_seconds(lang, short) for _ in range(3))
    assert min(_seconds(lang, long) for _ in range(2)) < GROWTH * best + 0.05


@pytest.mark.parametrize(
    ("lang", "start", "end"), [("cpp", b"class A {", b"};"), ("javascript", b"`${", b"}`")]
)
def test_deep_nesting_takes_linear_time(lang: str, start: bytes, end: bytes) -> None:
    short, long = (start * depth + end * depth for depth in (1000, 4000))
    extract(lang, short)
    best = min(_seconds(lang, short) for _ in range(3))
    assert min(_seconds(lang, long) for _ in range(2)) < GROWTH * best + 0.05


def test_the_deepest_call_of_a_long_chain_is_found() -> None:
    text = b"function f() { first()" + b".next(1)" * 5000 + b" }"
    calls = [link.name for link in record.decode(extract("javascript", text)).links]
    assert calls.count("first") == 1
    assert calls.count("next") == 5000


@pytest.mark.parametrize(
    ("lang", "part"),
    [
        ("go", b"func f(a int) int { return a } "),
        ("c", b"/* a */ int a; "),
        ("ruby", b"def f; end; "),
    ],
)
def test_definitions_on_one_line_take_linear_time(lang: str, part: bytes) -> None:
    short, long = (b"class A; " + part * count for count in (2000, 8000))
    extract(lang, short)
    best = min(_seconds(lang, short) for _ in range(2))
    assert _seconds(lang, long) < GROWTH * best + 0.05
