"""`git uindex eval`: what it prints, and what it says where it cannot."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from tests.cases.cli import inside as uindex
from tests.cli.test_verbs import uindex as piped
from tests.repos import Repo, init
from uindex.errors import ENVIRONMENT, FOUND, NOTHING, USAGE

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = (
    "def parse_header(text):\n"
    '    """Cuts the first line of a message into its fields."""\n'
    "    return text\n"
    "def send(text):\n    return parse_header(text)\n"
)
ASKED: list[dict[str, Any]] = [
    {"query": "parse_header", "relevant": [{"path": "src/a.py", "start_line": 1, "end_line": 3}]},
    {"query": "how to send", "relevant": ["src/a.py"], "secondary": ["gone.py"]},
]


@pytest.fixture
def project(tmp_path: Path) -> Repo:
    repo = init(tmp_path / "repos" / "one")
    repo.commit({"src/a.py": SOURCE, "other.py": "def parse_header_twice(): pass\n"})
    assert uindex(repo.path, "build")[0] == FOUND
    return repo


def asked(folder: Path, *items: Any) -> str:
    path = folder / "questions.jsonl"
    path.write_text("".join(json.dumps(item) + "\n" for item in items))
    return os.fspath(path)


def test_a_table(project: Repo, tmp_path: Path) -> None:
    code, out, err = uindex(project.path, "eval", asked(tmp_path, *ASKED))
    assert (code, err) == (FOUND, "right, and not indexed here: 1 of 2 paths\n")
    lines = out.splitlines()
    assert lines[0].split() == [
        *("NDCG@10", "recall@1", "recall@5", "recall@10", "MRR", "tokens", "to", "hit"),
        *("p50", "p95"),
    ]
    assert [line.split()[0] for line in lines[1:4]] == ["lexical", "grep-and-read", "chunks"]
    assert any(line.startswith("NDCG@10 by category") for line in lines)
    assert lines[-1].startswith("2 questions; ")
    assert not any(line.endswith(" ") for line in lines)


def test_figures(project: Repo, tmp_path: Path) -> None:
    argv = ["eval", asked(tmp_path, *ASKED), "--systems", "lexical", "--json", "--path", "src/**"]
    code, out, _ = uindex(project.path, *argv)
    document = json.loads(out)
    assert code == FOUND
    assert (document["questions"], document["repositories"]) == (2, 1)
    first, second = document["answers"]
    assert first["found"][0] == {"path": "src/a.py", "line": 1, "end_line": 3}
    assert (first["ndcg@10"], first["reciprocal_rank"], first["category"]) == (1, 1, "symbol")
    assert first["tokens"] == first["tokens_to_hit"] > 0
    # One of two targets, in the first place: 1 of 1 + 1 / log2(3).
    assert (second["ndcg@10"], second["category"]) == (0.613147, "architecture")
    (figures,) = document["figures"].values()
    assert figures["ndcg@10"] == pytest.approx((1 + 0.613147) / 2, abs=1e-6)
    assert figures["recall@1"] == 0.75
    assert document["by_language"] == {"python": document["figures"]}
    assert set(document["by_category"]) == {"symbol", "architecture"}


def test_several_repositories(project: Repo, tmp_path: Path) -> None:
    """Each weighs as much, however many questions are about it."""
    other = init(tmp_path / "repos" / "two")
    other.commit({"b.py": "def reply(): pass\n"})
    assert uindex(other.path, "build")[0] == FOUND
    (tmp_path / "repos" / "folder").mkdir()
    items = [
        *({**item, "repo": "one"} for item in (ASKED[0], ASKED[0], ASKED[0])),
        {"query": "reply", "relevant": ["nowhere.py"], "repo": "two"},
        {"query": "reply", "relevant": ["b.py"], "repo": "missing"},
        {"query": "reply", "relevant": ["b.py"], "repo": "folder"},
    ]
    where = os.fspath(tmp_path / "repos")
    argv = ["eval", asked(tmp_path, *items), "--repos", where, "--json", "--systems", "lexical"]
    code, out, _ = uindex(tmp_path, *argv)
    document = json.loads(out)
    assert (code, document["questions"], document["repositories"]) == (FOUND, 4, 2)
    assert document["figures"]["lexical"]["ndcg@10"] == 0.5
    assert document["notes"] == [
        *(f"{name}: no checkout in {where}; left out" for name in ("folder", "missing")),
        "two: right, and not indexed here: 1 of 1 paths",
    ]


def test_a_benchmark(project: Repo, tmp_path: Path) -> None:
    folder = tmp_path / "benchmark"
    (folder / "annotations").mkdir(parents=True)
    spec = {"name": "one", "language": "esperanto", "root": "src", "revision": "0" * 40}
    (folder / "repos.json").write_text(json.dumps([spec]))
    (folder / "annotations" / "one.json").write_text(json.dumps(ASKED[:1]))
    argv = ["eval", os.fspath(folder), "--repos", os.fspath(tmp_path / "repos"), "--json"]
    code, out, _ = uindex(tmp_path, *argv)
    document = json.loads(out)
    assert (code, list(document["by_language"])) == (FOUND, ["esperanto"])
    assert {one["path"] for answer in document["answers"] for one in answer["found"]} == {
        "src/a.py"
    }
    head = project.oid().hex()
    assert document["notes"] == [
        f"one: the questions are about {'0' * 12}, not {head[:12]}",
    ]


def test_questions_made_from_the_index(project: Repo) -> None:
    code, out, err = uindex(project.path, "eval", "--autogen", "--json")
    document = json.loads(out)
    assert (code, err) == (FOUND, "")
    sentence = "Cuts the first line of a message into its fields."
    assert {(one["query"], one["category"]) for one in document["answers"]} == {
        *(("parse_header", "name"), ("parse_header_twice", "name"), ("send", "name")),
        *((sentence, "doc"), (sentence, "described"), ("what calls parse_header", "callers")),
    }
    code, out, _ = uindex(project.path, "eval", "--autogen=1", "--systems", "chunks")
    assert (code, out.splitlines()[-1].split(";")[0]) == (FOUND, "1 question")


def test_nothing_to_make_questions_of(repo: Repo) -> None:
    repo.commit({"README.md": "# Nothing\n"})
    code, out, _ = uindex(repo.path, "eval", "--autogen", "3")
    assert (code, out.count("\n")) == (NOTHING, 1)


def test_questions_from_a_pipe(project: Repo) -> None:
    line = json.dumps(ASKED[0]).encode()
    code, out, _ = piped(project.path, "eval", "-", "--json", "--systems=lexical", input=line)
    assert (code, json.loads(out)["questions"]) == (FOUND, 1)


@pytest.mark.parametrize(
    ("argv", "code", "said"),
    [
        ([], USAGE, "either QUESTIONS or --autogen"),
        (["q.jsonl", "--autogen"], USAGE, "either QUESTIONS or --autogen"),
        (["--autogen", "0"], USAGE, "--autogen 0: not a number of questions"),
        (["--autogen", "many"], USAGE, "not a number"),
        (["--autogen", "-k", "0"], USAGE, "-k 0"),
        (["--autogen", "--systems", "best"], USAGE, "no such system; of lexical, "),
        (["nowhere.jsonl"], ENVIRONMENT, "nowhere.jsonl: No such file"),
        (["src"], ENVIRONMENT, "repos.json: No such file"),
        (["bad.jsonl"], USAGE, 'bad.jsonl:2: "relevant" is missing'),
        (["named.jsonl"], USAGE, "say where they are with --repos DIR"),
        (["named.jsonl", "--repos", "."], ENVIRONMENT, "none of the repositories"),
        (["named.jsonl", "--repos", "nowhere"], ENVIRONMENT, "none of the repositories"),
    ],
)
def test_faults_are_one_line(repo: Repo, argv: list[str], code: int, said: str) -> None:
    repo.write(
        {
            "src/a.py": SOURCE,
            "bad.jsonl": json.dumps(ASKED[0]) + '\n{"query": "a"}\n',
            "named.jsonl": json.dumps({**ASKED[0], "repo": "src"}) + "\n",
        }
    )
    got, out, err = uindex(repo.path, "eval", *argv)
    assert (got, out, err.count("\n")) == (code, "", 1)
    assert said in err
