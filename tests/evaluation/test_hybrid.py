"""`find` with vectors as a system of its own, and what is said where there are none."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.embed.conftest import served as served  # the fixture
from tests.embed.test_build import embed, use
from uindex.cli.main import run
from uindex.errors import ENVIRONMENT, FOUND

if TYPE_CHECKING:
    from tests.embed.server import Served
    from tests.repos import Repo

pytest.importorskip("numpy", reason="the extra `semantic` is not installed")

FILES = {
    "garage/car.py": "def start_car():\n    pass\n",
    "disk.py": "def delete():\n    pass\n",
    **{f"other{at}.py": f"def thing_{word}():\n    pass\n" for at, word in enumerate("abcdef")},
}
LINE = json.dumps({"query": "an automobile", "relevant": ["garage/car.py"]}) + "\n"


def figures(repo: Repo, capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, Any, str]:
    # Not in the repository: it holds the words that the code lacks.
    asked = repo.path.parent / "q.jsonl"
    asked.write_text(LINE)
    code = run(["eval", str(asked), "--json", *argv])
    said = capsys.readouterr()
    return code, json.loads(said.out) if said.out else None, said.err


@pytest.fixture(autouse=True)
def here(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit(FILES)
    monkeypatch.chdir(repo.path)


def test_beside_the_lexical_half(
    repo: Repo, served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    embed(use(repo, served))
    code, document, _ = figures(repo, capsys, "--systems", "lexical,hybrid")
    assert (code, document["notes"]) == (FOUND, [])
    ndcg = {name: one["ndcg@10"] for name, one in document["figures"].items()}
    assert ndcg == {"lexical": 0, "hybrid": 1}


def test_where_it_cannot_be(repo: Repo, served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    off = "hybrid is left out: uindex.embed is not set"
    code, document, _ = figures(repo, capsys)
    assert (code, document["notes"]) == (FOUND, [])
    assert "hybrid" not in document["figures"]
    code, _, err = figures(repo, capsys, "--systems", "hybrid")
    assert (code, err) == (ENVIRONMENT, f"git uindex: {off}\n")
    use(repo, served)
    code, document, _ = figures(repo, capsys)
    (note,) = document["notes"]
    assert note == "hybrid is left out: nothing is embedded yet, run git uindex build"
