"""When the shims start an update, and that they never delay, fail or confuse a commit."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.repos import Repo, init
from uindex import hook, log, shims
from uindex.git.repository import Repository
from uindex.hook import requests

if TYPE_CHECKING:
    from pathlib import Path

# Stands in for the interpreter: notes which hook called it, and from where.
RECORDER = '#!/bin/sh\nsleep 0.2\necho "$UINDEX_HOOK $(git rev-parse --show-toplevel)" >> "%s"\n'


def opened(repo: Repo) -> Repository:
    return Repository.open(os.fsencode(repo.path))


@pytest.fixture
def calls(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Hooks installed in `repo` that call a recorder; its file."""
    repo.commit({"a.py": "x = 1\n"})
    record = tmp_path / "calls"
    program = tmp_path / "recorder"
    program.write_text(RECORDER % record)
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    shims.install(opened(repo))
    return record


def settled(record: Path, count: int = 1) -> list[str]:
    """The calls, once there are `count` or more, or after a second."""
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        lines = record.read_text().splitlines() if record.exists() else []
        if len(lines) >= count > 0:
            return lines
        if count == 0 and time.monotonic() > deadline - 4:
            return lines
        time.sleep(0.05)
    return record.read_text().splitlines() if record.exists() else []


def test_a_commit_starts_an_update(repo: Repo, calls: Path) -> None:
    repo.commit({"b.py": "y = 1\n"})
    assert settled(calls) == [f"post-commit {repo.path}"]


def test_the_commit_does_not_wait(repo: Repo, calls: Path) -> None:
    """Not even a reader of its output: the update holds no pipe of ours."""
    repo.git("commit", "--allow-empty", "-qm", "x")
    assert not calls.exists()  # the recorder sleeps first
    assert len(settled(calls)) == 1


def test_a_linked_worktree_is_the_one_updated(repo: Repo, calls: Path, tmp_path: Path) -> None:
    linked = repo.worktree(tmp_path / "linked", "other")
    settled(calls)
    calls.unlink()
    linked.commit({"b.py": "y = 1\n"})
    assert settled(calls) == [f"post-commit {linked.path}"]


def test_only_a_switch_of_commits_counts_as_a_checkout(repo: Repo, calls: Path) -> None:
    repo.git("checkout", "-q", "-b", "same")
    repo.git("checkout", "-q", "--", "a.py")
    assert settled(calls, 0) == []
    repo.git("commit", "--allow-empty", "-qm", "x")
    settled(calls)
    repo.git("checkout", "-q", "main")
    assert settled(calls, 2)[1] == f"post-checkout {repo.path}"


def test_a_merge_counts(repo: Repo, calls: Path) -> None:
    repo.git("branch", "other")
    repo.commit({"b.py": "y = 1\n"})
    settled(calls)
    repo.git("checkout", "-q", "other")
    settled(calls, 2)
    repo.git("merge", "-q", "main")
    assert settled(calls, 3)[2] == f"post-merge {repo.path}"


def test_a_rebase_starts_one_update_at_its_end(repo: Repo, calls: Path) -> None:
    repo.git("checkout", "-q", "-b", "topic")
    for number in range(4):
        repo.commit({f"t{number}.py": "t = 1\n"})
    repo.git("checkout", "-q", "main")
    repo.commit({"m.py": "m = 1\n"})
    settled(calls, 6)
    calls.unlink()
    repo.git("rebase", "-q", "main", "topic")
    time.sleep(0.5)
    lines = settled(calls)
    assert lines[-1] == f"post-rewrite {repo.path}"
    assert len([line for line in lines if line.startswith("post-commit")]) == 0
    assert len(lines) <= 2  # the checkout of topic comes before git's rebase state does


def test_cherry_picks_of_many_start_nothing(repo: Repo, calls: Path) -> None:
    repo.git("checkout", "-q", "-b", "topic")
    for number in range(3):
        repo.commit({f"t{number}.py": "t = 1\n"})
    repo.git("checkout", "-q", "main")
    settled(calls, 4)
    calls.unlink()
    repo.git("cherry-pick", "main..topic")
    assert len(settled(calls, 0)) <= 1


