"""`status`: what is indexed, what is not and why, and what the worktree has changed since."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from uindex.query import results
from uindex.query.results import Coverage, Skipped

if TYPE_CHECKING:
    from uindex.cache.reader import Reader
    from uindex.git.repository import Repository
    from uindex.git.walk import Status
    from uindex.query.overlay import Now
    from uindex.query.view import View


def coverage(
    repo: Repository, view: View, status: Status, now: dict[bytes, Now], cache: bytes
) -> Coverage:
    """`now` is what stands at the paths that differ from HEAD."""
    reader = view.corpus.reader
    assert reader is not None
    branch = status.branch.decode("utf-8", "replace") if status.branch else None
    return Coverage(
        searched=view.searched,
        branch=branch,
        languages=reader.languages(),
        symbols=reader.sums.symbols,
        skipped=[Skipped(*row) for row in reader.skipped()],
        missing=reader.missing(),
        failed=_failed(repo, reader),
        partial=reader.marked("partial"),
        capped=reader.marked("capped"),
        stale=None if view.worktree is None else _stale(view, now),
        cache_bytes=os.path.getsize(cache) if os.path.exists(cache) else 0,
    )


def _failed(repo: Repository, reader: Reader) -> list[Skipped]:
    """Files without a record because a parser failed on them here, which a build does not retry."""
    missing = reader.missing_records()
    if not missing:
        return []
    # Imports the parser: only when something is missing.
    from uindex.build.failures import load_failures

    why = {tuple(name): reason for name, reason in load_failures(repo).items()}
    return [Skipped(path, why[key, oid]) for path, key, oid in missing if (key, oid) in why]


def _stale(view: View, now: dict[bytes, Now]) -> list[tuple[bytes, str]]:
    """Files that are indexed, here or by the overlay, and are not what is indexed of them."""
    reader = view.corpus.reader
    assert reader is not None
    overlaid = {one.path for one in view.corpus.overlay}
    found = []
    for path, here in sorted(now.items()):
        indexed = reader.oid_at(path)
        if indexed is None:
            if path in overlaid:
                found.append((path, results.UNCOMMITTED))
        elif here.state in (results.UNMERGED, results.DELETED):
            found.append((path, here.state))
        elif here.oid != indexed:
            found.append((path, results.CHANGED))
    return found
