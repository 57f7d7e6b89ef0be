"""Pushing the index along with a branch: `python -m uindex.hook push REMOTE PID [SINCE]`.

A pre-push hook runs before anything is sent, and the index may only follow: what is published is
what the branches that the remote has reach.  So the shim starts this in the background, and this
waits until the git that pushes is over.  However that push ends, there is nothing to undo: of a
branch that did not arrive nothing is published.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from uindex import hook, log
from uindex.errors import UindexError
from uindex.git.transport import shown
from uindex.hook.requests import Requests, is_held

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import FrameType

    from uindex.git.repository import Repository

PATIENCE = 600
"""Seconds that the user's push may take before ours goes ahead."""
LIMIT = 7200
"""Seconds after which ours is given up: a server that stopped answering."""

# Nobody is there to be asked.  The user's ssh command and credential helpers stay in force: only
# what would open a dialog has nothing to open it with.
_NOBODY = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",  # no program, and core.askPass and SSH_ASKPASS are not looked at
    "SSH_ASKPASS": "false",
    "SSH_ASKPASS_REQUIRE": "never",
    "GCM_INTERACTIVE": "never",
}


def main(arguments: Sequence[str]) -> int:
    """Standard output and error are the log already."""
    remote, pid, *since = arguments
    hook.detach()
    hook.clean_environment("GIT_CONFIG_PARAMETERS")  # `git -c ... push` says how to get there
    os.environ.update(_NOBODY)
    from uindex.git.repository import Repository  # after GIT_* is clean

    repo = Repository.open()
    if not is_wanted(repo, remote):
        _log_if_gone(repo)
        return 0
    if not wait(int(pid), since[0] if since else "", PATIENCE):
        log.append(repo.state_dir, f"push: git still pushes to {shown(remote)} after {PATIENCE} s")
    if repo.worktree is not None:  # what was committed a moment ago is to come along
        hook.update(repo)
        _until(lambda: not hook.running(repo.state_dir), PATIENCE)
    waiting = queue(repo.state_dir)
    waiting.add(os.fsencode(remote))
    waiting.serve(lambda request: _serve(repo, os.fsdecode(request)))
    return 0


def is_wanted(repo: Repository, remote: str) -> bool:
    """Whether this is the remote that the index is shared with, and to be pushed to."""
    autopush = repo.config_bool("uindex.autopush", False)
    return autopush and repo.config.get("uindex.share") == remote


def _log_if_gone(repo: Repository) -> None:
    """Say that the index goes nowhere, where its remote was renamed or removed."""
    from uindex.store import sharing

    found = sharing.look(repo)
    if found is not None and found.autopush and not found.exists:
        words = f"uindex.share is {found.remote}, and no remote is called that: {found.todo}"
        log.append(repo.state_dir, f"push: {words}")


def queue(state_dir: bytes) -> Requests:
    """The pushes that are asked for."""
    return Requests(os.path.join(state_dir, b"pushes"), os.path.join(state_dir, b"push.lock"))


def _serve(repo: Repository, remote: str) -> None:
    """One push, with its one line in the log.  That it failed is noted before it begins, so that
    it is known whatever ends it."""
    from uindex.index import share

    def give_up(number: int, frame: FrameType | None) -> None:
        """Ends git and its helpers as well: the group is ours."""
        _failed(repo.state_dir, remote, f"no end to it after {LIMIT} s; given up")
        os.killpg(os.getpgrp(), signal.SIGKILL)

    _note(repo.state_dir, remote, "it was cut short")
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(LIMIT)
    try:
        published = share.push(repo, remote)
    except (UindexError, OSError) as error:
        words = " ".join(str(error).split())
        _failed(repo.state_dir, remote, words.removeprefix(f"{shown(remote)}: "))
    else:
        forget(repo.state_dir, remote)
        log.append(repo.state_dir, f"push: {shown(remote)}: {published.said}")
    finally:
        signal.alarm(0)


def _failed(state_dir: bytes, remote: str, words: str) -> None:
    _note(state_dir, remote, words)
    log.append(state_dir, f"push: {shown(remote)}: {words}")


def _note(state_dir: bytes, remote: str, words: str) -> None:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime())
    path = _failure(state_dir)
    with open(path + b".new", "wb") as file:
        file.write(_heading(remote) + f"{when}: {words}".encode("utf-8", "surrogateescape"))
    os.rename(path + b".new", path)


def _heading(remote: str) -> bytes:
    return f"{shown(remote)}, ".encode("utf-8", "surrogateescape")


def forget(state_dir: bytes, remote: str) -> None:
    """A push to this remote went through: what failed before is of no interest."""
    path = _failure(state_dir)
    with suppress(FileNotFoundError):
        with open(path, "rb") as file:
            failed = file.read().startswith(_heading(remote))
        if failed:
            os.unlink(path)


def last_failure(state_dir: bytes) -> str:
    """Which remote the index did not get to when it was last pushed along, when and why; "" if it
    did, or is under way."""
    if is_held(queue(state_dir).lock):
        return ""
    try:
        with open(_failure(state_dir), "rb") as file:
            return file.read().decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return ""


def _failure(state_dir: bytes) -> bytes:
    return os.path.join(state_dir, b"push-failed")


def wait(pid: int, since: str, seconds: float) -> bool:
    """Whether the process with that number, which runs since then, ends within that time.

    The number alone is not enough: it may be another's by now.  Without `since` (the shim could
    not read it) it is the git that is nearest above that process, or the process itself.
    """
    if not since:
        pid = _git_above(pid)
        since = running_since(pid)
    return not since or _until(lambda: running_since(pid) != since, seconds)


def _until(is_so: Callable[[], bool], seconds: float) -> bool:
    """Whether it is so within that time."""
    deadline, pause = time.monotonic() + seconds, 0.05
    while not is_so():
        if time.monotonic() >= deadline:
            return False
        time.sleep(pause)
        pause = min(pause * 1.3, 1.0)
    return True


def running_since(pid: int) -> str:
    """When this process started, in a form of the system's own; "" where it runs no more."""
    if os.path.exists("/proc/self/stat"):
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            return ""
        state, started = fields[0], fields[19]
        return "" if state in (b"Z", b"X") else started.decode("ascii")
    letters, _, when = _ps(pid, "stat", "lstart").partition(" ")
    return "" if letters.startswith("Z") else when.strip()


def _git_above(pid: int) -> int:
    """The nearest git among a process and those above it; the process where there is none."""
    one = pid
    while one > 1:
        parent, _, name = _ps(one, "ppid", "comm").partition(" ")
        if os.path.basename(name.strip()) in ("git", "git-push"):
            return one
        one = int(parent or 0)
    return pid


def _ps(pid: int, *fields: str) -> str:
    """What ps says of one process; "" where there is no such process."""
    command = ["ps", *(f"-o{field}=" for field in fields), f"-p{pid}"]
    env = os.environ | {"LC_ALL": "C"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    return done.stdout.strip()
