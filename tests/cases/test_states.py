"""Cases A15, A17 and A22 (states, writers, objects), and E01 and E04 (freshness), and their kin.

What builds alone do is in tests/test_build.py; what answers do in process, in
tests/query/test_freshness.py.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from tests.cases.cli import ROOT, ask, build, document, state, status
from tests.repos import Repo, init

if TYPE_CHECKING:
    from pathlib import Path

F = "def f(): pass\n"


def test_states_without_a_usual_head(tmp_path: Path) -> None:
    """A15"""
    unborn = init(tmp_path / "u").write({"a.py": F})
    assert build(unborn).startswith("0 files, no commit yet: nothing to do")
    assert state(unborn, "f") == [("a.py", 1, "uncommitted")]
    unborn.git("add", "a.py")
    assert state(unborn, "f") == [("a.py", 1, "uncommitted")]
    usual = init(tmp_path / "s")
    usual.commit({"a.py": F})
    bare = usual.clone(tmp_path / "b.git", "--bare")
    build(bare)
    assert ask(bare, "find", "f").lines == ["a.py:1: [unchecked] function f def f()"]
    assert status(bare)["stale"].startswith("unchecked")
    usual.git("checkout", "-q", "--detach")
    build(usual)
    assert state(usual, "f") == [("a.py", 1, "fresh")]
    empty = init(tmp_path / "e")
    build(empty)
    said = ask(empty, "find", "f")
    assert (said.code, said.out, said.err) == (1, "", "nothing found for 'f' in 0 files\n")
    assert state(usual.path / ".git", "f") == [("a.py", 1, "fresh")]


def test_heads_that_are_odder(repo: Repo, tmp_path: Path) -> None:
    """A15: HEAD names no branch there is, a worktree of a bare repository, a shallow clone."""
    repo.commit({"a.py": F})
    repo.commit({"a.py": F + "def g(): pass\n"})
    build(repo)
    repo.git("symbolic-ref", "HEAD", "refs/heads/nowhere")
    assert state(repo, "f") == [("a.py", 1, "uncommitted")]
    assert status(repo)["commit"] == "none yet"
    repo.git("symbolic-ref", "HEAD", "refs/heads/main")
    assert state(repo, "f") == [("a.py", 1, "fresh")]
    bare = repo.clone(tmp_path / "b.git", "--bare")
    linked = bare.worktree(tmp_path / "bw", "other")
    build(linked)
    assert state(linked, "g") == [("a.py", 2, "fresh")]
    assert state(bare, "g") == [("a.py", 2, "unchecked")]
    linked.git("checkout", "-q", "--detach", "HEAD~1")
    assert state(linked, "g") == []
    shallow = repo.clone(tmp_path / "shallow", "--depth=1")
    build(shallow, "--all")
    assert state(shallow, "g") == [("a.py", 2, "fresh")]
    assert ask(shallow, "find", "f", "--at", "HEAD~1").err == (
        "git uindex: --at HEAD~1: names no commit here\n"
    )
    (repo.path / ".git/refs/heads/main").write_text("0123456789" * 4 + "\n")
    for verb in (["find", "f"], ["build"], ["status"]):
        said = ask(repo, *verb)
        assert (said.code, said.out, said.err.count("\n")) == (3, "", 1)
    assert ask(tmp_path, "find", "f").code == 3


def test_six_writers_at_once(repo: Repo, tmp_path: Path) -> None:
    """A17"""
    repo.commit()
    trees = [repo.worktree(tmp_path / f"w{k}", f"w{k}") for k in range(6)]
    for k, tree in enumerate(trees):
        tree.commit({f"w{k}.py": f"def w{k}(): pass\n"})
    started = [
        subprocess.Popen(["git", "uindex", "build"], cwd=tree.path, stdout=subprocess.DEVNULL)
        for tree in trees
    ]
    assert [one.wait() for one in started] == [0] * 6
    for k, tree in enumerate(trees):
        assert state(tree, f"w{k}", "--no-refresh") == [(f"w{k}.py", 1, "fresh")]
    assert not list((repo.path / ".git").rglob("*.lock"))
    repo.git("fsck", "--no-dangling")


def test_killed_in_the_middle(repo: Repo) -> None:
    """A17, A22: whatever a build had done, nothing is locked, lost or in the way of the next."""
    files = {f"f{n}.py": f"def f{n}(): pass\n" * 30 for n in range(300)}
    repo.commit(files)
    build(repo)
    command = [sys.executable, "-P", "-m", "uindex", "build", "--force"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    for wait in (0.2, 0.4, 0.6, 0.9):
        running = subprocess.Popen(
            command, cwd=repo.path, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(wait)
        running.send_signal(signal.SIGKILL)
        running.wait()
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "--quiet", "--prune=now")
    assert [place[2] for place in state(repo, "f50", "-k", "1")] == ["fresh"]
    build(repo)
    assert not list((repo.path / ".git").rglob("*.lock"))
    assert not list((repo.path / ".git").glob("fast_import_crash*"))
    assert repo.git("for-each-ref", "refs/uindex/tmp") == b""
    repo.git("fsck", "--no-dangling")


def test_everything_asked_for_is_reachable(repo: Repo) -> None:
    """A22: after gc nothing is missing: of commits, of what is staged, of a rewritten history."""
    repo.commit({f"f{n}.py": f"def f{n}(): pass\n" for n in range(20)})
    build(repo)
    for n in range(4):
        repo.write({"f1.py": f"def f1(): pass\ndef g{n}(): pass\n"})
        repo.git("commit", "-qa", "--amend", "-m", f"g{n}")
        build(repo)
    repo.write({"st.py": "def staged(): pass\n"}).git("add", "st.py")
    build(repo)
    assert repo.git("fsck", "--unreachable", "--no-reflogs", "--no-progress").count(b"\n") < 20
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "--quiet", "--prune=now")
    assert repo.git("fsck") == b""
    assert state(repo, "f1", "--no-refresh") == [("f1.py", 1, "fresh")]
    assert state(repo, "g3", "--no-refresh") == [("f1.py", 2, "fresh")]
    assert state(repo, "g1") == []
    assert state(repo, "staged") == [("st.py", 1, "uncommitted")]
    repo.commit()
    assert "0 parsed" in (said := build(repo)) or "nothing to do" in said
    repo.git("repack", "-adfq")
    repo.git("pack-refs", "--all")
    assert state(repo, "staged") == [("st.py", 1, "fresh")]


SAFE = 'def safe():\n    return "safe"\n\ndef wipe():\n    return "wipe"\n'


def test_source_is_never_of_another_symbol(repo: Repo) -> None:
    """E01"""
    repo.commit({"a.py": SAFE})
    build(repo)
    repo.write({"a.py": "X = 1\nY = 2\nZ = 3\n" + SAFE})
    assert ask(repo, "find", "wipe", "--source").lines == [
        "a.py:7: [moved from line 4] function wipe def wipe()",
        "  from the worktree:",
        "  7 | def wipe():",
        '  8 |     return "wipe"',
    ]
    assert ask(repo, "find", "safe", "--source").lines[0].startswith("a.py:4: ")
    (repo.path / "a.py").unlink()
    blob = repo.oid("HEAD:a.py").hex()[:12]
    assert ask(repo, "find", "wipe", "--source").lines == [
        "a.py:4: [deleted] function wipe def wipe()",
        f"  from blob {blob}, as indexed:",
        "  4 | def wipe():",
        '  5 |     return "wipe"',
    ]


def test_text_that_moved_otherwise(repo: Repo) -> None:
    """E01: swapped, doubled, taken out, staged and edited again, a folder in the file's place."""
    repo.commit({"a.py": SAFE, "b.py": "def b():\n    return 1\n"})
    build(repo)
    first, _, second = SAFE.partition("\n\n")
    repo.write({"a.py": f"{second}\n\n{first}\n"})
    for name, line in (("wipe", 1), ("safe", 5)):
        (one,) = document(repo, "find", name, "--source")["results"]
        assert (one["state"], one["line_now"]) == ("moved", line)
        assert one["source"]["text"] == f'def {name}():\n    return "{name}"'
    repo.write({"a.py": 'def wipe():\n    return "staged"\n'}).git("add", "a.py")
    repo.write({"a.py": '\n\ndef wipe():\n    return "edited"\n'})
    (one,) = document(repo, "find", "wipe", "--source")["results"]
    assert (one["state"], one["line_now"]) == ("changed", 3)
    assert one["source"]["text"] == 'def wipe():\n    return "edited"'
    (one,) = document(repo, "find", "safe", "--source")["results"]
    assert (one["state"], one["line_now"]) == ("gone", None)
    assert (one["source"]["origin"], one["source"]["text"]) == (
        "blob",
        'def safe():\n    return "safe"',
    )
    (repo.path / "b.py").unlink()
    repo.write({"b.py/c.py": "def b():\n    return 2\n"})
    states = {(path, now) for path, _, now in state(repo, "b")}
    assert states == {("b.py", "deleted"), ("b.py/c.py", "uncommitted")}


