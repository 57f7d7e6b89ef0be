"""What all families have in common."""

from __future__ import annotations

import pytest

from uindex.extract.registry import LANGUAGES
from uindex.resolve.family import _MODULES, Family, family_of


@pytest.mark.parametrize("lang", _MODULES)
def test_families(lang: str) -> None:
    assert lang in LANGUAGES
    assert lang in family_of(lang).langs


def test_other_languages_have_the_defaults() -> None:
    assert type(family_of("toml")) is Family
