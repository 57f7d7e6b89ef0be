"""Pruning the local index: what nothing here reaches goes, and so does its history.

What goes is gone from this clone alone.  This clone does not know what others reach, so no drop is
ever published, and what was united with a remote once is not united again: it stays dropped.  Only
a tombstone (`purge`) takes a record away from everybody.

The tip of the index is read first, then the refs, and it moves only from there.  Whoever publishes
meanwhile may rely on a record that was about to go; then everything is looked at anew.
"""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from uindex.build.drafts import drafts
from uindex.errors import RaceLost
from uindex.extract.registry import extractor_set, keys
from uindex.git.fastimport import Drop, Put, PutOid, importing
from uindex.git.objects import open_objects
from uindex.git.oid import EMPTY_TREE, to_hex
from uindex.git.refs import list_refs, swap
from uindex.index import leftovers, reach
from uindex.index.leftovers import Leftovers
from uindex.store import layout
from uindex.store.branch import Branch
from uindex.store.layout import (
    DroppedName,
    GraphName,
    ManifestName,
    OfBlob,
    RecordName,
    VectorName,
)
from uindex.store.merge import entries_of
from uindex.store.publish import Source, commit_time, committer_time, message
from uindex.store.tree import tree_oid

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from uindex.git.fastimport import Edit
    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.store.layout import Name
    from uindex.store.merge import Entries

GRACE = 14
"""Days for which a commit that nothing reaches any more is kept."""
ATTEMPTS = 20
"""How often it is looked at anew where others keep writing."""

UNREACHABLE = "unreachable"
OUTDATED = "older extractor"
PURGED = "purged"

KINDS: dict[type[Name], str] = {
    RecordName: "records",
    ManifestName: "manifests",
    GraphName: "graphs",
    VectorName: "vectors",
    DroppedName: "tombstones",
}
_DAY = 86_400
_BULK = 400
"""From so many on, libgit2 is faster than its import is slow."""


class Collected(NamedTuple):
    """What was done, or is to be."""

    tip: Oid | None
    """Of the index now; None where there is none."""
    dropped: dict[str, dict[str, int]]
    """Entries that go, by kind and reason."""
    kept: dict[str, int]
    """Entries that stay, by kind."""
    bytes_before: int
    bytes_after: int
    """Of all entries, before git compresses them."""
    history_before: int
    history_after: int
    """Commits of the index, those of the remote that it stands on included."""
    leftovers: Leftovers


def collect(repo: Repository, *, grace: int = GRACE, dry_run: bool = False) -> Collected:
    """Drop what nothing here needs, and squash the local history; with `dry_run`, only say so.

    RaceLost if others kept writing to the index; nothing has changed then.
    """
    with closing(open_objects(repo)) as objects:
        for _ in range(ATTEMPTS):
            branch = Branch.open(repo, objects)
            plan = _plan(repo, objects, branch, grace)
            if dry_run:
                return _collected(branch, plan, _history_after(plan))
            moved = _rewrite(plan, branch)
            if moved is not None:
                leftovers.remove(repo, plan.leftovers)
                return _collected(branch, plan, _history(moved), moved.tip)
    name = branch.ref.decode("utf-8", "replace")
    raise RaceLost(f"{name}: others kept writing to it; try again")


class _Plan(NamedTuple):
    """What is to become of an index."""

    entries: Entries
    drops: dict[Name, str]
    """What goes, and why."""
    base: Branch | None
    """The index of a remote that the new one stands on; None makes it a root."""
    source: Source | None
    """The newest commit that is indexed, for the next build to start from."""
    leftovers: Leftovers

    @property
    def kept(self) -> Entries:
        if not self.drops:
            return self.entries
        return {name: blob for name, blob in self.entries.items() if name not in self.drops}


