"""Cases A18, A19, A20, F02 and F06 as they stand, and section A once more with sharing on.

Refspecs of plain git are in test_refspec.py;
what else is hostile, refused, raced for or private is
in tests/index.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cases.cli import ask, build, state
from tests.cases.test_secrets import leaks, secret_files
from tests.index.team import INDEX, content, holds, remote_of, tree
from tests.repos import ODD_NAMES, Repo, init

if TYPE_CHECKING:
    from collections.abc import Callable

HEADER = (
    "export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@e.invalid"
    " GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@e.invalid\n"
)


def bash(folder: Path, script: str) -> str:
    """Run the script of a case; all that it said."""
    done = subprocess.run(
        ["bash", "-c", HEADER + script],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    said = done.stdout.decode()
    assert "Traceback" not in said
    return said


def test_a18(tmp_path: Path) -> None:
    """The second writer unites and pushes; a server that refuses is heard, and nothing is lost."""
    said = bash(
        tmp_path,
        """
git init -q --bare -b main o.git
for c in a b; do git clone -q o.git $c 2>/dev/null; (cd $c && git checkout -q -b $c &&
echo "def fn_$c(): pass" > $c.py && git add . && git commit -qm $c && git push -q origin $c &&
git uindex build); done
(cd a && git uindex push origin); (cd b && git uindex push origin; echo "rc=$?")
git clone -q -b a o.git c && (cd c && git uindex fetch origin && git uindex find fn_a)
""",
    )
    assert said.count("origin: 1 record and 1 indexed commit published") == 2
    assert "rc=0" in said
    assert "origin: 2 records and 2 indexed commits new" in said
    assert "a.py:1: function fn_a" in said
    a, origin = Repo(tmp_path / "a"), Repo(tmp_path / "o.git")
    assert origin.git("rev-list", "--count", INDEX) == b"2"  # the second is on top of the first
    hook = origin.path / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text('#!/bin/sh\necho "index refs are not allowed here" >&2; exit 1\n')
    hook.chmod(0o755)
    said = bash(
        tmp_path,
        """
(cd a && echo 'def n(): pass' >> a.py && git commit -qam n && git uindex build &&
git uindex push origin; echo "rc=$?"); git -C a fsck
""",
    )
    # The branch was not pushed, and cannot be: so there is nothing that may be published.
    held = "1 indexed commit not on its branches yet, kept back"
    assert f"origin: up to date; {held} (1 tip there not known here: git fetch)\nrc=0" in said
    before = a.git("for-each-ref")
    refused = ask(a, "push", "origin", "--all")
    assert refused.code == 3
    assert refused.err.startswith(
        "git uindex: origin: refs/uindex/index was refused: index refs are not allowed here "
        "(pre-receive hook declined); "
    )
    assert refused.err.count("\n") == 1
    assert a.git("for-each-ref") == before
    assert b"missing" not in a.git("fsck", "--no-dangling")
    assert state(a, "n", "--no-refresh") == [("a.py", 2, "fresh")]


def test_a19(tmp_path: Path) -> None:
    """A remote without an index is no fault, of ours or of plain git."""
    said = bash(
        tmp_path,
        """
git init -q --bare -b main o.git; git clone -q o.git c 2>/dev/null; cd c &&
git checkout -q -b main && git commit -q --allow-empty -m i && git push -q origin main
git uindex build; git uindex fetch origin; echo "rc=$?"
git uindex init --share >/dev/null
git config --get-all remote.origin.fetch; git fetch origin; echo "fetch rc=$?";
git pull -q origin main; echo "pull rc=$?"
""",
    )
    assert said.count("no shared index on origin") == 1
    assert [line for line in said.split("\n") if "rc=" in line] == [
        *("rc=1", "fetch rc=0", "pull rc=0")
    ]
    clone = Repo(tmp_path / "c")
    synced = ask(clone, "sync")
    assert (synced.code, synced.err) == (0, "")


def test_a20(tmp_path: Path) -> None:
    """Plain fetches, with and without pruning, touch nothing that was not published."""
    said = bash(
        tmp_path,
        """
