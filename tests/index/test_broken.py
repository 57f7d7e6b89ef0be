"""An index that git lost something of: what every verb says of it, and what puts it right."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.index.plant import path_of, record_of
from tests.index.team import INDEX, F, opened, tree
from uindex.build import build
from uindex.cli import main
from uindex.errors import ENVIRONMENT, FOUND, NOTHING
from uindex.index import share
from uindex.store import layout

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.index.conftest import Team
    from tests.repos import Repo

    Say = Callable[..., tuple[int, str]]

PENDING = layout.PENDING_REF.decode()
ABSENT = "12345678" * 5
VERBS = (("build",), ("find", "f"), ("gc",))


@pytest.fixture
def say(
    team: Team, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Say:
    """Run a verb in clone `a`, whose index is published: its exit code and what it said."""
    monkeypatch.chdir(team.a.path)
    assert main.run(["build"]) == FOUND
    share.push(opened(team.a), "origin")
    share.fetch(opened(team.a), "origin")
    shutil.rmtree(team.a.path / ".git/uindex")  # a cache of HEAD answers without the index

    def run(*argv: str) -> tuple[int, str]:
        capfdbinary.readouterr()
        code = main.run(argv)
        out, err = capfdbinary.readouterr()
        return code, (out + err).decode()

    return run


def lose(repo: Repo, rev: str) -> str:
    """Delete an object, packed or not; its name."""
    packs = repo.path / ".git/objects/pack"
    for pack in packs.glob("*.pack"):
        data = pack.read_bytes()
        for file in packs.glob(pack.stem + ".*"):
            file.unlink()
        repo.git("unpack-objects", "-q", input=data)
    digits = repo.git("rev-parse", rev).decode()
    (repo.path / ".git/objects" / digits[:2] / digits[2:]).unlink()
    return digits


def records(repo: Repo) -> str:
    """The folder of an extractor."""
    return f"{INDEX}:{path_of(record_of(repo, 'a.py')).rpartition('/')[0].rpartition('/')[0]}"


@pytest.mark.parametrize("what", ["records", "commit"])
def test_an_object_is_lost(team: Team, say: Say, what: str) -> None:
    a = team.a
    before = tree(a)
    lost = lose(a, records(a) if what == "records" else INDEX)
    for verb in VERBS:
        line = f"{INDEX}: an object of the index is not here ({lost}); run git uindex fsck --repair"
        assert say(*verb) == (ENVIRONMENT, f"git uindex: {line}\n")
    code, told = say("fsck")
    assert (code, f"{INDEX}: 1 fault (git uindex fsck --repair)" in told) == (NOTHING, True)
    assert f"the index: an object of it is not here, or git cannot read it: {lost}" in told
    code, told = say("fsck", "--repair")
    assert (code, f"{INDEX}: 1 fault, repaired: the ref is deleted" in told) == (FOUND, True)
    assert tree(a) == before
    assert say("fsck")[0] == FOUND
    assert say("find", "f")[0] == FOUND
    assert say("fetch")[0] == FOUND
    assert say("push") == (FOUND, "origin: up to date\n")


def test_what_remotes_have_is_fetched_again(team: Team, say: Say) -> None:
    """The tracking ref and what was united lack the same object; a build makes it not again."""
    a = team.a
    a.commit({"later.py": "def later(): pass\n"})
    build(opened(a))
    a.git("push", "--quiet", "origin", "main")
    share.push(opened(a), "origin")
    share.fetch(opened(a), "origin")
    a.git("reset", "--quiet", "--hard", "HEAD~1")
    before = tree(a)
    lose(a, records(a))
    told = say("fsck", "--repair")[1]
    for ref in (INDEX, "refs/uindex/remotes/origin/index", "refs/uindex/local/merged/origin/index"):
        assert f"{ref}: 1 fault, repaired: the ref is deleted" in told
    assert tree(a) != before
    assert say("fetch")[0] == FOUND
    assert tree(a) == before


def test_a_ref_at_something_else(team: Team, say: Say) -> None:
    before = tree(team.a)
    team.a.git("update-ref", INDEX, team.a.git("rev-parse", "HEAD:a.py").decode())
    for verb in VERBS:
        line = f"{INDEX}: holds no index; run git uindex fsck --repair"
        assert say(*verb) == (ENVIRONMENT, f"git uindex: {line}\n")
    code, told = say("fsck")
    assert (code, told.splitlines()[0]) == (NOTHING, "the index: not at a commit")
    assert say("fsck", "--repair")[0] == FOUND
    assert tree(team.a) == before


@pytest.mark.parametrize(("ref", "data"), [(INDEX, ""), (PENDING, "garbage\n")])
def test_a_file_of_a_ref_is_broken(team: Team, say: Say, ref: str, data: str) -> None:
    """git deletes no such ref."""
    file = team.a.path / ".git" / ref
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(data)
    todo = f"git cannot read this ref; remove the file {file}"
    assert say("find", "nothing_is_called_so")[1] == (
        f"git uindex: {ref}: {todo} and run git uindex build\n"
    )
    for more in ((), ("--repair",)):
        code, told = say("fsck", *more)
        assert (code, f"the index: {todo}\n" in told) == (NOTHING, True)
        assert f"{ref}: 1 fault\n" in told
    assert todo in say("fetch")[1] or ref == PENDING
    file.unlink()
    assert say("build")[0] == FOUND
    assert say("fsck")[0] == FOUND


def test_a_file_of_an_object_is_broken(team: Team, say: Say) -> None:
    """git takes it for written, so a build would not help."""
    a = team.a
    before = tree(a)
    lost = lose(a, records(a))
    file = a.path / ".git/objects" / lost[:2] / lost[2:]
    file.write_bytes(b"")
    for more in ((), ("--repair",)):
        code, told = say("fsck", *more)
        assert (code, f"git cannot read an object; remove the file {file}" in told) == (1, True)
    file.unlink()
    assert say("fsck", "--repair")[0] == FOUND
    assert tree(a) == before


def test_a_healthy_file_of_another_kind_is_not_to_be_removed(team: Team, say: Say) -> None:
    """A tree that names a file of ours as a folder."""
    a = team.a
    before = tree(a)
    blob = a.git("rev-parse", "HEAD:a.py").decode()
    rows = b"40000 records\0" + bytes.fromhex(blob)
    made = a.git("hash-object", "-t", "tree", "-w", "--literally", "--stdin", input=rows)
    a.git("update-ref", INDEX, a.git("commit-tree", "-m", "Index", made.decode()).decode())
    code, told = say("fsck")
    assert (code, "remove" in told) == (NOTHING, False)
    assert say("fsck", "--repair")[0] == FOUND
    assert tree(a) == before
    assert a.git("show", "HEAD:a.py").decode() == F.rstrip("\n")


@pytest.mark.parametrize("absent", [True, False])
def test_what_waits_is_simply_deleted(team: Team, say: Say, absent: bool) -> None:
    a = team.a
    a.write({"new.py": "def fresh(): pass\n"}).git("add", "new.py")
    build(opened(a))
    if absent:
        lose(a, PENDING)
    else:
        a.git("update-ref", PENDING, a.git("rev-parse", "HEAD:a.py").decode())
    assert f"{PENDING}: " in say("find", "nothing_is_called_so")[1]
    code, told = say("fsck", "--repair")
    assert (code, f"{PENDING}: 1 fault, repaired: the ref is deleted" in told) == (FOUND, True)
    assert say("fsck")[0] == FOUND
    assert say("find", "fresh")[0] == FOUND


def test_a_ref_that_is_not_ours_is_left_alone(team: Team, say: Say) -> None:
    team.a.git("update-ref", "refs/team/index", INDEX)
    team.a.config("uindex.ref", "refs/team/index")
    lost = lose(team.a, INDEX)
    code, told = say("fsck", "--repair")
    assert code == ENVIRONMENT
    assert told.endswith("if it is an index, git update-ref -d refs/team/index\n")
    assert (team.a.path / ".git/refs/team/index").read_text().strip() == lost
