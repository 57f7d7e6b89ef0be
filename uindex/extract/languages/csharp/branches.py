"""Conditional sections of C#: what the grammar is given of `#if … #else … #endif`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    Span = tuple[int, int]

# The grammar wants a line break behind a #pragma and its like, which the last line may lack.
_DIRECTIVE = re.compile(
    rb"^[ \t]*\#[ \t]*(if|elif|else|endif|pragma|nullable|endregion)\b[^\n]*", re.MULTILINE
)
# Raw, verbatim and plain strings, and characters.
QUOTED = re.compile(
    rb"\"\"\"(?:[^\"]|\"(?!\"\")){0,20000}+\"\"\"+|@\$?\"(?:[^\"]|\"\"){0,20000}+\"(?!\")"
    rb"|\"(?:[^\"\\\n]|\\.)*\"?|'(?:\\[^\n']{1,12}|[^'\\\n]{1,4})'",
    re.DOTALL,
)
# What is no code, and brackets.
_TOKEN = re.compile(
    QUOTED.pattern + rb"|//[^\n]*|/\*.*?(?:\*/|\Z)|\#[^\n]*"
    rb"|[(\[{]|[)\]}]|[^\s\"'/#()\[\]{}]+|[/']",
    re.DOTALL,
)
_CLOSING = {b")": b"(", b"]": b"[", b"}": b"{"}
_ENDS = (b";", b"}", b",", b"]")
_GOES_ON = (*b"{;:=.,?|&+-*<>)]}",)
_BODY = re.compile(rb"\s*\{.*\}\s*\Z", re.DOTALL)
_SEMICOLON = re.compile(rb"\s*;")


class Sections(NamedTuple):
    """What the grammar must not see: lines of directives, and branches."""

    directives: list[Span]
    unread: list[Span]


def sections(data: bytes) -> Sections:
    """Of the branches of an `#if` the grammar reads all one after the other where each of them is
    whole in itself, and else the first that holds code."""
    directives: list[Span] = []
    unread: list[Span] = []
    opened: list[list[Span]] = []
    for match in _DIRECTIVE.finditer(data):
        start, end = match.span()
        directives.append((start, end))
        if match[1] == b"if":
            opened.append([(end, end)])
        if not opened or match[1] not in (b"elif", b"else", b"endif"):
            continue
        branches = opened[-1]
        branches[-1] = (branches[-1][0], start)
        if match[1] != b"endif":
            branches.append((end, end))
            continue
        opened.pop()
        if len(branches) > 1:
            unread.extend(_dropped(data, branches))
        elif _BODY.match(data, *branches[0]):
            semicolon = _SEMICOLON.match(data, end)  # what a method is without the section
            if semicolon:
                directives.append((semicolon.end() - 1, semicolon.end()))
    return Sections(directives, _outermost(unread))


def _dropped(data: bytes, branches: list[Span]) -> Iterable[Span]:
    """The branches to leave out."""
    if all(_whole(data[start:end]) for start, end in branches):
        return
    kept = False
    for start, end in branches:
        if kept:
            yield start, end
        kept = kept or bool(data[start:end].strip())


def _whole(text: bytes) -> bool:
    """Whether the text is complete statements, members or items of a list, or nothing."""
    opened: list[bytes] = []
    last = b""
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in _CLOSING:
            if not opened or opened.pop() != _CLOSING[token]:
                return False
        elif token in (b"(", b"[", b"{"):
            opened.append(token)
        elif token.startswith((b"//", b"/*", b"#")):
            continue
        if not last and token[0] in _GOES_ON:
            return False
        last = token
    return not opened and (not last or last.endswith(_ENDS))


def _outermost(spans: list[Span]) -> list[Span]:
    """The spans by position, without those inside others."""
    result: list[Span] = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not result or start >= result[-1][1]:
            result.append((start, end))
    return result
