"""A power cut, or `kill -9` of a whole process group, leaves lock files of git's behind."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.index.team import INDEX, opened
from uindex.build import build
from uindex.index import share
from uindex.index.gc import collect

if TYPE_CHECKING:
    from pathlib import Path

    from tests.index.conftest import Team
    from tests.repos import Repo
    from uindex.git.repository import Repository

REFS = (
    INDEX,
    "refs/uindex/local/merged/origin",
    "refs/uindex/local/pending",
    "refs/uindex/remotes/origin/index",
    "refs/uindex/tmp/here-1-1",
)


def impatient(repo: Repo) -> Repository:
    """Where git gives up a lock at once."""
    found = opened(repo)
    found.flags = (*found.flags, "-c", "core.filesRefLockTimeout=0")
    return found


def leave(repo: Repo) -> None:
    for ref in REFS:
        path = repo.path / ".git" / f"{ref}.lock"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.utime(path, (0, 0))


def left(repo: Repo) -> list[Path]:
    return list((repo.path / ".git" / "refs").rglob("*.lock"))


def test_work_goes_on_after_locks_were_left(team: Team) -> None:
    share.push(opened(team.a), "origin")
    b = team.join("b")
    leave(b)
    assert share.fetch(impatient(b), "origin").records == 3
    b.commit({"new.py": "def new(): pass\n"})
    leave(b)
    b.git("push", "--quiet", "origin", "HEAD:refs/heads/b")
    assert share.push(impatient(b), "origin").held == 0
    assert build(impatient(b)).parsed == 1
    assert left(b) == []
    leave(b)
    assert share.push(impatient(b), "origin").records == 1
    leave(b)
    collect(impatient(b), grace=0)
    assert left(b) == []
    assert build(opened(b)).parsed == 0
