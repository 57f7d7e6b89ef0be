"""Running one command and saying what it cost, and how busy the machine was meanwhile."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Usage(NamedTuple):
    """What a process and all that it waited for have used."""

    wall: float
    cpu: float
    """Seconds of processor time, user and system, of the whole process tree."""
    peak: int
    """Bytes of memory of the largest single process."""
    out: bytes = b""


class Failed(Exception):
    """A command of the bench ended badly: there is nothing to report."""


def run(command: Sequence[str], cwd: str, ok: tuple[int, ...] = (0,)) -> Usage:
    """Run a command to its end.  Raises Failed for an exit code that is not in `ok`.

    The kernel hands a process that is forked from us our own peak of memory, so this program
    keeps nothing large: what needs much runs in `inside`.
    """
    with tempfile.TemporaryFile() as words:
        started = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=words
        )
        assert process.stdout is not None
        with process.stdout as stream:
            out = stream.read()
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in ok:
            words.seek(0)
            told = words.read().decode("utf-8", "replace").strip()
            raise Failed(f"{' '.join(command[:6])}: exit code {process.returncode}: {told}")
    return Usage(wall, used.ru_utime + used.ru_stime, used.ru_maxrss * _RSS_UNIT, out)


_RSS_UNIT = 1 if sys.platform == "darwin" else 1024


def middle(runs: Sequence[Usage]) -> Usage:
    """The median of each figure; the output of the last run."""
    return Usage(
        statistics.median(one.wall for one in runs),
        statistics.median(one.cpu for one in runs),
        max(one.peak for one in runs),
        runs[-1].out,
    )


def minus(one: Usage, other: Usage) -> Usage:
    """What `one` cost beyond `other`."""
    return one._replace(wall=max(0.0, one.wall - other.wall), cpu=max(0.0, one.cpu - other.cpu))


def high(values: Sequence[float]) -> float:
    """The 95th percentile; of few values, the highest."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]


def in_turn(rounds: int, budget: float, *actions: Callable[[], Usage]) -> tuple[list[Usage], ...]:
    """Run the actions A B A B, so that what disturbs the machine disturbs all of them.

    `rounds` times, but no further round once `budget` seconds are over.
    """
    found: tuple[list[Usage], ...] = tuple([] for _ in actions)
    started = time.perf_counter()
    for number in range(rounds):
        if number and time.perf_counter() - started > budget:
            break
        for runs, action in zip(found, actions, strict=True):
            runs.append(action())
    return found


class Watch:
    """How much of the machine others used since the watch was started."""

    def __init__(self) -> None:
        self._wall = time.perf_counter()
        self._busy = _busy()
        self._ours = _ours()

    def others(self) -> float | None:
        """Processors that were busy for others, on average; None where it cannot be known."""
        busy = _busy()
        if busy is None or self._busy is None:
            return None
        wall = time.perf_counter() - self._wall
        return max(0.0, (busy - self._busy - _ours() + self._ours) / max(wall, 0.001))


def _busy() -> float | None:
    """Seconds that all processors together were busy since the system started (Linux)."""
    try:
        with open("/proc/stat", "rb") as file:
            fields = [int(one) for one in file.readline().split()[1:9]]
    except (OSError, ValueError):
        return None
    user, nice, system, _idle, _wait, irq, soft, steal = fields
    return (user + nice + system + irq + soft + steal) / float(os.sysconf("SC_CLK_TCK"))


def _ours() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)
