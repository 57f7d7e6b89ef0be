"""Following links: the graph of files, and questions about symbols."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.bench.measure import middle
from tests.bench.table import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.bench.bench import Bench

NOTHING_FOUND = 1
COMMON = 5
"""Names that most calls have."""


def links(bench: Bench) -> Iterator[Row]:
    """The graph of files from nothing; then `callers`, `dependents` and `map` from the shell, the
    graph being there."""
    bench.index()
    scratch, effort, targets = bench.scratch, bench.effort, bench.targets
    made = sorted(
        (json.loads(scratch.inside("graph").out) for _ in range(effort.rounds)),
        key=lambda one: one["seconds"],
    )
    half = made[len(made) // 2]
    yield Row("graph of files", half["seconds"], "s", targets.graph, half["cpu"], "from the cache")
    for name in json.loads(scratch.inside("links", str(COMMON)).out):
        runs = [
            scratch.uindex("callers", "--json", "--", name, ok=(0, NOTHING_FOUND))
            for _ in range(effort.rounds + 1)
        ]
        used = middle(runs[1:])
        total = json.loads(used.out)["total"]
        first = f"{total} call sites; the first time {runs[0].wall:.2f} s"
        yield Row(f"callers {name}", used.wall, "s", targets.callers, used.cpu, first)
    verbs = {"dependents": bench.sample["paths"][0], "map": ""}
    for verb, target in verbs.items():
        argv = [verb, "--", target] if target else [verb]
        runs = [scratch.uindex(*argv, ok=(0, NOTHING_FOUND)) for _ in range(effort.repeats)]
        used = middle(runs)
        yield Row(verb, used.wall, "s", None, used.cpu, f"median of {len(runs)}, from the shell")
