"""Objects read by libgit2: for thousands of reads in one process."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

import pygit2

from uindex.git import refs
from uindex.git.trees import TreeReader, too_large, unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uindex.git.oid import Oid
    from uindex.git.repository import Repository

_KINDS = {1: "commit", 2: "tree", 3: "blob", 4: "tag"}


def open_pygit2(repo: Repository) -> Pygit2Objects | None:
    """The objects of `repo`, or None where libgit2 refuses to open it.

    libgit2 reads fewer sources of safe.directory than git does, so it may call a repository
    foreign that git accepts. `repo` exists because git has just accepted it: for this one opening
    libgit2 takes git's word, and no longer.
    """
    before = pygit2.settings.owner_validation
    pygit2.settings.owner_validation = False
    try:
        handle = pygit2.Repository(
            os.fsdecode(repo.git_dir), pygit2.enums.RepositoryOpenFlag.NO_SEARCH
        )
    except pygit2.GitError:
        return None
    finally:
        pygit2.settings.owner_validation = before
    return Pygit2Objects(repo, handle)


class Pygit2Objects(TreeReader):
    """See `objects.Objects`."""

    def __init__(self, repo: Repository, handle: pygit2.Repository) -> None:
        super().__init__(repo.oid_size)
        self._repo = repo
        self._handle = handle
        self._odb = handle.odb

    def read(self, oid: Oid) -> bytes | None:
        raw = self._raw(oid)
        return None if raw is None else raw[1]

    def read_many(self, oids: Iterable[Oid], limit: int | None = None) -> Iterator[bytes | None]:
        return map(self.read if limit is None else partial(self._read_small, limit), oids)

    def size(self, oid: Oid) -> int | None:
        try:
            return int(self._odb.read_header(pygit2.Oid(raw=oid))[1])
        except KeyError:
            return None
        except pygit2.GitError as error:
            raise unreadable(oid) from error

    def size_many(self, oids: Iterable[Oid]) -> Iterator[int | None]:
        return map(self.size, oids)

    def resolve(self, spec: bytes) -> Oid | None:
        # libgit2 knows less of the syntax, and does not know the worktree's own refs.
        return refs.resolve(self._repo, spec)

    def close(self) -> None:
        self._handle.free()

    def _read_small(self, limit: int, oid: Oid) -> bytes | None:
        size = self.size(oid)
        return None if size is None or size > limit else self.read(oid)

    def _raw(self, oid: Oid, limit: int | None = None) -> tuple[str, bytes] | None:
        size = None if limit is None else self.size(oid)
        if limit is not None and size is not None and size > limit:
            raise too_large(oid, size, limit)
        try:
            kind, data = self._odb.read(pygit2.Oid(raw=oid))
        except KeyError:
            return None
        except pygit2.GitError as error:
            raise unreadable(oid) from error
        return _KINDS[int(kind)], data
