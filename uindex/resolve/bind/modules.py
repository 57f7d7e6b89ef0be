"""What imports bring, and what modules hand on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.bind.held import Held
from uindex.resolve.bind.known import Site
from uindex.resolve.family import family_of
from uindex.resolve.model import DANGLING, EXTERNAL, Module, Place
from uindex.resolve.roles import ANY
from uindex.resolve.scope import SPACES, TYPES, Scope
from uindex.resolve.values import (
    LIBRARY,
    LOST,
    MODULE,
    OPEN,
    SYMBOL,
    UNKNOWN,
    Value,
    joined,
    symbols,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.record import Link
    from uindex.resolve.family import Family

_SPACES = SPACES | TYPES


class Modules(Held):
    """What imports bring, and what modules hand on."""

    def _imported(self, scope: Scope, at: int, name: str) -> Value | None:
        """What an import of the scope calls by that name."""
        links = scope.imported.get((at, name))
        if links is None:
            return None
        if len(links) == 1:
            return self._import(scope.path, links[0])
        found = [self._import(scope.path, link) for link in links]
        return joined([value for value in found if value is not None])

    def _import(self, path: str, link: Link) -> Value | None:
        key = ("import", path, link)
        if key in self._known:
            return self._known[key]
        return self._guard(key, lambda: self._import_now(path, link))

    def _import_now(self, path: str, link: Link) -> Value | None:
        family = self.family(path)
        if not link.receiver:
            # Another name for something of this very file: `export { a as b }`.
            return self.head(self._outside(Site(path, link.symbol, link.line)), link.name)
        if family.paths:
            value = self._at_path(Site(path, link.symbol, link.line), link)
            return LIBRARY if value is None else value
        module = family.module(self.facts, path, link)
        if module.status == EXTERNAL:
            return self._foreign(family, module)
        if module.status == DANGLING:
            return Value(LOST, reason=module.reason)
        if family.takes_module(link):
            itself = family.itself(self.facts, module)
            return symbols(tuple(itself)) if itself else Value(MODULE, module=module)
        value = self._of_module(module, link.name)
        if value is None and "." in link.name:
            value = Value(MODULE, module=module)
            for step in link.name.split("."):
                value = self.member(value, step) or UNKNOWN
        if value is None and link.name == family.entire:
            return Value(MODULE, module=module)
        if value is None and not family.told_all:
            return UNKNOWN
        if value is None:
            where = module.files[0] if module.files else module.folder or link.receiver
            return Value(LOST, reason=f"{where} has no {link.name}")
        return value

    def _of_module(self, module: Module, name: str) -> Value | None:
        """A name of a module: what its files define or hand on, or a module inside it."""
        if module.files:
            family = self.family(module.files[0])
            inside = family.inside(module)
            if inside:
                return self._deeper(module, inside, name)
            known = family.defined(self.facts, module, name)
            if known is not None:
                return symbols(tuple(known)) if known else self._inner(module, name)
        found = [value for path in module.files if (value := self.exported(path, name))]
        here = joined([value for value in found if value.kind != LOST])
        if here is not None:
            return here
        found += [UNKNOWN for path in module.files if self._makes_names(path)]
        return self._inner(module, name) or self._of_entire(module, name) or joined(found)

    def _makes_names(self, path: str) -> bool:
        """Whether a file makes up names when it is asked for them."""
        scope = self.scope(path)
        return scope is not None and scope.family.fallback in scope.outermost

    def _of_entire(self, module: Module, name: str) -> Value | None:
        """A member of what a module hands on as all that it is."""
        whole = self._entire(module) if module.files else None
        if whole is None or (whole.kind == MODULE and whole.module == module):
            return None
        value = self.member(whole, name)
        return value if value is not None and value.kind not in (OPEN, LOST) else None

    def _entire(self, module: Module) -> Value | None:
        path = module.files[0]
        name = self.family(path).entire
        return self.exported(path, name) if name else None

    def _outside(self, site: Site) -> Site:
        """From an object that is written out, the place that it stands in."""
        scope = self.scope(site.path)
        if scope is not None and site.symbol >= 0:
            symbol = scope.symbols[site.symbol]
            if symbol.kind in self.family(site.path).closed:
                return site._replace(symbol=symbol.parent)
        return site

    def _deeper(self, module: Module, inside: Sequence[str], name: str) -> Value | None:
        """A name of a type that a module ends with."""
        first, *rest = inside
        value = joined([v for path in module.files if (v := self.exported(path, first))])
        for step in rest:
            value = self.member(value, step) if value else None
        if value is None or value.kind != SYMBOL:
            return value
        members = [self._of_symbol(place, name, ANY) for place in value.places]
        return joined([member for member in members if member is not None])

    def _inner(self, module: Module, name: str) -> Value | None:
        for path in module.files[:1] or ([module.folder] if module.folder is not None else []):
            family = self.family(path) if module.files else self._folder_family(path)
            inner = family.submodule(self.facts, module, name)
            if inner is not None:
                return Value(MODULE, module=inner)
        return None

    def _folder_family(self, folder: str) -> Family:
        """The family that a folder without a file of its own belongs to: that of its files."""
        for path in self.facts.tree.files_in(folder):
            family = family_of(self.facts.lang(path))
            if family.langs:
                return family
        return family_of("python")

    def exported(self, path: str, name: str) -> Value | None:
        """What importers of a file get by a name."""
        return self._guard(("exported", path, name), lambda: self._exported_now(path, name))

    def _exported_now(self, path: str, name: str) -> Value | None:
        scope = self.scope(path)
        if scope is None:
            return None
        family = self.family(path)
        own = [*scope.outermost.get(name, ()), *family.exported(self.facts, path, name)]
        if own:
            mine = symbols(tuple(Place(path, at) for at in dict.fromkeys(own)))
            if not family.paths:
                return mine
            # A module and a function that is taken from it may go by one name.
            brought = self._imported(scope, -1, name)
            return mine if brought is None else joined([mine, brought])
        if family.hands_on(self.facts, path, name):
            value = self._imported(scope, -1, name)
            if value is not None:
                return value
        if family.entire == name:
            return None
        return self._through(path, list(filter(family.passes, scope.opened_outermost)), name)

    def _at_path(self, site: Site, link: Link) -> Value | None:
        """What an import means whose specifier is a path of names."""
        return self._guard(("path", site.path, link), lambda: self._at_path_now(site, link))

    def _right_in(self, value: Value, name: str) -> Value | None:
        """A name of a module or namespace, or what a type has of its own."""
        if value.kind == MODULE and value.module is not None:
            return self._of_module(value.module, name)
        found = []
        for place in value.places:
            scope = self.scope(place.path)
            if self.symbol(place).kind in SPACES:
                found.append(self._of_symbol(place, name, ANY))
            elif scope is not None:
                inside = scope.inside.get((place.at, name), ())
                found += [symbols((Place(place.path, at),)) for at in inside]
        return joined([one for one in found if one is not None])

    def _at_path_now(self, site: Site, link: Link) -> Value | None:
        value = self.chain(site, self.family(site.path).split(link.receiver))
        if value is None or link.name in ("", "*"):
            return value
        return self.member(value, link.name) or UNKNOWN

    def _space_in(self, module: Module, name: str) -> Value | None:
        """Where imports are paths: a type or module that stands right in a module.  What is taken
        from it may go by its name too, so that is not to be looked for on the way."""
        for path in module.files:
            scope = self.scope(path)
            if scope is not None and scope.family.paths:
                own = scope.outermost.get(name, ())
                kept = [Place(path, at) for at in own if scope.symbols[at].kind in _SPACES]
                if kept:
                    return symbols(tuple(kept))
        return None

    def _handed_on(self, place: Place, name: str) -> Value | None:
        """A name that imports right in a namespace, or in a file, bring."""
        if place.at < 0:
            return self.exported(place.path, name)
        scope = self.scope(place.path)
        if scope is None:
            return None
        value = self._imported(scope, place.at, name)
        if value is None and place.at in scope.opened:
            value = self._through(place.path, scope.opened[place.at], name)
        return value
