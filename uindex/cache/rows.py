"""What the writer and the reader of a cache agree on, besides the tables themselves."""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.schema import meta
from uindex.cache.words import parts, stem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uindex.cache.schema import Connection

PROJECT, TEST, FOREIGN = 0, 1, 2
"""Ranks of files: the project proper, its tests, what others or programs wrote."""


class Sums(NamedTuple):
    """Over all files of the tree, what averages are made of."""

    files: int = 0
    symbols: int = 0
    names: int = 0
    docs: int = 0
    body: int = 0


def rank_of(marks: Iterable[str]) -> int:
    """Where a file comes when all else is equal."""
    found = set(marks)
    if found & {"vendored", "generated", "minified"}:
        return FOREIGN
    return TEST if "test" in found else PROJECT


def encoded(text: str) -> bytes:
    """A name or stem as the tables hold it: bytes, so that any name at all can be kept."""
    return text.encode("utf-8", "surrogateescape")


def base_name(path: bytes) -> bytes:
    """The file's name, ASCII case removed."""
    return path.rpartition(b"/")[2].lower()


def path_stems(path: bytes) -> dict[str, int]:
    """stem -> 2 from the file's name, 1 from its folders."""
    folders, _, base = path.decode("utf-8", "replace").rpartition("/")
    found = dict.fromkeys(_stems(folders), 1)
    found.update(dict.fromkeys(_stems(base.partition(".")[0] or base), 2))
    return found


@lru_cache(1000)  # many files share their folders, and some their names
def _stems(text: str) -> tuple[str, ...]:
    return tuple(map(stem, parts(text)))


def load_sums(connection: Connection) -> Sums:
    values = [meta(connection, f"sum {name}") or 0 for name in Sums._fields]
    return Sums(*(value for value in values if isinstance(value, int)))


def load_uses(connection: Connection) -> bytes:
    """By blob number: how many paths hold it, 255 standing for that or more."""
    return meta_bytes(connection, "uses")


def load_lengths(connection: Connection) -> array[int]:
    """Three numbers for each blob: its weights among names, among docs, in the rest."""
    return array("I", meta_bytes(connection, "lengths"))


def meta_bytes(connection: Connection, key: str) -> bytes:
    value = meta(connection, key)
    return value if isinstance(value, bytes) else b""
