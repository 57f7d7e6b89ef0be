"""What may be asked of a snapshot: its paths, its records, its names."""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from uindex.record import Link, Record
    from uindex.resolve.model import Place

_T = TypeVar("_T")


class Source(Protocol):
    """Where facts come from: the cache of a tree with what is uncommitted over it, or a test."""

    def paths(self) -> Iterable[str]:
        """Every file of the tree, those that are not indexed included."""

    def record(self, path: str) -> Record | None:
        """The record of an indexed file."""

    def imports(self, path: str) -> Sequence[Link]:
        """The imports of an indexed file, as its record has them; cheaper than the record."""

    def lang(self, path: str) -> str:
        """The language of an indexed file, "" for others; cheaper than its record."""

    def named(self, name: str) -> Sequence[Place]:
        """Every symbol of exactly this name, by path and position."""

    def text(self, path: str) -> str | None:
        """The content of a file, undecodable bytes replaced: for configuration alone, since a
        record has no values.  None where there is no such file or it cannot be read."""


class Tree:
    """The paths of a snapshot, and quick ways to look among them."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths: AbstractSet[str] = frozenset(paths)

    def __contains__(self, path: str) -> bool:
        return path in self.paths

    @cached_property
    def _folders(self) -> dict[str, list[str]]:
        """Folder -> the paths of the files in it, sorted; folders of folders only are in it too."""
        folders: dict[str, list[str]] = {"": []}
        for path in self.paths:
            folder = path.rpartition("/")[0]
            known = folders.get(folder)
            if known is None:
                known = folders[folder] = []
                while folder:
                    folder = folder.rpartition("/")[0]
                    if folder in folders:
                        break
                    folders[folder] = []
            known.append(path)
        for files in folders.values():
            files.sort()
        return folders

    @cached_property
    def _bases(self) -> dict[str, list[str]]:
        bases: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            bases.setdefault(path.rpartition("/")[2], []).append(path)
        return bases

    def is_folder(self, folder: str) -> bool:
        """Whether any file lies under `folder` ("" is the root)."""
        return folder in self._folders

    def folders(self) -> Iterable[str]:
        """Every folder, the root included, in no order."""
        return self._folders

    def files_in(self, folder: str) -> Sequence[str]:
        """The files directly in a folder, sorted."""
        return self._folders.get(folder, ())

    def called(self, base: str) -> Sequence[str]:
        """The files of that name in any folder, sorted."""
        return self._bases.get(base, ())

    def ending(self, tail: str) -> list[str]:
        """The files whose last components are those of `tail`, sorted."""
        base = tail.rpartition("/")[2]
        return [path for path in self.called(base) if path == tail or path.endswith("/" + tail)]

    def nearest(self, path: str, *bases: str) -> str | None:
        """The file of one of these names in the folder of `path` or the nearest one around it; in
        one folder the first of the names counts."""
        folder = path.rpartition("/")[0]
        while True:
            for base in bases:
                there = f"{folder}/{base}" if folder else base
                if there in self.paths:
                    return there
            if not folder:
                return None
            folder = folder.rpartition("/")[0]


class Facts:
    """A snapshot as resolvers see it.  What they find out of it is remembered with `memo`.

    Where an import leads (`Family.module`) may depend on all of the file that it stands in, but on
    other files only by what `watch.outline` keeps of their records: nothing that is inside
    functions, no positions.  So an edit there changes the imports of no other file.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._memo: dict[tuple[object, ...], object] = {}
        self.record = source.record
        self.imports = source.imports
        self.lang = source.lang
        self.named = source.named
        self.text = source.text

    @cached_property
    def tree(self) -> Tree:
        return Tree(self._source.paths())

    def memo(self, key: tuple[object, ...], make: Callable[[], _T]) -> _T:
        """What `make` gives, made once for each key; keys begin with a name of their user."""
        try:
            return cast("_T", self._memo[key])
        except KeyError:
            made = self._memo[key] = make()
            return made


def join(folder: str, relative: str) -> str | None:
    """A path relative to a folder of the tree as one from the root; None outside the tree."""
    path = posixpath.normpath(posixpath.join(folder, relative))
    if path == ".":
        return ""
    return None if path.startswith(("../", "/")) or path == ".." else path


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]
