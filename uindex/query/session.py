"""The way in: open a session on a repository, ask it, close it.

    with Session.open(repo, Scope()) as session:
        answer = session.find("parse header", FindOptions(limit=10))

Opening starts `git status` and goes on without waiting for it; the first answer reads it.  One
session may answer many queries (`find --stdin`): what was learnt about the worktree is then kept
for as long as the session lives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType

    from uindex.git.repository import Repository
    from uindex.query.results import Answer, Coverage

DEFAULT_LIMIT = 10
DEFAULT_BUDGET = 4000
"""Tokens of source text in one answer, four characters counted as one token."""


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

    @classmethod
    def open(
        cls, repo: Repository, scope: Scope, progress: Callable[[str], None] | None = None
    ) -> Session:
        """`progress` is told, in one line, about anything that takes noticeable time (building the
        cache, parsing what is new).

        Raises UsageError for a rev that is none, EnvironmentFault where git refuses.
        """
        raise NotImplementedError

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

    def find(self, query: str, options: FindOptions) -> Answer:
        """Symbols, files and doc sections for a query.  Raises UsageError for an empty query or a
        regular expression that is none, or that takes too long."""
        raise NotImplementedError

    def symbols(self, path: bytes, options: ListOptions) -> Answer:
        """The outline of one file, in the order of the file; `path` is from the repository's root.
        Raises UsageError where the tree and the worktree have no such file."""
        raise NotImplementedError

    def show(self, target: str, options: ListOptions) -> Answer:
        """The source of an ID, a SYMBOL or PATH[:LINE[-LINE]]: each result carries `source`.
        A symbol with several definitions gives all of them."""
        raise NotImplementedError

    def status(self) -> Coverage:
        """Coverage and staleness; hooks, sharing and sizes of the ref are the caller's."""
        raise NotImplementedError

    def export(self) -> Iterator[dict[str, Any]]:
        """Rows of `export --format jsonl`: files, then symbols, by path and line."""
        raise NotImplementedError
