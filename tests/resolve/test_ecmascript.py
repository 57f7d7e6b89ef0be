"""Where imports of JavaScript and TypeScript lead."""

from __future__ import annotations

import json

import pytest

from tests.resolve.memory import bound, facts, imported
from uindex.resolve.bind import Binder
from uindex.resolve.families.ecmascript import FAMILY


def leads(specifier: str, texts: dict[str, str], path: str = "src/a.ts") -> str:
    """Where an import of `specifier` in the file at `path` leads."""
    text = f'import x from "{specifier}";\n'
    return imported({**texts, path: text}, path)[f"{specifier}:default"]


def tree(paths: str) -> dict[str, str]:
    return dict.fromkeys(paths.split(), "")


@pytest.mark.parametrize(
    ("specifier", "paths", "expected"),
    [
        # What may be left out, and in which order.
        ("./b", "src/b.ts src/b.js src/b.d.ts", "src/b.ts"),
        ("./b", "src/b.tsx", "src/b.tsx"),
        ("./b", "src/b.js src/b.d.ts", "src/b.js, src/b.d.ts"),
        ("./b", "src/b.d.ts", "src/b.d.ts"),
        ("./b", "src/b.mts", "src/b.mts"),
        ("./b", "src/b.json", "src/b.json"),
        ("./B", "src/B.vue", "src/B.vue"),
        ("./B", "src/B.svelte", "src/B.svelte"),
        ("./B.astro", "src/B.astro", "src/B.astro"),
        ("./b.css", "src/b.css", "src/b.css"),
        # The extension that is emitted.
        ("./b.js", "src/b.ts", "src/b.ts"),
        ("./b.js", "src/b.tsx", "src/b.tsx"),
        ("./b.js", "src/b.ts src/b.js", "src/b.ts"),
        ("./b.jsx", "src/b.tsx", "src/b.tsx"),
        ("./b.mjs", "src/b.mts", "src/b.mts"),
        ("./b.cjs", "src/b.cts", "src/b.cts"),
        ("./b.js", "src/b.d.ts src/b.js", "src/b.js, src/b.d.ts"),
        ("./b.test", "src/b.test.ts", "src/b.test.ts"),
        # Folders.
        ("./b", "src/b/index.ts", "src/b/index.ts"),
        ("./b/", "src/b.ts src/b/index.js", "src/b/index.js"),
        ("./b/index.mjs", "src/b/index.mts", "src/b/index.mts"),
        (".", "src/index.ts", "src/index.ts"),
        ("..", "index.ts src/index.ts", "index.ts"),
        # Queries and loaders.
        ("./b.svg?raw", "src/b.svg", "src/b.svg"),
        ("raw-loader!./b.txt", "src/b.txt", "src/b.txt"),
        # What is not there.
        ("./b", "lib/b.ts b.ts", "dangling no such file: src/b"),
        ("../../b", "b.ts", "dangling outside the repository: ../../b"),
        # What is outside.
        ("fs", "fs.ts src/fs.ts", "external node:fs"),
        ("fs/promises", "", "external node:fs/promises"),
        ("node:fs", "", "external node:fs"),
        ("virtual:icons", "", "external virtual:icons"),
        ("https://x.invalid/a.js", "", "external https://x.invalid/a.js"),
        ("react", "src/react.ts test/react.ts", "external react"),
        ("@scope/name/sub/x", "", "external @scope/name"),
        # By convention, where nothing says so.
        ("@/b", "package.json src/b.ts b.ts", "src/b.ts"),
        ("~/b", "b.ts", "b.ts"),
        ("$lib/b", "src/lib/b.ts", "src/lib/b.ts"),
        ("$app/stores", "", "external $app/stores"),
        ("/b.svg", "public/b.svg", "public/b.svg"),
        (
            "@/c",
            "src/b.ts",
            "dangling no alias for @ in a tsconfig.json or jsconfig.json, and no such file",
        ),
        ("#c", "", "dangling no imports of #c in a package.json"),
    ],
)
def test_paths(specifier: str, paths: str, expected: str) -> None:
    assert leads(specifier, tree(paths)) == expected


