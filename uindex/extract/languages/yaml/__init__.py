"""YAML: the keys of all mappings of all documents of a file."""

from __future__ import annotations

import re

from uindex.extract.config import Config, unquote
from uindex.extract.language import Draft, Reading, Source

NESTED = 120
"""Levels of nesting that are left to the grammar.  Its scanner keeps open blocks in a buffer of 254
entries, at most two for each column, and writes past the end of it."""

_DEEP = re.compile(rb"^[ \t?:-]{%d}" % NESTED, re.MULTILINE)
_MARK = re.compile(rb"[-?:](?=[ \t])")
_COMMENT = re.compile(rb"^[ \t]*(#[^\n]*)", re.MULTILINE)
_LINE = re.compile(
    rb"([ \t]*(?:-[ \t]+){0,8})(?:([A-Za-z_$][\w./$-]{0,99}|\"[^\"\n]{1,100}\"|'[^'\n]{1,100}')"
    rb"[ \t]*:(?=\s|$)"
    rb"([ \t]+(?:![\w!]*[ \t]+)?[|>][-+0-9]{0,2}[ \t]*(?:#.*)?\r?$)?)?"
)


class Yaml(Config):
    """Anchors and aliases are not followed; `<<` and `?` keys that are no scalars are no keys."""

    grammar = "yaml"

    def read(self, data: bytes) -> Reading | None:
        """A text that could crash the grammar is read by its indentation instead."""
        if not _too_deep(data):
            return None
        found = [(low, end, high) for low, high, end in sorted(_by_indentation(data))]
        return Reading(
            {
                "symbol.key": [(low, end) for low, end, _ in found],
                "name": [(low, high) for low, _, high in found],
                "comment": [match.span(1) for match in _COMMENT.finditer(data)],
            },
            [],
        )

    def key(self, written: str) -> str:
        return "" if written == "<<" else unquote(written)

    def extra(self, source: Source, drafts: list[Draft], damaged: bool) -> list[Draft]:
        """Keys by indentation, where templates (`{{ … }}`) keep the file from being YAML."""
        if not damaged:
            return []
        known = {draft.name_start for draft in drafts}
        return [
            Draft("key", source.slice(low, high), "", low, end, low, low, high, end, -1)
            for low, high, end in sorted(_by_indentation(source.data))
            if low not in known
        ]


def _too_deep(data: bytes) -> bool:
    return _DEEP.search(data) is not None or any(
        len(_MARK.findall(line)) >= NESTED for line in data.split(b"\n") if len(line) > 2 * NESTED
    )


def _by_indentation(data: bytes) -> list[tuple[int, int, int]]:
    """(start, end of the name, end of the value) of the key that begins a line, for all lines but
    those of block scalars."""
    found: list[tuple[int, int, int]] = []
    opened: list[tuple[int, int, int]] = []
    scalar = -1
    at = 0

    def close(column: int, end: int) -> None:
        while opened and opened[-1][0] >= column:
            _, low, high = opened.pop()
            found.append((low, high, end))

    for line in data.split(b"\n"):
        match = _LINE.match(line)
        column = len(line) - len(line.lstrip())
        start, at = at, at + len(line) + 1
        blank = not line.strip() or line.lstrip().startswith((b"{{", b"#", b"{%"))
        if blank or (scalar >= 0 and column > scalar) or not match:
            continue
        scalar = -1
        if match[2]:
            column = len(match[1])
            close(column, start)
            opened.append((column, start + match.start(2), start + match.end(2)))
            if match[3]:
                scalar = column
        else:
            close(column + 1, start)
    close(0, len(data))
    return found


LANGUAGE = Yaml()
