"""Fetch, push and sync over each way that git has to a remote, with the user's own credentials."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.index.http import LOGIN, serving
from tests.index.team import INDEX, opened, tree
from uindex.build import build
from uindex.errors import GitFailed
from uindex.index import share

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.index.conftest import Team

BY_HAND = pytest.mark.by_hand  # what others cover in part
WAYS = (
    *("file", "http", "helper", "ssh"),
    *(pytest.param(way, marks=BY_HAND) for way in ("path", "login")),
)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def url_of(way: str, team: Team, stack: ExitStack, patch: pytest.MonkeyPatch, home: Path) -> str:
    """Where the remote is to be found this way."""
    path = os.fspath(team.origin.path)
    if way == "path":
        return path
    if way == "file":
        return f"file://{path}"
    if way == "ssh":
        program = team.root / "ssh"
        # Called as `ssh [options] host command`, it runs the command here.
        program.write_text('#!/bin/sh\nfor last; do :; done\nexec sh -c "$last"\n')
        program.chmod(0o755)
        patch.setenv("GIT_SSH_COMMAND", os.fspath(program))
        patch.setenv("GIT_SSH_VARIANT", "simple")
        return f"ssh://somewhere.invalid{path}"
    if way == "http":
        team.origin.config("http.receivepack", "true")
        return stack.enter_context(serving(team.root)) + "/origin.git"
    url = stack.enter_context(serving(team.root, LOGIN))
    if way == "helper":
        name, _, password = LOGIN.partition(":")
        helper = f"!f() {{ echo username={name}; echo password={password}; }}; f"
        (home / ".gitconfig").write_text(f'[credential]\n\thelper = "{helper}"\n')
        return f"{url}/origin.git"
    return url.replace("//", f"//{LOGIN}@") + "/origin.git"


@pytest.mark.parametrize("way", WAYS)
def test_two_clones_share_one_index(
    way: str, team: Team, stack: ExitStack, monkeypatch: pytest.MonkeyPatch, sealed: Path
) -> None:
    url = url_of(way, team, stack, monkeypatch, sealed)
    a, b = team.a, team.join("b", url=url)
    a.git("remote", "set-url", "origin", url)
    assert share.fetch(opened(b), "origin").tip is None
    told: list[str] = []
    pushed = share.push(opened(a), "origin", progress=lambda what, *_: told.append(what))
    assert (pushed.records, pushed.commits, pushed.held) == (3, 1, 0)
    assert "writing objects" in told
    arrived = share.fetch(opened(b), "origin")
    assert (arrived.records, arrived.commits) == (3, 1)
    assert build(opened(b)).parsed == 0
    b.commit({"c.py": "def c(): pass\n"})
    build(opened(b))
    assert share.push(opened(b), "origin").held == 1
    b.git("push", "--quiet", "origin", "HEAD")
    assert share.push(opened(b), "origin").records == 1
    assert share.push(opened(b), "origin").records == 0
    assert share.fetch(opened(a), "origin").records == 1
    oids = {clone.git("rev-parse", INDEX) for clone in (a, b, team.origin)}
    assert len(oids) == 1
    assert not a.git("for-each-ref", "refs/uindex/tmp")
    assert tree(a) == tree(b)


def test_a_url_or_a_path_in_place_of_a_remote(team: Team) -> None:
    """Nothing is kept of it but what it brought, and nothing shows its password."""
    for name in (os.fspath(team.origin.path), f"file://{team.origin.path}"):
        before = team.a.git("for-each-ref")
        share.push(opened(team.a), name)
        assert share.push(opened(team.a), name).records == 0
        assert team.a.git("for-each-ref") == before
    b = team.join("b")
    assert share.fetch(opened(b), os.fspath(team.origin.path)).records == 3
    names = b.git("for-each-ref", "--format=%(refname)", "refs/uindex")
    assert names == INDEX.encode()
    with serving(team.root, LOGIN) as url:
        secret = url.replace("//", f"//{LOGIN}@") + "/origin.git"
        arrived = share.fetch(opened(b), secret)
        assert arrived.remote == f"{url}/origin.git"
        assert share.push(opened(b), secret).remote == f"{url}/origin.git"
        for wrong in (url + "/none.git", url.replace("//", "//ada:no@") + "/origin.git"):
            with pytest.raises(GitFailed) as caught:
                share.fetch(opened(b), wrong)
            assert "s3same" not in str(caught.value)
            assert "ada:no" not in str(caught.value)


@pytest.mark.parametrize("name", ["a/b", "mün-chen", "x.y", "ü/ß/1"])
def test_odd_names_of_remotes(name: str, team: Team) -> None:
    a = team.a
    a.git("remote", "rename", "origin", name)
    assert share.push(opened(a), name).records == 3
    assert share.fetch(opened(a), name).tip is not None
    tracking = a.git("for-each-ref", "--format=%(refname)", "refs/uindex/remotes").decode()
    assert tracking == f"refs/uindex/remotes/{name}/index"


def test_a_remote_of_the_user_s_own_configuration(team: Team, sealed: Path) -> None:
    fork = team.join("fork.git", "--bare")
    (sealed / ".gitconfig").write_text(f'[remote "mine"]\n\turl = {fork.path}\n')
    assert share.push(opened(team.a), "mine").records == 3
    assert share.fetch(opened(team.a), "mine").tip is not None
    assert tree(fork) == tree(team.a)
    with open(sealed / ".gitconfig", "a") as file:
        file.write(f"\tpushurl = {team.origin.path}\n")
    assert share.push(opened(team.a), "mine").records == 3
    assert tree(team.origin) == tree(team.a)


def test_names_that_look_like_options(team: Team) -> None:
    """They name no remote, and no program is run."""
    touched = team.root / "RAN"
    script = team.root / "run"
    script.write_text(f"#!/bin/sh\ntouch {touched}\n")
    script.chmod(0o755)
    for name in (
        f"--upload-pack={script}",
        f"--receive-pack={script}",
        f"ext::{script}",
        f"-oProxyCommand={script}",
        f"ssh://-oProxyCommand={script}/x",
        "",
        " ",
        "x\ny",
    ):
        for act in (share.fetch, share.push):
            with pytest.raises(GitFailed):
                act(opened(team.a), name)
    assert not touched.exists()
    assert not team.a.git("for-each-ref", "refs/uindex/tmp", "refs/uindex/remotes")


SETTINGS = (
    ("fetch.prune", "true"),
    ("fetch.pruneTags", "true"),
    ("fetch.fsckObjects", "true"),
    ("fetch.recurseSubmodules", "true"),
    ("fetch.writeCommitGraph", "true"),
    ("fetch.unpackLimit", "1"),
    ("transfer.fsckObjects", "true"),
    ("protocol.version", "0"),
    ("push.followTags", "true"),
    ("push.gpgSign", "if-asked"),
    ("push.pushOption", "ci.skip"),
    ("push.recurseSubmodules", "check"),
    ("push.useForceIfIncludes", "true"),
    ("push.default", "matching"),
    ("remote.origin.prune", "true"),
    ("remote.origin.tagOpt", "--tags"),
    ("remote.origin.mirror", "true"),
    ("remote.pushDefault", "elsewhere"),
    ("core.hooksPath", "/nonexistent"),
    ("submodule.recurse", "true"),
    ("log.showSignature", "true"),
    ("color.ui", "always"),
)


def test_settings_of_the_user_change_nothing(team: Team) -> None:
    """All of them at once, in the sender and the receiver; only the one ref moves."""
    a, b = team.a, team.join("b")
    for repo in (a, b):
        for key, value in SETTINGS:
            repo.config(key, value)
    team.origin.config("receive.fsckObjects", "true").config("transfer.fsckObjects", "true")
    a.git("tag", "-a", "local", "-m", "not for others")
    team.origin.git("tag", "theirs", "main")
    before = team.origin.git("for-each-ref")
    assert share.push(opened(a), "origin").records == 3
    added = set(team.origin.git("for-each-ref").split(b"\n")) - set(before.split(b"\n"))
    assert [line.rpartition(b"\t")[2] for line in added] == [INDEX.encode()]
    before = b.git("for-each-ref")
    assert share.fetch(opened(b), "origin").records == 3
    added = set(b.git("for-each-ref").split(b"\n")) - set(before.split(b"\n"))
    assert {line.rpartition(b"\t")[2] for line in added} == {
        *(b"refs/uindex/index", b"refs/uindex/remotes/origin/index"),
        b"refs/uindex/local/merged/origin/index",
    }


def test_pushing_to_another_place_than_fetching_from(team: Team) -> None:
    """`pushurl`: what is there is asked there."""
    a = team.a
    fork = team.join("fork.git", "--bare")
    a.git("remote", "set-url", "--push", "origin", os.fspath(fork.path))
    assert share.push(opened(a), "origin").records == 3
    assert not team.origin.git("for-each-ref", "refs/uindex")
    assert share.push(opened(a), "origin").records == 0
    assert share.fetch(opened(a), "origin").tip is None
    a.git("remote", "set-url", "--push", "--add", "origin", os.fspath(team.origin.path))
    assert share.push(opened(a), "origin").records == 0
    assert tree(fork) == tree(a)
