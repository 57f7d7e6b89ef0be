"""How one occurrence is packed into an integer.

Blobs are numbered; a *segment* is a run of SEGMENT consecutive numbers, so inside a segment a blob
needs 12 bits.  Postings of a segment are arrays of

- symbol refs (64 bits): blob 12, symbol 20, line 20, parts of its name 5, kind 7;
- term refs (32 bits): blob 12, weight among names 6, among docs 6, in the rest 8.

Sorted as integers, both are sorted by blob and then by position.
"""

from __future__ import annotations

from typing import NamedTuple

SEGMENT_BITS = 12
SEGMENT = 1 << SEGMENT_BITS
_LOCAL = SEGMENT - 1

MOST_SYMBOLS = 1 << 20
_LAST_LINE = (1 << 20) - 1
_MOST_PARTS = 31
NAMES_TOP = 63
DOCS_TOP = 63
BODY_TOP = 255
NAMES_SHIFT, DOCS_SHIFT = 14, 8


class SymbolRef(NamedTuple):
    blob: int
    at: int
    line: int
    """For ordering; the record has the line in full."""
    parts: int
    kind: int
    """Position in `record.KINDS`."""


def pack_symbol(blob: int, index: int, line: int, parts: int, kind: int) -> int:
    return (
        (blob & _LOCAL) << 52
        | index << 32
        | min(line, _LAST_LINE) << 12
        | min(parts, _MOST_PARTS) << 7
        | kind
    )


def unpack_symbol(segment: int, ref: int) -> SymbolRef:
    return SymbolRef(
        segment << SEGMENT_BITS | ref >> 52,
        ref >> 32 & MOST_SYMBOLS - 1,
        ref >> 12 & _LAST_LINE,
        ref >> 7 & _MOST_PARTS,
        ref & 127,
    )


def pack_term(blob: int, names: int, docs: int, body: int) -> int:
    """Weights above what their bits hold are cut to it; by then they are saturated anyway."""
    return (
        (blob & _LOCAL) << 20
        | min(names, NAMES_TOP) << NAMES_SHIFT
        | min(docs, DOCS_TOP) << DOCS_SHIFT
        | min(body, BODY_TOP)
    )
