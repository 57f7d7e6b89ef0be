"""Extension functions of Kotlin that a file sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of
from uindex.resolve.families.jvm.packages import PACKAGES, find, owner_of
from uindex.resolve.model import Extensions, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uindex.record import Link
    from uindex.resolve.facts import Facts


def visible(facts: Facts, path: str, name: str) -> Extensions:
    """Those imported by name; else those of the file and its package; and those of packages that
    are imported as a whole."""
    return facts.memo(("jvm", "extensions", path, name), lambda: _visible(facts, path, name))


def _visible(facts: Facts, path: str, name: str) -> Extensions:
    record = facts.record(path)
    imports = [link for link in (record.links if record else ()) if link.kind == "import"]
    named = [link for link in imports if (link.alias or link.name) == name]
    found = [place for link in named for place in _imported(facts, path, link)]
    near = _owned(facts, found)
    if near:
        return Extensions(near, (), sure=True)
    own = [place for place in facts.named(name) if place.path == path]
    home = PACKAGES.home(facts, path)
    near = _owned(facts, [*own, *(PACKAGES.members(facts, home, name) if home else ())])
    packages = [link.receiver for link in imports if link.name == "*"]
    far = [place for package in packages for place in PACKAGES.members(facts, package, name)]
    return Extensions(near, _owned(facts, far))


def _imported(facts: Facts, path: str, link: Link) -> list[Place]:
    key = ("jvm", "extending", folder_of(path), link.receiver, link.name)
    module = facts.memo(key, lambda: find(facts, path, link.receiver, link.name))
    files = module.files if module else ()
    return [place for place in facts.named(link.name) if place.path in files]


def _owned(facts: Facts, places: Iterable[Place]) -> Sequence[tuple[Place, str]]:
    owners = ((place, owner_of(facts, place)) for place in dict.fromkeys(places))
    return tuple((place, owner) for place, owner in owners if owner)