def test_a_script_means_the_script() -> None:
    texts = tree("src/b.ts src/b.js")
    assert leads("./b.js", texts, "src/a.js") == "src/b.js"


BASE = """{ "compilerOptions": { "baseUrl": "..", "paths": {
  "@/*": ["src/*"], "#lib": ["src/lib/index.ts"],
} } }"""


@pytest.mark.parametrize(
    ("specifier", "expected"),
    [("@/lib/utils", "src/lib/utils.ts"), ("#lib", "src/lib/index.ts"), ("lib", "external lib")],
)
def test_a_configuration_with_comments_that_extends_another(specifier: str, expected: str) -> None:
    texts = tree("src/lib/utils.ts src/lib/index.ts") | {
        "conf/base.json": BASE,
        "tsconfig.json": """{
  // comment
  "extends": "./conf/base.json",
  "include": ["**/*.ts", "**/*.tsx"], /* block */
  "compilerOptions": { "strict": true, },
}""",
    }
    assert leads(specifier, texts) == expected


def options(**said: object) -> str:
    return json.dumps({"compilerOptions": said})


@pytest.mark.parametrize(
    ("configurations", "specifier", "paths", "expected"),
    [
        # The longest prefix wins, exact ones before it; the paths of one are tried in order.
        ({"": {"@/*": ["x/*"], "@/deep/*": ["y/*"]}}, "@/deep/b", "x/deep/b.ts y/b.ts", "y/b.ts"),
        ({"": {"@/*": ["x/*"], "@/b": ["z.ts"]}}, "@/b", "x/b.ts z.ts", "z.ts"),
        ({"": {"@/*": ["x/*", "y/*"]}}, "@/b", "y/b.ts", "y/b.ts"),
        ({"": {"*-x": ["x/*"]}}, "b-x", "x/b.ts", "x/b.ts"),
        # What it cannot find is missed, not sought outside.
        (
            {"": {"@app/*": ["x/*"]}},
            "@app/b",
            "y/b.ts",
            "dangling no such file: x/b (@app/* of tsconfig.json)",
        ),
        ({"": {"*": ["types/*"]}}, "react", "", "external react"),
        ({"": {"react": ["node_modules/react"]}}, "react", "", "external react"),
        # The nearest wins.
        (
            {"": {"@/*": ["x/*"]}, "src/": {"@/*": ["y/*"]}},
            "@/b",
            "x/b.ts src/y/b.ts",
            "src/y/b.ts",
        ),
    ],
)
def test_paths_of_a_configuration(
    configurations: dict[str, dict[str, list[str]]], specifier: str, paths: str, expected: str
) -> None:
    texts = tree(paths)
    for folder, said in configurations.items():
        texts[f"{folder}tsconfig.json"] = options(paths=said)
    assert leads(specifier, texts) == expected


@pytest.mark.parametrize(
    ("texts", "specifier", "expected"),
    [
        ({"tsconfig.json": options(baseUrl="src")}, "lib/b", "src/lib/b.ts"),
        ({"tsconfig.json": options(baseUrl="./")}, "src/lib/b", "src/lib/b.ts"),
        ({"tsconfig.json": options(baseUrl="src")}, "lib/c", "external lib"),
        ({"src/jsconfig.json": options(paths={"~/*": ["lib/*"]})}, "~/b", "src/lib/b.ts"),
        # Several are extended: the last that says it counts, and the file itself before them.
        (
            {
                "tsconfig.json": '{"extends": ["./one", "./two.json"]}',
                "one.json": options(paths={"@/*": ["x/*"]}),
                "two.json": options(paths={"@/*": ["src/lib/*"]}),
            },
            "@/b",
            "src/lib/b.ts",
        ),
        # In a circle.
        (
            {
                "tsconfig.json": '{"extends": "./one.json"}',
                "one.json": '{"extends": "./tsconfig.json", "compilerOptions": {"baseUrl": "src"}}',
            },
            "lib/b",
            "src/lib/b.ts",
        ),
        # A package of the workspace.
        (
            {
                "tsconfig.json": '{"extends": "@x/config/strict.json"}',
                "package.json": '{"workspaces": ["tools/*"]}',
                "tools/c/package.json": '{"name": "@x/config"}',
                "tools/c/strict.json": options(paths={"@/*": ["${configDir}/src/lib/*"]}),
            },
            "@/b",
            "src/lib/b.ts",
        ),
        # One that only refers to others.
        (
            {
                "tsconfig.json": '{"files": [], "references": [{"path": "./tsconfig.app.json"}]}',
                "tsconfig.app.json": options(baseUrl=".", paths={"@/*": ["src/lib/*"]}),
            },
            "@/b",
            "src/lib/b.ts",
        ),
    ],
)
def test_where_a_configuration_says_it(
    texts: dict[str, str], specifier: str, expected: str
) -> None:
    assert leads(specifier, texts | {"src/lib/b.ts": ""}) == expected


