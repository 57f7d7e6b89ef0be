from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.repos import Repo, init, supports
from uindex.errors import GitFailed
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
    repo.write({".git/refs/uindex/index.lock": ""})
    with pytest.raises(GitFailed, match=r"index\.lock"):
        refs.swap(found, [(INDEX, commit, None)])


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


def test_temporary_names_differ() -> None:
    assert len({refs.temporary_ref() for _ in range(1000)}) == 1000
