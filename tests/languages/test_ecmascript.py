"""JavaScript and TypeScript: exports of every form (case B06), and how much a hard text costs."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.extract import extract


def names(lang: str, text: str) -> list[tuple[str, str, int]]:
    read = record.decode(extract(lang, text.encode()))
    return [(symbol.kind, symbol.qualname, symbol.line) for symbol in read.symbols]


def test_default_exports_have_a_name() -> None:
    assert names("tsx", "export default function Page() { return helper() }\n") == [
        ("function", "Page", 1)
    ]
    assert names("typescript", "\nexport default function () { return helper() }\n") == [
        ("function", "default", 2)
    ]
    assert names("javascript", "module.exports = class Box { run() {} }\n") == [
        ("class", "Box", 1),
        ("method", "Box.run", 1),
    ]
    assert names("javascript", "module.exports = function (a) { return a }\n") == [
        ("function", "module.exports", 1)
    ]
    assert names("javascript", "export default class { run() { return 1 } }\n") == [
        ("class", "default", 1),
        ("method", "default.run", 1),
    ]
    assert names("javascript", "export default async () => 1\n") == [("function", "default", 1)]


def test_call_in_an_unnamed_default_export_belongs_to_it() -> None:
    text = b'import { helper } from "./h";\nexport default function () { return helper() }\n'
    read = record.decode(extract("typescript", text))
    (call,) = [link for link in read.links if link.kind == "call"]
    assert (call.name, read.symbols[call.symbol].name) == ("helper", "default")


def test_commonjs_exports_are_found_once_each() -> None:
    text = (
        "exports.one = function () {}\n"
        "module.exports.two = () => 2\n"
        "module.exports = { three: async () => 3, four() {}, one: exports.one }\n"
        "const five = async () => 5\n"
    )
    found = names("javascript", text)
    assert [(name, line) for _, name, line in found] == [
        ("one", 1),
        ("two", 2),
        ("three", 3),
        ("four", 3),
        ("five", 4),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("const a = require('m')", [("", "m", "a")]),
        ("const {\n a,\n b: c = 1\n} = require('m')", [("a", "m", ""), ("b", "m", "c")]),
        ("const x = require('m').y", [("y", "m", "x")]),
        ("require('m').run()", [("", "m", "")]),
        ("f(require('m'), require('n'))", [("", "m", ""), ("", "n", "")]),
        ("const { a } = await import('m')", [("a", "m", "")]),
        ("import a, { b as c } from 'm'", [("default", "m", "a"), ("b", "m", "c")]),
        ("import a, * as b from 'm'", [("default", "m", "a"), ("*", "m", "b")]),
        ("import 'm'", [("", "m", "")]),
        ("import type from 'm'", [("default", "m", "type")]),
        ("import x, { 'odd name' as y } from 'm' /* 'n' */", [("default", "m", "x"),
                                                              ("odd name", "m", "y")]),
        ("export * from 'm'", [("*", "m", "")]),
        ("export * as a from 'm'", [("*", "m", "a"), ("a", "", "a")]),
        ("export { default as a, b } from 'm'", [("default", "m", "a"), ("a", "", "a"),
                                                     ("b", "m", "b")]),
        ("export { a, b as c }", [("a", "", "a"), ("b", "", "c")]),
        ("export default a", [("a", "", "default")]),
        ("module.exports = a", [("a", "", "default")]),
        ("module.exports = require('m')", [("", "m", "default")]),
        ("import a from 'http://m.invalid/x'", [("default", "http://m.invalid/x", "a")]),
    ],
)  # fmt: skip
def test_imports(text: str, expected: list[tuple[str, str, str]]) -> None:
    for lang in ("javascript", "typescript", "tsx"):
        links = record.decode(extract(lang, text.encode())).links
        found = [(link.name, link.receiver, link.alias) for link in links if link.kind == "import"]
        assert found == expected


def test_types_only_imports() -> None:
    text = b"import type A, { type B } from 'm'; import type { C as D } from 'n'; import E = N.F.G"
    links = record.decode(extract("typescript", text)).links
    assert [(k.name, k.receiver, k.alias) for k in links if k.kind == "import"] == [
        ("default", "m", "A"),
        ("B", "m", ""),
        ("C", "n", "D"),
        ("G", "N.F", "E"),
    ]


def test_a_literal_is_no_receiver() -> None:
    text = b"'hushed'.trim(); /hushed/.test(a); `hushed`.trim(); f('hushed)').g(); x['hushed'].h()"
    data = extract("javascript", text)
    assert b"hushed" not in data
    assert [link.name for link in record.decode(data).links] == [
        "trim", "test", "trim", "f", "g", "h"
    ]  # fmt: skip


def test_long_chains_and_deep_nesting_are_bounded() -> None:
    chain = b"a" + b".b(function () { return 1 })" * 5000
    links = record.decode(extract("javascript", chain)).links
    assert len(links) == 5000
    assert links[-1].receiver == "…"
    deep = b"x = " + b"(" * 3000 + b"1" + b")" * 3000 + b";\nfunction after_deep() {}\n"
    assert ("function", "after_deep", 2) in names("javascript", deep.decode())
    nested = "".join(f"const f{i} = () => {{\n" for i in range(400)) + "}" * 400
    assert len(names("typescript", nested)) == 400
