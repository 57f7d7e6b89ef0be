"""What an expression stands for, as far as it is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from uindex.resolve.model import Module, Place

SYMBOL, MODULE, OUTSIDE, OPEN, LOST = range(5)


class Value(NamedTuple):
    """One of: definitions (or a value of their type), a module, a thing outside the repository,
    something local of which nothing is known, something that should be here and is not."""

    kind: int
    places: tuple[Place, ...] = ()
    module: Module | None = None
    reason: str = ""
    made: bool = False
    """Whether it is a value of the type that the definitions are, and not these themselves."""


UNKNOWN = Value(OPEN)
FOREIGN = Value(OUTSIDE)


def symbols(places: tuple[Place, ...]) -> Value:
    return Value(SYMBOL, places)


def joined(values: list[Value]) -> Value | None:
    """What one of these is: all their definitions; else the first that says anything."""
    places = [place for value in values for place in value.places]
    if places:
        made = any(value.made for value in values)
        return Value(SYMBOL, tuple(dict.fromkeys(places)), made=made)
    return next((value for value in values if value.kind != OPEN), values[0] if values else None)
