"""Candidates by name: exact, without case, without separators, prefix, parts.

Each finder adds symbols to a `Found` under the best tier that they reach; `candidates` turns them
into places, one for each path that holds the blob.  Typing errors are in `slips`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.cache.refs import unpack_symbol
from uindex.cache.words import fold, parts, squeeze, stem
from uindex.query import rank
from uindex.query.parse import NAME, PATH, QUALIFIED, WORDS, Query, pieces
from uindex.query.rank import Candidate
from uindex.record import KINDS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from uindex.cache.reader import FileRow, Named, Postings
    from uindex.query.corpus import Corpus
    from uindex.record import Record

SHORTEST_PREFIX = 2
MOST_WORDS = 5
"""A query of more words is a question, and no name."""

Found = dict[tuple[int, int], tuple[float, float]]
"""(segment, symbol ref) -> (tier, closeness)"""
Refs = dict[int, set[int]]
"""By segment, refs of symbols."""


def search(corpus: Corpus, query: Query) -> Found:
    """Symbols that the query names, by tier; empty where the query names none."""
    found: Found = {}
    if query.mode == QUALIFIED or (query.mode == PATH and query.qualifiers):
        _qualified(corpus, query, found)
        refs = _holding(corpus, query)
        _spelled(corpus, query, refs, found, rank.EXACT)
        if not found and query.mode == QUALIFIED:
            _exact(corpus, query, found, cap=rank.UNQUALIFIED)
            _parts(corpus, query, refs, found)
        return found
    if query.declared:
        _of_kind(corpus, query, found)
    if query.mode == WORDS:
        if len(query.text.split()) <= MOST_WORDS:
            _in_words(corpus, query, found)
        return found
    _exact(corpus, query, found)
    refs = _holding(corpus, query)
    if query.mode == NAME:
        _spelled(corpus, query, refs, found, rank.SQUEEZED)
    if len(query.key) >= SHORTEST_PREFIX and parts(query.name):
        _prefix(corpus, query, found)
    _parts(corpus, query, refs, found)
    return found


def _of_kind(corpus: Corpus, query: Query, found: Found) -> None:
    """What is called and is of the kind as the query says: the struct, for `struct strbuf`."""
    for named in corpus.exact(squeeze(query.declared)):
        tier = rank.EXACT if named.name == query.declared else rank.FOLDED
        for ref in named.refs:
            symbol = unpack_symbol(named.segment, ref)
            if KINDS[symbol.kind] in query.kinds and corpus.uses(symbol.blob):
                found[named.segment, ref] = (tier, 1.0)


def _in_words(corpus: Corpus, query: Query, found: Found) -> None:
    """Symbols whose names are the words of a plain query: `parse header` is what parse_header is
    called.  Of those that only hold the words, plain language says which is meant; the others come
    after what it found."""
    if len(query.key) >= SHORTEST_PREFIX:
        _exact(corpus, query, found)
        _prefix(corpus, query, found)
    _parts(corpus, query, _holding(corpus, query), found)
    for place, (tier, closeness) in found.items():
        if tier < rank.SQUEEZED:
            found[place] = (rank.LISTED, closeness)


def add(corpus: Corpus, found: Found, named: Named, tier: float, closeness: float) -> None:
    """A later finder never lowers what an earlier one has found."""
    for ref in named.refs:
        if corpus.uses(unpack_symbol(named.segment, ref).blob):
            found.setdefault((named.segment, ref), (tier, closeness))


def _exact(corpus: Corpus, query: Query, found: Found, cap: float = rank.EXACT) -> None:
    folded = fold(query.name)
    for named in corpus.exact(query.key):
        if named.name == query.name:
            tier = rank.EXACT
        else:
            tier = rank.FOLDED if fold(named.name) == folded else rank.SQUEEZED
        add(corpus, found, named, min(tier, cap), 1.0)


def _prefix(corpus: Corpus, query: Query, found: Found) -> None:
    key = query.key
    for named in corpus.prefix(key):
        add(corpus, found, named, rank.PREFIX, len(key) / max(len(named.name), len(key)))


def _holding(corpus: Corpus, query: Query) -> Refs:
    """Symbols whose names hold every word of the query."""
    return _intersection([corpus.parts(one) for one in query.stems])


def _parts(corpus: Corpus, query: Query, refs: Refs, found: Found) -> None:
    wanted = len(query.stems)
    for segment, some in refs.items():
        for ref in some:
            if (segment, ref) not in found:
                symbol = unpack_symbol(segment, ref)
                if corpus.uses(symbol.blob):
                    same = symbol.parts == wanted
                    tier = rank.SAME_PARTS if same else rank.PARTS
                    found[segment, ref] = (tier, wanted / max(symbol.parts, wanted))


def _intersection(postings: Iterable[Postings]) -> Refs:
    """By segment, the refs that are in every one of the postings."""
    result: dict[int, set[int]] | None = None
    for one in postings:
        sets = {segment: set(refs) for segment, refs in one}
        if result is None:
            result = sets
        else:
            result = {s: result[s] & refs for s, refs in sets.items() if s in result}
    return result or {}


def _qualified(corpus: Corpus, query: Query, found: Found) -> None:
    """Symbols of that name whose qualified name, led by the path, holds the qualifiers in order."""
    hits: dict[int, list[tuple[int, int, float]]] = {}
    folded = fold(query.name)
    for named in corpus.exact(query.key):
        same = named.name == query.name
        tier = rank.EXACT if same else rank.FOLDED if fold(named.name) == folded else rank.SQUEEZED
        for ref in named.refs:
            symbol = unpack_symbol(named.segment, ref)
            if corpus.uses(symbol.blob):
                hits.setdefault(symbol.blob, []).append((named.segment, ref, tier))
    if not hits:
        return
    rows: dict[int, list[bytes]] = {}
    for row in corpus.files_of(hits):
        rows.setdefault(row.blob, []).append(row.path)
    for blob, record in corpus.records(_plausible(corpus, query, hits)).items():
        for segment, ref, tier in hits[blob]:
            chain = qualified_chain(record, unpack_symbol(segment, ref).at)
            if _holds(chain, query.qualifiers):
                found[segment, ref] = (tier, 1.0)
            elif any(_holds(_path_chain(path) + chain, query.qualifiers) for path in rows[blob]):
                found[segment, ref] = (tier, _BY_PATH)


def _spelled(corpus: Corpus, query: Query, refs: Refs, found: Found, cap: float) -> None:
    """Symbols whose own name is qualified and is, or ends with, what was asked: `Accounts.User` and
    `User` are what people call Elixir's module `Hexpm.Accounts.User`."""
    wanted = [*query.qualifiers, query.key]
    if query.qualifiers:
        for named in corpus.exact("".join(wanted)):
            own = pieces(named.name)
            if len(own) > 1 and [squeeze(piece) for piece in own] == wanted:
                same = own[-1] == query.name
                add(corpus, found, named, rank.EXACT if same else rank.FOLDED, 1.0)
    for name, places in _modules(corpus, refs, query).items():
        last = pieces(name)[-len(wanted) :]
        if len(places) <= _MOST_PLACES and [squeeze(piece) for piece in last] == wanted:
            tier = min(rank.EXACT if last[-1] == query.name else rank.FOLDED, cap)
            closeness = len(query.stems) / len(parts(name))
            for place in places:
                if found.get(place, (0.0,))[0] < tier:
                    found[place] = (tier, closeness)


