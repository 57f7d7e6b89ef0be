"""What is looked for in the words of units."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uindex.cache.words import Stems, stem
from uindex.query.units import Wanted, beginning
from uindex.record import common_words

ENDINGS = ("", "s", "ies", "y", "ion", "ation", "rsion", "nsion", "ission", "olution", "scription")


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ("convert", "conversion"),
        ("describe", "getDescriptions"),
        ("extend", "FILE_EXTENSION"),
        ("permit", "permissions"),
        ("resolve", "resolution"),
        ("registry", "registration"),
        ("try", "retries_and_tries"),
        ("y", "y"),
        ("end", "the_end"),
    ],
)
def test_a_word_is_found_by_its_stem(asked: str, word: str) -> None:
    wanted = Wanted({stem(asked): 1.0}, Stems())
    assert wanted.of(word) == (stem(asked),)
    assert list(wanted.among(["other", word, "last"])) == [(word, (stem(asked),))]


@given(
    st.text("abdeinorstvy", min_size=1, max_size=9),
    st.sampled_from(ENDINGS),
)
def test_every_word_holds_the_beginning_of_its_stem(word: str, ending: str) -> None:
    assert beginning(stem(word + ending)) in word + ending


def test_the_common_words_do() -> None:
    words = [word for word in common_words() if word.isalpha() and word.islower()]
    assert len(words) > 1000
    assert [word for word in words if beginning(stem(word)) not in word] == []
