"""The first name of a chain: the scopes around it, imports, the package, the language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.bind.known import Known, Site
from uindex.resolve.model import EXTERNAL, RESOLVED, Module, Place
from uindex.resolve.roles import ANY, HELD, ROLES
from uindex.resolve.scope import BLOCKS, SPACES, Scope
from uindex.resolve.values import (
    FOREIGN,
    LIBRARY,
    LOST,
    MODULE,
    OPEN,
    OUTSIDE,
    SYMBOL,
    Value,
    joined,
    symbols,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uindex.record import Link
    from uindex.resolve.family import Family


class Names(Known):
    """The first name of a chain: the scopes around it, imports, the package, the language."""

    def head(self, site: Site, name: str, role: int = ANY) -> Value | None:
        """What a name means where it stands; None where nothing in or for the file explains it."""
        scope = self.scope(site.path)
        if scope is None:
            return None
        at = site.symbol
        family = scope.family
        if name.endswith("::"):
            return self._root(family, site, name)
        known, members = scope.places.get(name, ()), family.bare_members
        while True:
            value = None
            if at in known or (members and at >= 0):
                value = self._in_scope(scope, site, at, name, role)
            if value is None and at >= 0 and at in scope.opened:
                opened = family.before(scope.opened[at], site.line)
                value = self._suiting(self._through(site.path, opened, name), role)
            if value is None and members and at >= 0 and scope.symbols[at].owner:
                value = self._of_owner(site.path, at, name, role)
            if value is not None:
                return value
            if at < 0 or scope.symbols[at].kind in family.walls:
                break
            at = scope.symbols[at].parent
        if at < 0:
            opened = () if family.stars_pass else scope.opened_outermost
            opened = family.before(opened, site.line)
            key = ("package", site.path, name, role, len(opened))
            value = (
                self._known[key]
                if key in self._known
                else self._guard(key, lambda: self._of_package(opened, site.path, name, role))
            )
        return value or self._root(family, site, name)

    def _root(self, family: Family, site: Site, name: str) -> Value | None:
        """What the first name of a path means whatever stands around it."""
        root = family.root(self.facts, Place(site.path, site.symbol), name)
        if isinstance(root, Module):
            if root.status == RESOLVED:
                return Value(MODULE, module=root)
            lost = Value(LOST, reason=root.reason)
            return self._foreign(family, root) if root.status == EXTERNAL else lost
        if root is None or root.at >= 0:
            return symbols((root,)) if root else None
        return Value(MODULE, module=Module(RESOLVED, (root.path,)))

    def _foreign(self, family: Family, module: Module) -> Value:
        return FOREIGN if family.is_standard(module) else LIBRARY

    def _in_scope(self, scope: Scope, site: Site, at: int, name: str, role: int) -> Value | None:
        family = scope.family
        hides = role in (ANY, HELD) or family.locals_hide
        bound = scope.bound.get((at, name)) if hides else None
        imported = None
        if at < 0 or scope.symbols[at].kind not in family.closed:
            imported = self._suiting(self._imported(scope, at, name), role)
        if bound and not (family.operator and self._outweighed(scope, site, at, name, imported)):
            value = self._held(site, bound, imported)
            if value is not None:
                return value
        kind = scope.symbols[at].kind if at >= 0 else ""
        if kind in family.types and (family.bare_members or kind not in SPACES):
            if family.bare_members and (self._is_defined(name) or name in family.makers):
                value = self._bare_member(scope, site, at, name, role)
                if value is not None and value.kind not in (OUTSIDE, OPEN):
                    return value
            if site.symbol != at:
                return imported
        if name.startswith("@"):
            return self._either(site.path, scope.fields.get((at, name), []))
        here = scope.inside.get((at, name))
        if here is None:
            return imported
        inside = [
            Place(site.path, one) for one in here if scope.symbols[one].kind not in family.hidden
        ]
        return self._among(inside, role) or imported

    def _of_owner(self, path: str, at: int, name: str, role: int) -> Value | None:
        """A member, by its bare name, of what stands as the owner before a definition."""
        owner = self._owner(path, at)
        value = self.member(owner, name, role) if owner else None
        if value is None or value.kind != SYMBOL:
            return None
        return self._unhidden(self.family(path), value)

    def _owner(self, path: str, at: int) -> Value | None:
        """What the owner means that is written before the name of a definition."""
        return self._guard(("owner", path, at), lambda: self._owner_now(path, at))

    def _owner_now(self, path: str, at: int) -> Value | None:
        symbol = self.symbol(Place(path, at))
        site = Site(path, symbol.parent, symbol.line)
        return self.chain(site, self.family(path).split(symbol.owner))

    def _bare_member(self, scope: Scope, site: Site, at: int, name: str, role: int) -> Value | None:
        """A member of the type around, or of the one that the block around adds to."""
        here = self._self(site._replace(symbol=at)) if scope.symbols[at].kind in BLOCKS else None
        places = here.places if here else (Place(site.path, at),)
        found = [self._of_type(place, name, role) for place in places]
        return self._unhidden(scope.family, joined([one for one in found if one is not None]))

    def _unhidden(self, family: Family, value: Value | None) -> Value | None:
        """Without the definitions that no bare name means."""
        if not family.hidden or value is None or value.kind != SYMBOL:
            return value
        kept = [place for place in value.places if self.symbol(place).kind not in family.hidden]
        return value._replace(places=tuple(kept)) if kept else None

    def _outweighed(
        self, scope: Scope, site: Site, at: int, name: str, imported: Value | None
    ) -> bool:
        """Whether a definition of a name, or outside of functions an import, says more than what
        else is put into it, as where one of two branches has `Thing = None`; or whether the name is
        read before that, in the head of a function, and means what the file has by it."""
        bound = scope.bound[at, name]
        if at >= 0 and min(link.line for link in bound) > site.line:
            return (-1, name) in scope.imported or (-1, name) in scope.inside
        value = self._held(site, bound, None)
        if value is not None and value.kind == SYMBOL:
            return False
        return (at < 0 and imported is not None) or (at, name) in scope.inside

    def _among(self, places: Sequence[Place], role: int) -> Value | None:
        """Those definitions that a name in that role can mean; None where there are none."""
        if role != ANY:
            places = [place for place in places if self.symbol(place).kind in ROLES[role]]
        return symbols(tuple(places)) if places else None

    def _suiting(self, value: Value | None, role: int) -> Value | None:
        if role == ANY or value is None or value.kind != SYMBOL:
            return value
        kept = self._among(value.places, role)
        return value._replace(places=kept.places) if kept else None

    def _of_package(self, opened: Sequence[Link], path: str, name: str, role: int) -> Value | None:
        """What a file sees of others without naming it."""
        family = self.family(path)
        found = []
        for other in family.neighbours(self.facts, path):
            there = self.scope(other)
            if there is not None and name in there.outermost:
                found += [Place(other, at) for at in there.outermost[name]]
        found += family.everywhere(self.facts, path, name)
        here = self._among(list(dict.fromkeys(found)), role)
        if here is not None:
            return here
        links = [*opened, *family.implicit(self.facts, path)]
        return self._suiting(self._through(path, links, name), role)

    def _through(self, path: str, links: Iterable[Link], name: str) -> Value | None:
        """A name that one of these imports brings along with all others."""
        family = self.family(path)
        foreign = None
        for link in links:
            if family.paths:
                opened = self._at_path(Site(path, link.symbol, link.line - 1), link)
                value = self._right_in(opened, name) if opened else None
                if value is not None:
                    return value
                continue
            module = family.module(self.facts, path, link)
            if module.status == EXTERNAL:
                foreign = FOREIGN
                continue
            value = self._of_module(module, name)
            if value is not None and value.kind in (OPEN, OUTSIDE) and family.inside(module):
                continue  # a type that may inherit anything brings nothing for certain
            if value is not None:
                return value
        # What a library may bring is no certainty that it does: but nothing here explains it.
        return foreign if family.is_builtin(name) else None
