"""The source of results within a budget: how it is spent, and what was left out for it.

All that an answer says as text counts, by `tokens.count`: the line of each result, and each line
of source with its number.  JSON has the same text in fields; its oids, offsets and scores are for
programs and do not count.

Best results first.  What does not fit whole is cut to whole lines: the signature, then the lines
that hold the rarest of the query's words, then the lines it begins with.
"""

from __future__ import annotations

import re
from math import log
from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.words import LONGEST, fold, parts, stem
from uindex.query.results import FRESH, Limits, Source, path_text
from uindex.tokens import count
from uindex.wording import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from uindex.query.results import Answer, Result

_FOOTER = 16
"""Tokens of the line that says how many there are in all."""
_HEADS = 0.5
"""The part of a budget that the lines of results may take; of results beyond it there is no use,
since nothing would be left to show of them."""
_LEAST_HEAD = count("\na:1: key a") + count("\n  from the worktree:")
_SHARE = 0.5
"""Of what is left of the budget, the part that one result may take before the next ones had theirs:
a long function does not keep all others from being shown."""
_MATCHES = 0.6
"""Of the room for a source, the part that the lines with the query's words may take; its beginning
gets the rest."""
_AROUND = 3
"""Lines before and after one that was asked for that are shown with it."""
_PARAGRAPH = 12
"""Lines of a paragraph, before and after a line of it, that are shown with it."""
_MOST_LEAD = 12
"""Lines of a signature that are kept together."""
_MOST_MATCHES = 80
"""Lines with the query's words that are tried; more fit no budget that needs a choice."""


class Text(NamedTuple):
    """The whole text of a result, before it is cut."""

    data: bytes
    line: int
    """Of the first line of `data` in `origin`."""
    origin: str
    """"worktree" or "blob"."""
    name_line: int
    """The line of the name, which is shown if any is."""
    marks: Sequence[int] = ()
    """Lines that are what was asked for: calls, or the one that was named."""
    is_prose: bool = False
    """It is cut to whole paragraphs, as far as they are short enough."""


class Evidence(NamedTuple):
    """What the text of an answer may cost, and what is to be seen in it."""

    tokens: int
    words: Mapping[str, float] = {}
    """Stems that were asked for, and how much each counts."""
    limit: int | None = None
    """The most results that were asked for; None is all."""
    name: str = ""
    """The query's class."""
    before: int = 0
    """Tokens of what is said before the results."""


class Spent(NamedTuple):
    """Results with their source."""

    results: list[Result]
    tokens: int
    """What their text comes to."""


def spend(found: Sequence[tuple[Result, Text | None]], evidence: Evidence) -> Spent:
    """The results that there is room for, each with what there is room for of its source.

    The first result is there whatever its line costs.
    """
    room = evidence.tokens - _FOOTER - evidence.before
    pieces: list[_Piece] = []
    spent = 0
    for one, text in found:
        piece = _Piece(one, text, evidence.words)
        cost = _head_cost(one, text) + piece.least
        if pieces and spent + cost > _HEADS * room:
            break
        pieces.append(piece)
        spent += cost
    shares = _shares([piece.need - piece.least for piece in pieces], room - spent)
    results = []
    over = 0
    above: dict[tuple[bytes, str, int], str] = {}
    for piece, share in zip(pieces, shares, strict=True):
        source, cost = piece.told_above(above) or piece.cut_to(piece.least + share + over)
        over += piece.least + share - cost
        spent += cost - piece.least
        results.append(piece.result._replace(source=source))
        if source is not None:
            for first, last in source.lines:
                for number in range(first, last + 1):
                    above.setdefault((piece.result.path, source.origin, number), piece.result.id)
    return Spent(results, evidence.before + spent + _FOOTER)


