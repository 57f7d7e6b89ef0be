"""Cases D01, D03, D05, D06; of B06, B08, B09, C05, E04 what they say of callers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.cases.cli import ask, build, document

if TYPE_CHECKING:
    from tests.repos import Repo

CAPTURES = """import { v } from "validlib";
import { useNav } from "navlib/hooks";
export const Body = v.rec(1);
export function Comp() { return useNav() }
export async function out() { return fetch("http://e.invalid") }
export default { async fetch(r) { return 1 } }
"""


def sites(repo: Repo, verb: str, *argv: str) -> list[tuple[str, int, str, str]]:
    """(path, line, caller, status) of each answer."""
    results = document(repo, verb, *argv, "-k", "1000")["results"]
    return [(one["path"], one["line"], one["qualname"], one["status"]) for one in results]


def callers(repo: Repo, name: str) -> list[str]:
    """Callers that are certain, by name."""
    return [one[2] for one in sites(repo, "callers", name) if one[3] == "resolved"]


def test_what_is_external_binds_to_no_namesake(repo: Repo) -> None:
    """D01"""
    repo.commit(
        {
            "ext/cap.ts": "function rec(a) { return a }\nexport { rec }\n",
            "back/w.ts": CAPTURES,
            "test/nav-mock.ts": "export function useNav() { return 0 }\n",
            "p.py": "import json, os\ndef load(): pass\ndef a(): return json.load(1)\n"
            'def b(): return os.path.join("a")\ndef join(): pass\n',
        }
    )
    build(repo)
    for name in ("rec", "useNav", "fetch", "load", "join"):
        assert callers(repo, name) == []
    assert [one[3] for one in sites(repo, "callees", "Comp")] == ["external"]
    assert [one[3] for one in sites(repo, "callees", "p.py#a")] == ["external"]


def test_emitted_extensions(repo: Repo) -> None:
    """D03"""
    repo.commit(
        {
            "lib/util.ts": "export function draw() {}\n",
            "other/util.ts": "export function draw() {}\n",
            "lib/deep/index.mts": "export function inIndex() {}\n",
            "main.ts": 'import { draw as d } from "./lib/util.js";\n'
            'import { inIndex } from "./lib/deep/index.mjs";\n'
            "export class P { draw() { return d() } go() { inIndex() } }\n",
            "q.ts": 'import { draw } from "./lib/util.js";\n'
            "export class Q { draw() { return draw() } }\n",
        }
    )
    build(repo)
    assert callers(repo, "lib/util.ts#draw") == ["P.draw", "Q.draw"]
    assert sites(repo, "callers", "other/util.ts#draw") == []
    assert callers(repo, "inIndex") == ["P.go"]
    around = document(repo, "neighbors", "lib/util.ts")["results"]
    assert [(one["path"], one["line"], one["link"]) for one in around] == [
        ("main.ts", 1, "import"),
        ("q.ts", 1, "import"),
    ]
    around = document(repo, "neighbors", "main.ts", "--kind", "import")["results"]
    assert [one["path"] for one in around] == ["lib/util.ts", "lib/deep/index.mts"]


def test_names_handed_on_by_packages(repo: Repo) -> None:
    """D05"""
    repo.commit(
        {
            "pkg/__init__.py": "from .alpha.impl import target as target, other\n"
            '__all__ = ["target"]\n',
            "pkg/alpha/__init__.py": "",
            "pkg/beta/__init__.py": "",
            "pkg/alpha/impl.py": "def target(): pass\ndef other(): pass\n",
            "pkg/beta/impl.py": "def target(): pass\n",
            "use.py": "from pkg import target\nimport pkg.alpha.impl as ai\n"
            "import pkg.beta.impl\ndef u1(): target()\ndef u2():\n"
            "    from pkg.alpha import impl\n    impl.other()\ndef u3(): ai.target()\n"
            "def u4(): pkg.beta.impl.target()\n",
            "ns/brain.py": "def think(): pass\n",
            "ns/run.py": "from . import brain\nfrom .brain import think as th\n"
            "def u5(): brain.think(); th()\n",
        }
    )
    build(repo)
    assert callers(repo, "pkg/alpha/impl.py#target") == ["u1", "u3"]
    assert callers(repo, "pkg/beta/impl.py#target") == ["u4"]
    assert callers(repo, "other") == ["u2"]
    assert sites(repo, "callers", "think") == [("ns/run.py", 3, "u5", "resolved")] * 2
    around = document(repo, "neighbors", "pkg/alpha/impl.py#target", "--kind", "import")
    assert {one["path"] for one in around["results"]} == {"pkg/__init__.py", "use.py"}


def test_aliases_of_configuration_with_comments(repo: Repo) -> None:
    """D06"""
    repo.commit(
        {
            "conf/base.json": '{ "compilerOptions": { "baseUrl": "..", "paths": '
            '{ "@/*": ["src/*"], "#lib": ["src/lib/index.ts"], } } }\n',
            "tsconfig.json": '{\n  // comment\n  "extends": "./conf/base.json",\n'
            '  "include": ["**/*.ts", "**/*.tsx"], /* block */\n'
            '  "compilerOptions": { "strict": true, },\n}\n',
            "src/lib/utils.ts": "export function cn() {}\n",
            "src/lib/index.ts": "export function lib() {}\n",
            "src/page.ts": 'import { cn } from "@/lib/utils";\nimport { lib } from "#lib";\n'
            "export function page() { cn(); lib() }\n",
            "js/jsconfig.json": '{"compilerOptions":{"baseUrl":".","paths":{"~/*":["src/*"]}}}\n',
            "js/src/t.js": "export function thing() {}\n",
            "js/m.js": 'import { thing } from "~/t";\nexport const z = () => thing();\n',
        }
    )
    build(repo)
    for name, caller in (("cn", "page"), ("lib", "page"), ("thing", "z")):
        assert callers(repo, name) == [caller]
    repo.write({"tsconfig.json": "{ this is none }\n"})
    said = ask(repo, "callers", "cn")
    assert "tsconfig.json" in said.err


def test_anonymous_defaults_call(repo: Repo) -> None:
    """B06"""
    repo.commit(
        {
            "h.ts": "export function helper() { return 1 }\n",
            "page.tsx": 'import { helper } from "./h";\n'
            "export default function Page() { return helper() }\n",
            "anon.ts": 'import { helper } from "./h";\n'
            "export default function () { return helper() }\n",
        }
    )
    build(repo)
    assert callers(repo, "helper") == ["default", "Page"]


def test_members_of_templates_are_called(repo: Repo) -> None:
    """B08"""
    text = (
        "namespace n {\n"
        "template <typename T> class Crate { public: T weigh() const; void load(T v); };\n"
        "template <typename T> T Crate<T>::weigh() const { return T(); }\n"
        "struct Plain { void go(); };\n"
        "void Plain::go() { Crate<int>().weigh(); }\n}\n"
    )
    repo.commit({"t.cpp": text})
    build(repo)
    assert {one[:3] for one in sites(repo, "callers", "weigh")} == {("t.cpp", 5, "n::Plain::go")}


def test_methods_of_one_name_in_a_package(repo: Repo) -> None:
    """B09"""
    repo.commit(
        {
            "go.mod": "module ex.invalid/m\n",
            "a.go": "package m\ntype A struct{}\ntype stack[T any] struct{}\n"
            "func (a *A) Close() { audit() }\nfunc (s *stack[T]) Push(v T) { audit() }\n"
            "func (stack[T]) Len() int { return 0 }\nfunc audit() {}\n",
            "b.go": "package m\ntype B struct{}\nfunc (B) Close() {}\nfunc (a A) Extra() {}\n",
        }
    )
    build(repo)
    assert callers(repo, "audit") == ["A.Close", "stack.Push"]


def test_pages_count_all_callers(repo: Repo) -> None:
    """C05"""
    files = {f"m{n}.py": f"def execute_{n}(): target()\n" for n in range(240)}
    repo.commit(files | {"t.py": "def target(): pass\n"})
    build(repo)
    answer = document(repo, "callers", "target", "-k", "15")
    assert (answer["total"], answer["shown"], answer["truncated"]) == (240, 15, True)
    pages = [
        one["id"]
        for offset in (0, 100, 200)
        for one in document(repo, "callers", "target", "-k", "100", "--offset", str(offset))[
            "results"
        ]
    ]
    assert len(pages) == len(set(pages)) == 240
    # Nothing imports it: a name match, and none of them is certain.
    assert {one["status"] for one in answer["results"]} == {"candidate"}
    assert "15 of 240" in ask(repo, "callers", "target", "-k", "15").out
    around = document(repo, "neighbors", "target", "--kind", "call", "-k", "15")
    assert (around["total"], around["shown"], around["truncated"]) == (240, 15, True)


def test_untracked_callers(repo: Repo) -> None:
    """E04"""
    repo.commit({".gitignore": "build/\n", "t.py": "def t(): pass\n"})
    build(repo)
    repo.write({"new.py": "from t import t\ndef fresh(): t()\n"})
    repo.write({"build/g.py": "from t import t\ndef ign(): t()\n"})
    (result,) = document(repo, "callers", "t")["results"]
    assert (result["qualname"], result["state"], result["line_now"]) == ("fresh", "uncommitted", 2)


def test_sites_in_edited_files_are_read_again(repo: Repo) -> None:
    repo.commit({"t.py": "def t(): pass\n", "u.py": "from t import t\ndef one(): t()\n"})
    build(repo)
    repo.write({"u.py": "X = 1\nfrom t import t\ndef one(): t()\ndef two(): t()\n"})
    results = document(repo, "callers", "t")["results"]
    assert [(one["qualname"], one["line"], one["state"]) for one in results] == [
        ("one", 3, "moved"),
        ("two", 4, "uncommitted"),
    ]
    (old,) = document(repo, "callers", "t", "--no-refresh")["results"]
    assert (old["line"], old["line_now"], old["state"]) == (2, None, "changed")
    (repo.path / "u.py").unlink()
    assert document(repo, "callers", "t")["results"] == []
    (then,) = document(repo, "callers", "t", "--at", "HEAD")["results"]
    assert (then["line"], then["state"]) == (2, "unchecked")


def test_what_a_change_reaches(repo: Repo) -> None:
    repo.commit(
        {
            "core.py": "def parse(): pass\nclass Base:\n    def run(self): parse()\n",
            "app.py": "from core import Base\nclass App(Base):\n    def go(self): self.run()\n",
            "tests/test_app.py": "from app import App\ndef test_go(): App().go()\n",
            "other.py": "def parse(): pass\ndef elsewhere(): parse()\n",
        }
    )
    build(repo)
    answer = document(repo, "impact", "core.py#parse")
    reached = [(one["qualname"], one["hop"]) for one in answer["results"]]
    assert reached == [("Base.run", 1), ("App.go", 2), ("test_go", 3)]
    assert any("tests/test_app.py" in note for note in answer["notes"])
    names = {one["qualname"] for one in document(repo, "impact", "core.py")["results"]}
    assert {"App", "App.go", "app.py"} <= names
    assert "elsewhere" not in names


def test_hubs_are_shown_and_not_gone_through(repo: Repo) -> None:
    lines = "".join(f"def f{n}(): log()\n" for n in range(150))
    repo.commit(
        {
            "log.py": "def log(): pass\n",
            "many.py": "from log import log\n" + lines,
            "one.py": "from log import log\ndef alone(): log()\n",
        }
    )
    build(repo)
    answer = document(repo, "neighbors", "alone", "--depth", "2", "-k", "500")
    assert [one["name"] for one in answer["results"]] == ["log"]
    assert any("log.py#log" in note and "not expanded" in note for note in answer["notes"])


def test_faults_of_a_question(repo: Repo) -> None:
    repo.commit({"a.py": "def f(): pass\n"})
    build(repo)
    assert ask(repo, "neighbors", "f", "--kind", "friend").code == 2
    assert ask(repo, "callers", "").code == 2
    nothing = ask(repo, "callers", "f")
    assert (nothing.code, nothing.out) == (1, "")
    assert nothing.err.startswith("no callers of 'f' in 1 file")
    assert ask(repo, "callers", "g").err.startswith("no such symbol: 'g' in 1 file")
    assert document(repo, "callers", "f")["targets"] == ["a.py#f"]


def test_links_of_an_export(repo: Repo) -> None:
    many = "".join(f"class C{n}:\n    def run(self): pass\n" for n in range(21))
    repo.commit(
        {
            "a.py": "import gone\nfrom b import f, nothing\nimport json\n"
            "def g(x): f(); x.run(); json.load(x); nothing()\nclass D(B): pass\n",
            "b.py": "def f(): pass\nclass B: pass\n",
            "many.py": many,
        }
    )
    build(repo)
    repo.write({"a.py": "def uncommitted(): pass\n"})
    rows = [json.loads(line) for line in ask(repo, "export").lines]
    edges = [row for row in rows if row["type"] == "edge" and row["src_path"] == "a.py"]
    assert [
        (one["kind"], one["line"], one["name"], one["dst_symbol"], one["status"]) for one in edges
    ] == [
        ("import", 1, "gone", None, "external"),
        ("import", 2, "f", "b.py#f", "resolved"),
        ("import", 2, "nothing", None, "dangling"),
        ("import", 3, "json", None, "external"),
        ("call", 4, "f", "b.py#f", "resolved"),
        ("call", 4, "run", None, "candidate"),
        ("call", 4, "load", None, "external"),
        ("call", 4, "nothing", None, "dangling"),
        ("use", 5, "B", "b.py#B", "candidate"),
    ]
    assert edges[2]["reason"] == "b.py has no nothing"
    assert edges[5]["candidates"] == 21


def test_calls_through_a_supertype(repo: Repo) -> None:
    repo.commit(
        {
            "shape.py": "class Shape:\n    def area(self): pass\n"
            "class Square(Shape):\n    def area(self): pass\n",
            "use.py": "from shape import Shape, Square\n"
            "def one(s: Shape): s.area()\ndef two(s: Square): s.area()\n",
        }
    )
    build(repo)
    results = document(repo, "callers", "shape.py#Square.area")["results"]
    assert [(one["qualname"], one["status"], one["reason"]) for one in results] == [
        ("two", "resolved", ""),
        ("one", "candidate", "through Shape.area"),
    ]


def test_types_that_inherit_in_a_circle(repo: Repo) -> None:
    repo.commit(
        {
            "a.py": "class A(B):\n    def run(self): pass\nclass B(A):\n"
            "    def run(self): pass\ndef go(a: A): a.run(); a.stop()\n"
        }
    )
    build(repo)
    assert sites(repo, "callers", "A.run") == [("a.py", 5, "go", "resolved")]
    assert sites(repo, "callers", "B.run") == [("a.py", 5, "go", "candidate")]


def test_objects_that_are_made_by_a_method(repo: Repo) -> None:
    repo.commit(
        {
            "body.rb": "class Body\n  def initialize(x)\n  end\nend\n",
            "use.rb": "require_relative 'body'\ndef go\n  Body.new(1)\nend\n",
        }
    )
    build(repo)
    assert callers(repo, "Body") == ["go"]
    assert callers(repo, "Body.initialize") == ["go"]


def test_a_name_means_what_has_it_exactly(repo: Repo) -> None:
    repo.commit(
        {
            "a.py": "class Start:\n    def run(self): pass\ndef start(): pass\nstart()\n"
            "class Other:\n    def run(self): pass\nOther().run()\nStart().run()\n",
        }
    )
    build(repo)
    assert [one[1] for one in sites(repo, "callers", "start")] == [4]
    assert [one[1] for one in sites(repo, "callers", "Start.run")] == [8]
    answer = document(repo, "callers", "run")
    assert answer["targets"] == ["a.py#Start.run", "a.py#Other.run"]
    assert any(note.startswith("2 definitions are meant") for note in answer["notes"])


def test_what_an_edit_adds_has_an_id(repo: Repo) -> None:
    repo.commit({"a.py": "def tgt(): pass\n", "b.py": "def one(): pass\n"})
    build(repo)
    repo.write({"b.py": "def tgt(): pass\ndef one(): pass\ndef three(): tgt()\n"})
    assert "b.py#tgt" in {one["id"] for one in document(repo, "find", "tgt")["results"]}
    assert [one[2] for one in sites(repo, "callers", "b.py#tgt")] == ["three"]


def test_what_is_not_there_is_said(repo: Repo) -> None:
    repo.commit({"a.py": "LIMIT = 3\ndef f(): pass\ndef g(): f()\n"})
    build(repo)
    answer = document(repo, "impact", "f", "nosuch")
    assert "no such symbol or path: nosuch" in answer["notes"]
    assert any("not followed" in note for note in document(repo, "impact", "LIMIT")["notes"])


def test_very_many_candidates(repo: Repo) -> None:
    classes = "".join(f"class C{n}:\n    def run(self): pass\n" for n in range(100))
    calls = "def many(x):\n" + "    x.run()\n" * 2000
    repo.commit({"classes.py": classes, "calls.py": calls})
    build(repo)
    answer = document(repo, "neighbors", "many")
    assert answer["total"] == 20
    assert {one["reason"] for one in answer["results"]} == {"by name"}
