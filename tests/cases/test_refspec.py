"""`init --share`: whatever plain git does with remotes then, it goes on working, and the local
index stays: cases A19 and A20."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from tests.cases import cli
from tests.repos import Repo, init
from uindex.git.repository import Repository
from uindex.store import sharing

if TYPE_CHECKING:
    from pathlib import Path

INDEX = "refs/uindex/index"
SPEC = f"+{INDEX}*:refs/uindex/remotes/origin/index*"
PLAIN = (
    ("fetch",),
    ("fetch", "--prune"),
    ("fetch", "--all", "--prune"),
    ("fetch", "origin", "main"),
    ("pull",),
    ("remote", "update"),
    ("remote", "update", "--prune"),
    ("remote", "prune", "origin"),
    ("remote", "show", "origin"),
)


def opened(repo: Repo) -> Repository:
    return Repository.open(os.fsencode(repo.path))


def orphan(repo: Repo, message: str, ref: str = INDEX) -> str:
    """A ref of its own, as the index is one; what it points at."""
    tree = repo.git("mktree", input=b"").decode()
    oid = repo.git("commit-tree", "-m", message, tree).decode()
    repo.git("update-ref", ref, oid)
    return oid


def refs(repo: Repo, *patterns: str) -> list[str]:
    return repo.git("for-each-ref", "--format=%(refname)", *patterns).decode().split()


def at(repo: Repo, ref: str = INDEX) -> str:
    return repo.git("rev-parse", "--verify", ref).decode()


def specs(repo: Repo, remote: str = "origin") -> list[str]:
    return repo.git("config", "--get-all", f"remote.{remote}.fetch").decode().splitlines()


@pytest.fixture
def server(tmp_path: Path) -> Repo:
    """A bare repository with one commit on main."""
    first = init(tmp_path / "first")
    first.commit({"a.py": "def fa(): pass\n"})
    first.clone(tmp_path / "server.git", "--bare")
    return Repo(tmp_path / "server.git")


@pytest.fixture
def clone(server: Repo, tmp_path: Path) -> Repo:
    """A clone of it that shares with origin; its index is not the server's."""
    clone = server.clone(tmp_path / "clone")
    sharing.set_up(opened(clone), "origin", push=False)
    orphan(clone, "ours")
    return clone


@pytest.mark.parametrize("prune", ["false", "true"])
@pytest.mark.parametrize("ref", [INDEX, "refs/heads/uindex"])
def test_plain_git_goes_on_working(server: Repo, tmp_path: Path, prune: str, ref: str) -> None:
    """With a remote that has no index, one that has, and one that lost it."""
    clone = server.clone(tmp_path / "clone")
    clone.config("fetch.prune", prune).config("uindex.ref", ref)
    sharing.set_up(opened(clone), "origin", push=False)
    ours = orphan(clone, "ours", ref)
    tracking = "refs/uindex/remotes/origin/index"
    for has in (False, True, False):
        if has:
            theirs = orphan(server, "theirs", ref)
        elif refs(server, ref):
            server.git("update-ref", "-d", ref)
        for command in PLAIN:
            clone.git(*command)  # or it raises
            assert at(clone, ref) == ours, command
            if has:
                assert at(clone, tracking) == theirs
        assert bool(refs(clone, tracking)) == has
    clone.git("remote", "rename", "origin", "up")
    clone.git("fetch", "up")
    clone.git("pull")
    clone.git("remote", "remove", "up")
    assert at(clone, ref) == ours


def test_a_merge_is_still_of_the_branch(server: Repo, clone: Repo, tmp_path: Path) -> None:
    orphan(server, "theirs")
    other = server.clone(tmp_path / "other")
    tip = other.commit({"b.py": "def fb(): pass\n"})
    other.git("push", "-q", "origin", "main")
    clone.git("pull", "-q")
    assert clone.oid() == tip


@pytest.mark.parametrize("prune", ["false", "true"])
def test_a_mirror_keeps_its_index(server: Repo, tmp_path: Path, prune: str) -> None:
    """Its refspec covers all refs: git would overwrite ours, or prune them."""
    mirror = server.clone(tmp_path / "mirror.git", "--mirror").config("fetch.prune", prune)
    lines = sharing.set_up(opened(mirror), "origin", push=False)
    assert specs(mirror) == ["+refs/*:refs/*", "^refs/uindex/*"]
    assert any(line.startswith("note: origin is mirrored") for line in lines)
    ours, pending = orphan(mirror, "ours"), orphan(mirror, "waits", "refs/uindex/local/pending")
    for has in (False, True, False):
        if has:
            orphan(server, "theirs")
        elif refs(server, INDEX):
            server.git("update-ref", "-d", INDEX)
        for command in PLAIN:
            if command != ("pull",):  # there is no worktree
                mirror.git(*command)
            assert at(mirror) == ours
            assert at(mirror, "refs/uindex/local/pending") == pending
    mirror.git("remote", "rename", "origin", "up")
    mirror.git("fetch", "-q", "--prune", "up")
    assert at(mirror) == ours
    assert sharing.take_down(opened(mirror))
    assert specs(mirror, "up") == ["+refs/*:refs/*"]