def package(**said: object) -> str:
    return json.dumps({"name": "@x/p", **said})


@pytest.mark.parametrize(
    ("said", "specifier", "paths", "expected"),
    [
        # Entries, and what a build makes of sources.
        ({"main": "./lib/main.js"}, "@x/p", "lib/main.js", "lib/main.js"),
        ({"main": "lib/main"}, "@x/p", "lib/main.js src/main.ts", "lib/main.js"),
        ({"main": "dist/index.js"}, "@x/p", "src/index.ts", "src/index.ts"),
        ({"module": "es/main.js", "main": "dist/no.js"}, "@x/p", "src/main.tsx", "src/main.tsx"),
        ({"types": "dist/types/a/b.d.ts"}, "@x/p", "src/a/b.ts", "src/a/b.ts"),
        (
            {"source": "./code.ts", "main": "dist/index.js"},
            "@x/p",
            "code.ts src/index.ts",
            "code.ts",
        ),
        ({}, "@x/p", "index.js", "index.js"),
        ({}, "@x/p", "src/index.ts", "src/index.ts"),
        ({}, "@x/p/src/b", "src/b.ts", "src/b.ts"),
        ({}, "@x/p/lib/b", "src/b.ts", "src/b.ts"),
        ({}, "@x/p/deep/b", "src/deep/b.ts", "src/deep/b.ts"),
        # Exports.
        ({"exports": "./dist/a.js"}, "@x/p", "src/a.ts", "src/a.ts"),
        ({"exports": {"import": "./dist/a.mjs"}}, "@x/p", "src/a.ts", "src/a.ts"),
        (
            {"exports": {".": {"types": "./t.d.ts", "import": "./a.js"}}},
            "@x/p",
            "a.js t.d.ts",
            "a.js, t.d.ts",
        ),
        (
            {"exports": {".": {"node": {"import": ["./no.js", "./a.js"]}}}},
            "@x/p",
            "a.js",
            "a.js",
        ),
        (
            {"exports": {"./*": "./s/*.js", "./b": "./t.js"}},
            "@x/p/b",
            "s/b.js t.js",
            "t.js",
        ),
        (
            {"exports": {"./*": "./s/*.js", "./deep/*": "./dist/d/*.js"}},
            "@x/p/deep/b",
            "s/deep/b.js src/d/b.ts",
            "src/d/b.ts",
        ),
        ({"exports": {"./f/": "./src/g/"}}, "@x/p/f/b.js", "src/g/b.ts", "src/g/b.ts"),
        # What it lacks.
        ({}, "@x/p/none", "index.js", "dangling package @x/p in packages/p has no none"),
        (
            {"main": "dist/x.js"},
            "@x/p",
            "other.ts",
            "dangling package @x/p in packages/p has no file to begin with",
        ),
    ],
)
def test_packages_of_the_workspace(
    said: dict[str, object], specifier: str, paths: str, expected: str
) -> None:
    texts = {f"packages/p/{path}": "" for path in paths.split()}
    texts |= {"package.json": '{"workspaces": ["packages/*"]}'}
    texts |= {"packages/p/package.json": package(**said)}
    if "." in expected:
        expected = ", ".join(f"packages/p/{path}" for path in expected.split(", "))
    assert leads(specifier, texts, "packages/a/src/a.ts") == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ({"pnpm-workspace.yaml": "packages:\n  # c\n  - 'libs/**'\n  - '!**/q'\n"}, "libs/p/i.ts"),
        ({"pnpm-workspace.yaml": "packages: ['libs/*']\n"}, "libs/p/i.ts"),
        ({"lerna.json": '{"packages": ["libs/p"]}'}, "libs/p/i.ts"),
        ({"package.json": '{"workspaces": {"packages": ["libs/{a,p}"]}}'}, "libs/p/i.ts"),
        # In no list, and nobody says that it comes from outside.
        ({}, "libs/p/i.ts"),
        ({"package.json": '{"dependencies": {"@x/p": "^1.0.0"}}'}, "external @x/p"),
        ({"package.json": '{"dependencies": {"@x/p": "file:libs/p"}}'}, "libs/p/i.ts"),
        ({"package.json": '{"dependencies": {"@x/p": "workspace:*"}}'}, "libs/p/i.ts"),
    ],
)
def test_who_sees_a_package(texts: dict[str, str], expected: str) -> None:
    texts = texts | {"libs/p/package.json": package(main="i.ts"), "libs/p/i.ts": ""}
    assert leads("@x/p", texts) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("src/a.ts", "external @x/p"),
        ("test/fixtures/one/a.ts", "test/fixtures/one/p/i.ts"),
        ("test/fixtures/two/a.ts", "test/fixtures/two/p/i.ts"),
    ],
)
def test_packages_of_fixtures_are_seen_from_there(path: str, expected: str) -> None:
    texts = {
        f"test/fixtures/{one}/p/{name}": text
        for one in ("one", "two")
        for name, text in (("package.json", package(main="i.ts")), ("i.ts", ""))
    }
    assert leads("@x/p", texts | {"node_modules/@x/p/package.json": package()}, path) == expected


