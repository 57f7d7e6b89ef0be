"""What a remote's index lacks of ours, and what of it has to go."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.index.preference import preference
from uindex.store import listing
from uindex.store.layout import OfBlob
from uindex.store.merge import entries_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.git.objects import Objects
    from uindex.git.repository import Repository
    from uindex.store.branch import Branch
    from uindex.store.layout import Name
    from uindex.store.merge import Entries


class Difference(NamedTuple):
    """Between what a remote has and what we have."""

    better: Entries
    """What it lacks, or has in a worse form."""
    there: set[Name]
    """Names in `better` that it has."""
    theirs: list[Name]
    """What only it has."""
    buried: Sequence[Name]
    """Its records of blobs that were purged."""
    foreign: bool
    """Its tree holds what no index holds."""


def differing(repo: Repository, objects: Objects, base: Branch, ours: Branch) -> Difference:
    """What a push would have to change of `base`.  `ours` must exist."""
    if base.tip is None:
        assert ours.tip is not None
        return Difference(entries_of(repo, ours.tip), set(), [], [], False)
    better: Entries = {}
    there: set[Name] = set()
    theirs: list[Name] = []
    found = listing.difference(objects, base.tree, ours.tree)
    prefer = preference(repo, objects, [name for name, old, new in found.changes if old and new])
    for name, old, new in found.changes:
        if new is None:
            theirs.append(name)
        elif old is None:
            better[name] = new
        elif prefer(name, old, new) == new:
            better[name] = new
            there.add(name)
    dropped = ours.dropped()
    buried = [name for name in theirs if isinstance(name, OfBlob) and name.oid in dropped]
    return Difference(better, there, theirs, buried, found.foreign)
