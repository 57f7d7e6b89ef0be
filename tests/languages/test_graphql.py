"""What a golden file cannot say of GraphQL."""

from __future__ import annotations

from uindex import record
from uindex.extract.extract import extract

BROKEN = """type A {
  a: String = "hushed
  b( {{ template }}
}
"After it."
type B { c: Int }
enum E { X }
query Q { b }
"""


def test_damage_hides_nothing_after_it() -> None:
    data = extract("graphql", BROKEN.encode())
    read = record.decode(data)
    assert "partial" in read.marks
    assert {("B", 6), ("E", 7), ("Q", 8)} <= {(s.name, s.line) for s in read.symbols}
    assert b"hushed" not in data
