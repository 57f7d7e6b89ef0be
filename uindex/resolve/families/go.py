"""Go: packages are folders, named by the module of the nearest go.mod."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uindex.resolve.facts import folder_of, join
from uindex.resolve.family import Family
from uindex.resolve.model import Module, dangling, external, found

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.record import Link, Symbol
    from uindex.resolve.facts import Facts
    from uindex.resolve.model import Place

_BLOCK = re.compile(r"^(\w+)\s*\(\s*$")
_COMMENT = re.compile(r"//.*")
_VERSION = re.compile(r"^v\d+$")
_DOTTED_VERSION = re.compile(r"\.v\d+$")
_TEST = "_test.go"
_HOLDERS = frozenset(["Load", "Get", "Value", "Pop", "Swap", "Interface"])
"""Methods of the standard library that give back what was put in."""


class _Mod(NamedTuple):
    """What a go.mod or go.work says."""

    folder: str
    name: str
    """The module's path, "" in a go.work."""
    replaced: tuple[tuple[str, str], ...]
    """(module path, folder as written) of replacements that are folders"""
    used: tuple[str, ...] = ()
    """Folders of the modules that a go.work brings together, as written."""


class Go(Family):
    langs = ("go",)
    selves = frozenset[str]()
    supers = frozenset[str]()
    builtins = frozenset(
        "append cap clear close complex copy delete imag len make max min new panic print println "
        "real recover any bool byte comparable complex64 complex128 error float32 float64 int int8 "
        "int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr".split()
    )
    transparent = frozenset(["package"])
    embeds = True
    keeps_types = True
    type_parameters = True

    def is_standard(self, module: Module) -> bool:
        return "." not in module.name.partition("/")[0]

    def gives_anything(self, library: bool, name: str) -> bool:
        return name in _HOLDERS or super().gives_anything(library, name)

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        folder, specifier = folder_of(path), link.receiver
        key = ("go import", folder, specifier)
        return facts.memo(key, lambda: _import(facts, folder, specifier))

    def neighbours(self, facts: Facts, path: str) -> Sequence[str]:
        folder = folder_of(path)
        clause = _clause(facts, path)
        tests = path.endswith(_TEST)
        key = ("go neighbours", folder, clause, tests)
        files = facts.memo(key, lambda: _files(facts, folder, clause, tests))
        return [file for file in files if file != path]

    def local(self, facts: Facts, path: str, link: Link) -> tuple[str, Link]:
        if link.alias or link.name:
            return ("" if link.alias in ("", "_") else link.alias), link
        module = self.module(facts, path, link)
        if module.files:
            return _clause(facts, module.files[0]), link
        return _last(link.receiver), link

    def owners(self, facts: Facts, place: Place, name: str) -> Sequence[str]:
        return (place.path, *self.neighbours(facts, place.path))

    def fits(self, link: Link, symbol: Symbol) -> bool:
        # A package is known by its import, so it is a value that is not known.
        return link.kind != "call" or not link.receiver or symbol.kind == "method"


def _last(specifier: str) -> str:
    """What a package that is not here is called most likely."""
    parts = specifier.split("/")
    if len(parts) > 1 and _VERSION.match(parts[-1]):
        parts.pop()
    return _DOTTED_VERSION.sub("", parts[-1]).removeprefix("go-").removesuffix("-go")


def _clause(facts: Facts, path: str) -> str:
    """The name in a file's package clause."""
    return facts.memo(("go clause", path), lambda: _read_clause(facts, path))


def _read_clause(facts: Facts, path: str) -> str:
    record = facts.record(path)
    symbols = record.symbols if record else ()
    return next((symbol.name for symbol in symbols if symbol.kind == "package"), "")


def _files(facts: Facts, folder: str, clause: str, tests: bool) -> list[str]:
    """The files of a folder that are of one package, those that hold tests last."""
    files = [path for path in facts.tree.files_in(folder) if path.endswith(".go")]
    mine = [path for path in files if _clause(facts, path) == clause]
    held = [path for path in mine if path.endswith(_TEST)]
    return [path for path in mine if not path.endswith(_TEST)] + (held if tests else [])


def _package(facts: Facts, folder: str) -> Module | None:
    """The package that importers of a folder get; None where it has none.

    Programs that are run by themselves lie among its files under another clause: they belong to it
    no more than tests do.
    """
    files = [path for path in facts.tree.files_in(folder) if path.endswith(".go")]
    files = [path for path in files if not path.endswith(_TEST)]
    clauses = [_clause(facts, path) for path in files]
    wanted = set(clauses) - {"main", "documentation"} or set(clauses)
    if len(wanted) > 1:
        most = max(sorted(wanted), key=clauses.count)
        wanted = {most}
    mine = [path for path, clause in zip(files, clauses, strict=True) if clause in wanted]
    return found(*mine, folder=folder) if mine else None


