"""Haskell: modules by the name in their header."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of
from uindex.resolve.family import Family
from uindex.resolve.model import EXTERNAL, RESOLVED, Module, Place, dangling, external, found
from uindex.resolve.packages import OUTERMOST, Packages, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from uindex.record import Link, Record, Symbol
    from uindex.resolve.facts import Facts


class _Modules(Packages):
    def is_clause(self, record: Record, symbol: Symbol) -> bool:
        return True

    def is_sure(self, path: str, lang: str, name: str) -> bool:
        return True


MODULES = _Modules("haskell", frozenset(["haskell"]), frozenset(["module"]))
_HANDED_ON = "module"
"""The alias of what an export list hands on as a whole."""
_DEEPEST = 8
"""Modules that hand on one another."""
_LISTED = re.compile(r"\b[A-Z][\w']*(?:\.[A-Z][\w']*)*\b")
_OUTER = frozenset(["type", "class"])
"""Kinds whose constructors, fields and methods are names of the module."""


class Haskell(Family):
    """`Module.folder` is the name of a module."""

    langs = ("haskell",)
    selves = frozenset[str]()
    supers = frozenset[str]()
    super_calls = False
    types = frozenset[str]()

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        if "/" in link.receiver or link.receiver.endswith(".h"):
            return external(link.receiver)  # of the preprocessor
        return _module(facts, path, link.receiver)

    def opens(self, link: Link) -> bool:
        return link.name == "*" and link.alias != _HANDED_ON

    def local(self, facts: Facts, path: str, link: Link) -> tuple[str, Link]:
        """Of modules and their other names `qualified` knows: several may share one.  What a module
        hands on of a library comes from there."""
        if link.name in ("", "*"):
            return "", link
        for file in self.module(facts, path, link).files:
            if _given(facts, file, link.name):
                break
            source = _library(facts, file, link.name) or _opened(facts, file, link.name)
            if source:
                return link.name, link._replace(receiver=source)
        return link.name, link

    def defined(self, facts: Facts, module: Module, name: str) -> Sequence[Place] | None:
        return [place for file in module.files for place in _given(facts, file, name)]

    def qualified(self, facts: Facts, path: str, names: Sequence[str]) -> Sequence[Place] | None:
        if len(names) < 2:
            return None
        modules = _aliases(facts, path).get(".".join(names[:-1]))
        if modules is None:
            return None
        for specifier in modules:
            places = self.defined(facts, _module(facts, path, specifier), names[-1])
            if places:
                return places
        return ()

    def everywhere(self, facts: Facts, path: str, name: str) -> Sequence[Place]:
        """Constructors, fields and methods of the file's own types and of those it imports."""
        own = [place for place in _inner(facts, path, name) if place.path == path]
        if own:
            return own
        record = facts.record(path)
        for link in record.links if record else ():
            if link.kind == "import" and link.name[:1].isupper():
                module = self.module(facts, path, link)
                places = [
                    place
                    for file in module.files
                    for place in _inner(facts, file, name)
                    if _type_of(facts, place) == link.name
                ]
                if places:
                    return places
        return ()


def _module(facts: Facts, path: str, name: str) -> Module:
    key = ("haskell", folder_of(path), name)
    return facts.memo(key, lambda: _module_now(facts, path, name))


def _module_now(facts: Facts, path: str, name: str) -> Module:
    files = nearest(path, MODULES.files(facts, name))
    if files:
        return found(*files, folder=name)
    listing = next(
        (file for file in _listings(facts).get(name, ()) if path.startswith(folder_of(file))), ""
    )
    if listing and not name.startswith("Paths_"):
        return dangling(f"no file of module {name}, which {listing} lists")
    return external(name)


def _listings(facts: Facts) -> Mapping[str, Sequence[str]]:
    """Module -> the cabal files that list it."""

    def make() -> dict[str, list[str]]:
        named: dict[str, list[str]] = {}
        for path in sorted(path for path in facts.tree.paths if path.endswith(".cabal")):
            for section in _sections(facts.text(path) or ""):
                for name in _LISTED.findall(section):
                    named.setdefault(name, []).append(path)
        return named

    return facts.memo(("haskell", "listings"), make)


