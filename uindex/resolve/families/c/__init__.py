"""C and C++."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.families.c.includes import Includes
from uindex.resolve.families.c.linkage import LIBRARIES, POINTER, Linkage
from uindex.resolve.family import Family
from uindex.resolve.scope import VALUES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.record import Link, Symbol
    from uindex.resolve.facts import Facts
    from uindex.resolve.model import Module, Place, Target


class C(Family):
    """Names come from headers by text, and of other files by a linker."""

    langs = ("c", "cpp")

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        return _includes(facts).module(path, link.receiver)

    def local(self, facts: Facts, path: str, link: Link) -> tuple[str, Link]:
        # An include gives no name to what it brings.
        return (link.name if link.name != "*" else ""), link

    def linked(self, facts: Facts, path: str, link: Link) -> Target:
        return _linkage(facts).target(path, link.name, link.kind == "call")

    def choose(self, facts: Facts, link: Link, places: Sequence[Place]) -> Sequence[Place]:
        if link.kind != "call" or link.receiver:
            return places
        return [*places, *_linkage(facts).masks(places[0].path, link.name)]

    def doubt(self, facts: Facts, link: Link, places: Sequence[Place]) -> str:
        if link.kind != "call":
            return ""
        kinds = set()
        for place in places:
            record = facts.record(place.path)
            assert record is not None
            kinds.add(record.symbols[place.at].kind)
        if kinds <= VALUES:
            return POINTER
        # A function of that name replaces the library's; a macro may do so on some systems alone.
        macro = kinds == {"macro"} and _linkage(facts).has_library(places[0].path, link.name)
        return LIBRARIES if macro else ""

    def fits(self, link: Link, symbol: Symbol) -> bool:
        return symbol.kind != "function" and symbol.kind != "macro"


def _linkage(facts: Facts) -> Linkage:
    return facts.memo(("c", "linkage"), lambda: Linkage(facts, _includes(facts)))


def _includes(facts: Facts) -> Includes:
    return facts.memo(("c", "includes"), lambda: Includes(facts))


FAMILY = C()
