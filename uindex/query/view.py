"""One tree as a query sees it, and how a candidate becomes a result."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.query import results
from uindex.query.corpus import FIRST_OVERLAY, Corpus
from uindex.query.freshness import Verdict, Worktree
from uindex.query.results import Result, Searched, path_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from uindex.git.objects import Objects
    from uindex.query.evidence import Text
    from uindex.query.rank import Candidate
    from uindex.record import Record, Symbol

LONGEST_TEXT = 400
"""Characters of a doc or signature in a result; the source has the rest."""


class View(NamedTuple):
    """What an answer is made from."""

    corpus: Corpus
    objects: Objects
    worktree: Worktree | None
    """None where there is nothing to compare with: a bare repository, or another rev."""
    searched: Searched
    notes: tuple[str, ...]
    published: Callable[[str], bytes | None] | None = None
    """The graph of files that the index has of the commit, by what made it."""

    def told(self) -> list[str]:
        """The notes, and what came out since: to be asked when the answer is known."""
        return [*self.notes, *self.corpus.notes]


def resolved(view: View, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Candidates with those of uncommitted files turned into their indexed counterparts, where they
    have one: then the result is the indexed one, and its state says what became of it."""
    corpus = view.corpus
    kept: dict[tuple[bytes, int, int, int], Candidate] = {}
    for one in candidates:
        place = _indexed(corpus, one) if one.blob >= FIRST_OVERLAY else one
        # Pieces of a file that are no symbol are told apart by their unit.
        blob = place.blob if place.at >= 0 else 0
        key = (place.path, blob, place.at, place.unit if place.at < 0 else -1)
        if key not in kept or kept[key].score < place.score:
            kept[key] = place
    return sorted(kept.values(), key=lambda one: one.order())


def _indexed(corpus: Corpus, one: Candidate) -> Candidate:
    row = corpus.reader.file(one.path) if corpus.reader else None
    if row is None:
        return one
    records = corpus.records((one.blob, row.blob))
    record, indexed = records[one.blob], records.get(row.blob)
    if indexed is None:
        return one
    if one.at < 0:
        return one._replace(blob=row.blob, unit=-1, line=1)
    symbol = record.symbols[one.at]
    for at, other in enumerate(indexed.symbols):
        if other.qualname == symbol.qualname and other.kind == symbol.kind:
            return one._replace(blob=row.blob, at=at, line=other.line, unit=-1)
    return one


def details(view: View, candidates: Sequence[Candidate]) -> list[Result]:
    """Results for a page of candidates."""
    ids: _Ids = {}
    return [_detail(view, one, record, ids)[0] for one, record in _known(view, candidates)]


def with_texts(view: View, candidates: Sequence[Candidate]) -> list[tuple[Result, Text | None]]:
    """Results for a page of candidates, each with its whole text, or None where that is not here;
    `evidence.spend` cuts it."""
    found = []
    ids: _Ids = {}
    for one, record in _known(view, candidates):
        result, verdict = _detail(view, one, record, ids)
        found.append((result, _text_of(view, one, record, verdict)))
    return found


def _known(view: View, candidates: Sequence[Candidate]) -> Iterator[tuple[Candidate, Record]]:
    records = view.corpus.records(one.blob for one in candidates)
    return ((one, records[one.blob]) for one in candidates if one.blob in records)


_Ids = dict[tuple[bytes, int], list[str]]
"""By path and blob the ids of its symbols, which are made all at once."""


def _detail(view: View, one: Candidate, record: Record, ids: _Ids) -> tuple[Result, Verdict]:
    blob = view.corpus.oid(one.blob)
    verdict = _verdict(view, one, record)
    start, end = _span(one, record)
    name = path_text(one.path.rpartition(b"/")[2])
    result = Result(
        id=path_text(one.path),
        path=one.path,
        line=start,
        start_line=start,
        end_line=end,
        kind="file",
        name=name,
        qualname=path_text(one.path),
        signature="",
        doc=_short(record.doc),
        lang=record.lang,
        blob=blob.hex(),
        commit=view.searched.commit if one.blob < FIRST_OVERLAY else None,
        score=one.score,
        state=verdict.state,
        line_now=verdict.line_now,
        partial="partial" in record.marks,
        capped="capped" in record.marks,
        why=one.why,
    )
    if one.at < 0:
        return result, verdict
    if (one.path, one.blob) not in ids:
        ids[one.path, one.blob] = symbol_ids(record, one.path)
    return _as_symbol(result, record, one.at, ids[one.path, one.blob][one.at]), verdict


