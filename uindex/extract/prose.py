"""What documents of all markups share: sections, names without markup, mentions, safe links.

The text that a reader of prose is given has blanks where secrets were.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uindex.extract import words
from uindex.extract.language import Site

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

TARGET = 400
"""Bytes of a link's target; a longer one is no link that anybody follows."""

_GAP = re.compile(r"[ \t\r]{2,}")
_PART = r"[A-Za-z_$@\x80-\U0010ffff][\w$\x80-\U0010ffff]*"
_STEP = r"(?:\.|::|\#|->|\?\.|\\)"
_MENTION = re.compile(
    rf"(?:({_PART}(?:\(\))?(?:{_STEP}{_PART}(?:\(\))?)*){_STEP})?({_PART}[!?]?)(?:\([^()]*\))?\Z",
    re.ASCII,
)
_PATH = re.compile(r"(?:[\w.@~\x80-\U0010ffff-]*/)+[\w.\x80-\U0010ffff-]*\w/?\Z", re.ASCII)


class Heading(NamedTuple):
    """A heading, offsets in bytes of the text."""

    level: int
    start: int
    name_start: int
    name_end: int
    end: int
    """Where the line, or the underline, of the heading ends."""


def sections(headings: Sequence[Heading], size: int) -> list[tuple[int, int]]:
    """The span of each heading's section: up to the next heading of its level or a higher one."""
    result = [(heading.start, size) for heading in headings]
    opened: list[int] = []
    for index, heading in enumerate(headings):
        while opened and headings[opened[-1]].level >= heading.level:
            above = opened.pop()
            result[above] = (result[above][0], heading.start)
        opened.append(index)
    return result


def spans_of(headings: Sequence[Heading], size: int) -> dict[str, list[tuple[int, int]]]:
    """The captures of a document's sections."""
    return {
        "symbol.heading": sections(headings, size),
        "name": [(heading.name_start, heading.name_end) for heading in headings],
        "body": [(heading.end, heading.end) for heading in headings],
    }


def mention(code: str) -> tuple[str, str]:
    """(name, receiver chain) of a name in prose: `a.b.C(x)` -> ("C", "a.b"); ("", "") for none.

    A path keeps its extension: `src/a.py` -> ("a.py", "src").
    """
    if len(code) > 120 or len(code) < 2 or words.random_looking(code.encode()):
        return "", ""
    if code[0] != "/" and _PATH.match(code):
        receiver, _, name = code.rstrip("/").rpartition("/")
        return name, receiver
    match = _MENTION.match(code)
    if not match:
        return "", ""
    return match[2], match[1] or ""


def safe(text: str) -> str:
    """A name on one line, without what looks drawn at random."""
    return words.without_random(" ".join(text.split()))


def target(bare: bytes) -> str:
    """A link's target on one line; an ellipsis stands where a secret was blanked."""
    return words.without_random(
        _GAP.sub("…", " ".join(bare.decode("utf-8", "replace").strip().split("\n")))
    )


def links(found: Iterable[tuple[int, str, str, str]], headings: Sequence[Heading]) -> list[Site]:
    """The links (at, kind, name, target) in order of position, each once a section."""
    starts = [heading.start for heading in headings]
    seen: set[tuple[str, str, str]] = set()
    result = []
    section = 0
    for at, kind, name, target in sorted(found):
        while section < len(starts) and starts[section] <= at:
            section += 1
            seen.clear()
        if (kind, name, target) in seen or not (name or target) or len(target) > TARGET:
            continue
        seen.add((kind, name, target))
        result.append(Site(at, kind, name, target))
    return result
