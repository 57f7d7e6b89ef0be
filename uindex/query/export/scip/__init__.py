"""`export --format scip`: an index of the SCIP protocol (github.com/sourcegraph/scip).

A reader of SCIP takes every occurrence for the truth, so references are only links that certainly
mean something: one target, or one of several definitions found in one place, such as overloads.  A
record has no columns of links, so the name is looked for on its line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote_from_bytes

from uindex import __version__
from uindex.query.export import batches
from uindex.query.export.scip import names, protobuf, vocabulary
from uindex.query.export.scip.positions import Lines, Span
from uindex.query.graph import Graph
from uindex.query.results import path_text
from uindex.record import Link
from uindex.resolve.model import CANDIDATE, RESOLVED, Place
from uindex.resolve.scope import BLOCKS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.cache.reader import FileRow
    from uindex.query.export import Setting
    from uindex.query.view import View
    from uindex.record import Record
    from uindex.resolve.model import Target

MOST_MEANT = 20
"""Definitions that one reference may mean."""
_LINKS = ("call", "use", "base", "import", "doc-link", "mention")


class Occurrence(NamedTuple):
    """A place of a symbol."""

    span: Span
    symbol: str
    roles: int
    around: Span | None = None


def messages(view: View, setting: Setting) -> Iterator[bytes]:
    """The fields of an index: what it is of, then a document for each file."""
    tool = protobuf.text(vocabulary.TOOL_NAME, "uindex")
    tool += protobuf.text(vocabulary.TOOL_VERSION, __version__)
    metadata = protobuf.data(vocabulary.METADATA_TOOL, tool)
    metadata += protobuf.text(vocabulary.METADATA_ROOT, f"file://{quote_from_bytes(setting.root)}")
    metadata += protobuf.number(vocabulary.METADATA_ENCODING, vocabulary.UTF8)
    yield protobuf.data(vocabulary.INDEX_METADATA, metadata)
    writer = _Writer(view)
    for batch in batches(view):
        yield from writer.documents(batch)
    told = writer.left_out()
    if told:
        setting.say(f"left out: {', '.join(told)}")


class _Writer:
    """Makes the documents of one tree, and counts what they lack."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._graph = Graph(view)
        self._begin = names.scheme(view.searched.commit or "")
        self._names: dict[str, list[str] | None] = {}
        self._paths = self._unsure = self._not_there = 0

    def left_out(self) -> list[str]:
        """For people."""
        counts = (
            (self._unsure, "links that may mean several things"),
            (self._not_there, "links whose name is not on their line"),
            (self._paths, "files whose path is not UTF-8"),
        )
        return [f"{count} {what}" for count, what in counts if count]

    def documents(self, batch: Sequence[FileRow]) -> Iterator[bytes]:
        pairs = [pair for pair in self._graph.source.records(batch) if not pair[1].skip]
        blobs = [self._view.corpus.oid(row.blob) for row, _ in pairs]
        contents = self._view.objects.read_many(blobs)
        for (row, record), content in zip(pairs, contents, strict=True):
            if self._of(path_text(row.path)) is None:
                self._paths += 1
            elif content is not None:
                document = self._document(row, record, content)
                yield protobuf.data(vocabulary.INDEX_DOCUMENTS, document)
        self._graph.forget()
        if len(self._names) > 5000:
            self._names.clear()

    def _of(self, path: str) -> list[str] | None:
        """The names of a file's symbols; None for one that has no document."""
        if path not in self._names:
            record = self._graph.source.record(path) if _is_utf8(path) else None
            known = record is not None and not record.skip
            self._names[path] = (
                names.symbols(self._begin, path, record) if record and known else None
            )
        return self._names[path]

    def _name(self, place: Place) -> str | None:
        """The symbol of a place; None where no document has it."""
        known = self._of(place.path)
        if known is None:
            return None
        return known[place.at] if place.at >= 0 else names.file_symbol(self._begin, place.path)

    def _document(self, row: FileRow, record: Record, content: bytes) -> bytes:
        path = path_text(row.path)
        lines = Lines(content)
        marks = {*row.marks.split(), *record.marks}
        roles = vocabulary.TEST * ("test" in marks) | vocabulary.GENERATED * ("generated" in marks)
        found = self._definitions(path, record, lines, roles)
        found += self._references(path, record, lines, roles)
        return b"".join(
            (
                protobuf.text(vocabulary.DOCUMENT_PATH, path),
                *map(_encoded, sorted(set(found), key=lambda one: (one.span, one.symbol))),
                *self._information(path, record),
                protobuf.text(vocabulary.DOCUMENT_LANGUAGE, _language(record.lang)),
                protobuf.number(vocabulary.DOCUMENT_POSITIONS, vocabulary.UTF8),
            )
        )

    def _definitions(self, path: str, record: Record, lines: Lines, roles: int) -> list[Occurrence]:
        roles |= vocabulary.DEFINITION
        file = names.file_symbol(self._begin, path)
        found = [Occurrence(Span(0, 0, 0, 0), file, roles)]
        for name, symbol in zip(self._of(path) or (), record.symbols, strict=True):
            span = lines.span(symbol.name_start, symbol.name_end)
            around = lines.span(symbol.start, symbol.end)
            if symbol.kind in BLOCKS:  # what is written there is the type, which is elsewhere
                of = Link("use", symbol.name, symbol.owner, "", symbol.line, symbol.parent)
                own = roles & ~vocabulary.DEFINITION
                found += [Occurrence(span, type_, own) for type_ in self._meant(path, of)]
                span = Span(span.row, span.column, span.row, span.column)
            else:
                lines.take(span)
            found.append(Occurrence(span, name, roles, around))
        return found

    def _references(self, path: str, record: Record, lines: Lines, roles: int) -> list[Occurrence]:
        found: list[Occurrence] = []
        there: set[tuple[int, str]] = set()
        # Calls first: they are told from other uses by the bracket after them.
        links = sorted(record.links, key=lambda link: (link.line, link.kind != "call"))
        for link in links:
            meant = self._meant(path, link) if link.kind in _LINKS else ()
            if not meant:
                continue
            spans = lines.find(link)
            own = roles | vocabulary.IMPORT * (link.kind == "import")
            found += [Occurrence(span, name, own) for span in spans for name in meant]
            if spans:
                there.update((link.line, name) for name in meant)
            elif (link.line, meant[0]) not in there:
                self._not_there += 1
        return found

    def _meant(self, path: str, link: Link) -> list[str]:
        target = self._graph.binder.means(path, link)
        if target is None or not target.places:
            return []
        if not _is_certain(target):
            self._unsure += 1
            return []
        return list(dict.fromkeys(name for place in target.places if (name := self._name(place))))

    def _information(self, path: str, record: Record) -> Iterator[bytes]:
        file = names.file_symbol(self._begin, path)
        label = path.rpartition("/")[2]
        yield _information(file, record.doc, label, vocabulary.FILE, b"")
        bases: dict[int, dict[str, bool]] = {}
        for link in record.links:
            if link.kind == "base" and link.symbol >= 0:
                base = bases.setdefault(link.symbol, {})
                base.update((name, False) for name in self._meant_by_base(path, link))
        for at, (name, symbol) in enumerate(zip(self._of(path) or (), record.symbols, strict=True)):
            relations = bases.get(at, {})
            if symbol.kind == "method" and symbol.parent in bases:
                above = self._graph.binder.overridden(Place(path, at))
                relations = {known: True for one in above if (known := self._name(one))}
            relations.pop(name, None)
            more = b"".join(_relation(*pair) for pair in sorted(relations.items()))
            if symbol.signature:
                more += _signature(record.lang, symbol.signature)
            kind = vocabulary.KINDS.get(symbol.kind, 0)
            yield _information(name, symbol.doc, symbol.name, kind, more)

    def _meant_by_base(self, path: str, link: Link) -> list[str]:
        target = self._graph.binder.means(path, link)
        if target is None or not _is_certain(target):
            return []
        return [name for place in target.places if place.at >= 0 and (name := self._name(place))]


