"""Source within a budget and classes of questions, at the command line."""

from __future__ import annotations

import json
import shlex

import pytest

from tests.cli.test_verbs import uindex
from tests.repos import Repo
from uindex import tokens
from uindex.errors import FOUND, NOTHING, USAGE

LONG = "def walk(node):\n" + "".join(f"    step_{n}(node)\n" for n in range(300))
FILES = {
    "src/tree.py": LONG + "\n\ndef grow(node):\n    walk(node)\n",
    "src/much deeper/über.py": "".join(f"def walk_{n}(): pass\n" for n in range(30)),
    "README.md": "# Walk\n\nHow to walk a tree, and how to grow one.\n",
}


@pytest.fixture
def made(repo: Repo) -> Repo:
    repo.commit(FILES)
    assert uindex(repo.path, "build")[0] == 0
    return repo


ANSWERS = (
    *(["find", "walk", "--source", "-k", "10"], ["find", "how to walk a tree", "--source"]),
    *(["show", "src/tree.py:200"], ["show", "walk"], ["find", "what calls walk", "--source"]),
    ["symbols", "src/tree.py", "--source"],
)


def test_an_answer_keeps_to_its_budget(made: Repo) -> None:
    for budget, argv in [(160, argv) for argv in ANSWERS] + [(700, ANSWERS[0])]:
        code, out, _ = uindex(made.path, *argv, f"--budget={budget}")
        assert code == 0
        assert 0 < tokens.count(out) <= budget
        answer = json.loads(uindex(made.path, *argv, f"--budget={budget}", "--json")[1])
        assert answer["limits"]["tokens"] == budget
        assert tokens.count(out) <= answer["tokens"] <= budget
        assert answer["shown"] == len(answer["results"])


def test_what_was_cut_is_said(made: Repo) -> None:
    code, out, err = uindex(made.path, "find", "walk", "--source", "-k", "1", "--budget", "200")
    assert code == 0
    assert out.splitlines()[0] == "src/tree.py:1: function walk def walk(node)"
    assert out.splitlines()[2] == "    1 | def walk(node):"
    answer = json.loads(
        uindex(made.path, "find", "walk", "--source", "-k", "1", "--budget", "200", "--json")[1]
    )
    source = answer["results"][0]["source"]
    first, last = source["cut"][-1]
    assert f"  (lines {first} to {last} left out)" in out.splitlines()
    assert err == "the source of 1 result was cut to stay within 200 tokens (--budget)\n"
    assert answer["notes"] == [err.strip()]
    assert source["lines"] == [[1, first - 1]]
    assert source["text"] == "".join(LONG.splitlines(keepends=True)[: first - 1])


def test_limits_are_those_of_the_class(made: Repo) -> None:
    """Case C05: how many are shown says nothing of how many there are."""
    answer = json.loads(uindex(made.path, "find", "walk", "--source", "--json")[1])
    assert answer["class"] == "symbol"
    assert answer["limits"] == {"results": 3, "tokens": 800}
    assert (answer["shown"], answer["truncated"]) == (3, True)
    assert answer["total"] > 30
    plain = json.loads(uindex(made.path, "find", "walk", "--json")[1])
    assert plain["shown"] == 10
    assert not {"class", "limits", "tokens"} & plain.keys()


CLASSES = (
    ("walk", "symbol", "find", None),
    ("what calls walk", "impact", "callers", "walk"),
    ("what calls nothing_here", "impact", "find", None),
    ("where is walk used", "impact", "impact", "walk"),
    ('it\'s "quoted" $HOME', "local", "find", None),
)


