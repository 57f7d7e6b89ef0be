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

import os
import re
from functools import cache
from itertools import accumulate, chain, repeat
from operator import add, sub
from typing import TYPE_CHECKING, Any, NamedTuple

import msgpack

from uindex.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

MAX_RECORD = 4 << 20
"""A record of more bytes is neither written nor read; the largest of Linux 6.1 is a quarter."""

MAX_TEXT = 8 * MAX_RECORD
"""Characters that the qualified names of one record, or its signatures, may come to: a long name
that many symbols share would otherwise make gigabytes out of a few bytes."""

MAX_UNITS = 1 << 18
"""Units of one record: more, each with a symbol or words, would not fit into MAX_RECORD."""

_LISTS = 48
"""Lists within one record; a record has at most 35."""

HEAD = 1024
"""Bytes within which the first fields of a record end."""

QUALNAME = 400
"""Characters of an enclosing qualified name beyond which it is cut."""

# Codes are positions: append, never reorder.  A reader that meets a newer code refuses the record.
KINDS = (
    "file class interface struct union enum trait protocol type module namespace package function "
    "method constructor property field variable constant macro member key heading label object "
    "mixin annotation service message rpc rule target selector table view procedure test component "
    "extension impl instance operator event command directive resource variant parameter section "
    "record alias"
).split()
LINKS = ("import", "call", "use", "doc-link", "mention")
VISIBILITIES = ("", "public", "protected", "private", "internal")
MARKS = ("partial", "minified", "generated", "capped", "transcoded")

NAME_MARK = "\1"
"""Stands for the symbol's name in its signature: that saves a third of them."""

_WORD = re.compile("[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]{2,39}")
_KIND_CODE = {kind: code for code, kind in enumerate(KINDS)}
_VISIBILITY_CODE = {name: code for code, name in enumerate(VISIBILITIES)}


class Symbol(NamedTuple):
    """A definition.  Offsets are bytes of the blob, lines count from 1, ends of spans are exclusive
    in bytes and inclusive in lines; the whole span begins with the attached comment."""

    name: str
    kind: str
    owner: str
    """The owner as written where nesting does not say it: Go's receiver, C++'s qualifier."""
    qualname: str
    parent: int
    """Index of the enclosing symbol, or -1."""
    start: int
    end: int
    name_start: int
    name_end: int
    line: int
    """Line of the name."""
    start_line: int
    end_line: int
    signature: str
    """Without literal values; empty where it would only repeat the name."""
    doc: str
    """First paragraph, on one line."""
    visibility: str
    unit: int


class Link(NamedTuple):
    """A reference out of the blob, as written.

    import: `receiver` is the module specifier, `name` what is taken from it ("" the module itself,
    "*" everything), `alias` its local name.  call and use: `name` and the `receiver` chain before
    it.  doc-link: `receiver` is the target.  mention: a name in prose.
    """

    kind: str
    name: str
    receiver: str
    alias: str
    line: int
    symbol: int
    """Index of the enclosing symbol, or -1."""


class Unit(NamedTuple):
    """A piece of the file that is ranked and returned."""

    symbol: int
    """The definition or section it is, or -1 for a run of what is left."""
    start_line: int
    end_line: int


class Record(NamedTuple):
    """All that was found in one blob."""

    lang: str
    size: int
    lines: int
    skip: str = ""
    """Why nothing was taken from the content ("binary", "LFS pointer"), or ""."""
    marks: tuple[str, ...] = ()
    doc: str = ""
    separator: str = "."
    symbols: Sequence[Symbol] = ()
    links: Sequence[Link] = ()
    units: Sequence[Unit] = ()
    unit_words: Sequence[AbstractSet[str]] = ()
    """For each unit the distinct words it holds, unsplit, names included."""


