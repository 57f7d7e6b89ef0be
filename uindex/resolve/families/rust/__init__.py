"""Rust: crates of Cargo's packages, and the modules that `mod` makes of their files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.resolve.families.rust import modules
from uindex.resolve.families.rust.cargo import dependency, package_of, packages
from uindex.resolve.families.rust.names import (
    BUILTINS,
    MAKERS,
    OPTIONAL,
    PASSING,
    STANDARD,
    WRAPPERS,
)
from uindex.resolve.family import Family
from uindex.resolve.model import (
    CANDIDATE,
    EXTERNAL,
    RESOLVED,
    Module,
    Place,
    Target,
    dangling,
    external,
    found,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.record import Link, Record, Symbol
    from uindex.resolve.facts import Facts

_DEEPEST = 20
"""Names handed on from one `use` to the next."""


_ANCHOR = re.compile(r"((?:self|super|crate|\$crate)(?:::(?:self|super))*)(?:::|$)")


class Rust(Family):
    langs = ("rust",)
    selves = frozenset(["self", "Self"])
    supers = frozenset[str]()
    builtins = BUILTINS
    transparent = frozenset[str]()
    walls = frozenset(["module"])
    paths = True
    blocks = True
    locals_hide = True
    keeps_types = True
    redeclares = True
    type_parameters = True
    passing = PASSING
    wraps = WRAPPERS

    def distinct(self, lang: str) -> bool:
        return True

    def is_standard(self, module: Module) -> bool:
        return module.name in STANDARD

    def doubt(self, facts: Facts, link: Link, places: Sequence[Place]) -> str:
        if link.name not in OPTIONAL or link.receiver in ("", "self") or "::" in link.receiver[-2:]:
            return ""
        record = facts.record(places[0].path)
        owned = record is not None and all(record.symbols[p.at].kind == "method" for p in places)
        return "or that of an Option or Result" if owned else ""

    def gives_anything(self, library: bool, name: str) -> bool:
        return name not in MAKERS

    def split(self, receiver: str) -> list[tuple[str, bool]]:
        # `self::a` begins with a module, `self.a` with a value; `super::super` is one step.  A mere
        # `self` is a value in a method.
        match = _ANCHOR.match(receiver) if receiver != "self" else None
        if match is None:
            return super().split(receiver)
        rest = receiver[match.end() :]
        return [(match[1] + "::", False), *(super().split(rest) if rest else ())]

    def local(self, facts: Facts, path: str, link: Link) -> tuple[str, Link]:
        if link.symbol >= 0 and not link.name:
            record = facts.record(path)
            if _module_name(record, link.symbol) in (
                link.alias,
                link.receiver.removeprefix("self::"),
            ):
                return "", link  # `mod x;` is a definition
        name, meant = super().local(facts, path, link)
        return ("" if name == "_" else name), meant

    def parts(self, facts: Facts, place: Place) -> Sequence[Place]:
        """The files of `mod x;`."""
        record = facts.record(place.path)
        symbol = record.symbols[place.at] if record else None
        if symbol is None or symbol.kind != "module":
            return ()
        around = Place(place.path, modules.outline(facts, place.path).around[place.at])
        inner = modules.children(facts, around, symbol.name)
        return [child for child in inner if child != place]

    def root(self, facts: Facts, place: Place, name: str) -> Place | Module | None:
        names = name.rstrip(":").split("::")
        if names[0] in ("crate", "$crate", "self", "super"):
            here = module_at(facts, place.path, place.at)
            started = _start(facts, here, names, 0)
            return started if isinstance(started, Module) else started[0]
        meant = crate(facts, place.path, name)
        return (
            None if isinstance(meant, Module) and not _is_named(facts, place.path, name) else meant
        )

    def linked(self, facts: Facts, path: str, link: Link) -> Target:
        """A macro, which is seen in all that comes after it, whatever module it is in."""
        here = modules.root(facts, Place(path))
        places = (
            tuple(place for place in facts.named(link.name) if _is_macro(facts, place, here))
            if link.kind == "call"
            else ()
        )
        if not places:
            return Target(EXTERNAL)
        return Target(RESOLVED if len(places) == 1 else CANDIDATE, places)

    def fits(self, link: Link, symbol: Symbol) -> bool:
        return link.kind != "call" or not link.receiver or symbol.kind == "method"

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        key = ("rust import", path, link.symbol, link.receiver, link.name)
        return facts.memo(key, lambda: _import(facts, path, link))


def _is_named(facts: Facts, path: str, name: str) -> bool:
    """Whether a file may call a crate by that name."""
    package = package_of(facts, path)
    known = package.dependencies if package else ()
    return name in STANDARD or name in known


def _is_macro(facts: Facts, place: Place, root: Place) -> bool:
    """Whether a symbol is a macro of the crate with that root."""
    if facts.lang(place.path) != "rust":
        return False
    record = facts.record(place.path)
    kind = record.symbols[place.at].kind if record else ""
    return kind == "macro" and modules.root(facts, Place(place.path)) == root


def module_at(facts: Facts, path: str, symbol: int) -> Place:
    """The module around a symbol of a file; a symbol of that kind is inside itself."""
    record = facts.record(path)
    if record and symbol >= 0 and record.symbols[symbol].kind != "module":
        symbol = modules.outline(facts, path).around[symbol]
    return Place(path, symbol)


def _import(facts: Facts, path: str, link: Link) -> Module:
    if link.symbol >= 0 and not link.name:
        declared = _declaration(facts, path, link)
        if declared:
            return declared
    here = module_at(facts, path, link.symbol)
    names = link.receiver.split("::")
    if link.name not in ("", "*"):
        names.append(link.name)
    return walk(facts, here, names)


def _declaration(facts: Facts, path: str, link: Link) -> Module | None:
    """Where `mod x;` leads; None for another import."""
    record = facts.record(path)
    name = _module_name(record, link.symbol)
    if not name or name not in (link.alias, link.receiver.removeprefix("self::")):
        return None
    outline = modules.outline(facts, path)
    module = Place(path, outline.around[link.symbol])
    declared = [one for one in outline.declared.get((module.at, name), ()) if not one.here]
    files = dict.fromkeys(
        file for one in declared if one.at == link.symbol
        for file in modules.files_of(facts, module, name, one)
    )  # fmt: skip
    if files:
        return found(*files)
    written = declared[0].written if declared else ()
    return dangling(f"no file {' or '.join(written or modules.usual(facts, module, name))}")


def walk(facts: Facts, here: Place, names: Sequence[str]) -> Module:
    """Where a path that begins in a module leads: the file of the last module on it, and what of
    the path is left from there."""
    located = _locate(facts, here, names, 0)
    if isinstance(located, Module):
        return located
    module, rest = located
    if rest and not _names(facts, module, rest[0]):
        macro = _exported_macro(facts, module, rest)
        if macro or not _may_have_more(facts, module):
            return macro or dangling(f"{module.path} has no {rest[0]}")
    return found(module.path, name="::".join(rest))


_Located = Module | tuple[Place, "Sequence[str]"]
"""A module and what of a path is left from there; or what ends before that."""


def _locate(facts: Facts, here: Place, names: Sequence[str], depth: int) -> _Located:
    started = _start(facts, here, names, depth)
    if isinstance(started, Module):
        return started
    module, rest = started
    while rest:
        inner = _inside(facts, module, rest[0], depth)
        if isinstance(inner, Module):
            return inner
        if inner is None:
            break
        module, rest = inner, rest[1:]
    return module, rest


def _exported_macro(facts: Facts, module: Place, rest: Sequence[str]) -> Module | None:
    """A macro that is exported belongs to the root of its crate, wherever it stands."""
    if len(rest) > 1 or module != modules.root(facts, module):
        return None
    for place in facts.named(rest[0]):
        record = facts.record(place.path) if facts.lang(place.path) == "rust" else None
        symbol = record.symbols[place.at] if record else None
        exported = symbol and symbol.kind == "macro" and symbol.visibility == "public"
        if exported and modules.root(facts, place) == module:
            return found(place.path, name=rest[0])
    return None


def _start(facts: Facts, here: Place, names: Sequence[str], depth: int) -> _Located:
    """The module that a path begins with, and the rest of the path."""
    first = names[0]
    if first in ("crate", "$crate"):
        return modules.root(facts, here), names[1:]
    at, module = 0, here
    while at < len(names) and names[at] in ("self", "super"):
        if names[at] == "super":
            outer = modules.parent(facts, module)
            if outer is None:
                return dangling(f"no module around {module.path}")
            module = outer
        at += 1
    if at:
        return module, names[at:]
    base = modules.root(facts, here)
    package = package_of(facts, here.path)
    for there in (here,) if package and package.modern else (here, base):
        if _inside(facts, there, first, depth) or _defines(facts, there, first):
            return there, names
    start = crate(facts, here.path, first)
    return start if isinstance(start, Module) else (start, names[1:])


def crate(facts: Facts, path: str, name: str) -> Place | Module:
    """What code in a file means by the name of a crate."""
    package = package_of(facts, path)
    if package is None:
        same = [one for all_named in packages(facts).values() for one in all_named]
        same = [one for one in same if one.crate == name and one.library]
        return Place(same[0].library) if len(same) == 1 else external(name)
    if name == package.crate and package.library:
        return Place(package.library)
    meant = dependency(facts, package, name)
    if meant is None or isinstance(meant, str):
        # What the manifest does not name comes from the language, or from a macro.
        return external(meant or name)
    if not meant.library:
        return dangling(f"{meant.folder or 'the root'} has no library")
    return Place(meant.library)


def _inside(facts: Facts, module: Place, name: str, depth: int) -> Place | Module | None:
    """The module that a name stands for in another, by `mod` or handed on by `use`."""
    inner = modules.children(facts, module, name)
    if inner:
        return inner[0]
    for link in _uses(facts, module.path).get((module.at, name), ()):
        if depth >= _DEEPEST:
            return None
        path = [*link.receiver.split("::"), *([link.name] if link.name else ())]
        located: _Located
        if path[0] == name:
            # `use foo::foo` and the like: the first name is a crate, not what it brings.
            start = crate(facts, module.path, name)
            rest = ["self", *path[1:]]
            located = start if isinstance(start, Module) else _locate(facts, start, rest, depth + 1)
        else:
            located = _locate(facts, module, path, depth + 1)
        if isinstance(located, Module):
            return located
        if not located[1]:
            return located[0]
    return None


def _uses(facts: Facts, path: str) -> dict[tuple[int, str], list[Link]]:
    """(module, local name) -> the imports right in it that bring it"""
    return facts.memo(("rust uses", path), lambda: _find_uses(facts, path))


def _find_uses(facts: Facts, path: str) -> dict[tuple[int, str], list[Link]]:
    record = facts.record(path)
    uses: dict[tuple[int, str], list[Link]] = {}
    for link in record.links if record else ():
        if link.kind == "import" and not link.receiver.endswith(".rs"):
            name = link.alias or link.name or link.receiver.rpartition("::")[2]
            declares = name == _module_name(record, link.symbol) and not link.name
            if not declares:
                uses.setdefault((link.symbol, name), []).append(link)
    return uses


def _module_name(record: Record | None, at: int) -> str:
    """The name of the symbol there if it is a module, else ""."""
    symbol = record.symbols[at] if record and at >= 0 else None
    return symbol.name if symbol and symbol.kind == "module" else ""


def _defines(facts: Facts, module: Place, name: str) -> bool:
    """Whether something of that name stands right in a module."""
    return (module.at, name) in facts.memo(
        ("rust names", module.path), lambda: _find_names(facts, module.path)
    )


def _find_names(facts: Facts, path: str) -> frozenset[tuple[int, str]]:
    record = facts.record(path)
    symbols = record.symbols if record else ()
    return frozenset((symbol.parent, symbol.name) for symbol in symbols if symbol.kind != "impl")


def _names(facts: Facts, module: Place, name: str) -> bool:
    """Whether a module says that it has something of that name."""
    return _defines(facts, module, name) or (module.at, name) in _uses(facts, module.path)


def _may_have_more(facts: Facts, module: Place) -> bool:
    """Whether `use x::*` or a macro may bring names that cannot be seen in a module."""
    if (module.at, "*") in _uses(facts, module.path):
        return True
    record = facts.record(module.path)
    return record is None or any(
        link.kind == "call" and link.symbol == module.at for link in record.links
    )


FAMILY = Rust()
