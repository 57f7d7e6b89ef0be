"""Questions made from the index itself: what it says is taken for the truth.

So they compare systems with each other, and a system with itself before a change, on any
repository, without anybody's labels.  They do not say how good an index is: what it missed is
asked by no question.  The same commit and extractors give the same questions on every machine.

A fourth of them are of each kind:

- `name`: the name of a definition that is the only one of that name.
- `doc`: the first sentence of a definition's doc, if no other begins so.
- `described`: such a sentence without the words of the definition's name.
- `callers`: "what calls NAME"; the answer is each place of which the index is certain.

Where there is too little for one kind the others have more.
"""

from __future__ import annotations

import re
from hashlib import sha1
from itertools import cycle
from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.refs import SEGMENT_BITS, TERM_SHIFT
from uindex.cache.words import STOP, parts, squeeze, stem
from uindex.evaluation.questions import Question, Target
from uindex.query.callers import callers
from uindex.query.options import DOCS, GraphOptions
from uindex.query.results import path_text
from uindex.query.view import symbol_ids
from uindex.resolve.model import RESOLVED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from uindex.cache.reader import FileRow
    from uindex.query.view import View
    from uindex.record import Record, Symbol

    _Keeps = Callable[[bytes], bool]

SHORTEST_NAME = 4
"""Characters; shorter ones are in too many other words for a search of text."""
LEAST_WORDS = 4
"""Telling words that a sentence must have."""
LONGEST_SENTENCE = 200
MOST_SITES = 20
"""Call sites of one question: more is no page that anybody reads."""
MOST_FILES = 200
"""Files that hold all words of a sentence and are looked into for another such doc."""
_KINDS = frozenset("class interface struct enum trait type function method macro".split())
_CALLED = frozenset("function method macro".split())
_BATCH = 64
"""Files whose records are read at a time."""
_SENTENCE = re.compile(r"(.*?[.!?])(?:\s|\Z)", re.DOTALL)


class _Definition(NamedTuple):
    """One that could be asked about."""

    path: bytes
    record: Record
    at: int

    @property
    def symbol(self) -> Symbol:
        return self.record.symbols[self.at]

    def question(self, query: str, kind: str, targets: Sequence[Target] = ()) -> Question:
        symbol = self.symbol
        here = (Target(path_text(self.path), symbol.start_line, symbol.end_line),)
        return Question(query, tuple(targets) or here, kind, self.record.lang)


def questions(view: View, count: int, keeps: Callable[[bytes], bool]) -> tuple[Question, ...]:
    """At most `count` questions about the indexed commit, all of whose answers are at paths that
    `keeps` lets through; fewer where it holds too little."""
    makers: dict[str, Iterator[Question]] = {
        kind: make(view, keeps) for kind, make in _MAKERS.items()
    }
    found: dict[str, list[Question]] = {kind: [] for kind in makers}
    left = count
    for kind in cycle(_MAKERS):
        if not left or not makers:
            break
        if kind not in makers:
            continue
        question = next(makers[kind], None)
        if question is None:
            del makers[kind]
        else:
            found[kind].append(question)
            left -= 1
    return tuple(question for asked in found.values() for question in asked)


def _names(view: View, keeps: _Keeps) -> Iterator[Question]:
    for one in _definitions(view, "name", keeps):
        if len(one.symbol.name) >= SHORTEST_NAME and _only(view, one):
            yield one.question(one.symbol.name, "name")


def _docs(view: View, keeps: _Keeps) -> Iterator[Question]:
    for one in _definitions(view, "doc", keeps):
        sentence = first_sentence(one.symbol.doc)
        if telling(sentence) >= LEAST_WORDS and _only_doc(view, sentence):
            yield one.question(sentence, "doc")


def _described(view: View, keeps: _Keeps) -> Iterator[Question]:
    for one in _definitions(view, "described", keeps):
        whole = first_sentence(one.symbol.doc)
        sentence = without(whole, one.symbol.name)
        if telling(sentence) >= LEAST_WORDS and _only_doc(view, whole):
            yield one.question(sentence, "described")


