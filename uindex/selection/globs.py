"""Path patterns as .gitignore and .gitattributes have them, over bytes. Pure.

Every wildcard but the last is atomic and takes the first place where what follows it fits, which
for globs is always enough; so no pattern, however hostile, makes a match take more than a few
passes over the path.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_NEVER = rb"(?!)"
_SPECIAL = re.compile(rb"[*?\[\\]")
_CLASSES = {
    b"alnum": rb"0-9A-Za-z",
    b"alpha": rb"A-Za-z",
    b"blank": rb" \t",
    b"cntrl": rb"\x00-\x1f\x7f",
    b"digit": rb"0-9",
    b"graph": rb"!-~",
    b"lower": rb"a-z",
    b"print": rb" -~",
    b"punct": rb"!-/:-@\[-`{-~",
    b"space": rb" \t\n\r\f\v",
    b"upper": rb"A-Z",
    b"xdigit": rb"0-9A-Fa-f",
}


class Glob(NamedTuple):
    """One pattern: where it is to be matched, and how."""

    regex: re.Pattern[bytes]
    basename: bool
    """A pattern without a slash is matched against the last part of the path, at any depth."""
    negated: bool
    """It began with `!`."""
    folder: bool
    """It ended with a slash: only folders match."""

    def matches(self, path: bytes) -> bool:
        """`path` is relative to the folder that the pattern belongs to."""
        if self.basename:
            path = path.rpartition(b"/")[2]
        return self.regex.fullmatch(path) is not None


def compile_glob(pattern: bytes) -> Glob:
    """Never raises: a pattern that is none (an open bracket) matches nothing, as in git."""
    negated = pattern.startswith(b"!")
    pattern = pattern[negated:]
    folder = pattern.endswith(b"/")
    pattern = pattern[: len(pattern) - folder]
    basename = b"/" not in pattern
    source = _NEVER if not pattern else _translate(pattern.removeprefix(b"/"))
    return Glob(re.compile(source, re.DOTALL), basename, negated, folder)


def _translate(pattern: bytes) -> bytes:
    """The regular expression of a pattern, to be matched against a whole path."""
    runs: list[list[bytearray]] = [[bytearray()]]  # split at `**/`, then at `*`
    at = 0
    while at < len(pattern):
        char = pattern[at : at + 1]
        piece = b""
        if char == b"*":
            stars = len(pattern) - at - len(pattern[at:].lstrip(b"*"))
            # git matches the literal head apart, so that behind it `**` stands at a start: `a**/b`.
            start = at == 0 or pattern[at - 1 : at] == b"/" or not _SPECIAL.search(pattern, 0, at)
            whole = stars > 1 and start
            at += stars
            if whole and at == len(pattern):
                piece = rb".*"
            elif whole and pattern[at : at + 1] == b"/":
                runs.append([bytearray()])
                at += 1
            else:
                runs[-1].append(bytearray())
        elif char == b"[":
            piece, at = _bracket(pattern, at + 1)
            if not piece:
                return _NEVER
        else:
            at += 1
            if char == b"\\":
                char = pattern[at : at + 1]
                at += 1
                if not char:
                    return _NEVER
                piece = re.escape(char)
            else:
                piece = rb"[^/]" if char == b"?" else re.escape(char)
        runs[-1][-1] += piece
    runs[-1][-1] += rb"\Z"
    first, *others = (_run(run) for run in runs)
    return first + b"".join(rb"(?>(?:[^/]*/)*?" + run + b")" for run in others)


def _run(chunks: list[bytearray]) -> bytes:
    first, *others = chunks
    return bytes(first) + b"".join(rb"(?>[^/]*?" + chunk + b")" for chunk in others)


def _bracket(pattern: bytes, at: int) -> tuple[bytes, int]:
    """The class that starts behind the `[` before `at`, and where it ends; b"" if it does not."""
    negated = pattern[at : at + 1] in (b"!", b"^")
    at += negated
    out = bytearray()
    first = True
    while first or pattern[at : at + 1] != b"]":
        first = False
        if pattern[at : at + 2] == b"[:":
            end = pattern.find(b":]", at)
            name = pattern[at + 2 : end] if end > 0 else b""
            if name not in _CLASSES:
                return b"", at
            out += _CLASSES[name]
            at = end + 2
            continue
        low, at = _class_char(pattern, at)
        if not low:
            return b"", at
        high = low
        if pattern[at : at + 1] == b"-" and pattern[at + 1 : at + 2] not in (b"", b"]"):
            high, at = _class_char(pattern, at + 1)
            if not high:
                return b"", at
        if low <= high:
            out += b"\\x%02x-\\x%02x" % (low[0], high[0])
    # A slash is never matched by a class, whatever the class says.
    return (rb"(?!/)[^" if negated else rb"(?!/)[") + (out or b"/") + b"]", at + 1


def _class_char(pattern: bytes, at: int) -> tuple[bytes, int]:
    if pattern[at : at + 1] == b"\\":
        at += 1
    return pattern[at : at + 1], at + 1
