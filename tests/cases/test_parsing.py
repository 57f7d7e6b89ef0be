"""Cases B01 to B04 at the command line: deep, hostile and misleading sources, and their kin.

That a worker which crashes, spins or eats memory costs one file is in tests/test_pool.py.
"""

from __future__ import annotations

import argparse
import inspect
import os
import pydoc
import subprocess
import tarfile
import time
import tomllib
import typing
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.cases.cli import ROOT, ask, build, document, state
from tests.repos import Repo


def places(repo: Repo, name: str) -> list[tuple[str, int]]:
    return [place[:2] for place in state(repo, name)]


def test_deep_trees(repo: Repo) -> None:
    """B01"""
    repo.commit(
        {
            "deep.js": f"x = {'(' * 3000}1{')' * 3000};\nfunction after_deep() {{}}\n",
            "chain.py": f"x = {' + '.join(['1'] * 4000)}\ndef after_chain(): pass\n",
            "nest.py": "".join(f"{' ' * n}if x:\n" for n in range(90))
            + f"{' ' * 90}def at_90(): pass\n",
            "ok.py": "def ok(): pass\n",
        }
    )
    assert build(repo).startswith("4 files at ")
    assert places(repo, "after_deep") == [("deep.js", 2)]
    assert places(repo, "after_chain") == [("chain.py", 2)]
    assert places(repo, "at_90") == [("nest.py", 91)]
    assert places(repo, "ok") == [("ok.py", 1)]


MANY = 5000
DEEP = {
    "a.c": (f"int x = {'(' * MANY}1{')' * MANY};\nint last(void) {{ return 0; }}\n", 2),
    "b.c": (f"void f(void) {{{'{' * MANY}{'}' * MANY}}}\nint last(void) {{ return 0; }}\n", 2),
    "c.c": ("void f(void) { if (a) {}" + "else if (b) {}\n" * 4000 + "}\nint last() {}\n", 4002),
    "d.cpp": (f"{''.join(f'namespace n{n} {{' for n in range(500))}int last() {{}}{'}' * 500}", 1),
    "e.go": (f"package m\nvar x = {'(' * MANY}1{')' * MANY}\nfunc last() {{}}\n", 3),
    "f.rs": (f"const X: i32 = {'(' * MANY}1{')' * MANY};\nfn last() {{}}\n", 2),
    "g.rs": (f"{''.join(f'mod m{n} {{' for n in range(800))}fn last() {{}}{'}' * 800}", 1),
    "h.rb": (f"x = {'[' * MANY}{']' * MANY}\ndef last; end\n", 2),
    "i.rb": (f"x{'.y' * 8000}\ndef last; end\n", 2),
    "J.java": (f"class J {{ int x = {'(' * MANY}1{')' * MANY};\nvoid last() {{}} }}", 2),
    "k.ts": (f"type T = {'A<' * 1500}x{'>' * 1500};\nfunction last() {{}}\n", 2),
    "l.js": (f"{'f(function(){' * 1500}{'})' * 1500}\nfunction last() {{}}\n", 2),
    "m.js": (f"x = {'1 + ' * 8000}1;\nfunction last() {{}}\n", 2),
    "n.py": ("if x: pass\n" + "elif x: pass\n" * 3000 + "def last(): pass\n", 3002),
    "o.md": (f"{'>' * MANY} quote\n\n{'[' * 20000}\n\n{'*a' * 20000}\n\n# last\n", 7),
    "p.md": ("".join(f"{'  ' * n}- x\n" for n in range(500)) + "\n# last\n", 502),
    "q.rst": (f"{''.join(' ' * n + 'x' + chr(10) for n in range(500))}\nlast\n====\n\nx\n", 502),
    "r.json": (f'{{"a": {"[" * MANY}{"]" * MANY},\n"last": 2}}', 2),
    "s.yaml": (f"x: {'[' * MANY}{']' * MANY}\nlast: 1\n", 2),
    "t.toml": (f"x = {'[' * MANY}{']' * MANY}\n[last]\ny = 1\n", 2),
}


