"""`git uindex eval`: systems compared on questions whose answers are known."""

import os
import sys
from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

from uindex.cli import options as shared
from uindex.cli import output
from uindex.cli.answers import gaps, open_session
from uindex.cli.declare import Argument, Option
from uindex.errors import FOUND, NOTHING, EnvironmentFault, NotARepository, UsageError
from uindex.evaluation import autogen, comparison, reading, systems
from uindex.evaluation.indexed import UNSET
from uindex.evaluation.measures import RECALLS
from uindex.evaluation.place import Place, lexical
from uindex.evaluation.questions import Task
from uindex.git.repository import Repository
from uindex.query.options import DEFAULT_LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.evaluation.comparison import Figures, Judged
    from uindex.evaluation.questions import Question

EXAMPLES = (
    "git uindex eval --autogen",
    "git uindex eval questions.jsonl --systems lexical,grep-and-read --json",
    "git uindex eval ../benchmark --repos ../checkouts",
)
AUTOGEN = "40"
"""Questions, where no number is given."""


def run(
    *,
    questions: Annotated[
        str | None,
        Argument(
            "QUESTIONS",
            "A file of questions, one JSON object a line (- is standard input), or the folder of a "
            "benchmark.",
        ),
    ] = None,
    made: Annotated[
        str | None,
        Option(
            ("--autogen",),
            f"Ask at most N questions made from the index itself, {AUTOGEN} without a number.",
            "N",
            bare=AUTOGEN,
        ),
    ] = None,
    repos: Annotated[
        str | None,
        Option(
            ("--repos",),
            "Where the repositories are that the questions name, a folder each.",
            "DIR",
        ),
    ] = None,
    names: Annotated[
        str | None,
        Option(("--systems",), f"Compare only these of {', '.join(systems.SYSTEMS)}.", "A,B"),
    ] = None,
    limit: shared.Limit = DEFAULT_LIMIT,
    path: shared.Paths = (),
    json: shared.Json = False,
) -> int:
    """Compare ways to search on a question set.

    Says how often the right place is found and how far up, how many tokens an answer costs whoever
    reads it, and how long it takes. The formats of question sets, the baselines and the measures
    are documented in docs/evaluation.md.
    """
    compared = systems.chosen(names)
    count = None if made is None else _count(made)
    if (questions is None) == (count is None):
        raise UsageError("say what to ask: either QUESTIONS or --autogen")
    if limit < 1:
        raise UsageError("-k 0: at least one result is needed to judge")
    tasks = [Task("", path, ())] if questions is None else _read(questions, path)
    judged: list[Judged] = []
    notes: list[str] = []
    missed: Counter[tuple[str, str]] = Counter()
    asked = 0
    for task, place in _places(tasks, repos, notes):
        if count is not None:
            task = task._replace(questions=_made(place, count))
        asked += bool(task.questions)
        judged += comparison.judge(task, place, compared, limit, lambda *why: missed.update([why]))
    if names is None:
        # Embeddings are off unless somebody wants them: that is nothing to be told about.
        missed.pop(("hybrid", UNSET), None)
    lacking = [_lacking(why, times, asked) for why, times in missed.items()]
    if asked and not judged:
        raise EnvironmentFault("; ".join(lacking))
    notes += lacking
    if json:
        output.write_json(_document(judged, notes, compared))
    else:
        output.write(_report(judged, compared))
        for note in notes:
            output.say(output.clean(note))
    return FOUND if judged else NOTHING


def _made(place: Place, count: int) -> "tuple[Question, ...]":
    return place.session.ask(lambda view: autogen.questions(view, count, place.keeps))


def _lacking(why: tuple[str, str], times: int, asked: int) -> str:
    """That a system could not be asked; in how many repositories, unless in all."""
    name, reason = why
    where = "" if times >= asked else f" in {times} of {asked} repositories"
    return f"{name} is left out{where}: {reason}"


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text)):
        raise UsageError(f"--autogen {text}: not a number of questions")
    return int(text)


def _read(questions: str, paths: tuple[str, ...]) -> "Sequence[Task]":
    if questions == "-":
        return reading.lines(sys.stdin.buffer.read(), "standard input", paths)
    if os.path.isdir(questions):
        tasks = reading.benchmark(questions)
        return [task._replace(globs=paths or task.globs) for task in tasks]
    with open(questions, "rb") as file:
        return reading.lines(file.read(), questions, paths)


