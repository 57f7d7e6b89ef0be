"""Members of classes and namespaces of C++: declared inside, defined elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.families.c.symbols import symbol_of
from uindex.resolve.scope import CALLABLES, SPACES, TYPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.record import Link, Symbol
    from uindex.resolve.facts import Facts
    from uindex.resolve.families.c.linkage import Linkage
    from uindex.resolve.model import Place

_TAGS = frozenset(["struct", "union", "enum", "class"])
_OPENING, _CLOSING = "(<[{", ")>]}"


def members(facts: Facts, linkage: Linkage, place: Place, name: str) -> list[Place]:
    """The definitions `name` of a class that stand outside of it, or those of a namespace anywhere.

    The definition of a method includes the header of its class; with it, an owner that is written
    from inside a namespace is known from its namesakes.
    """
    around = symbol_of(facts, place)
    whole = f"{around.qualname}::{name}"
    found = []
    for other in facts.named(name):
        if facts.lang(other.path) != "cpp":
            continue
        symbol = symbol_of(facts, other)
        if around.kind in SPACES:
            hidden = symbol.visibility == "private" and other.path != place.path
            if symbol.qualname == whole and not hidden:
                found.append(other)
        elif (
            symbol.owner
            and (symbol.qualname == whole or whole.endswith(f"::{symbol.qualname}"))
            and (other.path == place.path or linkage.includes(other.path, place.path))
        ):
            found.append(other)
    return found


def meant(facts: Facts, link: Link, places: Sequence[Place]) -> Sequence[Place]:
    """The definitions of the kind that a link means: of `typedef struct x { … } x` the structure,
    where a type is used no variable, where something is called none either."""
    kinds = {place: symbol_of(facts, place).kind for place in places}
    for better in (_TAGS, TYPES) if link.kind != "call" else (CALLABLES | TYPES,):
        kept = [place for place in places if kinds[place] in better]
        if kept:
            return kept
    return places


def defined(facts: Facts, places: Sequence[Place]) -> list[Place]:
    """Without the declarations in a class whose definitions are there too: for each number of
    parameters, as many as are defined outside."""
    left: dict[int, int] = {}
    for place in places:
        symbol = symbol_of(facts, place)
        if symbol.owner:
            count = _parameters(symbol)
            left[count] = left.get(count, 0) + 1
    if not left:
        return list(places)
    kept = []
    for place in places:
        symbol = symbol_of(facts, place)
        count = _parameters(symbol)
        if not symbol.owner and left.get(count):
            left[count] -= 1
        else:
            kept.append(place)
    return kept


def _parameters(symbol: Symbol) -> int:
    """How many parameters a signature has."""
    text = symbol.signature
    start = text.find("(", text.find(symbol.name))
    depth = commas = 0
    empty = True
    for character in text[start + 1 :] if start >= 0 else "":
        if character in _CLOSING:
            if depth == 0:
                break
            depth -= 1
        elif character in _OPENING:
            depth += 1
        elif character == "," and depth == 0:
            commas += 1
        empty = empty and character == " "
    return 0 if empty else commas + 1
