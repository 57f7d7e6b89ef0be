"""What is looked at after a fetch, what is said of it, and what it leaves in the local index."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING

import pytest

from tests.index.plant import forged, plant, record_data, record_of
from tests.index.team import INDEX, opened, tree
from uindex.build import build
from uindex.cli import main
from uindex.errors import ENVIRONMENT, FOUND, NOTHING
from uindex.hook import requests
from uindex.hook import verify as behind
from uindex.index import share, verify
from uindex.index.verify import FULL, SAMPLE
from uindex.store import layout
from uindex.store.publish import blob_oid

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.index.conftest import Team
    from tests.repos import Repo
    from uindex.hook.verify import Report
    from uindex.index.incoming import Arrived

    Say = Callable[..., tuple[int, str]]

PATIENCE = 60
"""Seconds after which what runs in the background hangs."""
SAME = "{0} of {0} new records extracted again, all the same"


@pytest.fixture
def b(team: Team, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """Another clone, that fetches what `a` published; we stand in it."""
    share.push(opened(team.a), "origin")
    b = team.join("b").config("uindex.verify", "sample")
    monkeypatch.chdir(b.path)
    return b


@pytest.fixture
def say(capfdbinary: pytest.CaptureFixture[bytes]) -> Say:
    """Run a verb: its exit code and what it said."""

    def run(*argv: str) -> tuple[int, str]:
        capfdbinary.readouterr()
        code = main.run(argv)
        out, err = capfdbinary.readouterr()
        return code, (out + err).decode()

    return run


def lie(team: Team) -> None:
    """The remote's index gets a record that is well formed, and false."""
    path = layout.path_of(record_of(team.a, "a.py"))
    plant(team.origin, {path: forged(team.a, "a.py")})


def fetched(repo: Repo) -> Arrived:
    return share.fetch(opened(repo), "origin")


def reported(repo: Repo) -> Report:
    """What the background process says, once it has."""
    state_dir = opened(repo).state_dir
    deadline = time.monotonic() + PATIENCE
    while "origin" not in behind.reports(state_dir):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return behind.reports(state_dir)["origin"]


def asked(repo: Repo) -> list[tuple[str, ...]]:
    """What waits to be verified: remote, tip, how."""
    waiting = behind.queue(opened(repo).state_dir).take()
    return [tuple(one.decode().split("\0")[:3]) for one in waiting]


def test_an_honest_index_is_not_complained_of(team: Team, b: Repo) -> None:
    arrived = fetched(b)
    assert arrived.tip is not None
    before = b.oid(INDEX)
    for how in (SAMPLE, FULL):
        done = verify.verify(opened(b), arrived.tip, how, since=arrived.before)
        assert (done.records, done.checked, done.bad, done.differ) == (3, 3, 0, 0)
        assert behind.line_of(done) == SAME.format(3)
    assert b.oid(INDEX) == before


def test_a_lie_is_reported_and_replaced_here(team: Team, b: Repo, say: Say) -> None:
    honest = record_data(team.a, record_of(team.a, "a.py"))
    lie(team)
    b.config("uindex.verify", "full")
    assert say("fetch")[0] == FOUND
    report = reported(b)
    name = record_of(b, "a.py")
    key = name.key.decode()
    assert report.last.extractors == {key: 1}
    assert report.disagreed == report.last
    assert record_data(b, name) == honest
    assert tree(b) == tree(team.a)
    assert say("find", "forged")[0] == NOTHING
    assert say("find", "f")[0] == FOUND
    line = f"origin: 1 of 3 records differ from what this uindex extracts ({key})"
    _, told = say("status")
    assert line in told
    assert "git uindex fsck --rederive tells which" in told
    answer = json.loads(say("status", "--json")[1])
    assert answer["verified"]["origin"]["last"]["extractors"] == {key: 1}
    with open(os.path.join(opened(b).state_dir, b"log"), encoding="utf-8") as file:
        assert [row for row in file if f"verify: {line}" in row]


