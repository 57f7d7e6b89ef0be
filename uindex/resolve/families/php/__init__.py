"""PHP: names in namespaces, found by what files declare, and as composer loads them.

A name with its namespace is exact, so composer's rules only choose among several definitions and
say what should be there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of, join
from uindex.resolve.families.php.composer import loading
from uindex.resolve.families.php.names import BUILTINS
from uindex.resolve.family import Family
from uindex.resolve.model import RESOLVED, Module, dangling, external, found
from uindex.resolve.packages import Packages, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.record import Link, Record, Symbol
    from uindex.resolve.facts import Facts
    from uindex.resolve.model import Place


class _Namespaces(Packages):
    def is_clause(self, record: Record, symbol: Symbol) -> bool:
        """What follows the clause of a namespace stands in its symbol."""
        return False

    def is_member(self, record: Record, symbol: Symbol) -> bool:
        return symbol.kind not in self.kinds


NAMESPACES = _Namespaces("php", frozenset(["php"]), frozenset(["namespace"]), separator="\\")
ROOT = "\\"
_SHARED = frozenset(["function", "constant"])
"""What a namespace takes from the root where it has none of that name."""


class Php(Family):
    """`Module.folder` is a namespace, "" the root."""

    langs = ("php",)
    selves = frozenset(["$this", "self", "static"])
    supers = frozenset(["parent"])
    separator = re.compile(r"\?->|->|::|\\")
    builtins = BUILTINS
    hidden = frozenset(["namespace"])

    def distinct(self, lang: str) -> bool:
        return True

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        if not link.name:
            key = ("php", "file", folder_of(path), link.receiver)
            return facts.memo(key, lambda: _required(facts, path, link.receiver))
        namespace = link.receiver.strip(ROOT)
        key = ("php", folder_of(path), namespace, link.name)
        return facts.memo(key, lambda: _module(facts, path, namespace, link.name))

    def local(self, facts: Facts, path: str, link: Link) -> tuple[str, Link]:
        """Without a namespace it is the root's, and nothing of this file."""
        if not link.name:
            return "", link
        return link.alias or link.name, link if link.receiver else link._replace(receiver=ROOT)

    def opens(self, link: Link) -> bool:
        """A file that is required defines its names for all."""
        return False

    def split(self, receiver: str) -> list[tuple[str, bool]]:
        steps = super().split(receiver)
        return [(ROOT, False), *steps[1:]] if receiver.startswith(ROOT) else steps

    def submodule(self, facts: Facts, module: Module, name: str) -> Module | None:
        if module.status != RESOLVED or module.folder is None:
            return None
        full = f"{module.folder}\\{name}" if module.folder else name
        files = NAMESPACES.files(facts, full)
        return found(*files, folder=full) if files else None

    def defined(self, facts: Facts, module: Module, name: str) -> Sequence[Place] | None:
        if module.folder is None:
            return None
        places = NAMESPACES.members(facts, module.folder, name)
        return [place for place in places if place.path in module.files]

    def outside(self, name: str) -> bool | None:
        """A class that is none of the repository's; variables begin with a dollar."""
        return name[:1].isalpha() or None

    def everywhere(self, facts: Facts, path: str, name: str) -> Sequence[Place]:
        """What the namespace of a file defines, or else functions and constants of the root."""
        spaces = [space for space in NAMESPACES.declared(facts, path) if space]
        for space in spaces:
            places = NAMESPACES.members(facts, space, name)
            if places:
                return _meant(facts, path, f"{space}\\{name}", places)
        places = NAMESPACES.members(facts, "", name)
        if spaces:
            places = [place for place in places if _kind(facts, place) in _SHARED]
        return _meant(facts, path, name, places)

    def qualified(self, facts: Facts, path: str, names: Sequence[str]) -> Sequence[Place] | None:
        if names[0] == ROOT:
            below, last = "\\".join(names[1:-1]), names[-1]
            places = NAMESPACES.members(facts, below, last) if len(names) > 1 else ()
            return _meant(facts, path, f"{below}\\{last}".lstrip(ROOT), places)
        if len(names) < 2:
            return None
        below = "\\".join(names[:-1])
        for space in NAMESPACES.declared(facts, path):
            full = f"{space}\\{below}" if space else below
            places = NAMESPACES.members(facts, full, names[-1])
            if places:
                return _meant(facts, path, f"{full}\\{names[-1]}", places)
        return None


def _kind(facts: Facts, place: Place) -> str:
    record = facts.record(place.path)
    return record.symbols[place.at].kind if record else ""


def _module(facts: Facts, path: str, namespace: str, name: str) -> Module:
    """What `use` leads to: the files that define a name, or those of a namespace."""
    full = f"{namespace}\\{name}" if namespace else name
    places = NAMESPACES.members(facts, namespace, name)
    if places:
        files = dict.fromkeys(place.path for place in _meant(facts, path, full, places))
        return found(*files, folder=namespace)
    loaded, expected = loading(facts).files(full)
    if loaded:
        return found(*loaded, folder=namespace)
    files_of = NAMESPACES.files(facts, full)
    if files_of:
        return found(*files_of, folder=namespace)
    # A package of the same vendor may have the prefix for its own.
    if expected and facts.tree.is_folder(folder_of(expected)):
        return dangling(f"no such file: {expected}")
    if namespace and NAMESPACES.files(facts, namespace):
        return dangling(f"no {name} in namespace {namespace}")
    return external(full)


def _meant(facts: Facts, path: str, full: str, places: Sequence[Place]) -> Sequence[Place]:
    """Of several definitions of one full name those in the file that composer loads for it, or the
    nearest."""
    files = dict.fromkeys(place.path for place in places)
    if len(files) < 2:
        return places
    loaded = [file for file in loading(facts).files(full)[0] if file in files]
    kept = loaded[:1] or nearest(path, list(files))
    return [place for place in places if place.path in kept]


def _required(facts: Facts, path: str, written: str) -> Module:
    """The file that `require` names: from `./` on beside this one, else there or from the root."""
    if "…" in written:
        return dangling(f"its folder is known when it runs only: {written}")
    if "://" in written:
        return external(written)
    beside = join(folder_of(path), written)
    below = None if written.startswith((".", "/")) else join("", written)
    for file in (beside, below):
        if file is not None and file in facts.tree:
            return found(file)
    if beside is None:
        return dangling(f"{written} leads out of the repository")
    return dangling(f"no such file: {beside}")


FAMILY = Php()
