"""Candidates by name where the name was mistyped."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

from uindex.cache.refs import BLOB_SHIFT, SEGMENT_BITS, unpack_symbol
from uindex.query import rank

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.query.corpus import Corpus
    from uindex.query.names import Found
    from uindex.query.parse import Query

_ALTERNATIVES = 12
"""Words that one mistyped word may stand for, the nearest first."""

_Places = dict[int, dict[int, int]]
"""segment -> symbol ref -> how far its word is from the one that was asked for"""


def typos(corpus: Corpus, query: Query) -> Found:
    """Symbols whose names hold words near to those of the query.

    Each word is compared with the vocabulary of words, which is far smaller than that of names.
    """
    spread: list[_Places] = []
    for near in _near(corpus, query.stems):
        spread.append(_nearest(corpus, near))
        if not spread[-1]:
            return {}
    found: Found = {}
    for segment in spread[0] if spread else ():
        distances = [places.get(segment, {}) for places in spread]
        for ref in set.intersection(*map(set, distances)):
            total = sum(one[ref] for one in distances)
            parts_in_name = max(unpack_symbol(segment, ref).parts, len(spread))
            closeness = len(spread) / parts_in_name / (1 + total)
            found[segment, ref] = (rank.TYPO, closeness)
    return found


def _near(corpus: Corpus, words: Sequence[str]) -> Iterator[dict[str, int]]:
    """For each word those of the vocabulary that are near to it, with their distances."""
    # 26 ms to import, and needed only where nothing else was found.
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    slips = {word: 0 if len(word) < 3 else 1 if len(word) < 6 else 2 for word in words}
    sizes = {word: _size(word) for word in words if slips[word]}
    # Read once for all words.
    least = min((size - slips[word] for word, size in sizes.items()), default=0)
    most = max((size + slips[word] for word, size in sizes.items()), default=0)
    vocabulary = corpus.vocabulary(least, most) if sizes else []
    for word in words:
        near = {word: 0}
        if slips[word]:
            matches = process.extract(
                word, vocabulary, scorer=OSA.distance, score_cutoff=slips[word], limit=None
            )
            near.update(
                (text, int(distance))
                for text, distance, _ in matches
                if abs(_size(text) - sizes[word]) <= slips[word]
            )
        yield near


def _size(word: str) -> int:
    return len(word.encode("utf-8", "surrogateescape"))


def _nearest(corpus: Corpus, near: dict[str, int]) -> _Places:
    """For the nearest words that names of the tree really hold."""
    result: _Places = {}
    taken = 0
    for word, distance in sorted(near.items(), key=lambda item: (item[1], item[0])):
        is_new = False
        for segment, refs in corpus.parts(word):
            first = segment << SEGMENT_BITS
            uses = corpus.uses_of([first | ref >> BLOB_SHIFT for ref in refs])
            known = result.setdefault(segment, {})
            before = len(known)
            result[segment] = known = dict.fromkeys(compress(refs, uses), distance) | known
            is_new = is_new or len(known) > before
        taken += is_new
        if taken == _ALTERNATIVES:
            break
    return {segment: places for segment, places in result.items() if places}
