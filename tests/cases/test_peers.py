"""Faults of other tools that answer questions about code, as a kind each.

Where a fault has a test elsewhere it is named here, so that none gets lost:

- An answer from a stale index without a word: below, and tests/query/test_freshness.py.
- A state swallowed as markup of the terminal: below, and tests/cli/test_answers.py.
- Old line numbers on a live file, another function printed: tests/cases/test_states.py
  (test_source_is_never_of_another_symbol, test_text_that_moved_otherwise).
- Calls behind a nested function dropped, "none" said: below.
- Nested .gitignore left alone: tests/cases/test_states.py (test_every_way_to_ignore).
- Files over a size left out without a word, or grown past it and called unchanged: below.
- An interrupted run leaves a file marked done: tests/cases/test_states.py
  (test_killed_in_the_middle), tests/test_build.py (test_killed_builds_go_on).
- The same size and time and another content: below.
- HEAD moves and the tree does not, and all is stale for ever: below.
- Incremental differs from full, dependents stay unresolved: below, tests/query/test_files.py and
  tests/cache/test_follow.py (test_followed_and_fresh_agree), tests/test_build.py
  (test_incremental_is_fresh).
- Another branch's index for a worktree: below, and tests/query/test_freshness.py
  (test_linked_worktrees_do_not_see_each_other).
- Callers of one name all made up, or none: tests/cases/test_links.py
  (test_what_is_external_binds_to_no_namesake, test_methods_of_one_name_in_a_package).
- A definition in C counted as a call, and real calls lost: below.
- Caps in silence: below, tests/cases/test_search.py (test_counts_are_of_the_repository),
  tests/cases/test_links.py (test_pages_count_all_callers), tests/cases/test_states.py
  (test_what_is_left_out_is_not_said_to_be_unknown).
- `#` in a fenced block taken for a heading: below, and tests/languages/test_markdown.py.
- CRLF turned to LF goes unseen: below.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.cases import cli
from tests.cases.cli import build, document, state

if TYPE_CHECKING:
    from pathlib import Path

    from tests.repos import Repo


@pytest.fixture(autouse=True)
def inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of this hangs on how a process begins, and each takes a tenth of a second."""
    monkeypatch.setattr(cli, "ask", cli.inside)


def test_no_answer_from_an_index_of_another_commit_goes_without_a_word(repo: Repo) -> None:
    repo.commit({"a.py": "def old(): pass\n"})
    build(repo)
    assert state(repo, "old") == [("a.py", 1, "fresh")]
    repo.commit({"a.py": "def new(): pass\n"})
    # What is asked for is brought along.
    assert state(repo, "new") == [("a.py", 1, "fresh")]
    assert state(repo, "old") == []
    repo.commit({"b.py": "def newest(): pass\n", "a.py": "\ndef new(): pass\n"})
    # Where that is forbidden, nothing found says what was not looked at, and where HEAD is.
    said = cli.ask(repo, "find", "newest", "--no-refresh")
    assert (said.code, said.out) == (1, "")
    assert "not complete: 2 files not indexed yet (git uindex build)" in said.err
    index = document(repo, "find", "new", "--no-refresh")["index"]
    assert (index["head"], index["complete"], index["missing"]) == (repo.oid().hex(), False, 2)


def test_marks_of_ours_and_brackets_of_theirs_reach_a_terminal(repo: Repo) -> None:
    """Text and JSON tell the same, and nothing in brackets is taken for markup."""
    repo.commit({"a.py": "def one(x: list[int]): pass\n", "b.md": "# one [stale] [/bold]\n"})
    build(repo)
    repo.write({"a.py": "\ndef one(x: list[int]): pass\n"})
    said = cli.ask(repo, "find", "one")
    assert said.lines[0] == "a.py:2: [moved from line 1] function one def one(x: list[int])"
    assert "b.md:1: heading one [stale] [/bold]" in said.lines
    assert [one["state"] for one in document(repo, "find", "one")["results"]] == ["moved", "fresh"]


