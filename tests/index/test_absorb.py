"""What plain `git fetch` brought is used by whatever comes next: nothing is parsed again."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.index.team import INDEX, copied, opened
from tests.query.asking import find
from tests.repos import Repo
from uindex import hook
from uindex.build import build
from uindex.git.repository import Repository
from uindex.index import incoming, share
from uindex.index.incoming import absorb
from uindex.pool import Pool
from uindex.query.options import Scope
from uindex.query.session import Session
from uindex.store.merge import entries_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.index.conftest import Team

WILDCARD = "+refs/uindex/index*:refs/uindex/remotes/origin/index*"


_MADE: list[Path] = []


@pytest.fixture
def pulled(team: Team, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Repo:
    """A clone that had the index, and pulled ten commits of a teammate's and their index since.
    It is made once, and needs neither the remote nor the teammate any more."""
    if not _MADE:
        folder = tmp_path_factory.mktemp("pulled")
        copied(_pulled(team), folder / "b")
        copied(team.a, folder / "a")
        _MADE.append(folder)
    copied(Repo(_MADE[0] / "a"), tmp_path / "teammate")
    return copied(Repo(_MADE[0] / "b"), tmp_path / "pulled")


def _pulled(team: Team) -> Repo:
    a, b = team.a, team.join("b")
    share.push(opened(a), "origin")
    b.git("config", "--add", "remote.origin.fetch", WILDCARD)
    share.fetch(opened(b), "origin")
    find(b, "f")
    a.commit({f"n{number}.py": f"def n{number}(): pass\n" for number in range(10)})
    a.git("push", "--quiet", "origin", "main")
    build(opened(a))
    share.push(opened(a), "origin")
    b.git("pull", "--quiet", "origin")
    assert b.git("rev-parse", "refs/uindex/remotes/origin/index") == a.git("rev-parse", INDEX)
    return b


def ask(repo: Repo) -> None:
    answer = find(repo, "n7", kinds=("function",))
    assert [(one.path, one.state) for one in answer.results[:1]] == [(b"n7.py", "fresh")]
    assert answer.searched.complete


def build_it(repo: Repo) -> None:
    from uindex.cli import build as verb

    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(repo.path)
        assert verb.run() == 0


def refresh(repo: Repo) -> None:
    there = opened(repo)
    with pytest.MonkeyPatch.context() as patch:  # it spells out where it is
        for name in ("GIT_DIR", "GIT_WORK_TREE"):
            patch.setenv(name, "")
        hook.refresh(hook.Request(there.git_dir, there.top))


@pytest.mark.parametrize("act", [ask, build_it, refresh])
def test_nothing_is_parsed_after_a_pull(
    act: Callable[[Repo], None], pulled: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pool, "run", None)  # whoever parses fails
    act(pulled)
    teammate = Repo(tmp_path / "teammate")
    if act is ask:
        assert pulled.git("rev-parse", INDEX) == teammate.git("rev-parse", INDEX)
    theirs, ours = (entries_of(opened(one), one.oid(INDEX)) for one in (teammate, pulled))
    assert theirs.items() <= ours.items()  # the others add the graph


def test_an_index_that_was_deleted_is_taken_from_there(pulled: Repo) -> None:
    absorb(opened(pulled))
    pulled.git("update-ref", "-d", INDEX)
    assert absorb(opened(pulled)) == []
    assert build(opened(pulled)).parsed == 0


def test_without_news_nothing_is_asked(pulled: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the cache is that of HEAD, nobody looks at refs; `--no-refresh` adds nothing."""
    with Session.open(opened(pulled), Scope(refresh=False)) as session:
        assert session.status().searched.missing == 10
    ask(pulled)
    started: list[object] = []
    start = Repository.start

    def counted(self: Repository, *args: object, **more: object) -> object:
        started.append(args[0])
        return start(self, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Repository, "start", counted)
    ask(pulled)
    assert set(started) <= {"status", "cat-file"}


def test_another_commit_is_asked_with_what_was_fetched(
    pulled: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--at` unites as HEAD does, and parses nothing; `--no-refresh` looks at what is here."""
    pulled.git("checkout", "--quiet", "HEAD~")
    monkeypatch.setattr(Pool, "run", None)
    with Session.open(opened(pulled), Scope(at="origin/main", refresh=False)) as session:
        assert session.status().searched.missing == 10
    answer = find(pulled, "n7", Scope(at="origin/main"), kinds=("function",))
    assert [one.path for one in answer.results[:1]] == [b"n7.py"]
    assert answer.searched.complete
    monkeypatch.setattr(incoming, "absorb", None)  # nothing is missing: nothing is looked for
    assert find(pulled, "n7", Scope(at="origin/main")).searched.complete


def test_what_is_no_index_is_said_and_does_no_harm(pulled: Repo) -> None:
    tracking = "refs/uindex/remotes/origin/index"
    pulled.git("update-ref", tracking, "HEAD")
    (problem,) = absorb(opened(pulled))
    assert problem.startswith("origin: refs/uindex/index there holds no index")
    ask(pulled)
    pulled.git("update-ref", tracking, pulled.git("rev-parse", "HEAD:a.py"))
    assert len(absorb(opened(pulled))) == 1
    os.unlink(pulled.path / ".git" / "uindex" / "cache" / "main.db")
    ask(pulled)
    assert len(entries_of(opened(pulled), pulled.oid(INDEX))) >= 13
