"""Opening a tree for questions: its cache, its records, what the worktree made of it.

The usual case, a complete cache of HEAD and nothing uncommitted, imports and asks git nothing
beyond the one `git status` that was started before.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeVar

from uindex.cache.place import open_for, open_whole, worktree_slot
from uindex.cache.reader import Reader
from uindex.cache.schema import DatabaseError, meta
from uindex.errors import EnvironmentFault
from uindex.git.objects import open_objects
from uindex.git.refs import resolve
from uindex.git.walk import Status, start_status
from uindex.query.corpus import Corpus
from uindex.query.freshness import Worktree
from uindex.query.results import Searched
from uindex.query.unwatched import with_unwatched
from uindex.query.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uindex.build.embedding import Embedded
    from uindex.cache.schema import Connection
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.git.walk import PendingStatus
    from uindex.query.embedding import Held
    from uindex.query.options import FindOptions, Scope
    from uindex.query.overlay import Now, Overlay
    from uindex.query.results import Answer

_A = TypeVar("_A")
_ATTEMPTS = 20


class Opening:
    """One tree, opened when the first question comes and kept for the next ones."""

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
        self._seen: tuple[object, object] = (None, None)
        self.compares = False
        """Whether vectors are to be at hand, where the configuration wants embeddings."""
        self.slot = worktree_slot(repo)
        self.status = Status(None, None, {})
        """What `git status` said; empty before the first question, and for another rev."""
        self._stamps: list[tuple[int, ...]] = []
        """Of the files that git calls changed: tells when they are changed again."""
        self.now: dict[bytes, Now] = {}
        """What stands at the paths that differ from HEAD."""

    def close(self) -> None:
        """End the processes that were started here.  Safe to repeat."""
        if self._pending is not None:
            self._pending.abandon()
            self._pending = None
        self._objects.close()
        if self._connection is not None:
            self._connection.close()
        self._forget()

    def ask(self, question: Callable[[View], _A]) -> _A:
        """Answer, and where the cache turns out to be damaged, make it anew and answer again."""
        try:
            return self._answer(question)
        except DatabaseError as error:
            from uindex.cache.follow import discard, is_damage  # only in this case

            if not is_damage(error) or self._connection is None:
                raise
            discard(self._connection)
            self._forget()
        return self._answer(question)

    def look_again(self) -> None:
        """Ask git about the worktree anew; where anything is not as it was, the next question
        gets another view."""
        if self._scope.at is not None or self._repo.worktree is None:
            return
        if self._pending is not None:
            self._pending.abandon()
        before = self.status, self._stamps
        self._pending = start_status(self._repo)
        if self._view is None:
            return  # the first question reads it
        self._take_status()
        if (self.status, self._stamps) != before and self._connection is not None:
            self._connection.close()
            self._forget()

    def find_directly(self, text: str, options: FindOptions) -> Answer | None:
        """The answer to a `find` at HEAD where there is no cache of this worktree yet and the
        records tell it; else None, and the next question finds things as they were."""
        if self._scope.at is not None or options.allow is not None or self._has_cache():
            return None
        # Only where there is no cache.
        from uindex.query.direct import prepare
        from uindex.query.find import find_named

        self._take_status()
        status, refresh = self.status, self._scope.refresh
        made = prepare(
            self._repo, self._objects, status.head, (text, options), status.entries, refresh
        )
        if made is None:
            return None
        try:
            return find_named(self._viewed(made.connection, made.notes), text, options)
        finally:
            made.connection.close()
            self._forget()

    def _has_cache(self) -> bool:
        """Whether there is one that can be read, of whatever commit."""
        connection = open_whole(self.slot)
        if connection is None:
            return False
        connection.close()
        return True

    def stream(self, rows: Callable[[View], Iterator[_A]]) -> Iterator[_A]:
        """An answer in pieces, all of one state of the cache."""
        view = self._steady()
        try:
            yield from rows(view)
        finally:
            self._release()

    def _answer(self, question: Callable[[View], _A]) -> _A:
        view = self._steady()
        try:
            return question(view)
        finally:
            self._release()

    def _steady(self) -> View:
        """What an answer is made from, in a read transaction that `_release` ends.

        A hook's update may change the cache at any moment, between two reads of one question as
        well as between two questions: what was read before would not fit what is read after. So a
        question reads in one transaction, and what the view had read before it must be of the
        same version of the file; else the view is made again, of HEAD as it is by then.
        """
        for _ in range(_ATTEMPTS):
            if self._view is None:
                self._view = self._at_rev() if self._scope.at is not None else self._at_head()
            assert self._connection is not None
            if self.compares and not self._view.corpus.compared:
                self._view = self._compared(self._view, self._connection)
            self._connection.execute("begin")
            at_head = self._scope.at is None
            if _version(self._connection) == self._seen and (
                not at_head or self._seen[1] == self.status.head
            ):
                return self._view
            self._connection.close()
            self._forget()
            if at_head:
                self._pending = start_status(self._repo)
        raise EnvironmentFault("the index changes faster than it can be read; ask again")

    def _compared(self, view: View, connection: Connection) -> View:
        """With the vectors of its tree at hand."""
        view.corpus.compared = True
        if "uindex.embed" not in self._repo.config:
            return view
        from uindex.query.similar import prepared  # numpy: only where embeddings are wanted

        view.corpus.similar, note = prepared(self._repo, self._objects, connection)
        return view._replace(notes=(*view.notes, note)) if note else view

    def _forget(self) -> None:
        """Without a view; the connection is closed."""
        if self._view is not None and self._view.corpus.similar is not None:
            self._view.corpus.similar.close()
        self._connection = self._view = None

    def _release(self) -> None:
        if self._connection is not None and self._connection.in_transaction:
            self._connection.execute("rollback")
            corpus = self._view.corpus if self._view is not None else None
            if corpus is not None:
                corpus.notes.clear()
            if corpus is not None and corpus.unkept is not None:
                corpus.unkept(self._connection)
                corpus.unkept = None

    def _at_rev(self) -> View:
        from uindex.query.revision import open_revision

        scope = self._scope
        commit, self._connection, notes = open_revision(
            self._repo, self._objects, scope.at or "HEAD", scope.refresh, self._progress
        )
        self._seen = _version(self._connection)
        reader = Reader(self._connection)
        searched = _searched(reader, commit, resolve(self._repo, b"HEAD"), 0, 0)
        return self._view_of(Corpus(reader, self._objects), None, searched, notes)

    def _take_status(self) -> None:
        if self._pending is not None:
            self.status = self._pending.result()
            self._pending = None
            if self._repo.worktree is not None:
                self.status = with_unwatched(self._repo, self.slot, self.status)
            self._stamps = [_stamp(self._repo, path) for path in self.status.entries]

    def _at_head(self) -> View:
        self._take_status()
        status = self.status
        connection = open_for(self.slot, status.head)
        notes: tuple[str, ...] = ()
        if connection is None:
            from uindex.query.heal import heal  # building: only where the cache is not HEAD's

            connection, notes = heal(
                self._repo,
                self._objects,
                self.slot,
                status.head,
                self._scope.refresh,
                self._progress,
            )
        return self._viewed(connection, notes)

    def _viewed(self, connection: Connection, notes: tuple[str, ...]) -> View:
        """HEAD and the worktree, by a cache of HEAD."""
        self._connection = connection
        self._seen = _version(connection)
        reader = Reader(connection)
        if self._repo.worktree is None:
            head = self.status.head
            searched = _searched(reader, head, head, 0, 0)
            return self._view_of(Corpus(reader, self._objects), None, searched, notes)
        return self._with_worktree(reader, notes)

    def _with_worktree(self, reader: Reader, notes: tuple[str, ...]) -> View:
        status = self.status
        if not status.entries:
            worktree = Worktree({}, {}, self._objects.read, self._is_sparse)
            searched = _searched(reader, status.head, status.head, 0, 0)
            corpus = Corpus(reader, self._objects)
            return self._view_of(corpus, worktree, searched, notes)
        return self._with_overlay(reader, notes)

    def _with_overlay(self, reader: Reader, notes: tuple[str, ...]) -> View:
        # hashing, parsing: only where something is uncommitted
        from uindex.query.overlay import LFS, look

        status = self.status
        self.now = look(self._repo, status)
        for path in [path for path in self.now if reader.skipped_reason(path) == LFS]:
            # What a filter program made of a pointer is neither ours to compare nor stale.
            del self.now[path]
        corpus = Corpus(reader, self._objects)
        unread = 0
        if self.now and self._scope.refresh:
            overlaid, unread = self._overlay().parsed(status, self.now, reader.oid_at)
            corpus = Corpus(reader, self._objects, overlaid)
        records = {one.path: one.record for one in corpus.overlay}
        worktree = Worktree(self.now, records, self._objects.read, self._is_sparse)
        searched = _searched(reader, status.head, status.head, len(records), unread)
        if unread:
            notes += (f"{unread} uncommitted files were not looked at",)
        return self._view_of(corpus, worktree, searched, notes)

    def _view_of(
        self,
        corpus: Corpus,
        worktree: Worktree | None,
        searched: Searched,
        notes: tuple[str, ...],
    ) -> View:
        def published(resolver: str) -> bytes | None:
            # reads the index ref: only where the cache has no graph
            from uindex.query.published import published

            commit = searched.commit
            return published(self._repo, self._objects, resolver, commit) if commit else None

        return View(corpus, self._objects, worktree, searched, notes, published)

    def embed(self, progress: Callable[[int, int], None] | None) -> Embedded:
        """Embed what the tree lacks, where the configuration wants that."""
        from uindex.query.embedding import embed_tree  # writes: only after a build

        commit = self.ask(lambda view: view.searched.commit)
        assert self._connection is not None
        oid = bytes.fromhex(commit) if commit else None
        return embed_tree(self._repo, self._objects, self._connection, oid, progress)

    def held(self) -> Held:
        """What there is of vectors for the tree."""
        from uindex.query.embedding import held  # for `status`

        self.ask(lambda view: None)
        assert self._connection is not None
        return held(self._repo, self._objects, self._connection)

    def publish(self) -> None:
        """Put the graph of files into the index if the commit is published."""
        from uindex.query.published import publish  # writes: only after a build

        self.ask(lambda view: publish(self._repo, self._objects, view))

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
        """Whether a file that git calls clean is not there: then it was told not to miss it."""
        return not os.path.lexists(os.path.join(self._repo.top, path))


def _stamp(repo: Repository, path: bytes) -> tuple[int, ...]:
    try:
        found = os.lstat(os.path.join(repo.top, path))
    except OSError:  # not there
        return ()
    return found.st_mode, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _version(connection: Connection) -> tuple[object, object]:
    """Changes when another connection has changed the cache."""
    return connection.execute("pragma data_version").fetchone()[0], meta(connection, "commit")


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
