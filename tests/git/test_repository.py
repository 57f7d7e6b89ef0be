from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.repos import Repo
from uindex.errors import NotARepository
from uindex.git.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path


def test_knows_where_it_is(repo: Repo) -> None:
    repo.write({"a/b/c.py": ""})
    found = Repository.open(repo.path / "a" / "b")
    top = os.fsencode(repo.path)
    assert (found.worktree, found.prefix, found.is_bare) == (top, b"a/b/", False)
    assert (found.git_dir, found.common_dir) == (top + b"/.git", top + b"/.git")
    assert found.state_dir == top + b"/.git/uindex"


def test_no_repository(tmp_path: Path) -> None:
    with pytest.raises(NotARepository, match="not a git repository"):
        Repository.open(tmp_path)
