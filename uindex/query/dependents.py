"""`dependents`: the files that import a file, a folder or a module, or link to it.

A module is named as its language names it, `flask.json`, `crate::net`, `github.com/x/y/z`,
`@scope/pkg`: whatever an import may say.  One that is outside the repository has dependents, too.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from uindex.errors import UsageError
from uindex.query.facts import path_bytes
from uindex.query.files import ViewLinks, file_graph
from uindex.query.graph import Graph
from uindex.query.outline import is_left_out, unknown
from uindex.query.results import Answer, path_text
from uindex.record import Link
from uindex.resolve.facts import Facts, folder_of
from uindex.resolve.family import family_name, family_of
from uindex.resolve.graph import DOC_LINK, IMPORT
from uindex.resolve.model import CANDIDATE, EXTERNAL, RESOLVED, STATUSES, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from uindex.query.options import GraphOptions
    from uindex.query.results import Result
    from uindex.query.view import View
    from uindex.resolve.graph import Edge, FileGraph

_SAID = {IMPORT: "imports", DOC_LINK: "links to"}
_ASKERS = 100
"""Folders from which a module's name is tried, those of a language's files that come first."""
_SEPARATORS = (".", "/", "::", "\\", "#")


class Dependent(NamedTuple):
    """A file that depends on what was asked."""

    hop: int
    path: str
    line: int
    """Of the first link."""
    kind: str
    status: str
    targets: tuple[str, ...]
    """What its links lead to, in order of line."""
    reason: str = ""


def dependents(view: View, target: str, prefix: bytes, options: GraphOptions) -> Answer:
    """Dependents by hop, those that are certain first.  UsageError where nothing is so named."""
    if not target.strip():
        raise UsageError("nothing was named; give a path or a module")
    files = file_graph(view)
    start = _named(files, target, prefix)
    notes = view.told()
    if start is None:
        source = ViewLinks(view)
        start = {files.numbers[path] for path in _module(source, target) if path in files.numbers}
        found = [] if start else list(_outside(source, target))
        if not start and not found:
            raise _unknown(view, target, prefix)
    if start:
        found, inside = _walk(files, start, options.depth)
        if inside:
            notes.append(f"{inside} files inside depend on one another; they are not listed")
        if not found and view.searched.complete:
            notes.append("nothing imports it or links to it")
        notes += _left_out(view, files, start)
    found.sort(key=_order)
    page = found[options.offset : options.offset + options.limit]
    graph = Graph(view)
    shown = [result for one in page if (result := _result(graph, one))]
    return Answer(
        target, "dependents", len(found), options.offset, shown, view.searched, tuple(notes)
    )


def _named(files: FileGraph, target: str, prefix: bytes) -> set[int] | None:
    """The file at a path, or the files of a folder; None where there is neither."""
    for path in _paths(target, prefix):
        if path in files.numbers:
            return {files.numbers[path]}
        inside = f"{path}/" if path else ""
        found = {number for other, number in files.numbers.items() if other.startswith(inside)}
        if found:
            return found
    return None


def _paths(target: str, prefix: bytes) -> Iterator[str]:
    """The paths that a text may mean: from where we stand, and from the root."""
    for base in dict.fromkeys((path_text(prefix), "")):
        path = posixpath.normpath(posixpath.join(base, target))
        if not path.startswith(("/", "..")):
            yield "" if path == "." else path


def _module(source: ViewLinks, name: str) -> tuple[str, ...]:
    """The files of a module, as an import of it somewhere in the repository would find them."""
    written = Link(IMPORT, "", name, "", 1, -1)
    facts = Facts(source)
    for path in _askers(source):
        family = family_of(source.lang(path))
        module = family.module(facts, path, written)
        if module.status == RESOLVED and module.files:
            return module.files
        outer, dot, inner = name.rpartition(".")
        if dot:
            # What stands in a module may be a module, or what it is taken from is meant.
            module = family.module(facts, path, written._replace(receiver=outer, name=inner))
            if module.status == RESOLVED and module.files:
                found = family.submodule(facts, module, inner)
                if found is not None and found.files:
                    return found.files
    return ()


def _askers(source: ViewLinks) -> Iterable[str]:
    """For each family of languages, a file of each of some folders: the outermost ones, since a
    name may mean another thing further in."""
    folders: dict[str, dict[str, str]] = {}
    sizes: dict[str, int] = {}
    for path, lang in source.indexed().items():
        family = family_name(lang)
        if family:
            sizes[family] = sizes.get(family, 0) + 1
            known = folders.setdefault(family, {})
            folder = folder_of(path)
            known[folder] = min(path, known.get(folder, path))
    for family in sorted(folders, key=lambda family: (-sizes[family], family)):
        some = sorted(folders[family], key=lambda folder: (folder.count("/"), folder))[:_ASKERS]
        yield from (folders[family][folder] for folder in some)


def _outside(source: ViewLinks, name: str) -> Iterator[Dependent]:
    """The files that import something of that name which is not in the repository."""
    begins = tuple(name + separator for separator in _SEPARATORS)
    facts = Facts(source)
    for path, links in source.leading(source.indexed()):
        said = [
            link
            for link in links
            if link.kind == IMPORT
            and (link.receiver == name or link.receiver.startswith(begins))
            and family_of(source.lang(path)).module(facts, path, link).status == EXTERNAL
        ]
        if said:
            targets = tuple(dict.fromkeys(link.receiver for link in said))
            yield Dependent(1, path, said[0].line, IMPORT, EXTERNAL, targets)


def _walk(files: FileGraph, start: set[int], depth: int) -> tuple[list[Dependent], int]:
    """The dependents of some files at their shortest hop, and how many of the files themselves
    depend on others of them.  What may depend on one of several leads no further."""
    seen, frontier = set(start), set(start)
    found: list[Dependent] = []
    inside: set[int] = set()
    for hop in range(1, depth + 1):
        edges: dict[int, list[Edge]] = {}
        for file, edge in files.leading_to(frontier):
            if file not in seen:
                edges.setdefault(file, []).append(edge)
            elif hop == 1:
                inside.add(file)
        dependents = {file: _dependent(files, hop, file, edges[file], frontier) for file in edges}
        found += dependents.values()
        seen.update(dependents)
        frontier = {file for file, one in dependents.items() if one.status == RESOLVED}
        if not frontier:
            break
    return found, len(inside)


def _dependent(
    files: FileGraph, hop: int, file: int, edges: Sequence[Edge], wanted: set[int]
) -> Dependent:
    sure = [edge for edge in edges if edge.group.sure]
    first = (sure or edges)[0]
    targets = dict.fromkeys(
        files.paths[one] for edge in sure or edges for one in edge.group.files if one in wanted
    )
    reason = "" if sure else f"one of {len(first.group.files)} files: the build decides"
    status = RESOLVED if sure else CANDIDATE
    path = files.paths[file]
    return Dependent(hop, path, first.line, first.kind, status, tuple(targets), reason)


def _order(one: Dependent) -> tuple[int, int, bool, str]:
    return one.hop, STATUSES.index(one.status), one.kind != IMPORT, one.path


def _result(graph: Graph, one: Dependent) -> Result | None:
    result = graph.site(Place(one.path), one.line)
    if result is None:
        return None
    more = f" and {len(one.targets) - 1} more" if len(one.targets) > 1 else ""
    return result._replace(
        status=one.status,
        hop=one.hop,
        link=one.kind,
        target=", ".join(one.targets),
        reason=one.reason,
        why=f"{_SAID[one.kind]} {one.targets[0]}{more}",
    )


def _left_out(view: View, files: FileGraph, asked: set[int]) -> Iterator[str]:
    """A note where one file was asked that is left out on purpose: only links to it are known."""
    for number in asked if len(asked) == 1 else ():
        path = path_bytes(files.paths[number])
        if is_left_out(view, path):
            yield str(unknown(view, path))


def _unknown(view: View, target: str, prefix: bytes) -> UsageError:
    """Why nothing is so named: a path may be left out on purpose."""
    if "/" in target and view.corpus.reader is not None:
        for path in _paths(target, prefix):
            raw = path.encode("utf-8", "surrogateescape")
            if view.corpus.reader.skipped_reason(raw):
                return unknown(view, raw)
    return UsageError(f"{target}: no file, folder or module is called so")
