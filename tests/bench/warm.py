"""Steps on an index that is there: questions, small builds, branch switches."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from tests.bench.measure import Failed, Usage, high, in_turn, middle, run
from tests.bench.scratch import HOME
from tests.bench.table import Row

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.bench.bench import Bench

AWAY = "bench-away"
TOUCHED = 20
"""Files that differ between the two branches."""
LABELS = {"name": "a name", "words": "plain language", "typo": "a typo"}
NOTHING_FOUND = 1


def find(bench: Bench) -> Iterator[Row]:
    """`find` with nothing left to build: each kind of question, from the shell and in process."""
    scratch, effort, targets = bench.scratch, bench.effort, bench.targets
    sample = bench.sample
    shell: dict[str, list[Usage]] = {kind: [] for kind in LABELS}
    found = dict.fromkeys(LABELS, 0)
    # Right after a checkout git cannot trust its stat data and reads files at every `status`, until
    # one of the user's own writes the index again; ours never do.
    scratch.git("status", "--porcelain")
    scratch.uindex("find", "warm", ok=(0, NOTHING_FOUND))
    for turn in range(effort.shell):
        for kind in LABELS:
            for query in sample[kind][turn : turn + 1]:
                used = scratch.uindex("find", "--json", "--", query, ok=(0, NOTHING_FOUND))
                shell[kind].append(used)
                found[kind] += json.loads(used.out)["total"] > 0
    bare, status = in_turn(
        effort.repeats,
        effort.budget,
        lambda: run([sys.executable, "-c", "pass"], scratch.top),
        lambda: scratch.git("status", "--porcelain"),
    )
    for kind, label in LABELS.items():
        target = targets.name if kind == "name" else targets.words
        yield _asked(f"find {label}, shell", shell[kind], target, f"{found[kind]} found")
    yield _several("  python -c pass", bare, "a bare start, for scale")
    yield _several("  git status", status, "which every find waits for")
    yield from _in_process(bench, sample)


def _asked(name: str, runs: Sequence[Usage], target: float, note: str) -> Row:
    if not runs:
        return Row(name, 0.0, "s", note="the index gave no such query")
    wall = [one.wall for one in runs]
    note = f"p50 of {len(runs)} queries; p95 {high(wall):.3f} s; {note}"
    used = middle(runs)
    return Row(name, used.wall, "s", target, used.cpu, note)


def _several(name: str, runs: Sequence[Usage], note: str, target: float | None = None) -> Row:
    used = middle(runs)
    least = min(one.wall for one in runs)
    return Row(name, used.wall, "s", target, used.cpu,
               f"median of {len(runs)}, least {least:.3f} s; {note}")  # fmt: skip


def _in_process(bench: Bench, sample: dict[str, list[str]]) -> Iterator[Row]:
    path = bench.scratch.file("queries.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(sample, file)
    times = json.loads(bench.scratch.inside("ask", path).out)
    for kind, label in LABELS.items():
        target = bench.targets.inside_name if kind == "name" else bench.targets.inside_words
        seconds, cpu = times[kind], times["cpu"][kind]
        if seconds:
            yield Row(f"find {label}, in process", sorted(seconds)[len(seconds) // 2], "ms", target,
                      sorted(cpu)[len(cpu) // 2],
                      f"p50 of {len(seconds)}; p95 {high(seconds) * 1000:.1f} ms")  # fmt: skip


def idle(bench: Bench) -> Iterator[Row]:
    """`build` where there is nothing to do."""
    bench.index()
    runs = [bench.scratch.uindex("build") for _ in range(bench.effort.repeats)]
    yield _several("build, nothing to do", runs, "from the shell", bench.targets.idle)


def commit(bench: Bench) -> Iterator[Row]:
    """`build` after a commit that adds a line to one file, from the shell, the cache included."""
    bench.index()
    scratch, runs, inner = bench.scratch, [], []
    paths = bench.sample["paths"]
    for number in range(bench.effort.repeats):
        scratch.edit(paths[number % len(paths)], f"Add a line, {number}")
        runs.append(scratch.uindex("build", "--json"))
        report = json.loads(runs[-1].out)
        if report["parsed"] != 1:
            raise Failed(f"a build after a one-file commit parsed {report['parsed']} blobs")
        inner.append(report["seconds"])
    note = f"from the shell, cache included; build() itself {sorted(inner)[len(inner) // 2]:.3f} s"
    yield _several("build after a one-file commit", runs, note, bench.targets.commit)


def switch(bench: Bench) -> Iterator[Row]:
    """Away to a branch that is indexed, and back: nothing is parsed again."""
    scratch, repeats = bench.scratch, bench.effort.repeats
    paths = bench.sample["paths"][:TOUCHED]
    scratch.git("switch", "--quiet", "--create", AWAY)
    for path in paths:
        scratch.append(path)
    scratch.git("commit", "--quiet", "--all", "--message", "Change some files")
    scratch.uindex("build")
    builds: list[Usage] = []
    finds: list[Usage] = []
    parsed = 0
    for _ in range((repeats + 1) // 2):
        for branch in (HOME, AWAY):
            scratch.switch(branch)
            builds.append(scratch.uindex("build", "--json"))
            parsed += json.loads(builds[-1].out)["parsed"]
        for branch in (HOME, AWAY):
            scratch.switch(branch)
            query = bench.sample["name"][:1] or ["main"]
            finds.append(scratch.uindex("find", "--", *query, ok=(0, NOTHING_FOUND)))
    scratch.switch(HOME)
    scratch.uindex("build")
    note = f"{len(paths)} files differ; {parsed} blobs parsed"
    yield _several("build after a branch switch", builds, note)
    yield _several("find after one, no build", finds, "the first question brings the cache along")
