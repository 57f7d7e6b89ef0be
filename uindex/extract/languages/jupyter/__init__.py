"""Jupyter notebooks: the code of their cells in the kernel's language, headings of the others.

A cell is a section named `cell 3`, by its position in the notebook.  Outputs are never looked at.
Left out: raw cells, cells whose first line hands them to another program (`%%bash`), and code in
languages that we do not know.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from uindex.extract import words
from uindex.extract.extract import module
from uindex.extract.language import Language, Reading, Site
from uindex.extract.languages import markdown
from uindex.extract.languages.jupyter import cells
from uindex.extract.parse import captures
from uindex.extract.registry import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uindex.extract.language import Draft, Source
    from uindex.extract.parse import Captures
    from uindex.extract.text import Text
    from uindex.record import Link

    Spans = dict[str, list[tuple[int, int]]]

_WORD = re.compile(r"x?([a-z]+(?:\+\+)?)")
_NAMES = {"ipython": "python", "ir": "r", "c": "cpp", "c++": "cpp", "js": "javascript"}
# Lines that are IPython's and no Python.
_MAGIC = re.compile(
    rb"^[ \t]*(?:[\w., \t]{1,80}=[ \t]*)?(?:%{1,2}[A-Za-z]|![^=\n]|\?)"
    rb"[^\\\n]*+(?:\\\r?\n?[^\\\n]*+)*+"
    rb"|^[ \t]*[\w.]{1,80}\?{1,2}[ \t]*$",
    re.MULTILINE,
)
_CELL_MAGIC = re.compile(rb"\s*%%(\w+)")
_SAME_LANGUAGE = frozenset(b"time timeit capture prun python python3 pypy memit mprun".split())
_PROSE = frozenset(["section", "heading", "label"])


class Jupyter(Language):
    """Hands each notebook to an instance of its own, which knows its cells."""

    def open(self, text: Text) -> tuple[Language, Text]:
        book = cells.read(text.data)
        told = _WORD.match(book.language.lower())
        kernel = _NAMES.get(told[1], told[1]) if told else "python"
        known = kernel in LANGUAGES["jupyter"].parts.split()
        joined = cells.Joined(text)
        placed = [joined.add(cell) for cell in book.cells]
        text = joined.text()
        hidden = []
        for cell in placed:
            if cell.kind != "code":
                found = words.secrets(text.data[cell.start : cell.end])
                hidden += [(cell.start + low, cell.start + high) for low, high in found]
        text = text._replace(data=words.blank(text.data, hidden))
        return Cells(module(kernel) if known else None, placed, damaged=book.damaged), text


class Cells(Language):
    """One notebook, read as its kernel's language and as Markdown, cell by cell: what is broken in
    one does not hide what is in the next."""

    def __init__(self, kernel: Language | None, cells: list[cells.Cell], *, damaged: bool) -> None:
        self.kernel = kernel
        self.inner = kernel or Language()
        self.cells = cells
        self.damaged = damaged
        self.starts = [cell.start for cell in cells]
        self.paragraphs: set[str] = set()
        """First paragraphs of Markdown, as written."""
        self.separator = self.inner.separator
        self.keywords = self.inner.keywords
        self.lines = self.inner.lines

    def read(self, data: bytes) -> Reading:
        spans: Spans = {"symbol.section": [(cell.start, cell.end) for cell in self.cells]}
        spans |= {"name": [], "string": [], "doc": []}
        links: list[Site] = []
        damaged = self.damaged
        for cell in self.cells:
            start = cell.start + len(f"cell {cell.number}\n")
            spans["name"].append((cell.start, start - 1))
            text = data[start : cell.end]
            if cell.kind == "markdown":
                prose = markdown.LANGUAGE.read(text)
                self.paragraphs.update(_text(text[low:high]) for low, high in prose.spans["doc"])
                _add(spans, prose.spans, start)
                links += [site._replace(at=site.at + start) for site in prose.links]
            elif cell.kind == "heading":
                _add(spans, {"symbol.heading": [(0, len(text))], "name": [(0, len(text))]}, start)
            elif cell.kind == "raw" or self.kernel is None or _foreign(text):
                spans["string"].append((start, cell.end))
            else:
                found = self._code(text)
                damaged |= found.damaged
                for name in found.order:
                    spans.setdefault(name, [])
                _add(spans, found.spans, start)
        for found_spans in spans.values():
            found_spans.sort()
        return Reading(spans, links, damaged=damaged)

    def _code(self, text: bytes) -> Captures:
        found = captures(self.inner, text)
        magic = [match.span() for match in _MAGIC.finditer(text)] if found.damaged else []
        if magic and self.kernel is module("python"):
            found = captures(self.inner, words.blank(text, magic))
            found.spans["string"] = [*found.spans.get("string", ()), *magic]
        # The first statement of a cell is no docstring, whatever it looks like.
        symbols = [span for name in found.spans if name.startswith("symbol.")
                   for span in found.spans[name]]  # fmt: skip
        found.spans["doc"] = [
            (low, high)
            for low, high in found.spans.get("doc", ())
            if any(start < low and high <= end for start, end in symbols)
        ]
        return found

    def refine(self, source: Source, spans: Spans) -> None:
        self.inner.refine(source, spans)

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        if draft.kind in ("heading", "label"):
            return markdown.LANGUAGE.finish(draft, source, parents)
        if draft.kind == "section":
            return draft
        cell = self.cells[max(0, bisect_right(self.starts, draft.start) - 1)]
        return self.inner.finish(draft, source, parents) if cell.kind == "code" else None

    def signature(self, draft: Draft, source: Source) -> str:
        return "" if draft.kind in _PROSE else self.inner.signature(draft, source)

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        return self.inner.imports(text, line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        return self.inner.call(text)

    def reference(self, kind: str, text: str, line: int, symbol: int) -> Iterable[Link]:
        return self.inner.reference(kind, text, line, symbol)

    def paragraph(self, written: str) -> str:
        prose = written in self.paragraphs
        return (markdown.LANGUAGE if prose else self.inner).paragraph(written)

    def extra(self, source: Source, drafts: list[Draft], damaged: bool) -> list[Draft]:
        return self.inner.extra(source, drafts, damaged)


def _text(written: bytes) -> str:
    return written.decode("utf-8", "replace")


def _foreign(text: bytes) -> bool:
    """Whether the first line hands the cell to another program."""
    match = _CELL_MAGIC.match(text)
    return match is not None and match[1] not in _SAME_LANGUAGE


def _add(spans: Spans, found: Spans, by: int) -> None:
    for name, own in found.items():
        spans.setdefault(name, []).extend((low + by, high + by) for low, high in own)


LANGUAGE = Jupyter()
