"""The one estimate of tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uindex.tokens import count


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("word", 1),
        ("two words", 2),
        ("internationalisation", 3),
        ("a_b", 3),
        ("1234", 2),
        ("x = f(a)[0]", 8),
        ("a\n        b", 3),
        ("a\r\nb", 3),
        ("naïve", 3),
        ("日本語", 3),
        ("\x1b", 1),
    ],
)
def test_what_a_text_costs(text: str, tokens: int) -> None:
    assert count(text) == tokens


@given(st.lists(st.text(alphabet=st.characters(exclude_characters="\n"))))
def test_lines_add_up(lines: list[str]) -> None:
    whole = "".join(f"\n{line}" for line in lines)
    assert count(whole) == sum(count(f"\n{line}") for line in lines)


@given(st.text(), st.text())
def test_more_text_never_costs_less(one: str, other: str) -> None:
    assert count(one) <= count(one + other)
