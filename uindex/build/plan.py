"""What it takes to index one commit: which files to look at, and the manifest that follows.

Either every file of the tree, or only what differs from a commit that is indexed already. Both
ways lead to the same manifest, byte for byte.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.extract.registry import key
from uindex.git.oid import Oid, from_hex, to_hex
from uindex.git.walk import Change, tree_diff, tree_entries
from uindex.selection import PURGED, TOO_LARGE, Settings, choose, is_settings, settings_paths
from uindex.store.layout import RecordName
from uindex.store.manifest import Count, Manifest
from uindex.store.publish import committer_time

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from uindex.git.objects import Objects
    from uindex.git.repository import Repository
    from uindex.git.walk import Entry
    from uindex.record import Head


class File(NamedTuple):
    """One path and what selection decided: a record's name, or a reason for having none."""

    path: bytes
    name: RecordName | None
    lang: str
    reason: str


class Plan(NamedTuple):
    """A commit, and how to get from its base's state to its own."""

    commit: Oid
    tree: Oid
    when: int
    base: Oid | None
    """The commit whose state this one starts from; None where all files are `added`."""
    removed: list[File]
    added: list[File]
    settings: Settings


class State(NamedTuple):
    """The manifest of a commit as far as it is known; final when nothing `failed`."""

    manifest: Manifest
    failed: dict[bytes, str]


class Commit(NamedTuple):
    """What we need of a raw commit."""

    tree: Oid
    parents: list[Oid]
    when: int


class HeadMissing(Exception):
    """A record of the base is not readable here: the commit needs a full plan."""


def read_commit(objects: Objects, commit: Oid) -> Commit | None:
    """None if the commit is not here."""
    raw = objects.read(commit)
    if raw is None or not raw.startswith(b"tree "):
        return None
    lines = raw.partition(b"\n\n")[0].split(b"\n")
    parents = [from_hex(line[7:]) for line in lines if line.startswith(b"parent ")]
    return Commit(from_hex(lines[0][5:]), parents, committer_time(raw))


def make_plan(
    repo: Repository,
    objects: Objects,
    commit: Oid,
    found: Commit,
    base: tuple[Oid, Oid] | None,
    purged: Collection[Oid] = (),
) -> Plan:
    """The plan for a commit; `base` is (commit, tree) of one whose state is known, `purged` are the
    blobs with a tombstone."""
    if base is not None:
        changes = tree_diff(repo, base[1], found.tree)
        if not any(is_settings(change.path) for change in changes):
            settings = settings_for(tree_reader(objects, found.tree), (c.path for c in changes))
            removed = [_file(settings, c.old, purged) for c in changes if c.old]
            added = [_file(settings, c.new, purged) for c in changes if c.new]
            return Plan(commit, found.tree, found.when, base[0], removed, added, settings)
    entries = tree_entries(repo, to_hex(found.tree))
    settings = Settings.load(
        tree_reader(objects, found.tree), settings_paths(entry.path for entry in entries)
    )
    added = [_file(settings, entry, purged) for entry in entries]
    return Plan(commit, found.tree, found.when, None, [], added, settings)


def plan_staged(
    objects: Objects, tree: Oid | None, changes: list[Change], purged: Collection[Oid] = ()
) -> tuple[list[File], Settings]:
    """The files that are staged on top of a tree, by the settings that are staged with them."""
    staged = {change.path: change.new for change in changes}
    below = tree_reader(objects, tree) if tree is not None else lambda _: None

    def read(path: bytes) -> bytes | None:
        if path not in staged:
            return below(path)
        entry = staged[path]
        return objects.read(entry.oid) if entry is not None and _regular(entry.mode) else None

    settings = settings_for(read, (change.path for change in changes))
    return [_file(settings, change.new, purged) for change in changes if change.new], settings


def settings_for(read: Callable[[bytes], bytes | None], paths: Iterable[bytes]) -> Settings:
    """Settings that are right for these paths: all that lies in the folders above them."""
    folders = {b""}
    for path in paths:
        folder = path[: path.rfind(b"/") + 1]
        while folder not in folders:
            folders.add(folder)
            folder = folder[: folder.rfind(b"/", 0, -1) + 1]
    return Settings.load(read, [folder + b".gitattributes" for folder in sorted(folders)])


def tree_reader(objects: Objects, tree: Oid) -> Callable[[bytes], bytes | None]:
    """Reads files of a tree by path. A symlink is no settings file, as in git."""

    def read(path: bytes) -> bytes | None:
        found = objects.lookup(tree, path)
        return objects.read(found[1]) if found is not None and _regular(found[0]) else None

    return read


def _regular(mode: int) -> bool:
    return mode & 0o170000 == 0o100000


def _file(settings: Settings, entry: Entry, purged: Collection[Oid]) -> File:
    choice = choose(settings, entry.path, entry.mode)
    reason = choice.reason or (PURGED if entry.oid in purged else "")
    if reason:
        return File(entry.path, None, "", reason)
    return File(entry.path, RecordName(key(choice.lang), entry.oid), choice.lang, "")


def names(plans: Iterable[Plan]) -> Iterator[tuple[RecordName, str, int]]:
    """The records that plans need: name, language and size limit.

    Versions of one file come one after the other: then git stores many of them as differences, and
    1,000 commits of git.git take 24.6 MB, here and on the wire, and not 30.6.
    """
    files = [(file, plan.settings.max_size) for plan in plans for file in plan.added]
    files.sort(key=lambda one: one[0].path)
    for file, most in files:
        if file.name is not None:
            yield file.name, file.lang, most


def advance(
    plan: Plan,
    base: State | None,
    extractor_set: bytes,
    heads: Mapping[RecordName, Head],
    faults: Mapping[RecordName, str],
) -> State:
    """The state of the plan's commit. `faults` are names without a head, and why.

    HeadMissing if something that the base counted cannot be looked at any more.
    """
    counts = dict(base.manifest.counts) if base else {}
    skipped = dict(base.manifest.skipped) if base else {}
    failed = dict(base.failed) if base else {}
    for file in plan.removed:
        if file.path in skipped:
            del skipped[file.path]
        elif file.path in failed:
            del failed[file.path]
        else:
            _count(counts, heads.get(file.name) if file.name else None, -1)
    for file in plan.added:
        head = heads.get(file.name) if file.name else None
        if file.name is None:
            skipped[file.path] = file.reason
        elif head is None:
            (skipped if faults[file.name] == TOO_LARGE else failed)[file.path] = faults[file.name]
        elif head.size > plan.settings.max_size:
            skipped[file.path] = TOO_LARGE
        elif head.skip:
            skipped[file.path] = head.skip
        else:
            _count(counts, head, 1)
    return State(Manifest(plan.tree, extractor_set, counts, skipped), failed)


def _count(counts: dict[str, Count], head: Head | None, by: int) -> None:
    if head is None:
        raise HeadMissing
    files, partial = counts.get(head.lang, Count(0, 0))
    count = Count(files + by, partial + by * head.partial)
    if count.files > 0:
        counts[head.lang] = count
    else:
        counts.pop(head.lang, None)
