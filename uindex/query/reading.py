"""What to read: the files that others build on, and an order for a newcomer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.rows import PROJECT
from uindex.query.entries import MAIN, is_aside
from uindex.query.options import DOCS
from uindex.query.purpose import shortened
from uindex.resolve.facts import folder_of
from uindex.resolve.scope import CALLABLES, TYPES, VALUES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from uindex.query.entries import Entry
    from uindex.query.facts import ViewSource
    from uindex.query.modules import Listed
    from uindex.query.purpose import Purposes

_NO_CORE = frozenset(["css", "scss", "less", "makefile", "dockerfile", "cmake"])
_HIDDEN = re.compile(r"^_|\$|_H_*\Z")
"""Private names, patterns, guards of headers."""
_SYMBOLS = 4
_SPARE = 2
_LOOKED_AT = 60
_STEPS = 9
_DOCUMENTS = (
    re.compile(r"readme(\.\w+)?\Z", re.IGNORECASE),
    re.compile(r"(?:.*/)?(architecture|design|overview|hacking|internals?)(\.\w+)?\Z", re.I),
    re.compile(r"(?:\w+/)?(contributing|getting.?started|guide|tutorial)(\.\w+)?\Z", re.I),
    re.compile(r"(docs?|documentation)/(index|readme)\.\w+\Z", re.IGNORECASE),
)


class Hub(NamedTuple):
    """A file that others build on."""

    path: str
    importers: int
    """Files that import it."""
    symbols: tuple[str, ...]
    """What of it is named most elsewhere."""
    doc: str


class Step(NamedTuple):
    """Something to read."""

    path: str
    why: str


def hubs_of(
    source: ViewSource,
    files: Sequence[Listed],
    ranks: Mapping[str, float],
    importers: Mapping[str, int],
    most: int,
) -> list[Hub]:
    """The most central files of the project proper among these, or for want of imports those with
    most symbols."""
    code = [file for file in files if file.is_code]
    own = [file for file in code if file.rank == PROJECT]
    used = [file for file in own if importers.get(file.path)]
    if not own:  # tests: what several of them share
        used = [file for file in code if importers.get(file.path, 0) > 1]
    own = used or [file for file in own if file.lang not in _NO_CORE]

    def order(file: Listed) -> tuple[float, int, str]:
        rank = ranks.get(file.path, 0.0) if importers.get(file.path) else 0.0
        return -round(rank, 7), -file.symbols, file.path

    hubs = [
        Hub(file.path, importers.get(file.path, 0), *_said(source, file.path))
        for file in sorted(own, key=order)[: most + _SPARE]
    ]
    # What only hands on the names of others says less.
    return sorted(hubs[: most + _SPARE], key=lambda hub: not hub.symbols)[:most]


def _said(source: ViewSource, path: str) -> tuple[tuple[str, ...], str]:
    """The names of a file that are used most in the repository, and its doc."""
    record = source.record(path)
    if record is None:
        return (), ""
    outer: dict[str, bool] = {}
    for symbol in record.symbols:
        top = symbol.parent < 0 or record.symbols[symbol.parent].kind in ("package", "namespace")
        plain = symbol.kind in TYPES or symbol.kind in CALLABLES or symbol.kind in VALUES
        hidden = symbol.visibility == "private" or _HIDDEN.search(symbol.name)
        if top and plain and not hidden and len(symbol.name) > 2:
            outer.setdefault(symbol.name, symbol.kind in TYPES)
    names = sorted(outer, key=lambda name: not outer[name])[:_LOOKED_AT]
    counts = {name: source.count(name) for name in names}
    used = [name for name in names if counts[name] > 1] or names
    kept = sorted(used, key=lambda name: (-counts[name], name))[:_SYMBOLS]
    return tuple(kept), shortened(record.doc, 100)


def _title(source: ViewSource, path: str) -> str:
    record = source.record(path)
    headings = (symbol.name for symbol in (record.symbols if record else ()))
    return next(headings, "")


def to_read(
    source: ViewSource,
    purposes: Purposes,
    root: str,
    files: Sequence[Listed],
    entries: Sequence[Entry],
    hubs: Sequence[Hub],
) -> Iterator[Step]:
    """Documents, then where it begins, then what all else builds on, each folder in turn."""
    steps: dict[str, str] = {}
    inside = len(root) + 1 if root else 0
    for pattern in _DOCUMENTS:
        documents = (file.path for file in files if file.lang in DOCS)
        named = [path for path in documents if pattern.match(path[inside:])]
        for path in sorted(named, key=lambda path: (path.count("/"), path))[:1]:
            said = shortened(purposes.of_document(path), 100)
            steps.setdefault(path, said or _title(source, path) or "document")
    begins = [entry for entry in entries if not is_aside(entry.path)]
    for entry in begins[: 2 if begins and begins[0].said != MAIN else 1]:
        steps.setdefault(entry.path, f"{entry.name}: where it starts ({entry.said})")
    met: dict[str, int] = {}
    most = max((hub.importers for hub in hubs), default=0)
    for hub in hubs:
        if hub.importers * 20 < most:
            continue  # central through a single file that is
        folder = folder_of(hub.path)
        met[folder] = met.get(folder, 0) + 1
        if met[folder] <= 3 and hub.importers:
            names = ", ".join(hub.symbols[:3])
            said = f"{names}; " if names else ""
            plural = "file" if hub.importers == 1 else "files"
            steps.setdefault(hub.path, f"{said}imported by {hub.importers} {plural}")
    for path, why in list(steps.items())[:_STEPS]:
        yield Step(path, why)
