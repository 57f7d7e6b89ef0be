"""How one occurrence is packed into an integer.

Blobs are numbered; a *segment* is a run of SEGMENT consecutive numbers, so inside a segment a blob
needs 12 bits.  Postings of a segment are arrays of

- symbol refs (64 bits): blob 12, symbol 20, line 20, parts of its name 5, kind 7;
- site refs (64 bits): blob 12, line 20, enclosing symbol counted from 1 with 0 for none 20, nothing
  8, kind of link 3, free 1;
- term refs (32 bits): blob 12, weight among names 6, among docs 6, in the rest 8.

Sorted as integers, all are sorted by blob and then by position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

SEGMENT_BITS = 12
SEGMENT = 1 << SEGMENT_BITS
_LOCAL = SEGMENT - 1

MOST_SYMBOLS = 1 << 20
LAST_LINE = (1 << 20) - 1
LAST_SITE = MOST_SYMBOLS - 2
BLOB_SHIFT = 52
"""Of symbol and site refs: what is above is the number of the blob within its segment."""
FREE = 1
SITE_KINDS = 7
"""Of a site ref without its last bit: the kind."""
_MOST_PARTS = 31
NAMES_TOP = 63
DOCS_TOP = 63
BODY_TOP = 255
NAMES_SHIFT, DOCS_SHIFT = 14, 8
TERM_SHIFT = 20
"""Of term refs: what is above is the number of the blob within its segment."""


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
        (blob & _LOCAL) << BLOB_SHIFT
        | index << 32
        | min(line, LAST_LINE) << 12
        | min(parts, _MOST_PARTS) << 7
        | kind
    )


def unpack_symbol(segment: int, ref: int) -> SymbolRef:
    return SymbolRef(
        segment << SEGMENT_BITS | ref >> BLOB_SHIFT,
        ref >> 32 & MOST_SYMBOLS - 1,
        ref >> 12 & LAST_LINE,
        ref >> 7 & _MOST_PARTS,
        ref & 127,
    )


class SiteRef(NamedTuple):
    """A link that has the name, or an import that has it as alias."""

    blob: int
    line: int
    """LAST_LINE stands for that or a later one: the record has the line in full."""
    symbol: int
    """Index of the enclosing symbol, or -1; LAST_SITE stands for that or a later one."""
    kind: int
    """Position in `record.LINKS`."""
    free: bool
    """A call or use whose own file does not say what it means: it has no receiver, and its name is
    that of no symbol, import or variable there."""


def pack_sites(blob: int, kind: int, lines: Sequence[int], symbols: Sequence[int]) -> list[int]:
    """Refs of sites that are not free, one for each line; with FREE set they are."""
    if max(lines) > LAST_LINE or max(symbols) > LAST_SITE:
        lines = [min(line, LAST_LINE) for line in lines]
        symbols = [min(symbol, LAST_SITE) for symbol in symbols]
    base = (blob & _LOCAL) << BLOB_SHIFT | 1 << 12 | kind << 1
    return [
        base + (line << 32) + (symbol << 12) for line, symbol in zip(lines, symbols, strict=True)
    ]


def unpack_site(segment: int, ref: int) -> SiteRef:
    return SiteRef(
        segment << SEGMENT_BITS | ref >> BLOB_SHIFT,
        ref >> 32 & LAST_LINE,
        (ref >> 12 & MOST_SYMBOLS - 1) - 1,
        ref >> 1 & SITE_KINDS,
        bool(ref & FREE),
    )


def pack_term(blob: int, names: int, docs: int, body: int) -> int:
    """Weights above what their bits hold are cut to it; by then they are saturated anyway."""
    return (
        (blob & _LOCAL) << TERM_SHIFT
        | min(names, NAMES_TOP) << NAMES_SHIFT
        | min(docs, DOCS_TOP) << DOCS_SHIFT
        | min(body, BODY_TOP)
    )
