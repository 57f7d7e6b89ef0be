"""The baseline `grep-and-read`: how one finds code without an index.

The words of the question are looked for with `git grep`, one after another, as fixed strings and
without regard to letter case, in the worktree's files that git does not ignore.  Files are ranked
by how many of the words they hold, a word in the path counting as another one; then by how many
lines match; then by path.  The best are read whole.

Words are runs of letters, digits and underscores.  Stop words and words of one or two characters
are left out unless there are no others, and a plain plural loses its `s`, so that more is found.
Of the simple rules that were tried on the public benchmark this is the strongest: NDCG@10 0.761;
by the number of matching lines alone it is 0.58, by words without those of the path 0.63; files of
which only the path matches add nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.cache.words import STOP
from uindex.evaluation.questions import Found, Piece
from uindex.git.grep import matching_lines
from uindex.query.results import path_text

if TYPE_CHECKING:
    from uindex.evaluation.place import Place

MOST_WORDS = 16
"""Of one question: each is a process.  The benchmark's longest has 14."""
_LEAST = 3
_WORD = re.compile(r"\w+")


class GrepAndRead:
    """`git grep`, then whole files."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def find(self, query: str, limit: int) -> list[Found]:
        place = self._place
        words = wanted(query)
        found = [matching_lines(place.repo, word, place.folder) for word in words]
        held: dict[bytes, tuple[int, int]] = {}
        for path in filter(place.keeps, set().union(*found)):
            lower = path.lower()
            named = sum(word.encode("utf-8", "surrogateescape") in lower for word in words)
            counts = [lines[path] for lines in found if path in lines]
            held[path] = (-len(counts) - named, -sum(counts))
        ordered = sorted(held, key=lambda path: (held[path], path))
        return [Found(path_text(path)) for path in ordered[:limit]]

    def packet(self, query: str, limit: int, budget: int) -> list[Piece]:
        """Whole files, whatever the budget is."""
        pieces = []
        for one in self.find(query, limit):
            text = self._place.text(one.path.encode("utf-8", "surrogateescape"))
            pieces.append(Piece(one, text or ""))
        return pieces

    def close(self) -> None:
        """Nothing was started."""


def wanted(query: str) -> list[str]:
    """The words to look for."""
    words = list(dict.fromkeys(_WORD.findall(query.lower())))
    telling = [word for word in words if word not in STOP and len(word) >= _LEAST] or words
    return list(dict.fromkeys(map(_singular, telling)))[:MOST_WORDS]


def _singular(word: str) -> str:
    plural = len(word) > _LEAST and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if plural else word
