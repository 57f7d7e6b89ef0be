"""What is ours, lies beside the index, and is of no use any more."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from uindex.cache import generation
from uindex.cache.place import folder
from uindex.git.refs import TEMPORARY, is_left_over, list_refs, sweep_temporary

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from uindex.git.objects import Objects
    from uindex.git.repository import Repository

_WORKTREE = b"worktree-"
_REV = b"rev-"
_DB = b".db"


class Leftovers(NamedTuple):
    """Things that nobody will miss."""

    refs: int
    """Temporary refs of processes that are no more."""
    drafts: tuple[bytes, ...]
    """Files about commits that are gone."""
    caches: tuple[bytes, ...]
    """Slots of worktrees and trees that are gone."""


def find(repo: Repository, objects: Objects, drafts: Collection[bytes]) -> Leftovers:
    """What there is; `drafts` are those that are of no use."""
    names = (ref.removeprefix(TEMPORARY) for ref in list_refs(repo, TEMPORARY))
    refs = sum(is_left_over(name) for name in names)
    return Leftovers(refs, tuple(sorted(drafts)), tuple(_caches(repo, objects)))


def remove(repo: Repository, found: Leftovers) -> None:
    sweep_temporary(repo)
    for path in found.drafts:
        with suppress(FileNotFoundError):  # another process tidies up as well
            os.unlink(path)
    for slot in found.caches:
        generation.remove(slot)
    with suppress(FileNotFoundError):  # there never was a cache
        generation.sweep(folder(repo))


def forget_caches(repo: Repository) -> None:
    """Remove all caches: they are made again when they are needed."""
    for slot in _slots(repo):
        generation.remove(slot)


def _caches(repo: Repository, objects: Objects) -> Iterator[bytes]:
    linked = os.path.join(repo.common_dir, b"worktrees")
    for slot in _slots(repo):
        name = os.path.basename(slot).removesuffix(_DB)
        if name.startswith(_WORKTREE):
            if not os.path.isdir(os.path.join(linked, name.removeprefix(_WORKTREE))):
                yield slot
        elif name.startswith(_REV):
            digits = name.removeprefix(_REV).decode("ascii")
            if objects.size(bytes.fromhex(digits)) is None:
                yield slot


def _slots(repo: Repository) -> list[bytes]:
    where = folder(repo)
    try:
        names = os.listdir(where)
    except FileNotFoundError:
        return []
    return [os.path.join(where, name) for name in sorted(names) if name.endswith(_DB)]
