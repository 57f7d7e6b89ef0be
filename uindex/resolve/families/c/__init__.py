"""C and C++."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.families.c.classes import defined, meant, members
from uindex.resolve.families.c.flat import VERSION, flatten
from uindex.resolve.families.c.includes import Includes
from uindex.resolve.families.c.linkage import LIBRARIES, POINTER, Linkage
from uindex.resolve.families.c.symbols import symbol_of
from uindex.resolve.family import Family
from uindex.resolve.model import RESOLVED, Module, external
from uindex.resolve.scope import SPACES, TYPES, VALUES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uindex.record import Link, Symbol
    from uindex.resolve.facts import Facts
    from uindex.resolve.model import Place, Target


class C(Family):
    """Names come from headers by text, and of other files by a linker."""

    langs = ("c", "cpp")
    selves = frozenset(["this"])
    supers: frozenset[str] = frozenset()
    builtins = frozenset(["std"])
    bare_members = True
    first_base = False
    aliases = frozenset(["alias", "type"])
    hidden = frozenset(["constructor", "test"])
    surveyor = f"includes {VERSION}"

    def flat(self, lang: str) -> bool:
        return lang == "c"

    def means(self, link: Link, symbol: Symbol) -> bool:
        if symbol.kind == "macro":
            return True
        return (symbol.kind in TYPES) == (link.kind != "call")

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        if link.name:
            return _namespace(facts, link.receiver)
        return _includes(facts).module(path, link.receiver)

    def local(self, facts: Facts, path: str, link: Link) -> tuple[str, Link]:
        # An include gives no name to what it brings; what is used of namespaces `everywhere` knows.
        return "", link

    def everywhere(self, facts: Facts, path: str, name: str) -> Sequence[Place]:
        return _linkage(facts).seen(path, name) if facts.lang(path) == "cpp" else ()

    def qualified(self, facts: Facts, path: str, names: Sequence[str]) -> Sequence[Place] | None:
        if len(names) < 2 or facts.lang(path) != "cpp":
            return None
        return _linkage(facts).qualified(path, names) or None

    def links_free(self, lang: str) -> bool:
        return lang == "c"

    def linked(self, facts: Facts, path: str, link: Link) -> Target:
        return _linkage(facts).target(path, link.name, link.kind == "call")

    def survey(self, facts: Facts, leading: Iterable[tuple[str, Sequence[Link]]]) -> bytes:
        return flatten(facts, _includes(facts), leading).encode()

    def expect(self, facts: Facts, name: str, survey: bytes) -> None:
        _linkage(facts).expect(name, survey)

    def owners(self, facts: Facts, place: Place, name: str) -> Sequence[str]:
        return ()

    def members(self, facts: Facts, place: Place, name: str) -> Sequence[Place]:
        if facts.lang(place.path) != "cpp":
            return ()
        return members(facts, _linkage(facts), place, name)

    def whole(self, facts: Facts, places: Sequence[Place]) -> Sequence[Place]:
        if all(symbol_of(facts, place).kind in SPACES for place in places):
            return places[:1]
        return places

    def choose(self, facts: Facts, link: Link, places: Sequence[Place]) -> Sequence[Place]:
        if link.kind == "call" and not link.receiver:
            places = [*places, *_linkage(facts).masks(places[0].path, link.name)]
        if len(places) < 2:
            return places
        return defined(facts, meant(facts, link, places))

    def doubt(self, facts: Facts, link: Link, places: Sequence[Place]) -> str:
        if link.kind != "call":
            return ""
        kinds = {symbol_of(facts, place).kind for place in places}
        if kinds <= VALUES:
            return POINTER
        # A function of that name replaces the library's; a macro may do so on some systems alone.
        macro = kinds == {"macro"} and _linkage(facts).has_library(places[0].path, link.name)
        return LIBRARIES if macro else ""

    def fits(self, link: Link, symbol: Symbol) -> bool:
        if link.kind == "call":
            return symbol.kind not in ("function", "macro", "test")
        return symbol.kind in TYPES


def _linkage(facts: Facts) -> Linkage:
    return facts.memo(("c", "linkage"), lambda: Linkage(facts, _includes(facts)))


def _includes(facts: Facts) -> Includes:
    return facts.memo(("c", "includes"), lambda: Includes(facts))


def _namespace(facts: Facts, name: str) -> Module:
    """What a using declaration uses: it brings no file."""
    last = name.rpartition("::")[2]
    here = any(
        symbol_of(facts, place).kind in SPACES
        for place in facts.named(last)
        if facts.lang(place.path) == "cpp"
    )
    return Module(RESOLVED, name=name) if here else external(name)


FAMILY = C()
