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
    """Whether it is a value of the types at `places` rather than these themselves."""
    local: bool = False
    """Whether it goes by a name that something was put into: another thing may be in it by now."""
    unsure: bool = False
    """Whether what led here may mean something else, of which nothing is known."""


UNKNOWN = Value(OPEN)
FOREIGN = Value(OUTSIDE)
LIBRARY = Value(OUTSIDE, reason="library")
"""Outside as well, and what its functions give may be anything, a type of the repository too."""


def symbols(places: tuple[Place, ...]) -> Value:
    return Value(SYMBOL, places)


def joined(values: list[Value]) -> Value | None:
    """What one of these is: all their definitions; else the first that says anything."""
    if len(values) == 1:
        return values[0]
    places = [place for value in values for place in value.places]
    if places:
        known = [value for value in values if value.places]
        return Value(
            SYMBOL,
            tuple(dict.fromkeys(places)),
            made=any(value.made for value in known),
            local=any(value.local for value in known),
            unsure=any(value.unsure for value in known),
        )
    return next((value for value in values if value.kind != OPEN), values[0] if values else None)
