"""`git uindex` as a user runs it: git finds the program on PATH, each call is a process."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from uindex.cli import main

if TYPE_CHECKING:
    from tests.repos import Repo

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 60
"""Seconds after which a call hangs."""


class Said(NamedTuple):
    """What a call said; bytes that are not UTF-8 survive as surrogates."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.split("\n")[:-1]


def install(folder: Path) -> None:
    """Put `git-uindex`, run from this checkout, into `folder`."""
    program = folder / "git-uindex"
    python, root = shlex.quote(sys.executable), shlex.quote(os.fspath(ROOT))
    program.write_text(f'#!/bin/sh\nPYTHONPATH={root} exec {python} -P -m uindex "$@"\n')
    program.chmod(0o755)


def ask(where: Path | Repo, *argv: str | bytes, **env: str) -> Said:
    """Run `git uindex argv` in a folder. No call may end in a traceback or say so."""
    folder = where if isinstance(where, Path) else where.path
    done = subprocess.run(
        ["git", "uindex", *argv],
        cwd=folder,
        env={**os.environ, **env},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    out, err = (part.decode("utf-8", "surrogateescape") for part in (done.stdout, done.stderr))
    assert "Traceback" not in out + err
    assert done.returncode in (0, 1, 2, 3), (argv, done.returncode, err)
    return Said(done.returncode, out, err)


def inside(where: Path | Repo, *argv: str | bytes, **env: str) -> Said:
    """`ask` in this process, for cases that ask much and do not hang on how we were started."""
    assert not env
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with (
        contextlib.chdir(where if isinstance(where, Path) else where.path),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = main.run([os.fsdecode(word) for word in argv])
    said = [part.buffer.getvalue().decode("utf-8", "surrogateescape") for part in (out, err)]
    assert code in (0, 1, 2, 3), (argv, code, said)
    return Said(code, *said)


def document(where: Path | Repo, *argv: str | bytes, **env: str) -> dict[str, Any]:
    """The JSON of an answer; 0 exactly when something was found."""
    said = ask(where, *argv, "--json", **env)
    assert said.code in (0, 1), said
    answer: dict[str, Any] = json.loads(said.out)
    assert "results" not in answer or said.code == int(not answer["results"])
    return answer


def build(where: Path | Repo, *argv: str, **env: str) -> str:
    """Build, as far as it must succeed; what it said on its one line."""
    said = ask(where, "build", *argv, **env)
    assert said.code == 0, said
    return said.out


def status(where: Path | Repo) -> dict[str, str]:
    """The text of `status`, by its first column."""
    said = ask(where, "status")
    assert said.code == 0, said
    pairs = (line.split(None, 1) for line in said.lines if not line.startswith(" "))
    return {pair[0]: pair[1] if len(pair) > 1 else "" for pair in pairs}


def state(where: Path | Repo, name: str, *options: str, **env: str) -> list[tuple[str, int, str]]:
    """(path, line as it is now or as indexed, state) of each definition of this very name."""
    return [
        (one["path"], one["line_now"] or one["line"], one["state"])
        for one in document(where, "find", name, *options, **env)["results"]
        if one["name"] == name and one["kind"] != "file"
    ]
