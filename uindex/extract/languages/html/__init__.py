"""HTML pages: headings and ids, links, and the scripts and styles in them.

Text is prose.  Templates of other languages in a page (`{{ }}`, `{% %}`, `<% %>`) are text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from uindex.extract import prose
from uindex.extract.languages.component import Component, followed
from uindex.extract.prose import Heading
from uindex.extract.words import random_looking, redact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.extract.language import Draft, Site, Source
    from uindex.extract.markup import Attribute, Markup, Tag
    from uindex.extract.parse import Span

_HEADINGS = {b"h1": 1, b"h2": 2, b"h3": 3, b"h4": 4, b"h5": 5, b"h6": 6}
_LINKS = {
    b"a": b"href", b"area": b"href", b"img": b"src", b"iframe": b"src", b"video": b"src",
    b"audio": b"src", b"source": b"src", b"embed": b"src", b"form": b"action",
}  # fmt: skip
_TAKEN_IN = frozenset(b"stylesheet modulepreload preload import manifest".split())
_HANDLER = re.compile(
    rb"on[a-z]{3,30}\Z|@[a-z]|x-[a-z]|:[a-z]|\((?:[a-z.]+)\)|\[[a-z.]+\]|\*ng", re.IGNORECASE
)
_LABEL = re.compile(rb"[^\s{}<>%$\"'=()]{1,100}\Z")
_TAG = re.compile(
    r"<!--.{0,2000}?-->|\{\{.{0,300}?\}\}|\{%.{0,300}?%\}|<%.{0,300}?%>|<[^<>]*>", re.DOTALL
)
_TEMPLATE = re.compile(rb"\{\{.{0,300}?\}\}|\{%.{0,300}?%\}|<[%?].{0,300}?[%?]>", re.DOTALL)
_ENTITY = re.compile(r"&(amp|lt|gt|quot|nbsp|#39|apos|mdash|ndash);")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "nbsp": " ", "#39": "'", "apos": "'",
             "mdash": "—", "ndash": "–"}  # fmt: skip
_PARAGRAPH_END = re.compile(
    rb"</p\b|<(?:p|ul|ol|dl|div|table|pre|section|h[1-6]|blockquote)\b", re.IGNORECASE
)
HEADING = 600
"""Bytes of a heading; what is longer is not closed."""
DOC = 1500
"""Bytes of a first paragraph that are read."""


class Html(Component):
    """Headings make sections, as in other documents; scripts and styles stand beside them."""

    separator = " > "

    def value(self, tag: Tag, attribute: Attribute, data: bytes) -> Span | None:
        """Handlers, and what the frameworks that work on pages bind."""
        if not _HANDLER.match(attribute.name):
            return None
        return attribute.start, attribute.end

    def templates(self, data: bytes, start: int, end: int) -> list[Span]:
        return [match.span() for match in _TEMPLATE.finditer(data, start, end)]

    def more(self, markup: Markup, spans: dict[str, list[Span]]) -> list[Site]:
        headings = _headings(markup)
        for name, found in prose.spans_of(headings, len(markup.data)).items():
            spans.setdefault(name, []).extend(found)
        if _TEMPLATE.search(markup.data):
            for low, high in markup.texts:
                spans["opaque"] += self.templates(markup.data, low, high)
        title = next((tag for tag in markup.tags if tag.name.lower() == b"title"), None)
        told = title and _told(markup, title)
        if title and told:
            spans["symbol.heading"].append((title.start, told[2]))
            spans["name"].append(told[:2])
        labels = _labels(markup)
        spans["symbol.label"] = labels
        spans["name"] += labels
        spans["doc"] = _paragraphs(markup, headings)
        for tag in markup.tags:
            rel = _value(tag, b"rel", markup.data).lower() if tag.name.lower() == b"link" else b""
            if not _TAKEN_IN.isdisjoint(rel.split()):
                spans["import"].append((tag.start, tag.end))
        return prose.links(_links(markup), headings)

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        if draft.kind == "heading":
            return draft._replace(name=prose.safe(plain(draft.name)))
        if draft.kind == "label":
            return draft._replace(name=prose.safe(draft.name))
        finished = super().finish(draft, source, parents)
        if finished and finished.parent >= 0 and parents[finished.parent].kind == "heading":
            return finished._replace(parent=-1)  # code is no part of the section it stands in
        return finished

    def signature(self, draft: Draft, source: Source) -> str:
        return "" if draft.kind in ("heading", "label") else super().signature(draft, source)

    def paragraph(self, written: str) -> str:
        marked_up = written.startswith("<") and not written.startswith("<!--")
        return super().paragraph(plain(written) if marked_up else written)


def plain(text: str) -> str:
    """Text without tags and templates, on one line."""
    text = _TAG.sub("", text)
    if "&" in text:
        text = _ENTITY.sub(lambda match: _ENTITIES[match[1]], text)
    return " ".join(text.split()).strip("¶# ").rstrip(" |·–—-")


def _value(tag: Tag, name: bytes, data: bytes) -> bytes:
    one = tag.get(name)
    return data[one.start : one.end].strip() if one else b""


def _headings(markup: Markup) -> list[Heading]:
    found = []
    for tag in markup.tags:
        level = 0 if tag.closing else _HEADINGS.get(tag.name.lower(), 0)
        told = _told(markup, tag) if level else None
        if told:
            found.append(Heading(level, tag.start, *told))
    return found


def _told(markup: Markup, tag: Tag) -> tuple[int, int, int] | None:
    """(start, end) of the text that an element shows, and where the element ends."""
    data = markup.data
    closing = re.compile(rb"</%s\s*>" % tag.name, re.IGNORECASE)
    match = closing.search(data, tag.end, tag.end + HEADING)
    if not match:
        return None
    end = match.start()
    shown: list[Span] = []
    for index in range(bisect_left(markup.texts, (tag.end, 0)), len(markup.texts)):
        low, high = markup.texts[index]
        if low >= end:
            break
        text = data[low:high]
        if plain(text.decode("utf-8", "replace")) and len(shown) < 20:
            low += len(text) - len(text.lstrip())
            shown.append((low, low + len(text.strip())))
    if not shown:
        return None
    low, high = shown[0][0], shown[-1][1]
    if high - low > 180:
        high = shown[0][1]
    return low, high, match.end()


def _labels(markup: Markup) -> list[Span]:
    """Where links lead to: ids, and names of anchors."""
    found = []
    for tag in markup.tags:
        for one in tag.attributes:
            name = one.name.lower()
            if name == b"id" or (name == b"name" and tag.name.lower() == b"a"):
                value = markup.data[one.start : one.end]
                if _LABEL.match(value) and not random_looking(value):
                    found.append((one.start, one.end))
    return sorted(set(found))


def _paragraphs(markup: Markup, headings: list[Heading]) -> list[Span]:
    """The first paragraph of each section."""
    starts = [tag for tag in markup.tags if not tag.closing and tag.name.lower() == b"p"]
    at = [tag.start for tag in starts]
    found = []
    for index, heading in enumerate(headings):
        limit = headings[index + 1].start if index + 1 < len(headings) else len(markup.data)
        first = bisect_left(at, heading.end)
        if first < len(at) and at[first] < limit:
            tag, limit = starts[first], min(limit, at[first] + DOC)
            end = _PARAGRAPH_END.search(markup.data, tag.end, limit)
            found.append((tag.start, end.start() if end else limit))
    return found


def _links(markup: Markup) -> Iterator[tuple[int, str, str, str]]:
    data = markup.data
    for tag in markup.tags:
        name = tag.name.lower()
        if tag.closing:
            continue
        if name == b"code":
            end = data.find(b"<", tag.end, tag.end + 130)
            told = data[tag.end : max(end, tag.end)].decode("utf-8", "replace").strip()
            mentioned, receiver = prose.mention(plain(told))
            if mentioned:
                yield tag.start, "mention", mentioned, receiver
        wanted = _LINKS.get(name)
        target = _value(tag, wanted, data) if wanted else b""
        if target != b"#" and followed(target):
            yield tag.start, "doc-link", "", prose.target(redact(target))


LANGUAGE = Html()
