"""What a fetch brought: checked, then united with what is here.

Nothing is believed because of where it comes from.  Sizes are asked before contents; what is not
valid is left out and counted, and whoever needs it makes it again from the blob.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from uindex.build.plan import read_commit
from uindex.errors import EnvironmentFault, FormatTooNew, GitFailed, ObjectFault, UindexError
from uindex.git.objects import open_objects
from uindex.git.oid import EMPTY_BLOB
from uindex.git.refs import list_refs, swap
from uindex.index import purge, validity
from uindex.index.preference import preference
from uindex.index.validity import most_bytes
from uindex.store import layout
from uindex.store.branch import Branch, index_ref
from uindex.store.layout import DroppedName, ManifestName, RecordName, VectorName
from uindex.store.listing import not_here, tree_of
from uindex.store.merge import news, unite
from uindex.store.publish import present

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.store.layout import Name
    from uindex.store.merge import Entries

THOROUGH = 2000
"""Up to so many records are decoded before they are taken in; of more, the first bytes are read,
and the rest is left to `verify` and to whoever decodes them."""
_ABSENT = "its blob did not come with it"


class Place(NamedTuple):
    """Where we keep what a remote has."""

    remote: str
    """As it may be shown."""
    tracking: bytes
    """The ref that is what the remote's index was at when it was last fetched."""
    merged: bytes | None
    """The ref that is what of it was united; None where that is not remembered."""


def place_of(remote: str) -> Place:
    """The place of a configured remote."""
    return Place(remote, layout.tracking_ref(remote), layout.merged_ref(remote))


class Arrived(NamedTuple):
    """What was united."""

    remote: str
    before: Oid | None
    """The tip of the remote's index that was united before."""
    tip: Oid | None
    """Its tip now; None where the remote has none."""
    records: int = 0
    commits: int = 0
    """New entries: records, and commits that are indexed with them."""
    bad: tuple[str, ...] = ()
    """A line for each entry that was left out."""
    disputed: tuple[RecordName, ...] = ()
    """Records of which we held other bytes."""
    conflicts: tuple[str, ...] = ()
    """A line for each record of which we hold other bytes."""
    absent: bool = False
    """Some of what was left out did not come at all: plain git filters it in a partial clone."""
    purged: int = 0
    """New tombstones."""
    vectors: int = 0
    """Records whose embeddings came."""

    def after(self, first: Arrived) -> Arrived:
        """Of both times together, where it was `first` fetched in part."""
        return self._replace(
            records=first.records + self.records,
            commits=first.commits + self.commits,
            purged=first.purged + self.purged,
            vectors=first.vectors + self.vectors,
            disputed=tuple(dict.fromkeys(first.disputed + self.disputed)),
            conflicts=tuple(dict.fromkeys(first.conflicts + self.conflicts)),
        )

    @property
    def new(self) -> bool:
        return bool(self.records or self.commits or self.purged or self.vectors)


def absorb(repo: Repository, told: Callable[[Arrived], str] = lambda _: "") -> list[str]:
    """Unite what plain `git fetch` brought to the tracking refs; a line for each remote whose index
    is of no use.  Where nothing came, this is one look at the refs.

    `told` is given what each remote brought, and may have a line to add."""
    problems: list[str] = []
    for remote in waiting(repo):
        try:
            with open_objects(repo) as objects:
                arrived = unite_remote(repo, objects, place_of(remote))
            problems += filter(None, [told(arrived)])
        except (UindexError, OSError) as error:  # a full disk, a repository that is read only
            problems.append(str(error))
    return problems


def waiting(repo: Repository) -> list[str]:
    """The remotes whose tracking ref holds what was not united yet."""
    refs = list_refs(repo, layout.TRACKING, layout.MERGED, index_ref(repo))
    return [
        remote
        for ref in sorted(refs)
        if (remote := layout.tracked_remote(ref)) is not None
        and (index_ref(repo) not in refs or refs.get(layout.merged_ref(remote)) != refs[ref])
    ]


