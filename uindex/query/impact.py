"""`impact`: what can break when something changes: the closure of who depends on it.

From a definition to whatever calls, uses, inherits from or imports it, and from there on; from a
file to the same of all that it defines, and to its importers.  A candidate is listed and leads no
further; a hub, which more than MANY lines depend on, is listed and leads no further either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.errors import NotIndexed
from uindex.query.graph import MOST_TOLD, Graph
from uindex.query.neighbors import targets
from uindex.query.results import Answer
from uindex.resolve.model import RESOLVED, STATUSES, Place
from uindex.resolve.scope import VALUES
from uindex.wording import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.query.graph import Hit
    from uindex.query.options import GraphOptions
    from uindex.query.results import Result
    from uindex.query.view import View

MANY = 300
_KINDS = ("call", "use", "base", "import")
_SAID = {
    "call": "calls", "use": "uses", "base": "inherits from", "import": "imports",
    "doc-link": "links to",
}  # fmt: skip


def impact(view: View, asked: Sequence[str], prefix: bytes, options: GraphOptions) -> Answer:
    """Each definition or file in reach once, at its shortest hop.  NotIndexed where all that was
    asked is left out on purpose."""
    graph = Graph(view)
    named, left_out = _named(view, graph, asked, prefix)
    start = list(dict.fromkeys(place for places in named.values() for place in places))
    reach = _Reach(graph, start)
    for hop in range(1, options.depth + 1):
        if not reach.step(hop):
            break
    found = sorted(reach.found.values(), key=_order)
    page = found[options.offset : options.offset + options.limit]
    results = [_result(graph, hop, hit) for hop, hit in page]
    shown = [result for result in results if result is not None]
    notes = [*graph.notes(), *reach.notes(found, options.depth)]
    if start:
        notes += [f"no such symbol or path: {one}" for one, places in named.items() if not places]
    notes += map(str, left_out)
    if any((symbol := graph.symbol(place)) and symbol.kind in VALUES for place in start):
        notes.append("where the value of a variable, constant or field is read is not followed")
    query, ids = " ".join(asked), [graph.id(place) for place in start]
    return Answer(query, "impact", len(found), options.offset, shown, view.searched, notes, ids)


def _named(
    view: View, graph: Graph, asked: Sequence[str], prefix: bytes
) -> tuple[dict[str, list[Place]], list[NotIndexed]]:
    """What each text means, but for those that are left out of the index."""
    named: dict[str, list[Place]] = {}
    left_out = []
    for one in asked:
        try:
            named[one] = targets(view, graph, one, prefix)
        except NotIndexed as error:
            left_out.append(error)
    if left_out and not named:
        raise left_out[0]
    return named, left_out


class _Reach:
    """Breadth first; `found` has each place that was reached, with the link that got there."""

    def __init__(self, graph: Graph, start: Sequence[Place]) -> None:
        self._graph = graph
        self._seen = set(start)
        self._frontier = list(dict.fromkeys(start))
        self.found: dict[Place, tuple[int, Hit]] = {}
        self.hubs: dict[Place, int] = {}

    def step(self, hop: int) -> bool:
        """Go one link further; False where that leads nowhere new."""
        hits: list[Hit] = []
        for place in self._frontier:
            if place.at < 0:
                hits += self._graph.importers(place.path)
        wanted = [place for each in self._frontier for place in self._meant(each, hop)]
        hits += self._graph.meaning(wanted, _KINDS)
        onward: dict[Place, None] = {}
        for hit in sorted(hits, key=lambda hit: STATUSES.index(hit.target.status)):
            place = hit.source
            if place not in self._seen and place not in self.found:
                self.found[place] = (hop, hit)
                if hit.target.status == RESOLVED and place.at >= 0:
                    onward[place] = None
        self._seen.update(self._frontier)
        self._frontier = self._without_hubs(list(onward))
        return bool(self._frontier)

    def _meant(self, place: Place, hop: int) -> list[Place]:
        """What stands for a place: its class or constructors, and all that a file defines."""
        if place.at >= 0:
            return self._graph.same([place])
        scope = self._graph.binder.scope(place.path) if hop == 1 else None
        return [Place(place.path, at) for at in range(len(scope.symbols))] if scope else []

    def _without_hubs(self, places: list[Place]) -> list[Place]:
        """Names that very many lines have are not searched for: they would reach everything."""
        kept = []
        corpus = self._graph.view.corpus
        for place in places:
            symbol = self._graph.symbol(place)
            lines = sum(len(one.refs) for one in corpus.sites(symbol.name)) if symbol else 0
            if lines > MANY:
                self.hubs[place] = lines
            else:
                kept.append(place)
        return kept

    def notes(self, found: Sequence[tuple[int, Hit]], depth: int) -> list[str]:
        graph = self._graph
        sure = [hit for _, hit in found if hit.target.status == RESOLVED]
        tests = sorted({hit.path for hit in sure if graph.is_test(hit.path)})
        notes = []
        if tests:
            more = f" and {len(tests) - 10} more" if len(tests) > 10 else ""
            notes.append(f"tests in reach: {', '.join(tests[:10])}{more}")
        elif found:
            notes.append("no tests are known to be in reach")
        if self.hubs:
            names = sorted({graph.label(place) for place in self.hubs})
            more = f" and {len(names) - MOST_TOLD} more" if len(names) > MOST_TOLD else ""
            told = ", ".join(names[:MOST_TOLD])
            notes.append(f"not followed further, for more than {MANY} lines name it: {told}{more}")
        if self._frontier:
            notes.append(f"more may lie beyond {plural(depth, 'link')}; see --depth")
        return notes


def _order(one: tuple[int, Hit]) -> tuple[int, int, str, int]:
    hop, hit = one
    return hop, STATUSES.index(hit.target.status), hit.path, hit.link.line


def _result(graph: Graph, hop: int, hit: Hit) -> Result | None:
    result = graph.site(hit.source, hit.link.line)
    if result is None:
        return None
    why = f"{_SAID[hit.link.kind]} {graph.label(hit.place)}"
    if graph.is_test(hit.path):
        why = f"test: {why}"
    return result._replace(
        status=hit.target.status,
        hop=hop,
        link=hit.link.kind,
        target=graph.id(hit.place),
        reason=hit.reason,
        why=why,
    )
