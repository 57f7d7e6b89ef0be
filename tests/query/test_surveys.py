"""The survey of includes that a cache keeps for names that many files have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.query.asking import index
from uindex.git.repository import Repository
from uindex.query import graph, surveys
from uindex.query.options import GraphOptions, Scope
from uindex.query.session import Session
from uindex.resolve.families.c import FAMILY

if TYPE_CHECKING:
    import pytest

    from tests.repos import Repo
    from uindex.record import Link
    from uindex.resolve.facts import Facts

_TREE = {
    "a/lib.h": "void run(int);\n",
    "a/lib.c": '#include "lib.h"\nvoid run(int x) { }\n',
    "a/use.c": '#include "lib.h"\nvoid one(void) { run(1); }\n',
    "b/lib.c": "void run(int x) { }\n",
    "b/use.c": "void two(void) { run(1); }\n",
    "c/use.c": '#include "../a/lib.h"\nvoid three(void) { run(1); }\n',
    "d/use.c": "void four(void) { run(1); }\n",
}


def told(repo: Repo) -> list[tuple[bytes, int, str, str]]:
    with Session.open(Repository.open(str(repo.path)), Scope()) as session:
        answer = session.callers("run", GraphOptions())
    return [(one.path, one.line, one.status, one.target) for one in answer.results]


def test_kept_for_one_tree(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit(_TREE)
    index(repo)
    plain = told(repo)
    assert (b"a/use.c", 2, "resolved", "a/lib.c#run") in plain
    made: list[str] = []
    real = FAMILY.survey

    def survey(facts: Facts, leading: list[tuple[str, list[Link]]]) -> bytes:
        made.append("")
        return real(facts, leading)

    monkeypatch.setattr(FAMILY, "survey", survey)
    monkeypatch.setattr(graph, "FEW_FILES", 1)
    monkeypatch.setattr(surveys, "WORTH_IT", 1)
    assert told(repo) == plain
    assert told(repo) == plain
    assert len(made) == 1
    repo.write({"d/use.c": '#include "../a/lib.h"\nvoid four(void) { run(1); }\n'})
    dirty = told(repo)
    assert len(made) == 1
    assert dirty != plain
    repo.commit(message="step")
    index(repo)
    assert told(repo) == dirty
    assert len(made) == 2
