"""The way in: open a session on a repository, ask it, close it.

    with Session.open(repo, Scope()) as session:
        answer = session.find("parse header", FindOptions(limit=10))

Opening starts `git status` and goes on without waiting for it; the first answer reads it.  One
session may answer many queries (`find --stdin`): what was learnt about the worktree is then kept
for as long as the session lives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from uindex.cache.place import open_for, worktree_slot
from uindex.cache.reader import Reader
from uindex.cache.schema import DatabaseError
from uindex.git.objects import open_objects
from uindex.git.refs import resolve
from uindex.git.walk import Status, sparse_paths, start_status
from uindex.query.corpus import Corpus
from uindex.query.freshness import Worktree
from uindex.query.results import Searched
from uindex.query.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType

    from uindex.cache.schema import Connection
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.git.walk import PendingStatus
    from uindex.query.overlay import Now, Overlay
    from uindex.query.results import Answer, Coverage

DEFAULT_LIMIT = 10
DEFAULT_BUDGET = 4000
"""Tokens of source text in one answer, four characters counted as one token."""


_A = TypeVar("_A")


class Scope(NamedTuple):
    """Which tree is asked."""

    at: str | None = None
    """A rev; None is HEAD with the worktree's changes."""
    refresh: bool = True
    """False answers from what is indexed (`--no-refresh`): nothing is parsed, nothing is stored."""


class FindOptions(NamedTuple):
    """What `find` is asked for besides the query."""

    limit: int = DEFAULT_LIMIT
    offset: int = 0
    kinds: Sequence[str] = ()
    langs: Sequence[str] = ()
    paths: Sequence[str] = ()
    """Globs as .gitignore has them; a result is kept if one matches."""
    within: str = "all"
    """code, docs or all."""
    regex: bool = False
    """The query is a regular expression on symbol names."""
    source: bool = False
    budget: int = DEFAULT_BUDGET
    allow: Sequence[bytes] | None = None
    """Only these paths may answer; None is no limit."""
    like: str | None = None
    """An id: find what resembles it (`--more-like`); the query may then be empty."""
    explain: bool = False


class ListOptions(NamedTuple):
    """For `symbols` and `show`."""

    limit: int | None = None
    """None is all."""
    offset: int = 0
    kinds: Sequence[str] = ()
    source: bool = False
    budget: int = DEFAULT_BUDGET


