"""The graph of files: what is in it, its bytes, and that following changes is making it anew."""

from __future__ import annotations

import random

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.resolve.memory import Memory
from uindex.errors import RecordError
from uindex.resolve.files import fresh, updated
from uindex.resolve.graph import FileGraph
from uindex.resolve.watch import Change

Texts = dict[str, str]


def graph_of(texts: Texts) -> FileGraph:
    return fresh(Memory(texts)).graph


def edges(graph: FileGraph, path: str) -> list[tuple[int, str, str]]:
    """(line, kind, where it leads); what leads to one of several with question marks."""
    return [
        (
            edge.line,
            edge.kind,
            " ".join(graph.paths[file] + "?" * (not edge.group.sure) for file in edge.group.files),
        )
        for edge in graph.edges(graph.numbers[path])
    ]


def test_imports_lead_to_files() -> None:
    graph = graph_of(
        {
            "a.py": "import os\nimport p.q\nfrom p import r, gone\nfrom . import b\nimport p.no\n",
            "b.py": "",
            "p/__init__.py": "",
            "p/q.py": "",
            "p/r.py": "from p.r import x\n",
            "README.md": "[a](a.py) and [b](no.py) and [c](https://x.invalid)\n",
        }
    )
    assert edges(graph, "a.py") == [
        (2, "import", "p/q.py"),
        (3, "import", "p/r.py p/__init__.py"),
        (3, "import", "p/__init__.py"),
        (4, "import", "b.py"),
    ]
    assert graph.external[graph.numbers["a.py"]] == 1
    assert graph.dangling[graph.numbers["a.py"]] == 1
    assert edges(graph, "README.md") == [(1, "doc-link", "a.py")]
    assert edges(graph, "p/r.py") == []  # itself
    found = graph.leading_to({graph.numbers["p/__init__.py"], graph.numbers["a.py"]})
    assert [(graph.paths[file], edge.line, edge.kind) for file, edge in found] == [
        ("README.md", 1, "doc-link"),
        ("a.py", 3, "import"),
        ("a.py", 3, "import"),
    ]


def test_one_of_several_is_said_to_be_that() -> None:
    texts = {f"arch/{arch}/include/asm/io.h": "int x;\n" for arch in ("arm", "x86")}
    graph = graph_of({**texts, "lib/a.c": "#include <asm/io.h>\n"})
    assert edges(graph, "lib/a.c") == [
        (1, "import", "arch/arm/include/asm/io.h? arch/x86/include/asm/io.h?")
    ]


# Changes

WORDS = ("alpha", "beta", "gamma", "delta")
FOLDERS = ("", "one/", "two/", "one/in/")


def python(dice: random.Random) -> Texts:
    path = dice.choice(FOLDERS) + dice.choice((*WORDS, "__init__")) + ".py"
    lines = []
    for _ in range(dice.randint(0, 4)):
        one, two = dice.choice((*WORDS, "one", "two")), dice.choice((*WORDS, "in"))
        lines.append(
            dice.choice(
                (
                    *(f"import {one}", f"from . import {two}", f"from {one} import {two}"),
                    *(f"from ..{one} import {two}", f"import {one}.{two}", f"def {one}(): {two}()"),
                )
            )
        )
    return {path: "\n".join(lines) + "\n"}


def typescript(dice: random.Random) -> Texts:
    if dice.random() < 0.2:
        there = dice.choice(("one", "two", "one/in"))
        settings = f'{{"compilerOptions": {{"paths": {{"@/*": ["{there}/*"]}}, "baseUrl": "."}}}}'
        return {dice.choice(("tsconfig.json", "one/tsconfig.json")): settings}
    if dice.random() < 0.2:
        name, main = dice.choice(WORDS), dice.choice(WORDS)
        return {
            dice.choice(("one", "two"))
            + "/package.json": f'{{"name": "{name}", "main": "{main}"}}',
            "package.json": '{"workspaces": ["one", "two"]}',
        }
    path = dice.choice(FOLDERS) + dice.choice((*WORDS, "index"))
    lines = []
    for _ in range(dice.randint(0, 4)):
        word = dice.choice(WORDS)
        where = dice.choice((f"./{word}", f"../{word}", f"@/{word}", word, "./in", f"./{word}.js"))
        lines.append(f'import {{ x }} from "{where}";')
    return {path + dice.choice((".ts", ".js", ".d.ts")): "\n".join(lines) + "\n"}


