"""Every system asked every question: answers judged one by one, and what they come to."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from uindex.evaluation.measures import RECALLS, first_hit, mean_of_means, percentile, quality
from uindex.evaluation.questions import Unavailable
from uindex.evaluation.systems import SYSTEMS
from uindex.query.classify import classify
from uindex.query.parse import parse
from uindex.tokens import count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from uindex.evaluation.measures import Quality
    from uindex.evaluation.place import Place
    from uindex.evaluation.questions import Found, Question, Task
    from uindex.evaluation.systems import System


class Judged(NamedTuple):
    """One answer of one system."""

    system: str
    repo: str
    question: Question
    found: Sequence[Found]
    quality: Quality
    seconds: float
    tokens: int
    """Of the text that was handed over."""
    tokens_to_hit: int
    """Of that text up to the end of the first result that answers; all of it where none does."""


class Figures(NamedTuple):
    """What many answers of one system come to: means of the repositories' means."""

    questions: int
    ndcg: float
    reciprocal_rank: float
    recalls: tuple[float, ...]
    tokens: float
    tokens_to_hit: float
    p50: float
    """Seconds, of all answers: half took no longer."""
    p95: float


def judge(
    task: Task, place: Place, names: Iterable[str], limit: int, told: Callable[[str, str], None]
) -> list[Judged]:
    """Ask each of the systems all questions of a task.

    `told` hears the name of a system that cannot work here, and why; its answers are missing."""
    judged = []
    for name in names:
        try:
            system = SYSTEMS[name](place)
        except Unavailable as why:
            told(name, str(why))
            continue
        with closing(system):
            if task.questions:
                # What is loaded and opened with the first question is no part of any answer's time.
                system.find(task.questions[0].query, limit)
            judged += [_answered(name, system, task, one, limit) for one in task.questions]
    return judged


def _answered(name: str, system: System, task: Task, question: Question, limit: int) -> Judged:
    began = perf_counter()
    found = system.find(question.query, limit)
    seconds = perf_counter() - began
    pieces = system.packet(question.query, *allowance(question.query))
    costs = [count(piece.text) for piece in pieces]
    hit = first_hit([piece.found for piece in pieces], question.targets)
    return Judged(
        name,
        task.name,
        question,
        found,
        quality(found, question.targets),
        seconds,
        sum(costs),
        sum(costs if hit is None else costs[: hit + 1]),
    )


def allowance(query: str) -> tuple[int, int]:
    """How many results, and how many tokens, an answer with text may have: those of the question's
    class; of an empty one none."""
    if not query.strip():
        return 0, 0
    kind = classify(parse(query)).kind
    return kind.results, kind.tokens


def _recall(at: int, one: Judged) -> float:
    return one.quality.recalls[at]


_RECALLS = [partial(_recall, at) for at in range(len(RECALLS))]


def figures(judged: Sequence[Judged]) -> Figures:
    """Of answers of one system; there is at least one."""
    mean = partial(mean_of_means, judged, lambda one: one.repo)
    seconds = [one.seconds for one in judged]
    return Figures(
        questions=len(judged),
        ndcg=mean(lambda one: one.quality.ndcg),
        reciprocal_rank=mean(lambda one: one.quality.reciprocal_rank),
        recalls=tuple(map(mean, _RECALLS)),
        tokens=mean(lambda one: one.tokens),
        tokens_to_hit=mean(lambda one: one.tokens_to_hit),
        p50=percentile(seconds, 0.5),
        p95=percentile(seconds, 0.95),
    )


def grouped(judged: Iterable[Judged], by: Callable[[Judged], str]) -> dict[str, dict[str, Figures]]:
    """group -> system -> figures; groups by name, systems in the order of their answers."""
    groups: dict[str, dict[str, list[Judged]]] = {}
    for one in judged:
        groups.setdefault(by(one), {}).setdefault(one.system, []).append(one)
    return {
        group: {system: figures(rows) for system, rows in groups[group].items()}
        for group in sorted(groups)
    }


GROUPS: dict[str, Callable[[Judged], str]] = {
    "category": lambda one: one.question.category,
    "language": lambda one: one.question.language,
    "repository": lambda one: one.repo,
}


def figures_json(one: Figures) -> dict[str, Any]:
    return {
        "questions": one.questions,
        "ndcg@10": round(one.ndcg, 6),
        "mrr": round(one.reciprocal_rank, 6),
        **{f"recall@{k}": round(v, 6) for k, v in zip(RECALLS, one.recalls, strict=True)},
        "tokens": round(one.tokens, 1),
        "tokens_to_hit": round(one.tokens_to_hit, 1),
        "p50_ms": round(one.p50 * 1000, 3),
        "p95_ms": round(one.p95 * 1000, 3),
    }


def judged_json(one: Judged) -> dict[str, Any]:
    """One answer; `found` has places as a question file gives them."""
    return {
        "system": one.system,
        "repo": one.repo,
        "query": one.question.query,
        "category": one.question.category,
        "language": one.question.language,
        "relevant": [target._asdict() for target in one.question.targets],
        "found": [found._asdict() for found in one.found],
        "ndcg@10": round(one.quality.ndcg, 6),
        "reciprocal_rank": round(one.quality.reciprocal_rank, 6),
        "tokens": one.tokens,
        "tokens_to_hit": one.tokens_to_hit,
        "ms": round(one.seconds * 1000, 3),
    }
