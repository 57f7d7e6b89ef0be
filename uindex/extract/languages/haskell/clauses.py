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
LONG = 4000
"""Bytes of a head in which its operator is looked for."""
_TOKEN = re.compile(
    rb"[()\[\]{}]|\"(?:[^\"\\\n]|\\.)*\"|'(?:\\[^\n']{1,12}|[^'\\\n]{1,4})'"
    rb"|[\w'\x80-\xe1\xe3-\xff]+(?:\.[\w']+)*|`(?P<quoted>[\w.']+)`"
    rb"|(?P<sign>(?:[!#$%&*+./<=>?@\\^|~:-]|\xe2[\x80-\xbf]{2})+)"
)
_PREFIX = re.compile(rb"\s*([A-Z][\w']*)")
_VARIABLE = re.compile(rb"(?<![\w'.])[a-z_][\w']*")
_PLAIN = re.compile(
    rb"(?:\(\s*)?(?:[A-Z][\w']*\.)*([A-Z][\w']*)(?![\w'.])(?:(?!->)[^,])*\Z", re.DOTALL
)
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


def name(data: bytes, spans: Spans) -> None:
    """Name what is named by an operator between its arguments, and each instance."""
    names = spans.setdefault("name", [])
    parts = {start for start, _ in spans.get("part", ())}
    for start, end in spans.get("arms", ()):
        operator = _operator(data, start, end)
        if operator:
            (spans.setdefault("bound", []) if start in parts else names).append(operator)
    for start, end in spans.get("synonym", ()):
        constructor = _PREFIX.match(data, start, end)
        found = constructor.span(1) if constructor else _operator(data, start, end)
        if found:
            spans.setdefault("bound", []).append(found)
    for start, end in spans.get("pattern", ()):
        if start in parts:
            text = data[start:end].partition(b"::")[0]
            found_in = _VARIABLE.finditer(text)
            spans.setdefault("bound", []).extend(
                (start + match.start(), start + match.end()) for match in found_in
            )
    arguments, bases = spans.get("arguments", ()), spans.setdefault("base", [])
    for named in spans.get("class", ()):
        index = bisect_left(arguments, named)
        if index < len(arguments) and arguments[index][0] - named[1] < 200:
            head = _head(data, *arguments[index])
            if head:
                bases.append(named)
                named = head
        names.append(named)
    names.sort()
    spans.get("bound", []).sort()


def _operator(data: bytes, start: int, end: int) -> Span | None:
    """The operator that binds least of those between `start` and `end`: the outermost, then the
    first.  Marks of strictness before an argument are none."""
    depth, best, found = 0, 1 << 30, None
    for match in _TOKEN.finditer(data, start, min(end, start + LONG)):
        token = match[0]
        if token in b"([{":
            depth += 1
        elif token in b")]}":
            depth -= 1
        elif depth < best and match.lastgroup:
            low, high = match.span(match.lastgroup)
            marks = token in (b"!", b"~", b"@") and not data[high : high + 1].isspace()
            if not marks:
                best, found = depth, (low, high)
    return found


def _head(data: bytes, start: int, end: int) -> Span | None:
    """The head of the last of an instance's arguments that is a plain type: `StateT` of
    `s (StateT s m)`."""
    depth, at, found = 0, start, None
    for match in _TOKEN.finditer(data, start, min(end, start + LONG)):
        token = match[0]
        if depth == 0:
            at = match.start()
        if token in b"([{":
            depth += 1
        elif token in b")]}":
            depth -= 1
        if depth == 0:
            plain = _PLAIN.match(data, at, match.end())
            found = plain.span(1) if plain else found
    return found


def join(data: bytes, spans: Spans) -> None:
    """Make one symbol of the parts of each name that follow each other."""
    bound, bodies = spans.get("bound", []), spans.get("match", [])
    others = sorted(
        start
        for kind, found in spans.items()
        if kind.startswith("symbol.") and kind not in ("symbol.property", "symbol.constructor")
        for start, _ in found
    )
    groups: list[_Group] = []
    for start, end in spans.get("part", ()):
        # What is bound behind the first `=` or `|` is local.
        body = bisect_left(bodies, (start, 0))
        stop = min(end, bodies[body][0]) if body < len(bodies) else end
        first = bisect_left(bound, (start, 0))
        part = _group(data, start, end, bound[first : bisect_left(bound, (stop, 0))])
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
