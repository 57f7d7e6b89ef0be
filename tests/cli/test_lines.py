"""`find --stdin` and `--allowlist`: what comes in lines, however odd."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.test_verbs import ROOT, uindex
from tests.query.asking import find, index
from tests.repos import ODD_NAMES, Repo
from uindex.cli import lines
from uindex.errors import ENVIRONMENT, FOUND, NOTHING, USAGE
from uindex.query.allowlist import Allowlist
from uindex.query.options import Scope

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LINES = (
    b"parse_header",
    b"",
    b"parse_header\r",
    b"  \t ",
    b"\r",
    b"\xff\xfe",
    b"parse\0header",
    b"\0",
    b"\xed\xa0\x80 \xed\xbf\xbf",  # halves of surrogate pairs, as UTF-8 must not have them
    b"x" * 1_000_000,
    b"parse " * 170_000,
    b"--json -k 1",
    b"-h",
    b"--",
    b'"quoted" \\ % * [ ( \x1b[31m',
    b'{"query": "parse_header"}',
    "caf\u00e9 \u2028 \ufeff \U0001f600".encode(),
    b"(a+)+$",
    b"no newline at the end",
)


@pytest.fixture
def project(repo: Repo) -> Repo:
    repo.commit(
        {
            "src/http.py": "def parse_header(text): return text\n",
            "src/deep/more.py": "from src.http import parse_header\ndef more(): parse_header(1)\n",
            "doc/guide.md": "# Headers\n\nHow to parse a header.\n",
            "logo.png": b"\x89PNG\r\n\0",
        }
    )
    return index(repo)


def asked(repo: Repo, *argv: str, input: bytes) -> tuple[int, list[dict[str, Any]]]:
    code, out, err = uindex(repo.path, "find", "--stdin", *argv, input=input)
    assert err == ""
    assert out.isascii()
    return code, [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize(
    "argv",
    [
        *([], ["--in", "docs"], ["--path", "src/**", "--kind", "function"], ["--source"]),
        *(["--allowlist", "list"], ["--at", "HEAD"], ["--explain", "--offset", "1"]),
        *(["--lang", "python", "--no-refresh"], ["--json"]),
    ],
    ids=" ".join,
)
def test_every_line_is_answered_in_order(project: Repo, argv: list[str]) -> None:
    project.write({"list": "src\n"})
    code, documents = asked(project, *argv, input=b"\n".join(LINES))
    assert [one["query"] for one in documents] == [
        line.decode("utf-8", "surrogateescape").removesuffix("\r")[:4000] for line in LINES
    ]
    for line, document in zip(LINES, documents, strict=True):
        assert ("error" in document) is (not line.strip()), line[:20]
        assert document.get("total", 0) >= len(document.get("results", []))
    assert code == (FOUND if any(one.get("results") for one in documents) else NOTHING)


def test_patterns_in_lines(project: Repo) -> None:
    """Those that are none, that hold a NUL or that take too long are errors of their line."""
    patterns = [b"^parse_", b"(", b"", b"a\0b", b"\xff", b"[", b"x" * 100_000, b"more$"]
    code, documents = asked(project, "--regex", input=b"\n".join(patterns))
    assert code == FOUND
    assert [one.get("total", one.get("error", "")[:9]) for one in documents] == [
        *(1, "--regex (", "find: the", "--regex: ", 0, "--regex [", 0, 1)
    ]


def test_exit_codes_of_lines(project: Repo) -> None:
    assert asked(project, input=b"") == (NOTHING, [])
    assert asked(project, input=b"\n")[0] == NOTHING
    assert asked(project, input=b"zzzzqqqq\n")[0] == NOTHING
    assert asked(project, input=b"zzzzqqqq\n\nparse_header")[0] == FOUND
    for argv in (["x"], ["--allowlist", "-"], ["--in", "nowhere"], ["--more-like", "src/http.py"]):
        assert uindex(project.path, "find", "--stdin", *argv)[0] == USAGE
    code, documents = asked(project, "--kind", "nonsense", input=b"a\nb\n")
    assert code == NOTHING
    assert all("--kind nonsense" in one["error"] for one in documents)


def running(repo: Repo, *argv: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "uindex", "find", "--stdin", *argv],
        cwd=repo.path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_each_answer_comes_at_once(project: Repo) -> None:
    """Whoever asks line by line is not kept waiting, for errors neither."""
    with running(project) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for query, key in ((b"parse_header", "results"), (b"", "error"), (b"more", "results")):
            process.stdin.write(query + b"\n")
            process.stdin.flush()
            assert key in json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait(60) == FOUND


def test_a_reader_that_goes_away(project: Repo) -> None:
    with running(project) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"parse_header\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b"more\n" * 10)
        process.stdin.flush()
        assert process.wait(60) == 128 + 13
        assert process.stderr.read() == b""


def test_no_standard_input_at_all(project: Repo) -> None:
    argv = [sys.executable, "-P", "-m", "uindex", "find"]
    for options in (["--stdin"], ["parse_header", "--allowlist", "-"]):
        done = subprocess.run(
            ["sh", "-c", 'exec "$@" <&-', "sh", *argv, *options],
            cwd=project.path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (NOTHING, b""), done.stderr


def test_a_line_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LONGEST", 10)
    data = b"0123456789\n012345678\n" + b"x" * 35 + b"\nlast"
    assert list(lines._queries(io.BytesIO(data))) == [None, "012345678", None, "last"]
    assert list(lines._queries(io.BytesIO(b"y" * 20))) == [None]


class Slow(io.BytesIO):
    """Lines before each of which something happens."""

    def __init__(self, steps: list[tuple[bytes, Any]]) -> None:
        super().__init__()
        self._steps: Iterator[tuple[bytes, Any]] = iter(steps)

    def readline(self, size: int | None = -1, /) -> bytes:
        line, happens = next(self._steps, (b"", None))
        if happens is not None:
            happens()
        return line


def test_the_worktree_changes_between_lines(
    project: Repo, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Where a moment has passed since, it is looked at again: nothing old is called fresh."""
    from uindex.cli import main

    old, new = "def parse_header(text): return text\n", "def parse_header(text): return 1\n"
    steps = [
        (b"parse_header\n", None),
        (b"parse_header\n", lambda: project.write({"src/http.py": "\n" + old})),
        (b"parse_header\n", lambda: project.write({"src/http.py": new})),
        (b"parse_header\n", lambda: project.write({"src/http.py": old})),
        (b"added\n", lambda: project.commit({"src/new.py": "def added(): pass\n"})),
    ]

    class Standard:
        buffer = Slow(steps)

    monkeypatch.setattr(lines, "BLINK", -1.0)
    monkeypatch.setattr(sys, "stdin", Standard())
    monkeypatch.chdir(project.path)
    assert main.run(["find", "--stdin", "-k", "1"]) == FOUND
    first = [json.loads(line)["results"][0] for line in capsysbinary.readouterr().out.splitlines()]
    assert [(one["name"], one["state"], one["line_now"]) for one in first] == [
        ("parse_header", "fresh", 1),
        ("parse_header", "moved", 2),
        ("parse_header", "changed", 1),
        ("parse_header", "fresh", 1),
        ("added", "fresh", 1),
    ]


