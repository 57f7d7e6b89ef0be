from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.repos import ODD_NAMES, Repo, init
from uindex.errors import GitFailed
from uindex.git import walk
from uindex.git.oid import EMPTY_BLOB, EMPTY_TREE
from uindex.git.repository import Repository
from uindex.git.walk import Change, Dirty, Entry

if TYPE_CHECKING:
    from pathlib import Path


def opened(repo: Repo) -> Repository:
    return Repository.open(repo.path)


def test_tree_index_and_worktree_agree_on_odd_names(repo: Repo) -> None:
    repo.write({name: name for name in ODD_NAMES})
    assert set(walk.status(opened(repo)).entries) == set(ODD_NAMES)
    repo.commit()
    tree = walk.tree_entries(opened(repo), "HEAD")
    assert {e.path for e in tree} == set(ODD_NAMES)
    assert walk.index_entries(opened(repo)) == tree
    assert {c.path for c in walk.tree_diff(opened(repo), None, repo.oid())} == set(ODD_NAMES)


def test_modes(repo: Repo) -> None:
    repo.write({"run.sh": ""})
    (repo.path / "run.sh").chmod(0o755)
    (repo.path / "link").symlink_to("run.sh")
    repo.commit()
    modes = {e.path: e.mode for e in walk.tree_entries(opened(repo), "HEAD")}
    assert modes == {b"link": walk.SYMLINK, b"run.sh": 0o100755}


def test_tree_of_a_bad_revision(repo: Repo) -> None:
    for rev in ("nope", "--help", "-r", ""):
        with pytest.raises(GitFailed):
            walk.tree_entries(opened(repo), rev)


def test_from_a_subfolder_paths_are_whole(repo: Repo) -> None:
    repo.commit({"a.py": "", "d/b.py": "", "d/c.py": ""})
    repo.write({"a.py": "1", "d/new.py": ""}).exclude("/d/c.py")
    found = Repository.open(repo.path / "d")
    assert [e.path for e in walk.index_entries(found)] == [b"a.py", b"d/b.py", b"d/c.py"]
    assert [e.path for e in walk.tree_entries(found, "HEAD")] == [b"a.py", b"d/b.py", b"d/c.py"]
    assert set(walk.status(found).entries) == {b"a.py", b"d/new.py"}


def test_status_of_every_kind(repo: Repo) -> None:
    commit = repo.commit({n: f"{n}\n" for n in ("edit", "stage", "both", "gone", "rm", "mv", "ok")})
    blob = {n: repo.oid(f"HEAD:{n}") for n in ("edit", "stage", "both", "gone", "rm", "mv")}
    repo.write({"edit": "1", "stage": "2", "both": "3", "added": "4", "x/new": "5", "i.log": ""})
    repo.write({".git/info/exclude": "*.log\n"})
    repo.git("add", "stage", "both", "added")
    repo.git("rm", "--quiet", "rm")
    repo.git("mv", "mv", "mv2")
    repo.write({"both": "6"})
    (repo.path / "gone").unlink()
    status = walk.status(opened(repo))
    new = {n: repo.oid(f":{n}") for n in ("stage", "both", "added")}
    file = 0o100644
    assert (status.head, status.branch) == (commit, b"main")
    assert status.entries == {
        b"edit": Dirty(".M", blob["edit"], blob["edit"], file, file, file),
        b"stage": Dirty("M.", blob["stage"], new["stage"], file, file, file),
        b"both": Dirty("MM", blob["both"], new["both"], file, file, file),
        b"gone": Dirty(".D", blob["gone"], blob["gone"], file, file, 0),
        b"rm": Dirty("D.", blob["rm"], None, file, 0, 0),
        b"mv": Dirty("D.", blob["mv"], None, file, 0, 0),
        b"mv2": Dirty("A.", None, blob["mv"], 0, file, file),
        b"added": Dirty("A.", None, new["added"], 0, file, file),
        b"x/new": walk.UNTRACKED,
    }
    facts = {
        path.decode(): (d.untracked, d.staged, d.changed, d.in_worktree)
        for path, d in status.entries.items()
    }
    assert facts["edit"] == (False, False, True, True)
    assert facts["stage"] == (False, True, False, True)
    assert facts["both"] == (False, True, True, True)
    assert facts["gone"] == (False, False, True, False)
    assert facts["rm"] == (False, True, False, False)
    assert facts["x/new"] == (True, False, True, True)


def test_intent_to_add(repo: Repo) -> None:
    repo.commit({"a.py": ""})
    repo.write({"new.py": "n = 1\n"}).git("add", "--intent-to-add", "new.py")
    dirty = walk.status(opened(repo)).entries[b"new.py"]
    assert (dirty.xy, dirty.head_oid, dirty.index_oid, dirty.untracked) == (".A", None, None, False)
    assert dirty.in_worktree
    assert Entry(b"new.py", 0o100644, EMPTY_BLOB["sha1"]) in walk.index_entries(opened(repo))


def test_unmerged(repo: Repo) -> None:
    repo.conflict("both.py")
    ours = repo.oid("main:both.py")
    dirty = walk.status(opened(repo)).entries[b"both.py"]
    assert (dirty.xy, dirty.unmerged, dirty.staged) == ("UU", True, False)
    assert (dirty.head_oid, dirty.index_oid) == (ours, None)
    stages = [e.stage for e in walk.index_entries(opened(repo)) if e.path == b"both.py"]
    assert stages == [1, 2, 3]


