"""What a name means outside its file: what includes bring, then what a linker would find.

    visible  macros, inline and static functions, types: of files that the file includes, directly
             or through others
    linked   what is not static, of any source file

A name that is visible and linked too, from a file that includes the header that makes it visible,
is one or the other by configuration: both are candidates.  A linked definition is of the same
program as the file if the two are in one folder, or the file includes a header, directly or through
others, that the file of the definition includes itself.  Of several such, the one is meant whose
path shares most outer folders with the file, if it is one; of other programs all are candidates.

A name of the C library is outside in a file that includes headers of that library, unless it is
visible or linked within the program; in a file of a program with that library it may be outside
even so.  What is neither visible nor linked is a candidate where headers define its name.

In C++ a definition counts if it stands in a namespace that the file opens or uses, and a type is
meant without being visible, since it may be declared alone, if it is the only one of its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.resolve.facts import folder_of
from uindex.resolve.families.c.closure import Closure
from uindex.resolve.families.c.flat import Flat, Masks
from uindex.resolve.families.c.system import library_names
from uindex.resolve.model import CANDIDATE, EXTERNAL, RESOLVED, Place, Target
from uindex.resolve.scope import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uindex.record import Symbol
    from uindex.resolve.facts import Facts
    from uindex.resolve.families.c.closure import Closures
    from uindex.resolve.families.c.includes import Includes

POINTER = "through a pointer"
LIBRARIES = "or the C library's"
_BY_NAME = "by name"
_SOURCES = (".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".cu", ".m", ".mm")
_NOWHERE = Target(EXTERNAL)
_CALLED = frozenset(["function", "macro", "variable", "alias"])
_TAGS = frozenset(["struct", "union", "enum"])
_USED = TYPES | {"macro"}
_KINDS = _CALLED | TYPES | {"namespace"}
_LANGS = frozenset(["c", "cpp"])


class Definition(NamedTuple):
    """A definition at the outside of its file, or of a namespace there."""

    place: Place
    kind: str
    private: bool
    source: bool
    """Whether it stands in a source file, which others include for an exception only."""
    space: str
    """The namespace it stands in, "" for none."""


class Linkage:
    """The names of one snapshot."""

    def __init__(self, facts: Facts, includes: Includes) -> None:
        self._facts = facts
        self._closure = Closure(facts, includes)
        self._named: dict[str, tuple[Definition, ...]] = {}
        self._flat: tuple[Flat, dict[str, int]] | None = None
        self._narrow: dict[str, Closures] = {}
        """Names of which `target` is asked for many files."""

    def expect(self, name: str, survey: bytes) -> None:
        """Be quick when asked of a name, by the includes of the whole snapshot."""
        if self._flat is None:
            flat = Flat.decode(survey)
            self._flat = flat, dict(zip(flat.paths, range(len(flat.paths)), strict=True))
        defined = self._definitions(name)
        masks = self._narrow[name] = Masks(*self._flat)
        linked = [one.place.path for one in defined if one.source and not one.private]
        masks.want([one.place.path for one in defined], linked)

    def target(self, path: str, name: str, called: bool) -> Target:
        """What a name in a file means that the file does not define.  In C++ a type may be called
        too."""
        defined = self._suiting(path, name, called)
        if not defined:
            return _NOWHERE
        closure = self._narrow.get(name, self._closure)
        seen = closure.of(path)
        visible = [
            one for one in defined if one.place.path == path or closure.holds(seen, one.place.path)
        ]
        linked = [one for one in defined if one.source and not one.private and one not in visible]
        library = called and self.has_library(path, name)
        if not called:
            # A type whose definition is not visible is one of which only pointers are known.
            found = _types(visible) or _nearest(path, _types(defined))
            return _target(found, "" if visible else _BY_NAME)
        if visible:
            found = [*_preferred(visible), *_alternatives(closure, visible, linked)]
            return _target(found, LIBRARIES if library else "")
        if self._facts.lang(path) == "cpp":
            types = [one for one in defined if one.kind in TYPES and _belongs(path, one)]
            if len(types) == 1:
                return _target(types)
        linked = [one for one in linked if one.kind in _CALLED]
        near = [one for one in linked if _same_program(closure, path, seen, one.place.path)]
        if near:
            return _target(_nearest(path, near), LIBRARIES if library else "")
        if name in library_names() and closure.knows_library(path):
            return _NOWHERE
        if len(linked) == 1 and not closure.direct(linked[0].place.path):
            # A piece of a file that includes it: its own includes say nothing.
            return _target(linked)
        headers = [one for one in defined if not one.source]
        return _target(_nearest(path, linked or headers), _BY_NAME)

    def seen(self, path: str, name: str) -> tuple[Place, ...]:
        """The definitions of a name that are visible or linked, in C++."""
        found = self.target(path, name, True)
        return () if found.reason in (_BY_NAME, LIBRARIES) else found.places

    def qualified(self, path: str, names: Sequence[str]) -> list[Place]:
        """The definitions of a qualified name, of namespaces and types that are not visible too."""
        spaces = self._facts.memo(("c", "spaces", path), lambda: self._spaces(path))
        name = "::".join(names)
        wanted = {f"{space}::{name}" if space else name for space in spaces}
        found = []
        for place in self._facts.named(names[-1]):
            record = (
                self._facts.record(place.path) if self._facts.lang(place.path) == "cpp" else None
            )
            if record is None:
                continue
            symbol = record.symbols[place.at]
            if symbol.qualname in wanted and not _private(symbol):
                found.append(place)
        seen = [place for place in found if self.includes(path, place.path)]
        return seen or found

    def masks(self, path: str, name: str) -> list[Place]:
        """The macros that other files define for a name that the file at `path` defines too: in
        another configuration the file has the macro instead."""
        defined = self._definitions(name)
        macros = [one for one in defined if one.kind == "macro" and one.place.path != path]
        if not macros:
            return []
        seen = self._closure.of(path)
        return [one.place for one in macros if self._closure.holds(seen, one.place.path)]

    def includes(self, path: str, other: str) -> bool:
        """Whether a file includes another one, directly or through others."""
        return _includes(self._closure, path, other)

    def has_library(self, path: str, name: str) -> bool:
        """Whether a name is one of the C library, and the file one of a program with it."""
        closure = self._narrow.get(name, self._closure)
        return name in library_names() and closure.has_library(path)

    def _suiting(self, path: str, name: str, called: bool) -> Sequence[Definition]:
        """The definitions of a name that it can mean by kind and namespace."""
        defined = self._definitions(name)
        if self._facts.lang(path) == "c":
            kinds = _CALLED if called else _USED
            return [one for one in defined if one.kind in kinds and not one.space]
        spaces = self._facts.memo(("c", "spaces", path), lambda: self._spaces(path))
        return [one for one in defined if one.space in spaces or one.kind == "macro"]

    def _spaces(self, path: str) -> frozenset[str]:
        """The namespaces that a file opens or uses, those around them and none."""
        record = self._facts.record(path)
        found = {""}
        for symbol in record.symbols if record else ():
            inner = symbol.qualname if symbol.kind == "namespace" else ""
            if symbol.owner and symbol.parent < 0:
                inner = symbol.owner  # `void n::C::f()` sees what is in n
            while inner not in found:
                found.add(inner)
                inner = inner.rpartition("::")[0]
        for link in self._facts.imports(path):
            if link.name:
                used = link.receiver.lstrip(":")
                found.update([used, *(f"{outer}::{used}" for outer in tuple(found) if outer)])
        return frozenset(found)

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
            assert record is not None
            symbol = record.symbols[place.at]
            source = place.path.endswith(_SOURCES)
            if symbol.kind in _KINDS and _outside(record.symbols, symbol):
                space = symbol.qualname[: -len(name) - 2] if symbol.parent >= 0 else symbol.owner
                space = "" if symbol.kind == "macro" else space
                yield Definition(place, symbol.kind, _private(symbol), source, space)


def _includes(closure: Closures, path: str, other: str) -> bool:
    return path == other or closure.holds(closure.of(path), other)


def _same_program(closure: Closures, path: str, seen: int, other: str) -> bool:
    return folder_of(path) == folder_of(other) or closure.shares(seen, other)


def _alternatives(
    closure: Closures, visible: Sequence[Definition], linked: Sequence[Definition]
) -> list[Definition]:
    """Linked definitions that stand in for visible ones in another configuration."""
    headers = {one.place.path for one in visible if one.kind not in TYPES}
    return [
        one
        for one in linked
        if any(_includes(closure, one.place.path, header) for header in headers)
    ]


def _private(symbol: Symbol) -> bool:
    return symbol.visibility == "private" or symbol.kind == "macro"


def _outside(symbols: Sequence[Symbol], symbol: Symbol) -> bool:
    """Whether other files may mean it by its name alone; a macro is seen wherever it stands."""
    if symbol.kind == "macro":
        return True
    return symbol.parent < 0 or symbols[symbol.parent].kind == "namespace"


def _types(defined: Sequence[Definition]) -> Sequence[Definition]:
    """What the use of a type means, the best there is: of `typedef struct x { … } x` the structure;
    a macro for want of a type."""
    for kinds in (_TAGS, TYPES):
        kept = [one for one in defined if one.kind in kinds]
        if kept:
            return kept
    return defined


def _preferred(visible: Sequence[Definition]) -> Sequence[Definition]:
    """Those that stand in headers: what includes a source file sees its private parts too."""
    return [one for one in visible if not one.source] or visible


def _belongs(path: str, one: Definition) -> bool:
    """Whether a type is of the same thing as a file, so that a declaration alone, which no record
    holds, makes it the one that is meant."""
    return one.space != "" or _shared(path, one.place.path) > 0


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
    if not defined:
        return _NOWHERE
    places = tuple(sorted({one.place for one in defined})) if defined[1:] else (defined[0].place,)
    if all(one.kind == "variable" for one in defined):
        return Target(CANDIDATE, places, POINTER)
    status = RESOLVED if len(places) == 1 and not reason else CANDIDATE
    return Target(status, places, reason)
