"""The symbol at a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uindex.record import Symbol
    from uindex.resolve.facts import Facts
    from uindex.resolve.model import Place


def symbol_of(facts: Facts, place: Place) -> Symbol:
    """A place comes from `Facts.named`, so its file has a record."""
    record = facts.record(place.path)
    assert record is not None
    return record.symbols[place.at]
