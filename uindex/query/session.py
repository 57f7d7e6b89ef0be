"""The way in: open a session on a repository, ask it, close it.

    with Session.open(repo, Scope()) as session:
        answer = session.find("parse header", FindOptions(limit=10))

Opening starts `git status` and goes on without waiting for it; the first answer reads it.  One
session may answer many queries (`find --stdin`): what was learnt about the worktree is then kept
until `look_again`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from uindex.git.walk import start_status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType

    from uindex.build.embedding import Embedded
    from uindex.git.repository import Repository
    from uindex.git.walk import PendingStatus
    from uindex.query.classify import Choice
    from uindex.query.embedding import Held
    from uindex.query.map import Map
    from uindex.query.opening import Opening
    from uindex.query.options import FindOptions, GraphOptions, ListOptions, RecallOptions, Scope
    from uindex.query.results import Answer, Coverage
    from uindex.query.view import View


_A = TypeVar("_A")


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
        self._opened: Opening | None = None
        self.direct = False
        """A question was answered without a cache: one should be made now."""

    @classmethod
    def open(
        cls, repo: Repository, scope: Scope, progress: Callable[[str], None] | None = None
    ) -> Session:
        """`progress` is told, in one line, about anything that takes noticeable time (building the
        cache, parsing what is new).

        Raises UsageError for a rev that is none, EnvironmentFault where git refuses; the first
        question may raise them as well.
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
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    def find(self, query: str, options: FindOptions, *, alone: bool = False) -> Answer:
        """Symbols, files and doc sections for a query.  Raises UsageError for an empty query or a
        regular expression that is none, or that takes too long.

        `alone` says that no other question follows: then a name may be answered without a cache
        where there is none yet, and `direct` says that it was."""
        # Each question's module is imported when it is asked: a start-up pays for one.
        opened = self._open()
        from uindex.query.find import find

        if alone:
            answer = opened.find_directly(query, options)
            if answer is not None:
                self.direct = True
                return answer
        opened.compares = True
        return opened.ask(lambda view: find(view, query, options, self._repo.prefix))

    def classify(self, query: str) -> tuple[str, Choice]:
        """The mode of a query, and what kind of question it is; what answers it is told from what
        there is.  Raises UsageError for an empty query."""
        opened = self._open()
        from uindex.query.parse import parse
        from uindex.query.route import choice

        read = parse(query)
        return read.mode, opened.ask(lambda view: choice(view, read, self._repo.prefix))

    def recall(self, query: str, options: RecallOptions) -> Answer:
        """What the documents say, by section.  Raises UsageError for a query without words."""
        opened = self._open()
        from uindex.query.recall import recall

        return opened.ask(lambda view: recall(view, query, options))

    def symbols(self, path: bytes, options: ListOptions) -> Answer:
        """The outline of one file, in the order of the file; `path` is from the repository's root.
        Raises UsageError where the tree and the worktree have no such file."""
        opened = self._open()
        from uindex.query.outline import symbols

        return opened.ask(lambda view: symbols(view, path, options))

    def show(self, target: str, options: ListOptions) -> Answer:
        """The source of an ID, a SYMBOL or PATH[:LINE[-LINE]]: each result carries `source`.
        A symbol with several definitions gives all of them."""
        opened = self._open()
        from uindex.query.show import show

        return opened.ask(lambda view: show(view, target, self._repo.prefix, options))

    def callers(self, target: str, options: GraphOptions) -> Answer:
        """The call sites of a symbol.  Raises UsageError where nothing is named."""
        opened = self._open()
        from uindex.query.callers import callers

        return opened.ask(lambda view: callers(view, target, self._repo.prefix, options))

    def callees(self, target: str, options: GraphOptions) -> Answer:
        """What a symbol calls.  Raises UsageError where nothing is named."""
        opened = self._open()
        from uindex.query.callers import callees

        return opened.ask(lambda view: callees(view, target, self._repo.prefix, options))

    def dependents(self, target: str, options: GraphOptions) -> Answer:
        """The files that import a path or a module.  Raises UsageError where nothing is named."""
        opened = self._open()
        from uindex.query.dependents import dependents

        return opened.ask(lambda view: dependents(view, target, self._repo.prefix, options))

    def map(self, module: str) -> Map:
        """What the repository is made of, or a module of it ("" for all).  Raises UsageError where
        no module is so named."""
        opened = self._open()
        from uindex.query.map import draw
        from uindex.query.results import path_text

        prefix = path_text(self._repo.prefix)
        return opened.ask(lambda view: draw(view, module, prefix))

    def neighbors(self, target: str, options: GraphOptions) -> Answer:
        """What lies around an id, a path or a symbol.  Raises UsageError where nothing is named."""
        opened = self._open()
        from uindex.query.neighbors import neighbors

        return opened.ask(lambda view: neighbors(view, target, self._repo.prefix, options))

    def impact(self, targets: Sequence[str], options: GraphOptions) -> Answer:
        """What depends on ids, paths or symbols, directly or not."""
        opened = self._open()
        from uindex.query.impact import impact

        return opened.ask(lambda view: impact(view, targets, self._repo.prefix, options))

    def look_again(self) -> None:
        """The next questions are about the worktree as it is now.  Cheap where nothing changed."""
        self._open().look_again()

    def ask(self, question: Callable[[View], _A]) -> _A:
        """Any other question to the view."""
        return self._open().ask(question)

    def resolve(self) -> list[str]:
        """Bring the graph of files along, so that the next question need not; notes."""
        opened = self._open()
        from uindex.resolve.graph import resolver

        def resolved(view: View) -> list[str]:
            reader = view.corpus.reader
            if reader is not None and not reader.has_graph(resolver()):
                from uindex.query.files import bring  # mostly there is nothing to do

                bring(view)
            return list(view.corpus.notes)

        return opened.ask(resolved)

    def publish(self) -> None:
        """Put the graph of files into the index where a remote has the commit that is asked."""
        self._open().publish()

    def embed(self, progress: Callable[[int, int], None] | None = None) -> Embedded:
        """Embed what the index has records of and no vectors, where the configuration wants it."""
        return self._open().embed(progress)

    def held(self) -> Held:
        """What there is of vectors, in the index and for the tree."""
        return self._open().held()

    def status(self) -> Coverage:
        """Coverage and staleness; hooks, sharing and sizes of the ref are the caller's."""
        opened = self._open()
        from uindex.query.coverage import coverage

        return opened.ask(
            lambda view: coverage(self._repo, view, opened.status, opened.now, opened.slot)
        )

    def export(self, format: str = "jsonl") -> Iterator[bytes]:
        """The tree in one of the formats, in pieces.  `progress` is told where files are missing,
        and what a format leaves out."""
        opened = self._open()
        from uindex.query.export import Setting, pieces
        from uindex.query.heal import not_indexed

        setting = Setting(self._repo.top, self._progress)

        def told(view: View) -> Iterator[bytes]:
            if view.searched.missing:
                self._progress(f"not complete: {not_indexed(view.searched.missing)}")
            return pieces(view, format, setting)

        return opened.stream(told)

    def _open(self) -> Opening:
        if self._opened is None:
            # `git status` is at work since `open`: these imports take about as long as it does.
            from uindex.query.opening import Opening

            self._opened = Opening(self._repo, self._scope, self._pending, self._progress)
            self._pending = None
        return self._opened
