"""The first fields of a record, without decoding the rest: what manifests are made of."""

from __future__ import annotations

from typing import NamedTuple

import msgpack

from uindex.errors import RecordError
from uindex.record import MARKS

_PARTIAL = MARKS.index("partial")
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
    unpacker = msgpack.Unpacker(max_map_len=0, max_array_len=64, max_str_len=_ENOUGH)
    unpacker.feed(data[:_ENOUGH])
    try:
        fields = unpacker.read_array_header()
        lang, size, _, skip = (unpacker.unpack() for _ in range(4))
        marks = unpacker.unpack() if fields > 4 else []
        if type(lang) is not str or type(size) is not int or type(skip) is not str:
            raise TypeError("wrong types")
        return Head(lang, size, skip, _PARTIAL in marks)
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as error:
        raise RecordError(f"not a record: {type(error).__name__}: {error}") from None