def _callers(view: View, keeps: _Keeps) -> Iterator[Question]:
    for one in _definitions(view, "callers", keeps):
        symbol = one.symbol
        if symbol.kind not in _CALLED or len(symbol.name) < SHORTEST_NAME or not _only(view, one):
            continue
        if not any(view.corpus.sites(symbol.name)):
            continue
        name = symbol_ids(one.record, one.path)[one.at]
        answer = callers(view, name, b"", GraphOptions(limit=MOST_SITES))
        sites = [
            Target(path_text(result.path), result.line, result.line)
            for result in answer.results
            if result.status == RESOLVED and keeps(result.path)
        ]
        if sites and answer.total <= MOST_SITES:
            yield one.question(f"what calls {symbol.name}", "callers", sites)


_MAKERS: dict[str, Callable[[View, _Keeps], Iterator[Question]]] = {
    "name": _names,
    "doc": _docs,
    "described": _described,
    "callers": _callers,
}


def _definitions(view: View, kind: str, keeps: _Keeps) -> Iterator[_Definition]:
    """Definitions of the project proper, those of each file in turn in an order that looks like
    chance and is none, another one for each kind of question; at first one of each file."""
    reader = view.corpus.reader
    files = reader.files() if reader else ()
    rows = [row for row in files if row.rank == 0 and keeps(row.path)]
    rows.sort(key=lambda row: _digest(kind, row.path))
    later: list[_Definition] = []
    for at in range(0, len(rows), _BATCH):
        batch = rows[at : at + _BATCH]
        for row, record in _records(view, batch):
            here = _of(kind, row, record)
            yield from here[:1]
            later += here[1:]
        view.corpus.forget()
    yield from later


def _records(view: View, rows: Sequence[FileRow]) -> Iterator[tuple[FileRow, Record]]:
    records = view.corpus.records([row.blob for row in rows], words=False)
    for row in rows:
        record = records.get(row.blob)
        if record is not None and record.lang not in DOCS:
            yield row, record


def _of(kind: str, row: FileRow, record: Record) -> list[_Definition]:
    found = [
        _Definition(row.path, record, at)
        for at, symbol in enumerate(record.symbols)
        if symbol.kind in _KINDS
    ]
    return sorted(found, key=lambda one: _digest(kind, row.path, one.symbol.qualname, one.at))


def _digest(*salt: object) -> bytes:
    return sha1(repr(salt).encode("utf-8", "surrogateescape"), usedforsecurity=False).digest()


def _only(view: View, one: _Definition) -> bool:
    """Whether the tree has no other symbol of this name, however it is written."""
    reader = view.corpus.reader
    named = reader.exact(squeeze(one.symbol.name)) if reader else []
    symbols = (symbol for name in named for symbol in name.symbols())
    return reader is not None and sum(reader.uses[symbol.blob] for symbol in symbols) == 1


def _only_doc(view: View, sentence: str) -> bool:
    """Whether one definition alone has a doc that begins with this sentence.  One of which all
    words are in many files is too common to be asked, and is not looked up."""
    reader = view.corpus.reader
    held: set[int] | None = None
    for word in sorted(_telling(sentence)):
        blobs = {
            segment << SEGMENT_BITS | ref >> TERM_SHIFT
            for segment, refs in (reader.terms(stem(word)) if reader else ())
            for ref in refs
        }
        if blobs:
            held = blobs if held is None else held & blobs
    alive = [blob for blob in sorted(held or ()) if reader and reader.uses[blob]]
    if len(alive) > MOST_FILES:
        return False
    places = 0
    for blob, record in view.corpus.records(alive, words=False).items():
        same = sum(first_sentence(symbol.doc) == sentence for symbol in record.symbols)
        places += same * (reader.uses[blob] if reader else 0)
    return places == 1


def first_sentence(doc: str) -> str:
    """Of a doc on one line; empty where it is longer than anybody would ask."""
    match = _SENTENCE.match(doc)
    sentence = match[1] if match else doc
    return sentence if len(sentence) <= LONGEST_SENTENCE else ""


def without(sentence: str, name: str) -> str:
    """A sentence without the words that a name is made of, in any of their forms, and without the
    name itself."""
    named = {stem(part) for part in parts(name)}
    whole = squeeze(name)
    kept = [
        word
        for word in sentence.split()
        if squeeze(word) != whole and not named & {stem(part) for part in parts(word)}
    ]
    return " ".join(kept)


def telling(sentence: str) -> int:
    """How many different words it has that are more than grammar."""
    return len(_telling(sentence))


def _telling(sentence: str) -> set[str]:
    return {part for word in sentence.split() for part in parts(word)} - STOP
