"""Imports of Scala, which begin with any name that is in scope."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of
from uindex.resolve.families.jvm.packages import PACKAGES, find, is_package
from uindex.resolve.model import Module, Place, external, found

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.record import Link
    from uindex.resolve.facts import Facts

ROOT = "_root_"
STEPS = 4
"""Imports that one import may begin with, one after the other."""


def module(facts: Facts, path: str, link: Link) -> Module:
    """What an import leads to: through another import of the file, a package around it, a name
    that the file defines, or from the root."""
    if not link.receiver:
        return _module(facts, path, link.name, "")
    return _module(facts, path, _expanded(facts, path, link.receiver), link.name)


def around(facts: Facts, path: str) -> tuple[str, ...]:
    """The packages whose members a file of Scala sees, the outermost first; none for others."""
    if facts.lang(path) != "scala":
        return ()
    return facts.memo(("scala", "around", path), lambda: _around(facts, path))


def _around(facts: Facts, path: str) -> tuple[str, ...]:
    """`package a.b` alone does not show what is in `a`; `package a` and `package b` in it do."""
    record = facts.record(path)
    seen: dict[str, None] = {}
    home = ""
    for symbol in record.symbols if record else ():
        if symbol.kind == "package" and symbol.parent < 0 and symbol.end == symbol.name_end:
            home = f"{home}.{symbol.name}" if home else symbol.name
            seen[home] = None
    # Those in braces see themselves.
    seen.update(dict.fromkeys(PACKAGES.declared(facts, path)))
    return tuple(name for name in seen if name) or ("",)


def _expanded(facts: Facts, path: str, specifier: str) -> str:
    """A specifier with the imports put in that it begins with."""
    local = _local(facts, path)
    for _ in range(STEPS):
        first, dot, rest = specifier.partition(".")
        full = local.get(first)
        if full is None or full.partition(".")[0] == first:
            break
        specifier = full + dot + rest
    return specifier


def _local(facts: Facts, path: str) -> dict[str, str]:
    """Name -> what an import of the file says that it stands for."""

    def make() -> dict[str, str]:
        record = facts.record(path)
        return {
            link.alias or link.name: f"{link.receiver}.{link.name}"
            for link in (record.links if record else ())
            if link.kind == "import" and link.receiver and link.name not in ("", "*")
        }

    return facts.memo(("scala", "local", path), make)


def _module(facts: Facts, path: str, specifier: str, name: str) -> Module:
    packages = around(facts, path)
    key = ("scala", folder_of(path), packages, specifier, name)
    known = facts.memo(key, lambda: _global(facts, path, packages, specifier, name))
    if known is None:
        first = specifier.partition(".")[0]
        # A value whose members are imported, or an object inside of another.
        if any(place.path == path for place in facts.named(first)):
            return found(path, name=specifier)
        return external(specifier)
    return known


def _global(
    facts: Facts, path: str, packages: tuple[str, ...], specifier: str, name: str
) -> Module | None:
    first, _, rest = specifier.partition(".")
    if first == ROOT:
        return find(facts, path, rest, name) or external(rest)
    for package in reversed(packages):
        inner = f"{package}.{first}" if package else first
        if PACKAGES.members(facts, package, first) or (package and is_package(facts, inner)):
            known = find(facts, path, f"{package}.{specifier}" if package else specifier, name)
            if known is not None:
                return known
    known = find(facts, path, specifier, name)
    if known is None and name and is_package(facts, f"{specifier}.{name}"):
        return found(folder=specifier)
    return known


def companions(facts: Facts, link: Link, places: Sequence[Place]) -> Sequence[Place]:
    """The class, of a class and its object, unless it may be what the object applies that is
    called."""
    found: dict[str, list[int]] = {}
    for place in places:
        found.setdefault(place.path, []).append(place.at)
    if len(found) != 1:
        return places
    path, ats = next(iter(found.items()))
    record = facts.record(path)
    symbols = record.symbols if record else ()
    objects = [at for at in ats if symbols[at].kind == "object"]
    types = [at for at in ats if symbols[at].kind in ("class", "trait", "enum", "type")]
    if len(objects) != 1 or len(types) != 1 or len(ats) != 2:
        return places
    applied = any(symbol.name == "apply" and symbol.parent == objects[0] for symbol in symbols)
    if link.kind == "call" and applied and "case class" not in symbols[types[0]].signature:
        return places
    return [Place(path, types[0])]
