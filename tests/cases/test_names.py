"""Cases B06, B08, B09 and B11 at the command line: whose definitions they are, and where.

What they say of callers belongs to the resolution of links.
"""

from __future__ import annotations

import pytest

from tests.cases.cli import build, document
from tests.repos import Repo

Place = tuple[str, str, int]


def found(repo: Repo, name: str) -> list[Place]:
    """(path, qualified name, line) of the definitions of exactly that name."""
    results = document(repo, "find", name, "-k", "100")["results"]
    return sorted((r["path"], r["qualname"], r["line"]) for r in results if r["name"] == name)


def test_exports_are_found_once_each(repo: Repo) -> None:
    """B06"""
    repo.commit(
        {
            "h.ts": "export function helper() { return 1 }\n",
            "page.tsx": 'import { helper } from "./h";\n'
            "export default function Page() { return helper() }\n",
            "anon.ts": 'import { helper } from "./h";\n'
            "export default function () { return helper() }\n",
            "anonc.js": "export default class { run() { return 1 } }\n",
            "cjs.js": "exports.one = function () {}\nmodule.exports.two = () => 2\n"
            "module.exports = { three: async () => 3, four() {}, one: exports.one }\n"
            "const five = async () => 5\n",
        }
    )
    build(repo)
    assert found(repo, "Page") == [("page.tsx", "Page", 2)]
    assert found(repo, "run") == [("anonc.js", "default.run", 1)]
    assert found(repo, "default") == [("anon.ts", "default", 2), ("anonc.js", "default", 1)]
    for name, line in (("one", 1), ("two", 2), ("three", 3), ("four", 3), ("five", 4)):
        assert found(repo, name) == [("cjs.js", name, line)]


def test_members_of_templates_join_their_class(repo: Repo) -> None:
    """B08"""
    text = """#include <string>
namespace n {
template <typename T> class Crate { public: T weigh() const; void load(T v); };
template <typename T> T Crate<T>::weigh() const { return T(); }
template <>
void Crate<std::string>::load(std::string v) {}
template <typename A> A& same(A& a) { return a; }
struct Plain { void go(); operator bool() const; };
void Plain::go() { Crate<int>().weigh(); }
Plain::operator bool() const { return true; }
}
"""
    repo.commit({"t.cpp": text})
    build(repo)
    for name, owner, lines in (
        ("weigh", "n::Crate", (3, 4)),
        ("load", "n::Crate", (3, 6)),
        ("go", "n::Plain", (8, 9)),
        ("operator bool", "n::Plain", (8, 10)),
        ("same", "n", (7,)),
    ):
        assert found(repo, name) == [("t.cpp", f"{owner}::{name}", line) for line in lines]
    (same,) = document(repo, "find", "same", "-k", "1")["results"]
    assert same["kind"] == "function"
    outline = document(repo, "symbols", "t.cpp")["results"]
    assert not [one["qualname"] for one in outline if "<" in one["qualname"]]


def test_receivers_own_methods(repo: Repo) -> None:
    """B09"""
    repo.commit(
        {
            "a.go": "package m\ntype A struct{}\ntype stack[T any] struct{}\n"
            "func (a *A) Close() { audit() }\nfunc (s *stack[T]) Push(v T) { audit() }\n"
            "func (stack[T]) Len() int { return 0 }\nfunc audit() {}\n",
            "b.go": "package m\ntype B struct{}\nfunc (B) Close() {}\n"
            "func (a A) Extra() {}\nfunc (b * /*c*/ B) Odd() {}\n",
        }
    )
    build(repo)
    assert found(repo, "Close") == [("a.go", "A.Close", 4), ("b.go", "B.Close", 3)]
    assert found(repo, "Push") == [("a.go", "stack.Push", 5)]
    assert found(repo, "Len") == [("a.go", "stack.Len", 6)]
    assert found(repo, "Extra") == [("b.go", "A.Extra", 4)]
    assert found(repo, "Odd") == [("b.go", "B.Odd", 5)]