@contextmanager
def told_of_ours(repo: Repository) -> Iterator[None]:
    """Where git fails because of an index that is broken here, says what helps in git's place."""
    try:
        yield
    except GitFailed:
        with open_objects(repo) as objects:
            Branch.open(repo, objects)
        raise


def unite_remote(repo: Repository, objects: Objects, place: Place) -> Arrived:
    """Unite what the tracking ref of a remote holds and was not united yet.

    FormatTooNew, EnvironmentFault where it holds no index that we can read.
    """
    remote, tracking, merged = place
    refs = list_refs(repo, *filter(None, (tracking, merged)))
    tip, before = refs.get(tracking), refs.get(merged or b"")
    if tip is None:
        return Arrived(remote, before, None)
    branch = Branch.open(repo, objects)
    # A local index that was deleted wants all of it again.
    since = before if branch.tip is not None else None
    if since == tip:
        return Arrived(remote, before, tip)
    _check_format(repo, objects, place, tip)
    if _is_filtered(objects, tip):
        return Arrived(remote, before, tip, absent=True)
    try:
        entries = news(repo, since, tip)
    except EnvironmentFault as fault:
        raise _unusable(repo, objects, remote, fault, str(fault)) from None
    _know_empty(repo, objects, entries)
    bad = check(repo, entries)
    good = {name: blob for name, blob in entries.items() if name not in bad}
    held = _held(branch, good)
    united = unite(branch, tip, good, preference(repo, objects, _disputed(branch, good)))
    absent = _ABSENT in bad.values()
    is_last = merged is not None and not absent  # else it is looked at again
    purged = _bury(branch, good, again=is_last)
    if merged is not None and is_last:
        swap(repo, [(merged, tip, before)])
    return Arrived(
        remote,
        before,
        tip,
        sum(isinstance(name, RecordName) for name in good) - held[0],
        sum(isinstance(name, ManifestName) for name in good) - held[1],
        tuple(f"{_shown(name)}: {bad[name]}" for name in sorted(bad, key=layout.path_of)),
        tuple(united.conflicts),
        tuple(f"{_shown(name)}: differs from ours" for name in united.conflicts),
        absent,
        purged,
        sum(isinstance(name, VectorName) for name in good) - held[2],
    )


def _disputed(branch: Branch, arrived: Entries) -> list[Name]:
    """What is here under the same names as other bytes."""
    there = present(branch, [layout.path_of(name) for name in arrived])
    return [n for n, blob in arrived.items() if there.get(layout.path_of(n), blob) != blob]


def _know_empty(repo: Repository, objects: Objects, entries: Entries) -> None:
    """Have the blob that all tombstones are: a server that takes a partial clone for having the
    files of its commits does not send it where one of them is empty."""
    empty = EMPTY_BLOB[repo.object_format]
    if empty in entries.values() and objects.size(empty) is None:
        repo.git("hash-object", "-w", "--stdin", input=b"")


def _bury(before: Branch, arrived: Entries, *, again: bool) -> int:
    """See to it that what tombstones among `arrived` are about goes from this clone; how many of
    them were not there `before`.

    `again` also those that were: a process that was killed right here may have united them.
    """
    blobs = {name.oid for name in arrived if isinstance(name, DroppedName)}
    new = blobs - before.dropped() if blobs else blobs
    todo = blobs if again else new
    if todo:
        purge.bury(before.repo, before.objects, todo, arrived=todo)
    return len(new)


def _check_format(repo: Repository, objects: Objects, place: Place, tip: Oid) -> None:
    remote = place.remote
    try:
        tree_of(objects, tip)
        if _is_filtered(objects, tip):
            return
        Branch(repo, objects, place.tracking, tip).check_format()
    except FormatTooNew as fault:
        words = str(fault).partition(": ")[2]
        raise FormatTooNew(f"{remote}: its index has {words}") from None
    except EnvironmentFault as fault:
        raise _unusable(repo, objects, remote, fault, "holds no index") from None


