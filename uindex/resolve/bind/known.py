"""What a binder remembers, and what its parts ask of each other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

from uindex.resolve.family import family_of
from uindex.resolve.roles import ANY
from uindex.resolve.scope import Scope
from uindex.resolve.values import (
    LIBRARY,
    OUTSIDE,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uindex.record import Link, Symbol
    from uindex.resolve.facts import Facts
    from uindex.resolve.family import Family
    from uindex.resolve.model import Module, Place

_DEEPEST = 40
"""Steps inside each other; real chains have a tenth of it."""


class Site(NamedTuple):
    """Where a name is read: it sees what the symbols around it see, and what stood before it."""

    path: str
    symbol: int
    line: int


class Known(ABC):
    """Facts, the scopes of the files that were read, and what was found out of them."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._scopes: dict[str, Scope | None] = {}
        self._known: dict[tuple[object, ...], Value | None] = {}
        self._named: dict[tuple[tuple[str, ...], str], list[tuple[Place, Symbol]]] = {}
        """(languages, name) -> what a name after an unknown receiver may be"""
        self._defined: dict[str, bool] = {}
        self._blocks: dict[Place, list[Place]] = {}
        self._active: set[tuple[object, ...]] = set()
        self._cuts = 0

    def scope(self, path: str) -> Scope | None:
        """None where there is no record."""
        try:
            return self._scopes[path]
        except KeyError:
            record = self.facts.record(path)
            family = family_of(record.lang) if record else None
            made = Scope(self.facts, path, record, family) if record and family else None
            self._scopes[path] = made
            return made

    def forget(self, most: int) -> bool:
        """Let go of all files that were read if they are more than `most`, and of what is known of
        them; what comes of it stays the same."""
        if len(self._scopes) <= most:
            return False
        self._scopes.clear()
        self._known.clear()
        return True

    def symbol(self, place: Place) -> Symbol:
        scope = self.scope(place.path)
        assert scope is not None
        return scope.symbols[place.at]

    def families(self) -> list[Family]:
        """The families of the files that were looked at, by name."""
        known = {scope.family for scope in self._scopes.values() if scope is not None}
        return sorted(known, key=lambda family: family.langs)

    def family(self, path: str) -> Family:
        scope = self.scope(path)
        return scope.family if scope else family_of("")

    def _guard(self, key: tuple[object, ...], make: Callable[[], Value | None]) -> Value | None:
        """What `make` gives, remembered; None at the second visit of a circle."""
        if key in self._known:
            return self._known[key]
        if key in self._active or len(self._active) > _DEEPEST:
            self._cuts += 1
            return None
        self._active.add(key)
        cuts = self._cuts
        try:
            value = make()
        finally:
            self._active.discard(key)
        if cuts == self._cuts or not self._active:
            self._known[key] = value
        return value

    # What later parts define and earlier ones ask.

    @abstractmethod
    def bare(self, site: Site, name: str, role: int) -> Value | None:
        """A name without receiver; None where nothing in or for the file explains it."""

    @abstractmethod
    def chain(self, site: Site, steps: Sequence[tuple[str, bool]]) -> Value | None:
        """What `a.b().c` stands for; None where its first name is not explained."""

    @abstractmethod
    def _each(self, site: Site, steps: Sequence[tuple[str, bool]], keyed: bool) -> Value | None:
        """What is in what a chain stands for; `keyed`: by key or position, rather than what going
        through it gives.  None where nothing says so."""

    @abstractmethod
    def _qualified(self, site: Site, names: Sequence[str]) -> Value | None: ...

    @abstractmethod
    def _is_defined(self, name: str) -> bool:
        """Whether anything in the repository is called that, or may be though it is no symbol."""

    @abstractmethod
    def _held(self, site: Site, links: Sequence[Link], imported: Value | None) -> Value | None:
        """What a name holds at the site: what any of the bindings before it says, since which of
        them took effect is not known; of none before it, the first one's.  What is imported by the
        name may be meant too, where a binding belongs to a function without a name."""

    @abstractmethod
    def _either(self, path: str, links: Sequence[Link], strict: bool = False) -> Value | None:
        """What names hold of which one of these is true; `strict`: one that is not known leaves
        the others in doubt."""

    @abstractmethod
    def _imported(self, scope: Scope, at: int, name: str) -> Value | None:
        """What an import of the scope calls by that name."""

    @abstractmethod
    def _of_module(self, module: Module, name: str) -> Value | None:
        """A name of a module: what its files define or hand on, or a module inside it."""

    @abstractmethod
    def _at_path(self, site: Site, link: Link) -> Value | None:
        """What an import means whose specifier is a path of names."""

    @abstractmethod
    def _right_in(self, value: Value, name: str) -> Value | None:
        """A name of a module or namespace, or what a type has of its own."""

    @abstractmethod
    def member(self, value: Value, name: str, role: int = ANY) -> Value | None:
        """`value.name`; None where it has none, UNKNOWN where that cannot be said."""

    @abstractmethod
    def _meant(self, value: Value) -> Value:
        """What aliases stand for, where the family has definitions that are such."""

    @abstractmethod
    def _of_symbol(self, place: Place, name: str, role: int) -> Value | None: ...

    @abstractmethod
    def _of_type(self, place: Place, name: str, role: int) -> Value | None:
        """A member of a type, inherited ones included; FOREIGN where it may come from a base that
        is outside the repository."""

    @abstractmethod
    def result(self, value: Value, receiver: Value | None) -> Value:
        """What calling `value` gives; `receiver` is what it was found on."""

    @abstractmethod
    def _self(self, site: Site) -> Value | None:
        """The type around a site, None outside of any."""


def is_open(family: Family, value: Value, name: str) -> bool:
    """Whether what a call of `name`, which is `value`, gives is not known at all."""
    if value.kind != OUTSIDE:
        return False
    # A value that may be called may be a function of the repository, or what holds its values.
    held = value.local and family.operator
    return bool(held) or family.gives_anything(value.reason == LIBRARY.reason, name)
