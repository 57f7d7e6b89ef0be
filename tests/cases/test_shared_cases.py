"""The cases of section A, with sharing on: every repository has a remote `team`, its index is
pushed there after each push, and a plain fetch brings what is there.

By hand: they are the tests of test_git.py, test_states.py and tests/hooks/test_cases.py again.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.cases.cli import ask
from tests.cases.test_git import *  # noqa: F403
from tests.cases.test_states import *  # noqa: F403
from tests.hooks.test_cases import *  # noqa: F403
from tests.repos import Repo, init

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.by_hand


@pytest.fixture(autouse=True)
def shared(sealed: Path, tmp_path: Path) -> Iterator[None]:
    """Sharing by the user's own configuration, so that it is on wherever a case goes."""
    team = init(tmp_path / "team.git", "--bare")
    source = init(tmp_path / "team")
    source.commit({"team.py": "def team(): pass\n"})
    source.git("push", "--quiet", os.fspath(team.path), "main:theirs")
    assert ask(source, "build").code == 0
    assert ask(source, "push", os.fspath(team.path)).code == 0
    with open(sealed / ".gitconfig", "a") as file:
        file.write(
            "[uindex]\n\tshare = team\n\tautopush = true\n"
            f'[remote "team"]\n\turl = {team.path}\n'
            "\tfetch = +refs/heads/*:refs/remotes/team/*\n"
            "\tfetch = +refs/uindex/index*:refs/uindex/remotes/team/index*\n"
        )
    yield
    # Whatever the case left, it can be shared, but where git refuses the repository.
    for folder in (tmp_path / "repo", tmp_path / "r"):
        if not folder.is_dir():
            continue
        repo = Repo(folder)
        try:
            repo.git("fetch", "--quiet", "team")
            repo.git("push", "--quiet", "--force", "team", "HEAD:refs/heads/mine")
        except AssertionError:
            continue  # SHA-256, nothing committed, another user's
        said = ask(repo, "sync", "team")
        assert (said.code, said.err) == (0, ""), said
