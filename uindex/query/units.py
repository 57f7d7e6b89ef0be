"""Scoring the pieces of one file for plain language, from its record."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.words import fold, parts, squeeze, stem
from uindex.query import rank
from uindex.query.parse import NAME, QUALIFIED
from uindex.record import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.cache.words import Stems
    from uindex.query.parse import Query
    from uindex.record import Record


class Wanted:
    """The stems that are looked for, with their weights."""

    def __init__(self, weights: dict[str, float], stems: Stems) -> None:
        self.weights = weights
        self.total = sum(weights.values())
        self._stems = stems
        # A stem begins the word it is of (but for y, which may stand for ies): so a search for it
        # as plain text rules out most words before they are split.
        self._texts = tuple(one.rstrip("y") or one for one in weights)
        self._maybe = re.compile("|".join(map(re.escape, self._texts))).search
        self._known: dict[str, tuple[str, ...]] = {}

    def of(self, text: str) -> tuple[str, ...]:
        """The wanted stems that a name or text holds."""
        known = self._known.get(text)
        if known is None:
            known = ()
            if self._maybe(fold(text)):
                held = self._stems[text]
                joined = squeeze(text) if len(held) > 1 else ""
                whole = stem(joined) if joined.startswith(self._texts) else ""
                known = tuple(one for one in self.weights if one in held or one == whole)
            self._known[text] = known
        return known

    def among(self, words: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """(word, stems) of the words that hold a wanted stem, in no order that matters."""
        text = fold("\n".join(words))
        starts = list(accumulate((len(word) + 1 for word in words), initial=0))
        found: set[int] = set()
        for one in self._texts:
            at = text.find(one)
            while at >= 0:
                position = bisect_right(starts, at) - 1
                found.add(position)
                at = text.find(one, starts[position + 1])
        for position in sorted(found):
            held = self.of(words[position])
            if held:
                yield words[position], held


class Best(NamedTuple):
    """The best unit of a file."""

    unit: int
    symbol: int
    """Its symbol, or -1."""
    kind: int
    """Position of the symbol's kind in `record.KINDS`, or -1."""
    line: int
    norm: float
    """The p-norm of all units' scores."""
    share: float
    """The share of the query's weight that the unit with the best score holds."""


def mentions(record: Record, query: Query) -> bool:
    """Whether a record is worth listing for the query at all.

    A query that is one identifier of several parts asks for that name: a file that holds its
    parts here and there is no answer.
    """
    if query.mode not in (NAME, QUALIFIED) or not query.idents:
        return True
    key = query.key
    words = set().union(*record.unit_words)
    return any(len(word) >= len(key) and squeeze(word) == key for word in words)


def best_unit(record: Record, path: bytes, wanted: Wanted) -> Best:
    """The best unit of a record; where nothing is found in any, the whole file."""
    if not record.units:
        return Best(-1, -1, -1, 1, 0.0, 0.0)
    bodies, sizes = _bodies(record, wanted)
    average = max(1.0, sum(sizes) / len(sizes))
    base = path.rpartition(b"/")[2].partition(b".")[0].decode("utf-8", "replace")
    in_stem = wanted.of(base)
    scores = []
    shares = []
    for at, unit in enumerate(record.units):
        fields = _fields(record, unit.symbol, wanted)
        held = bodies.get(at, ())
        norm = 0.4 + 0.6 * sizes[at] / average
        score = share = 0.0
        for one in {*fields, *held}:
            x = fields.get(one, 0.0) + (rank.U_BODY / norm if one in held else 0.0)
            if one in in_stem:
                x += rank.U_STEM
            score += wanted.weights[one] * rank.unit_saturate(x)
            share += wanted.weights[one]
        scores.append(score)
        shares.append(share / wanted.total)
    top = max(range(len(scores)), key=lambda at: (scores[at], -at))
    if scores[top] <= 0:
        return Best(-1, -1, -1, 1, 0.0, 0.0)
    best = _most_telling(record, scores, wanted)
    unit = record.units[best]
    kind, line = -1, unit.start_line
    if unit.symbol >= 0:
        symbol = record.symbols[unit.symbol]
        kind, line = KINDS.index(symbol.kind), symbol.line
    return Best(best, unit.symbol, kind, line, rank.units_norm(scores), shares[top])


def _most_telling(record: Record, scores: list[float], wanted: Wanted) -> int:
    """The unit that stands for the file: by its score, and by how much of its name was asked."""
    return max(
        (at for at, score in enumerate(scores) if score > 0),
        key=lambda at: (
            scores[at] * (1 + rank.U_NAMED * _named(record, record.units[at].symbol, wanted)),
            -at,
        ),
    )


def _named(record: Record, index: int, wanted: Wanted) -> float:
    """How much of the name of a unit's symbol was asked for: 0 to 1.

    Long words count for more, and a name of one word is less telling than one of several.
    """
    if index < 0:
        return 0.0
    total = asked = 0.0
    hits = 0
    for word in parts(record.symbols[index].name):
        size = len(word) ** 0.5
        total += size
        if stem(word) in wanted.weights:
            asked += size
            hits += 1
    return asked / total * min(1.0, 0.5 + 0.25 * hits) if total else 0.0


def _bodies(record: Record, wanted: Wanted) -> tuple[dict[int, set[str]], list[int]]:
    """By unit the wanted stems that its words hold, and how many words each unit has."""
    held: dict[int, set[str]] = {}
    for word, stems in wanted.among(list(set().union(*record.unit_words))):
        for at, words in enumerate(record.unit_words):
            if word in words:
                held.setdefault(at, set()).update(stems)
    return held, [len(words) for words in record.unit_words]


def _fields(record: Record, index: int, wanted: Wanted) -> dict[str, float]:
    """What the name, the parent, the signature and the doc of a unit's symbol say."""
    if index < 0:
        return {}
    symbol = record.symbols[index]
    parent = record.symbols[symbol.parent].name if symbol.parent >= 0 else symbol.owner
    found: dict[str, float] = {}
    for text, weight in (
        (symbol.name, rank.U_NAME),
        (parent, rank.U_PARENT),
        (symbol.signature, rank.U_SIGNATURE),
        (symbol.doc, rank.U_DOC),
    ):
        if text:
            for one in wanted.of(text):
                found[one] = found.get(one, 0.0) + weight
    return found
