"""Whether an index is what the format says: its tree, and each entry in it.

The tree must be the one that its entries make and no other, so nothing else can be in it; only
where it is not, it is walked to say what is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.errors import EnvironmentFault, FormatTooNew, ObjectFault
from uindex.git.objects_plumbing import loose_file
from uindex.git.refs import broken_file, list_refs
from uindex.index.inspection import inspect
from uindex.index.rederivation import Rederived, candidates, rederive, share_of
from uindex.index.repair import Repaired, forget, repair, repair_pending
from uindex.store import layout, listing
from uindex.store.branch import Branch, index_ref, told_of_file
from uindex.store.layout import DroppedName, GraphName, ManifestName, RecordName, VectorName
from uindex.store.merge import entries_of
from uindex.store.tree import tree_oid

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.index.inspection import Progress
    from uindex.store.layout import Name
    from uindex.store.merge import Entries

_COUNTED = ("records", "manifests", "graphs", "vectors", "tombstones")
_LACKS = "an object of it is not here, or git cannot read it:"

LISTED, LOST, UNREADABLE = range(3)
"""What became of a ref: its entries can be listed; or they cannot, and it is of no use; or a
file of git's is broken, and git neither deletes nor replaces one like that."""


class Fault(NamedTuple):
    """What is wrong with one path of the tree; the path is empty for the tree itself."""

    path: bytes
    what: str


class Checked(NamedTuple):
    """What was found in one ref."""

    branch: Branch
    counts: Mapping[str, int]
    """Entries of each kind: records, manifests, graphs, vectors, tombstones."""
    faults: tuple[Fault, ...]
    """Sorted by path."""
    bad: Entries
    """The entries among them, and the blobs that they are stored as."""
    absent: int
    """Records of blobs that this clone lacks: what they say of them was not compared."""
    unknown: int
    """Manifests and graphs of commits that this clone lacks."""
    rederived: Rederived | None
    """None where that was not asked for."""
    state: int = LISTED


def check(
    repo: Repository,
    objects: Objects,
    *,
    share: float = 0.0,
    jobs: int = 1,
    progress: Progress | None = None,
) -> list[Checked]:
    """The index, and what waits beside it, as far as they are there; of what remotes have, and of
    what was united of that, only what cannot be listed.

    `share` is the part of the records that are extracted again and compared, 1 for all.
    FormatTooNew where a newer uindex wrote one, EnvironmentFault where the setting `uindex.ref`
    names a branch that holds something else.
    """
    ours = (index_ref(repo), layout.PENDING_REF)
    refs = list_refs(repo, *ours, layout.TRACKING, layout.MERGED)
    found: list[Checked] = []
    for ref in ours:
        branch = Branch(repo, objects, ref, refs.get(ref))
        if branch.tip is not None:
            found.append(_check(branch, share, jobs, progress))
        elif file := broken_file(repo, ref):
            found.append(_useless(branch, UNREADABLE, told_of_file(file)))
    # To a partial clone the remote owes what it did not send.
    owed = "partialclone" in repo.extensions
    for ref in sorted(refs.keys() - set(ours)) if not owed else ():
        branch = Branch(repo, objects, ref, refs[ref])
        lacking = _lacking(branch)
        if lacking is not None:
            found.append(_lost(branch, lacking))
    return found


def _useless(branch: Branch, state: int, what: str) -> Checked:
    """A ref of which no entry can be listed."""
    counts = dict.fromkeys(_COUNTED, 0)
    return Checked(branch, counts, (Fault(b"", what),), {}, 0, 0, None, state)


def _lost(branch: Branch, fault: ObjectFault) -> Checked:
    """A ref that lacks an object.  Where its file is here and broken, git would take it for written
    each time the same is to be written again."""
    file = loose_file(branch.repo, fault.oid)
    if file is None or _is_readable_object(branch.objects, fault.oid):
        return _useless(branch, LOST, f"{_LACKS} {fault.oid.hex()}")
    shown = file.decode("utf-8", "replace")
    return _useless(branch, UNREADABLE, f"git cannot read an object; remove the file {shown}")


def _is_readable_object(objects: Objects, oid: Oid) -> bool:
    """Whether there is nothing wrong with an object itself: then it is of another kind, and may be
    needed elsewhere."""
    try:
        size = objects.size(oid)
        return size is None or size > listing.MOST_BYTES_EACH or objects.read(oid) is not None
    except ObjectFault:
        return False


def _lacking(branch: Branch) -> ObjectFault | None:
    """The fault of an object without which the entries cannot be listed."""
    assert branch.tip is not None
    try:
        entries_of(branch.repo, branch.tip)
    except ObjectFault as fault:
        return fault
    except EnvironmentFault:
        return None  # no index, or none that we would read: that is its remote's matter
    return None