def _is_filtered(objects: Objects, tip: Oid) -> bool:
    """Whether not even the smallest blob of the index came with its trees."""
    found = objects.lookup(tip, layout.FORMAT_PATH)
    return found is not None and found[0] == layout.FILE_MODE and objects.size(found[1]) is None


def _unusable(
    repo: Repository, objects: Objects, remote: str, fault: EnvironmentFault, why: str
) -> EnvironmentFault:
    if isinstance(fault, ObjectFault) and objects.size(fault.oid) is None:
        return EnvironmentFault(f"{remote}: {not_here(fault.oid)}")  # git fetched it and lost it
    name = index_ref(repo).decode("utf-8", "replace")
    return EnvironmentFault(
        f"{remote}: {name} there {why}; git uindex push --squash puts one in its place"
    )


def _shown(name: Name) -> str:
    return layout.path_of(name).decode("utf-8", "replace")


def _held(branch: Branch, entries: Entries) -> tuple[int, int, int]:
    """How many of the records, of the manifests and of the vectors are here already."""
    names = [name for name in entries if isinstance(name, RecordName)]
    manifests = [name for name in entries if isinstance(name, ManifestName)]
    vectors = [layout.path_of(name) for name in entries if isinstance(name, VectorName)]
    return (
        len(branch.has_many(names)),
        sum(branch.has_manifest(*name) for name in manifests),
        len(present(branch, vectors).keys() & set(vectors)) if vectors else 0,
    )


def check(repo: Repository, entries: Entries) -> dict[Name, str]:
    """The entries that are not valid, and why."""
    bad: dict[Name, str] = {}
    with open_objects(repo) as objects:
        # Each blob once: that many names share one is no reason to read it many times.
        blobs = list(dict.fromkeys(entries.values()))
        sizes = dict(zip(blobs, objects.size_many(blobs), strict=True))
        for name, blob in entries.items():
            size = sizes[blob]
            if size is None:
                bad[name] = _ABSENT
            elif size > most_bytes(name):
                bad[name] = f"{size} bytes; at most {most_bytes(name)}"
        left = {name: blob for name, blob in entries.items() if name not in bad}
        bad.update(_records(objects, left))
        bad.update(_manifests(objects, left))
        bad.update(_vectors(objects, left))
    return bad


def _records(objects: Objects, entries: Entries) -> Iterator[tuple[Name, str]]:
    names = [name for name in entries if isinstance(name, RecordName)]
    sources = list(objects.size_many(name.oid for name in names))
    if len(names) > THOROUGH:
        blobs = list(dict.fromkeys(entries[name] for name in names))
        seen = zip(blobs, map(validity.glance, objects.read_many(blobs)), strict=True)
        glances = dict(seen)
        faults = [
            validity.size_fault(glances[entries[name]], size)
            for name, size in zip(names, sources, strict=True)
        ]
        yield from ((name, fault) for name, fault in zip(names, faults, strict=True) if fault)
        return
    contents = objects.read_many(entries[name] for name in names)
    for name, size, data in zip(names, sources, contents, strict=True):
        source = objects.read(name.oid) if size is not None else None
        fault = validity.record_fault(data or b"", size, source)
        if fault:
            yield name, fault


def _manifests(objects: Objects, entries: Entries) -> Iterator[tuple[Name, str]]:
    names = [name for name in entries if isinstance(name, ManifestName)]
    for name in names if len(names) <= THOROUGH else ():
        commit = read_commit(objects, name.commit)
        fault = validity.manifest_fault(
            name, objects.read(entries[name]) or b"", commit and commit.tree
        )
        if fault:
            yield name, fault


def _vectors(objects: Objects, entries: Entries) -> Iterator[tuple[Name, str]]:
    """Of very many nothing more is looked at: whoever uses them decodes them."""
    names = [name for name in entries if isinstance(name, VectorName)]
    if len(names) > THOROUGH:
        return
    contents = objects.read_many(entries[name] for name in names)
    for name, data in zip(names, contents, strict=True):
        if fault := validity.vector_fault(name, data or b""):
            yield name, fault
