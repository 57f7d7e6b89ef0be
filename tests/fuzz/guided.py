"""Inputs guided by what they reach: `python -m tests.fuzz.guided KIND [options of libFuzzer]`.

With `-max_total_time=60` it ends after a minute.  Needs atheris, which is no dependency of ours:
`pip install atheris` where it has wheels.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.fuzz.targets import Target

_BEGIN_WITH = 400
"""Inputs from which the others are made."""


def main() -> int:
    """Runs until something does not hold, or for as long as libFuzzer is told."""
    try:
        import atheris
    except ImportError:
        sys.stdout.write("atheris is not installed here; python -m tests.fuzz needs none\n")
        return 0
    if len(sys.argv) < 2:
        sys.stderr.write("usage: python -m tests.fuzz.guided KIND [options of libFuzzer]\n")
        return 2
    with atheris.instrument_imports(include=["uindex.record", "uindex.store", "uindex.resolve"]):
        from tests.fuzz.targets import targets
    kind = sys.argv.pop(1)
    target = targets()[kind]
    with tempfile.TemporaryDirectory() as folder:
        for number in range(_BEGIN_WITH):
            Path(folder, str(number)).write_bytes(target.make(Random(number)))
        atheris.Setup([*sys.argv, folder], lambda data: _check(target, data))
        atheris.Fuzz()
    return 0


def _check(target: Target, data: bytes) -> None:
    target.check(data)


if __name__ == "__main__":
    sys.exit(main())
