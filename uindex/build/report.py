"""What a build tells about itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uindex.git.oid import Oid


_LISTED = 2
"""Records that are named; of more with the same fault it is said how many they are."""


class Report(NamedTuple):
    """What a build did."""

    tips: list[Oid]
    """Commits that were asked for, without those before them."""
    commits: list[Oid]
    """Commits that were indexed now; empty if there was nothing to do."""
    head: Oid | None
    """The commit that HEAD (or the rev) names; None before the first commit."""
    files: int
    """Files of `head` that have a record."""
    languages: dict[str, int]
    parsed: int
    """Blobs that were parsed now."""
    partial: int
    """Files of `head` that were parsed only in part."""
    staged: int
    """Records of staged content that wait for a commit."""
    skipped: dict[str, int]
    """Files of `head` without a record, by reason."""
    failed: list[tuple[bytes, str]]
    """Files of `head` that failed, and why; not tried again unless forced."""
    problems: list[str]
    """Settings that were not understood, records that differed."""
    seconds: float

    @property
    def complete(self) -> bool:
        return not self.failed


def summed(problems: Iterable[str]) -> list[str]:
    """Problems as a person wants to read them: a line for each, but one for many records with the
    same fault."""
    lines: dict[str, list[str]] = {}
    for problem in problems:
        what, _, why = problem.partition(": ")
        lines.setdefault(f"records: {why}" if what.startswith("record ") else "", []).append(
            problem
        )
    told = lines.pop("", [])
    for why, same in lines.items():
        told += same if len(same) <= _LISTED else [f"{len(same):,} {why}"]
    return told
