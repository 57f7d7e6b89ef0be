"""Chains of names as they are written: `a.b().c`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.bind.objects import Objects
from uindex.resolve.roles import ANY, CALLED, HELD
from uindex.resolve.values import (
    FOREIGN,
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

    from uindex.resolve.bind.known import Site


class Chains(Objects):
    """Chains of names as they are written: `a.b().c`."""

    def bare(self, site: Site, name: str, role: int) -> Value | None:
        """A name without receiver; None where nothing in or for the file explains it."""
        family = self.family(site.path)
        if name in family.supers:
            return self._super(site) if family.super_calls else FOREIGN
        if name in family.selves and role == CALLED and family.super_calls:
            return self._self(site)
        return self.head(site, name, role)

    def chain(self, site: Site, steps: Sequence[tuple[str, bool]]) -> Value | None:
        """What `a.b().c` stands for; None where its first name is not explained."""
        scope = self.scope(site.path)
        if scope is None:
            return None
        family = scope.family
        (first, called), *rest = steps
        held, made = (HELD, CALLED) if scope.distinct else (ANY, ANY)
        value: Value | None
        if first in family.supers:
            value = self._super(site)
            called = False
        elif first in family.selves and (here := self._self(site)):
            value = here
        else:
            value = self.head(site, first, made if called else held)
        if value is None:
            value, taken = self._longest(site, steps)
            if value is None and not family.is_builtin(first):
                return None
            (first, called), *rest = steps[taken - 1 :] if value else steps
            value = value or FOREIGN
        if called:
            value = self.given(family, value, first, None)
            if value.kind == OPEN and family.each:
                value = self._each(site, [(first, False)], True) or value
        for at, (name, then) in enumerate(rest, 1):
            receiver = value
            value = self.member(receiver, name, made if then else held) or UNKNOWN
            if then:
                value = self.given(family, value, name, receiver)
                if value.kind == OPEN and family.each:
                    value = self._each(site, [*steps[:at], (name, False)], True) or value
        return value

    def _each(self, site: Site, steps: Sequence[tuple[str, bool]], keyed: bool) -> Value | None:
        """What is in what a chain stands for; `keyed`: by key or position, rather than what going
        through it gives.  None where nothing says so."""
        signs = ("[]", "{}") if keyed else ("[]",)
        *before, (last, called) = steps
        if called and before and last == "values":
            return self._each(site, [*before[:-1], (before[-1][0], False)], True)
        if not before:
            return self._each_local(site, last, signs)
        owner = self.chain(site, before)
        if owner is None or owner.kind not in (SYMBOL, MODULE):
            return None
        for sign in () if called or owner.kind == MODULE else signs:
            field = self.member(owner, last + sign)
            if field is not None and field.kind == SYMBOL:
                return field
        return self._each_of(self.member(owner, last), signs)

    def _each_local(self, site: Site, name: str, signs: Sequence[str]) -> Value | None:
        """What is in what a name stands for where it is read."""
        scope = self.scope(site.path)
        at = site.symbol
        while scope is not None:
            links = [link for sign in signs for link in scope.bound.get((at, name + sign), ())]
            if links:
                return self._held(site, links, None)
            if at < 0 or at in scope.places.get(name, ()):
                break
            at = scope.symbols[at].parent
        return self._each_of(self.head(site, name), signs)

    def _each_of(self, value: Value | None, signs: Sequence[str]) -> Value | None:
        """What is in what definitions hold or give."""
        found = []
        for place in value.places if value is not None else ():
            scope = self.scope(place.path)
            links = [scope.bound.get((place.at, sign), ()) for sign in signs] if scope else ()
            found += [self._holding(place.path, link) for some in links for link in some]
        if found or value is None or not value.made or value.kind != SYMBOL:
            return joined(found)
        family = self.family(value.places[0].path)
        item = self.member(value, family.item) if "{}" in signs else None
        if item is not None and item.kind == SYMBOL:
            return self.result(item, value)
        through = self.member(value, family.each)
        plain = through is not None and through.kind == SYMBOL and not through.made
        return self._each_of(through, ("[]",)) if plain else None

    def _longest(self, site: Site, steps: Sequence[tuple[str, bool]]) -> tuple[Value | None, int]:
        """What the longest beginning of a chain means as a qualified name, and how long it is."""
        calls = [called for _, called in steps]
        end = calls.index(True) + 1 if True in calls else len(steps)
        for taken in range(end, 0, -1):
            value = self._qualified(site, [name for name, _ in steps[:taken]])
            if value is not None and value.places:
                return value, taken
        return None, 0

    def _qualified(self, site: Site, names: Sequence[str]) -> Value | None:
        places = self.family(site.path).qualified(self.facts, site.path, names)
        if places is None:
            return None
        return symbols(tuple(places)) if places else FOREIGN
