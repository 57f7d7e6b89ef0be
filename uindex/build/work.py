"""What the workers are given: blobs that are read here, or named for them to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.build.failures import ABSENT
from uindex.pool import Job
from uindex.selection import TOO_LARGE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from uindex.git.objects import Objects
    from uindex.store.layout import RecordName

    Wanted = Mapping[RecordName, tuple[str, int]]
    """The language of each record, and how many bytes its blob may have at most."""


def read_few(
    objects: Objects, todo: Sequence[RecordName], wanted: Wanted, faults: dict[RecordName, str]
) -> list[Job]:
    """Jobs with what is to be parsed; blobs that cannot be are noted among the `faults`."""
    jobs = []
    for name in todo:
        lang, most = wanted[name]
        size = objects.size(name.oid)
        if size is not None and size > most:
            faults[name] = TOO_LARGE
            continue
        data = objects.read(name.oid)
        if data is None:
            faults[name] = ABSENT
        else:
            jobs.append(Job(name.key, name.oid, lang, data, most))
    return jobs


def to_read(todo: Sequence[RecordName], wanted: Wanted) -> Iterator[Job]:
    """Jobs whose blobs the workers read."""
    for name in todo:
        lang, most = wanted[name]
        yield Job(name.key, name.oid, lang, None, most)
