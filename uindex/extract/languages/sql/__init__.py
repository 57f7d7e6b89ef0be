"""SQL of all dialects: PostgreSQL, MySQL, T-SQL, SQLite, Oracle and those of warehouses, with the
templates of dbt.

A reader of our own (`sql/text.py` and its like): the grammar knows one dialect, so four of
five real files are damage to it, and it costs more than the reader does.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import Draft, Language, Reading, Source
from uindex.extract.languages.sql import links
from uindex.extract.languages.sql.definitions import Definitions
from uindex.extract.languages.sql.statements import NAME
from uindex.extract.languages.sql.text import Text
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

_PARTS = re.compile(r"\"([^\"]*)\"|`([^`]*)`|\[([^\]]*)\]|([^.\s\"`\[\]]+)")
_LITERALS = re.compile(r"['\"]([^'\"\n]*)['\"]")
_ALTERED = re.compile(
    rb"\bALTER\s+(?:FOREIGN\s+)?TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(" + NAME + rb")",
    re.IGNORECASE,
)
NEAR = 4000
"""Bytes before a column that is added in which its ALTER TABLE begins."""
_KEYWORDS = (
    "add all alter and any array as asc auto_increment before after begin between bigint "
    "boolean by case cascade char check column comment commit constraint create "
    "current_timestamp cursor date declare default delete desc distinct do drop each else elsif "
    "end enum exec execute exists false for foreign from full function go grant group having if "
    "in index inner insert int integer into is join key language left like limit loop not null "
    "numeric of on or order out outer over partition perform primary procedure public raise "
    "references replace return returns right row schema select set table temporary text then "
    "timestamp to trigger true type union unique update using values varchar view when where "
    "while with without"
)


class Sql(Language):
    """The schema of a name that has one is its owner; names lose their quotes."""

    keywords = frozenset(f"{_KEYWORDS} {_KEYWORDS.upper()}".encode().split())

    def read(self, data: bytes) -> Reading:
        text = Text(data)
        text.read()
        definitions = Definitions(text)
        definitions.read()
        named = definitions.named
        links.templates(text, named)
        links.links(text, definitions.code, named, definitions.columns)
        return text.found.reading()

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        owner = ".".join(_parts(draft.owner))
        inside = draft.parent >= 0 and parents[draft.parent].kind in ("table", "struct")
        if draft.kind == "field" and not inside:
            before = source.masked[max(0, draft.start - NEAR) : draft.start]
            altered = list(_ALTERED.finditer(before))
            if altered:
                owner = ".".join(_parts(altered[-1][1].decode("utf-8", "replace")))
        if draft.parent >= 0 and _is_local(draft, source):
            return None
        name = "".join(_parts(draft.name)) or draft.name
        return draft._replace(name=name, owner=owner)

    def signature(self, draft: Draft, source: Source) -> str:
        return super().signature(draft, source).rstrip("( ")

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        """`ref('model')` and `source('schema', 'table')` of dbt, a file, an extension."""
        if not text.startswith(("ref", "source")) or "(" not in text:
            yield Link("import", "", text.strip("\"'"), "", line, symbol)
            return
        words = _LITERALS.findall(text)
        if words:
            yield Link("import", words[-1], ".".join(words[:-1]), "", line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        parts = _parts(text)
        return (parts[-1], ".".join(parts[:-1])) if parts else ("", "")


def _is_local(draft: Draft, source: Source) -> bool:
    """Whether a routine creates it for itself."""
    head = source.masked[draft.start : draft.name_start].upper().split()
    return draft.name[:1] == "#" or b"TEMP" in head or b"TEMPORARY" in head


def _parts(name: str) -> list[str]:
    """`"a b".[c].d` -> a b, c, d; what a template stands for is left out."""
    if not name:
        return []
    found = ["".join(match) for match in _PARTS.findall(name)]
    return [" ".join(part.split()) for part in found if part.strip("\0\ufffd{} ")]


LANGUAGE = Sql()
