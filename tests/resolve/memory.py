"""A snapshot in memory, made of texts: what resolvers are tested on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.extract.extract import extract
from uindex.extract.registry import language_of
from uindex.record import Record, decode
from uindex.resolve.bind import Binder
from uindex.resolve.facts import Facts
from uindex.resolve.model import DANGLING, RESOLVED, Place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from uindex.record import Link


class Memory:
    """A `resolve.facts.Source` of path -> text."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._records: dict[str, Record] = {}
        self._names: dict[str, list[Place]] = {}
        for path in sorted(texts):
            record = self._records[path] = decode(
                extract(language_of(path.encode()), texts[path].encode())
            )
            for at, symbol in enumerate(record.symbols):
                self._names.setdefault(symbol.name, []).append(Place(path, at))

    def paths(self) -> Iterable[str]:
        return self._texts

    def record(self, path: str) -> Record | None:
        return self._records.get(path)

    def imports(self, path: str) -> Sequence[Link]:
        record = self._records.get(path)
        return [link for link in record.links if link.kind == "import"] if record else []

    def lang(self, path: str) -> str:
        record = self._records.get(path)
        return record.lang if record else ""

    def named(self, name: str) -> Sequence[Place]:
        return self._names.get(name, [])

    def text(self, path: str) -> str | None:
        return self._texts.get(path)

    def indexed(self) -> Mapping[str, str]:
        return {path: record.lang for path, record in self._records.items() if not record.skip}

    def forget(self) -> None:
        """All is kept."""

    def leading(self, paths: Collection[str]) -> Iterator[tuple[str, Sequence[Link]]]:
        for path in paths:
            links = self._records[path].links
            yield path, [link for link in links if link.kind in ("import", "doc-link")]


def facts(texts: Mapping[str, str]) -> Facts:
    """The facts of a snapshot whose files these are."""
    return Facts(Memory(texts))


def imported(texts: Mapping[str, str], path: str) -> dict[str, str]:
    """Where each import of a file leads, by its specifier (and what is taken, after a colon):
    the files, comma-separated, or the status with what is known of it."""
    from uindex.resolve.family import family_of

    known = facts(texts)
    record = known.record(path)
    assert record is not None
    result = {}
    for link in record.links:
        if link.kind in ("import", "doc-link"):
            module = family_of(record.lang).module(known, path, link)
            said = ", ".join(module.files) or f"{module.status} {module.reason or module.name}"
            result[f"{link.receiver}:{link.name}".rstrip(":")] = said
    return result


def bound(texts: Mapping[str, str], path: str) -> dict[str, str]:
    """What each call of a file means, by `LINE name`: the target as `path#qualname`, preceded by
    its status unless it is resolved."""
    known = facts(texts)
    binder = Binder(known)
    record = known.record(path)
    assert record is not None
    result = {}
    for link in record.links:
        if link.kind == "call":
            target = binder.bind(path, link)
            places = ", ".join(_label(binder, place) for place in target.places)
            status = "" if target.status == RESOLVED else target.status
            said = " ".join(filter(None, (status, places)))
            if target.status == DANGLING:
                said += f" {target.reason}"
            result[f"{link.line} {link.name}"] = said
    return result


def _label(binder: Binder, place: Place) -> str:
    return f"{place.path}#{binder.symbol(place).qualname}" if place.at >= 0 else place.path
