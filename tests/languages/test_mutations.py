"""A fixed small part of what `python -m tests.languages.mutate` tries by the ten thousand."""

from __future__ import annotations

import pytest

from tests.languages import mutate, update
from tests.languages.mutations import mutation

COUNT = 25
"""Mutations of each language: all languages together must not take longer than 20 s."""


@pytest.mark.parametrize("lang", update.languages())
def test_mutations_of_the_sample_give_records(lang: str) -> None:
    found = list(mutate.attempt(lang, 1, range(COUNT)))
    assert [one for one in found if one.what in mutate.BAD] == []


def test_mutations_are_the_same_each_time() -> None:
    first = [mutation("python", 1, number) for number in range(50)]
    assert first == [mutation("python", 1, number) for number in range(50)]
    assert len(set(first)) == 50
    assert first != [mutation("python", 2, number) for number in range(50)]
