"""Installing and removing hooks: whatever was there comes back byte for byte (case A02)."""

from __future__ import annotations

import os
import stat
import subprocess
from typing import TYPE_CHECKING

import pytest

from uindex import shims
from uindex.errors import EnvironmentFault
from uindex.git.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path

    from tests.repos import Repo

SHELL = b"#!/bin/sh\necho mine >> mine.log\nexit 0\n"


def opened(repo: Repo) -> Repository:
    return Repository.open(os.fsencode(repo.path))


def hook(repo: Repo, content: bytes, mode: int = 0o755, name: str = "post-commit") -> Path:
    path = repo.path / ".git/hooks" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)
    return path


def tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Everything below a folder: modes and contents, symlinks as such."""
    found = {}
    for path in sorted(folder.rglob("*")):
        content = os.fsencode(os.readlink(path)) if path.is_symlink() else b""
        if path.is_file() and not path.is_symlink():
            content = path.read_bytes()
        found[str(path.relative_to(folder))] = (path.lstat().st_mode, content)
    return found


@pytest.mark.parametrize(
    ("content", "mode"),
    [
        (SHELL, 0o755),
        (SHELL.rstrip(b"\n"), 0o700),
        (b"#!/bin/sh", 0o755),
        (b"#!/usr/bin/env bash\nset -euo pipefail\nexec true", 0o775),
        (b"echo no first line\n", 0o755),
        (b"#!/bin/sh\r\necho dos\r\n", 0o755),
        (b"#!/usr/bin/env python3\nprint(1)\n", 0o755),
        (b"\x7fELF\0\0\n# >>> not ours", 0o755),
        (SHELL, 0o644),
        (b"", 0o755),
    ],
)
def test_uninstall_restores_the_bytes(repo: Repo, content: bytes, mode: int) -> None:
    hook(repo, content, mode)
    before = tree(repo.path / ".git/hooks")
    shims.install(opened(repo))
    assert shims.summary(shims.look(opened(repo))) == shims.OK
    shims.install(opened(repo))  # again, as people do
    shims.uninstall(opened(repo))
    assert tree(repo.path / ".git/hooks") == before
    assert shims.summary(shims.look(opened(repo))) == shims.MISSING


def test_without_hooks_nothing_is_left(repo: Repo) -> None:
    folder = repo.path / ".git/hooks"
    before = tree(folder)
    assert len(shims.install(opened(repo))) == len(shims.NAMES)
    assert shims.install(opened(repo)) == []
    assert all(stat.S_IMODE(os.stat(one.path).st_mode) & 0o111 for one in shims.look(opened(repo)))
    shims.uninstall(opened(repo))
    assert tree(folder) == before


@pytest.mark.parametrize(
    "content",
    [SHELL, b"#!/bin/bash\nset -eu\necho mine >> mine.log\n", b"echo mine >> mine.log\n"],
)
def test_a_shell_hook_goes_on_working(repo: Repo, content: bytes) -> None:
    hook(repo, content)
    shims.install(opened(repo))
    repo.commit({"a.py": "x = 1\n"})
    assert (repo.path / "mine.log").read_text() == "mine\n"


def test_a_hook_in_another_language_goes_on_working(repo: Repo) -> None:
    program = b"#!/usr/bin/env python3\nopen('mine.log', 'a').write('mine')\n"
    hook(repo, program)
    shims.install(opened(repo))
    repo.commit({"a.py": "x = 1\n"})
    assert (repo.path / "mine.log").read_text() == "mine"


def test_the_exit_code_of_a_chained_hook_stays(repo: Repo) -> None:
    repo.commit({"a.py": "x = 1\n"})
    hook(repo, b"#!/usr/bin/env python3\nraise SystemExit(7)\n", name="post-checkout")
    command = ["git", "checkout", "-q", "-b"]
    without = subprocess.run([*command, "one"], cwd=repo.path, check=False).returncode
    shims.install(opened(repo))
    assert subprocess.run([*command, "two"], cwd=repo.path, check=False).returncode == without != 0


def test_a_hook_that_was_off_stays_off(repo: Repo) -> None:
    hook(repo, SHELL, 0o644)
    shims.install(opened(repo))
    repo.commit({"a.py": "x = 1\n"})
    assert not (repo.path / "mine.log").exists()


def test_a_symlink_is_not_written_through(repo: Repo) -> None:
    repo.commit({"scripts/hook": SHELL})
    (repo.path / "scripts/hook").chmod(0o755)
    link = repo.path / ".git/hooks/post-commit"
    link.parent.mkdir(exist_ok=True)
    link.symlink_to("../../scripts/hook")
    shims.install(opened(repo))
    assert (repo.path / "scripts/hook").read_bytes() == SHELL
    repo.commit({"a.py": "x = 1\n"})
    assert (repo.path / "mine.log").read_text() == "mine\n"
    shims.uninstall(opened(repo))
    assert os.readlink(link) == "../../scripts/hook"


def test_edits_around_the_block_survive(repo: Repo) -> None:
    path = hook(repo, SHELL)
    shims.install(opened(repo))
    path.write_bytes(path.read_bytes() + b"echo later\n")
    shims.uninstall(opened(repo))
    assert path.read_bytes() == SHELL + b"echo later\n"


def test_hooks_path_is_respected(repo: Repo) -> None:
    repo.config("core.hooksPath", ".husky/_")
    (repo.path / ".husky/_").mkdir(parents=True)
    lines = shims.install(opened(repo))
    assert sorted(os.listdir(repo.path / ".husky/_")) == sorted(shims.NAMES)
    assert any("core.hooksPath" in line and "husky" in line for line in lines)
    assert any("show in git status" in line for line in lines)
    shims.uninstall(opened(repo))
    (repo.path / ".husky/_/.gitignore").write_text("*\n")  # as husky itself has it
    assert not any("show in git status" in line for line in shims.install(opened(repo)))


def test_husky_script_still_runs(repo: Repo) -> None:
    """husky's own hook leaves by `.` and `exit`: our block runs before."""
    repo.config("core.hooksPath", ".husky/_")
    folder = repo.path / ".husky/_"
    folder.mkdir(parents=True)
    original = b'#!/usr/bin/env sh\n. "$(dirname "$0")/h"'
    (folder / "post-commit").write_bytes(original)
    (folder / "post-commit").chmod(0o755)
    (folder / "h").write_bytes(b"echo mine >> mine.log\nexit 0\n")
    shims.install(opened(repo))
    repo.commit({"a.py": "x = 1\n"})
    assert (repo.path / "mine.log").read_text() == "mine\n"
    shims.uninstall(opened(repo))
    assert (folder / "post-commit").read_bytes() == original


