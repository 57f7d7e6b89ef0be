"""SQL of any dialect with its literals and comments put out of the way.

Told apart here: strings with and without backslashes as escapes, dollar quotes that hold code and
those that hold text, names in quotes, data of INSERT and COPY, templates, commands of clients.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.captures import Found

if TYPE_CHECKING:
    from uindex.extract.parse import Span

UNCLOSED = 20
"""Quotes that are never closed beyond which none is looked for: each costs the whole text."""
END = 0x02
"""What stands in `code` for a delimiter that is not the semicolon."""

_STRING = rb"'(?:[^']++|'')*+'"
_ESCAPED = rb"'(?:[^'\\]++|''|\\.)*+'"
_MYSQL = re.compile(rb"`|\bAUTO_INCREMENT\b|\w\\'\w", re.IGNORECASE)
_TSQL = re.compile(
    rb"^[ \t]*GO[ \t]*\r?$|\bNOCOUNT\b|\[dbo\]|@\w+[ \t]+(?:AS[ \t]+)?N?(?:VARCHAR|INT|BIT)\b",
    re.IGNORECASE | re.MULTILINE,
)


def _token(string: bytes, comment: bytes = b"", quoted: bytes = b"") -> re.Pattern[bytes]:
    """What may not be read as code; each kind in the group that `Text` asks for."""
    return re.compile(
        rb"(?P<comment>--[^\n]*|/\*(?!!).*?(?:\*/|\Z)|^[ \t]*REM(?:ARK)?\b[^\n]*" + comment + rb")"
        rb"|(?P<condition>/\*!\d*|\*/)"
        rb"|(?P<string>\bE" + _ESCAPED + rb"|(?<!\bq)(?<!\bnq)" + string + rb")"
        rb"|(?P<alternative>(?<=q)'[\[({<!|~^\#\"])"
        rb"|(?P<quoted>\"(?:[^\"\\\n]++|\"\"|\\.)*+\"|`[^`\n]*+`" + quoted + rb")"
        rb"|(?P<dollar>(?<![\w$])\$(?:[A-Za-z_]\w{0,60})?\$)"
        rb"|(?P<template>\{\{[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*+\}\}"
        rb"|\{%(?:[^%{}]++|%(?!\})|\{[^{}]*+\})*+%\}|\{\#.*?(?:\#\}|\Z))"
        rb"|(?P<data>\bVALUES\s*(?=\()|\bFROM\s+STDIN\b)"
        rb"|(?P<client>^[ \t]*(?:\\[a-z.!?][^\n]*|PROMPT\b[^\n]*|:(?:r|setvar)[ \t][^\n]*"
        rb"|@@?[\w./][^\n;]*))"
        rb"|(?P<delimiter>^[ \t]*DELIMITER[ \t]+\S[^\n]*)"
        rb"|(?P<lone>['\"`])",
        re.DOTALL | re.IGNORECASE | re.MULTILINE,
    )


_PLAIN_TOKEN = _token(_STRING)
# Elsewhere brackets hold the elements of an array.
_TSQL_TOKEN = _token(_STRING, quoted=rb"|\[(?!['\d])[^\[\]\n]*+\]")
_MYSQL_TOKEN = _token(_ESCAPED, comment=rb"|(?:^|(?<=\s))\#[^\n]*")
# Rows of values, of which nothing is kept.
_ROWS = re.compile(
    rb"(?:\s*+(?:ROW)?\((?:[^()'$\"/-]++|-(?!-)|/(?!\*)|" + _ESCAPED + rb"|\"[^\"\n]*+\""
    rb"|\((?:[^()'$\"/-]++|-(?!-)|/(?!\*)|" + _ESCAPED + rb")*+\))*+\)\s*+,?)++",
    re.IGNORECASE,
)
_CLOSING = bytes.maketrans(b"[({<", b"])}>")
_CODE = re.compile(rb"\b(?:AS|DO(?:\s+LANGUAGE\s+\w+)?)\s*\Z", re.IGNORECASE)
_IDENTIFIER = re.compile(rb"[\"`\[][A-Za-z_\x80-\xff][\w$ .-]{0,100}[\"`\]]\Z")
_NEWLINE_KEPT = re.compile(rb"[^\n]")
# The rest of COPY's line, where no statement follows in place of data.
_COPIED = re.compile(
    rb"[^;\n\\]{0,1000};[^\n]{0,1000}\n(?!(?:ROLLBACK|COMMIT|END|BEGIN|COPY|CREATE|DROP|SELECT|INSERT|ALTER)\b|--)",
    re.IGNORECASE,
)
_FILE = re.compile(
    rb"[ \t]*(?:\\(?:i|ir|include|include_relative)[ \t]+|:r[ \t]+|@@?)[\"']?([^\s\"';]+)",
    re.IGNORECASE,
)


class Text:
    """`code` is the text, byte for byte, with NULs for literals and blanks for comments.  Names in
    quotes stay."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.found = Found()
        self.mysql = _MYSQL.search(data) is not None
        self.tsql = not self.mysql and _TSQL.search(data) is not None
        self.bodies: list[Span] = []
        """What stands between dollar quotes and is code."""
        self.templates: list[Span] = []
        self.delimited: list[Span] = []
        """Where a delimiter other than the semicolon is in force."""
        self._code = bytearray(data)
        plain = _TSQL_TOKEN if self.tsql else _PLAIN_TOKEN
        self._token = _MYSQL_TOKEN if self.mysql else plain
        self._unclosed = 0
        self._copies = True
        """Whether data may follow that ends with a line of its own."""

    @property
    def code(self) -> bytes:
        """The text to look for definitions in."""
        return bytes(self._code)

    def read(self) -> None:
        """Put everything out of the way."""
        self._within(0, len(self.data))

    def _within(self, start: int, stop: int) -> None:
        at = start
        while match := self._token.search(self.data, at, stop):
            at = max(match.end(), self._put_away(match, stop))

    def _put_away(self, match: re.Match[bytes], stop: int) -> int:
        """Deal with one token; from where to go on."""
        kind = match.lastgroup
        start, end = match.span()
        if match["comment"]:
            self._comment(start, end)
        elif match["string"] or match["quoted"]:
            self._quoted(start, end)
        elif kind == "condition":
            self._blank(start, end, b" ")
        elif kind == "dollar":
            return self._dollar(match[0], start, end, stop)
        elif kind == "alternative":
            return self._alternative(start, end, stop)
        elif kind == "template":
            self._template(start, end)
        elif kind == "data":
            return self._data(end, stop)
        elif kind == "client":
            self._client(start, end)
        elif kind == "delimiter":
            return self._delimiter(match[0].split()[1], start, end)
        else:
            self.found.damaged = True
            line = self.data.find(b"\n", start)
            end = min(line if line >= 0 else stop, stop)
            self._hide(start, end)
            return end
        return end

    def _comment(self, start: int, end: int) -> None:
        begin = start + len(self.data[start:end]) - len(self.data[start:end].lstrip())
        self.found.add("comment", begin, end)
        self._blank(start, end, b" ")

    def _quoted(self, start: int, end: int) -> None:
        """A string, or a name in quotes; what MySQL has in double quotes is a string."""
        first = self.data[start]
        if first in b'"`[' and (first != 0x22 or not self.mysql):
            if first == 0x22 and not _IDENTIFIER.match(self.data[start:end]):
                self.found.add("string", start, end)
        else:
            self._hide(start, end)

    def _dollar(self, tag: bytes, start: int, end: int, stop: int) -> int:
        """What stands between dollar quotes is code behind AS or DO, and a literal elsewhere."""
        close = self.data.find(tag, end, stop) if self._unclosed < UNCLOSED else -1
        if close < 0:
            self._unclosed += 1
            self.found.damaged = True
            return end
        if _CODE.search(self._code[max(0, start - 60) : start]):
            self.bodies.append((start, close + len(tag)))
            self._within(end, close)
        else:
            self._hide(start, close + len(tag))
        return close + len(tag)

    def _alternative(self, start: int, end: int, stop: int) -> int:
        """Oracle's `q'[…]'`, which ends with the bracket that fits."""
        last = self.data[end - 1 : end].translate(_CLOSING) + b"'"
        close = self.data.find(last, end, stop) if self._unclosed < UNCLOSED else -1
        if close < 0:
            self._unclosed += 1
            self.found.damaged = True
            return end
        self._hide(start, close + 2)
        return close + 2

    def _template(self, start: int, end: int) -> None:
        """A template of Jinja; its comments are comments."""
        if self.data[start + 1] == 0x23:
            self._comment(start, end)
            return
        self.templates.append((start, end))
        for match in re.finditer(_ESCAPED + rb'|"[^"\n]*"', self.data[start:end], re.DOTALL):
            self.found.add("string", start + match.start(), start + match.end())
        self._blank(start, end, b"\0")

    def _data(self, at: int, stop: int) -> int:
        """Rows of INSERT, or what COPY reads from the text itself."""
        rows = _ROWS.match(self.data, at, stop)
        if rows:
            self._hide(at, rows.end())
            return rows.end()
        if self.data[at : at + 1] == b"(":
            return at
        line = _COPIED.match(self.data, at, stop)
        if line is None:
            return at
        close = self.data.find(b"\n\\.", line.end() - 1, stop) if self._copies else -1
        self._copies = close >= 0
        end = close + 3 if close >= 0 else at
        if end > line.end():
            self._hide(line.end(), end)
        return end

    def _client(self, start: int, end: int) -> None:
        """A command of psql, sqlcmd or SQL*Plus; that of another file to read is an import."""
        match = _FILE.match(self.data, start, end)
        if match:
            self.found.add("import", *match.span(1))
        else:
            self.found.add("string", start, end)
        self._blank(start, end, b" ")

    def _delimiter(self, mark: bytes, start: int, end: int) -> int:
        """MySQL's DELIMITER: up to the next, another mark than the semicolon ends statements."""
        self._blank(start, end, b" ")
        if mark == b";":
            return end
        after = re.compile(rb"^[ \t]*DELIMITER\b", re.MULTILINE | re.IGNORECASE)
        found = after.search(self.data, end)
        stop = found.start() if found else len(self.data)
        self.delimited.append((end, stop))
        self._within(end, stop)
        at = self._code.find(mark, end, stop)
        while at >= 0:
            self._code[at : at + len(mark)] = bytes([END]) * len(mark)
            at = self._code.find(mark, at + len(mark), stop)
        return stop

    def _hide(self, start: int, end: int) -> None:
        self.found.add("string", start, end)
        self._blank(start, end, b"\0")

    def _blank(self, start: int, end: int, by: bytes) -> None:
        text = self._code[start:end]
        self._code[start:end] = _NEWLINE_KEPT.sub(by, text) if b"\n" in text else by * (end - start)
