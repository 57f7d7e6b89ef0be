"""Where the literals, comments and POD of a Perl script stand, told without the grammar.

For texts whose tree is damaged: there the parser may take code for literals and literals for code.
A literal in quotes ends with its line at the latest, so that one that was never closed hides
nothing but that.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uindex.extract.parse import Span

_NESTED = (
    rb"(?:\{(?:[^{}\\]|\\.|\{[^{}]*+\})*+\}|\((?:[^()\\]|\\.|\([^()]*+\))*+\)"
    rb"|\[(?:[^\[\]\\]|\\.|\[[^\[\]]*+\])*+\]|<(?:[^<>\\]|\\.)*+>)"
)
_TEXT = re.compile(
    rb"(?P<pod>^=[a-z].*?(?:^=cut\b[^\n]*|\Z))|(?P<end>^__(?:END|DATA)__\b.*)"
    rb"|(?P<comment>(?<![$\w{])#[^\n]*)"
    rb"|(?P<quoted>\"(?:[^\"\\\n]|\\.)*+\"?|(?<![\w$&@])'(?:[^'\\\n]|\\.)*+'?|`[^`\n]*+`?"
    # q{}, s{}{} and their kin; no keys of hashes and no methods.
    rb"|(?<![\w$@%&>{-])(?:q[qwxr]?|m)\s?(?:" + _NESTED
    + rb"|(?P<mark>[/|!'\"#])(?:(?!(?P=mark))[^\\\n]|\\.)*+(?P=mark)?)"
    rb"|(?<![\w$@%&>{-])(?:s|tr|y)\s?(?:" + _NESTED + rb"\s?" + _NESTED
    + rb"|(?P<sign>[/|!'\"#])(?:(?!(?P=sign))[^\\\n]|\\.)*+(?P=sign)"
    rb"(?:(?!(?P=sign))[^\\\n]|\\.)*+(?P=sign)?)"
    rb"|(?:[=!]~|\bsplit[ \t(])[ \t]*/(?:[^/\\\n]|\\.)*+/?)"
    rb"|<<~?(?P<here>[A-Za-z_]\w*|\"[^\"\n]+\"|'[^'\n]+')|(?P<line>\n)",
    re.DOTALL | re.MULTILINE,
)  # fmt: skip
_POD = re.compile(rb"^=[a-z].*?(?:^=cut\b[^\n]*|\Z)", re.DOTALL | re.MULTILINE)
ENDLESS = 100
"""Here-documents without an end after which no other is looked for: each search is a pass."""


def literals(data: bytes) -> tuple[list[Span], list[Span]]:
    """The spans of literals, and those of comments and POD, in order."""
    strings: list[Span] = []
    comments: list[Span] = []
    awaited: list[bytes] = []
    endless: set[bytes] = set()
    at = 0
    while match := _TEXT.search(data, at):
        at = match.end()
        if match["pod"] or match["comment"]:
            comments.append(match.span())
        elif match["end"]:
            # What follows is data, or POD.
            at = data.find(b"\n", match.start()) + 1 or len(data)
            _tail(data, at, strings, comments)
            break
        elif match["quoted"]:
            strings.append(match.span())
        elif match["here"]:
            awaited.append(match["here"].strip(b"'\""))
        elif awaited:
            for word in awaited:
                end = None
                if word not in endless and len(endless) < ENDLESS:
                    end = re.compile(rb"^[ \t]*%s\r?$" % re.escape(word), re.M).search(data, at)
                if end is None:
                    endless.add(word)
                    continue
                strings.append((at, end.start()))
                at = end.end()
            awaited.clear()
    return strings, comments


def _tail(data: bytes, at: int, strings: list[Span], comments: list[Span]) -> None:
    """What stands behind `__END__`: POD, and data between."""
    for pod in _POD.finditer(data, at):
        strings.append((at, pod.start()))
        comments.append(pod.span())
        at = pod.end()
    strings.append((at, len(data)))
