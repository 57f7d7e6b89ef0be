"""Where names stand in a blob: lines and columns, which a record has of definitions alone."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from uindex.extract.text import Text, read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.record import Link

_WORD = re.compile(rb"[\w$\x80-\xff]+")
_BEFORE = re.compile(rb"(?:\.|::|->|\\|#)$")
_TAIL = re.compile(rb"([\w$\x80-\xff]+)[^\w$\x80-\xff]*\Z")
LONGEST_LINE = 20_000
"""Bytes of a line in which names that are no words are looked for."""
MOST_ROWS = 500
"""Lines of one import."""
_LAST = re.compile(rb"::|[/\\:.]")
_OPENING, _CLOSING = (b"(", b"{", b"["), (b")", b"}", b"]")
_CALLED = (b"(", b"!", b"<", b"{", b"[")


class Span(NamedTuple):
    """Rows and columns count from 0; columns are bytes of UTF-8."""

    row: int
    column: int
    end_row: int
    end_column: int


class Lines:
    """The text of one blob."""

    def __init__(self, blob: bytes) -> None:
        self._text = read(blob)
        self._words: dict[int, dict[bytes, list[int]]] = {}
        self._ends: dict[int, int] = {}
        self._taken: set[tuple[int, int]] = set()

    def span(self, start: int, end: int) -> Span:
        """Where bytes `start` to `end` of the blob stand."""
        return Span(*self._place(start), *self._place(max(start, end)))

    def _place(self, offset: int) -> tuple[int, int]:
        at = min(_in_text(self._text, offset), len(self._text.data))
        row = bisect_right(self._text.lines, at) - 1
        return row, at - self._text.lines[row]

    def take(self, span: Span) -> None:
        """Nothing else is found there any more."""
        self._taken.add((span.row, span.column))

    def find(self, link: Link) -> list[Span]:
        """The places of a link's name on its line that nothing else has taken, and takes them;
        none where the name is not there.  Only where the receiver stands before it, or where
        neither has any, are all of them meant: else it is the first."""
        if not 0 < link.line <= len(self._text.lines):
            return []
        for name, exact in _wanted(link):
            for row in self._rows(link):
                line = self._line(row)
                # A specifier may be the definition of the module, too: `mod name;`.
                starts = (self._free if exact else self._starts)(row, line, name)
                if not starts:
                    continue
                chosen = _best(line, starts, len(name), link) if exact else starts[:1]
                self._taken.update((row, at) for at in chosen)
                return [Span(row, at, row, at + len(name)) for at in chosen]
        return []

    def _rows(self, link: Link) -> Iterator[int]:
        """The row of a link; for an import, which is said to be where its statement begins, those
        up to where the brackets that it opens are closed."""
        row = link.line - 1
        yield row
        if link.kind == "import":
            if row not in self._ends:
                self._ends[row] = self._end(row)
            yield from range(row + 1, self._ends[row])

    def _end(self, row: int) -> int:
        depth = 0
        for end in range(row, min(row + MOST_ROWS, len(self._text.lines))):
            line = self._line(end)
            depth += sum(map(line.count, _OPENING)) - sum(map(line.count, _CLOSING))
            if depth <= 0:
                return end + 1
        return row + 1

    def _free(self, row: int, line: bytes, name: bytes) -> list[int]:
        return [at for at in self._starts(row, line, name) if (row, at) not in self._taken]

    def _line(self, row: int) -> bytes:
        lines = self._text.lines
        end = lines[row + 1] if row + 1 < len(lines) else len(self._text.data)
        return self._text.data[lines[row] : end]

    def _starts(self, row: int, line: bytes, name: bytes) -> list[int]:
        if _WORD.fullmatch(name):
            if row not in self._words:
                words = self._words[row] = {}
                for match in _WORD.finditer(line):
                    words.setdefault(match[0], []).append(match.start())
            return self._words[row].get(name, [])
        if not name or len(line) > LONGEST_LINE:
            return []
        # A letter at either end must not go on.
        left = rb"(?<![\w$])" if _WORD.match(name) else b""
        right = rb"(?![\w$])" if _WORD.match(name[-1:]) else b""
        return [match.start() for match in re.finditer(left + re.escape(name) + right, line)]


def _wanted(link: Link) -> Iterator[tuple[bytes, bool]]:
    """What to look for, the best first, and whether it is a name rather than a specifier."""
    name, alias, specifier = (
        text.encode("utf-8", "surrogateescape") for text in (link.name, link.alias, link.receiver)
    )
    if name and name != b"*" and not (link.kind == "doc-link" and specifier):
        yield name, True
        if link.kind == "import" and alias:
            yield alias, True  # of what is there by default
    elif specifier:
        yield specifier, False
        yield specifier.lstrip(b"./"), False
        yield _LAST.split(specifier)[-1], False


def _best(line: bytes, starts: list[int], width: int, link: Link) -> list[int]:
    """Those of the places that suit a link best."""
    fits = [_fit(line, at, at + width, link) for at in starts]
    best = max(fits)
    chosen = [at for at, fit in zip(starts, fits, strict=True) if fit == best]
    return chosen if best[0] == 2 else chosen[:1]


def _fit(line: bytes, start: int, end: int, link: Link) -> tuple[int, bool]:
    """How well a place suits a link: whether what stands before it does, and what after it."""
    before = line[max(0, start - 200) : start].rstrip(b" \t")
    mark = _BEFORE.search(before)
    called = link.kind == "call" and line[end : end + 40].lstrip().startswith(_CALLED)
    if link.kind == "import":
        return 2, called
    if not link.receiver:
        return (0 if mark else 2), called
    if not mark:
        return (1 if not before else 0), called
    tail = _TAIL.search(link.receiver.encode("utf-8", "surrogateescape"))
    written = _TAIL.search(before)
    same = tail is not None and written is not None and tail[1] == written[1]
    return (2 if same else 1), called


def _in_text(text: Text, offset: int) -> int:
    """The place in the text of an offset in the blob."""
    if text.steps is None:
        return offset
    here, there = text.steps
    index = max(bisect_right(there, offset) - 1, 0)
    return max(here[index] + offset - there[index], 0)
