"""What a push publishes: what the remote's own branches and tags reach, and no word more."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.index.team import INDEX, content, holds, opened, tree
from uindex.build import build
from uindex.build.failures import add_failures
from uindex.errors import EnvironmentFault
from uindex.extract.registry import key
from uindex.index import share
from uindex.store.layout import RecordName
from uindex.store.merge import entries_of

if TYPE_CHECKING:
    from tests.index.conftest import Team
    from tests.repos import Repo

PRIVATE = {
    "covert.py": "def hush_hush(classified): return under_cover(classified)\n",
    "skunkworks/blueprint.md": "# Moonshot\n\nThe manhattan plan.\n",
    "skunkworks/.env": "TOKEN=x\n",
    "skunkworks/covert.pem": "x\n",
}
WORDS = ("hush_hush", "classified", "under_cover", "moonshot", "manhattan", "skunkworks", "covert")


def private_branch(team: Team) -> bytes:
    commit = team.a.branch("private").commit(PRIVATE)
    build(opened(team.a))
    team.a.git("switch", "--quiet", "main")
    return commit


def names(repo: Repo, ref: str = INDEX) -> set[object]:
    return set(entries_of(opened(repo), repo.oid(ref)))


def test_a_private_branch_stays_private(team: Team) -> None:
    """Neither in the tip nor in the history, nor as an object that nothing refers to."""
    private = private_branch(team)
    assert share.push(opened(team.a), "origin").held == 1
    b = team.join("b")
    share.fetch(opened(b), "origin")
    b.commit({"c.py": "def c(): pass\n"})
    b.git("push", "--quiet", "origin", "main")
    build(opened(b))
    share.push(opened(b), "origin")
    # United with what the other pushed, ours still holds what is private.
    share.fetch(opened(team.a), "origin")
    assert share.push(opened(team.a), "origin").held == 1
    assert holds(team.a, *WORDS) == list(WORDS)
    assert holds(team.origin, *WORDS, private, private.hex()) == []
    assert holds(team.origin, "README", b"c.py") == ["README", b"c.py"]
    assert share.push(opened(team.a), "origin", squash=True).squashed
    assert holds(team.origin, *WORDS, private, private.hex()) == []
    done = share.push(opened(team.a), "origin", all=True)
    assert (done.records, done.commits, done.held) == (2, 1, 0)
    assert not set(WORDS[:5]) - set(holds(team.origin, *WORDS))
    assert tree(team.origin) == tree(team.a)


def test_a_branch_is_published_once_it_is_pushed(team: Team) -> None:
    private_branch(team)
    share.push(opened(team.a), "origin")
    team.a.git("push", "--quiet", "origin", "private~1:refs/heads/older")
    # Neither of these is a branch or a tag.
    team.a.git("push", "--quiet", "origin", "private:refs/pull/refs/heads/1", "private:refs/x/1")
    assert share.push(opened(team.a), "origin").held == 1
    team.origin.git("update-ref", "-d", "refs/pull/refs/heads/1")
    team.a.git("push", "--quiet", "origin", "private:deep/er/private")
    done = share.push(opened(team.a), "origin")
    assert (done.records, done.commits, done.held) == (2, 1, 0)
    # That the branch goes away again takes nothing back: whoever has it may use it.
    team.a.git("push", "--quiet", "origin", ":deep/er/private")
    done = share.push(opened(team.a), "origin")
    assert (done.records, done.commits) == (0, 0)
    assert tree(team.origin) == tree(team.a)


@pytest.mark.parametrize("option", ["--annotate", "--no-sign"])
def test_tags_count(option: str, team: Team) -> None:
    private = private_branch(team)
    options = ["--message", "A tag"] if option == "--annotate" else []
    team.a.git("tag", option, *options, "v1", private.hex())
    team.a.git("push", "--quiet", "origin", "v1")
    assert share.push(opened(team.a), "origin").held == 0


def test_tips_that_are_no_commits_or_not_here(team: Team) -> None:
    """A tag of a blob, of a tree, of a tag; commits that this clone lacks."""
    private_branch(team)
    b = team.join("b")
    b.branch("elsewhere").commit({"e.py": "def e(): pass\n"})
    b.git("tag", "blob", "HEAD:a.py")
    b.git("tag", "tree", "HEAD^{tree}")
    b.git("tag", "-a", "deep", "-m", "x", "HEAD^{tree}")
    b.git("tag", "-a", "deeper", "-m", "x", "deep")
    b.git("push", "--quiet", "origin", "elsewhere", "--tags")
    team.a.git("tag", "mine", "HEAD:a.py")
    team.a.git("push", "--quiet", "origin", "mine")
    done = share.push(opened(team.a), "origin")
    assert (done.records, done.held) == (3, 1)
    assert holds(team.origin, *WORDS) == []


def test_commits_that_the_remote_has_under_branches_that_moved_on(team: Team) -> None:
    """What this clone does not know it keeps back, and says so."""
    a, b = team.a, team.join("b")
    a.commit({"x.py": "def x(): pass\n"})
    build(opened(a))
    a.git("push", "--quiet", "origin", "main")
    b.git("pull", "--quiet")
    b.commit({"y.py": "def y(): pass\n"})
    b.git("push", "--quiet", "origin", "main")
    done = share.push(opened(a), "origin")
    assert (done.commits, done.held, done.unseen) == (0, 2, 1)
    a.git("fetch", "--quiet")
    done = share.push(opened(a), "origin")
    assert (done.commits, done.held, done.unseen) == (2, 0, 0)


def test_records_that_are_missing_on_the_remote(team: Team) -> None:
    """Although a manifest there says that their commit is indexed."""
    a = team.a
    share.push(opened(a), "origin")
    private_branch(team)
    whole = tree(team.origin)
    listing = team.origin.git("ls-tree", INDEX).split(b"\n")
    less = b"\n".join(line for line in listing if not line.endswith(b"records")) + b"\n"
    made = team.origin.git("commit-tree", "-m", "x", team.origin.git("mktree", input=less).decode())
    team.origin.git("update-ref", INDEX, made.decode())
    assert share.push(opened(a), "origin").records == 3
    assert tree(team.origin) == whole
    assert holds(team.origin, *WORDS) == []


def test_where_nothing_is_reached_nothing_is_published(team: Team) -> None:
    """Case A18 begins so: the branch itself was not pushed."""
    team.origin.git("update-ref", "-d", "refs/heads/main")
    done = share.push(opened(team.a), "origin")
    assert (done.tip, done.records, done.held) == (None, 0, 1)
    assert not team.origin.git("for-each-ref")
    assert b"records/" not in content(team.origin)


def test_without_an_index_there_is_nothing_to_push(team: Team) -> None:
    with pytest.raises(EnvironmentFault, match="nothing is indexed here yet"):
        share.push(opened(team.join("b")), "origin")


def test_a_commit_with_files_that_failed_shares_its_records(team: Team) -> None:
    a = team.a
    a.commit({"bad.py": "def bad(): pass\n", "good.py": "def good(): pass\n"})
    name = RecordName(key("python"), a.oid("HEAD:bad.py"))
    add_failures(opened(a), [(name, "crashed")])
    assert build(opened(a)).failed == [(b"bad.py", "crashed")]
    assert share.push(opened(a), "origin").records == 3
    a.git("push", "--quiet", "origin", "main")
    done = share.push(opened(a), "origin")
    assert (done.records, done.commits) == (1, 0)
    assert RecordName(key("python"), a.oid("HEAD:good.py")) in names(team.origin)
    b = team.join("b")
    share.fetch(opened(b), "origin")
    report = build(opened(b))  # where the file does not fail
    assert (report.parsed, report.complete) == (1, True)


def test_staged_content_is_not_published(team: Team) -> None:
    a = team.a
    a.write(PRIVATE).git("add", "--all", "--force")
    assert build(opened(a)).staged == 2
    share.push(opened(a), "origin", all=True)
    assert holds(team.origin, *WORDS) == []


def test_an_index_among_the_branches(team: Team) -> None:
    """`uindex.ref` under refs/heads, as some servers want it: it is no branch to be indexed, no
    reason to publish anything, and plain git goes on working."""
    branch = "refs/heads/uindex"
    a = team.a
    a.config("uindex.ref", branch).git("update-ref", branch, INDEX)
    a.git("update-ref", "-d", INDEX)
    private_branch(team)
    assert share.push(opened(a), "origin").held == 1
    assert team.origin.git("for-each-ref", "refs/uindex") == b""
    report = build(opened(a), all=True)
    assert (report.parsed, report.commits) == (0, [])
    b = team.join("b")
    b.config("uindex.ref", branch)
    assert share.fetch(opened(b), "origin").records == 3
    assert build(opened(b), all=True).parsed == 0
    b.commit({"c.py": "def c(): pass\n"})
    build(opened(b))
    b.git("push", "--quiet")
    b.git("fetch", "--quiet", "--prune")
    assert share.push(opened(b), "origin").records == 1
    a.git("pull", "--quiet", "origin", "main")
    share.fetch(opened(a), "origin")
    assert build(opened(a)).parsed == 0
    assert share.push(opened(a), "origin").held == 1
    assert holds(team.origin, *WORDS) == []
    assert b.git("rev-parse", branch) == team.origin.git("rev-parse", branch)


def test_plain_git_loses_nothing(team: Team) -> None:
    """Case A20, and every other way to clear refs away."""
    a, b = team.a, team.join("b")
    share.push(opened(a), "origin")
    share.fetch(opened(b), "origin")
    b.commit({"c.py": "def c(): pass\n"})
    build(opened(b))
    mine = names(b)
    wildcard = "+refs/uindex/index*:refs/uindex/remotes/origin/index*"
    b.git("config", "--add", "remote.origin.fetch", wildcard)
    b.git("fetch", "--quiet")
    b.git("fetch", "--quiet", "--prune")
    assert names(b) == mine
    team.origin.git("update-ref", "-d", INDEX)
    b.git("fetch", "--quiet", "--prune")
    assert not b.git("for-each-ref", "refs/uindex/remotes")
    assert names(b) == mine
    assert share.fetch(opened(b), "origin").tip is None
    share.push(opened(a), "origin")
    b.git("fetch", "--quiet")
    b.git("remote", "rename", "origin", "upstream")
    b.git("remote", "add", "origin", os.fspath(team.origin.path))
    share.fetch(opened(b), "origin")
    b.git("remote", "remove", "upstream")
    share.fetch(opened(b), "origin")
    assert names(b) == mine
    b.git("push", "--quiet", "origin", "HEAD")
    assert share.push(opened(b), "origin").records == 1
    assert names(team.origin) == mine
