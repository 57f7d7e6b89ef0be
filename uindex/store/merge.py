"""Uniting two indexes: a union of entries, on top of the other tip.

Entries never depend on one another, so uniting cannot conflict.  Under one path the preferred
blob stays (the smaller oid, unless the caller knows better: a valid one beats an invalid one), and
a tombstone wins over every record of its blob.  What is no entry of ours is not taken over.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from uindex.errors import RaceLost
from uindex.git.fastimport import Drop, Put, PutOid, importing
from uindex.git.objects import open_objects
from uindex.git.oid import EMPTY_TREE, Oid
from uindex.git.refs import swap
from uindex.store import layout, listing
from uindex.store.branch import Branch
from uindex.store.layout import DroppedName, OfBlob, RecordName, VectorName
from uindex.store.publish import ATTEMPTS, commit_time, message, present
from uindex.store.tree import tree_oid

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from uindex.git.fastimport import Edit
    from uindex.git.repository import Repository
    from uindex.store.layout import Name
    from uindex.store.publish import Source

    Entries = dict[Name, Oid]
    """Entries of an index, and the blobs that they are stored as."""
    Prefer = Callable[[Name, Oid, Oid], Oid]
    """Of two blobs under one name, the one that stays.  Must not depend on their order."""

_MESSAGE = b"Merge an index\n"


class United(NamedTuple):
    """The branch as it is now, and the records for which it held other bytes."""

    branch: Branch
    conflicts: list[RecordName]


def smaller(name: Name, one: Oid, other: Oid) -> Oid:
    """What all clones agree on without looking at what the blobs hold."""
    return min(one, other)


def entries_of(repo: Repository, tip: Oid) -> Entries:
    """All entries of an index; what else its tree holds is passed over."""
    return news(repo, None, tip)


def news(repo: Repository, old: Oid | None, tip: Oid) -> Entries:
    """Entries that came into an index, or changed, since it was at `old`."""
    with open_objects(repo) as objects:
        before = None if old is None else listing.tree_of(objects, old)
        found = listing.difference(objects, before, listing.tree_of(objects, tip))
    return {change.name: change.new for change in found.changes if change.new is not None}


def unite(branch: Branch, tip: Oid, entries: Entries, prefer: Prefer = smaller) -> United:
    """Add `entries` of the index at `tip` to the branch; RaceLost if the ref kept moving.

    The branch becomes `tip` itself where both then hold the same, else a commit on top of it; it
    stays as it is where that has nothing new.
    """
    repo = branch.repo
    other = Branch(repo, branch.objects, branch.ref, tip)
    for _ in range(ATTEMPTS):
        conflicts: list[RecordName] = []
        edits = list(_edits(branch, entries, prefer, conflicts))
        if _is_whole(branch, other, entries):
            if swap(repo, [(branch.ref, tip, branch.tip)]):
                return United(Branch(repo, branch.objects, branch.ref, tip), conflicts)
        elif not edits:
            if branch.tip is None or branch.tip == tip or branch.tree != other.tree:
                return United(branch, conflicts)
            if swap(repo, [(branch.ref, tip, branch.tip)]):
                return United(Branch(repo, branch.objects, branch.ref, tip), conflicts)
        else:
            moved = _put(branch, other, edits)
            if moved is not None:
                return United(moved, conflicts)
        branch = branch.reopen()
    raise RaceLost(f"{branch.ref.decode('utf-8', 'replace')}: others kept writing; try again")


def _is_whole(branch: Branch, other: Branch, entries: Entries) -> bool:
    """Whether a branch that does not exist yet may simply become the other one."""
    if branch.tip is not None:
        return False
    return tree_oid(entries, branch.repo.oid_size) == other.tree


def _put(branch: Branch, other: Branch, edits: list[Edit]) -> Branch | None:
    """Write the union and move the branch to it; None if it was moved meanwhile."""
    repo = branch.repo
    when = max(commit_time(branch, tip) for tip in (branch.tip, other.tip) if tip is not None)
    start = PutOid(b"", layout.TREE_MODE, branch.tree or EMPTY_TREE[repo.object_format])
    first = [] if branch.tip is not None else [Put(layout.FORMAT_PATH, layout.FORMAT_DATA)]
    with importing(repo, other.tip) as stream:
        commit = stream.commit([start, *first, *edits], _MESSAGE, when)
    new = Branch(repo, branch.objects, branch.ref, commit)
    if new.tree == other.tree:
        new = other
    assert new.tip is not None
    done = (stream.ref, None, commit)
    if swap(repo, [(branch.ref, new.tip, branch.tip), done]):
        return new
    swap(repo, [done])
    return None


def _edits(
    branch: Branch, entries: Entries, prefer: Prefer, conflicts: list[RecordName]
) -> Iterator[Edit]:
    """What brings `entries` into the branch."""
    there = present(branch, [layout.path_of(name) for name in entries])
    dropped = branch.dropped()
    buried = {name.oid for name in entries if isinstance(name, DroppedName)}
    for name, blob in entries.items():
        if isinstance(name, OfBlob) and (name.oid in dropped or name.oid in buried):
            continue
        path = layout.path_of(name)
        ours = there.get(path)
        if ours == blob:
            continue
        if ours is not None and isinstance(name, RecordName):
            conflicts.append(name)
        if ours is None or prefer(name, ours, blob) == blob:
            yield PutOid(path, layout.FILE_MODE, blob)
    yield from buried_edits(branch, buried - dropped)


def buried_edits(branch: Branch, blobs: Collection[Oid]) -> Iterator[Drop]:
    """What takes the records of purged blobs, and their vectors, out of a branch."""
    if not blobs:
        return
    for key in branch.extractors():
        for oid in blobs:
            if branch.blob(key, oid) is not None:
                yield Drop(layout.record_path(key, oid))
    for model in branch.models():
        for key in branch.extractors(layout.model_folder(model)):
            for oid in blobs:
                if branch.vector(VectorName(model, key, oid)) is not None:
                    yield Drop(layout.vector_path(model, key, oid))


@contextmanager
def composed(
    base: Branch, parent: Oid | None, edits: Iterable[Edit], sources: Iterable[Source]
) -> Iterator[Oid]:
    """A commit of `edits` on top of `parent` (the tip of `base`, or nothing), for as long as the
    context lasts; no ref of ours moves.  It is not older than `base`."""
    repo = base.repo
    sources = list(sources)
    times = [source.when for source in sources]
    if base.tip is not None:
        times.append(commit_time(base, base.tip))
    first = [Put(layout.FORMAT_PATH, layout.FORMAT_DATA)] if parent is None else []
    with importing(repo, parent) as stream:
        commit = stream.commit([*first, *edits], message(sources), max(times, default=0))
    try:
        yield commit
    finally:
        swap(repo, [(stream.ref, None, commit)])
