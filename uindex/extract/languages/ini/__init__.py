"""INI and its kin: .cfg, .properties, git's config, systemd units, `word value` files.

A reader of our own: the formats differ too much for one grammar.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.config import Config
from uindex.extract.language import Reading

if TYPE_CHECKING:
    from uindex.extract.parse import Span

_SECTION = re.compile(rb"[ \t]*\[([^\[\]\n]{1,200})\]")
_SECTIONS = re.compile(rb"^[ \t]*\[[^\[\]\n]{1,200}\]", re.MULTILINE)
_NAME = rb"[^\s=:#;!\[\]{}<>|\"'][^\s=:\"'<>|{}]{0,100}"
# A colon after several words counts only before a blank: `bind 127.0.0.1 -::1` is no key.
_KEY = re.compile(
    rb"([ \t]*)(" + _NAME + rb"(?=[ \t]*(?:=|:(?!//)))"
    rb"|" + _NAME + rb"(?:[ \t][^=:\n\"'<>|{}]{0,60})?[^\s=:\"'<>|{}](?=[ \t]*(?:=|:(?:\s|$))))"
)
_WORD = re.compile(rb"()([A-Za-z][\w.-]{0,60})[ \t]+\S")
# `# requirepass secret`: a setting commented out, whose value no sign tells from prose.
_SETTING = re.compile(
    rb"(?i)[#;! \t]*[\w.-]*(?:pass|pwd|secret|token|key|auth|cred)[\w.-]*[ \t]+\S+[ \t]*\r?\Z"
)
_GIT = re.compile(r'([\w.-]+)[ \t]+"(.*)"\Z', re.ASCII)


class Ini(Config):
    """Sections hold keys; lines that go on with a value are skipped."""

    def read(self, data: bytes) -> Reading:
        sections: list[tuple[int, Span]] = []
        keys: list[tuple[Span, Span]] = []
        comments: list[Span] = []
        # Where there are no sections and no signs, a line is a word and its value.
        bare = not _SECTIONS.search(data)
        deepest, goes_on = -1, False
        at = 0
        for line in data.split(b"\n"):
            start, end = at, at + len(line.rstrip())
            at += len(line) + 1
            first = line.lstrip()[:1]
            if goes_on:
                goes_on = line.rstrip().endswith(b"\\")
            elif first in b"#;!":
                if first and not _SETTING.match(line):
                    comments.append((start + line.index(first), end))
            elif first == b"[":
                match = _SECTION.match(line)
                if match:
                    sections.append((start, _shift(match.span(1), start)))
                    deepest = -1
            else:
                match = _KEY.match(line) or (_WORD.match(line) if bare else None)
                if match and (deepest < 0 or len(match[1]) <= deepest):
                    deepest = len(match[1])
                    name = _shift(match.span(2), start)
                    keys.append(((name[0], end), name))
                    goes_on = line.rstrip().endswith(b"\\")
        return Reading(_spans(len(data), sections, keys, comments), [])

    def key(self, written: str) -> str:
        match = _GIT.match(written)
        return f"{match[1]}.{match[2]}" if match else written


def _shift(span: Span, by: int) -> Span:
    return span[0] + by, span[1] + by


def _spans(
    size: int, sections: list[tuple[int, Span]], keys: list[tuple[Span, Span]],
    comments: list[Span],
) -> dict[str, list[Span]]:  # fmt: skip
    ends = [start for start, _ in sections[1:]] + [size]
    return {
        "symbol.section": [(start, end) for (start, _), end in zip(sections, ends, strict=False)],
        "symbol.key": [span for span, _ in keys],
        "name": sorted([name for _, name in sections] + [name for _, name in keys]),
        "comment": comments,
    }


LANGUAGE = Ini()
