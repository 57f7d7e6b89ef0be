"""What is indexed, as what, with which marks; patterns and attributes against git itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.repos import init
from uindex.selection import Settings, choose, is_settings
from uindex.selection.globs import compile_glob

if TYPE_CHECKING:
    from pathlib import Path

FILE, LINK, GITLINK = 0o100644, 0o120000, 0o160000


def settings_of(files: dict[bytes, bytes]) -> Settings:
    return Settings.load(files.get, [p for p in files if p.endswith(b".gitattributes")])


@pytest.mark.parametrize(
    "path",
    [
        b".env", b"a/.env.local", b"prod.env", b"k.pem", b"tls/server.KEY", b"id_rsa",
        b".ssh/config", b".netrc", b"x.p12", b"credentials", b"credentials.json", b".npmrc",
    ],
)  # fmt: skip
def test_secrets_are_left_out(path: bytes) -> None:
    assert choose(Settings(), path, FILE).reason == "secret"


@pytest.mark.parametrize(
    "path",
    [b".env.example", b".env.sample", b"env.py", b"keys.py", b"id_rsa.pub", b".ssh/id_rsa.pub"],
)
def test_samples_and_public_keys_are_no_secrets(path: bytes) -> None:
    assert choose(Settings(), path, FILE).reason == ""


@pytest.mark.parametrize(
    ("path", "mode", "reason"),
    [
        (b"vendor/sub", GITLINK, "submodule"),
        (b"a.py", LINK, "symlink"),
        (b"logo.PNG", FILE, "binary"),
        (b"a.py", FILE, ""),
    ],
)
def test_reasons(path: bytes, mode: int, reason: str) -> None:
    assert choose(Settings(), path, mode).reason == reason


@pytest.mark.parametrize(
    ("path", "marks"),
    [
        (b"src/a.py", ""),
        (b"tests/a.py", "test"),
        (b"pkg/test_a.py", "test"),
        (b"pkg/test-run.sh", "test"),
        (b"src/run.test.ts", "test"),
        (b"pkg/a_test.go", "test"),
        (b"src/UserTest.java", "test"),
        (b"src/latest.py", ""),
        (b"src/test-run.ts", ""),
        (b"src/test_runner.mjs", ""),
        (b"src/contest.py", ""),
        (b"vendor/lib/d.py", "vendored"),
        (b"web/node_modules/x/i.js", "vendored"),
        (b"api_pb2.py", "generated"),
        (b"x.min.js", "generated"),
        (b"docs/a.md", "docs"),
        (b"README.md", "docs"),
        (b"third_party/t/test/x.c", "test vendored"),
    ],
)
def test_marks(path: bytes, marks: str) -> None:
    assert choose(Settings(), path, FILE).marks == frozenset(marks.split())


def test_attributes_give_and_take_marks() -> None:
    found = settings_of(
        {
            b".gitattributes": b"*.py linguist-generated\n/vendor/** -linguist-vendored\n"
            b"[attr]gen linguist-generated\n*.out gen\n*.inc linguist-language=Python\n",
            b"sub/.gitattributes": b"a.py !linguist-generated\n",
        }
    )
    assert choose(found, b"x/a.py", FILE).marks == {"generated"}
    assert choose(found, b"sub/a.py", FILE).marks == frozenset()
    assert choose(found, b"vendor/a.c", FILE).marks == frozenset()
    assert choose(found, b"b.out", FILE).marks == {"generated"}
    assert choose(found, b"b.inc", FILE).lang == "python"


def test_settings_of_the_tree() -> None:
    found = settings_of(
        {
            b".uindex.toml": b'max-size = 10\nexclude = ["gen/", "*.tmp.py", "!gen/keep.py"]\n'
            b'[languages]\n"*.foo" = "python"\n"*.bar" = "nonsense"\n'
        }
    )
    assert found.max_size == 10
    assert choose(found, b"a/gen/x.py", FILE).reason == "excluded"
    assert choose(found, b"gen/keep.py", FILE).reason == "excluded"  # its folder is
    assert choose(found, b"x.tmp.py", FILE).reason == "excluded"
    assert choose(found, b"gen.py", FILE).reason == ""
    assert choose(found, b"a.foo", FILE).lang == "python"
    assert found.problems == [".uindex.toml: languages: nonsense: no such language"]


@pytest.mark.parametrize(
    "data", [b"max-size = 'x'\n", b"\xff", b"= 1", b"unknown = 1", b"a = [" * 99]
)
def test_settings_that_make_no_sense_are_told(data: bytes) -> None:
    found = settings_of({b".uindex.toml": data})
    assert found.problems
    assert choose(found, b"a.py", FILE).reason == ""


def test_what_counts_as_settings() -> None:
    assert is_settings(b".uindex.toml")
    assert is_settings(b"a/.gitattributes")
    assert not is_settings(b"a/.uindex.toml")
    assert not is_settings(b"a/x.gitattributes")


PIECES = ["a", "b", "/", "*", "**", "?", "[ab]", "[!a]", "[a-c]", r"\*", "**/", "/**", ".", "[]a]"]
PATTERN = st.lists(st.sampled_from([*PIECES, "[[:alpha:]]", "[^]a]"]), min_size=1, max_size=6)
NAME = st.text("ab.c*]", min_size=1, max_size=3).filter(lambda name: name not in (".", ".."))
PATH = st.lists(NAME, min_size=1, max_size=4).map("/".join)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    patterns=st.lists(PATTERN.map("".join), min_size=1, max_size=40, unique=True),
    paths=st.lists(PATH, min_size=1, max_size=40, unique=True),
)
def test_patterns_match_as_in_git(tmp_path: Path, patterns: list[str], paths: list[str]) -> None:
    """The whole of wildmatch, by way of attributes: one attribute for each pattern."""
    repo = init(tmp_path / "globs")
    lines = "".join(f"{pattern} t{i}\n" for i, pattern in enumerate(patterns))
    repo.write({".gitattributes": lines})
    listed = "\0".join(paths).encode()
    out = repo.git("check-attr", "-z", "--all", "--stdin", input=listed).decode().split("\0")
    theirs = {(out[i], out[i + 1]) for i in range(0, len(out) - 2, 3)}
    globs = [compile_glob(pattern.encode()) for pattern in patterns]
    ours = {
        (path, f"t{i}")
        for i, glob in enumerate(globs)
        for path in paths
        if not glob.folder and glob.matches(path.encode())
    }
    assert ours == theirs


def test_no_pattern_is_slow() -> None:
    """Backtracking over these would outlast us all."""
    assert not compile_glob(b"*a" * 200 + b"b").matches(b"a" * 5000)
    assert not compile_glob(b"**/a/" * 100 + b"b").matches(b"a/" * 2000 + b"c")
