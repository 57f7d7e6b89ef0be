"""Questions about links that are put to `find`: the graph answers them where it can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.cache.refs import SEGMENT_BITS
from uindex.cache.rows import PROJECT
from uindex.cache.words import parts, stem
from uindex.errors import UsageError
from uindex.query.classify import (
    CALLEES,
    CALLERS,
    DEPENDENTS,
    FIND,
    IMPACTED,
    USERS,
    Choice,
    classify,
)
from uindex.query.options import IMPACT_DEPTH, GraphOptions
from uindex.query.rank import Candidate
from uindex.query.show import by_id, by_path, named
from uindex.query.view import content, lines, symbol_ids
from uindex.record import KINDS
from uindex.resolve.scope import CALLABLES, TYPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.query.evidence import Text
    from uindex.query.options import FindOptions
    from uindex.query.parse import Query
    from uindex.query.results import Answer, Result
    from uindex.query.view import View

_MEANT = frozenset(CALLABLES) | frozenset(TYPES) | {"macro"}
"""What a word of plain English is taken for if exactly that is called so."""
_NO_CODE = frozenset(["key", "heading", "section", "label"])
"""What nothing calls or uses."""
_SHORTEST = 3
"""Letters of a word that records keep."""
_AROUND = 3
"""Lines that are shown before and after links that stand in no definition."""
_VERBS = {
    FIND: "find",
    CALLERS: "callers",
    CALLEES: "callees",
    USERS: "impact --depth 1",
    IMPACTED: "impact",
    DEPENDENTS: "dependents",
}
"""The verb that gives the same answer."""


def verb(found: Choice) -> str:
    """The verb that answers, with its options."""
    return _VERBS[found.answer]


def suits(options: FindOptions) -> bool:
    """Whether a question has nothing about it that the graph does not know."""
    narrowed = (options.kinds, options.langs, options.paths, options.allow is not None)
    return not (any(narrowed) or options.within != "all" or options.regex or options.explain)


def choice(view: View, query: Query, prefix: bytes) -> Choice:
    """What a query is, and what answers it in this view: the graph only where the target is the
    name of something."""
    found = classify(query)
    if found.answer == FIND:
        return found
    if found.answer == DEPENDENTS:
        if _is_imported(view, found, prefix):
            return found
        found = found._replace(answer=USERS)  # a symbol: what is one link away
    return found if _is_there(view, found, prefix) else found._replace(answer=FIND, target="")


def answered(
    view: View, query: Query, prefix: bytes, options: GraphOptions
) -> tuple[Choice, Answer | None]:
    """What the graph says to a query; None where it is for an ordinary search."""
    found = choice(view, query, prefix)
    if found.answer == FIND:
        return found, None
    answer = _ask(view, found, prefix, options)
    note = f"answered by the graph: git uindex {verb(found)} {found.target}"
    return found, answer._replace(query=query.text, asked=found.target, notes=(note, *answer.notes))


def _ask(view: View, found: Choice, prefix: bytes, options: GraphOptions) -> Answer:
    # Each is imported when it is asked: a start-up pays for one.
    target = found.target
    if found.answer == CALLERS:
        from uindex.query.callers import callers

        return callers(view, target, prefix, options)
    if found.answer == CALLEES:
        from uindex.query.callers import callees

        return callees(view, target, prefix, options)
    if found.answer == DEPENDENTS:
        from uindex.query.dependents import dependents

        return dependents(view, target, prefix, options)
    from uindex.query.impact import impact

    depth = 1 if found.answer == USERS else IMPACT_DEPTH
    return impact(view, [target], prefix, options._replace(depth=depth))


def _is_imported(view: View, found: Choice, prefix: bytes) -> bool:
    """Whether the target is a file, or a folder or module that something imports."""
    if by_path(view, found.target, prefix):
        return True
    if _is_there(view, found, prefix) or not _is_written(view, found.target):
        return False
    try:
        return bool(_ask(view, found, prefix, GraphOptions(limit=1)).total)
    except UsageError:  # nothing is called so
        return False


def _is_written(view: View, module: str) -> bool:
    """Whether an import says this module, or something in it."""
    corpus = view.corpus
    holding: set[int] | None = None
    for word in {stem(part) for part in parts(module) if len(part) >= _SHORTEST}:
        blobs = {
            segment << SEGMENT_BITS | ref >> 20
            for segment, refs in corpus.terms(word)
            for ref in refs
        }
        holding = blobs if holding is None else holding & blobs
    looked_at = {blob for blob in holding or () if corpus.uses(blob)}
    return any(_leads(link.receiver.strip("<>"), module) for link in corpus.imports(looked_at))


def _leads(receiver: str, module: str) -> bool:
    inner = receiver.removeprefix(module)
    return bool(receiver) and (not inner or (inner != receiver and not inner[0].isalnum()))


def _is_there(view: View, found: Choice, prefix: bytes) -> bool:
    """Whether the target names a definition, or a file where that has a say."""
    target = found.target
    places = by_id(view, target)
    if not places and found.answer in (USERS, IMPACTED):
        places = by_path(view, target, prefix)
    if places:
        return True
    places = [one for one in named(view, target) if one.at >= 0]
    if not found.is_plain:
        return any(KINDS[one.kind] not in _NO_CODE for one in places)
    records = view.corpus.records({one.blob for one in places}, words=False)
    return any(
        KINDS[one.kind] in _MEANT
        and _is_own(view, one.path)
        and records[one.blob].symbols[one.at].name == target
        for one in places
    )


def _is_own(view: View, path: bytes) -> bool:
    """Whether a file is of the project proper: no test, and nothing vendored or generated."""
    row = view.corpus.file(path)
    return row is not None and row.rank == PROJECT


def texts(view: View, results: Sequence[Result]) -> list[tuple[Result, Text | None]]:
    """The results of a graph answer with the text of the definition that each link stands in; that
    of several links in one definition is given with the first of them."""
    asked: dict[str, list[int]] = {}
    for one in results:
        asked.setdefault(one.id, []).append(one.line)
    found: list[tuple[Result, Text | None]] = []
    for one in results:
        marks = asked.pop(one.id, None)
        found.append((one, None if marks is None else _text(view, one, sorted({*marks}))))
    return found


def _text(view: View, one: Result, marks: Sequence[int]) -> Text | None:
    """As the file is now, since so the links were read."""
    from uindex.query.evidence import Text  # only with source

    row = view.corpus.overlaid(one.path) or view.corpus.file(one.path)
    record = None if row is None else view.corpus.records([row.blob]).get(row.blob)
    if row is None or record is None:
        return None
    data = content(view, Candidate(0.0, one.path, 1, -1, row.blob))
    if data is None:
        return None
    origin = "blob" if one.line_now is None else "worktree"
    ids = symbol_ids(record, one.path)
    if one.id in ids:
        symbol = record.symbols[ids.index(one.id)]
        start, end, name = symbol.start_line, symbol.end_line, symbol.line
    else:
        start, end = max(marks[0] - _AROUND, 1), marks[-1] + _AROUND
        name = marks[0]
    return Text(lines(data, start, end), start, origin, name, tuple(marks))
