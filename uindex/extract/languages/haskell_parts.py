"""Haskell's signatures and equations, which the grammar gives one by one, as symbols.

The query captures each as @part and the names in front of it as @bound.  Those of one name that
follow each other are one symbol, from the signature to the last equation.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from uindex.extract.parse import Span

    Spans = dict[str, list[Span]]

_CONSTRUCTOR = re.compile(rb"\(?[A-Z:]")
"""Of a pattern synonym; no function's name starts so."""
_SIGNS = re.compile(rb"[\s)]*::")


class _Group(NamedTuple):
    """Parts of the text that define one name, or several of one signature."""

    start: int
    end: int
    names: list[Span]
    indent: int
    signature: int
    """Where the signature at its front ends, or 0."""
    bound: bool
    """Whether there is an equation."""


def join(data: bytes, spans: Spans) -> None:
    """Make one symbol of the parts of each name that follow each other."""
    bound = spans.get("bound", [])
    others = sorted(
        start
        for name, found in spans.items()
        if name.startswith("symbol.") and name not in ("symbol.property", "symbol.constructor")
        for start, _ in found
    )
    groups: list[_Group] = []
    at = 0
    for start, end in spans.get("part", ()):
        while at < len(bound) and bound[at][0] < start:
            at += 1
        first = at
        while at < len(bound) and bound[at][1] <= end:
            at += 1
        part = _group(data, start, end, bound[first:at])
        last = groups[-1] if groups else None
        if last and _joins(data, last, part) and not _between(others, last.end, start):
            groups[-1] = _joined(data, last, part)
        elif part.names:
            groups.append(part)
    _symbols(data, spans, groups)


def _group(data: bytes, start: int, end: int, names: list[Span]) -> _Group:
    """One part as a group of its own."""
    indent = start - (data.rfind(b"\n", 0, start) + 1)
    signed = names and _SIGNS.match(data, names[-1][1], end) is not None
    return _Group(start, end, names, indent, end if signed else 0, not signed)


def _joins(data: bytes, last: _Group, part: _Group) -> bool:
    """Whether the part goes on with what the group defines."""
    if len(part.names) != 1 or last.indent != part.indent or (part.signature and last.bound):
        return False
    if len(last.names) > 1 and (last.bound or last.indent):
        return False  # in a class the others would have no place of their own
    return _bare(data, part.names[0]) in [_bare(data, name) for name in last.names]


def _joined(data: bytes, last: _Group, part: _Group) -> _Group:
    """The group with one part more."""
    mine = _bare(data, part.names[0])
    names = [name for name in last.names if _bare(data, name) == mine]
    signature = part.signature or last.signature
    return _Group(last.start, part.end, names, last.indent, signature, part.bound)


def _between(positions: list[int], start: int, end: int) -> bool:
    index = bisect_left(positions, start)
    return index < len(positions) and positions[index] < end


def _bare(data: bytes, name: Span) -> bytes:
    return data[name[0] : name[1]].strip(b"()` ")


def _symbols(data: bytes, spans: Spans, groups: list[_Group]) -> None:
    """The groups as captures.  A signature apart from its equations is no symbol of its own."""
    margin = min((group.indent for group in groups), default=0)
    equations = {
        _bare(data, name)
        for group in groups
        if group.indent == margin and not group.signature
        for name in group.names
    }
    functions, constructors = spans.get("symbol.function", []), spans.get("symbol.constructor", [])
    names, bodies = spans.get("name", []), spans.get("body", [])
    for group in groups:
        mine = group.names
        if group.indent == margin and not group.bound:
            mine = [name for name in mine if _bare(data, name) not in equations]
        if not mine:
            continue
        names += mine
        kind = constructors if _CONSTRUCTOR.match(data, mine[0][0]) else functions
        kind.append((group.start, group.end))
        if group.signature and group.bound:
            bodies.append((group.signature, group.end))
    spans["symbol.function"], spans["symbol.constructor"] = sorted(functions), sorted(constructors)
    spans["name"], spans["body"] = sorted(names), sorted(bodies)
