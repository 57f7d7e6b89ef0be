"""One tree seen through the selection: which of its paths are indexed, under which record name, and
which are left out and why.

A snapshot does not say whether a record exists: the same tree gives the same snapshot on every
machine.  `changes` follows from one tree to another in proportion to what differs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.extract.registry import key
from uindex.git.walk import tree_diff, tree_entries
from uindex.selection import TOO_LARGE, Settings, choose, is_settings, settings_paths

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.git.walk import Entry


class File(NamedTuple):
    """A path that is indexed; (key, oid) names its record."""

    path: bytes
    oid: Oid
    key: bytes
    marks: tuple[str, ...]
    """Of docs, generated, test, vendored; sorted."""


class Snapshot(NamedTuple):
    """What the selection makes of some entries."""

    files: list[File]
    skipped: list[tuple[bytes, str]]
    """(path, reason)"""


class Changes(NamedTuple):
    """How one snapshot becomes another: take `gone` out, then put `new` in."""

    gone: list[bytes]
    """Paths that were there, changed ones included."""
    new: Snapshot


def take(settings: Settings, entries: Iterable[Entry]) -> Snapshot:
    """Apply the selection to entries of the tree that `settings` were read from."""
    files: list[File] = []
    skipped: list[tuple[bytes, str]] = []
    orders: dict[frozenset[str], tuple[str, ...]] = {}
    for entry in entries:
        lang, reason, marks = choose(settings, entry.path, entry.mode)
        if reason:
            skipped.append((entry.path, reason))
        else:
            order = orders.get(marks)
            if order is None:
                order = orders[marks] = tuple(sorted(marks))
            files.append(File(entry.path, entry.oid, key(lang), order))
    return Snapshot(files, skipped)


def load_settings(objects: Objects, tree: Oid, gitattributes: Iterable[bytes]) -> Settings:
    """The settings of a tree, given where its .gitattributes files are."""

    def read(path: bytes) -> bytes | None:
        found = objects.lookup(tree, path)
        return objects.read(found[1]) if found else None

    return Settings.load(read, gitattributes)


def whole(repo: Repository, objects: Objects, tree: Oid) -> tuple[Snapshot, list[bytes]]:
    """The snapshot of a whole tree, and the paths of its .gitattributes files."""
    entries = tree_entries(repo, tree.hex().encode())
    gitattributes = settings_paths(entry.path for entry in entries)
    return take(load_settings(objects, tree, gitattributes), entries), gitattributes


def changes(
    repo: Repository, objects: Objects, old: Oid, new: Oid, gitattributes: Sequence[bytes]
) -> Changes | None:
    """What leads from the snapshot of tree `old` to that of tree `new`.

    None where a file changed that settings are read from: then any path may be chosen otherwise.
    """
    differ = tree_diff(repo, old, new)
    if any(is_settings(change.path) for change in differ):
        return None
    settings = load_settings(objects, new, gitattributes)
    gone = [change.path for change in differ if change.old is not None]
    return Changes(gone, take(settings, [change.new for change in differ if change.new]))


def large(
    settings_limit: int,
    files: Sequence[File],
    sizes: Callable[[list[Oid]], Iterable[int | None]],
) -> tuple[list[File], list[tuple[bytes, str]]]:
    """Split files into those within the limit and (path, reason) of those above it."""
    kept: list[File] = []
    skipped: list[tuple[bytes, str]] = []
    for file, size in zip(files, sizes([file.oid for file in files]), strict=True):
        if size is not None and size > settings_limit:
            skipped.append((file.path, TOO_LARGE))
        else:
            kept.append(file)
    return kept, skipped
