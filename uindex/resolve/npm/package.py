"""What a package.json says of the files that its package is made of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uindex.resolve import jsonc
from uindex.resolve.facts import folder_of, join
from uindex.resolve.npm.files import file_at, first, index_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from uindex.resolve.facts import Facts

_ENTRIES = ("source", "svelte", "module", "jsnext:main", "main", "browser", "types", "typings")
_DEPENDENCIES = (
    "dependencies", "devDependencies", "peerDependencies", "optionalDependencies",
)  # fmt: skip
_BUILT = frozenset(
    "dist lib build es esm cjs out umd commonjs module modules types typings node browser "
    "production development bundle output target libs js declarations".split()
)
"""Folders that hold what a build made, at the beginning of a path in a package."""
_SOURCES = ("src", "source", "lib", "")
_EMITTED = re.compile(
    r"(?:\.(?:min|esm|cjs|umd|mjs|es|global|prod|dev|development|production|common|module|bundle"
    r"|browser|node))*(?:\.d\.[mc]?ts|\.[mc]?[jt]sx?)\Z"
)
_TYPES = re.compile(r"\.d\.[mc]?ts\Z")
_LAST = ("types", "typings")
_RARE = frozenset(
    "react-server worker workerd edge-light deno bun electron react-native production browser "
    "edge-routine netlify".split()
)


class Settings(NamedTuple):
    """A file of settings as read."""

    data: dict[str, object]
    fault: str = ""
    """Why it could not be read, on one line."""


class Package(NamedTuple):
    """What resolving needs of a package.json."""

    folder: str
    data: Mapping[str, object]

    @property
    def name(self) -> str:
        return text_of(self.data.get("name"))

    def dependency(self, name: str) -> str:
        """The version that is asked for, as written; "" where none is."""
        for key in _DEPENDENCIES:
            versions = self.data.get(key)
            if isinstance(versions, dict) and name in versions:
                return text_of(versions[name]) or "*"
        return ""


def settings(facts: Facts, path: str) -> Settings:
    """A file of settings, with comments or without."""
    return facts.memo(("npm.settings", path), lambda: _settings(facts.text(path)))


def _settings(text: str | None) -> Settings:
    if text is None:
        return Settings({}, "cannot be read")
    try:
        data = jsonc.read(text)
    except ValueError as error:
        return Settings({}, str(error))
    return Settings(data) if isinstance(data, dict) else Settings({}, "is no object")


def text_of(value: object) -> str:
    """A value of settings that should be text; "" for another."""
    return value if isinstance(value, str) else ""


def package_at(facts: Facts, path: str) -> Package:
    return Package(folder_of(path), settings(facts, path).data)


def nearest_package(facts: Facts, folder: str) -> Package | None:
    """The package that files of a folder belong to."""
    path = facts.tree.nearest(f"{folder}/-" if folder else "-", "package.json")
    return package_at(facts, path) if path else None


def entry(facts: Facts, package: Package, sub: str, typed: bool) -> tuple[str, ...]:
    """The files that `name/sub` means to others; `sub` is "" for the package itself."""
    exports = package.data.get("exports")
    written = list(targets(exports, f"./{sub}" if sub else ".")) if exports is not None else []
    if not sub:
        written += [text_of(package.data.get(key)) for key in _ENTRIES]
    found = _all(facts, package, written, typed)
    if found:
        return found
    if sub:
        # What is published may be a folder that a build fills from the sources.
        place = package.folder
        return _at(facts, place, sub, typed) or _file(facts, place, f"src/{sub}", typed)
    sources = (f"{source}/index" if source else "index" for source in _SOURCES)
    return first(_file(facts, package.folder, source, typed) for source in sources)


def internal(facts: Facts, package: Package, name: str, typed: bool) -> tuple[str, ...] | None:
    """The files that `#x` means within a package; None where that is told as another package's."""
    imports = package.data.get("imports")
    written = list(targets(imports, name)) if isinstance(imports, dict) else []
    found = _all(facts, package, [each for each in written if each[:1] == "."], typed)
    return found if found or not any(each[:1] != "." for each in written) else None


