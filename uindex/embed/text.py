"""What is embedded of a record: one short text for each function, type and section of a document.

A text is the name of what encloses it, its own name, both split into words, and the beginning of
its doc, in lower case: free of paths, as records are, and without bodies and signatures, which made
answers worse or no better (docs/decisions/0007-vectors.md).  Constants, macros, keys, variables and
properties have no text: they are most of a large repository, and their names say what they are.

`RECIPE` is part of the name of a model in the index; it grows with every change that alters a text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.record import Record

RECIPE = 1

DOC = 300
"""Characters of a doc: most first paragraphs are shorter."""
NAME = 200
"""Characters of a name; only generated ones have more."""
MOST_UNITS = 2048
"""Units of one record that have a text, the first ones: what is longer was generated, and is found
by its first two thousand functions."""

_KINDS = frozenset(
    "function method constructor operator procedure test rule rpc view component"
    " class interface struct union enum trait protocol type object mixin record extension impl"
    " instance annotation service message module namespace table"
    " heading section".split()
)
_DATA = frozenset(["toml", "ini", "json", "yaml", "xml"])
"""Languages whose sections are groups of keys, not prose."""

_WORD = re.compile(
    r"[A-Z]+(?![a-z\x80-\U0010ffff])|[A-Z]?[a-z\x80-\U0010ffff]+|[A-Z]+|[0-9]+", re.ASCII
)


def texts(record: Record) -> list[tuple[int, str]]:
    """(position of the unit, its text), ascending; at most MOST_UNITS of them."""
    found = []
    for unit, text in _texts(record):
        found.append((unit, text))
        if len(found) == MOST_UNITS:
            break
    return found


def _texts(record: Record) -> Iterator[tuple[int, str]]:
    if record.lang in _DATA:
        return
    symbols = record.symbols
    for at, unit in enumerate(record.units):
        if unit.symbol < 0 or symbols[unit.symbol].kind not in _KINDS:
            continue
        symbol = symbols[unit.symbol]
        parent = symbols[symbol.parent].name if symbol.parent >= 0 else symbol.owner
        text = f"{_words(parent)} {_words(symbol.name)} {_plain(symbol.doc[:DOC])}".strip()
        if text:
            yield at, text.lower()


def _words(name: str) -> str:
    """camelCase, snake_case, acronyms and digits apart."""
    return " ".join(_WORD.findall(name[:NAME]))


def _plain(text: str) -> str:
    """Without what no server could be sent: bytes that were no UTF-8."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def question(text: str) -> str:
    """A query as the texts are."""
    return _plain(" ".join(text.split())).lower()
