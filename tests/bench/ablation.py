"""What each weight of the ranking is worth: `python -m tests.bench.ablation BENCHMARK REPOS_DIR`.

BENCHMARK and REPOS_DIR are as `git uindex eval BENCHMARK --repos REPOS_DIR` has them.  Everything
is asked once with the ranking as it is and once more for each of its weights put to nothing; the
table says what NDCG@10 loses.  Weights are found by their names in `uindex.query.rank`: what
begins with W_ or U_, or ends with _COST.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from uindex.evaluation import reading
from uindex.evaluation.indexed import Lexical
from uindex.evaluation.measures import DEPTH, mean_of_means, ndcg
from uindex.evaluation.place import Place, lexical
from uindex.git.repository import Repository
from uindex.query import rank
from uindex.query.options import Scope
from uindex.query.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.evaluation.questions import Task

WHOLE = ""
"""The name of the ranking as it is."""


class Score(NamedTuple):
    """One answer with one weight put to nothing."""

    without: str
    repo: str
    category: str
    ndcg: float


def weights() -> list[str]:
    """The names of all weights, in the order in which they are defined."""
    return [
        name
        for name, value in vars(rank).items()
        if name.startswith(("W_", "U_")) or name.endswith("_COST")
        if isinstance(value, float | tuple)
    ]


@contextmanager
def without(name: str) -> Iterator[None]:
    """The ranking with one weight put to nothing; WHOLE changes nothing."""
    if name == WHOLE:
        yield
        return
    value = getattr(rank, name)
    setattr(rank, name, 0.0 if isinstance(value, float) else (0.0,) * len(value))
    try:
        yield
    finally:
        setattr(rank, name, value)


def scores(task: Task, place: Place, names: Sequence[str]) -> Iterator[Score]:
    """Each question of a task, asked without each of the weights."""
    system = Lexical(place)
    for name in names:
        with without(name):
            for one in task.questions:
                found = system.find(one.query, DEPTH)
                yield Score(name, task.name, one.category, ndcg(found, one.targets))


def table(found: Sequence[Score]) -> str:
    """What is lost, most first, in all and by category; then what is left of the whole."""
    categories = sorted({one.category for one in found})
    means = {
        name: [_mean(found, name, category) for category in ("", *categories)]
        for name in dict.fromkeys(one.without for one in found)
    }
    whole = means.pop(WHOLE)
    lost = {
        name: [left - all_ for left, all_ in zip(values, whole, strict=True)]
        for name, values in means.items()
    }
    rows = [["", "NDCG@10", *categories], ["as it is", *(f"{value:.4f}" for value in whole)]]
    rows += (
        [f"without {name}", *(f"{value:+.4f}" for value in lost[name])]
        for name in sorted(lost, key=lambda name: lost[name][0])
    )
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return "".join(
        "  ".join([f"{row[0]:<{widths[0]}}", *map(str.rjust, row[1:], widths[1:])]) + "\n"
        for row in rows
    )


def _mean(found: Sequence[Score], name: str, category: str) -> float:
    rows = [one for one in found if one.without == name and category in ("", one.category)]
    return mean_of_means(rows, lambda one: one.repo, lambda one: one.ndcg)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.ablation", description=__doc__)
    parser.add_argument("benchmark", help="a folder with repos.json and annotations/")
    parser.add_argument("repos", help="a folder with a checkout of each")
    parser.add_argument("--only", metavar="NAMES", help="only these weights, with commas")
    parser.add_argument("--json", metavar="FILE", help="write the means there, too")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else weights()
    found: list[Score] = []
    for task in reading.benchmark(options.benchmark):
        folder = os.path.join(options.repos, task.name)
        if not os.path.isdir(folder):
            sys.stderr.write(f"{task.name}: no checkout; left out\n")
            continue
        repo = Repository.open(folder, inherit=False)
        with Session.open(lexical(repo), Scope()) as session:
            found += scores(task, Place(repo, session, task.globs), [WHOLE, *names])
    if not found:
        sys.stderr.write("no checkout of any repository\n")
        return 1
    print(table(found), end="")
    if options.json:
        means = {name: _mean(found, name, "") for name in (WHOLE, *names)}
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(means, file, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
