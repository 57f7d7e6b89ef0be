"""Files that a query names: by path, by name, by the beginning of the name, by its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.cache.words import parts, stem
from uindex.extract.registry import language_of
from uindex.query import rank
from uindex.query.names import SHORTEST_PREFIX
from uindex.query.parse import NAME
from uindex.query.rank import Candidate

if TYPE_CHECKING:
    from collections.abc import Collection

    from uindex.cache.reader import FileRow
    from uindex.query.corpus import Corpus
    from uindex.query.parse import Query


def files(corpus: Corpus, query: Query, *, explain: bool = False) -> list[Candidate]:
    """Files that the query names: by path, by name, by the beginning of the name."""
    wanted, base = _path_wanted(query), file_name(query)
    if not base:
        return []
    result = []
    for row in corpus.files_named(base):
        tier, closeness = _file_match(row.path, wanted, base)
        if tier:
            result.append(_file(row, tier, closeness, explain))
    known = {one.path for one in result if one.score > rank.FILE_SAME}
    result += _same_words(corpus, query, known, explain)
    if b"/" in query.path and corpus.reader:
        for row in corpus.reader.files_under(wanted):
            result.append(_file(row, rank.FILE_PREFIX, len(wanted) / len(row.path), explain))
    return result


def _file(row: FileRow, tier: float, closeness: float, explain: bool) -> Candidate:
    score = rank.file_parts(tier, row.rank, closeness)
    why = rank.explained(score) if explain else ""
    return Candidate(rank.total(score), row.path, 1, -1, row.blob, why=why)


def _same_words(
    corpus: Corpus, query: Query, known: Collection[bytes], explain: bool
) -> list[Candidate]:
    """Files whose names are the words of a name, in their forms: sessions.py for `session`."""
    if query.mode != NAME or not query.stems:
        return []
    found = []
    for row, _ in min((corpus.path_files(one) for one in query.stems), key=len):
        if row.path not in known and has_same_words(row.path, query):
            found.append(_file(row, rank.FILE_SAME, 0.25, explain))
    return found


def has_same_words(path: bytes, query: Query) -> bool:
    """Whether a file's name is the words of the query, in their forms."""
    base = path.rpartition(b"/")[2].partition(b".")[0].decode("utf-8", "replace")
    # Words of one stem begin alike: this spares splitting most names.
    alike = base[:2].lower() == query.stems[0][:2] if len(query.stems[0]) > 1 else True
    return alike and tuple(map(stem, parts(base))) == query.stems


def file_name(query: Query) -> bytes:
    """How the names of files begin that the query may mean, in small letters; empty for none."""
    wanted = _path_wanted(query)
    base = wanted.rpartition(b"/")[2].lower()
    return b"" if (b" " in wanted and not query.path) or len(base) < SHORTEST_PREFIX else base


def _path_wanted(query: Query) -> bytes:
    return (query.path or query.text.encode("utf-8", "surrogateescape")).strip(b"/")


# Their files are what they define, and what others import by that name.
_COMPONENTS = frozenset(("astro", "svelte", "vue"))


def _file_match(path: bytes, wanted: bytes, base: bytes) -> tuple[float, float]:
    if path == wanted:
        return rank.EXACT, 1.0
    whole = b"/" + path
    if whole.endswith(b"/" + wanted):
        return rank.FILE_NAMED, 1.0
    name = path.rpartition(b"/")[2].lower()
    if b"/" in wanted:
        hit = b"/" + wanted.lower() in whole.lower()
        return (rank.FILE_PREFIX, len(base) / len(name)) if hit else (0.0, 0.0)
    first, _, rest = name.partition(b".")
    if first == base:
        if b"/" + wanted + b"." in whole and language_of(path) in _COMPONENTS:
            return rank.EXACT, 0.9
        return rank.FILE_NAMED, 0.25 if b"." in rest else 0.5
    return rank.FILE_PREFIX, len(base) / len(name)
