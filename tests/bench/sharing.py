"""What a teammate waits for, and what goes over the wire."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from tests.bench.measure import Failed, Usage, run
from tests.bench.table import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.bench.bench import Bench

STEPS = (1, 10, 1000)
"""How many commits of the first parent's line a teammate has indexed since the last fetch."""


def sharing(bench: Bench) -> Iterator[Row]:
    """A fresh clone that gets the index of HEAD, and its first question; beside it ctags, where it
    is installed."""
    scratch = bench.scratch
    remote, mate = scratch.file("remote.git"), scratch.file("mate")
    run(["git", "clone", "--quiet", "--bare", f"file://{scratch.top}", remote], scratch.top)
    _clone(remote, mate)
    bench.index()
    pushed = scratch.uindex("push", remote)
    yield Row("push of the index of HEAD", pushed.wall, "s", cpu=pushed.cpu)
    fetched, size = _fetch(mate)
    name = bench.sample["name"][0]
    first = run(["git", "uindex", "find", "--", name], mate, (0, 1))
    both = fetched.wall + first.wall
    note = f"{fetched.wall:.2f} s and {first.wall:.2f} s; {size / 1e6:.1f} MB"
    yield Row("fetch, first find", both, "s", bench.targets.fresh, fetched.cpu + first.cpu, note)
    if shutil.which("ctags"):
        tags = run(["ctags", "-R", "-f", f"{mate}.tags", "."], mate)
        found = run(["grep", "-n", f"^{name}\t", f"{mate}.tags"], mate, (0, 1))
        yield Row("  ctags -R, one grep", tags.wall + found.wall, "s", cpu=tags.cpu + found.cpu)
    yield from _commits(bench, remote)


def _commits(bench: Bench, remote: str) -> Iterator[Row]:
    """Fetches after 1, 10 and 1,000 commits more, as far as the history goes."""
    author, mate = bench.scratch.file("author"), bench.scratch.file("reader")
    run(["git", "update-ref", "-d", "refs/uindex/index"], remote)
    for path in (author, mate):
        _clone(remote, path)
    listed = run(["git", "rev-list", "--first-parent", "--reverse", "HEAD"], author).out.split()
    steps = [step for step in STEPS if bench.effort.budget or step == STEPS[0]]
    line = [commit.decode("ascii") for commit in listed[-1 - sum(steps) :]]
    at = 0
    run(["git", "uindex", "build", line[0]], author)
    run(["git", "uindex", "push", "origin", "--all"], author)
    _fetch(mate)
    for step in steps:
        at += step
        if at >= len(line):
            return
        for commit in line[at - step + 1 : at + 1] if step < STEPS[-1] else ():
            run(["git", "uindex", "build", commit], author)
        if step == STEPS[-1]:
            run(["git", "uindex", "build", "--history", str(step), line[at]], author)
        run(["git", "uindex", "push", "origin", "--all"], author)
        used, size = _fetch(mate)
        note = f"{size:,} bytes in {used.wall:.2f} s"
        yield Row(f"fetch after {step} commits", size, "MB", note=note)


def _clone(remote: str, path: str) -> None:
    """A clone that keeps what the other side sends, so that its bytes can be counted."""
    run(["git", "clone", "--quiet", f"file://{remote}", path], os.path.dirname(remote))
    script = f"{path}.upload-pack"
    with open(script, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\ngit-upload-pack "$@" | tee "{path}.sent"\n')
    os.chmod(script, 0o755)
    run(["git", "config", "remote.origin.uploadpack", script], path)


def _fetch(path: str) -> tuple[Usage, int]:
    """Fetch the index; what that cost, and how many bytes came."""
    used = run(["git", "uindex", "fetch"], path)
    if not used.out.strip().endswith(b"new"):
        raise Failed(f"fetch: {used.out.decode('utf-8', 'replace')}")
    return used, os.path.getsize(f"{path}.sent")
