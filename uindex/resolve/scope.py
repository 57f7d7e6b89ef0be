"""One record arranged for questions about names."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.record import Link, Record, Symbol
    from uindex.resolve.facts import Facts
    from uindex.resolve.family import Family
    from uindex.resolve.model import Target

TYPES = frozenset(
    "class interface struct union enum trait protocol type object mixin annotation record extension"
    " impl instance component service message".split()
)
"""Kinds of symbols that have members and may be what a value is of."""
BLOCKS = frozenset(["impl", "extension", "instance"])
"""Those of them that add members to a type of their name."""
SPACES = frozenset(["module", "namespace", "package"])
"""Kinds of symbols that only hold others."""
CALLABLES = frozenset(
    "function method constructor variant macro operator procedure rpc test rule".split()
)
"""Kinds that a call may mean besides types."""
VALUES = frozenset("field property variable constant member parameter".split())
"""Kinds that are of a type."""

Names = defaultdict[tuple[int, str], list[int]]


class Scope:
    """A record's symbols by where they are seen, and its links by what they say."""

    def __init__(self, facts: Facts, path: str, record: Record, family: Family) -> None:
        self.record = record
        self.path = path
        self.symbols: Sequence[Symbol] = record.symbols
        self.family = family
        self.distinct = family.distinct(record.lang)
        self.flat = family.flat(record.lang)
        self.answers: dict[tuple[str, str], Target] = {}
        """(name, kind of link) -> what it means all over a file that is flat"""
        self._facts = facts
        self.inside: Names = defaultdict(list)
        """(symbol around, -1 for none; name) -> symbols directly in it"""
        clause = "package" if "package" in family.transparent else ""
        for at, symbol in enumerate(record.symbols):
            # The clause of a package that encloses nothing, a block that adds to a type, and what
            # stands outside of its owner give no name to the file.
            outside = symbol.owner and symbol.parent < 0
            if symbol.kind != clause and symbol.kind not in BLOCKS and not outside:
                self.inside[symbol.parent, symbol.name].append(at)
        self.bound: defaultdict[tuple[int, str], list[Link]] = defaultdict(list)
        """(symbol around, name) -> what the name holds there, by line"""
        self.types: defaultdict[int, list[Link]] = defaultdict(list)
        """symbol -> its type, or what it returns"""
        self.bases: defaultdict[int, list[Link]] = defaultdict(list)
        """symbol -> what it inherits from"""
        self.opened: defaultdict[int, list[Link]] = defaultdict(list)
        """symbol around, -1 for none -> imports right in it that bring all names of their module"""
        self.imports: list[Link] = []
        self.uses: list[Link] = []
        """calls, uses and bases: what is to be bound"""
        kinds = {"import": self.imports, "call": self.uses, "use": self.uses}
        for link in record.links:
            kind = link.kind
            if kind in kinds:
                kinds[kind].append(link)
                if kind == "import" and family.opens(link):
                    self.opened[link.symbol].append(link)
            elif kind == "base":
                self.bases[link.symbol].append(link)
                self.uses.append(link)
            elif kind in ("typed", "bound"):
                if link.alias:
                    self.bound[link.symbol, link.alias].append(link)
                else:
                    self.types[link.symbol].append(link)

    @cached_property
    def imported(self) -> dict[tuple[int, str], list[Link]]:
        """(symbol around, local name) -> imports that give it its meaning"""
        found: dict[tuple[int, str], list[Link]] = {}
        for link in self.imports:
            name, meant = self.family.local(self._facts, self.path, link)
            if name:
                found.setdefault((link.symbol, name), []).append(meant)
        return found

    @cached_property
    def places(self) -> dict[str, set[int]]:
        """name -> the symbols around, -1 for none, in which anything says what it is"""
        found: dict[str, set[int]] = {}
        for at, name in (*self.inside, *self.bound, *self.imported, *self.fields):
            known = found.get(name)
            if known is None:
                found[name] = {at}
            else:
                known.add(at)
        return found

    @cached_property
    def outermost(self) -> dict[str, list[int]]:
        """name -> symbols that stand in nothing but what the family sees through."""
        through = self.family.transparent
        clear = {-1}
        found: dict[str, list[int]] = {}
        for at, symbol in enumerate(self.symbols):
            if symbol.parent in clear:
                if symbol.kind in through:
                    clear.add(at)
                elif not symbol.owner and symbol.kind not in BLOCKS:
                    found.setdefault(symbol.name, []).append(at)
        return found

    @cached_property
    def opened_outermost(self) -> list[Link]:
        """Imports that bring all names of their module for the whole file, in order."""
        through = self.family.transparent
        return [
            link
            for at, links in self.opened.items()
            if at < 0 or self.symbols[at].kind in through
            for link in links
        ]

    @cached_property
    def owned(self) -> Names:
        """(0, "owner name") -> symbols whose owner is written rather than around them."""
        found: Names = defaultdict(list)
        for at, symbol in enumerate(self.symbols):
            if symbol.owner:
                found[0, f"{symbol.owner} {symbol.name}"].append(at)
        return found

    @cached_property
    def fields(self) -> dict[tuple[int, str], list[Link]]:
        """(type, name of a field) -> what its methods put there."""
        found: dict[tuple[int, str], list[Link]] = {}
        for (symbol, alias), links in self.bound.items():
            parts = self.family.separator.split(alias)
            if alias.startswith("@"):
                name = alias
            elif len(parts) == 2 and parts[0] in self.family.selves:
                name = parts[1]
            else:
                continue
            around = self.type_around(symbol)
            if around >= 0:
                found.setdefault((around, name), []).extend(links)
        return found

    def type_around(self, symbol: int) -> int:
        """The innermost type around a symbol, itself included; -1 for none."""
        while symbol >= 0 and self.symbols[symbol].kind not in self.family.types:
            symbol = self.symbols[symbol].parent
        return symbol

    def is_within(self, symbol: int, around: int) -> bool:
        """Whether a symbol is another one or stands in it, at whatever depth."""
        while symbol > around:
            symbol = self.symbols[symbol].parent
        return symbol == around
