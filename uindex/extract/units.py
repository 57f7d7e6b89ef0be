"""Cut a text into units, and give each word to the units that hold it."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from uindex.extract.language import CALLABLES, TYPES
from uindex.extract.words import noise
from uindex.record import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.extract.language import Draft

RUN = 60
"""Lines of a unit that is no definition."""
LARGE = 12
"""Lines from which any other symbol is a unit of its own."""
_OWN = CALLABLES | TYPES | {"heading", "module", "namespace", "section", "view", "table", "target"}


class Units(NamedTuple):
    """The units in order of their first line."""

    units: list[Unit]
    pieces: list[list[tuple[int, int]]]
    """The spans of text that belong to each."""
    of_symbol: list[int]
    """The unit that each symbol is, or stands in."""


def cut(text: bytes, lines: list[int], symbols: Sequence[Draft]) -> Units:
    """The units of a text whose words `separate` has laid bare."""

    def line(at: int) -> int:
        return bisect_right(lines, at)

    own = [
        index
        for index, symbol in enumerate(symbols)
        if symbol.kind in _OWN or line(symbol.end - 1) - line(symbol.outer) >= LARGE - 1
    ]
    parts: dict[int, list[tuple[int, int]]] = {index: [] for index in own}
    rest: list[tuple[int, int]] = []
    opened: list[int] = []
    at = 0

    def close(until: int) -> None:
        nonlocal at
        while opened and symbols[opened[-1]].end <= until:
            index = opened.pop()
            end = symbols[index].end
            if at < end:
                parts[index].append((at, end))
                at = end
        if at < until:
            (parts[opened[-1]] if opened else rest).append((at, until))
            at = until

    for index in own:
        close(symbols[index].outer)
        opened.append(index)
    close(len(text))
    runs = _runs(text, lines, rest)
    if not runs:
        # A name without a word, such as a key ".", still needs a unit to stand in.
        homeless = [s for i, s in enumerate(symbols) if s.parent < 0 and i not in parts]
        bounds = [(s.start, s.name_end) for s in homeless[:1]]
        runs = [[*bounds, (homeless[-1].end - 1, homeless[-1].end)]] if homeless else []
    return _number(lines, symbols, parts, runs)


def _runs(
    text: bytes, lines: list[int], rest: list[tuple[int, int]]
) -> list[list[tuple[int, int]]]:
    """What is left, in runs of at most RUN lines; pieces without a word are nobody's."""
    runs: list[list[tuple[int, int]]] = []
    first = -RUN
    for start, end in rest:
        while start < end:
            if not text[start:end].strip():
                break
            line = bisect_right(lines, start)
            if line - first >= RUN:
                first = line
                runs.append([])
            limit = lines[first - 1 + RUN] if first - 1 + RUN < len(lines) else end
            stop = min(end, limit)
            if text[start:stop].strip():
                runs[-1].append((start, stop))
            start = stop
    return [run for run in runs if run]


def _number(
    lines: list[int],
    symbols: Sequence[Draft],
    parts: dict[int, list[tuple[int, int]]],
    runs: list[list[tuple[int, int]]],
) -> Units:
    def line(at: int) -> int:
        return bisect_right(lines, at)

    rows: list[tuple[int, int, int, list[tuple[int, int]]]] = [
        (line(symbols[i].outer), i, line(max(symbols[i].end - 1, symbols[i].outer)), pieces)
        for i, pieces in parts.items()
    ]
    rows += [(line(run[0][0]), -1, line(run[-1][1] - 1), run) for run in runs]
    rows.sort(key=lambda row: (row[0], row[1]))
    units = [Unit(symbol, first, last) for first, symbol, last, _ in rows]
    number = {unit.symbol: index for index, unit in enumerate(units) if unit.symbol >= 0}
    left = [index for index, unit in enumerate(units) if unit.symbol < 0]
    starts = [rows[index][3][0][0] for index in left]
    of_symbol: list[int] = []
    for index, symbol in enumerate(symbols):
        if index in number:
            of_symbol.append(number[index])
        elif symbol.parent >= 0:
            of_symbol.append(of_symbol[symbol.parent])
        else:
            run = bisect_right(starts, symbol.name_start) - 1
            of_symbol.append(left[max(run, 0)] if left else 0)
    return Units(units, [row[3] for row in rows], of_symbol)


def words(text: bytes, units: Units, stop: frozenset[bytes]) -> list[set[str]]:
    """The distinct words of each unit of a text that `separate` has laid bare."""
    if text.isascii():
        plain = text.decode()
        found = [
            {word for start, end in pieces for word in plain[start:end].split()}
            if len(pieces) > 1
            else set(plain[pieces[0][0] : pieces[0][1]].split())
            if pieces
            else set[str]()
            for pieces in units.pieces
        ]
    else:
        found = [
            {w.decode("utf-8", "ignore") for start, end in pieces for w in text[start:end].split()}
            for pieces in units.pieces
        ]
    every = set[str]().union(*found)
    empty = noise(every)
    empty.update(word.decode() for word in stop)
    return [mine - empty for mine in found]
