"""Running a target many times, and what came of it."""

from __future__ import annotations

import resource
import time
from random import Random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.fuzz.targets import Target

SECONDS = 1.0
"""Of processor time that one input may take."""


class Outcome(NamedTuple):
    """Of many inputs of one kind."""

    inputs: int
    accepted: int
    seconds: float
    slowest: float
    """Seconds of processor time of the slowest input."""
    slowest_number: int
    growth: int
    """Bytes by which memory grew after the first tenth: what leaks grows on and on."""


class Fault(Exception):
    """An input for which something did not hold; says how to make it again."""


def run(
    kind: str, target: Target, seed: int, count: int, told: Callable[[int], None] = lambda _: None
) -> Outcome:
    """Inputs number 0 to `count` of a seed."""
    accepted, slowest, slowest_number, grown = 0, 0.0, -1, 0
    started = time.perf_counter()
    for number in range(count):
        data = input_of(kind, target, seed, number)
        before = time.process_time()
        try:
            accepted += target.check(data)
        except BaseException as error:
            raise Fault(f"{kind}, seed {seed}, number {number}: {data[:200]!r}") from error
        took = time.process_time() - before
        if took > slowest:
            slowest, slowest_number = took, number
        if number == count // 10:
            grown = resident()
        told(number + 1)
    seconds = time.perf_counter() - started
    return Outcome(count, accepted, seconds, slowest, slowest_number, max(0, resident() - grown))


def input_of(kind: str, target: Target, seed: int, number: int) -> bytes:
    return target.make(Random(f"{seed}/{kind}/{number}"))


def resident() -> int:
    """Bytes of memory that this process has now (its peak, where the system tells no more)."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except FileNotFoundError:
        return peak()


def peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
