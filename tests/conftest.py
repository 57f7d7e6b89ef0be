"""Every test runs git in a sealed home: no configuration, identity or hook of this machine."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.repos import SEALED, Repo, init

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def sealed(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty HOME, fixed dates and identity, no editor, nothing inherited from a hook."""
    home = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(("GIT_", "UINDEX_", "XDG_")):
            monkeypatch.delenv(name)
    for name, value in SEALED.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(home / ".gitconfig"))
    return home


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A new repository without commits."""
    return init(tmp_path / "repo")
