"""Adding to an index ref: one commit, one compare-and-swap, and again where another was faster.

A ref moves only from the tip that was read, and only after all that the new tip needs is in the
object store. Whoever loses the race applies its own entries to the winner's tip: entries never
depend on one another, so that is all a merge is. Under one key the smaller blob oid wins, on
every machine; who writes differing bytes is told.
"""

from __future__ import annotations

from hashlib import sha1, sha256
from typing import TYPE_CHECKING, NamedTuple

from uindex.errors import RaceLost
from uindex.git.fastimport import Drop, Put, PutOid, importing
from uindex.git.oid import Oid, to_hex
from uindex.git.refs import swap
from uindex.git.walk import tree_diff
from uindex.store import layout, listing
from uindex.store.branch import Branch
from uindex.store.layout import OfBlob, RecordName

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from uindex.git.fastimport import Edit

ATTEMPTS = 20
"""How often a lost race is run again. Each round somebody else got forward."""


class Source(NamedTuple):
    """A commit whose blobs and manifest are published, and its committer's time in seconds."""

    commit: Oid
    when: int


class Batch(NamedTuple):
    """What one commit of the index adds."""

    records: Iterable[tuple[RecordName, bytes]]
    """Read once, as they come."""
    stored: Mapping[RecordName, Oid] = {}
    """Records that are in the object store already (they waited in pending), as these blobs."""
    manifests: Callable[[], Iterable[tuple[layout.ManifestName, bytes]]] = list
    """Asked after the last record was read."""
    sources: Sequence[Source] = ()
    known: Mapping[RecordName, Oid] = {}
    """What the branch holds under names in `records`; all others must be new to it."""
    is_bad: Callable[[RecordName, Oid], bool] = lambda *_: False
    """Whether the blob that is there under a name is no record of it, so that ours replaces it.
    Asked where the two differ."""
    graphs: Sequence[tuple[layout.GraphName, bytes]] = ()
    """Written in place of what the branch has; where a race is lost, the smaller oid wins."""
    dropped: Sequence[layout.GraphName] = ()
    """Graphs that are of no use any more."""
    vectors: Iterable[tuple[layout.VectorName, bytes]] = ()
    """New to the branch; where a race is lost, the smaller oid wins."""


class Published(NamedTuple):
    """The branch as it is now, and the names under which it held other bytes than ours."""

    branch: Branch
    conflicts: list[RecordName]


def blob_oid(data: bytes, oid_size: int) -> Oid:
    """The oid that git gives to a blob."""
    digest = sha256 if oid_size == 32 else sha1
    return digest(b"blob %d\0" % len(data) + data, usedforsecurity=False).digest()


def publish(branch: Branch, batch: Batch) -> Published:
    """Add a batch to the ref. RaceLost if the ref kept moving."""
    repo = branch.repo
    conflicts: list[RecordName] = []
    with importing(repo, branch.tip) as stream:
        when = _when(branch, batch.sources)
        commit = stream.commit(_edits(branch, batch, conflicts), message(batch.sources), when)
    made = [(stream.ref, commit)]
    try:
        mine: dict[bytes, Oid] | None = None
        base = branch
        for _ in range(ATTEMPTS):
            new = Branch(repo, branch.objects, branch.ref, commit)
            if base.tip is not None and new.tree == base.tree:
                return Published(base, conflicts)  # all of it was there
            done = [(ref, None, oid) for ref, oid in made]
            if swap(repo, [(branch.ref, commit, base.tip), *done]):
                made.clear()
                return Published(new, conflicts)
            if mine is None:
                mine = _ours(branch, batch, commit)
            base = branch.reopen()
            with importing(repo, base.tip) as stream:
                edits = [*_union(base, mine, conflicts, batch.is_bad), *_drops(base, batch)]
                when = _when(base, batch.sources)
                commit = stream.commit(edits, message(batch.sources), when)
            made.append((stream.ref, commit))
        name = branch.ref.decode("utf-8", "replace")
        raise RaceLost(f"{name}: others kept writing to it; try again")
    finally:
        if made:
            swap(repo, [(ref, None, oid) for ref, oid in made])


def _ours(branch: Branch, batch: Batch, commit: Oid) -> dict[bytes, Oid]:
    """What must be in any tip that we put our commit on: what it added, and the records that it
    relies on, which the winner of the race may have dropped (`gc`)."""
    ours = {layout.record_path(*name): blob for name, blob in batch.known.items()}
    changes = tree_diff(branch.repo, branch.tip, commit)
    ours.update((change.path, change.new.oid) for change in changes if change.new)
    return ours


