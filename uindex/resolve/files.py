"""Making the graph of files, whole or where a snapshot changed: both give the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from uindex.resolve.facts import Source, Tree
from uindex.resolve.family import family_name, family_of
from uindex.resolve.graph import FileGraph, Group, Row
from uindex.resolve.model import DANGLING, EXTERNAL, RESOLVED
from uindex.resolve.watch import Asked, Notes, WatchedFacts, concerned

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from uindex.record import Link
    from uindex.resolve.facts import Facts
    from uindex.resolve.family import Family
    from uindex.resolve.model import Module
    from uindex.resolve.watch import Change


class LinkSource(Source, Protocol):
    """A source that can say cheaply what imports there are."""

    def indexed(self) -> Mapping[str, str]:
        """Path -> language of every indexed file."""

    def leading(self, paths: Collection[str]) -> Iterable[tuple[str, Sequence[Link]]]:
        """The imports and doc-links of these files, as records have them, in any order; files
        without any may be left out."""

    def forget(self) -> None:
        """Let go of records that were read: others come now."""


class Resolved(NamedTuple):
    """A graph, and what a later change is compared with."""

    graph: FileGraph
    asked: dict[str, Asked] | None
    """Of each family by its name; a family that is not here asked nothing.  None where it is not
    known."""


def fresh(source: LinkSource) -> Resolved:
    """The graph of a snapshot."""
    maker = _Maker(source)
    graph = maker.make(None, set(), source.indexed())
    return Resolved(graph, maker.asked)


def updated(before: Resolved, source: LinkSource, changes: Sequence[Change]) -> Resolved:
    """The graph of a snapshot, given that of another one and all that is different."""
    if before.asked is None:
        return fresh(source)
    maker = _Maker(source)
    langs = source.indexed()
    questions = concerned(changes, maker.tree)
    again = {
        name
        for name in {family_name(lang) for lang in langs.values()}
        if questions is None or (name in before.asked and before.asked[name].any(questions))
    }
    changed = {change.path for change in changes}
    todo = {
        path: lang
        for path, lang in langs.items()
        if path in changed or (again and family_name(lang) in again)
    }
    gone = {path for path in changed if path not in langs}
    graph = maker.make(before.graph, gone, todo)
    asked = {name: one for name, one in before.asked.items() if name not in again}
    for name, one in maker.asked.items():
        asked[name] = asked[name].union(one) if name in asked else one
    return Resolved(graph, asked)


def agrees(graph: FileGraph, source: LinkSource, paths: Collection[str]) -> bool:
    """Whether a graph of the snapshot, whoever made it, has of these files the links that they
    have when they are resolved here, and none of files that are not indexed."""
    langs = source.indexed()
    own = _Maker(source).make(None, set(), {path: langs[path] for path in paths})
    looked_at = set(paths)
    return all(
        graph.row(at)[2:] == own.row(at)[2:] and [*graph.edges(at)] == [*own.edges(at)]
        for at, path in enumerate(graph.paths)
        if path in looked_at or path not in langs
    )


class _Maker:
    """Resolves files of one snapshot, those of each family with facts of its own."""

    def __init__(self, source: LinkSource) -> None:
        self._source = source
        self.tree = Tree(source.paths())
        self.asked: dict[str, Asked] = {}
        """What every family asked."""
        self._groups: dict[tuple[bool, tuple[str, ...]], int] = {}

    def make(
        self, before: FileGraph | None, gone: Collection[str], todo: Mapping[str, str]
    ) -> FileGraph:
        """Resolve the files of `todo` (path -> language); all others, but for those that are
        `gone`, have the links that they had."""
        paths = sorted(self.tree.paths)
        rows = self._kept(before, gone, todo) if before else {}
        families: dict[str, list[str]] = {}
        for path, lang in todo.items():
            families.setdefault(family_name(lang), []).append(path)
        for name in sorted(families):
            notes = Notes()
            facts = WatchedFacts(self._source, self.tree, notes)
            for path, links in self._source.leading(families[name]):
                row = self._row(facts, path, todo[path], links)
                if row is not None:
                    rows[path] = row
            self.asked[name] = notes.asked()
            self._source.forget()
        number = {path: at for at, path in enumerate(paths)}
        groups = []
        for sure, files in self._groups:
            first, *rest = (number.get(file, -1) for file in files)
            groups.append(Group(sure, (first, *sorted(rest))))
        none = Row((), (), 0, 0, 0)
        return FileGraph(paths, [rows.get(path, none) for path in paths], groups)

    def _kept(
        self, before: FileGraph, gone: Collection[str], todo: Mapping[str, str]
    ) -> dict[str, Row]:
        """The rows that stay as they are.  Their groups get the first numbers."""
        paths = before.paths
        for sure, files in before.groups:
            self._groups[sure, tuple([paths[file] for file in files])] = len(self._groups)
        return {
            path: before.row(at)
            for at, path in enumerate(paths)
            if path not in todo and path not in gone
        }

    def _row(self, facts: Facts, path: str, lang: str, links: Sequence[Link]) -> Row | None:
        family = family_of(lang)
        lines: list[int] = []
        groups: list[int] = []
        imports = external = dangling = 0
        for link in links:
            module = family.module(facts, path, link)
            if module.status == RESOLVED:
                group = self._group(family, facts, path, link, module)
                if group >= 0:
                    lines.append(link.line)
                    groups.append(group)
                    imports += link.kind == "import"
            elif module.status == EXTERNAL:
                external += 1
            elif module.status == DANGLING:
                dangling += 1
        return Row(lines, groups, imports, external, dangling) if links else None

    def _group(self, family: Family, facts: Facts, path: str, link: Link, module: Module) -> int:
        """The number of the group of files that a link leads to; -1 for none but the file itself.

        What is taken from a module may be a module in it: then that one is meant, and the outer one
        is needed, too.
        """
        files = module.files
        if link.name and link.name != "*":
            inner = family.submodule(facts, module, link.name)
            if inner is not None and inner.files:
                files = (*inner.files, *(file for file in files if file not in inner.files))
        if path in files:
            files = tuple([file for file in files if file != path])
        if not files:
            return -1
        # A reason beside what was found says that one of several is meant.
        key = (not module.reason, files)
        return self._groups.setdefault(key, len(self._groups))
