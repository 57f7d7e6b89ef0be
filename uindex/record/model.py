"""The parts of a record, what bounds them, and what follows from them."""

from __future__ import annotations

import os
import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from uindex.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

MAX_RECORD = 4 << 20
"""A record of more bytes is neither written nor read; the largest of Linux 6.1 is a quarter."""

MAX_TEXT = 8 * MAX_RECORD
"""Characters that the qualified names of one record, or its signatures, may come to: a long name
that many symbols share would otherwise make gigabytes out of a few bytes."""

MAX_UNITS = 1 << 18
"""Units of one record: more, each with a symbol or words, would not fit into MAX_RECORD."""

HEAD = 1024
"""Bytes within which the first fields of a record end."""

MAX_PLAIN = 200
"""Characters of a language's name, which is printable ASCII."""

QUALNAME = 400
"""Characters of an enclosing qualified name beyond which it is cut."""

# Codes are positions: append, never reorder.  A reader that meets a newer code refuses the record.
KINDS = (
    "file class interface struct union enum trait protocol type module namespace package function "
    "method constructor property field variable constant macro member key heading label object "
    "mixin annotation service message rpc rule target selector table view procedure test component "
    "extension impl instance operator event command directive resource variant parameter section "
    "record alias"
).split()
LINKS = ("import", "call", "use", "doc-link", "mention", "base", "typed", "bound")
VISIBILITIES = ("", "public", "protected", "private", "internal")
SKIPS = ("binary", "LFS pointer")
"""Why an extractor may take nothing from the content; a record names no other reason."""
MARKS = ("partial", "minified", "generated", "capped", "transcoded")

NAME_MARK = "\1"
"""Stands for the symbol's name in its signature: that saves a third of them."""

_WORD = re.compile("[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]{2,39}")


class Symbol(NamedTuple):
    """A definition.  Offsets are bytes of the blob, lines count from 1, ends of spans are exclusive
    in bytes and inclusive in lines; the whole span begins with the attached comment."""

    name: str
    kind: str
    owner: str
    """The owner as written where nesting does not say it: Go's receiver, C++'s qualifier."""
    qualname: str
    parent: int
    """Index of the enclosing symbol, or -1."""
    start: int
    end: int
    name_start: int
    name_end: int
    line: int
    """Line of the name."""
    start_line: int
    end_line: int
    signature: str
    """Without literal values; empty where it would only repeat the name."""
    doc: str
    """First paragraph, on one line."""
    visibility: str
    unit: int


class Link(NamedTuple):
    """A reference out of the blob, as written.

    import: `receiver` is the module specifier ("" this very file), `name` what is taken from it (""
    the module itself, "*" everything), `alias` its local name; what JavaScript hands on has an
    alias always, `export { a }` too.  call and use: `name` and the `receiver` chain before
    it.  doc-link: `receiver` is the target.  mention: a name in prose.  base: what the symbol
    inherits from or implements, which is a use too.  typed: `alias` has the type, or is what a call
    gives, that `name` and `receiver` say; without alias so has the symbol itself, and a function
    what it returns; with `[]` or `{}` at the alias's end it is what is in that by position or by
    key.  bound: `alias` is another name for that, or without a name something of which only is
    known that it is no outer thing of its name.
    """

    kind: str
    name: str
    receiver: str
    alias: str
    line: int
    symbol: int
    """Index of the enclosing symbol, or -1."""


class Unit(NamedTuple):
    """A piece of the file that is ranked and returned."""

    symbol: int
    """The definition or section it is, or -1 for a run of what is left."""
    start_line: int
    end_line: int


class Record(NamedTuple):
    """All that was found in one blob."""

    lang: str
    size: int
    lines: int
    skip: str = ""
    """Why nothing was taken from the content, one of SKIPS, or ""."""
    marks: tuple[str, ...] = ()
    doc: str = ""
    separator: str = "."
    symbols: Sequence[Symbol] = ()
    links: Sequence[Link] = ()
    units: Sequence[Unit] = ()
    unit_words: Sequence[AbstractSet[str]] = ()
    """For each unit the distinct words it holds, unsplit, names included."""


def qualnames(
    names: Sequence[str], parents: Sequence[int], owners: Sequence[str], separator: str
) -> list[str]:
    """The qualified name of each symbol; a parent comes before its children.

    Past QUALNAME characters the outer part gives way to an ellipsis: 10,000 nested definitions
    would cost the square of their number.  RecordError where they come to more than MAX_TEXT.
    """
    result: list[str] = []
    left = MAX_TEXT
    for name, parent, owner in zip(names, parents, owners, strict=True):
        own = f"{owner}{separator}{name}" if owner else name
        outer = result[parent] if parent >= 0 else ""
        if len(outer) > QUALNAME:
            outer = "…"
        qualname = f"{outer}{separator}{own}" if outer else own
        left -= len(qualname)
        if left < 0:
            raise RecordError(f"qualified names of more than {MAX_TEXT} characters")
        result.append(qualname)
    return result


class Head(NamedTuple):
    """What the first fields of a record say."""

    lang: str
    size: int
    skip: str
    partial: bool


@cache
def common_words() -> tuple[str, ...]:
    """The words that have a code of their own: part of the format, never to be changed.

    They stand in many files of many projects; docs/decisions/0002-record.md says how they were
    drawn.
    """
    with open(os.path.join(os.path.dirname(__file__), "common.txt"), encoding="ascii") as file:
        return tuple(file.read().split())


@cache
def common_codes() -> dict[str, int]:
    """Common word -> its code."""
    return {word: code for code, word in enumerate(common_words())}


def implied_words(
    symbols: Sequence[Symbol], links: Sequence[Link], units: Sequence[Unit]
) -> list[set[str]]:
    """The words of each unit that follow from its symbols and links."""
    result: list[set[str]] = [set() for _ in units]
    for symbol in symbols:
        mine = result[symbol.unit]
        mine.add(symbol.name)
        if symbol.doc:
            mine.update(_WORD.findall(symbol.doc))
    unit_of = [symbol.unit for symbol in symbols]
    for _, name, _, _, _, at in links:
        if at >= 0 and name:
            result[unit_of[at]].add(name)
    return result


def width(name: str) -> int:
    """Bytes of a name."""
    return len(name) if name.isascii() else len(name.encode("utf-8", "surrogateescape"))
