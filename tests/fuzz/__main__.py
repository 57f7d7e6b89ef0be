"""By hand: `python -m tests.fuzz --count 1000000`."""

from __future__ import annotations

import argparse
import sys

from tests.fuzz.run import SECONDS, Fault, Outcome, peak, run
from tests.fuzz.targets import targets


def main() -> int:
    """1 if anything did not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--count", type=int, default=1000, help="inputs of each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", action="append", help="only these kinds")
    args = parser.parse_args()
    failed = 0
    found = targets()
    for kind in args.kind or found:
        try:
            outcome = run(kind, found[kind], args.seed, args.count)
        except Fault as fault:
            failed += 1
            _say(f"{kind:9} FAULT {fault}: {fault.__cause__!r}")
        else:
            failed += outcome.slowest > SECONDS
            _say(f"{kind:9} {_line(outcome)}")
    _say(f"peak memory {peak() >> 20} MB")
    return int(failed > 0)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _line(one: Outcome) -> str:
    return (
        f"{one.inputs:,} inputs, {one.accepted:,} accepted, {one.inputs / one.seconds:,.0f}/s; "
        f"slowest {one.slowest * 1000:.0f} ms (number {one.slowest_number}); "
        f"memory grew by {one.growth >> 20} MB"
    )


if __name__ == "__main__":
    sys.exit(main())
