"""A warm query imports little: each of these costs more than the query itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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


def imported(*argv: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-S", "-c", SCRIPT, *argv],
        cwd=ROOT,
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
