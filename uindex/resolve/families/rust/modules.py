"""The tree of modules that `mod` makes of the files of a crate.

A module is a Place: a file, or a symbol of kind module that holds its items right there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.resolve.facts import folder_of, join
from uindex.resolve.families.rust.cargo import package_of
from uindex.resolve.model import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.resolve.facts import Facts


class Declared(NamedTuple):
    """A `mod x;` or `mod x { … }`."""

    at: int
    here: bool
    """Whether its items are in the same file."""
    written: tuple[str, ...]
    """The paths that attributes give for its file."""
    usual: bool
    """Whether its file may be the one of its name."""


class Outline(NamedTuple):
    """The modules that one file declares."""

    declared: dict[tuple[int, str], list[Declared]]
    """(module around, -1 for the file; name) -> its declarations"""
    around: tuple[int, ...]
    """For each symbol the module around it, itself not counted; -1 for the file"""


def outline(facts: Facts, path: str) -> Outline:
    return facts.memo(("rust outline", path), lambda: _outline(facts, path))


def _outline(facts: Facts, path: str) -> Outline:
    record = facts.record(path)
    if record is None:
        return Outline({}, ())
    brought: dict[int, list[str]] = {}
    for link in record.links:
        if link.kind == "import" and link.symbol >= 0 and not link.name:
            symbol = record.symbols[link.symbol]
            if symbol.kind == "module" and symbol.name in (link.alias, link.receiver[6:]):
                brought.setdefault(link.symbol, []).append(link.receiver)
    declared: dict[tuple[int, str], list[Declared]] = {}
    around: list[int] = []
    for at, symbol in enumerate(record.symbols):
        outer = symbol.parent
        while outer >= 0 and record.symbols[outer].kind != "module":
            outer = record.symbols[outer].parent
        around.append(outer)
        if symbol.kind == "module":
            files = brought.get(at)
            written = tuple(one for one in files or () if one.endswith(".rs"))
            one = Declared(at, files is None, written, len(written) < len(files or ()))
            declared.setdefault((outer, symbol.name), []).append(one)
    return Outline(declared, tuple(around))


def is_root(facts: Facts, path: str) -> bool:
    """Whether a file is the root of a crate, whatever declares it."""
    package = package_of(facts, path)
    if package:
        return path in package.roots
    return path.endswith(("/lib.rs", "/main.rs")) or path in ("lib.rs", "main.rs")


def home(facts: Facts, path: str) -> str:
    """The folder in which a file's modules lie."""
    usual_home = _home(facts, path)
    if usual_home == folder_of(path) or _declared_around(facts, path):
        return usual_home
    # What an attribute names is as good as a mod.rs.
    return folder_of(path) if path in _by_path(facts, path) else usual_home


def _home(facts: Facts, path: str) -> str:
    """As `home`, for a file that no attribute names."""
    folder, _, base = path.rpartition("/")
    if base == "mod.rs" or is_root(facts, path):
        return folder
    return f"{folder}/{base.removesuffix('.rs')}".lstrip("/")


def parent(facts: Facts, module: Place) -> Place | None:
    """The module around one; None for the root of a crate."""
    if module.at >= 0:
        return Place(module.path, outline(facts, module.path).around[module.at])
    if is_root(facts, module.path):
        return None
    usual_parent = _declared_around(facts, module.path)
    return usual_parent or _by_path(facts, module.path).get(module.path)


def _declared_around(facts: Facts, path: str) -> Place | None:
    """The module that declares a file by its name, from where it lies."""
    return facts.memo(("rust parent", path), lambda: _find_around(facts, path))


def _find_around(facts: Facts, path: str) -> Place | None:
    folder, _, base = path.rpartition("/")
    name = base.removesuffix(".rs")
    if name == "mod":
        folder, _, name = folder.rpartition("/")
    inside: tuple[str, ...] = ()
    while True:
        for other in _owners(facts, folder):
            place = _within(facts, other, inside) if other != path else None
            if place and (place.at, name) in outline(facts, other).declared:
                return place
        if not folder:
            return None
        folder, _, last = folder.rpartition("/")
        inside = (last, *inside)


