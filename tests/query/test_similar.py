"""Answers by what is meant: vectors take part in the order, and nothing depends on them."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.embed.conftest import served as served  # the fixture
from tests.embed.server import Served, document, vector
from tests.embed.test_build import embed, path, use, vectors
from tests.index.plant import plant
from tests.index.team import copied, opened
from tests.query.asking import find, index, places
from tests.repos import Repo, init
from uindex.cache import vectors as cached
from uindex.cache.place import folder, worktree_slot
from uindex.cache.schema import connect
from uindex.cli.main import run
from uindex.embed.vectors import decode, encode
from uindex.query.options import FindOptions, Scope
from uindex.query.session import Session

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from uindex.query.results import Answer

np = pytest.importorskip("numpy", reason="the extra `semantic` is not installed")

FILES = {
    "garage/car.py": "def start_car():\n    pass\n\n\ndef wash():\n    pass\n",
    "disk.py": "def delete():\n    pass\n",
    **{f"other{at}.py": f"def thing_{word}():\n    pass\n" for at, word in enumerate("abcdef")},
}


_MADE: dict[str, Path] = {}


@pytest.fixture
def project(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, served: Served) -> Repo:
    """A repository whose index and cache have vectors: made once, copied for each test."""
    if "project" not in _MADE:
        made = init(tmp_path_factory.mktemp("project") / "repo")
        made.commit(FILES)
        embed(use(made, served))
        served.texts.clear()
        served.requests.clear()
        _MADE["project"] = made.path
    repo = copied(Repo(_MADE["project"]), tmp_path / "repo")
    repo.git("update-index", "-q", "--refresh")
    return use(repo, served)


def explained(repo: Repo, query: str) -> dict[bytes, str]:
    return {one.path: one.why for one in find(repo, query, explain=True).results}


def test_a_question_that_shares_no_word(project: Repo, served: Served) -> None:
    answer = find(project, "an automobile")
    assert places(answer)[0] == (b"garage/car.py", 1, "start_car", "fresh")
    assert served.texts == ["an automobile"]
    assert answer.notes == ()
    assert places(find(project, "erase it"))[0][0] == b"disk.py"
    project.config("uindex.embed", "none")
    assert find(project, "an automobile").results == []


def test_it_is_explained(project: Repo) -> None:
    assert "near +" in explained(project, "an automobile")[b"garage/car.py"]
    assert "near" not in explained(project, "start car wash").get(b"garage/car.py", "")


def test_where_words_say_all_they_decide(project: Repo) -> None:
    """The nearest text is of no matter where a file has every word of the question."""
    project.commit({"erase.py": "def other():\n    '''Delete an automobile.'''\n"})
    embed(project)
    lexical = places(find(project.config("uindex.embed", "none"), "delete an automobile"))
    assert places(find(project.config("uindex.embed", "http"), "delete an automobile")) == lexical


def test_a_name_asks_nobody(project: Repo, served: Served) -> None:
    assert find(project, "start_car").results
    assert find(project, "delete").results
    assert served.requests == []


def test_filters_hold(project: Repo) -> None:
    assert all(
        one.path.startswith(b"garage/")
        for one in find(project, "an automobile", paths=("garage/**",)).results
    )
    assert find(project, "an automobile", langs=("go",)).results == []


def test_the_order_does_not_depend_on_how_the_cache_came_about(
    project: Repo, served: Served
) -> None:
    for at in range(2):
        name = f"new{at}.py"
        project.commit(
            {name: f"def vehicle_{at}():\n    pass\n", "disk.py": f"def d{at}(): pass\n"}
        )
        embed(project)
    questions = ("an automobile", "erase it", "which thing", "vehicle number")
    grown = [places(find(project, one)) for one in questions]
    assert rows(project) > 1
    forget(project)
    assert [places(find(project, one)) for one in questions] == grown
    assert rows(project) == 1
    assert b"disk.py" not in {place[0] for place in grown[1][:1]}


def forget(repo: Repo) -> None:
    shutil.rmtree(os.fsdecode(folder(opened(repo))))


def rows(repo: Repo) -> int:
    connection = connect(worktree_slot(opened(repo)), read_only=True)
    try:
        return len(list(cached.rows(connection)))
    finally:
        connection.close()


def test_vectors_that_come_with_a_fetch_are_used_without_a_build(
    project: Repo, served: Served, tmp_path: Path
) -> None:
    other = project.clone(tmp_path / "other")
    other.git("fetch", "-q", "origin", "refs/uindex/index:refs/uindex/index")
    assert places(find(use(other, served), "an automobile"))[0][0] == b"garage/car.py"
    assert served.texts == ["an automobile"]


def test_another_model_is_not_compared(project: Repo, served: Served) -> None:
    use(project, served, "other")
    answer = find(project, "an automobile")
    assert answer.results == []
    assert answer.notes == (
        "nothing is embedded yet, run git uindex build; this answer is lexical",
    )
    embed(project)
    assert find(project, "an automobile").results
    use(project, served)
    assert find(project, "an automobile").results


def test_a_server_that_gives_other_dimensions_now(project: Repo, served: Served) -> None:
    served.answer = lambda _, texts: (200, document([vector(text, 8) for text in texts]))
    answer = find(project, "an automobile")
    assert answer.results == []
    assert "has 16 dimensions, the model gives 8 now" in answer.notes[0]


def test_an_uncommitted_file_is_as_near_as_it_was(project: Repo, served: Served) -> None:
    before = explained(project, "an automobile")[b"garage/car.py"]
    project.write({"garage/car.py": FILES["garage/car.py"] + "# more\n"})
    answer = find(project, "an automobile", explain=True)
    assert places(answer)[0] == (b"garage/car.py", 1, "start_car", "moved")
    assert answer.results[0].why == before
    assert set(served.texts) == {"an automobile"}


def test_a_server_that_is_down(
    project: Repo, served: Served, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    served.answer = lambda _, texts: (503, {})
    monkeypatch.chdir(project.path)
    assert run(["find", "wash", "a", "car"]) == 0
    out, err = capsys.readouterr()
    assert "garage/car.py" in out
    assert err.count("\n") == 1
    assert err.endswith(": it answers 503; this answer is lexical\n")


def test_it_is_asked_no_more_in_the_same_session(project: Repo, served: Served) -> None:
    served.answer = lambda _, texts: (401, {})
    with Session.open(opened(project), Scope()) as session:
        answers = [session.find("wash a car", FindOptions()) for _ in range(3)]
    assert len(served.requests) == 1
    assert [len(answer.notes) for answer in answers] == [1, 1, 1]
    assert all(answer.results for answer in answers)


@pytest.mark.parametrize(
    ("value", "words"),
    [("lokal", "neither none, local nor http"), ("http", "uindex.embedModel is not set")],
)
def test_a_configuration_that_makes_no_sense(project: Repo, value: str, words: str) -> None:
    project.config("uindex.embed", value)
    project.git("config", "--unset", "uindex.embedModel")
    answer = find(project, "wash a car")
    assert answer.results
    assert words in answer.notes[0]


@pytest.mark.parametrize("absent", ["numpy", "tokenizers"])
def test_where_the_extra_is_not_installed(
    project: Repo, absent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("tokenizers", reason="the extra `semantic` is not installed")
    embed(project.config("uindex.embed", "local"))
    monkeypatch.setitem(sys.modules, absent, None)
    answer = find(project, "wash a car")
    assert answer.results
    assert answer.notes == (
        f"embeddings need {absent}; install uindex[semantic]; this answer is lexical",
    )


def test_a_cache_that_cannot_be_written(project: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    index(project)
    forget(project)
    project.config("uindex.embed", "none")
    find(project, "wash a car")
    project.config("uindex.embed", "http")

    def read_only(path: bytes, **options: object) -> sqlite3.Connection:
        return connect(path, read_only=True)

    monkeypatch.setattr("uindex.cache.schema.connect", read_only)
    answer = find(project, "wash a car")
    assert answer.results
    assert "readonly" in answer.notes[0]


def test_units_that_no_record_has(project: Repo) -> None:
    """An index may lie: then the whole file is the answer."""
    for name, data in vectors(project).items():
        honest = decode(data)
        lie = honest._replace(units=[unit + 70_000 for unit in honest.units])
        plant(project, {path(name).encode(): encode(lie)})
    forget(project)
    answer = find(project, "an automobile")
    assert answer.results
    assert {one.kind for one in answer.results} == {"file"}


def test_all_documents_come_out_of_one_process(project: Repo, served: Served) -> None:
    with Session.open(opened(project), Scope()) as session:
        first: list[Answer] = [session.find("an automobile", FindOptions()) for _ in range(2)]
        project.commit({"bus.py": "def start_bus(): pass\n"})
        embed(project)
        later = session.find("an automobile", FindOptions())
    assert places(first[0]) == places(first[1])
    assert places(later)[0] == places(first[0])[0]
    assert json.dumps(served.requests).count("an automobile") == 3


def test_rounding_decides_nothing(project: Repo, served: Served) -> None:
    """What machines add up differently is beyond the digits that count."""
    before = places(find(project, "an automobile or a thing"))

    def shaken(_: Served, texts: Sequence[str]) -> tuple[int, Any]:
        return 200, document(
            [[x * (1 + 1e-7 * at) for at, x in enumerate(vector(t))] for t in texts]
        )

    served.answer = shaken
    after = find(project, "an automobile or a thing")
    assert places(after) == before
