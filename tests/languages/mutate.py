"""Try damaged versions of a language's sample: `python -m tests.languages.mutate LANG`.

They go through workers as in a build, so a crash or a hang costs one of them.  Each that fails is
saved in a temporary folder, with the command that tries it alone.  Exit code 1 if any crashed,
hung, ended in an exception of Python or gave a record that does not decode.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.languages import update
from tests.languages.mutations import mutation
from uindex import record
from uindex.errors import RecordError
from uindex.pool import OK, SECONDS, Job, Pool

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uindex.pool import Extracted

SLOW = 1.0
"""Seconds of processor time beyond which an extraction is reported."""
BAD = ("crash", "hang", "exception", "undecodable")
OTHER = ("slow", "bounded", "literal")
"""`bounded`: no record, by a limit of ours; `literal`: a word that stands only in literals of the
sample is in the record, which is no fault where the mutation took its quotes away."""


class Finding(NamedTuple):
    """A mutation that did not just give a record, or gave one that says too much."""

    number: int
    what: str
    reason: str


def attempt(lang: str, seed: int, numbers: Iterable[int]) -> Iterator[Finding]:
    """Extract mutations in a worker; what is to be said about them, slow ones last."""
    slow: dict[int, str] = {}
    for number, done in _extract(lang, seed, numbers, SLOW):
        # Whoever did not answer in time may only have waited for a processor.
        if done.reason.startswith(("took", "stopped")):
            slow[number] = done.reason
        else:
            yield from _findings(number, done)
    for number, done in _extract(lang, seed, slow, SECONDS):
        yield from _findings(number, done)
        if done.outcome == OK and slow[number].startswith("took"):
            yield Finding(number, "slow", slow[number])


def _extract(
    lang: str, seed: int, numbers: Iterable[int], seconds: float
) -> Iterator[tuple[int, Extracted]]:
    jobs = (Job(b"", n.to_bytes(20, "big"), lang, mutation(lang, seed, n)) for n in numbers)
    with Pool(None, seconds=seconds) as pool:
        for done in pool.run(jobs):
            yield int.from_bytes(done.job.oid, "big"), done


def _findings(number: int, done: Extracted) -> Iterator[Finding]:
    if done.outcome != OK:
        yield Finding(number, _what(done.reason), done.reason)
        return
    try:
        record.decode(done.record)
    except RecordError as error:
        yield Finding(number, "undecodable", str(error))
    if update.HUSHED in done.record:
        yield Finding(number, "literal", "a word of the literals is in the record")


def _what(reason: str) -> str:
    """The kind of failure that a worker's or the pool's words tell of."""
    if reason.startswith(("crashed", "ended", "ran out of memory")):
        return "crash"
    if reason.startswith(("took", "stopped")):
        return "hang"
    # An exception is told with the file it came from; a refusal of ours is not.
    return "exception" if ".py:" in reason else "bounded"


def main() -> int:
    args = _arguments()
    numbers = [args.only] if args.only is not None else range(args.count)
    counts: Counter[str] = Counter()
    folder = ""
    began = time.monotonic()
    for number, what, reason in attempt(args.lang, args.seed, numbers):
        counts[what] += 1
        if what == "literal" and not args.literals:
            continue
        folder = folder or tempfile.mkdtemp(prefix=f"mutations-{args.lang}-")
        path = Path(folder) / f"{number}-{what}{update.sample(args.lang).suffix}"
        path.write_bytes(mutation(args.lang, args.seed, number))
        print(f"{what}: {reason}\n  {path}\n  python -m tests.languages.mutate {args.lang}"
              f" --seed {args.seed} --only {number}", flush=True)  # fmt: skip
    took = time.monotonic() - began
    told = ", ".join(f"{counts[what]} {what}" for what in BAD + OTHER)
    print(f"{args.lang}: {len(numbers):,} mutations, {took:.0f} s: {told}")
    return int(any(counts[what] for what in BAD))


def _arguments() -> argparse.Namespace:
    summary, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser("python -m tests.languages.mutate", description=summary,
                                     epilog=rest)  # fmt: skip
    parser.add_argument("lang", choices=update.languages(), metavar="LANG")
    parser.add_argument("--count", type=int, default=10_000, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="only this mutation")
    literals = "save those too whose record holds a word of the sample's literals"
    parser.add_argument("--literals", action="store_true", help=literals)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
