"""What one blob holds, and its bytes: a msgpack list of flat columns.

A record is a pure function of (blob bytes, language, extractor version).  The layout is described
byte by byte in docs/format.md; in short:

- `words` is one table for names and words: first the names of symbols in their order, so that the
  column that points at them is a run of ones; then the names of links; then the words of each unit
  that no earlier unit held, so that the word -> unit table costs nothing for them.  Common words
  are codes instead of letters.
- What follows from the rest is not said again: a unit's words are those written down for it, the
  names of its symbols and links, and the words of its symbols' docs.
- symbols and links are parallel columns of small integers, delta coded.

Integers are msgpack's own: one byte up to 127, and decoded in C.  git compresses the whole; line
breaks between strings compress better than any prefix coding of ours did.
"""

from __future__ import annotations

from uindex.record.decode import decode, head, imports
from uindex.record.encode import encode
from uindex.record.model import (
    KINDS,
    LINKS,
    MARKS,
    MAX_PLAIN,
    MAX_RECORD,
    MAX_TEXT,
    NAME_MARK,
    VISIBILITIES,
    Head,
    Link,
    Record,
    Symbol,
    Unit,
    common_codes,
    common_words,
    qualnames,
)
from uindex.record.names import names

__all__ = [
    "KINDS",
    "LINKS",
    "MARKS",
    "MAX_PLAIN",
    "MAX_RECORD",
    "MAX_TEXT",
    "NAME_MARK",
    "VISIBILITIES",
    "Head",
    "Link",
    "Record",
    "Symbol",
    "Unit",
    "common_codes",
    "common_words",
    "decode",
    "encode",
    "head",
    "imports",
    "names",
    "qualnames",
]