def _all(facts: Facts, package: Package, written: Sequence[str], typed: bool) -> tuple[str, ...]:
    """The first of these paths that leads somewhere, and the declarations that they say."""
    tried = (_at(facts, package.folder, each, typed) for each in written if each)
    files = first(tried)
    types = (each for each in written if _TYPES.search(each))
    declared = first(_at(facts, package.folder, each, typed) for each in types) if files else ()
    return tuple(dict.fromkeys([*files, *declared]))


def folder_entry(facts: Facts, folder: str, typed: bool) -> tuple[str, ...]:
    """What a relative path to a folder means: what its package.json says, or its index."""
    manifest = f"{folder}/package.json" if folder else "package.json"
    if manifest in facts.tree:
        package = package_at(facts, manifest)
        written = (text_of(package.data.get(key)) for key in _ENTRIES)
        found = first(_at(facts, folder, target, typed) for target in written if target)
        if found:
            return found
    return index_of(facts, folder, typed)


def targets(mapping: object, name: str) -> Iterator[str]:
    """What a map of exports or imports says of a name: exact ones, else the longest before a star;
    of conditions the usual ones first, and declarations last."""
    if not isinstance(mapping, dict) or not any(key[:1] in (".", "#") for key in mapping):
        if name == ".":
            yield from _flat(mapping, "")
        return
    if name in mapping:
        yield from _flat(mapping[name], "")
        return
    best: tuple[int, int, str, str] | None = None
    for key in mapping:
        before, star, after = key.partition("*")
        if not star and not key.endswith("/"):
            continue
        if name.startswith(before) and name.endswith(after) and len(name) > len(before + after):
            best = max(best or (-1, 0, "", ""), (len(before), len(key), key, name[len(before) :]))
    if best is not None:
        key, rest = best[2], best[3]
        rest = rest.removesuffix(key.partition("*")[2]) if "*" in key else rest
        for target in _flat(mapping[key], rest):
            yield target if "*" in key else target + rest


def _flat(value: object, star: str, depth: int = 0) -> Iterator[str]:
    """The paths of nested conditions and lists, in the order they are tried."""
    if isinstance(value, str):
        yield value.replace("*", star)
    elif depth < 8 and isinstance(value, list):
        for each in value:
            yield from _flat(each, star, depth + 1)
    elif depth < 8 and isinstance(value, dict):
        for key in sorted(value, key=_rank):
            yield from _flat(value[key], star, depth + 1)


def _rank(condition: str) -> int:
    if condition in ("source", "development") or condition.endswith(("/source", "-source")):
        return 0
    if condition.startswith(_LAST):
        return 3
    return 2 if condition in _RARE else 1


def _at(facts: Facts, folder: str, target: str, typed: bool) -> tuple[str, ...]:
    """The file at a path in a package, or the source that it is built from."""
    return _file(facts, folder, target, typed) or built_from(facts, folder, target, typed)


def _file(facts: Facts, folder: str, target: str, typed: bool) -> tuple[str, ...]:
    path = join(folder, target)
    if path is None:
        return ()
    return file_at(facts, path, typed) or index_of(facts, path, typed)


def built_from(facts: Facts, folder: str, target: str, typed: bool) -> tuple[str, ...]:
    """The source of what a build writes to a path in a package: `dist/esm/a.js` is `src/a.ts`."""
    path = join("", target)
    parts = path.split("/") if path else []
    stem = _EMITTED.sub("", parts[-1]) if parts else ""
    count = 0
    while count < len(parts) - 1 and parts[count] in _BUILT:
        count += 1
        rest = [*parts[count:-1], stem]
        for source in _SOURCES:
            if source == parts[0]:
                continue
            found = _file(facts, folder, "/".join([source, *rest] if source else rest), typed)
            if found:
                return found
    return ()
