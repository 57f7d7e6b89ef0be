"""The baselines: what they find and hand over."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.repos import ODD_NAMES, Repo, init
from uindex.build import build
from uindex.errors import UsageError
from uindex.evaluation import chunks
from uindex.evaluation.chunks import FixedChunks
from uindex.evaluation.grep import GrepAndRead, wanted
from uindex.evaluation.indexed import Lexical
from uindex.evaluation.place import Place
from uindex.evaluation.questions import Found, Unavailable
from uindex.evaluation.systems import SYSTEMS, chosen
from uindex.git.repository import Repository
from uindex.query.options import Scope
from uindex.query.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ALONE = [name for name in SYSTEMS if name != "hybrid"]
"""Those that need nothing but a repository; see test_hybrid.py."""
LONG = "".join(f"# line {n}\n" for n in range(1, 81)) + "def needle(): pass\n"
FILES = {
    "src/parser.py": "def parse(text):\n    return text\n",
    "src/other.py": "def parse_header(text):\n    return parse(text)\n",
    "src/long.py": LONG,
    "doc/guide.md": "# Parse\n\nHow text is parsed.\n",
    ".gitignore": "*.log\n",
}


@contextmanager
def place(repo: Repo, *globs: str) -> Iterator[Place]:
    opened = Repository.open(repo.path)
    build(opened)
    with Session.open(opened, Scope()) as session:
        yield Place(opened, session, globs)


def test_grep_ranks_by_words_then_by_lines(repo: Repo) -> None:
    repo.commit(FILES)
    repo.write({"x.log": "parse text parser\n", "src/new.py": "# parse\n"})
    with place(repo) as here:
        system = GrepAndRead(here)
        # A word in the path counts as another one; where as many match, more lines come first.
        assert system.find("the PARSER text", 10) == [
            *(Found("src/parser.py"), Found("src/other.py"), Found("doc/guide.md"))
        ]
        # What is not committed is found, what git ignores is not.
        assert system.find("new parse", 10)[0] == Found("src/new.py")
        assert [one.path for one in system.find("parse", 1)] == ["src/parser.py"]
        (piece,) = system.packet("parse parser", 1, 0)
        assert piece == (Found("src/parser.py"), FILES["src/parser.py"])


def test_grep_takes_no_pattern(repo: Repo) -> None:
    repo.commit({"a.py": "-e .* é x_y\n"})
    with place(repo) as here:
        system = GrepAndRead(here)
        assert system.find("-e .*", 10) == [Found("a.py")]
        assert system.find("x.y", 10) == [Found("a.py")]
        assert system.find("xay", 10) == system.find("", 10) == system.find("()", 10) == []
        assert system.find("é", 10) == [Found("a.py")]


def test_words_that_are_looked_for() -> None:
    assert wanted("how the classes parse_header Headers pass") == [
        *("classe", "parse_header", "header", "pass")
    ]
    assert wanted("how is it") == ["how", "is", "it"]
    assert wanted("parse parses PARSE") == ["parse"]


def test_chunks_are_lines_of_files(repo: Repo) -> None:
    repo.commit(FILES)
    with place(repo) as here:
        system = FixedChunks(here)
        assert system.find("needle", 10) == [Found("src/long.py", 81, 81)]
        assert system.find("line", 10) == [Found("src/long.py", 1, 40)]
        (piece,) = system.packet("needle", 10, 0)
        assert piece.text == "def needle(): pass"
        assert next(one.path for one in system.find("parsing headers", 10)) == "src/other.py"
        assert system.find("", 10) == system.find("zebra", 10) == []
        # Nothing but stop words: they are all there is to go by.
        assert [one.path for one in system.find("how is", 10)] == ["doc/guide.md"]


def test_too_much_text_for_chunks(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit(FILES)
    monkeypatch.setattr(chunks, "MOST_TEXT", 500)
    with place(repo) as here, pytest.raises(Unavailable):
        FixedChunks(here)


@pytest.mark.parametrize("name", ALONE)
def test_every_system_keeps_to_the_paths(repo: Repo, name: str) -> None:
    repo.commit(FILES)
    with place(repo, "src/**") as here:
        system = SYSTEMS[name](here)
        found = [one.path for one in system.find("parse text", 10)]
        assert found
        assert all(path.startswith("src/") for path in found)
        assert [one.path for one in system.find("parse text", 1)] == found[:1]
        assert [piece.found.path for piece in system.packet("parse text", 10, 2000)] == found


@pytest.mark.parametrize("name", ALONE)
def test_every_system_gives_odd_names_back(repo: Repo, name: str) -> None:
    names = [path for path in ODD_NAMES if path.endswith(b".py")]
    repo.commit(dict.fromkeys(names, b"def needle(): pass\n"))
    with place(repo) as here:
        found = {
            one.path.encode("utf-8", "surrogateescape")
            for one in SYSTEMS[name](here).find("needle", 100)
        }
        pieces = SYSTEMS[name](here).packet("needle", 100, 2000)
    assert found == set(names)
    assert {piece.text.strip() for piece in pieces} == {"def needle(): pass"}


@pytest.mark.parametrize("name", ALONE)
def test_every_system_works_without_a_worktree(repo: Repo, tmp_path: Path, name: str) -> None:
    repo.commit(FILES)
    bare = repo.clone(tmp_path / "bare", "--bare")
    with place(bare) as here:
        system = SYSTEMS[name](here)
        assert [one.path for one in system.find("needle", 5)] == ["src/long.py"]
        (piece,) = system.packet("needle", 5, 2000)
        assert "def needle(): pass" in piece.text


def test_sources_are_trimmed_to_the_budget(repo: Repo) -> None:
    repo.commit({"a.py": "def needle():\n" + "    call()\n" * 500})
    with place(repo) as here:
        (piece,) = Lexical(here).packet("needle", 3, 100)
        assert piece.text.startswith("def needle():")
        assert len(piece.text) < 1000
        assert Lexical(here).find("  ", 10) == []


@pytest.mark.parametrize(
    ("globs", "folder"),
    [
        ((), b""),
        (("src/flask/**",), b"src/flask"),
        (("/src/*.py",), b"src"),
        (("src/a[bc]/**",), b"src"),
        (("*.py",), b""),
        (("src/",), b""),
        (("a/**", "b/**"), b""),
        (("!a/b/**",), b""),
    ],
)
def test_the_folder_that_is_searched(globs: tuple[str, ...], folder: bytes, repo: Repo) -> None:
    opened = Repository.open(repo.path)
    with Session.open(opened, Scope()) as session:
        assert Place(opened, session, globs).folder == folder


def test_systems_by_name() -> None:
    assert tuple(chosen(None)) == tuple(SYSTEMS)
    assert chosen("chunks, lexical,chunks") == ["chunks", "lexical"]
    for text in ("", ",", "chunks,none"):
        with pytest.raises(UsageError):
            chosen(text)


@pytest.mark.parametrize("options", [(), ("--bare",)])
def test_a_repository_of_nothing(tmp_path: Path, options: tuple[str, ...]) -> None:
    repo = init(tmp_path / "empty", *options)
    with place(repo) as here:
        for name in ALONE:
            assert SYSTEMS[name](here).find("anything", 10) == []
