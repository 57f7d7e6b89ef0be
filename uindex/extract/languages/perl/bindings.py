"""What variables hold in Perl, read off the text: to ask the tree for the parts of an assignment
would double what the query costs to compile."""

from __future__ import annotations

import re

Span = tuple[int, int]
Spans = dict[str, list[Span]]

_DECLARED = re.compile(
    rb"\b(?:my|local|state|(?P<ours>our))[ \t]++(?:\$(?P<name>\w++)(?P<given>\s*+=(?![=~>])\s*+)?"
    rb"|\((?P<several>[^()]{0,400})\))"
)
_SIGNATURE = re.compile(rb"\bsub\b(?:[ \t]++\w++)?\s*+\(([^(){};]{1,400})\)")
_VARIABLE = re.compile(rb"\$\w++")
_ENDS = re.compile(rb"\s*+(?:[;)}]|(?:or|if|unless)\b|\|\||//)")
LONGEST = 2000
"""Bytes of arguments."""


def tell(source: bytes, spans: Spans) -> None:
    """Add the captures that bindings.py reads; `source` is without literals."""
    buffer = bytearray(source)
    for start, end in spans.get("comment", ()):
        buffer[start:end] = b" " * (end - start)
    text = bytes(buffer)
    callees: dict[int, int] = {}
    for start, end in spans.get("call", ()):
        callees[start] = max(callees.get(start, 0), end)
    found: dict[str, set[Span]] = {name: set() for name in ("bind", "bind.name", "bind.value")}
    for match in _DECLARED.finditer(text):
        if not match["name"]:
            _all(found, text, match.span("several"))
            continue
        end = match.end()
        called = callees.get(end, 0) if match["given"] else 0
        # A part of an expression says nothing of what comes of it.
        if called and _ENDS.match(text, _behind(text, called)):
            found["bind.value"].add((end, called))
            end = called
        # What is shared is a symbol, which goes by the name without the sign.
        low, high = match.span("name")
        found["bind.name"].add((low if match["ours"] else low - 1, high))
        found["bind"].add((match.start(), end))
    for match in _SIGNATURE.finditer(text):
        _all(found, text, match.span(1))
    for name, several in found.items():
        spans[name] = sorted(several)


def _all(found: dict[str, set[Span]], text: bytes, span: Span) -> None:
    """Note that all variables in a list are local."""
    for match in _VARIABLE.finditer(text, *span):
        found["bind"].add(match.span())
        found["bind.name"].add(match.span())


def _behind(text: bytes, at: int) -> int:
    """Where the arguments that begin at `at` end; `at` itself where there are none."""
    if text[at : at + 1] != b"(":
        return at
    depth = 0
    for index in range(at, min(len(text), at + LONGEST)):
        depth += (text[index] == 0x28) - (text[index] == 0x29)
        if not depth:
            return index + 1
    return at
