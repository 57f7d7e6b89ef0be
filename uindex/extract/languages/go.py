"""Go."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import Draft, Language, Source, split_chain
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

_IMPORT = re.compile(r"""([\w.\x80-\U0010ffff]*)\s*["`]([^"`\n]+)["`]""", re.ASCII)
# Predeclared, and in practice never defined anew.  Others, such as `max` or `close`, are.
_BUILTIN = frozenset(
    b"_ any append bool byte cap comparable complex64 complex128 error float32 float64 int int8 "
    b"int16 int32 int64 len make panic rune string uint uint8 uint16 uint32 uint64 uintptr".split()
)
# What stands at the start of a line that the parser could not read.
_HEAD = re.compile(
    rb"^(?:func[ \t]+(?:\([ \t]*(?:\w{1,100}[ \t]+)?\*?[ \t]*(\w{1,100})[^()\n]{0,200}\)[ \t]*)?"
    rb"|type[ \t]+(?=\w{1,100}(?:\[[^\n]{0,200}?\])?[ \t]+(struct|interface)\b))"
    rb"([A-Za-z_\x80-\xff][\w\x80-\xff]{0,200})",
    re.MULTILINE,
)
_DIRECTIVES = (b"//go:", b"//nolint", b"//export ")
BODY = 100_000
"""Bytes in which the end of such a definition is looked for."""


class Go(Language):
    """The receiver's type owns a method; a capital letter makes a name public."""

    grammar = "go"
    keywords = frozenset(
        b"break case chan const continue default defer else fallthrough for func go goto if import "
        b"interface map package range return select struct switch type var nil true false iota err "
        b"string int bool error byte".split()
    )

    def refine(self, source: Source, spans: dict[str, list[tuple[int, int]]]) -> None:
        # Directives belong to the definition below them, but are no doc.
        data, told = source.data, spans.get("comment", [])
        directives = [span for span in told if data.startswith(_DIRECTIVES, span[0])]
        if directives:
            spans["attached"] = directives
            spans["comment"] = [s for s in told if not data.startswith(_DIRECTIVES, s[0])]

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        if draft.name == "_" or (draft.kind == "field" and _torn(draft, source.data)):
            return None
        if draft.kind == "method" and source.data.startswith(b"func ", draft.start):
            # No type encloses it, unless one that was never closed.
            kind = "method" if draft.owner else "function"
            draft = draft._replace(kind=kind, parent=-1)
        if draft.kind == "package" or not draft.name.isascii():
            return draft
        return draft._replace(visibility="public" if draft.name[:1].isupper() else "private")

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        match = _IMPORT.match(text)
        if match:
            dot = match[1] == "."
            alias = "" if dot else match[1]
            yield Link("import", "*" if dot else "", match[2], alias, line, symbol)

    def type_name(self, text: str) -> tuple[str, str]:
        # Of several results the first; whoever calls mostly binds an error to the last.
        if text.startswith("("):
            first = text[1:].split(",", 1)[0].rstrip(")").split()
            text = first[-1] if first else ""
        return super().type_name(text)

    def call(self, text: str) -> tuple[str, str]:
        return ("", "") if text.encode() in _BUILTIN else split_chain(text)

    def extra(self, source: Source, drafts: list[Draft], damaged: bool) -> list[Draft]:
        if not damaged:
            return []
        data = source.masked
        known = {d.name_start for d in drafts if d.kind != "field" or not _torn(d, source.data)}
        found = []
        for match in _HEAD.finditer(data):
            start, end = match.span(3)
            if start in known:
                continue
            body = data.find(b"{", end, data.find(b"\n", end) + 1 or len(data))
            close = data.find(b"\n}", end, end + BODY) + 2
            if body < 0 or close < 2:
                body = close = data.find(b"\n", end) + 1 or len(data)
            kind = match[2].decode() if match[2] else "method" if match[1] else "function"
            found.append(
                Draft(kind, source.slice(start, end), (match[1] or b"").decode("utf-8", "replace"),
                      match.start(), close, match.start(), start, end, body, -1)
            )  # fmt: skip
        return found


def _torn(draft: Draft, data: bytes) -> bool:
    """Whether a field is the name of a function, after a struct that was never closed."""
    return data.endswith(b"func ", 0, draft.name_start)


LANGUAGE = Go()
