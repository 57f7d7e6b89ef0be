"""What the configuration asks for."""

from __future__ import annotations

import pytest

from uindex.embed import text
from uindex.embed.settings import Settings, wanted
from uindex.errors import NotEmbedded
from uindex.store.layout import is_key

SERVER = {"uindex.embedurl": "http://x", "uindex.embedmodel": "m"}


@pytest.mark.parametrize("value", ["none", "NONE", "false", ""])
def test_nothing_is_embedded_unless_it_is_asked_for(value: str) -> None:
    assert wanted({}) is None
    assert wanted({"uindex.embed": value, **SERVER}) is None


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ({"uindex.embed": "lokal"}, "uindex.embed: lokal: neither none, local nor http"),
        ({"uindex.embed": "true"}, "neither none, local nor http"),
        ({"uindex.embed": "http", "uindex.embedurl": "http://x"}, "uindex.embedModel is not set"),
        ({"uindex.embed": "http", "uindex.embedmodel": "m"}, "uindex.embedUrl is not set"),
        ({"uindex.embed": "http", **SERVER, "uindex.embeddimensions": "-3"}, "embedDimensions"),
        ({"uindex.embed": "http", **SERVER, "uindex.embeddimensions": "99999"}, "embedDimensions"),
    ],
)
def test_what_makes_no_sense(config: dict[str, str], words: str) -> None:
    with pytest.raises(NotEmbedded, match=words):
        wanted(config)


def test_whatever_makes_vectors_different_is_in_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [
        Settings("local"),
        *(
            Settings("http", "http://x", name, dimensions)
            for name in ("a/b", "a-b", "A-b", "a", "\u00e9", "x" * 300, "wordllama", "")
            for dimensions in (0, 64, 128)
        ),
    ]
    models = {one.model for one in made}
    assert len(models) == len(made)
    assert all(is_key(model) and len(model) < 80 for model in models)
    assert made[1].model == Settings("http", "https://other/", "a/b").model
    monkeypatch.setattr("uindex.embed.settings.RECIPE", text.RECIPE + 1)
    assert models.isdisjoint(one.model for one in made)
