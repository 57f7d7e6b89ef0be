from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.repos import ODD_NAMES, Repo, init
from uindex.errors import GitFailed
from uindex.git import refs, walk
from uindex.git.fastimport import Drop, Edit, Put, PutOid, importing, write_commit
from uindex.git.repository import Repository

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


def write(
    repo: Repo, changes: Iterable[Edit], parent: bytes | None = None, message: bytes = b"Index\n"
) -> bytes:
    found = Repository.open(repo.path)
    ref = refs.temporary_ref()
    tip = write_commit(
        found, ref=ref, parent=parent, changes=changes, message=message, when=1_700_000_000
    )
    assert refs.read_ref(found, ref) == tip
    return tip


def listing(repo: Repo, tip: bytes) -> dict[bytes, bytes]:
    found = Repository.open(repo.path)
    return {
        e.path: found.git("cat-file", "blob", e.oid.hex())
        for e in walk.tree_entries(found, tip.hex())
    }


@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
def test_puts_and_drops(tmp_path: Path, object_format: str) -> None:
    repo = init(tmp_path / "r", f"--object-format={object_format}")
    repo.commit({"x/y": "user"})
    content = {name: name * 100 for name in ODD_NAMES} | {b"a/b": b"", b"a/c/d": b"\0\n\r\n"}
    first = write(repo, [Put(path, data) for path, data in content.items()])
    assert listing(repo, first) == content
    second = write(
        repo,
        [
            Put(b"a/b", b"new"),
            Drop(ODD_NAMES[0]),
            Drop(b"a/c"),
            Drop(b"was/never/here"),
            PutOid(b"tree", 0o040000, repo.oid("HEAD:x")),
            PutOid(b"blob", 0o100644, repo.oid("HEAD:x/y")),
        ],
        first,
    )
    content |= {b"a/b": b"new", b"tree/y": b"user", b"blob": b"user"}
    del content[ODD_NAMES[0]], content[b"a/c/d"]
    assert listing(repo, second) == content
    assert repo.git("rev-parse", second.hex() + "^") == first.hex().encode()
    assert repo.git("fsck", "--strict") == b""
    assert repo.git("status", "--porcelain") == b""