def _owners(facts: Facts, folder: str) -> Iterator[str]:
    """The files whose modules may lie in a folder."""
    paths = [f"{folder}/mod.rs".lstrip("/"), f"{folder}.rs"]
    yield from (path for path in paths if path in facts.tree)
    for path in facts.tree.files_in(folder):
        if path.endswith(".rs") and is_root(facts, path):
            yield path


def _within(facts: Facts, path: str, names: Sequence[str]) -> Place | None:
    """The module of these names, inside each other, right in a file."""
    at = -1
    for name in names:
        here = [one.at for one in outline(facts, path).declared.get((at, name), ()) if one.here]
        if not here:
            return None
        at = here[0]
    return Place(path, at)


def _by_path(facts: Facts, path: str) -> dict[str, Place]:
    """file -> the module that declares it by an attribute, in the package of a file."""
    package = package_of(facts, path)
    folder = package.folder if package else ""
    return facts.memo(("rust by path", folder), lambda: _find_by_path(facts, folder))


def _find_by_path(facts: Facts, folder: str) -> dict[str, Place]:
    found: dict[str, Place] = {}
    for path in sorted(facts.tree.paths):
        if path.endswith(".rs") and (not folder or path.startswith(f"{folder}/")):
            for (around, _), all_declared in outline(facts, path).declared.items():
                for declared in all_declared:
                    for file in _attributed(facts, Place(path, around), declared):
                        found.setdefault(file, Place(path, around))
    return found


def _attributed(facts: Facts, module: Place, declared: Declared) -> Iterator[str]:
    """The files that attributes of a declaration name."""
    if not declared.written:
        return
    outer = _home(facts, module.path) if module.at >= 0 else folder_of(module.path)
    for written in declared.written:
        there = join(f"{outer}/{_names(facts, module)}".strip("/"), written)
        if there is not None and there in facts.tree:
            yield there


def _names(facts: Facts, module: Place) -> str:
    """The names of modules inside each other in one file, as a path."""
    record, names, at = facts.record(module.path), "", module.at
    around = outline(facts, module.path).around
    while at >= 0 and record:
        names = f"{record.symbols[at].name}/{names}"
        at = around[at]
    return names.rstrip("/")


def children(facts: Facts, module: Place, name: str) -> tuple[Place, ...]:
    """The modules of that name in a module; several where attributes choose among files."""
    return facts.memo(("rust child", module, name), lambda: _children(facts, module, name))


def _children(facts: Facts, module: Place, name: str) -> tuple[Place, ...]:
    found: dict[Place, None] = {}
    for declared in outline(facts, module.path).declared.get((module.at, name), ()):
        if declared.here:
            found[Place(module.path, declared.at)] = None
            continue
        for file in files_of(facts, module, name, declared):
            found[Place(file)] = None
    return tuple(found)


def files_of(facts: Facts, module: Place, name: str, declared: Declared) -> Iterator[str]:
    """The files that a `mod x;` may mean, the one that an attribute names before the usual."""
    yield from _attributed(facts, module, declared)
    for there in usual(facts, module, name) if declared.usual else ():
        if there in facts.tree:
            yield there
            return


def usual(facts: Facts, module: Place, name: str) -> tuple[str, str]:
    """Where the file of a `mod x;` is looked for."""
    folder = f"{home(facts, module.path)}/{_names(facts, module)}".rstrip("/")
    return f"{folder}/{name}.rs".lstrip("/"), f"{folder}/{name}/mod.rs".lstrip("/")


def root(facts: Facts, module: Place) -> Place:
    """The root of the crate that a module is in."""
    file = Place(module.path)
    return facts.memo(("rust root", file), lambda: _root(facts, file))


def _root(facts: Facts, module: Place) -> Place:
    seen = {module}
    while True:
        outer = parent(facts, module)
        if outer is None or outer in seen:
            return Place(module.path)
        seen.add(outer)
        module = outer
