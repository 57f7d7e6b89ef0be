"""Graphs in the index: whoever fetched it need not resolve a large tree again."""

from __future__ import annotations

import subprocess
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.index.plant import plant
from tests.index.team import INDEX, tree
from tests.query.asking import index
from tests.repos import Repo
from uindex.git.objects import open_objects
from uindex.git.repository import Repository
from uindex.query import files
from uindex.query.options import GraphOptions, Scope
from uindex.query.session import Session
from uindex.resolve.graph import FileGraph, Group, Row
from uindex.store.branch import Branch
from uindex.store.layout import GraphName, graph_path

if TYPE_CHECKING:
    from collections.abc import Callable
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


def names(repo: Repo) -> list[GraphName]:
    here = Repository.open(str(repo.path))
    with closing(open_objects(here)) as objects:
        return Branch.open(here, objects).graphs()


def graphs(repo: Repo) -> list[bytes]:
    """The commits that the index has graphs of."""
    return [name.commit for name in names(repo)]


def dependents(repo: Repo, scope: Scope | None = None) -> list[bytes]:
    return asked(repo, scope)[0]


def asked(repo: Repo, scope: Scope | None = None, target: str = "b.py") -> tuple[list[bytes], bool]:
    """The dependents, and whether it is said that the graph that came is wrong."""
    with Session.open(Repository.open(str(repo.path)), scope or Scope()) as session:
        answer = session.dependents(target, GraphOptions())
    return [one.path for one in answer.results], files.WRONG in answer.notes


def test_only_tips_are_kept(shared: Repo) -> None:
    first = shared.oid()
    assert graphs(shared) == [first]
    shared.commit({"d.py": "import b\n"})
    assert graphs(build(shared)) == [first]  # nobody else has the second yet
    assert graphs(build(push(shared))) == [shared.oid()]


