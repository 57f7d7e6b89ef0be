"""Two records under one name: what is extracted here decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.index.plant import forged, plant, record_data, record_of
from tests.index.team import INDEX, opened, tree
from uindex.build import build
from uindex.index import share
from uindex.index.purge import purge
from uindex.store import layout
from uindex.store.publish import blob_oid

if TYPE_CHECKING:
    from tests.index.conftest import Team


@pytest.mark.parametrize("smaller", [True, False], ids=["with the smaller oid", "with the larger"])
def test_no_lie_stays_on_the_remote(team: Team, smaller: bool) -> None:
    share.push(opened(team.a), "origin")
    b, late = team.join("b"), team.join("late")
    build(opened(b))
    name = record_of(team.a, "a.py")
    honest = record_data(team.a, name)
    lies = (forged(team.a, "a.py", f"lie{number}") for number in range(99))
    ours = blob_oid(honest, 20)
    lie = next(data for data in lies if (blob_oid(data, 20) < ours) == smaller)
    plant(team.origin, {layout.path_of(name): lie})
    arrived = share.fetch(opened(b), "origin")
    assert arrived.disputed == (name,)
    assert record_data(b, name) == honest
    assert share.push(opened(b), "origin").records == 1
    assert record_data(team.origin, name) == honest
    share.fetch(opened(team.a), "origin")
    share.fetch(opened(late), "origin")
    assert tree(team.a) == tree(late) == tree(team.origin)


def test_a_tombstone_of_what_was_never_published_stays_here(team: Team) -> None:
    share.push(opened(team.a), "origin")
    team.a.branch("mine")
    team.a.commit({"mine.py": "PASSWORD = 1\n"})
    build(opened(team.a))
    purge(opened(team.a), ["mine.py", "a.py"])
    assert share.push(opened(team.a), "origin").purged == 1
    listed = team.origin.git("ls-tree", "-r", "--name-only", INDEX).decode().replace("/", "")
    assert f"dropped{team.a.oid('HEAD:a.py').hex()}" in listed
    assert team.a.oid("HEAD:mine.py").hex() not in listed
    assert share.push(opened(team.a), "origin", all=True).purged == 1


def test_what_an_index_without_a_format_holds_is_not_lost(team: Team) -> None:
    share.push(opened(team.a), "origin")
    whole = tree(team.origin)
    rows = team.origin.git("ls-tree", INDEX).splitlines()
    left = b"\n".join(row for row in rows if not row.endswith(b"\tformat")) + b"\n"
    made = team.origin.git("mktree", input=left).decode()
    commit = team.origin.git("commit-tree", "-m", "x", made).decode()
    team.origin.git("update-ref", INDEX, commit)
    b = team.join("b")
    b.branch("mine")
    b.commit({"b.py": "def other(): pass\n"})
    build(opened(b))
    share.push(opened(b), "origin", squash=True)
    assert tree(team.origin) == whole
