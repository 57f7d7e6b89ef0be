"""`show`: the exact text of an ID, a SYMBOL or PATH[:LINE[-LINE]]."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from uindex.errors import UsageError
from uindex.query import names, rank
from uindex.query.evidence import Evidence, Text, most, sourced
from uindex.query.outline import enclosing, is_left_out, outline, unknown
from uindex.query.parse import parse
from uindex.query.rank import Candidate
from uindex.query.results import Answer, Result, path_text
from uindex.query.view import View, details, lines, resolved, symbol_ids, with_texts

if TYPE_CHECKING:
    from uindex.cache.reader import FileRow
    from uindex.query.options import ListOptions

_PLACE = re.compile(r"(?s)(.+?):([0-9]{1,9})(?:-([0-9]{1,9}))?\Z")


def show(view: View, target: str, prefix: bytes, options: ListOptions) -> Answer:
    """What `target` names.  `prefix` is the folder we stand in, for paths.

    UsageError where the target is a path that is not indexed, NotIndexed where on purpose.
    """
    if not target.strip():
        raise UsageError("show: nothing was named; give an id, a symbol or a path")
    found = by_id(view, target) or by_path(view, target, prefix)
    if found is None:
        ranged = _by_lines(view, target, prefix)
        if ranged is not None:
            return _answer(view, target, ranged, 1, options)
        found = called(view, target, prefix)
    end = None if options.limit is None else options.offset + options.limit
    page = with_texts(view, found[options.offset : end][: most(options.budget)])
    return _answer(view, target, page, len(found), options)


def _answer(
    view: View,
    target: str,
    page: list[tuple[Result, Text | None]],
    total: int,
    options: ListOptions,
) -> Answer:
    answer = Answer(target, "show", total, options.offset, (), view.searched, view.notes)
    return sourced(answer, page, Evidence(options.budget, limit=options.limit))


def _paths(target: str, prefix: bytes) -> list[bytes]:
    """The paths that a text may mean: from the root, as ids have it, and from where we stand."""
    path = target.encode("utf-8", "surrogateescape")
    return [*dict.fromkeys((os.path.normpath(path), os.path.normpath(prefix + path)))]


def by_id(view: View, target: str) -> list[Candidate] | None:
    """The result with this id, uncommitted ones included; None where there is none."""
    at = target.find("#")
    while at > 0:
        path = target[:at].encode("utf-8", "surrogateescape")
        if view.corpus.file(path) is not None:
            places = outline(view, path)
            records = view.corpus.records({one.blob for one in places})
            same = [one for one in places if symbol_ids(records[one.blob], path)[one.at] == target]
            if same:
                return same
        at = target.find("#", at + 1)
    return None


def by_path(view: View, target: str, prefix: bytes) -> list[Candidate] | None:
    for path in _paths(target, prefix):
        row = view.corpus.file(path)
        if row is not None:
            return [Candidate(0.0, path, 1, -1, row.blob)]
    return None


def innermost(view: View, target: str, prefix: bytes) -> list[Candidate] | None:
    """PATH:LINE as the innermost definition around the line, or as the piece of the file that holds
    it; None where it is no such thing.  Lines are those of the file as it is in the worktree."""
    place = _PLACE.match(target)
    row = None if place is None or place[3] else _row(view, place[1], prefix)
    if place is None or row is None:
        return None
    line = int(place[2])
    around = [one for one in outline(view, row.path) if one.blob == row.blob]
    inner = enclosing(view, around, line)
    if inner is not None:
        return [inner]
    record = view.corpus.records([row.blob])[row.blob]
    if not 1 <= line <= record.lines:
        raise UsageError(f"{target}: the file has {record.lines} lines")
    pieces = [at for at, unit in enumerate(record.units)
              if unit.symbol < 0 and unit.start_line <= line <= unit.end_line]  # fmt: skip
    return [Candidate(0.0, row.path, line, -1, row.blob, unit=pieces[0] if pieces else -1)]


def _row(view: View, path: str, prefix: bytes) -> FileRow | None:
    """The file at a path, as it is in the worktree."""
    for one in _paths(path, prefix):
        row = view.corpus.overlaid(one) or view.corpus.file(one)
        if row is not None:
            return row
    return None


def _by_lines(view: View, target: str, prefix: bytes) -> list[tuple[Result, Text | None]] | None:
    """PATH:LINE is the innermost definition around the line; PATH:LINE-LINE those lines.

    Lines are those of the file as it is in the worktree, since that is what a person looks at.
    """
    place = _PLACE.match(target)
    if place is None:
        return None
    first, last = int(place[2]), int(place[3] or place[2])
    row = _row(view, place[1], prefix)
    if row is not None:
        if first < 1 or last < first:
            raise UsageError(f"{target}: lines count from 1, the first before the last")
        if place[3] is None:
            around = [one for one in outline(view, row.path) if one.blob == row.blob]
            inner = enclosing(view, around, first)
            if inner is not None:
                return [
                    (one, text and text._replace(marks=(first,)))
                    for one, text in with_texts(view, [inner])
                ]
        whole = details(view, [Candidate(0.0, row.path, 1, -1, row.blob)])
        return [_cut(view, one, first, last) for one in whole]
    if "/" in place[1] or "." in place[1]:
        _check_left_out(view, place[1], prefix)
        raise unknown(view, _paths(place[1], prefix)[-1])
    return None


def _cut(view: View, whole: Result, first: int, last: int) -> tuple[Result, Text]:
    """A file's result cut to some of its lines."""
    data = view.objects.read(bytes.fromhex(whole.blob))
    if data is None and view.worktree is not None:
        data = view.worktree.data_now(whole.path)
    text = lines(data or b"", first, last)
    if not text:
        raise UsageError(
            f"{path_text(whole.path)}: has no line {first}; its last is {whole.end_line}"
        )
    origin = "worktree" if whole.state in ("fresh", "uncommitted") else "blob"
    last = min(last, whole.end_line)
    part = whole._replace(line=first, start_line=first, end_line=last)
    return part, Text(text, first, origin, first)


def called(view: View, target: str, prefix: bytes) -> list[Candidate]:
    """What has that name; where it is rather the path of a file that is left out on purpose,
    NotIndexed says why."""
    if "/" in target or "." in target:
        _check_left_out(view, target, prefix)
    found = named(view, target)
    if not found:
        _check_left_out(view, target, prefix)
    return found


def _check_left_out(view: View, target: str, prefix: bytes) -> None:
    for path in _paths(target, prefix):
        if is_left_out(view, path):
            raise unknown(view, path)


def named(view: View, target: str) -> list[Candidate]:
    """Every definition of that name; where there is none, nothing."""
    query = parse(target)
    found = names.search(view.corpus, query)
    sure = {place: value for place, value in found.items() if value[0] >= rank.SQUEEZED}
    ordered = resolved(view, names.candidates(view.corpus, sure))
    exact = [one for one in ordered if one.score >= rank.FOLDED]
    return exact or ordered
