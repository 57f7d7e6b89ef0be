"""Rust: which file an import means, and whom calls mean."""

from __future__ import annotations

import pytest

from tests.resolve.memory import bound, imported

CARGO = '[package]\nname = "my-app"\nedition = "2021"\n'


@pytest.mark.parametrize(
    ("path", "text", "others", "leads"),
    [
        ("src/lib.rs", "mod a;", ["src/a.rs"], "src/a.rs"),
        ("src/lib.rs", "mod a;", ["src/a/mod.rs"], "src/a/mod.rs"),
        ("src/a/mod.rs", "mod b;", ["src/lib.rs", "src/a/b.rs"], "src/a/b.rs"),
        ("src/a.rs", "mod b;", ["src/lib.rs", "src/a/b.rs", "src/b.rs"], "src/a/b.rs"),
        ("src/lib.rs", "mod a;", [], "dangling no file src/a.rs or src/a/mod.rs"),
        ("src/lib.rs", "mod a { mod b; }", ["src/a/b.rs"], "src/a/b.rs"),
        ("src/lib.rs", "cfg_x! {\n  mod b;\n}", ["src/b.rs"], "src/b.rs"),
        ("src/os.rs", '#[path = "w/sys.rs"]\nmod sys;', ["src/w/sys.rs"], "src/w/sys.rs"),
        ("src/lib.rs", '#[path = "gone.rs"]\nmod sys;', ["src/sys.rs"], "dangling no file gone.rs"),
        (
            "src/lib.rs",
            '#[cfg_attr(x, path = "x.rs")]\nmod sys;',
            ["src/sys.rs", "src/x.rs"],
            "src/x.rs, src/sys.rs; src/x.rs, src/sys.rs",
        ),
        ("src/lib.rs", "use std::io::Read;", ["src/std.rs"], "external std"),
        ("src/lib.rs", "use serde::Serialize;", [], "external serde"),
        (
            "src/lib.rs",
            "mod a;\nuse a::b::X;",
            ["src/a.rs"],
            "src/a.rs; dangling src/a.rs has no b",
        ),
        ("src/lib.rs", "use super::X;", [], "dangling no module around src/lib.rs"),
        ("tests/it.rs", "use my_app::go;", ["src/lib.rs"], "dangling src/lib.rs has no go"),
        ("tests/it.rs", "mod common;", ["tests/common/mod.rs"], "tests/common/mod.rs"),
        ("src/bin/tool.rs", "use crate::x;\nfn x() {}", ["src/lib.rs"], "src/bin/tool.rs"),
    ],
)
def test_imports(path: str, text: str, others: list[str], leads: str) -> None:
    texts = dict.fromkeys(others, "") | {"Cargo.toml": CARGO, path: text + "\n"}
    assert "; ".join(imported(texts, path).values()) == leads


WORKSPACE = {
    "Cargo.toml": '[workspace]\nmembers = ["*"]\n[workspace.dependencies]\n'
    'shared = { package = "deep-core", path = "core" }\n',
    "core/Cargo.toml": '[package]\nname = "deep-core"\nedition = "2021"\n[lib]\npath = "root.rs"\n',
    "core/root.rs": "pub mod api;\npub use api::inner as handed;\npub use api::*;\n"
    "mod tests {\n use super::*;\n use super::api::Thing;\n}\n",
    "core/api.rs": "pub mod inner;\npub struct Thing;\nuse crate::api::inner::Deep;\n",
    "core/api/inner.rs": "use super::super::api;\nuse super::Thing;\npub struct Deep;\n"
    "#[macro_export]\nmacro_rules! shout { () => {} }\n",
    "app/Cargo.toml": '[package]\nname = "app"\nedition = "2021"\n[dependencies]\n'
    'shared.workspace = true\nold-name = { path = "../old" }\nout = "1"\n'
    "[target.'cfg(unix)'.dependencies]\nrenamed = { package = 'old-name', path = '../old' }\n",
    "app/src/main.rs": "use shared::api::Thing;\nuse shared::handed::Deep;\nuse shared::shout;\n"
    "use old_name::x;\nuse renamed::x as y;\nuse out::z;\nuse deep_core::Thing;\n"
    "use shared::gone::Thing as T;\n",
    "old/Cargo.toml": '[package]\nname = "old-name"\n[lib]\nname = "old_name"\n',
    "old/src/lib.rs": "mod sub;\nmod other;\npub fn x() {}\n",
    "old/src/sub.rs": "use other::Y;\nuse std::fmt;\n",
    "old/src/other.rs": "pub struct Y;\n",
}


