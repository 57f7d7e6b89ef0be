"""Python: modules are files and folders below the roots that imports are looked for in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of, join
from uindex.resolve.family import Family
from uindex.resolve.model import Module, dangling, external, found
from uindex.resolve.standard import BUILTINS, MODULES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.record import Link, Symbol
    from uindex.resolve.facts import Facts
    from uindex.resolve.model import Place

_SUFFIXES = (".py", ".pyi")
_MANIFESTS = ("pyproject.toml", "setup.py", "setup.cfg")
_RUN = frozenset("bin scripts tools test tests examples benchmarks".split())
"""Folders whose files are run where they lie, packages or not."""
# Decorators of what stands beside the definition that is meant.
_OTHER = re.compile(r"@(?:[\w.]+\.)?(?:overload|setter|deleter|register)\b")
_GIVING = frozenset(
    "next max min getattr eval cast copy deepcopy partial reduce get pop popleft popitem setdefault"
    " get_nowait wait_for run gather shield run_until_complete result enter_context"
    " enter_async_context ref proxy TypeVar ParamSpec TypeVarTuple __getitem__ Any object".split()
)
"""What of the standard library gives back what was put in, and types that may be any."""
_PROPERTY = re.compile(r"@[\w.]*(?:property|reify)\b")
_ENUMERATION = re.compile(r"\w*(?:Enum|Flag)\Z")


class Python(Family):
    langs = ("python", "jupyter")
    selves = frozenset(["self", "cls", "Self", "mcs", "mcls"])
    loose = True
    supers = frozenset(["super"])
    super_calls = False
    operator = "__call__"
    each = "__iter__"
    item = "__getitem__"
    fallback = "__getattr__"
    opening = ("__await__", "__enter__", "__aenter__")
    builtins = BUILTINS

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        module = self._module(facts, path, link.receiver)
        # What a file imports by its own bare name is another thing: `import redis` in redis.py.
        if module.files == (path,) and module.folder is None and "." not in link.receiver:
            return external(link.receiver)
        return module

    def _module(self, facts: Facts, path: str, specifier: str) -> Module:
        folder = folder_of(path)
        key = ("python module", folder, specifier)
        if specifier.startswith("."):
            return facts.memo(key, lambda: self._relative(facts, folder, specifier))
        return facts.memo(key, lambda: self._absolute(facts, folder, specifier))

    def _relative(self, facts: Facts, folder: str, specifier: str) -> Module:
        rest = specifier.lstrip(".")
        base = join(folder, "../" * (len(specifier) - len(rest) - 1))
        if base is None:
            return dangling(f"{specifier} leads out of the repository")
        return _below(facts, base, rest) or dangling(
            f"no module {specifier} from {folder or 'the root'}"
        )

    def _absolute(self, facts: Facts, folder: str, specifier: str) -> Module:
        first = specifier.partition(".")[0]
        # `import json` means the standard library beside a json.py as well.
        if first in MODULES and first != "test":
            return external(first)
        owner = None
        for root in _roots(facts, folder):
            module = _below(facts, root, specifier)
            # A folder that holds no module is none of Python's, whatever its name.
            if module is not None and (module.files or _is_package(facts, module.folder)):
                return module
            owner = owner or _below(facts, root, first)
        # A plain module has no modules inside: another package of its name is meant.
        if owner is None or not owner.files or owner.folder is None:
            return external(first)
        return dangling(f"no module {specifier} beside {owner.files[0]}")

    def choose(self, facts: Facts, link: Link, places: Sequence[Place]) -> Sequence[Place]:
        """Of overloads the implementation, of a property what reads it."""
        record = facts.record(places[0].path)
        if len(places) == 1 or record is None or len({place.path for place in places}) > 1:
            return places
        signatures = {place: record.symbols[place.at].signature for place in places}
        kept = [place for place in places if not _OTHER.match(signatures[place])]
        return kept or places[-1:]

    def reads(self, symbol: Symbol) -> bool:
        return symbol.signature.startswith("@") and bool(_PROPERTY.search(symbol.signature))

    def lists(self, symbol: Symbol, bases: Sequence[Link]) -> bool:
        held = symbol.kind in ("field", "constant")
        return held and any(_ENUMERATION.match(link.name) for link in bases)

    def gives_anything(self, library: bool, name: str) -> bool:
        return name in _GIVING or super().gives_anything(library, name)

    def is_standard(self, module: Module) -> bool:
        return module.name in MODULES

    def submodule(self, facts: Facts, module: Module, name: str) -> Module | None:
        if module.folder is None:
            return None
        return _below(facts, module.folder, name)

    def local(self, facts: Facts, path: str, link: Link) -> tuple[str, Link]:
        if link.name or link.alias:
            return super().local(facts, path, link)
        first = link.receiver.partition(".")[0]
        return first, link._replace(receiver=first)


def _below(facts: Facts, root: str, dotted: str) -> Module | None:
    """The module of a dotted name below a folder."""
    there = f"{root}/{dotted.replace('.', '/')}".strip("/") if dotted else root
    tree = facts.tree
    for suffix in _SUFFIXES:
        init = f"{there}/__init__{suffix}".lstrip("/")
        if init in tree:
            return found(init, folder=there)
    for suffix in _SUFFIXES:
        if dotted and there + suffix in tree:
            return found(there + suffix)
    return found(folder=there) if tree.is_folder(there) else None


def _is_package(facts: Facts, folder: str | None) -> bool:
    """Whether a folder without `__init__.py` has modules in it, at whatever depth."""
    return folder in facts.memo(("python folders",), lambda: _folders(facts))


def _folders(facts: Facts) -> frozenset[str]:
    """Folders that modules lie in, those around them included."""
    known: set[str] = set()
    for path in facts.tree.paths:
        if path.endswith(_SUFFIXES):
            folder = folder_of(path)
            while folder not in known:
                known.add(folder)
                folder = folder_of(folder)
    return frozenset(known)


def _roots(facts: Facts, folder: str) -> tuple[str, ...]:
    """Where imports of a file in `folder` are looked for, the nearest project first: the folder
    around the outermost package, which is the file's own outside of any, then a folder with a
    manifest, its src/, the repository, and the file's own folder where scripts lie."""
    return facts.memo(("python roots", folder), lambda: tuple(_find_roots(facts, folder)))


def _find_roots(facts: Facts, folder: str) -> list[str]:
    tree = facts.tree
    roots: dict[str, None] = {}
    package = folder
    while package and f"{package}/__init__.py" in tree:
        package = folder_of(package)
    roots[package] = None
    around = folder
    while True:
        manifest = any((f"{around}/{name}" if around else name) in tree for name in _MANIFESTS)
        if manifest or not around:
            roots[around] = None
            for sub in ("src", "lib", "python"):
                inner = f"{around}/{sub}".lstrip("/")
                if tree.is_folder(inner):
                    roots[inner] = None
        if not around:
            break
        around = folder_of(around)
    if folder.rpartition("/")[2] in _RUN:
        roots[folder] = None
    return list(roots)


FAMILY = Python()
