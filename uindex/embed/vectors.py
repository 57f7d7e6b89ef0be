"""The bytes that hold the embeddings of one record.  Pure.

A msgpack list of three: how many dimensions, the positions of the units that are embedded (each
less the one before it, the first plus one), and one signed byte for each unit and dimension.  A
vector is scaled so that its largest component is 15 or -15; only its direction means anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgpack

from uindex.embed.text import MOST_UNITS
from uindex.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_DIMENSIONS = 4096
MAX_VECTORS = MOST_UNITS * MOST_DIMENSIONS + (1 << 16)
"""Bytes; no entry has more."""
_LAST_UNIT = 1 << 18
"""No record has as many units (`record.model.MAX_UNITS`)."""


class Vectors(NamedTuple):
    """The embeddings of one record."""

    dimensions: int
    """0 where no unit has a text."""
    units: Sequence[int]
    """Positions of units in the record, ascending."""
    data: bytes
    """By unit, then by dimension."""


def encode(vectors: Vectors) -> bytes:
    before = -1
    steps = []
    for unit in vectors.units:
        steps.append(unit - before)
        before = unit
    packed: bytes = msgpack.packb([vectors.dimensions, steps, vectors.data])
    return packed


def decode(data: bytes) -> Vectors:
    """RecordError for anything that `encode` does not make; whether the record has such units is
    for whoever has the record."""
    if len(data) > MAX_VECTORS:
        raise RecordError(f"vectors: {len(data)} bytes; at most {MAX_VECTORS}")
    try:
        # Lists nest and grow no further than the bytes that are there.
        found = msgpack.unpackb(data, max_array_len=MOST_UNITS, max_map_len=0, max_ext_len=0)
    except (ValueError, msgpack.UnpackException, RecursionError) as error:
        raise RecordError("vectors: not msgpack, or too long a list") from error
    if type(found) is not list or [type(part) for part in found] != [int, list, bytes]:
        raise RecordError("vectors: not a list of dimensions, units and bytes")
    dimensions, steps, raw = found
    units = _units(steps)
    if not (0 < dimensions <= MOST_DIMENSIONS if units else dimensions == 0):
        raise RecordError(f"vectors: {dimensions} dimensions for {len(units)} units")
    if len(raw) != dimensions * len(units):
        raise RecordError(f"vectors: {len(raw)} bytes for {len(units)} units of {dimensions}")
    vectors = Vectors(dimensions, units, raw)
    if encode(vectors) != data:
        raise RecordError("vectors: not in their shortest form")
    return vectors


def _units(steps: list[object]) -> list[int]:
    units = []
    at = -1
    for step in steps:
        if type(step) is not int or not 0 < step <= _LAST_UNIT:
            raise RecordError("vectors: units that do not ascend")
        at += step
        if at >= _LAST_UNIT:
            raise RecordError(f"vectors: unit {at}; no record has as many")
        units.append(at)
    return units


def dimensions_of(model: bytes) -> int | None:
    """How many dimensions the vectors of a model have, where its name says so."""
    digits = model.rpartition(b"-")[0].rpartition(b"+")[2]
    return int(digits) if digits.isdigit() else None


def fault(model: bytes, data: bytes) -> str:
    """What is wrong with an entry of a model; "" for nothing."""
    try:
        found = decode(data)
    except RecordError as error:
        return str(error)
    wanted = dimensions_of(model)
    if found.units and wanted is not None and found.dimensions != wanted:
        return f"vectors: {found.dimensions} dimensions, the model has {wanted}"
    return ""
