"""Which files an include brings, directly or through others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.families.c.system import is_library
from uindex.resolve.model import EXTERNAL

if TYPE_CHECKING:
    from uindex.resolve.facts import Facts
    from uindex.resolve.families.c.includes import Includes

LIBRARY = 1
"""The bit that says that a header of a library of the system is among them."""
_DONE = -1


class Closure:
    """Sets of files as integers: a file has one bit, and headers that include each other have one
    set.  A set is made when it is first asked for, of those of the headers in it (Tarjan's
    algorithm, without recursion)."""

    def __init__(self, facts: Facts, includes: Includes) -> None:
        self._facts = facts
        self._includes = includes
        self._sets: dict[str, int] = {}
        self._bits: dict[str, int] = {}
        self._opened: dict[str, int] = {}

    def bit(self, path: str) -> int:
        known = self._bits.get(path)
        if known is None:
            known = self._bits[path] = 2 << len(self._bits)
        return known

    def of(self, path: str) -> int:
        """The file itself and all that it includes, and LIBRARY."""
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
            found |= self.bit(path) | self._opened[path]
            for inner in self._direct(path):
                found |= self._sets.get(inner, 0)
        self._sets.update(dict.fromkeys(paths, found))

    def _direct(self, path: str) -> tuple[str, ...]:
        return self._facts.memo(("c", "includes of", path), lambda: self._read(path))

    def _read(self, path: str) -> tuple[str, ...]:
        record = self._facts.record(path)
        found: dict[str, None] = {}
        self._opened[path] = 0
        for link in record.links if record else ():
            if link.kind != "import" or link.name:
                continue
            module = self._includes.module(path, link.receiver)
            found.update(dict.fromkeys(module.files))
            if module.status == EXTERNAL and is_library(module.name):
                self._opened[path] = LIBRARY
        return tuple(found)
