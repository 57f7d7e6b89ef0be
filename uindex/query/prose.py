"""Candidates for plain language: files by their words, then the best piece of each.

Two stages, after the recipe: all files that hold a word get a score from postings alone (BM25 over
fields, how well the file's name is covered); the best of them are read, and their units scored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.refs import SEGMENT_BITS
from uindex.cache.words import GENERIC, parts, squeeze, stem
from uindex.query import rank
from uindex.query.rank import Averages, Candidate
from uindex.query.units import Wanted, best_unit, mentions

if TYPE_CHECKING:
    from collections.abc import Callable

    from uindex.cache.reader import FileRow
    from uindex.query.corpus import Corpus
    from uindex.query.parse import Query

_LOCAL = (1 << 20) - 1
_SHORTLIST = 300
_LEAST_SHARE = 0.3
"""A file must hold this share of the weight of the words that the tree knows at all."""
_NEUTRAL = frozenset(["index", "main", "mod", "lib", "init", "readme"])
"""File names that say nothing: their folder's name counts instead."""


class Found(NamedTuple):
    """What the words led to."""

    candidates: list[Candidate]
    """One for each of the best files."""
    files: int
    """Files that hold at least one of the words."""


class _Scored(NamedTuple):
    row: FileRow
    file: float
    docs: float
    share: float


def search(
    corpus: Corpus, query: Query, keep: Callable[[FileRow], bool], *, explain: bool = False
) -> Found:
    """The best files for the query's terms, of those that `keep` lets through."""
    terms = _Terms(corpus, query)
    if not terms.weights:
        return Found([], 0)
    scored, holding = _files(corpus, terms, keep)
    if not scored:
        return Found([], holding)
    cover = Coverage(query)
    coverage = {one.row.path: cover.of(one.row.path) for one in scored}
    best_file = max(one.file for one in scored)
    best_docs = max(one.docs for one in scored) or 1.0

    def features(one: _Scored) -> dict[str, float]:
        in_stem, in_folder = coverage[one.row.path]
        return {
            "stem": in_stem, "units": 0.0, "file": one.file / best_file,
            "docs": one.docs / best_docs, "folder": in_folder, "share": one.share,
        }  # fmt: skip

    known = [(one, features(one)) for one in scored]
    known.sort(key=lambda pair: (-_total(pair[0], pair[1]), pair[0].row.path))
    return Found(_closely(corpus, query, terms, known[: rank.BEST_FILES], explain), holding)


def _total(one: _Scored, features: dict[str, float]) -> float:
    return rank.words_score(features, one.row.rank, one.row.path.count(b"/"))


def _closely(
    corpus: Corpus,
    query: Query,
    terms: _Terms,
    known: list[tuple[_Scored, dict[str, float]]],
    explain: bool,
) -> list[Candidate]:
    """Read the records of the best files, and score their units."""
    wanted = Wanted(terms.weights, corpus.stems)
    records = corpus.records(one.row.blob for one, _ in known)
    found = []
    for one, features in known:
        record = records.get(one.row.blob)
        if record is None or not mentions(record, query):
            continue
        unit = best_unit(record, one.row.path, wanted)
        features["units"] = unit.norm
        features["share"] = max(features["share"], unit.share)
        found.append((one, features, unit))
    top = max((features["units"] for _, features, _ in found), default=0.0) or 1.0
    result = []
    for one, features, unit in found:
        features["units"] /= top
        why = " ".join(f"{name} {value:.3f}" for name, value in features.items() if explain)
        result.append(
            Candidate(
                _total(one, features), one.row.path, unit.line, unit.symbol, one.row.blob,
                unit.kind, unit.unit, why,
            )
        )  # fmt: skip
    return result


