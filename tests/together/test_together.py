"""Some seconds of what `python -m tests.together` does for minutes."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.together.crowd import Crowd, aftermath, ground

if TYPE_CHECKING:
    from tests.repos import Repo

SECONDS = 4.0


@pytest.mark.parametrize("kill", [False, True], ids=["all live", "some are killed"])
def test_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kill: bool) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent.parent.parent))
    place = ground(tmp_path)
    crowd = Crowd(place, seed=random.randrange(10**6), kill=kill)
    crowd.work(SECONDS)
    assert crowd.faults == []
    assert aftermath(place, crowd.built) == []
    assert crowd.runs > crowd.killed


def test_what_is_lost_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent.parent.parent))
    place = ground(tmp_path)
    Crowd(place, seed=1, kill=False).uindex(random.Random(1), place.worktrees[0], "build")
    built: list[str] = [_elsewhere(place.worktrees[1])]
    (place.worktrees[0].path / ".git" / "left.lock").touch()
    faults = aftermath(place, built)
    assert [fault.partition(":")[0] for fault in faults] == ["left", "lost"]


def _elsewhere(repo: Repo) -> str:
    """A commit that is reachable and never indexed."""
    commit = repo.commit({"lost.py": "def lost(): pass\n"}).hex()
    repo.git("branch", "kept")
    repo.git("reset", "--quiet", "--hard", "HEAD~1")
    return commit