def _is_certain(target: Target) -> bool:
    if target.status == RESOLVED:
        return True
    few = len(target.places) <= MOST_MEANT
    return target.status == CANDIDATE and not target.reason and few


def _is_utf8(path: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in path)


def _language(lang: str) -> str:
    return vocabulary.LANGUAGES.get(lang, lang)


def _range(span: Span) -> tuple[int, ...]:
    if span.row == span.end_row:
        return span.row, span.column, span.end_column
    return span


def _encoded(one: Occurrence) -> bytes:
    message = protobuf.packed(vocabulary.OCCURRENCE_RANGE, _range(one.span))
    message += protobuf.text(vocabulary.OCCURRENCE_SYMBOL, one.symbol)
    message += protobuf.number(vocabulary.OCCURRENCE_ROLES, one.roles)
    if one.around is not None:
        message += protobuf.packed(vocabulary.OCCURRENCE_AROUND, _range(one.around))
    return protobuf.data(vocabulary.DOCUMENT_OCCURRENCES, message)


def _information(symbol: str, doc: str, label: str, kind: int, more: bytes) -> bytes:
    message = protobuf.text(vocabulary.SYMBOL_NAME, symbol)
    message += protobuf.text(vocabulary.SYMBOL_DOC, doc)
    message += protobuf.number(vocabulary.SYMBOL_KIND, kind)
    message += protobuf.text(vocabulary.SYMBOL_LABEL, label)
    return protobuf.data(vocabulary.DOCUMENT_SYMBOLS, message + more)


def _relation(symbol: str, overrides: bool) -> bytes:
    """What a symbol implements; whoever looks for references to a method wants those to its
    overrides."""
    message = protobuf.text(vocabulary.RELATION_SYMBOL, symbol)
    message += protobuf.number(vocabulary.RELATION_REFERENCE, overrides)
    message += protobuf.number(vocabulary.RELATION_IMPLEMENTATION, True)
    return protobuf.data(vocabulary.SYMBOL_RELATIONS, message)


def _signature(lang: str, text: str) -> bytes:
    message = protobuf.text(vocabulary.DOCUMENT_LANGUAGE, _language(lang))
    message += protobuf.text(vocabulary.DOCUMENT_TEXT, text)
    return protobuf.data(vocabulary.SYMBOL_SIGNATURE, message)