NESTED = {
    "a.py": "def target(): pass\ndef outer():\n    def inner(): pass\n    target()\n",
    "a.js": "function target() {}\nfunction outer() {\n  function inner() {}\n  target()\n}\n",
    "a.ts": "function target() {}\nconst outer = () => {\n  const inner = () => 1\n  target()\n}\n",
    "a.go": "package a\nfunc target() {}\nfunc outer() {\n\tf := func() {}\n\tf()\n\ttarget()\n}\n",
    "a.rs": "fn target() {}\nfn outer() {\n    fn inner() {}\n    target();\n}\n",
    "a.rb": "def target; end\ndef outer\n  define_method(:x) { 1 }\n  target()\nend\n",
    "a.lua": "local function target() end\nlocal function outer()\n"
    "  local function inner() end\n  target()\nend\n",
    "a.php": "<?php\nfunction target() {}\nfunction outer() {\n"
    "  $f = function () {};\n  target();\n}\n",
    "A.java": "class A { static void target() {}\n void outer() {\n"
    "  Runnable r = new Runnable() { public void run() {} };\n  target();\n } }\n",
    "a.c": "static void target(void) {}\nvoid outer(void) {\n  struct s { int x; };\n"
    "  target();\n}\n",
    "a.kt": "fun target() {}\nfun outer() {\n    fun inner() {}\n    target()\n}\n",
    "a.swift": "func target() {}\nfunc outer() {\n    func inner() {}\n    target()\n}\n",
}


def test_calls_behind_a_nested_definition_are_calls(repo: Repo) -> None:
    """And they are the outer function's."""
    repo.commit({f"{path.replace('.', '_')}/{path}": text for path, text in NESTED.items()})
    build(repo)
    found = document(repo, "callers", "target", "-k", "100")["results"]
    found += document(repo, "callers", "A.target")["results"]
    callers = {one["path"].rpartition("/")[2]: (one["line"], one["name"]) for one in found}
    wanted = {
        path: (text[: text.rindex("target")].count("\n") + 1, "outer")
        for path, text in NESTED.items()
    }
    assert callers == wanted


def test_a_file_that_grows_past_the_limit_is_left_out_aloud(repo: Repo) -> None:
    small, large = "def grows(): pass\n", "def grows(): pass\n" + "x = 1\n" * 50
    repo.commit({".uindex.toml": "max-size = 100\n", "a.py": small})
    build(repo)
    assert state(repo, "grows") == [("a.py", 1, "fresh")]
    repo.write({"a.py": large})
    # Not committed yet: what was indexed is still the answer, and it does not pass for fresh.
    ((_, _, now),) = state(repo, "grows")
    assert now != "fresh"
    repo.commit()
    said = cli.ask(repo, "find", "grows")
    assert said.code == 1
    assert "1 skipped" in said.err
    assert cli.ask(repo, "status", "--skipped").lines == ["a.py: too large"]
    assert cli.ask(repo, "symbols", "a.py").err == "git uindex: a.py: not indexed: too large\n"


def test_other_content_of_the_same_size_and_time(repo: Repo) -> None:
    repo.commit({"a.py": "def first(): return 1\n"})
    build(repo)
    assert state(repo, "first") == [("a.py", 1, "fresh")]
    path = repo.path / "a.py"
    before = path.stat()
    for text in ("def first(): return 2\n", "def third(): return 1\n"):
        repo.write({"a.py": text})
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert path.stat().st_size == before.st_size
        assert [one for *_, one in state(repo, "first")] != ["fresh"]
    assert state(repo, "third") == [("a.py", 1, "uncommitted")]


def test_a_commit_that_changes_no_file_makes_nothing_stale(repo: Repo) -> None:
    repo.commit({"a.py": "def same(): pass\n"})
    build(repo)
    for _ in range(2):
        repo.commit()  # an empty commit
        assert cli.ask(repo, "find", "same") == (0, "a.py:1: function same def same()\n", "")
    assert ": nothing to do in " in build(repo)