EXTENDED = {
    "a.cs": (
        "static class A {\n  class B<T> { void Go() {} }\n  void I.Go() {}\n}\n",
        {("A.B.Go", 2), ("A.I.Go", 3)},
    ),
    "a.kt": (
        "fun String.go() {}\nfun <T> List<T>.go() {}\nclass A { fun go() {} }\n",
        {("String.go", 1), ("List.go", 2), ("A.go", 3)},
    ),
    "a.swift": ("extension Array where Element == Int {\n  func go() {}\n}\n", {("Array.go", 2)}),
    "a.rs": ("impl<T> Tr for n::A<T> {\n  fn go() {}\n}\n", {("n::A::go", 2)}),
    "a.lua": (
        "local M = {}\nfunction M.go() end\nfunction M.a.b:go() end\n",
        {("M.go", 2), ("M.a.b.go", 3)},
    ),
    "a.js": ("A.prototype.go = function () {}\nA.B.go = () => 1\n", {("A.go", 1), ("A.B.go", 2)}),
    "a.rb": (
        "def self.go; end\nclass A::B\n  class << self\n    def go; end\n  end\nend\n",
        {("go", 1), ("A::B::go", 4)},
    ),
    "a.jl": ("module M\nBase.go(x) = x\nend\n", {("M.Base.go", 2)}),
    "a.dart": ("extension E on String { void go() {} }\n", {("String.E.go", 1)}),
    "a.pm": ("package A::B;\nsub go {}\n", {("A::B::go", 2)}),
}


@pytest.mark.parametrize("path", sorted(EXTENDED))
def test_owners_in_other_languages(repo: Repo, path: str) -> None:
    """B09, and B08 where types have arguments."""
    text, wanted = EXTENDED[path]
    repo.commit({path: text})
    build(repo)
    places = found(repo, "go") + found(repo, "Go")
    assert {(qualname, line) for _, qualname, line in places} == wanted


PAGES = {
    "c.vue": '<template>\n  <p>{{ a }}</p>\n</template>\n\n<script lang="ts">\n'
    "export function seven(): number {\n  return 7\n}\n</script>\n<script setup>\n"
    "function eleven() { return seven() }\n</script>\n",
    "c.svelte": '<!-- one\ntwo -->\n<script context="module">\n  export function four() {}\n'
    "</script>\n<script>\n  function seven_b() { four() }\n</script>\n<p>x</p>\n",
    "c.astro": "---\nconst a = 1;\nfunction in_front() {}\n---\n<p>{a}</p>\n<script>\n"
    "  function below() {}\n</script>\n",
    "c.html": "<!doctype html>\n<script>\nfunction third() {}\n</script>\r\n<p>x</p>\n"
    "<script type=module>function sixth() {}</script>\n",
    "c.php": "<html>\n<?php function second() {} ?>\n<p>\n<?php\nfunction fifth() {}\n",
    "c.ipynb": '{"cells": [\n {"cell_type": "code", "source": [\n  "x = 1\\n",\n'
    '  "def fourth(): pass\\n"\n ]},\n {"cell_type": "code", "source": ["def sixth_b(): pass"]}\n'
    '], "metadata": {"language_info": {"name": "python"}}, "nbformat": 4}\n',
    "c.md": "# One\n\n```js\nfunction no() {}\n```\n\n## Seven\n",
}


def test_lines_are_those_of_the_file(repo: Repo) -> None:
    """B11: whatever the file holds the script in."""
    repo.commit(PAGES)
    build(repo)
    for path, name, line in (
        ("c.vue", "seven", 6),
        ("c.vue", "eleven", 11),
        ("c.svelte", "four", 4),
        ("c.svelte", "seven_b", 7),
        ("c.astro", "in_front", 3),
        ("c.astro", "below", 7),
        ("c.html", "third", 3),
        ("c.html", "sixth", 6),
        ("c.php", "second", 2),
        ("c.php", "fifth", 5),
        ("c.ipynb", "fourth", 4),
        ("c.ipynb", "sixth_b", 6),
        ("c.md", "Seven", 7),
    ):
        assert [place[::2] for place in found(repo, name)] == [(path, line)]