def _plan(repo: Repository, objects: Objects, branch: Branch, grace: int) -> _Plan:
    with branch.told():
        entries = {} if branch.tip is None else entries_of(repo, branch.tip)
    drafted = drafts(repo)
    indexed = {n.commit for n in entries if isinstance(n, ManifestName | GraphName)}
    blobs = {name.oid for name in entries if isinstance(name, OfBlob)}
    commits = indexed.union(drafted.values())
    times = commit_times(objects, commits)
    reached = reach.anywhere(repo, branch.ref, commits | blobs)
    newest = commit_time(branch, branch.tip) if branch.tip is not None else 0
    recent = {c for c in times.keys() - reached.found if times[c] > newest - grace * _DAY}
    alive = reached.found.union(recent, reach.objects_in(repo, recent))
    if not reached.whole:
        unreached = blobs - alive
        alive |= unreached.difference(reach.here(objects, unreached))
    drops = _drops(entries, alive, times)
    ours = extractor_set().encode()
    left = [n for n in entries if isinstance(n, ManifestName) and n.set == ours and n not in drops]
    sources = [Source(name.commit, times[name.commit]) for name in left if name.commit in times]
    source = max(sources, key=lambda one: (one.when, one.commit), default=None)
    dead = leftovers.find(repo, objects, [p for p, c in drafted.items() if c not in alive])
    return _Plan(entries, drops, _base(repo, objects, branch), source, dead)


def commit_times(objects: Objects, commits: Collection[Oid]) -> dict[Oid, int]:
    """The committer's time of each of these commits that is here."""
    raw = zip(commits, objects.read_many(commits), strict=True)
    return {c: committer_time(data) for c, data in raw if data and data.startswith(b"tree ")}


def _drops(entries: Entries, alive: set[Oid], times: Mapping[Oid, int]) -> dict[Name, str]:
    """What goes; never a tombstone."""
    dropped = {name.oid for name in entries if isinstance(name, DroppedName)}
    old = outdated({name.key for name in entries if isinstance(name, OfBlob)})
    drops: dict[Name, str] = {}
    for name in entries:
        if isinstance(name, OfBlob):
            if name.oid in dropped:
                drops[name] = PURGED
            elif name.oid not in alive:
                drops[name] = UNREACHABLE
            elif name.key in old:
                drops[name] = OUTDATED
        elif not isinstance(name, DroppedName) and name.commit not in alive:
            drops[name] = UNREACHABLE
    left = [n for n in entries if isinstance(n, ManifestName) and n not in drops]
    sets = _current_sets(left, times)
    drops.update((name, OUTDATED) for name in left if name.set not in sets)
    return drops


def outdated(found: Collection[bytes]) -> set[bytes]:
    """The keys of extractors older than the newest two of their language; ours always stays."""
    ours = keys()
    versions: dict[bytes, set[bytes]] = {}
    for key in {*found, *ours}:
        versions.setdefault(key.rpartition(b"-")[0], set()).add(key)
    newest = {key for same in versions.values() for key in sorted(same, key=_version)[-2:]}
    return set(found) - newest - set(ours)


def _version(key: bytes) -> tuple[int, bytes]:
    """Compares decimals as numbers, however long somebody made them."""
    digits = key.rpartition(b"-")[2].lstrip(b"0")
    return len(digits), digits


def _current_sets(names: Iterable[ManifestName], times: Mapping[Oid, int]) -> set[bytes]:
    """Our set of extractors, and the one other by which the newest commit was indexed."""
    ours = extractor_set().encode()
    others = [(times.get(name.commit, 0), name.set) for name in names if name.set != ours]
    return {ours, *(name for _, name in [max(others)] if others)} if others else {ours}


def _base(repo: Repository, objects: Objects, branch: Branch) -> Branch | None:
    """What was united last of the indexes of remotes: on top of that, what is ours goes to the
    remote without anything else.

    One that lacks a tombstone of ours is none: its history may hold what was purged.
    """
    refs = list_refs(repo, layout.MERGED)
    merged = {tip: Branch(repo, objects, ref, tip) for ref, tip in sorted(refs.items())}
    dropped = branch.dropped()
    fit = {tip: one for tip, one in merged.items() if dropped <= one.dropped()}
    if branch.tip is None or not fit:
        return None
    for line in repo.git("rev-list", "--first-parent", to_hex(branch.tip)).split():
        found = fit.get(bytes.fromhex(line.decode("ascii")))
        if found is not None:
            return found
    return max(fit.values(), key=lambda one: (commit_time(one, one.tip or b""), one.ref))