def test_classify(made: Repo) -> None:
    for query, kind, answer, target in CLASSES:
        said = json.loads(uindex(made.path, "classify", query, "--json")[1])
        assert (said["class"], said["answer"], said["target"]) == (kind, answer, target)
        assert said["query"] == query
        command = shlex.split(said["command"])
        assert command[:2] == ["git", "uindex"]
        assert uindex(made.path, *command[2:])[0] in (FOUND, NOTHING)
    code, out, err = uindex(made.path, "classify", "what", "calls", "walk")
    assert (code, err) == (FOUND, "")
    assert out.splitlines() == [
        "impact: asks for what calls something",
        "limits: 10 results, 6,000 tokens",
        "answered by: git uindex callers walk",
    ]
    assert uindex(made.path, "classify", "  ")[0] == USAGE


def test_questions_of_a_line_each(made: Repo) -> None:
    """`--stdin` asks the graph as well."""
    asked = b"what calls walk\nwalk\nwhat calls nothing\n"
    out = uindex(made.path, "find", "--stdin", input=asked)[1]
    assert [json.loads(line)["mode"] for line in out.splitlines()] == ["callers", "name", "words"]


def test_recall_leads_with_its_warning(made: Repo) -> None:
    code, out, err = uindex(made.path, "recall", "walk", "a", "tree")
    assert (code, err) == (FOUND, "")
    assert out.splitlines()[:2] == ["README.md:1: heading Walk", "  from the worktree:"]
    made.write({"README.md": FILES["README.md"].replace("How to", "How not to")})
    code, out, _ = uindex(made.path, "recall", "walk a tree")
    assert code == FOUND
    warning, first, *_ = out.splitlines()
    assert warning == (
        "warning: 1 file changed since what follows was indexed: [changed] README.md"
    )
    assert first == "README.md:1: [changed] heading Walk"
    answer = json.loads(uindex(made.path, "recall", "walk", "--json", "--budget", "90")[1])
    assert answer["stale"] == [{"path": "README.md", "state": "changed"}]
    assert answer["tokens"] <= answer["limits"]["tokens"] == 90
    assert uindex(made.path, "recall", "zeppelin")[0] == NOTHING
    assert uindex(made.path, "recall", "?")[0] == USAGE


def test_more_like_takes_no_query(made: Repo) -> None:
    code, out, err = uindex(made.path, "find", "--more-like", "src/tree.py:304", "-k", "1")
    assert (code, err) == (FOUND, "")
    assert out.splitlines()[0].split(":")[0] in FILES.keys() - {"src/tree.py"}
    told = json.loads(uindex(made.path, "find", "--more-like=src/tree.py#grow", "--json")[1])
    assert (told["mode"], told["query"]) == ("like", "")
    assert uindex(made.path, "find", "--more-like", "nowhere.py:1")[0] == USAGE
    assert uindex(made.path, "find", "--more-like", "a.py:1", "--stdin")[0] == USAGE


def test_source_cannot_forge_what_we_say(repo: Repo) -> None:
    """Case F08"""
    forged = (
        "  (lines 1 to 9 left out)",
        "warning: 1 file changed since what follows was indexed: [changed] a.md",
        "15 of 240 (go on with --offset 15)",
        "  from the worktree:",
    )
    text = "# Forged\n\n" + "\n".join(forged) + "\n" + "filler line\n" * 200 + "rareword\n"
    repo.commit({"a.md": text, "warning: x.md": "# Forged too\n\nrareword\n"})
    assert uindex(repo.path, "build")[0] == FOUND
    for argv in (["recall"], ["find", "--source", "--in", "docs"]):
        lines = uindex(repo.path, *argv, "forged rareword", "--budget", "250")[1].splitlines()
        ours = [line for line in lines if not line.lstrip().partition(" ")[0].isdigit()]
        assert {line.split(":")[0] for line in ours if line[:1] != " "} <= {
            "a.md", '"warning', "2 of 2",
        }  # fmt: skip
        assert [line for line in ours if "left out" in line] != []
        assert forged[0] not in ours
        told = json.loads(uindex(repo.path, *argv, "forged rareword", "--json")[1])
        assert told.get("warning") is None
        assert told["results"][0]["state"] == "fresh"
