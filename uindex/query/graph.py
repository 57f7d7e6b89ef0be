"""The links of a view, both ways: what a link means, and which links mean a thing."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.refs import unpack_site
from uindex.query.facts import ViewSource, path_bytes
from uindex.query.files import file_graph
from uindex.query.rank import Candidate
from uindex.query.results import path_text
from uindex.query.surveys import FEW_FILES, survey
from uindex.query.view import details, resolved, symbol_ids
from uindex.record import KINDS, LINKS, Link
from uindex.resolve.bind import Binder
from uindex.resolve.facts import Facts
from uindex.resolve.family import family_of
from uindex.resolve.model import CANDIDATE, EXTERNAL, RESOLVED, Place, Target
from uindex.resolve.scope import TYPES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from uindex.cache.reader import Sites
    from uindex.query.results import Result
    from uindex.query.view import View
    from uindex.record import Record, Symbol
    from uindex.resolve.graph import FileGraph

_IMPORT, _BOUND = LINKS.index("import"), LINKS.index("bound")
CONSTRUCTORS = frozenset(
    ["__init__", "__new__", "constructor", "initialize", "__construct", "init"]
)


MOST_TOLD = 5
"""Definitions that a note names."""
MOST_SCOPES = 5000
"""Files of which a long walk keeps what it read; 100 KB each."""


class Hit(NamedTuple):
    """A link that means, or may mean, what was asked for."""

    path: str
    link: Link
    target: Target
    place: Place
    """Which of the things asked for, the first where it may be several."""

    @property
    def reason(self) -> str:
        """Why it is not certain, or what is missing."""
        target = self.target
        if target.status == CANDIDATE and not target.reason:
            return f"one of {len(target.places)} definitions"
        return target.reason

    @property
    def source(self) -> Place:
        """The definition that the link stands in, or the file."""
        return Place(self.path, self.link.symbol)


class Graph:
    """Links of one view.  What was resolved is kept while it lives."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.source = ViewSource(view)
        self.facts = Facts(self.source)
        self.binder = Binder(self.facts)
        self._ids: dict[str, list[str]] = {}
        self._surveys: dict[str, bytes] = {}

    def notes(self) -> list[str]:
        """What a person should know of the links that were followed: the view's notes, and the
        configuration that could not be read."""
        faults = (fault for family in self.binder.families() for fault in family.faults(self.facts))
        return [*self.view.told(), *(f"{path}: {why}" for path, why in faults)]

    def is_test(self, path: str) -> bool:
        row = self.source.row(path)
        return row is not None and "test" in row.marks.split()

    def survey(self, lang: str, sites: int) -> bytes | None:
        """The survey of a language's family, as `surveys.survey` has it."""
        known = self._surveys.get(lang)
        if known is None:
            known = survey(self.view, lang, sites)
            if known is not None:
                self._surveys[lang] = known
        return known

    def symbol(self, place: Place) -> Symbol | None:
        """None for a file."""
        return self.binder.symbol(place) if place.at >= 0 else None

    def id(self, place: Place) -> str:
        """The id of a definition; of a file its path."""
        if place.at < 0:
            return place.path
        if place.path not in self._ids:
            record = self.source.record(place.path)
            assert record is not None
            self._ids[place.path] = symbol_ids(record, path_bytes(place.path))
        return self._ids[place.path][place.at]

    def id_at(self, path: str, at: int) -> str | None:
        """The id of a symbol of a file; None for the file itself."""
        return self.id(Place(path, at)) if at >= 0 else None

    def forget(self) -> None:
        """Let go of what most of memory is used for, as far as it is not being used."""
        if len(self._ids) > MOST_SCOPES:
            self._ids.clear()
        if self.binder.forget(MOST_SCOPES):
            self.view.corpus.forget()

    def label(self, place: Place) -> str:
        """What people call it."""
        symbol = self.symbol(place)
        return symbol.qualname if symbol else place.path

    def now(self, one: Candidate) -> Place | None:
        """Where a candidate stands as the file is now; None where it is gone from it."""
        path = path_text(one.path)
        row = self.source.row(path)
        if row is None:
            return None
        if one.at < 0 or one.blob == row.blob:
            return Place(path, one.at)
        records = self.view.corpus.records((one.blob, row.blob))
        symbol = records[one.blob].symbols[one.at]
        for at, other in enumerate(records[row.blob].symbols):
            if other.qualname == symbol.qualname and other.kind == symbol.kind:
                return Place(path, at)
        return None

    def outgoing(self, place: Place, kinds: Collection[str]) -> list[Hit]:
        """The links of these kinds in a definition, those of inner ones included, or in a file; in
        the order of the text.  The place of each is the first that it may mean."""
        scope = self.binder.scope(place.path)
        if scope is None:
            return []
        found = []
        for link in scope.record.links:
            if link.kind in kinds and (place.at < 0 or scope.is_within(link.symbol, place.at)):
                target = self.binder.means(place.path, link)
                if target is None:
                    continue
                first = target.places[0] if target.places else Place(place.path)
                found.append(Hit(place.path, link, target, first))
        return sorted(found, key=lambda hit: hit.link.line)

    def result(self, place: Place) -> Result | None:
        """A definition or a file as a result; None where it is not indexed any more."""
        row = self.source.row(place.path)
        if row is None:
            return None
        symbol = self.symbol(place)
        line, kind = (symbol.line, KINDS.index(symbol.kind)) if symbol else (1, 0)
        one = Candidate(0.0, row.path, line, place.at, row.blob, kind)
        found = details(self.view, resolved(self.view, [one]))
        return found[0] if found else None

    def site(self, place: Place, line: int) -> Result | None:
        """A line in a definition, or in a file, as a result: its line is the one that was read, so
        it is true now wherever the file was looked at as it is now."""
        result = self.result(place)
        if result is None:
            return None
        now = None if result.line_now is None else line
        return result._replace(line=line, line_now=now)

    def meaning(self, places: Iterable[Place], kinds: Collection[str]) -> list[Hit]:
        """The links of these kinds that mean any of the places, by path and line."""
        return _Search(self, frozenset(places), kinds).run()

    def importers(self, path: str, kinds: Collection[str] = ("import", "doc-link")) -> list[Hit]:
        """The imports and links of other files that lead to a file, by path and line."""
        files = self.files
        number = files.numbers.get(path)
        if number is None:
            return []
        lines: dict[str, dict[tuple[int, str], bool]] = {}
        for source, edge in files.leading_to({number}):
            if edge.kind in kinds:
                lines.setdefault(files.paths[source], {})[edge.line, edge.kind] = edge.group.sure
        rows = [row for here in lines if (row := self.source.row(here))]
        found = []
        for row, record in self.source.records(rows):
            here = path_text(row.path)
            for link in record.links:
                sure = lines[here].get((link.line, link.kind))
                if sure is not None and self._leads(here, link, path):
                    target = Target(RESOLVED if sure else CANDIDATE, (Place(path),))
                    found.append(Hit(here, link, target, Place(path)))
        return found

    def _leads(self, here: str, link: Link, path: str) -> bool:
        """Whether an import or a doc-link leads to a file, or to a module in it that it takes."""
        family = self.binder.family(here)
        module = family.module(self.facts, here, link)
        inner = family.submodule(self.facts, module, link.name) if link.name else None
        return path in module.files or (inner is not None and path in inner.files)

    @cached_property
    def files(self) -> FileGraph:
        """The graph of files."""
        return file_graph(self.view)

    def same(self, places: Iterable[Place]) -> list[Place]:
        """The places, and with a class its constructors, with a constructor its class: whoever
        names one of them means the other."""
        found: dict[Place, None] = {}
        for place in places:
            found[place] = None
            symbol = self.symbol(place)
            scope = self.binder.scope(place.path)
            if symbol is None or scope is None:
                continue
            if symbol.kind in TYPES:
                for at, other in enumerate(scope.symbols):
                    if other.parent == place.at and is_constructor(other):
                        found[Place(place.path, at)] = None
            elif is_constructor(symbol) and symbol.parent >= 0:
                found[Place(place.path, symbol.parent)] = None
        return list(found)


