"""How good an answer is, and how figures of many answers become one."""

from __future__ import annotations

from collections import defaultdict
from math import ceil, log2
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from uindex.evaluation.questions import hits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from uindex.evaluation.questions import Found, Target

_T = TypeVar("_T")

DEPTH = 10
"""Results that NDCG looks at."""
RECALLS = (1, 5, 10)
"""Results that recall looks at."""


class Quality(NamedTuple):
    """One answer.  All from 0 to 1."""

    ndcg: float
    reciprocal_rank: float
    """1 for a hit in the first place, 1/2 in the second, 0 where there is none."""
    recalls: tuple[float, ...]
    """The share of the targets among the first results, for each of RECALLS."""


def quality(found: Sequence[Found], targets: Sequence[Target]) -> Quality:
    """What a ranked answer is worth."""
    ranks = [rank for target in targets if (rank := _rank(found, target)) is not None]
    recalls = (sum(rank < k for rank in ranks) / len(targets) if targets else 0.0 for k in RECALLS)
    return Quality(ndcg(found, targets), 1 / (1 + min(ranks)) if ranks else 0.0, tuple(recalls))


def ndcg(found: Sequence[Found], targets: Sequence[Target]) -> float:
    """Normalised discounted cumulative gain of the first ten, with binary relevance.

    Each target is hit by the first result that is it, and a rank gains once however many targets
    it hits; the ideal has as many leading hits as there are targets, at most ten.
    """
    ranks = {_rank(found[:DEPTH], target) for target in targets} - {None}
    gained = sum(1 / log2(rank + 2) for rank in ranks if rank is not None)
    ideal = sum(1 / log2(rank + 2) for rank in range(min(DEPTH, len(targets))))
    return gained / ideal if ideal else 0.0


def first_hit(found: Sequence[Found], targets: Sequence[Target]) -> int | None:
    """The rank, from 0, of the first result that is a target."""
    ranks = [rank for target in targets if (rank := _rank(found, target)) is not None]
    return min(ranks, default=None)


def _rank(found: Sequence[Found], target: Target) -> int | None:
    return next((rank for rank, one in enumerate(found) if hits(one, target)), None)


def percentile(values: Iterable[float], share: float) -> float:
    """The smallest value that at least this share of all does not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def mean_of_means(
    rows: Iterable[_T], group: Callable[[_T], str], value: Callable[[_T], float]
) -> float:
    """The mean of the groups' means: a repository with many questions weighs as much as another."""
    groups: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        groups[group(row)].append(value(row))
    return fmean(fmean(values) for values in groups.values())
