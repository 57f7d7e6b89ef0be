"""Extracting again: what a record should be, byte for byte, where its blob is here.

A record is a function of the blob, the language and the extractor's version.  So whoever has the
blob and the same extractor can tell a record that lies, or an extractor that disagrees.
"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from uindex import pool as pools
from uindex.extract.registry import keys
from uindex.store import layout
from uindex.store.layout import RecordName
from uindex.store.publish import blob_oid

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.index.inspection import Progress
    from uindex.store.layout import Name


class Rederived(NamedTuple):
    """What came of it."""

    made: dict[RecordName, Oid]
    """The records that were extracted again, and the blobs that they should be stored as."""
    differ: list[RecordName]
    failed: int
    """Blobs that could not be parsed on this machine, which says nothing of their records."""
    extractors: dict[str, int]
    """How many differ, for each extractor (`python-9`) of which any does."""

    @property
    def checked(self) -> int:
        return len(self.made)


def candidates(repo: Repository, objects: Objects, names: Collection[Name]) -> list[RecordName]:
    """Those that can be extracted again: records of extractors in force whose blob is here."""
    in_force, width = keys(), repo.oid_size
    ours = [
        name
        for name in names
        if isinstance(name, RecordName) and name.key in in_force and len(name.oid) == width
    ]
    sizes = objects.size_many(name.oid for name in ours)
    return [name for name, size in zip(ours, sizes, strict=True) if size is not None]


def share_of(names: Sequence[RecordName], share: float) -> list[RecordName]:
    """That share of `names` (1: all), always the same ones, whatever their order."""
    count = ceil(len(names) * share)
    if count >= len(names):
        return sorted(names)
    return sorted(names, key=lambda name: sha256(layout.record_path(*name)).digest())[:count]


def extracted(
    repo: Repository, names: Collection[RecordName], jobs: int
) -> Iterator[tuple[RecordName, bytes | None]]:
    """The record of each as this uindex makes it; None where it cannot."""
    if not names:
        return
    langs = keys()
    work = (pools.Job(name.key, name.oid, langs[name.key]) for name in names)
    with pools.Pool(repo, jobs) as pool:
        for item in pool.run(work):
            name = RecordName(item.job.key, item.job.oid)
            yield name, item.record if item.outcome == pools.OK else None


def rederive(
    repo: Repository,
    entries: Mapping[Name, Oid],
    names: Collection[RecordName],
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Rederived:
    """Extract `names` again and compare with what `entries` have of them."""
    made: dict[RecordName, Oid] = {}
    failed = 0
    for done, (name, data) in enumerate(extracted(repo, names, jobs), 1):
        if data is None:
            failed += 1
        else:
            made[name] = blob_oid(data, repo.oid_size)
        if progress is not None:
            progress("extracting", done, len(names))
    differ = sorted(name for name, blob in made.items() if entries[name] != blob)
    counts = Counter(name.key.decode("ascii") for name in differ)
    return Rederived(made, differ, failed, dict(counts))