class Session:
    """One repository being asked.  Not safe to share between threads."""

    def __init__(
        self,
        repo: Repository,
        scope: Scope,
        pending: PendingStatus | None,
        progress: Callable[[str], None],
    ) -> None:
        self._repo = repo
        self._scope = scope
        self._pending = pending
        self._progress = progress
        self._objects = open_objects(repo)
        self._connection: Connection | None = None
        self._view: View | None = None
        self._status = Status(None, None, {})
        self._now: dict[bytes, Now] = {}

    @classmethod
    def open(
        cls, repo: Repository, scope: Scope, progress: Callable[[str], None] | None = None
    ) -> Session:
        """`progress` is told, in one line, about anything that takes noticeable time (building the
        cache, parsing what is new).

        Raises UsageError for a rev that is none, EnvironmentFault where git refuses.
        """
        pending = start_status(repo) if scope.at is None else None
        return cls(repo, scope, pending, progress or (lambda line: None))

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the processes that the session started.  Safe to repeat."""
        if self._pending is not None:
            self._pending.abandon()
            self._pending = None
        self._objects.close()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def find(self, query: str, options: FindOptions) -> Answer:
        """Symbols, files and doc sections for a query.  Raises UsageError for an empty query or a
        regular expression that is none, or that takes too long."""
        from uindex.query.find import find

        return self._ask(lambda view: find(view, query, options))

    def symbols(self, path: bytes, options: ListOptions) -> Answer:
        """The outline of one file, in the order of the file; `path` is from the repository's root.
        Raises UsageError where the tree and the worktree have no such file."""
        from uindex.query.outline import symbols

        return self._ask(lambda view: symbols(view, path, options))

    def show(self, target: str, options: ListOptions) -> Answer:
        """The source of an ID, a SYMBOL or PATH[:LINE[-LINE]]: each result carries `source`.
        A symbol with several definitions gives all of them."""
        from uindex.query.show import show

        return self._ask(lambda view: show(view, target, self._repo.prefix, options))

    def status(self) -> Coverage:
        """Coverage and staleness; hooks, sharing and sizes of the ref are the caller's."""
        from uindex.query.coverage import coverage

        slot = worktree_slot(self._repo)
        return self._ask(lambda view: coverage(view, self._status, self._now, slot))

    def export(self) -> Iterator[dict[str, Any]]:
        """Rows of `export --format jsonl`: files, then symbols, by path and line."""
        from uindex.query.export import rows

        return rows(self.view())

    def _ask(self, question: Callable[[View], _A]) -> _A:
        """Answer, and where the cache turns out to be damaged, make it anew and answer again."""
        try:
            return question(self.view())
        except DatabaseError as error:
            from uindex.cache.follow import discard, is_damage  # only in this case

            if not is_damage(error) or self._connection is None:
                raise
            discard(self._connection)
            self._connection = self._view = None
        return question(self.view())

    def view(self) -> View:
        """What all answers of this session are made from."""
        if self._view is None:
            self._view = self._at_rev() if self._scope.at is not None else self._at_head()
        return self._view

    def _at_rev(self) -> View:
        from uindex.query.revision import open_revision

        commit, self._connection = open_revision(
            self._repo, self._objects, self._scope.at or "HEAD", self._progress
        )
        reader = Reader(self._connection)
        searched = _searched(reader, commit, resolve(self._repo, b"HEAD"), 0, 0)
        return View(Corpus(reader, self._objects), self._objects, None, searched, ())

    def _at_head(self) -> View:
        slot = worktree_slot(self._repo)
        if self._pending is not None:
            self._status = self._pending.result()
            self._pending = None
        status = self._status
        self._connection = open_for(slot, status.head)
        notes: tuple[str, ...] = ()
        if self._connection is None:
            from uindex.query.heal import heal  # building: only where the cache is not HEAD's

            self._connection, notes = heal(
                self._repo, self._objects, slot, status.head, self._scope.refresh, self._progress
            )
        reader = Reader(self._connection)
        if self._repo.worktree is None:
            searched = _searched(reader, status.head, status.head, 0, 0)
            return View(Corpus(reader, self._objects), self._objects, None, searched, notes)
        return self._with_worktree(reader, notes)

    def _with_worktree(self, reader: Reader, notes: tuple[str, ...]) -> View:
        status = self._status
        if not status.entries:
            worktree = Worktree({}, {}, self._objects.read, self._is_sparse)
            searched = _searched(reader, status.head, status.head, 0, 0)
            corpus = Corpus(reader, self._objects)
            return View(corpus, self._objects, worktree, searched, notes)
        return self._with_overlay(reader, notes)

    def _with_overlay(self, reader: Reader, notes: tuple[str, ...]) -> View:
        # hashing, parsing: only where something is uncommitted
        from uindex.query.overlay import LFS, look

        status = self._status
        self._now = look(self._repo, status)
        for path in [path for path in self._now if reader.skipped_reason(path) == LFS]:
            # What a filter program made of a pointer is neither ours to compare nor stale.
            del self._now[path]
        corpus = Corpus(reader, self._objects)
        unread = 0
        if self._now and self._scope.refresh:
            overlaid, unread = self._overlay().parsed(status, self._now, reader.oid_at)
            corpus = Corpus(reader, self._objects, overlaid)
        records = {one.path: one.record for one in corpus.overlay}
        worktree = Worktree(self._now, records, self._objects.read, self._is_sparse)
        searched = _searched(reader, status.head, status.head, len(records), unread)
        if unread:
            notes += (f"{unread} uncommitted files were not looked at",)
        return View(corpus, self._objects, worktree, searched, notes)

    def _overlay(self) -> Overlay:
        from uindex.cache.follow import tree_settings
        from uindex.query.heal import branches
        from uindex.query.overlay import Overlay

        assert self._connection is not None
        return Overlay(
            self._objects,
            tree_settings(self._connection, self._objects),
            self._connection,
            branches(self._repo, self._objects),
        )

    def _is_sparse(self, path: bytes) -> bool:
        if not self._repo.config_bool("core.sparsecheckout", False):
            return False
        return path in sparse_paths(self._repo, (path,))


def _searched(
    reader: Reader, commit: Oid | None, head: Oid | None, uncommitted: int, unread: int
) -> Searched:
    missing = reader.count("missing")
    return Searched(
        commit=commit.hex() if commit else None,
        head=head.hex() if head else None,
        complete=missing == 0,
        files=reader.sums.files,
        missing=missing,
        skipped=reader.count("skipped"),
        uncommitted=uncommitted,
        unread=unread,
    )
