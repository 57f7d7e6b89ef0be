"""Reading a SCIP index, and what must hold in one: the rules of `scip lint` and of scip.proto.

python -m tests.query.export.scip_index INDEX.scip
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD = "[A-Za-z0-9_+$-]+"
_NAME = rf"(?:{_WORD}|`(?:[^`]|``)+`)"
_DESCRIPTOR = rf"{_NAME}[/#.:!]|{_NAME}\((?:{_WORD})?\)\.|\[{_NAME}\]|\({_NAME}\)"
_SYMBOL = re.compile(rf"(?:[^ ]|  )+ (?:[^ ]|  )+ (?:[^ ]|  )+ (?:[^ ]|  )+ (?:{_DESCRIPTOR})+")
_ESCAPED = re.compile(r"`((?:[^`]|``)+)`")


class Info(NamedTuple):
    symbol: str
    doc: str
    kind: int
    label: str
    relations: list[tuple[str, bool, bool]]
    """(symbol, is a reference, is an implementation)"""
    signature: str


class Place(NamedTuple):
    range: tuple[int, ...]
    symbol: str
    roles: int
    around: tuple[int, ...]


class Document(NamedTuple):
    path: str
    language: str
    encoding: int
    places: list[Place]
    infos: list[Info]


class Index(NamedTuple):
    tool: str
    root: str
    encoding: int
    documents: list[Document]


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def _fields(data: bytes) -> defaultdict[int, list[Any]]:
    found: defaultdict[int, list[Any]] = defaultdict(list)
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        value, at = _varint(data, at)
        if key & 7 == 2:
            assert at + value <= len(data)
            found[key >> 3].append(data[at : at + value])
            at += value
        else:
            assert key & 7 == 0, f"wire type {key & 7}"
            found[key >> 3].append(value)
    return found


def _text(values: list[Any]) -> str:
    assert len(values) < 2
    return values[0].decode("utf-8") if values else ""


def _numbers(values: list[Any]) -> tuple[int, ...]:
    found = []
    at = 0
    data = values[0] if values else b""
    while at < len(data):
        number, at = _varint(data, at)
        found.append(number)
    return tuple(found)


def _number(values: list[Any]) -> int:
    assert len(values) < 2
    return int(values[0]) if values else 0


def parse(data: bytes) -> Index:
    assert data[0] == 0x0A, "metadata must come first"
    fields = _fields(data)
    [metadata] = map(_fields, fields[1])
    tool = _text(_fields(metadata[2][0])[1])
    documents = [_document(message) for message in fields[2]]
    return Index(tool, _text(metadata[3]), _number(metadata[4]), documents)


def _document(data: bytes) -> Document:
    fields = _fields(data)
    places = [
        Place(_numbers(one[1]), _text(one[2]), _number(one[3]), _numbers(one[7]))
        for one in map(_fields, fields[2])
    ]
    infos = []
    for one in map(_fields, fields[3]):
        relations = [
            (_text(each[1]), bool(each[2]), bool(each[3])) for each in map(_fields, one[4])
        ]
        signature = _text(_fields(one[7][0])[5]) if one[7] else ""
        label = _text(one[6])
        infos.append(
            Info(_text(one[1]), _text(one[3]), _number(one[5]), label, relations, signature)
        )
    return Document(_text(fields[1]), _text(fields[4]), _number(fields[6]), places, infos)


def faults(index: Index) -> Iterator[str]:
    """What a reader may not expect."""
    known = {info.symbol for document in index.documents for info in document.infos}
    paths: set[str] = set()
    owners: dict[str, str] = {}
    for document in index.documents:
        if document.path in paths or document.path.startswith("/"):
            yield f"path {document.path}"
        paths.add(document.path)
        if not document.encoding or not document.language:
            yield f"{document.path}: no encoding or language"
        for info in document.infos:
            if owners.setdefault(info.symbol, document.path) != document.path or not info.label:
                yield f"{document.path}: information of {info.symbol}"
        names = [info.symbol for info in document.infos]
        if len(set(names)) < len(names):
            yield f"{document.path}: information of a symbol twice"
        for info in document.infos:
            yield from _faults_of_relations(document, info, known)
        yield from _faults_of_places(document, known)
        defined = {place.symbol for place in document.places if place.roles & 1}
        if defined != set(names):
            yield f"{document.path}: definitions are not what there is information of"


def _faults_of_relations(document: Document, info: Info, known: set[str]) -> Iterator[str]:
    if not is_canonical(info.symbol):
        yield f"{document.path}: not canonical: {info.symbol}"
    others = [relation[0] for relation in info.relations]
    if len(set(others)) < len(others) or info.symbol in others or not known.issuperset(others):
        yield f"{document.path}: relations of {info.symbol}"
    if not all(relation[1] or relation[2] for relation in info.relations):
        yield f"{document.path}: a relation of nothing"


def _faults_of_places(document: Document, known: set[str]) -> Iterator[str]:
    keys = [place[:3] for place in document.places]
    if len(set(keys)) < len(keys):
        yield f"{document.path}: an occurrence twice"
    spans = [_span(place.range) for place in document.places]
    if spans != sorted(spans):
        yield f"{document.path}: not sorted"
    for place, span in zip(document.places, spans, strict=True):
        if place.symbol not in known:
            yield f"{document.path}: unknown: {place.symbol}"
        if len(place.range) not in (3, 4) or span[:2] > span[2:]:
            yield f"{document.path}: range {place.range}"
        if place.around:
            around = _span(place.around)
            if around[:2] > span[:2] or around[2:] < span[2:]:
                yield f"{document.path}: {place.around} does not hold {place.range}"


def _span(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Row, column, end row, end column."""
    return (*numbers[:2], numbers[0], *numbers[2:]) if len(numbers) == 3 else numbers


def is_canonical(symbol: str) -> bool:
    """Whether a symbol is as scip.proto says, without escapes that are not needed."""
    if _SYMBOL.fullmatch(symbol) is None:
        return False
    return all(re.fullmatch(_WORD, each) is None for each in _ESCAPED.findall(symbol))


def text_at(lines: list[bytes], place: Place) -> str:
    """The text of an occurrence on one line; columns count bytes."""
    row, column, end_row, end_column = _span(place.range)
    return lines[row][column:end_column].decode() if row == end_row else ""


def main() -> None:
    for name in sys.argv[1:]:
        index = parse(Path(name).read_bytes())
        found = list(faults(index))
        sys.stdout.write(f"{name}: {len(index.documents)} documents, {len(found)} faults\n")
        sys.stdout.writelines(f"  {fault}\n" for fault in found[:20])


if __name__ == "__main__":
    main()
