"""Packages, namespaces and modules: which files say that they belong to one.

A package is a symbol of the record, so the files of `a.b` are those that hold a symbol named so;
where languages let packages stand inside one another, the last parts of the name are looked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.model import Place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import AnyStr

    from uindex.record import Record, Symbol
    from uindex.resolve.facts import Facts

OUTERMOST = -1
"""The parent of what stands in no other symbol."""


class Packages:
    """The packages of some languages; `key` tells them from those of other ones in the memo."""

    def __init__(
        self,
        key: str,
        langs: frozenset[str],
        kinds: frozenset[str],
        *,
        nested: frozenset[str] = frozenset(),
        separator: str = ".",
    ) -> None:
        self.key, self.langs, self.kinds = key, langs, kinds
        self.nested = nested
        """Languages in which the name of a package may be spread over several symbols."""
        self.separator = separator

    def is_clause(self, record: Record, symbol: Symbol) -> bool:
        """Whether all that follows is in the package, and not just what stands in its braces."""
        return symbol.end == symbol.name_end

    def is_member(self, record: Record, symbol: Symbol) -> bool:
        """Whether a symbol right in a package is a name of it, as a module in a module is."""
        return symbol.kind not in self.kinds or not self.is_clause(record, symbol)

    def is_sure(self, path: str, lang: str, name: str) -> bool:
        """Whether a symbol of that full name can be nothing but the package."""
        return lang not in self.nested and self.separator in name

    def declared(self, facts: Facts, path: str) -> Mapping[str, Sequence[int]]:
        """Package -> the symbols of the file whose children are in it, or OUTERMOST."""
        return facts.memo((self.key, "declared", path), lambda: self._declared(facts.record(path)))

    def home(self, facts: Facts, path: str) -> str:
        """The package of the outermost symbols of a file, "" for none."""
        for name, parents in self.declared(facts, path).items():
            if OUTERMOST in parents:
                return name
        return ""

    def _declared(self, record: Record | None) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        full: dict[int, str] = {}
        home = ""
        for at, symbol in enumerate(record.symbols if record else ()):
            if symbol.kind not in self.kinds or (symbol.parent >= 0 and symbol.parent not in full):
                continue
            outer = full.get(symbol.parent, home)
            name = f"{outer}{self.separator}{symbol.name}" if outer else symbol.name
            if record and symbol.parent < 0 and self.is_clause(record, symbol):
                home = name
            else:
                full[at] = name
                found.setdefault(name, []).append(at)
        found.setdefault(home, []).append(OUTERMOST)
        return found

    def files(self, facts: Facts, name: str) -> Sequence[str]:
        """The files that declare the package, in order of path."""
        return facts.memo((self.key, "files", name), lambda: self._files(facts, name))

    def _files(self, facts: Facts, name: str) -> Sequence[str]:
        paths: dict[str, None] = {}
        tail = name
        while tail:
            for path in dict.fromkeys(place.path for place in facts.named(tail)):
                lang = facts.lang(path)
                if lang not in self.langs or (tail != name and lang not in self.nested):
                    continue
                if self.is_sure(path, lang, name) or name in self.declared(facts, path):
                    paths[path] = None
            tail = tail.partition(self.separator)[2] if self.nested else ""
        return tuple(sorted(paths))

    def members(self, facts: Facts, package: str, name: str) -> Sequence[Place]:
        """The symbols of that name directly in a package, by path and position."""
        key = (self.key, "members", package, name)
        return facts.memo(key, lambda: tuple(self._members(facts, package, name)))

    def _members(self, facts: Facts, package: str, name: str) -> list[Place]:
        known = frozenset(self.files(facts, package)) if package else None
        found = []
        for place in facts.named(name):
            path = place.path
            if facts.lang(path) not in self.langs or (known is not None and path not in known):
                continue
            record = facts.record(path)
            parents = self.declared(facts, path).get(package, ())
            symbol = record.symbols[place.at] if record else None
            if record is None or symbol is None or symbol.parent not in parents:
                continue
            if self.is_member(record, symbol):
                found.append(place)
        return found


def nearest(path: str, paths: Sequence[str]) -> Sequence[str]:
    """Those of `paths` that share most folders with `path`: where a class is defined in several
    modules or source sets, the one of the own module is meant."""
    if len(paths) < 2:
        return paths
    own = path.split("/")[:-1]
    shared = [shared_start(own, other.split("/")[:-1]) for other in paths]
    most = max(shared)
    return tuple(other for other, common in zip(paths, shared, strict=True) if common == most)


def shared_start(one: Sequence[AnyStr], other: Sequence[AnyStr]) -> int:
    """How many components two paths have in common from their beginnings."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
