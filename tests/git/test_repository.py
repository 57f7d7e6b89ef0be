"""Where we are, in every kind of place git can be called from (cases A01, A08, A15)."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.repos import Repo, init
from uindex.errors import EnvironmentFault, NotARepository
from uindex.git import hashing, walk
from uindex.git.objects import open_objects
from uindex.git.repository import Repository
from uindex.git.run import LOCAL_VARIABLES

if TYPE_CHECKING:
    from pathlib import Path


def where(found: Repository) -> tuple[bytes | None, bytes, bytes, bytes]:
    return found.worktree, found.prefix, found.git_dir, found.common_dir


def test_knows_where_it_is(repo: Repo) -> None:
    repo.write({"a/b/c.py": ""})
    top = os.fsencode(repo.path)
    found = Repository.open(repo.path / "a" / "b")
    assert where(found) == (top, b"a/b/", top + b"/.git", top + b"/.git")
    assert where(Repository.open(repo.path)) == (top, b"", top + b"/.git", top + b"/.git")
    assert found.state_dir == top + b"/.git/uindex"
    assert (found.is_bare, found.object_format, found.oid_size) == (False, "sha1", 20)


@pytest.mark.parametrize("name", ["new\nline", " lead", "trail\n", "q\"'", "é", "\udcff", "-x"])
def test_any_name_of_a_folder(tmp_path: Path, name: str) -> None:
    repo = init(tmp_path / name)
    repo.write({f"{name}/a.py": ""})
    top = os.fsencode(repo.path)
    found = Repository.open(repo.path / name)
    assert where(found) == (top, os.fsencode(name) + b"/", top + b"/.git", top + b"/.git")
    assert list(walk.status(found).entries) == [os.fsencode(name) + b"/a.py"]


def test_no_repository(tmp_path: Path) -> None:
    with pytest.raises(NotARepository, match="not a git repository"):
        Repository.open(tmp_path)


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault, match="no such directory"):
        Repository.open(tmp_path / "nope")
    (tmp_path / "file").touch()
    with pytest.raises(EnvironmentFault, match="not a directory"):
        Repository.open(tmp_path / "file")


def test_no_git(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(EnvironmentFault, match="install git"):
        Repository.open(repo.path)


def test_broken_configuration(repo: Repo) -> None:
    repo.write({".git/config": "[core\n"})
    with pytest.raises(NotARepository, match="bad config line 1"):
        Repository.open(repo.path)


def test_unborn(repo: Repo) -> None:
    repo.write({"a.py": ""})
    status = walk.status(Repository.open(repo.path))
    assert (status.head, status.branch, list(status.entries)) == (None, b"main", [b"a.py"])
    repo.git("add", "a.py")
    assert walk.status(Repository.open(repo.path)).entries[b"a.py"].xy == "A."


def test_detached(repo: Repo) -> None:
    commit = repo.commit({"a.py": ""})
    repo.git("checkout", "--quiet", "--detach")
    assert walk.status(Repository.open(repo.path)) == (commit, None, {})


def test_bare(repo: Repo, tmp_path: Path) -> None:
    commit = repo.commit({"a.py": "a = 1\n"})
    bare = repo.clone(tmp_path / "bare.git", "--bare")
    path = os.fsencode(bare.path)
    for place in (bare.path, bare.path / "objects"):
        found = Repository.open(place)
        assert where(found) == (None, b"", path, path)
        assert found.is_bare
        assert walk.status(found) == (commit, b"main", {})
        assert [e.path for e in walk.tree_entries(found, b"HEAD")] == [b"a.py"]
        assert hashing.hash_worktree(found, [b"a.py"]) == {b"a.py": None}
    assert walk.status(Repository.open(init(tmp_path / "e", "--bare").path)).head is None


def test_inside_the_git_directory(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.py": ""})
    linked = repo.worktree(tmp_path / "linked", "side")
    top = os.fsencode(repo.path)
    for place in (repo.path / ".git", repo.path / ".git" / "refs"):
        assert where(Repository.open(place)) == (top, b"", top + b"/.git", top + b"/.git")
    found = Repository.open(repo.path / ".git" / "worktrees" / "linked")
    assert where(found) == where(Repository.open(linked.path))
    (repo.path / ".git" / "worktrees" / "linked" / "gitdir").write_text("/nowhere/.git\n")
    found = Repository.open(repo.path / ".git" / "worktrees" / "linked")
    assert (found.worktree, found.is_bare) == (None, False)


def test_hook_of_a_push_into_a_repository_with_worktree(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """receive-pack sets GIT_DIR=. and stands in the git directory."""
    monkeypatch.setenv("GIT_DIR", ".")
    found = Repository.open(repo.path / ".git")
    monkeypatch.undo()
    assert where(found) == where(Repository.open(repo.path))


def test_linked_worktree(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.py": ""})
    linked = repo.worktree(tmp_path / "linked", "side")
    linked.write({"b.py": ""})
    found = Repository.open(linked.path)
    common = os.fsencode(repo.path) + b"/.git"
    git_dir = common + b"/worktrees/linked"
    assert where(found) == (os.fsencode(linked.path), b"", git_dir, common)
    assert walk.status(found).branch == b"side"
    assert list(walk.status(found).entries) == [b"b.py"]
    assert found.state_dir == common + b"/uindex"


def test_submodule(repo: Repo, tmp_path: Path) -> None:
    inner = init(tmp_path / "inner")
    inner.commit({"s.py": "s = 1\n"})
    repo.commit({"a.py": ""})
    sub = repo.submodule(inner, "lib/inner")
    found = Repository.open(sub.path)
    git_dir = os.fsencode(repo.path) + b"/.git/modules/lib/inner"
    assert where(found) == (os.fsencode(sub.path), b"", git_dir, git_dir)
    assert [e.path for e in walk.tree_entries(found, "HEAD")] == [b"s.py"]

    outer = Repository.open(repo.path)
    assert {e.path: e.mode for e in walk.tree_entries(outer, "HEAD")}[b"lib/inner"] == walk.GITLINK
    sub.write({"dirty.py": "", "s.py": "s = 2\n"})
    assert walk.status(outer).entries == {}
    assert hashing.hash_worktree(outer, [b"lib/inner"]) == {b"lib/inner": None}
    repo.git("submodule", "--quiet", "deinit", "--force", "lib/inner")
    assert walk.status(outer).entries == {}


def test_repository_inside_another(repo: Repo) -> None:
    """Untracked, and not ours: git lists it with a slash at the end."""
    init(repo.path / "nested").commit({"n.py": ""})
    repo.write({"a.py": ""})
    assert list(walk.status(Repository.open(repo.path)).entries) == [b"a.py"]


def test_relative_index_of_a_hook(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the main worktree git gives hooks GIT_INDEX_FILE=.git/index, meant from the top."""
    repo.commit({"sub/a.py": ""})
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
    monkeypatch.setenv("GIT_PREFIX", "sub/")
    found = Repository.open(repo.path / "sub")
    assert [e.path for e in walk.index_entries(found)] == [b"sub/a.py"]
    assert walk.status(found).entries == {}