def _places(
    tasks: "Sequence[Task]", repos: str | None, notes: list[str]
) -> "Iterator[tuple[Task, Place]]":
    """Each task's repository, open for as long as the task is worked on."""
    if repos is None and any(task.name for task in tasks):
        raise UsageError("the questions name repositories; say where they are with --repos DIR")
    opened = 0
    for task in tasks:
        repo = (
            Repository.open() if not task.name else _checkout(os.path.join(str(repos), task.name))
        )
        if repo is None:
            notes.append(f"{task.name}: no checkout in {repos}; left out")
            continue
        opened += 1
        with open_session(lexical(repo)) as session:
            place = Place(repo, session, task.globs)
            notes += _doubts(task, place)
            yield task, place
    if tasks and not opened:
        raise EnvironmentFault(f"{repos}: holds a checkout of none of the repositories asked about")


def _checkout(folder: str) -> Repository | None:
    """The repository whose top is this folder, and none above it."""
    if not os.path.isdir(folder):
        return None
    try:
        repo = Repository.open(folder, inherit=False)
    except NotARepository:
        return None
    return repo if os.path.samefile(repo.top, folder) else None


def _doubts(task: Task, place: Place) -> list[str]:
    """What makes figures doubtful: a commit that the questions are not about, files that are not
    indexed, answers that nothing can find."""
    label = f"{task.name}: " if task.name else ""
    searched, told = place.session.ask(lambda view: (view.searched, view.told()))
    doubts = [f"{label}{note}" for note in told]
    if not searched.complete and not told:
        doubts.append(f"{label}not complete: {gaps(searched)}")
    if task.revision and searched.commit != task.revision:
        commit = searched.commit or "nothing"
        doubts.append(f"{label}the questions are about {task.revision[:12]}, not {commit[:12]}")
    targets = {target.path for question in task.questions for target in question.targets}
    lost = place.lacks(targets)
    if lost:
        doubts.append(f"{label}right, and not indexed here: {len(lost)} of {len(targets)} paths")
    return doubts


def _document(
    judged: "Sequence[Judged]", notes: "Sequence[str]", compared: "Sequence[str]"
) -> dict[str, Any]:
    whole = comparison.grouped(judged, lambda one: "").get("", {})
    return {
        "questions": _asked(judged),
        "repositories": len({one.repo for one in judged}),
        "systems": list(compared),
        "notes": list(notes),
        "figures": {name: comparison.figures_json(one) for name, one in whole.items()},
        **{
            f"by_{name}": {
                group: {system: comparison.figures_json(one) for system, one in inner.items()}
                for group, inner in comparison.grouped(judged, by).items()
            }
            for name, by in comparison.GROUPS.items()
        },
        "answers": [comparison.judged_json(one) for one in judged],
    }


def _report(judged: "Sequence[Judged]", compared: "Sequence[str]") -> str:
    if not judged:
        return "no questions: the index holds nothing that they could be made of\n"
    whole = comparison.grouped(judged, lambda one: "")[""]
    titles = ["NDCG@10", *(f"recall@{k}" for k in RECALLS), "MRR", "tokens", "to hit", "p50", "p95"]
    rows = [["", *titles], *([name, *_cells(one)] for name, one in whole.items())]
    parts = [_table(rows)]
    for name, by in comparison.GROUPS.items():
        groups = comparison.grouped(judged, by)
        if len(groups) > 1:
            parts.append(_by(name, groups, compared))
    parts.append(_legend(_asked(judged), len({one.repo for one in judged})))
    return "\n".join(parts)


def _asked(judged: "Sequence[Judged]") -> int:
    """How many questions there were; a system may have been left out for some."""
    return max(Counter(one.system for one in judged).values(), default=0)


def _cells(one: "Figures") -> list[str]:
    shares = [one.ndcg, *one.recalls, one.reciprocal_rank]
    return [
        *(f"{share:.3f}" for share in shares),
        *(f"{cost:,.0f}" for cost in (one.tokens, one.tokens_to_hit)),
        *(f"{seconds * 1000:.1f} ms" for seconds in (one.p50, one.p95)),
    ]


def _by(name: str, groups: "dict[str, dict[str, Figures]]", compared: "Sequence[str]") -> str:
    shown = [system for system in compared if any(system in one for one in groups.values())]
    rows = [[f"NDCG@10 by {name}", *shown, "questions"]]
    for group, inner in groups.items():
        scores = [f"{inner[one].ndcg:.3f}" if one in inner else "-" for one in shown]
        most = max(one.questions for one in inner.values())
        rows.append([output.clean(group) or ".", *scores, str(most)])
    return _table(rows)


def _table(rows: list[list[str]]) -> str:
    """Columns as wide as they must be, figures at their right ends."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = []
    for first, *others in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join([f"{first:<{widths[0]}}", *cells]).rstrip() + "\n")
    return "".join(lines)


def _legend(asked: int, repos: int) -> str:
    means = "means of the repositories' means; " if repos > 1 else ""
    return (
        f"{output.plural(asked, 'question')}"
        f"{f' about {repos} repositories' if repos > 1 else ''}; {means}"
        "tokens: of the text handed over, and of that up to the first hit; "
        "times: in this process, all opened before\n"
    )