def test_deep_trees_of_every_language(repo: Repo) -> None:
    """B01: what follows the depth is found, at its line."""
    repo.commit({path: text for path, (text, _) in DEEP.items()})
    assert build(repo).startswith(f"{len(DEEP)} files at ")
    assert ask(repo, "status", "--skipped").out == ""
    results = document(repo, "find", "last", "-k", "100")["results"]
    lines = {one["path"]: one["line"] for one in results if one["name"] == "last"}
    assert lines == {path: line for path, (_, line) in DEEP.items()}


def test_large_files_again_and_again(repo: Repo) -> None:
    """B02: the same records each time, in the same memory."""
    modules = (argparse, inspect, pydoc, typing, tarfile)
    sources = {Path(m.__file__ or "").name: Path(m.__file__ or "").read_bytes() for m in modules}
    repo.commit(sources)
    tips, peaks = set(), []
    for _ in range(3):
        with subprocess.Popen(
            ["git", "uindex", "build", "--force", "--jobs", "1"],
            cwd=repo.path,
            stdout=subprocess.DEVNULL,
        ) as running:
            _, code, usage = os.wait4(running.pid, 0)
            running.returncode = os.waitstatus_to_exitcode(code)
        assert running.returncode == 0
        tips.add(repo.oid("refs/uindex/index^{tree}"))
        peaks.append(usage.ru_maxrss)
    assert len(tips) == 1
    assert max(peaks) < 1.2 * min(peaks)


def test_the_parser_that_reads_freed_memory_is_excluded() -> None:
    """B02"""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (wanted,) = [one for one in project["dependencies"] if one.startswith("tree-sitter==")]
    assert wanted == f"tree-sitter=={version('tree-sitter')}"
    assert not wanted.endswith("==0.26.0")


def test_sources_that_keep_a_parser_busy(repo: Repo) -> None:
    """B03"""
    repo.commit(
        {
            "brk.js": "{ try { a() } catch { (, q",
            "open.rs": "(" * 200_000,
            "obj.js": "var a=" + "{b:[" * 20_000,
            "arr.c": "int a[" * 20_000,
            "one.min.js": "var a=1;" * 600_000,
            "gen.ts": "a<" * 5000,
            "ok.py": "def ok(): pass\n",
        }
    )
    began = time.monotonic()
    said = build(repo)
    assert time.monotonic() - began < 30
    assert said.startswith("6 files at ")
    assert "skipped 1 (too large 1)" in said
    assert places(repo, "ok") == [("ok.py", 1)]
    assert ask(repo, "status", "--skipped").lines == ["one.min.js: too large"]
    assert "nothing to do" in build(repo)


def test_a_file_that_crashes_the_grammar_is_named_and_left(repo: Repo) -> None:
    """B03: whatever becomes of such files, the others are indexed, and none is tried twice."""
    repo.commit(
        {
            "a.java": "a<" * 50_000,
            "c.md": "[a](" * 20_000,
            "d.yaml": "a: &a *" * 10_000,
            "e.rb": "%w(" * 4_000,
            "f.cpp": "template<" * 5_000,
            "g.py": 'f"{' * 20_000,
            "h.go": "[]" * 5_000,
            "ok.py": "def ok(): pass\n",
        }
    )
    began = time.monotonic()
    said = ask(repo, "build")
    assert said.code == 0
    for line in (said.out + said.err).splitlines()[1:]:
        assert line.startswith("failed: "), said
    assert places(repo, "ok") == [("ok.py", 1)]
    took, again = time.monotonic() - began, time.monotonic()
    build(repo)
    assert time.monotonic() - again < max(2, took / 2)


def partly(repo: Repo, name: str) -> list[tuple[str, int, str, bool]]:
    return [
        (one["path"], one["line"], one["kind"], one["partial"])
        for one in document(repo, "find", name)["results"]
        if one["name"] == name
    ]


