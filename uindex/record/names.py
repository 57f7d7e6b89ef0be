"""The names of a record's symbols, for a small part of the time that the whole takes."""

from __future__ import annotations

from typing import Any

import msgpack

from uindex.errors import RecordError
from uindex.record.decode import guarded, limits


def names(data: bytes) -> tuple[list[str], list[int]]:
    """Each name that symbols of the record have, once, and the kinds of its symbols as positions in
    KINDS.  Raises as `decode` does, for faults in what is read."""
    return guarded(data, _names)


def _names(data: bytes) -> tuple[list[str], list[int]]:
    unpacker = msgpack.Unpacker(**limits(data))
    unpacker.feed(data)
    if unpacker.read_array_header() == 4:
        return [], []  # a skipped blob
    _pass(unpacker, 8)  # to the words
    unpacker.read_array_header()
    spelled = unpacker.unpack()
    _pass(unpacker, 1)
    own = unpacker.unpack()[0]
    _pass(unpacker, 4)  # to the symbols
    kinds = []
    if unpacker.read_array_header():
        _pass(unpacker, 1)
        kinds = unpacker.unpack()
    if type(spelled) is not str or type(own) is not int or type(kinds) is not list:
        raise RecordError("not a record: its words have other types")
    found = spelled.split("\n", own)[:own] if own > 0 else []
    if len(found) != own:
        raise RecordError("not a record: words")
    return found, kinds


def _pass(unpacker: Any, values: int) -> None:
    for _ in range(values):
        unpacker.skip()
