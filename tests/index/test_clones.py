"""Sharing in clones of every kind: nothing is parsed, nothing is fetched behind anybody's back."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.index.team import INDEX, F, clone, copied, opened, remote_of, tree
from tests.query.asking import find
from tests.repos import Repo, init, supports
from uindex.build import build
from uindex.errors import EnvironmentFault
from uindex.git import transport
from uindex.index import share
from uindex.index.incoming import absorb
from uindex.index.purge import purge
from uindex.store.layout import RecordName
from uindex.store.merge import entries_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from _pytest.mark import ParameterSet

    from tests.index.conftest import Team
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository


def found(repo: Repo, name: str = "f") -> list[tuple[bytes, str]]:
    """Path and state of each definition of a name."""
    answer = find(repo, name, kinds=("function",))
    return [(one.path, one.state) for one in answer.results if one.name == name]


def missing(repo: Repo) -> set[bytes]:
    """What a partial clone has not fetched."""
    out = repo.git("rev-list", "--objects", "--missing=print", "HEAD")
    return {line for line in out.split(b"\n") if line.startswith(b"?")}


@pytest.fixture
def shared(team: Team) -> Team:
    """The index is on the remote, and the remote answers to filters."""
    team.a.commit({"a.py": F + "\n\ndef g(): pass\n"})
    team.a.git("push", "--quiet", "origin", "main")
    build(opened(team.a))
    share.push(opened(team.a), "origin")
    team.origin.config("uploadpack.allowFilter", "true")
    return team


OTHER_FORMAT = re.compile("mismatched algorithms|object format")
KINDS = {
    "full": (),
    "shallow": ("--depth=1",),
    "blobless": ("--filter=blob:none",),
    "treeless": ("--filter=tree:0",),
    "bare": ("--bare",),
    "bare-shallow": ("--bare", "--depth=1"),
    "bare-blobless": ("--bare", "--filter=blob:none"),
    "sparse": ("--sparse", "--filter=blob:none"),
    "single": ("--single-branch", "--no-tags"),
    "reference": ("--shared",),
}


def some(*by_hand: str, of: Iterable[str] = KINDS) -> list[ParameterSet]:
    """The kinds, some of them only by hand."""
    marks = {kind: [pytest.mark.by_hand] for kind in by_hand}
    return [pytest.param(kind, marks=marks.get(kind, [])) for kind in of]


@pytest.mark.parametrize("kind", some("full", "bare", "bare-shallow", "single", "reference"))
def test_a_clone_answers_without_parsing(kind: str, shared: Team) -> None:
    """And without the remote, once it has fetched."""
    url = os.fspath(shared.origin.path) if kind == "reference" else ""
    b = shared.join("b", *KINDS[kind], url=url)
    lacks = missing(b)
    assert bool(lacks) == ("less" in kind or kind == "sparse")
    assert share.fetch(opened(b), "origin").tip is not None
    assert missing(b) == lacks
    if kind != "reference":
        shared.origin.path.rename(shared.root / "away")
    assert build(opened(b)).parsed == 0
    state = "unchecked" if "bare" in kind else "fresh"
    assert found(b) == [(b"a.py", state)]
    assert found(b, "b") == [(b"sub/b.c", "sparse" if kind == "sparse" else state)]
    assert missing(b) == lacks
    assert tree(b) == tree(shared.a)
    b.git("fsck", "--connectivity-only")


def test_records_that_a_plain_fetch_left_out(shared: Team) -> None:
    """A partial clone with a refspec of its own: git filters the index as well."""
    b = shared.join("b", "--filter=blob:none")
    refspec = "+refs/uindex/index*:refs/uindex/remotes/origin/index*"
    b.git("config", "--add", "remote.origin.fetch", refspec)
    b.git("fetch", "--quiet")
    assert absorb(opened(b)) == []
    assert build(opened(b)).parsed == 3
    assert share.fetch(opened(b), "origin").bad == ()
    assert tree(b) == tree(shared.a)
    assert not share.fetch(opened(b), "origin").new


def test_what_a_server_takes_a_partial_clone_to_have(
    shared: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tombstone is empty, and so may a file be: that need not come.  A record that is also a file
    is fetched once more, and what was new is counted over both times."""
    a = shared.a
    a.commit({"secret.py": "def leaked(): pass\n", "pkg/__init__.py": ""})
    a.git("push", "--quiet", "origin", "main")
    build(opened(a))
    purge(opened(a), ["secret.py"])
    build(opened(a))
    share.push(opened(a), "origin")
    fetched: list[object] = []
    fetch = transport.fetch

    def counted(repo: Repository, *more: Any) -> Oid | None:
        fetched.append(more)
        return fetch(repo, *more)

    monkeypatch.setattr(transport, "fetch", counted)
    options = ("--filter=blob:none", "--no-checkout", "--depth=1")
    arrived = share.fetch(opened(shared.join("b", *options)), "origin")
    assert (arrived.records, arrived.commits, arrived.purged, arrived.bad) == (5, 3, 1, ())
    assert len(fetched) == 1

    entries = entries_of(opened(a), a.oid(INDEX))
    record = next(blob.hex() for name, blob in entries.items() if isinstance(name, RecordName))
    a.git("update-index", "--add", "--cacheinfo", f"100644,{record},record.bin")
    a.git("commit", "--quiet", "--message", "record")
    a.git("push", "--quiet", "origin", "main")
    arrived = share.fetch(opened(shared.join("c", *options)), "origin")
    assert (arrived.records, arrived.commits, arrived.purged, arrived.bad) == (5, 3, 1, ())
    assert len(fetched) == 3


