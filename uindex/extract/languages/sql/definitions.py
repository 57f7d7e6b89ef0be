"""What the statements of an SQL text define and use."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.languages.sql.statements import NAME, PART, Statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.extract.captures import Found
    from uindex.extract.languages.sql.text import Text
    from uindex.extract.parse import Span


_KINDS = {
    b"table": "table", b"view": "view", b"function": "function", b"aggregate": "function",
    b"procedure": "procedure", b"proc": "procedure", b"trigger": "event", b"event": "event",
    b"index": "key", b"type": "type", b"subtype": "type", b"domain": "type", b"schema": "namespace",
    b"database": "namespace", b"sequence": "object", b"package": "package", b"policy": "rule",
    b"rule": "rule", b"synonym": "alias", b"macro": "macro", b"operator": "operator",
    b"server": "object", b"publication": "object", b"subscription": "object",
    b"collation": "object", b"statistics": "object", b"configuration": "object",
    b"dictionary": "object", b"wrapper": "object", b"method": "object", b"task": "procedure",
    b"stream": "object", b"stage": "object", b"pipe": "object", b"queue": "object",
}  # fmt: skip
_ROUTINES = frozenset(["function", "procedure", "event", "package"])
_CREATE = re.compile(
    rb"\b(?:CREATE|(ALTER)(?=\s+PROC))\s+(?:(?:OR\s+(?:REPLACE|ALTER|REFRESH)|GLOBAL|LOCAL|PRIVATE|TEMP(?:ORARY)?"
    rb"|UNLOGGED|EXTERNAL|FOREIGN|MATERIALIZED|RECURSIVE|UNIQUE|CLUSTERED|NONCLUSTERED|COLUMNSTORE"
    rb"|FULLTEXT|SPATIAL|BITMAP|CONSTRAINT|EDITIONABLE|NONEDITIONABLE|NO\s+FORCE|FORCE|VIRTUAL"
    rb"|TRANSIENT|VOLATILE|SECURE|DYNAMIC|ICEBERG|HYBRID|STREAMING|LIVE|CACHED|PUBLIC|MULTISET|SET"
    rb"|COLUMN|ROW|STABLE|PRIMARY\s+XML|XML|JSON|BLOCKCHAIN|IMMUTABLE|SHARDED|DUPLICATED"
    rb"|DEFINER\s*=\s*[^\s@]+(?:\s*@\s*\S+)?|ALGORITHM\s*=\s*\w+|SQL\s+SECURITY\s+\w+"
    rb"|AGGREGATE(?=\s+FUNCTION)|EVENT(?=\s+TRIGGER)|DEFAULT|TEXT\s+SEARCH|FOREIGN\s+DATA|ACCESS)\s+)*+"
    rb"(TABLE|VIEW|FUNCTION|AGGREGATE|PROCEDURE|PROC|TRIGGER|EVENT|INDEX|TYPE|DOMAIN|SCHEMA|DATABASE"
    rb"|SEQUENCE|PACKAGE|POLICY|RULE|SYNONYM|MACRO|OPERATOR(?:\s+(?:CLASS|FAMILY))?|SERVER|PUBLICATION"
    rb"|SUBSCRIPTION|COLLATION|STATISTICS|CONFIGURATION|DICTIONARY|WRAPPER|METHOD|TASK|STREAM|STAGE"
    rb"|PIPE|QUEUE|EXTENSION)"
    rb"\s+(?:(?:IF\s+NOT\s+EXISTS|CONCURRENTLY|BODY)\s+)*+("
    rb"(?:" + PART + rb"\s*\.\s*)?[^\s\w(;\0\"`.@#&:\[\]\x80-\xff]{1,60}(?=\s*\()|" + NAME + rb")",
    re.IGNORECASE,
)
_ALTER_TABLE = re.compile(
    rb"\bALTER\s+(?:FOREIGN\s+)?TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(" + NAME + rb")",
    re.IGNORECASE,
)
_ADD = re.compile(
    rb"\bADD\s+(?:COLUMN\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(" + PART + rb")\s+[A-Za-z_\"`\[]",
    re.IGNORECASE,
)
_BEFORE = re.compile(rb"(?:\b(?:GRANT|REVOKE|DENY|ON|PRIVILEGES|FOR)|,)\s*\Z", re.IGNORECASE)
# What a part of a table begins with that is no column.
_NO_COLUMN = frozenset(
    b"as check clustered column constraint distinct exclude exists foreign from fulltext if "
    b"index key like nonclustered not on partition period primary projection select set spatial "
    b"table unique where with".split()
)
_NO_NAME = frozenset(b"as authorization for from if is not on or public to using".split())
_INDEX = re.compile(
    rb"\s*(?:(?:UNIQUE|FULLTEXT|SPATIAL)\s+)?(?:KEY|INDEX)\s+(" + PART + rb")"
    rb"\s*(?:(?:UNIQUE|CLUSTERED|NONCLUSTERED|COLUMNSTORE|USING\s+\w+)\s+){0,3}\(",
    re.IGNORECASE,
)
_COLUMN = re.compile(rb"\s*(" + PART + rb")(?=\s|,|\)|\Z)")
_DEFAULT = re.compile(
    rb"\s(?:DEFAULT|CHECK|GENERATED|REFERENCES|CONSTRAINT|COMMENT|AS|COLLATE)\b", re.IGNORECASE
)
_BRACKET = re.compile(rb"[(),;<>\2]")
_PART_OR_SIGN = re.compile(PART + rb"|[^\s\w.]+")
_MEMBER = re.compile(
    rb"^[ \t]*(?:(?:MEMBER|STATIC|CONSTRUCTOR|MAP|ORDER|OVERRIDING|FINAL|NOT)\s+){0,3}"
    rb"(PROCEDURE|FUNCTION|(?:SUB)?TYPE)\s+(" + PART + rb")",
    re.IGNORECASE | re.MULTILINE,
)
_ENUM = re.compile(rb"\s*AS\s+ENUM\b", re.IGNORECASE)
_COMPOSITE = re.compile(rb"\s*(?:AS\s+|IS\s+)?(?:(?:OBJECT|TABLE)\s*)?(?=\()", re.IGNORECASE)
_ON = re.compile(rb"[^;\2]{0,300}?\bON\s+(?:ONLY\s+)?(" + NAME + rb")", re.IGNORECASE)

_VIEW_BODY = re.compile(rb"[^;\2]{0,2000}?\bAS\b", re.IGNORECASE)


class Definitions:
    """One pass over the statements of a text whose literals are out of the way."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.code = text.code
        self.found: Found = text.found
        self.statements = Statements(text)
        self.named: set[int] = set()
        """Where names of what is defined end."""
        self.columns: list[Span] = []
        """Where the columns of tables stand."""

    def read(self) -> None:
        """Find everything."""
        for match, limit in self._each(_CREATE):
            start, name = match.start(), match.span(3)
            word = match[2].split()[0].lower()
            if _BEFORE.search(self.code[max(0, start - 40) : start]):
                continue
            if word == b"extension":
                self.found.add("import", *name)
            elif match[3].lower() not in _NO_NAME and match[3].strip(b"\0"):
                self._definition(_KINDS[word], start, name, limit)
        self._columns_added()

    def _each(self, pattern: re.Pattern[bytes]) -> Iterator[tuple[re.Match[bytes], int]]:
        """Matches, each with where the next begins in the same dollar quotes or outside of any."""
        matches = list(pattern.finditer(self.code))
        limits: dict[int, int] = {}
        result = []
        for match in reversed(matches):
            body = self.statements.body(match.start())
            result.append((match, limits.get(body, body or len(self.code))))
            limits[body] = match.start()
        return reversed(result)

    def _definition(self, kind: str, start: int, name: Span, limit: int) -> None:
        """One definition, the next after which begins at `limit`."""
        code, body, end = self.code, -1, name[1]
        after = self.statements.space(end)
        if kind in _ROUTINES:
            body, end = self.statements.routine(kind, after, limit)
            if kind == "package" and body >= 0:
                self._members(body, end)
        elif kind == "table":
            body = after
            end = self.statements.stop(self._fields(after, limit), limit)
        elif kind == "type":
            composite = _COMPOSITE.match(code, end, limit)
            if composite and composite[0].strip():
                kind, body = "struct", end
                end = self._fields(composite.end(), limit)
            elif _ENUM.match(code, end, limit):
                kind = "enum"
            end = self.statements.stop(end, limit)
        else:
            head = _VIEW_BODY.match(code, end, limit) if kind == "view" else None
            body = head.end() - 2 if head else -1
            end = self.statements.stop(end, limit)
        if kind in ("key", "event", "rule"):
            table = _ON.match(code, name[1], max(end, name[1]))
            if table:
                self.found.add("use", *table.span(1))
        self.named.add(name[1])
        last = self._last(*name)
        self.found.define(kind, (start, max(end, name[1])), last, body=body)
        if last[0] > name[0]:
            self.found.add("owner", name[0], code.rindex(b".", name[0], last[0]))

    def _last(self, start: int, end: int) -> Span:
        """The last part of a name that dots join."""
        parts = list(_PART_OR_SIGN.finditer(self.code, start, end))
        return parts[-1].span() if parts else (start, end)

    def _members(self, start: int, end: int) -> None:
        """The procedures, functions and types of a package."""
        matches = list(_MEMBER.finditer(self.code, start, end))
        limits = [match.start() for match in matches] + [end]
        for match, limit in zip(matches, limits[1:], strict=True):
            kind, name = _KINDS[match[1].lower()], match.span(2)
            after = self.statements.space(name[1])
            if kind in _ROUTINES:
                body, last = self.statements.routine(kind, after, limit)
            else:
                body, last = -1, self.statements.stop(after, limit)
            begin = match.start() + len(match[0]) - len(match[0].lstrip())
            self.named.add(name[1])
            self.found.define(kind, (begin, max(min(last, end), name[1])), name, body=body)

    def _fields(self, at: int, limit: int) -> int:
        """The columns between the parentheses that begin at `at`; where they end."""
        if self.code[at : at + 1] != b"(":
            return at
        depth = angle = 0
        item = at
        for match in _BRACKET.finditer(self.code, at, limit):
            here, mark = match.start(), match[0]
            if mark == b"(":
                depth += 1
                item = here + 1 if depth == 1 else item
            elif mark in b"<>":
                angle = max(0, angle + (1 if mark == b"<" else -1)) if depth == 1 else angle
            elif depth == 1 and (mark == b")" or (mark == b"," and not angle)):
                self._field(item, here)
                item = here + 1
                if mark == b")":
                    self.columns.append((at, here))
                    return item
            elif mark == b")":
                depth -= 1
            elif mark != b",":
                self._field(item, here)
                break
        self.found.damaged = True
        return at

    def _field(self, start: int, end: int) -> None:
        """One part of a table: a column, an index, or a constraint, which is none of ours."""
        index = _INDEX.match(self.code, start, end)
        if index and (self.text.mysql or self.text.tsql):
            self.found.define("key", (index.start(1), self.statements.back(end)), index.span(1))
            return
        match = _COLUMN.match(self.code, start, end)
        if match is None or not match[1].strip(b"\0"):
            return
        word = match[1].lower()
        if word in _NO_COLUMN and not (word == b"key" and not self.text.mysql):
            return
        low, high = match.span(1)
        value = _DEFAULT.search(self.code, high, end)
        body = value.start() if value else -1
        self.found.define(
            "field", (low, max(self.statements.back(end), high)), (low, high), body=body
        )

    def _columns_added(self) -> None:
        """Columns that ALTER TABLE adds; `finish` tells whose they are."""
        for match, limit in self._each(_ALTER_TABLE):
            end = self.statements.stop(match.end(), limit)
            for added in _ADD.finditer(self.code, match.end(), end):
                if added[1].lower() not in _NO_COLUMN:
                    low, high = added.span(1)
                    comma = self.code.find(b",", high, end)
                    stop = self.statements.back(comma if comma >= 0 else end)
                    value = _DEFAULT.search(self.code, high, stop)
                    body = value.start() if value else -1
                    self.found.define("field", (low, max(stop, high)), (low, high), body=body)
