"""The graph of files that a cache brings along, and what is uncommitted in it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tests.query.asking import index
from tests.resolve.snapshots import KINDS, step
from uindex.git.repository import Repository
from uindex.query import files
from uindex.query.options import Scope
from uindex.query.session import Session
from uindex.resolve.files import fresh

if TYPE_CHECKING:
    from pathlib import Path

    from tests.repos import Repo
    from uindex.query.view import View
    from uindex.resolve.graph import FileGraph


def graphs(repo: Repo) -> tuple[FileGraph, FileGraph]:
    """The graph of the view as it is brought along, and made anew."""

    def both(view: View) -> tuple[FileGraph, FileGraph]:
        return files.file_graph(view), fresh(files.ViewLinks(view)).graph

    with Session.open(Repository.open(str(repo.path)), Scope()) as session:
        return session.ask(both)


def write(repo: Repo, old: dict[str, str], new: dict[str, str]) -> None:
    for path in old.keys() - new.keys():
        (repo.path / path).unlink()
    repo.write({path: text for path, text in new.items() if old.get(path) != text})


@pytest.mark.parametrize("seed", range(3))
def test_followed_and_fresh_agree(repo: Repo, seed: int) -> None:
    dice = random.Random(seed)
    kinds = dice.sample(KINDS, 4)
    texts: dict[str, str] = {}
    for _ in range(20):
        texts.update(dice.choice(kinds)(dice))
    repo.commit(texts)
    index(repo)
    for _ in range(6):
        new = step(texts, dice)
        write(repo, texts, new)
        texts = new
        uncommitted, anew = graphs(repo)
        assert uncommitted.paths == sorted(texts)
        assert uncommitted.encode() == anew.encode()
        repo.commit(message="step")
        if dice.random() < 0.7:
            index(repo)
        committed, anew = graphs(repo)
        assert committed.encode() == anew.encode() == uncommitted.encode()


def test_what_is_kept_is_not_resolved_again(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit({"a.py": "import b\n", "b.py": "", "c.py": "import b\n"})
    index(repo)
    asked: list[str] = []
    real = files.ViewLinks.leading

    def leading(self: files.ViewLinks, paths: dict[str, str]) -> object:
        asked.extend(paths)
        return real(self, paths)

    monkeypatch.setattr(files.ViewLinks, "leading", leading)
    first, _ = graphs(repo)
    asked.clear()

    def resolved(view: View) -> bytes:
        return files.file_graph(view).encode()

    def ask() -> tuple[bytes, list[str]]:
        asked.clear()
        with Session.open(Repository.open(str(repo.path)), Scope()) as session:
            return session.ask(resolved), sorted(asked)

    assert ask() == (first.encode(), [])
    repo.write({"c.py": "import a\n"})
    assert ask()[1] == ["c.py"]
    repo.commit(message="change")
    index(repo)
    changed, again = ask()
    assert again == ["c.py"]
    assert ask() == (changed, [])


def test_a_damaged_graph_is_made_anew(repo: Repo, tmp_path: Path) -> None:
    import sqlite3

    from uindex.cache.place import worktree_slot

    repo.commit({"a.py": "import b\n", "b.py": ""})
    index(repo)
    first, _ = graphs(repo)
    connection = sqlite3.connect(worktree_slot(Repository.open(str(repo.path))).decode())
    connection.execute("update meta set value = x'9300' where key = 'graph'")
    connection.commit()
    connection.close()
    again, _ = graphs(repo)
    assert again.encode() == first.encode()
