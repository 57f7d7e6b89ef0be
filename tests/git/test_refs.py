from __future__ import annotations

import fcntl
import os
import re
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest

from tests.repos import Repo, init, supports
from uindex.errors import GitFailed, Locked
from uindex.git import refs
from uindex.git.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path

INDEX = b"refs/uindex/index"


@pytest.fixture(params=["sha1", "sha256", "reftable"])
def formats(request: pytest.FixtureRequest, tmp_path: Path) -> Repo:
    """A repository of each kind, with two commits."""
    if request.param == "reftable":
        if not supports("--ref-format=reftable", folder=tmp_path / "r"):
            pytest.skip("this git knows no reftable")
        repo = Repo(tmp_path / "r")
    else:
        repo = init(tmp_path / "r", f"--object-format={request.param}")
    repo.commit()
    repo.commit({"a": "1"})
    return repo


def test_swap(formats: Repo) -> None:
    found = Repository.open(formats.path)
    old, new = formats.oid("HEAD~"), formats.oid()
    assert refs.read_ref(found, INDEX) is None
    assert refs.swap(found, [(INDEX, old, None)])
    assert refs.read_ref(found, INDEX) == old
    assert not refs.swap(found, [(INDEX, new, None)])
    assert not refs.swap(found, [(INDEX, old, new)])
    assert refs.read_ref(found, INDEX) == old
    assert refs.swap(found, [(INDEX, new, old)])
    assert not refs.swap(found, [(INDEX, None, old)])
    assert refs.swap(found, [(INDEX, None, new)])
    assert refs.read_ref(found, INDEX) is None
    assert not refs.swap(found, [(INDEX, None, new)])


def test_all_or_nothing(formats: Repo) -> None:
    found = Repository.open(formats.path)
    old, new = formats.oid("HEAD~"), formats.oid()
    assert refs.swap(found, [(b"refs/uindex/a", old, None), (b"refs/uindex/b", old, None)])
    assert not refs.swap(found, [(b"refs/uindex/a", new, old), (b"refs/uindex/b", new, new)])
    assert refs.list_refs(found, b"refs/uindex/") == {b"refs/uindex/a": old, b"refs/uindex/b": old}
    assert refs.swap(found, [(b"refs/uindex/a", new, old), (b"refs/uindex/b", None, old)])
    assert refs.list_refs(found, b"refs/uindex/") == {b"refs/uindex/a": new}


def test_packed_refs(formats: Repo) -> None:
    found = Repository.open(formats.path)
    refs.swap(found, [(INDEX, formats.oid("HEAD~"), None)])
    formats.git("pack-refs", "--all", "--prune")
    assert refs.read_ref(found, INDEX) == formats.oid("HEAD~")
    assert refs.swap(found, [(INDEX, formats.oid(), formats.oid("HEAD~"))])
    assert refs.read_ref(found, INDEX) == formats.oid()


def test_a_fault_is_no_lost_race(repo: Repo) -> None:
    commit = repo.commit()
    found = Repository.open(repo.path)
    with pytest.raises(GitFailed, match="update-ref"):
        refs.swap(found, [(b"refs/uindex/bad..name", commit, None)])
    with pytest.raises(GitFailed, match="update-ref"):
        refs.swap(found, [(INDEX, b"\x12" * 20, None)])  # no such object


def impatient(repo: Repo) -> Repository:
    """The repository, where git does not wait for locks as long as it does for users."""
    found = Repository.open(repo.path)
    flags = [flag for flag in found.flags if flag != "core.filesRefLockTimeout=2000"]
    assert len(flags) == len(found.flags) - 1
    at = list(found.flags).index("core.filesRefLockTimeout=2000")
    flags.insert(at, "core.filesRefLockTimeout=50")
    found.flags = (*flags, "-c", "core.packedRefsTimeout=50")
    return found


