"""Cases A01 to A14 at the command line, and others of their kinds.

A02 is in tests/hooks/test_shims.py; A03 to A05 and most of A01 and A07 are in
tests/hooks/test_cases.py.
"""

from __future__ import annotations

import base64
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.cases.cli import ask, build, document, state, status
from tests.repos import Repo, init

F = "def f(): pass\n"
POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{0:064}\nsize 22\n"


def test_what_a_hook_inherits_names_the_place(repo: Repo, tmp_path: Path) -> None:
    """A01, and every way to say where the repository is."""
    repo.commit({"a.py": F, "sub/b.py": "def g(): pass\n"})
    build(repo)
    sub, away = repo.path / "sub", tmp_path / "away"
    away.mkdir()
    said = ask(sub, "find", "f", "--in", "code", GIT_INDEX_FILE=".git/index")
    assert said.lines == ["../a.py:1: function f def f()"]
    assert state(sub, "f", GIT_DIR="../.git", GIT_WORK_TREE="..") == [("a.py", 1, "fresh")]
    both = {"GIT_DIR": str(repo.path / ".git"), "GIT_WORK_TREE": str(repo.path)}
    assert state(away, "f", **both) == [("a.py", 1, "fresh")]
    # Git takes the folder we stand in for the worktree: there, the file is not.
    assert state(away, "f", GIT_DIR=both["GIT_DIR"]) == [("a.py", 1, "deleted")]
    other = init(tmp_path / "other")
    other.commit({"o.py": "def o(): pass\n"})
    said = ask(repo, "find", "o", GIT_DIR=str(other.path / ".git"), GIT_WORK_TREE=str(other.path))
    assert said.lines[0].endswith("o.py:1: function o def o()")


def test_a_commit_of_some_paths_is_indexed(repo: Repo) -> None:
    """A01: `git commit -- path` runs hooks on an index of its own, gone when we look."""
    repo.commit({"a.py": F})
    assert ask(repo, "hooks", "install").code == 0
    repo.write({"b.py": "def two(): pass\n", "c.py": "def staged(): pass\n"})
    repo.git("add", "b.py", "c.py")
    repo.git("commit", "-qm", "some", "--", "b.py")
    assert repo.git("status", "--short") == b"A  c.py"
    assert state(repo, "two") == [("b.py", 1, "fresh")]
    assert state(repo, "staged") == [("c.py", 1, "uncommitted")]
    assert repo.git("status", "--short") == b"A  c.py"


def test_questions_while_a_rebase_stands_still(repo: Repo) -> None:
    """A04: the state of a sequence keeps hooks away, and no question is answered wrong."""
    repo.commit({"a.py": F})
    repo.branch("topic")
    for number in range(3):
        repo.commit({f"t{number}.py": f"def t{number}(): pass\n"})
    repo.commit({"a.py": "def topic(): pass\n"})
    repo.git("switch", "-q", "main")
    repo.commit({"a.py": "def main(): pass\n"})
    assert ask(repo, "hooks", "install").code == 0
    repo.git("cherry-pick", "topic~3..topic~1")
    assert state(repo, "t2") == [("t2.py", 1, "fresh")]
    repo.git("switch", "-q", "topic")
    done = subprocess.run(["git", "rebase", "-q", "main"], cwd=repo.path, capture_output=True)
    assert done.returncode == 1
    assert state(repo, "t0") == [("t0.py", 1, "fresh")]
    assert state(repo, "main") == [("a.py", 1, "unmerged")]
    assert state(repo, "f") == []
    repo.write({"a.py": "def both(): pass\n"}).git("add", "a.py")
    assert state(repo, "both") == [("a.py", 1, "uncommitted")]
    repo.git("rebase", "--continue", GIT_EDITOR="true")
    assert state(repo, "both") == [("a.py", 1, "fresh")]


def test_one_commit_after_another_without_hooks(repo: Repo) -> None:
    """A03: the next query notices, and so does the one after the next commit."""
    repo.commit({"a.py": F})
    build(repo)
    for name in ("one", "two", "three"):
        repo.commit({f"{name}.py": f"def {name}(): pass\n"})
        assert state(repo, name) == [(f"{name}.py", 1, "fresh")]
        assert status(repo)["state"] == "complete"


def test_sha256_everywhere(tmp_path: Path) -> None:
    """A07"""
    repo = init(tmp_path / "r", "--object-format=sha256")
    repo.commit({"a.py": F, "d/d.py": "def d(): pass\n"})
    build(repo)
    (one,) = document(repo, "find", "f", "--kind", "function")["results"]
    assert re.fullmatch("[0-9a-f]{64}", one["blob"])
    assert re.fullmatch("[0-9a-f]{64}", one["commit"])
    linked = repo.worktree(tmp_path / "wt", "wt")
    linked.write({"w.py": "def w(): pass\n"})
    assert state(linked, "w") == [("w.py", 1, "uncommitted")]
    linked.commit()
    assert state(linked, "w") == [("w.py", 1, "fresh")]
    linked.exclude("d")
    assert state(linked, "d") == [("d/d.py", 1, "sparse")]
    bare = repo.clone(tmp_path / "b.git", "--bare")
    build(bare)
    assert state(bare, "f") == [("a.py", 1, "unchecked")]


