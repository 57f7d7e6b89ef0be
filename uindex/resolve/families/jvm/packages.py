"""Packages of Java, Kotlin and Scala, and what a dotted name means in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.model import Module, dangling, found
from uindex.resolve.packages import Packages, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.record import Record, Symbol
    from uindex.resolve.facts import Facts
    from uindex.resolve.model import Place

LANGS = frozenset(["java", "kotlin", "scala"])


class _Packages(Packages):
    def is_clause(self, record: Record, symbol: Symbol) -> bool:
        """Braces, and package objects, are Scala's."""
        return record.lang != "scala" or symbol.end == symbol.name_end

    def is_sure(self, path: str, lang: str, name: str) -> bool:
        return super().is_sure(path, lang, name) and not path.endswith("module-info.java")


PACKAGES = _Packages("jvm", LANGS, frozenset(["package"]), nested=frozenset(["scala"]))


def find(facts: Facts, path: str, specifier: str, name: str) -> Module | None:
    """Where a name with all its packages leads: `specifier` is a package, or a class in one, and
    `name` what is taken from it.  None where no such package is in the repository."""
    parts = specifier.split(".")
    for cut in range(len(parts), 0, -1):
        package, rest = ".".join(parts[:cut]), parts[cut:]
        files = PACKAGES.files(facts, package)
        if not files:
            continue
        if rest:
            return _in_class(facts, path, package, rest)
        if name in ("", "*"):
            return found(*nearest_of_base(path, files), folder=package)
        return _member(facts, path, package, name)
    return None


def _in_class(facts: Facts, path: str, package: str, rest: list[str]) -> Module | None:
    files = defining(facts, path, package, rest[0])
    if files:
        inside = ".".join(rest) if PACKAGES.members(facts, package, rest[0]) else ""
        return found(*files, folder=package, name=inside)
    if rest[0][0].isupper():
        return dangling(f"no class {rest[0]} in package {package}")
    return None  # a package that only begins like one of ours


def _member(facts: Facts, path: str, package: str, name: str) -> Module:
    files = defining(facts, path, package, name)
    if files or is_package(facts, f"{package}.{name}"):
        return found(*files, folder=package)
    heirs = _inheriting(facts, package)
    if heirs:
        return found(*nearest(path, heirs), folder=package)
    return dangling(f"no {name} in package {package}")


def _inheriting(facts: Facts, package: str) -> list[str]:
    """The files with package objects that inherit members of theirs."""
    heirs = []
    for file in PACKAGES.files(facts, package):
        record = facts.record(file) if facts.lang(file) == "scala" else None
        inside = PACKAGES.declared(facts, file).get(package, ())
        if record and any(link.kind == "base" and link.symbol in inside for link in record.links):
            heirs.append(file)
    return heirs


def defining(facts: Facts, path: str, package: str, name: str) -> Sequence[str]:
    """The files that define `name` in a package, those nearest to `path`."""
    places = PACKAGES.members(facts, package, name)
    files = list(dict.fromkeys(place.path for place in places))
    return nearest(path, files or facade_of(facts, package, name))


def facade_of(facts: Facts, package: str, name: str) -> list[str]:
    """What a file of Kotlin defines outside classes is in a class `FileKt` to others: that file."""
    base = name[:-2]
    if not base or not name.endswith("Kt"):
        return []
    bases = (f"{base}.kt", f"{base[0].lower()}{base[1:]}.kt")
    return [file for file in PACKAGES.files(facts, package) if file.rpartition("/")[2] in bases]


def owner_of(facts: Facts, place: Place) -> str:
    """The type that an extension is written for."""
    record = facts.record(place.path)
    return record.symbols[place.at].owner if record else ""


def nearest_of_base(path: str, files: Sequence[str]) -> list[str]:
    """`files` without those for which there is a nearer one of the same name."""
    bases: dict[str, list[str]] = {}
    for file in files:
        bases.setdefault(file.rpartition("/")[2], []).append(file)
    return sorted(file for alike in bases.values() for file in nearest(path, alike))


def is_package(facts: Facts, name: str) -> bool:
    """Whether files declare that package or one inside it."""
    if PACKAGES.files(facts, name):
        return True
    samples = facts.memo(("jvm", "folders"), lambda: _samples(facts)).get(name.replace(".", "/"))
    return any(
        package.startswith(name + ".")
        for sample in samples or ()
        for package in PACKAGES.declared(facts, sample)
    )


def _samples(facts: Facts) -> dict[str, list[str]]:
    """The end of a folder, of any number of components -> a file below it, for each such folder."""
    found: dict[str, dict[str, str]] = {}
    for folder in facts.tree.folders():
        file = next(
            (
                file
                for file in facts.tree.files_in(folder)
                if file.endswith((".scala", ".kt", ".java"))
            ),
            None,
        )
        if file is None:
            continue
        parts = folder.split("/")
        for end in range(1, len(parts) + 1):
            above = "/".join(parts[:end])
            for start in range(end):
                found.setdefault("/".join(parts[start:end]), {}).setdefault(above, file)
    return {tail: sorted(files.values()) for tail, files in found.items()}
