"""Lua: modules by path templates; a module is the table that its file gives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of, join
from uindex.resolve.family import Family
from uindex.resolve.model import (
    CANDIDATE,
    EXTERNAL,
    Module,
    Place,
    Target,
    dangling,
    external,
    found,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.record import Link, Record, Symbol
    from uindex.resolve.facts import Facts

_ROOTS = ("", "src", "lua", "lib", "scripts", "share/lua")
_TEMPLATE = re.compile(r"([\w./-]*)\?(/init)?\.lua\b")
_STANDARD = frozenset(
    "bit bit32 coroutine debug ffi io jit math os package string table table.new table.clear utf8 "
    "string.buffer lfs socket socket.http socket.url ssl ltn12 mime lpeg cjson cjson.safe".split()
)


class Lua(Family):
    langs = ("lua",)
    selves = frozenset(["self"])
    supers = frozenset(["super"])
    makers = frozenset(["new"])
    told_all = False
    separator = re.compile(r"[.:]")
    builtins = frozenset(
        "assert collectgarbage dofile error getmetatable ipairs load loadfile loadstring next "
        "pairs pcall print rawequal rawget rawlen rawset require select setfenv setmetatable "
        "tonumber tostring type unpack xpcall coroutine debug io math os package string table utf8 "
        "bit bit32 jit _G _ENV _VERSION".split()
    )

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        folder, specifier = folder_of(path), link.receiver
        return facts.memo(
            ("lua module", folder, specifier), lambda: _module(facts, folder, specifier)
        )

    def itself(self, facts: Facts, module: Module) -> Sequence[Place]:
        file = module.files[0]
        at = facts.memo(("lua table", file), lambda: _table(facts, file))
        return () if at < 0 else (Place(file, at),)

    def members(self, facts: Facts, place: Place, name: str) -> Sequence[Place]:
        record = facts.record(place.path)
        if record is None:
            return ()
        table = record.symbols[place.at].name
        owned = facts.memo(("lua owned", place.path), lambda: _owned(record))
        return [Place(place.path, at) for at in owned.get((table, name), ())]

    def linked(self, facts: Facts, path: str, link: Link) -> Target:
        """A global function, which any file that has run may have defined."""
        places = []
        for place in facts.named(link.name):
            record = facts.record(place.path)
            symbol = record.symbols[place.at] if record and record.lang == "lua" else None
            if symbol and _is_global(symbol):
                places.append(place)
        return Target(CANDIDATE, tuple(places), "by name") if places else Target(EXTERNAL)


def _is_global(symbol: Symbol) -> bool:
    inner = symbol.parent >= 0 or symbol.owner or symbol.visibility == "private"
    return symbol.kind == "function" and not inner


def _owned(record: Record) -> dict[tuple[str, str], list[int]]:
    """(table, name) -> what stands in the table by that name, wherever it is put there."""
    owned: dict[tuple[str, str], list[int]] = {}
    for at, symbol in enumerate(record.symbols):
        if symbol.owner:
            owned.setdefault((symbol.owner, symbol.name), []).append(at)
    return owned


def _table(facts: Facts, file: str) -> int:
    """The table that a file most likely gives: the one named as the file is, the one by a name that
    modules have, or the one that most is put into; -1 where there is none."""
    record = facts.record(file)
    if record is None:
        return -1
    parts = file.removesuffix(".lua").split("/")
    stem = parts[-2] if parts[-1] == "init" and len(parts) > 1 else parts[-1]
    count: dict[str, int] = {}
    for symbol in record.symbols:
        if symbol.owner:
            count[symbol.owner] = count.get(symbol.owner, 0) + 1
        elif symbol.parent >= 0:
            outer = record.symbols[symbol.parent].name
            count[outer] = count.get(outer, 0) + 1
    best = (-1, -1, -1)
    for at, symbol in enumerate(record.symbols):
        if symbol.parent >= 0 or symbol.kind not in ("class", "module", "variable"):
            continue
        members = count.get(symbol.name, 0)
        if symbol.kind == "variable" and not members:
            continue
        named = symbol.name.lower() == stem.lower().replace("-", "_")
        rank = 2 if named else 1 if symbol.name in ("M", "_M", "_", "Module") else 0
        best = max(best, (rank, members, -at))
    return -best[2] if best[0] >= 0 else -1


def _module(facts: Facts, folder: str, specifier: str) -> Module:
    if specifier.endswith((".", "/")):
        return dangling(f"known only at run time: {specifier}…")
    dotted = specifier.removesuffix(".lua") if "/" in specifier else specifier
    there = dotted.replace(".", "/") if not dotted.startswith(".") else dotted
    if there.startswith("."):
        near = join(folder, there)
        return (near and _file(facts, near)) or dangling(f"no such file: {near or there}.lua")
    if specifier.endswith(".lua") and specifier in facts.tree:
        return found(specifier)
    for root in facts.memo(("lua roots", folder), lambda: tuple(_roots(facts, folder))):
        module = _file(facts, f"{root}/{there}".lstrip("/"))
        if module is not None:
            return module
    if specifier in _STANDARD:
        return external(specifier)
    if "/" in there:
        # Where the folder is one of modules here, on a root that its path does not tell.
        for tail in (f"{there}.lua", f"{there}/init.lua"):
            several = facts.tree.ending(tail)
            if len(several) == 1:
                return found(several[0])
        first = there.partition("/")[0]
        for root in facts.memo(("lua roots", folder), lambda: tuple(_roots(facts, folder))):
            home = f"{root}/{first}".lstrip("/")
            if any(path.endswith(".lua") for path in facts.tree.files_in(home)):
                return dangling(f"no {there}.lua beside {home}/")
    return external(specifier)


def _file(facts: Facts, path: str) -> Module | None:
    for candidate in (f"{path}.lua", f"{path}/init.lua"):
        if candidate in facts.tree:
            return found(candidate)
    return None


def _roots(facts: Facts, folder: str) -> Iterator[str]:
    """Where modules are looked for from a folder: around it, at the usual places, and where the
    templates of the repository's own `package.path` say."""
    around = folder
    while True:
        for sub in _ROOTS:
            inner = f"{around}/{sub}".strip("/")
            if facts.tree.is_folder(inner):
                yield inner
        if not around:
            break
        around = folder_of(around)
    yield from facts.memo(("lua templates",), lambda: tuple(_templates(facts)))


def _templates(facts: Facts) -> Iterator[str]:
    for base in (".luacheckrc", "setupkoenv.lua", ".busted", ".luarc.json"):
        for path in facts.tree.called(base):
            for match in _TEMPLATE.finditer(facts.text(path) or ""):
                root = join(folder_of(path), match[1])
                if root is not None and facts.tree.is_folder(root):
                    yield root


FAMILY = Lua()