_MODULES = frozenset(map(KINDS.index, ("module", "package", "namespace")))
# Each costs reading a record, up to 0.5 ms: of more, those count whose file is called so.
_MOST_MODULES = 8
# A name that more files give, as files give that of their package, is not what they define.
_MOST_PLACES = 3


def _modules(corpus: Corpus, refs: Refs, query: Query) -> dict[str, list[tuple[int, int]]]:
    """Those of the symbols that are modules, by name, if that has more parts than the query."""
    places: dict[int, list[tuple[int, int]]] = {}
    for segment, some in refs.items():
        for ref in (one for one in some if one & 127 in _MODULES):
            symbol = unpack_symbol(segment, ref)
            if symbol.parts > len(query.stems) and corpus.uses(symbol.blob):
                places.setdefault(symbol.blob, []).append((segment, ref))
    found: dict[str, list[tuple[int, int]]] = {}
    if len(places) > _MOST_MODULES:
        named = {row.blob for row in corpus.files_of(places) if _named_after(row.path, query.key)}
        places = {blob: places[blob] for blob in places.keys() & named}
    if len(places) <= _MOST_MODULES:
        for blob, record in corpus.records(places).items():
            for place in places[blob]:
                name = record.symbols[unpack_symbol(*place).at].name
                found.setdefault(name, []).append(place)
    return found


