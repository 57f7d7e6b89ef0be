"""What a fetch brought, looked at closely: all of it decoded, and some of it extracted again.

A fetch takes in what is well formed; whether it is true only extracting again tells, for blobs
that are here.  Whom it is done for decides how much of it: the sample is drawn by chance, so that
nobody can lie where it does not look.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, NamedTuple

from uindex.errors import EnvironmentFault
from uindex.git.objects import open_objects
from uindex.index.inspection import inspect
from uindex.index.rederivation import candidates, rederive
from uindex.index.repair import repair
from uindex.store import layout
from uindex.store.branch import Branch
from uindex.store.layout import RecordName
from uindex.store.merge import news
from uindex.store.publish import present

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.store.layout import Name

SAMPLE, FULL, OFF = "sample", "full", "off"
_KEY = "uindex.verify"

SHARE = 0.02
LEAST, MOST = 20, 300
"""Records of a sample: that share of those that can be extracted again, within these bounds; and
up to MOST of those that are disputed."""


class Verified(NamedTuple):
    """What came of it."""

    when: int
    """Seconds since 1970."""
    tip: str
    """The commit of the remote's index, in hexadecimal."""
    records: int
    """Records that had come."""
    bad: int
    """Entries that are not valid."""
    checked: int
    """Records that were extracted again."""
    failed: int
    """Blobs that could not be parsed on this machine, which says nothing of their records."""
    extractors: dict[str, int]
    """How many records differ from what this uindex extracts, for each extractor of which any
    does."""

    @property
    def differ(self) -> int:
        return sum(self.extractors.values())


def setting(repo: Repository) -> str:
    """SAMPLE, FULL or OFF; EnvironmentFault where the setting is none of these."""
    value = repo.config.get(_KEY, SAMPLE).lower()
    if value not in (SAMPLE, FULL, OFF):
        raise EnvironmentFault(f"{_KEY}: {value}: neither {SAMPLE}, {FULL} nor {OFF}")
    return value


def verify(
    repo: Repository,
    tip: Oid,
    how: str,
    since: Oid | None,
    disputed: Collection[RecordName] = (),
) -> Verified:
    """Look at what came into a remote's index at `tip` since it was at `since` (None, or a commit
    that is not here any more: all of it), and take what is wrong out of ours.

    The sample has more of those that are `disputed`: of which we held other bytes.

    Where a record differs from what is extracted here, ours takes its place in our index; the
    remote's stays as it is.  One process, for it is done behind somebody's back.
    """
    with open_objects(repo, bulk=True) as objects:
        is_here = since is not None and objects.size(since) is not None
        entries = news(repo, since if is_here else None, tip)
        seen = inspect(repo, objects, entries)
        good = [one for one in candidates(repo, objects, entries) if one not in seen.faults]
        chosen = good if how == FULL else _sample(good, disputed)
        again = rederive(repo, entries, chosen)
        _put_right(repo, objects, seen.faults, again.made)
    return Verified(
        int(time.time()),
        tip.hex(),
        sum(isinstance(name, RecordName) for name in entries),
        len(seen.faults),
        again.checked,
        again.failed,
        again.extractors,
    )


def _sample(names: list[RecordName], disputed: Collection[RecordName]) -> set[RecordName]:
    draw = random.SystemRandom().sample
    count = min(max(LEAST, round(len(names) * SHARE)), MOST, len(names))
    known = sorted(set(names).intersection(disputed))
    return {*draw(names, count), *draw(known, min(MOST, len(known)))}


def _put_right(
    repo: Repository, objects: Objects, bad: Collection[Name], made: Mapping[RecordName, Oid]
) -> None:
    """Repair our entries that are not valid, or not what was `made` here.

    Ours, for they need not be the remote's: where two lied, or one lied twice, the other lie may
    be the one that is here.
    """
    branch = Branch.open(repo, objects)
    names = {*bad, *made}
    there = present(branch, [layout.path_of(name) for name in names]) if names else {}
    held = {name: there[path] for name in names if (path := layout.path_of(name)) in there}
    invalid = inspect(repo, objects, {name: held[name] for name in bad if name in held}).faults
    wrong = {
        name: blob
        for name, blob in held.items()
        if name in invalid or (isinstance(name, RecordName) and made.get(name, blob) != blob)
    }
    if wrong:
        repair(branch, wrong)
