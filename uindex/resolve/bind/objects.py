"""What calling a thing gives, and the object itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.bind.known import Site, is_open
from uindex.resolve.bind.members import Members
from uindex.resolve.model import RESOLVED, Module, Place
from uindex.resolve.roles import TYPE
from uindex.resolve.scope import BLOCKS, CALLABLES, TYPES, VALUES, Scope
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
    from uindex.resolve.family import Family


class Objects(Members):
    """What calling a thing gives, and the object itself."""

    def given(self, family: Family, value: Value, name: str, receiver: Value | None) -> Value:
        """What a call of `name`, which is `value`, gives."""
        if receiver is not None and name in family.makers:
            return receiver._replace(made=True) if receiver.kind == SYMBOL else receiver
        if value.kind == OPEN and receiver is not None and name in family.passing:
            return receiver
        return UNKNOWN if is_open(family, value, name) else self.result(value, receiver)

    def _operated(self, value: Value) -> Value:
        """What calling a value of a type gives: its call operator says."""
        name = self.family(value.places[0].path).operator
        found = self.member(value, name) if name else None
        if found is None or found.kind != SYMBOL:
            return UNKNOWN
        given = []
        for place in found.places:
            if self.symbol(place).kind in CALLABLES:
                own = self._returns_self(place)
                given.append(value if own else self.typed(place) or UNKNOWN)
        return joined(given) or UNKNOWN

    def result(self, value: Value, receiver: Value | None) -> Value:
        """What calling `value` gives; `receiver` is what it was found on."""
        value = self._meant(value)
        if value.kind == MODULE and value.module is not None and value.module.files:
            value = self._entire(value.module) or UNKNOWN
        if value.kind != SYMBOL:
            return UNKNOWN if value.kind == MODULE else value
        if value.made:
            return self._operated(value)
        found = []
        for place in value.places:
            symbol = self.symbol(place)
            if symbol.kind in TYPES:
                # What calling a value of a type gives, only its call operator would say.
                found.append(UNKNOWN if value.made else Value(SYMBOL, (place,), made=True))
            elif symbol.kind in ("constructor", "variant"):
                found.append(Value(SYMBOL, (Place(place.path, symbol.parent),), made=True))
            elif self.family(place.path).makes_type(self.facts, place):
                found.append(symbols((place,)))
            elif receiver is not None and self._returns_self(place):
                found.append(receiver)
            else:
                given = self.typed(place) or UNKNOWN
                family = self.family(place.path)
                called = family.operator and (symbol.kind in VALUES or family.reads(symbol))
                if called:
                    given = UNKNOWN if given.kind == OUTSIDE else self.result(given, None)
                found.append(given)
        given = joined(found) or UNKNOWN
        return given._replace(unsure=True) if value.unsure else given

    def _returns_self(self, place: Place) -> bool:
        scope = self.scope(place.path)
        links = scope.types.get(place.at) if scope else None
        return links is not None and links[-1].name in self.family(place.path).selves

    def _self(self, site: Site) -> Value | None:
        """The type around a site, None outside of any."""
        scope = self.scope(site.path)
        at = scope.type_around(site.symbol) if scope else -1
        if scope is None:
            return None
        family = self.family(site.path)
        if family.file_types:
            around = site.symbol
            while around > at and not family.makes_type(self.facts, Place(site.path, around)):
                around = scope.symbols[around].parent
            if around < 0:
                return self._file_itself(scope, site)
            at = around
        if at < 0:
            return self._owning(scope, site)
        if scope.symbols[at].kind in BLOCKS:
            outer = Site(site.path, scope.symbols[at].parent, site.line)
            owner = scope.symbols[at].owner
            steps = self.family(site.path).split(owner) if owner else ()
            name = scope.symbols[at].name
            value = self._on(outer, steps, name, TYPE) if steps else self.head(outer, name, TYPE)
            if value is not None and value.kind == SYMBOL:
                kept = tuple(p for p in value.places if self.symbol(p).kind not in BLOCKS)
                return symbols(kept or value.places)
        return Value(SYMBOL, (Place(site.path, at),))

    def _file_itself(self, scope: Scope, site: Site) -> Value | None:
        """The file as the type around a site; not for a test, which is no method of it."""
        at = site.symbol
        while at >= 0:
            if scope.symbols[at].kind == "test":
                return None
            at = scope.symbols[at].parent
        return Value(MODULE, module=Module(RESOLVED, (site.path,)))

    def _owning(self, scope: Scope, site: Site) -> Value | None:
        """The type that the definition around a site names as its owner."""
        at = site.symbol
        while at >= 0 and not scope.symbols[at].owner:
            at = scope.symbols[at].parent
        return self._owner(site.path, at) if at >= 0 else None

    def _super(self, site: Site) -> Value | None:
        here = self._self(site)
        if here is None or here.kind != SYMBOL:
            return None
        parts = [*here.places]
        for place in here.places:
            parts += self._parts(place)[1:]
        bases = self.bases(parts)
        return joined(bases) if bases else FOREIGN