def go(dice: random.Random) -> Texts:
    if dice.random() < 0.3:
        name = dice.choice(("x.org/m", "x.org/m/one"))
        replaced = dice.choice(("", "replace x.org/n => ../two\n"))
        return {dice.choice(("", "one/")) + "go.mod": f"module {name}\n{replaced}"}
    package = dice.choice(("main", "alpha", "beta"))
    imports = [
        f'import "x.org/{dice.choice(("m", "n", "m/one"))}/{dice.choice(("one", "two", "in"))}"'
        for _ in range(dice.randint(0, 3))
    ]
    body = f"func {dice.choice(WORDS)}() {{ {dice.choice(WORDS)}() }}"
    path = dice.choice(FOLDERS) + dice.choice(WORDS) + dice.choice((".go", "_test.go"))
    return {path: "\n".join((f"package {package}", *imports, body)) + "\n"}


def rust(dice: random.Random) -> Texts:
    if dice.random() < 0.2:
        name, other = dice.choice(WORDS), dice.choice(WORDS)
        folder = dice.choice(("", "one/"))
        manifest = f'[package]\nname = "{name}"\n[dependencies]\n{other} = {{ path = "../two" }}\n'
        return {folder + "Cargo.toml": manifest}
    lines = []
    for _ in range(dice.randint(0, 4)):
        one, two = dice.choice(WORDS), dice.choice(WORDS)
        lines.append(
            dice.choice(
                (
                    *(f"mod {one};", f"use crate::{one}::{two};", f"use self::{one}::*;"),
                    *(f"pub use super::{one};", f"pub fn {one}() {{ {two}(); }}"),
                    *(f"use {one}::{two};", f"pub mod {one} {{ pub fn {two}() {{}} }}"),
                )
            )
        )
    path = dice.choice(("src/", "src/alpha/", "one/src/")) + dice.choice((*WORDS, "lib", "mod"))
    return {path + ".rs": "\n".join(lines) + "\n"}


def java(dice: random.Random) -> Texts:
    name, package = dice.choice(WORDS).title(), dice.choice(("a", "a.b", "c"))
    imports = []
    for _ in range(dice.randint(0, 3)):
        other, member = dice.choice(WORDS).title(), dice.choice(WORDS)
        there = dice.choice(("a", "a.b", "c"))
        imports.append(
            dice.choice(
                (
                    *(f"import {there}.{other};", f"import {there}.*;"),
                    *(f"import static {there}.{other}.{member};",),
                )
            )
        )
    body = " ".join(f"void {dice.choice(WORDS)}() {{}}" for _ in range(dice.randint(0, 2)))
    inner = f"static class {dice.choice(WORDS).title()} {{}}" * dice.randint(0, 1)
    text = "\n".join((f"package {package};", *imports, f"class {name} {{ {body} {inner} }}"))
    return {f"{dice.choice(('src', 'two'))}/{package.replace('.', '/')}/{name}.java": text + "\n"}


def scala(dice: random.Random) -> Texts:
    lines = [f"package {dice.choice(('a', 'a.b', 'c'))}"]
    for _ in range(dice.randint(0, 3)):
        one, two = dice.choice(("a", "b", *WORDS)), dice.choice(WORDS).title()
        lines.append(
            dice.choice(
                (
                    *(f"import {one}.{two}", f"object {two} {{ val {one} = 1 }}"),
                    *(f"import {one}._", f"package object {one} extends {two}"),
                )
            )
        )
    return {f"src/{dice.choice(WORDS)}.scala": "\n".join(lines) + "\n"}


def c(dice: random.Random) -> Texts:
    if dice.random() < 0.2:
        folder = dice.choice(FOLDERS)
        flag = f"CFLAGS += -I{dice.choice(('one', '../two', 'include', 'in'))}\n"
        return {folder + "Makefile": flag}
    lines = []
    for _ in range(dice.randint(0, 4)):
        word = dice.choice(WORDS)
        lines.append(
            dice.choice(
                (
                    *(f'#include "{word}.h"', f"#include <in/{word}.h>", f"int {word}(void);"),
                    *(f'#include "../two/{word}.h"', "#include <stdio.h>"),
                )
            )
        )
    folder = dice.choice((*FOLDERS, "include/in/", "one/include/"))
    return {folder + dice.choice(WORDS) + dice.choice((".c", ".h")): "\n".join(lines) + "\n"}