@pytest.mark.parametrize(
    ("mirror", "specs"),
    [
        ("true", ["+refs/*:refs/*"]),
        ("false", ["+refs/*:refs/*"]),
        ("false", ["+refs/heads/*:refs/remotes/origin/*", f"+{INDEX}:{INDEX}"]),
        ("false", [f"+{INDEX}:{INDEX}", f"^{INDEX}"]),
    ],
)
def test_our_push_leaves_what_is_private(
    server: Repo, tmp_path: Path, mirror: str, specs: list[str]
) -> None:
    """git notes what it pushed where a refspec leads: that may be our own index."""
    clone = server.clone(tmp_path / "clone")
    clone.config("remote.origin.mirror", mirror).git("config", "--unset", "remote.origin.fetch")
    for spec in specs:
        clone.git("config", "--add", "remote.origin.fetch", spec)
    cli.build(clone)
    clone.branch("private").commit({"p.py": "def private(): pass\n"})
    cli.build(clone)
    before = clone.git("ls-tree", "-r", INDEX)
    said = cli.ask(clone, "push", "origin")
    assert said.out.startswith("origin: 1 record and 1 indexed commit published"), said
    assert clone.git("ls-tree", "-r", INDEX) == before
    assert len(server.git("ls-tree", "-r", INDEX, "records/").splitlines()) == 1
    assert refs(server) == ["refs/heads/main", INDEX]


def test_an_index_among_mirrored_branches_is_kept_out(server: Repo, tmp_path: Path) -> None:
    bare = server.clone(tmp_path / "bare.git", "--bare").config("uindex.ref", "refs/heads/uindex")
    bare.git("config", "remote.origin.fetch", "+refs/heads/*:refs/heads/*")
    sharing.set_up(opened(bare), "origin", push=False)
    assert specs(bare) == ["+refs/heads/*:refs/heads/*", "^refs/heads/uindex"]
    ours = orphan(bare, "ours", "refs/heads/uindex")
    orphan(server, "theirs", "refs/heads/uindex")
    bare.git("fetch", "--prune")
    assert at(bare, "refs/heads/uindex") == ours
    assert sharing.take_down(opened(bare))
    assert specs(bare) == ["+refs/heads/*:refs/heads/*"]


def test_a_remote_without_a_refspec_stays_so(server: Repo, repo: Repo) -> None:
    """git fetches its HEAD; with any refspec it no longer would."""
    repo.commit({"a.py": "a = 1\n"})
    repo.config("remote.plain.url", os.fspath(server.path))
    lines = sharing.set_up(opened(repo), "plain", push=False)
    assert any("has no refspec" in line for line in lines)
    repo.git("fetch", "-q", "plain")
    assert at(repo, "FETCH_HEAD") == at(server, "main")


def test_a_partial_clone_takes_no_index_without_records(server: Repo, tmp_path: Path) -> None:
    server.config("uploadpack.allowFilter", "true")
    partial = server.clone(tmp_path / "partial", "--filter=blob:none")
    before = specs(partial)
    lines = sharing.set_up(opened(partial), "origin", push=False)
    assert any("partial clone" in line for line in lines)
    assert specs(partial) == before
    assert partial.git("config", "uindex.share") == b"origin"


def test_repeating_changes_nothing_and_renames_are_followed(clone: Repo) -> None:
    before = specs(clone)
    assert before[-1] == SPEC
    assert sharing.set_up(opened(clone), "origin", push=False) == []
    assert specs(clone) == before
    clone.git("remote", "rename", "origin", "up")
    lines = sharing.set_up(opened(clone), "up", push=False)
    assert f"config: took out remote.up.fetch = {SPEC}" in lines
    assert specs(clone, "up")[-1] == SPEC.replace("/origin/", "/up/")
    clone.config("uindex.ref", "refs/heads/uindex")
    sharing.set_up(opened(clone), "up", push=False)
    assert specs(clone, "up")[1:] == ["+refs/heads/uindex*:refs/uindex/remotes/up/index*"]


def shared(repo: Repo) -> str:
    """What status says of sharing, line after line."""
    lines = cli.ask(repo, "status", "--no-refresh").lines
    at = next(n for n, line in enumerate(lines) if line.startswith("sharing"))
    after = next((n for n in range(at + 1, len(lines)) if lines[n][0] != " "), len(lines))
    return " | ".join(" ".join(line.split()) for line in lines[at:after])


