"""What the hooks add to `git commit`.

Commits with and without hooks alternate, and each waits until the update that the one before
started is over: so what the update costs the machine is not counted, what starting it costs is.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from tests.bench.measure import Failed, Usage, middle
from tests.bench.table import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.bench.bench import Bench
    from tests.bench.scratch import Scratch

PATIENCE = 120.0
"""Seconds that an update may take."""


def hooks(bench: Bench) -> Iterator[Row]:
    """Pairs of commits, one with hooks."""
    bench.index()
    scratch = bench.scratch
    path = bench.sample["paths"][0]
    without: list[Usage] = []
    with_hooks: list[Usage] = []
    for _ in range(bench.effort.hooks):
        without.append(_commit(scratch, path))
        scratch.uindex("hooks", "install")
        log = _log_size(scratch)
        with_hooks.append(_commit(scratch, path))
        _wait(scratch, log)
        scratch.uindex("hooks", "uninstall")
    off, on = middle(without), middle(with_hooks)
    best = min(one.wall for one in with_hooks) - min(one.wall for one in without)
    yield Row("hooks add to git commit", on.wall - off.wall, "ms", bench.targets.hook,
              note=f"medians of {len(without)}: {on.wall * 1000:.1f} and {off.wall * 1000:.1f} ms;"
              f" at best {best * 1000:.1f} ms")  # fmt: skip


def _commit(scratch: Scratch, path: str) -> Usage:
    scratch.append(path)
    scratch.git("add", "--force", "--", path)  # some repositories ignore all they track
    return scratch.git("commit", "--quiet", "--message", "Add a line")


def _wait(scratch: Scratch, size: int) -> None:
    """Until the update has told the log that it is done."""
    ends = time.monotonic() + PATIENCE
    while _log_size(scratch) == size:
        if time.monotonic() > ends:
            raise Failed("no update came of a commit with hooks")
        time.sleep(0.05)


def _log_size(scratch: Scratch) -> int:
    path = os.path.join(scratch.top, ".git", "uindex", "log")
    return os.path.getsize(path) if os.path.exists(path) else 0
