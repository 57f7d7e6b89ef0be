"""What the golden file of Julia cannot say: damage."""

from __future__ import annotations

from uindex import record
from uindex.extract.extract import extract

DAMAGED = b'''module M
function first(x)
    y = [x, (1, "hushed"
end
struct A <: B
    x::Int
end
second(a, b) = a + b
{% template %}
function Base.third(x::A) where {T}
    """hushed "quoted" hushed"""
    'h'; x'; "hushed"
end
abstract type C end
macro fourth(x) end
'''


def test_damage_hides_no_definition() -> None:
    packed = extract("julia", DAMAGED)
    read = record.decode(packed)
    assert "partial" in read.marks
    assert b"hushed" not in packed
    assert b"quoted" not in packed
    found = {symbol.name: (symbol.kind, symbol.owner, symbol.line) for symbol in read.symbols}
    assert found["first"] == ("function", "", 2)
    assert found["A"] == ("struct", "", 5)
    assert found["second"] == ("function", "", 8)
    assert found["third"] == ("function", "Base", 10)
    assert found["C"] == ("type", "", 14)
    assert found["fourth"] == ("macro", "", 15)