def _rewrite(plan: _Plan, branch: Branch) -> Branch | None:
    """Move the branch to what it should be; None if it was moved meanwhile."""
    repo, base = branch.repo, plan.base
    if branch.tip is None:
        return branch
    wanted = tree_oid(plan.kept, repo.oid_size)
    if base is not None and base.tree == wanted:
        new = Branch(repo, branch.objects, branch.ref, base.tip)
        return new if new.tip == branch.tip or _swap(branch, new) else None
    parent = None if base is None else base.tip
    if branch.tree == wanted and parents(branch) == ([] if parent is None else [parent]):
        return branch
    when = max(commit_time(one, one.tip) for one in (branch, base) if one and one.tip)
    said = message([] if plan.source is None else [plan.source])
    with importing(repo, parent) as stream:
        commit = stream.commit(_edits(plan, branch), said, when)
    new = Branch(repo, branch.objects, branch.ref, commit)
    if _swap(branch, new, (stream.ref, None, commit)):
        return new
    swap(repo, [(stream.ref, None, commit)])
    return None


def _swap(branch: Branch, new: Branch, *more: tuple[bytes, Oid | None, Oid | None]) -> bool:
    return swap(branch.repo, [(branch.ref, new.tip, branch.tip), *more])


def _edits(plan: _Plan, branch: Branch) -> Iterable[Edit]:
    """What makes the new tree, on top of whatever the parent has."""
    tree = branch.tree
    if tree is not None and tree_oid(plan.entries, branch.repo.oid_size) == tree:
        yield PutOid(b"", layout.TREE_MODE, tree)
        yield from (Drop(layout.path_of(name)) for name in plan.drops)
        return
    # The tree holds what no index holds; that is not taken along.
    yield PutOid(b"", layout.TREE_MODE, EMPTY_TREE[branch.repo.object_format])
    yield Put(layout.FORMAT_PATH, layout.FORMAT_DATA)
    for name, blob in plan.kept.items():
        yield PutOid(layout.path_of(name), layout.FILE_MODE, blob)


def parents(branch: Branch) -> list[Oid]:
    """The parents of the tip."""
    raw = branch.objects.read(branch.tip) if branch.tip is not None else None
    lines = (raw or b"").partition(b"\n\n")[0].split(b"\n")
    return [bytes.fromhex(line[7:].decode("ascii")) for line in lines if line[:7] == b"parent "]


def _history(branch: Branch | None) -> int:
    """How many commits an index has."""
    if branch is None or branch.tip is None:
        return 0
    return int(branch.repo.git("rev-list", "--count", to_hex(branch.tip)))


def _history_after(plan: _Plan) -> int:
    if not plan.entries:
        return 0
    base = plan.base
    same = base is not None and base.tree == tree_oid(plan.kept, base.repo.oid_size)
    return _history(base) + (not same)


def _collected(branch: Branch, plan: _Plan, after: int, tip: Oid | None = None) -> Collected:
    reasons = Counter((KINDS[type(name)], reason) for name, reason in plan.drops.items())
    dropped: dict[str, dict[str, int]] = {}
    for kind, reason in sorted(reasons, key=lambda one: (list(KINDS.values()).index(one[0]), one)):
        dropped.setdefault(kind, {})[reason] = reasons[kind, reason]
    kept = dict.fromkeys(KINDS.values(), 0)
    for name in plan.kept:
        kept[KINDS[type(name)]] += 1
    with open_objects(branch.repo, bulk=len(plan.entries) > _BULK) as objects:
        found = objects.size_many(plan.entries.values())
        sizes = dict(zip(plan.entries, (size or 0 for size in found), strict=True))
    gone = sum(sizes[name] for name in plan.drops)
    whole = sum(sizes.values())
    before = _history(branch)
    tip = tip or branch.tip
    return Collected(tip, dropped, kept, whole, whole - gone, before, after, plan.leftovers)
