"""JavaScript and TypeScript, in files of their own and in components."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of
from uindex.resolve.families import styles
from uindex.resolve.family import Family
from uindex.resolve.model import EXTERNAL, RESOLVED, Module, Place, Target, found
from uindex.resolve.npm.builtin import GLOBALS
from uindex.resolve.npm.config import configurations, missing
from uindex.resolve.npm.modules import module_of
from uindex.resolve.npm.package import settings
from uindex.resolve.npm.workspace import manifests
from uindex.resolve.scope import CALLABLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.record import Link, Symbol
    from uindex.resolve.facts import Facts

_COMPONENTS = frozenset(["astro", "svelte", "vue"])
_TYPED = frozenset(["typescript", "tsx", *_COMPONENTS])
_CALLED = frozenset(
    "class constant constructor field function method object property variable".split()
)
_NAMED = frozenset("class enum interface namespace type".split())
_APART = 2
"""Lines between overloads, at most."""
_PATH = re.compile(r"[\w$]+(?:\.[\w$]+)*\Z")


class EcmaScript(Family):
    """Modules by path, by the compiler's settings and by package."""

    langs = ("javascript", "typescript", "tsx", "vue", "svelte", "astro")
    selves = frozenset(["this"])
    loose = True
    supers = frozenset(["super"])
    builtins = GLOBALS
    transparent = frozenset()
    type_parameters = True
    hidden = frozenset(["constructor", "field", "member", "method", "property"])
    closed = frozenset(["constant", "field", "object", "property", "variable"])
    entire = "default"
    stars_pass = True

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        specifier = link.receiver
        if not specifier:
            return found(path)  # `export { a as b }`, `export default a`
        lang = facts.lang(path)
        module = module_of(facts, folder_of(path), specifier, lang in _TYPED)
        if module.status == RESOLVED:
            return module
        if lang in _COMPONENTS and not link.alias and link.name in ("", "*"):
            sheet = styles.sheet(facts, folder_of(path), specifier, "scss")
            return sheet if sheet.status == RESOLVED else module
        # `import a = b.c` and `export default b.c`: no module, but a name of this file.
        own = module.status == EXTERNAL and link.alias and _PATH.match(specifier)
        if own and specifier.partition(".")[0] in _names(facts, path):
            return found(path, name=specifier)
        return module

    def local(self, facts: Facts, path: str, link: Link) -> tuple[str, Link]:
        """`import "./a"` gives nothing a name, nor does `export { a }`."""
        if link.name in ("", "*") and not link.alias:
            return "", link
        if link.alias == link.name and not link.receiver and link.symbol < 0:
            return "", link
        return link.alias or link.name, link

    def hands_on(self, facts: Facts, path: str, name: str) -> bool:
        return name in facts.memo(("ecmascript.exports", path), lambda: _exports(facts, path))

    def exported(self, facts: Facts, path: str, name: str) -> Sequence[int]:
        if name != "default":
            return ()
        record = facts.record(path)
        return [
            at
            for at, symbol in enumerate(record.symbols if record else ())
            if symbol.parent < 0 and _is_whole(symbol)
        ]

    def linked(self, facts: Facts, path: str, link: Link) -> Target:
        """In the markup of a component, a member of it."""
        record = facts.record(path) if facts.lang(path) in _COMPONENTS else None
        symbols = record.symbols if record else ()
        places = [
            Place(path, at)
            for at, symbol in enumerate(symbols)
            if symbol.name == link.name
            and symbol.parent >= 0
            and symbols[symbol.parent].kind in ("component", "object")
        ]
        return Target(RESOLVED, (places[-1],)) if places else Target(EXTERNAL)

    def choose(self, facts: Facts, link: Link, places: Sequence[Place]) -> Sequence[Place]:
        """Of what has one name, that which is meant: the implementation and not what declares it, a
        value where something is called and a type elsewhere, and one of overloads."""
        if len(places) < 2:
            return places
        places = [place for place in places if ".d." not in place.path] or places
        kinds = _CALLED if link.kind == "call" else _NAMED
        known = [(place, symbol) for place in places if (symbol := _symbol(facts, place))]
        kept = [each for each in known if each[1].kind in kinds] or known
        chosen = _overloaded(facts, kept) or _nearest(link, kept)
        return [place for place, _ in chosen]

    def faults(self, facts: Facts) -> Sequence[tuple[str, str]]:
        return sorted(_faults(facts))


def _symbol(facts: Facts, place: Place) -> Symbol | None:
    record = facts.record(place.path) if place.at >= 0 else None
    return record.symbols[place.at] if record else None


def _overloaded(
    facts: Facts, places: Sequence[tuple[Place, Symbol]]
) -> Sequence[tuple[Place, Symbol]]:
    """The implementation of overloads, which stand one behind the other; the first of those that
    have none, or of the parts of an interface; nothing where the places are something else."""
    paths = {place.path for place, _ in places}
    kinds = {symbol.kind for _, symbol in places}
    parents = {symbol.parent for _, symbol in places}
    if len(paths) > 1 or len(kinds) > 1 or len(parents) > 1:
        return ()
    if kinds == {"interface"}:
        return places[:1]
    pairs = pairwise(places)
    if any(two.start_line - one.end_line > _APART for (_, one), (_, two) in pairs):
        return ()
    place, symbol = places[0]
    above = _symbol(facts, place._replace(at=symbol.parent))
    bodies = kinds <= CALLABLES and (above is None or above.kind not in ("interface", "type"))
    return places[-1:] if bodies else places[:1]


def _nearest(link: Link, places: Sequence[tuple[Place, Symbol]]) -> Sequence[tuple[Place, Symbol]]:
    """Of things that blocks of one function or file define each for itself, since none can define
    one name twice, the last that begins before the link."""
    alike = {(place.path, symbol.parent, symbol.kind in CALLABLES) for place, symbol in places}
    before = [each for each in places if each[1].start_line <= link.line]
    return before[-1:] if len(alike) == 1 and before else places


def _is_whole(symbol: Symbol) -> bool:
    """Whether a symbol is what its module hands on as all that it is."""
    if symbol.kind == "component" or (symbol.owner, symbol.name) == ("module", "exports"):
        return True
    return symbol.signature.startswith(("export default ", "module.exports = "))


def _exports(facts: Facts, path: str) -> frozenset[str]:
    """The names by which a file hands on what it does not define outermost."""
    record = facts.record(path)
    return frozenset(
        link.alias
        for link in (record.links if record else ())
        if link.kind == "import"
        and link.symbol < 0
        and link.alias
        and (not link.receiver or link.alias in (link.name, "default"))
    )


def _faults(facts: Facts) -> Iterator[tuple[str, str]]:
    for path in manifests(facts):
        fault = settings(facts, path).fault
        if fault:
            yield path, fault
    for path in configurations(facts):
        fault = settings(facts, path).fault
        if fault:
            yield path, fault
        for extended in missing(facts, path):
            yield path, f"extends {extended}, which is not in the repository"


def _names(facts: Facts, path: str) -> frozenset[str]:
    """What a file defines outermost or imports by name."""
    return facts.memo(("ecmascript.names", path), lambda: _known(facts, path))


def _known(facts: Facts, path: str) -> frozenset[str]:
    record = facts.record(path)
    if record is None:
        return frozenset()
    names = {symbol.name for symbol in record.symbols if symbol.parent < 0}
    names.update(
        link.alias or link.name
        for link in record.links
        if link.kind == "import" and not (link.alias == "default" and _PATH.match(link.receiver))
    )
    return frozenset(names)


FAMILY = EcmaScript()
