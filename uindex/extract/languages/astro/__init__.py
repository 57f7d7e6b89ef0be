"""Astro components: a script between `---`, then markup whose expressions hold markup."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.languages.component import Component
from uindex.extract.markup import Markup

if TYPE_CHECKING:
    from uindex.extract.parse import Span

_FRONT = re.compile(
    rb"\A(?:\s|<!--.{0,4000}?-->){0,50}---[^\n]{0,100}\n(.*?)^[ \t]*---", re.DOTALL | re.MULTILINE
)


class Astro(Component):
    """Names of components are those of its imports."""

    braces = b"{"
    nested = True

    def scan(self, data: bytes) -> Markup:
        front = _FRONT.match(data)
        begin = front.end() if front else 0
        return Markup(data, braces=self.braces, nested=self.nested, begin=begin)

    def front(self, data: bytes) -> Span | None:
        front = _FRONT.match(data)
        return front.span(1) if front else None


LANGUAGE = Astro()
