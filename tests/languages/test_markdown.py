"""Markdown: anchors, blocks that hide headings, and what must not be stored."""

from __future__ import annotations

import time

import pytest

from uindex import record
from uindex.extract.extract import extract
from uindex.extract.languages.markdown import anchor, anchors, plain


def headings(text: str) -> list[tuple[int, str]]:
    read = record.decode(extract("markdown", text.encode()))
    return [(s.line, s.name) for s in read.symbols if s.kind == "heading"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Guide to uindex", "guide-to-uindex"),
        ("What's new in 2.0?", "whats-new-in-20"),
        ("a_b - c/d", "a_b---cd"),
        ("Über “naïve” 日本語 🎉", "über-naïve-日本語-"),
        ("Config.load()", "configload"),
    ],
)
def test_anchor_is_githubs(name: str, expected: str) -> None:
    assert anchor(name) == expected


def test_repeated_anchors_are_numbered() -> None:
    assert anchors(["A", "A", "A 1", "A"]) == ["a", "a-1", "a-1-1", "a-2"]


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("Use of [`foo`](foo.md) and **bold** _words_", "Use of foo and bold words"),
        ("`a_b_c` and snake_case_name", "a_b_c and snake_case_name"),
        (r"\*args and <b>more</b> {#id}", "*args and more"),
        ("`List<T>` ![logo](x.png)", "List<T> logo"),
    ],
)
def test_plain_takes_the_markup_away(markup: str, expected: str) -> None:
    assert plain(markup) == expected


def test_code_is_no_heading() -> None:
    assert headings("# A\n\n    # code\n\n- x\n\n  ```\n  # code\n  ```\n~~~\n# code\n") == [
        (1, "A")
    ]


def test_a_fence_left_open_ends_with_its_list() -> None:
    assert headings("- x\n  ```\n  # code\n# A\n") == [(4, "A")]


def test_a_rule_below_a_table_makes_no_heading_of_it() -> None:
    table = "| a | b |\n| :- | - |\n| 1 | 2 |\n"
    assert headings(f"# A\n\n----\n{table}----\n\na | b\nc\n---\n") == [(1, "A"), (9, "a | b c")]


def test_carriage_returns() -> None:
    assert headings("# A #\r\n\r\nB\r\n---\r\n```\r\n# x\r\n```\r\n") == [(1, "A"), (3, "B")]


def test_secrets_stay_out() -> None:
    text = (
        "a ghp_000000000000000000000000000000000000 b\n\n"
        "# Doc\npassword: hunter-demo\n`sk-test-0000000000000000000000000000`\n"
        f"[x](https://u:Passw0rd-demo@h/) [y](https://h/?token=ghp_{0:036d})\n"
        "# api_key=demo-value-123\n"
    )
    data = extract("markdown", text.encode())
    for secret in (b"hunter-demo", b"sk-test-0", b"Passw0rd-demo", b"ghp_0", b"demo-value"):
        assert secret not in data


@pytest.mark.parametrize(
    "text",
    ["[" * 200_000, "# " + " #" * 100_000 + "x", "`" * 200_000, "> " * 100_000, "- " * 50_000,
     "<a " * 60_000, "](" * 100_000, "_*" * 100_000 + "\n===\n", "---\n" + "a\n" * 100_000],
)  # fmt: skip
def test_hard_input_stays_bounded(text: str) -> None:
    began = time.monotonic()
    record.decode(extract("markdown", text.encode()))
    assert time.monotonic() - began < 20