@pytest.mark.parametrize("variables", [("..", None), ("../.git", ".."), ("../.git", "../sub")])
def test_relative_directories(
    repo: Repo, variables: tuple[str, str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit({"sub/a.py": ""})
    monkeypatch.chdir(repo.path / "sub")
    git_dir, worktree = variables
    monkeypatch.setenv("GIT_DIR", git_dir if worktree else "../.git")
    if worktree:
        monkeypatch.setenv("GIT_WORK_TREE", worktree)
    found = Repository.open()
    expected = repo.path if worktree == ".." else repo.path / "sub"
    assert found.worktree == os.fsencode(expected)
    out = subprocess.run(["git", "status", "-z"], capture_output=True, check=True).stdout
    assert bool(walk.status(found).entries) == bool(out)


def test_called_from_the_hook_of_another_repository(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = init(tmp_path / "other")
    other.commit({"o.py": ""})
    repo.commit({"a.py": ""})
    monkeypatch.setenv("GIT_DIR", str(repo.path / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(repo.path / ".git" / "index"))
    mine = Repository.open(other.path)
    assert (mine.git_dir, mine.worktree) == (
        os.fsencode(repo.path / ".git"),
        os.fsencode(other.path),
    )
    theirs = Repository.open(other.path, inherit=False)
    assert theirs.git_dir == os.fsencode(other.path / ".git")
    assert [e.path for e in walk.index_entries(theirs)] == [b"o.py"]


def test_real_hooks(repo: Repo, tmp_path: Path) -> None:
    """The hook sees the worktree that fired it, and leaves its index alone."""
    repo.commit({"a.py": ""})
    linked = repo.worktree(tmp_path / "linked", "side")
    script = (
        "import sys; from uindex.git import walk; from uindex.git.repository import Repository\n"
        "found = Repository.open(); sys.stderr.write(repr(\n"
        "  (found.worktree, [e.path for e in walk.index_entries(found)], walk.status(found))))\n"
    )
    hook = repo.path / ".git" / "hooks" / "post-commit"
    hook.parent.mkdir(exist_ok=True)
    (tmp_path / "hook.py").write_text(script)
    hook.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{tmp_path}/hook.py' 2>'{tmp_path}/log'\n")
    hook.chmod(0o755)
    root = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
    for place, name in ((linked, "b.py"), (repo, "c.py")):
        place.write({f"d/{name}": ""}).git("add", ".")
        subprocess.run(
            ["git", "commit", "--quiet", "--message", "x"],
            cwd=place.path / "d",
            env={**os.environ, "PYTHONPATH": root},
            check=True,
        )
        expected = (
            os.fsencode(place.path),
            [b"a.py", f"d/{name}".encode()],
            walk.Status(place.oid(), b"side" if place is linked else b"main", {}),
        )
        assert (tmp_path / "log").read_text() == repr(expected)
        assert place.git("status", "--short") == b""


def test_we_know_every_variable_that_ties_to_a_repository() -> None:
    out = subprocess.run(["git", "rev-parse", "--local-env-vars"], capture_output=True, check=True)
    assert set(out.stdout.decode().split()) <= set(LOCAL_VARIABLES)


def test_configuration(repo: Repo) -> None:
    repo.write({".git/config": repo.path.joinpath(".git/config").read_bytes() + b"[uindex]\n on\n"})
    repo.config("uindex.ref", "refs/heads/a").config("uindex.Off", "no")
    repo.config("uindex.Two", "a\nb").config("Uindex.Mixed Case.Key", "x")
    repo.git("config", "--add", "uindex.ref", "refs/heads/b")
    found = Repository.open(repo.path)
    assert found.config["uindex.ref"] == "refs/heads/b"
    assert found.config["uindex.two"] == "a\nb"
    assert found.config["uindex.Mixed Case.key"] == "x"
    assert found.config_bool("uindex.on", False)
    assert not found.config_bool("uindex.off", True)
    assert found.config_bool("uindex.none", True)
    assert found.extensions == {}
    assert Repository.open(repo.promise().path).extensions == {"partialclone": "origin"}


def test_hooks_directory(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.py": ""})
    linked = repo.worktree(tmp_path / "linked", "side")
    for place in (repo, linked):
        found = Repository.open(place.path)
        assert found.hooks_dir() == os.fsencode(repo.path) + b"/.git/hooks"
    repo.config("core.hooksPath", ".husky/_")
    assert Repository.open(repo.path).hooks_dir() == os.fsencode(repo.path) + b"/.husky/_"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_foreign_owner(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit({"a.py": "a = 1\n"})
    for folder, folders, files in os.walk(repo.path):
        for name in (*folders, *files):
            os.lchown(os.path.join(folder, name), 12345, 12345)
    os.chown(repo.path, 12345, 12345)
    with pytest.raises(NotARepository) as refusal:
        Repository.open(repo.path)
    assert "dubious ownership" in str(refusal.value)
    assert f"git config --global --add safe.directory {repo.path}" in str(refusal.value)

    # A source of safe.directory that git reads and libgit2 does not.
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "safe.directory")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "*")
    found = Repository.open(repo.path)
    assert walk.status(found).entries == {}
    with open_objects(found, bulk=True) as objects:
        assert type(objects).__name__ == "Pygit2Objects"
        assert objects.read(repo.oid("HEAD:a.py")) == b"a = 1\n"

    import pygit2

    assert pygit2.settings.owner_validation
