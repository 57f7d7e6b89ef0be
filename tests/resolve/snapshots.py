"""Random snapshots of several languages, and what may become of them."""

from __future__ import annotations

import random
import re

from tests.resolve.memory import Memory
from uindex.resolve.watch import Change

Texts = dict[str, str]

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


OTHERS = {
    # suffix: (folders, lines), W a name, w the same in small letters
    ".cs": (
        ("", "one/"),
        (
            *("namespace W.W;", "using W;", "using W.W;", "using static W.W;", "namespace W {"),
            *("partial class W { void W() {} class W {} }", "using w = W.W;", "}"),
        ),
    ),
    ".php": (
        ("src/", "src/W/", "one/"),
        (
            *(
                "namespace W;",
                "use W\\W;",
                "require 'w.php';",
                "class W extends W {}",
                "use W\\{W, W};",
            ),
            *("function w() { new W(); }", "include __DIR__ . '/w.php';"),
        ),
    ),
    ".ex": (
        ("lib/", "lib/w/"),
        (
            *("defmodule W.W do", "alias W.W", "use W", "import W.W", "def w(), do: w()", "end"),
            *("defmodule W do", "defmacro __using__(_) do", "quote do import W end", "end"),
        ),
    ),
    ".hs": (
        ("src/", "src/W/"),
        (
            *("module W where", "module W.W (w) where", "import W", "import qualified W.W as W"),
            *("w = w", "data W = W", "import W hiding (w)"),
        ),
    ),
    ".ml": (
        ("", "lib/"),
        ("open W", "module W = W.W", "let w = W.w", "include W", "module W = struct end"),
    ),
    ".dart": (
        ("lib/", "lib/src/", "bin/"),
        (
            *(
                "import 'w.dart';",
                "import 'src/w.dart';",
                "import 'package:w/w.dart';",
                "part 'w.dart';",
            ),
            *("part of 'w.dart';", "export 'w.dart';", "class W {}", "library w;"),
        ),
    ),
    ".lua": (("", "w/", "lua/w/"), ("local w = require('w')", "require 'w.w'", "function w() end")),
    ".swift": (("Sources/W/", "Tests/W/"), ("import W", "class W {}", "@testable import W")),
    ".zig": (("", "src/"), ('const w = @import("w.zig");', "pub fn w() void {}")),
    ".pm": (
        ("lib/", "lib/W/"),
        ("package W::W;", "use W;", "require W::W;", "use parent 'W';", "sub w {}"),
    ),
    ".proto": (
        ("", "w/"),
        ('import "w.proto";', 'import "w/w.proto";', "package w;", "message W {}"),
    ),
    ".R": (("R/", ""), ("source('w.R')", "library(w)", "w <- function() w()")),
    ".sh": (("", "w/"), (". ./w.sh", 'source "w/w.sh"', "w() { w; }")),
    ".scss": (("", "w/"), ('@use "w";', "@import 'w/w';", ".w { a: b }")),
}


TITLED = (".cs", ".php", ".ex", ".hs", ".swift", ".pm")


def other(dice: random.Random) -> Texts:
    suffix = dice.choice(sorted(OTHERS))
    folders, lines = OTHERS[suffix]
    if dice.random() < 0.2:
        path, text = dice.choice(SETTINGS)
        return {path: _named(text, dice)}
    some = [dice.choice(lines) for _ in range(dice.randint(0, 5))]
    if suffix == ".php":
        some.insert(0, "<?php")
    base = dice.choice(WORDS)
    path = dice.choice(folders) + (base.title() if suffix in TITLED else base)
    return {_named(path + suffix, dice): "".join(_named(line, dice) + "\n" for line in some)}


SETTINGS = (
    ("composer.json", '{"autoload": {"psr-4": {"W\\\\": "src/", "W\\\\W\\\\": "one/"}}}'),
    ("Package.swift", 'let package = Package(name: "w", targets: [.target(name: "W")])'),
    ("pubspec.yaml", "name: w\n"),
    ("mix.exs", "defmodule W.MixProject do\nend\n"),
    ("dune", "(library (name w))\n"),
    ("lib/dune", "(library (name w) (libraries w))\n"),
    ("x.csproj", "<Project><ItemGroup><Using Include='W.W'/></ItemGroup></Project>"),
    ("DESCRIPTION", "Package: w\n"),
)


def _named(text: str, dice: random.Random) -> str:
    text = re.sub(r"\bW\b", lambda _: dice.choice(WORDS).title(), text)
    return re.sub(r"\bw\b", lambda _: dice.choice(WORDS), text)


KINDS = (python, typescript, go, rust, java, scala, c, documents, ruby, other, other)


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
