"""Candidates for plain language: files by their words, then the best piece of each.

Two stages, after the recipe: all files that hold a word get a score from postings alone (BM25 over
fields, how well the file's name is covered); the best of them are read, and their units scored.
"""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.refs import SEGMENT_BITS
from uindex.cache.words import parts, stem
from uindex.extract.registry import language_of
from uindex.query import rank
from uindex.query.documents import is_document
from uindex.query.naming import PathNames, SymbolNames
from uindex.query.nearby import Nearby, nearby
from uindex.query.rank import Averages, Candidate, Features, Prior
from uindex.query.units import (
    WHOLE,
    Unit,
    Wanted,
    best_unit,
    is_identifier,
    mentions,
    piece_of,
    quoted,
    unit_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from uindex.cache.reader import FileRow
    from uindex.query.corpus import Corpus
    from uindex.query.parse import Query
    from uindex.record import Record

_LOCAL = (1 << 20) - 1
_SHORTLIST = 300
_ENOUGH = 2 * rank.BEST_FILES
"""Files of the shortlist that may answer; with fewer it is made longer."""
_LEAST_SHARE = 0.05
"""A file must hold this share of the weight of the words that the tree knows at all."""


class Found(NamedTuple):
    """What the words led to."""

    candidates: list[Candidate]
    """One for each of the best files."""
    files: int
    """Files that hold at least one of the words."""
    unread: bool = False
    """Of an identifier: there are more files with all of its words, which were not looked into."""


class Question(NamedTuple):
    """What is asked of the files."""

    query: Query
    keep: Callable[[FileRow], bool]
    """Which files may answer."""
    narrow: bool = False
    """They are those of folders that were named, rather than of the whole repository."""
    explain: bool = False


class _Scored(NamedTuple):
    row: FileRow
    file: float
    docs: float
    share: float


class _Known(NamedTuple):
    """A file with all that is known of it."""

    row: FileRow
    features: Features
    prior: Prior

    def score(self) -> float:
        return round(rank.WORDS + sum(self.parts().values()), 6)

    def parts(self) -> dict[str, float]:
        return rank.words_parts(self.features, self.prior)


def search(corpus: Corpus, asked: Question) -> Found:
    """The best files for the query's terms."""
    terms = _Terms(corpus, asked.query)
    scored, holding = _files(corpus, terms, asked) if terms.weights else ([], 0)
    near = nearby(corpus, asked.query, max((one.share for one in scored), default=0.0))
    if near is not None:
        rows = near.wordless(asked.keep, {one.row.path for one in scored})
        scored += [_Scored(row, 0.0, 0.0, 0.0) for row in rows]
    if not scored:
        return Found([], holding)
    best = _chosen(_known(scored, asked, near), asked.query)
    found, read = _closely(corpus, asked, terms, best, near)
    return Found(found, holding, is_identifier(asked.query) and len(scored) > read)


def _chosen(known: list[_Known], query: Query) -> list[_Known]:
    """The files that are looked at closely: the best by their words, which a closer look may find
    more in, and a few more that are near.  Of an identifier more, until enough are found that
    have it: many have its words here and there."""
    by_words = [
        (one._replace(features=one.features._replace(near=0.0)).score(), one) for one in known
    ]
    by_words.sort(key=lambda pair: (-pair[0], pair[1].row.path))
    if is_identifier(query):
        return [one for _, one in by_words[: rank.IDENTIFIER_FILES]]
    best = [one for _, one in by_words[: rank.BEST_FILES]]
    near = [one for _, one in by_words[rank.BEST_FILES :] if one.features.near > 0]
    near.sort(key=lambda one: (-one.score(), one.row.path))
    return best + near[: rank.NEAR_FILES]


def _known(scored: list[_Scored], asked: Question, near: Nearby | None) -> list[_Known]:
    """The features and priors that take no reading."""
    names = PathNames(asked.query)
    best_file = max(one.file for one in scored) or 1.0
    nearness = [0.0] * len(scored) if near is None else near.features([one.row for one in scored])
    best_docs = max(one.docs for one in scored) or 1.0
    priors = _Priors((one.row.path for one in scored), asked)
    found = []
    for one, value in zip(scored, nearness, strict=True):
        in_stem, in_folder = names.of(one.row.path)
        features = Features(
            in_stem,
            in_folder,
            one.file / best_file,
            one.docs / best_docs,
            one.share,
            near=value,
        )
        found.append(_Known(one.row, features, priors.of(one.row)))
    return found


class _Priors:
    """What files cost for what they are."""

    def __init__(self, paths: Iterable[bytes], asked: Question) -> None:
        self._shallowest = min(path.count(b"/") for path in paths)
        self._cost = rank.NARROW_DEPTH_COST if asked.narrow else rank.DEPTH_COST
        wanted = {term.stem for term in asked.query.terms}
        self._aside = frozenset(name for name in rank.ASIDE if stem(name) not in wanted)

    def of(self, row: FileRow) -> Prior:
        *folders, _ = row.path.decode("utf-8", "replace").split("/")
        return Prior(
            row.rank,
            is_document(row.path, language_of(row.path)),
            row.path.endswith(rank.CATALOGUES)
            or any(not self._aside.isdisjoint(parts(folder)) for folder in folders),
            self._cost * (len(folders) - self._shallowest),
        )


def _closely(
    corpus: Corpus,
    asked: Question,
    terms: _Terms,
    known: list[_Known],
    near: Nearby | None,
) -> tuple[list[Candidate], int]:
    """Read the records of the best files, and score their units and the names that they define.
    Also says how many were looked at."""
    wanted = Wanted(terms.weights, corpus.stems)
    names = SymbolNames(asked.query, terms.weights)
    most = rank.BEST_FILES if is_identifier(asked.query) else len(known)
    found: list[tuple[_Known, Unit]] = []
    read = 0
    for one, record in _records(corpus, known):
        if len(found) == most:
            break
        read += 1
        if not mentions(record, asked.query):
            continue
        unit, features = _read(record, one, wanted, names)
        if unit.unit < 0 and near is not None:
            unit = _nearest_unit(record, near.unit(one.row))
        found.append((one._replace(features=features), unit))
    top = max((one.features.units for one, _ in found), default=0.0) or 1.0
    result = []
    for one, unit in found:
        one = one._replace(features=one.features._replace(units=one.features.units / top))
        result.append(
            Candidate(
                one.score(), one.row.path, unit.line, unit.symbol, one.row.blob, unit.kind,
                unit.unit, rank.explained(one.parts()) if asked.explain else "",
            )
        )  # fmt: skip
    return result, read


def _records(corpus: Corpus, known: list[_Known]) -> Iterator[tuple[_Known, Record]]:
    """The files whose records are there, read a few at a time."""
    for at in range(0, len(known), rank.BEST_FILES):
        some = known[at : at + rank.BEST_FILES]
        records = corpus.records(one.row.blob for one in some)
        for one in some:
            record = records.get(one.row.blob)
            if record is not None:
                yield one, record


def _read(record: Record, one: _Known, wanted: Wanted, names: SymbolNames) -> tuple[Unit, Features]:
    """The unit that stands for a file, and the features that take reading."""
    best = best_unit(record, one.row.path, wanted, names)
    called, at = names.called(record, one.row.path)
    named = max(
        (
            names.closeness(record.symbols[unit.symbol].name)
            for unit in record.units
            if unit.symbol >= 0
        ),
        default=0.0,
    )
    said = quoted(record, names.text)
    features = one.features._replace(
        units=best.norm, share=best.share, named=named, called=called, quoted=float(said >= 0)
    )
    at = at if at >= 0 else said
    return (unit_of(record, at) if at >= 0 else best.unit), features


def _nearest_unit(record: Record, at: int) -> Unit:
    """The piece that is nearest, of a file that holds none of the words.  Who wrote the vectors may
    know of more units than there are."""
    return piece_of(record, at) if 0 <= at < len(record.units) else WHOLE


class _Terms:
    """The query's terms as the tree has them: postings and weights."""

    def __init__(self, corpus: Corpus, query: Query) -> None:
        self.postings: dict[str, dict[int, int]] = {}
        """stem -> blob -> packed weights"""
        self.paths: dict[str, list[tuple[FileRow, int]]] = {}
        self.weights: dict[str, float] = {}
        """stem -> idf times the query's weight, for stems that the tree holds"""
        self._words = [stem(word) for word in query.words]
        files = max(corpus.sums.files, 1)
        for term in query.terms:
            held: dict[int, int] = {}
            df = 0
            for segment, refs in corpus.terms(term.stem):
                first = segment << SEGMENT_BITS
                blobs = [first | ref >> 20 for ref in refs]
                uses = corpus.uses_of(blobs)
                df += sum(uses)
                weights = map(_LOCAL.__and__, refs)
                held.update(zip(compress(blobs, uses), compress(weights, uses), strict=True))
            paths = corpus.path_files(term.stem)
            df = max(df, len(paths))
            if df:
                self.postings[term.stem] = held
                self.paths[term.stem] = paths
                self.weights[term.stem] = term.weight * rank.idf(files, min(df, files))

    def holders(self) -> set[int]:
        """The blobs that hold every single word of the query, in content."""
        held = [self.postings.get(one, {}).keys() for one in self._words]
        return set.intersection(*map(set, held)) if held else set()


class _Content(NamedTuple):
    """What the contents say, by blob."""

    scores: dict[int, float]
    docs: dict[int, float]
    shares: dict[int, float]
    """Weight of the terms that it holds."""
    inside: dict[tuple[str, int], float]
    """(term, blob) -> its part before saturation, where the term is in a path of the blob, too."""


def _needed(terms: _Terms) -> set[str]:
    """Terms of which a file must hold one: what the others weigh together is not enough for it to
    be looked at.  These are the rare ones; of the others, which half of all files hold, only the
    postings of files that may still count are read."""
    left = _LEAST_SHARE * sum(terms.weights.values())
    needed = set(terms.weights)
    for name in sorted(terms.weights, key=lambda name: (terms.weights[name], name)):
        left -= terms.weights[name]
        if left <= 0:
            break
        needed.discard(name)
    return needed


def _content(corpus: Corpus, terms: _Terms) -> _Content:
    sums = corpus.sums
    fields = (sums.names, sums.docs, sums.body)
    averages = Averages(*(max(field, 1) / max(sums.files, 1) for field in fields))
    found = _Content({}, {}, {}, {})
    scores, docs, shares, inside = found
    with_paths = {(name, row.blob) for name, rows in terms.paths.items() for row, _ in rows}
    needed = _needed(terms)
    may = {blob for name in needed for blob in terms.postings[name]}
    may.update(blob for _, blob in with_paths)
    norms: dict[int, tuple[float, float, float]] = {}
    for name, held in terms.postings.items():
        weight = terms.weights[name]
        for blob in held if name in needed else held.keys() & may:
            ref = held[blob]
            by = norms.get(blob)
            if by is None:
                by = norms[blob] = rank.norms(corpus.lengths(blob), averages)
            x = rank.term_in_file(ref >> 14, ref >> 8 & 63, ref & 255, by)
            scores[blob] = scores.get(blob, 0.0) + weight * rank.saturate(x)
            shares[blob] = shares.get(blob, 0.0) + weight
            if ref >> 8 & 63:
                docs[blob] = docs.get(blob, 0.0) + weight * rank.saturate(float(ref >> 8 & 63))
            if (name, blob) in with_paths:
                inside[name, blob] = x
    return found


def _files(corpus: Corpus, terms: _Terms, asked: Question) -> tuple[list[_Scored], int]:
    """The shortlist by content and path, and how many files hold a word at all."""
    content = _content(corpus, terms)
    named, extra, more = _path_scores(terms, content.inside)
    scores = content.scores
    keep = asked.keep
    if is_identifier(asked.query):
        whole = terms.holders()
        scores = {blob: score for blob, score in scores.items() if blob in whole}
        named = {path: row for path, row in named.items() if row.blob in whole}
    total = sum(terms.weights.values())
    scored = [
        _Scored(
            row,
            content.scores.get(row.blob, 0.0) + extra.get(row.path, 0.0),
            content.docs.get(row.blob, 0.0),
            (content.shares.get(row.blob, 0.0) + more.get(row.path, 0.0)) / total,
        )
        for row in _shortlist(corpus, scores, (named, extra), keep)
    ]
    holding = len({row.blob for row in named.values()}.union(*terms.postings.values()))
    return [one for one in scored if one.share >= _LEAST_SHARE], holding


def _shortlist(
    corpus: Corpus,
    scores: dict[int, float],
    paths: tuple[dict[bytes, FileRow], dict[bytes, float]],
    keep: Callable[[FileRow], bool],
) -> Iterable[FileRow]:
    """The best files that may answer, by their content, and by what their paths add to it: paths
    may lift a file into the list whatever its content.  Where few of the best may answer, more are
    looked at."""
    named, extra = paths
    by_path = sorted(named, key=lambda path: (-extra[path], path))
    count = _SHORTLIST
    while True:
        rows = {path: named[path] for path in by_path[:count]}
        rows.update((row.path, row) for row in corpus.files_of(_best(scores, count)))
        kept = [row for row in rows.values() if keep(row)]
        if len(kept) >= _ENOUGH or count >= max(len(scores), len(by_path)):
            return kept
        count *= 8


def _best(scores: dict[int, float], count: int) -> list[int]:
    """The blobs with the best scores, at least `count` and all that tie with the last of these:
    their numbers depend on the cache's history and must not decide."""
    if len(scores) <= count:
        return list(scores)
    least = sorted(scores.values(), reverse=True)[count - 1]
    return [blob for blob, score in scores.items() if score >= least]


def _path_scores(
    terms: _Terms, inside: dict[tuple[str, int], float]
) -> tuple[dict[bytes, FileRow], dict[bytes, float], dict[bytes, float]]:
    """What words in paths add: the files, their scores, and the share that content had not."""
    rows: dict[bytes, FileRow] = {}
    extra: dict[bytes, float] = {}
    more: dict[bytes, float] = {}
    for name, found in terms.paths.items():
        weight = terms.weights[name]
        for row, field in found:
            x = inside.get((name, row.blob), 0.0)
            gain = rank.saturate(x + rank.path_field(field)) - rank.saturate(x)
            rows[row.path] = row
            extra[row.path] = extra.get(row.path, 0.0) + weight * gain
            if not x:
                more[row.path] = more.get(row.path, 0.0) + weight
    return rows, extra, more