@pytest.fixture
def fetched(shared: Repo, tmp_path: Path) -> Callable[[], Repo]:
    """Makes a clone that has the index as `shared` has it."""

    def make() -> Repo:
        shared.git("push", "-q", "origin", f"+{REF}")
        url = shared.git("remote", "get-url", "origin").decode()
        path = tmp_path / "clone"
        subprocess.run(["git", "clone", "-q", "-b", "main", url, str(path)], check=True)
        clone = Repo(path)
        clone.git("fetch", "-q", "origin", REF)
        return clone

    return make


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are resolved, as they come; no tree is so small that all of them are."""
    found: list[str] = []
    real = files.ViewLinks.leading

    def leading(self: files.ViewLinks, paths: dict[str, str]) -> object:
        found.extend(paths)
        return real(self, paths)

    monkeypatch.setattr(files.ViewLinks, "leading", leading)
    monkeypatch.setattr(files, "SMALL", 0)
    return found


def test_a_clone_resolves_no_more_than_a_sample(
    shared: Repo,
    fetched: Callable[[], Repo],
    looked_at: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "SAMPLE", 2)
    shared.commit({f"n{number}.py": "import b\n" for number in range(5)})
    clone = (build(push(shared)), fetched())[1]
    importers = [b"a.py", *(b"n%d.py" % number for number in range(5)), b"c.md"]
    looked_at.clear()
    with monkeypatch.context() as patch:
        patch.setattr(files, "fresh", lambda *_: pytest.fail("resolved again"))
        for scope in (None, Scope(at="HEAD")):
            assert asked(clone, scope) == (importers, False)
            if scope is None:
                assert len(looked_at) == 3
                assert [path for path in looked_at if not path.endswith(".py")] == ["c.md"]
                assert dependents(clone) == importers
                assert len(looked_at) == 3
    clone.write({"a.py": "", "e.py": "import b\n"})
    assert dependents(clone) == [*sorted([b"e.py", *importers[1:-1]]), b"c.md"]
    clone.commit(message="on")
    assert dependents(clone) == [*sorted([b"e.py", *importers[1:-1]]), b"c.md"]


def test_of_a_small_tree_all_is_resolved(
    shared: Repo, fetched: Callable[[], Repo], monkeypatch: pytest.MonkeyPatch
) -> None:
    clone = fetched()
    monkeypatch.setattr(files, "agrees", lambda *_: pytest.fail("only a sample"))
    assert asked(clone) == ([b"a.py", b"c.md"], False)


def forge(repo: Repo, rows: dict[str, Row]) -> None:
    """Put another graph of HEAD into the index: that of a tree in which some rows are others."""
    here = Repository.open(str(repo.path))
    paths = sorted(repo.git("ls-tree", "-r", "--name-only", "HEAD").decode().splitlines())
    with closing(open_objects(here)) as objects:
        name = Branch.open(here, objects).graphs()[0]
        data = Branch.open(here, objects).graph(name, 1 << 20)
        assert data is not None
        honest = FileGraph.decode(data, paths)
    edges = [rows.get(path, honest.row(at)) for at, path in enumerate(paths)]
    groups = [*honest.groups, Group(True, (paths.index("b.py"),))]
    forged = FileGraph(paths, edges, groups).encode()
    assert forged != data
    plant(repo, {graph_path(*name): forged})


NONE = Row((), (), 0, 0, 0)


@pytest.mark.parametrize("small", [0, 200])
def test_a_graph_that_lies_is_not_believed(
    shared: Repo, fetched: Callable[[], Repo], small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "SMALL", small)
    honest = tree(shared)
    forge(shared, {"a.py": NONE, "b.py": NONE, "c.md": NONE})
    clone = fetched()
    assert tree(clone) != honest
    assert asked(clone) == ([b"a.py", b"c.md"], True)
    assert asked(clone) == ([b"a.py", b"c.md"], False)  # said once: now it is our own
    assert tree(build(clone)) == honest


def test_it_is_said_once_that_a_graph_lies(shared: Repo, fetched: Callable[[], Repo]) -> None:
    forge(shared, {"a.py": NONE})
    with Session.open(Repository.open(str(fetched().path)), Scope()) as session:
        assert session.resolve() == [files.WRONG]
        assert session.resolve() == []
        assert files.WRONG not in session.dependents("b.py", GraphOptions()).notes


def test_what_is_not_indexed_links_to_nothing(
    shared: Repo, fetched: Callable[[], Repo], looked_at: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shared.commit({"x.png": "no picture"})
    build(push(shared))
    forge(shared, {"x.png": Row((1,), (1,), 1, 0, 0)})
    monkeypatch.setattr(files, "SAMPLE", 0)
    looked_at.clear()
    assert asked(fetched()) == ([b"a.py", b"c.md"], True)


def test_a_graph_that_was_not_resolved_here_replaces_none(
    shared: Repo, fetched: Callable[[], Repo], looked_at: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clone = fetched()
    monkeypatch.setattr(files, "SAMPLE", 0)
    forge(clone, {"a.py": NONE})
    assert dependents(clone) == [b"c.md"]  # no file was drawn
    theirs = plant(clone, {graph_path(*names(clone)[0]): b"another"})
    build(clone)
    assert clone.git("rev-parse", INDEX).decode() == theirs


def test_without_the_texts_nothing_is_said_of_a_graph(
    shared: Repo, fetched: Callable[[], Repo]
) -> None:
    shared.commit(
        {
            "web/package.json": '{"name": "@x/web", "main": "main.ts"}\n',
            "web/main.ts": "",
            "ui/package.json": '{"name": "@x/ui", "dependencies": {"@x/web": "*"}}\n',
            "ui/a.ts": 'import { b } from "@x/web";\n',
            "package.json": '{"workspaces": ["web", "ui"]}\n',
        }
    )
    build(push(shared))
    clone = fetched()
    oid = clone.git("rev-parse", "HEAD:web/package.json").decode()
    (clone.path / ".git/objects" / oid[:2] / oid[2:]).unlink()
    assert asked(clone, Scope(at="HEAD"), "web/main.ts") == ([b"ui/a.ts"], False)


def test_a_graph_that_is_none_harms_nothing(shared: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Branch, "graph", lambda *_: b"nonsense")
    assert dependents(shared, Scope(at="HEAD")) == [b"a.py", b"c.md"]
