"""Taking content out of the index for good, and for everybody.

A tombstone is an entry like any other, so it travels with the index, and wherever it comes it wins
over the records of its blob.  With the records go the manifests and graphs of commits that hold the
blob, what waits, and the caches of this clone.
"""

from __future__ import annotations

import os
import posixpath
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from uindex.errors import RaceLost, UsageError
from uindex.git.fastimport import Drop, Put, importing
from uindex.git.objects import open_objects
from uindex.git.oid import EMPTY_BLOB, from_hex, to_hex
from uindex.git.refs import swap
from uindex.git.trees import parse_tree
from uindex.git.walk import TREE, Entry, tree_entries
from uindex.index import reach
from uindex.index.leftovers import forget_caches
from uindex.selection import PURGED
from uindex.store import layout, pending
from uindex.store.branch import Branch
from uindex.store.layout import GraphName, ManifestName
from uindex.store.merge import buried_edits, entries_of
from uindex.store.publish import ATTEMPTS, commit_time, message

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from uindex.git.fastimport import Edit
    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository

_BULK = 50
"""Commits from which on reading trees through libgit2 is faster than its import is slow."""


class Purged(NamedTuple):
    """What was taken out, or is to be."""

    blobs: tuple[Oid, ...]
    """What was named."""
    new: int
    """Those of them that had no tombstone."""
    records: int
    """Records that are gone from this clone."""
    commits: int
    """Commits that are not indexed any more, until the next build."""


def purge(repo: Repository, targets: Sequence[str], *, dry_run: bool = False) -> Purged:
    """Bury what is named: blobs, the blobs that paths ever had, and the blobs of records.

    UsageError for what names none; RaceLost if others kept writing.
    """
    with closing(open_objects(repo)) as objects:
        return bury(repo, objects, named(repo, objects, targets), dry_run=dry_run)


def bury(
    repo: Repository,
    objects: Objects,
    blobs: Collection[Oid],
    *,
    arrived: Collection[Oid] = (),
    dry_run: bool = False,
) -> Purged:
    """Give each blob its tombstone, and take out of this clone what the index has of it.

    Commits that hold a blob are indexed anew because of a tombstone that was not there before, or
    is among those that just `arrived` with somebody else's index; but not where whoever indexed
    them knew of it.
    """
    for _ in range(ATTEMPTS):
        branch = Branch.open(repo, objects)
        new = set(blobs) - branch.dropped()
        records = list(buried_edits(branch, blobs))
        holding = _holding(repo, branch, new.union(arrived))
        commits = len({name.commit for name in holding if isinstance(name, ManifestName)})
        done = Purged(tuple(sorted(blobs)), len(new), len(records), commits)
        edits: list[Edit] = [Put(layout.dropped_path(oid), b"") for oid in sorted(new)]
        edits += [*records, *(Drop(layout.path_of(name)) for name in holding)]
        if dry_run:
            return done
        if not edits or _written(branch, edits):
            _forget_waiting(repo, objects, blobs)
            forget_caches(repo)
            return done
    raise RaceLost(f"{branch.ref.decode('utf-8', 'replace')}: others kept writing; try again")


def _written(branch: Branch, edits: list[Edit]) -> bool:
    """Whether the edits went in; not so where the branch was moved meanwhile."""
    repo = branch.repo
    first = [Put(layout.FORMAT_PATH, layout.FORMAT_DATA)] if branch.tip is None else []
    when = commit_time(branch, branch.tip) if branch.tip is not None else 0
    with importing(repo, branch.tip) as stream:
        commit = stream.commit([*first, *edits], message([]), when)
    done = (stream.ref, None, commit)
    if swap(repo, [(branch.ref, commit, branch.tip), done]):
        return True
    swap(repo, [done])
    return False


def _forget_waiting(repo: Repository, objects: Objects, blobs: Collection[Oid]) -> None:
    waiting = pending.open_pending(repo, objects)
    gone = [name for name in waiting.entries() if name.oid in blobs]
    if gone:
        pending.change(waiting, drop=gone)


def _holding(
    repo: Repository, branch: Branch, blobs: Collection[Oid]
) -> list[ManifestName | GraphName]:
    """What the index has of commits whose trees hold one of the blobs, as far as they are here, and
    which does not say that they are purged."""
    if branch.tip is None or not blobs:
        return []
    names = [n for n in entries_of(repo, branch.tip) if isinstance(n, ManifestName | GraphName)]
    commits = {name.commit for name in names}
    with open_objects(repo, bulk=len(commits) > _BULK) as objects:
        trees = _Trees(objects, repo.oid_size, frozenset(blobs))
        held = {commit: trees.count(commit) for commit in commits}
        return [
            name
            for name in names
            if held[name.commit]
            and not (
                isinstance(name, ManifestName)
                and _knows(branch, objects, name, blobs, held[name.commit])
            )
        ]