@pytest.mark.parametrize(
    ("specifier", "expected"),
    [
        ("#one", "src/one.ts"),
        ("#deep/two", "src/d/two.ts"),
        ("#outside", "external #outside"),
        ("#none", "dangling #none is not among the imports of package.json"),
        ("self/one", "src/one.ts"),
    ],
)
def test_imports_and_itself(specifier: str, expected: str) -> None:
    said = {
        "name": "self",
        "exports": {"./*": "./dist/*.js"},
        "imports": {
            "#one": {"types": "./dist/one.d.ts", "default": "./dist/one.js"},
            "#deep/*": "./src/d/*.js",
            "#outside": "lodash",
        },
    }
    texts = {"package.json": json.dumps(said)} | tree("src/one.ts src/d/two.ts")
    assert leads(specifier, texts) == expected


def test_a_folder_is_what_its_package_json_says() -> None:
    texts = {"src/b/package.json": '{"main": "./lib/x"}'} | tree("src/b/lib/x.js src/b/index.js")
    assert leads("./b", texts) == "src/b/lib/x.js"


def test_a_component_takes_in_sheets() -> None:
    texts = {
        "a/C.vue": '<style lang="scss">\n@use "vars";\n@import "~@/s/t";\n</style>\n',
        "a/_vars.scss": "",
        "src/s/t.scss": "",
    }
    assert imported(texts, "a/C.vue") == {"vars": "a/_vars.scss", "~@/s/t:*": "src/s/t.scss"}


def test_names_of_the_file_are_no_packages() -> None:
    texts = {"a.ts": "namespace A { export class B {} }\nimport C = A.B;\nexport default A.B;\n"}
    assert imported(texts, "a.ts") == {"A:B": "a.ts"}


def test_faults_are_named() -> None:
    known = facts(
        {
            "tsconfig.json": '{"extends": "./none.json"}',
            "b/jsconfig.json": "{",
            "c/package.json": "[]",
            "d/node_modules/x/package.json": "[",
            "e/tsconfig.json": '{"extends": "@tsconfig/node20", /* c */}',
        }
    )
    assert FAMILY.faults(known) == [
        ("b/jsconfig.json", "line 1: Expecting property name enclosed in double quotes"),
        ("c/package.json", "is no object"),
        ("tsconfig.json", "extends ./none.json, which is not in the repository"),
    ]


