"""Real git, real hooks, real updates: cases A01, A03, A04, A05 and A07."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.repos import Repo, init, supports
from uindex import hook

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parent.parent.parent


def uindex(folder: Path, *argv: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "uindex", *argv],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        capture_output=True,
        text=True,
        check=False,
    )


def found(folder: Path, query: str, *options: str, **env: str) -> list[tuple[str, str]]:
    """(path, state) of each result that has this very name."""
    done = uindex(folder, "find", query, "--json", *options, **env)
    assert done.returncode in (0, 1), done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return [(one["path"], one["state"]) for one in document["results"] if one["name"] == query]


def log_of(repo: Repo) -> str:
    path = repo.path / ".git/uindex/log"
    return path.read_text() if path.exists() else ""


def eventually(test: Callable[[], bool], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not test():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def indexed(repo: Repo, rev: str = "HEAD") -> bool:
    """The log says that the hook indexed this commit."""
    return f"at {repo.oid(rev).hex()[:12]}" in log_of(repo)


def test_the_worktree_that_fired_the_hook_is_indexed(repo: Repo, tmp_path: Path) -> None:
    """A01"""
    repo.commit({"a.py": "def main_fn(): pass\n"})
    assert uindex(repo.path, "hooks", "install").returncode == 0
    linked = repo.worktree(tmp_path / "wt", "wt")
    linked.write({"b.py": "def wt_fn(): pass\n"}).git("add", "b.py")
    index = Path(os.fsdecode(linked.git("rev-parse", "--git-path", "index")))
    linked.git("commit", "-qm", "wt")
    before = hashlib.sha1(index.read_bytes()).digest()
    head = linked.oid().hex()[:12]
    eventually(lambda: f"at {head}" in log_of(repo))
    assert hashlib.sha1(index.read_bytes()).digest() == before
    assert linked.git("status", "--short") == b""
    assert linked.git("fsck") == b""
    assert found(linked.path, "wt_fn", "--no-refresh") == [("b.py", "fresh")]


def test_variables_of_a_hook_do_not_mislead_a_query(repo: Repo, tmp_path: Path) -> None:
    """A01"""
    repo.commit({"a.py": "def main_fn(): pass\n"})
    (repo.path / "sub").mkdir()
    assert found(repo.path / "sub", "main_fn", GIT_INDEX_FILE=".git/index") == [("a.py", "fresh")]
    other = init(tmp_path / "other")
    assert found(other.path, "main_fn", GIT_DIR=str(repo.path / ".git")) == [("a.py", "deleted")]


def test_a_bare_environment_is_enough(repo: Repo, sealed: Path) -> None:
    """A03: the interpreter is the one that installed the hook, not what PATH has."""
    repo.commit({"a.py": "def f(): pass\n"})
    uindex(repo.path, "hooks", "install")
    uindex(repo.path, "build")
    repo.write({"a.py": "def f(): pass\ndef g(): pass\n"})
    bare = {name: os.environ[name] for name in os.environ if name.startswith("GIT_")}
    bare |= {"HOME": str(sealed), "PATH": "/usr/bin:/bin"}
    subprocess.run(["git", "commit", "-qam", "g"], cwd=repo.path, env=bare, check=True)
    eventually(lambda: indexed(repo))
    assert found(repo.path, "g", "--no-refresh") == [("a.py", "fresh")]


def test_the_next_query_notices_what_a_hook_missed(repo: Repo) -> None:
    """A03"""
    repo.commit({"a.py": "def f(): pass\n"})
    uindex(repo.path, "build")
    repo.commit({"a.py": "def f(): pass\ndef g(): pass\n"})
    assert found(repo.path, "g") == [("a.py", "fresh")]


def test_a_rebase_is_one_update(repo: Repo) -> None:
    """A04"""
    repo.commit({"base.py": "x = 1\n"})
    repo.git("checkout", "-q", "-b", "topic")
    for number in range(12):
        repo.commit({f"m{number}.py": f"def f{number}(): pass\n"})
    repo.git("checkout", "-q", "main")
    repo.commit({"z.py": "def z(): pass\n"})
    repo.git("checkout", "-q", "topic")
    uindex(repo.path, "hooks", "install")
    repo.git("rebase", "-q", "main")
    eventually(lambda: indexed(repo))
    eventually(lambda: not hook.running(os.fsencode(repo.path / ".git/uindex")))
    assert log_of(repo).count("hook: ") == 1
    assert found(repo.path, "f11", "--no-refresh") == [("m11.py", "fresh")]
    assert found(repo.path, "z", "--no-refresh") == [("z.py", "fresh")]


def test_the_user_is_never_locked_out(repo: Repo) -> None:
    """A05"""
    names = [f"f{number}.py" for number in range(40)]
    repo.commit({name: f"def {name[:-3]}(): pass\n" for name in names})
    uindex(repo.path, "hooks", "install")
    uindex(repo.path, "build")
    command = [sys.executable, "-P", "-m", "uindex"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    asking: subprocess.Popen[bytes] | None = None
    for number in range(20):
        if asking is None or asking.poll() is not None:
            words = ["find", "f1"] if number % 2 else ["build"]
            asking = subprocess.Popen(
                [*command, *words],
                cwd=repo.path,
                env=env,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        for name in names:
            os.utime(repo.path / name)
        repo.git("add", "--all")
        repo.git("commit", "--quiet", "--allow-empty", "--message", str(number))
    assert asking is not None
    asking.wait()
    eventually(lambda: indexed(repo))
    assert not list((repo.path / ".git").glob("*.lock"))


@pytest.mark.parametrize("options", ["--object-format=sha256", "--ref-format=reftable", "partial"])
def test_repositories_that_libgit2_refuses(tmp_path: Path, options: str) -> None:
    """A07"""
    if options != "partial" and not supports(options, folder=tmp_path / "probe"):
        pytest.skip(f"this git has no {options}")
    repo = init(tmp_path / "r", *([] if options == "partial" else [options]))
    if options == "partial":
        repo.promise()
    repo.commit({"a.py": "def f(): pass\n"})
    assert uindex(repo.path, "hooks", "install").returncode == 0
    repo.commit({"b.py": "def g(): pass\n"})
    eventually(lambda: indexed(repo))
    assert found(repo.path, "g") == [("b.py", "fresh")]