PUBLISHING = ("shallow", "blobless", "treeless", "sparse", "bare")


@pytest.mark.parametrize("kind", some("treeless", "sparse", of=PUBLISHING))
def test_a_clone_publishes(kind: str, shared: Team) -> None:
    """What it adds, and nothing that it lacks is taken away."""
    b = shared.join("b", *KINDS[kind])
    share.fetch(opened(b), "origin")
    if kind == "bare":
        worker = clone(shared.origin.path, shared.root / "worker")
        worker.commit({"c.py": "def c(): pass\n"})
        worker.git("push", "--quiet", "origin", "main")
        b.git("fetch", "--quiet", "origin", "main:main")
    else:
        b.write({"c.py": "def c(): pass\n"}).git("add", "--sparse", "c.py")
        b.git("commit", "--quiet", "--message", "c")
        b.git("push", "--quiet", "origin", "HEAD:main")
    lacks = missing(b)
    assert build(opened(b)).parsed == 1
    done = share.push(opened(b), "origin")
    assert (done.records, done.commits) == (1, 1)
    assert missing(b) == lacks
    share.fetch(opened(shared.a), "origin")
    shared.a.git("pull", "--quiet", "origin", "main")
    assert build(opened(shared.a)).parsed == 0
    assert tree(shared.a) == tree(shared.origin) == tree(b)


def test_a_linked_worktree(shared: Team) -> None:
    b = shared.join("b")
    linked = b.worktree(shared.root / "linked", "topic")
    share.fetch(opened(linked), "origin")
    assert build(opened(linked)).parsed == 0
    assert found(linked) == [(b"a.py", "fresh")]
    linked.commit({"c.py": "def c(): pass\n"})
    linked.git("push", "--quiet", "origin", "topic")
    build(opened(linked))
    assert share.push(opened(linked), "origin").records == 1
    assert found(b) == [(b"a.py", "fresh")]


def test_inside_a_submodule(shared: Team) -> None:
    top = init(shared.root / "top")
    top.commit({"t.py": "def t(): pass\n"})
    inner = top.submodule(shared.origin, "sub")
    share.fetch(opened(inner), "origin")
    assert build(opened(inner)).parsed == 0
    assert found(inner) == [(b"a.py", "fresh")]
    inner.commit({"c.py": "def c(): pass\n"})
    inner.git("push", "--quiet", "origin", "HEAD:main")
    build(opened(inner))
    assert share.push(opened(inner), "origin").records == 1
    assert not top.git("for-each-ref", "refs/uindex")


def whole_way(root: Path, *options: str) -> tuple[Repo, Repo]:
    """A remote of some format and a clone that has the index from it."""
    a = init(root / "x", *options)
    a.commit({"a.py": F})
    remote_of(a, root / "x.git", *options)
    build(opened(a))
    assert share.push(opened(a), "origin").records == 1
    b = clone(root / "x.git", root / "y", *[o for o in options if o.startswith("--ref-format")])
    assert share.fetch(opened(b), "origin").records == 1
    assert build(opened(b)).parsed == 0
    assert found(b) == [(b"a.py", "fresh")]
    b.commit({"c.py": "def c(): pass\n"})
    b.git("push", "--quiet", "origin", "main")
    build(opened(b))
    assert share.push(opened(b), "origin").records == 1
    assert share.fetch(opened(a), "origin").records == 1
    assert tree(a) == tree(b)
    return a, b


def test_sha256(tmp_path: Path) -> None:
    whole_way(tmp_path, "--object-format=sha256")


def test_reftable(tmp_path: Path) -> None:
    if not supports("--ref-format=reftable", folder=tmp_path / "try"):
        pytest.skip("this git has no reftable")
    whole_way(tmp_path, "--ref-format=reftable")


def test_two_object_formats_do_not_meet(shared: Team) -> None:
    a, other = shared.a, init(shared.root / "other", "--object-format=sha256")
    other.commit({"a.py": F})
    bare = remote_of(other, shared.root / "other.git", "--object-format=sha256")
    build(opened(other))
    share.push(opened(other), "origin")
    a.git("remote", "set-url", "origin", os.fspath(bare.path))
    before = a.git("for-each-ref")
    for act in (share.fetch, share.push):
        with pytest.raises(EnvironmentFault, match=OTHER_FORMAT):
            act(opened(a), "origin")
    assert a.git("for-each-ref") == before
    other.git("remote", "set-url", "origin", os.fspath(shared.origin.path))
    for act in (share.fetch, share.push):
        with pytest.raises(EnvironmentFault, match=OTHER_FORMAT):
            act(opened(other), "origin")


def test_a_remote_that_is_shallow(shared: Team) -> None:
    """Its index has all of its history all the same."""
    bare = shared.join("shallow.git", "--bare", "--depth=1")
    share.fetch(opened(bare), "origin")
    b = shared.join("b", "--depth=1", url=f"file://{bare.path}")
    assert share.fetch(opened(b), "origin").records == 4
    assert build(opened(b)).parsed == 0
    assert b.git("rev-parse", INDEX) == shared.a.git("rev-parse", INDEX)


def test_a_local_index_that_was_deleted_comes_back_whole(shared: Team) -> None:
    b = shared.join("b")
    share.fetch(opened(b), "origin")
    again = copied(b, shared.root / "again")
    again.git("update-ref", "-d", INDEX)
    assert share.fetch(opened(again), "origin").records == 4
    assert tree(again) == tree(b)
