"""All checks: `python -m tests.check`, here and in CI. It ends with the worst exit code."""

from __future__ import annotations

import subprocess
import sys
import time

CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("pytest", "-n", "2"),  # includes: docs/cli.md and the man page are current, layers, examples
)


def main() -> int:
    worst = 0
    for tool, *args in CHECKS:
        started = time.monotonic()
        code = subprocess.run([sys.executable, "-m", tool, *args], check=False).returncode
        worst = max(worst, abs(code))
        verdict = "ok" if code == 0 else f"FAILED ({code})"
        seconds = time.monotonic() - started
        sys.stderr.write(f"{tool} {' '.join(args)}: {verdict}, {seconds:.1f} s\n")
    return worst


if __name__ == "__main__":
    sys.exit(main())
