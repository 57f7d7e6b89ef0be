"""Pruning: what is needed stays and is answered as before, the rest goes, and no drop travels."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.index.team import INDEX, clone, opened, remote_of, tree
from tests.query.asking import exported, find, places
from tests.repos import Repo, init
from uindex.build import build
from uindex.cache.place import folder
from uindex.cli.gc import lines_of
from uindex.errors import RaceLost
from uindex.extract.registry import extractor_set, key, keys
from uindex.git.objects import open_objects
from uindex.git.refs import TEMPORARY, list_refs
from uindex.hook import queue
from uindex.index import gc, reach, share
from uindex.index.gc import collect
from uindex.query.options import GraphOptions, Scope
from uindex.query.session import Session
from uindex.store.branch import Branch
from uindex.store.layout import GraphName, ManifestName, RecordName
from uindex.store.merge import entries_of
from uindex.store.publish import Batch, publish

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.index.conftest import Team
    from uindex.store.layout import Name

DAY = 86_400
NOW = 1_700_000_000
SET = extractor_set().encode()


def at(days: int) -> str:
    """A date so many days before that of all other commits."""
    return f"{NOW - days * DAY} +0000"


def make(repo: Repo, *revs: str) -> int:
    """Index HEAD and what is staged, or these revs; how many blobs were parsed."""
    handle = opened(repo)
    return sum(build(handle, rev.encode() or None, jobs=1).parsed for rev in revs or ("",))


def entries(repo: Repo, ref: str = INDEX) -> set[Name]:
    return set(entries_of(opened(repo), repo.oid(ref)))


def records(repo: Repo, ref: str = INDEX) -> set[bytes]:
    return {name.oid for name in entries(repo, ref) if isinstance(name, RecordName)}


def indexed(repo: Repo, ref: str = INDEX) -> set[bytes]:
    return {name.commit for name in entries(repo, ref) if isinstance(name, ManifestName)}


def blob(repo: Repo, spec: str) -> bytes:
    return repo.oid(spec)


def commit_of(repo: Repo, tree: bytes, days: int) -> str:
    """A commit that no ref is at."""
    options = ("-p", "HEAD", "-m", "x", tree.decode())
    return repo.git("commit-tree", *options, GIT_COMMITTER_DATE=at(days)).decode()


def dead_branch(repo: Repo, days: int, name: str = "dead") -> bytes:
    """Index a commit on a branch that is gone; the oid of its only own blob."""
    text = b"def %s(): pass\n" % name.encode()
    oid = repo.git("hash-object", "-w", "--stdin", input=text)
    line = b"100644 blob %s\t%s.py\n" % (oid, name.encode())
    tree = repo.git("mktree", input=repo.git("ls-tree", "HEAD") + b"\n" + line)
    dead = commit_of(repo, tree, days)
    repo.git("update-ref", f"refs/uindex/{name}", dead)  # keeps it here, and nothing else
    make(repo, dead)
    return bytes.fromhex(oid.decode())


def answers(repo: Repo, *revs: str) -> list[object]:
    """What some questions are answered with."""
    scopes: Sequence[Scope] = (Scope(), *(Scope(at=rev) for rev in revs))
    found = places(find(repo, "f")), callers(repo, "g")
    assert all(found)
    return [*found, *(exported(repo, "jsonl", scope) for scope in scopes)]


def callers(repo: Repo, name: str) -> list[tuple[bytes, int, str, str]]:
    with Session.open(opened(repo), Scope()) as session:
        return places(session.callers(name, GraphOptions()))


@pytest.fixture
def used(repo: Repo, tmp_path: Path) -> Repo:
    """A repository in which blobs are reached in every way there is."""
    repo.commit({"f.py": "def f(): pass\n"})
    repo.git("tag", "-am", "old", "old")
    repo.commit({"f.py": "from g import g\ndef f(): g()\n", "g.py": "def g(): pass\n"})
    for number in (1, 2):
        repo.write({"f.py": f"def stashed{number}(): pass\n"})
        repo.git("stash", "-q", GIT_COMMITTER_DATE=at(200))  # older than any grace
    linked = repo.worktree(tmp_path / "linked", "linked")
    linked.git("switch", "-q", "--detach")
    linked.commit({"h.py": "def h(): pass\n"})
    make(linked)
    linked.write({"there.py": "def staged_there(): pass\n"}).git("add", "-A")
    repo.branch("side").commit({"side.py": "def side(): pass\n"})
    repo.git("update-ref", "refs/remotes/origin/side", "HEAD")
    repo.git("switch", "-q", "main")
    repo.git("branch", "-qD", "side")
    make(repo, "", "old", "stash@{0}", "stash@{1}", "refs/remotes/origin/side")
    # Staged, and indexed by way of a commit that is gone.
    repo.write({"s.py": "def s(): pass\n", "t.py": "def t(): pass\n"}).git("add", "-A")
    make(repo, commit_of(repo, repo.git("write-tree"), 100))
    shutil.copy(repo.path / "s.py", linked.path / "s.py")
    repo.git("reset", "-q", "--", "s.py")
    (repo.path / "s.py").unlink()
    linked.git("add", "s.py")
    make(linked)
    return repo


def test_what_is_reached_stays(used: Repo, tmp_path: Path) -> None:
    """By a branch, a tag, a remote branch, each stash, a worktree's HEAD, and what is staged in
    this worktree and in another."""
    revs = ("old", "stash@{0}", "stash@{1}", "refs/remotes/origin/side")
    linked = Repo(tmp_path / "linked")
    before = answers(used, *revs), answers(linked)
    kept = records(used)
    oid = dead_branch(used, 15)
    assert oid in records(used)
    done = collect(opened(used))
    assert done.dropped == {
        "records": {gc.UNREACHABLE: 1},
        "manifests": {gc.UNREACHABLE: 2},  # and that of the commit without a branch
    }
    assert records(used) == kept
    used.git("gc", "-q", "--prune=now")
    assert used.git("fsck", "--no-dangling") == b""
    assert (answers(used, *revs), answers(linked)) == before
    shutil.rmtree(folder(opened(used)))
    assert (answers(used, *revs), answers(linked)) == before
    assert make(used, *revs) + make(linked) == 0


def test_a_branch_that_is_gone_has_days_of_grace(repo: Repo) -> None:
    """Counted back from the newest commit that is indexed, and not by the clock."""
    repo.commit({"f.py": "def f(): pass\n"})
    make(repo)
    young, old = dead_branch(repo, 13, "young"), dead_branch(repo, 14, "old")
    assert collect(opened(repo)).dropped["records"] == {gc.UNREACHABLE: 1}
    assert young in records(repo)
    assert old not in records(repo)
    assert collect(opened(repo), grace=13).dropped["records"] == {gc.UNREACHABLE: 1}
    assert young not in records(repo)


def test_a_dry_run_says_it_and_does_nothing(repo: Repo) -> None:
    repo.commit({"f.py": "def f(): pass\n"})
    make(repo)
    dead_branch(repo, 99)
    refs = repo.git("for-each-ref")
    said = collect(opened(repo), dry_run=True)
    assert repo.git("for-each-ref") == refs
    assert (said.history_before, said.history_after) == (2, 1)
    assert 0 < said.bytes_after < said.bytes_before
    line = next(lines_of(said, None, 0, dry_run=True))
    sizes = f"{said.bytes_before} bytes to {said.bytes_after} bytes before git compresses it"
    assert line.startswith(f"would drop 1 record (unreachable), 1 manifest (unreachable): {sizes};")
    done = collect(opened(repo))
    assert done._replace(tip=said.tip) == said
    again = collect(opened(repo))
    assert again.tip == done.tip
    assert again.dropped == {}


def plant(repo: Repo, *names: RecordName | ManifestName | GraphName) -> None:
    handle = opened(repo)
    with open_objects(handle) as objects:
        publish(
            Branch.open(handle, objects),
            Batch(
                [(name, b"x") for name in names if isinstance(name, RecordName)],
                manifests=lambda: [(n, b"x") for n in names if isinstance(n, ManifestName)],
                graphs=[(name, b"x") for name in names if isinstance(name, GraphName)],
            ),
        )


def test_extractors_that_are_old(repo: Repo) -> None:
    """The newest two of each language stay, and of other sets the one that was used last."""
    first = repo.commit({"f.py": "def f(): pass\n"})
    last = repo.commit({"f.py": "def f(): return 1\n"})
    make(repo)
    oid, lost = blob(repo, "HEAD:f.py"), b"\7" * 20
    ours = key("python")
    version = int(ours.rpartition(b"-")[2])
    assert version > 2
    old = [RecordName(b"python-%d" % number, oid) for number in range(version)]
    plant(repo, *old, RecordName(b"klingon-%d" % 10**9, oid), RecordName(b"klingon-07", oid))
    plant(repo, RecordName(b"klingon-6", oid), RecordName(ours, lost))
    plant(repo, ManifestName(b"0a", first), ManifestName(b"0b", last), ManifestName(b"0b", first))
    repo.git("commit", "--amend", "-qm", "later", GIT_COMMITTER_DATE=f"{NOW + 9} +0000")
    plant(repo, ManifestName(b"0c", repo.oid()), ManifestName(b"0c", lost))
    plant(repo, GraphName(b"0d", first), GraphName(b"0d", lost))
    done = collect(opened(repo))
    assert done.dropped == {
        "records": {gc.OUTDATED: version - 1 + 1, gc.UNREACHABLE: 1},
        "manifests": {gc.UNREACHABLE: 1, gc.OUTDATED: 3},
        "graphs": {gc.UNREACHABLE: 1},
    }
    found = {name.key for name in entries(repo) if isinstance(name, RecordName)}
    assert found == {ours, old[-1].key, b"klingon-%d" % 10**9, b"klingon-07"}


def test_our_own_extractors_stay_however_old() -> None:
    ours = key("python")
    newer = {b"python-%d" % (10**9 + number) for number in range(3)}
    assert gc.outdated({ours, *newer}) == {min(newer)}
    assert gc.outdated({b"c-" + b"9" * 6000, b"c-" + b"9" * 5999, *keys()}) == set()


def test_no_drop_is_published_and_none_comes_back(team: Team) -> None:
    """A teammate's branch that we do not have: we drop it here, and they keep it."""
    a, b = team.a, team.join("b")
    b.branch("theirs").commit({"t.py": "def t(): pass\n"})
    b.git("push", "-q", "origin", "theirs")
    make(b)
    share.push(opened(b), "origin")
    make(a)
    share.fetch(opened(a), "origin")
    share.push(opened(a), "origin")
    oid = blob(b, "HEAD:t.py")
    assert oid in records(a)
    assert collect(opened(a)).dropped["records"] == {gc.UNREACHABLE: 1}
    everything = entries(team.origin)
    # Ours is on top of theirs, and that is all there is of its history.
    assert a.git("rev-parse", INDEX + "^") == team.origin.git("rev-parse", INDEX)
    refs = team.origin.git("for-each-ref")
    assert share.push(opened(a), "origin").records == 0
    assert team.origin.git("for-each-ref") == refs
    share.fetch(opened(a), "origin")
    assert oid not in records(a)
    # The next of theirs brings what is new and not what was dropped, and takes nothing with it.
    b.commit({"u.py": "def u(): pass\n"})
    b.git("push", "-q", "origin", "theirs")
    make(b)
    share.push(opened(b), "origin")
    a.commit({"mine.py": "def mine(): pass\n"})
    a.git("push", "-q", "origin", "HEAD")
    make(a)
    share.fetch(opened(a), "origin")
    share.push(opened(a), "origin")
    assert oid not in records(a)
    assert blob(b, "HEAD:u.py") in records(a)
    assert everything <= entries(team.origin)
    assert blob(a, "HEAD:mine.py") in records(team.origin)


