"""Asking a test repository, in process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.build import build
from uindex.git.repository import Repository
from uindex.query.options import FindOptions, ListOptions, RecallOptions, Scope
from uindex.query.session import Session

if TYPE_CHECKING:
    from typing import Any

    from tests.repos import Repo
    from uindex.query.results import Answer, Coverage

NO_REFRESH = Scope(refresh=False)


def index(repo: Repo) -> Repo:
    """Build the index of HEAD and of what is staged."""
    build(Repository.open(str(repo.path)), jobs=1)
    return repo


def find(repo: Repo, query: str, scope: Scope | None = None, **options: object) -> Answer:
    with Session.open(Repository.open(str(repo.path)), scope or Scope()) as session:
        return session.find(query, FindOptions(**options))  # type: ignore[arg-type]


def show(repo: Repo, target: str, scope: Scope | None = None, **options: Any) -> Answer:
    with Session.open(Repository.open(str(repo.path)), scope or Scope()) as session:
        return session.show(target, ListOptions(**options))


def recall(repo: Repo, query: str, **options: Any) -> Answer:
    with Session.open(Repository.open(str(repo.path)), Scope()) as session:
        return session.recall(query, RecallOptions(**options))


def symbols(repo: Repo, path: bytes) -> Answer:
    with Session.open(Repository.open(str(repo.path)), Scope()) as session:
        return session.symbols(path, ListOptions())


def symbols_with_source(repo: Repo, path: bytes, **options: Any) -> Answer:
    with Session.open(Repository.open(str(repo.path)), Scope()) as session:
        return session.symbols(path, ListOptions(source=True, **options))


def status(repo: Repo) -> Coverage:
    with Session.open(Repository.open(str(repo.path)), Scope()) as session:
        return session.status()


def places(answer: Answer) -> list[tuple[bytes, int, str, str]]:
    """(path, line, qualified name, state) of each result."""
    return [(one.path, one.line, one.qualname, one.state) for one in answer.results]


def first(answer: Answer) -> tuple[bytes, int, str, str]:
    assert answer.results, f"nothing found for {answer.query!r}"
    return places(answer)[0]


def exported(repo: Repo, format: str, scope: Scope | None = None) -> bytes:
    with Session.open(Repository.open(str(repo.path)), scope or Scope()) as session:
        return b"".join(session.export(format))
