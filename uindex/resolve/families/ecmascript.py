"""JavaScript and TypeScript, in files of their own and in components."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of
from uindex.resolve.families import styles
from uindex.resolve.family import Family
from uindex.resolve.model import EXTERNAL, RESOLVED, Module, found
from uindex.resolve.npm.builtin import GLOBALS
from uindex.resolve.npm.config import configurations, missing
from uindex.resolve.npm.modules import module_of
from uindex.resolve.npm.package import settings
from uindex.resolve.npm.workspace import manifests

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.record import Link, Symbol
    from uindex.resolve.facts import Facts
    from uindex.resolve.model import Place

_COMPONENTS = frozenset(["astro", "svelte", "vue"])
_TYPED = frozenset(["typescript", "tsx", *_COMPONENTS])
_PATH = re.compile(r"[\w$]+(?:\.[\w$]+)*\Z")


class EcmaScript(Family):
    """Modules by path, by the compiler's settings and by package."""

    langs = ("javascript", "typescript", "tsx", "vue", "svelte", "astro")
    selves = frozenset(["this"])
    supers = frozenset(["super"])
    builtins = GLOBALS
    transparent = frozenset()
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

    def choose(self, facts: Facts, link: Link, places: Sequence[Place]) -> Sequence[Place]:
        """What is declared beside its implementation is the implementation."""
        if len(places) < 2:
            return places
        return [place for place in places if ".d." not in place.path] or places

    def faults(self, facts: Facts) -> Sequence[tuple[str, str]]:
        return sorted(_faults(facts))


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
