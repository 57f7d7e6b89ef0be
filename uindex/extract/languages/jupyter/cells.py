"""The cells of a Jupyter notebook, formats 2 to 4, and their text with the way back to the file.

The file is read token by token and not as a document, so that a notebook with conflict markers, or
cut short, still gives its cells, and one that is all outputs costs a single pass.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.extract.text import Text

_TOKEN = re.compile(
    rb"\"(?P<string>[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*+)(?P<closed>\"(?P<key>\s*+:)?)?|(?P<mark>[{}\[\]])"
)
_LEVEL = re.compile(rb"\s*([1-6])\b")
_ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)"
)
_SIMPLE = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"b": b"\b", b"f": b"\f"}
_TYPES = frozenset([b"code", b"markdown", b"raw", b"heading"])
_SOURCES = frozenset([b"source", b"input"])
# What these hold is shown or stored by programs, and may itself look like cells.
_HIDDEN = frozenset([b"outputs", b"attachments", b"prompt_outputs"])
_KERNEL = ((b"language_info", b"name"), (b"kernelspec", b"language"), (b"kernelspec", b"name"))
"""Where a notebook says its language, the most telling place first."""


class Cell(NamedTuple):
    """A cell; `start` and `end` are set once its text stands in that of the notebook."""

    kind: str
    """code, markdown, raw or heading."""
    number: int
    """Position in the notebook, from 1; empty cells count."""
    level: int
    """Of a heading cell, as format 3 has them."""
    pieces: list[tuple[int, int]]
    """The insides of the strings that hold the source."""
    start: int = 0
    end: int = 0


class Notebook(NamedTuple):
    """The cells that hold something, in order."""

    cells: list[Cell]
    language: str
    """As the notebook names it, or ""."""
    damaged: bool


class _Frame:
    """An object or array that is open."""

    __slots__ = ("at", "hidden", "key", "kind", "level", "name", "pieces")

    def __init__(self, at: int, name: bytes, hidden: bool) -> None:
        self.at = at
        self.name = name
        """The key that it is the value of; an array's own, for what is in it."""
        self.key = b""
        self.hidden = hidden
        self.kind = b""
        self.level = 1
        self.pieces: list[tuple[int, int]] = []


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.frames = [_Frame(0, b"", hidden=False)]
        self.found: list[_Frame] = []
        self.told: dict[tuple[bytes, bytes], bytes] = {}
        self.column = -1
        """Where the line of a cell's type is indented to, where it stands on a line of its own."""
        self.damaged = False

    def read(self) -> Notebook:
        for match in _TOKEN.finditer(self.data):
            if match["mark"]:
                self._mark(match.start(), match["mark"])
            elif match["key"]:
                self._key(match)
            elif match["closed"] and not self.frames[-1].hidden:
                self._string(match)
        self.damaged |= len(self.frames) > 1 or (not self.found and b'"cells"' not in self.data)
        while self.frames:
            self._end(self.frames.pop())
        told = (self.told[place] for place in _KERNEL if place in self.told)
        language = next(told, b"").decode("utf-8", "replace")
        return Notebook(list(self._cells()), language, self.damaged)

    def _cells(self) -> Iterator[Cell]:
        """The cells that hold something; their pieces are in order of position, over all cells."""
        last = 0
        for number, frame in enumerate(sorted(self.found, key=lambda frame: frame.at), 1):
            pieces = [span for span in frame.pieces if last <= span[0] < span[1]]
            if pieces:
                last = pieces[-1][1]
                yield Cell(frame.kind.decode(), number, frame.level, pieces)

    def _mark(self, at: int, mark: bytes) -> None:
        above = self.frames[-1]
        if mark in b"{[":
            name = above.key or above.name
            frame = _Frame(at, name, above.hidden or name in _HIDDEN)
            if mark == b"[":
                frame.kind = b"["
            self.frames.append(frame)
        elif len(self.frames) > 1:
            self._end(self.frames.pop())
        else:
            self.damaged = True

    def _key(self, match: re.Match[bytes]) -> None:
        key = match["string"]
        if key == b"cell_type":
            self._begin(match.start())
        frame = self.frames[-1]
        frame.key = key
        if key == b"level":
            level = _LEVEL.match(self.data, match.end())
            frame.level = int(level[1]) if level else 1

    def _begin(self, at: int) -> None:
        """A cell says its type: at the indentation of the first it is one, whatever damage made
        of the brackets before it."""
        line = self.data.rfind(b"\n", 0, at) + 1
        column = -1 if self.data[line:at].strip() else at - line
        frame = self.frames[-1]
        if self.column < 0 and not frame.hidden:
            self.column = column
        if frame.kind in _TYPES or (frame.hidden and column >= 0 and column == self.column):
            self.damaged = True
            self._end(self.frames.pop())
            self.frames.append(_Frame(at, b"", hidden=False))

    def _string(self, match: re.Match[bytes]) -> None:
        frame = self.frames[-1]
        key, name = frame.key, frame.name
        if frame.kind == b"[":
            # A list of lines belongs to the object around it.
            if name in _SOURCES and len(self.frames) > 1:
                self.frames[-2].pieces.append(match.span("string"))
        elif key in _SOURCES:
            frame.pieces.append(match.span("string"))
        elif key == b"cell_type" and match["string"] in _TYPES:
            frame.kind = match["string"]
        elif (name, key) in _KERNEL:
            self.told.setdefault((name, key), match["string"])

    def _end(self, frame: _Frame) -> None:
        if frame.kind in _TYPES:
            self.found.append(frame)


