"""Several at one remote, and servers that refuse: both keep their work, or nothing changes."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import chain, permutations, repeat
from typing import TYPE_CHECKING

import pytest

from tests.cases.cli import ROOT
from tests.index.http import LOGIN, serving
from tests.index.team import INDEX, copied, opened, refs, tree
from tests.repos import Repo
from uindex.build import build
from uindex.errors import GitFailed, RaceLost, Refused, UindexError
from uindex.index import share
from uindex.store.merge import entries_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.index.conftest import Team
    from uindex.store.merge import Entries


def member(team: Team, name: str) -> Repo:
    """A clone with a branch of its own, pushed and indexed, that has not shared anything yet."""
    repo = copied(team.a, team.root / name)
    repo.branch(name).commit({f"{name}.py": f"def {name}(): pass\n"})
    repo.git("push", "--quiet", "origin", name)
    build(opened(repo))
    return repo


def entries(repo: Repo) -> Entries:
    return entries_of(opened(repo), repo.oid(INDEX))


ORDERS = list(permutations("xyz"))


def test_three_clones_converge(team: Team) -> None:
    converge(ORDERS[3], team)


@pytest.mark.by_hand
@pytest.mark.parametrize("order", [ORDERS[at] for at in (0, 1, 2, 4, 5)])
def test_three_clones_converge_in_any_order(order: tuple[str, ...], team: Team) -> None:
    converge(order, team)


def converge(order: tuple[str, ...], team: Team) -> None:
    members = {name: member(team, name) for name in "xyz"}
    made = {name: entries(repo) for name, repo in members.items()}
    for name in order:
        share.push(opened(members[name]), "origin")
    for repo in members.values():
        share.fetch(opened(repo), "origin")
    union = made["x"] | made["y"] | made["z"]
    for repo in (*members.values(), team.origin):
        assert entries(repo) == union
        assert tree(repo) == tree(team.origin)
    # The sets are equal: so are the tips, and nobody has anything to say any more.
    assert {repo.git("rev-parse", INDEX) for repo in members.values()} == {
        team.origin.git("rev-parse", INDEX)
    }
    for repo in members.values():
        assert share.push(opened(repo), "origin").records == 0
        assert not share.fetch(opened(repo), "origin").new


def at_once(repos: list[Repo], *verbs: str) -> list[subprocess.CompletedProcess[bytes]]:
    """Run a verb in each, really at the same time; the last of them in all that are left."""
    running = [
        subprocess.Popen(
            [sys.executable, "-P", "-m", "uindex", *verb.split(), "origin"],
            cwd=repo.path,
            env={**os.environ, "PYTHONPATH": os.fspath(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for repo, verb in zip(repos, chain(verbs, repeat(verbs[-1])), strict=False)
    ]
    done = []
    for process in running:
        out, err = process.communicate(timeout=120)
        done.append(subprocess.CompletedProcess(process.args, process.returncode, out, err))
    return done


def push_at_once(team: Team, names: str, rounds: int) -> None:
    members = [member(team, name) for name in names]
    for number in range(rounds):
        for repo, name in zip(members, names, strict=True):
            repo.commit({f"{name}{number}.py": f"def {name}{number}(): pass\n"})
            repo.git("push", "--quiet", "origin", name)
            build(opened(repo))
        made = [entries(repo) for repo in members]
        for done in at_once(members, "push"):
            assert (done.returncode, done.stderr) == (0, b""), done
        there = entries(team.origin)
        assert all(ours.items() <= there.items() for ours in made)
    assert all(done.returncode == 0 for done in at_once(members, "fetch"))
    assert {tree(repo) for repo in members} == {tree(team.origin)}
    for repo in (*members, team.origin):
        assert not repo.git("for-each-ref", "refs/uindex/tmp")
        repo.git("fsck", "--strict", "--no-dangling")


def test_pushes_at_the_same_moment(team: Team) -> None:
    push_at_once(team, "xy", 1)


def test_pushes_at_the_same_moment_over_http(team: Team) -> None:
    team.origin.config("http.receivepack", "true")
    with serving(team.root) as url:
        team.a.git("remote", "set-url", "origin", f"{url}/origin.git")
        push_at_once(team, "xy", 1)


@pytest.mark.by_hand
def test_many_pushes_at_the_same_moment(team: Team) -> None:
    push_at_once(team, "uvwxyz", 8)


@pytest.mark.by_hand
@pytest.mark.parametrize("attempt", range(5))
def test_a_squash_while_others_push(attempt: int, team: Team) -> None:
    """The lease keeps what came in between."""
    members = [member(team, name) for name in "xyz"]
    share.push(opened(team.a), "origin")
    made = [entries(repo) for repo in members]
    for done in at_once(members, "push --squash", "push", "push --squash"):
        assert (done.returncode, done.stderr) == (0, b""), done
    there = entries(team.origin)
    assert all(ours.items() <= there.items() for ours in made)


def test_fetches_in_one_clone_at_the_same_moment(team: Team) -> None:
    """They move the same refs."""
    share.push(opened(team.a), "origin")
    b = team.join("b")
    for done in at_once([b] * 4, "fetch"):
        assert (done.returncode, done.stderr) == (0, b""), done
    assert tree(b) == tree(team.a)
    assert not b.git("for-each-ref", "refs/uindex/tmp")


def hook(team: Team, name: str, body: str) -> None:
    path = team.origin.path / "hooks" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


def test_a_push_that_always_loses_ends(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else moves the index each time, just before we do."""
    member_x = member(team, "x")
    share.push(opened(team.a), "origin")
    hook(
        team,
        "pre-receive",
        # What is pushed waits in quarantine; this goes past it.
        "unset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY\n"
        f"tip=$(git rev-parse {INDEX})\n"
        f'git update-ref {INDEX} $(git commit-tree -p "$tip" -m "$$" "$tip^{{tree}}")',
    )
    monkeypatch.setattr(share, "ATTEMPTS", 3)
    before = len(team.origin.git("rev-list", INDEX).split())
    mine = entries(member_x)
    with pytest.raises(RaceLost, match=r"origin: others kept pushing .*; try again"):
        share.push(opened(member_x), "origin")
    rounds = len(team.origin.git("rev-list", INDEX).split()) - before
    assert rounds == 3
    assert entries(member_x).items() >= mine.items()
    assert not member_x.git("for-each-ref", "refs/uindex/tmp")