# A qualifier that is a folder or a file is less than one that the code itself gives.
_BY_PATH = 0.5
# Below this many blobs each record is simply looked at.
_FEW_BLOBS = 64


def _plausible(corpus: Corpus, query: Query, blobs: Collection[int]) -> Collection[int]:
    """Those of the blobs that hold every word of the qualifiers, in content or path."""
    if len(blobs) <= _FEW_BLOBS:
        return blobs
    left = set(blobs)
    for word in {stem(part) for one in query.qualifiers for part in parts(one)}:
        holding = {row.blob for row, _ in corpus.path_files(word)}
        for segment, refs in corpus.terms(word):
            holding.update(segment << 12 | ref >> 20 for ref in refs)
        left &= holding
    return left


def qualified_chain(record: Record, index: int) -> list[str]:
    """The squeezed components of a symbol's qualified name, its own name left out."""
    chain: list[str] = []
    at = index
    while at >= 0:
        symbol = record.symbols[at]
        if at != index:
            chain.extend(squeeze(piece) for piece in reversed(pieces(symbol.name)))
        if symbol.owner:
            chain.extend(squeeze(piece) for piece in reversed(pieces(symbol.owner)))
        at = symbol.parent
    return chain[::-1]


def _path_chain(path: bytes) -> list[str]:
    folders, _, base = path.decode("utf-8", "surrogateescape").rpartition("/")
    names = [name for name in folders.split("/") if name]
    return [squeeze(name) for name in (*names, base.partition(".")[0])]


def _holds(chain: list[str], wanted: tuple[str, ...]) -> bool:
    """Whether `wanted` are in `chain`, in order."""
    rest = iter(chain)
    return all(one in rest for one in wanted)


def candidates(
    corpus: Corpus, found: Found, key: str = "", *, explain: bool = False
) -> list[Candidate]:
    """The places of the symbols found: one for each path that holds the blob.  `key` is the
    squeezed name that was asked for."""
    symbols = [(unpack_symbol(*place), value) for place, value in found.items()]
    rows: dict[int, list[tuple[FileRow, float]]] = {}
    for row in corpus.files_of({symbol.blob for symbol, _ in symbols}):
        rows.setdefault(row.blob, []).append((row, _named_after(row.path, key)))
    result = []
    for symbol, (tier, closeness) in symbols:
        for row, after in rows.get(symbol.blob, ()):
            named = after if tier >= rank.SQUEEZED else 0.0
            score = rank.name_parts(tier, symbol.kind, row.rank, closeness, named)
            result.append(
                Candidate(
                    rank.total(score), row.path, symbol.line, symbol.at, symbol.blob, symbol.kind,
                    why=rank.explained(score) if explain else "",
                )
            )  # fmt: skip
    return result


def _named_after(path: bytes, key: str) -> float:
    """Whether the file's name, without its extension, is the name asked for; half where it has more
    endings, as one of several files of a class: JToken.cs, JToken.Async.cs."""
    base = path.rpartition(b"/")[2]
    first, _, rest = base.partition(b".")
    if not key or squeeze(first.decode("utf-8", "surrogateescape")) != key:
        return 0.0
    return 0.5 if b"." in rest else 1.0
