"""The figures that are reported, their targets, and the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

LARGE = 20_000
"""Files from which the targets are those for Linux; below, those for 5,000 files."""


class Targets(NamedTuple):
    """At most so much: seconds, bytes or parts, as the design has them."""

    build: float
    """Times what tree-sitter alone takes."""
    size: float
    """Part of the source text."""
    memory: float
    cache: float
    commit: float
    idle: float
    name: float
    words: float
    inside_name: float
    inside_words: float
    hook: float
    graph: float
    callers: float
    fresh: float | None
    """Fetch and first answer; of Linux it is asked to be faster than ctags and grep."""


SMALL_TARGETS = Targets(
    2.0, 0.15, 1 << 30, 3.0, 0.25, 0.15, 0.12, 0.12, 0.005, 0.05, 0.02, 2.0, 0.3, 1.5
)
LARGE_TARGETS = Targets(
    2.0, 0.15, 1 << 30, 60.0, 0.5, 0.3, 0.25, 0.5, 0.005, 0.05, 0.02, 20.0, 0.3, None
)


class Row(NamedTuple):
    """One figure of the table."""

    name: str
    value: float
    unit: str
    """s, ms, MB, x (times) or % (of a value between 0 and 1)."""
    target: float | None = None
    """In the unit of `value`: at most so much."""
    cpu: float | None = None
    """The same figure in seconds of processor time (for x: their ratio); None where it has none."""
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Of what is allowed; above 1 the target is missed."""
        return self.value / self.target if self.target else None


def shown(value: float | None, unit: str) -> str:
    """A figure with its unit, in about three digits."""
    if value is None:
        return ""
    if unit == "ms":
        return f"{value * 1000:.1f} ms"
    if unit == "MB":
        return f"{value / 1e6:.1f} MB"
    if unit == "%":
        return f"{value * 100:.1f} %"
    if unit == "count":
        return f"{value:.0f}"
    digits = 3 if value < 1 else 2 if value < 20 else 1
    return f"{value:.{digits}f} {unit}"


HEADINGS = ("figure", "wall", "cpu", "target", "of it", "")


def table(rows: Sequence[Row]) -> str:
    """The rows as text, a line each, numbers to the right."""
    lines = [HEADINGS, *(_cells(row) for row in rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(HEADINGS) - 1)]
    out = []
    for name, *numbers, note in lines:
        cells = [cell.rjust(width) for cell, width in zip(numbers, widths[1:], strict=True)]
        out.append("  ".join([name.ljust(widths[0]), *cells, note]).rstrip())
    return "\n".join(out) + "\n"


def _cells(row: Row) -> tuple[str, ...]:
    of_it = "" if row.ratio is None else f"{row.ratio:.2f} {_mark(row)}"
    limit = shown(row.target, row.unit)
    cpu = shown(row.cpu, "s" if row.unit == "ms" and (row.cpu or 0) >= 1 else row.unit)
    return (row.name, shown(row.value, row.unit), cpu, limit and f"<= {limit}", of_it, row.note)


def _mark(row: Row) -> str:
    """`!` for a target that is missed, `?` where it is missed on the clock but not in processor
    time: the machine was busy, or we waited for something."""
    if row.target is None or row.value <= row.target:
        return " "
    return "?" if row.cpu is not None and row.cpu <= row.target else "!"
