"""Kotlin that the grammar takes for something else, put so that it does not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.text import line_before

if TYPE_CHECKING:
    from collections.abc import Callable

    Repair = Callable[[bytes], bytes]

DEEPEST = 200
"""Strings in templates in strings; what is nested deeper is not read."""
HEAD = 2000
"""Bytes before `by` in which the head of its class begins."""

# Patterns begin with letters, which are searched for fast; what stands before is asked later.
_COMMENT = rb"//[^\n]*|/\*[^*]*+(?:\*(?!/)[^*]*+)*+\*/"
# A primary constructor on a line of its own.
_CONSTRUCTOR = re.compile(
    rb"class[ \t]++[`\w\x80-\xff]++[ \t]*+"
    rb"(?:<[^<>(){}]{0,200}(?:<[^<>(){}]{0,100}>[^<>(){}]{0,100}){0,8}>)?"
    rb"((?:\s|" + _COMMENT + rb"|@[\w.:]+(?:\([^()\n]{0,200}\))?"
    rb"|(?:internal|private|protected|public|actual|expect)\b)++)constructor\b"
)
_BLANKED = re.compile(_COMMENT + rb"|\s|\b(?:actual|expect)\b")
# A comment between two annotations, and a class without a body before one.
_COMMENTED = re.compile(rb"@[\w.]+(?:\([^()\n]{0,200}\))?[ \t]*(//[^\n]*)")
_BODILESS = re.compile(rb"(?:class|object|interface)[ \t]+\w+[ \t]*(\n)(?=\s*@)")
# `class A : B by c {`: the braces are the class's.
_DELEGATE = re.compile(rb" (by\s+[\w.]{1,100}(?:\([^(){}]{0,200}\))?)(?=\s*\{)")
_CLASS = re.compile(rb".*\b(?:class|object)\b(.*)", re.DOTALL)
_PARENTHESES = re.compile(rb"\([^()]*\)")
_PROPERTY = re.compile(rb"\b(?:val|var|fun)\b")
_FUN_INTERFACE = re.compile(rb"fun[ \t]+interface\b")
# `in 1..2 ->` on a line of its own goes not on with the line before.
_IN = re.compile(rb"\n[ \t]*([ \t])in\b")
_GOES_ON = frozenset(b"{,([&|=:>-")
_TRAILING_COMMA = re.compile(rb",(?=\s{0,80}->)")
# Names that are keywords elsewhere.
_SOFT = re.compile(
    rb"(?:final|open|annotation|inner|abstract|sealed|external|inline|operator|infix|expect|actual|"
    rb"const|data|value|public|private|internal|protected)(?=[ \t]*(?:=[^=]|\())"
)
_IN_NAME = re.compile(rb"in(?=[0-9_])")
# The grammar knows this modifier not everywhere; any other would do.
_ACTUAL = re.compile(rb"actual(?=[ \t]+(?:val|var|constructor)\b)")
# It knows no numbers in base two.
_BINARY = re.compile(rb"0b(?=[01])")
_QUOTE = re.compile(rb"\"\"\"|\"|\$\{|[{}\n]|\\.")
_WORD = re.compile(rb"[\w.]")


def repaired(data: bytes) -> bytes:
    """`data` as the grammar understands it, byte for byte in the same place."""
    for needle, repair in _REPAIRS:
        if needle in data:
            data = repair(data)
    return data


def _constructors(data: bytes) -> bytes:
    buffer = bytearray(data)
    for match in _CONSTRUCTOR.finditer(data):
        start, end = match.span(1)
        buffer[start:end] = _BLANKED.sub(lambda found: b" " * len(found[0]), match[1])
    return bytes(buffer)


def _annotations(data: bytes) -> bytes:
    buffer = bytearray(data)
    for match in _COMMENTED.finditer(data):
        buffer[slice(*match.span(1))] = b" " * len(match[1])
    for match in _BODILESS.finditer(data):
        buffer[match.start(1)] = 0x3B
    return bytes(buffer)


def _delegates(data: bytes) -> bytes:
    buffer = bytearray(data)
    for match in _DELEGATE.finditer(data):
        start, end = match.span(1)
        floor = max(0, start - HEAD)
        floor = max(floor, data.rfind(b"{", floor, start), data.rfind(b"}", floor, start))
        head = _CLASS.match(data, floor, start)
        if head is None:
            continue
        rest, previous = head[1], b""
        while previous != rest:
            previous, rest = rest, _PARENTHESES.sub(b"", rest)
        if b":" in rest and not _PROPERTY.search(rest):
            buffer[start:end] = b" " * (end - start)
    return bytes(buffer)


def _interfaces(data: bytes) -> bytes:
    return _FUN_INTERFACE.sub(lambda match: b"interface".ljust(len(match[0])), data)


def _entries(data: bytes) -> bytes:
    buffer = bytearray(data)
    for match in _IN.finditer(data):
        before = line_before(data, match.start()).partition(b"//")[0].rstrip()
        if before and before[-1] not in _GOES_ON:
            buffer[match.start(1)] = 0x3B
    return bytes(buffer)


def _commas(data: bytes) -> bytes:
    return _TRAILING_COMMA.sub(b" ", data)


def _templates(data: bytes) -> bytes:
    """The grammar's scanner aborts where a thousand strings and templates are nested."""
    if data.count(b"${") < DEEPEST:
        return data
    opened: list[bytes] = []
    for match in _QUOTE.finditer(data):
        token = match[0]
        if opened and opened[-1] != b"{":
            if token == opened[-1] or (token == b"\n" and opened[-1] == b'"'):
                opened.pop()
            elif token == b"${":
                opened.append(b"{")
        elif token in (b'"', b'"""') or (token == b"{" and opened):
            opened.append(token)
        elif token == b"}" and opened:
            opened.pop()
        if len(opened) > DEEPEST:
            return data[: match.start()] + b" " * (len(data) - match.start())
    return data


def _at_words(pattern: re.Pattern[bytes], instead: bytes) -> Repair:
    """A repair that overwrites the beginning of the words that the pattern finds."""

    def repair(data: bytes) -> bytes:
        buffer = bytearray(data)
        for match in pattern.finditer(data):
            start = match.start()
            if not start or not _WORD.match(data, start - 1):
                buffer[start : start + len(instead)] = instead
        return bytes(buffer)

    return repair


_REPAIRS: tuple[tuple[bytes, Repair], ...] = (
    (b"constructor", _constructors),
    (b"@", _annotations),
    (b" by ", _delegates),
    (b"interface", _interfaces),
    (b" in ", _entries),
    (b"->", _commas),
    (b"", _at_words(_SOFT, b"X")),
    (b"actual", _at_words(_ACTUAL, b"public")),
    (b"in", _at_words(_IN_NAME, b"X")),
    (b"${", _templates),
    (b"0b", _at_words(_BINARY, b"0x")),
)
"""What a text must hold for a repair to be needed, and the repair."""