def _knows(
    branch: Branch, objects: Objects, name: ManifestName, blobs: Collection[Oid], held: int
) -> bool:
    """Whether a manifest was made after the purge: all `held` files that are one of the blobs are
    purged by it.  Of a graph nobody can tell."""
    manifest = branch.manifest(name.set, name.commit)
    said = manifest.skipped.items() if manifest is not None else ()
    purged = [path for path, reason in said if reason == PURGED]
    if len(purged) < held:
        return False
    found = (objects.lookup(name.commit, path) for path in purged)
    return sum(entry is not None and entry[1] in blobs for entry in found) == held


class _Trees:
    """How many files of a tree are one of some blobs, each tree looked at once."""

    def __init__(self, objects: Objects, oid_size: int, blobs: frozenset[Oid]) -> None:
        self._objects = objects
        self._oid_size = oid_size
        self._blobs = blobs
        self._known: dict[Oid, int] = {}
        self._begun: dict[Oid, tuple[int, list[Oid]]] = {}

    def count(self, commit: Oid) -> int:
        """In a commit's tree, as far as it is here."""
        raw = self._objects.read(commit) or b""
        if not raw.startswith(b"tree "):
            return 0
        tree = from_hex(raw[5 : raw.index(b"\n")])
        todo = [tree]  # no recursion: a tree may be of any depth
        while todo:
            one = todo[-1]
            if one not in self._known:
                if one not in self._begun:
                    self._begun[one] = self._look(one)
                own, below = self._begun[one]
                unknown = [oid for oid in below if oid not in self._known]
                if unknown:
                    todo += unknown
                    continue
                self._known[one] = own + sum(self._known[oid] for oid in below)
                del self._begun[one]
            todo.pop()
        return self._known[tree]

    def _look(self, tree: Oid) -> tuple[int, list[Oid]]:
        """How many of a tree's own files are among the blobs, and the trees in it."""
        entries = parse_tree(self._objects.read(tree) or b"", self._oid_size)
        own = sum(entry.mode != TREE and entry.oid in self._blobs for entry in entries)
        return own, [entry.oid for entry in entries if entry.mode == TREE]


def named(repo: Repository, objects: Objects, targets: Iterable[str]) -> set[Oid]:
    """The blobs that are meant.

    An empty file holds nothing to be purged, and all empty files are one blob: that one is never
    among them.
    """
    branch = Branch.open(repo, objects)
    found: set[Oid] = set()
    for target in targets:
        oid = _as_oid(repo, target)
        blobs = _ever_at(repo, objects, branch, target) if oid is None else set()
        if not blobs:
            oid = oid or _abbreviated(repo, target)
            blobs = {_meant(branch, oid)} if oid is not None else blobs
        if not blobs:
            raise UsageError(f"{target}: no commit here ever had it; name the blob by its oid")
        found |= blobs
    return found - {EMPTY_BLOB[repo.object_format]}


def _as_oid(repo: Repository, target: str) -> Oid | None:
    """The oid that is spelled out; UsageError for one of something else than a blob."""
    if len(target) != 2 * repo.oid_size or target.strip("0123456789abcdef"):
        return None
    kind = repo.git("cat-file", "-t", target, ok=(0, 128)).strip().decode("ascii")
    if kind not in ("", "blob"):  # what is not here may be a blob elsewhere
        raise UsageError(f"{target}: a {kind}, not a blob")
    return bytes.fromhex(target)


def _abbreviated(repo: Repository, target: str) -> Oid | None:
    """The blob that is here and whose oid so begins, where only one does; UsageError where several
    do."""
    if not 4 <= len(target) < 2 * repo.oid_size or target.strip("0123456789abcdef"):
        return None
    digits = repo.git("rev-parse", f"--disambiguate={target}")
    if not digits:
        return None
    kinds = repo.git("cat-file", "--batch-check=%(objecttype) %(objectname)", input=digits)
    found = [line[5:] for line in kinds.splitlines() if line.startswith(b"blob ")]
    if len(found) > 1:
        raise UsageError(f"{target}: the oids of {len(found)} blobs begin so; give more digits")
    return from_hex(found[0]) if found else None


def _meant(branch: Branch, oid: Oid) -> Oid:
    """The source blob, where `oid` is that of its record."""
    records = branch.entries()
    return next((name.oid for name, blob in records.items() if blob == oid), oid)


def _ever_at(repo: Repository, objects: Objects, branch: Branch, target: str) -> set[Oid]:
    """What a path ever had, in commits that are reached or indexed."""
    path = posixpath.normpath(os.path.join(repo.prefix, os.fsencode(target)))
    if path == b"." or path.startswith((b"/", b"../")) or path == b"..":
        raise UsageError(f"{target}: not a path inside the repository")
    found = reach.ever_at(repo, branch.ref, path)
    names = entries_of(repo, branch.tip) if branch.tip is not None else {}
    for commit in reach.here(objects, {n.commit for n in names if isinstance(n, ManifestName)}):
        entry = objects.lookup(commit, path)
        if entry is not None and entry[0] == TREE:
            found.update(one.oid for one in tree_entries(repo, to_hex(entry[1])) if _is_file(one))
        elif entry is not None:
            found.update([entry[1]] if _is_file(Entry(path, *entry)) else [])
    return found


def _is_file(entry: Entry) -> bool:
    return entry.mode & 0o170000 == 0o100000