@pytest.mark.parametrize(
    ("path", "leads"),
    [
        (
            "app/src/main.rs",
            {
                "shared::api:Thing": "core/api.rs",
                "shared::handed:Deep": "core/api/inner.rs",
                "shared:shout": "core/api/inner.rs",
                "old_name:x": "old/src/lib.rs",
                "renamed:x": "old/src/lib.rs",
                "out:z": "external out",
                # Its own name is not what this manifest calls it.
                "deep_core:Thing": "external deep_core",
                "shared::gone:Thing": "core/root.rs",
            },
        ),
        (
            "core/root.rs",
            {
                "self::api": "core/api.rs",
                "api:inner": "core/api/inner.rs",
                "api:*": "core/api.rs",
                "super:*": "core/root.rs",
                "super::api:Thing": "core/api.rs",
            },
        ),
        (
            "core/api/inner.rs",
            {"super::super:api": "core/api.rs", "super:Thing": "core/api.rs"},
        ),
        # Paths of `use` began at the root of the crate once.
        ("old/src/sub.rs", {"other:Y": "old/src/other.rs", "std:fmt": "external std"}),
    ],
)
def test_crates(path: str, leads: dict[str, str]) -> None:
    assert imported(WORKSPACE, path) == leads


CALLS = {
    "Cargo.toml": CARGO,
    "src/lib.rs": """\
mod deep;
#[macro_use]
mod macros;
pub mod shape;
pub use deep::{make as build, Tool};
use shape::Shape::{self, *};
fn helper() {}
impl Tool {
    pub fn twice(&self) -> Self { self.run(); Self::fresh() }
}
fn use_all(tool: &Tool, any: Unknown) {
    helper();
    tool.twice().run().fly();
    build();
    crate::deep::make();
    self::helper();
    shout!(1);
    println!("x");
    let made = Tool::fresh().clone();
    made.run();
    let made = Shape::Round(1);
    made.area();
    Square(2);
    any.area();
    std::mem::take(tool).run();
    let helper = |x| x;
    helper(1);
}
mod tests {
    use super::*;
    fn test() { helper(); Tool::fresh(); hidden(); super::deep::make(); }
}
""",
    "src/deep.rs": """\
pub struct Tool { inner: Option<Box<Tool>>, run: u8 }
impl Tool {
    pub fn fresh() -> Result<Tool, ()> { Err(()) }
    fn run(&self) -> &Tool { self.inner.as_ref().unwrap().run(); self.fly(); self }
    fn fly(&self) { self.name(); self.to_string(); }
}
impl crate::shape::Named for Tool { fn fly(&self) {} }
pub fn make() {}
""",
    "src/macros.rs": "macro_rules! shout { () => {} }\n",
    "src/shape.rs": "pub enum Shape { Round(u8), Square(u8) }\n"
    "impl Shape { pub fn area(&self) {} }\npub trait Named { fn name(&self) {} }\n"
    "impl std::fmt::Display for Shape {}\n",
    "tests/it.rs": "use my_app::shape::Shape;\n"
    "fn t() { my_app::build(); Shape::Round(1).area(); }\n",
}