def test_where_nothing_differs_ours_is_theirs(team: Team) -> None:
    """The local history goes, and a push has nothing to do."""
    a, b = team.a, team.join("b")
    make(b)
    share.push(opened(b), "origin")
    a.commit({"x.py": "def x(): pass\n"})
    make(a)
    a.git("reset", "-q", "--hard", "HEAD^")
    share.fetch(opened(a), "origin")
    assert tree(a) != tree(team.origin)
    collect(opened(a), grace=0)
    assert a.git("rev-parse", INDEX) == team.origin.git("rev-parse", INDEX)


def test_history_becomes_one_commit_without_the_clock(repo: Repo, tmp_path: Path) -> None:
    """Two that index the same make the same index of it."""
    repo.commit({"f.py": "def f(): pass\n"})
    other = clone(repo.path, tmp_path / "other")
    for number in range(3):
        repo.commit({"f.py": f"def f{number}(): pass\n"})
    build(opened(repo), b"HEAD^", history=2, jobs=1)
    make(repo)
    other.git("pull", "-q")
    make(other, "HEAD~2")
    build(opened(other), history=2, jobs=1)
    assert repo.git("rev-parse", INDEX) != other.git("rev-parse", INDEX)
    assert collect(opened(repo)).tip == collect(opened(other)).tip
    assert repo.git("log", "--format=%ct %P", INDEX) == b"%d " % NOW
    # The next build begins at what was indexed last.
    assert b"Source-Commit: " in repo.git("log", "-1", "--format=%B", INDEX)