def test_libraries_and_globals_are_no_namesakes() -> None:
    texts = {
        "ext/cap.ts": "function rec(a) { return a }\nexport { rec }\n",
        "test/nav-mock.ts": "export function useNav() { return 0 }\n",
        "back/w.ts": (
            'import { v } from "validlib";\nimport { useNav } from "navlib/hooks";\n'
            "export const Body = v.rec(1);\nexport function Comp() { return useNav() }\n"
            'export async function out() { return fetch("http://e.invalid") }\n'
            "export default { async fetch(r) { return 1 } }\n"
        ),
    }
    assert bound(texts, "back/w.ts") == {
        "3 rec": "external", "4 useNav": "external", "5 fetch": "external",
    }  # fmt: skip


def test_emitted_extensions_lead_calls() -> None:
    texts = {
        "lib/util.ts": "export function draw() {}\n",
        "other/util.ts": "export function draw() {}\n",
        "lib/deep/index.mts": "export function inIndex() {}\n",
        "main.ts": (
            'import { draw as d } from "./lib/util.js";\n'
            'import { inIndex } from "./lib/deep/index.mjs";\n'
            "export class P { draw() { return d() } go() { inIndex() } }\n"
        ),
        "q.ts": (
            'import { draw } from "./lib/util.js";\nexport class Q { draw() { return draw() } }\n'
        ),
    }
    assert bound(texts, "main.ts") == {
        "3 d": "lib/util.ts#draw", "3 inIndex": "lib/deep/index.mts#inIndex",
    }  # fmt: skip
    assert bound(texts, "q.ts") == {"2 draw": "lib/util.ts#draw"}


