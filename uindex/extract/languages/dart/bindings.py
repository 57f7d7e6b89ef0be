"""What names hold in Dart and what its types inherit: the grammar has the parts of a declaration
and of a call side by side, so that the text between a type, a name and a value tells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract import scan

if TYPE_CHECKING:
    from collections.abc import Iterable

Span = tuple[int, int]
Spans = dict[str, list[Span]]

_ARGUMENTS = (
    rb"<[^<>;{}]{0,200}(?:<[^<>;{}]{0,99}(?:<[^<>;{}]{0,99}>[^<>;{}]{0,99}){0,3}>"
    rb"[^<>;{}]{0,99}){0,4}>"
)
_WHOLE = re.compile(rb"(?:" + _ARGUMENTS + rb")?\??")
_SPACE = re.compile(rb"\s*+(?:catch\s*+\(\s*+)?")
_GIVEN = re.compile(rb"\s*+=(?!=)\s*+(?:(?:await|const|new)\s++)*+")
_SAME = re.compile(rb"(?!(?:null|true|false)\b)[A-Za-z_$][\w$]*+(?:[?!]?\.[A-Za-z_$][\w$]*+)*+")
# What may follow a value that is all of its expression.
_ENDS = re.compile(rb"!?+\s*+(?:$|[;,)}]|\.\.)")
# A name alone has been declared elsewhere.
_ASSIGNED = re.compile(rb"this\.[A-Za-z_$][\w$]*+(?=\s*+=(?!=))")


def tell(data: bytes, spans: Spans, types: list[Span], whole: dict[int, Span]) -> None:
    """Add the captures that bindings.py reads.

    `types` are the names of types by position, and `whole` says of the start of each call where
    the longest one from there on ends, and where its callee does.
    """
    ends = {end: start for start, end in types}
    starts = dict(types)
    base = {ends.get(end, start) for start, end in spans.pop("inherited", ())}
    spans["base"] = sorted((start, starts[start]) for start in base if start in starts)
    returned = {ends.get(end, start) for start, end in spans.pop("returned", ())}
    spans["returns"] = [
        (start, _end(data, starts[start])) for start in sorted(returned) if start in starts
    ]
    behind = {}
    for start, end in types:
        last = _end(data, end)
        gap = _SPACE.match(data, last)
        behind[gap.end() if gap else last] = (start, last)
    reader = _Reader(data, whole)
    reader.declare(spans.pop("held", []), spans.pop("declared", ()), behind)
    for start, end in spans.pop("assignment", ()):
        match = _ASSIGNED.match(data, start, end)
        if match:
            reader.value(match.span())
    for name, found in reader.found.items():
        spans[name] = sorted(found)


def _end(data: bytes, end: int) -> int:
    """Where a type ends with its arguments."""
    match = _WHOLE.match(data, end)
    return match.end() if match else end


class _Reader:
    def __init__(self, data: bytes, whole: dict[int, Span]) -> None:
        self._data, self._whole = data, whole
        kinds = ("bind", "bind.name", "bind.type", "bind.value", "bind.same")
        self.found: Spans = {name: [] for name in kinds}

    def declare(self, names: list[Span], declared: Iterable[Span], behind: dict[int, Span]) -> None:
        """The names of declarations: of several in one the first stands behind their type."""
        holders = sorted((start, -end, "") for start, end in declared)
        around = {span: index for index, span in scan.innermost(holders, names)}
        typed: set[int] = set()
        for name in names:
            index = around.get(name, -1)
            kind = behind.get(name[0])
            if kind:
                start, end = kind[0], name[1]
                if index >= 0 and index not in typed:
                    typed.add(index)
                    start, end = min(start, holders[index][0]), max(end, -holders[index][1])
                self.found["bind"].append((start, end))
                self.found["bind.type"].append(kind)
                self.found["bind.name"].append(name)
            elif index in typed:
                self.found["bind.name"].append(name)
            else:
                self.value(name)

    def value(self, name: Span) -> None:
        """A name, and what the value behind it is."""
        data, end = self._data, name[1]
        given = _GIVEN.match(data, end)
        if given:
            at = given.end()
            end, callee = self._whole.get(at, (0, 0))
            kind, span = "bind.value", (at, callee)
            if not end and (same := _SAME.match(data, at)):
                kind, span, end = "bind.same", same.span(), same.end()
            if end and _ENDS.match(data, end):
                self.found[kind].append(span)
        self.found["bind"].append((name[0], max(end, name[1])))
        self.found["bind.name"].append(name)
