"""What must not be called certain: names that something nearer hides, and methods that what wraps
a value has too."""

from __future__ import annotations

import pytest

from tests.resolve.memory import bound, facts
from uindex.resolve.bind import Binder

RUST = """\
pub struct S;
impl S { pub fn map(&self) {} pub fn go(&self) {} }
fn a(v: Option<S>) { v.map(|x| 3); }
fn b(v: S) { v.go(); }
fn c() { let s = std::sync::Arc::new(S); s.go(); }
"""
CSHARP = """\
class C { void F() {}
 void A(System.Action F) { F(); }
 void B() { foreach (var F in All) F(); }
 void D() { F(); }
}
"""
SCRIPT = """\
export function f() {}
export function a({ x: f = 1 }) { f() }
export function b([f = 1]) { f() }
export function c(o) { for (const { x: f = 1 } of o) f() }
export function d() { f() }
"""
PHP = """\
<?php
function run() {}
function a($run) { $run(); }
function b() { run(); }
"""
GO = """\
package m
func f() {}
func a(ch chan func()) { select { case f := <-ch: f() } }
func b() { f() }
"""


@pytest.mark.parametrize(
    ("path", "text", "sure"),
    [
        ("a.rs", RUST, ["4 go"]),
        ("C.cs", CSHARP, ["4 F"]),
        ("a.js", SCRIPT, ["5 f"]),
        ("a.ts", SCRIPT, ["5 f"]),
        ("a.php", PHP, ["4 run"]),
        ("a.go", GO, ["4 f"]),
    ],
)
def test_certainty(path: str, text: str, sure: list[str]) -> None:
    found = bound({path: text}, path)
    assert [site for site, said in found.items() if said.startswith(path)] == sure


def test_what_a_wrapper_holds_is_open() -> None:
    assert bound({"a.rs": RUST}, "a.rs")["5 go"] == "candidate a.rs#S::go"


def test_autoload_leads_to_what_is_inside_a_module() -> None:
    texts = {
        "lib/rack.rb": 'module Rack\n  autoload :Lock, "rack/lock"\nend\n',
        "lib/rack/lock.rb": "module Rack\n  class Lock\n  end\nend\n",
    }
    assert imported_means(texts, "lib/rack.rb") == ["resolved lib/rack/lock.rb"]


def imported_means(texts: dict[str, str], path: str) -> list[str]:
    """Status and file of what each import of a file brings."""
    known = facts(texts)
    record = known.record(path)
    assert record is not None
    targets = [Binder(known).means(path, link) for link in record.links if link.kind == "import"]
    return [f"{one.status} {one.places[0].path}" for one in targets if one is not None]