def test_untracked_is_found_and_ignored_is_not(repo: Repo) -> None:
    """E04"""
    repo.commit(
        {
            ".gitignore": "build/\n*.log.py\n",
            "vendor/lib/d.py": "def dep(): pass\n",
            "t.py": "def t(): pass\n",
        }
    )
    build(repo)
    repo.write({"new.py": "def fresh(): t()\n", "build/g.py": "def ign(): t()\n"})
    repo.write({"x.log.py": "def ign2(): t()\n"})
    assert ask(repo, "find", "fresh").lines == [
        "new.py:1: [uncommitted] function fresh def fresh()"
    ]
    assert ask(repo, "find", "ign").code == ask(repo, "find", "ign2").code == 1
    repo.write({"vendor/lib/d.py": "def dep(): pass\ndef dep2(): pass\n"})
    repo.git("commit", "-qam", "v")
    build(repo)
    step = ask(repo, "find", "dep2")
    assert step.lines == ["vendor/lib/d.py:2: function dep2 def dep2()"]
    build(repo, "--force")
    assert ask(repo, "find", "dep2") == step
    repo.git("add", "-N", "new.py")
    assert state(repo, "fresh") == [("new.py", 1, "uncommitted")]
    build(repo)
    assert state(repo, "fresh") == [("new.py", 1, "uncommitted")]