git init -q --bare -b main o.git; git clone -q o.git a 2>/dev/null; (cd a &&
git checkout -q -b main && echo 'def fa(): pass' > a.py && git add . && git commit -qm a &&
git push -q origin main && git uindex build && git uindex push origin)
git clone -q o.git b && cd b && git uindex fetch origin && echo 'def fb(): pass' > b.py &&
git add . && git commit -qm b && git uindex build
git config --add remote.origin.fetch '+refs/uindex/index*:refs/uindex/remotes/origin/index*'
git for-each-ref > ../before; git fetch -q origin; git fetch -q --prune origin;
git for-each-ref | diff ../before - && echo same
git uindex find fb --no-refresh; git uindex find fa
""",
    )
    assert "\nsame\n" in said
    assert "b.py:1: function fb" in said
    assert "a.py:1: function fa" in said


def test_f02(tmp_path: Path) -> None:
    """An index that is none: one line, nothing run or written, and the question is answered."""
    said = bash(
        tmp_path,
        r"""
git init -q --bare -b main o.git; git clone -q o.git a 2>/dev/null; cd a &&
git checkout -q -b main && printf 'def f(): pass\n' > a.py && git add . && git commit -qm i &&
git push -q origin main && git uindex build && git uindex push origin
REF=$(git for-each-ref --format='%(refname)' | grep -i uindex | head -1); echo "index ref: $REF"
B=$(printf '\xc1\xff garbage' | git hash-object -w --stdin);
P=$(printf 'cos\nsystem\n(S"touch PWNED"\ntR.' | git hash-object -w --stdin)
T=$(printf '100644 blob %s\t..\n100644 blob %s\tzz\n160000 commit %s\tsub\n' $B $P \
$(git rev-parse HEAD) | git mktree --missing)
git push -q --force origin $(git commit-tree -m evil $T):$REF
git clone -q ../o.git ../b && cd ../b && git uindex fetch origin; echo "rc=$?";
git uindex find f; ls PWNED 2>/dev/null
""",
    )
    assert f"index ref: {INDEX}" in said
    (refusal,) = [line for line in said.split("\n") if line.startswith("git uindex: ")]
    assert refusal.startswith(f"git uindex: origin: {INDEX} there holds no index; ")
    assert "rc=3" in said
    assert "a.py:1: function f" in said
    assert not list(tmp_path.rglob("PWNED"))
    # A maintainer puts it right.
    a, origin = Repo(tmp_path / "a"), Repo(tmp_path / "o.git")
    assert ask(a, "push").code == 3
    assert ask(a, "push", "--squash").code == 0
    assert tree(origin) == tree(a)


DEMO = r"sk-test-0|Passw0rd-demo|ghp_0|demo-value|hunter-demo"


def test_f06(tmp_path: Path) -> None:
    """No literal reaches the remote, of branches that are there or, with --all, that are not."""
    said = bash(
        tmp_path,
        r"""
