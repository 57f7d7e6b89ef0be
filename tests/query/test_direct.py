"""The first name after a clone: the records answer as the whole cache would."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.query.asking import find, index, places
from tests.repos import Repo
from uindex import hook
from uindex.git.repository import Repository
from uindex.hook.requests import take_lock
from uindex.query import direct, heal
from uindex.query.allowlist import Allowlist
from uindex.query.options import FindOptions, Scope
from uindex.query.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from uindex.query.results import Answer

ROOT = Path(__file__).parent.parent.parent

FILES: dict[str, str | bytes] = {
    "src/session.py": "class Session:\n    def open_all(self): pass\n\n\ndef close(): pass\n",
    "src/http.c": "int http_open(int fd) { return fd; }\nint httpOpen2;\n#define HTTP_OPEN 1\n",
    "src/tcp_send.c": "int tcp_sendmsg(int a) { return a; }\nint tcpsend_msg_locked(void) {}\n",
    "tests/test_session.py": "def test_open_all(): pass\n\n\ndef close(): pass\n",
    "lib/accounts.ex": "defmodule Hexpm.Accounts.User do\n  def close(x), do: x\nend\n",
    "main.tf": 'resource "aws_eks_cluster" "this" {\n  name = "x"\n}\n',
    "docs/open.md": "# Opening a session\n\nHow to close it.\n\n## Skies\n\nA sky.\n",
    "data.json": '{"close": 1, "session": {"open_all": 2}}\n',
    "src/sky.py": "def skies(): pass\n\n\ndef sky_map(): pass\n\n\nÜber_close = 1\n",
    "logo.png": b"\x89PNG\r\n\x1a\n\0\0\0",
    "notes.txt": b"close\0binary",
    "src/more.py": "def http_open_more(): pass\n",
    "src/own.py": "def my_own_http_opening(): pass\n",
    "same.py": "def close(): pass\n",
    "copy.py": "def close(): pass\n",
}
NAMES = (
    *("close", "Close", "CLOSE", "open_all", "openAll", "openall", "Session", "session"),
    *("http_open", "HTTP_OPEN", "httpopen", "tcp_sendmsg", "tcpSendMsg", "tcpsendmsg"),
    *("tcp_send_msg_locked", "User", "Accounts.User", "Hexpm.Accounts.User", "aws_eks_cluster"),
    *("Session.open_all", "src.session.close", "Accounts::close", "sky", "skies", "Skies", "same"),
    *("test_open", "close()", "this", "sky.skies", "nothing_is_called_so", "clsoe", "a session"),
    *("src/http.c", "session.py", "Über_close", "+="),
)


@pytest.fixture(autouse=True)
def anything_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct, "LEAST_FILES", 1)


@pytest.fixture
def clone(repo: Repo) -> Repo:
    """A repository with an index and no cache."""
    repo.commit(FILES)
    return without_cache(index(repo))


def without_cache(repo: Repo) -> Repo:
    shutil.rmtree(repo.path / ".git/uindex", ignore_errors=True)
    return repo


def ask(
    repo: Repo, query: str, scope: Scope | None = None, **options: object
) -> tuple[Answer, bool]:
    """The answer to a first question, and whether it was had without a cache."""
    with Session.open(Repository.open(str(repo.path)), scope or Scope()) as session:
        found = session.find(query, FindOptions(**options), alone=True)  # type: ignore[arg-type]
        assert not (session.direct and list(repo.path.glob(".git/uindex/cache/*.db")))
        return found, session.direct


def test_records_answer_as_the_cache_does(clone: Repo) -> None:
    answers = {}
    for name in NAMES:
        answers[name] = ask(clone, name, limit=100, source=True)
        without_cache(clone)
    for name in NAMES:
        assert answers[name][0] == find(clone, name, limit=100, source=True), name
    ways = {name: way for name, (_, way) in answers.items()}
    # Where nothing is called so but for case, words have a say: that takes the whole tree.
    assert [name for name in NAMES if not ways[name]] == [
        *("openAll", "openall", "httpopen", "tcpSendMsg", "tcpsendmsg", "tcp_send_msg_locked"),
        *("User", "aws_eks_cluster", "sky", "same", "test_open", "nothing_is_called_so", "clsoe"),
        *("a session", "src/http.c", "session.py", "Über_close", "+="),
    ]


@pytest.mark.parametrize(
    "options",
    [
        {"kinds": ("class",)},
        {"langs": ("c",)},
        {"within": "docs"},
        {"paths": ("tests/**",)},
        {"allow": Allowlist(b"same.py\n")},
        {"limit": 1, "offset": 1},
    ],
)
def test_filters_count(clone: Repo, options: dict[str, object]) -> None:
    names = ("close", "session", "open_all")
    answers = {name: ask(clone, name, **options)[0] for name in names}  # type: ignore[arg-type]
    for name, answer in answers.items():
        assert answer == find(clone, name, **options)  # type: ignore[arg-type]


def test_the_worktree_counts(clone: Repo) -> None:
    clone.write(
        {
            "src/session.py": "# moved\n\nclass Session:\n    def open_all(self):\n        pass\n",
            "same.py": "def other(): pass\n",
            "new.py": "def close(): pass\n",
            "staged.py": "class Session: pass\n",
        }
    )
    os.unlink(clone.path / "copy.py")
    clone.git("add", "staged.py")
    clone.git("update-index", "--assume-unchanged", "src/http.c")
    clone.write({"src/http.c": "\n\nint http_open(int fd) { return fd; }\n"})
    names = ("close", "Session", "open_all", "http_open", "other")
    answers = {name: ask(clone, name, limit=100) for name in names}
    assert all(way for _, way in answers.values())
    states = {one.state for answer, _ in answers.values() for one in answer.results}
    assert {"fresh", "moved", "gone", "deleted", "uncommitted"} <= states
    for name in names:
        assert answers[name][0] == find(clone, name, limit=100), name


def test_of_what_is_too_common_what_is_called_so(
    clone: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(direct, "MOST_RECORDS", 1)
    answer, way = ask(clone, "http_open")
    assert way
    assert direct.ONLY_EXACT in answer.notes
    assert answer.searched == find(clone, "http_open").searched
    whole = places(find(clone, "http_open"))
    assert [one for one in whole if one[0] == b"src/http.c"] == places(answer)
    without_cache(clone)
    answer, way = ask(clone, "close")  # four records
    assert not way
    assert answer == find(clone, "close")


def test_what_little_is_missing_is_indexed(clone: Repo) -> None:
    clone.commit({"late.py": "def late_one(): pass\n"})
    scope = Scope(refresh=False)
    answer, _ = ask(clone, "close", scope)
    assert answer.searched.missing == 1
    assert ask(without_cache(clone), "late_one")[1]
    assert ask(clone, "late_one", scope)[0].searched.complete


def test_much_that_is_missing_is_said(clone: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    clone.commit({f"late{n}.py": f"def late{n}(): pass\n" for n in range(3)})
    monkeypatch.setattr(heal, "MOST_FILES", 2)
    answer, way = ask(clone, "close", limit=100)
    assert way
    assert answer.notes == ("3 files are not indexed yet; run git uindex build",)
    assert answer == find(clone, "close", limit=100)


def test_a_fresh_clone_is_told_of_both_ways(
    clone: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = clone.clone(tmp_path / "fresh")
    monkeypatch.setattr(heal, "MOST_FILES", 2)
    (note,) = find(fresh, "close").notes
    assert note.endswith("; run git uindex build, or git uindex fetch if your team shares an index")
    fresh.git("remote", "remove", "origin")
    (note,) = find(fresh, "close").notes
    assert note.endswith(" files are not indexed yet; run git uindex build")


def test_without_an_index_a_first_question_is_as_any(repo: Repo) -> None:
    repo.commit(FILES)
    answer, way = ask(repo, "close", Scope(refresh=False))
    assert not way
    assert answer.searched.files == 0
    answer, _ = ask(without_cache(repo), "close", limit=100)
    assert answer == find(repo, "close", limit=100)


def test_an_unborn_branch(repo: Repo) -> None:
    assert ask(repo, "close")[0].total == 0


def test_a_broken_record_is_left_to_the_usual_way(clone: Repo) -> None:
    tip = Repository.open(str(clone.path)).git("rev-parse", "refs/uindex/index").strip()
    blob = clone.git("hash-object", "-w", "--stdin", input=b"\x9cclose")
    oid = clone.git("rev-parse", "HEAD:same.py")
    path = b"records/%s/%s/%s" % (python_key(clone), oid[:2], oid[2:])
    new = clone.git(
        "fast-import",
        "--quiet",
        "--force",
        input=b"commit refs/uindex/index\ncommitter a <a> 0 +0000\ndata 0\n"
        b"from %s\nM 100644 %s %s\n" % (tip, blob, path),
    )
    assert new == b""
    answer, way = ask(clone, "close", limit=100)
    assert not way
    assert b"same.py" in {one.path for one in answer.results}


def python_key(repo: Repo) -> bytes:
    keys = repo.git("ls-tree", "--name-only", "refs/uindex/index:records").split(b"\n")
    return next(key for key in keys if key.startswith(b"python-"))


def test_another_rev_and_a_bare_clone(clone: Repo, tmp_path: Path) -> None:
    assert not ask(clone, "close", Scope(at="HEAD"))[1]
    bare = clone.clone(tmp_path / "bare", "--bare", "--no-local")
    bare.git("fetch", "-q", str(clone.path), "refs/uindex/index:refs/uindex/index")
    answer, way = ask(bare, "close", limit=100)
    assert way
    assert answer == find(bare, "close", limit=100)


def uindex(folder: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "uindex", *argv],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def large(repo: Repo) -> Repo:
    """As many files as it takes for a process of its own."""
    repo.commit({f"m{n}/a.py": "def close(): pass\n" for n in range(600)})
    return without_cache(index(repo))


def eventually(test: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not test():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_cache_is_made_behind_the_answer(large: Repo) -> None:
    first = uindex(large.path, "find", "close")
    assert first.returncode == 0, first.stderr
    slot, log = large.path / ".git/uindex/cache/main.db", large.path / ".git/uindex/log"
    eventually(lambda: log.exists() and "600 files in the cache" in log.read_text())
    assert slot.exists()
    eventually(lambda: not hook.running(os.fsencode(large.path / ".git/uindex")))
    before = log.read_text()
    assert uindex(large.path, "find", "close").stdout == first.stdout
    assert log.read_text() == before


def test_a_question_while_it_is_made_starts_no_other(large: Repo) -> None:
    state = large.path / ".git/uindex"
    state.mkdir()
    lock = take_lock(os.fsencode(state / "hook.lock"))
    assert lock is not None
    done = uindex(large.path, "find", "close", "--json")
    assert '"total": 600' in done.stdout
    assert not (state / "log").exists()
    os.close(lock)


def test_a_place_that_cannot_be_written(large: Repo) -> None:
    (large.path / ".git/uindex").write_text("no folder")
    for _ in range(2):
        done = uindex(large.path, "find", "close", "-k", "1")
        assert (done.returncode, done.stderr) == (0, "")
