"""R: the functions of a package are of one namespace, which its tests see too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of, join
from uindex.resolve.family import Family
from uindex.resolve.model import EXTERNAL, Module, Target, dangling, external, found

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.record import Link
    from uindex.resolve.facts import Facts
    from uindex.resolve.model import Place

_PACKAGE = re.compile(r"^Package:\s*([\w.]+)", re.MULTILINE)
_FILE = re.compile(r"[/\\]|\.[rRqS]\Z")
_OUTERMOST = frozenset("function variable constant class method".split())
_NEEDS = re.compile(
    r"^(?:Depends|Imports|Suggests|LinkingTo|Enhances):((?:.*\n?(?=\s|\Z))*.*)", re.M
)
_WORD = re.compile(r"[A-Za-z][\w.]*")
_BASE = frozenset(
    "base compiler datasets graphics grDevices grid methods parallel splines stats stats4 tcltk "
    "tools utils".split()
)


class R(Family):
    langs = ("r",)
    selves = frozenset(["self", "private", ".self"])
    supers = frozenset(["super"])
    super_calls = False
    makers = frozenset(["new"])
    made_of_class = True
    sends = True  # what is called is the nearest function of the name, whatever else has it
    last_wins = True
    separator = re.compile(r":::?|\$|@|\.(?=\Z)")

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        folder, written = folder_of(path), link.receiver
        return facts.memo(("r module", folder, written), lambda: _module(facts, folder, written))

    def opens(self, link: Link) -> bool:
        return link.name == "*"

    def everywhere(self, facts: Facts, path: str, name: str) -> Sequence[Place]:
        home = _home(facts, path)
        if home is None:
            return ()
        found = _of_package(facts, home, name)
        if found or _root(facts, path) != f"{home}/tests".lstrip("/"):
            return found
        return _beside(facts, folder_of(path), name)

    def qualified(self, facts: Facts, path: str, names: Sequence[str]) -> Sequence[Place] | None:
        """`pkg::name`, where the package is one of this repository."""
        if len(names) != 2:
            return None
        home = facts.memo(("r packages",), lambda: _packages(facts)).get(names[0])
        if home is not None:
            return _of_package(facts, home, names[1])
        return () if names[0] in _needed(facts, path) else None

    def linked(self, facts: Facts, path: str, link: Link) -> Target:
        return Target(EXTERNAL)


def _packages(facts: Facts) -> dict[str, str]:
    """Package -> its folder."""
    packages: dict[str, str] = {}
    for path in facts.tree.called("DESCRIPTION"):
        name = _PACKAGE.search(facts.text(path) or "")
        if name:
            packages.setdefault(name[1], folder_of(path))
    return packages


def _needed(facts: Facts, path: str) -> frozenset[str]:
    """The packages that a file's package says it needs, and those that come with R."""

    def find() -> frozenset[str]:
        description = facts.tree.nearest(path, "DESCRIPTION")
        text = facts.text(description) if description else None
        return _BASE.union(*(_WORD.findall(field) for field in _NEEDS.findall(text or "")))

    return facts.memo(("r needed", _home(facts, path)), find)


def _home(facts: Facts, path: str) -> str | None:
    """The folder of the package that a file belongs to."""
    description = facts.tree.nearest(path, "DESCRIPTION")
    return None if description is None else folder_of(description)


def _root(facts: Facts, path: str) -> str:
    """The folder of the package that a file is in: its `R`, its `tests`."""
    home = _home(facts, path) or ""
    rest = path[len(home) :].lstrip("/")
    return f"{home}/{rest.partition('/')[0]}".lstrip("/")


def _of_package(facts: Facts, home: str, name: str) -> Sequence[Place]:
    """The outermost definitions of a name in a package's own code."""
    return facts.memo(
        ("r name", home, name), lambda: _outermost(facts, f"{home}/R/".lstrip("/"), name)
    )


def _outermost(facts: Facts, start: str, name: str) -> Sequence[Place]:
    found = []
    for place in facts.named(name):
        record = facts.record(place.path) if place.path.startswith(start) else None
        symbol = record.symbols[place.at] if record and record.lang == "r" else None
        if symbol and symbol.parent < 0 and not symbol.owner and symbol.kind in _OUTERMOST:
            found.append(place)
    return found


def _beside(facts: Facts, folder: str, name: str) -> Sequence[Place]:
    """What the helpers of tests define, which are loaded before these."""
    near = _outermost(facts, f"{folder}/", name)
    base = len(folder) + 1
    return [place for place in near if place.path[base:].startswith(("helper", "setup"))]


def _module(facts: Facts, folder: str, written: str) -> Module:
    if not _FILE.search(written):
        home = facts.memo(("r packages",), lambda: _packages(facts)).get(written)
        if home is None:
            return external(written)
        own = f"{home}/R".lstrip("/")
        files = [path for path in facts.tree.files_in(own) if facts.lang(path) == "r"]
        return found(*files, folder=own)
    if "://" in written or written.startswith(("/", "~")):
        return external(written)
    around = folder
    while True:
        there = join(around, written)
        if there is not None and there in facts.tree:
            return found(there)
        if not around:
            return dangling(f"no such file: {join(folder, written) or written}")
        around = folder_of(around)


FAMILY = R()