@pytest.mark.parametrize("options", [(), ("--object-format=sha256",)])
def test_without_an_index_directory_nothing_happens(tmp_path: Path, options: list[str]) -> None:
    repo = init(tmp_path / "r", *options)
    shims.install(opened(repo))
    os.rename(repo.path / ".git/uindex", repo.path / ".git/elsewhere")
    repo.commit({"a.py": "x = 1\n"})
    assert not (repo.path / ".git/uindex").exists()


def test_a_commit_succeeds_whatever_the_interpreter_does(repo: Repo, tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.write_text("#!/bin/sh\necho no >&2\nexit 9\n")
    bad.chmod(0o755)
    shims.install(opened(repo))
    for name in shims.NAMES:
        path = repo.path / ".git/hooks" / name
        text = b"  python='%s' search=''" % os.fsencode(bad)
        path.write_bytes(shims._PYTHON.sub(text, path.read_bytes()))
    repo.commit({"a.py": "x = 1\n"})
    assert {one.state for one in shims.look(opened(repo))} == {shims.BROKEN}


def test_drops_what_belongs_to_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/x/.git")
    monkeypatch.setenv("GIT_INDEX_FILE", "/x/.git/next-index.lock")
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", "'a.b=c'")
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "safe.directory")
    monkeypatch.setenv("GIT_SSH_COMMAND", "ssh -i key")
    monkeypatch.setenv("GIT_SSL_CAINFO", "/x/ca.pem")
    hook.clean_environment()
    assert "GIT_INDEX_FILE" not in os.environ
    assert "GIT_CONFIG_PARAMETERS" not in os.environ
    assert os.environ["GIT_DIR"] == "/x/.git"
    assert os.environ["GIT_CONFIG_KEY_0"] == "safe.directory"
    assert os.environ["GIT_SSH_COMMAND"] == "ssh -i key"
    assert os.environ["GIT_SSL_CAINFO"] == "/x/ca.pem"


HOLD = """
import os, sys, time
from uindex.hook import requests
lock = requests.take_lock(os.fsencode(sys.argv[1]))
if os.fork() == 0:
    time.sleep(30)
    sys.exit()
print("held" if lock is not None else "busy", flush=True)
time.sleep(30)
"""


def test_a_killed_holder_blocks_nobody(tmp_path: Path) -> None:
    """Not even when a worker of it, forked with the lock open, lives on."""
    path = os.fsencode(tmp_path / "hook.lock")
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, os.fsdecode(path)],
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        assert requests.take_lock(path) is None
        assert hook.running(os.fsencode(tmp_path))
        holder.kill()
        holder.wait()
        assert not hook.running(os.fsencode(tmp_path))
        lock = requests.take_lock(path)
        assert lock is not None
        os.close(lock)
    finally:
        os.killpg(holder.pid, 9)
        if holder.stdout is not None:
            holder.stdout.close()


def test_requests_are_coalesced(tmp_path: Path) -> None:
    folder = tmp_path / "requests"
    folder.mkdir()
    for number in range(5):
        (folder / str(number)).write_bytes(b"/r/.git\0/r")
    (folder / "9").write_bytes(b"/r/.git/worktrees/w\0/w")
    queue = hook.queue(os.fsencode(tmp_path))
    assert list(queue.take()) == [b"/r/.git\0/r", b"/r/.git/worktrees/w\0/w"]
    assert list(queue.take()) == []


def test_the_log_is_bounded(tmp_path: Path) -> None:
    state_dir = os.fsencode(tmp_path)
    for number in range(40):
        log.append(state_dir, f"{number} " + "x" * 10_000)
    assert (tmp_path / "log").stat().st_size <= log.LIMIT + 10_100
    assert " 39 x" in (tmp_path / "log").read_text()
    assert os.listdir(tmp_path) == ["log"]
