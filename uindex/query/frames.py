"""The places that the text of an error names: path and line, as stack traces and compilers give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.query import rank
from uindex.query.rank import Candidate
from uindex.record import KINDS
from uindex.resolve.packages import shared_start

if TYPE_CHECKING:
    from uindex.cache.reader import FileRow
    from uindex.query.corpus import Corpus
    from uindex.query.parse import Query
    from uindex.record import Record

_LEAST_SHARED = 1
"""Components of a path that have to agree from the end: a trace names files by any prefix."""


def candidates(corpus: Corpus, query: Query, *, explain: bool = False) -> list[Candidate]:
    """The innermost definition at each place that is in the tree, the most telling first.

    A line is taken as that of the indexed file; what changed since says its state.
    """
    found: dict[tuple[bytes, int], Candidate] = {}
    for at, (path, line, name) in enumerate(query.frames):
        for row in _rows(corpus, path):
            record = corpus.records([row.blob], words=False).get(row.blob)
            if record is None:
                continue
            score = rank.frame_score(at, row.rank)
            symbol = _innermost(record, line, name)
            if symbol < 0 and line > record.lines:
                continue
            why = f"a place that the error names {score:g}" if explain else ""
            if symbol < 0:
                one = Candidate(score, row.path, 1, -1, row.blob, why=why)
            else:
                kind = KINDS.index(record.symbols[symbol].kind)
                here = record.symbols[symbol].line
                one = Candidate(score, row.path, here, symbol, row.blob, kind, why=why)
            found.setdefault((row.path, symbol), one)
    return list(found.values())


def _innermost(record: Record, line: int, name: str) -> int:
    """The smallest definition with a piece of its own around a line; the nearest one of that name,
    where there is a name: the line may be that of another version.  -1 for none."""
    called = [
        (max(one.start_line - line, line - one.end_line, 0), one.end_line - one.start_line, at)
        for at, one in enumerate(record.symbols)
        if name and one.name == name
    ]
    if called:
        return min(called)[2]
    around = [
        (one.end_line - one.start_line, unit.symbol)
        for unit in record.units
        if unit.symbol >= 0
        for one in [record.symbols[unit.symbol]]
        if one.start_line <= line <= one.end_line
    ]
    return min(around)[1] if around else -1


def _rows(corpus: Corpus, path: bytes) -> list[FileRow]:
    """The files whose paths share the longest end with the one that is named."""
    wanted = path.split(b"/")[::-1]
    best: list[FileRow] = []
    most = _LEAST_SHARED
    for row in corpus.files_named(wanted[0].lower()):
        shared = shared_start(row.path.split(b"/")[::-1], wanted)
        if shared > most:
            best, most = [row], shared
        elif shared == most:
            best.append(row)
    # A name alone that many files have says nothing.
    return best if most > _LEAST_SHARED or len(best) == 1 else []
