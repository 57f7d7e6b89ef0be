"""What the golden file of Zig cannot say: damage, and syntax that the grammar does not know."""

from __future__ import annotations

from uindex import record
from uindex.extract.extract import extract

DAMAGED = b"""const A = struct {
    x: u32,
    pub fn first() void {
        call("hushed", .{ (
    }
    fn second() void {}
};
{{ template }}
pub const B = packed struct(u8) {
    y: u8,
};
const E = enum { one, two };
export fn third(a: u8) void {
    _ = 'h' ++ "hushed";
}
"""
UNKNOWN = b"""const A = struct {
    callback: ?*const fn (a: u8) void = null,
    b: u8,

    fn run(a: *A) void {
        const one, var two: u8 = a.pair();
        loop: switch (a.b) {
            1 => continue :loop 2,
            else => {},
        }
        const T = type: {
            break :type u8;
        };
    }
};
"""


def test_damage_hides_no_definition() -> None:
    packed = extract("zig", DAMAGED)
    read = record.decode(packed)
    assert "partial" in read.marks
    assert b"hushed" not in packed
    found = {symbol.name: (symbol.kind, symbol.line) for symbol in read.symbols}
    assert found["A"] == ("struct", 1)
    assert found["first"] == ("method", 3)
    assert found["second"] == ("method", 6)
    assert found["B"] == ("struct", 9)
    assert found["E"] == ("enum", 12)
    assert found["third"][1] == 13


def test_newer_syntax_than_the_grammar_is_no_damage() -> None:
    read = record.decode(extract("zig", UNKNOWN))
    assert read.marks == ()
    assert [(s.kind, s.qualname, s.line, s.end_line) for s in read.symbols] == [
        ("struct", "A", 1, 15),
        ("field", "A.callback", 2, 2),
        ("field", "A.b", 3, 3),
        ("method", "A.run", 5, 14),
    ]
    assert ("pair", "a") in [(link.name, link.receiver) for link in read.links]
