"""Names of calls, where a grammar has no node for a name with what stands before it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uindex.extract.language import Source

NAME = 100
"""Bytes before the arguments of a call in which its name ends."""
_NAMED = re.compile(rb"([\w$\x80-\xff])(?:\s|/\*[^*]*\*/)*+\Z")
_BEHIND = frozenset(b" \t\r\n\f/")


def cut_arguments(source: Source, spans: dict[str, list[tuple[int, int]]]) -> None:
    """Make calls of what was captured as @called: a call ends where one of the @arguments ends, and
    its name where they begin."""
    begins = {end: start for start, end in spans.pop("arguments", ())}
    calls, data = spans.get("call", []), source.data
    for start, end in spans.pop("called", ()):
        at = begins.get(end, start)
        if data[at - 1] not in _BEHIND:
            calls.append((start, at))
            continue
        match = _NAMED.search(data, max(start, at - NAME), at)
        if match:
            calls.append((start, match.end(1)))
    spans["call"] = sorted(calls)