def test_macros_hide_no_function(repo: Repo) -> None:
    """B04"""
    repo.commit(
        {
            "note.c": "#define NOTE do { /* why */ ; } while (0)\n"
            "int after_macro(int a) { return a; }\nint far_below(void) { return 2; }\n",
            "page.c": "#define PAGE(n) void page_##n(void) {}\nPAGE(one)\nPAGE(two)\n"
            "int total_pages(void) { return 2; }\nint last_page(void) { return 3; }\n",
            "cond.c": "int a(void) {\n#if X\n  if (1) {\n#else\n  if (2) {\n#endif\n  }\n"
            "  return 0;\n}\nint b(void) { return 1; }\n",
        }
    )
    build(repo)
    for name, path, line in (
        ("after_macro", "note.c", 2),
        ("far_below", "note.c", 3),
        ("total_pages", "page.c", 4),
        ("last_page", "page.c", 5),
        ("a", "cond.c", 1),
        ("b", "cond.c", 10),
    ):
        (one,) = partly(repo, name)
        assert one[:3] == (path, line, "function")
        # Where nothing was damaged there is nothing to say: the tree of page.c has no fault.
        assert one[3] or path != "cond.c"
    assert ask(repo, "find", "b").lines == ["cond.c:10: function b int b(void)"]
    said = ask(repo, "symbols", "cond.c")
    assert said.err == "cond.c: partly parsed; definitions may be missing\n"
    assert {one["path"] for one in document(repo, "status")["partial"]} == {"cond.c"}


MACROS = """\
#define DEF(x) /* a
 comment */ x
DEF(int) old_style(a, b)
  int a; char *b;
{ return a; }
EXPORT_SYMBOL(old_style)
static inline __attribute__((always_inline)) int with_attribute(int x) { return x; }
MODULE_LICENSE("GPL")
__init int at_start(void) { return 0; }
#define LOOP(x) for (;;) { /* never { ends
 */ x
int after_loop(void) { return 1; }
API_EXPORT(int) exported(int x) { return x; }
SYSCALL_DEFINE2(open2, const char *, name, int, flags)
{
\treturn 0;
}
char *s = "{{{"; /* unterminated "quote */
int after_text(void) { return '{'; }
#define MULTI(a) \\
  do { /* one */ \\
     a; /* two */ \\
  } while (0)
int after_lines(void)
{
\tMULTI(x)
\treturn 0;
}
#if 0
int dead( {
#endif
int at_the_end(void) { return 1; }
"""


@pytest.mark.parametrize("suffix", ["c", "cpp"])
def test_other_macros_hide_no_function_either(repo: Repo, suffix: str) -> None:
    """B04"""
    repo.commit({f"a.{suffix}": MACROS})
    build(repo)
    lines = {
        one["name"]: one["line"]
        for one in document(repo, "symbols", f"a.{suffix}", "-k", "100")["results"]
        if one["kind"] in ("function", "macro")
    }
    wanted = {"with_attribute": 7, "at_start": 9, "after_loop": 12, "exported": 13}
    wanted |= {"after_text": 19, "after_lines": 24, "at_the_end": 32}
    if suffix == "c":
        wanted |= {"old_style": 3, "open2": 14}
    assert {name: lines.get(name) for name in wanted} == wanted


def test_keys_that_are_not_kept_are_told(repo: Repo) -> None:
    """B04"""
    keys = ",\n".join(f'"key_{number}": {number}' for number in range(2001))
    repo.commit({"many.json": f"{{{keys}}}\n", "few.json": '{"one": 1}\n'})
    build(repo)
    said = ask(repo, "symbols", "many.json")
    assert said.err.splitlines()[-1].startswith("many.json: has more keys than the index keeps")
    assert "few.json" not in ask(repo, "symbols", "few.json").err
    assert document(repo, "status")["capped"] == [{"path": "many.json"}]
    assert "capped" in ask(repo, "status").out
