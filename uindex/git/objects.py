"""Reading objects, through one of two back ends behind one small interface.

`objects_plumbing` keeps `git cat-file` processes open: it costs nothing to start and works in
every repository that git works in. `objects_pygit2` takes 75 ms to import and reads many
objects several times faster, in the repositories that libgit2 accepts.
tests/contract holds both to the same behaviour.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

from uindex.git.objects_plumbing import PlumbingObjects

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType
    from typing import Self

    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.git.trees import TreeEntry

# libgit2 1.9 refuses all others (partialclone, refstorage, objectformat=sha256, ...).
_LIBGIT2_EXTENSIONS = frozenset(
    ("noop", "objectformat", "preciousobjects", "relativeworktrees", "worktreeconfig")
)


class Objects(Protocol):
    """Objects by oid. An object that is not here (shallow or partial clone) is None.

    An object that is here but broken raises GitFailed.
    """

    def read(self, oid: Oid) -> bytes | None:
        """The content of a blob, or the raw form of any other object."""

    def read_many(self, oids: Iterable[Oid], limit: int | None = None) -> Iterator[bytes | None]:
        """`read` of each, in order, without a round trip for each.

        None as well for those of more than `limit` bytes, which are not read.
        """

    def size(self, oid: Oid) -> int | None:
        """The length of what `read` would return, without reading it where that is possible."""

    def size_many(self, oids: Iterable[Oid]) -> Iterator[int | None]:
        """`size` of each, in order."""

    def tree(self, oid: Oid) -> list[TreeEntry]:
        """The entries of a tree, or of the tree of a commit. GitFailed if it is not here, or too
        large to be read."""

    def resolve(self, spec: bytes) -> Oid | None:
        """What a revision in git's syntax names (`HEAD`, `main~2^{tree}`), or None."""

    def lookup(self, tree: Oid, path: bytes) -> tuple[int, Oid] | None:
        """Mode and oid of what `path` is in a tree (or a commit's tree), or None.

        GitFailed if a tree on the way is not here, or too large to be read.
        """

    def close(self) -> None:
        """End processes, release files. The object cannot be used afterwards."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


def open_objects(repo: Repository, *, bulk: bool = False) -> Objects:
    """The objects of `repo`. `bulk` says that thousands will be read."""
    if bulk and libgit2_accepts(repo):
        # 75 ms to import, so only where it pays.
        from uindex.git.objects_pygit2 import open_pygit2

        objects = open_pygit2(repo)
        if objects is not None:
            return objects
    return PlumbingObjects(repo)


def libgit2_accepts(repo: Repository) -> bool:
    """Whether libgit2 reads this repository, and reads the same object store as git does."""
    return (
        repo.object_format == "sha1"
        and _LIBGIT2_EXTENSIONS.issuperset(repo.extensions)
        and "GIT_OBJECT_DIRECTORY" not in os.environ
        and "GIT_ALTERNATE_OBJECT_DIRECTORIES" not in os.environ
    )