def read(data: bytes) -> Notebook:
    """The notebook that `data` is, as far as it is one."""
    return _Reader(data).read()


class Joined:
    """The text of all cells, each below a line with its name, and where each byte comes from."""

    def __init__(self, file: Text) -> None:
        self.file = file
        self.parts: list[bytes] = []
        self.size = 0
        self.here: list[int] = []
        self.there: list[int] = []

    def add(self, cell: Cell) -> Cell:
        """Append a cell; its start is that of its name, which has no place in the file."""
        start = self.size
        first = cell.pieces[0][0]
        for char in f"cell {cell.number}\n":
            self._put(char.encode(), first)
        for low, high in cell.pieces:
            self._piece(low, high)
        end = self.size
        # A blank line, so that a comment at its end does not speak of the next cell.
        self._put(b"\n\n", cell.pieces[-1][1])
        return cell._replace(start=start, end=end)

    def _put(self, text: bytes, origin: int) -> None:
        self.parts.append(text)
        self.here.append(self.size)
        self.there.append(origin)
        self.size += len(text)

    def _piece(self, low: int, high: int) -> None:
        data = self.file.data
        at = low
        for match in _ESCAPE.finditer(data, low, high):
            if at < match.start():
                self._put(data[at : match.start()], at)
            self._put(_decode(match[0]), match.start())
            at = match.end()
        if at < high:
            self._put(data[at:high], at)

    def text(self) -> Text:
        """The joined text; its lines and offsets are those of the file."""
        here, there = self.here, self.there
        here.append(self.size)
        # No run goes on past the end of a line: strings end with theirs.
        lines = [here[bisect_left(there, start)] for start in self.file.lines]
        here.pop()
        return self.file._replace(data=b"".join(self.parts), lines=lines, steps=self._steps())

    def _steps(self) -> tuple[list[int], list[int]]:
        """Steps into the blob: the file's own text may have been decoded before."""
        outer = self.file.steps
        if not self.here:
            return [0], [0]
        if outer is None:
            return self.here, self.there
        here, there = [], []
        ends = [*self.here[1:], self.size]
        for at, origin, end in zip(self.here, self.there, ends, strict=True):
            here.append(at)
            there.append(self.file.offset(origin))
            low = bisect_right(outer[0], origin)
            high = bisect_left(outer[0], origin + end - at)
            here.extend(at + step - origin for step in outer[0][low:high])
            there.extend(outer[1][low:high])
        return here, there


def _decode(escape: bytes) -> bytes:
    kind = escape[1:2]
    if kind != b"u" or len(escape) < 6:
        return _SIMPLE.get(kind, kind)
    units = bytes.fromhex(escape.decode().replace("\\u", ""))
    return units.decode("utf-16-be", "replace").encode()
