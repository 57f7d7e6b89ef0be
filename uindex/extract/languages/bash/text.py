"""Where the literals and comments of a shell script stand, told without the grammar.

The grammar takes what it does not know, such as most of Z shell's expansions, for the end or the
begin of a string, and then all that follows for the opposite of what it is.  So a text whose tree
is damaged is read here: quotes, here-documents and comments, and what is substituted in them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uindex.extract.parse import Span

# Outside of quotes: what begins or ends anything.  A comment begins where a word does.
_CODE = re.compile(
    rb"\\.|(?P<quoted>\$'(?:[^'\\]|\\.)*+'?|'[^']*+'?)|(?P<comment>(?<![^\s;&|()`])#[^\n]*)"
    rb"|<<<|<<-?[ \t]*+(?P<here>\\?[A-Za-z_][\w.-]*|'[^'\n]+'|\"[^\"\n]+\")|(?P<open>\"|\$?\(|\$\{)"
    rb"|(?P<close>[)}])|(?P<line>\n)|\b[A-Za-z_]\w*+\+?="
    rb"(?P<value>[^\s\"'$`;&|()<>\\]+|\([^\"'$`()\n]+)"
    rb"|=~[ \t]*+(?P<regex>[^\s\"'$]+)",
    re.DOTALL,
)
_DEFAULT = re.compile(rb"\w+(?:\[[^\]\n]*\])?:?[-=+?]([^\s\"'$`}]+)")
# Inside of double quotes, and in an expansion that stands there.
_STRING = re.compile(rb"\\.|(?P<open>\$\(|\$\{)|(?P<close>\")", re.DOTALL)
# A function that begins in the first column stands in no string: a quote was never closed.
_HEAD = re.compile(rb"^(?:function[ \t]+)?[\w.:-]+[ \t]*\(\)[ \t]*(?:\{[^\n]*)?$", re.MULTILINE)
DEPTH = 200
"""Levels of substitutions within strings; of what is deeper nothing is told apart."""
ENDLESS = 100
"""Here-documents without an end after which no other is looked for: each search is a pass."""


def literals(data: bytes) -> tuple[list[Span], list[Span]]:
    """The spans of literals and those of comments, in order.

    Of a string in double quotes the pieces between the substitutions are literals.
    """
    reader = _Reader(data)
    reader.read()
    return reader.strings, reader.comments


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.strings: list[Span] = []
        self.comments: list[Span] = []
        self.heads = [max(match.start() - 1, 0) for match in _HEAD.finditer(data)]
        self.heads.append(len(data))
        self.head = 0
        self.opened: list[bytes] = []
        """What is to close, innermost last: `"`, `)` or `}`."""
        self.awaited: list[tuple[bytes, bool]] = []
        """The ends of the here-documents that begin after this line, and whether tabs may stand
        before them."""
        self.endless: set[bytes] = set()

    def read(self) -> None:
        at, end = 0, len(self.data)
        while at < end:
            at = self._string(at) if self.opened[-1:] == [b'"'] else self._code(at)

    def _string(self, at: int) -> int:
        """Read on from `at` within double quotes, up to what is next."""
        start, limit = at, self._next_head(at)
        while match := _STRING.search(self.data, at, limit):
            at = match.end()
            if match["open"] or match["close"]:
                self.strings.append((start, match.start()))
                if match["open"]:
                    self._open(match)
                else:
                    self.opened.pop()
                return at
        self.strings.append((start, limit))
        self.opened.clear()
        return limit

    def _next_head(self, at: int) -> int:
        while self.heads[self.head] < at:
            self.head += 1
        return self.heads[self.head]

    def _code(self, at: int) -> int:
        """Read on from `at` outside of quotes, up to what is next."""
        match = _CODE.search(self.data, at)
        if match is None:
            return len(self.data)
        in_expansion = self.opened[-1:] == [b"}"]
        if in_expansion and (match["quoted"] or match["comment"] or match["here"]):
            return match.start() + 1
        if match["quoted"]:
            limit = min(match.end(), self._next_head(match.start()))
            self.strings.append((match.start(), limit))
            return limit
        if match["value"] or match["regex"]:
            self.strings.append(match.span("value" if match["value"] else "regex"))
        elif match["comment"]:
            self.comments.append(match.span())
        elif match["here"]:
            word = match["here"].strip(b"'\"\\")
            self.awaited.append((word, match[0].startswith(b"<<-")))
        elif match["line"]:
            return self._documents(match.end())
        elif match["open"] == b'"':
            self.opened.append(b'"')
        elif match["open"]:
            self._open(match)
        elif match["close"] and self.opened[-1:] == [match["close"]]:
            self.opened.pop()
        return match.end()

    def _open(self, match: re.Match[bytes]) -> None:
        """Begin a substitution, or a parenthesis."""
        expansion = match["open"] == b"${"
        default = _DEFAULT.match(self.data, match.end()) if expansion else None
        if default:
            self.strings.append(default.span(1))
        # Outside of strings they need not pair: `)` also ends the pattern of a case.
        if self.opened and len(self.opened) < DEPTH:
            self.opened.append(b"}" if expansion else b")")

    def _documents(self, at: int) -> int:
        """Pass over the here-documents that begin at `at`; those without an end are none."""
        for word, tabs in self.awaited:
            if word in self.endless:
                continue
            end = re.compile(rb"^%s%s\r?$" % (rb"\t*" if tabs else rb"", re.escape(word)), re.M)
            match = end.search(self.data, at) if len(self.endless) < ENDLESS else None
            if match is None:
                self.endless.add(word)
                continue
            self.strings.append((at, match.start()))
            at = match.end()
        self.awaited.clear()
        return at
