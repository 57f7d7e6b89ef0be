"""How well a query covers names: those of files and folders, and those of definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.cache.words import GENERIC, parts, squeeze, stem
from uindex.query import rank
from uindex.query.parse import pieces
from uindex.record import KINDS

if TYPE_CHECKING:
    from uindex.query.parse import Query
    from uindex.record import Record

_NEUTRAL = frozenset(["index", "main", "mod", "lib", "init", "readme"])
"""File names that say nothing: their folder's name counts instead."""
_GENERIC_STEMS = frozenset(map(stem, GENERIC))
_VOWELS = frozenset("aeiou")


class PathNames:
    """How well a query covers names in paths, remembered: many paths share their folders."""

    def __init__(self, query: Query) -> None:
        self._stems = {term.stem for term in query.terms}
        self._tokens = parts(query.text)
        self._content = query.words
        self._initials = "".join(token[0] for token in self._tokens)
        self._folders: dict[str, float] = {}

    def of(self, path: bytes) -> tuple[float, float]:
        """How well the query covers the file's name, and the best of its folders: 0 to 1 each."""
        *folders, base = path.decode("utf-8", "replace").split("/")
        name = parts(base.partition(".")[0] or base)
        scale = 1.0
        if folders and (squeeze("".join(name)) in _NEUTRAL or not name):
            name, scale = parts(folders[-1]), rank.FOLDER_FOR_FILE
        in_folders = max(map(self._folder, folders), default=0.0)
        return scale * self._words(name), in_folders

    def _folder(self, name: str) -> float:
        known = self._folders.get(name)
        if known is None:
            known = self._folders[name] = self._words(parts(name))
        return known

    def _words(self, words: list[str]) -> float:
        """Long words count for more, generic ones for less, and a name of one word is less telling
        than one of several."""
        total = score = 0.0
        hits = 0
        for word in words:
            size = len(word) ** 0.5 * (rank.GENERIC_IN_NAME if word in GENERIC else 1.0)
            value = self._part(word)
            total += size
            score += size * value
            hits += value > 0
        return score / total * _certainty(hits) if total else 0.0

    def _part(self, word: str) -> float:
        if stem(word) in self._stems:
            return 0.6 if word in GENERIC else 1.0
        filled = sum(len(one) for one in self._stems if len(one) >= 3 and one in word)
        if filled:
            return 0.9 * min(1.0, filled / len(word))
        if self._is_short_form(word):
            return 0.8
        return 0.0

    def _is_short_form(self, word: str) -> bool:
        """Whether a word of a path stands for one of the query, or for the initials of several:
        `args` for arguments, `ctx` for context, `cv` for cluster view."""
        if 2 <= len(word) <= 4 and word in self._initials:
            return True
        root = stem(word)
        if len(root) < 3:
            return False
        if any(token.startswith(word) for token in self._tokens):
            return True
        if any(token.startswith(root) for token in self._content):
            return True
        return len(word) <= 5 and any(_is_skeleton(word, token) for token in self._content)


def _is_skeleton(short: str, word: str) -> bool:
    """Whether consonants of a word, in order and from the first letter on, make a short form."""
    if len(word) <= len(short) or word[0] != short[0] or not _VOWELS.isdisjoint(short[1:]):
        return False
    rest = iter(word)
    return all(letter in rest for letter in short)


def _certainty(hits: int) -> float:
    return min(1.0, 0.5 + 0.25 * hits)


class SymbolNames:
    """How well a query covers the names of definitions."""

    def __init__(self, query: Query, weights: dict[str, float]) -> None:
        """`weights` are those of the query's stems that the tree holds."""
        self.text = " ".join(parts(query.text))
        """The query's words as they stand."""
        self._asked = {one: weights[one] for one in map(stem, query.words) if one in weights}
        self._all = sum(self._asked.values())
        self._mean = self._all / max(1, len(self._asked))
        self._weights = weights
        self._called = [_Called(one) for one in query.idents]

    def closeness(self, name: str) -> float:
        """How alike the words of a name and those of the query are, from 0 to 1 (Dice), rare words
        counting for more.  How rare a word is that the query has not is not looked up."""
        stems = dict.fromkeys(map(stem, parts(name)))
        shared = sum(self._asked[one] for one in stems if one in self._asked)
        if not shared:
            return 0.0
        rest = sum(
            self._mean * (rank.GENERIC_IN_NAME if one in _GENERIC_STEMS else 1.0)
            for one in stems
            if one not in self._asked
        )
        return 2 * shared / (shared + rest + self._all)

    def covered(self, name: str) -> float:
        """How much of a name was asked for, from 0 to 1."""
        total = asked = 0.0
        hits = 0
        for word in parts(name):
            size = len(word) ** 0.5
            total += size
            if stem(word) in self._weights:
                asked += size
                hits += 1
        return asked / total * _certainty(hits) if total else 0.0

    def called(self, record: Record, path: bytes) -> tuple[float, int]:
        """How good the best definition is that an identifier of the query names, and its index in
        the record; (0, -1) where there is none."""
        best, found = 0.0, -1
        if not self._called:
            return best, found
        base = path.rpartition(b"/")[2].rpartition(b".")[0].decode("utf-8", "replace")
        after = squeeze(base)
        for at, symbol in enumerate(record.symbols):
            for one in self._called:
                case = one.case(symbol.name, symbol.qualname)
                if case:
                    score = rank.called(
                        KINDS.index(symbol.kind),
                        case,
                        private=symbol.visibility == "private",
                        named_after=after == one.key,
                    )
                    if score > best:
                        best, found = score, at
        return best, found


class _Called:
    """An identifier of the query."""

    def __init__(self, ident: str) -> None:
        *before, self._name = pieces(ident)
        self._qualifiers = [squeeze(one) for one in before]
        self.key = squeeze(self._name)

    def case(self, name: str, qualname: str) -> float:
        """1 for the name as typed, less for one that differs, 0 for another."""
        if name == self._name:
            value = 1.0
        elif squeeze(name) == self.key:
            value = rank.OTHER_CASE
        else:
            return 0.0
        whole = squeeze(qualname)
        return (
            value
            if all(one in whole for one in self._qualifiers)
            else value * rank.UNQUALIFIED_CASE
        )