def paths(repo: Repo, data: bytes, query: str = "parse_header") -> tuple[set[bytes], list[str]]:
    """The paths that answer, and the notes."""
    answer = find(repo, query, allow=Allowlist(data), limit=100)
    return {one.path for one in answer.results}, list(answer.notes)


def lost(count: int, of: int) -> list[str]:
    noun = "path" if of == 1 else "paths"
    return [f"not in the tree: {count} of {of} {noun} of the allowlist"]


ALLOWED: tuple[tuple[bytes, set[bytes], list[str]], ...] = (
    (b"src/http.py\n", {b"src/http.py"}, []),
    (b"src/http.py", {b"src/http.py"}, []),
    (b"./src/http.py\r\n\r\n", {b"src/http.py"}, []),
    (b".//src/./http.py\n", {b"src/http.py"}, []),
    (b"src/\n", {b"src/http.py", b"src/deep/more.py"}, []),
    (b"src\n", {b"src/http.py", b"src/deep/more.py"}, []),
    (b"src/deep\n", {b"src/deep/more.py"}, []),
    (b".\n", {b"src/http.py", b"src/deep/more.py", b"doc/guide.md"}, []),
    (b"./\n", {b"src/http.py", b"src/deep/more.py", b"doc/guide.md"}, []),
    (b"src/http.py\0", {b"src/http.py"}, []),
    (b"src/http.py\0doc/guide.md", {b"src/http.py", b"doc/guide.md"}, []),
    (b"src/http.py/\n", set(), lost(1, 1)),
    (b"http.py\nsrc/htt\n../src/http.py\nsrc/http.py\n", {b"src/http.py"}, lost(3, 4)),
    (b"/src/http.py\n\xff\xfe\n*.py\n", set(), lost(3, 3)),
    (b"src/http.py\r\0", set(), lost(1, 1)),
    (b"logo.png\n", set(), []),
    (b"", set(), ["the allowlist is empty: nothing may answer"]),
    (b"\n\r\n\n", set(), ["the allowlist is empty: nothing may answer"]),
    (b"\0\0", set(), ["the allowlist is empty: nothing may answer"]),
)


