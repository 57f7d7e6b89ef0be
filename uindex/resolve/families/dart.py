"""Dart: libraries by path or by the package of a pubspec.yaml, with their parts and exports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uindex.resolve.facts import folder_of, join
from uindex.resolve.family import Family
from uindex.resolve.model import Module, dangling, external, found

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.record import Link, Symbol
    from uindex.resolve.facts import Facts
    from uindex.resolve.model import Place

_PUBSPEC = "pubspec.yaml"
_KEY = re.compile(r"^( *)([\w-]+) *:[ \t]*(.*)$")
_DEPENDENCIES = frozenset(["dependencies", "dev_dependencies", "dependency_overrides"])


class _Pubspec(NamedTuple):
    folder: str
    name: str
    paths: dict[str, str]
    """package -> folder as written, of dependencies that are one"""


class _Seen(NamedTuple):
    """The files whose outermost names a file sees without a prefix."""

    whole: frozenset[str]
    shown: dict[str, frozenset[str]]
    """name -> files that it alone is taken from"""


class Dart(Family):
    langs = ("dart",)
    selves = frozenset(["this"])
    supers = frozenset(["super"])
    super_calls = False
    bare_members = True
    type_parameters = True
    transparent = frozenset[str]()
    builtins = frozenset(
        "BigInt Comparable DateTime Duration Enum Error Exception Function Future Iterable "
        "Iterator List Map Never Null Object Pattern RegExp Set StackTrace Stopwatch Stream "
        "String StringBuffer Symbol Type Uri bool double dynamic identical int num print "
        "void".split()
    )

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        folder, specifier = folder_of(path), link.receiver
        key = ("dart import", folder, specifier)
        return facts.memo(key, lambda: _import(facts, folder, specifier))

    def is_standard(self, module: Module) -> bool:
        return module.name.startswith("dart:")

    def opens(self, link: Link) -> bool:
        return False  # see `everywhere`

    def local(self, facts: Facts, path: str, link: Link) -> tuple[str, Link]:
        return ("" if link.name else link.alias), link

    def everywhere(self, facts: Facts, path: str, name: str) -> Sequence[Place]:
        library = _library(facts, path)
        own = _definitions(facts, name, _files(facts, library))
        if own:
            return own
        seen = facts.memo(("dart seen", library), lambda: _seen(facts, library))
        return _definitions(facts, name, seen.whole | seen.shown.get(name, frozenset()))

    def defined(self, facts: Facts, module: Module, name: str) -> Sequence[Place] | None:
        files = frozenset[str]().union(*(_handed_on(facts, one, name) for one in module.files))
        return _definitions(facts, name, files)

    def fits(self, link: Link, symbol: Symbol) -> bool:
        return link.kind != "call" or not link.receiver or symbol.parent >= 0


def _definitions(facts: Facts, name: str, files: frozenset[str]) -> list[Place]:
    """The outermost definitions of a name in some files."""
    places = []
    for place in facts.named(name):
        if place.path in files:
            record = facts.record(place.path)
            symbol = record.symbols[place.at] if record else None
            if symbol and symbol.parent < 0 and symbol.kind != "module":
                places.append(place)
    return places


def _imports(facts: Facts, path: str) -> Sequence[Link]:
    return facts.imports(path) if facts.lang(path) == "dart" else ()


def _library(facts: Facts, path: str) -> str:
    """The file of the library that a file is of: that which it says it is a part of, and which
    names it in turn."""
    return facts.memo(("dart library", path), lambda: _find_library(facts, path))


def _find_library(facts: Facts, path: str) -> str:
    links = list(_imports(facts, path))
    if len(links) != 1 or links[0].name != "*" or links[0].alias:
        return path
    for file in _import(facts, folder_of(path), links[0].receiver).files:
        for link in _imports(facts, file):
            if path in _import(facts, folder_of(file), link.receiver).files and file != path:
                return file
    return path


def _files(facts: Facts, library: str) -> frozenset[str]:
    """A library's own file and its parts."""
    return facts.memo(("dart files", library), lambda: frozenset(_find_files(facts, library)))


def _find_files(facts: Facts, library: str) -> Iterator[str]:
    yield library
    for link in _imports(facts, library):
        if link.name == "*" and not link.alias:
            for file in _import(facts, folder_of(library), link.receiver).files:
                if _library(facts, file) == library:
                    yield file


def _seen(facts: Facts, library: str) -> _Seen:
    whole: set[str] = set()
    shown: dict[str, set[str]] = {}
    for link in _imports(facts, library):
        if link.alias:
            continue  # handed on, or behind a prefix
        for file in _import(facts, folder_of(library), link.receiver).files:
            if link.name == "*":
                whole |= _handed_on(facts, file, "*")
                for name, files in _shown(facts, file).items():
                    shown.setdefault(name, set()).update(files)
            else:
                shown.setdefault(link.name, set()).update(_handed_on(facts, file, link.name))
    return _Seen(frozenset(whole), {name: frozenset(files) for name, files in shown.items()})


