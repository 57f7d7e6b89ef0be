"""Elixir: modules by their full names, wherever they are defined."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.record import Link
from uindex.resolve.family import Family
from uindex.resolve.model import Module, Place, dangling, external, found
from uindex.resolve.packages import Packages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from uindex.record import Record, Symbol
    from uindex.resolve.facts import Facts


class _Modules(Packages):
    def is_clause(self, record: Record, symbol: Symbol) -> bool:
        return False


_LANGS = frozenset(["elixir"])
MODULES = _Modules("elixir", _LANGS, frozenset(["module", "protocol"]), nested=_LANGS)
_HERE = "__MODULE__"
_DEPENDENCY = re.compile(r"\{:(\w+),")
_STEPS = 4
"""Aliases that begin with one another."""
_USING = "__using__"


class Elixir(Family):
    """`Module.folder` is the full name of a module."""

    langs = ("elixir",)
    selves = frozenset[str]()
    supers = frozenset[str]()
    super_calls = False
    types = frozenset(["protocol"])

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        full = _expanded(facts, path, link.receiver, link.symbol)
        return facts.memo(("elixir", "module", full), lambda: _module(facts, full))

    def local(self, facts: Facts, path: str, link: Link) -> tuple[str, Link]:
        """An alias may be of what only begins names of modules: `qualified` puts them in."""
        return (link.name if link.name != "*" else ""), link

    def defined(self, facts: Facts, module: Module, name: str) -> Sequence[Place] | None:
        return MODULES.members(facts, module.folder, name) if module.folder else None

    def qualified(self, facts: Facts, path: str, names: Sequence[str]) -> Sequence[Place] | None:
        if not names[0][:1].isupper():
            return None
        *around, last = names
        if not last[:1].isupper():
            # A function: of a module that is here it has been looked for already.
            here = self.qualified(facts, path, around)
            return None if here is None or here else ()
        full = _expanded(facts, path, ".".join(names), -1)
        return facts.memo(("elixir", "named", full), lambda: _named(facts, full))

    def root(self, facts: Facts, place: Place, name: str) -> Place | Module | None:
        record = facts.record(place.path) if name == _HERE else None
        at = place.at
        while record and at >= 0 and record.symbols[at].kind not in MODULES.kinds:
            at = record.symbols[at].parent
        return Place(place.path, at) if record and at >= 0 else None

    def implicit(self, facts: Facts, path: str) -> Iterable[Link]:
        """What `use` imports: the imports in the functions of the module that is used."""
        return facts.memo(("elixir", "implicit", path), lambda: list(_injected(facts, path)))

    def everywhere(self, facts: Facts, path: str, name: str) -> Sequence[Place]:
        """What `use` defines."""
        return [
            place
            for used, parents in _used(facts, path)
            for place in facts.named(name)
            if place.path == used and _parent(facts, place) in parents
        ]


def _module(facts: Facts, full: str) -> Module:
    if full.startswith(":"):
        return external(full)
    files = MODULES.files(facts, full)
    if files:
        return found(*files, folder=full)
    if _is_begun(facts, full):
        return found(folder=full)
    around = full.rpartition(".")[0]
    if around and MODULES.files(facts, around) and not _is_dependency(facts, full):
        return dangling(f"no module {full}")
    return external(full)


def _is_begun(facts: Facts, full: str) -> bool:
    """Whether names of modules begin with that one, as folders have it by custom."""

    def make() -> dict[str, list[str]]:
        folders: dict[str, list[str]] = {}
        for folder in facts.tree.folders():
            folders.setdefault(folder.rpartition("/")[2].replace("_", ""), []).append(folder)
        return folders

    folders = facts.memo(("elixir", "folders"), make)
    return any(
        name.startswith(full + ".")
        for folder in folders.get(full.rpartition(".")[2].lower(), ())
        for file in facts.tree.files_in(folder)
        if facts.lang(file) == "elixir"
        for name in MODULES.declared(facts, file)
    )


def _is_dependency(facts: Facts, full: str) -> bool:
    """Whether a module is that of a package which mix.exs asks for: `phoenix_pubsub`."""

    def make() -> frozenset[str]:
        texts = [facts.text(path) or "" for path in facts.tree.called("mix.exs")]
        names = {name for text in texts for name in _DEPENDENCY.findall(text)}
        return frozenset(name.replace("_", "") for name in names)

    wanted = facts.memo(("elixir", "dependencies"), make)
    parts = full.lower().split(".")
    return any("".join(parts[:end]) in wanted for end in range(1, len(parts) + 1))


def _named(facts: Facts, full: str) -> list[Place]:
    """The modules of that full name."""
    return [
        Place(path, at)
        for path in MODULES.files(facts, full)
        for at in MODULES.declared(facts, path).get(full, ())
        if at >= 0
    ]


def _expanded(facts: Facts, path: str, name: str, at: int) -> str:
    """A name of a module with the aliases of the file put in."""
    if name.startswith(_HERE):
        return _around(facts, path, at) + name[len(_HERE) :]
    aliases = facts.memo(("elixir", "aliases", path), lambda: _aliases(facts, path))
    for _ in range(_STEPS):
        first, dot, rest = name.partition(".")
        full = aliases.get(first)
        if full is None or full.partition(".")[0] == first:
            return full + dot + rest if full else name
        name = full + dot + rest
    return name


def _aliases(facts: Facts, path: str) -> dict[str, str]:
    record = facts.record(path)
    return {
        link.alias: _around(facts, path, link.symbol) + link.receiver.removeprefix(_HERE)
        if link.receiver.startswith(_HERE)
        else link.receiver
        for link in (record.links if record else ())
        if link.kind == "import" and link.alias
    }


def _around(facts: Facts, path: str, at: int) -> str:
    """The full name of the module around a symbol, or else of the first one of the file."""
    record = facts.record(path)
    wanted = at
    while record and wanted >= 0 and record.symbols[wanted].kind not in MODULES.kinds:
        wanted = record.symbols[wanted].parent
    first = ""
    for name, parents in MODULES.declared(facts, path).items():
        if name and (wanted in parents):
            return name
        first = first or name
    return first


def _used(facts: Facts, path: str) -> list[tuple[str, frozenset[int]]]:
    """(file, its symbols that inject code) of each module that a file uses."""

    def make() -> list[tuple[str, frozenset[int]]]:
        record = facts.record(path)
        used = []
        for link in record.links if record else ():
            if link.kind == "import" and not link.name and not link.alias:
                module = FAMILY.module(facts, path, link)
                for file in module.files[:1]:
                    there = facts.record(file)
                    symbols = there.symbols if there else ()
                    macros = (at for at, one in enumerate(symbols) if one.name == _USING)
                    used.append((file, frozenset(macros)))
        return [(file, macros) for file, macros in used if macros]

    return facts.memo(("elixir", "used", path), make)


def _injected(facts: Facts, path: str) -> Iterator[Link]:
    for file, _ in _used(facts, path):
        record = facts.record(file)
        for link in record.links if record else ():
            inside = link.kind == "import" and link.name == "*" and link.symbol >= 0
            if record and inside and record.symbols[link.symbol].kind not in MODULES.kinds:
                full = _expanded(facts, file, link.receiver, link.symbol)
                yield Link("import", "*", full, "", 0, -1)


def _parent(facts: Facts, place: Place) -> int:
    record = facts.record(place.path)
    return record.symbols[place.at].parent if record else -1


FAMILY = Elixir()