def test_every_way_to_ignore(repo: Repo, sealed: Path) -> None:
    """E04: by every file that git reads; a tracked file is never ignored."""
    (sealed / "ignore").write_text("home.py\n")
    repo.config("core.excludesFile", str(sealed / "ignore"))
    repo.write({".git/info/exclude": "info.py\n", "sub/.gitignore": "*.py\n!kept.py\n"})
    repo.write({"tracked.py": "def tracked(): pass\n", ".gitignore": "tracked.py\n"})
    repo.git("add", "-f", "tracked.py")
    repo.git("commit", "-qm", "one")
    build(repo)
    for name in ("home.py", "info.py", "sub/nested.py", "sub/kept.py", "plain.py"):
        stem = os.path.basename(name)[:-3]
        repo.write({name: f"def in_{stem}(): pass\n"})
    assert state(repo, "in_kept") == [("sub/kept.py", 1, "uncommitted")]
    assert state(repo, "in_plain") == [("plain.py", 1, "uncommitted")]
    for name in ("in_home", "in_info", "in_nested"):
        assert state(repo, name) == []
    repo.write({"tracked.py": "\ndef tracked(): pass\n"})
    assert state(repo, "tracked") == [("tracked.py", 2, "moved")]
    repo.git("commit", "-qam", "two")
    assert state(repo, "tracked") == [("tracked.py", 2, "fresh")]


def test_what_is_left_out_is_not_said_to_be_unknown(repo: Repo) -> None:
    """By every verb, from the root and from a folder, and whatever has a name like it."""
    repo.commit({"a.py": "def env(): pass\n", "d/x.png": b"\0", ".env": "A=1\n"})
    build(repo)
    image = "git uindex: d/x.png: not indexed: binary\n"
    for verb in ("symbols", "show", "callees"):
        assert ask(repo, verb, "d/x.png") == (1, "", image)
    for verb in ("callers", "neighbors"):
        assert ask(repo.path / "d", verb, "x.png") == (1, "", image)
    assert ask(repo.path / "d", "show", "x.png:2") == (1, "", image)
    assert ask(repo, "show", ".env") == (1, "", "git uindex: .env: not indexed: secret\n")
    assert ask(repo, "impact", "env", "d/x.png").err.split("\n")[1:] == [image[12:-1], ""]
    links = ask(repo, "dependents", "d/x.png").err.split("\n")
    assert links[1:] == ["nothing imports it or links to it", image[12:-1], ""]
