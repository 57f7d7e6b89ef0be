"""What the hooks add to `git commit`: `python -m tests.bench.hook_cost REPOSITORY`.

Works on a clone in a temporary folder.  Commits with and without hooks alternate, and each commit
waits until the update that the one before started is over.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from uindex import hook, shims
from uindex.build import build
from uindex.git.repository import Repository

ROUNDS = 15
TARGET = 20.0
"""Milliseconds that the hooks may add."""


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        clone = os.path.join(folder, "clone")
        subprocess.run(["git", "clone", "-q", sys.argv[1], clone], check=True)
        repo = Repository.open(clone)
        build(repo)
        times: dict[str, list[float]] = {"off": [], "on": []}
        for number in range(ROUNDS):
            for state, samples in times.items():
                (shims.install if state == "on" else shims.uninstall)(repo)
                samples.append(commit(Path(clone), f"{number} {state}"))
                wait(repo.state_dir)
    for state, samples in times.items():
        low, middle, high = statistics.quantiles(samples, n=4)
        print(
            f"{state:>3}: quartiles {low:.1f} {middle:.1f} {high:.1f} ms, least {min(samples):.1f}"
        )
    added = statistics.median(times["on"]) - statistics.median(times["off"])
    print(
        f"added: {added:.1f} ms at the median, {min(times['on']) - min(times['off']):.1f} at best"
    )
    return 0 if added <= TARGET else 1


def commit(clone: Path, message: str) -> float:
    """Milliseconds of one commit that changes a file."""
    with open(clone / "hook_cost.py", "a", encoding="utf-8") as file:
        file.write(f"x = {message!r}\n")
    subprocess.run(["git", "add", "hook_cost.py"], cwd=clone, check=True)
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@b.invalid", "commit", "-qm", message]
    started = time.perf_counter()
    subprocess.run(command, cwd=clone, check=True)
    return (time.perf_counter() - started) * 1000


def wait(state_dir: bytes) -> None:
    time.sleep(0.4)  # the update takes the lock within that time
    while hook.running(state_dir):
        time.sleep(0.05)


if __name__ == "__main__":
    sys.exit(main())