def documents(dice: random.Random) -> Texts:
    lines = []
    for _ in range(dice.randint(0, 4)):
        word, folder = dice.choice(WORDS), dice.choice(("", "../", "/", "one/"))
        lines.append(
            dice.choice(
                (
                    *(f"[{word}]({folder}{word}.md)", f"# {word}", f"[x]({folder}{word})"),
                    *(f"[[{word}]]", f"[{word}]: {folder}{word}.py", f"![i]({word}.png)"),
                )
            )
        )
    if dice.random() < 0.3:
        label = dice.choice(WORDS)
        lines += (f".. _{label}:", "", "Title", "=====", "", f":ref:`{dice.choice(WORDS)}`")
        return {dice.choice(FOLDERS) + dice.choice(WORDS) + ".rst": "\n".join(lines) + "\n"}
    if dice.random() < 0.1:
        return {"mkdocs.yml": f"site_name: x\ndocs_dir: {dice.choice(('one', 'two'))}\n"}
    return {dice.choice(FOLDERS) + dice.choice((*WORDS, "README")) + ".md": "\n".join(lines) + "\n"}


def ruby(dice: random.Random) -> Texts:
    lines = [f'require "{dice.choice(("", "one/", "in/"))}{dice.choice(WORDS)}"']
    lines.append(f'require_relative "{dice.choice(("", "../"))}{dice.choice(WORDS)}"')
    folder = dice.choice(("lib/", "lib/one/", "one/lib/in/", "spec/"))
    suffix = dice.choice((".rb", ".rb", ".gemspec"))
    return {folder + dice.choice(WORDS) + suffix: "\n".join(lines) + "\n"}


KINDS = (python, typescript, go, rust, java, scala, c, documents, ruby)


def step(texts: Texts, dice: random.Random) -> Texts:
    """The next snapshot: files added, changed, renamed, deleted."""
    new = dict(texts)
    for _ in range(dice.randint(1, 3)):
        action = dice.random()
        path = dice.choice(sorted(new)) if new else ""
        if action < 0.55 or not path:
            new.update(dice.choice(KINDS)(dice))
        elif action < 0.7:
            base = path.rpartition("/")[2]
            new[dice.choice(FOLDERS) + base] = new.pop(path)
        elif action < 0.85:
            del new[path]
        else:
            lines = new[path].splitlines()
            new[path] = "\n".join(lines[dice.randint(0, 1) :][::-1]) + "\n"
    return new


def changes(old: Texts, new: Texts) -> list[Change]:
    before, after = Memory(old), Memory(new)
    return [
        Change(path, path in old, path in new, before.record(path), after.record(path))
        for path in sorted(old.keys() | new.keys())
        if old.get(path) != new.get(path)
    ]


@pytest.mark.parametrize("seed", range(30))
def test_following_changes_is_making_it_anew(seed: int) -> None:
    dice = random.Random(seed)
    texts: Texts = {}
    kinds = dice.sample(KINDS, 3)
    for _ in range(25):
        texts.update(dice.choice(kinds)(dice))
    kept = fresh(Memory(texts))
    for _ in range(12):
        new = step(texts, dice)
        kept = updated(kept, Memory(new), changes(texts, new))
        assert kept.graph.encode() == graph_of(new).encode(), sorted(new)
        texts = new


# Bytes


def some_graph() -> FileGraph:
    dice = random.Random(4)
    texts: Texts = {}
    for _ in range(40):
        texts.update(dice.choice(KINDS)(dice))
    return graph_of(texts)


GRAPH = some_graph()
DATA = GRAPH.encode()


def test_what_is_encoded_comes_back() -> None:
    read = FileGraph.decode(DATA, GRAPH.paths)
    assert read.encode() == DATA
    assert read.groups == GRAPH.groups
    for number in range(len(GRAPH.paths)):
        assert list(read.edges(number)) == list(GRAPH.edges(number))
    with pytest.raises(RecordError, match="paths"):
        FileGraph.decode(DATA, GRAPH.paths[1:])


@given(st.integers(0, len(DATA) - 1), st.binary(min_size=1, max_size=3), st.booleans())
def test_bad_bytes_raise_one_error(at: int, other: bytes, cut: bool) -> None:
    data = DATA[:at] if cut else DATA[:at] + other + DATA[at + len(other) :]
    harmless(data)


@given(st.recursive(st.integers(-2, 2**40) | st.floats(), st.lists, max_leaves=40))
def test_other_values_raise_one_error(value: object) -> None:
    harmless(msgpack.packb(value))
    columns = msgpack.unpackb(DATA)
    for at in range(len(columns)):
        harmless(msgpack.packb([*columns[:at], value, *columns[at + 1 :]]))


def harmless(data: bytes) -> None:
    try:
        read = FileGraph.decode(data, GRAPH.paths)
    except RecordError:
        return
    for number in range(len(read.paths)):
        for edge in read.edges(number):
            assert type(edge.line) is int
            assert edge.line >= 0
            assert all(0 <= file < len(read.paths) for file in edge.group.files)