def _check(branch: Branch, share: float, jobs: int, progress: Progress | None) -> Checked:
    repo, objects = branch.repo, branch.objects
    _is_readable(branch)
    assert branch.tip is not None
    if branch.ref.startswith(layout.OURS):
        lacking = _lacking(branch)
        if lacking is not None:
            return _lost(branch, lacking)
        if not _is_commit(branch):
            return _useless(branch, LOST, "not at a commit")
    entries = entries_of(repo, branch.tip)
    faults = []
    if tree_oid(entries, repo.oid_size) != branch.tree:
        faults = list(_strange(branch)) or [Fault(b"", "the tree is not the one its entries make")]
    seen = inspect(repo, objects, entries, jobs=jobs, progress=progress)
    bad = dict(seen.faults)
    if branch.ref == layout.PENDING_REF:
        alien = (name for name in entries if not isinstance(name, RecordName))
        bad.update(dict.fromkeys(alien, "only records wait here"))
    rederived = None
    if share:
        good = [name for name in candidates(repo, objects, entries) if name not in bad]
        chosen = share_of(good, share)
        rederived = rederive(repo, entries, chosen, jobs=jobs, progress=progress)
        bad.update(
            dict.fromkeys(rederived.differ, "differs from what this uindex extracts of its blob")
        )
    faults += [Fault(layout.path_of(name), what) for name, what in bad.items()]
    return Checked(
        branch,
        _counts(entries),
        tuple(sorted(faults)),
        {name: entries[name] for name in bad},
        seen.absent,
        seen.unknown,
        rederived,
    )


def _is_readable(branch: Branch) -> None:
    """Raise where this is nothing that we may look into, or even put right."""
    try:
        branch.check_format()
    except FormatTooNew:
        raise
    except EnvironmentFault as fault:
        if branch.ref.startswith(layout.OURS):
            return
        if not isinstance(fault, ObjectFault):
            raise
        # Not ours to delete.
        ref = branch.ref.decode("utf-8", "replace")
        what = f"{ref}: {_LACKS} {fault.oid.hex()}"
        raise EnvironmentFault(f"{what}; if it is an index, git update-ref -d {ref}") from None


def _is_commit(branch: Branch) -> bool:
    assert branch.tip is not None
    return branch.objects.resolve(branch.tip.hex().encode() + b"^{commit}") == branch.tip


def _counts(entries: Mapping[Name, Oid]) -> dict[str, int]:
    counts = dict.fromkeys(_COUNTED, 0)
    names = (RecordName, ManifestName, GraphName, VectorName, DroppedName)
    kinds = dict(zip(names, counts, strict=True))
    for name in entries:
        counts[kinds[type(name)]] += 1
    return counts


def _strange(branch: Branch) -> Iterator[Fault]:
    """What is in the tree besides entries, the outermost folder of it alone."""
    objects = branch.objects
    assert branch.tree is not None
    yield from _format(branch)
    # No deeper than the layout: what others wrote may spell more paths than there are atoms.
    folders = [(b"", branch.tree)]
    while folders:
        above, oid = folders.pop()
        rows = objects.tree(oid)
        if not rows and above:
            yield Fault(above[:-1], "an empty folder")
        names: set[bytes] = set()
        for mode, name, below in rows:
            path = above + name
            if name in names:
                yield Fault(path, "stands there twice")
            elif mode == layout.TREE_MODE and layout.is_folder(path):
                folders.append((path + b"/", below))
            elif layout.parse(path) is None and path != layout.FORMAT_PATH:
                kind = "folder" if mode == layout.TREE_MODE else "file"
                yield Fault(path, f"a {kind} that no index has")
            elif mode != layout.FILE_MODE:
                yield Fault(path, f"mode {mode:06o}; files have {layout.FILE_MODE:o}")
            names.add(name)


def _format(branch: Branch) -> Iterator[Fault]:
    """What is wrong with what `format` holds."""
    objects = branch.objects
    assert branch.tip is not None
    found = objects.lookup(branch.tip, layout.FORMAT_PATH)
    if found is None:
        yield Fault(layout.FORMAT_PATH, "missing")
    elif found[0] == layout.FILE_MODE:
        size = objects.size(found[1])
        data = objects.read(found[1]) if size == len(layout.FORMAT_DATA) else None
        if data != layout.FORMAT_DATA:
            yield Fault(layout.FORMAT_PATH, f"does not hold {layout.FORMAT} and a line break")


def rebuild(checked: Checked, *, jobs: int = 1, progress: Progress | None = None) -> Repaired:
    """Make a ref what it should be: see `repair`, `forget`.  RaceLost if others kept writing to
    it."""
    if checked.state == LOST:
        return forget(checked.branch)
    if checked.branch.ref == layout.PENDING_REF:
        return repair_pending(checked.branch, checked.bad)
    return repair(checked.branch, checked.bad, jobs=jobs, progress=progress)
