"""`export --format ctags`: a file that editors and readtags understand."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.query.asking import exported, index
from tests.repos import ODD_NAMES
from uindex.query.export.ctags import _sorted
from uindex.query.options import Scope

if TYPE_CHECKING:
    from tests.repos import Repo

SOURCE = (
    "class Shape:\n    def area(self, unit=f(g(), h)):\n        pass\n\n\ndef draw(shape): pass\n"
    "def draw(shape): pass\n"
)
MARKDOWN = "# !Bang\n\n# a\\b\n\n## In it\n"


def tags(repo: Repo, scope: Scope | None = None) -> list[bytes]:
    """The lines below the header."""
    lines = exported(repo, "ctags", scope).split(b"\n")
    assert lines.pop() == b""
    header = [line for line in lines if line.startswith(b"!_TAG_")]
    assert lines[: len(header)] == header
    assert lines == sorted(lines)
    return lines[len(header) :]


def test_lines(repo: Repo) -> None:
    repo.commit({"lib/a.py": SOURCE, "b.md": MARKDOWN})
    index(repo)
    repo.write({"lib/a.py": "def uncommitted(): pass\n"})
    assert tags(repo) == [
        b'In it\tb.md\t5;"\theading\tline:5\tlanguage:Markdown\theading:a\\\\b\tend:5',
        b'Shape\tlib/a.py\t1;"\tclass\tline:1\tlanguage:Python\tend:3',
        b'\\x21Bang\tb.md\t1;"\theading\tline:1\tlanguage:Markdown\tend:2',
        b'a\\\\b\tb.md\t3;"\theading\tline:3\tlanguage:Markdown\tend:5',
        b'area\tlib/a.py\t2;"\tmethod\tline:2\tlanguage:Python\tclass:Shape'
        b"\tsignature:(self, unit=f(g(), h))\tend:3",
        b'draw\tlib/a.py\t6;"\tfunction\tline:6\tlanguage:Python\tsignature:(shape)\tend:6',
        b'draw\tlib/a.py\t7;"\tfunction\tline:7\tlanguage:Python\tsignature:(shape)\tend:7',
    ]


def test_members_that_stand_outside_of_their_type(repo: Repo) -> None:
    repo.commit({"a.go": "package p\n\nfunc (t *T) Run(n int) {}\n"})
    assert tags(index(repo))[0].split(b"\t")[:6] == [
        *(b"Run", b"a.go", b'3;"', b"method", b"line:3", b"language:Go"),
    ]
    assert b"\tclass:T\t" in tags(repo)[0]


def test_odd_paths(repo: Repo) -> None:
    repo.commit(dict.fromkeys(ODD_NAMES, "def f(): pass\n"))
    found = [line.split(b"\t") for line in tags(index(repo)) if line.startswith(b"f\t")]
    assert {len(fields) for fields in found} == {8}
    # What ends with a blank is no file of Python.
    named = {"t": b"\t", "n": b"\n", "r": b"\r", "\\": b"\\"}
    paths = {re.sub(rb"\\(.)", lambda m: named[m[1].decode()], fields[1]) for fields in found}
    assert paths == {os.fsencode(name) for name in ODD_NAMES} - {b"trail .py "}


def test_another_rev(repo: Repo) -> None:
    repo.commit({"a.py": "def before(): pass\n"})
    index(repo)
    repo.commit({"a.py": "def after(): pass\n"})
    index(repo)
    assert [line.split(b"\t")[0] for line in tags(repo, Scope(at="HEAD~1"))] == [b"before"]
    assert [line.split(b"\t")[0] for line in tags(repo)] == [b"after"]


def test_more_lines_than_are_held() -> None:
    lines = [b"%d\n" % (n * 7 % 50) for n in range(100)]
    assert list(_sorted(iter(lines), 8)) == sorted(set(lines))
    assert list(_sorted(iter(lines[:7]), 8)) == sorted(lines[:7])
    assert list(_sorted(iter(()), 8)) == []


@pytest.mark.skipif(not shutil.which("readtags"), reason="no readtags")
def test_readtags_finds_them(repo: Repo) -> None:
    repo.commit({"lib/a.py": SOURCE, "b.md": MARKDOWN})
    (repo.path / "tags").write_bytes(exported(index(repo), "ctags"))

    def ask(*argv: str) -> list[str]:
        done = subprocess.run(
            ["readtags", "-t", "tags", *argv], cwd=repo.path, capture_output=True, check=True
        )
        return done.stdout.decode().splitlines()

    assert [line.split("\t")[1:3] for line in ask("-", "draw")] == [
        ["lib/a.py", "6"],
        ["lib/a.py", "7"],
    ]
    assert ask("-", "a\\b")[0].startswith("a\\b\tb.md\t3")
    assert len(ask("-l")) == 7
