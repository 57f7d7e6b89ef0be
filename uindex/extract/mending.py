"""A damaged text before its tree is used: what breaks it is mended, and literals are told by their
quotes.

After a quote that is not closed a parser may read literals as code and code as literals, so what
the tree says of either is not believed.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uindex.extract.language import Language
    from uindex.extract.parse import Span

_QUOTE_MARKS = (b'"', b"'")
_LITERAL = frozenset(["string", "comment", "doc", "opaque"])

_ALIEN = re.compile(
    rb"^(?:<{7}|>{7}|\|{7})(?:[ \t][^\n]*)?$|^={7}\r?$|\{%[-+]?[ \t][^\n]*?%\}", re.MULTILINE
)
# The quote that opens a literal, behind its prefix.
_OPENING = re.compile(rb"[#A-Za-z]{0,3}([\"'])")


def mend(data: bytes) -> bytes:
    """`data`, same length, with blanks for what is of no programming language and breaks them all:
    the lines that mark a conflict of a merge, and the tags `{% … %}` of templates."""
    return _ALIEN.sub(lambda match: b" " * len(match[0]), data)


def hush(language: Language, data: bytes, spans: dict[str, list[Span]]) -> None:
    """Take for literals what the language says stands between quotes, whatever the damaged tree
    says of it, and forget what the tree found inside."""
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
