"""Members of types, namespaces and values, inherited ones included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.bind.known import Site
from uindex.resolve.bind.modules import Modules
from uindex.resolve.model import RESOLVED, Module, Place
from uindex.resolve.roles import ANY, CALLED, HELD
from uindex.resolve.scope import BLOCKS, SPACES, VALUES
from uindex.resolve.values import (
    FOREIGN,
    LIBRARY,
    LOST,
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

    from uindex.resolve.family import Family


class Members(Modules):
    """Members of types, namespaces and values, inherited ones included."""

    def member(self, value: Value, name: str, role: int = ANY) -> Value | None:
        """`value.name`; None where it has none, UNKNOWN where that cannot be said."""
        if value.kind == MODULE:
            assert value.module is not None
            inner = self._space_in(value.module, name) if role == HELD else None
            if inner is not None:
                return inner
            found = self._suiting(self._of_module(value.module, name), role)
            where = value.module.files[0] if value.module.files else value.module.folder
            if found is None and where is not None and not self.family(where).told_all:
                return UNKNOWN
            return found or Value(LOST, reason=f"{where} has no {name}")
        value = self._meant(value)
        if value.kind == MODULE:
            return self.member(value, name, role)
        if value.kind == OUTSIDE:
            return LIBRARY if value.reason else FOREIGN
        if value.kind != SYMBOL:
            return value
        places = value.places
        if len(places) > 1:
            family = self.family(places[0].path)
            places = tuple(family.sided(self.facts, family.whole(self.facts, places), value.made))
        member = joined([self._of_symbol(place, name, role) or UNKNOWN for place in places])
        return member._replace(unsure=True) if member and value.unsure else member

    def _meant(self, value: Value) -> Value:
        """What aliases stand for, where the family has definitions that are such."""
        kinds = self.family(value.places[0].path).aliases if value.kind == SYMBOL else ()
        if not kinds or all(self.symbol(place).kind not in kinds for place in value.places):
            return value
        meant = [self._aliased(place) or UNKNOWN for place in value.places]
        return joined(meant) or UNKNOWN

    def _aliased(self, place: Place) -> Value | None:
        return self._guard(("alias", place), lambda: self._aliased_now(place))

    def _aliased_now(self, place: Place) -> Value | None:
        family, itself = self.family(place.path), symbols((place,))
        symbol = self.symbol(place)
        if symbol.kind not in family.aliases:
            return itself
        this = family.aliased(self.facts, place)
        if this is not None and this.at < 0:
            return Value(MODULE, module=Module(RESOLVED, (this.path,)))
        if this is not None:
            return symbols((this,))
        scope = self.scope(place.path)
        links = scope.types.get(place.at) if scope else None
        if scope is None or not links:
            return None if symbol.kind == "alias" else itself
        site = Site(place.path, symbol.parent, links[-1].line)
        value = self._read(site, links[-1])
        if value is not None and place in value.places:
            # `module A = A`: what it stands for goes by its name elsewhere.
            value = self._root(family, site, symbol.name)
        return self._meant(value) if value else None

    def _of_symbol(self, place: Place, name: str, role: int) -> Value | None:
        symbol = self.symbol(place)
        if self.family(place.path).makes_type(self.facts, place):
            return self._of_type(place, name, role)
        if symbol.kind in self.family(place.path).closed and self.typed(place) is None:
            value = self._written(place, name, role)
            if value is not None:
                return value
        if symbol.kind in self.family(place.path).types:
            return self._of_type(place, name, role)
        if symbol.kind in SPACES:
            space = self._guard(("space", place, name), lambda: self._of_space(place, name))
            return self._suiting(space, role)
        if symbol.kind in VALUES or self.family(place.path).reads(symbol):
            held = self.typed(place)
            return self.member(held, name, role) if held else UNKNOWN
        return UNKNOWN

    def _written(self, place: Place, name: str, role: int) -> Value | None:
        """A member of an object that is written out."""
        scope = self.scope(place.path)
        assert scope is not None
        inside = [Place(place.path, at) for at in scope.inside.get((place.at, name), ())]
        return self._among(inside, role) or self._imported(scope, place.at, name)

    def _of_space(self, place: Place, name: str) -> Value | None:
        """A name in a namespace, which several places may add to."""
        found: list[Place] = []
        parts = (place, *self.family(place.path).parts(self.facts, place))
        for part in parts:
            scope = self.scope(part.path)
            if scope is not None:
                found += [Place(part.path, at) for at in scope.inside.get((part.at, name), ())]
        found += self.family(place.path).members(self.facts, place, name)
        family = self.family(place.path)
        if found and not family.paths:
            return symbols(tuple(dict.fromkeys(found)))
        mine = [symbols(tuple(dict.fromkeys(found)))] if found else []
        brought = [value for part in parts if (value := self._handed_on(part, name))]
        return joined([*mine, *brought])

    def _of_type(self, place: Place, name: str, role: int) -> Value | None:
        """A member of a type, inherited ones included; FOREIGN where it may come from a base that
        is outside the repository."""
        return self._guard(
            ("member", place, name, role), lambda: self._of_type_now(place, name, role)
        )

    def _of_type_now(self, place: Place, name: str, role: int) -> Value | None:
        family = self.family(place.path)
        own = self.symbol(place).name
        parts = self._parts(place)
        found: list[Place] = []
        for part in parts:
            scope = self.scope(part.path)
            if scope is not None:
                found += [Place(part.path, at) for at in scope.inside.get((part.at, name), ())]
            if family.blocks and not self._implements(part) and self._among(found, role):
                break  # what a type has of itself hides what it has of what it implements
        for path in family.owners(self.facts, place, name):
            scope = self.scope(path)
            if scope is not None:
                owned = scope.owned.get((0, f"{own} {name}"), ())
                found += [Place(path, at) for at in owned]
        found += family.members(self.facts, place, name)
        here = self._among(list(dict.fromkeys(found)), role)
        if here is not None:
            return self._with_overloads(family, parts, name, role, here)
        if name in family.makers and family.made_of_class:
            return symbols((place,))
        for part in parts if role in (ANY, HELD) else ():
            scope = self.scope(part.path)
            field = scope.fields.get((part.at, name)) if scope else None
            if field:
                return self._either(part.path, field)
        embedded = self._embedded(parts, name) if family.embeds else None
        return embedded or self._inherited(parts, name, role)

    def _embedded(self, parts: Sequence[Place], name: str) -> Value | None:
        """What is inherited under the name of its type."""
        for part in parts:
            scope = self.scope(part.path)
            for link in scope.bases.get(part.at, ()) if scope else ():
                if scope and link.name == name:
                    around = scope.symbols[part.at].parent
                    value = self._read(Site(part.path, around, link.line), link)
                    return self._made(value) if value else None
        return None

    def _with_overloads(
        self, family: Family, parts: Sequence[Place], name: str, role: int, here: Value
    ) -> Value:
        """Members with those of supertypes that they leave visible beside them."""
        scope = self.scope(parts[0].path)
        if scope is None or not family.overloads(scope.record.lang) or role not in (ANY, CALLED):
            return here
        own = [self.symbol(place) for place in here.places]
        above = self._inherited(parts, name, role)
        if above is None or above.kind != SYMBOL or own[0].kind != "method":
            return here
        visible = [
            place
            for place in above.places
            if not any(family.overrides(one, self.symbol(place)) for one in own)
        ]
        return symbols((*here.places, *visible))

    def _parts(self, place: Place) -> list[Place]:
        """A type and all that adds to it, blocks that implement nothing before those that do."""
        family = self.family(place.path)
        parts = [place, *family.parts(self.facts, place)]
        if family.blocks:
            parts += self._blocks.get(place) or self._find_blocks(family, place)
        return parts

    def _find_blocks(self, family: Family, place: Place) -> list[Place]:
        found = []
        for block in self.facts.named(self.symbol(place).name):
            if self.facts.lang(block.path) in family.langs:
                symbol = self.symbol(block)
                if symbol.kind in BLOCKS and block != place:
                    type_of_block = self._self(Site(block.path, block.at, symbol.line))
                    if type_of_block and place in type_of_block.places:
                        found.append(block)
        found.sort(key=self._implements)
        if not self._active:
            self._blocks[place] = found
        return found

    def _implements(self, block: Place) -> bool:
        scope = self.scope(block.path)
        return scope is not None and block.at in scope.bases

    def _inherited(self, parts: Sequence[Place], name: str, role: int) -> Value | None:
        foreign = None
        first = self.family(parts[0].path).first_base
        found: list[Value] = []
        for base in self.bases(parts):
            if base.kind == OUTSIDE:
                foreign = FOREIGN
            elif base.kind == SYMBOL:
                for place in base.places:
                    if self.symbol(place).kind in self.family(place.path).types:
                        value = self._of_type(place, name, role)
                        if value is not None and value.kind not in (OUTSIDE, OPEN):
                            if first:
                                return value
                            found.append(value)
                        foreign = foreign or value
            elif base.kind in (OPEN, LOST):
                foreign = foreign or UNKNOWN
        return joined(found) or foreign

    def bases(self, parts: Sequence[Place]) -> list[Value]:
        """What the parts of a type inherit from, in order."""
        found = []
        for part in parts:
            scope = self.scope(part.path)
            if scope is None:
                continue
            around = scope.symbols[part.at].parent
            links = scope.bases.get(part.at, ())
            for link in self.family(part.path).precedence(scope.symbols[part.at], links):
                value = self._read(Site(part.path, around, link.line), link)
                found.append(FOREIGN if value is None else value)
        return found

    def overridden(self, place: Place) -> list[Place]:
        """The members of supertypes that a method overrides or implements, the nearest first."""
        found = [place]
        for one in found:  # grows while it is walked
            found += [other for other in self._directly_overridden(one) if other not in found]
        return found[1:]

    def _directly_overridden(self, place: Place) -> list[Place]:
        scope = self.scope(place.path)
        around = scope.symbols[place.at].parent if scope and place.at >= 0 else -1
        if scope is None or around < 0 or scope.symbols[around].kind not in scope.family.types:
            return []
        name = scope.symbols[place.at].name
        found: dict[Place, None] = {}
        for base in self.bases(self._parts(Place(place.path, around))):
            for one in base.places:
                if self.symbol(one).kind in scope.family.types:
                    value = self._of_type(one, name, ANY)
                    found.update(dict.fromkeys(value.places if value else ()))
        return [*found]