def test_what_the_remote_has_stays_as_it_is_there(team: Team, b: Repo) -> None:
    lie(team)
    theirs = team.origin.oid(INDEX)
    arrived = fetched(b)
    assert arrived.tip == theirs
    done = verify.verify(opened(b), theirs, FULL, since=None)
    assert done.differ == 1
    ours = b.oid(INDEX)
    assert ours != theirs
    assert not fetched(b).new
    assert b.oid(INDEX) == ours
    assert team.origin.oid(INDEX) == theirs


def test_a_lie_from_elsewhere_goes_as_well(team: Team, b: Repo) -> None:
    """What is here need not be what the remote has now: it may be what it had before."""
    path = layout.path_of(record_of(team.a, "a.py"))
    lies = [forged(team.a, "a.py", name) for name in ("one", "other")]
    low, high = sorted(lies, key=lambda data: blob_oid(data, 20))
    for data in (low, high):
        plant(team.origin, {path: data})
        tip = fetched(b).tip
    assert record_data(b, record_of(b, "a.py")) == low
    assert tip is not None
    verify.verify(opened(b), tip, FULL, since=None)
    assert tree(b) == tree(team.a)


def test_what_we_made_ourselves_is_looked_at_first(
    team: Team, b: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uindex.index.verify.LEAST", 0)
    monkeypatch.setattr("uindex.index.preference.MOST", 0)  # as if very many were disputed
    build(opened(b))
    made = tree(b)
    lies = (forged(team.a, "a.py", f"lie{number}") for number in range(99))
    name = record_of(team.a, "a.py")
    ours = blob_oid(record_data(b, name), 20)
    low = next(data for data in lies if blob_oid(data, 20) < ours)
    plant(team.origin, {layout.path_of(name): low})
    arrived = fetched(b)
    assert arrived.disputed == (name,)
    assert record_data(b, name) == low
    behind.start(opened(b), arrived, SAMPLE)
    assert reported(b).last.extractors == {name.key.decode(): 1}
    assert tree(b) == made


def test_all_that_came_is_decoded(
    team: Team, b: Repo, monkeypatch: pytest.MonkeyPatch, say: Say
) -> None:
    """A fetch of very many looks at their first bytes alone."""
    name = record_of(team.a, "a.py")
    honest = record_data(team.a, name)
    plant(team.origin, {layout.path_of(name): honest[:-4] + b"\xc1\xc1\xc1\xc1"})
    monkeypatch.setattr("uindex.index.incoming.THOROUGH", 0)
    arrived = fetched(b)
    assert arrived.tip is not None
    assert not arrived.bad
    done = verify.verify(opened(b), arrived.tip, SAMPLE, since=arrived.before)
    assert (done.bad, done.checked) == (1, 2)
    assert record_data(b, name) == honest
    assert say("find", "f")[0] == FOUND


def test_only_what_is_new_is_looked_at(team: Team, b: Repo) -> None:
    before = fetched(b).tip
    team.a.commit({"c.py": "def c(): pass\n"})
    team.a.git("push", "--quiet", "origin", "HEAD")
    build(opened(team.a))
    share.push(opened(team.a), "origin")
    b.git("fetch", "--quiet", "origin")
    arrived = fetched(b)
    assert arrived.before == before
    assert arrived.tip is not None
    assert verify.verify(opened(b), arrived.tip, FULL, since=before).records == 1
    # From what was squashed away there, and is not here any more, all is new.
    assert verify.verify(opened(b), arrived.tip, FULL, since=bytes(20)).records == 4


def test_what_this_clone_pushed_is_not_looked_at(
    team: Team, b: Repo, started: list[tuple[str, ...]]
) -> None:
    """But all that came from others, also where it was taken in without a look, and published."""
    a = team.a

    def add(repo: Repo, name: str) -> None:
        repo.git("pull", "--quiet", "--rebase", "origin", "main")
        repo.commit({f"{name}.py": f"def {name}(): pass\n"})
        repo.git("push", "--quiet", "origin", "HEAD:main")
        build(opened(repo))
        share.push(opened(repo), "origin")

    def verified() -> int:
        behind.start(opened(a), fetched(a), FULL)
        a.git("pull", "--quiet", "--rebase", "origin", "main")
        here = opened(a)
        behind.queue(here.state_dir).serve(lambda request: behind.serve(here, request))
        return behind.reports(here.state_dir)["origin"].last.records

    add(a, "one")
    add(b, "two")
    assert verified() == 1
    add(a, "three")
    add(a, "four")
    add(b, "five")
    assert verified() == 1
    add(b, "six")
    add(a, "seven")  # takes in what b published, to publish on top of it
    add(b, "eight")
    assert verified() == 3


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What would have been started."""
    arguments: list[tuple[str, ...]] = []
    monkeypatch.setattr("uindex.hook.detached.start", lambda _, *words: arguments.append(words))
    return arguments


def test_off_starts_nothing(team: Team, b: Repo, say: Say, started: list[tuple[str, ...]]) -> None:
    b.config("uindex.verify", "off")
    assert say("fetch")[0] == FOUND
    assert not started
    b.config("uindex.verify", "full")
    assert say("fetch")[0] == FOUND
    assert not started  # nothing new
    b.git("update-ref", "-d", INDEX)
    b.git("update-ref", "-d", "refs/uindex/local/merged/origin/index")
    assert say("fetch")[0] == FOUND
    assert started == [("verify",)]
    assert asked(b) == [("origin", team.a.oid(INDEX).hex(), FULL)]


def test_a_setting_that_is_none(b: Repo, say: Say) -> None:
    b.config("uindex.verify", "often")
    code, told = say("fetch")
    assert code == ENVIRONMENT
    assert told == "git uindex: uindex.verify: often: neither sample, full nor off\n"


def test_what_plain_git_brought_is_verified_as_well(
    team: Team, b: Repo, say: Say, started: list[tuple[str, ...]]
) -> None:
    b.git("fetch", "--quiet", "origin", "+refs/uindex/*:refs/uindex/remotes/origin/*")
    assert say("build")[0] == FOUND
    assert started == [("verify",)]
    assert asked(b) == [("origin", team.a.oid(INDEX).hex(), SAMPLE)]
    assert say("build")[0] == FOUND
    assert len(started) == 1


def test_one_at_a_time(team: Team, b: Repo, say: Say) -> None:
    """Who finds another at it leaves its request to that one."""
    state_dir = opened(b).state_dir
    os.makedirs(state_dir, exist_ok=True)
    lock = requests.take_lock(behind.queue(state_dir).lock)
    assert lock is not None
    folder = behind.queue(state_dir).folder
    try:
        assert say("sync")[0] == FOUND
        deadline = time.monotonic() + PATIENCE
        while not os.path.isdir(folder) or not os.listdir(folder):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        time.sleep(0.3)
        assert not behind.reports(state_dir)
    finally:
        os.close(lock)
    behind.start(opened(b), fetched(b)._replace(before=None), SAMPLE)
    assert behind.line_of(reported(b).last) == SAME.format(3)


def test_who_disagreed_is_remembered_until_it_is_settled(team: Team, b: Repo, say: Say) -> None:
    lie(team)
    tip = fetched(b).tip
    assert tip is not None
    assert say("find", "forged")[0] == FOUND
    state_dir = opened(b).state_dir
    for _ in range(2):
        behind.serve(opened(b), b"\0".join((b"origin", tip.hex().encode(), b"full")))
    assert say("find", "forged")[0] == NOTHING  # no cache is left that was made from it
    report = behind.reports(state_dir)["origin"]
    assert report.last.records == 0
    assert report.disagreed is not None
    assert say("status")[1].count("origin: ") == 2
    assert say("fsck", "--rederive")[0] == FOUND
    assert behind.reports(state_dir)["origin"].disagreed is None