def qualnames(
    names: Sequence[str], parents: Sequence[int], owners: Sequence[str], separator: str
) -> list[str]:
    """The qualified name of each symbol; a parent comes before its children.

    Past QUALNAME characters the outer part gives way to an ellipsis: 10,000 nested definitions
    would cost the square of their number.  RecordError where they come to more than MAX_TEXT.
    """
    result: list[str] = []
    left = MAX_TEXT
    for name, parent, owner in zip(names, parents, owners, strict=True):
        own = f"{owner}{separator}{name}" if owner else name
        outer = result[parent] if parent >= 0 else ""
        if len(outer) > QUALNAME:
            outer = "…"
        qualname = f"{outer}{separator}{own}" if outer else own
        left -= len(qualname)
        if left < 0:
            raise RecordError(f"qualified names of more than {MAX_TEXT} characters")
        result.append(qualname)
    return result


@cache
def common_words() -> tuple[str, ...]:
    """The words that have a code of their own: part of the format, never to be changed.

    They stand in many files of many projects; docs/decisions/0002-record.md says how they were
    drawn.
    """
    with open(os.path.join(os.path.dirname(__file__), "common.txt"), encoding="ascii") as file:
        return tuple(file.read().split())


@cache
def common_codes() -> dict[str, int]:
    """Common word -> its code."""
    return {word: code for code, word in enumerate(common_words())}


def _implied(
    symbols: Sequence[Symbol], links: Sequence[Link], units: Sequence[Unit]
) -> list[set[str]]:
    """The words of each unit that follow from its symbols and links."""
    result: list[set[str]] = [set() for _ in units]
    for symbol in symbols:
        mine = result[symbol.unit]
        mine.add(symbol.name)
        if symbol.doc:
            mine.update(_WORD.findall(symbol.doc))
    unit_of = [symbol.unit for symbol in symbols]
    for link in links:
        if link.symbol >= 0 and link.name:
            result[unit_of[link.symbol]].add(link.name)
    return result


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
    implied = _implied(record.symbols, record.links, record.units)
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
        if high - low != _width(text):
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


def _width(name: str) -> int:
    return len(name) if name.isascii() else len(name.encode("utf-8", "surrogateescape"))


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


def decode(data: bytes) -> Record:
    """The record that `data` holds.

    Raises RecordError, and nothing else, whatever the bytes are; memory stays in proportion to
    `len(data)`, which is checked before anything is read.
    """
    if len(data) > MAX_RECORD:
        raise RecordError(f"a record of {len(data)} bytes; at most {MAX_RECORD} can be read")
    try:
        return _decode(_unpack(data))
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
        raise RecordError(f"not a record: {type(error).__name__}: {error}") from None


def _unpack(data: bytes) -> Any:
    """Lists, strings and numbers, and few lists.

    A list of empty lists takes 60 times the memory of its bytes, a map 70 times, so the first that
    should not be there ends it.
    """
    left = _LISTS

    def count(values: list[Any]) -> list[Any]:
        nonlocal left
        left -= 1
        _check(left >= 0, "too many lists")
        return values

    try:
        return msgpack.unpackb(
            data,
            max_str_len=len(data),
            max_array_len=len(data),
            max_map_len=0,
            max_ext_len=0,
            max_bin_len=0,
            unicode_errors="surrogateescape",
            list_hook=count,
            object_hook=_refuse,
            ext_hook=_refuse,
        )
    except MemoryError:
        # 4 MiB of honest data never ask for much: it is lists in lists that announce millions.
        raise RecordError("not a record: it asks for more memory than there is") from None


def _refuse(*_: object) -> None:
    raise RecordError("a map or an extension type")


class Head(NamedTuple):
    """What the first fields of a record say."""

    lang: str
    size: int
    skip: str
    partial: bool


def head(data: bytes) -> Head:
    """The first fields of a record, the rest unread.  Raises RecordError."""
    unpacker = msgpack.Unpacker(max_array_len=64, max_str_len=HEAD, max_map_len=0)
    unpacker.feed(data[:HEAD])
    try:
        fields = unpacker.read_array_header()
        lang, size, _, skip = (unpacker.unpack() for _ in range(4))
        marks = unpacker.unpack() if fields > 4 else []
        if type(lang) is not str or type(size) is not int or type(skip) is not str:
            raise RecordError("not a record: its first fields have other types")
        return Head(lang, size, skip, MARKS.index("partial") in marks)
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as error:
        raise RecordError(f"not a record: {type(error).__name__}: {error}") from None


