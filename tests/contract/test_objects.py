"""One behaviour, two back ends: whatever reads objects, the answers are the same."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from tests.repos import ODD_NAMES, Repo, init, supports
from uindex.errors import GitFailed
from uindex.git import trees
from uindex.git.objects import Objects, open_objects
from uindex.git.objects_plumbing import PlumbingObjects
from uindex.git.objects_pygit2 import Pygit2Objects
from uindex.git.repository import Repository
from uindex.git.trees import TreeEntry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from uindex.git.run import Process


@pytest.fixture(params=["plumbing", "pygit2"])
def bulk(request: pytest.FixtureRequest) -> bool:
    return bool(request.param == "pygit2")


@pytest.fixture
def objects(repo: Repo, bulk: bool) -> Iterator[Objects]:
    repo.commit({"a.py": "a = 1\n", "d/e/b.py": "b = 2\n", "empty": ""})
    with open_objects(Repository.open(repo.path), bulk=bulk) as opened:
        assert isinstance(opened, Pygit2Objects if bulk else PlumbingObjects)
        yield opened


def test_read_and_size(repo: Repo, objects: Objects) -> None:
    assert objects.read(repo.oid("HEAD:a.py")) == b"a = 1\n"
    assert objects.size(repo.oid("HEAD:a.py")) == 6
    assert (objects.read(repo.oid("HEAD:empty")), objects.size(repo.oid("HEAD:empty"))) == (b"", 0)
    commit = objects.read(repo.oid())
    assert commit is not None
    assert commit.startswith(b"tree " + repo.git("rev-parse", "HEAD^{tree}"))
    assert objects.size(repo.oid()) == len(commit)


@pytest.mark.parametrize("oid", [bytes(20), b"\xff" * 20])
def test_missing(objects: Objects, oid: bytes) -> None:
    assert objects.read(oid) is None
    assert objects.size(oid) is None
    with pytest.raises(GitFailed, match="not in this repository"):
        objects.tree(oid)
    with pytest.raises(GitFailed, match="not in this repository"):
        objects.lookup(oid, b"a.py")


def test_many_keep_their_order(repo: Repo, objects: Objects) -> None:
    repo.commit({f"n/{n}": b"x" * n for n in range(40)})
    oids = [repo.oid(f"HEAD:n/{n}") for n in range(40)]
    oids.insert(7, bytes(20))
    expected: list[int | None] = list(range(40))
    expected.insert(7, None)
    assert list(objects.size_many(oids * 30)) == expected * 30
    read = [None if data is None else len(data) for data in objects.read_many(iter(oids * 30))]
    assert read == expected * 30
    assert list(objects.read_many([])) == []


@pytest.mark.parametrize("size", [3, 40])
def test_others_may_be_asked_for_between_many(repo: Repo, objects: Objects, size: int) -> None:
    repo.commit({f"n/{n}": b"x" * n for n in range(size)})
    oids = [repo.oid(f"HEAD:n/{n}") for n in range(size)]
    for n, data in enumerate(objects.read_many(oids)):
        assert data == b"x" * n
        assert objects.read(oids[-1]) == b"x" * (size - 1)


def test_few_start_no_process_each_time(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit({"a": "1"})
    started: list[object] = []
    start = Repository.start

    def counted(here: Repository, *args: str, **more: Any) -> Process:
        started.append(args)
        return start(here, *args, **more)

    monkeypatch.setattr(Repository, "start", counted)
    with open_objects(Repository.open(repo.path)) as objects:
        for _ in range(3):
            assert list(objects.read_many([repo.oid("HEAD:a")])) == [b"1"]
    assert len(started) == 1


def test_large_answers_do_not_block(repo: Repo, objects: Objects) -> None:
    repo.commit({"large": b"0123456789abcdef" * 65536})
    read = objects.read_many([repo.oid("HEAD:large")] * 40)
    assert [len(data or b"") for data in read] == [1 << 20] * 40


def test_tree(repo: Repo, objects: Objects) -> None:
    expected = [
        TreeEntry(0o100644, b"a.py", repo.oid("HEAD:a.py")),
        TreeEntry(0o040000, b"d", repo.oid("HEAD:d")),
        TreeEntry(0o100644, b"empty", repo.oid("HEAD:empty")),
    ]
    repo.git("tag", "--annotate", "--message", "t", "v1")
    for name in ("HEAD", "HEAD^{tree}", "v1"):
        assert objects.tree(repo.oid(name)) == expected
    with pytest.raises(GitFailed, match="not a tree"):
        objects.tree(repo.oid("HEAD:a.py"))


def test_lookup(repo: Repo, objects: Objects) -> None:
    tree = repo.oid("HEAD^{tree}")
    assert objects.lookup(tree, b"d/e/b.py") == (0o100644, repo.oid("HEAD:d/e/b.py"))
    assert objects.lookup(repo.oid(), b"d/e") == (0o040000, repo.oid("HEAD:d/e"))
    for absent in (b"x", b"a.py/x", b"d/x/b.py", b"", b"/", b"d//e", b"../a.py"):
        assert objects.lookup(tree, absent) is None


def test_odd_names(repo: Repo, objects: Objects) -> None:
    commit = repo.commit({name: name for name in ODD_NAMES})
    for name in ODD_NAMES:
        found = objects.lookup(commit, name)
        assert found is not None
        assert objects.read(found[1]) == name


def test_resolve(repo: Repo, objects: Objects) -> None:
    tree = repo.oid("HEAD^{tree}")
    head = repo.oid()
    assert objects.resolve(b"HEAD") == objects.resolve(b"main") == head
    for rev in (b"main^{tree}", head.hex().encode() + b"^{tree}"):
        assert objects.resolve(rev) == tree
    assert objects.resolve(head.hex().encode()) == head
    assert objects.resolve(b"HEAD:d/e/b.py") == repo.oid("HEAD:d/e/b.py")
    nothing = (b"nope", b"", b"--all", b"-h", b"a\nb", b"a\0b", b"^HEAD", b"HEAD..HEAD", b"12" * 20)
    for rev in nothing:
        assert objects.resolve(rev) is None


def test_sees_what_is_written_later(repo: Repo, objects: Objects) -> None:
    assert objects.read(bytes(20)) is None
    commit = repo.commit({"new.py": "n = 1\n"})
    assert objects.read(repo.oid("HEAD:new.py")) == b"n = 1\n"
    repo.git("repack", "-adq")
    assert objects.lookup(commit, b"new.py") is not None
    assert objects.read(repo.oid("HEAD:d")) is not None


def test_broken_object_is_an_error_and_the_next_one_is_not(repo: Repo, objects: Objects) -> None:
    digits = repo.oid("HEAD:a.py").hex()
    path = repo.path / ".git" / "objects" / digits[:2] / digits[2:]
    path.chmod(0o600)
    path.write_bytes(b"garbage")
    with pytest.raises(GitFailed, match="fsck"):
        objects.read(repo.oid("HEAD:a.py"))
    assert objects.read(repo.oid("HEAD:d/e/b.py")) == b"b = 2\n"


def test_replacements_do_not_count(repo: Repo, objects: Objects) -> None:
    """A record is filed under the hash of the bytes it was made from."""
    oid = repo.oid("HEAD:a.py")
    repo.git("replace", oid.hex(), repo.oid("HEAD:d/e/b.py").hex())
    assert objects.read(oid) == b"a = 1\n"


def test_linked_worktree_and_alternates(repo: Repo, tmp_path: Path, bulk: bool) -> None:
    repo.commit({"a.py": "a = 1\n"})
    linked = repo.worktree(tmp_path / "linked", "side")
    linked.commit({"b.py": "b = 1\n"})
    clone = init(tmp_path / "clone")
    with open(clone.path / ".git/objects/info/alternates", "wb") as file:
        file.write(os.fsencode(repo.path / ".git/objects") + b"\n")
    for place in (linked, clone, repo):
        with open_objects(Repository.open(place.path), bulk=bulk) as objects:
            assert objects.read(repo.oid("side:b.py")) == b"b = 1\n"
    with open_objects(Repository.open(linked.path), bulk=bulk) as objects:
        assert objects.resolve(b"HEAD") == linked.oid()


# Repositories that libgit2 refuses: asking for bulk gets the plumbing.


def refused(repo: Repo) -> Objects:
    objects = open_objects(Repository.open(repo.path), bulk=True)
    assert isinstance(objects, PlumbingObjects)
    return objects


def test_sha256(tmp_path: Path) -> None:
    repo = init(tmp_path / "r", "--object-format=sha256")
    commit = repo.commit({"d/a.py": "a = 1\n"})
    with refused(repo) as objects:
        assert len(commit) == 32
        assert objects.lookup(commit, b"d/a.py") == (0o100644, repo.oid("HEAD:d/a.py"))
        assert objects.read(repo.oid("HEAD:d/a.py")) == b"a = 1\n"
        assert objects.resolve(b"HEAD") == commit
        assert objects.read(bytes(32)) is None


def test_partial_clone_extension(repo: Repo) -> None:
    commit = repo.promise().commit({"a.py": "a = 1\n"})
    with refused(repo) as objects:
        assert objects.read(repo.oid("HEAD:a.py")) == b"a = 1\n"
        assert objects.read(bytes(20)) is None
        assert objects.lookup(commit, b"a.py") is not None


def test_partial_clone_fetches_nothing(repo: Repo, tmp_path: Path) -> None:
    repo.config("uploadpack.allowFilter", "true").commit({"a.py": "a = 1\n", "b.py": "b = 1\n"})
    clone = repo.clone(tmp_path / "clone", "--filter=blob:none", "--no-checkout")
    missing = repo.oid("HEAD:a.py")
    objects = open_objects(Repository.open(clone.path))
    with objects:
        assert list(objects.read_many([missing, repo.oid(), missing]))[::2] == [None, None]
        assert objects.size(missing) is None
        assert objects.lookup(repo.oid(), b"a.py") == (0o100644, missing)
        assert objects.resolve(missing.hex().encode()) is None
        assert objects.read(missing) is None
        written = bytes.fromhex(
            clone.git("hash-object", "-w", "--stdin", input=b"new").decode("ascii")
        )
        assert objects.read(written) == b"new"
        clone.git("cat-file", "blob", missing.hex())  # the user's own fetch, as a pack
        assert objects.read(missing) == b"a = 1\n"


def test_shallow_clone(repo: Repo, tmp_path: Path) -> None:
    first = repo.commit({"a.py": "a = 1\n"})
    repo.commit({"a.py": "a = 2\n"})
    clone = repo.clone(tmp_path / "clone", "--depth=1")
    for bulk in (False, True):
        with open_objects(Repository.open(clone.path), bulk=bulk) as objects:
            assert objects.read(first) is None
            assert objects.read(clone.oid("HEAD:a.py")) == b"a = 2\n"


def test_reftable(tmp_path: Path) -> None:
    if not supports("--ref-format=reftable", folder=tmp_path / "r"):
        pytest.skip("this git knows no reftable")
    repo = Repo(tmp_path / "r")
    commit = repo.commit({"a.py": "a = 1\n"})
    with refused(repo) as objects:
        assert objects.resolve(b"HEAD") == commit


def test_private_object_directory(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a pre-receive hook, whose new objects are in quarantine."""
    repo.commit({"a.py": "a = 1\n"})
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(repo.path / ".git" / "quarantine"))
    monkeypatch.setenv("GIT_ALTERNATE_OBJECT_DIRECTORIES", str(repo.path / ".git" / "objects"))
    (repo.path / ".git" / "quarantine").mkdir()
    oid = bytes.fromhex(repo.git("hash-object", "-w", "--stdin", input=b"new").decode("ascii"))
    with refused(repo) as objects:
        assert objects.read(oid) == b"new"


def test_what_is_too_large_is_not_read(
    repo: Repo, objects: Objects, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit({f"n/{n}": b"x" * n for n in range(60)})
    oids = [*(repo.oid(f"HEAD:n/{n}") for n in range(60)), bytes(20)]
    small = [None if data is None else len(data) for data in objects.read_many(oids, 30)]
    assert small == [*range(31), *[None] * 30]
    assert [data is None for data in objects.read_many(oids[29:32], 30)] == [False, False, True]
    monkeypatch.setattr(trees, "MAX_TREE", 1000)
    folder, root = repo.oid("HEAD:n"), repo.oid("HEAD^{tree}")
    assert objects.lookup(root, b"a.py") is not None
    for path in (b"n/1", b"n/2"):
        with pytest.raises(GitFailed, match="too large to be read"):
            objects.lookup(root, path)
    assert objects.read(oids[3]) == b"xxx"
    with pytest.raises(GitFailed, match="too large to be read"):
        objects.tree(folder)
