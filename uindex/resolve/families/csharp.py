"""C#: a namespace is in all files that declare it, and reaches into those around it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.record import Link
from uindex.resolve.facts import folder_of
from uindex.resolve.families.jvm.signatures import parameters
from uindex.resolve.family import Family
from uindex.resolve.model import RESOLVED, Extensions, Module, Place, dangling, external, found
from uindex.resolve.packages import Packages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from uindex.record import Record, Symbol
    from uindex.resolve.facts import Facts


class _Namespaces(Packages):
    def is_clause(self, record: Record, symbol: Symbol) -> bool:
        """What is in a namespace stands in its symbol, with braces or without."""
        return False

    def is_member(self, record: Record, symbol: Symbol) -> bool:
        return symbol.kind not in self.kinds


_LANGS = frozenset(["csharp"])
NAMESPACES = _Namespaces("csharp", _LANGS, frozenset(["namespace"]), nested=_LANGS)
_SYSTEM = ("System", "Microsoft", "Windows", "mscorlib")
"""Roots of namespaces that repositories add to without holding all of them."""
_GLOBAL = ("GlobalUsings.cs", "GlobalUsing.cs", "Usings.cs", "GlobalImports.cs", "Imports.cs")
"""Files for usings that hold for a whole project, by custom: a record does not tell them apart."""
_EXTENDED = re.compile(r"\(this (?:(?:ref|in|scoped) )*(?:[\w.]+\.)?(\w+)")
_USING = re.compile(r"<Using\s+Include\s*=\s*\"([\w.]+)\"([^>]*)")
_KEYWORDS = """
bool byte char decimal double dynamic float int long nint nuint object sbyte short string uint
ulong ushort void
"""


class CSharp(Family):
    """`Module.folder` is a namespace, `Module.name` the class in it that a specifier ends with."""

    langs = ("csharp",)
    selves = frozenset(["this"])
    supers = frozenset(["base"])
    bare_members = True
    locals_hide = True
    keeps_types = True
    redeclares = True
    builtins = frozenset(_KEYWORDS.split())

    def distinct(self, lang: str) -> bool:
        return True

    def overloads(self, lang: str) -> bool:
        return True

    def overrides(self, symbol: Symbol, other: Symbol) -> bool:
        return parameters(symbol.signature) == parameters(other.signature)

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        specifier = link.receiver or link.name
        name = link.name if link.receiver else "*"
        around = _around(facts, path, link.symbol)
        key = ("csharp", around, specifier, name)
        return facts.memo(key, lambda: _module(facts, around, specifier, name))

    def submodule(self, facts: Facts, module: Module, name: str) -> Module | None:
        if module.status != RESOLVED or module.folder is None or module.name:
            return None
        full = f"{module.folder}.{name}"
        files = NAMESPACES.files(facts, full)
        return found(*files, folder=full) if files else None

    def inside(self, module: Module) -> Sequence[str]:
        return module.name.split(".") if module.name else ()

    def defined(self, facts: Facts, module: Module, name: str) -> Sequence[Place] | None:
        if module.folder is None:
            return None
        return NAMESPACES.members(facts, module.folder, name)

    def everywhere(self, facts: Facts, path: str, name: str) -> Sequence[Place]:
        """What the namespaces around define, the innermost that defines it."""
        for namespace in _all_around(facts, path):
            places = NAMESPACES.members(facts, namespace, name)
            if places:
                return places
        return ()

    def qualified(self, facts: Facts, path: str, names: Sequence[str]) -> Sequence[Place] | None:
        if len(names) < 2:
            return None
        around = _all_around(facts, path)
        namespace = ".".join(names[:-1])
        key = ("csharp", "qualified", around, namespace, names[-1])
        return facts.memo(key, lambda: _qualified(facts, around, namespace, names[-1]))

    def outside(self, name: str) -> bool | None:
        """By custom parameters of types are called `T`, or `TKey`."""
        if not name[:1].isupper():
            return None
        return name[0] != "T" or name[1:2].islower()

    def implicit(self, facts: Facts, path: str) -> Iterable[Link]:
        """The usings of the project, aliases apart."""
        return facts.memo(("csharp", "project", folder_of(path)), lambda: _of_project(facts, path))

    def extensions(self, facts: Facts, path: str, link: Link) -> Extensions | None:
        """Static methods whose first parameter is `this`, in namespaces that the file sees."""
        key = ("csharp", "extensions", path, link.name)
        return facts.memo(key, lambda: Extensions(tuple(_extending(facts, path, link.name))))

    def parts(self, facts: Facts, place: Place) -> Sequence[Place]:
        """The other parts of a partial class."""
        record = facts.record(place.path)
        symbol = record.symbols[place.at] if record else None
        if symbol is None or "partial" not in symbol.signature:
            return ()
        return facts.memo(("csharp", "parts", place), lambda: _parts(facts, place, symbol))

    def whole(self, facts: Facts, places: Sequence[Place]) -> Sequence[Place]:
        """The first part of a class stands for all of them."""
        if len(places) < 2:
            return places
        return places[:1] if {*places[1:]} <= {*self.parts(facts, places[0])} else places


def _module(facts: Facts, around: Sequence[str], specifier: str, name: str) -> Module:
    """What a using brings: a namespace, a class for its static members, or with an alias either."""
    for outer in around:
        full = f"{outer}.{specifier}" if outer else specifier
        module = _in(facts, full, name)
        if module is not None:
            return module
    if name != "*" and NAMESPACES.files(facts, specifier):
        if specifier.split(".")[0] in _SYSTEM:
            return external(specifier)
        return dangling(f"no {name} in namespace {specifier}")
    return external(specifier)


def _in(facts: Facts, full: str, name: str) -> Module | None:
    """The namespace or class of that full name; with a name, if it has one of that name."""
    whole = f"{full}.{name}" if name != "*" else full
    files = NAMESPACES.files(facts, whole)
    if files:
        # The alias of a namespace is looked up as a name of the one around it.
        return found(*files, folder=whole if name == "*" else full)
    parts = whole.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        namespace = ".".join(parts[:cut])
        places = NAMESPACES.members(facts, namespace, parts[cut])
        if places:
            inside = parts[cut:] if name == "*" else parts[cut:-1]
            paths = dict.fromkeys(place.path for place in places)
            return found(*paths, folder=namespace, name=".".join(inside))
    return None


def _qualified(
    facts: Facts, around: Sequence[str], namespace: str, name: str
) -> Sequence[Place] | None:
    for outer in around:
        full = f"{outer}.{namespace}" if outer else namespace
        places = NAMESPACES.members(facts, full, name)
        if places:
            return places
    return None


def _around(facts: Facts, path: str, at: int) -> tuple[str, ...]:
    """The namespaces around a symbol, the innermost first, and "" for the root."""
    record = facts.record(path)
    while record and at >= 0 and record.symbols[at].kind != "namespace":
        at = record.symbols[at].parent
    return tuple(_outwards(record.symbols[at].qualname)) if record and at >= 0 else ("",)


def _all_around(facts: Facts, path: str) -> Sequence[str]:
    """The namespaces of a file and those around them, the innermost first."""

    def make() -> Sequence[str]:
        declared = NAMESPACES.declared(facts, path)
        names = {outer for name in declared for outer in _outwards(name)} | {""}
        return tuple(sorted(names, key=lambda name: (-name.count(".") - bool(name), name)))

    return facts.memo(("csharp", "around", path), make)


def _outwards(name: str) -> Iterator[str]:
    while name:
        yield name
        name = name.rpartition(".")[0]
    yield ""


def _extending(facts: Facts, path: str, name: str) -> Iterator[tuple[Place, str]]:
    """The methods of that name that extend a type, with the type."""
    methods = []
    for place in facts.named(name):
        record = facts.record(place.path) if facts.lang(place.path) == "csharp" else None
        extended = _EXTENDED.search(record.symbols[place.at].signature) if record else None
        if extended:
            methods.append((place, extended[1]))
    if not methods:
        return
    opened = [*facts.imports(path), *FAMILY.implicit(facts, path)]
    modules = [FAMILY.module(facts, path, link) for link in opened if link.name == "*"]
    seen = {*_all_around(facts, path), *(one.folder for one in modules if not one.name)}
    for place, extended_type in methods:
        declared = NAMESPACES.declared(facts, place.path)
        # Every file has the root besides what it declares.
        if any(space in seen for space in declared if space or len(declared) == 1):
            yield place, extended_type


def _parts(facts: Facts, place: Place, symbol: Symbol) -> Sequence[Place]:
    record = facts.record(place.path)
    assert record is not None
    if symbol.parent >= 0 and record.symbols[symbol.parent].kind != "namespace":
        outer = Place(place.path, symbol.parent)
        return _inner_parts(facts, outer, symbol, place)
    namespace = record.symbols[symbol.parent].qualname if symbol.parent >= 0 else ""
    return [
        other
        for other in NAMESPACES.members(facts, namespace, symbol.name)
        if other != place and _alike(facts, other, symbol)
    ]


def _inner_parts(facts: Facts, outer: Place, symbol: Symbol, place: Place) -> Sequence[Place]:
    """The parts of a class inside a partial one."""
    around = {outer, *FAMILY.parts(facts, outer)}
    found = []
    for other in facts.named(symbol.name):
        record = facts.record(other.path) if facts.lang(other.path) == "csharp" else None
        parent = record.symbols[other.at].parent if record else -1
        if other != place and Place(other.path, parent) in around and _alike(facts, other, symbol):
            found.append(other)
    return found


def _alike(facts: Facts, place: Place, symbol: Symbol) -> bool:
    """Whether another definition of a name is a part of the same class."""
    record = facts.record(place.path)
    other = record.symbols[place.at] if record else None
    return other is not None and other.kind == symbol.kind and "partial" in other.signature


def _of_project(facts: Facts, path: str) -> Sequence[Link]:
    """The usings that hold for the project around a file: those that its project files and the
    properties of the folders around list, and those of its file for them."""
    project = _project(facts, folder_of(path))
    links: list[Link] = []
    folder = project
    while True:
        for file in facts.tree.files_in(folder):
            base = file.rpartition("/")[2]
            if (file.endswith(".csproj") and folder == project) or base in (
                "Directory.Build.props",
                "Directory.Build.targets",
            ):
                links += _listed(facts.text(file) or "")
        if not folder:
            break
        folder = folder_of(folder)
    for base in _GLOBAL:
        for file in facts.tree.called(base):
            record = facts.record(file) if _project(facts, folder_of(file)) == project else None
            links += [link for link in (record.links if record else ()) if link.kind == "import"]
    return [link for link in links if link.name == "*"]


def _listed(text: str) -> Iterator[Link]:
    for match in _USING.finditer(text):
        if "Alias" not in match[2]:
            yield Link("import", "*", match[1], "", 0, -1)


def _project(facts: Facts, folder: str) -> str:
    """The nearest folder with a project file, "" for none."""

    def make() -> str:
        if not folder or any(file.endswith(".csproj") for file in facts.tree.files_in(folder)):
            return folder
        return _project(facts, folder_of(folder))

    return facts.memo(("csharp", "in project", folder), make)


FAMILY = CSharp()
