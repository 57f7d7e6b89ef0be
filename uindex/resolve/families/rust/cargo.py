"""Cargo's packages: the crates that they make of files, and what they call those of others."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, NamedTuple, cast

from uindex.resolve.facts import folder_of, join

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from uindex.resolve.facts import Facts

_Table = dict[str, object]
_DEPENDENCIES = ("dependencies", "dev-dependencies", "build-dependencies")
_TARGETS = {"bin": "src/bin", "example": "examples", "test": "tests", "bench": "benches"}
_MODERN = 2018


class Package(NamedTuple):
    """A Cargo.toml with a package in it."""

    folder: str
    name: str
    crate: str
    """What the code of others calls its library."""
    library: str
    """The root of its library, "" for none."""
    roots: frozenset[str]
    """The roots of all its crates."""
    dependencies: Mapping[str, _Table]
    """What its own code calls a package -> what the manifest says of that."""
    modern: bool
    """Whether paths of `use` begin where the file is, not at the root of its crate."""


def crate_name(name: str) -> str:
    return name.replace("-", "_")


def package_of(facts: Facts, path: str) -> Package | None:
    """The package that a file belongs to: the nearest around it."""
    folder = folder_of(path)
    return facts.memo(("cargo package", folder), lambda: _package_around(facts, folder))


def _package_around(facts: Facts, folder: str) -> Package | None:
    while True:
        manifest = facts.tree.nearest(f"{folder}/x".lstrip("/"), "Cargo.toml")
        if manifest is None:
            return None
        package = _package(facts, manifest)
        folder = folder_of(manifest)
        if package or not folder:
            return package
        folder = folder_of(folder)


def packages(facts: Facts) -> Mapping[str, list[Package]]:
    """Every package of the repository, by its name."""
    return facts.memo(("cargo packages",), lambda: _packages(facts))


def _packages(facts: Facts) -> Mapping[str, list[Package]]:
    known: dict[str, list[Package]] = {}
    for manifest in facts.tree.called("Cargo.toml"):
        package = _package(facts, manifest)
        if package:
            known.setdefault(package.name, []).append(package)
    return known


def dependency(facts: Facts, package: Package, crate: str) -> Package | str | None:
    """What the code of a package means by a crate: one of the repository, the name of one that is
    not, or None where its manifest does not name it."""
    said = package.dependencies.get(crate)
    if said is None:
        return None
    folder = package.folder
    if said.get("workspace") is True:
        folder, said = _shared(facts, package.folder, crate) or (folder, said)
    name = _text(said.get("package")) or _text(said.get("called"))
    written = _text(said.get("path"))
    if written or "path" in said:
        there = join(folder, written)
        found = _package(facts, f"{there}/Cargo.toml".lstrip("/")) if there is not None else None
        if found:
            return found
    same = packages(facts).get(name, ())
    return same[0] if len(same) == 1 else name


def _shared(facts: Facts, folder: str, crate: str) -> tuple[str, _Table] | None:
    """(folder, entry) of a dependency that the workspace around says more of."""
    while True:
        manifest = facts.tree.nearest(f"{folder}/x".lstrip("/"), "Cargo.toml")
        if manifest is None:
            return None
        folder = folder_of(manifest)
        workspace = _table(_read(facts, manifest).get("workspace"))
        entries = dict(_entries(_table(workspace.get("dependencies"))))
        if crate in entries:
            return folder, entries[crate]
        if not folder:
            return None
        folder = folder_of(folder)


def _package(facts: Facts, manifest: str) -> Package | None:
    if manifest not in facts.tree:
        return None
    return facts.memo(("cargo", manifest), lambda: _made(facts, manifest))


def _read(facts: Facts, manifest: str) -> _Table:
    return facts.memo(("cargo toml", manifest), lambda: _parse(facts.text(manifest) or ""))


def _parse(text: str) -> _Table:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}


def _made(facts: Facts, manifest: str) -> Package | None:
    said = _read(facts, manifest)
    head = _table(said.get("package") or said.get("project"))
    name = _text(head.get("name"))
    if not name:
        return None
    folder = folder_of(manifest)
    lib = _table(said.get("lib"))
    library = join(folder, _text(lib.get("path")) or "src/lib.rs") or ""
    library = library if library in facts.tree else ""
    build = join(folder, _text(head.get("build")) or "build.rs") or ""
    edition = head.get("edition", "2015")
    modern = not isinstance(edition, str) or (edition.isdigit() and int(edition) >= _MODERN)
    roots = {*_automatic(facts, folder, said, modern), *_named(said, folder), library, build}
    return Package(
        folder,
        name,
        crate_name(_text(lib.get("name")) or name),
        library,
        frozenset(root for root in roots if root in facts.tree),
        _dependencies(said),
        modern,
    )


def _automatic(facts: Facts, folder: str, said: _Table, modern: bool) -> Iterator[str]:
    """The roots of crates that no manifest need name."""
    tree = facts.tree
    head = _table(said.get("package") or said.get("project"))
    for kind, place in _TARGETS.items():
        plural = "auto" + kind + ("es" if kind == "bench" else "s")
        if head.get(plural, modern or kind not in said) is not True:
            continue
        if kind == "bin":
            yield f"{folder}/src/main.rs".lstrip("/")
        there = f"{folder}/{place}".lstrip("/")
        for path in tree.files_in(there):
            if path.endswith(".rs"):
                yield path
        for path in tree.called("main.rs") if tree.is_folder(there) else ():
            if folder_of(folder_of(path)) == there:
                yield path


def _named(said: _Table, folder: str) -> Iterator[str]:
    for kind, place in _TARGETS.items():
        entries = said.get(kind)
        for entry in entries if isinstance(entries, list) else ():
            table = _table(entry)
            name = _text(table.get("name"))
            written = _text(table.get("path")) or f"{place}/{name}.rs"
            yield join(folder, written) or ""


def _dependencies(said: _Table) -> Mapping[str, _Table]:
    known: dict[str, _Table] = {}
    tables = [said, *map(_table, _table(said.get("target")).values())]
    for table in tables:
        for kind in _DEPENDENCIES:
            known |= _entries(_table(table.get(kind)) or _table(table.get(kind.replace("-", "_"))))
    return known


def _entries(table: _Table) -> Iterator[tuple[str, _Table]]:
    """(name in the code, what is said) of each dependency."""
    for name, entry in table.items():
        yield crate_name(name), {"called": name, **_table(entry)}


def _table(value: object) -> _Table:
    return cast("_Table", value) if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