def refused(team: Team, repo: Repo, match: str, *, squash: bool = False) -> None:
    """A push that the server does not take changes nothing, and says so in one line."""
    before, there = refs(repo), refs(team.origin)
    with pytest.raises(UindexError, match=match) as caught:
        share.push(opened(repo), "origin", squash=squash)
    assert caught.value.exit_code == 3
    assert "\n" not in str(caught.value)
    assert refs(repo) == before
    assert refs(team.origin) == there
    assert build(opened(repo)).parsed == 0


def pre_receive(team: Team) -> str:
    hook(team, "pre-receive", 'echo "index refs are not allowed here" >&2; exit 1')
    return "index refs are not allowed here .* git config uindex.ref refs/heads/uindex"


def update_hook(team: Team) -> str:
    hook(team, "update", 'printf "********\\n** no: policy 7 **\\n********\\n"; exit 1')
    return r"refs/uindex/index was refused: \*\* no: policy 7 \*\*"


def hidden(team: Team) -> str:
    team.origin.config("transfer.hideRefs", "refs/uindex")
    return "hidden ref"


def hidden_from_fetch(team: Team) -> str:
    """What is there cannot be seen, and is in the way."""
    share.push(opened(copied(team.a, team.root / "other")), "origin")
    team.a.commit({"new.py": "def new(): pass\n"})
    team.a.git("push", "--quiet", "origin", "main")
    build(opened(team.a))
    team.origin.config("uploadpack.hideRefs", "refs/uindex")
    return "fetch first|rejected"


def too_large(team: Team) -> str:
    team.origin.config("receive.maxInputSize", "10")
    return "maximum allowed size"


def locked(team: Team) -> str:
    """Not a race: the lock stays."""
    folder = team.origin.path / "refs" / "uindex"
    folder.mkdir()
    (folder / "index.lock").write_text("")
    return "index.lock|lock"


def not_there(team: Team) -> str:
    team.a.git("remote", "set-url", "origin", os.fspath(team.root / "nowhere"))
    return "nowhere' does not appear to be a git repository"


def unreachable(team: Team) -> str:
    team.a.git("remote", "set-url", "origin", "http://127.0.0.1:1/origin.git")
    return "127.0.0.1:1/origin.git/': Failed to connect"


