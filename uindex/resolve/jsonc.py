"""JSON with comments and trailing commas, as TypeScript and its relatives read their settings.

A reader of our own, thirty lines: what PyPI has is either unkept, or a grammar of JSON5 written in
Python that takes a second for what `json` reads in a millisecond.
"""

from __future__ import annotations

import json
import re

_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*+")|//[^\n]*|/\*(?:.*?\*/|(.*+))', re.DOTALL)
_COMMA = re.compile(r'("(?:[^"\\\n]|\\.)*+")|,(?=\s*+[}\]])', re.DOTALL)


def read(text: str) -> object:
    """The value that a text says; ValueError with one line of reason where it says none."""
    text = _COMMENT.sub(_without_comment, text.removeprefix("\ufeff"))
    text = _COMMA.sub(lambda match: match[1] or " ", text)
    try:
        return json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        raise ValueError(f"line {error.lineno}: {error.msg}") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _without_comment(match: re.Match[str]) -> str:
    """The same number of lines, so that faults are told by the line they are on."""
    if match[1] is not None:
        return match[1]
    if match[2] is not None:
        line = match.string.count("\n", 0, match.start()) + 1
        raise ValueError(f"line {line}: a comment without an end")
    return " " + "\n" * match[0].count("\n")
