"""Builds on real repositories: what is found, what waits, what is skipped, what is repeated."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.repos import ODD_NAMES, Repo, init
from uindex import build as module
from uindex.build import Report, build
from uindex.build.report import summed
from uindex.errors import EnvironmentFault, FormatTooNew, UsageError
from uindex.extract.registry import extractor_set, key
from uindex.git.objects import open_objects
from uindex.git.refs import list_refs, read_ref
from uindex.git.repository import Repository
from uindex.record import decode
from uindex.store import pending
from uindex.store.branch import Branch
from uindex.store.layout import INDEX_REF, PENDING_REF, RecordName, record_path
from uindex.store.manifest import Manifest
from uindex.store.publish import blob_oid

if TYPE_CHECKING:
    from pathlib import Path

SET = extractor_set().encode()


def make(repo: Repo, rev: str | None = None, **options: object) -> Report:
    done = build(
        Repository.open(os.fsencode(repo.path)),
        rev.encode() if rev else None,
        **options,  # type: ignore[arg-type]
    )
    assert not any(ref.startswith(b"refs/uindex/tmp/") for ref in refs(repo))
    return done


def refs(repo: Repo) -> dict[bytes, bytes]:
    return list_refs(Repository.open(os.fsencode(repo.path)), b"refs/uindex")


def tree(repo: Repo, ref: bytes = INDEX_REF) -> bytes:
    return repo.git("rev-parse", ref.decode() + "^{tree}")


def names(repo: Repo, ref: bytes = INDEX_REF) -> set[str]:
    """All symbols of all records in an index ref."""
    opened = Repository.open(os.fsencode(repo.path))
    with open_objects(opened) as objects:
        branch = Branch.open(opened, objects, ref)
        records = [branch.get(*name) for name in branch.entries()]
    return {symbol.name for data in records if data for symbol in decode(data).symbols}


def manifest_of(repo: Repo, commit: bytes) -> Manifest | None:
    opened = Repository.open(os.fsencode(repo.path))
    with open_objects(opened) as objects:
        return Branch.open(opened, objects).manifest(SET, commit)


def test_one_commit(repo: Repo) -> None:
    commit = repo.commit({"a.py": "def f(): pass\n", "b.x": b"\0\1", "c.txt": "words\n"})
    report = make(repo)
    assert (report.commits, report.head, report.parsed) == ([commit], commit, 3)
    assert report.languages == {"python": 1, "text": 1}
    assert names(repo) == {"f"}
    found = manifest_of(repo, commit)
    assert found is not None
    assert found.tree == repo.oid("HEAD^{tree}")
    assert list(found.skipped) == [b"b.x"]
    again = make(repo)
    assert (again.commits, again.parsed, again.files) == ([], 0, 2)


def test_two_clones_make_the_same_commit(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.py": "def f(): pass\n", "d/b.c": "int g(void) { return 1; }\n"})
    other = repo.clone(tmp_path / "other")
    make(repo)
    make(other)
    assert repo.oid(INDEX_REF.decode()) == other.oid(INDEX_REF.decode())
    assert b"Source-Commit: " + repo.git("rev-parse", "HEAD") in repo.git(
        "log", "-1", "--format=%B", INDEX_REF.decode()
    )


def test_odd_names(repo: Repo) -> None:
    """Case A10."""
    repo.commit({name: b"def fn_%d(): pass\n" % i for i, name in enumerate(ODD_NAMES)})
    report = make(repo)
    assert report.failed == []
    assert len(names(repo)) == sum(name.endswith(b".py") for name in ODD_NAMES)


def test_submodules_are_listed(repo: Repo, tmp_path: Path) -> None:
    """Case A11."""
    sub = init(tmp_path / "sub")
    sub.commit({"s.py": "def in_sub(): pass\n"})
    repo.commit({"a.py": "def top(): pass\n"})
    repo.submodule(sub, "vendor/sub")
    report = make(repo)
    assert report.skipped == {"submodule": 1}
    assert names(repo) >= {"top"}
    assert "in_sub" not in names(repo)


def test_lfs_pointers_are_listed_once(repo: Repo) -> None:
    """Case A14."""
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 22\n"
    repo.commit({"big.py": pointer, "ok.py": "def ok(): pass\n"})
    repo.commit({".gitattributes": "*.py filter=lfs -text\n"})
    report = make(repo)
    assert report.skipped == {"LFS pointer": 1}
    assert names(repo) == {"ok"}


def test_states_without_a_usual_head(tmp_path: Path) -> None:
    """Case A15: unborn, empty, bare, detached, inside the git directory."""
    empty = init(tmp_path / "empty")
    report = make(empty)
    assert (report.head, report.files, report.commits) == (None, 0, [])
    unborn = init(tmp_path / "unborn")
    unborn.write({"f.py": "def f(): pass\n"}).git("add", ".")
    assert make(unborn).staged == 1
    assert names(unborn, PENDING_REF) == {"f"}
    assert INDEX_REF not in refs(unborn)
    commit = unborn.commit()
    assert make(unborn).parsed == 0
    assert names(unborn) == {"f"}
    assert PENDING_REF not in refs(unborn)
    bare = unborn.clone(tmp_path / "bare.git", "--bare")
    assert make(bare).files == 1
    unborn.git("checkout", "-q", "--detach")
    unborn.commit({"g.py": "def g(): pass\n"})
    assert make(unborn).files == 2
    assert make(Repo(unborn.path / ".git")).files == 2
    assert commit != unborn.oid()


def test_staged_content_waits(repo: Repo) -> None:
    repo.commit({"a.py": "def f(): pass\n"})
    make(repo)
    before = refs(repo)[INDEX_REF]
    repo.write({"b.py": "def secret_plan(): pass\n"}).git("add", "b.py")
    report = make(repo)
    assert (report.staged, report.parsed) == (1, 1)
    assert refs(repo)[INDEX_REF] == before
    assert make(repo).parsed == 0
    repo.write({"b.py": "def other(): pass\n"})
    repo.commit()
    assert make(repo).parsed == 1
    assert names(repo) == {"f", "other"}
    assert names(repo, PENDING_REF) == {"secret_plan"}


def test_intent_to_add_and_unmerged(repo: Repo) -> None:
    """Case E04 and its kin: entries without content."""
    repo.conflict("a.py")
    repo.write({"new.py": "def fresh(): pass\n"}).git("add", "-N", "new.py")
    assert make(repo).failed == []
    assert refs(repo)[INDEX_REF]


def test_revs(repo: Repo) -> None:
    first = repo.commit({"a.py": "def one(): pass\n"})
    repo.commit({"a.py": "def two(): pass\n"})
    assert make(repo, "HEAD~1").head == first
    assert names(repo) == {"one"}
    assert make(repo, history=5).commits == [repo.oid()]
    assert make(repo, all=True).commits == []
    with pytest.raises(UsageError):
        make(repo, "nonsense")


def test_all_branches_but_our_own(repo: Repo) -> None:
    repo.commit({"a.py": "def one(): pass\n"})
    repo.branch("side").commit({"a.py": "def two(): pass\n"})
    repo.git("switch", "-q", "main")
    repo.git("tag", "-a", "-m", "x", "v1", "side")
    repo.config("uindex.ref", "refs/heads/index")
    assert len(make(repo, all=True).commits) == 2
    assert len(make(repo, all=True).commits) == 0
    repo.config("uindex.ref", "refs/uindex/tmp/x")
    with pytest.raises(EnvironmentFault):
        make(repo)


def test_a_newer_format_is_refused(repo: Repo) -> None:
    repo.commit({"a.py": "def one(): pass\n"})
    blob = repo.git("hash-object", "-w", "--stdin", input=b"99\n").decode()
    made = repo.git("mktree", input=f"100644 blob {blob}\tformat\n".encode()).decode()
    commit = repo.git("commit-tree", "-m", "x", made).decode()
    repo.git("update-ref", INDEX_REF.decode(), commit)
    with pytest.raises(FormatTooNew, match="format 99"):
        make(repo)
    repo.git("update-ref", INDEX_REF.decode(), "HEAD")
    with pytest.raises(EnvironmentFault, match="holds no index"):
        make(repo)


@pytest.mark.parametrize("force", [True, False])
def test_what_others_put_into_the_ref_is_made_again(repo: Repo, force: bool) -> None:
    """A record that is none is no record, however small its oid is and whatever a manifest says."""
    repo.commit({"a.py": "def one(): pass\n"})
    make(repo)
    before = tree(repo)
    oid = repo.oid("HEAD:a.py")
    name = RecordName(key("python"), oid)
    bad = min((b"\xc1%d" % at for at in range(32)), key=lambda data: blob_oid(data, 20))
    ref, path = INDEX_REF.decode(), record_path(*name).decode()
    stream = (
        f"commit {ref}\ncommitter e <e@e.invalid> 1 +0000\ndata 1\nx\n"
        f"from {ref}^0\nM 100644 inline {path}\ndata {len(bad)}\n"
    )
    repo.git("fast-import", "--quiet", input=stream.encode() + bad + b"\n")
    assert tree(repo) != before
    report = make(repo, force=force, distrust=[] if force else [name])
    assert report.problems == [f"record {oid.hex()}: not valid; made again"]
    assert tree(repo) == before


def test_settings_change_the_whole_tree(repo: Repo) -> None:
    repo.commit({"a.py": "def one(): pass\n", "gen/b.py": "def two(): pass\n"})
    assert make(repo).files == 2
    repo.commit({".uindex.toml": 'exclude = ["gen/"]\n'})
    report = make(repo)
    assert (report.files, report.skipped) == (2, {"excluded": 1})
    repo.commit({".uindex.toml": "max-size = 14\n", "c.py": "x = 1\n" * 9})
    assert make(repo).skipped == {"too large": 3}
    fresh = manifest_of(repo, repo.oid())
    repo.git("update-ref", "-d", INDEX_REF.decode())
    make(repo)
    assert manifest_of(repo, repo.oid()) == fresh


def test_few_objects_are_left_behind(repo: Repo) -> None:
    """Case A22."""
    repo.commit({f"f{n}.py": f"def f{n}(): pass\n" for n in range(20)})
    make(repo)
    for n in range(5):
        repo.commit({"f1.py": f"def g{n}(): pass\n"})
        make(repo)
    lost = repo.git("fsck", "--unreachable", "--no-reflogs", "--no-progress")
    assert lost == b""
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "-q", "--prune=now")
    assert {"f2", "g4"} <= names(repo)


def test_many_at_once(repo: Repo, tmp_path: Path) -> None:
    """Case A17: every worktree's build counts, and no lock is left."""
    repo.commit()
    trees = [repo.worktree(tmp_path / f"w{k}", f"w{k}") for k in range(5)]
    for k, worktree in enumerate(trees):
        worktree.commit({f"w{k}.py": f"def w{k}(): pass\n"})
    faults: list[BaseException] = []

    def one(worktree: Repo) -> None:
        try:
            build(Repository.open(os.fsencode(worktree.path)))
        except BaseException as error:  # noqa: BLE001  # told in the main thread
            faults.append(error)

    threads = [threading.Thread(target=one, args=(worktree,)) for worktree in trees]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    assert names(repo) == {f"w{k}" for k in range(5)}
    assert not list((repo.path / ".git").rglob("*.lock"))


