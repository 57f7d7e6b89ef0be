"""GraphQL: schemas, and documents with operations and fragments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import Draft, Language, Source, begins
from uindex.extract.text import line_before
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

# Of the language itself.
_TOLD = frozenset(
    "Boolean Float ID Int String deprecated include skip specifiedBy oneOf __typename".split()
)
_DESCRIPTION = re.compile(rb"(?:\"\"\".*?\"\"\"|\"(?:[^\"\\\n]|\\.)*\")\s*", re.DOTALL)
_TOKEN = re.compile(
    rb"\"\"\"(?:[^\"\\]++|\\.|\"(?!\"\"))*+(?:\"\"\")?|\"(?:[^\"\\\n]++|\\.)*+\"?|#[^\n]*",
    re.DOTALL,
)
_CLOSED = re.compile(rb"\"\"\".*\"\"\"\Z|\"[^\n]*\"\Z", re.DOTALL)
_IMPORT = re.compile(rb"#[ \t]*import[ \t]+(?:[\w.*, ]+[ \t]+from[ \t]+)?[\"'][^\"'\n]+[\"']")
_SPECIFIER = re.compile(r"[\"']([^\"'\n]+)[\"']")
# The grammar wants braces behind it.
_EXTEND_SCHEMA = re.compile(rb"\bextend[ \t]+schema\b(?=\s*@)(?![^{}\"]{0,500}\{)")
_SCHEMA = b"extend"
_ESCAPE = re.compile(rb"\\(?:\"\"\"|[^\r\n])")


class GraphQL(Language):
    """Types, their fields and values; fields that a document selects are calls."""

    grammar = "graphql"
    keywords = frozenset(
        b"Boolean Float ID Int String directive enum extend false fragment implements input "
        b"interface mutation null on query repeatable scalar schema subscription true type union"
        b"".split()
    )
    lines = tuple(
        begins(kind, rb"(?:extend[ \t]+)?" + word + rb"[ \t]+@?(?P<name>[A-Za-z_]\w*)")
        for kind, word in (
            ("type", rb"(?:type|scalar)"), ("interface", rb"interface"), ("struct", rb"input"),
            ("union", rb"union"), ("enum", rb"enum"), ("directive", rb"directive"),
            ("function", rb"(?:query|mutation|subscription)"), ("mixin", rb"fragment"),
        )
    )  # fmt: skip

    def prepare(self, data: bytes) -> bytes:
        """`extend schema @link(…)` reads as a scalar, whose directives are as good; of escapes in
        strings the grammar knows nothing."""
        if b"\\" in data:
            data = _ESCAPE.sub(lambda match: b"_" * len(match[0]), data)
        if b"schema" not in data:
            return data
        return _EXTEND_SCHEMA.sub(lambda match: b"scalar".ljust(len(match[0]) - 1) + b"a", data)

    def literals(self, data: bytes) -> tuple[list[tuple[int, int]], list[tuple[int, int]]] | None:
        """To the grammar a string that is not closed may reach over many lines."""
        strings = []
        comments = []
        for match in _TOKEN.finditer(data):
            start, end = match.span()
            if data[start] == 0x23:
                comments.append((start, end))
            elif not _CLOSED.match(match[0]):
                # The second hides it even where the tree takes the first for a description.
                strings += [(start, end), (start + 1, end)]
            elif line_before(data, start).strip():
                strings.append((start, end))  # others are descriptions
        return strings, comments

    def refine(self, source: Source, spans: dict[str, list[tuple[int, int]]]) -> None:
        docs = spans.get("doc")
        if docs:  # in a damaged text one may run on over code
            spans["doc"] = [span for span in docs if _CLOSED.match(source.data[slice(*span)])]
        comments = spans.get("comment", ())
        spans["import"] = [span for span in comments if _IMPORT.match(source.data, *span)]

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        schema = draft.kind == "type" and source.data.startswith(_SCHEMA, draft.start)
        return None if schema else draft

    def signature(self, draft: Draft, source: Source) -> str:
        match = _DESCRIPTION.match(source.data, draft.start, draft.end)
        if match:
            draft = draft._replace(start=match.end())
        return super().signature(draft, source)

    def paragraph(self, written: str) -> str:
        if written.startswith('"') and not written.startswith('""'):
            written = written.strip('"')
        return super().paragraph(written)

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        match = _SPECIFIER.search(text)
        if match:
            yield Link("import", "*", match[1], "", line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        return ("", "") if text in _TOLD else (text, "")


LANGUAGE = GraphQL()
