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
    from uindex.query.naming import SymbolNames
    from uindex.query.parse import Query
    from uindex.record import Record


_TURNED = ("it", "rt", "nd", "olv", "scrib")
"""Ends of stems whose last letter may be another in the word: convert of conversion."""


def beginning(one: str) -> str:
    """What every word of a stem holds: the stem but for a letter (y may stand for ies)."""
    return one[:-1] if len(one) > 3 and one.endswith(_TURNED) else one.rstrip("y") or one


class Wanted:
    """The stems that are looked for, with their weights."""

    def __init__(self, weights: dict[str, float], stems: Stems) -> None:
        self.weights = weights
        self.total = sum(weights.values()) or 1.0  # of none
        self._stems = stems
        # A search for plain text rules out most words before they are split.
        self._texts = tuple(map(beginning, weights))
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


class Unit(NamedTuple):
    """A piece of a file, as an answer has it."""

    unit: int
    """Of the record; -1 for the whole file."""
    symbol: int
    """Its symbol, or -1."""
    kind: int
    """Position of the symbol's kind in `record.KINDS`, or -1."""
    line: int


WHOLE = Unit(-1, -1, -1, 1)
"""The whole file."""


class Best(NamedTuple):
    """What the units of a file say."""

    unit: Unit
    """The one that stands for the file."""
    norm: float
    """The p-norm of all units' scores."""
    share: float
    """The share of the query's weight that the unit with the best score holds."""


def is_identifier(query: Query) -> bool:
    """Whether a query is one identifier of several parts: a file that holds its parts here and
    there is no answer."""
    return query.mode in (NAME, QUALIFIED) and bool(query.idents)


def mentions(record: Record, query: Query) -> bool:
    """Whether a record is worth listing for the query at all."""
    if not is_identifier(query):
        return True
    key = query.key
    words = set().union(*record.unit_words)
    return any(len(word) >= len(key) and squeeze(word) == key for word in words)


LEAST_QUOTED = 5
"""Words that a quotation has at least; fewer stand in any doc."""


def quoted(record: Record, text: str) -> int:
    """The first symbol with a doc of its own that says the words of `text` in a row, or -1."""
    if text.count(" ") + 1 < LEAST_QUOTED:
        return -1
    first = text.split(" ", 1)[0]
    for at, symbol in enumerate(record.symbols):
        doc = symbol.doc
        if len(doc) >= len(text) and first in fold(doc):
            said = " ".join(found for word in doc.split() for found in parts(word))
            if f" {text} " in f" {said} ":
                return at
    return -1


def best_unit(record: Record, path: bytes, wanted: Wanted, names: SymbolNames) -> Best:
    """The best unit of a record; where nothing is found in any, the whole file."""
    scores, shares = _scores(record, path, wanted)
    top = max(range(len(scores)), key=lambda at: (scores[at], -at), default=-1)
    if top < 0 or scores[top] <= 0:
        return Best(WHOLE, 0.0, 0.0)
    best = _most_telling(record, scores, names)
    return Best(piece_of(record, best), rank.units_norm(scores), shares[top])


def unit_of(record: Record, symbol: int) -> Unit:
    """A symbol as an answer."""
    one = record.symbols[symbol]
    return Unit(one.unit, symbol, KINDS.index(one.kind), one.line)


def piece_of(record: Record, at: int) -> Unit:
    """A unit as an answer."""
    unit = record.units[at]
    if unit.symbol < 0:
        return Unit(at, -1, -1, unit.start_line)
    return unit_of(record, unit.symbol)


def _scores(record: Record, path: bytes, wanted: Wanted) -> tuple[list[float], list[float]]:
    """By unit its score, and the share of the query's weight that it holds."""
    bodies, sizes = _bodies(record, wanted)
    base = path.rpartition(b"/")[2].partition(b".")[0].decode("utf-8", "replace")
    in_stem = wanted.of(base)
    scores = []
    shares = []
    for at, unit in enumerate(record.units):
        fields = _fields(record, unit.symbol, wanted)
        held = bodies.get(at, ())
        score = share = 0.0
        # In the query's order: sums of floats depend on it, and that of a set is chance.
        for one in [one for one in wanted.weights if one in fields or one in held]:
            x = fields.get(one, 0.0)
            if one in held:
                x += rank.U_BODY / rank.unit_length(sizes[at])
            if one in in_stem:
                x += rank.U_STEM
            score += wanted.weights[one] * rank.unit_saturate(x)
            share += wanted.weights[one]
        scores.append(score)
        shares.append(share / wanted.total)
    return scores, shares


def _most_telling(record: Record, scores: list[float], names: SymbolNames) -> int:
    """The unit that stands for the file: by its score, and by how much of its name was asked."""

    def value(at: int) -> float:
        symbol = record.units[at].symbol
        covered = names.covered(record.symbols[symbol].name) if symbol >= 0 else 0.0
        return scores[at] * (1 + rank.U_NAMED * covered)

    return max(
        (at for at, score in enumerate(scores) if score > 0), key=lambda at: (value(at), -at)
    )


def _bodies(record: Record, wanted: Wanted) -> tuple[dict[int, set[str]], list[int]]:
    """By unit the wanted stems that its words hold, and how many words each unit has."""
    held: dict[int, set[str]] = {}
    stems = dict(wanted.among(list(set().union(*record.unit_words))))
    hits = frozenset(stems)
    for at, words in enumerate(record.unit_words):
        found = hits.intersection(words)
        if found:
            held[at] = set().union(*map(stems.__getitem__, found))
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
