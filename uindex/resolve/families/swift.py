"""Swift: modules are the targets of Package.swift, and each file sees all of its module."""

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

_MANIFEST = "Package.swift"
_TARGET = re.compile(
    r"\.(target|executableTarget|testTarget|plugin|macro|systemLibrary|systemLibraryTarget)\s*\("
)
_LEXEME = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|[()\[\]]', re.DOTALL)
_ARGUMENT = re.compile(r'\b(name|path|targets)\s*:\s*(?:"([^"\\\n]*)")?')
_FOLDERS = ("Sources", "Source", "src", "srcs")
_OF_KIND = {"testTarget": ("Tests", *_FOLDERS), "plugin": ("Plugins", *_FOLDERS)}


class Target(NamedTuple):
    """A target of a Package.swift: one module."""

    name: str
    folder: str
    package: str
    """The folder of its Package.swift."""


class Swift(Family):
    langs = ("swift",)
    selves = frozenset(["self", "Self"])
    supers = frozenset(["super"])
    super_calls = False
    builtins = frozenset(
        "Any AnyObject Array Bool Character Codable Comparable Decodable Dictionary Double "
        "Encodable Equatable Error Float Hashable Int Int8 Int16 Int32 Int64 Never Optional "
        "Result Sendable Set String Substring UInt UInt8 UInt16 UInt32 UInt64 Void abs assert "
        "assertionFailure fatalError max min precondition preconditionFailure print type zip "
        "Task".split()
    )
    transparent = frozenset[str]()
    bare_members = True
    blocks = True
    type_parameters = True

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        package, name = _package(facts, path), link.receiver.partition(".")[0]
        return facts.memo(("swift import", package, name), lambda: _import(facts, package, name))

    def opens(self, link: Link) -> bool:
        return False  # see `everywhere`

    def takes_module(self, link: Link) -> bool:
        return not link.name

    def everywhere(self, facts: Facts, path: str, name: str) -> Sequence[Place]:
        """Of the module of the file, and if that has none of the modules it imports."""
        visible = facts.memo(("swift visible", path), lambda: _visible(facts, path))
        here = _module_of(facts, path)
        places = [place for place in facts.named(name) if _is_outermost(facts, place)]
        own = [place for place in places if _module_of(facts, place.path) == here]
        return own or [p for p in places if _module_of(facts, p.path) in visible]

    def fits(self, link: Link, symbol: Symbol) -> bool:
        return link.kind != "call" or not link.receiver or symbol.parent >= 0


def _is_outermost(facts: Facts, place: Place) -> bool:
    if facts.lang(place.path) != "swift":
        return False
    record = facts.record(place.path)
    symbol = record.symbols[place.at] if record else None
    return symbol is not None and symbol.parent < 0 and symbol.kind != "extension"


def _visible(facts: Facts, path: str) -> frozenset[Target]:
    package = _package(facts, path)
    names = {link.receiver for link in facts.imports(path)}
    targets = (_named(facts, package, name.partition(".")[0]) for name in names)
    return frozenset(target for target in targets if target)


def _import(facts: Facts, package: str | None, name: str) -> Module:
    target = _named(facts, package, name)
    if target is None:
        return external(name)
    files = facts.memo(("swift files",), lambda: _files(facts)).get(target, [])
    if files:
        return found(*files, folder=target.folder, name=name)
    if facts.tree.is_folder(target.folder):
        return found(folder=target.folder, name=name)
    return dangling(f"no folder {target.folder} for the target {name}")


def _named(facts: Facts, package: str | None, name: str) -> Target | None:
    """The module of that name: in the package itself, or in the only other one that has it."""
    known = facts.memo(("swift names",), lambda: _names(facts)).get(name, [])
    own = [target for target in known if target.package == package]
    if own:
        return own[0]
    return known[0] if len(known) == 1 else None


def _names(facts: Facts) -> dict[str, list[Target]]:
    names: dict[str, list[Target]] = {}
    for target in _targets(facts).values():
        names.setdefault(target.name.replace("-", "_"), []).append(target)
    return names


def _package(facts: Facts, path: str) -> str | None:
    """The folder of the Package.swift around a file."""
    folder = folder_of(path)
    key = ("swift package", folder)
    manifest = facts.memo(key, lambda: facts.tree.nearest(f"{folder}/x".lstrip("/"), _MANIFEST))
    return None if manifest is None else folder_of(manifest)


def _module_of(facts: Facts, path: str) -> Target:
    folder = folder_of(path)
    return facts.memo(("swift module", folder), lambda: _module_around(facts, folder))


def _module_around(facts: Facts, folder: str) -> Target:
    """The target whose folder is the nearest around; without any, what lies in one folder of the
    root is taken for a module, as where an Xcode project says it."""
    targets, around = _targets(facts), folder
    while True:
        if around in targets:
            return targets[around]
        if not around:
            top = folder.partition("/")[0]
            return Target(top, top, "")
        around = folder_of(around)


def _files(facts: Facts) -> dict[Target, list[str]]:
    files: dict[Target, list[str]] = {}
    for path in sorted(facts.tree.paths):
        if path.endswith(".swift"):
            files.setdefault(_module_of(facts, path), []).append(path)
    return files


def _targets(facts: Facts) -> dict[str, Target]:
    """folder -> the target whose files lie in it, of every package."""
    return facts.memo(("swift targets",), lambda: _find_targets(facts))


def _find_targets(facts: Facts) -> dict[str, Target]:
    targets: dict[str, Target] = {}
    for manifest in facts.tree.called(_MANIFEST):
        package = folder_of(manifest)
        for kind, name, path in _declared(facts.text(manifest) or ""):
            folder = _folder(facts, package, kind, name, path)
            if folder is not None:
                targets.setdefault(folder, Target(name, folder, package))
    return targets


def _folder(facts: Facts, package: str, kind: str, name: str, path: str | None) -> str | None:
    """Where the files of a target lie; None where that is outside."""
    if path is not None:
        return join(package, path)
    usual = [join(package, f"{base}/{name}") or "" for base in _OF_KIND.get(kind, _FOLDERS)]
    return next((one for one in usual if facts.tree.is_folder(one)), usual[0])


def _declared(text: str) -> Iterator[tuple[str, str, str | None]]:
    """(kind, name, path) of each target that a manifest declares; `.target(name:)` inside another
    is a dependency."""
    end = 0
    for match in _TARGET.finditer(text):
        if match.start() < end:
            continue
        own, end = _own_arguments(text, match.end())
        said = dict(_ARGUMENT.findall(own))
        if "name" in said and "targets" not in said:
            yield match[1], said["name"], said.get("path")


def _own_arguments(text: str, start: int) -> tuple[str, int]:
    """What a call's parentheses hold without what other brackets in them do, and where they end."""
    depth, kept, last = 1, [], start
    for match in _LEXEME.finditer(text, start):
        lexeme = match[0]
        if lexeme[0] == "/":
            kept.append(text[last : match.start()] if depth == 1 else "")
            last = match.end()
        elif lexeme in "([":
            if depth == 1:
                kept.append(text[last : match.start()])
            depth += 1
        elif lexeme in ")]":
            depth -= 1
            if depth == 0:
                return "".join([*kept, text[last : match.start()]]), match.end()
            if depth == 1:
                last = match.end()
    return "".join(kept), len(text)


FAMILY = Swift()