def _import(facts: Facts, folder: str, specifier: str) -> Module:
    if specifier.startswith(("./", "../")) or specifier in (".", ".."):
        there = join(folder, specifier)
        if there is None:
            return dangling(f"{specifier} leads out of the repository")
        return _package(facts, there) or dangling(f"no Go files in {there or 'the root'}")
    gone = None
    for base in _bases(facts, folder, specifier):
        module = _package(facts, base)
        if module is not None:
            return module
        gone = gone or base
    for base in _vendored(facts, folder):
        module = _package(facts, f"{base}/{specifier}".lstrip("/"))
        if module is not None:
            return module
    if gone is None:
        return external(_outside(specifier))
    return dangling(f"no Go files in {gone or 'the root'}")


def _outside(specifier: str) -> str:
    """What brings a package that is not here: the repository of what a well-known host has."""
    parts = specifier.split("/")
    if parts[0] in ("github.com", "gitlab.com", "bitbucket.org"):
        return "/".join(parts[:3])
    return specifier


def _bases(facts: Facts, folder: str, specifier: str) -> Sequence[str]:
    """The folders in the tree that may hold the package, the best first: of the modules whose path
    it begins with those with the longest; the importer's own, then what it has for a replacement,
    then those of its workspace, then any other if that is one alone."""
    own = _nearest(facts, folder, "go.mod")
    work = _nearest(facts, folder, "go.work")
    ranked: dict[str, dict[int, list[str]]] = {}
    if own and own.name:
        ranked.setdefault(own.name, {}).setdefault(0, []).append(own.folder)
    for mod in (own, work):
        for name, written in mod.replaced if mod else ():
            there = join(mod.folder, written) if mod else None
            if there is not None:
                ranked.setdefault(name, {}).setdefault(1, []).append(there)
    used = {join(work.folder, written) for written in work.used} if work else set()
    for mod in _modules(facts):
        rank = 2 if mod.folder in used else 3
        ranked.setdefault(mod.name, {}).setdefault(rank, []).append(mod.folder)
    fitting = [name for name in ranked if f"{specifier}/".startswith(f"{name}/")]
    standard = ranked.get("std")
    if not fitting:
        # In Go's own tree the standard library is a module too.
        if standard is None:
            return []
        there = f"{min(standard.items())[1][0]}/{specifier}".lstrip("/")
        return [there] if facts.tree.files_in(there) else []
    name = max(fitting, key=len)
    rank, roots = min(ranked[name].items())
    if rank == 3 and len(roots) > 1:
        return []
    return [f"{root}/{specifier[len(name) + 1 :]}".strip("/") for root in roots[:1]]


def _vendored(facts: Facts, folder: str) -> list[str]:
    """Where copies of other modules lie that a file in `folder` sees, and roots of workspaces of
    old where a package's path is that of its folder below src/."""
    return facts.memo(("go vendored", folder), lambda: _find_vendored(facts, folder))


def _find_vendored(facts: Facts, folder: str) -> list[str]:
    bases = []
    while True:
        vendor = f"{folder}/vendor".lstrip("/")
        if facts.tree.is_folder(vendor):
            bases.append(vendor)
        if folder == "src" or folder.endswith("/src"):
            bases.append(folder)
        if not folder:
            return bases
        folder = folder_of(folder)


def _nearest(facts: Facts, folder: str, base: str) -> _Mod | None:
    """What the go.mod or go.work of that folder, or of the nearest one around it, says."""
    there = facts.memo(
        ("go nearest", folder, base), lambda: facts.tree.nearest(f"{folder}/x".lstrip("/"), base)
    )
    return facts.memo(("go mod", there), lambda: _read(facts, there)) if there else None


def _modules(facts: Facts) -> list[_Mod]:
    """Every module of the repository."""
    return facts.memo(("go modules",), lambda: _find_modules(facts))


def _find_modules(facts: Facts) -> list[_Mod]:
    known = (_nearest(facts, folder_of(path), "go.mod") for path in facts.tree.called("go.mod"))
    return [mod for mod in known if mod and mod.name]


def _read(facts: Facts, path: str) -> _Mod:
    """Read a go.mod or go.work: directives, each on its line or in a block of its own."""
    name, block = "", ""
    replaced: list[tuple[str, str]] = []
    used: list[str] = []
    for line in (facts.text(path) or "").splitlines():
        line = _COMMENT.sub("", line).strip() if "//" in line else line.strip()
        opened = _BLOCK.match(line)
        if opened:
            block = opened[1]
            continue
        if line == ")":
            block = ""
            continue
        words = [word.strip("\"'`") for word in (f"{block} {line}" if block else line).split()]
        if len(words) < 2:
            continue
        if words[0] == "module":
            name = words[1]
        elif words[0] == "use":
            used.append(words[1])
        elif words[0] == "replace" and "=>" in words:
            to = words[words.index("=>") + 1 :]
            if to and to[0].startswith("."):
                replaced.append((words[1], to[0]))
    return _Mod(folder_of(path), name, tuple(replaced), tuple(used))


FAMILY = Go()
