"""The program on PATH, for git to find."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.cases import cli

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def program(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on PATH that holds `git-uindex`."""
    folder = tmp_path_factory.mktemp("bin")
    cli.install(folder)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return folder
