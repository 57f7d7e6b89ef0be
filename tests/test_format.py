"""docs/format.md says what the code does: a second decoder, written from the document alone."""

from __future__ import annotations

import hashlib
import re
from itertools import accumulate, islice
from pathlib import Path
from typing import Any, NamedTuple

import msgpack
import pytest

from tests.languages import update
from uindex import record
from uindex.extract.extract import extract

DOCUMENT = Path(__file__).parent.parent / "docs" / "format.md"
COMMON = Path(record.__file__).parent / "common.txt"
WORD = re.compile("[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]{2,39}")


def lines(text: str, size: int) -> list[str]:
    return text.split("\n") if text else [""] * size


def sparse(column: list[int], size: int) -> list[int]:
    return column or [0] * size


class Raw(NamedTuple):
    """A record's columns, called as in the document."""

    lang: str
    size: int
    lines: int
    skip: str
    marks: list[int]
    doc: str
    separator: str
    units: list[Any]
    words: list[Any]
    strings: str
    symbols: list[Any]
    links: list[Any]


class Table(NamedTuple):
    """All names and words, in the order of their numbers."""

    words: list[str]
    first: list[int]
    """The unit each first occurs in; -1 for a name."""


def table(raw: Raw) -> Table:
    spelled, codes, (own, known, plain), fresh_codes, fresh_spelled, _ = raw.words
    common = COMMON.read_text("ascii").splitlines()
    texts, numbers = iter(lines(spelled, 0)), iter(codes)

    def coded(count: int) -> list[str]:
        return [common[code] for code in accumulate(islice(numbers, count))]

    words = [*islice(texts, own), *coded(known), *islice(texts, plain)]
    first = [-1] * len(words)
    for unit, (coded_here, spelled_here) in enumerate(zip(fresh_codes, fresh_spelled, strict=True)):
        words += [*coded(coded_here), *islice(texts, spelled_here)]
        first += [unit] * (coded_here + spelled_here)
    assert [*texts, *numbers] == []
    return Table(words, first)


def symbols(raw: Raw, words: list[str]) -> list[dict[str, Any]]:
    columns = raw.symbols
    if not columns:
        return []
    size = len(columns[0])
    strings = ["", *lines(raw.strings, 0)]
    name = [words[number - 1] for number in accumulate(columns[0])]
    start, first = list(accumulate(columns[3])), list(accumulate(columns[6]))
    unit = list(accumulate(columns[9]))
    signature, doc = lines(columns[10], size), lines(columns[11], size)
    visibility, owner = sparse(columns[12], size), sparse(columns[13], size)
    odd = dict(zip(columns[14][::2], columns[14][1::2], strict=True))
    return [
        {
            "name": name[i],
            "kind": record.KINDS[columns[1][i]],
            "parent": i - columns[2][i] if columns[2][i] else -1,
            "start": start[i],
            "end": start[i] + columns[4][i],
            "name_start": start[i] + columns[5][i],
            "name_end": start[i] + columns[5][i] + odd.get(i, len(name[i].encode())),
            "line": first[i] + columns[7][i],
            "start_line": first[i],
            "end_line": first[i] + columns[8][i],
            "signature": signature[i].replace("\x01", name[i]),
            "doc": doc[i],
            "visibility": ["", "public", "protected", "private", "internal"][visibility[i]],
            "owner": strings[owner[i]],
            "unit": unit[i],
        }
        for i in range(size)
    ]


def links(raw: Raw, words: list[str]) -> list[tuple[Any, ...]]:
    columns = raw.links
    if not columns:
        return []
    size = len(columns[1])
    strings = ["", *lines(raw.strings, 0)]
    names = ["import", "call", "use", "doc-link", "mention", "base", "typed", "bound"]
    kinds = [kind for kind, count in zip(names, columns[0], strict=True) for _ in range(count)]
    receiver, alias = sparse(columns[2], size), sparse(columns[3], size)
    line, symbol = list(accumulate(columns[4])), list(accumulate(columns[5]))
    return [
        (kinds[i], ["", *words][columns[1][i]], strings[receiver[i]], strings[alias[i]],
         line[i], symbol[i])
        for i in range(size)
    ]  # fmt: skip


def unit_words(raw: Raw, known: Table) -> list[set[str]]:
    own, out = symbols(raw, known.words), links(raw, known.words)
    result: list[set[str]] = [set() for _ in raw.units[0]] if raw.units else []
    for symbol in own:
        result[symbol["unit"]] |= {symbol["name"], *WORD.findall(symbol["doc"])}
    for _, name, _, _, _, symbol in out:
        if symbol >= 0 and name:
            result[own[symbol]["unit"]].add(name)
    gaps = iter(raw.words[5])
    for word, first in zip(*known, strict=True):
        at = first
        if at >= 0:
            result[at].add(word)
        while gap := next(gaps):
            at += gap
            result[at].add(word)
    assert list(gaps) == []
    return result


def units(raw: Raw) -> list[tuple[int, int, int]]:
    if not raw.units:
        return []
    symbol, first = list(accumulate(raw.units[0])), list(accumulate(raw.units[1]))
    return [(symbol[i], first[i], first[i] + span) for i, span in enumerate(raw.units[2])]


@pytest.mark.parametrize("lang", update.languages())
def test_a_decoder_written_from_the_document_reads_the_same(lang: str) -> None:
    data = extract(lang, update.sample(lang).read_bytes())
    read = record.decode(data)
    raw = Raw(*msgpack.unpackb(data))
    known = table(raw)
    mine = symbols(raw, known.words)
    marks = ["partial", "minified", "generated", "capped", "transcoded"]
    assert raw[:4] == read[:4]
    assert (tuple(marks[i] for i in raw.marks), raw.doc, raw.separator) == read[4:7]
    assert mine == [
        {key: getattr(s, key) for key in own} for own, s in zip(mine, read.symbols, strict=True)
    ]
    assert links(raw, known.words) == [tuple(link) for link in read.links]
    assert units(raw) == [tuple(unit) for unit in read.units]
    assert unit_words(raw, known) == list(read.unit_words)


def test_a_skipped_blob_is_a_list_of_four() -> None:
    assert msgpack.unpackb(extract("text", b"a\0b")) == ["text", 3, 0, "binary"]


def test_positions_are_the_documented_ones() -> None:
    documented = re.findall(r"^\| (\d+) \| `(\w+)` \|", DOCUMENT.read_text("utf-8"), re.MULTILINE)
    assert documented == [(str(at), name) for at, name in enumerate(Raw._fields)]


def test_common_words_are_the_documented_ones() -> None:
    content = COMMON.read_bytes()
    assert hashlib.sha256(content).hexdigest() in DOCUMENT.read_text("utf-8")
    assert content.decode("ascii").splitlines() == sorted(record.common_words())
    assert len(record.common_codes()) == 4096


def test_kinds_are_the_documented_ones() -> None:
    found = re.search(r"<!-- kinds -->\n(.*?)\n<!-- /kinds -->", DOCUMENT.read_text("utf-8"))
    assert found
    assert found[1].split(", ") == list(record.KINDS)
