"""The bench runs to its end and leaves the repository as it was.  No figure is judged."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.__main__ import STEPS

if TYPE_CHECKING:
    from tests.repos import Repo

ROOT = Path(__file__).parent.parent.parent
MODULE = '''"""Reads headers."""


class Header:
    """One header line of a message with several parts."""

    def parse_header_line(self, line):
        """Split the line where name and value meet."""
        return line.split(":")
'''


def test_a_quick_run(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.py": MODULE, "b/c.py": MODULE + "\nX = 1\n", "README.md": "# Headers\n"})
    before = sorted(path for path, _, _ in os.walk(repo.path))
    path = tmp_path / "figures.json"
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", repo.path, "--quick", "--json", path],
        cwd=ROOT,
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    figures = json.loads(path.read_text("utf-8"))
    assert figures["files"] == 3
    assert set(figures["others_by_step"]) == set(STEPS)
    rows = {row["name"].strip(): row for row in figures["rows"]}
    assert all(name in done.stdout for name in rows)
    assert "0 blobs parsed" in rows["build after a branch switch"]["note"]
    assert "2 found" in rows["find a name, shell"]["note"]
    assert sorted(path for path, _, _ in os.walk(repo.path)) == before
    assert repo.git("for-each-ref", "refs/uindex") == b""


def test_what_fails_is_said_in_a_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", tmp_path / "none", "--quick"],
        cwd=ROOT,
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("bench: git -C ")
