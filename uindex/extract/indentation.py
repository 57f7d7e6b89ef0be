"""Definitions that a damaged tree hides, found by the look of their lines and by indentation.

Only texts whose tree has an ERROR or a MISSING node come here.  What the tree gave already is not
told again, and what stands in comments or literals is no definition.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from typing import TYPE_CHECKING

from uindex.extract.language import CALLABLES, LOCAL, TYPES, Draft
from uindex.extract.text import line_before

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uindex.extract.language import Line, Source
    from uindex.extract.parse import Span

_FLAT = frozenset("namespace module package extension section heading file".split())
"""What is in these need not be indented."""
_ANYWHERE = frozenset(["macro", "label", "rule"])
"""What stands at any column, or at the margin, inside other things."""
_EXTENDED = TYPES | CALLABLES | frozenset(["module", "namespace"])
INDENT = 120
"""Columns of indentation beyond which a line begins no definition."""
LONG = 1_000_000
"""Bytes in which the end of a definition is looked for."""

_NEXT = re.compile(rb"\n([ \t]*)[^ \t\r\n\0]")
# At the definition's own indentation: what still belongs to its head, and what closes it.
_GOES_ON = re.compile(rb"[{)\]]")
_CLOSES = re.compile(rb"(?:\}|end\b)[^\n]*")


def bare(source: Source, comments: Sequence[Span]) -> bytes:
    """The text without literals, comments and docs."""
    buffer = bytearray(source.masked)
    for start, end in comments:
        buffer[start:end] = b"\n" * (end - start)
    return bytes(buffer)


def hidden(lines: Iterable[Line], source: Source, text: bytes, known: list[Draft]) -> list[Draft]:
    """The definitions that `lines` find in the bare text and `known` lacks, or takes for variables
    and the like, by position.

    A definition ends where its indentation does: in damaged text no braces and keywords pair.
    """
    taken = {draft.name_start: draft.kind in LOCAL for draft in known}
    macros = [(draft.start, draft.end) for draft in known if draft.kind == "macro"]
    found: list[Draft] = []
    for kind, pattern in lines:
        for match in pattern.finditer(text):
            low, high = match.span("name")
            line = text.rfind(b"\n", 0, low) + 1
            start = low - len(text[line:low].lstrip(b" \t"))
            # What a macro spells out is no definition yet.
            inside = bisect_right(macros, (low, 0)) - 1
            if inside >= 0 and low < macros[inside][1]:
                continue
            weak = taken.get(low)
            if weak is False or (weak and kind in LOCAL) or start - line > INDENT:
                continue
            taken[low] = kind in LOCAL
            owner = source.slice(*match.span("owner")) if "owner" in pattern.groupindex else ""
            end = _end(text, start, start - line, match.end())
            body = _body(text, match.end(), end)
            name = source.slice(low, high)
            found.append(Draft(kind, name, owner, start, end, start, low, high, body, -1))
    return sorted(found, key=lambda draft: (draft.start, -draft.end))


def _body(text: bytes, at: int, end: int) -> int:
    """Where the head that was matched up to `at` ends: at its brace, or with its line."""
    line = text.find(b"\n", at, end)
    stop = line if line >= 0 else end
    brace = text.find(b"{", at, stop)
    return brace if brace >= 0 else stop


def _end(text: bytes, start: int, indent: int, at: int) -> int:
    """The end of a definition at `indent` columns that begins at `start`, its head up to `at`."""
    limit = min(len(text), start + LONG)
    outside = _outside(indent)
    while True:
        match = outside.search(text, at, limit)
        if match is None:
            return max(start, len(text[:limit].rstrip()))
        first = match.end() - 1
        column = first - (text.rfind(b"\n", 0, first) + 1)
        if column < indent and _inside(text, first, limit, indent):
            at = first + 1  # a single line out of place is part of the damage
            continue
        if column == indent:
            closing = _CLOSES.match(text, first)
            if closing:
                return closing.end()
            if _GOES_ON.match(text, first):
                at = first + 1
                continue
        return max(at, start + len(text[start : match.start()].rstrip()))


def _inside(text: bytes, at: int, limit: int, indent: int) -> bool:
    """Whether the line behind the one at `at` is indented by more than `indent` columns."""
    following = _NEXT.search(text, at, limit)
    return following is not None and len(following[1].expandtabs(1)) > indent


@cache
def _outside(indent: int) -> re.Pattern[bytes]:
    """A line break and the first character of a line indented by `indent` columns at most."""
    return re.compile(rb"\n[ \t]{0,%d}[^ \t\r\n\0]" % indent)


def reindent(text: bytes, found: list[Draft]) -> list[Draft]:
    """The definitions of a damaged text, by position, each ending where the indentation says: of
    brackets that are missing or too many the tree makes what it can.

    Only what begins a line is judged, and cut only before another definition.
    """
    result: list[Draft] = []
    opened: list[tuple[int, int]] = []
    for draft in found:
        column = -1 if draft.kind in _ANYWHERE else _column(text, draft.start)
        if column >= 0 and draft.kind in _EXTENDED:
            end = _end_of_all(text, draft, column)
            draft = draft._replace(end=end) if end > draft.end else draft
        while opened and result[opened[-1][1]].end <= draft.start:
            opened.pop()
        while column >= 0 and opened:
            above, index = opened[-1]
            outer = result[index]
            # One body may have a head for each side of an `#if`.
            twin = outer.name == draft.name and outer.end == draft.end
            flat = column == above and (outer.kind in _FLAT or twin)
            if column > above or flat or outer.start == draft.start:
                break
            end = outer.start + len(text[outer.start : draft.outer].rstrip())
            if end < outer.end:
                result[index] = outer._replace(end=max(end, outer.name_end))
            opened.pop()
        if column >= 0:
            opened.append((column, len(result)))
        result.append(draft)
    return result


def _end_of_all(text: bytes, draft: Draft, column: int) -> int:
    """Where a definition of several lines ends that the tree may have ended too early."""
    limit = min(len(text), draft.start + LONG)
    line = text.rfind(b"\n", draft.start, draft.end) + 1
    last = text[line : draft.end].lstrip(b" \t")
    # A callable that is closed at its own column has ended, whatever stands below.
    ended = draft.kind in CALLABLES and draft.end - len(last) - line <= column
    if not line or ended or not _inside(text, draft.end - 1, limit, column):
        return draft.end
    return _end(text, draft.start, column, draft.end)


def _column(data: bytes, at: int) -> int:
    """The column of what begins its line, or -1."""
    before = line_before(data, at)
    return -1 if len(before) >= INDENT or before.strip(b" \t") else len(before)