def test_what_a_list_allows(project: Repo) -> None:
    for data, kept, notes in ALLOWED:
        assert paths(project, data, "parse header") == (kept, notes), data


def test_a_list_holds_for_every_kind_of_question(project: Repo) -> None:
    allow = Allowlist(b"src/deep\nlost\n")
    for query, options, scope in (
        ("parse_header", {}, None),
        ("^more$", {"regex": True}, None),
        ("more", {"source": True}, None),
        ("more", {"within": "code", "paths": ("src/**",)}, Scope(at="HEAD")),
        ("", {"like": "src/http.py#parse_header"}, None),
        ("what calls parse_header", {}, None),
    ):
        answer = find(project, query, scope, allow=allow, **options)
        assert {one.path for one in answer.results} == {b"src/deep/more.py"}, query
        assert lost(1, 2)[0] in answer.notes


def test_odd_paths_in_a_list(repo: Repo) -> None:
    repo.commit(dict.fromkeys(ODD_NAMES, b"def needle(): pass\n"))
    index(repo)
    python = {name for name in ODD_NAMES if name.endswith(b".py")}
    for argv in (["-z"], ["-c", "core.quotePath=false"], []):
        config, options = ([], argv) if argv == ["-z"] else (argv, [])
        listing = repo.git(*config, "ls-files", *options) + b"\n" * (argv != ["-z"])
        found, notes = paths(repo, listing, "needle")
        assert found >= python
        assert notes == []


def test_uncommitted_files_are_in_the_tree(project: Repo) -> None:
    project.write({"src/new/file.py": "def parse_header(): pass\n"})
    assert paths(project, b"src/new/file.py\n") == ({b"src/new/file.py"}, [])
    assert paths(project, b"src/new/\n") == ({b"src/new/file.py"}, [])


def test_a_list_that_cannot_be_read(project: Repo, tmp_path: Path) -> None:
    for where, said in ((str(tmp_path / "none"), "No such file"), (str(tmp_path), "directory")):
        code, out, err = uindex(project.path, "find", "x", "--allowlist", where)
        assert (code, out, err.count("\n")) == (ENVIRONMENT, "", 1)
        assert said in err


def test_notes_of_a_list_are_said_once_in_text(project: Repo) -> None:
    code, out, err = uindex(
        project.path, "find", "parse_header", "--allowlist", "-", input=b"src\nnowhere\n"
    )
    assert code == FOUND
    assert out.startswith("src/http.py:1: ")
    assert err == f"{lost(1, 2)[0]}\n"


def test_a_list_where_there_is_no_cache_yet(project: Repo, tmp_path: Path) -> None:
    clone = project.clone(tmp_path / "clone")
    assert paths(clone, b"src/http.py\nlost\n") == ({b"src/http.py"}, lost(1, 2))


def test_lists_by_themselves() -> None:
    allow = Allowlist(b'"caf\\303\\251.py"\n"tab\\there\\"s"\na"b\n"\n')
    assert [
        allow.lets(path) for path in ("caf\u00e9.py".encode(), b'tab\there"s', b'a"b', b'"')
    ] == [*(True, True, True, True)]
    assert not allow.lets(b"caf")
    assert Allowlist(b"a\n").lets(b"a/b/c")
    assert not Allowlist(b"a\n").lets(b"ab")
    assert not Allowlist(b"a/b/\n").lets(b"a/b")