def _decode(raw: Any) -> Record:
    _check(type(raw) is list, "no list")
    lang, size, lines, skip = _text(raw[0]), _natural(raw[1]), _natural(raw[2]), _text(raw[3])
    # Offsets and lines are below this; so what comes of them fits into 64 bits everywhere.
    end = size + 1
    _check(end < 1 << 48 and lines <= end, "size")
    if skip:
        _check(len(raw) == 4, "more than the head of a skipped blob")
        return Record(lang, size, lines, skip=skip)
    marks, doc, separator, raw_units, raw_words, raw_strings, raw_symbols, raw_links = raw[4:]
    _check(len(marks) <= len(MARKS), "marks")
    strings = ["", *_split(raw_strings)]
    units = _decode_units(raw_units, end)
    names, words = _decode_table(raw_words)
    symbols = (
        _decode_symbols(raw_symbols, names, strings, _text(separator), end) if raw_symbols else []
    )
    _check(all(unit.symbol < len(symbols) for unit in units), "a unit of no symbol")
    _check(not symbols or max(s.unit for s in symbols) < len(units), "a symbol of no unit")
    links = _decode_links(raw_links, names, strings, len(symbols), end) if raw_links else []
    unit_words = _implied(symbols, links, units)
    _decode_words(raw_words, words, len(names), unit_words)
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


def _check(holds: bool, fault: str) -> None:
    if not holds:
        raise RecordError(fault)


def _split(text: str) -> list[str]:
    return text.split("\n") if text else []


def _naturals(values: list[int], size: int, fault: str) -> list[int]:
    """A column of `size` numbers, none below 0 (an empty column stands for zeros)."""
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
    _check(len(values) == size, fault)
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
    return list(map(Unit, _absolute(symbols, size, -1, "units"), first, last))


def _decode_table(raw: Any) -> tuple[list[str], list[str]]:
    """(names, all names and words), in the order of their codes."""
    spelled, common, counts, fresh_common, fresh_spelled, _ = raw
    own, known, plain = (_natural(count) for count in counts)
    texts, table = _split(spelled), common_words()
    _check(len(texts) == own + plain + sum(fresh_spelled), "words")
    _check(len(common) == known + sum(fresh_common), "words")
    _check(not fresh_common or min(min(fresh_common), min(fresh_spelled)) >= 0, "words")
    _check("" not in texts, "an empty word")
    # Each run of codes ascends from a code: nothing below 0 may lead to a word from the end.
    _check(not common or min(common) >= 0, "words")
    names = [
        *texts[:own],
        *(table[code] for code in _absolute(common[:known], known, 0, "words")),
        *texts[own : own + plain],
    ]
    words = list(names)
    low, high = known, own + plain
    for known, plain in zip(fresh_common, fresh_spelled, strict=True):
        if known:
            words += [table[code] for code in accumulate(common[low : low + known])]
            low += known
        words += texts[high : high + plain]
        high += plain
    return names, words


def _decode_words(raw: Any, words: list[str], names: int, into: list[set[str]]) -> None:
    """Add to each unit the words that are written down for it."""
    _, _, _, fresh_common, fresh_spelled, again = raw
    _check(again.count(0) == len(words) and len(fresh_common) == len(into), "words")
    _check(not again or (min(again) >= 0 and again[-1] == 0), "words")
    fresh = map(add, fresh_common, fresh_spelled)
    firsts = chain(repeat(-1, names), *(repeat(unit, new) for unit, new in enumerate(fresh)))
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
    widths = [_width(text) for text in name]
    for index, width in zip(odd[::2], odd[1::2], strict=True):
        widths[_natural(index)] = _natural(width)
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
    return list(map(Symbol._make, zip(*columns, strict=True)))


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
    return list(map(Link._make, zip(*columns, strict=True)))