def _edits(branch: Branch, batch: Batch, conflicts: list[RecordName]) -> Iterator[Edit]:
    if branch.tip is None:
        yield Put(layout.FORMAT_PATH, layout.FORMAT_DATA)
    for name, blob in batch.stored.items():
        if _wins(name, blob, batch, conflicts):
            yield PutOid(layout.record_path(*name), layout.FILE_MODE, blob)
    size = branch.repo.oid_size
    for name, data in batch.records:
        # Hashing costs, and only names that are there already need it.
        if name not in batch.known or _wins(name, blob_oid(data, size), batch, conflicts):
            yield Put(layout.record_path(*name), data)
    for manifest, data in batch.manifests():
        yield Put(layout.manifest_path(*manifest), data)
    for vector, data in batch.vectors:
        yield Put(layout.vector_path(*vector), data)
    for graph, data in batch.graphs:
        yield Put(layout.graph_path(*graph), data)
    yield from _drops(branch, batch)


def _drops(branch: Branch, batch: Batch) -> Iterator[Edit]:
    """What goes, as far as it is there."""
    for graph in batch.dropped:
        if branch.has_graph(graph):
            yield Drop(layout.graph_path(*graph))


def _wins(name: RecordName, ours: Oid, batch: Batch, conflicts: list[RecordName]) -> bool:
    """Whether our blob is to be written under a name."""
    there = batch.known.get(name)
    if there is None or there == ours:
        return there is None
    if batch.is_bad(name, there):
        return True
    conflicts.append(name)
    return ours < there


def _union(
    base: Branch,
    mine: Mapping[bytes, Oid],
    conflicts: list[RecordName],
    is_bad: Callable[[RecordName, Oid], bool] = lambda *_: False,
) -> Iterator[Edit]:
    """The edits that bring `mine` (path to blob) into `base`."""
    if base.tip is None:
        yield Put(layout.FORMAT_PATH, layout.FORMAT_DATA)
    theirs = present(base, mine)
    dropped = base.dropped()
    for path, blob in mine.items():
        name = layout.parse(path)
        if name is None or (isinstance(name, OfBlob) and name.oid in dropped):
            continue
        there = theirs.get(path)
        bad = False
        if there is not None and there != blob and isinstance(name, RecordName):
            bad = is_bad(name, there)
            if not bad:
                conflicts.append(name)
        if there is None or bad or blob < there:
            yield PutOid(path, layout.FILE_MODE, blob)


def present(base: Branch, paths: Collection[bytes]) -> dict[bytes, Oid]:
    """What `base` holds at these paths."""
    if base.tip is None:
        return {}
    if len(paths) < 300:
        found = ((path, base.objects.lookup(base.tip, path)) for path in paths)
        return {path: e[1] for path, e in found if e is not None and e[0] == layout.FILE_MODE}
    entries = listing.entries(base.objects, listing.tree_of(base.objects, base.tip))
    return {layout.path_of(name): blob for name, blob in entries.items()}


def message(sources: Sequence[Source]) -> bytes:
    """What a commit of the index says: the source commits that it brings."""
    trailers = b"".join(
        b"Source-Commit: %s\n" % digits for digits in sorted({to_hex(s.commit) for s in sources})
    )
    return b"Index\n\n" + trailers if trailers else b"Index\n"


def _when(branch: Branch, sources: Sequence[Source]) -> int:
    """The later of the parent's time and the newest source commit's: never this machine's clock,
    so that two clones that index the same make the same commit."""
    times = [source.when for source in sources]
    if branch.tip is not None:
        times.append(commit_time(branch, branch.tip))
    return max(times, default=0)


def commit_time(branch: Branch, commit: Oid) -> int:
    """`committer_time` of a commit that may be missing."""
    data = branch.objects.read(commit) or b""
    return committer_time(data)


def committer_time(commit: bytes) -> int:
    """The committer's time in a raw commit; 0 where there is none, never below 0."""
    for line in commit.partition(b"\n\n")[0].split(b"\n"):
        if line.startswith(b"committer "):
            stamp = line.rpartition(b"> ")[2].split(b" ")[0]
            return int(stamp) if stamp.isdigit() else 0
    return 0