def test_an_extension_that_git_refuses(repo: Repo) -> None:
    """A07: one line names it."""
    repo.commit({"a.py": F})
    repo.config("core.repositoryformatversion", "1").config("extensions.noSuchThing", "1")
    for argv in (["find", "f"], ["build"], ["status"], ["hooks", "install"]):
        said = ask(repo, *argv)
        assert said.code == 3
        assert said.out == ""
        # Git itself warns before it starts us.
        assert re.search("\ngit uindex: [^\n]*extension[^\n]*: nosuchthing\n\\Z", said.err)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_repository_of_another_user(repo: Repo, tmp_path: Path, sealed: Path) -> None:
    """A08: the verdict is git's, whichever way it is told."""
    repo.commit({"a.py": F})
    bare = repo.clone(tmp_path / "b.git", "--bare")
    for top in (repo.path, bare.path):
        for folder, _, files in os.walk(top):
            for path in (folder, *(os.path.join(folder, name) for name in files)):
                os.lchown(path, 12345, 12345)
    for where in (repo, bare):
        for verb in (["find", "f"], ["build"], ["hooks", "status"]):
            said = ask(where, *verb)
            assert said.code == 3
            advice = f"git config --global --add safe.directory {where.path}"
            assert said.err.startswith("git uindex: detected dubious ownership in repository")
            assert said.err.endswith(f"call: {advice}\n")
            assert said.err.count("\n") == 1
    told = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory"}
    told["GIT_CONFIG_VALUE_0"] = "*"
    build(repo, **told)
    assert ask(repo, "find", "f", **told).lines == ["a.py:1: function f def f()"]
    (sealed / ".gitconfig").write_text(f"[safe]\n\tdirectory = {bare.path}\n")
    build(bare)
    assert state(bare, "f") == [("a.py", 1, "unchecked")]
    assert ask(repo, "find", "f").code == 3


ODD = {
    b"bad-\xff.py": "raw_byte",
    b'tab\tq"x.py': "quoted",
    b"new\nline.py": "newline",
    "caf\u00e9.py".encode(): "accent",
    b"-dash.py": "dash",
    b" lead.py": "lead",
    b"a b (1).py": "paren",
    b"x:y.py": "colon",
    b"back\\slash.py": "back",
    b"d\nir/in.py": "nldir",
    b"d\xff/x.py": "rawfolder",
    b'"q".py': "whole",
    b"...py": "dots",
    b"esc\x1b[31m.py": "escape",
    b"a" * 250 + b".py": "long",
    b"$HOME.py": "variable",
    b"sp ace/#hash.py": "hash",
    b"a:12.py": "numbered",
    "\u202e rtl.py".encode(): "direction",
    b"[x]*?.py": "pattern",
    "nfd-e\u0301.py".encode(): "decomposed",
}


def test_odd_names_open_the_right_file(repo: Repo) -> None:
    """A10: the path of a hit has the bytes of the file's name, through every verb."""
    repo.commit({name: f"\n\ndef fn_{fn}_x(): pass\n" for name, fn in ODD.items()})
    assert build(repo).startswith(f"{len(ODD)} files at ")
    for path, fn in ODD.items():
        (one,) = document(repo, "find", f"fn_{fn}_x")["results"]
        encoded = one.get("path_b64")
        assert (base64.b64decode(encoded) if encoded else one["path"].encode()) == path
        assert ("path_b64" in one) == (b"\xff" in path)
        assert (one["line"], one["state"]) == (3, "fresh")
    for path, fn in list(ODD.items())[::3]:
        said = ask(repo, "find", f"fn_{fn}_x")
        assert said.out.count("\n") == 1
        assert said.out.endswith(f":3: function fn_{fn}_x def fn_{fn}_x()\n")
        assert f"def fn_{fn}_x()" in ask(repo, "show", "--", path + b":3").out
        assert f"def fn_{fn}_x()" in ask(repo, "symbols", "--", path).out


