"""`symbols PATH`: what one file defines, in the order of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.errors import NotIndexed, UsageError
from uindex.query.rank import Candidate
from uindex.query.results import Answer, path_text
from uindex.query.view import View, details, resolved, with_texts
from uindex.record import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.query.options import ListOptions


def symbols(view: View, path: bytes, options: ListOptions) -> Answer:
    """The symbols of a file: those that are indexed, and those that only the worktree has."""
    found = [one for one in outline(view, path) if not options.kinds or _kind(one) in options.kinds]
    end = None if options.limit is None else options.offset + options.limit
    page = found[options.offset : end]
    answer = Answer(
        query=path_text(path),
        mode="outline",
        total=len(found),
        offset=options.offset,
        results=[] if options.source else details(view, page),
        searched=view.searched,
        notes=view.notes,
    )
    if not options.source:
        return answer
    from uindex.query.evidence import Evidence, most, sourced  # only where source is asked for

    some = with_texts(view, page[: most(options.budget)])
    return sourced(answer, some, Evidence(options.budget, limit=options.limit))


def outline(view: View, path: bytes) -> list[Candidate]:
    """Every symbol of a file, by line.  UsageError where there is no such file."""
    corpus = view.corpus
    rows = [corpus.reader.file(path) if corpus.reader else None, corpus.overlaid(path)]
    blobs = [row.blob for row in rows if row is not None]
    if not blobs:
        raise unknown(view, path)
    found = [
        Candidate(0.0, path, symbol.line, at, blob, KINDS.index(symbol.kind))
        for blob, record in corpus.records(blobs).items()
        for at, symbol in enumerate(record.symbols)
    ]
    return resolved(view, found)


def is_left_out(view: View, path: bytes) -> bool:
    """Whether a file is not indexed on purpose; `unknown` says why."""
    reader = view.corpus.reader
    left_out = reader is not None and bool(reader.skipped_reason(path))
    return left_out and view.corpus.overlaid(path) is None


def unknown(view: View, path: bytes) -> UsageError:
    """Why a path cannot be shown: left out on purpose, not indexed yet, or not there."""
    shown = path_text(path)
    reader = view.corpus.reader
    if reader is not None:
        reason = reader.skipped_reason(path)
        if reason:
            return NotIndexed(f"{shown}: not indexed: {reason}")
        if path in set(reader.missing()):
            return UsageError(f"{shown}: not indexed yet; run git uindex build")
        if path == b"." or reader.files_under(path):
            return UsageError(f"{shown}: is a folder; name a file")
    return UsageError(f"{shown}: no such file in what is indexed")


def _kind(one: Candidate) -> str:
    return KINDS[one.kind]


def enclosing(view: View, candidates: Sequence[Candidate], line: int) -> Candidate | None:
    """The innermost of a file's symbols whose span holds a line."""
    records = view.corpus.records({one.blob for one in candidates})
    best: tuple[int, Candidate] | None = None
    for one in candidates:
        symbol = records[one.blob].symbols[one.at]
        if symbol.start_line <= line <= symbol.end_line:
            size = symbol.end_line - symbol.start_line
            if best is None or size <= best[0]:
                best = (size, one)
    return best[1] if best else None
