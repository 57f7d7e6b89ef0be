"""Definitions that a damaged tree hides, found by the look of their lines.

Only texts whose tree has an ERROR or a MISSING node come here.  What the tree gave already is not
told again, and what stands in comments or literals is no definition.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cache
from typing import TYPE_CHECKING

from uindex.extract.language import CALLABLES, LOCAL, TYPES, Draft

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uindex.extract.language import Language, Line, Source
    from uindex.extract.parse import Span

_QUOTE_MARKS = (b'"', b"'")
_LITERAL = frozenset(["string", "comment", "doc", "opaque"])
_FLAT = frozenset("namespace module package extension section heading file".split())
"""What is in these need not be indented."""
_ANYWHERE = frozenset(["macro", "label", "rule"])
"""What stands at any column, or at the margin, inside other things."""
_EXTENDED = TYPES | CALLABLES | frozenset(["module", "namespace"])
INDENT = 120
"""Columns of indentation beyond which a line begins no definition."""
LONG = 1_000_000
"""Bytes in which the end of a definition is looked for."""

_ALIEN = re.compile(
    rb"^(?:<{7}|>{7}|\|{7})(?:[ \t][^\n]*)?$|^={7}\r?$|\{%[-+]?[ \t][^\n]*?%\}", re.MULTILINE
)
_NEXT = re.compile(rb"\n([ \t]*)[^ \t\r\n\0]")
# The quote that opens a literal, behind its prefix.
_OPENING = re.compile(rb"[#A-Za-z]{0,3}([\"'])")

# At the definition's own indentation: what still belongs to its head, and what closes it.
_GOES_ON = re.compile(rb"[{)\]]")
_CLOSES = re.compile(rb"(?:\}|end\b)[^\n]*")


def mend(data: bytes) -> bytes:
    """`data`, same length, with blanks for what is of no programming language and breaks them all:
    the lines that mark a conflict of a merge, and the tags `{% … %}` of templates."""
    return _ALIEN.sub(lambda match: b" " * len(match[0]), data)


def hush(language: Language, data: bytes, spans: dict[str, list[Span]]) -> None:
    """Take for literals what the language says stands between quotes, whatever the damaged tree
    says of it, and forget what the tree found inside.

    After a quote that is not closed a parser may read literals as code and code as literals.
    """
    told = language.literals(data)
    if told is None:
        dark = _quoted(language.quotes, data, spans)
        strings = [span for span in spans.get("string", ()) if not _inverted(data, span, dark)]
        spans["string"] = sorted([*strings, *dark])
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
        # The name of a property may be between quotes, but a value may look like one.
        spans[name] = [span for span in found if span[0] not in dropped and not depth(span[0])]


def close(language: Language, data: bytes, spans: dict[str, list[Span]]) -> bytes:
    """`data`, same length, where literals that run on over code are closed with their line."""
    told = language.literals(data)
    if told is not None:
        return _closed(data, told[0])
    buffer = bytearray(data)
    quoted = _quoted(language.quotes, data, spans)
    long = [span for span in spans.get("string", ()) if data.find(b"\n", *span) >= 0]
    for start, end in long:
        stop = data.find(b"\n", start)
        if stop - start > 1 and _inverted(data, (start, end), quoted):
            buffer[stop - 1] = data[end - 1]
            return bytes(buffer)  # all that follows was read the wrong way round
    starts = [start for start, _ in long]
    for start, end in quoted:
        quote = data[start]
        index = bisect_right(starts, start) - 1
        inside = index >= 0 and start < long[index][1]
        open_ = end - start > 1 and data[end - 1] != quote and data[end : end + 1] in (b"\n", b"\r")
        if open_ and not inside and quote in b"\"'":
            buffer[end - 1] = quote
    return bytes(buffer)


def _closed(data: bytes, literals: list[Span]) -> bytes:
    """`data`, same length, where each literal that ends with its line has its quote there."""
    buffer = bytearray(data)
    for start, end in literals:
        match = _OPENING.match(data, start, end)
        if not match or data[end : end + 1] not in (b"\n", b"\r"):
            continue
        rest = data[match.end() : end].rstrip(b"#")
        if rest and b"\n" not in rest and not rest.endswith(match[1]):
            buffer[end - 1] = ord(match[1])
    return bytes(buffer)


def _inverted(data: bytes, string: Span, quoted: list[Span]) -> bool:
    """Whether a string of several lines ends with what, on its own line, opens a literal that is
    closed: then it is the code between two literals, behind a quote that was never closed."""
    start, end = string
    quote = data[end - 1 : end]
    if quote not in _QUOTE_MARKS or data.find(b"\n", start, end) < 0:
        return False
    index = bisect_left(quoted, (end - 1, 0))
    if index == len(quoted) or quoted[index][0] != end - 1:
        return False
    close = quoted[index][1]
    return close - end >= 1 and data[close - 1 : close] == quote


def _quoted(quotes: re.Pattern[bytes], data: bytes, spans: dict[str, list[Span]]) -> list[Span]:
    """What `quotes` matches, comments and docs apart."""
    buffer = bytearray(data)
    for start, end in spans.get("comment", []) + spans.get("doc", []):
        buffer[start:end] = b" " * (end - start)
    return [match.span() for match in quotes.finditer(bytes(buffer))]


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
    line = data.rfind(b"\n", max(0, at - INDENT), at) + 1
    return -1 if data[line:at].strip(b" \t") else at - line