def most(tokens: int) -> int:
    """How many results there may be room for at best: of more no text need be read."""
    return max(1, int(_HEADS * tokens) // _LEAST_HEAD)


def sourced(
    answer: Answer, found: Sequence[tuple[Result, Text | None]], evidence: Evidence
) -> Answer:
    """An answer with these results, as far as there is room for them, and their source."""
    spent = spend(found, evidence)
    notes = [*answer.notes]
    left = max(answer.total - answer.offset, 0)
    asked = left if evidence.limit is None else min(left, evidence.limit)
    dropped = asked - len(spent.results)
    cut = sum(bool(one.source and one.source.cut) for one in spent.results)
    within = f"to stay within {evidence.tokens} tokens (--budget)"
    if dropped:
        notes.append(f"{plural(dropped, 'result')} left for the next page {within}")
    if cut:
        notes.append(f"the source of {plural(cut, 'result')} was cut {within}")
    limits = Limits(
        asked if evidence.limit is None else evidence.limit,
        evidence.tokens,
        spent.tokens,
        evidence.name,
    )
    return answer._replace(results=spent.results, notes=tuple(notes), limits=limits)


def _head_cost(one: Result, text: Text | None) -> int:
    """What the lines cost that lead a result's source: its own, and that of the origin."""
    said = f"{one.why} [{one.status}: {one.reason}, hop {one.hop}]" if one.status else one.signature
    state = "" if one.state == FRESH else f" [{one.state} from line {one.line}]"
    origin = "" if text is None else f"\n  from blob {one.blob[:12]}, as indexed:"
    place = f"\n{path_text(one.path)}:{one.line}: {one.kind} {one.qualname} "
    return count(place + said + state + origin)


def left_out(first: int, last: int) -> str:
    """How it is said that lines are not shown."""
    return f"line {first} left out" if first == last else f"lines {first} to {last} left out"


_GAP = count("\n  (lines 100000 to 999999 left out)")


def _shares(needs: Sequence[int], room: int) -> list[int]:
    """What each may cost: at first at most a part of what is left, then what is left over, both
    times best first."""
    left = max(room, 0)
    shares = []
    for at, need in enumerate(needs):
        most = left if at == len(needs) - 1 else int(left * _SHARE)
        shares.append(min(need, most))
        left -= shares[-1]
    for at, need in enumerate(needs):
        more = min(need - shares[at], left)
        shares[at] += more
        left -= more
    return shares


class _Piece:
    """One result's text, and what its lines cost."""

    def __init__(self, result: Result, text: Text | None, words: Mapping[str, float]) -> None:
        self.result = result
        self._text = text
        self._words = words
        self.lines: list[str] = []
        if text is not None:
            self.lines = split(text.data.decode("utf-8", "replace"))
            self._costs = [
                count(f"\n  {number} | {line}") for number, line in enumerate(self.lines, text.line)
            ]
        self.need = sum(self._costs) if self.lines else 0
        """What all of it costs."""
        self.least = min(self.need, _GAP)
        """What it costs to say that nothing of it is shown."""

    def told_above(self, above: Mapping[tuple[bytes, str, int], str]) -> tuple[Source, int] | None:
        """That all of its lines are shown with a result before it, and what it costs to say so;
        None where they are not, or cost no more themselves."""
        text = self._text
        if text is None or self.need <= _GAP:
            return None
        path, origin = self.result.path, text.origin
        numbers = range(text.line, text.line + len(self.lines))
        if not all((path, origin, number) in above for number in numbers):
            return None
        return Source("", origin, text.line, (), (), above[path, origin, text.line]), self.least

    def cut_to(self, room: int) -> tuple[Source | None, int]:
        """The source as far as there is room, and what it costs; `room` is `least` or more."""
        text = self._text
        if text is None:
            return None, 0
        if self.need <= room:
            return self._source(text, range(len(self.lines))), self.need
        chosen = _Choice(self._costs, room)
        lead = self._lead(text)
        if not (chosen.add(lead) or chosen.add(lead[:1])):
            return self._source(text, ()), self.least
        for at in (mark - text.line for mark in text.marks):
            chosen.add(self._near(at, _AROUND)) or chosen.add(self._near(at, 0))
        for at in self._matching()[:_MOST_MATCHES]:
            chosen.add(self._near(at, 1)) or chosen.add(self._near(at, 0))
            chosen.room = int(room * _MATCHES)  # the best of them may take it all
        chosen.room = room
        for at in range(len(self.lines)):
            if not chosen.add((at,)):
                break
        chosen.close_gaps()
        return self._source(text, chosen.lines()), chosen.cost

    def _near(self, at: int, around: int) -> range:
        """A line and what belongs to it."""
        if around and self._text is not None and self._text.is_prose:
            return self._paragraph(at)
        return range(max(at - around, 0), min(at + around + 1, len(self.lines)))

    def _paragraph(self, at: int) -> range:
        """The lines without an empty one between them, no further than a paragraph is long."""
        first = last = at
        while first > max(0, at - _PARAGRAPH) and self.lines[first - 1].strip():
            first -= 1
        while last < min(len(self.lines), at + _PARAGRAPH) - 1 and self.lines[last + 1].strip():
            last += 1
        return range(first, last + 1)

    def _lead(self, text: Text) -> Sequence[int]:
        """The lines of the signature, from that of the name."""
        at = min(max(text.name_line - text.line, 0), len(self.lines) - 1)
        wanted = len(self.result.signature.replace(" ", ""))
        last = at
        while last < len(self.lines) and last - at < _MOST_LEAD:
            wanted -= len("".join(self.lines[last].split()))
            last += 1
            if wanted <= 0:
                break
        return range(at, last)

    def _matching(self) -> list[int]:
        """Lines with the query's words, those first whose words are many and rare in this text."""
        if not self._words:
            return []
        maybe = re.compile("|".join(map(re.escape, (one.rstrip("y") for one in self._words))))
        held: dict[int, set[str]] = {}
        for at, line in enumerate(self.lines):
            if maybe.search(fold(line)):
                found = stems_in(line) & self._words.keys()
                if found:
                    held[at] = found
        often: dict[str, int] = {}
        for found in held.values():
            for one in found:
                often[one] = often.get(one, 0) + 1
        size = len(self.lines)
        rare = {one: self._words[one] * log(1 + size / times) for one, times in often.items()}
        return sorted(
            held, key=lambda at: (-round(sum(sorted(rare[one] for one in held[at])), 6), at)
        )

    def _source(self, text: Text, chosen: Sequence[int]) -> Source:
        shown: list[tuple[int, int]] = []
        cut: list[tuple[int, int]] = []
        for held, (first, last) in runs(chosen, len(self.lines)):
            (shown if held else cut).append((text.line + first, text.line + last))
        kept = "\n".join(self.lines[at] for at in chosen)
        whole = len(chosen) == len(self.lines)
        if chosen and not (whole and not text.data.endswith((b"\n", b"\r"))):
            kept += "\n"
        if whole:
            kept = text.data.decode("utf-8", "replace")
        line = shown[0][0] if shown else text.line
        return Source(kept, text.origin, line, tuple(shown), tuple(cut))


class _Choice:
    """Lines of a text that are to be shown; gaps between them cost as well."""

    def __init__(self, costs: Sequence[int], room: int) -> None:
        self._costs = costs
        self.room = room
        self.cost = _GAP
        self._chosen: set[int] = set()

    def add(self, lines: Iterable[int]) -> bool:
        """All of these lines, if there is room for them."""
        added: list[int] = []
        before = self.cost
        for at in lines:
            if at not in self._chosen:
                self.cost += self._more(at)
                self._chosen.add(at)
                added.append(at)
        if self.cost > self.room:
            self._chosen.difference_update(added)
            self.cost = before
            return False
        return True

    def _more(self, at: int) -> int:
        """What a line adds: its own cost, and that of gaps where it splits the one it is in."""
        before = at > 0 and at - 1 not in self._chosen
        after = at < len(self._costs) - 1 and at + 1 not in self._chosen
        return self._costs[at] + _GAP * (before + after - 1)

    def close_gaps(self) -> None:
        """Lines are shown where leaving them out costs as much."""
        for held, (first, last) in list(runs(self.lines(), len(self._costs))):
            if not held and sum(self._costs[first : last + 1]) <= _GAP:
                self.add(range(first, last + 1))

    def lines(self) -> list[int]:
        return sorted(self._chosen)


def runs(chosen: Sequence[int], size: int) -> Iterable[tuple[bool, tuple[int, int]]]:
    """The positions below `size` in runs, (whether they are chosen, (first, last))."""
    held = set(chosen)
    start = 0
    for at in range(1, size + 1):
        if at == size or (at in held) != (start in held):
            yield start in held, (start, at - 1)
            start = at


def split(text: str) -> list[str]:
    """The lines of a text without what ends them, as `view.lines` tells them apart."""
    lines = text.split("\n" if "\n" in text else "\r")
    return lines[:-1] if not lines[-1] else lines


def stems_in(line: str) -> set[str]:
    """The stems of a line's words."""
    return {
        stem(part) for at in range(0, len(line), LONGEST) for part in parts(line[at : at + LONGEST])
    }
