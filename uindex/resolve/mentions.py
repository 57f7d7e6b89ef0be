"""Names in prose to the definitions they mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.resolve.model import CANDIDATE, RESOLVED, Place, Target

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.record import Link, Symbol
    from uindex.resolve.facts import Facts

_PARTS = re.compile(r"::|->|\?\.|[./\\#]")
_NO_DEFINITIONS = frozenset(
    ["file", "heading", "label", "key", "section", "parameter", "selector", "target", "test"]
)
_MEMBERS = frozenset("field member property method constant variable column variant".split())
_SINGLE = re.compile(r"[A-Z]?[a-z0-9]+[!?]?\Z|[a-z]+_[a-z]{1,2}\Z|[A-Z]+\Z")
"""Names of one word, which may be another thing's as well."""
_ASIDE = re.compile(
    r"(?:^|/)(?:tests?|specs?|__tests__|fixtures?|testdata|test-data|examples?|samples?|benchmarks?)/"
    r"|(?:^|/)(?:test_[^/]*|conftest\.py|conf\.py)\Z|[._-](?:test|spec)\.\w+\Z",
    re.IGNORECASE,
)
"""Files whose definitions documents seldom speak of."""
_FRONT = re.compile(r"__init__\.pyi?\Z|(?:mod|lib)\.rs\Z|index\.[cm]?[jt]sx?\Z")
"""Files that stand for their folder."""
_PLAIN = re.compile(r"[a-z]+\Z")
MANY = 40
"""Definitions of one name beyond which a mention of it says nothing."""


def mentioned(facts: Facts, path: str, link: Link) -> Target | None:
    """What a mention in the file at `path` means: a file by its path, or a definition by its name.

    Resolved where one definition alone has the name, and the name is none that prose uses as a
    word; None where nothing is meant.
    """
    if "/" in link.receiver or "." in link.name:
        file = _file(facts, path, f"{link.receiver}/{link.name}" if link.receiver else link.name)
        if file is not None or "." in link.name:
            return file
    if link.receiver and link.name.isalnum() and link.name.islower():
        base = f"{link.receiver}.{link.name}"  # `setup.py` reads like a member of `setup`
        if facts.tree.called(base):
            return _file(facts, path, base)
    before = tuple(part.removesuffix("()") for part in _PARTS.split(link.receiver) if part)
    key = ("mention", before, link.name)
    return facts.memo(key, lambda: _definition(facts, before, link.name))


def _file(facts: Facts, path: str, written: str) -> Target | None:
    """The file that a path says, from the root, from the folder of the text, or as the end of a
    path that no other ends with."""
    tree = facts.tree
    folder = path.rpartition("/")[0]
    written = written.removeprefix("./")
    for there in (written, f"{folder}/{written}" if folder else written):
        if there in tree:
            return Target(RESOLVED, (Place(there),))
    several = tree.ending(written)
    if not several or len(several) > MANY:
        return None
    status = RESOLVED if len(several) == 1 and "/" in written else CANDIDATE
    return Target(status, tuple(map(Place, several)), "" if status == RESOLVED else "path")


def _definition(facts: Facts, before: tuple[str, ...], name: str) -> Target | None:
    places = facts.named(name)
    if not places or len(places) > MANY * (5 if before else 1):
        return None
    found = [(place, symbol) for place in places if (symbol := _symbol(facts, place)) is not None]
    if before:
        found = _within(found, before)
    found = _declared_once(found)
    if not found:
        return None
    tested = [one for one in found if not _ASIDE.search(one[0].path)]
    aside = not tested
    found = tested or found
    chosen = tuple(place for place, _ in found)
    if len(chosen) > 1:
        return Target(CANDIDATE, chosen, "name")
    if aside:
        return Target(CANDIDATE, chosen, "in a test or an example")
    if not before and (_PLAIN.match(name) or (_is_member(found[0][1]) and _SINGLE.match(name))):
        return Target(CANDIDATE, chosen, "a word")
    return Target(RESOLVED, chosen)


def _symbol(facts: Facts, place: Place) -> Symbol | None:
    record = facts.record(place.path)
    symbol = record.symbols[place.at] if record else None
    return None if symbol is None or symbol.kind in _NO_DEFINITIONS else symbol


def _within(
    found: Sequence[tuple[Place, Symbol]], before: tuple[str, ...]
) -> list[tuple[Place, Symbol]]:
    """Those whose qualified name, with the path before it, goes on with what the mention says; if
    there are none, those in which all of that stands in this order, as of what a package hands on.
    """
    chains = [(_chain(place, symbol), (place, symbol)) for place, symbol in found]
    direct = [one for chain, one in chains if chain[-len(before) :] == before]
    if direct:
        return direct
    return [one for chain, one in chains if _in_order(before, chain)]


def _chain(place: Place, symbol: Symbol) -> tuple[str, ...]:
    """The folders, the file's stem, and what encloses the definition."""
    folders = place.path.split("/")
    base = folders.pop()
    stem = () if _FRONT.match(base) else (base.partition(".")[0],)
    outer = _PARTS.split(symbol.qualname)[:-1]
    return (*folders, *stem, *outer)


def _in_order(parts: tuple[str, ...], chain: tuple[str, ...]) -> bool:
    rest = iter(chain)
    return all(part in rest for part in parts)


def _is_member(symbol: Symbol) -> bool:
    return symbol.kind in _MEMBERS or symbol.parent >= 0


def _declared_once(found: list[tuple[Place, Symbol]]) -> list[tuple[Place, Symbol]]:
    """Of a class and its constructor of the same name only the class."""
    if len(found) < 2:
        return found
    kept = [one for one in found if one[1].kind != "constructor"]
    return kept or found