def _shown(facts: Facts, file: str) -> dict[str, set[str]]:
    """Names that a library exports one by one, with the files that they may come from."""
    return facts.memo(("dart shown", file), lambda: _find_shown(facts, file))


def _find_shown(facts: Facts, file: str) -> dict[str, set[str]]:
    shown: dict[str, set[str]] = {}
    for library in _closure(facts, file):
        for link in _imports(facts, library):
            if link.alias == link.name != "*":
                for target in _import(facts, folder_of(library), link.receiver).files:
                    shown.setdefault(link.name, set()).update(
                        *(_files(facts, one) for one in _closure(facts, target))
                    )
    return shown


def _closure(facts: Facts, library: str) -> frozenset[str]:
    """A library and those that it exports whole, theirs included."""
    return facts.memo(("dart closure", library), lambda: _find_closure(facts, library))


def _find_closure(facts: Facts, library: str) -> frozenset[str]:
    known, waiting = {library}, [library]
    while waiting:
        path = waiting.pop()
        for link in _imports(facts, path):
            if link.name == link.alias == "*":
                for file in _import(facts, folder_of(path), link.receiver).files:
                    if file not in known:
                        known.add(file)
                        waiting.append(file)
    return frozenset(known)


def _handed_on(facts: Facts, library: str, name: str) -> frozenset[str]:
    """The files from which importers of a library may get a name; `*`: those whole."""
    files = frozenset[str]().union(*(_files(facts, one) for one in _closure(facts, library)))
    return files if name == "*" else files | _shown(facts, library).get(name, set())


def _import(facts: Facts, folder: str, specifier: str) -> Module:
    scheme, _, rest = specifier.partition(":")
    if rest and scheme != "package":
        return external(specifier)
    if rest:
        name, _, tail = rest.partition("/")
        package = _package(facts, folder, name)
        if package is None:
            return external(name)
        there = join(package, f"lib/{tail}")
    elif not specifier.endswith(".dart"):
        return _by_name(facts, folder, specifier)
    else:
        there = join(folder, specifier)
    if there is None:
        return dangling(f"{specifier} leads out of the repository")
    return found(there) if there in facts.tree else dangling(f"no file {there}")


def _by_name(facts: Facts, folder: str, name: str) -> Module:
    """The library of that name, as older parts tell what they are of."""
    files = []
    for place in facts.named(name):
        record = facts.record(place.path) if facts.lang(place.path) == "dart" else None
        if record and record.symbols[place.at].kind == "module":
            files.append(place.path)
    near = [file for file in files if folder_of(file) == folder] or files
    return found(near[0]) if len(near) == 1 else dangling(f"no library {name}")


def _package(facts: Facts, folder: str, name: str) -> str | None:
    """The folder of a package as a file in `folder` knows it: its own, one that it depends on by a
    path, or the only one of that name."""
    around = f"{folder}/x".lstrip("/")
    key = ("dart pubspec", folder)
    nearest = facts.memo(key, lambda: facts.tree.nearest(around, _PUBSPEC))
    own = _pubspec(facts, nearest) if nearest else None
    if own and own.name == name:
        return own.folder
    if own and name in own.paths:
        return join(own.folder, own.paths[name])
    same = facts.memo(("dart packages",), lambda: _packages(facts)).get(name, ())
    return same[0] if len(same) == 1 else None


def _packages(facts: Facts) -> dict[str, list[str]]:
    known: dict[str, list[str]] = {}
    for path in facts.tree.called(_PUBSPEC):
        pubspec = _pubspec(facts, path)
        known.setdefault(pubspec.name, []).append(pubspec.folder)
    return known


def _pubspec(facts: Facts, path: str) -> _Pubspec:
    return facts.memo(("dart spec", path), lambda: _read(facts.text(path) or "", folder_of(path)))


def _read(text: str, folder: str) -> _Pubspec:
    """The name of a pubspec.yaml, and its dependencies by path: keys of three depths."""
    name, section, package = "", "", ""
    paths: dict[str, str] = {}
    for line in text.splitlines():
        match = _KEY.match(line)
        if match is None:
            continue
        depth, key, value = len(match[1]), match[2], match[3].split(" #")[0].strip("\"' ")
        if depth == 0:
            section = key
            name = value if key == "name" else name
        elif section in _DEPENDENCIES and key == "path" and package and depth > 2:
            paths[package] = value
        elif depth == 2:
            package = key
    return _Pubspec(folder, name, paths)


FAMILY = Dart()
