"""The links of a record that lead to files, imports and doc-links, as one row of the cache: the
graph of files is then made without reading the records."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import msgpack

from uindex.record import LINKS, Link

if TYPE_CHECKING:
    from collections.abc import Sequence

IMPORT, DOC_LINK = "import", "doc-link"
_CODE = {kind: code for code, kind in enumerate(LINKS)}


def pack(links: Sequence[Link]) -> bytes:
    """The row of a record's links, which come by kind; empty where none leads to a file."""
    imports, others = _run(links, IMPORT), _run(links, DOC_LINK)
    if not imports and not others:
        return b""
    columns = list(zip(*imports, *others, strict=True))[1:]
    packed: bytes = msgpack.packb([len(imports), *columns], unicode_errors="surrogateescape")
    return packed


def _run(links: Sequence[Link], kind: str) -> Sequence[Link]:
    code = _CODE[kind]
    start = bisect_left(links, code, key=lambda link: _CODE[link.kind])
    end = bisect_left(links, code + 1, start, key=lambda link: _CODE[link.kind])
    return links[start:end]


def unpack(data: bytes) -> Sequence[Link]:
    """Imports, then doc-links."""
    imports, *columns = msgpack.unpackb(data, unicode_errors="surrogateescape")
    rows = list(zip(*columns, strict=True))
    found = [Link(IMPORT, *row) for row in rows[:imports]]
    return found + [Link(DOC_LINK, *row) for row in rows[imports:]]
