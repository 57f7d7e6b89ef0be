"""Taking what is wrong out of an index, and putting in what this uindex makes of the blobs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.eviction import evict
from uindex.errors import RaceLost
from uindex.git.fastimport import Put, PutOid, importing
from uindex.git.oid import EMPTY_TREE
from uindex.git.refs import swap
from uindex.index.leftovers import forget_caches
from uindex.index.rederivation import candidates, extracted
from uindex.store import layout, pending
from uindex.store.branch import Branch
from uindex.store.layout import RecordName, VectorName
from uindex.store.merge import entries_of
from uindex.store.publish import ATTEMPTS, commit_time, message

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from uindex.git.fastimport import Edit
    from uindex.git.oid import Oid
    from uindex.index.inspection import Progress
    from uindex.store.layout import Name
    from uindex.store.merge import Entries


class Repaired(NamedTuple):
    """What was done."""

    branch: Branch
    made: int
    """Records that were made again."""
    dropped: int
    """Entries that are gone."""


def repair(
    branch: Branch,
    bad: Mapping[Name, Oid],
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Repaired:
    """A commit on top of the index that holds its entries and nothing else: those that are `bad`
    (as these blobs) made again where their blob is here, whatever the oid of what was there, and
    gone where it is not.

    RaceLost if the ref kept moving.
    """
    repo = branch.repo
    dropped = branch.dropped()
    again = [name for name in candidates(repo, branch.objects, bad) if name.oid not in dropped]
    for _ in range(ATTEMPTS):
        assert branch.tip is not None
        when = commit_time(branch, branch.tip)
        with importing(repo, branch.tip) as stream:
            fresh = _made(branch, again, jobs, progress)
            commit = stream.commit(_edits(branch, bad, fresh), message(()), when)
        new = Branch(repo, branch.objects, branch.ref, commit)
        done = (stream.ref, None, commit)
        if swap(repo, [(branch.ref, commit, branch.tip), done]):
            if any(isinstance(name, VectorName) for name in bad):
                forget_caches(repo)  # they may say that it is embedded
            evict(repo, bad.values())
            made = len(new.blobs(again))
            return Repaired(new, made, len(bad) - made)
        swap(repo, [done])
        branch = branch.reopen()
    raise RaceLost(f"{branch.ref.decode('utf-8', 'replace')}: others kept writing; try again")


def _made(
    branch: Branch, names: Collection[RecordName], jobs: int, progress: Progress | None
) -> Iterator[tuple[RecordName, bytes]]:
    for done, (name, data) in enumerate(extracted(branch.repo, names, jobs), 1):
        if data is not None:
            yield name, data
        if progress is not None:
            progress("repairing", done, len(names))


def _edits(
    branch: Branch, bad: Mapping[Name, Oid], fresh: Iterator[tuple[RecordName, bytes]]
) -> Iterator[Edit]:
    """The whole tree: what is in it besides entries may have names that no one can spell."""
    assert branch.tip is not None
    yield PutOid(b"", layout.TREE_MODE, EMPTY_TREE[branch.repo.object_format])
    yield Put(layout.FORMAT_PATH, layout.FORMAT_DATA)
    for name, blob in entries_of(branch.repo, branch.tip).items():
        if bad.get(name) != blob:
            yield PutOid(layout.path_of(name), layout.FILE_MODE, blob)
    for name, data in fresh:
        yield Put(layout.record_path(*name), data)


def forget(branch: Branch) -> Repaired:
    """Without a ref of which nothing can be listed: a build, or the next fetch, makes it again.

    RaceLost if it was moved meanwhile.
    """
    if not swap(branch.repo, [(branch.ref, None, branch.tip)]):
        raise RaceLost(f"{branch.ref.decode('utf-8', 'replace')}: moved meanwhile; try again")
    return Repaired(Branch(branch.repo, branch.objects, branch.ref, None), 0, 0)


def repair_pending(branch: Branch, bad: Mapping[Name, Oid]) -> Repaired:
    """What waits, without what is wrong: the next build makes that again."""
    assert branch.tip is not None
    held: Entries = entries_of(branch.repo, branch.tip)
    good = {
        name: blob
        for name, blob in held.items()
        if isinstance(name, RecordName) and bad.get(name) != blob
    }
    if swap(branch.repo, [(branch.ref, None, branch.tip)]):
        empty = Branch(branch.repo, branch.objects, branch.ref, None)
        branch = pending.change(empty, stored=good)
    evict(branch.repo, bad.values())
    return Repaired(branch, 0, len(held) - len(good))