SCRIPT = """
import sys
from uindex import build
from uindex.store import pending
build.DIRECT = 5
pending.CHECKPOINT_BYTES = 2000
piece = pending._Piece.__init__.__defaults__
from uindex.git.repository import Repository
build.build(Repository.open(sys.argv[1]), jobs=1)
"""


def test_killed_builds_go_on(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """kill -9 at any moment: what was kept is not parsed again, and the end is the same."""
    repo.commit({f"f{n}.py": f"def f{n}(): pass\n" * 40 for n in range(400)})
    other = repo.clone(tmp_path / "other")
    make(other)
    for wait in (0.1, 0.3, 0.5, 0.8):
        process = subprocess.Popen([sys.executable, "-c", SCRIPT, os.fspath(repo.path)])
        time.sleep(wait)
        process.kill()
        process.wait()
    monkeypatch.setattr(module, "DIRECT", 5)
    report = make(repo)
    assert report.files == 400
    assert tree(repo) == tree(other)
    assert repo.oid(INDEX_REF.decode()) == other.oid(INDEX_REF.decode())
    assert PENDING_REF not in refs(repo)
    assert not list((repo.path / ".git").rglob("*.lock"))
    assert not list((repo.path / ".git").glob("fast_import_crash*"))


def test_killed_between_publishing_and_forgetting(repo: Repo) -> None:
    """What waits although it is published goes with the next build; what is staged stays."""
    repo.commit({"a.py": "def a(): pass\n"})
    make(repo)
    at = Repository.open(os.fsencode(repo.path))
    repo.write({"b.py": "def b(): pass\n"}).git("add", ".")
    make(repo)
    with open_objects(at) as objects:
        published = Branch.open(at, objects).entries()
        assert len(published) == 1
        pending.change(pending.open_pending(at, objects), stored=published)
        assert len(pending.open_pending(at, objects).entries()) == 2
    make(repo)
    with open_objects(at) as objects:
        (left,) = pending.open_pending(at, objects).entries()
    assert left.oid == repo.oid(":b.py")


def _edit(repo: Repo, rng: random.Random, step: int) -> None:
    """One random change of the worktree."""
    files = sorted(repo.git("ls-files", "-z").decode().split("\0")[:-1])
    names = ["a.py", "b.py", "c.c", "d/e.py", "d/f.md", "vendor/g.js", "h.png", ".env", "i"]
    kind = rng.choice(["write", "write", "write", "delete", "rename", "mode", "link", "settings"])
    picked = rng.choice(files) if files else "a.py"
    path = repo.path / picked
    if kind == "delete" and files:
        path.unlink()
    elif kind == "rename" and files:
        target = repo.path / f"r{step}" / path.name
        target.parent.mkdir()
        path.rename(target)
    elif kind == "mode" and files and not path.is_symlink():
        path.chmod(rng.choice([0o755, 0o644]))
    elif kind == "link":
        link = repo.path / f"l{step}.py"
        link.symlink_to("a.py")
    elif kind == "settings":
        name = rng.choice([".uindex.toml", ".gitattributes", "d/.gitattributes"])
        text = rng.choice(
            ["", "*.py linguist-language=C\n", "exclude = ['d/']\n", "max-size = 30\n"]
        )
        repo.write({name: text})
    else:
        name = rng.choice(names)
        if (repo.path / name).is_symlink():
            (repo.path / name).unlink()
        repo.write({name: f"def f{rng.randrange(9)}(): pass\n" * rng.randrange(3)})


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 1 << 30))
def test_incremental_is_fresh(tmp_path: Path, seed: int) -> None:
    """Whatever the history, and wherever builds came between: the same index, byte for byte."""
    rng = random.Random(seed)
    shutil.rmtree(tmp_path / "history", ignore_errors=True)
    repo = init(tmp_path / "history")
    repo.commit({"a.py": "def a(): pass\n", "c.c": "int c(void) { return 1; }\n"})
    for step in range(10):
        move = rng.choice(["edit"] * 5 + ["switch", "branch", "merge"])
        branches = repo.git("branch", "--format=%(refname:short)").decode().split()
        if move == "branch":
            repo.branch(f"b{step}")
        elif move == "switch":
            repo.git("switch", "-q", rng.choice(branches))
        elif move == "merge":
            repo.git("merge", "-q", "-s", "ours", "--no-edit", rng.choice(branches))
        else:
            _edit(repo, rng, step)
            repo.git("add", "-A")
            if rng.random() < 0.3:
                make(repo)
            repo.commit(message=f"step {step}")
        if rng.random() < 0.7:
            make(repo)
    make(repo, all=True, history=100)
    incremental = tree(repo)
    make(repo, all=True, history=100, force=True)
    assert tree(repo) == incremental
    for ref in refs(repo):
        repo.git("update-ref", "-d", ref.decode())
    make(repo, all=True, history=100)
    assert tree(repo) == incremental
    assert read_ref(Repository.open(os.fsencode(repo.path)), PENDING_REF) is None


def test_many_records_with_one_fault_are_one_line() -> None:
    same = [f"record {n:040x}: not valid; made again" for n in range(1200)]
    assert summed(["x: y", *same[:2]]) == ["x: y", *same[:2]]
    assert summed([*same, "x: y", "record 1f: differs from the one in the index"]) == [
        "x: y",
        "1,200 records: not valid; made again",
        "record 1f: differs from the one in the index",
    ]
