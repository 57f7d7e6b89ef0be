"""Definitions that a damaged tree hides, found by the look of their lines.

Only texts whose tree has an ERROR or a MISSING node come here.  What the tree gave already is not
told again, and what stands in comments or literals is no definition.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from typing import TYPE_CHECKING

from uindex.extract.language import Draft

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uindex.extract.language import Language, Line, Source
    from uindex.extract.parse import Span

_LITERAL = frozenset(["string", "comment", "doc", "opaque"])
INDENT = 120
"""Columns of indentation beyond which a line begins no definition."""
LONG = 1_000_000
"""Bytes in which the end of a definition is looked for."""

# At the definition's own indentation: what still belongs to its head, and what closes it.
_GOES_ON = re.compile(rb"[{)\]]")
_CLOSES = re.compile(rb"(?:\}|end\b)[^\n]*")


def hush(language: Language, data: bytes, spans: dict[str, list[Span]]) -> None:
    """Take for literals what the language says stands between quotes, whatever the damaged tree
    says of it, and forget what the tree found inside.

    After a quote that is not closed a parser may read literals as code and code as literals.
    """
    told = language.literals(data)
    if told is None:
        dark = _quoted(language.quotes, data, spans)
        spans["string"] = sorted([*spans.get("string", ()), *dark])
    else:
        spans["string"], spans["comment"] = told
        spans["opaque"] = []
        dark = sorted([*told[0], *told[1]])
    starts = [start for start, _ in dark]

    def depth(at: int) -> int:
        """How far inside a literal it is; 0 for its quote, and for what is in none."""
        index = bisect_right(starts, at) - 1
        return at - starts[index] if index >= 0 and at < dark[index][1] else 0

    dropped: set[int] = set()
    for name, found in spans.items():
        if name.startswith("symbol."):
            dropped.update(start for start, _ in found if depth(start))
    for name, found in spans.items():
        if name in _LITERAL:
            continue
        # A name may be all that is between the quotes, as that of a property in JavaScript.
        least = 2 if name in ("name", "owner") else 1
        spans[name] = [span for span in found if span[0] not in dropped and depth(span[0]) < least]


def _quoted(quotes: re.Pattern[bytes], data: bytes, spans: dict[str, list[Span]]) -> list[Span]:
    """What `quotes` matches, comments and docs apart."""
    buffer = bytearray(data)
    for start, end in spans.get("comment", []) + spans.get("doc", []):
        buffer[start:end] = b" " * (end - start)
    return [match.span() for match in quotes.finditer(bytes(buffer))]


def hidden(
    lines: Iterable[Line], source: Source, comments: Sequence[Span], known: Iterable[Draft]
) -> list[Draft]:
    """The definitions that `lines` find and `known` lacks, by position.

    A definition ends where its indentation does: in damaged text no braces and keywords pair.
    """
    buffer = bytearray(source.masked)
    for start, end in comments:
        buffer[start:end] = b"\n" * (end - start)
    text = bytes(buffer)
    taken = {draft.name_start for draft in known}
    found: list[Draft] = []
    for kind, pattern in lines:
        for match in pattern.finditer(text):
            low, high = match.span("name")
            line = text.rfind(b"\n", 0, low) + 1
            start = low - len(text[line:low].lstrip(b" \t"))
            if low in taken or start - line > INDENT:
                continue
            taken.add(low)
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
        if column == indent:
            closing = _CLOSES.match(text, first)
            if closing:
                return closing.end()
            if _GOES_ON.match(text, first):
                at = first + 1
                continue
        return max(at, start + len(text[start : match.start()].rstrip()))


@cache
def _outside(indent: int) -> re.Pattern[bytes]:
    """A line break and the first character of a line indented by `indent` columns at most."""
    return re.compile(rb"\n[ \t]{0,%d}[^ \t\r\n\0]" % indent)
