"""Which embeddings a user wants: `uindex.embed` in git's configuration, and nothing of the tree.

What a repository brings along must not decide where text is sent, so none of this is read from
files of a tree.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from uindex.embed.text import RECIPE
from uindex.errors import NotEmbedded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NONE, LOCAL, HTTP = "none", "local", "http"

LOCAL_DIMENSIONS = 128
"""Of the 256 that wordllama has: the first half finds as much, and the first quarter less
(docs/decisions/0007-vectors.md)."""

_SLUG = re.compile("[^a-z0-9]+")


class Model(Protocol):
    """What turns texts into vectors."""

    def embed(self, texts: Sequence[str]) -> Any:
        """A numpy array with one row of floats for each text, in order.  NotEmbedded where that
        fails."""

    def close(self) -> None:
        """End what was opened.  Safe to repeat."""


class Settings(NamedTuple):
    """What is to be used."""

    kind: str
    """LOCAL or HTTP."""
    url: str = ""
    name: str = ""
    """Of the server's model."""
    dimensions: int = 0
    """That are asked for; 0 leaves it to the server."""

    @property
    def model(self) -> bytes:
        """What the vectors lie under in the index: model, dimensions and the recipe of the texts,
        so that what cannot be compared never meets."""
        if self.kind == LOCAL:
            return b"wordllama+%d-%d" % (LOCAL_DIMENSIONS, RECIPE)
        slug = _SLUG.sub("_", self.name.lower()).strip("_")[:40] or "model"
        exactly = sha256(self.name.encode("utf-8", "surrogateescape")).hexdigest()[:8]
        dimensions = str(self.dimensions or "own")
        return f"{slug}+{exactly}+{dimensions}-{RECIPE}".encode("ascii")


def wanted(config: Mapping[str, str]) -> Settings | None:
    """What the configuration asks for, None for no embeddings; NotEmbedded where it makes no
    sense."""
    kind = config.get("uindex.embed", NONE).lower()
    if kind in (NONE, "false", ""):
        return None
    if kind == LOCAL:
        return Settings(LOCAL)
    if kind != HTTP:
        raise NotEmbedded(f"uindex.embed: {kind}: neither {NONE}, {LOCAL} nor {HTTP}")
    url, name = config.get("uindex.embedurl", ""), config.get("uindex.embedmodel", "")
    for key, value in (("uindex.embedUrl", url), ("uindex.embedModel", name)):
        if not value:
            raise NotEmbedded(f"uindex.embed is {HTTP}, and {key} is not set")
    return Settings(HTTP, url, name, _dimensions(config.get("uindex.embeddimensions", "0")))


def _dimensions(text: str) -> int:
    from uindex.embed.vectors import MOST_DIMENSIONS  # msgpack: not where nothing is embedded

    if not text.isascii() or not text.isdigit() or int(text) > MOST_DIMENSIONS:
        raise NotEmbedded(
            f"uindex.embedDimensions: {text}: not a number from 1 to {MOST_DIMENSIONS}"
        )
    return int(text)


def opened(settings: Settings, *, patient: bool) -> Model:
    """The model.  NotEmbedded if it is not installed or cannot be meant.

    `patient` waits for a slow server as a build may; who asks a question does not want to.
    """
    # numpy takes 70 ms: only where something is embedded.
    if settings.kind == LOCAL:
        from uindex.embed.local import WordLlama

        return WordLlama(LOCAL_DIMENSIONS, check=patient)
    from uindex.embed.server import Server

    return Server(settings, patient=patient)
