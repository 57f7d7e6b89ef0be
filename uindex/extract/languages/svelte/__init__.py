"""Svelte components."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.languages.component import Component

if TYPE_CHECKING:
    from uindex.extract.language import Draft, Site, Source
    from uindex.extract.markup import Attribute, Markup, Tag
    from uindex.extract.parse import Span

_HEAD = re.compile(
    rb"\s*(?:\#(?:if|key|await|each)\b|:else\s+if\b|@(?:html|render|attach|debug|const)\b|\.\.\.)"
)
_NO_EXPRESSION = re.compile(rb"\s*[\#:/@]")
_BOUND = re.compile(rb"\s(?:as|then|catch)\s")
_SNIPPET = re.compile(rb"\s*\#snippet\s+([A-Za-z_$][\w$]*)")
_QUOTED = re.compile(rb"\"(?:[^\"\\]|\\.)*\"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?", re.DOTALL)
_SNIPPET_END = re.compile(rb"\s*/snippet\b")
_DIRECTIVE = re.compile(rb"(?:use|transition|in|out|animate):([A-Za-z_$][\w$.]*)")


class Svelte(Component):
    """Snippets are functions; `{#…}` and `{@…}` hold expressions behind a word."""

    braces = b"{"
    stems = " svelte"

    def expression(self, markup: Markup, start: int, end: int) -> Span | None:
        return _behind_word(markup.data, start, end)

    def value(self, tag: Tag, attribute: Attribute, data: bytes) -> Span | None:
        if not attribute.braced:
            return None
        return _behind_word(data, attribute.start, attribute.end)

    def directive(self, attribute: Attribute) -> Span | None:
        match = _DIRECTIVE.match(attribute.name)
        return (attribute.at + match.start(1), attribute.at + match.end(1)) if match else None

    def more(self, markup: Markup, spans: dict[str, list[Span]]) -> list[Site]:
        opened: list[tuple[int, Span, int]] = []
        for start, end in markup.expressions:
            match = _SNIPPET.match(markup.data, start, end)
            if match:
                opened.append((start - 1, match.span(1), end))
                strings = _QUOTED.finditer(markup.data, match.end(), end)
                spans.setdefault("string", []).extend(quoted.span() for quoted in strings)
            elif opened and _SNIPPET_END.match(markup.data, start, end):
                begin, name, body = opened.pop()
                spans.setdefault("symbol.function", []).append((begin, end + 1))
                spans.setdefault("name", []).append(name)
                spans.setdefault("body", []).append((body, end + 1))
        return []

    def signature(self, draft: Draft, source: Source) -> str:
        return super().signature(draft, source).removeprefix("{#")


def _behind_word(data: bytes, start: int, end: int) -> Span | None:
    """The expression in what stands in braces."""
    head = _HEAD.match(data, start, end)
    if not head:
        return None if _NO_EXPRESSION.match(data, start, end) else (start, end)
    at = head.end()
    bound = _BOUND.search(data, at, end) if b"#" in head[0] else None
    return at, bound.start() if bound else end


LANGUAGE = Svelte()
