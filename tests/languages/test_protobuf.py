"""What a golden file cannot say of protocol buffers."""

from __future__ import annotations

from uindex import record
from uindex.extract.extract import extract

BROKEN = """message A {
  string a = "hushed;
  message B { {
}
// After it.
service S {
  rpc Get(A) returns (B);
}
enum E { X = 0; }
"""


def test_damage_hides_nothing_after_it() -> None:
    read = record.decode(extract("protobuf", BROKEN.encode()))
    assert "partial" in read.marks
    found = {(s.kind, s.name, s.line) for s in read.symbols}
    assert {("service", "S", 6), ("rpc", "Get", 7), ("enum", "E", 9)} <= found
