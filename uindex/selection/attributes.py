"""The few attributes of .gitattributes that matter here, read as git reads them. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uindex.selection.globs import Glob, compile_glob

if TYPE_CHECKING:
    from collections.abc import Iterable

GENERATED = b"linguist-generated"
VENDORED = b"linguist-vendored"
DOCUMENTATION = b"linguist-documentation"
LANGUAGE = b"linguist-language"
_KNOWN = frozenset((GENERATED, VENDORED, DOCUMENTATION, LANGUAGE))

Value = bytes | bool | None
"""`name` is True, `-name` False, `name=text` the text, `!name` None: as if never set."""

# git itself ignores longer lines and larger files.
_MAX_LINE = 2048
_MAX_FILE = 100 << 20
_SPACE = b" \t\r"
_WORD = re.compile(rb"[^ \t\r]+")
_ESCAPES = {
    b"n": b"\n",
    b"t": b"\t",
    b"r": b"\r",
    b"a": b"\a",
    b"b": b"\b",
    b"f": b"\f",
    b"v": b"\v",
}
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)


class Rule(NamedTuple):
    """One line: what it matches, relative to the folder of its file, and what it sets."""

    glob: Glob
    values: tuple[tuple[bytes, Value], ...]


class Lines(NamedTuple):
    """One file before macros are known: pattern lines, and macro definitions by name."""

    patterns: list[tuple[bytes, list[tuple[bytes, Value]]]]
    macros: dict[bytes, list[tuple[bytes, Value]]]


def parse_attributes(data: bytes) -> Lines:
    """Never raises: a line that makes no sense says nothing, as in git."""
    lines = Lines([], {})
    if len(data) > _MAX_FILE:
        return lines
    for raw in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        line = raw.strip(_SPACE)
        if not line or line.startswith(b"#") or len(raw) > _MAX_LINE:
            continue
        pattern, rest = _pattern(line)
        if not pattern or pattern.startswith(b"!"):
            continue  # a negated pattern is forbidden in attributes
        values = [_value(word) for word in _WORD.findall(rest)]
        if pattern.startswith(b"[attr]"):
            lines.macros[pattern[6:]] = values
        else:
            lines.patterns.append((pattern, values))
    return lines


def rules(lines: Lines, macros: dict[bytes, list[tuple[bytes, Value]]]) -> list[Rule]:
    """The rules of one file that set something we ask for, with macros written out.

    A later value of one line wins over an earlier one, and so does a macro over what it stands
    for, so values keep their order.
    """
    found = []
    for pattern, values in lines.patterns:
        known = tuple(v for v in _expanded(values, macros) if v[0] in _KNOWN)
        if known:
            glob = compile_glob(pattern)
            if not glob.folder:  # `docs/` matches a folder, and folders have no attributes
                found.append(Rule(glob, known))
    return found


def _expanded(
    values: Iterable[tuple[bytes, Value]],
    macros: dict[bytes, list[tuple[bytes, Value]]],
    depth: int = 0,
) -> Iterable[tuple[bytes, Value]]:
    for name, value in values:
        yield name, value
        if value is True and name in macros and depth < 8:
            yield from _expanded(macros[name], macros, depth + 1)


def _value(word: bytes) -> tuple[bytes, Value]:
    if word.startswith(b"-"):
        return word[1:], False
    if word.startswith(b"!"):
        return word[1:], None
    name, equals, text = word.partition(b"=")
    return name, text if equals else True


def _pattern(line: bytes) -> tuple[bytes, bytes]:
    """The pattern at the start of a line (it may be in C quotes) and what follows it."""
    if line.startswith(b'"'):
        end = re.compile(rb'"((?:[^"\\]|\\.)*)"', re.DOTALL).match(line)
        if end:
            return _ESCAPE.sub(_unescaped, end[1]), line[end.end() :]
    word = _WORD.match(line)
    return (word[0], line[word.end() :]) if word else (b"", b"")


def _unescaped(found: re.Match[bytes]) -> bytes:
    char = found[1]
    if len(char) == 3:
        return bytes([int(char, 8) & 0xFF])
    return _ESCAPES.get(char, char)
