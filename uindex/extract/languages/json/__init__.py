"""JSON, with the comments, trailing commas and bare keys of its relatives.

A reader of our own: the grammar takes a trailing comma for damage and knows no bare keys, and a
large file is read no further than the keys that are kept.
"""

from __future__ import annotations

import re

from uindex.extract import words
from uindex.extract.config import KEYS
from uindex.extract.language import Draft, Language, Reading, Source

DEPTH = 12
"""Objects and arrays around a key that is kept, its own included."""

_TOKEN = re.compile(
    rb"(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))"
    # A string that is not closed ends with its line; tried again at each quote it cost a square.
    rb"|\"(?P<double>(?:[^\"\\\n]|\\.)*)\"?|'(?P<single>(?:[^'\\\n]|\\.)*)'?"
    rb"|(?P<bare>[A-Za-z_$\x80-\xff][\w$\x80-\xff-]*)"
    rb"|(?P<mark>[{}\[\]:,])",
    re.DOTALL,
)


class Json(Language):
    """Keys are symbols; no value is in a record."""

    values = False

    def read(self, data: bytes) -> Reading:
        spans: dict[str, list[tuple[int, int]]] = {"symbol.key": [], "name": [], "comment": []}
        found = _Keys(data)
        found.read()
        for start, end, low, high in sorted(found.keys):
            spans["symbol.key"].append((start, end))
            spans["name"].append((low, high))
        spans["comment"] = found.comments
        return Reading(spans, [], ("capped",) if found.capped else ())

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        return None if words.random_looking(draft.name.encode()) else draft

    def signature(self, draft: Draft, source: Source) -> str:
        return ""


class _Keys:
    """One pass over the tokens, with a stack of what is open."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.keys: list[tuple[int, int, int, int]] = []
        """(start, end, start of the name, end of the name) of each pair."""
        self.comments: list[tuple[int, int]] = []
        self.capped = False

    def read(self) -> None:
        """Find the keys; a pair ends with its value."""
        opened: list[int | None] = []
        key: tuple[int, int, int, int] | None = None
        pair: int | None = None
        last = 0
        depth = 0
        for match in _TOKEN.finditer(self.data):
            group = match.lastgroup
            if group == "comment":
                self.comments.append(match.span())
                continue
            if group != "mark":
                if pair is not None:
                    self._end(pair, match.end())
                    pair = None
                key = (*match.span(), *match.span(group or 0))
                continue
            mark = match[0]
            if mark == b":" and key is not None:
                pair = self._key(key, depth)
                key = None
            elif mark in b"{[":
                depth += 1
                if depth <= DEPTH:
                    opened.append(pair)
                pair = key = None
            elif mark in b"}]":
                if depth and depth <= DEPTH and opened:
                    self._end(opened.pop(), match.end())
                depth = max(0, depth - 1)
                pair = key = None
            else:
                pair = key = None
            if len(self.keys) > KEYS:
                self.capped = True
                del self.keys[KEYS:]
                break
            last = match.end()
        for index in opened:
            self._end(index, last)

    def _key(self, key: tuple[int, int, int, int], depth: int) -> int | None:
        low, high = key[2:]
        if depth > DEPTH:
            self.capped = True
            return None
        if low == high:
            return None
        self.keys.append(key)
        return len(self.keys) - 1

    def _end(self, pair: int | None, end: int) -> None:
        if pair is not None and pair < len(self.keys):
            start, _, low, high = self.keys[pair]
            self.keys[pair] = (start, end, low, high)


LANGUAGE = Json()
