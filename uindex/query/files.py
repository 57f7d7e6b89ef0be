"""The graph of files of a view: that of its tree, kept in the cache and brought along, with what is
uncommitted patched in."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from uindex.cache import graphs
from uindex.cache.batch import uncollected
from uindex.cache.schema import RecordsGone
from uindex.errors import RecordError
from uindex.query.corpus import FIRST_OVERLAY, Corpus
from uindex.query.facts import ViewSource
from uindex.query.results import path_text
from uindex.query.view import View
from uindex.resolve.family import family_name
from uindex.resolve.files import Resolved, agrees, fresh, updated
from uindex.resolve.graph import DOC_LINK, IMPORT, FileGraph, resolver
from uindex.resolve.watch import Asked, Change

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from uindex.cache.graphs import Kept
    from uindex.cache.schema import Connection
    from uindex.record import Link, Record

WRONG = "the graph of files that came with the index is wrong; made again"
SMALL = 200
"""Files of a tree that is resolved anew whatever came: that takes no longer than a look."""
SAMPLE = 25
"""Files of each family that are resolved again of what came."""


class ViewLinks(ViewSource):
    """A `resolve.files.LinkSource` of a view: knows the language of every file beforehand."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._paths: list[str] | None = None
        self._langs: dict[str, str] = {}
        self._blobs: dict[str, int] = {}
        reader = self._corpus.reader
        for path, blob, lang in reader.indexed() if reader else ():
            if path not in self._hidden:
                text = path_text(path)
                self._langs[text], self._blobs[text] = lang, blob
        for at, one in enumerate(self._corpus.overlay):
            text = path_text(one.path)
            self._langs[text], self._blobs[text] = one.record.lang, FIRST_OVERLAY + at

    def paths(self) -> Iterator[str]:
        if self._paths is None:
            self._paths = list(super().paths())
        return iter(self._paths)

    def indexed(self) -> Mapping[str, str]:
        return self._langs

    def lang(self, path: str) -> str:
        return self._langs.get(path, "")

    def record(self, path: str) -> Record | None:
        blob = self._blobs.get(path)
        return None if blob is None else self._corpus.records([blob], words=False).get(blob)

    def forget(self) -> None:
        self._corpus.forget()

    def leading(self, paths: Collection[str]) -> Iterator[tuple[str, Sequence[Link]]]:
        holders: dict[int, list[str]] = {}
        for path in paths:
            blob = self._blobs[path]
            if blob < FIRST_OVERLAY:
                holders.setdefault(blob, []).append(path)
            else:
                links = self._corpus.overlay[blob - FIRST_OVERLAY].record.links
                yield path, [link for link in links if link.kind in (IMPORT, DOC_LINK)]
        reader = self._corpus.reader
        for blob, leading in reader.leading(holders) if reader else ():
            for path in holders[blob]:
                yield path, leading


def file_graph(view: View) -> FileGraph:
    """The graph of files of a view."""
    with uncollected():
        return _file_graph(view)


def _file_graph(view: View) -> FileGraph:
    tree = bare(view)
    resolved = _of_tree(view, tree)
    changes = _uncommitted(view, tree)
    if not changes:
        return resolved.graph
    if resolved.asked is None:
        resolved = fresh(ViewLinks(tree))
        _keep(view, resolved)
    return updated(resolved, ViewLinks(view), changes).graph


def bring(view: View) -> None:
    """Make the graph of the tree, to be kept in the cache."""
    with uncollected():
        _of_tree(view, bare(view))


def bare(view: View) -> View:
    """The tree of a view, without what is uncommitted."""
    corpus = Corpus(view.corpus.reader, view.objects)
    return View(corpus, view.objects, None, view.searched, view.notes)


def _of_tree(view: View, tree: View) -> Resolved:
    """The graph of the tree that the cache is of."""
    reader = view.corpus.reader
    kept = reader.graph(resolver()) if reader else None
    if kept is None or (kept.altered and kept.asked is None):
        known = _published(view, tree)
        if known is not None:
            _keep(view, known)
            return known
    if kept is not None:
        source = ViewLinks(tree) if kept.altered else ViewSource(tree)
        known = _resolved(source, kept)
        if known is not None and not kept.altered:
            return known
        if known is not None and known.asked is not None and isinstance(source, ViewLinks):
            resolved = updated(known, source, _altered(tree, source, kept))
            _keep(view, resolved)
            return resolved
    resolved = fresh(ViewLinks(tree))
    _keep(view, resolved)
    return resolved


