"""What is fetched is what is new."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.index.team import INDEX, F, opened
from uindex.build import build
from uindex.index import share

if TYPE_CHECKING:
    import pytest

    from tests.index.conftest import Team


def test_git_is_offered_the_index_and_not_the_users_commits(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Left alone git offers the newest commits first, gives up, and takes the whole index again."""
    share.push(opened(team.a), "origin")
    b = team.join("b")
    share.fetch(opened(b), "origin")
    had = b.oid(INDEX).hex()
    monkeypatch.setenv("GIT_COMMITTER_DATE", "1800000000 +0000")
    for number in range(30):  # newer than anything in the index, and common to both
        b.commit({f"n{number}": "x"})
    b.git("push", "--quiet", "origin", "HEAD")
    team.a.commit({"new.py": F})
    build(opened(team.a))
    share.push(opened(team.a), "origin", all=True)
    trace = team.root / "trace"
    monkeypatch.setenv("GIT_TRACE_PACKET", str(trace))
    share.fetch(opened(b), "origin")
    assert set(re.findall(r"fetch> have (\w+)", trace.read_text("utf-8", "replace"))) == {had}
