"""What names hold: bindings of a scope, types that are written, what calls return."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.bind.known import Site, is_open
from uindex.resolve.bind.names import Names
from uindex.resolve.model import Place
from uindex.resolve.roles import ANY, HELD, MADE, TYPE
from uindex.resolve.scope import TYPES, VALUES, Scope
from uindex.resolve.values import (
    FOREIGN,
    MODULE,
    OPEN,
    OUTSIDE,
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

_READ = {"typed": MADE, "bound": HELD, "base": TYPE}


class Held(Names):
    """What names hold: bindings of a scope, types that are written, what calls return."""

    def _held(self, site: Site, links: Sequence[Link], imported: Value | None) -> Value | None:
        """What a name holds at the site: what any of the bindings before it says, since which of
        them took effect is not known; of none before it, the first one's.  What is imported by the
        name may be meant too, where a binding belongs to a function without a name."""
        family = self.family(site.path)
        before = [link for link in links if link.line <= site.line]
        if not before and not family.keeps_types and imported is None:
            before = [*links[:1]]
        if family.keeps_types:
            # `x := x.make()`: what it says there is of an older x.
            before = [one for one in before if one.line != site.line or not _of_itself(family, one)]
        if family.redeclares:
            before = before[-1:]
        if imported is None:
            return self._either(site.path, before, family.keeps_types)
        named = [link for link in before if link.name]
        value = self._either(site.path, named, family.keeps_types)
        if family.operator:
            return value  # `_outweighed` weighs it
        if value is None or imported.kind == MODULE:
            return value and UNKNOWN
        both = joined([imported, value]) if imported.kind == SYMBOL else value
        return both and both._replace(local=True)

    def _either(self, path: str, links: Sequence[Link], strict: bool = False) -> Value | None:
        """What names hold of which one of these is true; `strict`: one that is not known leaves
        the others in doubt."""
        if not links:
            return None
        values = [self._holding(path, link) for link in links]
        value = joined(values) or UNKNOWN
        unsure = strict and value.kind == SYMBOL and any(one.kind != SYMBOL for one in values)
        return value._replace(local=True, unsure=value.unsure or unsure)

    def _holding(self, path: str, link: Link) -> Value:
        return self._guard(("held", path, link), lambda: self._said(path, link)) or UNKNOWN

    def _said(self, path: str, link: Link) -> Value | None:
        """What a typed or bound link says its alias holds."""
        family = self.family(path)
        if not link.name:
            return UNKNOWN
        # What it says was read before it took effect: `x = x.next()` has an older x in it.
        older = not family.keeps_types or _of_itself(family, link)
        site = Site(path, link.symbol, link.line - older)
        if link.kind == "typed" and link.receiver and link.name in family.makers:
            value = self.chain(site, family.split(link.receiver))
            return value._replace(made=True) if value and value.kind == SYMBOL else value
        if link.name == family.each and link.receiver:
            return self._each(site, family.split(link.receiver), False) or UNKNOWN
        value = self._read(site, link)
        if value is None and link.kind == "typed" and not link.receiver:
            return FOREIGN if family.outside(link.name) else None
        if value is None or link.kind == "bound":
            return value
        if link.receiver and value.kind == OPEN and link.name in family.passing:
            # What was put in comes out again, bare or wrapped.
            return self.chain(site, family.split(link.receiver))
        wrapped = value.kind == OUTSIDE and link.receiver and family.wraps
        if wrapped and family.split(link.receiver)[-1][0] in wrapped:
            return UNKNOWN
        if is_open(family, value, link.name):
            return UNKNOWN
        made = self._made(value)
        return self._opened(family, value, made) if family.opening else made

    def _opened(self, family: Family, called: Value, made: Value) -> Value:
        """What a call gives, or what stands for that when it is awaited or entered."""
        if made.kind != SYMBOL or any(self.symbol(place).kind in TYPES for place in called.places):
            return made
        values = [made]
        for name in family.opening:
            found = self.member(made, name)
            if found is not None and found.kind == SYMBOL:
                given = self.result(found, made)
                if given.kind == OUTSIDE:
                    return UNKNOWN
                values.append(given)
        return joined(values) or UNKNOWN

    def _read(self, site: Site, link: Link) -> Value | None:
        """What the name and receiver of a link stand for."""
        scope = self.scope(site.path)
        if scope is None:
            return None
        family = scope.family
        role = _READ[link.kind] if scope.distinct else ANY
        if not link.receiver:
            if link.name in family.selves and (here := self._self(site)):
                return here
            value = self.bare(site, link.name, role)
            return FOREIGN if value is None and family.is_builtin(link.name) else value
        return self._on(site, family.split(link.receiver), link.name, role)

    def _on(
        self, site: Site, steps: Sequence[tuple[str, bool]], name: str, role: int
    ) -> Value | None:
        """A name after a chain."""
        receiver = self.chain(site, steps)
        if receiver is None:
            value = self._qualified(site, [*(step for step, _ in steps), name])
            first, called = steps[0]
            makes = not called or first[:1].isupper()
            foreign = value is None and makes and self.family(site.path).outside(first)
            return FOREIGN if foreign else value
        return self.member(receiver, name, role)

    def _made(self, value: Value) -> Value:
        """A value of the type that `value` is, or what calling it gives."""
        value = self._meant(value)
        if value.kind != SYMBOL:
            return value
        if value.made and self.family(value.places[0].path).operator:
            return self.result(value, None)
        # Of a type and a value of one name it is the type that says what it is.
        types = tuple(place for place in value.places if self.symbol(place).kind in TYPES)
        return value._replace(places=types, made=True) if types else self.result(value, None)

    def typed(self, place: Place) -> Value | None:
        """What a variable holds or a function returns; None where that is not said."""
        return self._guard(("typed", place), lambda: self._typed_now(place))

    def _typed_now(self, place: Place) -> Value | None:
        scope = self.scope(place.path)
        links = scope.types.get(place.at) if scope else None
        if not scope:
            return None
        around = scope.symbols[place.at].parent
        if not links:
            # What an enumeration lists is of its type.
            bases = scope.bases.get(around, ())
            listed = around >= 0 and scope.family.lists(scope.symbols[place.at], bases)
            return symbols((Place(place.path, around),)) if listed else None
        link = links[-1]
        if self.family(place.path).operator and scope.symbols[place.at].kind in VALUES:
            return self._stands_for(scope, Site(place.path, around, link.line), link)
        if self.family(place.path).type_parameters:
            around = place.at  # they are bound where they are declared
        value = self._read(Site(place.path, around, link.line), link)
        if value is None:
            family = self.family(place.path)
            parameter = family.outside(link.name) is False and not link.receiver
            value = UNKNOWN if family.type_parameters or parameter else FOREIGN
        if scope.family.operator and is_open(scope.family, value, link.name):
            return UNKNOWN
        return self._made(value)

    def _stands_for(self, scope: Scope, site: Site, link: Link) -> Value:
        """What a variable is another name for, or a value of what it holds."""
        value = self._read(site, link)
        if value is None:
            return FOREIGN
        if link.kind == "typed":
            return UNKNOWN if is_open(scope.family, value, link.name) else self._made(value)
        if value.kind != SYMBOL or value.made:
            return value
        meant = []
        for place in value.places:
            held = self.symbol(place).kind in VALUES
            meant.append(self.typed(place) or UNKNOWN if held else symbols((place,)))
        return joined(meant) or UNKNOWN


def _of_itself(family: Family, link: Link) -> bool:
    """Whether what a binding says begins with the name that it binds."""
    first = family.split(link.receiver)[0][0] if link.receiver else link.name
    return first == link.alias
