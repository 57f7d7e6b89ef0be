"""Where an #include leads.

The first of these that has the file:

1. the folder of the file itself, for what stands in quotes;
2. the search path that compile_commands.json gives the file, or to a header all that it gives;
3. going up from the folder of the file, the nearest folder that has it: in its `include`, in a
   folder that its build files put on the search path, in its `inc` or `src`, in itself;
4. any folder of the tree, where the specifier has a folder in it; else one named `include` or the
   like, or one that shares as many outer folders with the file as make it part of the same thing.
   Tests, tools and examples keep their headers for themselves: outside of them none is meant.
   Of several the one is meant that shares most outer folders with the file, then the one with the
   shortest way from the root to where the specifier begins.  Where that still leaves several, as of
   headers of architectures, the build decides: all are told, in order of path.

A header of the system in brackets is outside unless 2 or an `include` of 3 has it: folders with
replacements for such headers are for systems that lack them.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of, join
from uindex.resolve.families.c.flags import build_files, commands, search_path
from uindex.resolve.families.c.system import is_system
from uindex.resolve.model import RESOLVED, Module, dangling, external, found

if TYPE_CHECKING:
    from uindex.resolve.facts import Facts, Tree
    from uindex.resolve.families.c.flags import Commands

_INCLUDE = "include"
_BESIDE = ("inc", "src")
_PUBLIC = frozenset(["include", "inc", "includes", "headers", "Headers", "public"])
"""Names of folders whose only purpose is to be on a search path."""
_ASIDE = frozenset(
    "test tests testing tool tools sample samples example examples demo demos script scripts "
    "contrib benchmark benchmarks bench fuzz".split()
)
_SAME = 2
"""Outer folders that a file shares with what belongs to the same thing."""
_MACRO = re.compile(r"[A-Za-z_]\w*(?:\(.*)?\Z", re.DOTALL)
_HEADER = re.compile(r"\.(?:h|hh|hpp|hxx|inc|c|cc|cpp|def)\Z")
_TEMPLATES = (".in", ".cmake", ".cmake.in")
_SOURCES = (".y", ".l", ".yy", ".ll", ".proto", ".fbs", ".thrift", ".idl", ".ui", ".gperf", ".re")


class Includes:
    """The includes of one snapshot.  An answer is remembered for all files of a folder."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._known: dict[tuple[str, str], Module] = {}
        self._flags: dict[str, dict[str, int]] = {}
        self._outer: dict[str, tuple[str, ...]] = {}

    # Each looks through all paths, and an answer by a survey needs none of them.
    @cached_property
    def _tree(self) -> Tree:
        return self._facts.tree

    @cached_property
    def _commands(self) -> Commands | None:
        return commands(self._facts)

    @cached_property
    def _builds(self) -> dict[str, list[str]]:
        return build_files(self._facts)

    def module(self, path: str, written: str) -> Module:
        """Where an include of the file at `path` leads; `<x.h>` has its brackets."""
        key = (path if self._commands else path[: path.rfind("/") + 1], written)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._find(path, written)
        return known

    def _find(self, path: str, written: str) -> Module:
        quoted = not written.startswith("<")
        specifier = (written if quoted else written.strip("<>")).strip().replace("\\", "/")
        folder = folder_of(path)
        if quoted:
            there = _under(folder, specifier)
            if there in self._tree:
                return found(there)
        for root in self._commanded(path):
            there = _under(root, specifier)
            if there in self._tree:
                return found(there)
        system = not quoted and is_system(specifier)
        near = self._near(folder, specifier, system)
        if near is not None:
            return found(near)
        if system or (quoted and is_system(specifier)):
            return external(specifier)
        return (
            self._made(folder, specifier, _TEMPLATES, quoted)
            or self._anywhere(folder, specifier)
            or self._made(folder, specifier, _SOURCES, quoted)
            or self._missing(folder, specifier, quoted)
        )

    def _commanded(self, path: str) -> tuple[str, ...]:
        if self._commands is None:
            return ()
        return self._commands.by_file.get(path, self._commands.all)

    def _near(self, folder: str, specifier: str, system: bool) -> str | None:
        """By rule 3."""
        if ".." not in specifier:
            roots = self._roots(specifier)
            if not roots:
                return None
        for outer in self._around(folder):
            inside = f"{outer}/" if outer else ""
            if ".." in specifier:
                for root in (inside + _INCLUDE, *self._flagged(outer), outer):
                    there = _under(root, specifier)
                    if there in self._tree:
                        return there
                continue
            if inside + _INCLUDE in roots:
                return _under(inside + _INCLUDE, specifier)
            if system:
                continue
            flagged = self._flagged(outer)
            said = [flagged[root] for root in roots if root in flagged] if flagged else ()
            if said:
                return _under(list(flagged)[min(said)], specifier)
            for root in (inside + _BESIDE[0], inside + _BESIDE[1], outer):
                if root in roots:
                    return _under(root, specifier)
        return None

    def _roots(self, specifier: str) -> list[str]:
        """The folders in which the specifier is a file."""
        tail = "/" + specifier
        return [
            there[: -len(tail)]
            for there in self._tree.called(specifier[specifier.rfind("/") + 1 :])
            if there.endswith(tail) or there == specifier
        ]

    def _around(self, folder: str) -> tuple[str, ...]:
        """The folder and those around it, the root last."""
        known = self._outer.get(folder)
        if known is None:
            above = self._around(folder_of(folder)) if folder else ()
            known = self._outer[folder] = (folder, *above)
        return known

    def _flagged(self, folder: str) -> dict[str, int]:
        known = self._flags.get(folder)
        if known is None:
            builds = self._builds.get(folder, ())
            known = self._flags[folder] = search_path(self._facts, folder, builds)
        return known

    def _anywhere(self, folder: str, specifier: str) -> Module | None:
        """By rule 4."""
        if ".." in specifier:
            return None
        roots = [root for root in self._roots(specifier) if not _aside(folder, root)]
        if "/" not in specifier:
            same = 1 if len(roots) == 1 else _SAME
            roots = [
                root
                for root in roots
                if root[root.rfind("/") + 1 :] in _PUBLIC or _shared(folder, root) >= same
            ]
        if not roots:
            return None
        ranks = [(-_shared(folder, root), root.count("/") + bool(root)) for root in roots]
        best = min(ranks)
        files = [
            _under(root, specifier) for root, rank in zip(roots, ranks, strict=True) if rank == best
        ]
        if len(files) == 1:
            return found(files[0])
        return Module(RESOLVED, tuple(files), reason=f"{len(files)} such files: the build decides")

    def _missing(self, folder: str, specifier: str, quoted: bool) -> Module:
        if not quoted:
            root = self._holding(folder, folder_of(specifier))
            return external(specifier) if root is None else dangling(f"not in {root}: {specifier}")
        if _MACRO.match(specifier):
            return dangling(f"what it names is the value of a macro: {specifier}")
        first, slash, _ = specifier.partition("/")
        if slash and first not in (".", "..") and not self._has_folder(folder, first):
            return external(specifier)
        there = join(folder, specifier) if first in (".", "..") else specifier
        return dangling(f"no such file: {there or specifier}")

    def _made(
        self, folder: str, specifier: str, suffixes: tuple[str, ...], quoted: bool
    ) -> Module | None:
        """What is dangling because a build makes it of a file that is in the tree."""
        base = specifier[specifier.rfind("/") + 1 :]
        stem = _HEADER.sub("", base)
        if stem == base:
            return None
        if suffixes is not _TEMPLATES:
            base = stem.removesuffix(".tab").removesuffix(".pb").removesuffix("_generated")
            base = base.removeprefix("ui_")
        inside = "" if quoted else f"/{folder_of(specifier)}".rstrip("/")
        for suffix in suffixes:
            sources = self._tree.called(base + suffix)
            sources = [one for one in sources if f"/{folder_of(one)}".endswith(inside)]
            near = [one for one in sources if not folder or _shared(folder, folder_of(one)) > 0]
            if near:
                best = max(near, key=lambda one: _shared(folder, folder_of(one)))
                return dangling(f"made by a build: {specifier} from {best}")
        return None

    def _holding(self, folder: str, inner: str) -> str | None:
        """The nearest `include` that has a folder `inner`, and so its headers."""
        for outer in self._around(folder) if inner else ():
            root = f"{outer}/{_INCLUDE}" if outer else _INCLUDE
            if self._tree.is_folder(f"{root}/{inner}"):
                return root
        return None

    def _has_folder(self, folder: str, name: str) -> bool:
        """Whether a folder of that name is where a specifier may begin."""
        return any(
            self._tree.is_folder(_under(outer, inside))
            for outer in self._around(folder)
            for inside in (name, f"{_INCLUDE}/{name}")
        )


def _aside(folder: str, root: str) -> bool:
    """Whether a folder is of something beside the thing itself, of which `folder` is no part."""
    parts = root.split("/")
    return not _ASIDE.isdisjoint(parts) and not _ASIDE.isdisjoint(parts[_shared(folder, root) :])


def _under(folder: str, specifier: str) -> str:
    """The path of a specifier in a folder; "" outside the tree."""
    if "./" in specifier or "//" in specifier:
        return join(folder, specifier) or ""
    return f"{folder}/{specifier}" if folder else specifier


def _shared(folder: str, other: str) -> int:
    """How many outer folders two have in common."""
    count = 0
    for one, two in zip(folder.split("/"), other.split("/"), strict=False):
        if one != two or not one:
            break
        count += 1
    return count
