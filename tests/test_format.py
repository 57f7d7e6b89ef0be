"""docs/format.md says what the code does: a second decoder, written from the document alone."""

from __future__ import annotations

import re
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgpack
import pytest

from tests.languages import update
from uindex import record
from uindex.extract.extract import extract

DOCUMENT = Path(__file__).parent.parent / "docs" / "format.md"
WORD = re.compile("[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]{2,39}")


def lines(text: str, size: int) -> list[str]:
    return text.split("\n") if text else [""] * size


def sparse(column: list[int], size: int) -> list[int]:
    return column or [0] * size


def symbols(raw: dict[str, Any], words: list[str]) -> list[dict[str, Any]]:
    columns = raw.get("symbols")
    if not columns:
        return []
    size = len(columns[0])
    strings = ["", *lines(raw.get("strings", ""), 0)]
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


def links(raw: dict[str, Any], words: list[str]) -> list[tuple[Any, ...]]:
    columns = raw.get("links")
    if not columns:
        return []
    size = len(columns[1])
    strings = ["", *lines(raw.get("strings", ""), 0)]
    names = ["import", "call", "use", "doc-link", "mention"]
    kinds = [kind for kind, count in zip(names, columns[0], strict=True) for _ in range(count)]
    receiver, alias = sparse(columns[2], size), sparse(columns[3], size)
    line, symbol = list(accumulate(columns[4])), list(accumulate(columns[5]))
    return [
        (kinds[i], ["", *words][columns[1][i]], strings[receiver[i]], strings[alias[i]],
         line[i], symbol[i])
        for i in range(size)
    ]  # fmt: skip


def unit_words(raw: dict[str, Any], words: list[str]) -> list[set[str]]:
    own, out = symbols(raw, words), links(raw, words)
    result: list[set[str]] = [set() for _ in raw["units"][0]]
    for symbol in own:
        result[symbol["unit"]] |= {symbol["name"], *WORD.findall(symbol["doc"])}
    for _, name, _, _, _, symbol in out:
        if symbol >= 0 and name:
            result[own[symbol]["unit"]].add(name)
    first = [-1] * raw["names"]
    for unit, count in enumerate(raw["fresh"]):
        first += [unit] * count
    gaps = iter(raw["again"])
    for word, unit in zip(words, first, strict=True):
        at = unit
        if at >= 0:
            result[at].add(word)
        while gap := next(gaps):
            at += gap
            result[at].add(word)
    return result


@pytest.mark.parametrize("lang", update.languages())
def test_a_decoder_written_from_the_document_reads_the_same(lang: str) -> None:
    data = extract(lang, update.sample(lang).read_bytes())
    read = record.decode(data)
    raw = msgpack.unpackb(data)
    words = lines(raw.get("words", ""), 0)
    theirs = [
        {key: getattr(s, key) for key in own}
        for own, s in zip(symbols(raw, words), read.symbols, strict=True)
    ]
    assert symbols(raw, words) == theirs
    assert links(raw, words) == [tuple(link) for link in read.links]
    assert unit_words(raw, words) == list(read.unit_words)


@pytest.mark.parametrize("lang", update.languages())
def test_keys_stand_in_the_documented_order(lang: str) -> None:
    documented = re.findall(r"^\| `(\w+)` \|", DOCUMENT.read_text("utf-8"), re.MULTILINE)
    keys = list(msgpack.unpackb(extract(lang, update.sample(lang).read_bytes())))
    assert keys == [key for key in documented if key in keys]


def test_kinds_are_the_documented_ones() -> None:
    found = re.search(r"<!-- kinds -->\n(.*?)\n<!-- /kinds -->", DOCUMENT.read_text("utf-8"))
    assert found
    assert found[1].split(", ") == list(record.KINDS)
