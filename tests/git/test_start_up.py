"""What a warm query imports from this layer must be light."""

from __future__ import annotations

import os
import subprocess
import sys

WARM = "run repository refs walk objects trees"
# Each costs from 5 to 75 ms; subprocess alone has to be paid for.
HEAVY = {"dataclasses", "inspect", "pathlib", "pygit2", "shutil", "tempfile", "hashlib"}


def test_warm_path_is_light() -> None:
    code = (
        "import sys\n"
        f"for name in {WARM.split()}:\n"
        "    __import__('uindex.git.' + name)\n"
        "print(*sys.modules)"
    )
    root = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
    # -S: site-packages may hold .pth files that import much more.
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env={**os.environ, "PYTHONPATH": root},
        capture_output=True,
        check=True,
    )
    assert HEAVY.isdisjoint(done.stdout.decode().split())
