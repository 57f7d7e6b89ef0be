"""An index that came by a way on which nobody looked at it: a mirror, git's own fetch, a push to a
server.  A record is believed only for a blob of the size that it speaks of, and else made again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.index.plant import plant, record_data, record_of
from tests.index.team import INDEX, F, clone, opened
from tests.query.asking import find, places
from uindex.build import build
from uindex.cache import crew
from uindex.query import direct, heal
from uindex.query.options import Scope
from uindex.record import decode
from uindex.store import layout

if TYPE_CHECKING:
    from tests.index.conftest import Team
    from tests.repos import Repo

HELPER = "import a\n\n\ndef helper(): pass\n"
RIGHT = [(b"a.py", 1, "f", "fresh")]


@pytest.fixture
def swapped(team: Team) -> Team:
    """The remote's index has the record of `b.py` in place of that of `a.py`."""
    a = team.a
    a.commit({"b.py": HELPER})
    a.git("push", "--quiet", "origin", "main")
    build(opened(a))
    stored = record_data(a, record_of(a, "b.py"))
    plant(a, {layout.path_of(record_of(a, "a.py")): stored})
    a.git("push", "--quiet", "--force", "origin", f"{INDEX}:{INDEX}")
    return team


def mirrored(team: Team) -> Repo:
    return clone(f"file://{team.origin.path}", team.root / "mirror.git", "--mirror")


def fetched(team: Team) -> Repo:
    """A clone that got the index by a refspec of its own."""
    b = team.join("b")
    b.git("fetch", "--quiet", "origin", "refs/uindex/*:refs/uindex/*")
    return b


def test_a_mirror_answers_by_its_blobs(swapped: Team) -> None:
    mirror = mirrored(swapped)
    (one,) = places(find(mirror, "f", kinds=("function",)))
    assert one[:3] == RIGHT[0][:3]
    (only,) = places(find(mirror, "helper", kinds=("function",)))
    assert only[:2] == (b"b.py", 4)
    assert decode(record_data(mirror, record_of(mirror, "a.py"))).size == len(F)


def test_a_build_makes_it_again(swapped: Team) -> None:
    mirror = mirrored(swapped)
    heal.mend(opened(mirror), build(opened(mirror)))
    assert decode(record_data(mirror, record_of(mirror, "a.py"))).size == len(F)


def test_what_may_not_be_made_again_is_missing(swapped: Team) -> None:
    answer = find(fetched(swapped), "f", Scope(refresh=False), kinds=("function",))
    assert (answer.results, answer.searched.missing) == ([], 1)


def test_the_first_question_as_well(swapped: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct, "LEAST_FILES", 1)
    assert places(find(fetched(swapped), "f", kinds=("function",))) == RIGHT


def test_children_that_build_look_as_well(swapped: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uindex.cache.writer.WORTH_IT", 1)
    started: list[object] = []
    build_all = crew.build_all
    monkeypatch.setattr(
        "uindex.cache.crew.build_all",
        lambda *args: started.append(1) or build_all(*args),  # type: ignore[func-returns-value]
    )
    assert places(find(fetched(swapped), "f", kinds=("function",))) == RIGHT
    assert started


def test_an_uncommitted_file_of_the_same_content(swapped: Team) -> None:
    """Its record is looked for in the index by its blob."""
    b = fetched(swapped)
    b.git("rm", "--quiet", "a.py")
    b.git("commit", "--quiet", "-m", "Remove it")
    b.write({"new.py": F})
    assert places(find(b, "f", kinds=("function",)))[0][:3] == (b"new.py", 1, "f")


def test_of_a_blob_that_is_not_here_nothing_is_compared(team: Team) -> None:
    """A partial clone believes what it was sent: it has nothing to tell better."""
    team.origin.config("uploadpack.allowFilter", "true")
    team.a.git("push", "--quiet", "origin", f"{INDEX}:{INDEX}")
    b = team.join("b", "--filter=blob:none", "--no-checkout")
    b.git("fetch", "--quiet", "--no-filter", "origin", f"{INDEX}:{INDEX}")
    b.git("config", "core.bare", "true")
    before = b.git("rev-list", "--objects", "--missing=print", "main").count(b"\n?")
    assert find(b, "f", kinds=("function",)).searched.missing == 0
    assert b.git("rev-list", "--objects", "--missing=print", "main").count(b"\n?") == before > 0