def _as_symbol(result: Result, record: Record, index: int, id: str) -> Result:
    symbol = record.symbols[index]
    return result._replace(
        id=id,
        line=symbol.line,
        start_line=symbol.start_line,
        end_line=symbol.end_line,
        kind=symbol.kind,
        name=symbol.name,
        qualname=symbol.qualname,
        signature=_short(symbol.signature),
        doc=_short(symbol.doc),
    )


def _verdict(view: View, one: Candidate, record: Record) -> Verdict:
    if one.blob >= FIRST_OVERLAY:
        unmerged = view.worktree is not None and view.worktree.is_unmerged(one.path)
        return Verdict(results.UNMERGED if unmerged else results.UNCOMMITTED, one.line)
    if view.worktree is None:
        return Verdict(results.UNCHECKED, None)
    blob = view.corpus.oid(one.blob)
    return view.worktree.verdict(one.path, blob, record, one.at, _span(one, record)[0])


def _span(one: Candidate, record: Record) -> tuple[int, int]:
    if one.at >= 0:
        return record.symbols[one.at].line, record.symbols[one.at].end_line
    if one.unit >= 0:
        unit = record.units[one.unit]
        return unit.start_line, unit.end_line
    return 1, max(record.lines, 1)


def _text_of(view: View, one: Candidate, record: Record, verdict: Verdict) -> Text | None:
    """The text of the result: as it is now where that is known to be the same definition, else as
    it was indexed."""
    from uindex.query.evidence import Text  # only where source is asked for

    now = verdict.symbol
    if now is not None and view.worktree is not None:
        data = view.worktree.data_now(one.path)
        if data is not None:
            return Text(_text(data, now), now.start_line, "worktree", now.line)
    data = content(view, one)
    if data is None:
        return None
    here = verdict.state in (results.FRESH, results.UNCOMMITTED) or one.blob >= FIRST_OVERLAY
    origin = "worktree" if here else "blob"
    if one.at >= 0:
        symbol = record.symbols[one.at]
        return Text(_text(data, symbol), symbol.start_line, origin, symbol.line)
    start, end = _span(one, record)
    return Text(lines(data, start, end), start, origin, start)


def _text(data: bytes, symbol: Symbol) -> bytes:
    """A symbol's source with the blanks before it on its first line, as those of the rest have."""
    start = symbol.start
    while start and data[start - 1 : start] in (b" ", b"\t"):
        start -= 1
    if start and data[start - 1 : start] != b"\n":
        start = symbol.start
    return data[start : symbol.end]


def content(view: View, one: Candidate) -> bytes | None:
    if one.blob >= FIRST_OVERLAY and view.worktree is not None:
        return view.worktree.data_now(one.path)
    return view.objects.read(view.corpus.oid(one.blob))


def lines(data: bytes, start: int, end: int) -> bytes:
    """Lines `start` to `end`, both included, counted from 1."""
    mark = b"\n" if b"\n" in data else b"\r"  # as extract.text finds them
    *ended, last = data.split(mark)
    found = [line + mark for line in ended] + ([last] if last else [])
    return b"".join(found[start - 1 : end])


def symbol_ids(record: Record, path: bytes) -> list[str]:
    """The ids of a record's symbols: path#qualname, then @kind where symbols of other kinds share
    it, then ~2, ~3 … where symbols of the same kind do.

    Stable as long as a definition keeps its name, its kind and its place among those it shares
    them with.
    """
    kinds: dict[str, set[str]] = {}
    for symbol in record.symbols:
        kinds.setdefault(symbol.qualname, set()).add(symbol.kind)
    ordinals: dict[tuple[str, str], int] = {}
    start = path_text(path)
    found = []
    for symbol in record.symbols:
        text = f"{start}#{symbol.qualname}"
        if len(kinds[symbol.qualname]) > 1:
            text += f"@{symbol.kind}"
        same = (symbol.qualname, symbol.kind)
        ordinals[same] = ordinal = ordinals.get(same, 0) + 1
        found.append(text if ordinal == 1 else f"{text}~{ordinal}")
    return found


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
