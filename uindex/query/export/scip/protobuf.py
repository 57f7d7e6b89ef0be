"""Writing messages of Protocol Buffers, as far as SCIP needs it.

https://protobuf.dev/programming-guides/encoding/
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def varint(value: int) -> bytes:
    """A natural number, seven bits a byte, the lowest first."""
    if value < 128:
        return bytes((value,))
    found = bytearray()
    while value >= 128:
        found.append(value & 127 | 128)
        value >>= 7
    found.append(value)
    return bytes(found)


def number(field: int, value: int) -> bytes:
    """A field of a number, an enumeration or a flag; nothing where it is 0, which is what a reader
    takes for a field that is not there."""
    return varint(field << 3) + varint(value) if value else b""


def data(field: int, value: bytes) -> bytes:
    """A field of a message or of bytes, empty ones too."""
    return varint(field << 3 | 2) + varint(len(value)) + value


def text(field: int, value: str) -> bytes:
    """A field of text, nothing where it is empty.  It must be UTF-8: what is not is replaced."""
    return data(field, value.encode("utf-8", "replace")) if value else b""


def packed(field: int, values: Iterable[int]) -> bytes:
    """A repeated field of natural numbers."""
    return data(field, b"".join(map(varint, values)))
