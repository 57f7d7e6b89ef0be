"""A repository that came from somewhere else cannot make us run a program (case F05), and
looking at one leaves it as it was (case A05)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.repos import Repo
from uindex.errors import GitFailed
from uindex.git import hashing, refs, walk
from uindex.git.fastimport import Put, write_commit
from uindex.git.objects import open_objects
from uindex.git.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path


def use_everything(repo: Repo) -> None:
    """Call whatever talks to git, reads and writes of our own refs alike."""
    found = Repository.open(repo.path)
    names = list(walk.status(found).entries)
    hashing.hash_worktree(found, names)
    hashing.read_worktree_many(found, names)
    walk.tree_entries(found, "HEAD")
    walk.index_entries(found)
    walk.tree_diff(found, repo.oid("HEAD~"), repo.oid())
    for bulk in (False, True):
        with open_objects(found, bulk=bulk) as objects:
            assert objects.resolve(b"HEAD")
            assert objects.read(repo.oid("HEAD:a.py"))
    ref = refs.temporary_ref()
    tip = write_commit(found, ref=ref, parent=None, changes=[Put(b"a", b"b")], message=b"m", when=1)
    assert refs.swap(found, [(b"refs/uindex/index", tip, None), (ref, None, tip)])
    refs.sweep_temporary(found)


@pytest.fixture
def trapped(repo: Repo, tmp_path: Path) -> Repo:
    """A repository whose configuration names a program wherever it can."""
    repo.commit({"a.py": "a = 1\n"})
    repo.commit({"a.py": "a = 2\n", "d/b.py": "b = 1\n"})
    trap = tmp_path / "trap"
    trap.mkdir()
    for name in ("fsmonitor", "filter", "pager", "other"):
        script = tmp_path / name
        script.write_text(f"#!/bin/sh\ntouch '{trap}/{name}'; cat; exit 1\n")
        script.chmod(0o755)
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for name in ("reference-transaction", "post-index-change", "post-checkout", "fsmonitor"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch '{trap}/hook-{name}'\n")
        (hooks / name).chmod(0o755)
    for key, value in {
        "core.fsmonitor": "fsmonitor",
        "core.pager": "pager",
        "pager.status": "pager",
        "filter.ev.clean": "filter",
        "filter.ev.smudge": "filter",
        "filter.pr.process": "filter",
        "filter.odd=na.me X.clean": "filter",
        "filter.must.clean": "filter",
        "diff.external": "other",
        "diff.ev.textconv": "other",
        "diff.ev.command": "other",
        "gpg.program": "other",
        "core.sshCommand": "other",
        "core.editor": "other",
        "core.alternateRefsCommand": "other",
        "core.gitProxy": "other",
        "core.askPass": "other",
        "credential.helper": "other",
    }.items():
        repo.config(key, str(tmp_path / value))
    repo.config("filter.must.required", "true").config("commit.gpgSign", "true")
    repo.config("core.hooksPath", str(hooks)).config("core.logAllRefUpdates", "always")
    repo.write(
        {
            ".gitattributes": "*.py filter=ev diff=ev\n*.c filter=pr\n*.go filter=must\n",
            ".git/info/attributes": '*.rs "filter=odd=na.me X"\n*.rs filter=odd=na.me\n',
            "a.py": "a = 3\r\n",
            "c.c": "int c;\n",
            "d.go": "package d\n",
            "e.rs": "fn e() {}\n",
        }
    )
    return repo


def test_no_program_of_the_configuration_runs(trapped: Repo, tmp_path: Path) -> None:
    use_everything(trapped)
    assert os.listdir(tmp_path / "trap") == []


def test_the_traps_would_spring(trapped: Repo, tmp_path: Path) -> None:
    trapped.git("status")
    assert "fsmonitor" in os.listdir(tmp_path / "trap")


def test_filtered_content_is_taken_as_it_is(trapped: Repo) -> None:
    found = Repository.open(trapped.path)
    names = [b"a.py", b"c.c", b"d.go", b"e.rs"]
    assert [hashing.read_worktree(found, name) for name in names] == [
        *(b"a = 3\r\n", b"int c;\n", b"package d\n", b"fn e() {}\n")
    ]


def test_filter_of_the_command_line_is_blanked(
    trapped: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in `git -c filter.ev.clean=… uindex find`."""
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", f"'filter.ev.clean'='{tmp_path}/filter'")
    use_everything(trapped)
    assert os.listdir(tmp_path / "trap") == []


def test_any_name_of_a_filter(repo: Repo, tmp_path: Path) -> None:
    """A driver is blanked whatever it is called; none of the names makes git calls fail."""
    trap = f"touch {tmp_path}/SPRUNG; cat"
    names = (b"", b" ", b"=", b"a=b", b'q"\\', b"\xff", "é".encode(), b"a.b", b"-c", b"UP")
    config = (repo.path / ".git" / "config").read_bytes()
    for name in names:
        escaped = name.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
        config += b'[filter "%s"]\n\tclean = %s\n\trequired\n' % (escaped, trap.encode())
    config += b"[filter]\n\tclean = %s\n" % trap.encode()
    attributes = b"".join(b"%d.x filter=%s\n" % pair for pair in enumerate(names))
    repo.write({".git/config": config, ".gitattributes": attributes})
    repo.write({f"{n}.x": "text\n" for n in range(len(names))})
    found = Repository.open(repo.path)
    hashes = hashing.hash_worktree(found, walk.status(found).entries)
    assert None not in hashes.values()
    assert not (tmp_path / "SPRUNG").exists()


def test_variables_of_the_user_do_not_change_answers(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit({"a.py": "", "*.py": ""})
    for name, value in {
        "GIT_CONFIG": "/dev/null",
        "GIT_ICASE_PATHSPECS": "1",
        "GIT_TRACE": "1",
        "UINDEX_EMPTY": "false",
        "GIT_OPTIONAL_LOCKS": "1",
        "LC_ALL": "de_DE.UTF-8",
    }.items():
        monkeypatch.setenv(name, value)
    found = Repository.open(repo.path)
    assert found.config["core.bare"] == "false"
    assert walk.status(found).entries == {}
    assert hashing.hash_worktree(found, [b"*.py"]) == {b"*.py": repo.oid("HEAD:a.py")}
    with pytest.raises(GitFailed, match="git ls-tree: fatal: "):
        walk.tree_entries(found, "nope")


def test_a_look_leaves_the_repository_as_it_was(repo: Repo) -> None:
    repo.commit({"a.py": "a = 1\n"})
    repo.commit({"b.py": "a = 1\n"})
    os.utime(repo.path / "a.py", (1, 1))  # git would like to refresh the index now
    before = snapshot(repo)
    found = Repository.open(repo.path)
    assert walk.status(found).entries == {}
    walk.index_entries(found)
    hashing.hash_worktree(found, [b"a.py", b"b.py"])
    assert snapshot(repo) == before


def snapshot(repo: Repo) -> dict[str, tuple[int, int]]:
    """Inode and time of everything below .git."""
    found = {}
    for folder, _, files in os.walk(repo.path / ".git"):
        for name in files:
            state = os.stat(os.path.join(folder, name))
            found[os.path.join(folder, name)] = (state.st_ino, state.st_mtime_ns)
    return found


def test_a_locked_index_is_no_obstacle(repo: Repo) -> None:
    repo.commit({"a.py": "a = 1\n"})
    repo.write({".git/index.lock": "", "a.py": "a = 2\n"})
    assert list(walk.status(Repository.open(repo.path)).entries) == [b"a.py"]
