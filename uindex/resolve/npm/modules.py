"""Where the specifier of an import leads, as Node, the compiler and bundlers find it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.resolve.facts import join
from uindex.resolve.model import RESOLVED, Module, dangling, external, found
from uindex.resolve.npm.builtin import BUILTIN
from uindex.resolve.npm.config import nearest_options
from uindex.resolve.npm.files import file_at
from uindex.resolve.npm.package import (
    Package,
    built_from,
    entry,
    folder_entry,
    internal,
    nearest_package,
    targets,
)
from uindex.resolve.npm.workspace import package_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.resolve.facts import Facts

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_NPM = re.compile(r"(?:@[a-z0-9._~-]+/)?[A-Za-z0-9._-][A-Za-z0-9._~-]*(?:/|\Z)")
_SOURCES = {
    "@": ("src", ""), "~": ("src", "", "app"), "$lib": ("src/lib",), "@@": ("",), "~~": ("",),
}  # fmt: skip
"""What no package can be called -> where in their package projects keep what they call so."""
_KIT = re.compile(r"\$(?:app|env|service-worker)(?:/|\Z)")


def module_of(facts: Facts, folder: str, specifier: str, typed: bool) -> Module:
    """Where a specifier in a file of a folder leads; `typed` says that the file has types."""
    known: dict[str, Module] = facts.memo(("npm.modules", folder, typed), dict)
    module = known.get(specifier)
    if module is None:
        module = known[specifier] = _module(facts, folder, specifier, typed)
    return module


def _module(facts: Facts, folder: str, specifier: str, typed: bool) -> Module:
    name = plain(specifier)
    if name in (".", "..") or name.startswith(("./", "../")):
        return _relative(facts, folder, name, typed)
    mapped = _mapped(facts, folder, name, typed)
    if mapped is not None:
        return mapped
    if _SCHEME.match(name):
        return external(name)
    if name.startswith(("/@", "\0", "\\0")):
        return external(name)  # of a server or a plugin
    if name.startswith("/"):
        return _rooted(facts, folder, name, typed)
    if name.startswith("#"):
        return _internal(facts, folder, name, typed)
    if name.partition("/")[0] in BUILTIN:
        return external(f"node:{name}")
    if not _NPM.match(name):
        return _aliased(facts, folder, name, typed)
    return packaged(facts, folder, name, typed)


def plain(specifier: str) -> str:
    """A specifier without the loaders of webpack before it and the query behind it."""
    name = specifier.rpartition("!")[2] if "!" in specifier else specifier
    return name.partition("?")[0]


def _relative(facts: Facts, folder: str, name: str, typed: bool) -> Module:
    path = join(folder, name)
    if path is None:
        return dangling(f"outside the repository: {name}")
    files = _meant(facts, path, typed, folder_only=name.endswith(("/", "/.", "/..")) or path == "")
    return found(*files) if files else dangling(f"no such file: {path}")


def _meant(facts: Facts, path: str, typed: bool, folder_only: bool = False) -> tuple[str, ...]:
    """The files that a path from the root of the tree means."""
    files = () if folder_only else file_at(facts, path, typed)
    files = files or folder_entry(facts, path, typed)
    if files:
        return files
    # What a build writes is not in the tree, its source is.
    package = nearest_package(facts, path.rpartition("/")[0])
    if package is None:
        return ()
    inner = path[len(package.folder) + 1 :] if package.folder else path
    return built_from(facts, package.folder, inner, typed)


def _mapped(facts: Facts, folder: str, name: str, typed: bool) -> Module | None:
    """What the nearest configuration of the compiler makes of a name; None where it says nothing
    of it."""
    options = nearest_options(facts, folder)
    pattern, paths = options.mapped(name)
    inside = [path for path in paths if "node_modules" not in path.split("/")]
    for path in inside:
        files = _meant(facts, path, typed)
        if files:
            return found(*files)
    if options.base is not None:
        base = options.base.under(options.folder)
        there = None if base is None else join(base, name)
        files = () if there is None else _at_base(facts, there, typed)
        if files:
            return found(*files)
    if inside and len(inside) == len(paths) and pattern.strip("*"):
        module = packaged(facts, folder, name, typed) if _NPM.match(name) else None
        if module is not None and module.status == RESOLVED:
            return module
        return dangling(f"no such file: {inside[0]} ({pattern} of {options.path})")
    return None


def _at_base(facts: Facts, path: str, typed: bool) -> tuple[str, ...]:
    return file_at(facts, path, typed) or folder_entry(facts, path, typed)


def _rooted(facts: Facts, folder: str, name: str, typed: bool) -> Module:
    """A path from the root of the site: of the package or what it serves as it is."""
    package = nearest_package(facts, folder)
    root = package.folder if package else ""
    for place in (root, join(root, "public"), join(root, "static")):
        path = join(place or "", name.lstrip("/"))
        files = () if path is None else _meant(facts, path, typed)
        if files:
            return found(*files)
    return dangling(f"no such file: {name} under {root or 'the root'}")


def _internal(facts: Facts, folder: str, name: str, typed: bool) -> Module:
    package = nearest_package(facts, folder)
    while package is not None and "imports" not in package.data and package.folder:
        package = nearest_package(facts, package.folder.rpartition("/")[0])
    if package is None or "imports" not in package.data:
        return dangling(f"no imports of {name} in a package.json")
    files = internal(facts, package, name, typed)
    if files is None:
        return external(name)
    where = f"{package.folder}/package.json".lstrip("/")
    return found(*files) if files else dangling(f"{name} is not among the imports of {where}")


def _aliased(facts: Facts, folder: str, name: str, typed: bool) -> Module:
    """A name that no package can have: by convention it lies in the sources of the package."""
    if _KIT.match(name):
        return external(name)
    for path in _in_sources(facts, folder, name):
        files = _meant(facts, path, typed)
        if files:
            return found(*files)
    first = name.partition("/")[0]
    return dangling(f"no alias for {first} in a tsconfig.json or jsconfig.json, and no such file")


def _in_sources(facts: Facts, folder: str, name: str) -> Iterator[str]:
    first, _, rest = name.partition("/")
    package = nearest_package(facts, folder)
    root = package.folder if package else ""
    for place in _SOURCES.get(first, ()):
        path = join(join(root, place) or "", rest)
        if path is not None:
            yield path


def places(facts: Facts, folder: str, name: str) -> Iterator[str]:
    """The paths, from the root of the tree and perhaps without extension, that a name which is not
    relative may mean by aliases and packages of the repository: for files that are no modules."""
    options = nearest_options(facts, folder)
    yield from options.mapped(name)[1]
    yield from _in_sources(facts, folder, name)
    called, sub = _split(name)
    package = package_named(facts, folder, called)
    if package is not None:
        written = [*targets(package.data.get("exports"), f"./{sub}" if sub else "."), sub]
        paths = (join(package.folder, each) for each in written if each)
        yield from (path for path in paths if path is not None)


def packaged(facts: Facts, folder: str, name: str, typed: bool) -> Module:
    """What a name means among packages: one of the repository, or one from outside."""
    called, sub = _split(name)
    package = package_named(facts, folder, called)
    if package is None:
        return external(called)
    files = entry(facts, package, sub.rstrip("/"), typed)
    return found(*files) if files else dangling(_lacking(package, sub))


def _split(name: str) -> tuple[str, str]:
    """(package, path in it) of a name."""
    parts = name.split("/")
    size = 2 if name.startswith("@") else 1
    return "/".join(parts[:size]), "/".join(parts[size:])


def _lacking(package: Package, sub: str) -> str:
    where = package.folder or "the root"
    if sub:
        return f"package {package.name} in {where} has no {sub}"
    return f"package {package.name} in {where} has no file to begin with"