def test_a_tracked_folder_is_left_alone(repo: Repo) -> None:
    repo.commit({".githooks/pre-commit": "#!/bin/sh\n"})
    repo.config("core.hooksPath", ".githooks")
    with pytest.raises(EnvironmentFault, match="tracked"):
        shims.install(opened(repo))
    assert os.listdir(repo.path / ".githooks") == ["pre-commit"]
    assert shims.install(opened(repo), force=True)


def test_a_folder_outside_is_said(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    repo.config("core.hooksPath", str(tmp_path / "shared"))
    assert any("outside this repository" in line for line in shims.install(opened(repo)))


def test_works_in_a_linked_worktree(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.py": "x = 1\n"})
    hook(repo, SHELL)
    linked = repo.worktree(tmp_path / "linked", "other")
    shims.install(opened(linked))
    assert b">>> uindex" in (repo.path / ".git/hooks/post-commit").read_bytes()
    shims.uninstall(opened(linked))
    assert (repo.path / ".git/hooks/post-commit").read_bytes() == SHELL


def test_a_lost_interpreter_is_one_line_and_reported(repo: Repo) -> None:
    shims.install(opened(repo))
    for name in shims.NAMES:
        path = repo.path / ".git/hooks" / name
        text = shims._PYTHON.sub(b"  python='/nowhere/python' search=''", path.read_bytes())
        path.write_bytes(text)
    found = shims.look(opened(repo))
    assert {one.state for one in found} == {shims.BROKEN}
    assert "/nowhere/python" in found[0].detail
    repo.write({"a.py": "x = 1\n"}).git("add", ".")
    done = subprocess.run(
        ["git", "commit", "-qm", "x"], cwd=repo.path, capture_output=True, check=False
    )
    assert done.returncode == 0
    assert done.stderr.decode().count("\n") == 1
    assert "git uindex hooks install" in done.stderr.decode()


def test_pre_commit_moves_us_and_we_know(repo: Repo) -> None:
    shims.install(opened(repo))
    path = repo.path / ".git/hooks/post-commit"
    path.rename(path.with_suffix(".legacy"))
    path.write_bytes(b"#!/usr/bin/env bash\n# File generated by pre-commit\n")
    assert shims.summary(shims.look(opened(repo))) == shims.OK
    shims.uninstall(opened(repo))
    assert path.exists()
    assert not path.with_suffix(".legacy").exists()


@pytest.mark.parametrize("name", shims.NAMES)
@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_shims_are_valid_shell(name: str, shell: str) -> None:
    assert subprocess.run(
        [shell, "-n"], input=shims._rendered(name), capture_output=True, check=False
    ).stderr in (b"",)


def test_hooks_that_are_turned_off_stay_off(repo: Repo) -> None:
    repo.config("core.hooksPath", "/dev/null")
    with pytest.raises(EnvironmentFault, match="is no folder"):
        shims.install(opened(repo))
    assert shims.uninstall(opened(repo)) == []
    assert shims.summary(shims.look(opened(repo))) == shims.MISSING
