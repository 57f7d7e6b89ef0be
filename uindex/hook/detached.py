"""Starting what is done behind somebody's back: a process that outlives us."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from uindex import log
from uindex.shims import needed_path

if TYPE_CHECKING:
    from uindex.git.repository import Repository


def start(repo: Repository, *arguments: str) -> None:
    """Start `python -m uindex.hook ARGUMENTS` for this worktree, writing to the log, and do not
    wait for it.  OSError where there can be no log."""
    os.makedirs(repo.state_dir, exist_ok=True)
    variables = {**os.environ, "GIT_DIR": os.fsdecode(repo.git_dir)}
    variables.pop("GIT_WORK_TREE", None)
    if repo.worktree is not None:
        variables["GIT_WORK_TREE"] = os.fsdecode(repo.worktree)
    if needed_path():
        variables["PYTHONPATH"] = needed_path()
    to_log = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    files = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, log.path_in(repo.state_dir), to_log, 0o666),
        (os.POSIX_SPAWN_DUP2, 1, 2),
    ]
    # -P: the folder we stand in is the repository's, and nothing is imported from there.
    command = [sys.executable, "-P", "-m", "uindex.hook", *arguments]
    os.posix_spawn(sys.executable, command, variables, file_actions=files)
