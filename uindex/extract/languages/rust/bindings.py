"""What names hold where the grammar does not say it: in macro arguments, which are mere tokens to
it, and in patterns that take a value out of what only wraps it."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uindex.extract.language import Source

    Span = tuple[int, int]
    Spans = dict[str, list[Span]]

_WORD = rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*"
# The type may be left out, and so may what is not a chain of names.
_LET = re.compile(
    rb"\blet\s+(?:mut\s+)?(" + _WORD + rb")\s*(?::\s*([^=;]{1,200}?)\s*)?="
    rb"\s*(?:&\s*(?:mut\s+)?)?((?:" + _WORD + rb"(?:\.|::)){0,8}" + _WORD + rb")?"
)
# What stands between bars after what an expression cannot end with.
_CLOSURE = re.compile(rb"(?:[(,={]|\bmove)\s*\|([^|;{}]{1,300})\|")
_PARAMETER = re.compile(
    rb"\s*(?:&\s*)*(?:mut\s+)?(" + _WORD + rb")\s*(?::\s*([^,|]{1,200}))?(?:,|$)"
)
_UNWRAPPED = re.compile(rb"\s*(?:Some|Ok)\s*\(\s*(?:ref\s+|mut\s+|&\s*)*(" + _WORD + rb")\s*\)$")
_BEFORE = re.compile(
    rb"(?:(?:" + _WORD + rb"|\))(?:\s*\.|::))*" + _WORD + rb"(?:::<[^<>()]{0,80}>)?$"
)
_BRACKETS = re.compile(rb"[()]")

# A call or macro in macro arguments: a chain of names before `(`, or a name before `!`.
_CALL = re.compile(
    rb"(?:(?<![\w\x80-\xff$'])|(?=\)))((?:(?:" + _WORD + rb"|\))(?:\s*\.|::)){0,8}" + _WORD + rb")"
    rb"(?=!?\(|![\[{]|::<[^<>()]{0,80}>\()"
)
_NO_CALL = frozenset(
    b"as crate else fn for if impl in let match mut move pub return self super use where while"
    b"".split()
)


def tell(source: Source, spans: Spans, tokens: Iterable[Span]) -> None:
    """Add the captures of bindings that are read off the text."""
    count = _unwrapped(source.data, spans)
    for low, high in tokens:
        count += _lets(source.masked, spans, low, high)
        count += _closures(source.masked, spans, low, high)
    if count:
        for name in ("bind", "bind.name", "bind.type", "bind.value", "bind.same"):
            if name in spans:
                spans[name].sort()


def token_calls(data: bytes, low: int, high: int) -> Iterator[Span]:
    """The calls in macro arguments, each with the chain before it."""
    opens: dict[int, int] = {}
    opened: list[int] = []
    for match in _BRACKETS.finditer(data, low, high):
        if match[0] == b"(":
            opened.append(match.start())
        elif opened:
            opens[match.start()] = opened.pop()
    for match in _CALL.finditer(data, low, high):
        if match[1] not in _NO_CALL:
            start = _chain_start(data, low, match.start(1), opens)
            # What stands before a dot here is no chain of names.
            yield start - (data[start - 1 : start] in (b".", b":")), match.end(1)


def _chain_start(data: bytes, low: int, start: int, opens: dict[int, int]) -> int:
    """Where the chain begins that a call goes on which was found from a `)` on; there where only
    that is known."""
    first = start
    for _ in range(12):
        if data[start : start + 1] != b")":
            return start
        opening = opens.get(start, -1)
        before = _BEFORE.search(data, max(low, opening - 200), opening) if opening >= 0 else None
        if before is None:
            return first
        start = before.start()
    return first


def _add(spans: Spans, kind: str, span: Span) -> None:
    spans.setdefault(kind, []).append(span)


def _lets(data: bytes, spans: Spans, low: int, high: int) -> int:
    count = 0
    for match in _LET.finditer(data, low, high):
        count += 1
        _add(spans, "bind.name", match.span(1))
        end = match.end()
        if match[2]:
            _add(spans, "bind.type", match.span(2))
        elif match[3]:
            kind, end = _said(data, match.end(), high)
            if kind:
                _add(spans, kind, match.span(3))
        _add(spans, "bind", (match.start(), end))
    return count


def _said(data: bytes, at: int, high: int) -> tuple[str, int]:
    """What the chain of names before an offset says of what is made of it, "" for nothing, and
    where that ends: it is a call only if nothing is done with what that gives."""
    depth = 0
    for match in _BRACKETS.finditer(data, at, min(high, at + 400)):
        if depth == 0 and data[at : match.start()].strip():
            break
        depth += 1 if match[0] == b"(" else -1
        if depth == 0:
            end = match.end()
            return ("bind.value" if data[end : end + 1] in (b";", b"?", b"") else ""), end
    return ("bind.same" if data[at : at + 1] == b";" else ""), at


def _closures(data: bytes, spans: Spans, low: int, high: int) -> int:
    count = 0
    for closure in _CLOSURE.finditer(data, low, high):
        for match in _PARAMETER.finditer(data, *closure.span(1)):
            count += 1
            _add(spans, "bind", match.span())
            _add(spans, "bind.name", match.span(1))
            if match[2]:
                _add(spans, "bind.type", match.span(2))
    return count


def _unwrapped(data: bytes, spans: Spans) -> int:
    """`if let Some(x) = y`: x is what y is, as far as names go."""
    lets = spans.get("let", ())
    if not lets:
        return 0
    holders, alone = spans.setdefault("bind", []), set[tuple[int, int]]()
    starts = [start for start, _ in lets]
    for start, end in spans.get("let.pattern", ()):
        match = _UNWRAPPED.match(data, start, end)
        at = bisect_left(starts, start + 1) - 1
        if match and at >= 0:
            alone.add(match.span(1))
            _add(spans, "bind.name", match.span(1))
            holders.append(lets[at])
    spans["bind"] = [span for span in holders if span not in alone]
    return len(alone)
