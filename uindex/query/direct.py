"""The first question after a clone: one name, answered from the records while there is no cache.

The names of a record's symbols are spelled in its bytes (docs/format.md), so a search of the bytes
tells which few records can matter.  Of their files a cache is made in memory, and the question is
put to it as to any other: what comes out is what the whole cache would answer.  Where plain
language or typing errors have a say, where what is asked is too common, or where something is
wrong with a record, this is not the way, and the caller makes the whole cache first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.cache import part
from uindex.cache.reader import Reader
from uindex.cache.words import Stems, squeeze
from uindex.errors import RecordError
from uindex.query import heal
from uindex.query.names import SHORTEST_PREFIX
from uindex.query.parse import NAME, QUALIFIED, parse, pieces
from uindex.query.paths import file_name, has_same_words
from uindex.record import KINDS, MAX_RECORD, head, names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from uindex.cache.follow import Target
    from uindex.cache.part import Contents
    from uindex.cache.schema import Connection
    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.query.options import FindOptions
    from uindex.query.parse import Query

LEAST_FILES = 500
"""For fewer the whole cache is made in no more time."""
MOST_RECORDS = 2000
"""Of more the cache in memory takes too long: then only what is called exactly so is looked at."""
ONLY_EXACT = "only what is called exactly so; there is more once the cache is made"

_SKIPPED = 0x94
"""First byte of a record of four fields: that of a skipped blob."""
_RESOURCE = KINDS.index("resource")


class Direct(NamedTuple):
    """A cache for one question, and what is to be said of it."""

    connection: Connection
    notes: tuple[str, ...]


def prepare(
    repo: Repository,
    objects: Objects,
    commit: Oid | None,
    asked: tuple[str, FindOptions],
    dirty: Collection[bytes],
    refresh: bool,
) -> Direct | None:
    """What answers `asked` as the whole cache of the commit would; None where that takes the whole
    cache.  `dirty` are the paths at which the worktree may have something else.

    What little is not indexed yet is indexed, as everywhere, if `refresh`.
    """
    text, options = asked
    query = None if options.regex or options.like is not None else parse(text)
    if commit is None or query is None or not _is_name(query):
        return None
    target = heal.target(repo, objects, commit)
    found = part.contents(repo, objects, target)
    if len(found.wanted) < LEAST_FILES or len(dirty) > MOST_RECORDS:
        return None
    notes: tuple[str, ...] = ()
    if refresh and found.missing():
        notes = _completed(repo, objects, found)
        target = heal.target(repo, objects, commit)
        found = part.contents(repo, objects, target)
    missing = found.missing()
    if len(missing) == len(found.wanted):
        return None
    if refresh and missing and not heal.few(missing, objects):
        notes = (*notes, heal.left_out(repo, target, len(missing)))
    sieve = _Sieve(objects, found, query, dirty)
    return sieve.made(target, notes) if sieve.sift() else None


def _completed(repo: Repository, objects: Objects, found: Contents) -> tuple[str, ...]:
    """Bring in what is missing as `heal.heal` does; notes on what is not brought in.  Whether what
    is left was tried before is not known without a cache."""
    news, missing = heal.unite(repo), found.missing()
    if not heal.few(missing, objects):
        return news
    return (*news, *heal.index_now(repo, len(missing))[0])


def _is_name(query: Query) -> bool:
    """Whether the bytes of records tell what the query names."""
    return query.mode in (NAME, QUALIFIED) and bool(query.stems) and query.text.isascii()


class _Sieve:
    """The files of a tree that matter to one query."""

    def __init__(
        self, objects: Objects, found: Contents, query: Query, dirty: Collection[bytes]
    ) -> None:
        self._objects = objects
        self._found = found
        self._query = query
        self._exact: dict[Oid, bytes] = {}
        """The records that have a symbol of exactly that name, and those of dirty files."""
        self._loose: dict[Oid, bytes] | None = {}
        """The others that matter; None where they are too many."""
        self._skipped: dict[Oid, str] = {}
        """Records of skipped blobs, and the reason."""
        begin = file_name(query)
        self._dirty, self._called = set(), set()
        for file, record in found.wanted:
            if record is not None and file.path in dirty:
                self._dirty.add(record)
            elif record is not None and begin and _may_be_named(file.path, begin, query):
                self._called.add(record)

    def sift(self) -> bool:
        """Look at every record; False where this is not the way."""
        wanted = dict.fromkeys(one.record for one in self._found.wanted if one.record is not None)
        match = _Match(self._query)
        said: dict[Oid, int] = {}
        for oid, data in zip(wanted, self._objects.read_many(wanted, MAX_RECORD), strict=True):
            if not data:
                return False
            try:
                begin = head(data)
                said[oid] = begin.size
                if data[0] == _SKIPPED:
                    self._skipped[oid] = begin.skip
                else:
                    self._keep(oid, data, match.of(data))
            except RecordError:
                return False
            if len(self._exact) > MOST_RECORDS:
                return False
        return self._are_of_blobs(said)

    def _are_of_blobs(self, said: dict[Oid, int]) -> bool:
        """Whether records speak of as many bytes as the blobs that they are stored under have."""
        pairs = dict.fromkeys((file.oid, one) for file, one in self._found.wanted if one)
        sizes = self._objects.size_many(oid for oid, _ in pairs)
        return all(
            size in (None, said[record]) for (_, record), size in zip(pairs, sizes, strict=True)
        )

    def _keep(self, oid: Oid, data: bytes, rank: int) -> None:
        if rank == _EXACTLY or oid in self._dirty:
            self._exact[oid] = data
        elif self._loose is not None and (rank or oid in self._called):
            self._loose[oid] = data
            if len(self._loose) > MOST_RECORDS:
                self._loose = None

    def made(self, target: Target, notes: tuple[str, ...]) -> Direct | None:
        """The cache of what was sifted out."""
        records = self._exact | (self._loose or {})
        found = self._found._replace(skipped=[*self._found.skipped, *self._by_content()])
        files = [one for one in self._found.wanted if one.record not in self._skipped]
        missing = [one for one in files if one.record is None]
        chosen = [one for one in files if one.record in records] + missing
        connection = part.build_part(
            target,
            self._objects.size_many,
            found,
            chosen,
            records,
            len(files) - len(missing),
        )
        if Reader(connection).count("missing") != len(missing):
            connection.close()  # a record that is broken further down
            return None
        return Direct(connection, notes if self._loose is not None else (*notes, ONLY_EXACT))

    def _by_content(self) -> Iterator[tuple[bytes, str]]:
        for file, record in self._found.wanted:
            if record in self._skipped:
                yield file.path, self._skipped[record]


_LOOSELY, _EXACTLY = 1, 2
_SMALL = bytes(range(65)) + bytes(range(97, 123)) + bytes(range(91, 256))
_SIGNS = bytes(code for code in range(128) if code != 10 and not chr(code).isalnum())


class _Match:
    """Whether a record has a symbol that `names.search` may give for a query."""

    def __init__(self, query: Query) -> None:
        self._key = query.key
        self._pieces = [*query.qualifiers, query.key]
        self._whole = "".join(self._pieces)
        self._stems = frozenset(query.stems)
        self._prefix = query.mode == NAME and len(query.key) >= SHORTEST_PREFIX
        self._known = Stems()
        # A stem begins the words that have it, but for a plural: `sky` and `skies`.
        needles = {stem.removesuffix("y") for stem in self._known[query.name]}
        self._needles = [needle.encode() for needle in needles if needle]

    def of(self, data: bytes) -> int:
        """_EXACTLY for a name that is the query's but for case and separators, _LOOSELY for one
        that begins so or holds its words, else 0.  RecordError."""
        text = data.translate(_SMALL, _SIGNS)
        if not all(needle in text for needle in self._needles):
            return 0
        found, kinds = names(data)
        if not found:
            return 0
        # The words of a resource are also those of what stands before its name.
        least = _LOOSELY if _RESOURCE in kinds else 0
        return max(least, max(map(self._name, found)))

    def _name(self, name: str) -> int:
        squeezed = squeeze(name)
        if squeezed in (self._key, self._whole):
            return _EXACTLY
        if self._stems.issubset(self._known[name]):
            last = pieces(name)[-len(self._pieces) :]
            return _EXACTLY if [squeeze(one) for one in last] == self._pieces else _LOOSELY
        return _LOOSELY if self._prefix and squeezed.startswith(self._key) else 0


def _may_be_named(path: bytes, begin: bytes, query: Query) -> bool:
    """Whether a file's name may make it an answer; `begin` is how that begins."""
    base = path.rpartition(b"/")[2].lower()
    return base.startswith(begin) or (query.mode == NAME and has_same_words(path, query))
