"""The first fields of a record, without decoding the rest: what manifests are made of."""

from __future__ import annotations

from typing import NamedTuple

import msgpack

from uindex.errors import RecordError
from uindex.record import MARKS

_PARTIAL = MARKS.index("partial")
_FIELDS = frozenset(("lang", "size", "lines", "skip", "marks"))
_ENOUGH = 1024
"""Bytes within which these fields end."""


class Head(NamedTuple):
    """`lang` is what the content turned out to be; `skip` why it is empty, or ""."""

    lang: str
    size: int
    skip: str
    partial: bool


def head(data: bytes) -> Head:
    """RecordError if the beginning of `data` is not that of a record."""
    unpacker = msgpack.Unpacker(max_map_len=64, max_array_len=64, max_str_len=_ENOUGH)
    unpacker.feed(data[:_ENOUGH])
    fields = {}
    try:
        for _ in range(unpacker.read_map_header()):
            name = unpacker.unpack()
            if name not in _FIELDS:
                break  # they come first
            fields[name] = unpacker.unpack()
        lang, size = fields["lang"], fields["size"]
        skip, marks = fields.get("skip", ""), fields.get("marks", [])
        if type(lang) is not str or type(size) is not int or type(skip) is not str:
            raise TypeError("wrong types")
        return Head(lang, size, skip, _PARTIAL in marks)
    except (ValueError, TypeError, KeyError, RecursionError, msgpack.UnpackException) as error:
        raise RecordError(f"not a record: {type(error).__name__}: {error}") from None
