"""What we say git would store is what `git add` stores."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.repos import ODD_NAMES, Repo, init
from uindex.git import hashing
from uindex.git.repository import Repository
from uindex.git.walk import index_entries

if TYPE_CHECKING:
    from pathlib import Path

ATTRIBUTES = """\
*.crlf text eol=crlf
*.lf text eol=lf
*.auto text=auto
*.bin -text
*.md ident
*.u16 working-tree-encoding=UTF-16LE-BOM
*.latin text working-tree-encoding=ISO-8859-1
*.both text ident eol=crlf
"""
CONTENTS = (
    b"",
    b"\n",
    b"one\ntwo\n",
    b"one\r\ntwo\r\n",
    b"one\r\ntwo\n",
    b"one\rtwo\r\n",
    b"\0binary\r\n",
    b"# $Id$\r\n",
    b"# $Id: 0123456789abcdef $\n",
    b"no newline",
)
SUFFIXES = ("crlf", "lf", "auto", "bin", "md", "both", "latin", "plain")


def worktree_files() -> dict[str, bytes]:
    files = {
        f"{number}.{suffix}": content
        for number, content in enumerate(CONTENTS)
        for suffix in SUFFIXES
    }
    files["text.u16"] = "é = 1\r\n".encode("utf-16")
    files["accent.latin"] = "é = 1\r\n".encode("latin-1")
    return files


@pytest.mark.parametrize("autocrlf", ["false", "true", "input"])
@pytest.mark.parametrize("indexed", [b"one\n", b"one\r\n", b"one\r\ntwo\n", None])
def test_agrees_with_git_add(repo: Repo, autocrlf: str, indexed: bytes | None) -> None:
    files = worktree_files()
    if indexed is not None:
        repo.commit(dict.fromkeys(files, indexed))
    repo.config("core.autocrlf", autocrlf).config("core.safecrlf", "false")
    repo.write({".gitattributes": ATTRIBUTES}).write(files)
    paths = [os.fsencode(name) for name in files]
    ours = hashing.read_worktree_many(Repository.open(repo.path), paths)
    hashes = hashing.hash_worktree(Repository.open(repo.path), paths)

    repo.git("add", "--all")
    theirs = {e.path: e.oid for e in index_entries(Repository.open(repo.path))}
    wrong = {path for path in paths if hashes[path] != theirs[path]}
    # Documented: CRLF that git keeps because the index has it, with ident or an encoding on top.
    wrong -= {path for path in wrong if indexed != b"one\n" and path.endswith((b".md", b".u16"))}
    assert wrong == set()
    for path, stored in ours.items():
        assert stored is not None
        assert stored.oid == hashes[path]
        if stored.oid == theirs[path]:
            assert stored.data == repo_blob(repo, stored.oid)


def repo_blob(repo: Repo, oid: bytes) -> bytes:
    found = Repository.open(repo.path)
    return found.git("cat-file", "blob", oid.hex())


def test_odd_names(repo: Repo) -> None:
    repo.write({name: name for name in ODD_NAMES})
    found = Repository.open(repo.path)
    assert {p: s.data for p, s in hashing.read_worktree_many(found, ODD_NAMES).items() if s} == {
        name: name for name in ODD_NAMES
    }


def test_what_is_no_file_has_no_hash(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.py").write_text("x = 1\n")
    repo.write({"a.py": "a = 1\n", "folder/b.py": "b = 1\n"})
    os.mkfifo(repo.path / "pipe")
    (repo.path / "link").symlink_to("a.py")
    (repo.path / "way").symlink_to(tmp_path / "outside")
    found = Repository.open(repo.path)
    names = [b"gone", b"folder", b"pipe", b"way/secret.py", b"link", b"a.py", b"gone/too"]
    read = hashing.read_worktree_many(found, names)
    assert {name for name, stored in read.items() if stored is None} == {
        *(b"gone", b"folder", b"pipe", b"way/secret.py", b"gone/too")
    }
    assert hashing.read_worktree(found, b"link") == b"a.py"
    assert hashing.read_worktree(found, b"a.py") == b"a = 1\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_unreadable_file_does_not_hide_others(repo: Repo) -> None:
    repo.write({"a": "1", "b": "2", "c": "3"})
    (repo.path / "b").chmod(0)
    hashes = hashing.hash_worktree(Repository.open(repo.path), [b"a", b"b", b"c"])
    assert hashes[b"b"] is None
    assert None not in (hashes[b"a"], hashes[b"c"])


def test_a_file_that_git_cannot_read_does_not_hide_others(repo: Repo) -> None:
    """As when it is deleted between our look and git's."""
    repo.write({"a": "1", "c": "3"})
    found = Repository.open(repo.path)
    hashes = hashing._hash_files(found, [b"x", b"a", b"y", b"z", b"c", b"w"])
    assert {path for path, oid in hashes.items() if oid is None} == {b"x", b"y", b"z", b"w"}


def test_writes_nothing_into_the_repository(repo: Repo) -> None:
    repo.write({".gitattributes": ATTRIBUTES, "a.crlf": b"x\r\n"})
    before = repo.git("count-objects", "-v")
    assert hashing.read_worktree(Repository.open(repo.path), b"a.crlf") == b"x\n"
    assert repo.git("count-objects", "-v") == before
    assert os.listdir(repo.path / ".git" / "uindex" / "tmp") == []


def test_sweeps_what_dead_processes_left(repo: Repo) -> None:
    found = Repository.open(repo.path)
    scratch = hashing._scratch(found)
    machine, _, ns = os.path.basename(scratch).split(b"-")
    dead = os.path.join(os.path.dirname(scratch), b"-".join((machine, b"99999999", ns)))
    os.makedirs(os.path.join(dead, b"ab"))
    repo.write({".gitattributes": ATTRIBUTES, "a.crlf": b"x\r\n"})
    hashing.read_worktree(found, b"a.crlf")
    assert os.path.exists(scratch)
    assert not os.path.exists(dead)


def test_sha256(tmp_path: Path) -> None:
    repo = init(tmp_path / "r", "--object-format=sha256")
    repo.commit({".gitattributes": ATTRIBUTES, "a.crlf": b"x\r\n", "b.py": "b = 1\n"})
    found = Repository.open(repo.path)
    entries = {e.path: e.oid for e in index_entries(found)}
    assert hashing.hash_worktree(found, entries) == entries
    assert hashing.read_worktree(found, b"a.crlf") == b"x\n"
