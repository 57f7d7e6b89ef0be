"""`callers` and `callees`: call sites, with their line and how certain they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.errors import UsageError
from uindex.query.graph import Graph, Hit, meant, several
from uindex.query.results import Answer
from uindex.query.show import by_id, called
from uindex.resolve.model import CANDIDATE, EXTERNAL, RESOLVED, STATUSES, Place, Target

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.query.options import GraphOptions
    from uindex.query.results import Result
    from uindex.query.view import View

_CALLS = ("call",)


def places_of(view: View, graph: Graph, target: str, prefix: bytes) -> list[Place]:
    """The definitions that an id or a name means.  UsageError for an empty one, NotIndexed for the
    path of a file that is left out on purpose."""
    if not target.strip():
        raise UsageError("nothing was named; give an id or a symbol")
    found = by_id(view, target) or called(view, target, prefix)
    places = []
    for one in found:
        place = graph.now(one)
        if place is not None:
            places.append(place)
    return meant(graph, target, list(dict.fromkeys(places)))


def callers(view: View, target: str, prefix: bytes, options: GraphOptions) -> Answer:
    """Who calls a symbol: breadth first, each caller at its shortest hop."""
    graph = Graph(view)
    start = places_of(view, graph, target, prefix)
    notes: list[str] = []
    seen: set[Place] = set()
    frontier = graph.same(start)
    found: list[tuple[int, Hit]] = []
    followed = 0
    for hop in range(1, options.depth + 1):
        seen.update(frontier)
        hits = graph.meaning(frontier, _CALLS)
        if hop == 1:
            hits += _dispatched(graph, start, hits)
        found += [(hop, hit) for hit in hits]
        followed += sum(hit.target.status != RESOLVED for hit in hits)
        if hop == options.depth:
            break  # what comes next reads the records of all callers
        sure = {hit.source for hit in hits if hit.target.status == RESOLVED}
        frontier = [place for place in graph.same(sorted(sure)) if place not in seen]
        frontier = [place for place in frontier if place.at >= 0]
        if not frontier:
            break
    if followed and options.depth > 1:
        notes.append(f"{followed} candidates were not followed further")
    found.sort(key=_order)
    results = [_caller(graph, hop, hit) for hop, hit in _page(found, options)]
    notes = [*graph.notes(), *several(graph, start), *notes]
    return _answer(graph, target, start, "callers", len(found), options, results, notes)


def _dispatched(graph: Graph, start: Sequence[Place], known: Sequence[Hit]) -> list[Hit]:
    """Calls of what the methods at `start` override: they may end there."""
    told = {(hit.path, hit.link) for hit in known}
    above: dict[Place, Place] = {}
    for place in start:
        for other in graph.binder.overridden(place):
            above.setdefault(other, place)
    for place in start:
        above.pop(place, None)
    found = []
    for hit in graph.meaning(above, _CALLS) if above else ():
        if (hit.path, hit.link) not in told:
            told.add((hit.path, hit.link))
            place, reason = above[hit.place], f"through {graph.label(hit.place)}"
            found.append(Hit(hit.path, hit.link, Target(CANDIDATE, (place,), reason), place))
    return found


def callees(view: View, target: str, prefix: bytes, options: GraphOptions) -> Answer:
    """What a symbol calls, in the order of its text; with depth, what those call in turn."""
    graph = Graph(view)
    start = frontier = places_of(view, graph, target, prefix)
    seen: set[Place] = set(frontier)
    found: list[tuple[int, Hit]] = []
    for hop in range(1, options.depth + 1):
        reached: dict[Place, None] = {}
        for place in frontier:
            for hit in graph.outgoing(place, _CALLS):
                found.append((hop, hit))
                if hit.target.status == RESOLVED:
                    reached.update(dict.fromkeys(hit.target.places))
        frontier = [place for place in reached if place not in seen and place.at >= 0]
        seen.update(frontier)
    results = [_callee(graph, hop, hit) for hop, hit in _page(found, options)]
    return _answer(
        graph,
        target,
        start,
        "callees",
        len(found),
        options,
        results,
        [*graph.notes(), *several(graph, start)],
    )


def _order(one: tuple[int, Hit]) -> tuple[int, int, str, int, str, Place]:
    hop, hit = one
    status = STATUSES.index(hit.target.status)
    return hop, status, hit.path, hit.link.line, hit.link.name, hit.place


def _page(found: Sequence[tuple[int, Hit]], options: GraphOptions) -> Sequence[tuple[int, Hit]]:
    return found[options.offset : options.offset + options.limit]


def _caller(graph: Graph, hop: int, hit: Hit) -> Result | None:
    result = graph.site(hit.source, hit.link.line)
    if result is None:
        return None
    return result._replace(
        status=hit.target.status,
        hop=hop,
        link=hit.link.kind,
        target=graph.id(hit.place),
        reason=hit.reason,
        why=f"calls {graph.label(hit.place)}",
    )


def _callee(graph: Graph, hop: int, hit: Hit) -> Result | None:
    """The site of a call, led by what is called."""
    result = graph.site(hit.source, hit.link.line)
    if result is None:
        return None
    written = f"{hit.link.receiver}.{hit.link.name}" if hit.link.receiver else hit.link.name
    places = hit.target.places
    targets = [graph.id(place) for place in places]
    if len(places) == 1 and hit.target.status != EXTERNAL:
        said = graph.label(places[0])
        where = graph.result(places[0])
        line = where.line_now or where.line if where else 0
        said += f" ({places[0].path}:{line})"
    else:
        said = f"{written} ({len(places)} of that name)" if places else written
    return result._replace(
        status=hit.target.status,
        hop=hop,
        link=hit.link.kind,
        target=", ".join(targets) or written,
        reason=hit.reason,
        why=f"calls {said}",
    )


def _answer(
    graph: Graph,
    target: str,
    start: Sequence[Place],
    mode: str,
    total: int,
    options: GraphOptions,
    results: Sequence[Result | None],
    notes: Sequence[str],
) -> Answer:
    shown = [result for result in results if result is not None]
    asked = [graph.id(place) for place in start]
    searched = graph.view.searched
    return Answer(target, mode, total, options.offset, shown, searched, notes, asked)