git init -q --bare -b main o.git; git clone -q o.git r 2>/dev/null; cd r &&
git checkout -q -b main
printf 'API_KEY = "sk-test-0000000000000000000000000000"\n' > c.py
printf 'def connect(url="postgres://u:Passw0rd-demo@h/db", token="ghp_%036d"): pass\n' 0 >> c.py
printf 'SECRET=demo-value-123\n' > .env;
printf -- '-----BEGIN PRIVATE KEY-----\nAAAA\n' > k.pem;
printf '# Doc\npassword: hunter-demo\n' > d.md
git add -f . && git commit -qm i && git uindex build && git uindex push origin &&
git uindex push origin --all
""",
    )
    assert "origin: nothing to publish; 1 indexed commit not on its branches yet" in said
    assert "origin: 2 records and 1 indexed commit published" in said
    origin, r = Repo(tmp_path / "o.git"), Repo(tmp_path / "r")
    kept = content(origin)
    assert b"connect" in kept
    assert not re.search(DEMO.encode(), kept)
    bash(
        tmp_path / "r",
        "git rm -q c.py .env k.pem && git commit -qm rm &&"
        " git uindex build && git uindex push origin",
    )
    assert state(r, "connect") == []


def test_no_secret_of_any_language_reaches_a_remote(repo: Repo, tmp_path: Path) -> None:
    """F06: the remote has the index and nothing else, of a branch that it does not have."""
    repo.commit(secret_files())
    build(repo)
    origin = init(tmp_path / "o.git", "--bare")
    repo.git("remote", "add", "origin", os.fspath(origin.path))
    assert ask(repo, "push", "--all").code == 0
    kept = content(origin)
    assert b"connect" in kept
    assert leaks(kept) == []
    # Where files of secrets are is told by their commit's manifest, with the commit.
    assert b"conf/.env.local" in kept


def odd_names(repo: Repo, root: Path) -> None:
    repo.commit({name: b"def f%d(): pass\n" % at for at, name in enumerate(ODD_NAMES)})


def with_submodule(repo: Repo, root: Path) -> None:
    inner = init(root / "inner")
    inner.commit({"s.py": "def in_sub(): pass\n"})
    repo.commit({"a.py": "def top(): pass\n"})
    repo.submodule(inner, "vendor/sub")


def converted(repo: Repo, root: Path) -> None:
    attributes = "*.py text eol=crlf\n*.md ident\n*.txt working-tree-encoding=UTF-16LE-BOM\n"
    text = "words\n".encode("utf-16")
    repo.commit({".gitattributes": attributes, "a.py": "def f(): pass\n", "n.md": "# T $Id$\n"})
    repo.commit({"w.txt": text})


def pointers(repo: Repo, root: Path) -> None:
    repo.commit({".gitattributes": "*.bin.py filter=lfs -text\n", "a.py": "def f(): pass\n"})
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{0:064}\nsize 22\n"
    repo.commit({"big.bin.py": pointer, "link": "x"})


def detached(repo: Repo, root: Path) -> None:
    repo.commit({"a.py": "def f(): pass\n"})
    repo.git("switch", "--quiet", "--detach")


def settings(repo: Repo, root: Path) -> None:
    toml = 'max-size = 40\nexclude = ["gone/"]\n[languages]\n"*.inc" = "php"\n'
    repo.commit({".uindex.toml": toml, "gone/a.py": "x = 1\n", "a.inc": "<?php function p() {}\n"})
    repo.commit({"large.py": "def large(): pass\n" * 9, "odd.py": "def (:\n", "b.dat": b"\0\1"})


def all_of_it(repo: Repo, root: Path) -> None:
    for make in KINDS:
        make(repo, root)


KINDS = (odd_names, with_submodule, converted, pointers, settings, detached)


@pytest.mark.parametrize(
    "make", [all_of_it, *(pytest.param(one, marks=[pytest.mark.by_hand]) for one in KINDS)]
)
def test_every_kind_of_repository_is_shared(
    make: Callable[[Repo, Path], None], repo: Repo, tmp_path: Path
) -> None:
    """A10, A11, A13, A14, A15: a clone that fetched says the same as the one that parsed."""
    make(repo, tmp_path)
    origin = remote_of(repo, tmp_path / "o.git")
    build(repo)
    assert ask(repo, "push", "origin").code == 0
    clone = origin.clone(tmp_path / "clone")
    fetched = ask(clone, "fetch")
    assert fetched.code == 0, fetched
    assert "nothing to do" in build(clone)
    exports = [ask(one, "export", "--format", "jsonl").out for one in (repo, clone)]
    assert exports[0] == exports[1] != ""
    assert tree(clone) == tree(repo) or set(listed(repo)) < set(listed(clone))
    statuses = [ask(one, "status", "--skipped").out for one in (repo, clone)]
    assert statuses[0] == statuses[1]


def listed(repo: Repo) -> list[bytes]:
    return repo.git("ls-tree", "-r", INDEX).split(b"\n")


def test_repositories_without_anything_to_share(tmp_path: Path) -> None:
    """A15: no commit, nothing indexed, no remote, a bare one: one line each."""
    empty = init(tmp_path / "e")
    for verb in ("fetch", "push", "sync"):
        said = ask(empty, verb)
        assert (said.code, said.err.count("\n")) == (3, 1)
        assert "git remote add" in said.err
    origin = init(tmp_path / "o.git", "--bare")
    empty.git("remote", "add", "origin", os.fspath(origin.path))
    assert ask(empty, "fetch").code == 1
    assert ask(empty, "sync").code == 0
    assert ask(empty, "push").code == 3
    empty.write({"a.py": "def f(): pass\n"}).git("add", "a.py")
    build(empty)  # what is staged waits, and is nobody's
    assert ask(empty, "sync").code == 0
    assert not holds(origin, "def")
