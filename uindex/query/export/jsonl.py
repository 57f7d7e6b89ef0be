"""`export --format jsonl`: files, symbols and links of the indexed tree, one object each."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from uindex.query.export import batches
from uindex.query.graph import Graph
from uindex.query.results import path_fields, path_text
from uindex.query.view import symbol_ids
from uindex.resolve.model import CANDIDATE, RESOLVED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.cache.reader import FileRow
    from uindex.query.view import View
    from uindex.record import Link
    from uindex.resolve.model import Place, Target

MANY = 20
"""Candidates of one link beyond which they are counted and not told one by one."""


# Nothing here holds itself: to look for that takes a fourth of the time.
_ENCODE = json.JSONEncoder(check_circular=False).encode


def lines(view: View) -> Iterator[bytes]:
    """Each row as one line of JSON."""
    for row in _rows(view):
        yield _ENCODE(row).encode() + b"\n"


def _rows(view: View) -> Iterator[dict[str, Any]]:
    """Every file, then every symbol, then every link, each by path and then by line."""
    reader = view.corpus.reader
    if reader is None:
        return
    for batch in batches(view):
        blobs = reader.blobs({row.blob for row in batch})
        for row in batch:
            blob = blobs[row.blob]
            yield {
                "type": "file", **path_fields(row.path), "lang": blob.lang, "blob": blob.oid.hex(),
            }  # fmt: skip
    for batch in batches(view):
        yield from _symbols(view, batch)
    graph = Graph(view)
    for batch in batches(view):
        yield from _edges(graph, batch)
        graph.forget()


def _symbols(view: View, batch: list[FileRow]) -> Iterator[dict[str, Any]]:
    records = view.corpus.records((row.blob for row in batch), words=False)
    for row in batch:
        record = records.get(row.blob)
        if record is None:
            continue
        ids = symbol_ids(record, row.path)
        for name, symbol in zip(ids, record.symbols, strict=True):
            yield {
                "type": "symbol", "id": name, **path_fields(row.path), "line": symbol.line,
                "end_line": symbol.end_line, "kind": symbol.kind, "name": symbol.name,
                "qualname": symbol.qualname, "lang": record.lang,
            }  # fmt: skip
    view.corpus.forget()


def _edges(graph: Graph, batch: list[FileRow]) -> Iterator[dict[str, Any]]:
    """What each link means, by line: one row for each thing that it may mean.  Nothing is said of
    a link to something local."""
    for row, record in graph.source.records(batch):
        path = path_text(row.path)
        for link in sorted(record.links, key=lambda link: link.line):
            target = graph.binder.means(path, link)
            if target is not None and (target.places or target.status != CANDIDATE):
                yield from _rows_of(graph, path, link, target)


def _rows_of(graph: Graph, path: str, link: Link, target: Target) -> Iterator[dict[str, Any]]:
    places: tuple[Place | None, ...] = target.places or (None,)
    many = len(places) > MANY
    for place in (None,) if many else places:
        edge = {
            "type": "edge",
            "kind": "use" if link.kind == "base" else link.kind,
            **_path("src_path", path),
            "src_symbol": graph.id_at(path, link.symbol),
            "line": link.line,
            "name": link.name or link.receiver,
            **(_path("dst_path", place.path) if place else {"dst_path": None}),
            "dst_symbol": graph.id_at(place.path, place.at) if place else None,
            "status": target.status,
        }
        if target.reason and target.status != RESOLVED:
            edge["reason"] = target.reason
        if many:
            edge["candidates"] = len(places)
        yield edge


@lru_cache(maxsize=5000)  # a path comes with every link from or to it
def _path(key: str, path: str) -> dict[str, str]:
    return path_fields(path.encode("utf-8", "surrogateescape"), key)
