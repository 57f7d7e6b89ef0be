"""The elements of an XML text, read tag by tag; no entity is followed, no name space resolved."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.extract.parse import Span

MOST = 20_000
"""Elements that are read; a file with more holds data."""
NESTED = 200
"""Elements in each other that are followed."""

_TAG = re.compile(
    rb"<(?:(?P<comment>!--.*?(?:-->|\Z))|(?P<cdata>!\[CDATA\[.*?(?:\]\]>|\Z))|\?.*?(?:\?>|\Z)"
    rb"|!(?P<declared>[^<>\[]{0,1000}(?:\[[^\[\]]{0,20000}\]\s*)?>)"
    rb"|(?P<end>/)?(?P<name>[A-Za-z_\x80-\xff][\w:.\x80-\xff-]*+)"
    rb"(?P<attributes>(?:[^<>\"'/]|\"[^\"<]*\"|'[^'<]*'|/(?!>))*+)(?P<empty>/)?>)",
    re.DOTALL,
)
# A name is tried where it begins and nowhere else: a long one would cost the square of its length.
_ATTRIBUTE = re.compile(
    rb"(?<![\w:.\x80-\xff-])([A-Za-z_\x80-\xff][\w:.\x80-\xff-]*+)\s*+=\s*(?:\"([^\"]*)\"|'([^']*)')"
)


class Element:
    """One element; offsets into the text."""

    __slots__ = ("children", "data", "end", "head", "inner", "name", "parent", "start", "tag")

    def __init__(self, data: bytes, tag: bytes, start: int, head: int, parent: Element | None):
        self.data = data
        self.tag = tag
        """As written, with its prefix."""
        self.name = tag.rpartition(b":")[2].decode("utf-8", "replace")
        """Without its prefix."""
        self.start = start
        self.head = head
        """Where the opening tag ends."""
        self.inner = head
        """Where the closing tag begins; the head's end where there is none."""
        self.end = head
        self.parent = parent
        self.children = 0

    @property
    def above(self) -> str:
        """The name of the element around it."""
        return self.parent.name if self.parent else ""

    def attributes(self) -> Iterator[tuple[str, Span]]:
        """(name as written, span of the value) of each attribute."""
        for match in _ATTRIBUTE.finditer(self.data, self.start + 1 + len(self.tag), self.head):
            yield match[1].decode("utf-8", "replace"), match.span(match.lastindex or 0)

    def text(self) -> Span:
        """Where the text of an element without others stands, blanks around it left out."""
        if self.children:
            return self.head, self.head
        low, high = self.head, self.inner
        written = self.data[low:high]
        low += len(written) - len(written.lstrip())
        return low, max(low, low + len(written.strip()))


class Elements:
    """The reading of a text."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.found: list[Element] = []
        self.comments: list[Span] = []
        self.values: list[Span] = []
        """Texts and values of attributes, whatever they hold."""
        self.capped = False
        self.damaged = False

    def read(self) -> None:
        """Read the elements in order of position."""
        opened: list[Element] = []
        at = 0
        for match in _TAG.finditer(self.data):
            start, end = match.span()
            if at < start:
                self.values.append((at, start))
            at = end
            if match["comment"]:
                self.comments.append((start, end))
            elif match["cdata"] or match["declared"]:
                self.values.append((start, end))
            elif match["end"]:
                self._close(opened, match["name"], start, end)
            elif match["name"]:
                if len(self.found) >= MOST:
                    self.capped = True
                    at = start
                    break
                self._open(opened, match)
        self.values.append((at, len(self.data)))
        self.damaged = self.damaged or (bool(opened) and not self.capped)
        for element in opened:
            element.inner = element.end = len(self.data)

    def _open(self, opened: list[Element], match: re.Match[bytes]) -> None:
        parent = opened[-1] if opened else None
        element = Element(self.data, match["name"], match.start(), match.end(), parent)
        if parent:
            parent.children += 1
        self.found.append(element)
        if match["attributes"]:
            self.values.extend(span for _, span in element.attributes())
        if not match["empty"]:
            if len(opened) < NESTED:
                opened.append(element)
            else:
                self.capped = True

    def _close(self, opened: list[Element], name: bytes, start: int, end: int) -> None:
        """End the innermost element of that name, and what was left open in it."""
        for index in range(len(opened) - 1, -1, -1):
            if opened[index].tag == name:
                self.damaged = self.damaged or index < len(opened) - 1
                for element in opened[index:]:
                    element.inner, element.end = start, end if element.tag == name else start
                del opened[index:]
                return
        self.damaged = self.damaged or not self.capped
