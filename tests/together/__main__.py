"""By hand, for minutes."""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from pathlib import Path

from tests.repos import SEALED
from tests.together.crowd import Crowd, aftermath, ground


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.together", description=__doc__)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--kill", action="store_true", help="kill some of the processes")
    parser.add_argument(
        "--groups", action="store_true", help="with --kill: with the gits that they started"
    )
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    asked = parser.parse_args()
    root = Path(__file__).parent.parent.parent
    os.environ.update(SEALED, GIT_CONFIG_GLOBAL=os.devnull, PYTHONPATH=str(root))
    with tempfile.TemporaryDirectory() as folder:
        place = ground(Path(folder))
        crowd = Crowd(place, asked.seed, asked.kill, groups=asked.groups)
        crowd.work(asked.seconds)
        faults = crowd.faults + aftermath(place, crowd.built)
    for fault in faults:
        sys.stdout.write(f"{fault}\n")
    told = f"seed {asked.seed}: {crowd.runs} runs, {crowd.killed} killed, {len(crowd.built)} builds"
    told += f", {crowd.locks} locks left" if asked.groups else ""
    sys.stdout.write(f"{told}, {len(faults)} faults\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