def ssh_refuses(team: Team) -> str:
    team.a.config("core.sshCommand", "sh -c 'echo Permission denied: no key >&2; exit 255'")
    team.a.git("remote", "set-url", "origin", "ssh://somewhere.invalid/origin.git")
    return "Permission denied: no key"


def read_only(team: Team) -> str:
    """A key that may fetch and not push, as hosts of repositories have them."""
    program = team.root / "ssh"
    program.write_text(
        "#!/bin/sh\nfor last; do :; done\ncase $last in git-receive-pack*)\n"
        'echo "ERROR: The key you are authenticating with has been marked as read only." >&2\n'
        'exit 1;;\nesac\nexec sh -c "$last"\n'
    )
    program.chmod(0o755)
    team.a.config("core.sshCommand", os.fspath(program)).config("ssh.variant", "simple")
    team.a.git("remote", "set-url", "origin", f"ssh://somewhere.invalid{team.origin.path}")
    return "push: ERROR: The key you are authenticating with has been marked as read only"


@pytest.mark.parametrize(
    "policy",
    [
        *(pre_receive, update_hook, hidden, hidden_from_fetch, too_large, locked),
        *(not_there, unreachable, ssh_refuses, read_only),
    ],
)
def test_a_refusal_changes_nothing(policy: Callable[[Team], str], team: Team) -> None:
    match = policy(team)
    refused(team, team.a, match)


def test_http_refusals_change_nothing(team: Team) -> None:
    with serving(team.root, LOGIN) as url:
        for login, match in (
            ("", "could not read Username"),
            ("ada:wrong@", "Authentication failed"),
        ):
            where = url.replace("//", f"//{login}") + "/origin.git"
            team.a.git("remote", "set-url", "origin", where)
            refused(team, team.a, match)
    with serving(team.root) as url:  # nobody may push without a login
        team.a.git("remote", "set-url", "origin", f"{url}/origin.git")
        refused(team, team.a, "403")
        share.fetch(opened(team.a), "origin")


def test_a_squash_that_is_refused_changes_nothing(team: Team) -> None:
    branch = "refs/heads/uindex"  # git guards the history of branches only
    x = member(team, "x")
    for repo in (team.a, x):
        repo.config("uindex.ref", branch).git("update-ref", branch, INDEX)
        share.push(opened(repo), "origin")
    team.origin.config("receive.denyNonFastForwards", "true")
    refused(team, x, "denying non-fast-forward", squash=True)
    team.origin.config("receive.denyNonFastForwards", "false")
    assert share.push(opened(x), "origin", squash=True).squashed
    assert len(team.origin.git("rev-list", branch).split()) == 1
    assert tree(x, branch) == tree(team.origin, branch)
    # The next fetch of those who had the long history goes on as if nothing had been.
    share.fetch(opened(team.a), "origin")
    assert tree(team.a, branch) == tree(team.origin, branch)
    assert share.push(opened(team.a), "origin").records == 0


def test_a_fetch_that_fails_changes_nothing(team: Team) -> None:
    share.push(opened(team.a), "origin")
    before = refs(team.a)
    for policy in (not_there, unreachable, ssh_refuses):
        match = policy(team)
        with pytest.raises(GitFailed, match=match):
            share.fetch(opened(team.a), "origin")
        assert refs(team.a) == before


def test_killed_while_pushing(team: Team, tmp_path: Path) -> None:
    """What is left is a temporary ref, and the next write sweeps it."""
    hook(team, "pre-receive", "kill -9 $(cat pid); sleep 1; exit 1")
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "uindex", "push", "origin"],
        cwd=team.a.path,
        env={**os.environ, "PYTHONPATH": os.fspath(ROOT)},
        stderr=subprocess.PIPE,
    ) as process:
        (team.origin.path / "pid").write_text(str(process.pid))
        assert process.wait(timeout=60) == -9
    assert team.a.git("for-each-ref", "refs/uindex/tmp")
    (team.origin.path / "hooks" / "pre-receive").unlink()
    build(opened(team.a))
    assert not team.a.git("for-each-ref", "refs/uindex/tmp")
    share.push(opened(team.a), "origin")
    assert tree(team.origin) == tree(team.a)


def test_refused_is_what_a_refusal_raises(team: Team) -> None:
    hook(team, "pre-receive", "exit 1")
    with pytest.raises(Refused, match="pre-receive hook declined"):
        share.push(opened(team.a), "origin")
