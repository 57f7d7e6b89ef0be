"""What readers of our own collect: spans by capture name, as a query would give them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.extract.language import Reading

if TYPE_CHECKING:
    from uindex.extract.parse import Span


class Found:
    """Spans by capture name, added in any order."""

    def __init__(self) -> None:
        self.spans: dict[str, list[Span]] = {}
        self.damaged = False
        """Whether something that was opened is never closed."""
        self.capped = False
        """Whether more was found than is kept."""

    def add(self, capture: str, start: int, end: int) -> None:
        """Add one span."""
        self.spans.setdefault(capture, []).append((start, end))

    def define(self, kind: str, span: Span, *names: Span, body: int = -1) -> None:
        """Add a definition; of several names each is a symbol.  `body` is where its head ends."""
        self.add(f"symbol.{kind}", *span)
        for name in names:
            self.add("name", *name)
        if span[0] < body < span[1]:
            self.add("body", body, span[1])

    def reading(self) -> Reading:
        """All that was added, in order of position."""
        for spans in self.spans.values():
            spans.sort()
        marks = {"partial": self.damaged, "capped": self.capped}
        return Reading(self.spans, [], tuple(mark for mark, given in marks.items() if given))
