"""What an SQL text uses: tables, routines, and what templates name."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from uindex.extract.languages.sql.statements import NAME, PART

if TYPE_CHECKING:
    from uindex.extract.languages.sql.text import Text
    from uindex.extract.parse import Span

_USE = re.compile(
    rb"\b(?:(?<!DISTINCT )FROM|JOIN|(?:INSERT|MERGE|REPLACE)\s+(?:\w+\s+)?INTO|OVERWRITE\s+TABLE"
    rb"|(?<!KEY )UPDATE|REFERENCES|TRUNCATE(?:\s+TABLE)?|(?:ALTER|DROP)\s+TABLE)\s+"
    rb"(?:IF\s+EXISTS\s+|ONLY\s+)*+(" + NAME + rb")", re.IGNORECASE,
)  # fmt: skip
_RUN = re.compile(
    rb"\b(?:EXEC(?:UTE)?|CALL|PERFORM)\s+(?:(?:FUNCTION|PROCEDURE)\s+)?(?:@\w+\s*=\s*)?("
    + NAME
    + rb")",
    re.IGNORECASE,
)
_LITERAL = re.compile(rb"['\"$]")
_CALL = re.compile(rb"(?<![\w.$\"\[\]`\x80-\xff@#])([\w.$\"\[\]`\x80-\xff]++)\(")
_CALLED = re.compile(NAME + rb"\Z")
_WITH = re.compile(
    rb"(?:\bWITH\s+(?:RECURSIVE\s+)?|,\s*)(" + PART + rb")\s*(?:\([^()]{0,500}\)\s*)?"
    rb"AS\s+(?:(?:NOT\s+)?MATERIALIZED\s+)?\(",
    re.IGNORECASE,
)
_BLOCK_OF = re.compile(rb"\{%-?\s*(?:(macro|test|snapshot)\s+(\w+)|(end(?:macro|test|snapshot)))\b")
_REF = re.compile(rb"\b(?:ref|source)\s*\(\s*(?:['\"][^'\"\n]{1,100}['\"]\s*,?\s*){1,2}")
_IN_TEMPLATE = re.compile(rb"(?<![\w.])([A-Za-z_][\w.]*+)\s*\(")
_OF_JINJA = frozenset(
    b"ref source config var env_var if elif for set macro test snapshot and or not in is log "
    b"return run_query range caller loop.index this.include dict list namespace call".split()
)
_NO_TABLE = frozenset(
    b"select lateral only table if set values dual unnest where stdin stdout current_date now to "
    b"the old new inserted deleted on with all query json cascade restrict".split()
)
_BUILTIN = frozenset(
    b"abs all and any array array_agg as avg between bigint binary bit bool boolean by cast ceil "
    b"char char_length character check coalesce concat concat_ws convert count cume_dist date "
    b"date_add date_format date_trunc dateadd datediff datetime datetime2 dec decimal default "
    b"dense_rank distinct double else enum except exists exp extract filter first_value float "
    b"floor from generate_series getdate greatest group grouping having if ifnull iif in index "
    b"insert int int4 int8 integer intersect interval into is isnull json key lag last_value "
    b"lead least left len length like limit lower lpad ltrim max min mod not now ntile nullif "
    b"number numeric nvarchar nvl on or order over partition percent_rank position power "
    b"precision primary raise range rank real references regexp_replace replace returning "
    b"returns right round row row_number rows rpad rtrim select set sets sign smallint some "
    b"split_part sqrt string string_agg substr substring sum table text then time timestamp "
    b"timestamptz to_char to_date to_number to_timestamp top trim trunc union unique unnest "
    b"update upper using values varbinary varchar varchar2 varying when where window with within "
    b"year".split()
)


def templates(text: Text, named: set[int]) -> None:
    """Macros of dbt, the models and sources that templates name, and macros they call."""
    data, found = text.data, text.found
    opened: list[tuple[str, int, Span, int]] = []
    for start, end in text.templates:
        match = _BLOCK_OF.match(data, start, end)
        if match and match[1]:
            kind = {b"macro": "macro", b"test": "test"}.get(match[1], "table")
            opened.append((kind, start, match.span(2), end))
            named.add(match.end(2))
        elif match and opened:
            kind, first, name, head = opened.pop()
            found.define(kind, (first, end), name, body=head)
        for reference in _REF.finditer(data, start, end):
            found.add("import", *reference.span())
        for call in _IN_TEMPLATE.finditer(data, start, end):
            if call[1] not in _OF_JINJA and call.end(1) not in named:
                found.add("call", *call.span(1))
    for kind, first, name, head in opened:
        found.damaged = True
        found.define(kind, (first, head), name)


def links(text: Text, code: bytes, named: set[int], columns: list[Span]) -> None:
    """Tables that are used and routines that are called."""
    found = text.found
    own = {match[1].lower() for match in _WITH.finditer(code)}
    for match in _USE.finditer(code):
        word = match[1].lower()
        called = code[match.end() : match.end() + 1] == b"("
        if word not in _NO_TABLE and word not in own and word.strip(b"\0@") and not called:
            found.add("use", *match.span(1))
    # EXECUTE may run a string, which is no name.
    calls = {
        match.span(1)
        for match in _RUN.finditer(code)
        if b"\0" not in match[1] or not _LITERAL.search(text.data, *match.span(1))
    }
    columns = sorted(columns)
    starts = [start for start, _ in columns]
    for match in _CALL.finditer(code):
        start, end = match.span(1)
        index = bisect_right(starts, start) - 1
        if (index < 0 or start >= columns[index][1]) and _CALLED.match(match[1]):
            calls.add((start, end))
    for start, end in calls:
        if end not in named and code[start:end].lower() not in _BUILTIN:
            found.add("call", start, end)
