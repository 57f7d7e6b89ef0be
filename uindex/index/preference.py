"""Which of two blobs under one name stays.

Two of them are a fault or an attack.  Where the blob that they are about is here, the truth is one
extraction away, and then it wins: here, and on the remote with the next push, so that nobody can
keep a lie there by giving it the smaller oid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.errors import RecordError
from uindex.index.rederivation import candidates, extracted
from uindex.index.validity import most_bytes, record_fault, vector_fault
from uindex.selection import PURGED
from uindex.store import manifest
from uindex.store.branch import MAX_RECORD
from uindex.store.layout import ManifestName, RecordName, VectorName
from uindex.store.publish import blob_oid

if TYPE_CHECKING:
    from collections.abc import Collection

    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.store.layout import Name
    from uindex.store.merge import Prefer

MOST = 300
"""So many records are extracted while somebody waits; `verify` looks at the others."""


def preference(repo: Repository, objects: Objects, disputed: Collection[Name]) -> Prefer:
    """What decides about `disputed` names, and any others: for a record what is extracted here; a
    valid one before one that is not; for a manifest the one that knows of more purged files; and
    then the smaller oid."""
    true = _extracted(repo, objects, disputed)

    def prefer(name: Name, one: Oid, other: Oid) -> Oid:
        low, high = min(one, other), max(one, other)
        if isinstance(name, RecordName):
            if true.get(name) in (one, other):
                return true[name]
            source = objects.size(name.oid)
            wrong = [bool(_fault_of(objects, blob, source)) for blob in (low, high)]
            return high if wrong == [True, False] else low
        if isinstance(name, VectorName):
            wrong = [_are_no_vectors(objects, name, blob) for blob in (low, high)]
            return high if wrong == [True, False] else low
        if isinstance(name, ManifestName):
            return high if _purged(objects, high) > _purged(objects, low) else low
        return low

    return prefer


def _extracted(
    repo: Repository, objects: Objects, disputed: Collection[Name]
) -> dict[RecordName, Oid]:
    """The blobs that disputed records should be, as far as that can be told here."""
    if not disputed:
        return {}
    names = candidates(repo, objects, disputed)[:MOST]
    made = extracted(repo, names, 1)
    return {name: blob_oid(data, repo.oid_size) for name, data in made if data is not None}


def _fault_of(objects: Objects, blob: Oid, source_size: int | None) -> str:
    size = objects.size(blob)
    if size is None or size > MAX_RECORD:
        return "not here, or too large"
    return record_fault(objects.read(blob) or b"", source_size)


def _are_no_vectors(objects: Objects, name: VectorName, blob: Oid) -> bool:
    size = objects.size(blob)
    if size is None or size > most_bytes(name):
        return True
    return bool(vector_fault(name, objects.read(blob) or b""))


def _purged(objects: Objects, blob: Oid) -> int:
    """How many files a manifest calls purged; fewer than none if it is not valid."""
    size = objects.size(blob)
    if size is None or size > manifest.MAX_MANIFEST:
        return -1
    try:
        skipped = manifest.decode(objects.read(blob) or b"").skipped
    except RecordError:
        return -1
    return sum(reason == PURGED for reason in skipped.values())
