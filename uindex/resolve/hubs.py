"""How central a file is: PageRank over the imports between files.

L. Page, S. Brin, R. Motwani, T. Winograd, "The PageRank Citation Ranking: Bringing Order to the
Web", 1998; with jumps to some files alone as in their section 6, so that what only tests need is
not taken for the core.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from uindex.resolve.graph import FileGraph

_DAMPING = 0.85
_MOST = 50
_ENOUGH = 1e-6
"""Rounds end when the ranks change by less, all together."""


def pagerank(graph: FileGraph, home: Collection[int]) -> dict[int, float]:
    """File -> its rank; those of all files come to 1.  Jumps lead to the files of `home`.

    Left out are files without any.  An import of several files gives each an equal part.
    """
    links = list(dict.fromkeys(zip(*graph.imports(), strict=True)))
    count = Counter(file for file, _ in links)
    members = [group.files for group in graph.groups]
    base = dict.fromkeys(sorted(home), 1 / len(home)) if home else {}
    ranks = dict(base)
    for _ in range(_MOST if links else 0):
        flow = [0.0] * len(members)
        for file, group in links:
            rank = ranks.get(file)
            if rank:
                flow[group] += rank / count[file]
        spent = _DAMPING * sum(flow)
        # What leads nowhere jumps.
        new = {file: value * (1 - spent) for file, value in base.items()}
        for files, much in zip(members, flow, strict=True):
            if much:
                part = _DAMPING * much / len(files)
                for file in files:
                    new[file] = new.get(file, 0.0) + part
        change = sum(abs(value - ranks.get(file, 0.0)) for file, value in new.items())
        ranks = new
        if change < _ENOUGH:
            break
    return ranks