def test_a_path_deleted_by_one_side(repo: Repo) -> None:
    repo.commit({"a.py": "1", "b.py": "1"})
    repo.branch("theirs").git("rm", "--quiet", "a.py")
    repo.commit()
    repo.git("switch", "--quiet", "main")
    repo.commit({"a.py": "2"})
    with pytest.raises(AssertionError):
        repo.git("merge", "theirs")
    dirty = walk.status(opened(repo)).entries[b"a.py"]
    assert (dirty.xy, dirty.unmerged) == ("UD", True)


@pytest.mark.parametrize("name", ["version 4", "split", "sparse index", "untracked cache"])
def test_forms_of_the_index(repo: Repo, name: str) -> None:
    repo.commit({"a.py": "1", "d/b.py": "2", "d/e/c.py": "3", "f/g.py": "4"})
    expected = walk.index_entries(opened(repo))
    if name == "version 4":
        repo.git("update-index", "--index-version", "4")
    elif name == "split":
        repo.git("update-index", "--split-index")
    elif name == "untracked cache":
        repo.git("update-index", "--untracked-cache")
    else:
        repo.git("sparse-checkout", "set", "--cone", "--sparse-index", "f")
    assert walk.index_entries(opened(repo)) == expected
    repo.write({"a.py": "changed", "f/new.py": ""})
    assert set(walk.status(opened(repo)).entries) == {b"a.py", b"f/new.py"}


def test_sparse_checkout(repo: Repo) -> None:
    repo.commit({"a.py": "", "d/b.py": "", "d/c.py": ""})
    repo.exclude("/d/b.py")
    found = opened(repo)
    assert not (repo.path / "d" / "b.py").exists()
    assert walk.status(found).entries == {}


def test_diff(repo: Repo) -> None:
    first = repo.commit({"edit": "1", "gone": "2", "mode": "3", "d/x": "4", "file": "5"})
    (repo.path / "mode").chmod(0o755)
    (repo.path / "gone").unlink()
    (repo.path / "file").unlink()
    second = repo.commit({"edit": "6", "new": "2", "file/now": "a folder"})
    found = opened(repo)
    old = {e.path: e for e in walk.tree_entries(found, first.hex())}
    new = {e.path: e for e in walk.tree_entries(found, second.hex())}
    expected = {
        path: Change(path, old.get(path), new.get(path))
        for path in old.keys() | new.keys()
        if old.get(path) != new.get(path)
    }
    assert {c.path: c for c in walk.tree_diff(found, first, second)} == expected
    assert expected[b"mode"].new == Entry(b"mode", 0o100755, old[b"mode"].oid)
    assert {c.path: c for c in walk.tree_diff(found, None, second)} == {
        path: Change(path, None, entry) for path, entry in new.items()
    }
    assert {c.path: c for c in walk.tree_diff(found, first, None)} == {
        path: Change(path, entry, None) for path, entry in old.items()
    }
    tree = repo.oid("HEAD^{tree}")
    assert walk.tree_diff(found, tree, second) == []
    assert walk.tree_diff(found, second, second) == walk.tree_diff(found, None, None) == []
    assert {c.path for c in walk.tree_diff(found, EMPTY_TREE["sha1"], second)} == set(new)


def test_diff_sees_submodules_that_the_configuration_hides(repo: Repo, tmp_path: Path) -> None:
    inner = init(tmp_path / "inner")
    inner.commit({"s.py": ""})
    first = repo.commit({"a.py": ""})
    repo.submodule(inner, "sub")
    repo.config("diff.ignoreSubmodules", "all").config("submodule.sub.ignore", "all")
    changes = walk.tree_diff(opened(repo), first, repo.oid())
    assert {c.path: c.new and c.new.mode for c in changes}[b"sub"] == walk.GITLINK


def test_options_of_the_user_do_not_change_answers(repo: Repo) -> None:
    first = repo.commit({"a.py": "1\n2\n3\n4\n", "d/b.py": ""})
    repo.git("mv", "a.py", "z.py")
    second = repo.commit()
    repo.write({"d/new.py": "", "z.py": "5"}).git("mv", "d/b.py", "d/c.py")
    plain = (walk.status(opened(repo)), walk.tree_diff(opened(repo), first, second))
    for key, value in {
        "status.showUntrackedFiles": "no",
        "status.relativePaths": "true",
        "status.short": "true",
        "status.branch": "false",
        "status.showStash": "true",
        "status.renames": "copies",
        "diff.renames": "copies",
        "diff.noprefix": "true",
        "diff.orderFile": "/dev/null",
        "diff.relative": "true",
        "core.quotePath": "true",
        "core.abbrev": "4",
        "color.ui": "always",
        "column.ui": "always",
    }.items():
        repo.config(key, value)
    found = Repository.open(repo.path / "d")
    assert (walk.status(found), walk.tree_diff(found, first, second)) == plain


def test_sha256(tmp_path: Path) -> None:
    repo = init(tmp_path / "r", "--object-format=sha256")
    first = repo.commit({"a.py": "1"})
    second = repo.commit({"b.py": "2"})
    repo.write({"a.py": "3"})
    found = opened(repo)
    entries = walk.tree_entries(found, "HEAD")
    assert {len(e.oid) for e in entries} == {32}
    assert walk.index_entries(found) == entries
    assert [c.path for c in walk.tree_diff(found, first, second)] == [b"b.py"]
    status = walk.status(found)
    assert (status.head, list(status.entries)) == (second, [b"a.py"])


def test_a_pending_status_can_be_dropped(repo: Repo) -> None:
    pending = walk.start_status(opened(repo))
    pending.abandon()
    pending.abandon()
    assert not os.path.exists(repo.path / ".git" / "index.lock")
