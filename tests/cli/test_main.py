"""Exit codes, and that a person gets one line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from uindex.cli import main, output
from uindex.errors import BUG, ENVIRONMENT, INTERRUPTED, USAGE, EnvironmentFault, UsageError

if TYPE_CHECKING:
    from tests.repos import Repo

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def inside(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    repo.commit({"a.py": "def f(): pass\n"})
    monkeypatch.chdir(repo.path)
    return repo


def verb_that(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail(**values: object) -> int:
        raise error

    monkeypatch.setattr(main, "_read", lambda argv: (fail, {}))


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("no query"), USAGE),
        (EnvironmentFault("cannot"), ENVIRONMENT),
        (OSError(28, "No space left on device"), ENVIRONMENT),
        (KeyboardInterrupt(), INTERRUPTED),
    ],
)
def test_an_error_is_at_most_one_line(
    error: BaseException,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    verb_that(monkeypatch, error)
    assert main.run(["find", "x"]) == code
    assert capsys.readouterr().err.count("\n") <= 1


def test_a_bug_is_one_line_and_its_trace_is_in_the_log(
    inside: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    verb_that(monkeypatch, ZeroDivisionError("seven"))
    assert main.run(["find", "x"]) == BUG
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    path = inside.path / ".git/uindex/log"
    assert str(path) in said
    assert "ZeroDivisionError: seven" in path.read_text()


def test_a_bug_outside_a_repository_still_shows_its_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    verb_that(monkeypatch, ZeroDivisionError("seven"))
    assert main.run(["find", "x"]) == BUG
    assert "ZeroDivisionError: seven" in capsys.readouterr().err


def test_escapes_in_an_error_are_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    verb_that(monkeypatch, UsageError("no file \x1b[2Jx"))
    main.run(["find", "x"])
    assert "\x1b" not in capsys.readouterr().err


def uindex(*argv: str, cwd: Path, **options: object) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-P", "-m", "uindex", *argv],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["-h"], 0),
        (["--version"], 0),
        (["find", "-h"], 0),
        (["help"], 0),
        (["help", "frob"], USAGE),
        (["find"], USAGE),
        (["find", "--frob", "x"], USAGE),
        (["find", "x", "-k", "-5"], USAGE),
        (["find", "x", "--offset", "-1"], USAGE),
        (["frob"], USAGE),
        ([], USAGE),
    ],
)
def test_usage(argv: list[str], code: int, tmp_path: Path) -> None:
    done = uindex(*argv, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr


def test_help_of_a_verb(tmp_path: Path) -> None:
    """By either name; arguments have names, and no types of Python's."""
    done = uindex("help", "find", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout == uindex("find", "-h", cwd=tmp_path).stdout
    assert "\n  QUERY  A name, " in done.stdout


def test_not_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    done = uindex("find", "x", cwd=tmp_path)
    assert done.returncode == ENVIRONMENT
    assert done.stderr.startswith("git uindex: not a git repository")
    assert done.stderr.count("\n") == 1


PIPE = """
import sys
from uindex.cli import main, output
def flood(**values):
    while True:
        output.write("line\\n" * 1000)
main._read = lambda argv: (flood, {})
main.main()
"""


def started(script: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_reader_that_goes_away_is_no_error() -> None:
    process = started(PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == b"line\n"
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(10) == main.BROKEN_PIPE


SLEEP = """
import time
from uindex.cli import main, output
def sleep(**values):
    output.write("ready\\n")
    __import__("sys").stdout.flush()
    time.sleep(30)
main._read = lambda argv: (sleep, {})
main.main()
"""


def test_interrupted() -> None:
    process = started(SLEEP)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == b"ready\n"
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == INTERRUPTED
    assert b"Traceback" not in process.stderr.read()
    process.stdout.close()
    process.stderr.close()


def test_sizes_and_counts() -> None:
    assert output.size_label(512) == "512 bytes"
    assert output.size_label(1536) == "1.5 KiB"
    assert output.plural(1, "file") == "1 file"
    assert output.plural(1200, "file") == "1,200 files"


def test_closed_output_is_said(tmp_path: Path) -> None:
    command = f"{sys.executable} -P -m uindex find x >&-"
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.fspath(ROOT)},
        stderr=subprocess.PIPE,
    )
    assert (done.returncode, done.stderr) == (3, b"git uindex: standard output is closed\n")
