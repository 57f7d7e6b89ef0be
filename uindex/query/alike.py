"""`find --more-like`: code and documents that resemble a definition, a section or a file.

There is no query, so one is made: of the words of its name, of what it belongs to and calls, of
its signature, doc and text, each by where it stands; the rarest of them in this tree are asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.cache.words import STOP, parts, squeeze, stem
from uindex.errors import UsageError
from uindex.query import rank
from uindex.query.parse import WORDS, Term, parse
from uindex.query.show import by_id, by_path, innermost
from uindex.query.view import resolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uindex.query.corpus import Corpus
    from uindex.query.parse import Query
    from uindex.query.rank import Candidate
    from uindex.query.view import View
    from uindex.record import Record

_NAME, _OWNER, _CALL, _SIGNATURE, _DOC, _BODY = 1.0, 0.5, 0.6, 0.4, 0.4, 0.2
OTHER_KIND_COST = 3.0
"""For documents where code is to be matched, and the other way round: as much as for tests."""
_MOST = 16
"""Words that are asked for: with more, no other file holds a fair part of them."""
_SHORTEST = 3
"""Letters of a word that says anything by itself."""


def place_of(view: View, like: str, prefix: bytes) -> Candidate:
    """What an id, a path or PATH:LINE names.  UsageError where that is nothing."""
    found = by_id(view, like) or innermost(view, like, prefix) or by_path(view, like, prefix)
    if not found:
        raise UsageError(f"--more-like {like}: no result has this id, and no file this line")
    return resolved(view, found)[0]


def query_of(view: View, one: Candidate, text: str) -> Query:
    """The query that stands for a place; the words of `text` are asked for besides."""
    record = view.corpus.records([one.blob])[one.blob]
    weights: dict[str, float] = {}
    for weight, words in _said(record, one):
        for found in _stems(words):
            weights[found] = max(weights.get(found, 0.0), weight)
    added = [Term(word, _NAME) for word in dict.fromkeys(_stems(text))]
    for term in added:
        weights.pop(term.stem, None)
    chosen = (*added, *_telling(view.corpus, weights))
    name = record.symbols[one.at].name if one.at >= 0 else _base(one.path)
    asked = parse(f"{text} {name}".strip() or "-")
    return asked._replace(mode=WORDS, terms=chosen)


def _base(path: bytes) -> str:
    return path.rpartition(b"/")[2].partition(b".")[0].decode("utf-8", "replace")


def _said(record: Record, one: Candidate) -> Iterator[tuple[float, str]]:
    """What a place says, each with its weight."""
    if one.at < 0:
        yield _NAME, _base(one.path)
        yield _DOC, record.doc
        for symbol in record.symbols:
            yield _SIGNATURE, symbol.name
        units: Iterable[int] = range(len(record.units)) if one.unit < 0 else (one.unit,)
        yield from ((_BODY, " ".join(record.unit_words[unit])) for unit in units)
        return
    symbol = record.symbols[one.at]
    yield _NAME, symbol.name
    yield _OWNER, record.symbols[symbol.parent].name if symbol.parent >= 0 else symbol.owner
    yield _SIGNATURE, symbol.signature
    yield _DOC, symbol.doc
    inner = _inner(record, one.at)
    for at in inner - {one.at}:
        yield _SIGNATURE, record.symbols[at].name
    for link in record.links:
        if link.symbol in inner and link.kind in ("call", "use", "base"):
            yield _CALL, link.name
    for unit, words in zip(record.units, record.unit_words, strict=True):
        if unit.symbol in inner:
            yield _BODY, " ".join(words)


def _inner(record: Record, at: int) -> set[int]:
    """A symbol and all that is in it; a parent comes before its children."""
    found = {at}
    for index in range(at + 1, len(record.symbols)):
        if record.symbols[index].parent in found:
            found.add(index)
    return found


def _stems(text: str) -> Iterator[str]:
    for token in text.split():
        words = [part for part in parts(token) if len(part) >= _SHORTEST and part not in STOP]
        yield from map(stem, words)
        if len(words) > 1:
            yield stem(squeeze(token))


def _telling(corpus: Corpus, weights: dict[str, float]) -> tuple[Term, ...]:
    """The words that tell most: by where they stand, and how few files hold them."""
    files = max(corpus.sums.files, 1)
    worth = {}
    for word, weight in weights.items():
        held = sum(len(refs) for _, refs in corpus.terms(word))
        if held > 1:  # what only it says leads nowhere
            worth[word] = weight * rank.idf(files, min(held, files))
    best = sorted(worth, key=lambda word: (-round(worth[word], 6), word))[:_MOST]
    return tuple(Term(word, weights[word]) for word in best)
