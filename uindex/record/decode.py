"""Bytes to the record they hold; RecordError is all that comes of bad ones, whatever they are."""

from __future__ import annotations

from functools import partial
from itertools import accumulate, chain, repeat
from operator import add
from typing import TYPE_CHECKING, Any, TypeVar

import msgpack

from uindex.errors import RecordError, said
from uindex.record.model import (
    HEAD,
    KINDS,
    LINKS,
    MARKS,
    MAX_PLAIN,
    MAX_RECORD,
    MAX_TEXT,
    MAX_UNITS,
    NAME_MARK,
    SKIPS,
    VISIBILITIES,
    Head,
    Link,
    Record,
    Symbol,
    Unit,
    common_words,
    implied_words,
    qualnames,
    width,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_T = TypeVar("_T")

# As `_make`, without a call of Python for each: most of the time went there.
_UNIT: Callable[[Iterable[Any]], Unit] = partial(tuple.__new__, Unit)
_SYMBOL: Callable[[Iterable[Any]], Symbol] = partial(tuple.__new__, Symbol)
_LINK: Callable[[Iterable[Any]], Link] = partial(tuple.__new__, Link)

_LISTS = 48
"""Lists within one record; a record has at most 35."""


def decode(data: bytes, *, words: bool = True) -> Record:
    """The record that `data` holds; with `words` false it has no `unit_words`, which takes half
    the time.

    Raises RecordError, and nothing else, whatever the bytes are; memory stays in proportion to
    `len(data)`, which is checked before anything is read.
    """
    return _read(data, lambda raw: _decode(raw, words))


def imports(data: bytes) -> tuple[str, list[Link]]:
    """The language of the record that `data` holds and its imports, for a small part of the time
    that the whole takes.  Raises as `decode` does, for faults in what is read."""
    return _read(data, _decode_imports)


def _read(data: bytes, decoder: Callable[[Any], _T]) -> _T:
    return guarded(data, lambda data: decoder(_unpack(data)))


def guarded(data: bytes, decoder: Callable[[bytes], _T]) -> _T:
    """What the decoder makes of the bytes; RecordError for all that goes wrong."""
    if len(data) > MAX_RECORD:
        raise RecordError(f"a record of {len(data)} bytes; at most {MAX_RECORD} can be read")
    try:
        return decoder(data)
    except RecordError:
        raise
    except (
        ValueError,
        TypeError,
        AttributeError,
        KeyError,
        IndexError,
        RecursionError,
        OverflowError,
        msgpack.UnpackException,
    ) as error:
        raise RecordError(f"not a record: {said(error)}") from None


def _unpack(data: bytes) -> Any:
    """Lists, strings and numbers, and few lists.

    A list of empty lists takes 60 times the memory of its bytes, a map 70 times, so the first that
    should not be there ends it.
    """
    try:
        return msgpack.unpackb(data, **limits(data))
    except MemoryError:
        # 4 MiB of honest data never ask for much: it is lists in lists that announce millions.
        raise RecordError("not a record: it asks for more memory than there is") from None


def limits(data: bytes) -> dict[str, Any]:
    """How msgpack is to read one record: lists, strings and numbers, and few lists."""
    left = _LISTS

    def count(values: list[Any]) -> list[Any]:
        nonlocal left
        left -= 1
        _check(left >= 0, "too many lists")
        return values

    return {
        "max_str_len": len(data),
        "max_array_len": len(data),
        "max_map_len": 0,
        "max_ext_len": 0,
        "max_bin_len": 0,
        "unicode_errors": "surrogateescape",
        "list_hook": count,
        "object_hook": _refuse,
        "ext_hook": _refuse,
    }


def _refuse(*_: object) -> None:
    raise RecordError("a map or an extension type")


def head(data: bytes) -> Head:
    """The first fields of a record, the rest unread.  Raises RecordError."""
    unpacker = msgpack.Unpacker(max_array_len=64, max_str_len=HEAD, max_map_len=0)
    unpacker.feed(data[:HEAD])
    try:
        fields = unpacker.read_array_header()
        lang, size, _, skip = (unpacker.unpack() for _ in range(4))
        marks = unpacker.unpack() if fields > 4 else []
        return Head(_plain(lang), _natural(size), _reason(skip), MARKS.index("partial") in marks)
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as error:
        raise RecordError(f"not a record: {said(error)}") from None


def _decode_head(raw: Any) -> tuple[str, int, int, str]:
    _check(type(raw) is list, "no list")
    lang, size, lines, skip = _plain(raw[0]), _natural(raw[1]), _natural(raw[2]), _reason(raw[3])
    # Offsets and lines are at most one more; so what comes of them fits into 64 bits everywhere.
    _check(size + 1 < 1 << 48 and lines <= size + 1, "size")
    _check(not skip or (len(raw) == 4 and not lines), "more than the head of a skipped blob")
    return lang, size, lines, skip


def _decode_imports(raw: Any) -> tuple[str, list[Link]]:
    lang, size, _, skip = _decode_head(raw)
    if skip:
        return lang, []
    _, _, _, _, raw_words, raw_strings, raw_symbols, raw_links = raw[4:]
    if not raw_links or not raw_links[0][0]:
        return lang, []
    (first, *_), *columns = raw_links
    links = [[first], *(column[:first] for column in columns)]  # imports come before all others
    symbols = len(raw_symbols[0]) if raw_symbols else 0
    strings = ["", *_split(raw_strings)]
    return lang, _decode_links(links, _decode_names(raw_words), strings, symbols, size + 1)


def _decode(raw: Any, with_words: bool) -> Record:
    lang, size, lines, skip = _decode_head(raw)
    end = size + 1
    if skip:
        return Record(lang, size, lines, skip=skip)
    marks, doc, separator, raw_units, raw_words, raw_strings, raw_symbols, raw_links = raw[4:]
    lists = (marks, raw_units, raw_words, raw_symbols, raw_links)
    _check(all(type(one) is list for one in lists) and len(marks) <= len(MARKS), "no list")
    strings = ["", *_split(raw_strings)]
    units = _decode_units(raw_units, end)
    names = _decode_names(raw_words)
    symbols = (
        _decode_symbols(raw_symbols, names, strings, _text(separator), end) if raw_symbols else []
    )
    _check(all(unit.symbol < len(symbols) for unit in units), "a unit of no symbol")
    _check(not symbols or max(s.unit for s in symbols) < len(units), "a symbol of no unit")
    links = _decode_links(raw_links, names, strings, len(symbols), end) if raw_links else []
    unit_words = []
    if with_words:
        unit_words = implied_words(symbols, links, units)
        _decode_words(raw_words, names, unit_words)
    return Record(
        lang,
        size,
        lines,
        marks=tuple(MARKS[_natural(code)] for code in marks),
        doc=_text(doc),
        separator=_text(separator),
        symbols=symbols,
        links=links,
        units=units,
        unit_words=unit_words,
    )


def _natural(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise RecordError(f"not a count: {str(value)[:40]}")
    return value


def _text(value: Any) -> str:
    if type(value) is not str:
        raise RecordError(f"not a text: {str(value)[:40]}")
    return value


def _plain(value: Any) -> str:
    """A word or two of ours, which `head` must find whole and tables hold as they are."""
    text = _text(value)
    _check(len(text) <= MAX_PLAIN and text.isascii() and text.isprintable(), "an odd text")
    return text


def _reason(value: Any) -> str:
    """Why a blob was skipped: what else may be said of a path is no extractor's to say."""
    reason = _plain(value)
    _check(not reason or reason in SKIPS, f"skipped for no reason of an extractor: {reason}")
    return reason


def _check(holds: bool, fault: str) -> None:
    if not holds:
        raise RecordError(fault)


def _split(text: str) -> list[str]:
    return text.split("\n") if text else []


def _naturals(values: list[int], size: int, fault: str) -> list[int]:
    """A column of `size` numbers, none below 0 (an empty column stands for zeros)."""
    _check(type(values) is list, fault)
    if not values:
        return [0] * size
    _check(len(values) == size and min(values) >= 0, fault)
    return values


def _sums(values: list[int], more: list[int], most: int, fault: str) -> list[int]:
    """The sums by pairs: whole numbers up to `most`."""
    result = list(map(add, values, more))
    # One float makes the sum of all a float.
    _check(not result or (max(result) <= most and type(sum(result)) is int), fault)
    return result


def _absolute(deltas: list[int], size: int, least: int, fault: str) -> list[int]:
    values = list(accumulate(deltas))
    _check(len(values) == size and type(deltas) is list, fault)
    if values:
        # One float makes the last a float; only the first can be a bool.
        _check(min(values) >= least and type(values[0]) is type(values[-1]) is int, fault)
    return values


def _decode_units(raw: Any, end: int) -> list[Unit]:
    if not raw:
        return []
    symbols, starts, spans = raw
    size = len(symbols)
    _check(size <= MAX_UNITS, "units")
    first = _absolute(starts, size, 1, "units")
    last = _sums(first, _naturals(spans, size, "units"), end, "units")
    return list(map(_UNIT, zip(_absolute(symbols, size, -1, "units"), first, last, strict=True)))


def _decode_names(raw: Any) -> list[str]:
    """The names of symbols and links, in the order of their codes."""
    spelled, common, counts, _, _, _ = raw
    own, known, plain = (_natural(count) for count in counts)
    texts = spelled.split("\n", own + plain)[: own + plain] if spelled else []
    _check(len(texts) == own + plain and "" not in texts, "words")
    codes = _absolute(common[:known], known, 0, "words")
    table = common_words()
    return [*texts[:own], *(table[code] for code in codes), *texts[own:]]


def _decode_words(raw: Any, names: list[str], into: list[set[str]]) -> None:
    """Add to each unit the words that are written down for it."""
    spelled, common, (own, known, plain), fresh_common, fresh_spelled, again = raw
    texts, table = _split(spelled), common_words()
    _check(len(texts) == own + plain + sum(fresh_spelled), "words")
    _check(len(common) == known + sum(fresh_common), "words")
    _check(not fresh_common or min(min(fresh_common), min(fresh_spelled)) >= 0, "words")
    _check("" not in texts, "an empty word")
    # Each run of codes ascends from a code: nothing below 0 may lead to a word from the end.
    _check(not common or min(common) >= 0, "words")
    words = list(names)
    low, high = known, own + plain
    for known, plain in zip(fresh_common, fresh_spelled, strict=True):
        if known:
            words += [table[code] for code in accumulate(common[low : low + known])]
            low += known
        words += texts[high : high + plain]
        high += plain
    _check(again.count(0) == len(words) and len(fresh_common) == len(into), "words")
    _check(not again or (min(again) >= 0 and again[-1] == 0), "words")
    fresh = map(add, fresh_common, fresh_spelled)
    firsts = chain(repeat(-1, len(names)), *map(repeat, range(len(into)), fresh))
    gaps = iter(again)
    for word, first in zip(words, firsts, strict=True):
        at = first
        if at >= 0:
            into[at].add(word)
        for gap in gaps:
            if not gap:
                break
            at += gap
            into[at].add(word)


def _decode_symbols(
    raw: Any, names: list[str], strings: list[str], separator: str, most: int
) -> list[Symbol]:
    (ids, kinds, ups, starts, spans, name_offs, start_lines, line_offs, line_spans,
     units, signatures, docs, visibilities, owners, odd) = raw  # fmt: skip
    size = len(ids)
    fault = "symbols"
    name = [names[i - 1] for i in _absolute(ids, size, 1, fault)]
    ups = _naturals(ups, size, fault)
    parent = [index - up if up else -1 for index, up in enumerate(ups)]
    _check(min(parent) >= -1 and type(sum(parent)) is int, fault)
    owner = [strings[i] for i in _naturals(owners, size, fault)]
    _check(sum(map(len, name)) <= MAX_TEXT, fault)
    start = _absolute(starts, size, 0, fault)
    name_start = _sums(start, _naturals(name_offs, size, fault), most, fault)
    widths = [width(text) for text in name]
    for index, odd_width in zip(odd[::2], odd[1::2], strict=True):
        widths[_natural(index)] = _natural(odd_width)
    start_line = _absolute(start_lines, size, 1, fault)
    columns = (
        name,
        [KINDS[code] for code in _naturals(kinds, size, fault)],
        owner,
        qualnames(name, parent, owner, separator),
        parent,
        start,
        _sums(start, _naturals(spans, size, fault), most, fault),
        name_start,
        _sums(name_start, widths, most, fault),
        _sums(start_line, _naturals(line_offs, size, fault), most, fault),
        start_line,
        _sums(start_line, _naturals(line_spans, size, fault), most, fault),
        [
            text.replace(NAME_MARK, own, 1) if text else text
            for text, own in zip(_texts(signatures, size), name, strict=True)
        ],
        _texts(docs, size),
        [VISIBILITIES[code] for code in _naturals(visibilities, size, fault)],
        _absolute(units, size, 0, fault),
    )
    return list(map(_SYMBOL, zip(*columns, strict=True)))


def _texts(joined: str, size: int) -> list[str]:
    if not joined:
        return [""] * size
    texts = joined.split("\n")
    _check(len(texts) == size, "texts")
    return texts


def _decode_links(
    raw: Any, names: list[str], strings: list[str], symbols: int, most: int
) -> list[Link]:
    counts, ids, receivers, aliases, lines, owners = raw
    size = len(ids)
    fault = "links"
    counts = [_natural(count) for count in counts]
    _check(sum(counts) == size and len(counts) <= len(LINKS), fault)
    texts = ["", *names]
    symbol = _absolute(owners, size, -1, fault)
    line = _absolute(lines, size, 1, fault)
    _check(not size or (max(symbol) < symbols and max(line) <= most), fault)
    columns = (
        chain.from_iterable(map(repeat, LINKS, counts)),
        [texts[i] for i in _naturals(ids, size, fault)],
        [strings[i] for i in _naturals(receivers, size, fault)],
        [strings[i] for i in _naturals(aliases, size, fault)],
        line,
        symbol,
    )
    return list(map(_LINK, zip(*columns, strict=True)))