def meant(graph: Graph, target: str, places: Sequence[Place]) -> list[Place]:
    """Of places that a name may mean, those that have it exactly as it is written, if any do: first
    as their qualified name, else as their own."""
    written = target.rpartition("#")[2]
    symbols = {place: graph.symbol(place) for place in places}
    for field in ("qualname", "name"):
        same = [p for p, symbol in symbols.items() if symbol and getattr(symbol, field) == written]
        if same:
            return same
    return list(places)


def several(graph: Graph, places: Sequence[Place]) -> list[str]:
    """A note that several definitions were meant, where that is so."""
    if len(places) < 2:
        return []
    ids = ", ".join(graph.id(place) for place in places[:MOST_TOLD])
    more = f" and {len(places) - MOST_TOLD} more" if len(places) > MOST_TOLD else ""
    return [f"{len(places)} definitions are meant, an id names one: {ids}{more}"]


def is_constructor(symbol: Symbol) -> bool:
    return symbol.kind == "constructor" or (symbol.kind == "method" and symbol.name in CONSTRUCTORS)


class _Search:
    """From names to the links that have them, and of those to the ones that mean the places."""

    def __init__(self, graph: Graph, places: frozenset[Place], kinds: Collection[str]) -> None:
        self._graph = graph
        self._places = places
        self._kinds = frozenset(kinds)
        self._codes = frozenset(LINKS.index(kind) for kind in kinds) | {_IMPORT, _BOUND}
        self._names: dict[str, None] = {}
        self._seen: tuple[str, ...] = ()
        self._hits: dict[tuple[str, int, str, str, str], Hit] = {}

    def run(self) -> list[Hit]:
        for place in self._places:
            symbol = self._graph.symbol(place)
            if symbol is not None:
                self._names[symbol.name] = None
                if is_constructor(symbol):
                    self._names["super"] = None
                if is_constructor(symbol) or symbol.kind in TYPES:
                    makers = self._graph.binder.family(place.path).makers
                    self._names.update(dict.fromkeys(sorted(makers)))
                if "default" in symbol.signature or self._is_default(place, symbol.name):
                    self._names["default"] = None
        at = 0
        while at < len(self._names):  # aliases are added as they are met
            self._look([*self._names][at:])
            at = max(at + 1, len(self._seen))
        return sorted(self._hits.values(), key=lambda hit: (hit.path, hit.link.line, hit.link.name))

    def _is_default(self, place: Place, name: str) -> bool:
        scope = self._graph.binder.scope(place.path)
        return scope is not None and any(
            link.alias == "default" and link.name == name for link in scope.imports
        )

    def _look(self, names: Sequence[str]) -> None:
        self._seen = (*self._seen, *names)
        corpus = self._graph.view.corpus
        blobs: dict[int, set[str]] = {}
        free: dict[int, list[tuple[str, Sites]]] = {}
        for name in names:
            for sites in corpus.sites(name):
                for blob in sites.blobs(self._codes):
                    if not corpus.uses(blob):
                        continue
                    if sites.is_free(blob):
                        free.setdefault(blob, []).append((name, sites))
                    else:
                        blobs.setdefault(blob, set()).add(name)
        langs = corpus.langs(free)
        for blob, lang in langs.items():
            if not family_of(lang).links_free(lang) or blob in blobs:
                blobs.setdefault(blob, set()).update(name for name, _ in free.pop(blob))
        rows = self._graph.source.rows_of([*blobs, *free])
        self._expect(free, langs)
        for row in sorted(rows, key=lambda row: row.path):
            if row.blob in free:
                path = path_text(row.path)
                self._graph.source.met(row, path, langs[row.blob])
                for name, sites in free[row.blob]:
                    self._look_at(path, langs[row.blob], name, sites.of(row.blob))
        rows = sorted((row for row in rows if row.blob in blobs), key=lambda row: row.path)
        for row, record in self._graph.source.records(rows):
            self._look_in(path_text(row.path), record, blobs[row.blob])

    def _expect(
        self, free: Mapping[int, Sequence[tuple[str, Sites]]], langs: Mapping[int, str]
    ) -> None:
        """Prepare a family for names that many files have."""
        if len(free) < FEW_FILES:
            return
        files: dict[str, Counter[str]] = {}
        sites: Counter[str] = Counter()
        for blob, found in free.items():
            lang = langs[blob]
            for name, refs in found:
                files.setdefault(lang, Counter())[name] += 1
                sites[lang] += len(refs.of(blob))
        for lang, names in files.items():
            many = [name for name, count in names.items() if count >= FEW_FILES]
            known = self._graph.survey(lang, sites[lang]) if many else None
            if known is not None:
                for name in many:
                    family_of(lang).expect(self._graph.facts, name, known)

    def _look_at(self, path: str, lang: str, name: str, refs: Sequence[int]) -> None:
        """Sites of a file whose meaning depends on nothing else in it."""
        targets: dict[str, Target] = {}
        family = family_of(lang)
        for ref in refs:
            site = unpack_site(0, ref)
            kind = LINKS[site.kind]
            if kind not in self._kinds:
                continue
            link = Link(kind, name, "", "", site.line, site.symbol)
            if kind not in targets:
                known = family.is_builtin(name)
                linked = Target(EXTERNAL) if known else family.linked(self._graph.facts, path, link)
                targets[kind] = linked
            self._add(path, link, targets[kind])

    def _add(self, path: str, link: Link, target: Target) -> None:
        place = next((place for place in target.places if place in self._places), None)
        if place is not None:
            key = (path, link.line, link.name, link.receiver, link.kind)
            self._hits.setdefault(key, Hit(path, link, target, place))

    def _look_in(self, path: str, record: Record, names: set[str]) -> None:
        wanted = set(names)
        for link in record.links:
            if link.kind in ("import", "bound") and link.alias and link.name in names:
                wanted.add(link.alias)
                if link.symbol < 0 and link.kind == "import" and link.alias != "default":
                    self._names.setdefault(link.alias)
        for link in record.links:
            if link.name in wanted and link.kind in self._kinds:
                target = self._graph.binder.means(path, link)
                if target is not None:
                    self._add(path, link, target)