def _sections(text: str) -> Iterator[str]:
    """The fields of a cabal file that list modules."""
    for match in re.finditer(
        r"^([ \t]*)(?:exposed-modules|other-modules):(.*\n(?:(?:\1[ \t]+\S.*|[ \t]*)\n)*)",
        text + "\n",
        re.MULTILINE | re.IGNORECASE,
    ):
        yield re.sub(r"--.*", "", match[2])


def _aliases(facts: Facts, path: str) -> Mapping[str, Sequence[str]]:
    """What stands before the dot of a qualified name -> the modules it may mean."""

    def make() -> dict[str, list[str]]:
        record = facts.record(path)
        names: dict[str, dict[str, None]] = {}
        for link in record.links if record else ():
            if link.kind == "import" and link.alias != _HANDED_ON:
                names.setdefault(link.alias or link.receiver, {})[link.receiver] = None
        return {name: list(modules) for name, modules in names.items()}

    return facts.memo(("haskell", "aliases", path), make)


def _given(facts: Facts, path: str, name: str, depth: int = 0) -> Sequence[Place]:
    """The definitions that importers of a file get by a name: its own, or those of a module that
    it hands on, or else what it imports by that name."""
    key = ("haskell", "given", path, name)
    if depth:
        return _given_now(facts, path, name, depth)
    return facts.memo(key, lambda: _given_now(facts, path, name, 0))


def _given_now(facts: Facts, path: str, name: str, depth: int) -> Sequence[Place]:
    own = _outermost(facts, path, name) or _inner(facts, path, name)
    if own or depth > _DEEPEST:
        return own
    record = facts.record(path)
    for link in record.links if record else ():
        if link.kind != "import" or (link.alias != _HANDED_ON and link.name != name):
            continue
        alike = _aliases(facts, path).get(link.receiver, ()) if link.alias == _HANDED_ON else ()
        for specifier in alike or (link.receiver,):
            module = _module(facts, path, specifier)
            for file in module.files if module.status == RESOLVED else ():
                places = _given(facts, file, name, depth + 1) if file != path else ()
                if places:
                    return places
    return ()


def _library(facts: Facts, path: str, name: str, depth: int = 0) -> str:
    """The module outside of the repository from which a file hands on a name, "" for none."""
    record = facts.record(path)
    for link in record.links if record else ():
        if link.kind != "import" or (link.alias != _HANDED_ON and link.name != name):
            continue
        alike = _aliases(facts, path).get(link.receiver, ()) if link.alias == _HANDED_ON else ()
        for specifier in alike or (link.receiver,):
            module = _module(facts, path, specifier)
            if module.status == EXTERNAL:
                return specifier
            for file in module.files if depth < _DEEPEST else ():
                source = _library(facts, file, name, depth + 1) if file != path else ""
                if source:
                    return source
    return ""


def _opened(facts: Facts, path: str, name: str) -> str:
    """The module that a file opens from which it must have a name that it is said to hand on: the
    one of the repository that gives it, or else one outside, "" for none."""
    record = facts.record(path)
    outside = ""
    giving: dict[Sequence[Place], str] = {}
    for link in record.links if record else ():
        if link.kind == "import" and link.alias != _HANDED_ON and link.receiver:
            module = _module(facts, path, link.receiver)
            outside = outside or (link.receiver if module.status == EXTERNAL else "")
            for file in module.files:
                places = tuple(_given(facts, file, name))
                if places:
                    giving.setdefault(places, link.receiver)
    if len(giving) > 1:
        return ""
    return next(iter(giving.values()), outside)


def _outermost(facts: Facts, path: str, name: str) -> list[Place]:
    return _named(facts, path, name, frozenset([""]))


def _inner(facts: Facts, path: str, name: str) -> list[Place]:
    return _named(facts, path, name, _OUTER)


def _named(facts: Facts, path: str, name: str, around: frozenset[str]) -> list[Place]:
    """The symbols of a file by that name whose parent is of one of these kinds, "" for none."""
    record = facts.record(path)
    places = []
    for place in facts.named(name) if record else ():
        if record and place.path == path:
            symbol = record.symbols[place.at]
            kind = record.symbols[symbol.parent].kind if symbol.parent > OUTERMOST else ""
            if kind in around and symbol.kind not in ("module", "instance"):
                places.append(place)
    return places


def _type_of(facts: Facts, place: Place) -> str:
    record = facts.record(place.path)
    return record.symbols[record.symbols[place.at].parent].name if record else ""


FAMILY = Haskell()
