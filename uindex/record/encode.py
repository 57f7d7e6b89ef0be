"""A record to its bytes."""

from __future__ import annotations

from itertools import chain
from operator import sub
from typing import TYPE_CHECKING, Any

import msgpack

from uindex.errors import RecordError
from uindex.record.model import (
    KINDS,
    LINKS,
    MARKS,
    MAX_RECORD,
    NAME_MARK,
    VISIBILITIES,
    common_codes,
    implied_words,
    width,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.record.model import Link, Record, Symbol, Unit

_KIND_CODE = {kind: code for code, kind in enumerate(KINDS)}
_VISIBILITY_CODE = {name: code for code, name in enumerate(VISIBILITIES)}


def encode(record: Record) -> bytes:
    """The bytes of a record, so that `decode` gives the same record back.

    Symbols are sorted by (start, -end), parents first; links by kind.  `unit_words` hold what
    names and docs imply.  `qualname` is that of `qualnames`.  Names are not empty; no text but
    `doc` has a line break, no signature a NAME_MARK.  A skipped record has nothing but its head.
    RecordError if it would be larger than MAX_RECORD: no one could read it.
    """
    out: list[Any] = [record.lang, record.size, record.lines, record.skip]
    if record.skip:
        return _pack(out)
    strings = _strings(record)
    word, words = _encode_words(record)
    string = {text: code for code, text in enumerate(strings, 1)} | {"": 0}
    out += (
        [MARKS.index(mark) for mark in sorted(record.marks, key=MARKS.index)],
        record.doc,
        record.separator,
        _encode_units(record.units),
        words,
        # A line break in one would shift all that follow.
        "\n".join([text.replace("\n", " ") for text in strings]),
        _encode_symbols(record.symbols, word, string),
        _encode_links(record.links, word, string),
    )
    return _pack(out)


def _pack(out: list[Any]) -> bytes:
    packed: bytes = msgpack.packb(out, unicode_errors="surrogateescape")
    if len(packed) > MAX_RECORD:
        raise RecordError(f"a record of {len(packed)} bytes; at most {MAX_RECORD} can be read")
    return packed


def _strings(record: Record) -> list[str]:
    """Every receiver, alias and owner once, sorted."""
    found: dict[str, None] = {}
    for symbol in record.symbols:
        found.setdefault(symbol.owner)
    for link in record.links:
        found.setdefault(link.receiver)
        found.setdefault(link.alias)
    found.pop("", None)
    return sorted(found)


def _encode_units(units: Sequence[Unit]) -> list[Any]:
    if not units:
        return []
    symbols, starts, ends = zip(*units, strict=True)
    return [_deltas(symbols), _deltas(starts), list(map(sub, ends, starts))]


def _encode_words(record: Record) -> tuple[dict[str, int], list[Any]]:
    """The code of each name, and the columns of words."""
    codes = common_codes()
    symbols = dict.fromkeys(symbol.name for symbol in record.symbols)
    others = sorted({link.name for link in record.links if link.name}.difference(symbols))
    known = [word for word in others if word in codes]
    plain = [word for word in others if word not in codes]
    names = [*symbols, *known, *plain]
    gaps: dict[str, list[int]] = {name: [] for name in names}
    at: dict[str, int] = dict.fromkeys(names, -1)
    counts = [len(symbols), len(known), len(plain)]
    common, spelled = _deltas([codes[word] for word in known]), [*symbols, *plain]
    fresh_common, fresh_spelled = [], []
    implied = implied_words(record.symbols, record.links, record.units)
    for unit, (words, own) in enumerate(zip(record.unit_words, implied, strict=True)):
        new = []
        for word in words - own:
            if word in at:
                gaps[word].append(unit - at[word])
            else:
                new.append(word)
            at[word] = unit
        new.sort()
        known = [word for word in new if word in codes]
        plain = [word for word in new if word not in codes]
        common += _deltas([codes[word] for word in known])
        spelled += plain
        fresh_common.append(len(known))
        fresh_spelled.append(len(plain))
        for word in chain(known, plain):
            gaps[word] = []
    # Most words stand in one unit: an empty list of gaps, ended by 0.
    again: list[int] = []
    for steps in gaps.values():
        again += steps
        again.append(0)
    return {name: code for code, name in enumerate(names, 1)} | {"": 0}, [
        "\n".join(spelled), common, counts, fresh_common, fresh_spelled, again,
    ]  # fmt: skip


def _encode_symbols(
    symbols: Sequence[Symbol], word: dict[str, int], string: dict[str, int]
) -> list[Any]:
    if not symbols:
        return []
    (name, kind, owner, _, parent, start, end, name_start, name_end, line, start_line, end_line,
     signature, doc, visibility, unit) = zip(*symbols, strict=True)  # fmt: skip
    odd: list[int] = []
    for index, (text, low, high) in enumerate(zip(name, name_start, name_end, strict=True)):
        if high - low != width(text):
            odd += (index, high - low)
    signatures = [
        text.replace(own, NAME_MARK, 1) if text else ""
        for text, own in zip(signature, name, strict=True)
    ]
    return [
        _deltas([word[text] for text in name]),
        [_KIND_CODE[text] for text in kind],
        [index - up if up >= 0 else 0 for index, up in enumerate(parent)],
        _deltas(start),
        list(map(sub, end, start)),
        list(map(sub, name_start, start)),
        _deltas(start_line),
        list(map(sub, line, start_line)),
        list(map(sub, end_line, start_line)),
        _deltas(unit),
        "\n".join(signatures) if any(signatures) else "",
        "\n".join(doc) if any(doc) else "",
        _sparse([_VISIBILITY_CODE[text] for text in visibility]),
        _sparse([string[text] for text in owner]),
        odd,
    ]


def _encode_links(links: Sequence[Link], word: dict[str, int], string: dict[str, int]) -> list[Any]:
    if not links:
        return []
    kind, name, receiver, alias, line, symbol = zip(*links, strict=True)
    return [
        [kind.count(each) for each in LINKS],
        [word[text] for text in name],
        _sparse([string[text] for text in receiver]),
        _sparse([string[text] for text in alias]),
        _deltas(line),
        _deltas(symbol),
    ]


def _deltas(values: Sequence[int]) -> list[int]:
    return [values[0], *map(sub, values[1:], values)] if values else []


def _sparse(values: list[int]) -> list[int]:
    """The values, or nothing at all where every one is 0."""
    return values if any(values) else []