def _published(view: View, tree: View) -> Resolved | None:
    """The graph that came with the index, as far as what is resolved here agrees with it; of a
    small tree it is the one that is made here."""
    # Where records are missing nothing that came can be compared.
    asked = view.published is not None and view.searched.complete
    data = view.published(resolver()) if asked and view.published is not None else None
    if data is None:
        return None
    source = ViewLinks(tree)
    try:
        graph = FileGraph.decode(data, sorted(source.paths()))
    except RecordError:
        return None  # whoever wrote it: it is simply made here
    langs = source.indexed()
    if len(langs) <= SMALL:
        own = fresh(source)
        same = own.graph.encode() == data
    else:
        own = Resolved(graph, None)
        same = agrees(graph, source, _drawn(langs))
    if same or source.unread:
        # What was resolved without texts that are not here proves nothing, and is no better.
        return own if same else Resolved(graph, None)
    view.corpus.notes.append(WRONG)
    return own if own.asked is not None else None


def _drawn(langs: Mapping[str, str]) -> list[str]:
    """Some files of each family, other ones each time: nobody is to know which."""
    import random  # only where a graph came

    families: dict[str, list[str]] = {}
    for path, lang in langs.items():
        families.setdefault(family_name(lang), []).append(path)
    draw = random.SystemRandom().sample
    return [one for paths in families.values() for one in draw(paths, min(SAMPLE, len(paths)))]


def own_bytes(view: View) -> bytes | None:
    """The graph of the tree of a view, encoded, where it is kept and was resolved here."""
    reader = view.corpus.reader
    kept = reader.graph(resolver()) if reader and reader.has_graph(resolver()) else None
    return None if kept is None or kept.asked is None else kept.graph


def tree_bytes(view: View) -> bytes:
    """The graph of the tree of a view, encoded."""
    reader = view.corpus.reader
    kept = reader.graph(resolver()) if reader and reader.has_graph(resolver()) else None
    return kept.graph if kept is not None else _of_tree(view, bare(view)).graph.encode()


def _resolved(source: ViewSource, kept: Kept) -> Resolved | None:
    """What was kept; None where it is damaged."""
    paths = set(source.paths())
    for path, blob in kept.altered:
        if blob is None:
            paths.discard(path_text(path))
        else:
            paths.add(path_text(path))
    try:
        graph = FileGraph.decode(kept.graph, sorted(paths))
    except RecordError:
        return None
    if kept.asked is None:
        return Resolved(graph, None)
    return Resolved(graph, {name: Asked(array("I", one)) for name, one in kept.asked.items()})


def _altered(tree: View, source: ViewLinks, kept: Kept) -> list[Change]:
    """How the tree differs from the one that a graph was made from."""
    there = set(source.paths())
    changes = []
    for path, blob in kept.altered:
        text = path_text(path)
        before, known = None, True
        if blob is not None and blob >= 0:
            try:
                before = tree.corpus.records([blob], words=False).get(blob)
            except RecordsGone:
                known = False
        now = text in there
        after = source.record(text) if now else None
        changes.append(Change(text, blob is not None, now, before, after, known))
    return changes


def _uncommitted(view: View, tree: View) -> list[Change]:
    """How a view differs from its tree."""
    if view.worktree is None:
        return []
    paths = view.worktree.differing() | {one.path for one in view.corpus.overlay}
    if not paths:
        return []
    old, new = ViewSource(tree), ViewSource(view)
    were, are = set(old.paths()), set(new.paths())
    changes = []
    for path in sorted(map(path_text, paths)):
        before, after = old.record(path), new.record(path)
        changes.append(Change(path, path in were, path in are, before, after))
    return changes


def _keep(view: View, resolved: Resolved) -> None:
    reader = view.corpus.reader
    if reader is None:
        return
    made_from = reader.state()
    asked = None
    if resolved.asked is not None:
        asked = {name: one.hashes.tobytes() for name, one in resolved.asked.items()}

    def keep(connection: Connection) -> None:
        graphs.keep(connection, resolver(), resolved.graph.encode(), asked, made_from)

    view.corpus.unkept = keep
