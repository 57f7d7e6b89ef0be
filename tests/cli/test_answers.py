"""Answers as lines: quickfix form, states, totals, escapes."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.repos import ODD_NAMES, Repo
from uindex.cli import output
from uindex.cli.answers import show_answer
from uindex.git.repository import Repository
from uindex.query.results import (
    CHANGED,
    DELETED,
    FRESH,
    MOVED,
    UNCHECKED,
    Answer,
    Result,
    Searched,
    Source,
)

if TYPE_CHECKING:
    from pathlib import Path

SEARCHED = Searched("a" * 40, "a" * 40, True, 12, 0, 3)
# Vim's default errorformat has %f:%l:%m.
QUICKFIX = re.compile(r'("(?:[^"\\]|\\.)*"|[^"].*?):(\d+): (.*)')


def result(**fields: Any) -> Result:
    values: dict[str, Any] = {
        **{"id": "a.py#f", "path": b"a.py", "line": 3, "start_line": 2, "end_line": 9},
        **{"kind": "function", "name": "f", "qualname": "C.f", "signature": "def f(x)"},
        **{"doc": "", "lang": "python", "blob": "b" * 40, "commit": "a" * 40, "score": 1.0},
        **{"state": FRESH, "line_now": 3},
    }
    return Result(**values | fields)


def answer(*results: Result, total: int | None = None, **fields: Any) -> Answer:
    values: dict[str, Any] = {
        "query": "f",
        "mode": "name",
        "offset": 0,
        "searched": SEARCHED,
    } | fields
    return Answer(results=results, total=len(results) if total is None else total, **values)


@pytest.fixture
def opened(repo: Repo) -> Repository:
    return Repository.open(os.fsencode(repo.path))


def shown(
    one: Answer, opened: Repository, capsys: pytest.CaptureFixture[str], *, json: bool = False
) -> tuple[int, str, str]:
    code = show_answer(one, opened, json=json)
    said = capsys.readouterr()
    return code, said.out, said.err


def test_one_line_that_an_editor_reads(
    opened: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown(answer(result()), opened, capsys) == (0, "a.py:3: function C.f def f(x)\n", "")


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"state": MOVED, "line_now": 8}, "a.py:8: [moved from line 3] function C.f def f(x)"),
        ({"state": MOVED, "line_now": 3}, "a.py:3: [moved] function C.f def f(x)"),
        ({"state": CHANGED, "line_now": 8}, "a.py:3: [changed] function C.f def f(x)"),
        ({"state": DELETED, "line_now": None}, "a.py:3: [deleted] function C.f def f(x)"),
        # Of a whole repository many files are; `symbols` and `status` say it.
        ({"partial": True}, "a.py:3: function C.f def f(x)"),
        ({"signature": "C.f"}, "a.py:3: function C.f"),
        ({"signature": "def f(\n  x,\n)"}, "a.py:3: function C.f def f( x, )"),
    ],
)
def test_the_state_is_shown_unless_fresh(
    fields: dict[str, Any], line: str, opened: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown(answer(result(**fields)), opened, capsys)[1] == line + "\n"


@pytest.mark.parametrize("path", ODD_NAMES)
def test_every_path_is_one_line_for_an_editor(
    path: bytes, opened: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    """Case A10"""
    _, out, _ = shown(answer(result(path=path)), opened, capsys)
    (line,) = out.splitlines()
    match = QUICKFIX.fullmatch(line)
    assert match
    assert match.group(1) == output.path_label(path)
    _, out, _ = shown(answer(result(path=path)), opened, capsys, json=True)
    (row,) = json.loads(out)["results"]
    assert row["path"].encode("utf-8", "surrogateescape") == path


def test_paths_open_from_a_subdirectory(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (repo.path / "sub/deep").mkdir(parents=True)
    monkeypatch.chdir(repo.path / "sub/deep")
    below = Repository.open()
    rows = answer(result(path=b"sub/x.py"), result(), result(state=UNCHECKED))
    out = shown(rows, below, capsys)[1].splitlines()
    assert [line.split(":")[0] for line in out] == ["../x.py", "../../a.py", "a.py"]


def test_how_many_there_are_in_all(opened: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """Case C05"""
    _, out, _ = shown(answer(result(), result(), total=240), opened, capsys)
    assert out.splitlines()[-1] == "2 of 240 (go on with --offset 2)"
    _, out, _ = shown(answer(result(), total=240, offset=100), opened, capsys)
    assert out.splitlines()[-1] == "101 to 101 of 240 (go on with --offset 101)"
    code, out, _ = shown(answer(total=240, offset=300), opened, capsys)
    assert (code, out) == (0, "0 of 240 (--offset 300 is past the last)\n")


def test_nothing_says_what_was_searched(
    opened: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = shown(answer(), opened, capsys)
    assert (code, out) == (1, "")
    assert err.startswith("nothing found for 'f' in 12 files of aaaaaaaaaaaa; 3 skipped")
    gap = SEARCHED._replace(complete=False, missing=700)
    code, out, err = shown(answer(searched=gap), opened, capsys)
    assert "so far" in err
    assert "700 files not indexed yet (git uindex build)" in err


def test_results_of_a_part_say_so(opened: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    gap = SEARCHED._replace(complete=False, missing=700)
    _, out, err = shown(answer(result(), searched=gap), opened, capsys)
    assert out.count("\n") == 1
    assert err == "not complete: 700 files not indexed yet (git uindex build)\n"


def test_source_cannot_pass_for_an_answer(
    opened: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    """Case F08"""
    text = "evil.py:1: function root\n\x1b[2Jx\r\n15 of 240\n"
    source = Source(text, "blob", 7, [(7, 9)], [(10, 12)])
    _, out, _ = shown(answer(result(source=source)), opened, capsys)
    lines = out.splitlines()
    assert lines[0] == "a.py:3: function C.f def f(x)"
    assert lines[1] == "  from blob bbbbbbbbbbbb, as indexed:"
    assert all(line.startswith("  ") for line in lines[1:])
    assert "\x1b" not in out
    assert lines[-1] == "  (lines 10 to 12 left out)"


LINE = re.compile(
    r'(?P<path>"(?:[^"\\]|\\.)*"|(?! )[^"]*?):(?P<line>\d+): '
    r"(?P<marks>(?:\[[a-z0-9, ]+\] )*)(?P<kind>\w+) .*"
)
"""As the reference documents a line."""
HOSTILE = (
    *("[deleted]", "[moved from line 1]", "f() [fresh]", "] [candidate]", "a.py:9: function g"),
    *(":1: [gone] function x", "a.py:1:", "x:7", " a.py:1: function g", "function", "", "[", '"'),
    *("  from the worktree:", "  12 | return 1", "15 of 240 (go on with --offset 15)", "a\\"),
)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_of_a_repository_passes_for_a_mark_of_ours(
    text: str, opened: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    """Case F08: read as documented, a line says what is true, whatever stands in the repository."""
    link = {"status": "candidate", "why": text, "reason": text, "hop": 2}
    for fields, marks in (
        ({"path": text.encode() or b"x"}, ""),
        ({"qualname": text, "name": text}, ""),
        ({"signature": text}, ""),
        ({"signature": text, "state": CHANGED}, "[changed] "),
        (link, "[candidate, hop 2] "),
        ({**link, "state": DELETED}, "[candidate, hop 2] [deleted] "),
    ):
        one = result(**fields)
        _, out, _ = shown(answer(one), opened, capsys)
        (line,) = out.splitlines()
        match = LINE.fullmatch(line.ljust(len(line) + 1))
        assert match, line
        assert match["path"] == output.path_label(one.path), line
        assert (match["line"], match["marks"], match["kind"]) == ("3", marks, "function"), line


def test_escapes_in_names_are_shown(opened: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    evil = result(qualname="a\x1b[31mb", signature="x\u202ey\x9bz", kind="k\n")
    _, out, _ = shown(answer(evil, query="q\x1b"), opened, capsys)
    assert out == "a.py:3: k\\n a\\x1b[31mb x\\u202ey\\x9bz\n"


class Terminal:
    """Standard output that claims to be a terminal."""

    def __init__(self, path: Path) -> None:
        self.buffer = path.open("wb", buffering=0)

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        pass


@pytest.mark.parametrize("plain", ["", "1"])
def test_aligned_and_coloured_on_a_terminal(
    plain: str, opened: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal(tmp_path / "out")
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setenv("NO_COLOR", plain)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(os, "get_terminal_size", lambda: os.terminal_size((60, 24)))
    long = result(path=b"longer/path.py", kind="class", signature="x" * 200)
    show_answer(answer(result(), long), opened)
    terminal.buffer.close()
    text = (tmp_path / "out").read_text()
    assert ("\x1b[" in text) == (not plain)
    lines = re.sub(r"\x1b\[\d*m", "", text).splitlines()
    assert lines[0] == "a.py:3:           function C.f def f(x)"
    assert lines[1].startswith("longer/path.py:3: class    C.f xxx")
    assert len(lines[1]) <= 60
    assert lines[1].endswith("…")
    assert lines[2] == "2 of 2"


def test_a_long_name_does_not_leave_its_line_on_a_terminal(
    opened: Repository, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "is_terminal", lambda stream=None: True)
    monkeypatch.setattr(os, "get_terminal_size", lambda: os.terminal_size((60, 20)))
    monkeypatch.setenv("NO_COLOR", "1")
    one = answer(result(qualname="n" * 200, state=CHANGED), result(signature="s" * 200))
    lines = shown(one, opened, capsys)[1].splitlines()[:2]
    assert [len(line) for line in lines] == [60, 60]
    assert lines[0].startswith("a.py:3: [changed] function nnn")
    assert lines[0].endswith("n…")
    assert lines[1].startswith("a.py:3:           function C.f sss")


def test_what_is_missing_of_a_rev_is_built_by_its_name(
    opened: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    searched = Searched("a" * 40, "b" * 40, False, 12, 3, 0)
    show_answer(answer(searched=searched), opened, at="v1.2")
    said = capsys.readouterr().err
    assert "3 files not indexed yet (git uindex build v1.2)" in said
    assert "HEAD" not in said
