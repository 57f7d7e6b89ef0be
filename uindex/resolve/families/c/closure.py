"""Which files an include brings, directly or through others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from uindex.resolve.families.c.system import is_library
from uindex.resolve.model import EXTERNAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.record import Link
    from uindex.resolve.facts import Facts
    from uindex.resolve.families.c.includes import Includes

MANY = 20
"""Headers of the C library in a set that make a file one of a program with that library.  Headers
of a kernel, say, include a few of them too, for programs that share the header."""


_LIBRARY = (1 << 256) - 1
"""The bits of headers of the C library, in order of their discovery; there are not that many."""
_SOURCES = (".c", ".cc", ".cpp", ".cxx")
_RECENT = 500
"""Sets of sources that are kept: unlike those of headers they are no part of others."""


class Closures(Protocol):
    """Sets of files as integers."""

    def of(self, path: str) -> int:
        """All that a file includes, directly or through others."""

    def holds(self, seen: int, path: str) -> bool:
        """Whether a file is in a set."""

    def direct(self, path: str) -> Sequence[str]:
        """What a file itself includes."""

    def shares(self, seen: int, other: str) -> bool:
        """Whether a set holds a file of the repository that another file includes itself."""

    def has_library(self, path: str) -> bool:
        """Whether a file is one of a program with the C library: it includes one of its headers, or
        many through others."""

    def knows_library(self, path: str) -> bool:
        """Whether a file includes a header of the C library at all, if only through others."""


class Closure:
    """Sets of files as integers: what is included by any has one bit, and headers that include each
    other have one set.  A set is made when it is first asked for, of those of the headers in it
    (Tarjan's algorithm, without recursion)."""

    def __init__(self, facts: Facts, includes: Includes) -> None:
        self._facts = facts
        self._includes = includes
        self._sets: dict[str, int] = {}
        self._recent: dict[str, int] = {}
        self._numbers: dict[str, int] = {}
        self._libraries: dict[str, int] = {}
        self._own: dict[str, int] = {}

    def holds(self, seen: int, path: str) -> bool:
        number = self._numbers.get(path)
        return number is not None and bool(seen >> number & 1)

    def direct(self, path: str) -> tuple[str, ...]:
        return self._facts.memo(("c", "includes of", path), lambda: self._read(path))

    def shares(self, seen: int, other: str) -> bool:
        return any(self.holds(seen, path) for path in self.direct(other))

    def has_library(self, path: str) -> bool:
        seen = self.of(path) & _LIBRARY
        return path in self._own or seen.bit_count() >= MANY

    def knows_library(self, path: str) -> bool:
        return bool(self.of(path) & _LIBRARY)

    def of(self, path: str) -> int:
        """All that a file includes, and the file itself if any includes it."""
        known = self._sets.get(path)
        if known is None:
            known = self._recent.get(path)
        if known is None:
            known = self._close(path)
            if path.endswith(_SOURCES):
                del self._sets[path]
                if len(self._recent) >= _RECENT:
                    self._recent.clear()
                self._recent[path] = known
        return known

    def _close(self, start: str) -> int:
        order: dict[str, int] = {start: 0}
        lowest = {start: 0}
        stack = [start]
        work = [(start, iter(self.direct(start)))]
        while work:
            path, rest = work[-1]
            for inner in rest:
                if inner in self._sets:
                    continue
                if inner not in order:
                    order[inner] = lowest[inner] = len(order)
                    stack.append(inner)
                    work.append((inner, iter(self.direct(inner))))
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
            found |= self._own.get(path, 0)
            for inner in self.direct(path):
                found |= 1 << self._numbers[inner] | self._sets.get(inner, 0)
        self._sets.update(dict.fromkeys(paths, found))

    def _read(self, path: str) -> tuple[str, ...]:
        files, headers = direct_includes(self._includes, path, self._facts.imports(path))
        numbers = self._numbers
        for file in files:
            if file not in numbers:
                numbers[file] = _LIBRARY.bit_length() + len(numbers)
        for header in headers:
            number = self._libraries.setdefault(header, len(self._libraries))
            self._own[path] = self._own.get(path, 0) | (1 << number & _LIBRARY)
        return tuple(files)


def direct_includes(
    includes: Includes, path: str, imports: Sequence[Link]
) -> tuple[list[str], list[str]]:
    """What a file with these imports includes itself: files, and headers of the C library."""
    files: dict[str, None] = {}
    headers: dict[str, None] = {}
    for link in imports:
        if link.name:
            continue
        module = includes.module(path, link.receiver)
        for file in module.files:
            files[file] = None
        if module.status == EXTERNAL and is_library(module.name):
            headers[module.name] = None
    return [*files], [*headers]
