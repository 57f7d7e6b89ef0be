"""A warm query imports little: each of these costs more than the query itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.repos import Repo

ROOT = Path(__file__).parent.parent.parent
SLOW = {
    *("typer", "rich", "pygit2", "tree_sitter", "tree_sitter_language_pack", "rapidfuzz"),
    *("dataclasses", "inspect", "asyncio", "multiprocessing", "argparse", "logging", "pathlib"),
    *("tempfile", "shutil", "importlib.metadata"),
}

SCRIPT = """
import sys
from uindex.cli import main
main.run(sys.argv[1:])
sys.stderr.write("\\n".join(sys.modules))
"""


def imported(*argv: str, cwd: Path = ROOT) -> set[str]:
    # The last path of ours is the checkout; no .pth file or site hook takes part.
    path = os.pathsep.join([*(one for one in sys.path if "site-packages" in one), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-P", "-S", "-c", SCRIPT, *argv],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        check=False,
        text=True,
    )
    return set(done.stderr.splitlines())


@pytest.mark.parametrize("argv", [["find"], ["show", "--json", ""], ["hooks", "status"]])
def test_reading_a_command_line_is_light(argv: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Outside any repository: what remains is the package's own start."""
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert sorted(imported(*argv) & SLOW) == []


@pytest.mark.parametrize("query", ["parse_header", "parse_head", "parse header"])
def test_a_warm_find_is_light(query: str, repo: Repo) -> None:
    repo.commit({"a.py": "def parse_header(line): pass\n"})
    imported("build", cwd=repo.path)
    modules = imported("find", query, cwd=repo.path)
    assert "uindex.query.session" in modules
    assert sorted(modules & SLOW) == []
