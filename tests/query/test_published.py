"""Graphs in the index: whoever fetched it need not resolve again."""

from __future__ import annotations

import subprocess
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.query.asking import index
from tests.repos import Repo
from uindex.git.objects import open_objects
from uindex.git.repository import Repository
from uindex.query import files
from uindex.query.options import GraphOptions, Scope
from uindex.query.session import Session
from uindex.store.branch import Branch

if TYPE_CHECKING:
    from pathlib import Path

REF = "refs/uindex/index:refs/uindex/index"


@pytest.fixture
def shared(repo: Repo, tmp_path: Path) -> Repo:
    """A repository whose first commit a remote has, indexed."""
    repo.commit({"a.py": "import b\n", "b.py": "", "c.md": "[b](b.py)\n"})
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "o.git")], check=True)
    repo.git("remote", "add", "origin", str(tmp_path / "o.git"))
    return build(push(repo))


def push(repo: Repo) -> Repo:
    repo.git("push", "-q", "origin", "HEAD:refs/heads/main")
    return repo


def build(repo: Repo) -> Repo:
    index(repo)
    with Session.open(Repository.open(str(repo.path)), Scope()) as session:
        session.resolve()
        session.publish()
    return repo


def graphs(repo: Repo) -> list[bytes]:
    """The commits that the index has graphs of."""
    here = Repository.open(str(repo.path))
    with closing(open_objects(here)) as objects:
        return [name.commit for name in Branch.open(here, objects).graphs()]


def dependents(repo: Repo, scope: Scope | None = None) -> list[bytes]:
    with Session.open(Repository.open(str(repo.path)), scope or Scope()) as session:
        answer = session.dependents("b.py", GraphOptions())
    return [one.path for one in answer.results]


def test_only_tips_are_kept(shared: Repo) -> None:
    first = shared.oid()
    assert graphs(shared) == [first]
    shared.commit({"d.py": "import b\n"})
    assert graphs(build(shared)) == [first]  # nobody else has the second yet
    assert graphs(build(push(shared))) == [shared.oid()]


def test_a_clone_resolves_nothing_again(
    shared: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared.git("push", "-q", "origin", REF)
    url = shared.git("remote", "get-url", "origin").decode()
    subprocess.run(["git", "clone", "-q", "-b", "main", url, str(tmp_path / "clone")], check=True)
    clone = Repo(tmp_path / "clone")
    clone.git("fetch", "-q", "origin", REF)
    with monkeypatch.context() as patch:
        for name in ("fresh", "updated"):
            patch.setattr(files, name, lambda *_: pytest.fail("resolved again"))
        assert dependents(clone) == [b"a.py", b"c.md"]
        assert dependents(clone, Scope(at="HEAD")) == [b"a.py", b"c.md"]
    clone.write({"a.py": "", "e.py": "import b\n"})
    assert dependents(clone) == [b"e.py", b"c.md"]
    clone.commit(message="on")
    assert dependents(clone) == [b"e.py", b"c.md"]


def test_a_graph_that_is_none_harms_nothing(shared: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Branch, "graph", lambda *_: b"nonsense")
    assert dependents(shared, Scope(at="HEAD")) == [b"a.py", b"c.md"]