@pytest.mark.parametrize(
    ("module", "call", "expected"),
    [
        # What is exported, and under which name.
        ("export default function f() {}", 'import g from "./m"; g()', "m.ts#f"),
        ("export default class F {}", 'import G from "./m"; new G()', "m.ts#F"),
        ("export default () => 1", 'import g from "./m"; g()', "m.ts#default"),
        ("function f() {}\nexport default f;", 'import g from "./m"; g()', "m.ts#f"),
        ("function f() {}\nexport { f as default };", 'import g from "./m"; g()', "m.ts#f"),
        ("function f() {}\nexport { f as h };", 'import { h as g } from "./m"; g()', "m.ts#f"),
        ("export { f } from './n';", 'import { f } from "./m"; f()', "n.ts#f"),
        ("export { f as h } from './n';", 'import * as m from "./m"; m.h()', "n.ts#f"),
        ("export * from './n';", 'import { f } from "./m"; f()', "n.ts#f"),
        ("export * as n from './n';", 'import { n } from "./m"; n.f()', "n.ts#f"),
        ("import { f } from './n'; export { f };", 'import { f } from "./m"; f()', "n.ts#f"),
        # What is imported is not exported for that.
        ("import * as f from './o'; export * from './n'", 'import {f} from "./m"; f()', "n.ts#f"),
        ("import { f } from './n';", 'import { f } from "./m"; f()', "dangling m.ts has no f"),
        # CommonJS.
        ("module.exports = function f() {};", 'const g = require("./m"); g()', "m.ts#f"),
        ("function f() {} module.exports = f;", 'const g = require("./m"); g()', "m.ts#f"),
        ("exports.f = function () {};", 'const g = require("./m"); g.f()', "m.ts#f"),
        ("exports.f = function () {};", 'const { f } = require("./m"); f()', "m.ts#f"),
        ("function f() {} module.exports = { h: f };", 'const g = require("./m"); g.h()', "m.ts#f"),
        ("module.exports = { f() {} };", 'const g = require("./m"); g.f()', "m.ts#f"),
        ("const f = require('./n'); module.exports = { f };", 'require("./m").f.f()', None),
        ("module.exports = require('./n');", 'const g = require("./m"); g.f()', "n.ts#f"),
        ("exports.n = require('./n');", 'const g = require("./m"); g.n.f()', "n.ts#f"),
        # Objects that are written out.
        ("function f() {} export default { h: f };", 'import g from "./m"; g.h()', "m.ts#f"),
        ("import { f } from './n'; export const api = { f };",
         'import { api } from "./m"; api.f()', "n.ts#f"),
        ("export const api = { f() {} };", 'import { api } from "./m"; api.f()', "m.ts#api.f"),
        # A namespace is no module.
        ("export namespace f { export function f() {} }", 'import { f } from "./m"; f.f()',
         "m.ts#f.f"),
    ],
)  # fmt: skip
def test_what_modules_hand_on(module: str, call: str, expected: str | None) -> None:
    texts = {"m.ts": module, "n.ts": "export function f() {}\n", "o.ts": "", "a.ts": call}
    (said,) = [each for name, each in bound(texts, "a.ts").items() if not name.endswith("require")]
    if expected is not None:
        assert said == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Members of objects and classes are seen by no bare name.
        ("function f() {}\nconst o = { f() { f() } }", "a.ts#f"),
        ("function f() {}\nclass C { f() { f() } }", "a.ts#f"),
        ("function f() {}\nfunction g() { return { f() { f() } } }", "a.ts#f"),
        # What a type parameter stands for is not the type of its name.
        ("class T { m() {} }\nfunction g<T>(x: T) { x.m() }", "candidate a.ts#T.m"),
        ("class T { m() {} }\nfunction g(x: T) { x.m() }", "a.ts#T.m"),
        # What a callback calls so later is no reason to doubt an import.
        ('import * as z from "./z"\nz.f()\ng((z: Z) => z.h())', "z.ts#f"),
        # A value of a type is not the type.
        ("type Next = () => void\nfunction g(next: Next) { next() }", "candidate"),
    ],
)
def test_what_names_mean(text: str, expected: str) -> None:
    texts = {"a.ts": text + "\n", "z.ts": "export function f() {}\n"}
    assert next(iter(bound(texts, "a.ts").values())) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Overloads are one function, and that is where the code is.
        ("function f(a: string): void\nfunction f(a: any) {}\nf()", "a.ts:2"),
        ("class C {\n  m(a: string): void\n  m(a: any) {}\n}\nnew C().m()", "a.ts:3"),
        ("interface I {\n  m(a: string): void\n  m(a: number): void\n}\nlet i: I\ni.m()", "a.ts:2"),
        # Those of blocks are not: the last before the call counts.
        ("{ function f() {} f() }\n\n\n\n{ function f() {} }", "a.ts:1"),
        ("{ function f() {} }\n\n\n\n{ function f() {}\nf() }", "a.ts:5"),
        # What a name of the language's own types means, no definition can change.
        ("function string() { return new C() }\nclass C { m() {} }\nlet s: string\ns.m()", ""),
        # A type and a value of one name.
        ("interface F {}\nconst F = make()\nF()", "a.ts:2"),
        ("interface F { m(): void }\nconst F = make()\nlet f: F\nf.m()", "a.ts:1"),
    ],
)
def test_one_of_those_of_a_name(text: str, expected: str) -> None:
    known = facts({"a.ts": text + "\n"})
    record = known.record("a.ts")
    assert record is not None
    binder = Binder(known)
    link = next(each for each in record.links if each.kind == "call" and each.name in "fFm")
    places = binder.bind("a.ts", link).places
    assert " ".join(f"a.ts:{binder.symbol(place).line}" for place in places) == expected


def test_the_type_of_a_member() -> None:
    texts = {
        "a.ts": 'import { App } from "./b";\nfunction f(s: App["scene"]) { s.go(); }\n',
        "b.ts": "class Scene { go() {} }\nexport class App { scene: Scene; }\n",
    }
    assert bound(texts, "a.ts") == {"2 go": "b.ts#Scene.go"}


def test_members_of_components() -> None:
    texts = {
        "C.vue": (
            '<template><p @click="open()"/></template>\n<script>\nimport Mixin from "./mixin";\n'
            'export default { name: "c", mixins: [Mixin], methods: {\n'
            "  open() { this.close(); this.send(); },\n  close() {} } };\n</script>\n"
        ),
        "mixin.js": "export default { methods: { send() {} } };\n",
    }
    assert bound(texts, "C.vue") == {
        "1 open": "C.vue#c.open",
        "5 close": "C.vue#c.close",
        "5 send": "mixin.js#default.send",
    }