def test_same_content_same_commit(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever writes it, wherever, in whatever order."""
    changes = [Put(b"b", b"2"), Put(b"a/x", b"1"), Put(b"a.b", b"3")]
    one = write(repo, changes)
    monkeypatch.setenv("GIT_COMMITTER_NAME", "Somebody")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    other = init(tmp_path / "other")
    other.config("i18n.commitEncoding", "latin1").config("commit.gpgSign", "true")
    assert write(other, reversed(changes)) == one
    assert repo.git("log", "-1", "--format=%cn <%ce> %cd|%an|%B", "--date=raw", one.hex()) == (
        b"uindex <uindex@localhost.invalid> 1700000000 +0000|uindex|Index\n"
    )


def test_nothing_to_change(repo: Repo) -> None:
    empty = write(repo, [])
    assert listing(repo, empty) == {}
    assert listing(repo, write(repo, [], empty, b"")) == {}


def test_several_commits_and_checkpoints(repo: Repo) -> None:
    base = write(repo, [Put(b"base", b"")])
    found = Repository.open(repo.path)
    with importing(found, base) as stream:
        first = stream.commit([Put(b"1", b"x" * 1000)], b"one", 1)
        stream.checkpoint()
        assert refs.read_ref(found, stream.ref) == first
        assert listing(repo, first) == {b"base": b"", b"1": b"x" * 1000}
        second = stream.commit([Put(b"2", b"")], b"two", 2)
        third = stream.commit([Put(b"3", b"")], b"three", 3)
    assert refs.read_ref(found, stream.ref) == third
    assert repo.git("rev-list", third.hex()).split() == [
        oid.hex().encode() for oid in (third, second, first, base)
    ]
    assert repo.git("fsck", "--strict") == b""


def test_many_files_become_one_pack(repo: Repo) -> None:
    tip = write(repo, (Put(b"r/%02x/%d" % (n % 256, n), b"%d" % n) for n in range(3000)))
    assert len(listing_names(repo, tip)) == 3000
    assert b"count: 0\n" in repo.git("count-objects", "-v")


def listing_names(repo: Repo, tip: bytes) -> list[bytes]:
    return [e.path for e in walk.tree_entries(Repository.open(repo.path), tip.hex())]


def litter(repo: Repo) -> list[str]:
    """What may not be left behind by an import that failed."""
    return [
        os.path.join(folder, name)
        for folder, _, files in os.walk(repo.path / ".git")
        for name in files
        if name.startswith(("fast_import_crash_", "tmp_")) or name.endswith((".lock", ".keep"))
    ]


@pytest.mark.parametrize(
    "bad",
    [
        PutOid(b"a", 0o100644, b"\x12" * 20),
        PutOid(b"a", 0o123456, b"\x12" * 20),
        Put(b"a//b", b""),
        Put(b"", b""),
    ],
)
def test_git_refuses(repo: Repo, bad: Edit) -> None:
    many = [Put(b"f/%d" % n, b"x" * 1000) for n in range(500)]
    with pytest.raises(GitFailed, match="git fast-import: fatal: "):
        write(repo, [*many, bad, *many])
    assert litter(repo) == []
    assert refs.list_refs(Repository.open(repo.path)) == {}


def test_missing_parent(repo: Repo) -> None:
    with pytest.raises(GitFailed, match="git fast-import: fatal: "):
        write(repo, [], b"\x12" * 20)
    assert litter(repo) == []


def test_our_own_fault_in_the_middle(repo: Repo) -> None:
    def changes() -> Iterator[Edit]:
        yield Put(b"a", b"x" * 100_000)
        raise LookupError("no")

    with pytest.raises(LookupError):
        write(repo, changes())
    assert litter(repo) == []
    assert refs.list_refs(Repository.open(repo.path)) == {}


def test_only_temporary_refs_are_written(repo: Repo) -> None:
    found = Repository.open(repo.path)
    with pytest.raises(ValueError, match="not a temporary ref"):
        write_commit(found, ref=b"refs/heads/main", parent=None, changes=[], message=b"", when=1)


SLOW = """
import sys, time
from uindex.git.fastimport import Put, importing
from uindex.git.repository import Repository
with importing(Repository.open(), None) as stream:
    stream.commit([Put(b"kept", b"x" * 1000)], b"one", 1)
    stream.checkpoint()
    def slowly():
        yield Put(b"lost", b"y" * 100_000)
        try:
            print("ready", flush=True)
            time.sleep(60)
        except KeyboardInterrupt:
            pass
    stream.commit(slowly(), b"two", 2)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_killed_in_the_middle(repo: Repo, number: int) -> None:
    """After SIGKILL what was checkpointed is whole and the sweep removes the rest; Ctrl-C, sent
    to the whole process group as a terminal does, leaves us time to finish the commit."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW],
        cwd=repo.path,
        env={**os.environ, "PYTHONPATH": root},
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    os.killpg(process.pid, number)
    process.wait()
    process.stdout.close()
    found = Repository.open(repo.path)
    ((ref, tip),) = refs.list_refs(found).items()
    assert ref.startswith(refs.TEMPORARY)
    killed = number == signal.SIGKILL
    assert listing_names(repo, tip) == ([b"kept"] if killed else [b"kept", b"lost"])
    deadline = time.monotonic() + 10  # git notices the end of its input a moment later
    while any("tmp_" in path for path in litter(repo)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert any("crash" in path for path in litter(repo)) == killed
    refs.sweep_temporary(found)
    assert refs.list_refs(found) == {}
    assert litter(repo) == []
    assert repo.git("fsck", "--strict", "--no-dangling") == b""


def test_crash_reports_of_the_user_stay(repo: Repo) -> None:
    report = repo.path / ".git" / "fast_import_crash_1"
    report.write_text("fast-import crash report:\n\nfatal: x\n\n  commit refs/heads/main\n")
    refs.sweep_temporary(Repository.open(repo.path))
    assert report.exists()


def test_reports_of_all_worktrees_are_swept(repo: Repo, tmp_path: Path) -> None:
    repo.commit()
    repo.worktree(tmp_path / "linked", "side")
    report = repo.path / ".git" / "worktrees" / "linked" / "fast_import_crash_1"
    report.write_text("fast-import crash report:\n\n  commit refs/uindex/tmp/x-1-1\n")
    assert refs.sweep_temporary(Repository.open(repo.path)) == 1
    assert not report.exists()
