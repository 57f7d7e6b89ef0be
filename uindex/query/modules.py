"""The files of a view divided into modules: folders that are large enough to be told of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.rows import FOREIGN, PROJECT, TEST
from uindex.query.options import DOCS
from uindex.query.results import path_text
from uindex.resolve.facts import folder_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uindex.query.view import View

_DATA = frozenset("json yaml toml ini xml csv properties".split())
_WEIGHTS = {PROJECT: 1.0, TEST: 0.3, FOREIGN: 0.05}
_OF_DOCS, _OF_DATA = 0.1, 0.02
_WORTH_SPLITTING = 0.04
_WORTH_TELLING = 0.02
"""Shares of the whole: larger modules are divided, smaller parts of them stay together."""
_MANIFESTS = (
    *("package.json", "pyproject.toml", "setup.py", "Cargo.toml", "go.mod", "pom.xml"),
    *("build.gradle", "build.gradle.kts", "composer.json", "mix.exs", "Package.swift"),
    *("build.zig", "DESCRIPTION", "dune-project", "pubspec.yaml", "Gemfile"),
)
_MANIFEST_ENDINGS = (".gemspec", ".csproj", ".cabal")


class Listed(NamedTuple):
    """A file as dividing sees it."""

    path: str
    lang: str
    symbols: int
    rank: int

    @property
    def is_code(self) -> bool:
        return self.lang not in DOCS and self.lang not in _DATA

    @property
    def weight(self) -> float:
        """What it counts for when modules are cut: code of the project proper the most."""
        share = _OF_DOCS if self.lang in DOCS else _OF_DATA if self.lang in _DATA else 1.0
        return (1 + self.symbols) * share * _WEIGHTS[self.rank]


class Module(NamedTuple):
    """A folder: with all that is in it, or with what is not told of by itself."""

    path: str
    files: Sequence[Listed]
    without: tuple[str, ...]
    """Folders in it that are modules of their own."""
    manifest: str
    """The path of what says that a package begins here, or ""."""

    @property
    def weight(self) -> float:
        return sum(file.weight for file in self.files)


def listed(view: View) -> list[Listed]:
    """Every indexed file of a view, by path."""
    corpus = view.corpus
    hidden = {one.path for one in corpus.overlay}
    if view.worktree is not None:
        hidden |= view.worktree.deleted()
    rows = corpus.reader.sized() if corpus.reader else []
    found = [Listed(path_text(row[0]), *row[1:]) for row in rows if row[0] not in hidden]
    for one in corpus.overlay:
        row = corpus.overlaid(one.path)
        rank = row.rank if row else PROJECT
        record = one.record
        found.append(Listed(path_text(one.path), record.lang, len(record.symbols), rank))
    return sorted(found)


class _Folder:
    """A folder of the tree with what is in it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.own: list[Listed] = []
        self.inner: dict[str, _Folder] = {}
        self.weight = 0.0

    def files(self) -> list[Listed]:
        found = list(self.own)
        for folder in self.inner.values():
            found += folder.files()
        return found

    def settled(self) -> _Folder:
        """The folder itself, or the one inside it that has all the files."""
        folder = self
        while len(folder.inner) == 1 and not any(file.is_code for file in folder.own):
            (inner,) = folder.inner.values()
            if inner.weight < 0.9 * folder.weight:
                break
            folder = inner
        return folder


def _tree(files: Iterable[Listed], root: str) -> _Folder:
    top = _Folder(root)
    known = {root: top}

    def folder_at(path: str) -> _Folder:
        if path not in known:
            outer = folder_at(folder_of(path) if path else root)
            known[path] = outer.inner[path] = _Folder(path)
        return known[path]

    for file in files:
        folder = folder_at(folder_of(file.path))
        folder.own.append(file)
        while True:
            folder.weight += file.weight
            if folder.path == root:
                break
            folder = known[folder_of(folder.path)]
    return top


def divide(files: Sequence[Listed], root: str, most: int) -> list[Module]:
    """At most so many modules below a folder, the weightiest first: what is directly in it is
    divided always, what is further in by weight."""
    top = _tree(files, root)
    if not top.weight:
        return []
    whole: list[_Folder] = []
    rests: list[Module] = []
    manifests = _manifests(files)
    _split(top, 0.0 if len(top.inner) <= most else _WORTH_TELLING / 2, whole, rests, manifests)
    while len(whole) + len(rests) < most:
        large = [one for one in whole if one.inner and one.weight > _WORTH_SPLITTING * top.weight]
        if not large:
            break
        folder = max(large, key=lambda one: (one.weight, one.path))
        whole.remove(folder)
        _split(folder.settled(), _WORTH_TELLING * top.weight, whole, rests, manifests)
    modules = [
        Module(one.path, one.files(), (), manifests.get(one.path, ""))
        for one in map(_Folder.settled, whole)
    ]
    modules += rests
    return sorted(modules, key=lambda module: (-module.weight, module.path))[:most]


def _split(
    folder: _Folder,
    least: float,
    whole: list[_Folder],
    rests: list[Module],
    manifests: dict[str, str],
) -> None:
    """The folders in a folder that weigh enough, and what is left of it."""
    kept = [inner for inner in folder.inner.values() if inner.weight >= least]
    small = [inner for inner in folder.inner.values() if inner.weight < least]
    whole += kept
    rest = list(folder.own)
    for inner in small:
        rest += inner.files()
    if rest:
        without = tuple(inner.path for inner in kept)
        rests.append(Module(folder.path, rest, without, manifests.get(folder.path, "")))


def _manifests(files: Iterable[Listed]) -> dict[str, str]:
    """Folder -> the manifest of the package that begins there."""
    found: dict[str, tuple[int, str]] = {}
    for file in files:
        folder, _, base = file.path.rpartition("/")
        order = len(_MANIFESTS)
        if base in _MANIFESTS:
            order = _MANIFESTS.index(base)
        elif not base.endswith(_MANIFEST_ENDINGS):
            continue
        found[folder] = min((order, file.path), found.get(folder, (order, file.path)))
    return {folder: path for folder, (_, path) in found.items()}
