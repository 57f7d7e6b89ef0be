"""Where the statements of an SQL text end, in whatever dialect."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from uindex.extract.languages.sql.text import UNCLOSED

if TYPE_CHECKING:
    from uindex.extract.languages.sql.text import Text

PART = (
    rb"(?:\"[^\"\n]{1,200}\"|`[^`\n]{1,200}`|\[[^\]\n]{1,200}\]"
    rb"|[A-Za-z_\x80-\xff\0@#&:][\w$#@\x80-\xff\0]{0,200}(?:(?:-\w{1,100}){1,9}(?=\.))?)"
)
NAME = PART + rb"(?:\s*\.\s*" + PART + rb"){0,3}"
_STOP = re.compile(rb"[;\2]|^[ \t]*(?:GO\b|/[ \t]*\r?$)|^(?=CREATE\s)", re.MULTILINE)
_BATCH = re.compile(
    rb"^[ \t]*GO\b[^\n]*$|^(?=[ \t]*(?:CREATE|ALTER)\s+(?:OR\s+ALTER\s+)?"
    rb"(?:PROC|FUNCTION|VIEW|TRIGGER)\w*\s)",
    re.IGNORECASE | re.MULTILINE,
)
_AS_BODY = re.compile(
    rb"(?<!EXECUTE )\b(AS|IS)\b\s*|\b(BEGIN|DECLARE)\b|[;\2]|^[ \t]*(?:GO\b|/[ \t]*\r?$)",
    re.IGNORECASE | re.MULTILINE,
)
_BLOCK = re.compile(
    rb"\b(?:(BEGIN)(?!\s*(?:TRAN|WORK|;))|(CASE)|(END)(?:\s+(IF|LOOP|WHILE|REPEAT|FOR)\b)?(?:\s+CASE\b)?)\b"
    rb"|(\2|^[ \t]*(?:GO\b|/[ \t]*\r?$)|^CREATE\s)",
    re.IGNORECASE | re.MULTILINE,
)
_TAIL = re.compile(rb"(?:\s+[\w$\"]+)?\s*;")
_PARENTHESIS = re.compile(rb"[()]")
_QUERY = re.compile(rb"(?:SELECT|WITH|TABLE|VALUES)\b", re.IGNORECASE)
_SPACE = re.compile(rb"\s*")


class Statements:
    """Ends of the statements of a text whose literals are out of the way."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.code = text.code
        self._starts = [start for start, _ in text.bodies]
        self._unclosed = 0

    def routine(self, kind: str, at: int, limit: int) -> tuple[int, int]:
        """(start of the body or -1, end) of what may hold statements."""
        code = self.code
        at = self._closing(at, limit) if code[at : at + 1] == b"(" else at
        while match := _AS_BODY.search(code, at, limit):
            start, at = match.span()
            inside = self.body(start)
            if inside:
                at = inside
            elif match[2]:
                return start, self._block(start, 0)
            elif match[1] and (kind != "event" or self.text.tsql):
                return start, self._after_as(kind, at, limit)
            elif match[0] == b";" and not self._delimited(start):
                return -1, at
            elif not match[1] and match[0] != b";":
                return -1, self.back(start)
        return -1, self.back(limit)

    def _after_as(self, kind: str, at: int, limit: int) -> int:
        """The end of a routine whose body follows at `at`."""
        code = self.code
        declared = self.body(at) or code[at : at + 1] in (b"\0", b"(") or _QUERY.match(code, at)
        if declared and not self.text.tsql:
            return self.stop(at, limit)
        if self.text.tsql:
            match = _BATCH.search(code, at)
            return self.back(match.start() if match else len(code))
        return self._block(at, 1 if kind == "package" else 0)

    def _block(self, at: int, depth: int) -> int:
        """The end of a block from BEGIN to END, with declarations before it."""
        begun = depth > 0
        for match in _BLOCK.finditer(self.code, at) if self._unclosed < UNCLOSED else ():
            if match[1] or match[2]:
                depth += 1
                begun = begun or match[1] is not None
            elif match[3]:
                depth -= match[4] is None
                if begun and depth <= 0:
                    tail = _TAIL.match(self.code, match.end())
                    return tail.end() if tail else match.end()
            elif depth <= 0 or match[0] == b"\2":
                return self.back(match.start())
        self._unclosed += 1
        self.text.found.damaged = True
        line = self.code.find(b"\n", self.back(at))
        return self.back(line if line >= 0 else len(self.code))

    def _closing(self, at: int, limit: int) -> int:
        """Behind the parenthesis that closes the one at `at`."""
        depth = 0
        for match in _PARENTHESIS.finditer(self.code, at, limit):
            depth += 1 if match[0] == b"(" else -1
            if not depth:
                return match.end()
        self.text.found.damaged = True
        return at

    def stop(self, at: int, limit: int) -> int:
        """The end of a statement, its semicolon included; outside what dollar quotes hold.  A
        semicolon counts only where no other delimiter is in force."""
        delimited = self._delimited(at)
        while match := _STOP.search(self.code, at, limit):
            inside = self.body(match.start())
            if inside:
                at = inside
            elif match[0] != b";":
                return self.back(match.start())
            elif delimited:
                at = match.end()
            else:
                return match.end()
        return self.back(limit)

    def back(self, at: int) -> int:
        """The end of the last word before an offset."""
        while at and self.code[at - 1] in b" \t\r\n\f\v":
            at -= 1
        return at

    def _delimited(self, at: int) -> bool:
        return any(start <= at < end for start, end in self.text.delimited)

    def body(self, at: int) -> int:
        """The end of the dollar quotes around an offset, or 0."""
        index = bisect_right(self._starts, at) - 1
        end = self.text.bodies[index][1] if index >= 0 else 0
        return end if at < end else 0

    def space(self, at: int) -> int:
        """Where the next word begins."""
        match = _SPACE.match(self.code, at)
        return match.end() if match else at
