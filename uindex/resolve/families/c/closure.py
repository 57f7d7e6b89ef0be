"""Which files an include brings, directly or through others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.families.c.system import is_library
from uindex.resolve.model import EXTERNAL

if TYPE_CHECKING:
    from uindex.resolve.facts import Facts
    from uindex.resolve.families.c.includes import Includes

MANY = 20
"""Headers of the C library in a set that make a file one of a program with that library.  Headers
of a kernel, say, include a few of them too, for programs that share the header."""


class Closure:
    """Sets of files as integers: a file has one bit, and headers that include each other have one
    set.  A set is made when it is first asked for, of those of the headers in it (Tarjan's
    algorithm, without recursion)."""

    def __init__(self, facts: Facts, includes: Includes) -> None:
        self._facts = facts
        self._includes = includes
        self._sets: dict[str, int] = {}
        self._bits: dict[str, int] = {}
        self._library = 0
        self._own: dict[str, int] = {}

    def bit(self, path: str) -> int:
        known = self._bits.get(path)
        if known is None:
            known = self._bits[path] = 1 << len(self._bits)
        return known

    def direct(self, path: str) -> int:
        """What the file itself includes."""
        known = self._own.get(path)
        if known is None:
            self._direct(path)
            known = self._own[path]
        return known

    def shares(self, seen: int, other: str) -> bool:
        """Whether a set holds a file of the repository that another file includes itself."""
        return bool(seen & self.direct(other) & ~self._library)

    def has_library(self, path: str) -> bool:
        """Whether a file is one of a program with the C library: it includes one of its headers, or
        many through others."""
        if self.direct(path) & self._library:
            return True
        return (self.of(path) & self._library).bit_count() >= MANY

    def knows_library(self, path: str) -> bool:
        """Whether a file includes a header of the C library at all, if only through others."""
        return bool(self.of(path) & self._library)

    def of(self, path: str) -> int:
        """The file itself and all that it includes, headers of the C library too."""
        known = self._sets.get(path)
        return self._close(path) if known is None else known

    def _close(self, start: str) -> int:
        order: dict[str, int] = {start: 0}
        lowest = {start: 0}
        stack = [start]
        work = [(start, iter(self._direct(start)))]
        while work:
            path, rest = work[-1]
            for inner in rest:
                if inner in self._sets:
                    continue
                if inner not in order:
                    order[inner] = lowest[inner] = len(order)
                    stack.append(inner)
                    work.append((inner, iter(self._direct(inner))))
                    break
                lowest[path] = min(lowest[path], order[inner])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    lowest[above] = min(lowest[above], lowest[path])
                if lowest[path] == order[path]:
                    at = stack.index(path)
                    self._settle(stack[at:])
                    del stack[at:]
        return self._sets[start]

    def _settle(self, paths: list[str]) -> None:
        """Headers that include each other, or one that does not, have all that they include."""
        found = 0
        for path in paths:
            found |= self.bit(path) | self.direct(path)
            for inner in self._direct(path):
                found |= self._sets.get(inner, 0)
        self._sets.update(dict.fromkeys(paths, found))

    def _direct(self, path: str) -> tuple[str, ...]:
        return self._facts.memo(("c", "includes of", path), lambda: self._read(path))

    def _read(self, path: str) -> tuple[str, ...]:
        found: dict[str, None] = {}
        own = 0
        for link in self._facts.imports(path):
            if link.name:
                continue
            module = self._includes.module(path, link.receiver)
            for file in module.files:
                found[file] = None
                own |= self.bit(file)
            if module.status == EXTERNAL and is_library(module.name):
                bit = self.bit(module.name)
                self._library |= bit
                own |= bit
        self._own[path] = own
        return tuple(found)
