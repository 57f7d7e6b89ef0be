"""Vue's single-file components."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.languages.component import Component
from uindex.extract.markup import Markup

if TYPE_CHECKING:
    from uindex.extract.language import Source
    from uindex.extract.markup import Attribute, Tag
    from uindex.extract.parse import Span

_BLOCK = re.compile(rb"^[ \t]*<(?:!--|[A-Za-z])", re.MULTILINE)
_LOOP = re.compile(rb"\s{0,9}(?:\([^()]{0,500}\)|[^()]{0,500}?)\s(?:in|of)\s")


class _Blocks(Markup):
    """Blocks at the top that are no template hold something else than markup, and so does a
    template in a language of its own."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data, braces=b"{{")
        self.depth = 0

    def raw(self, tag: Tag) -> bool:
        if tag.name != b"template":
            return not self.depth or super().raw(tag)
        lang = tag.get(b"lang")
        if not self.depth and lang and self.data[lang.start : lang.end] not in (b"html", b""):
            return True
        self.depth += 1
        return False

    def closed(self, tag: Tag) -> None:
        if tag.name == b"template":
            self.depth = max(0, self.depth - 1)


class Vue(Component):
    """Options or setup; attributes that begin with `:`, `@` or `v-` are expressions."""

    braces = b"{{"
    stems = " vue"

    def scan(self, data: bytes) -> Markup:
        return _Blocks(data) if _BLOCK.search(data) else Markup(data, begin=len(data))

    def front(self, data: bytes) -> Span | None:
        """All of a script that attributes call Vue, as projects do to be listed under that name."""
        return None if _BLOCK.search(data) else (0, len(data))

    def value(self, tag: Tag, attribute: Attribute, data: bytes) -> Span | None:
        name, start, end = attribute.name, attribute.start, attribute.end
        if name[:1] in b":@." or name.startswith((b"v-bind", b"v-on")):
            return start, end
        if not name.startswith(b"v-") or name.startswith(b"v-slot"):
            return None
        if name == b"v-for":
            loop = _LOOP.match(data, start, end)
            return (loop.end(), end) if loop else None
        return start, end

    def refine(self, source: Source, spans: dict[str, list[Span]]) -> None:
        """The component is the whole file, if it has a name."""
        super().refine(source, spans)
        named = spans.pop("component", [])
        if not named:
            return
        low, high = named[0]
        # The options are the component: what they are exported as is no name beside it.
        known = spans.get("symbol.object", [])
        objects = [span for span in known if span[0] < low and high < span[1]]
        spans["symbol.object"] = [span for span in known if span not in objects]
        names = [
            span
            for span in spans.get("name", ())
            if source.data[slice(*span)] != b"default"
            or not any(start < span[0] < end for start, end in objects)
        ]
        spans["name"] = sorted([*names, named[0]])
        spans["symbol.component"] = [(_begin(source.data, spans["comment"]), len(source.data))]


def _begin(data: bytes, comments: list[Span]) -> int:
    """Where what follows the comments at the top begins: they are the component's doc."""
    at = 0
    for start, end in comments:
        if data[at:start].strip():
            break
        at = end
    return len(data) - len(data[at:].lstrip())


LANGUAGE = Vue()
