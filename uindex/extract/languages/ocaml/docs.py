"""Docs of OCaml: they may also stand behind what they speak of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uindex.extract.language import Draft
    from uindex.extract.parse import Span

_DOC = rb"(\(\*\*(?![*)/])(?:[^*]|\*(?!\)))*+\*\))"
_SAME_LINE = re.compile(rb"[ \t]*[;,]?[ \t]*" + _DOC)
_NEXT_LINE = re.compile(rb"[ \t]*[;,]?[ \t]*\r?\n([ \t]*)" + _DOC)
# What may follow a doc that speaks of what stands before it.
_ENDS = re.compile(rb"[ \t]*(?:\r?\n[ \t]*(?:\r?\n|\Z|[|;})\]]|end\b)|\Z|[|})\]])")
_BELOW = re.compile(rb"[ \t]*\r?\n([ \t]*)")
_INDENT = re.compile(rb"[ \t]*")

_LICENCE = re.compile(r"copyright|licen[cs]e", re.IGNORECASE)
_FRAMED = re.compile(r"\(\*{5,}|\(\*[^\n]*\*\)[ \t]*\n\(\*")
_MARKS = re.compile(r"^[ \t]*\(\*+(?:[ \t]*$)?|\*+\)[ \t]*$|^[ \t]*\*+[ \t]", re.MULTILINE)
_HEADING = re.compile(r"\{[0-9](?::[\w-]+)?[ \t]+([^{}\n]*)\}")
_STYLE = re.compile(
    r"\{(?:b|i|e|em|ul|ol|li|L|C|R|-)[ \n]|\{\{:[^{}\n]*\}|\{[\^_]|\{\[|\]\}|\{v|v\}"
)
_REFERENCE = re.compile(r"\{\{!([^{}\n]*)\}([^{}]*)\}|\{!(?:[\w-]+:)?([^{}\n]*)\}")
_CODE = re.compile(r"\[([^\[\]\n]{1,200})\]")


def behind(data: bytes, drafts: list[Draft]) -> dict[int, Span]:
    """By index the doc that stands behind a definition, on its line or the next; where a definition
    took it for its own that follows, an empty one."""
    ends: dict[int, list[int]] = {}
    for index, draft in enumerate(drafts):
        ends.setdefault(draft.end, []).append(index)
    found: dict[int, Span] = {}
    taken = set()
    for end, ending in ends.items():
        match = _SAME_LINE.match(data, end)
        if match:
            found[ending[-1]] = match.span(1)
            taken.add(match.start(1))
            continue
        match = _NEXT_LINE.match(data, end)
        if match is None:
            continue
        column = len(match[1])
        below = _BELOW.match(data, match.end())
        deeper = below is not None and len(below[1]) < column
        if not deeper and not _ENDS.match(data, match.end()):
            continue
        best = max(ending, key=lambda index: (_fit(data, drafts[index], column), -index))
        found[best] = match.span(2)
        taken.add(match.start(2))
    for index, draft in enumerate(drafts):
        if draft.outer in taken and index not in found:
            found[index] = (draft.outer, draft.outer)
    return found


def _fit(data: bytes, draft: Draft, column: int) -> int:
    """The indentation of a definition's line, if no more than the column of a doc below it."""
    line = data.rfind(b"\n", 0, draft.start) + 1
    match = _INDENT.match(data, line)
    indent = match.end() - line if match else 0
    return indent if indent <= column else -1


def plain(written: str) -> str:
    """A comment without its marks; nothing of a licence in a frame."""
    if _FRAMED.match(written) and _LICENCE.search(written):
        return ""
    text = _MARKS.sub("", written)
    text = _HEADING.sub(r"\1.", text)
    text = _REFERENCE.sub(lambda m: m[2] or m[3] or m[1] or "", text)
    text = _CODE.sub(r"\1", text)
    return _STYLE.sub("", text).replace("}", "")
