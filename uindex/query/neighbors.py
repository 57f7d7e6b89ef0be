"""`neighbors`: what lies around a file or a symbol in the graph, both ways.

A neighbor is a definition or a file, at its shortest hop, with the link that leads there.  What
has more links than HUB is shown and not expanded: from there on everything is near everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.errors import UsageError
from uindex.query.graph import Graph, meant, several
from uindex.query.results import Answer
from uindex.query.show import by_id, by_path, called
from uindex.resolve.model import CANDIDATE, DANGLING, EXTERNAL, RESOLVED, STATUSES, Place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from uindex.query.graph import Hit
    from uindex.query.options import GraphOptions
    from uindex.query.results import Result
    from uindex.query.view import View

HUB = 100
"""Links from which on a neighbor is a hub."""
MANY = 20
"""Candidates of one link that are shown; the reason says of how many."""
KINDS = ("import", "call", "use", "doc-link", "mention")
_OUT = {
    "import": "imports", "call": "calls", "use": "uses", "base": "inherits from",
    "doc-link": "links to", "mention": "mentions",
}  # fmt: skip
_DONE = {
    "import": "imported", "call": "called", "use": "used", "base": "inherited from",
    "doc-link": "linked", "mention": "mentioned",
}  # fmt: skip


class Edge(NamedTuple):
    """One step of the graph, seen from where the walk came."""

    hit: Hit
    outward: bool
    place: Place
    """What it leads to; the file that has the link where that is nothing of ours."""


def targets(view: View, graph: Graph, target: str, prefix: bytes) -> list[Place]:
    """The definitions or the file that an id, a path or a name means.  NotIndexed for a path that
    is left out on purpose."""
    if not target.strip():
        raise UsageError("nothing was named; give an id, a symbol or a path")
    found = by_id(view, target) or by_path(view, target, prefix)
    found = found or called(view, target, prefix)
    places = [graph.now(one) for one in found]
    there = list(dict.fromkeys(place for place in places if place is not None))
    return meant(graph, target, there)


def neighbors(view: View, target: str, prefix: bytes, options: GraphOptions) -> Answer:
    """Neighbors by hop, those that are certain first.  UsageError where nothing is named."""
    graph = Graph(view)
    kinds = _kinds(options.kinds)
    start = frontier = targets(view, graph, target, prefix)
    seen = set(graph.same(frontier))
    found: list[tuple[int, Edge]] = []
    hubs: dict[Place, int] = {}
    for hop in range(1, options.depth + 1):
        reached: dict[Place, None] = {}
        for edge in _around(graph, frontier, kinds, hubs if hop > 1 else None):
            if edge.hit.target.status in (EXTERNAL, DANGLING) or edge.place not in seen:
                found.append((hop, edge))
            if edge.hit.target.status == RESOLVED:
                reached.setdefault(edge.place)
        frontier = [place for place in reached if place not in seen]
        seen.update(graph.same(frontier))
        if not frontier:
            break
    found = _distinct(found)
    page = found[options.offset : options.offset + options.limit]
    results = [_result(graph, hop, edge) for hop, edge in page]
    notes = [*graph.notes(), *several(graph, start)]
    notes += (_told(graph, place, count) for place, count in hubs.items())
    shown = [result for result in results if result is not None]
    asked = [graph.id(place) for place in start]
    return Answer(
        target, "neighbors", len(found), options.offset, shown, view.searched, notes, asked
    )


def _kinds(asked: Sequence[str]) -> tuple[str, ...]:
    """Kinds of links as records have them: `use` is told of bases as well."""
    wrong = [kind for kind in asked if kind not in KINDS]
    if wrong:
        raise UsageError(f"--kind {wrong[0]}: is none of {', '.join(KINDS)}")
    kinds = tuple(asked) or KINDS
    return (*kinds, "base") if "use" in kinds else kinds


def _around(
    graph: Graph, places: Sequence[Place], kinds: Collection[str], hubs: dict[Place, int] | None
) -> Iterator[Edge]:
    """The links from and to these places; with `hubs`, of none that is one: it is noted there."""
    inward = _inward(graph, places, kinds)
    for place in places:
        edges = [*_outward(graph, place, kinds), *inward.get(place, ())]
        if hubs is not None and len(edges) > HUB:
            hubs[place] = len(edges)
        else:
            yield from edges


def _outward(graph: Graph, place: Place, kinds: Collection[str]) -> Iterator[Edge]:
    told: set[object] = set()
    for hit in graph.outgoing(place, kinds):
        places, link = hit.target.places, hit.link
        if hit.target.status == CANDIDATE and not places:
            continue
        # The next of many calls of one thing says nothing new.
        key = (link.kind, link.name, link.receiver, hit.target.status, len(places), places[:1])
        if key in told:
            continue
        told.add(key)
        for one in places[:MANY] or (hit.source,):
            yield Edge(hit._replace(place=one), True, one)


def _inward(
    graph: Graph, places: Sequence[Place], kinds: Collection[str]
) -> dict[Place, list[Edge]]:
    """The links to each of these places; one that may mean several of them is told of the first."""
    found: dict[Place, list[Edge]] = {}
    asked: dict[Place, Place] = {}
    for place in places:
        if place.at < 0:
            leading = [kind for kind in kinds if kind in ("import", "doc-link")]
            hits = graph.importers(place.path, leading)
            found[place] = [Edge(hit, False, hit.source) for hit in hits]
        else:
            for one in graph.same([place]):
                asked.setdefault(one, place)
    for hit in graph.meaning(asked, kinds) if asked else ():
        found.setdefault(asked[hit.place], []).append(Edge(hit, False, hit.source))
    return found


def _distinct(found: Sequence[tuple[int, Edge]]) -> list[tuple[int, Edge]]:
    """Each neighbor once for each kind and direction of link, the surest and first of them."""
    ordered = sorted(found, key=_order)
    kept: dict[object, tuple[int, Edge]] = {}
    for hop, edge in ordered:
        link = edge.hit.link
        what: object = edge.place
        if edge.hit.target.status in (EXTERNAL, DANGLING):
            what = (link.receiver, link.name)
        kept.setdefault((what, link.kind, edge.outward), (hop, edge))
    return list(kept.values())


def _order(one: tuple[int, Edge]) -> tuple[int, int, bool, int, str, int, str, Place]:
    hop, edge = one
    link, status = edge.hit.link, STATUSES.index(edge.hit.target.status)
    kind = [*KINDS, "base"].index(link.kind)
    return hop, status, not edge.outward, kind, edge.hit.path, link.line, link.name, edge.place


def _result(graph: Graph, hop: int, edge: Edge) -> Result | None:
    hit, link = edge.hit, edge.hit.link
    ours = bool(hit.target.places) or not edge.outward
    written = ".".join(filter(None, (link.receiver, link.name)))
    if edge.outward and ours:
        result = graph.result(edge.place)
        why = f"{_DONE[link.kind]} at {hit.path}:{link.line}"
    else:
        result = graph.site(hit.source, link.line)
        what = graph.label(hit.place) if ours else written
        why = f"{_OUT[link.kind]} {what}"
    if result is None:
        return None
    return result._replace(
        status=hit.target.status,
        hop=hop,
        link=link.kind,
        target=graph.id(hit.place) if ours else written,
        reason=hit.reason,
        why=why,
    )


def _told(graph: Graph, place: Place, count: int) -> str:
    return f"{graph.id(place)} has {count} links and was not expanded"