def test_of_two_remotes_the_last_one_united_is_below(team: Team) -> None:
    a, b = team.a, team.join("b")
    a.git("init", "-q", "--bare", os.fspath(team.root / "second.git"))
    second = Repo(team.root / "second.git")
    for repo in (a, b):
        repo.git("remote", "add", "second", os.fspath(second.path))
    make(b)
    b.git("push", "-q", "second", "main")
    share.push(opened(b), "second")
    a.commit({"x.py": "def x(): pass\n"})
    make(a)
    share.fetch(opened(a), "second")
    a.git("push", "-q", "origin", "main")
    share.push(opened(a), "origin")
    a.commit({"y.py": "def y(): pass\n"})
    make(a)
    collect(opened(a))
    assert a.git("rev-parse", INDEX + "^") == team.origin.git("rev-parse", INDEX)


def test_size_follows_what_is_alive(repo: Repo) -> None:
    """Case A22."""
    repo.commit({f"f{number}.py": f"def f{number}(): pass\n" for number in range(20)})
    make(repo)
    for number in range(6):
        repo.commit({"f1.py": f"def g{number}(): pass\n"})
    build(opened(repo), history=5, jobs=1)
    repo.git("reset", "-q", "--soft", "HEAD~6")
    repo.commit()
    make(repo)
    repo.git("reflog", "expire", "--expire=now", "--all")
    collect(opened(repo), grace=0)
    repo.git("gc", "-q", "--prune=now")
    assert repo.git("fsck", "--no-dangling") == b""
    kept = repo.git("rev-list", "--objects", "--no-object-names", INDEX).split()
    # A commit, the format, 21 records and 2 manifests, and the folders of these.
    assert len(kept) <= 1 + 1 + 21 + 2 + (21 + 2 + 2 + 2 + 1)
    shutil.rmtree(folder(opened(repo)), ignore_errors=True)
    for name in ("f19", "g5"):
        assert find(repo, name, Scope(refresh=False)).results