class _Terms:
    """The query's terms as the tree has them: postings and weights."""

    def __init__(self, corpus: Corpus, query: Query) -> None:
        self.postings: dict[str, dict[int, int]] = {}
        """stem -> blob -> packed weights"""
        self.paths: dict[str, list[tuple[FileRow, int]]] = {}
        self.weights: dict[str, float] = {}
        """stem -> idf times the query's weight, for stems that the tree holds"""
        files = max(corpus.sums.files, 1)
        for term in query.terms:
            held: dict[int, int] = {}
            df = 0
            for segment, refs in corpus.terms(term.stem):
                first = segment << SEGMENT_BITS
                for ref in refs:
                    uses = corpus.uses(first | ref >> 20)
                    if uses:
                        df += uses
                        held[first | ref >> 20] = ref & _LOCAL
            paths = corpus.path_files(term.stem)
            df = max(df, len(paths))
            if df:
                self.postings[term.stem] = held
                self.paths[term.stem] = paths
                self.weights[term.stem] = term.weight * rank.idf(files, min(df, files))


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
    for name, held in terms.postings.items():
        weight = terms.weights[name]
        for blob in held if name in needed else held.keys() & may:
            ref = held[blob]
            lengths = corpus.lengths(blob)
            x = rank.term_in_file(ref >> 14, ref >> 8 & 63, ref & 255, lengths, averages)
            scores[blob] = scores.get(blob, 0.0) + weight * rank.saturate(x)
            shares[blob] = shares.get(blob, 0.0) + weight
            if ref >> 8 & 63:
                docs[blob] = docs.get(blob, 0.0) + weight * rank.saturate(float(ref >> 8 & 63))
            if (name, blob) in with_paths:
                inside[name, blob] = x
    return found


def _files(
    corpus: Corpus, terms: _Terms, keep: Callable[[FileRow], bool]
) -> tuple[list[_Scored], int]:
    """The shortlist by content and path, and how many files hold a word at all."""
    content = _content(corpus, terms)
    rows, extra, more = _path_scores(terms, content.inside)
    # Paths may lift a file into the shortlist, so they are in it whatever their content.
    best = _best(content.scores, _SHORTLIST)
    rows.update((row.path, row) for row in corpus.files_of(best))
    total = sum(terms.weights.values())
    scored = [
        _Scored(
            row,
            content.scores.get(row.blob, 0.0) + extra.get(row.path, 0.0),
            content.docs.get(row.blob, 0.0),
            (content.shares.get(row.blob, 0.0) + more.get(row.path, 0.0)) / total,
        )
        for row in rows.values()
        if keep(row)
    ]
    holding = len({row.blob for row in rows.values()}.union(*terms.postings.values()))
    return [one for one in scored if one.share >= _LEAST_SHARE], holding


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
    if len(rows) > _SHORTLIST:
        best = sorted(extra, key=lambda path: (-extra[path], path))[:_SHORTLIST]
        rows = {path: rows[path] for path in best}
    return rows, extra, more


class Coverage:
    """How well a query covers names in paths, remembered: many paths share their folders."""

    def __init__(self, query: Query) -> None:
        self._stems = {term.stem for term in query.terms}
        self._tokens = parts(query.text)
        self._initials = "".join(token[0] for token in self._tokens)
        self._folders: dict[str, float] = {}

    def of(self, path: bytes) -> tuple[float, float]:
        """How well the query covers the file's name, and the best of its folders: 0 to 1 each."""
        *folders, base = path.decode("utf-8", "replace").split("/")
        name = parts(base.partition(".")[0] or base)
        scale = 1.0
        if folders and (squeeze("".join(name)) in _NEUTRAL or not name):
            name, scale = parts(folders[-1]), 0.7
        in_folders = max(map(self._folder, folders), default=0.0)
        return scale * self._words(name), in_folders

    def _folder(self, name: str) -> float:
        known = self._folders.get(name)
        if known is None:
            known = self._folders[name] = self._words(parts(name))
        return known

    def _words(self, words: list[str]) -> float:
        total = score = 0.0
        hit = 0
        for word in words:
            size = len(word) ** 0.5
            value = self._part(word)
            total += size
            score += size * value
            hit += value > 0
        return score / total * min(1.0, 0.5 + 0.25 * hit) if total else 0.0

    def _part(self, word: str) -> float:
        if stem(word) in self._stems:
            return 0.6 if word in GENERIC else 1.0
        filled = sum(len(one) for one in self._stems if len(one) >= 3 and one in word)
        if filled:
            return 0.9 * min(1.0, filled / len(word))
        if len(word) >= 3 and any(token.startswith(word) for token in self._tokens):
            return 0.8
        if 2 <= len(word) <= 4 and word in self._initials:
            return 0.8
        return 0.0
