"""What a name means outside its file: what includes bring, then what a linker would find.

    visible  macros, inline and static functions, types: of files that the file includes, directly
             or through others
    linked   what is not static, of any source file

A name that is visible and linked too, from a file that includes the header that makes it visible,
is one or the other by configuration: both are candidates.  Of several linked definitions, as of
several programs, the one is meant whose path shares most outer folders with the file, if it is
one.  A name of the C library is outside in a file that includes headers of that library; if it is
visible, it may still be.  What is neither visible nor linked is a candidate where headers define
its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.resolve.families.c.closure import LIBRARY, Closure
from uindex.resolve.families.c.system import library_names
from uindex.resolve.model import CANDIDATE, EXTERNAL, RESOLVED, Place, Target
from uindex.resolve.scope import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uindex.record import Symbol
    from uindex.resolve.facts import Facts
    from uindex.resolve.families.c.includes import Includes

_SOURCES = (".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".cu", ".m", ".mm")
POINTER = "through a pointer"
LIBRARIES = "or the C library's"
_NOWHERE = Target(EXTERNAL)
_CALLED = frozenset(["function", "macro", "variable", "alias"])
_LANGS = frozenset(["c", "cpp"])


class Definition(NamedTuple):
    """A definition at the outside of its file, or of a namespace there."""

    place: Place
    kind: str
    private: bool
    source: bool
    """Whether it stands in a source file, which others include for an exception only."""


class Linkage:
    """The names of one snapshot."""

    def __init__(self, facts: Facts, includes: Includes) -> None:
        self._facts = facts
        self._closure = Closure(facts, includes)
        self._named: dict[str, tuple[Definition, ...]] = {}
        self._known: dict[tuple[str, str, bool], Target] = {}

    def target(self, path: str, name: str, called: bool) -> Target:
        """What a name in a file means that the file does not define."""
        key = (path, name, called)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._find(path, name, called)
        return known

    def masks(self, path: str, name: str) -> list[Place]:
        """The macros that other files define for a name that the file at `path` defines too: in
        another configuration the file has the macro instead."""
        defined = self._definitions(name)
        macros = [one for one in defined if one.kind == "macro" and one.place.path != path]
        if not macros:
            return []
        seen = self._closure.of(path)
        return [one.place for one in macros if seen & self._closure.bit(one.place.path)]

    def has_library(self, path: str, name: str) -> bool:
        """Whether a name is one of the C library, of which the file includes headers."""
        return name in library_names() and bool(self._closure.of(path) & LIBRARY)

    def _find(self, path: str, name: str, called: bool) -> Target:
        defined = [one for one in self._definitions(name) if (one.kind in _CALLED) == called]
        if not defined:
            return _NOWHERE
        seen = self._closure.of(path)
        visible = [one for one in defined if seen & self._closure.bit(one.place.path)]
        linked = [one for one in defined if one.source and not one.private and one not in visible]
        library = called and self.has_library(path, name)
        if visible:
            found = [*_preferred(visible), *self._alternatives(visible, linked)]
            return _target(found, LIBRARIES if library else "")
        if library:
            return _NOWHERE
        if not called:
            # A type whose definition is not visible is one of which only pointers are known.
            return _target(_nearest(path, defined), "by name")
        if linked:
            return _target(_nearest(path, linked))
        return _target(_nearest(path, [one for one in defined if not one.source]), "by name")

    def _alternatives(
        self, visible: Sequence[Definition], linked: Sequence[Definition]
    ) -> list[Definition]:
        """Linked definitions that stand in for visible ones in another configuration."""
        bits = 0
        for one in visible:
            bits |= self._closure.bit(one.place.path)
        return [one for one in linked if self._closure.of(one.place.path) & bits]

    def _definitions(self, name: str) -> tuple[Definition, ...]:
        known = self._named.get(name)
        if known is None:
            known = self._named[name] = tuple(self._read(name))
        return known

    def _read(self, name: str) -> Iterable[Definition]:
        for place in self._facts.named(name):
            if self._facts.lang(place.path) not in _LANGS:
                continue
            record = self._facts.record(place.path)
            if record is None:
                continue
            symbol = record.symbols[place.at]
            source = place.path.endswith(_SOURCES)
            if _outside(record.symbols, symbol) and (symbol.kind in _CALLED | TYPES):
                yield Definition(place, symbol.kind, _private(symbol), source)


def _private(symbol: Symbol) -> bool:
    return symbol.visibility == "private" or symbol.kind == "macro"


def _outside(symbols: Sequence[Symbol], symbol: Symbol) -> bool:
    """Whether other files may mean it by its name alone; a macro is seen wherever it stands."""
    if symbol.kind == "macro":
        return True
    return not symbol.owner and (symbol.parent < 0 or symbols[symbol.parent].kind == "namespace")


def _preferred(visible: Sequence[Definition]) -> Sequence[Definition]:
    """Those that stand in headers: what includes a source file sees its private parts too."""
    return [one for one in visible if not one.source] or visible


def _nearest(path: str, defined: Sequence[Definition]) -> list[Definition]:
    if len(defined) < 2:
        return list(defined)
    shared = [_shared(path, one.place.path) for one in defined]
    best = max(shared)
    return [one for one, count in zip(defined, shared, strict=True) if count == best]


def _shared(path: str, other: str) -> int:
    """How many outer folders two files have in common."""
    count = 0
    for one, two in zip(path.split("/")[:-1], other.split("/")[:-1], strict=False):
        if one != two:
            break
        count += 1
    return count


def _target(defined: Sequence[Definition], reason: str = "") -> Target:
    places = tuple(dict.fromkeys(one.place for one in defined))
    if not places:
        return _NOWHERE
    if all(one.kind == "variable" for one in defined):
        return Target(CANDIDATE, places, POINTER)
    status = RESOLVED if len(places) == 1 and not reason else CANDIDATE
    return Target(status, tuple(sorted(places)), reason)