@pytest.mark.parametrize(
    ("path", "means"),
    [
        (
            "src/lib.rs",
            {
                "9 run": "src/deep.rs#Tool::run",
                "9 fresh": "src/deep.rs#Tool::fresh",
                "12 helper": "src/lib.rs#helper",
                "13 twice": "src/lib.rs#Tool::twice",
                "13 run": "src/deep.rs#Tool::run",
                # What a type has of itself comes before what it has of a trait.
                "13 fly": "src/deep.rs#Tool::fly",
                "14 build": "src/deep.rs#make",
                "15 make": "src/deep.rs#make",
                "16 helper": "src/lib.rs#helper",
                "17 shout": "src/macros.rs#shout",
                "18 println": "external",
                "19 fresh": "src/deep.rs#Tool::fresh",
                "19 clone": "external",
                "20 run": "src/deep.rs#Tool::run",
                "21 Round": "src/shape.rs#Shape::Round",
                "22 area": "src/shape.rs#Shape::area",
                "23 Square": "src/shape.rs#Shape::Square",
                "24 area": "candidate src/shape.rs#Shape::area",
                "25 take": "external",
                "25 run": "candidate src/deep.rs#Tool::run",
                "27 helper": "candidate",
                "31 helper": "src/lib.rs#helper",
                "31 fresh": "src/deep.rs#Tool::fresh",
                "31 hidden": "external",
                "31 make": "src/deep.rs#make",
            },
        ),
        (
            "src/deep.rs",
            {
                "4 as_ref": "external",
                "4 unwrap": "external",
                "4 run": "src/deep.rs#Tool::run",
                "4 fly": "src/deep.rs#Tool::fly",
                "5 name": "src/shape.rs#Named::name",
                "5 to_string": "external",
            },
        ),
        (
            "tests/it.rs",
            {
                "2 build": "src/deep.rs#make",
                "2 Round": "src/shape.rs#Shape::Round",
                "2 area": "src/shape.rs#Shape::area",
            },
        ),
    ],
)
def test_calls(path: str, means: dict[str, str]) -> None:
    assert bound(CALLS, path) == means


PATTERNS = {
    "Cargo.toml": CARGO,
    "src/lib.rs": """\
mod go;
pub use go::go;
pub trait Tr { fn run(&self); fn made() -> Self; }
pub struct Tool { inner: Option<Tool> }
impl Tool { fn fly(&self) -> Option<Tool> { None } }
impl Tr for Tool { fn run(&self) {} }
struct Wrap<M> { inner: M }
impl<M: Tr> Wrap<M> {
    fn all(&self, m: M) { m.run(); self.inner.run(); M::made().run(); }
}
fn with<T>(t: &T, tool: Tool) where T: Tr {
    t.run();
    if let Some(x) = tool.fly() { x.fly(); }
    let Some(y) = &tool.inner else { return };
    y.fly();
    run_it!(|made: Tool, n| {
        let other = made.fly();
        made.fly().fly();
        other
            .fly();
        go::go(), go();
        Vec::<u8>::fly();
    });
}
""",
    "src/go.rs": "pub fn go() {}\n",
}


def test_patterns_bounds_and_macro_arguments() -> None:
    fly, run = "src/lib.rs#Tool::fly", "src/lib.rs#Tr::run"
    assert bound(PATTERNS, "src/lib.rs") == {
        "9 run": run,
        "9 made": "src/lib.rs#Tr::made",
        "12 run": run,
        "13 fly": fly,
        "15 fly": fly,
        "16 run_it": "external",
        "17 fly": fly,
        "18 fly": fly,
        "20 fly": fly,
        "21 go": "src/go.rs#go",
        "22 fly": f"candidate {fly}",
    }


ONE_NAME = {
    "Cargo.toml": '[package]\nname = "tok"\nedition = "2021"\n',
    "src/lib.rs": "cfg_rt! {\n    pub mod task;\n    pub use task::spawn;\n}\n",
    "src/task/mod.rs": "mod spawn;\npub use self::spawn::spawn;\n",
    "src/task/spawn.rs": "pub fn spawn() {}\n",
    "tests/a.rs": "use tok::task;\nfn a() { tok::spawn(); }\nfn b() { task::spawn(); }\n",
}


def test_functions_taken_from_modules_of_their_name() -> None:
    assert bound(ONE_NAME, "tests/a.rs") == {
        "2 spawn": "src/task/spawn.rs#spawn",
        "3 spawn": "src/task/spawn.rs#spawn",
    }