def lock(repo: Repo, name: bytes, age: float = 0) -> Path:
    """A lock file that a killed git left so many seconds ago."""
    path = repo.path / ".git" / os.fsdecode(name + b".lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.utime(path, (time.time() - age,) * 2)
    return path


def test_a_lock_that_is_left_over_is_removed(repo: Repo) -> None:
    old, new = repo.commit(), repo.commit({"a": "1"})
    found = impatient(repo)
    other = b"refs/heads/uindex"  # as uindex.ref may have it
    locks = [lock(repo, INDEX, 61), lock(repo, other, 3600)]
    assert refs.swap(found, [(INDEX, old, None), (other, old, None)])
    assert not any(path.exists() for path in locks)
    locks = [lock(repo, INDEX, 61), lock(repo, other, 61)]
    assert not refs.swap(found, [(INDEX, new, None), (other, new, old)])
    assert refs.swap(found, [(INDEX, new, old), (other, None, old)])
    assert not any(path.exists() for path in locks)
    assert refs.list_refs(found, INDEX, other) == {INDEX: new}


def test_a_lock_that_is_held_is_respected(repo: Repo) -> None:
    commit = repo.commit()
    held, foreign = lock(repo, INDEX, 30), lock(repo, b"refs/heads/x", 3600)
    with pytest.raises(Locked, match=rf"^{re.escape(os.fspath(held))}: another git process holds"):
        refs.swap(impatient(repo), [(INDEX, commit, None)])
    assert held.exists()
    assert foreign.exists()
    threading.Timer(0.3, held.unlink).start()
    assert refs.swap(Repository.open(repo.path), [(INDEX, commit, None)])


def test_a_lock_of_everybody_is_never_removed(repo: Repo) -> None:
    commit = repo.commit()
    found = impatient(repo)
    refs.swap(found, [(INDEX, commit, None)])
    path = lock(repo, b"packed-refs", 10**6)
    with pytest.raises(Locked) as caught:
        refs.swap(found, [(INDEX, None, commit)])
    assert str(caught.value) == (
        f"{path}: another git process holds it, or one that was killed left it; "
        "if no git runs here, remove it"
    )
    assert path.exists()
    config = lock(repo, b"config")
    with pytest.raises(Locked, match=r"config\.lock: another git"):
        found.git("config", "a.b", "c")
    assert config.exists()


def test_nobody_removes_the_lock_that_came_after_the_one_he_saw(repo: Repo) -> None:
    repo.commit()
    path = lock(repo, INDEX, 3600)
    guard = repo.path / ".git" / "uindex" / "stale-locks"
    guard.parent.mkdir()
    script = (
        "import sys; from uindex.git import locks; from uindex.git.repository import Repository\n"
        "print('here', flush=True)\n"
        "sys.exit(locks.remove_stale(Repository.open(), [b'refs/uindex/index']))\n"
    )
    root = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
    with guard.open("w") as file:
        fcntl.lockf(file, fcntl.LOCK_EX)
        second = subprocess.Popen(
            [sys.executable, "-c", script],
            cwd=repo.path,
            env={**os.environ, "PYTHONPATH": root},
            stdout=subprocess.PIPE,
        )
        assert second.stdout is not None
        assert second.stdout.readline() == b"here\n"
        time.sleep(0.3)  # it has seen the old one, and waits for us
        path.unlink()
        path.touch()
    second.communicate()
    assert second.returncode == 0
    assert path.exists()


def test_one_of_many_wins(repo: Repo) -> None:
    commits = [repo.commit({"a": str(n)}) for n in range(8)]
    script = (
        "import sys; from uindex.git import refs; from uindex.git.repository import Repository\n"
        "won = refs.swap(Repository.open(), [(b'refs/uindex/index', bytes.fromhex(sys.argv[1]),"
        " None)])\n"
        "sys.exit(0 if won else 7)\n"
    )
    root = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", script, commit.hex()],
            cwd=repo.path,
            env={**os.environ, "PYTHONPATH": root},
        )
        for commit in commits
    ]
    codes = [racer.wait() for racer in racers]
    assert sorted(codes) == [0, *[7] * 7]
    assert refs.read_ref(Repository.open(repo.path), INDEX) == commits[codes.index(0)]


def test_a_ref_is_read_by_its_full_name_only(repo: Repo) -> None:
    """`rev-parse refs/uindex/index` would find this tag, which any remote can create."""
    commit = repo.commit()
    repo.git("update-ref", "refs/tags/refs/uindex/index", commit.hex())
    found = Repository.open(repo.path)
    assert refs.read_ref(found, INDEX) is None
    repo.git("update-ref", "refs/uindex/index/below", commit.hex())
    assert refs.read_ref(found, INDEX) is None
    assert refs.read_ref(found, b"--all") is None


def test_no_log_is_needed_to_move_a_ref(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor an identity: a CI machine has none."""
    commit = repo.commit()
    for name in ("NAME", "EMAIL"):
        monkeypatch.delenv(f"GIT_COMMITTER_{name}")
    repo.config("user.useConfigOnly", "true").config("core.logAllRefUpdates", "always")
    assert refs.swap(Repository.open(repo.path), [(INDEX, commit, None)])


def test_sweeping(repo: Repo) -> None:
    commit = repo.commit()
    mine = refs.temporary_ref()
    machine, _, ns = mine.removeprefix(refs.TEMPORARY).split(b"-")
    dead = refs.TEMPORARY + b"-".join((machine, b"99999999", ns))
    foreign_new = refs.TEMPORARY + b"-".join((b"elsewhere", b"99999999", ns))
    foreign_old = refs.TEMPORARY + b"-".join((b"elsewhere", b"99999999", b"1700000000000000000"))
    odd = refs.TEMPORARY + b"somebody/else"
    for ref in (mine, dead, foreign_new, foreign_old, odd):
        repo.git("update-ref", ref, commit.hex())
    found = Repository.open(repo.path)
    assert refs.sweep_temporary(found) == 2
    assert set(refs.list_refs(found, refs.TEMPORARY)) == {mine, foreign_new, odd}
    assert refs.sweep_temporary(found) == 0


def test_what_is_locked_is_swept_the_next_time(repo: Repo) -> None:
    commit = repo.commit()
    machine, _, ns = refs.temporary_ref().removeprefix(refs.TEMPORARY).split(b"-")
    dead = refs.TEMPORARY + b"-".join((machine, b"99999999", ns))
    repo.git("update-ref", dead, commit.hex())
    found = impatient(repo)
    packed = lock(repo, b"packed-refs")
    assert refs.sweep_temporary(found) == 0
    packed.unlink()
    locks = [lock(repo, name) for name in (dead, dead + b"0", b"refs/uindex/local/merged/a")]
    assert refs.sweep_temporary(found) == 0
    assert refs.read_ref(found, dead) == commit
    assert all(path.exists() for path in locks)
    assert refs.is_littered(found, [])
    for path in locks:
        os.utime(path, (0, 0))
    assert refs.sweep_temporary(found) == 4
    assert not any(path.exists() for path in locks)
    assert refs.list_refs(found, refs.TEMPORARY) == {}
    assert not refs.is_littered(found, [])


def test_temporary_names_differ() -> None:
    assert len({refs.temporary_ref() for _ in range(1000)}) == 1000