def test_who_depends_on_a_file_that_comes_and_goes(repo: Repo) -> None:
    """The answer after each step is that of an index made anew."""
    users = {"use.py": "from lib import help_out\ndef user(): help_out()\n"}
    repo.commit(users)
    build(repo)
    target = "def help_out(): pass\n"

    def told() -> list[tuple[str, str, int, str]]:
        return [
            (verb, one["path"], one["line"], one["status"])
            for verb, name in (("callers", "help_out"), ("callees", "user"))
            for one in document(repo, verb, name)["results"]
        ]

    repo.commit({"lib.py": target})
    known = [("callers", "use.py", 2, "resolved"), ("callees", "use.py", 2, "resolved")]
    assert told() == known
    repo.git("rm", "-q", "lib.py")
    repo.commit()
    (left,) = document(repo, "callees", "user")["results"]
    assert left["status"] != "resolved"
    repo.commit({"lib.py": target})
    assert told() == known
    build(repo, "--force")
    assert told() == known


def test_a_worktree_answers_for_its_own_branch(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.py": "def shared(): pass\n"})
    build(repo)
    other = repo.worktree(tmp_path / "other", "other")
    other.commit({"a.py": "\n\ndef shared(): pass\n", "b.py": "def only_there(): pass\n"})
    for _ in range(2):  # asked in turns: neither takes the other's index for its own
        assert state(other, "shared") == [("a.py", 3, "fresh")]
        assert state(repo, "shared") == [("a.py", 1, "fresh")]
        assert state(repo, "only_there") == []
        assert state(other, "only_there") == [("b.py", 1, "fresh")]


def test_a_definition_in_c_is_no_call_and_a_call_is_one(repo: Repo) -> None:
    repo.commit(
        {
            "a.c": "int work(int x);\n"
            "int\nwork(int x)\n{\n\treturn x;\n}\n"
            "static int (*table[])(int) = { work };\n"
            "int use(int x)\n{\n\tint y = work(x);\n\tif (work(y))\n\t\treturn (work)(y);\n"
            "\treturn work\n\t\t(x);\n}\n"
        }
    )
    build(repo)
    lines = [one["line"] for one in document(repo, "callers", "work")["results"]]
    assert set(lines) <= {10, 11, 12, 13}
    assert {10, 11, 13} <= set(lines)
    assert len(lines) == len(set(lines))


def test_no_list_ends_in_silence(repo: Repo) -> None:
    """Whatever a list leaves out, it says how many there are."""
    names = "".join(f"def do_{n}(): helper()\n" for n in range(30))
    repo.commit({"a.py": f"def helper(): pass\n{names}", "b.py": "import a\n"})
    build(repo)
    for argv, total in (
        (["find", "do"], 30),
        (["symbols", "a.py"], 31),
        (["callers", "helper"], 30),
        (["impact", "helper"], 30),
    ):
        answer = document(repo, *argv, "-k", "3")
        assert (answer["total"], answer["truncated"]) == (total, total > 3), argv
        if total > 3:
            said = cli.ask(repo, *argv, "-k", "3")
            assert said.lines[-1] == f"3 of {total} (go on with --offset 3)"


@pytest.mark.parametrize(
    ("path", "text", "heading"),
    [
        (
            "a.md",
            "# Real\n\n```sh\n# Fake one\n```\n\n~~~\n# Fake two\n~~~\n\n    # Fake\n",
            "Real",
        ),
        ("a.rst", "Real\n====\n\n::\n\n    Fake\n    ====\n", "Real"),
        ("a.adoc", "= Real\n\n----\n= Fake\n----\n", "Real"),
        ("a.org", "* Real\n#+begin_src sh\n,* Fake\n#+end_src\n", "Real"),
    ],
)
def test_code_in_documents_is_no_heading(repo: Repo, path: str, text: str, heading: str) -> None:
    repo.commit({path: text})
    build(repo)
    found = document(repo, "symbols", path)["results"]
    assert [one["name"] for one in found if one["kind"] == "heading"] == [heading]


def test_line_ends_that_change_are_a_change(repo: Repo) -> None:
    """Where no conversion of git's explains them."""
    repo.config("core.autocrlf", "false")
    repo.commit({"a.py": "X = 1\r\ndef ends():\r\n    return X\r\n"})
    build(repo)
    assert state(repo, "ends") == [("a.py", 2, "fresh")]
    repo.write({"a.py": "X = 1\ndef ends():\n    return X\n"})
    ((_, _, now),) = state(repo, "ends")
    assert now != "fresh"
