"""Hard input for every language: `python -m tests.languages.hard [LANG ...]`.

Brackets and keywords in each other 10,000 times, lines of a mebibyte, 50,000 functions, minified
text.  Each case goes through a worker, as in a build, that may take as much time and memory as
there, so one that is too hard costs one file.  Prints those that take more than two seconds of
processor time or fail; exit code 1 if any ended in an exception of Python.
"""

from __future__ import annotations

import resource
import sys
from typing import TYPE_CHECKING, NamedTuple

from tests.languages import update
from uindex.pool import OK, SECONDS, Job, Pool

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DEPTH = 10_000
FUNCTIONS = 50_000
LINE = 1 << 20
"""Bytes of a long line, and of a minified text: the most that is read by default."""
TOLD = 2.0
"""Seconds from which a case is printed."""

_C = "int f%d(int a) { return a; }\n"
_JS = "function f%d(a) { return a }\n"
_FUNCTION = {
    "bash": "f%d() { :; }\n", "c": _C, "cpp": _C, "csharp": "class F%d { void f() {} }\n",
    "css": ".f%d { color: red }\n", "dart": _C, "elixir": "def f%d(a), do: a\n",
    "go": "func f%d(a int) int { return a }\n", "haskell": "f%d a = a\n",
    "ini": "f%d = 1\n", "java": "class F%d { void f() {} }\n", "javascript": _JS,
    "json": '{"f%d": 1}\n', "julia": "function f%d(a) a end\n", "kotlin": "fun f%d(a: Int) = a\n",
    "lua": "function f%d(a) return a end\n", "makefile": "f%d: a\n\techo\n",
    "markdown": "# f%d\na\n", "ocaml": "let f%d a = a\n", "perl": "sub f%d { 1 }\n",
    "php": "<?php function f%d($a) {} ?>\n",
    "python": "def f%d(a): return a\n", "r": "f%d <- function(a) a\n", "rst": "f%d\n=======\n",
    "ruby": "def f%d(a) a end\n", "rust": "fn f%d(a: u8) -> u8 { a }\n",
    "scala": "def f%d(a: Int) = a\n", "sql": "create table f%d (a int);\n",
    "swift": "func f%d(a: Int) {}\n", "toml": "f%d = 1\n", "tsx": _JS, "typescript": _JS,
    "yaml": "f%d: 1\n", "zig": "fn f%d(a: u8) u8 { return a; }\n",
}  # fmt: skip
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("f(", ")"), ("{ x = ", "}"))
_NESTED = {
    "bash": (("if a; then ", " fi;"), ("$(", ")"), ("${a:-", "}"), ("case a in a) ", ";; esac")),
    "c": (("if (a) {", "}"), ("struct a {", "};"), ("\n#if A\n", "\n#endif\n"), ("/*", "*/")),
    "cpp": (("namespace a {", "}"), ("class A {", "};"), ("A<", ">"), ("[]() {", "}")),
    "csharp": (("class A {", "}"), ("namespace a {", "}"), ("() => {", "}")),
    "go": (("func() {", "}"), ("struct { a ", "}"), ("map[a]", ""), ("if a {", "}")),
    "html": (("<div>", "</div>"), ("<svg>", "")),
    "java": (("class A {", "}"), ("A<", ">"), ("() -> {", "}"), ("if (a) {", "}")),
    "javascript": (("function a() {", "}"), ("`${", "}`"), ("class A { a() {", "}}"),
                   ("a => ", "")),
    "json": (('{"a":', "}"), ("[{", "}]")),
    "kotlin": (("class A {", "}"), ("fun a() {", "}"), ('"${', '}"')),
    "lua": (("function a() ", " end"), ("if a then ", " end"), ("do ", " end")),
    "markdown": (("> ", ""), ("- ", ""), ("[", "](a)"), ("**", "**")),
    "ocaml": (("module A = struct ", " end "), ("let a = ", " in a "), ("(*", "*)"), ("sig ", "")),
    "php": (("<?php if ($a) {", "}"), ("<?php function a() {", "}")),
    "python": (("lambda: ", ""), ("not ", ""), ("f'{", "}'"), ("x if y else ", "")),
    "ruby": (("if a; ", " end;"), ("class A; ", " end;"), ("def a; ", " end;"), ('"#{', '}"'),
             ("a { ", " }")),
    "rust": (("mod a {", "}"), ("fn a() {", "}"), ("A<", ">"), ("a!(", ")"), ("/*", "*/")),
    "scala": (("class A {", "}"), ("def a = {", "}")),
    "swift": (("class A {", "}"), ("func a() {", "}"), ('"\\(', ')"')),
    "tsx": (("<a>", "</a>"), ("<a b={", "}/>")),
    "typescript": (("namespace a {", "}"), ("A<", ">"), ("{ a: ", "}")),
    "yaml": (("- ", ""), ("a: {", "}"), ("? ", "")),
    "xml": (("<a>", "</a>"),),
}  # fmt: skip
_REPEATED = ("a", "a.", "a.a(1)", "1,", '"a" ', "a = ", "a;", '"', "'", "`", "/*", "<!--", "\\",
             "#", "import {{{{…/*/*", "é", "\t", "a\n ")  # fmt: skip


class Case(NamedTuple):
    """A hard text."""

    lang: str
    name: str
    text: bytes


def cases(lang: str, depth: int = DEPTH, line: int = LINE) -> Iterator[Case]:
    """All hard texts for a language; less of each for a smaller depth and line."""
    for start, end in (*_BRACKETS, *_NESTED.get(lang, ())):
        yield Case(lang, f"{start!r} in each other", (start * depth + end * depth).encode())
        yield Case(lang, f"{start!r} never closed", (start * depth).encode())
    for part in _REPEATED:
        yield Case(lang, f"a line of {part!r}", (part * (line // len(part))).encode()[:line])
    sample = update.sample(lang).read_bytes()
    yield Case(
        lang, "sample minified", (b" ".join(sample.split()) * (line // len(sample) + 1))[:line]
    )
    yield Case(lang, "sample repeated", (sample * (line // len(sample) + 1))[:line])
    if lang in _FUNCTION:
        count = FUNCTIONS * depth // DEPTH
        text = "".join(_FUNCTION[lang] % number for number in range(count))
        yield Case(lang, f"{count} functions", text.encode())
        yield Case(lang, f"{count} functions on a line", text.replace("\n", " ").encode())


def run(texts: Iterable[Case], seconds: float = SECONDS) -> Iterator[tuple[Case, float, str]]:
    """Each case, the processor time of its worker with its start, and why there is no record."""
    for case in texts:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with Pool(None, seconds=seconds) as pool:
            (done,) = pool.run([Job(b"", bytes(20), case.lang, case.text)])
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        yield case, took, "" if done.outcome == OK else done.reason


def main(wanted: list[str]) -> int:
    failed = 0
    for lang in wanted or update.languages():
        count = 0
        for case, took, reason in run(cases(lang)):
            count += 1
            failed += ".py:" in reason
            if reason or took > TOLD:
                print(f"{lang}: {case.name}: {took:.1f} s {reason}", flush=True)
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
        print(f"{lang}: {count} cases, at most {most} MiB so far", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
