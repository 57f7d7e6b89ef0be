"""What one blob holds, and its bytes: a msgpack map of flat columns.

A record is a pure function of (blob bytes, language, extractor version).  The layout is described
byte by byte in docs/format.md; in short:

- `words` is the vocabulary, in the order of first occurrence by unit, so that most of the
  word -> unit table costs nothing: `fresh` says how many new words each unit brings, `again` lists
  for each word the gaps to the further units that hold it, ended by 0.
- symbols and links are parallel columns of small integers, delta coded, that point into `words`
  (names) and `strings` (receivers, modules, aliases, owners).

Integers are msgpack's own: one byte up to 127, and decoded in C.  git compresses the whole; line
breaks between strings compress better than any prefix coding of ours did.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

import msgpack

from uindex.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX_RECORD = 4 << 20
"""A record of more bytes is refused unread; the largest of Linux 6.1 is a quarter of this."""

QUALNAME = 400
"""Characters of an enclosing qualified name beyond which it is cut."""

# Codes are positions: append, never reorder.  A reader that meets a newer code refuses the record.
KINDS = [
    "file",
    "class",
    "interface",
    "struct",
    "union",
    "enum",
    "trait",
    "protocol",
    "type",
    "module",
    "namespace",
    "package",
    "function",
    "method",
    "constructor",
    "property",
    "field",
    "variable",
    "constant",
    "macro",
    "member",
    "key",
    "heading",
    "label",
    "object",
    "mixin",
    "annotation",
    "service",
    "message",
    "rpc",
    "rule",
    "target",
    "selector",
    "table",
    "view",
    "procedure",
    "test",
    "component",
    "extension",
    "impl",
    "instance",
    "operator",
    "event",
    "command",
    "directive",
    "resource",
    "variant",
    "parameter",
    "section",
    "record",
    "alias",
]
LINKS = ("import", "call", "use", "doc-link", "mention")
VISIBILITIES = ("", "public", "protected", "private", "internal")
MARKS = ("partial", "minified", "generated", "capped", "transcoded")

_KIND_CODE = {kind: code for code, kind in enumerate(KINDS)}
_LINK_CODE = {kind: code for code, kind in enumerate(LINKS)}
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
    words: Sequence[str] = ()
    word_units: Sequence[Sequence[int]] = ()
    """For each word the units that hold it, ascending; at least one."""


def qualnames(
    names: Sequence[str], parents: Sequence[int], owners: Sequence[str], separator: str
) -> list[str]:
    """The qualified name of each symbol; a parent comes before its children.

    Past QUALNAME characters the outer part gives way to an ellipsis: 10,000 nested definitions
    would cost the square of their number.
    """
    result: list[str] = []
    for name, parent, owner in zip(names, parents, owners, strict=True):
        own = f"{owner}{separator}{name}" if owner else name
        outer = result[parent] if parent >= 0 else ""
        if len(outer) > QUALNAME:
            outer = "…"
        result.append(f"{outer}{separator}{own}" if outer else own)
    return result


def encode(record: Record) -> bytes:
    """The bytes of a record.

    `symbols` are sorted by (start, -end); the words of each unit's first occurrences stand together
    in the order of units; every name is in `words`.
    """
    out: dict[str, Any] = {"lang": record.lang, "size": record.size, "lines": record.lines}
    if record.skip:
        out["skip"] = record.skip
        return msgpack.packb(out)
    if record.marks:
        out["marks"] = [MARKS.index(mark) for mark in sorted(record.marks, key=MARKS.index)]
    if record.doc:
        out["doc"] = record.doc
    if record.separator != ".":
        out["separator"] = record.separator
    strings = _strings(record)
    if strings:
        out["strings"] = "\n".join(strings)
    _encode_words(record, out)
    word = {text: code for code, text in enumerate(record.words, 1)} | {"": 0}
    string = {text: code for code, text in enumerate(strings, 1)} | {"": 0}
    if record.symbols:
        out["symbols"] = _encode_symbols(record.symbols, word, string)
    if record.links:
        out["links"] = _encode_links(record.links, word, string)
    return msgpack.packb(out)


def _strings(record: Record) -> list[str]:
    """Every receiver, alias and owner once, in order of first use."""
    found: dict[str, None] = {}
    for symbol in record.symbols:
        found.setdefault(symbol.owner)
    for link in record.links:
        found.setdefault(link.receiver)
        found.setdefault(link.alias)
    found.pop("", None)
    return list(found)


def _encode_words(record: Record, out: dict[str, Any]) -> None:
    if record.units:
        symbols, starts, ends = zip(*record.units, strict=True)
        out["units"] = [
            _deltas(symbols),
            _deltas(starts),
            [b - a for a, b in zip(starts, ends, strict=True)],
        ]
    if not record.words:
        return
    fresh = [0] * len(record.units)
    again: list[int] = []
    for units in record.word_units:
        fresh[units[0]] += 1
        again.extend(b - a for a, b in zip(units, units[1:], strict=False))
        again.append(0)
    out["words"] = "\n".join(record.words)
    out["fresh"] = fresh
    out["again"] = again


def _encode_symbols(
    symbols: Sequence[Symbol], word: dict[str, int], string: dict[str, int]
) -> list[Any]:
    spans = [len(s.name.encode("utf-8", "surrogateescape")) for s in symbols]
    odd = [
        (i, s.name_end - s.name_start)
        for i, (s, span) in enumerate(zip(symbols, spans, strict=True))
        if s.name_end - s.name_start != span
    ]
    return [
        _deltas(word[s.name] for s in symbols),
        [_KIND_CODE[s.kind] for s in symbols],
        [i - s.parent if s.parent >= 0 else 0 for i, s in enumerate(symbols)],
        _deltas(s.start for s in symbols),
        [s.end - s.start for s in symbols],
        [s.name_start - s.start for s in symbols],
        _deltas(s.start_line for s in symbols),
        [s.line - s.start_line for s in symbols],
        [s.end_line - s.start_line for s in symbols],
        _deltas(s.unit for s in symbols),
        "\n".join(s.signature for s in symbols) if any(s.signature for s in symbols) else "",
        "\n".join(s.doc for s in symbols) if any(s.doc for s in symbols) else "",
        _sparse(_VISIBILITY_CODE[s.visibility] for s in symbols),
        _sparse(string[s.owner] for s in symbols),
        [n for pair in odd for n in pair],
    ]


def _encode_links(links: Sequence[Link], word: dict[str, int], string: dict[str, int]) -> list[Any]:
    codes = [_LINK_CODE[link.kind] for link in links]
    return [
        [codes.count(code) for code in range(len(LINKS))],
        [word[link.name] for link in links],
        _sparse(string[link.receiver] for link in links),
        _sparse(string[link.alias] for link in links),
        _deltas(link.line for link in links),
        _deltas(link.symbol for link in links),
    ]


def _deltas(values: Iterable[int]) -> list[int]:
    result = []
    last = 0
    for value in values:
        result.append(value - last)
        last = value
    return result


def _sparse(values: Iterable[int]) -> list[int]:
    """The values, or nothing at all where every one is 0."""
    result = list(values)
    return result if any(result) else []


def decode(data: bytes) -> Record:
    """The record that `data` holds.

    Raises RecordError, and nothing else, whatever the bytes are; memory stays in proportion to
    `len(data)`, which is checked before anything is read.
    """
    if len(data) > MAX_RECORD:
        raise RecordError(f"a record of {len(data)} bytes; at most {MAX_RECORD} are read")
    try:
        raw = msgpack.unpackb(
            data,
            max_str_len=len(data),
            max_array_len=len(data),
            max_map_len=32,
            max_ext_len=0,
            max_bin_len=0,
            unicode_errors="surrogateescape",
        )
        return _decode(raw)
    except RecordError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, RecursionError, OverflowError) as error:
        raise RecordError(f"not a record: {type(error).__name__}: {error}") from None
    except msgpack.UnpackException as error:
        raise RecordError(f"not a record: {type(error).__name__}: {error}") from None


def _decode(raw: Any) -> Record:
    lang, size, lines = str(raw["lang"]), _natural(raw["size"]), _natural(raw["lines"])
    if "skip" in raw:
        return Record(lang, size, lines, skip=str(raw["skip"]))
    separator = str(raw.get("separator", "."))
    strings = ["", *_split(raw.get("strings", ""))]
    words = _split(raw.get("words", ""))
    units = _decode_units(raw.get("units"))
    symbols = _decode_symbols(raw["symbols"], words, strings, separator) if "symbols" in raw else []
    _check(all(-1 <= unit.symbol < len(symbols) for unit in units), "a unit of no symbol")
    _check(not symbols or max(s.unit for s in symbols) < len(units), "a symbol of no unit")
    return Record(
        lang,
        size,
        lines,
        marks=tuple(MARKS[_natural(code)] for code in raw.get("marks", ())),
        doc=str(raw.get("doc", "")),
        separator=separator,
        symbols=symbols,
        links=_decode_links(raw["links"], words, strings, len(symbols)) if "links" in raw else [],
        units=units,
        words=words,
        word_units=_decode_word_units(raw, len(words), len(units)),
    )


def _natural(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise RecordError(f"not a count: {str(value)[:40]}")
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


def _absolute(deltas: list[int], size: int, least: int, fault: str) -> list[int]:
    values = list(accumulate(deltas))
    _check(len(values) == size and (not values or min(values) >= least), fault)
    return values


def _decode_units(raw: Any) -> list[Unit]:
    if raw is None:
        return []
    symbols, starts, spans = raw
    size = len(symbols)
    first = _absolute(starts, size, 1, "units")
    last = [a + b for a, b in zip(first, _naturals(spans, size, "units"), strict=True)]
    return list(map(Unit, _absolute(symbols, size, -1, "units"), first, last))


def _decode_word_units(raw: Any, words: int, units: int) -> list[list[int]]:
    fresh, again = raw.get("fresh", []), raw.get("again", [])
    _check(sum(fresh) == words and again.count(0) == words and len(fresh) <= units, "words")
    _check(not fresh or (min(fresh) >= 0 and min(again) >= 0), "words")
    result: list[list[int]] = []
    gaps = iter(again)
    for unit, new in enumerate(fresh):
        for _ in range(new):
            held = [unit]
            at = unit
            for gap in gaps:
                if not gap:
                    break
                at += gap
                held.append(at)
            _check(at < units, "a word of no unit")
            result.append(held)
    return result


def _decode_symbols(raw: Any, words: list[str], strings: list[str], separator: str) -> list[Symbol]:
    (names, kinds, ups, starts, spans, name_offs, start_lines, line_offs, line_spans,
     units, signatures, docs, visibilities, owners, odd) = raw  # fmt: skip
    size = len(names)
    fault = "symbols"
    ids = _absolute(names, size, 1, fault)
    _check(max(ids) <= len(words), fault)
    name = [words[i - 1] for i in ids]
    ups = _naturals(ups, size, fault)
    parent = [i - up if up else -1 for i, up in enumerate(ups)]
    _check(min(parent) >= -1, fault)
    owner = [strings[i] for i in _naturals(owners, size, fault)]
    start = _absolute(starts, size, 0, fault)
    name_start = [a + b for a, b in zip(start, _naturals(name_offs, size, fault), strict=True)]
    lengths = [len(n) if n.isascii() else len(n.encode("utf-8", "surrogateescape")) for n in name]
    for index, length in zip(odd[::2], odd[1::2], strict=True):
        lengths[_natural(index)] = _natural(length)
    start_line = _absolute(start_lines, size, 1, fault)
    columns = (
        name,
        [KINDS[code] for code in _naturals(kinds, size, fault)],
        owner,
        qualnames(name, parent, owner, separator),
        parent,
        start,
        [a + b for a, b in zip(start, _naturals(spans, size, fault), strict=True)],
        name_start,
        [a + b for a, b in zip(name_start, lengths, strict=True)],
        [a + b for a, b in zip(start_line, _naturals(line_offs, size, fault), strict=True)],
        start_line,
        [a + b for a, b in zip(start_line, _naturals(line_spans, size, fault), strict=True)],
        _texts(signatures, size),
        _texts(docs, size),
        [VISIBILITIES[code] for code in _naturals(visibilities, size, fault)],
        _absolute(units, size, 0, fault),
    )
    return list(map(Symbol, *columns))


def _texts(joined: str, size: int) -> list[str]:
    if not joined:
        return [""] * size
    texts = joined.split("\n")
    _check(len(texts) == size, "texts")
    return texts


def _decode_links(raw: Any, words: list[str], strings: list[str], symbols: int) -> list[Link]:
    counts, names, receivers, aliases, lines, owners = raw
    size = len(names)
    fault = "links"
    counts = [_natural(count) for count in counts]
    _check(sum(counts) == size and len(counts) <= len(LINKS), fault)
    ids = _naturals(names, size, fault)
    texts = ["", *words]
    symbol = _absolute(owners, size, -1, fault)
    _check(not size or max(symbol) < symbols, fault)
    columns = (
        [kind for kind, count in zip(LINKS, counts, strict=False) for _ in range(count)],
        [texts[i] for i in ids],
        [strings[i] for i in _naturals(receivers, size, fault)],
        [strings[i] for i in _naturals(aliases, size, fault)],
        _absolute(lines, size, 1, fault),
        symbol,
    )
    return list(map(Link, *columns))
