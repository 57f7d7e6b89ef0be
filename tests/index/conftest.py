"""A remote with a branch, and a clone that indexed it: made once, copied for each test."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.index.team import INDEX, F, clone, copied, opened, remote_of
from tests.repos import Repo, init
from uindex.build import build

if TYPE_CHECKING:
    from pathlib import Path

_MADE: dict[str, Path] = {}


class Team(NamedTuple):
    """`a` is a clone of `origin`, indexed; nothing is published yet."""

    root: Path
    origin: Repo
    a: Repo

    def join(self, name: str, *options: str, url: str = "") -> Repo:
        """Another clone."""
        made = clone(url or f"file://{self.origin.path}", self.root / name, *options)
        made.git("config", "gc.auto", "0")
        made.git("config", "uindex.verify", "off")  # a process in the background for each fetch
        return made


@pytest.fixture
def team(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Team:
    if "team" not in _MADE:
        folder = tmp_path_factory.mktemp("team")
        a = init(folder / "a")
        a.commit({"a.py": F, "sub/b.c": "int b(void) { return 0; }\n", "README.md": "# Title\n"})
        remote_of(a, folder / "origin.git")
        a.git("fetch", "--quiet", "origin")
        build(opened(a))
        _MADE["team"] = folder
    made = _MADE["team"]
    origin = copied(Repo(made / "origin.git"), tmp_path / "origin.git")
    a = copied(Repo(made / "a"), tmp_path / "a")
    a.git("remote", "set-url", "origin", os.fspath(origin.path))
    assert a.git("rev-parse", INDEX)
    return Team(tmp_path, origin, a)