def test_what_is_no_entry_is_not_taken_along(repo: Repo) -> None:
    repo.commit({"f.py": "def f(): pass\n"})
    make(repo)
    before = tree(repo)
    listed = repo.git("ls-tree", INDEX) + b"\n"
    alien = listed.partition(b"\n")[0].replace(b"format", b"alien") + b"\n"
    strange = repo.git("mktree", input=alien + listed).decode()
    repo.git("update-ref", INDEX, repo.git("commit-tree", "-m", "x", strange).decode())
    assert collect(opened(repo)).dropped == {}
    assert tree(repo) == before


def test_whoever_publishes_meanwhile_is_looked_at(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A branch comes back while we look: its records were there, so that a build relied on them."""
    repo.commit({"f.py": "def f(): pass\n"})
    make(repo)
    oid = dead_branch(repo, 99)
    looked = []
    look = reach.anywhere

    def meddled(*args: object) -> reach.Reached:
        found = look(*args)  # type: ignore[arg-type]
        looked.append(found)
        if len(looked) == 1:
            repo.git("branch", "back", "refs/uindex/dead")
            repo.git("switch", "-q", "back")
            assert repo.commit({"more.py": "def more(): pass\n"})
            assert make(repo) == 1
        return found

    monkeypatch.setattr(reach, "anywhere", meddled)
    collect(opened(repo))
    assert len(looked) == 2
    assert oid in records(repo)
    assert make(repo, "back") == 0
    assert list_refs(opened(repo), TEMPORARY) == {}

    def always(*args: object) -> reach.Reached:
        found = look(*args)  # type: ignore[arg-type]
        repo.commit({"more.py": f"def more{len(looked)}(): pass\n"})
        make(repo)
        looked.append(found)
        return found

    repo.commit({"more.py": "def more(): return 1\n"})
    make(repo)
    monkeypatch.setattr(reach, "anywhere", always)
    monkeypatch.setattr(gc, "ATTEMPTS", 2)
    with pytest.raises(RaceLost):
        collect(opened(repo))
    assert list_refs(opened(repo), TEMPORARY) == {}


KINDS = {
    "sha256": ("--object-format=sha256",),
    "bare": (),
    "blobless": ("--filter=blob:none",),
    "treeless": ("--filter=tree:0",),
    "shallow": ("--depth=1",),
    "elsewhere": (),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_repository(kind: str, tmp_path: Path) -> None:
    """What cannot be looked into is not taken for unreachable."""
    source = init(tmp_path / "source", *(KINDS["sha256"] if kind == "sha256" else ()))
    source.config("uploadpack.allowFilter", "true")
    source.commit({"d/f.py": "def f(): pass\n", "d/e/g.py": "def g(): pass\n"})
    source.commit({"d/f.py": "from e.g import g\ndef f(): g()\n"})
    build(opened(source), history=9, jobs=1)
    old = {blob(source, "HEAD^:d/f.py")}
    if kind == "sha256":
        repo = source
    elif kind == "bare":
        repo = source.clone(tmp_path / "bare", "--bare")
        build(opened(repo), history=9, jobs=1)
    else:
        remote_of(source, tmp_path / "origin.git")
        share.push(opened(source), "origin")
        repo = source.clone(tmp_path / "clone", *KINDS[kind])
        share.fetch(opened(repo), "origin")
    if kind == "elsewhere":  # as a branch: it must not keep itself alive
        repo.git("branch", "uindex", INDEX)
        repo.config("uindex.ref", "refs/heads/uindex")
    where = "refs/heads/uindex" if kind == "elsewhere" else INDEX
    assert records(repo, where) == records(source)
    head = Scope(at="HEAD")
    before = exported(repo, "jsonl", head)
    assert b'"edge"' in before
    dropped = collect(opened(repo)).dropped
    if kind == "shallow":
        assert dropped["records"] == {gc.UNREACHABLE: 1}
        assert records(repo) == records(source) - old
    else:
        assert dropped == {}
        assert tree(repo, where) == tree(source)
    assert collect(opened(repo)).dropped == {}
    assert exported(repo, "jsonl", head) == before
    shutil.rmtree(folder(opened(repo)))
    assert exported(repo, "jsonl", head) == before
    assert make(repo, "HEAD") == 0


def test_nothing_indexed(repo: Repo) -> None:
    assert collect(opened(repo)).tip is None
    assert collect(opened(repo), dry_run=True).tip is None
    repo.commit({"f.py": "def f(): pass\n"})
    make(repo)
    # All that is reached is gone, and the index stays one.
    repo.git("update-ref", "-d", "HEAD")
    repo.git("rm", "-qr", "--cached", ".")
    assert collect(opened(repo), grace=0).kept["records"] == 0
    repo.commit()
    assert make(repo) == 1


def test_what_is_of_no_use_any_more(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"f.py": "def f(): pass\n"})
    linked = repo.worktree(tmp_path / "linked", "linked")
    make(repo)
    for where in (repo, linked):
        find(where, "f")
    find(repo, "f", Scope(at="HEAD"))
    handle = opened(repo)
    cache = folder(handle)
    slots = {name for name in os.listdir(cache) if name.endswith(b".db")}
    drafts = os.path.join(handle.state_dir, b"drafts", SET)
    os.makedirs(drafts)
    for commit in (repo.oid(), b"\7" * 20):
        with open(os.path.join(drafts, commit.hex().encode()), "wb"):
            pass
    stale = os.path.join(cache, b"rev-%s.db" % (b"07" * 20))
    with open(stale, "wb"):
        pass
    repo.git("update-ref", "refs/uindex/tmp/x-1-1", "HEAD")  # somebody else's, long ago
    queue(handle.state_dir).add(b"request")
    assert queue(handle.state_dir).forgotten() == []
    assert len(queue(handle.state_dir).forgotten(-1)) == 1
    linked.git("switch", "-q", "--detach")
    repo.git("worktree", "remove", "--force", os.fspath(linked.path))
    found = collect(handle, dry_run=True).leftovers
    assert (found.refs, len(found.drafts), len(found.caches)) == (1, 1, 2)
    assert collect(handle).leftovers == found
    assert os.listdir(drafts) == [repo.oid().hex().encode()]
    left = {name for name in os.listdir(cache) if name.endswith(b".db")}
    assert left == slots - {b"worktree-linked.db"}
    assert list_refs(handle, TEMPORARY) == {}
