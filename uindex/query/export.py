"""`export --format jsonl`: files and symbols of the indexed tree, one object each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uindex.query.results import path_fields
from uindex.query.view import symbol_ids

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.cache.reader import FileRow
    from uindex.query.view import View

# Records held at once.
_BATCH = 200


def rows(view: View) -> Iterator[dict[str, Any]]:
    """Every file, then every symbol, by path and then by place in the file.  Uncommitted changes
    are no part of it."""
    reader = view.corpus.reader
    if reader is None:
        return
    files = list(reader.files())
    for batch in _batches(files):
        blobs = reader.blobs({row.blob for row in batch})
        for row in batch:
            blob = blobs[row.blob]
            yield {
                "type": "file", **path_fields(row.path), "lang": blob.lang, "blob": blob.oid.hex(),
            }  # fmt: skip
    for batch in _batches(files):
        yield from _symbols(view, batch)


def _batches(files: list[FileRow]) -> Iterator[list[FileRow]]:
    for at in range(0, len(files), _BATCH):
        yield files[at : at + _BATCH]


def _symbols(view: View, batch: list[FileRow]) -> Iterator[dict[str, Any]]:
    records = view.corpus.records(row.blob for row in batch)
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
