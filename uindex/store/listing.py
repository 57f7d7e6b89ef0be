"""What the tree of an index holds, read folder by folder along the layout.

A tree may have been fetched from anyone, and a few small objects can spell more paths than there
are atoms: a folder that holds itself, a hundred times, ten levels deep.  So nothing here lists a
tree as it is.  Only folders that the layout has are opened, each object is read once, and sizes
are asked before contents and counted before anything is made of them.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from uindex.errors import EnvironmentFault, ObjectFault
from uindex.git.oid import from_hex
from uindex.git.trees import parse_tree
from uindex.store import layout

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.store.layout import Name

    Folder = dict[bytes, tuple[int, Oid]]

MOST_ENTRIES = 4_000_000
"""An index that says it has more is refused; fifty times the Linux kernel has fewer."""
MOST_BYTES = 256 << 20
"""Of all its trees together, each counted once."""
MOST_BYTES_EACH = 16 << 20
"""Of one of them."""
_REPEATS, _FREE = 16, 500_000
"""How often, on average, a tree may be met: two extractors may make the same of the same blobs,
but only trees that were made to cost us more than their author repeat themselves.  A small number
of names is no matter."""
_DEPTH = 5
"""Levels of the layout at most: kind, model, key, first digits, the rest."""


class Change(NamedTuple):
    """An entry that differs between two trees; a blob is None where the entry is absent."""

    name: Name
    old: Oid | None
    new: Oid | None


class Difference(NamedTuple):
    """Between two trees of an index."""

    changes: list[Change]
    foreign: bool
    """What differs is not only entries: the old tree holds something that no index holds."""


class _Pair(NamedTuple):
    """One folder in both trees."""

    path: bytes
    """With a slash at the end; empty for the root."""
    old: Oid | None
    new: Oid | None


def entries(objects: Objects, tree: Oid, below: bytes = b"") -> dict[Name, Oid]:
    """Every entry of a tree, or of a folder of it that lies at `below` (`graphs/`)."""
    found = _difference(objects, _Pair(below, None, tree))
    return {change.name: change.new for change in found.changes if change.new is not None}


def difference(objects: Objects, old: Oid | None, new: Oid | None) -> Difference:
    """What differs between two trees, in proportion to that; None stands for the empty tree."""
    return _difference(objects, _Pair(b"", old, new))


def tree_of(objects: Objects, commit: Oid) -> Oid:
    """The tree of a commit that holds an index, or should.  EnvironmentFault if it is none,
    ObjectFault if it is not here or broken."""
    with _told():
        data = objects.read(commit)
    if data is None:
        raise not_here(commit)
    if not data.startswith(b"tree "):
        raise EnvironmentFault(f"{commit.hex()}: not a commit; run git uindex fsck --repair")
    with suppress(ValueError):
        tree = from_hex(data[5 : data.index(b"\n")])
        if len(tree) == len(commit):
            return tree
    raise not_here(commit)


def _difference(objects: Objects, top: _Pair) -> Difference:
    changes: list[Change] = []
    foreign = False
    level = [top]
    for _ in range(_DEPTH):
        trees = _read(objects, {oid for pair in level for oid in pair[1:] if oid is not None})
        count = sum(len(trees[oid]) for pair in level for oid in pair[1:] if oid is not None)
        different = sum(map(len, trees.values()))
        if count > min(MOST_ENTRIES, _REPEATS * different + _FREE):
            raise _too_much(f"{count:,} names")
        following: list[_Pair] = []
        for pair in level:
            old = trees[pair.old] if pair.old is not None else {}
            new = trees[pair.new] if pair.new is not None else {}
            read = layout.reader(pair.path[:-1])
            if read is None:
                strange = _folders(pair.path, old, new, following)
            else:
                strange = _files(read, old, new, changes)
            foreign = foreign or strange or b"" in old  # see `_folder`
        level = following
    return Difference(changes, foreign)


def _folders(path: bytes, old: Folder, new: Folder, following: list[_Pair]) -> bool:
    """Add folders that differ to `following`; whether the old one holds anything else."""
    strange = False
    for name in old.keys() | new.keys():
        before, after = old.get(name), new.get(name)
        if before == after:
            continue
        was, now, full = None, None, path + name
        if layout.is_folder(full):
            was, now = _of_mode(layout.TREE_MODE, before), _of_mode(layout.TREE_MODE, after)
            if was or now:
                following.append(_Pair(full + b"/", was, now))
        elif full == layout.FORMAT_PATH:
            was = _of_mode(layout.FILE_MODE, before)
        strange = strange or (before is not None and was is None)
    return strange


def _files(
    read: Callable[[bytes], Name | None], old: Folder, new: Folder, changes: list[Change]
) -> bool:
    """Add entries that differ to `changes`; whether the old folder holds anything else."""
    strange = False
    for name in old.keys() | new.keys() if old else new:
        before, after = old.get(name), new.get(name)
        if before == after:
            continue
        was, now = _of_mode(layout.FILE_MODE, before), _of_mode(layout.FILE_MODE, after)
        entry = read(name) if was or now else None
        if entry is not None:
            changes.append(Change(entry, was, now))
        strange = strange or (before is not None and (entry is None or was is None))
    return strange


def _of_mode(mode: int, entry: tuple[int, Oid] | None) -> Oid | None:
    return entry[1] if entry is not None and entry[0] == mode else None


def _read(objects: Objects, oids: Collection[Oid]) -> dict[Oid, Folder]:
    wanted = list(oids)
    with _told():
        sizes = list(objects.size_many(wanted))
    total, most = sum(size or 0 for size in sizes), max((size or 0 for size in sizes), default=0)
    if total > MOST_BYTES or most > MOST_BYTES_EACH:
        raise _too_much(f"{total:,} bytes of trees")
    with _told():
        return dict(zip(wanted, map(_folder, wanted, objects.read_many(wanted)), strict=True))


def _folder(oid: Oid, data: bytes | None) -> Folder:
    if data is None:
        raise not_here(oid)
    try:
        rows = parse_tree(data, len(oid))
    except ValueError as error:
        raise not_here(oid) from error
    folder = {name: (mode, one) for mode, name, one in rows}
    if len(folder) != len(rows):
        folder[b""] = (0, oid)  # a name twice: no entry, and strange wherever it is looked at
    return folder


@contextmanager
def _told() -> Iterator[None]:
    """Says of an object that git cannot read what helps."""
    try:
        yield
    except ObjectFault as fault:
        raise not_here(fault.oid) from fault


def not_here(oid: Oid) -> ObjectFault:
    """The fault of an object that an index lacks, or of which git cannot read what it needs."""
    what = f"an object of the index is not here ({oid.hex()})"
    return ObjectFault(f"{what}; run git uindex fsck --repair", oid)


def _too_much(what: str) -> EnvironmentFault:
    return EnvironmentFault(f"holds {what}, more than any index does")