def test_status_says_how_it_is_shared(server: Repo, clone: Repo) -> None:
    clone.git("update-ref", "-d", INDEX)
    cli.build(clone)
    assert shared(clone) == (
        "sharing with origin: git fetch brings the index along; git uindex push publishes it"
    )
    orphan(server, "theirs")
    clone.git("fetch")
    waits = "what came from origin is not united yet; git uindex build does that"
    assert shared(clone).endswith(f" | {waits}")
    assert json.loads(cli.ask(clone, "status", "--json", "--no-refresh").out)["sharing"] == {
        "remote": "origin",
        "exists": True,
        "fetched_along": True,
        "autopush": False,
        "note": None,
        "todo": None,
        "waiting": ["origin"],
    }
    clone.config("uindex.autopush", "true")
    clone.git("config", "--unset-all", "--fixed-value", "remote.origin.fetch", SPEC)
    todo = "git uindex init --share origin --push"
    assert f"with origin, whose refspec for it is missing: {todo}" in shared(clone)
    clone.git("remote", "rename", "origin", "up")
    todo = "git uindex init --share up --push"
    assert f"with origin, and no remote is called that: {todo}" in shared(clone)
    clone.git("remote", "remove", "up")
    assert "git remote add origin URL && git uindex init --share origin --push" in shared(clone)
    assert sharing.take_down(opened(clone))
    assert shared(clone).startswith("sharing off")


def test_one_remote_at_a_time(server: Repo, clone: Repo) -> None:
    clone.git("remote", "add", "other", os.fspath(server.path))
    lines = sharing.set_up(opened(clone), "other", push=False)
    assert lines == [
        f"config: took out remote.origin.fetch = {SPEC}",
        f"config: added remote.other.fetch = {SPEC.replace('/origin/', '/other/')}",
        "config: uindex.share = other",
    ]
    assert specs(clone) == ["+refs/heads/*:refs/remotes/origin/*"]


def test_back_out(clone: Repo, sealed: Path) -> None:
    """Every line of the configuration is as it was, whatever the user added in between."""
    clone.git("config", "--add", "remote.origin.fetch", "+refs/notes/*:refs/notes/*")
    sharing.set_up(opened(clone), "origin", push=True)
    assert clone.git("config", "uindex.autopush") == b"true"
    lines = sharing.take_down(opened(clone))
    assert "config: uindex.share unset" in lines
    assert specs(clone) == ["+refs/heads/*:refs/remotes/origin/*", "+refs/notes/*:refs/notes/*"]
    assert b"uindex" not in clone.git("config", "--local", "--list")
    assert sharing.take_down(opened(clone)) == []
    clone.git("config", "--global", "uindex.autopush", "true")
    assert sharing.take_down(opened(clone)) == [
        "note: uindex.autopush is set outside this repository, too"
    ]


def test_init_sets_up_fetches_and_says_so(server: Repo, tmp_path: Path) -> None:
    first = server.clone(tmp_path / "one")
    said = cli.ask(first, "init", "--share", "--push")
    assert said.code == 0, said
    assert said.lines[:3] == [
        f"config: added remote.origin.fetch = {SPEC}",
        "config: uindex.share = origin",
        "config: uindex.autopush = true",
    ]
    assert "hooks: pre-push: installed" in said.lines
    assert any(line.startswith("fetch: no shared index on origin") for line in said.lines)
    assert ": 1 parsed" in said.out
    assert cli.ask(first, "push").code == 0
    second = server.clone(tmp_path / "two")
    said = cli.ask(second, "init", "--no-hooks", "--share", "origin")
    assert "fetch: origin: 1 record and 1 indexed commit new" in said.lines
    assert "parsed" not in said.out
    again = cli.ask(second, "init", "--no-hooks", "--share")
    assert again.lines[:2] == ["config: shares with origin already", "fetch: origin: nothing new"]
    assert cli.ask(first, "init", "--no-share").lines[-1] == "hooks: pre-push: removed"
    assert cli.ask(first, "init", "--no-share").out == "config: nothing was shared\n"


def test_init_goes_on_without_the_remote(clone: Repo) -> None:
    clone.git("remote", "set-url", "origin", "/nowhere/at/all")
    clone.git("update-ref", "-d", INDEX)
    said = cli.ask(clone, "init", "--no-hooks", "--share")
    assert said.code == 0
    assert said.err.count("\n") == 1
    assert said.err.startswith("origin: git fetch: ")
    assert "index: 1 file" in said.out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("--share nowhere", 3),
        ("--push", 2),
        ("--share --push --no-hooks", 2),
        ("--no-share --share", 2),
    ],
)
def test_what_makes_no_sense_changes_nothing(clone: Repo, words: str, code: int) -> None:
    before = clone.git("config", "--local", "--list")
    said = cli.ask(clone, "init", *words.split())
    assert said.code == code
    assert said.err.count("\n") == 1
    assert clone.git("config", "--local", "--list") == before
