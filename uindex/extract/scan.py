"""From captures to drafts: which name, owner, body and comment belong to which definition.

Everything is a sweep over spans sorted by position with a stack of what is open, so deep trees cost
no recursion and long files no search.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from uindex.extract.indentation import bare, hidden, reindent
from uindex.extract.language import CALLABLES, LOCAL, QUOTES, TYPES, Draft, Source
from uindex.extract.text import line_before

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uindex.extract.language import Language
    from uindex.extract.parse import Captures, Span

NAME = 200
"""Bytes of a name; a longer one is cut."""
_SPACE = re.compile(rb"\s*")


class Comments(NamedTuple):
    """Comment blocks by the offset of the code that follows each directly."""

    block: dict[int, int]
    """Offset of the code -> offset where the block begins."""
    prose: dict[int, list[Span]]
    """Offset of the code -> the comments of the block, attributes left out."""


def mask(
    data: bytes, strings: Iterable[Span], docs: Iterable[Span], opaque: Iterable[Span] = ()
) -> bytes:
    """`data` with string literals as NULs; those that are docs stay.

    `opaque` are spans that the grammar does not look into; literals in them are found by quotes.
    """
    kept = set(docs)
    buffer = bytearray(data)
    for start, end in opaque:
        for match in QUOTES.finditer(data, start, end):
            buffer[match.start() : match.end()] = bytes(match.end() - match.start())
    for start, end in strings:
        if (start, end) not in kept:
            buffer[start:end] = bytes(end - start)
    return bytes(buffer)


def comments(data: bytes, prose: Sequence[Span], attributes: Sequence[Span]) -> Comments:
    """Join comments and attributes that follow each other without a blank line or code between."""
    block: dict[int, int] = {}
    texts: dict[int, list[Span]] = {}
    spans = sorted([(s, e, True) for s, e in prose] + [(s, e, False) for s, e in attributes])
    begin, follows = -1, -1
    held: list[Span] = []
    for start, end, is_prose in spans:
        if start != follows:
            # What stands behind code on its line speaks of that.
            if is_prose and line_before(data, start).strip():
                follows = -1
                continue
            begin, held = start, []
        else:
            del block[follows]
            held = texts.pop(follows)
        if is_prose:
            held = [*held, (start, end)] if len(held) < 400 else held
        gap = _SPACE.match(data, end)
        follows = gap.end() if gap else end
        # Some grammars count the line break into a line comment.
        breaks = data.count(b"\n", end, follows) + (data[end - 1 : end] == b"\n")
        if breaks <= 1:
            block[follows] = begin
            texts[follows] = held
        else:
            follows = -1
    return Comments(block, texts)


def _definitions(captures: Captures) -> list[tuple[int, int, str]]:
    """(start, -end, kind) of each definition, outer ones first; of two captures of one node the
    one that the query mentions last counts."""
    found: dict[Span, str] = {}
    for name in captures.order:
        if name.startswith("symbol."):
            kind = name[7:]
            for span in captures.spans.get(name, ()):
                found[span] = kind
    return sorted((start, -end, kind) for (start, end), kind in found.items())


def innermost(
    definitions: list[tuple[int, int, str]], spans: Sequence[Span], *, inner: bool = False
) -> list[tuple[int, Span]]:
    """For each span the index of the innermost of `definitions` (start, -end, …), sorted, that
    holds it; spans in order of position, those that none holds left out.

    `inner` spans never belong to the definition that is all of them: a body may be one definition.
    """
    found = []
    opened: list[int] = []
    index, count = 0, len(definitions)
    for span in spans:
        start, end = span
        while index < count and definitions[index][0] <= start:
            begin = definitions[index][0]
            while opened and -definitions[opened[-1]][1] <= begin:
                opened.pop()
            opened.append(index)
            index += 1
        for candidate in reversed(opened):
            below = definitions[candidate]
            if -below[1] >= end and not (inner and below[0] == start and -below[1] == end):
                found.append((candidate, span))
                break
    return found


def drafts(
    language: Language, source: Source, captures: Captures, attached: Comments
) -> tuple[list[Draft], dict[int, Span]]:
    """The symbols in order of (outer, -end), and the docstring of each that has one."""
    definitions = _definitions(captures)
    spans = captures.spans
    names: dict[int, list[Span]] = {}
    for index, span in innermost(definitions, spans.get("name", ())):
        if index in names:
            names[index].append(span)
        else:
            names[index] = [span]
    owners = dict(reversed(innermost(definitions, spans.get("owner", ()))))
    bodies = dict(reversed(innermost(definitions, spans.get("body", ()), inner=True)))
    strings = dict(reversed(innermost(definitions, spans.get("doc", ()))))
    wrapped = _extents(definitions, spans["extent"]) if "extent" in spans else {}
    wrapped |= _leads(definitions, spans.get("lead", ()))
    data, block = source.data, attached.block
    raw: list[tuple[int, int, int, int, Draft]] = []
    for index, (start, negative, kind) in enumerate(definitions):
        end = -negative
        begin = wrapped.get(index, start)
        outer = block.get(begin, begin)
        body = bodies[index][0] if index in bodies else end
        owner = clean(data[slice(*owners[index])]) if index in owners else ""
        for low, high in names.get(index) or ((start, start),):
            name = clean(data[low : min(high, low + NAME)])
            draft = Draft(kind, name, owner, begin, end, outer, low, high, body, -1)
            raw.append((outer, negative, low, index, draft))
    known = [row[4] for row in raw]
    extra = language.extra(source, known, captures.damaged)
    text = b""
    if captures.damaged or captures.unread:
        text = bare(source, [*spans.get("comment", ()), *spans.get("doc", ())])
    if text and language.lines:
        found = hidden(language.lines, source, text, known + extra)
        found = [one._replace(outer=block.get(one.start, one.start)) for one in found]
        found = found if captures.damaged else _within(found, captures.unread)
        extra += found
    if extra:
        named = {one.name_start for one in extra}
        heads = {one.body: one.start for one in extra if one.kind in CALLABLES}
        raw = [
            row
            for row in raw
            if row[2] not in named
            and not (row[4].kind in CALLABLES and row[2] < heads.get(row[4].body, -1))
        ]
    raw.extend((draft.outer, -draft.end, draft.name_start, -1, draft) for draft in extra)
    raw.sort()
    if captures.damaged:
        straight = reindent(text, [row[4] for row in raw])
        raw = [
            (one.outer, -one.end, *row[2:4], one) for row, one in zip(raw, straight, strict=True)
        ]
        raw.sort()
    return _nest(language, source, raw, strings)


def _within(found: list[Draft], spans: Sequence[Span]) -> list[Draft]:
    """Those of the drafts whose names stand in one of the spans."""
    starts = [start for start, _ in spans]
    return [
        draft
        for draft in found
        if (at := bisect_right(starts, draft.name_start)) and draft.name_start < spans[at - 1][1]
    ]


def _extents(definitions: list[tuple[int, int, str]], wrappers: Sequence[Span]) -> dict[int, int]:
    """For each wrapped definition where its outermost wrapper begins.

    A wrapper belongs to the outermost definition in it that ends where it does, not to those inside
    that end there too.
    """
    starts: dict[int, list[int]] = {}
    for start, end in wrappers:
        starts.setdefault(end, []).append(start)
    found: dict[int, int] = {}
    last: dict[int, int] = {}
    for index, (start, negative, _) in enumerate(definitions):
        for outer in starts.get(-negative, ()):
            if last.get(-negative, -1) < outer <= start:
                found[index] = outer
                break
        last[-negative] = start
    return found


def _leads(definitions: list[tuple[int, int, str]], wrappers: Sequence[Span]) -> dict[int, int]:
    """For the first definition in each declaration of several where the declaration begins."""
    found: dict[int, int] = {}
    index = 0
    for start, end in wrappers:
        while index < len(definitions) and definitions[index][0] < start:
            index += 1
        if index < len(definitions) and definitions[index][0] < end:
            found.setdefault(index, start)
    return found


def clean(name: bytes) -> str:
    """A name on one line."""
    return " ".join(name.decode("utf-8", "ignore").split())


def _nest(
    language: Language,
    source: Source,
    raw: list[tuple[int, int, int, int, Draft]],
    strings: dict[int, Span],
) -> tuple[list[Draft], dict[int, Span]]:
    """Give each draft its parent, let the language finish it, drop locals and nameless ones."""
    finish = language.finish
    done: list[Draft] = []
    docs: dict[int, Span] = {}
    opened: list[int] = []
    for _, _, _, index, draft in raw:
        start, end = draft.start, draft.end
        while opened and done[opened[-1]].end <= start:
            opened.pop()
        for parent in reversed(opened):
            above = done[parent]
            # Clones of one node (`a, b = 1, 2`) are siblings.
            if above.end >= end and (above.end != end or above.start != start):
                kind = draft.kind
                if kind == "function" and above.kind in TYPES:
                    kind = "method"
                draft = Draft(kind, *draft[1:9], parent, draft.visibility)
                break
        if draft.parent >= 0 and draft.kind in LOCAL and done[draft.parent].kind in CALLABLES:
            continue
        finished = finish(draft, source, done)
        if finished is None or not finished.name:
            continue
        if "\n" in finished.name or "\n" in finished.owner:
            name, owner = (" ".join(text.split()) for text in (finished.name, finished.owner))
            finished = finished._replace(name=name, owner=owner)
        if index in strings:
            docs[len(done)] = strings[index]
        if opened and done[opened[-1]][3:5] == draft[3:5]:
            opened.pop()  # thousands of names of one node are no thousand levels
        opened.append(len(done))
        done.append(finished)
    return done, docs


def enclosing(symbols: Sequence[Draft], positions: Sequence[int]) -> list[int]:
    """For each position, ascending, the index of the innermost symbol around it, or -1."""
    result = []
    opened: list[int] = []
    index = 0
    begins = [symbol.outer for symbol in symbols]
    begins.append(1 << 62)
    for at in positions:
        while begins[index] <= at:
            begin = begins[index]
            while opened and symbols[opened[-1]].end <= begin:
                opened.pop()
            opened.append(index)
            index += 1
        while opened and symbols[opened[-1]].end <= at:
            opened.pop()
        result.append(opened[-1] if opened else -1)
    return result
