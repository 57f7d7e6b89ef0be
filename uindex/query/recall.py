"""`recall`: what the documents say, by section, within a budget.

`find` leads to the documents; their sections are then held against the query one by one, since the
best document rarely answers with one section alone.  A section is its own text: what stands under
its inner headings is theirs, so that nothing is said twice.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.words import parts, squeeze, stem
from uindex.errors import UsageError
from uindex.query.corpus import FIRST_OVERLAY
from uindex.query.evidence import Evidence, Text, sourced
from uindex.query.find import gathered
from uindex.query.options import FindOptions
from uindex.query.parse import WORDS, parse
from uindex.query.rank import Candidate
from uindex.query.results import FRESH, STATES, UNCHECKED, Answer, path_text, stale_warning
from uindex.query.view import content, details, lines, resolved
from uindex.tokens import count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from uindex.query.options import RecallOptions
    from uindex.query.parse import Query
    from uindex.query.results import Result
    from uindex.query.view import View
    from uindex.record import Record

_DOCUMENTS = 30
"""The best documents, of which the sections are looked at."""
_BODY, _TITLE, _ABOVE = 1.0, 2.0, 1.0
"""What a word counts in the text of a section, in its title, in a title above it or the path."""
_HALF = 0.8
"""At this much of a word in a section it has half of its say."""
_B = 0.4
"""How much the length of a section counts against it."""
_OF_FILE = 0.6
"""How much of a section's score is that of its document, as `find` has it."""
_CHRONICLE = 0.6
"""What counts of a section that tells what changed once: it names everything, and explains none."""
_CHRONICLES = ("change", "history", "news", "release", "whatsnew", "whats_new", "migrat", "upgrad")
_LEAST = 0.25
"""Sections below this part of the best one's score say nothing of it."""


class _Section(NamedTuple):
    path: bytes
    blob: int
    unit: int
    at: int
    """Of its heading; -1 for a piece of a text without any."""
    start: int
    end: int
    """Lines of its own text."""
    fields: Mapping[str, float]
    """By stem how much of it is there."""
    size: int


def recall(view: View, text: str, options: RecallOptions) -> Answer:
    """The sections that answer, best first, each with its own text.  Raises UsageError."""
    query = parse(text)._replace(mode=WORDS)
    if not query.stems:
        raise UsageError("recall: there is no word in the query; say what to look for")
    narrowed = FindOptions(within="docs", paths=options.paths)
    found, said = gathered(view.corpus, query, narrowed)
    files = _of_files(found)
    ranked = _ranked([*_sections(view, query, files)], query, files)
    page = ranked[options.offset : options.offset + options.limit]
    shown = [_shown(view, score, section) for score, section in page]
    stale = _stale([one for one, _ in shown])
    answer = Answer(
        text, "recall", len(ranked), options.offset, (), view.searched, (*view.notes, *said),
        stale=stale,
    )  # fmt: skip
    words = {term.stem: term.weight for term in query.terms}
    before = count(stale_warning(stale) + "".join(f", [{s}] {path_text(p)}" for p, s in stale))
    return sourced(answer, shown, Evidence(options.budget, words, options.limit, before=before))


def _stale(results: Sequence[Result]) -> tuple[tuple[bytes, str], ...]:
    """The files of sections that are not fresh, each with the worst state that one of them has."""
    found: dict[bytes, str] = {}
    for one in results:
        if one.state not in (FRESH, UNCHECKED):
            known = found.setdefault(one.path, one.state)
            found[one.path] = max(known, one.state, key=STATES.index)
    return tuple(sorted(found.items()))


def _of_files(found: Sequence[Candidate]) -> dict[bytes, float]:
    """The best documents by path, from 1 for the first of them down towards 0: by their place, for
    scores of names and of words are not of one scale."""
    best: dict[bytes, float] = {}
    for one in found:
        best[one.path] = max(best.get(one.path, one.score), one.score)
    ordered = sorted(best, key=lambda path: (-best[path], path))[:_DOCUMENTS]
    return {path: 1 - at / _DOCUMENTS for at, path in enumerate(ordered)}


def _sections(view: View, query: Query, files: Iterable[bytes]) -> Iterator[_Section]:
    """The sections of these documents that hold any of the words, as the files are now."""
    corpus = view.corpus
    rows = (corpus.overlaid(path) or corpus.file(path) for path in sorted(files))
    blobs = [(row.path, row.blob) for row in rows if row is not None]
    records = corpus.records(blob for _, blob in blobs)
    wanted = {term.stem for term in query.terms}
    for path, blob in blobs:
        record = records[blob]
        above = _stems(path_text(path), wanted)
        cells = _code_cells(view, path, blob) if record.lang == "jupyter" else frozenset()
        for unit in range(len(record.units)):
            one = _section(record, unit, (path, blob), above, wanted)
            if one is not None and (one.at < 0 or record.symbols[one.at].name not in cells):
                yield one


