"""Measure uindex on any repository: `python -m tests.bench REPO`.

Everything happens in a clone in a temporary folder (under $TMPDIR); the repository itself is only
read.  All figures of one run come from the same machine in the same minutes, so compare ratios
rather than seconds, and look at the line that says how busy the machine was.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from typing import TYPE_CHECKING, Any

from tests.bench import cold, hook_cost, languages, links, sharing, warm
from tests.bench.bench import FULL, QUICK, Bench
from tests.bench.measure import Failed, Watch
from tests.bench.scratch import make
from tests.bench.table import Row, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

STEPS: dict[str, Callable[[Bench], Iterator[Row]]] = {
    "build": cold.cold_build,
    "languages": languages.languages,
    "cache": cold.cache,
    "size": cold.size,
    "find": warm.find,
    "links": links.links,
    "sharing": sharing.sharing,
    "idle": warm.idle,
    "commit": warm.commit,
    "switch": warm.switch,
    "hooks": hook_cost.hooks,
}
"""In this order: the steps that commit come after those that begin with nothing."""


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="uindex-bench-") as folder:
        try:
            rows, about = _measure(options, folder)
        except Failed as error:
            sys.stderr.write(f"bench: {error}\n")
            return 1
    print(table(rows), end="")
    print(_machine(about))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({**about, "rows": [row._asdict() for row in rows]}, file, indent=1)
    return 1 if about["failed"] else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("repo", help="a repository with a commit; it is not touched")
    parser.add_argument("--quick", action="store_true", help="once or twice instead of many times")
    parser.add_argument(
        "--rounds", type=int, metavar="N",
        help="repeat what takes long N times (default: 3 times, but no further after a minute)",
    )  # fmt: skip
    parser.add_argument("--json", metavar="FILE", help="write the figures there, too")
    parser.add_argument(
        "--only", action="append", choices=list(STEPS), metavar="NAME",
        help=f"only this step (several times for several): {', '.join(STEPS)}",
    )  # fmt: skip
    parser.add_argument("--jobs", type=int, metavar="N", default=_processors(),
                        help="processes that parse (default: the processors)")  # fmt: skip
    return parser.parse_args()


def _measure(options: argparse.Namespace, folder: str) -> tuple[list[Row], dict[str, Any]]:
    load = [round(one, 2) for one in os.getloadavg()]
    watch = Watch()
    effort = QUICK if options.quick else FULL
    if options.rounds is not None:
        effort = effort._replace(rounds=options.rounds, budget=float("inf"))
    bench = Bench(make(options.repo, folder), effort, options.jobs)
    head, files = bench.facts["head"][:12], bench.facts["files"]
    print(f"{os.path.basename(os.path.abspath(options.repo))} at {head}: {files:,} files,"
          f" {bench.facts['blobs']:,} blobs to index")  # fmt: skip
    rows: list[Row] = []
    others: dict[str, float | None] = {}
    failed: dict[str, str] = {}
    for name, step in STEPS.items():
        if options.only is None or name in options.only:
            print(f"  {name} ...", file=sys.stderr, flush=True)
            one = Watch()
            try:
                rows += step(bench)
            except Failed as error:
                # An hour of figures is not lost for one that could not be had.
                failed[name] = str(error)
                print(f"bench: {name}: {error}", file=sys.stderr)
            others[name] = one.others()
    about = {
        "head": head,
        "files": files,
        "jobs": options.jobs,
        "processors": os.cpu_count(),
        "load_before": load,
        "load_after": [round(one, 2) for one in os.getloadavg()],
        "failed": failed,
        "others": watch.others(),
        "others_by_step": others,
        "python": platform.python_version(),
        "git": bench.scratch.text("version"),
    }
    return rows, about


def _machine(about: dict[str, Any]) -> str:
    """Whether wall time can be believed."""
    load = " ".join(f"{one:.1f}" for one in about["load_before"])
    after = " ".join(f"{one:.1f}" for one in about["load_after"])
    lines = [
        f"{about['processors']} processors, {about['jobs']} jobs; load average before {load},"
        f" after {after}; python {about['python']}, {about['git']}"
    ]
    if about["others"] is not None:
        steps = ", ".join(f"{name} {one:.1f}" for name, one in about["others_by_step"].items())
        lines.append(
            f"processors that were busy with other things: {about['others']:.1f} ({steps})"
        )
        if about["others"] > 0.2 * about["processors"]:
            lines.append("the machine was not ours: wall times are too high, trust cpu and ratios")
    return "\n".join(lines)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


if __name__ == "__main__":
    sys.exit(main())
