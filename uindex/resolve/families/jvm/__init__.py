"""Java, Kotlin and Scala, which see one another's packages.

A package is where its files say it is; folders only tell which of several classes of one name is
the nearest.  `Module.name` is what encloses the members that a specifier leads to, such as
`Outer.Inner`, and `Module.folder` the package.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.record import Link
from uindex.resolve.facts import folder_of
from uindex.resolve.families.jvm import extensions, scala
from uindex.resolve.families.jvm.names import BUILTINS, IMPLICIT
from uindex.resolve.families.jvm.packages import (
    PACKAGES,
    facade_of,
    find,
    is_package,
    nearest_of_base,
    owner_of,
)
from uindex.resolve.families.jvm.signatures import parameters
from uindex.resolve.family import Family
from uindex.resolve.model import RESOLVED, Extensions, Module, Place, external, found

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uindex.record import Record, Symbol
    from uindex.resolve.facts import Facts

_QUALIFIED = re.compile(r"(?<=[\w$])\.(?:this|super)\b|^(?:this|super)@")
"""What says which of the objects around is meant."""

_ACTUAL = re.compile(r"^(?:\w+ )*actual (?:\w+ )*(?:class|interface|object|fun|va[lr]|typealias)\b")


class Jvm(Family):
    langs = ("java", "kotlin", "scala")
    selves = frozenset(["this"])
    supers = frozenset(["super"])
    bare_members = True
    keeps_types = True
    redeclares = True
    builtins = BUILTINS

    def distinct(self, lang: str) -> bool:
        return lang == "java"

    def overloads(self, lang: str) -> bool:
        return lang == "java"

    def overrides(self, symbol: Symbol, other: Symbol) -> bool:
        """By the number of parameters: their types may be those of type parameters."""
        return parameters(symbol.signature) == parameters(other.signature)

    def split(self, receiver: str) -> list[tuple[str, bool]]:
        """`Outer.this` means `Outer` in it, and so does `this@Outer`."""
        if "this" in receiver or "super" in receiver:
            receiver = _QUALIFIED.sub("", receiver)
        return super().split(receiver)

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        if facts.lang(path) == "scala":
            return scala.module(facts, path, link)
        specifier = link.receiver or link.name
        name = link.name if link.receiver else ""
        key = ("jvm", folder_of(path), specifier, name)
        return facts.memo(key, lambda: find(facts, path, specifier, name) or external(specifier))

    def submodule(self, facts: Facts, module: Module, name: str) -> Module | None:
        if module.status != RESOLVED or module.folder is None or module.name:
            return None
        facade = facade_of(facts, module.folder, name)
        if facade:
            return found(*facade)
        package = f"{module.folder}.{name}" if module.folder else name
        if not is_package(facts, package):
            return None
        return found(*PACKAGES.files(facts, package), folder=package)

    def inside(self, module: Module) -> Sequence[str]:
        return module.name.split(".") if module.name else ()

    def defined(self, facts: Facts, module: Module, name: str) -> Sequence[Place] | None:
        if module.folder is None:
            return None
        places = PACKAGES.members(facts, module.folder, name)
        return [place for place in places if place.path in module.files]

    def qualified(self, facts: Facts, path: str, names: Sequence[str]) -> Sequence[Place] | None:
        places = PACKAGES.members(facts, ".".join(names[:-1]), names[-1]) if len(names) > 1 else ()
        if not places:
            return None
        files = nearest_of_base(path, list(dict.fromkeys(place.path for place in places)))
        return [place for place in places if place.path in files]

    def everywhere(self, facts: Facts, path: str, name: str) -> Sequence[Place]:
        """What the package defines, whatever root its files lie under."""
        packages = scala.around(facts, path) or (PACKAGES.home(facts, path),)
        key = ("jvm", "around", folder_of(path), packages, name)
        return facts.memo(key, lambda: _seen(facts, path, packages, name))

    def whole(self, facts: Facts, places: Sequence[Place]) -> Sequence[Place]:
        """What Kotlin expects stands for what is actual of it on each platform."""
        if len(places) < 2 or facts.lang(places[0].path) != "kotlin":
            return places
        expected = [place for place in places if not _ACTUAL.search(_signature(facts, place))]
        return expected or places

    def sided(self, facts: Facts, places: Sequence[Place], made: bool) -> Sequence[Place]:
        """`C.x` is of the object, `c.x` of the class."""
        if facts.lang(places[0].path) != "scala":
            return places
        kept = [place for place in places if (_kind(facts, place) == "object") != made]
        return kept or places

    def choose(self, facts: Facts, link: Link, places: Sequence[Place]) -> Sequence[Place]:
        if len(places) > 1 and facts.lang(places[0].path) == "scala":
            return scala.companions(facts, link, places)
        return self.whole(facts, super().choose(facts, link, places))

    def extensions(self, facts: Facts, path: str, link: Link) -> Extensions | None:
        if facts.lang(path) != "kotlin":
            return None
        return extensions.visible(facts, path, link.name)

    def parts(self, facts: Facts, place: Place) -> Sequence[Place]:
        """The companion of a class of Kotlin: its members are called on the class."""
        record = facts.record(place.path)
        if record is None or record.lang != "kotlin" or record.symbols[place.at].kind == "object":
            return ()
        key = ("jvm", "companions", place.path)
        return facts.memo(key, lambda: _companions(place.path, record)).get(place.at, ())

    def outside(self, name: str) -> bool | None:
        """By custom parameters of types are called by one capital, or in capitals alone."""
        return (name[:1].isupper() and not name.isupper()) or (False if name.isupper() else None)

    def implicit(self, facts: Facts, path: str) -> Iterable[Link]:
        return IMPLICIT[facts.lang(path) or "java"]


def _kind(facts: Facts, place: Place) -> str:
    record = facts.record(place.path)
    return record.symbols[place.at].kind if record else ""


def _signature(facts: Facts, place: Place) -> str:
    record = facts.record(place.path)
    return record.symbols[place.at].signature if record else ""


def _companions(path: str, record: Record) -> dict[int, Sequence[Place]]:
    """Class -> its companion objects."""
    found: dict[int, list[Place]] = {}
    for at, symbol in enumerate(record.symbols):
        if symbol.kind == "object" and symbol.parent >= 0 and "companion " in symbol.signature:
            found.setdefault(symbol.parent, []).append(Place(path, at))
    return dict(found)


def _seen(facts: Facts, path: str, packages: Sequence[str], name: str) -> Sequence[Place]:
    """What the innermost package that defines a name defines; what has an owner is no name of a
    package."""
    for package in reversed(packages):
        places = [
            place
            for place in PACKAGES.members(facts, package, name)
            if not owner_of(facts, place) and (package or folder_of(place.path) == folder_of(path))
        ]
        if places:
            files = nearest_of_base(path, list(dict.fromkeys(place.path for place in places)))
            return [place for place in places if place.path in files]
    return ()


FAMILY = Jvm()
