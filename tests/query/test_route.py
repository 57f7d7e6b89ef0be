"""Questions about links that are put to `find` go to the graph, where that can answer them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.query.asking import find, index
from tests.repos import Repo
from uindex.query.allowlist import Allowlist

FILES = {
    "src/wire.py": "import requests\n\n\ndef parse_header(line):\n    return split(line)\n\n\n"
    "def split(line):\n    return line\n\n\ndef memory():\n    return 1\n",
    "src/server.py": "from src.wire import parse_header\n\n\ndef serve():\n    # what calls us\n"
    "    parse_header('a')\n    parse_header('b')\n\n\ndef main():\n    serve()\n",
    "docs/guide.md": "# What calls are made\n\nWhat uses memory, and what calls the handler.\n",
    "tests/test_server.py": "from src.server import serve\n\n\ndef timeouts(): pass\n\n\n"
    "def test_serve():\n    serve()\n",
}


@pytest.fixture
def made(repo: Repo) -> Repo:
    repo.commit(FILES)
    return index(repo)


ANSWERS = (
    ("what calls parse_header", "callers", {"serve"}),
    ("who calls `parseHeader`?", "callers", {"serve"}),
    ("callers of the parse_header function", "callers", {"serve"}),
    ("what does parse_header call", "callees", {"parse_header"}),
    ("what breaks if parse_header changes", "impact",
     {"serve", "main", "src/server.py", "test_serve", "tests/test_server.py"}),
    ("where is serve used", "impact", {"main", "test_serve", "tests/test_server.py"}),
    ("what depends on src/server.py", "dependents", {"tests/test_server.py"}),
    ("what imports requests", "dependents", {"src/wire.py"}),
    ("what depends on requests", "dependents", {"src/wire.py"}),
    ("which files import src.server", "dependents", {"tests/test_server.py"}),
    ("what calls split", "callers", {"parse_header"}),
)  # fmt: skip
PLAIN = (
    "what calls the handler",
    "what calls no_such_thing",
    "what uses handlers",
    "what depends on memories",
    "what imports line",
    "where is 'What calls are made' used",
    "what calls timeouts",
    "what calls Memory",
    "how is parse_header called by the server",
    "parse_header calls",
)
OPTIONS: tuple[dict[str, Any], ...] = (
    {"regex": True}, {"kinds": ("function",)}, {"langs": ("python",)}, {"paths": ("src/**",)},
     {"within": "code"}, {"explain": True}, {"allow": Allowlist(b"src/wire.py")},
)  # fmt: skip


def test_the_graph_answers(made: Repo) -> None:
    for query, mode, names in ANSWERS:
        answer = find(made, query)
        assert (answer.mode, {one.qualname for one in answer.results}) == (mode, names), query
        assert answer.query == query
        assert answer.notes[0].startswith("answered by the graph: git uindex ")


def test_what_names_nothing_here_is_looked_for(made: Repo) -> None:
    for query in PLAIN:
        answer = find(made, query)
        assert (answer.mode, answer.targets) == ("words", None), query


def test_options_that_the_graph_has_not_keep_it_a_search(made: Repo) -> None:
    for options in OPTIONS:
        assert find(made, "what calls parse_header", **options).targets is None, options


def test_no_callers_is_an_answer(made: Repo) -> None:
    answer = find(made, "what calls memory")
    assert (answer.mode, answer.total, answer.asked) == ("callers", 0, "memory")


def test_pages(made: Repo) -> None:
    answer = find(made, "what calls parse_header", limit=1)
    assert (answer.total, answer.shown, answer.truncated) == (2, 1, True)
    rest = find(made, "what calls parse_header", limit=1, offset=1)
    assert [one.line for one in (*answer.results, *rest.results)] == [6, 7]


def test_the_source_is_that_of_the_caller_once(made: Repo) -> None:
    answer = find(made, "what calls parse_header", source=True)
    first, second = answer.results
    assert first.source is not None
    assert first.source.text.startswith("def serve():\n")
    assert "parse_header('b')" in first.source.text
    assert second.source is None
    assert answer.limits is not None
    assert (answer.limits.name, answer.limits.tokens) == ("impact", 6000)


def test_the_source_of_a_changed_caller(made: Repo) -> None:
    made.write({"src/server.py": "\n" + FILES["src/server.py"].replace("'a'", "'z'")})
    answer = find(made, "what calls parse_header", source=True)
    source = answer.results[0].source
    assert source is not None
    assert (source.origin, source.line) == ("worktree", 5)
    assert "parse_header('z')" in source.text


@pytest.mark.parametrize("query", ["what calls (a+)+$", "what calls --memory", "who calls mem*y"])
def test_patterns_and_options_are_no_names(made: Repo, query: str) -> None:
    assert find(made, query).targets is None
