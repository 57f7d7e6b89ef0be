"""Perl: packages by the roots they are loaded from; subs are of the package that names them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of, join
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
from uindex.resolve.scope import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.record import Link
    from uindex.resolve.facts import Facts

_EXPORT = re.compile(r"@EXPORT\b\s*=\s*([^;]{0,8000});")
_ASKED = re.compile(r"[@%]EXPORT_(?:OK|TAGS)\b\s*=\s*([^;]{0,8000});")
_NAME = re.compile(r"(?<![$@%\w])&?([A-Za-z_]\w*)")
_FILE = re.compile(r"[/.]")
_PACKAGES = frozenset(["package", "class", "trait"])
_ROOTS = ("lib", "", "t/lib", "t", "inc", "blib/lib", "perl", "perllib", "xt/lib")


class Perl(Family):
    langs = ("perl",)
    selves = frozenset(["$self", "$class", "$this", "__PACKAGE__", "$proto", "shift"])
    supers = frozenset(["SUPER"])
    super_calls = False
    types = TYPES | {"package"}
    makers = frozenset(["new"])
    made_of_class = True
    told_all = False
    last_wins = True
    separator = re.compile(r"::|->")

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        folder, written = folder_of(path), link.receiver
        return facts.memo(("perl module", folder, written), lambda: _module(facts, folder, written))

    def local(self, facts: Facts, path: str, link: Link) -> tuple[str, Link]:
        return link.name.lstrip("&") if link.name[:1] not in ":$@%" else "", link

    def opens(self, link: Link) -> bool:
        return False  # see `everywhere`

    def members(self, facts: Facts, place: Place, name: str) -> Sequence[Place]:
        record = facts.record(place.path)
        if record is None or record.symbols[place.at].kind not in _PACKAGES:
            return ()
        return _of_qualname(facts, f"{record.symbols[place.at].qualname}::{name}", name)

    def parts(self, facts: Facts, place: Place) -> Sequence[Place]:
        record = facts.record(place.path)
        symbol = record.symbols[place.at] if record else None
        if symbol is None or symbol.kind not in _PACKAGES:
            return ()
        return [one for one in _packages(facts, symbol.name) if one != place]

    def whole(self, facts: Facts, places: Sequence[Place]) -> Sequence[Place]:
        kept: dict[object, Place] = {}
        for place in places:
            record = facts.record(place.path)
            symbol = record.symbols[place.at] if record else None
            package = symbol.qualname if symbol and symbol.kind in _PACKAGES else None
            kept.setdefault(package or place, place)
        return [*kept.values()]

    def choose(self, facts: Facts, link: Link, places: Sequence[Place]) -> Sequence[Place]:
        return super().choose(facts, link, self.whole(facts, places))

    def qualified(self, facts: Facts, path: str, names: Sequence[str]) -> Sequence[Place] | None:
        whole = "::".join(names)
        found = _packages(facts, whole) or _of_qualname(facts, whole, names[-1])
        # A class that is nowhere declared is a library's.
        return found or (() if len(names) > 1 and names[0][:1].isupper() else None)

    def everywhere(self, facts: Facts, path: str, name: str) -> Sequence[Place]:
        """What the modules that the file uses export without being asked."""
        exported = facts.memo(("perl exported", path), lambda: _exported(facts, path))
        return exported.get(name, ())

    def linked(self, facts: Facts, path: str, link: Link) -> Target:
        """A sub of the main program in a file that is loaded, or one that nothing tells of."""
        named = []
        for place in facts.named(link.name):
            record = facts.record(place.path)
            symbol = record.symbols[place.at] if record and record.lang == "perl" else None
            if symbol and symbol.kind == "function" and "::" not in symbol.qualname:
                named.append(place)
        loaded = [place for place in named if place.path in _loaded(facts, path)]
        if loaded:
            return Target(RESOLVED if len(loaded) == 1 else CANDIDATE, tuple(loaded))
        return Target(EXTERNAL)


def _exported(facts: Facts, path: str) -> dict[str, list[Place]]:
    exported: dict[str, list[Place]] = {}
    for link in facts.imports(path):
        if link.name and link.name[0] != ":":
            continue
        for file in FAMILY.module(facts, path, link).files[:1]:
            module = facts.record(file)
            names = _exports(facts, file)
            for at, symbol in enumerate(module.symbols if names and module else ()):
                asked = link.name[:1] == ":" or symbol.name in names[0]
                if asked and symbol.name in names[1] and symbol.kind in ("function", "method"):
                    exported.setdefault(symbol.name, []).append(Place(file, at))
    return exported


def _exports(facts: Facts, file: str) -> tuple[frozenset[str], frozenset[str]]:
    """The names that a module exports by itself, and all that it exports if asked to."""

    def read() -> tuple[frozenset[str], frozenset[str]]:
        text = facts.text(file) or ""
        itself = [name for match in _EXPORT.finditer(text) for name in _NAME.findall(match[1])]
        others = [name for match in _ASKED.finditer(text) for name in _NAME.findall(match[1])]
        return frozenset(itself), frozenset([*itself, *others])

    return facts.memo(("perl exports", file), read)


def _loaded(facts: Facts, path: str) -> frozenset[str]:
    def load() -> frozenset[str]:
        links = facts.imports(path)
        return frozenset(file for link in links for file in FAMILY.module(facts, path, link).files)

    return facts.memo(("perl loaded", path), load)


def _packages(facts: Facts, name: str) -> Sequence[Place]:
    """Where a package is declared, the file that its name leads to first."""

    def find() -> list[Place]:
        tail = name.replace("::", "/") + ".pm"
        places = []
        for place in facts.named(name):
            record = facts.record(place.path)
            symbol = record.symbols[place.at] if record and record.lang == "perl" else None
            if symbol and symbol.kind in _PACKAGES:
                places.append(place)
        return sorted(places, key=lambda place: (not place.path.endswith(tail), place))

    return facts.memo(("perl package", name), find)


def _of_qualname(facts: Facts, qualname: str, name: str) -> Sequence[Place]:
    def find() -> dict[str, list[Place]]:
        known: dict[str, list[Place]] = {}
        for place in facts.named(name):
            record = facts.record(place.path)
            if record and record.lang == "perl":
                known.setdefault(record.symbols[place.at].qualname, []).append(place)
        return known

    return facts.memo(("perl name", name), find).get(qualname, ())


def _module(facts: Facts, folder: str, written: str) -> Module:
    if _FILE.search(written) and "::" not in written:
        for base in (folder, *_roots(facts, folder)):
            there = join(base, written)
            if there is not None and there in facts.tree:
                return found(there)
        if written.startswith("/") or not written.startswith("."):
            return external(written)
        return dangling(f"no such file: {join(folder, written) or written}")
    tail = written.replace("::", "/") + ".pm"
    for root in facts.memo(("perl roots", folder), lambda: tuple(_roots(facts, folder))):
        there = f"{root}/{tail}".lstrip("/")
        if there in facts.tree:
            return found(there)
    declared = _packages(facts, written)
    if declared:
        return found(declared[0].path)
    return external(written)


def _roots(facts: Facts, folder: str) -> Iterator[str]:
    around = folder
    while True:
        for sub in _ROOTS:
            inner = f"{around}/{sub}".strip("/")
            if facts.tree.is_folder(inner):
                yield inner
        if not around:
            return
        around = folder_of(around)


FAMILY = Perl()
