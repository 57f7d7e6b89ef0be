"""C, and what C++ shares with it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import Draft, Language, Source
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORD = rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*"
# The head of a function at the start of a line, with at least one word before its name, up to the
# brace that opens its body.  Bounded, so that no text makes it slow.
HEAD = re.compile(
    rb"^(?!(?:else|return|goto|case|typedef|do|extern\s+\")\b)(?:" + _WORD + rb"[ \t*]+){1,8}?"
    rb"\*?("
    + _WORD
    + rb")[ \t]*\(([^;{}#]{0,2000}?)\)\s{0,20}(?:"
    + _WORD
    + rb"(?:\([^;{}()]{0,200}\))?\s{1,20}){0,4}\{",
    re.MULTILINE,
)
_NOT_NAMES = frozenset(b"if for while switch return sizeof defined".split())


class C(Language):
    """`static` is private; a macro that swallows a definition is mended by reading lines."""

    grammar = "c"
    keywords = frozenset(
        b"auto break case char const continue default do double else enum extern float for goto if "
        b"inline int long register restrict return short signed sizeof static struct switch "
        b"typedef union unsigned void volatile while bool true false NULL include define ifdef "
        b"ifndef endif elif undef pragma defined".split()
    )

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        kind = draft.kind
        if kind == "variable" and not self._defines(draft, source):
            return None
        if kind in ("function", "variable"):
            head = source.data[draft.start : draft.name_start]
            if b"static" in head.split():
                draft = draft._replace(visibility="private")
        return draft

    def _defines(self, draft: Draft, source: Source) -> bool:
        """`extern int x;` is told elsewhere; a macro call that reads like `type name;` is none."""
        return not source.data.startswith(b"extern", draft.start)

    def signature(self, draft: Draft, source: Source) -> str:
        if draft.kind in ("macro", "member"):
            end = draft.name_end
            if source.data[end : end + 1] != b"(":
                return ""
            close = source.data.find(b")", end, end + 300)
            return source.slice(draft.name_start, close + 1) if close > 0 else ""
        return super().signature(draft, source)

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        # <x.h> keeps its brackets: whether the system is meant decides where it is looked for.
        yield Link("import", "", text.strip('"'), "", line, symbol)

    def extra(self, source: Source, drafts: list[Draft], damaged: bool) -> list[Draft]:
        if not damaged and b"#define" not in source.data:
            return []
        known = {draft.name_start for draft in drafts}
        bodies = {draft.body for draft in drafts if draft.kind == "function"}
        found = []
        for match in HEAD.finditer(source.masked):
            start, end = match.span(1)
            if start in known or match[1] in _NOT_NAMES or match.end() - 1 in bodies:
                continue
            close = _close(source.masked, match.end() - 1)
            found.append(
                Draft("function", source.slice(start, end), "", match.start(), close,
                      match.start(), start, end, match.end() - 1, -1)
            )  # fmt: skip
        return found


def _close(data: bytes, at: int) -> int:
    """The end of a body that opens at `at`: the first brace at the start of a line."""
    end = data.find(b"\n}", at)
    line = data.find(b"\n", at)
    if data.find(b"}", at, line if line >= 0 else len(data)) >= 0:
        return line if line >= 0 else len(data)
    return end + 2 if end >= 0 else len(data)


LANGUAGE = C()