def test_submodules_are_named_and_left_out(repo: Repo, tmp_path: Path) -> None:
    """A11: and so are submodules in them, and repositories that nobody declared."""
    inner, outer = init(tmp_path / "inner"), init(tmp_path / "outer")
    inner.commit({"deep.py": "def deep(): pass\n"})
    outer.commit({"s.py": "def in_sub(): pass\n"})
    outer.submodule(inner, "in")
    repo.commit({"a.py": "def top(): pass\n"})
    module = repo.submodule(outer, "vendor/sub")
    assert "skipped 1 (submodule 1)" in build(repo)
    assert state(repo, "top") == [("a.py", 1, "fresh")]
    said = ask(repo, "find", "in_sub")
    assert (said.code, said.out) == (1, "")
    assert "1 skipped (git uindex status --skipped)" in said.err
    assert ask(repo, "status", "--skipped").lines == ["vendor/sub: submodule"]
    assert ask(repo, "symbols", "vendor/sub").err == (
        "git uindex: vendor/sub: not indexed: submodule\n"
    )
    module.write({"s.py": "def changed_in_sub(): pass\n"})
    assert state(repo, "changed_in_sub") == []
    assert state(module, "changed_in_sub") == [("s.py", 1, "uncommitted")]
    lonely = init(repo.path / "lonely")
    lonely.commit({"l.py": "def lonely(): pass\n"})
    assert state(repo, "lonely") == []
    repo.git("rm", "-q", "--cached", "vendor/sub", ".gitmodules")
    repo.git("submodule", "--quiet", "deinit", "-f", "--all")
    assert state(repo, "top") == [("a.py", 1, "fresh")]


def test_a_submodule_takes_the_place_of_a_file(repo: Repo, tmp_path: Path) -> None:
    """A11: staged or committed, the file is gone and nothing says that it is as it was."""
    repo.commit({"a": "#!/usr/bin/python\ndef top(): pass\n", "b.py": F})
    build(repo)
    assert state(repo, "top") == [("a", 2, "fresh")]
    repo.git("rm", "-q", "a")
    init(repo.path / "a").commit({"l.py": "def within(): pass\n"})
    repo.git("-c", "advice.addEmbeddedRepo=false", "add", "a")
    assert state(repo, "top") == [("a", 2, "deleted")]
    repo.git("commit", "-qm", "swap")
    assert state(repo, "top") == []
    assert ask(repo, "status", "--skipped").lines == ["a: submodule"]
    other = repo.clone(tmp_path / "other")
    build(other)
    assert state(other, "f") == [("b.py", 1, "fresh")]


def test_conversions_of_every_kind(repo: Repo) -> None:
    """A13: what git would store is compared, and lines are those of the file."""
    repo.commit(
        {
            ".gitattributes": "w.py working-tree-encoding=UTF-16LE-BOM eol=crlf\ni.py ident\n",
            "w.py": b"\xff\xfe" + 'def wide():\r\n    return "\u00e9"\r\n'.encode("utf-16-le"),
            "i.py": "# $Id$\ndef ident(): pass\n",
            "crlf.py": "def crlf():\r\n    pass\r\n",
            "auto.py": "def auto():\n    pass\n",
        }
    )
    (repo.path / "i.py").unlink()
    repo.git("checkout", "-q", "i.py")
    assert b"$Id: " in (repo.path / "i.py").read_bytes()
    build(repo)
    repo.config("core.autocrlf", "true")
    repo.write({".git/info/attributes": "auto.py text eol=crlf\n"})
    (repo.path / "auto.py").unlink()
    repo.git("checkout", "-q", "auto.py")
    assert b"\r\n" in (repo.path / "auto.py").read_bytes()
    names = {"wide": "w.py", "ident": "i.py", "crlf": "crlf.py", "auto": "auto.py"}
    for name, path in names.items():
        os.utime(repo.path / path)
        line = 2 if name == "ident" else 1
        assert state(repo, name) == [(path, line, "fresh")]
    assert status(repo)["stale"] == "0 files"
    before = (repo.path / "w.py").read_bytes()
    (repo.path / "w.py").write_bytes(
        b"\xff\xfe" + "import os\r\n\r\n".encode("utf-16-le") + before[2:]
    )
    assert state(repo, "wide") == [("w.py", 3, "moved")]
    assert '3 | def wide():\n  4 |     return "\u00e9"\n' in ask(repo, "show", "wide").out
    assert status(repo)["stale"] == "1 file"


def test_pointers_with_their_filter_at_work(repo: Repo, tmp_path: Path) -> None:
    """A14: the filter is set up and required, and no question runs it."""
    clean = tmp_path / "clean"
    clean.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\ncat >/dev/null\nprintf '{POINTER}'\n")
    clean.chmod(0o755)
    repo.config("filter.lfs.clean", str(clean)).config("filter.lfs.required", "true")
    repo.config("filter.lfs.smudge", "cat >/dev/null; echo 'def real_fn(): pass' #")
    repo.commit({".gitattributes": "*.py filter=lfs -text\n", "big.py": "def real_fn(): pass\n"})
    assert repo.git("cat-file", "-p", ":big.py").decode() == POINTER.rstrip("\n")
    (tmp_path / "ran").unlink()
    assert "skipped 1 (LFS pointer 1)" in build(repo)
    for query in ("oid", "version", "real_fn"):
        os.utime(repo.path / "big.py")
        said = ask(repo, "find", query)
        assert (said.code, said.out) == (1, "")
    assert ask(repo, "status", "--skipped").lines == ["big.py: LFS pointer"]
    assert status(repo)["stale"] == "0 files"
    assert "LFS pointer" in ask(repo, "symbols", "big.py").err
    assert not (tmp_path / "ran").exists()
