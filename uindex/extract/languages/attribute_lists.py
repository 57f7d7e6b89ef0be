"""Attributes in brackets that stand inside the node of the definition they belong to."""

from __future__ import annotations

import re

_BRACKET = re.compile(rb"[\[\]]")


def past_attributes(
    data: bytes, at: int, stop: int, blank: re.Pattern[bytes], opening: bytes = b"["
) -> int:
    """Where the definition at `at` goes on behind its attributes, each led by `opening`.

    `blank` matches, also empty, what may stand between them; `data` is without literals.
    """
    while True:
        between = blank.match(data, at, stop)
        at = between.end() if between else at
        if not data.startswith(opening, at, stop):
            return at
        depth = 0
        for match in _BRACKET.finditer(data, at, stop):
            depth += 1 if match[0] == b"[" else -1
            if not depth:
                at = match.end()
                break
        else:
            return at
