"""What readers of markups whose blocks are lines share: headings, labels, first paragraphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from uindex.extract import prose
from uindex.extract.language import Draft, Language, Reading, Source, first_paragraph
from uindex.extract.prose import Heading
from uindex.record import Link

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

DOC = 1500
"""Bytes of a first paragraph that are read."""
_BLANKED = bytes(10 if char == 10 else 32 for char in range(256))


class LineBlocks:
    """The blocks of a text.  `line` is called for each line and tells what it is."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.bare = bytearray(data)
        """The text without what holds neither links nor mentions, such as code."""
        self.headings: list[Heading] = []
        self.labels: list[tuple[int, int]] = []
        self.files: list[tuple[int, int]] = []
        """Names of files that are shown or linked."""
        self.includes: list[tuple[int, int]] = []
        """Names of files that are taken in."""
        self.docs: list[tuple[int, int]] = []
        self.documented = False
        self.paragraph = (-1, -1)

    def read(self) -> None:
        """Tell all lines."""
        at = 0
        for line in self.data.split(b"\n"):
            self.line(at, line.rstrip())
            at += len(line) + 1
        self.close()

    def line(self, at: int, line: bytes) -> None:
        """One line, without blanks at its end, that begins at `at`."""
        raise NotImplementedError

    def spans(self) -> dict[str, list[tuple[int, int]]]:
        """The captures of what was found."""
        spans = prose.spans_of(self.headings, len(self.data))
        labels = sorted({span for span in self.labels if span[0] < span[1]})
        spans["symbol.label"] = labels
        spans["name"] = sorted(spans["name"] + labels)
        spans["doc"] = self.docs
        spans["import"] = self.includes
        return spans

    def blank(self, start: int, end: int) -> None:
        """Hide a part of the text from the search for links."""
        self.bare[start:end] = self.bare[start:end].translate(_BLANKED)

    def heading(self, level: int, start: int, low: int, high: int, end: int) -> None:
        """A heading from `start` to `end`, its name from `low` to `high`."""
        self.close()
        self.headings.append(Heading(level, start, low, high, end))
        self.documented = False

    def text(self, at: int, line: bytes) -> None:
        """A line of a paragraph."""
        start = self.paragraph[0]
        self.paragraph = (start if start >= 0 else at, at + len(line))

    def close(self) -> None:
        """End the open paragraph; the first of a section documents it."""
        start, end = self.paragraph
        self.paragraph = (-1, -1)
        if start >= 0 and not self.documented:
            self.docs.append((start, min(end, start + DOC)))
            self.documented = True


class LineMarkup(Language):
    """Headings are symbols, labels too.  A doc-link to something in the same file has its name; one
    to a file or a URL has a receiver."""

    prose = True
    separator = " > "
    blocks: ClassVar[type[LineBlocks]]
    label: ClassVar[re.Pattern[bytes]]
    """A label within a line: its last group is the name."""
    special: ClassVar[re.Pattern[str]]
    """What is in every text that has markup."""
    markup: ClassVar[list[tuple[re.Pattern[str], str]]]
    """What markup becomes, in turns."""

    def inline(self, bare: bytes) -> Iterator[tuple[int, str, str, str]]:
        """The links and mentions within lines: (offset, kind, name, receiver)."""
        raise NotImplementedError

    def plain(self, text: str) -> str:
        """A text without its markup."""
        if self.special.search(text):
            for pattern, by in self.markup:
                text = pattern.sub(by, text)
        return " ".join(text.split())

    def read(self, data: bytes) -> Reading:
        blocks = self.blocks(data)
        blocks.read()
        inline = bytes(blocks.bare)
        blocks.labels += [match.span(match.lastindex or 0) for match in self.label.finditer(inline)]
        links = [*self.inline(inline)]
        links += [(at, "doc-link", "", prose.target(data[at:end])) for at, end in blocks.files]
        return Reading(blocks.spans(), prose.links(links, blocks.headings))

    def imports(self, text: str, line: int, symbol: int) -> Iterator[Link]:
        yield Link("import", "*", prose.target(text.encode()), "", line, symbol)

    def signature(self, draft: Draft, source: Source) -> str:
        return ""

    def paragraph(self, written: str) -> str:
        return first_paragraph(self.plain(written))
