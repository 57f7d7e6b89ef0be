"""Progress of long work: a bar with rate and time left on a terminal, nothing elsewhere.

Drawn on standard error, so that results stay clean.
"""

from __future__ import annotations

import os
import sys
import time

from uindex.cli import output

_EVERY = 0.1
"""Seconds between two drawings."""
_WIDTH = 24


class Bar:
    """Use as a context manager; `update` may be called as often as one likes."""

    def __init__(self) -> None:
        self.live = output.is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"
        self._phase = ""
        self._began = self._drawn = time.monotonic()

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()

    def update(self, phase: str, done: int, total: int) -> None:
        """`done` of `total` in a phase; a total of 0 is one that is not known."""
        now = time.monotonic()
        if phase != self._phase:
            self._phase, self._began = phase, now
        elif now - self._drawn < _EVERY and done != total:
            return
        self._drawn = now
        if self.live:
            columns = os.get_terminal_size(sys.stderr.fileno()).columns
            line = bar_line(phase, done, total, now - self._began)[: max(10, columns - 1)]
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()

    def clear(self) -> None:
        if self.live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def bar_line(phase: str, done: int, total: int, seconds: float) -> str:
    """One drawing: `parse  [#####.....]  1,200/4,800  310/s  0:12 left`."""
    rate = done / seconds if seconds > 0 else 0.0
    if not total:
        return f"{phase}  {done:,}  {rate:,.0f}/s"
    filled = _WIDTH * done // total
    line = f"{phase}  [{'#' * filled}{'.' * (_WIDTH - filled)}]  {done:,}/{total:,}"
    if seconds >= 0.5 and done:
        left = round((total - done) / rate)
        line += f"  {rate:,.0f}/s  {left // 60}:{left % 60:02} left"
    return line
