"""reStructuredText: underlines, blocks that hide headings, and what must not be stored."""

from __future__ import annotations

import time

import pytest

from uindex import record
from uindex.extract.extract import extract
from uindex.extract.languages.rst import anchor, plain


def headings(text: str) -> list[str]:
    read = record.decode(extract("rst", text.encode()))
    return [s.qualname for s in read.symbols if s.kind == "heading"]


def test_levels_follow_the_order_of_first_use() -> None:
    text = "A\n~~~\n\nB\n===\n\nC\n~~~\n\n===\nD\n===\n\nE\n===\n"
    assert headings(text) == ["A", "A > B", "C", "C > D", "C > E"]


def test_indented_text_is_no_heading() -> None:
    assert headings("A\n====\n\n::\n\n    B\n    ----\n\n.. note::\n\n    C\n    ----\n") == ["A"]


def test_carriage_returns() -> None:
    assert headings("A\r\n====\r\n\r\nB\r\n----\r\n") == ["A", "A > B"]


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        (":func:`foo` and ``bar``", "foo and bar"),
        ("`text <target>`_ **b** *i*", "text b i"),
        ("snake_case_name and name_", "snake_case_name and name"),
    ],
)
def test_plain_takes_the_markup_away(markup: str, expected: str) -> None:
    assert plain(markup) == expected


def test_anchor_is_docutils() -> None:
    assert anchor("What's new in 2.0?") == "what-s-new-in-2-0"


def test_secrets_stay_out() -> None:
    text = (
        "a ghp_000000000000000000000000000000000000 b\n\n"
        "Doc\n===\n\npassword: hunter-demo\n\n``sk-test-0000000000000000000000000000``\n\n"
        "`x <https://u:Passw0rd-demo@h/>`_ and y_\n\n.. _y: https://h/?token=demo-value-123\n"
    )
    data = extract("rst", text.encode())
    for secret in (b"hunter-demo", b"sk-test-0", b"Passw0rd-demo", b"demo-value"):
        assert secret not in data


@pytest.mark.parametrize(
    "text",
    ["`" * 200_000, "`a" * 100_000, ":a" * 100_000, "=\n" * 100_000, ".. _" * 50_000,
     "a\n=\n" * 20_000, ".. a::\n" * 30_000, "*a" * 100_000 + "\n====\n"],
)  # fmt: skip
def test_hard_input_stays_bounded(text: str) -> None:
    began = time.monotonic()
    record.decode(extract("rst", text.encode()))
    assert time.monotonic() - began < 20
