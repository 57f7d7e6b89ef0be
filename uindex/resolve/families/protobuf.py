"""Protocol buffers: imports from roots, types by their package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of
from uindex.resolve.family import Family
from uindex.resolve.model import RESOLVED, Module, dangling, external, found
from uindex.resolve.scope import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.record import Link
    from uindex.resolve.facts import Facts
    from uindex.resolve.model import Place

_ROOTS = ("", "proto", "protos", "src", "src/main/proto", "api", "third_party", "include")
_TYPES = TYPES | {"enum"}


class Protobuf(Family):
    """Of a qualified name the innermost package around counts in which its first part is."""

    langs = ("protobuf",)
    selves = frozenset[str]()
    supers = frozenset[str]()
    types = _TYPES
    bare_members = True

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        folder, written = folder_of(path), link.receiver
        return facts.memo(
            ("proto module", folder, written), lambda: _module(facts, folder, written)
        )

    def opens(self, link: Link) -> bool:
        return False  # names are those of packages

    def local(self, facts: Facts, path: str, link: Link) -> tuple[str, Link]:
        return "", link

    def everywhere(self, facts: Facts, path: str, name: str) -> Sequence[Place]:
        return _named(facts, path, [name])

    def qualified(self, facts: Facts, path: str, names: Sequence[str]) -> Sequence[Place] | None:
        return _named(facts, path, names) or (() if len(names) > 1 else None)


def _named(facts: Facts, path: str, names: Sequence[str]) -> Sequence[Place]:
    """The types of a name, in the innermost of the packages around the file that has any."""
    wanted = ".".join(filter(None, names))
    known = facts.memo(("proto name", names[-1]), lambda: _by_full_name(facts, names[-1]))
    package = _package(facts, path) if names[0] else ""
    while True:
        full = f"{package}.{wanted}" if package else wanted
        if full in known:
            return _seen(facts, path, known[full])
        if not package:
            return ()
        package = package.rpartition(".")[0]


def _seen(facts: Facts, path: str, places: Sequence[Place]) -> Sequence[Place]:
    """Of copies of one definition that which the file imports, at whatever depth."""
    if len(places) < 2:
        return places
    imported = facts.memo(("proto imported", path), lambda: _imported(facts, path))
    return [place for place in places if place.path in imported] or places


def _imported(facts: Facts, path: str) -> frozenset[str]:
    seen = {path}
    left = [path]
    while left:
        here = left.pop()
        for link in facts.imports(here):
            for file in FAMILY.module(facts, here, link).files:
                if file not in seen:
                    seen.add(file)
                    left.append(file)
    return frozenset(seen)


def _by_full_name(facts: Facts, name: str) -> dict[str, list[Place]]:
    """Qualified name, package included -> types, and options that an extension adds."""
    known: dict[str, list[Place]] = {}
    for place in facts.named(name):
        record = facts.record(place.path)
        if record is None or record.lang != "protobuf":
            continue
        symbol = record.symbols[place.at]
        outer = record.symbols[symbol.parent] if symbol.parent >= 0 else None
        inside = symbol.qualname
        if outer and outer.kind == "extension":  # what it adds is a name of what is around it
            around = record.symbols[outer.parent].qualname if outer.parent >= 0 else ""
            inside = f"{around}.{symbol.name}".lstrip(".")
        elif symbol.kind not in _TYPES:
            continue
        package = _package(facts, place.path)
        known.setdefault(f"{package}.{inside}".lstrip("."), []).append(place)
    return known


def _package(facts: Facts, path: str) -> str:
    def find() -> str:
        record = facts.record(path)
        symbols = record.symbols if record else ()
        return next((symbol.qualname for symbol in symbols if symbol.kind == "package"), "")

    return facts.memo(("proto package", path), find)


def _module(facts: Facts, folder: str, written: str) -> Module:
    tree = facts.tree
    for root in facts.memo(("proto roots", folder), lambda: tuple(_roots(facts, folder))):
        there = f"{root}/{written}".lstrip("/")
        if there in tree:
            return found(there)
    several = tree.ending(written) if "/" in written else []
    if len(several) == 1:
        return found(several[0])
    if len(several) > 1:
        # A copy that a project keeps for itself is for that project.
        near = max(several, key=lambda one: (_shared(one, folder), -len(one), one))
        if sum(_shared(one, folder) == _shared(near, folder) for one in several) == 1:
            return found(near)
        return Module(RESOLVED, tuple(several), reason=f"one of {len(several)} files")
    first = written.partition("/")[0]
    own = "/" in written and any(
        tree.files_in(f"{root}/{folder_of(written)}".strip("/"))
        for root in facts.memo(("proto roots", folder), lambda: tuple(_roots(facts, folder)))
    )
    if own and not written.startswith("google/protobuf/"):
        return dangling(f"no such file: {written}")
    return external(first if "/" in written else written)


def _shared(path: str, folder: str) -> int:
    """How many folders from the root on two paths share."""
    count = 0
    for one, other in zip(path.split("/"), folder.split("/"), strict=False):
        if one != other:
            break
        count += 1
    return count


def _roots(facts: Facts, folder: str) -> Iterator[str]:
    """Where imports begin: every folder around the file, and the usual ones in these."""
    around = folder
    while True:
        for sub in _ROOTS:
            inner = f"{around}/{sub}".strip("/")
            if facts.tree.is_folder(inner):
                yield inner
        if not around:
            return
        around = folder_of(around)


FAMILY = Protobuf()