def _section(
    record: Record, unit: int, file: tuple[bytes, int], above: set[str], wanted: set[str]
) -> _Section | None:
    """A piece of a record as a section; None where it is none, or holds none of the words."""
    piece, words = record.units[unit], record.unit_words[unit]
    kind = record.symbols[piece.symbol].kind if piece.symbol >= 0 else ""
    if kind not in ("", "heading", "section") or not words:
        return None
    fields: dict[str, float] = {}
    start, end = piece.start_line, piece.end_line
    if piece.symbol >= 0:
        start, end = own_lines(record, piece.symbol)
        titles = [record.symbols[at].name for at in _upward(record, piece.symbol)]
        for one in _stems(titles[0], wanted):
            fields[one] = _TITLE
        above = above | _stems(" ".join(titles[1:]), wanted)
    for one in above:
        fields[one] = fields.get(one, 0.0) + _ABOVE
    held = _stems("\n".join(words), wanted)
    for one in held:
        fields[one] = fields.get(one, 0.0) + _BODY
    if not held and not any(value >= _TITLE for value in fields.values()):
        return None  # the document is about it, and this says nothing of it
    return _Section(*file, unit, piece.symbol, start, end, fields, len(words))


def _stems(text: str, wanted: set[str]) -> set[str]:
    """Those of the wanted stems that a text holds, whole words of several parts included."""
    found: set[str] = set()
    for token in text.split():
        own = [stem(part) for part in parts(token)]
        found.update(own)
        if len(own) > 1:
            found.add(stem(squeeze(token)))
    return found & wanted


def _upward(record: Record, at: int) -> Iterator[int]:
    while at >= 0:
        yield at
        at = record.symbols[at].parent


def own_lines(record: Record, at: int) -> tuple[int, int]:
    """First and last line of a symbol's text before what is in it begins."""
    symbol = record.symbols[at]
    inner = [
        one.start_line
        for one in record.symbols[at + 1 :]
        if one.parent == at and one.start_line > symbol.line
    ]
    last = min(inner) - 1 if inner else symbol.end_line
    return symbol.start_line, max(last, symbol.line)


def _code_cells(view: View, path: bytes, blob: int) -> frozenset[str]:
    """Cells of a notebook that are no prose, by the names that records have for them."""
    from uindex.extract.languages.jupyter import cells  # only for notebooks

    data = content(view, Candidate(0.0, path, 1, -1, blob))
    if data is None:
        return frozenset()
    found = cells.read(data).cells
    return frozenset(f"cell {one.number}" for one in found if one.kind == "code")


def _ranked(
    sections: Sequence[_Section], query: Query, files: Mapping[bytes, float]
) -> list[tuple[float, _Section]]:
    """Sections by score, best first.  How rare a word is, is told among these sections: in the
    documents of a repository some word of its subject is everywhere."""
    weights = {term.stem: term.weight for term in query.terms}
    often = dict.fromkeys(weights, 0)
    for one in sections:
        for held in one.fields:
            often[held] += 1
    size = len(sections)
    idf = {
        held: weights[held] * log(1 + (size - times + 0.5) / (times + 0.5))
        for held, times in often.items()
        if times
    }
    most = sum(sorted(idf.values())) or 1.0
    average = max(1.0, sum(one.size for one in sections) / max(size, 1))
    scored = []
    for one in sections:
        chronicle = _CHRONICLE if _is_chronicle(one.path) else 1.0
        length = 1 - _B + _B * min(one.size / average, 4.0)
        said = sum(idf[held] * x / (x + _HALF * length) for held, x in sorted(one.fields.items()))
        score = said / most * (1 - _OF_FILE + _OF_FILE * files[one.path]) * chronicle
        scored.append((round(score, 6), one))
    top = max((score for score, _ in scored), default=0.0)
    kept = [(score, one) for score, one in scored if score >= _LEAST * top]
    return sorted(kept, key=lambda pair: (-pair[0], pair[1].path, pair[1].start))


def _is_chronicle(path: bytes) -> bool:
    """Whether a document lists changes by version, by its name or its folder's."""
    *folders, base = path_text(path).lower().split("/")
    return base.startswith(_CHRONICLES) or any(one.startswith(_CHRONICLES) for one in folders)


def _shown(view: View, score: float, one: _Section) -> tuple[Result, Text | None]:
    """A section as a result: its lines are those of its own text, which is given as it is now."""
    read = Candidate(score, one.path, one.start, one.at, one.blob, unit=one.unit)
    place = resolved(view, [read])[0]
    result = details(view, [place])[0]
    start, end = one.start, one.end
    if place.at >= 0 and place.blob != one.blob:
        start, end = own_lines(view.corpus.records([place.blob])[place.blob], place.at)
    result = result._replace(start_line=start, end_line=end)
    if place.at < 0:
        result = result._replace(line=start, line_now=result.line_now and start)
    data = content(view, read)
    if data is None:
        return result, None
    origin = "worktree" if one.blob >= FIRST_OVERLAY or result.state == FRESH else "blob"
    text = lines(data, one.start, one.end)
    return result, Text(text, one.start, origin, one.start, is_prose=True)
