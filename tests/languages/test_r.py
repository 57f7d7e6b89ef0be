"""What the golden file of R cannot say: damage, and many of the calls that make classes."""

from __future__ import annotations

from uindex import record
from uindex.extract.extract import extract

DAMAGED = b"""first <- function(x) {
  y <- c(x, (1, "hushed"
}
second <- function(a, b = "hushed
  hushed") a + b
{{ template }}
third.class <- function(x) {
  'hushed # hushed'
}
`%in%` = function(x, y) r"(hushed "hushed" hushed)"
"""


def test_damage_hides_no_function() -> None:
    packed = extract("r", DAMAGED)
    read = record.decode(packed)
    assert "partial" in read.marks
    assert b"hushed" not in packed
    found = {symbol.name: (symbol.kind, symbol.line) for symbol in read.symbols}
    assert found == {
        "first": ("function", 1),
        "second": ("function", 4),
        "third.class": ("function", 7),
        "%in%": ("function", 10),
    }


def test_calls_that_are_never_closed_take_no_time() -> None:
    source = b'setMethod("a", "B", function(x) (\n' * 5_000
    assert len(record.decode(extract("r", source)).symbols) <= 5_000
