"""What a call or a use means: through scope, imports, receiver and inheritance, then by name.

    head     the first name of a chain: the scopes around it, imports, the package, the language
    member   a name of a module, a type or a value of it
    bind     both together, as a target with its certainty

Nothing is guessed on the way: where a step is not known, what follows is a name match at best.
Chains that lead in circles end at the second visit, and nothing that depends on such an end is
remembered, so the order of questions changes no answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.bind.chains import Chains
from uindex.resolve.bind.known import Site
from uindex.resolve.model import CANDIDATE, DANGLING, EXTERNAL, RESOLVED, Place, Target
from uindex.resolve.roles import ANY, CALLED, SENT, TYPE
from uindex.resolve.scope import CALLABLES, TYPES, Scope
from uindex.resolve.values import (
    LOST,
    MODULE,
    OPEN,
    OUTSIDE,
    SYMBOL,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uindex.record import Link
    from uindex.resolve.family import Family

_NOWHERE = Target(EXTERNAL)

_LOCAL = Target(CANDIDATE, reason="a local value")


class Binder(Chains):
    """Binds the links of a snapshot.  Records and answers are kept while it lives."""

    def bind(self, path: str, link: Link) -> Target:
        """What a call, use or base in the file at `path` means."""
        scope = self.scope(path)
        if scope is None:
            return _NOWHERE
        if scope.flat:
            return self._flat(scope, link)
        return self._bind(scope, link)

    def _flat(self, scope: Scope, link: Link) -> Target:
        """What a link means in a file whose names mean one thing all over it, those apart that a
        definition inside another one has or hides."""
        if link.receiver:
            return _NOWHERE
        key = (link.name, link.kind)
        known = scope.answers.get(key)
        if known is None:
            around = scope.places.get(link.name)
            if not around or not self._named_so(scope, link, around):
                known = scope.family.linked(self.facts, scope.path, link)
            elif len(around) == 1 and -1 in around and (-1, link.name) not in scope.bound:
                known = self._bind(scope, link._replace(symbol=-1))
            else:
                return self._bind(scope, link)
            scope.answers[key] = known
        return known

    def _named_so(self, scope: Scope, link: Link, around: Iterable[int]) -> bool:
        """Whether any definition or binding that has the name of a link can be what it means."""
        name, means = link.name, scope.family.means
        for at in around:
            inside = scope.inside.get((at, name), ())
            if not inside or any(means(link, scope.symbols[one]) for one in inside):
                return True
        return False

    def _bind(self, scope: Scope, link: Link) -> Target:
        path = scope.path
        family = scope.family
        at = link.symbol
        if link.kind == "base" and at >= 0:
            at = scope.symbols[at].parent
        site = Site(path, at, link.line)
        name = link.name
        role = (CALLED if link.kind == "call" else TYPE) if scope.distinct else ANY
        if link.kind == "call" and family.sends:
            role = SENT
        if not link.receiver:
            value = self.bare(site, name, role)
            if value is not None and (value.kind == OPEN or value.made):
                return _LOCAL
            if value is None:
                if family.is_builtin(name):
                    return _NOWHERE
                linked = family.linked(self.facts, path, link)
                loose = family.loose and linked.status == EXTERNAL
                return self._by_name(family, link, bare=True) if loose else linked
        else:
            value = self._on(site, family.split(link.receiver), name, role)
            if value is None or value.kind in (OPEN, OUTSIDE):
                target = self._extending(family, site, link, value)
                if target is not None:
                    return target
        if value is None or value.kind == OPEN:
            return self._by_name(family, link)
        if value.made:
            return _LOCAL
        return self._target(family, value, link)

    def _extending(
        self, family: Family, site: Site, link: Link, value: Value | None
    ) -> Target | None:
        """What a call on something that has no such member, or is not known, means where functions
        may be written for a type outside of it."""
        visible = family.extensions(self.facts, site.path, link) if link.kind == "call" else None
        if visible is None or not (visible.near or visible.far):
            return None
        receiver = self.chain(site, family.split(link.receiver))
        if receiver is not None and receiver.kind == SYMBOL:
            types = {self.symbol(place).name for place in receiver.places}
            found = [*visible.near, *visible.far]
            fitting = [place for place, owner in found if owner in types]
            if fitting:
                status = RESOLVED if len(fitting) == 1 else CANDIDATE
                return Target(status, tuple(sorted(fitting)))
        places = tuple(sorted(place for place, _ in visible.near))
        if len(places) == 1 and visible.sure:
            return Target(RESOLVED, places)
        unknown = value is None or value.kind == OPEN
        return Target(CANDIDATE, places, "an extension") if places and not unknown else None

    def means(self, path: str, link: Link) -> Target | None:
        """What a link of any kind in the file at `path` means; None for one that says what a name
        holds, and for a mention of nothing."""
        if link.kind in ("call", "use", "base"):
            return self.bind(path, link)
        if link.kind == "import":
            return self._brought(path, link)
        if link.kind in ("doc-link", "mention"):
            return self.family(path).cited(self.facts, path, link)
        return None

    def _brought(self, path: str, link: Link) -> Target:
        """What an import brings: a definition, or else the module's file."""
        family = self.family(path)
        value = self._import(path, link)
        if value is None:
            return _NOWHERE
        if value.kind == OPEN:
            files = family.module(self.facts, path, link).files
            return Target(RESOLVED, (Place(files[0]),)) if files else _NOWHERE
        return self._target(family, value, link)

    def _is_defined(self, name: str) -> bool:
        """Whether anything in the repository is called that, or may be though it is no symbol."""
        known = self._defined.get(name)
        if known is None:
            known = self._defined[name] = name[:1] in "@$" or bool(self.facts.named(name))
        return known

    def _target(self, family: Family, value: Value, link: Link) -> Target:
        if link.kind == "call":
            meant = self._meant(value)
            value = value if meant.kind == OPEN else meant
        if value.kind == MODULE:
            assert value.module is not None
            files = value.module.files
            whole = self._entire(value.module) if files and link.kind == "call" else None
            if whole is not None and whole.kind == SYMBOL:
                return self._target(family, whole, link)
            return Target(RESOLVED, (Place(files[0]),)) if files else _NOWHERE
        if value.kind == OUTSIDE:
            return _NOWHERE
        if value.kind == LOST:
            return Target(DANGLING, reason=value.reason)
        places = family.choose(self.facts, link, value.places)
        doubt = family.doubt(self.facts, link, places)
        if doubt:
            return Target(CANDIDATE, tuple(places), doubt)
        if value.local or value.unsure:
            return Target(CANDIDATE, tuple(places), "through a local name")
        return Target(RESOLVED if len(places) == 1 else CANDIDATE, tuple(places))

    def _by_name(self, family: Family, link: Link, bare: bool = False) -> Target:
        """All that a name after an unknown receiver may be, or that without one, no member."""
        key = family.langs, link.name
        same = self._named.get(key)
        if same is None:
            named = self.facts.named(link.name)
            ours = [place for place in named if self.facts.lang(place.path) in family.langs]
            same = [(place, self.symbol(place)) for place in ours if self._reachable(place)]
            self._named[key] = same
        fits = [(place, symbol) for place, symbol in same if family.fits(link, symbol)]
        found = tuple(place for place, symbol in fits if not bare or symbol.parent < 0)
        return Target(CANDIDATE, found, "by name") if found else _NOWHERE

    def _reachable(self, place: Place) -> bool:
        """Whether a definition can be meant from elsewhere: no variable, nothing in a function."""
        scope = self.scope(place.path)
        if scope is None:
            return False
        symbol = scope.symbols[place.at]
        if symbol.kind not in CALLABLES and symbol.kind not in TYPES and symbol.kind != "property":
            return False
        family, at = scope.family, symbol.parent
        while at >= 0:
            hidden = scope.symbols[at].kind in CALLABLES
            if hidden and not family.makes_type(self.facts, Place(place.path, at)):
                return False
            at = scope.symbols[at].parent
        return True
