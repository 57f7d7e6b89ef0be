"""Comments and literals that are found without a tree, and the links in comments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.extract.parse import Span

COMMENT = rb"//[^\n]*+|/\*(?:[^*/]|\*(?!/)|/(?!\*)|/\*(?:[^*]|\*(?!/))*+\*/)*+(?:\*/)?"
"""Comments of languages in which they nest: to the end of the line, or to where they are closed."""

_PATH = re.compile(r"(?:([\w$.\x80-\U0010ffff]{1,300})[./#])?([\w$\x80-\U0010ffff]{1,200})\Z", re.A)


def tokens(pattern: re.Pattern[bytes], data: bytes) -> tuple[list[Span], list[Span]]:
    """The literals and the comments of a text.

    `pattern` finds each in turn, in a group `string` or `comment`; what it matches without one of
    them, such as a character that only looks like a quote, is neither.
    """
    found: dict[str | None, list[Span]] = {"string": [], "comment": [], None: []}
    for match in pattern.finditer(data):
        found[match.lastgroup].append(match.span())
    return found["string"], found["comment"]


def links(pattern: re.Pattern[bytes], data: bytes, comments: Sequence[Span]) -> list[Span]:
    """Where the group of `pattern` that matched last lies, for each match within a comment.

    `comments` are in order.  The text is searched at once: most comments have no link.
    """
    found = []
    index, count = 0, len(comments)
    for match in pattern.finditer(data):
        start, end = match.span(match.lastindex or 0)
        while index < count and comments[index][1] <= start:
            index += 1
        if index == count:
            break
        if comments[index][0] <= start and end <= comments[index][1]:
            found.append((start, end))
    return found


def reference(kind: str, text: str, line: int, symbol: int) -> Iterator[Link]:
    """The link to what a path of names says, parameters apart: `A.b(c)` is `b` of `A`."""
    match = _PATH.match(text.partition("(")[0].replace("`", ""))
    if match:
        yield Link(kind, match[2], match[1] or "", "", line, symbol)
