"""Zig: files by path, and modules by the names that build.zig gives them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of, join
from uindex.resolve.family import Family
from uindex.resolve.model import Module, Place, dangling, external, found

if TYPE_CHECKING:
    from uindex.record import Link, Symbol
    from uindex.resolve.facts import Facts

_STANDARD = frozenset(["std", "builtin", "root"])
_COMMENT = re.compile(r"//[^\n]*")
_STATEMENT = re.compile(r"[^;]+")
_ROOT = re.compile(
    r"""\broot_source_file\s*=\s*(?:\w+\.path\(\s*|\.\{\s*\.(?:path|cwd_relative)\s*=\s*)?"([^"\n]+)\""""
)
_VARIABLE = re.compile(
    r"\b(?:const|var)\s+(\w+)\s*(?::[^=]+)?=\s*\w+\.(?:addModule|createModule)\("
)
_NAMED = re.compile(r"""\b(?:addModule|addAnonymousImport)\(\s*"([^"\n]+)\"""")
_IMPORTED = re.compile(r"""\baddImport\(\s*"([^"\n]+)"\s*,\s*([\w.]+)""")
_LISTED = re.compile(r"""\.name\s*=\s*"([^"\n]+)"\s*,\s*\.module\s*=\s*([\w.]+)""")
_PACKAGED = re.compile(r"""\baddPackagePath\(\s*"([^"\n]+)"\s*,\s*"([^"\n]+)\"""")


class Zig(Family):
    langs = ("zig",)
    selves = frozenset(["self", "Self"])
    supers = frozenset[str]()
    transparent = frozenset[str]()
    builtins = frozenset(
        "anyerror anyopaque anytype bool comptime_float comptime_int f16 f32 f64 f128 i8 i16 i32 "
        "i64 i128 isize noreturn null type u8 u16 u32 u64 u128 undefined usize void".split()
    )
    keeps_types = True
    type_parameters = True
    file_types = True
    aliases = frozenset(["alias"])

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        folder, specifier = folder_of(path), link.receiver
        key = ("zig import", folder, specifier)
        return facts.memo(key, lambda: _import(facts, folder, specifier))

    def is_standard(self, module: Module) -> bool:
        return module.name in _STANDARD

    def aliased(self, facts: Facts, place: Place) -> Place | None:
        record = facts.record(place.path)
        symbol = record.symbols[place.at] if record else None
        if symbol is None or not symbol.signature.endswith("@This()"):
            return None
        return Place(place.path, symbol.parent)

    def makes_type(self, facts: Facts, place: Place) -> bool:
        record = facts.record(place.path)
        if record is None or not record.symbols[place.at].signature.endswith(" type"):
            return False
        key = ("zig makers", place.path)
        return place.at in facts.memo(
            key, lambda: {one.parent for one in record.symbols if one.kind in ("method", "field")}
        )

    def fits(self, link: Link, symbol: Symbol) -> bool:
        return link.kind != "call" or not link.receiver or symbol.kind in ("method", "function")


def _import(facts: Facts, folder: str, specifier: str) -> Module:
    if specifier in _STANDARD:
        return external(specifier)
    if specifier.endswith((".zig", ".zon")) or "/" in specifier:
        there = join(folder, specifier)
        if there is None:
            return dangling(f"{specifier} leads out of the repository")
        return found(there) if there in facts.tree else dangling(f"no file {there}")
    files = _modules(facts, folder).get(specifier, ())
    if len(files) == 1:
        there = next(iter(files))
        return found(there) if there in facts.tree else dangling(f"no file {there}")
    return external(specifier)


def _modules(facts: Facts, folder: str) -> dict[str, set[str]]:
    """name -> the files that the build.zig of a folder, or of the nearest around it, gives it"""
    key = ("zig build", folder)
    build = facts.memo(key, lambda: facts.tree.nearest(f"{folder}/x".lstrip("/"), "build.zig"))
    if build is None:
        return {}
    return facts.memo(("zig modules", build), lambda: _read(facts.text(build) or "", build))


def _read(text: str, build: str) -> dict[str, set[str]]:
    """Names of modules as far as a build.zig says them in so many words."""
    folder, held = folder_of(build), dict[str, set[str]]()
    named: dict[str, set[str]] = {}
    text = _COMMENT.sub("", text)
    for match in _STATEMENT.finditer(text):
        root = _ROOT.search(match[0])
        there = join(folder, root[1]) if root else None
        if there is not None:
            for variable in _VARIABLE.findall(match[0])[:1]:
                held.setdefault(variable, set()).add(there)
            for name in _NAMED.findall(match[0])[:1]:
                named.setdefault(name, set()).add(there)
    for name, written in _PACKAGED.findall(text):
        named.setdefault(name, set()).add(join(folder, written) or written)
    for name, module in [*_IMPORTED.findall(text), *_LISTED.findall(text)]:
        files = held.get(module.rpartition(".")[2])
        if files:
            named.setdefault(name, set()).update(files)
    return named


FAMILY = Zig()
