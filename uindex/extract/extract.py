"""A blob and its language to the bytes of its record."""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING

from uindex import record
from uindex.extract import detect, scan, text, units, words
from uindex.extract.language import CHAIN, Source
from uindex.extract.parse import captures
from uindex.record import Link, Record, Symbol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.extract.language import Draft, Language
    from uindex.extract.parse import Captures
    from uindex.extract.text import Text


@cache
def module(lang: str) -> Language:
    """The language's own module's LANGUAGE."""
    found: Language = importlib.import_module(f"uindex.extract.languages.{lang}").LANGUAGE
    return found


def extract(lang: str, blob: bytes) -> bytes:
    """The encoded record of a blob whose path chose `lang`.

    Deterministic, and always an answer: content that is not looked at gives a record that says
    why.  A hostile blob may crash the parser or keep it busy, so call it in a process that may die.
    """
    reason = text.skip_reason(blob)
    if reason:
        return record.encode(Record(lang, len(blob), 0, skip=reason))
    return record.encode(read(lang, text.read(blob)))


def read(lang: str, source: Text) -> Record:
    """The record of a text."""
    lang = detect.decide(lang, source.data)
    marks = []
    if text.generated(source.data):
        marks.append("generated")
    if text.minified(source):
        marks.append("minified")
    if source.transcoded:
        marks.append("transcoded")
    if lang == "text":
        return _prose(source, tuple(marks))
    language = module(lang)
    found = captures(language, source.data)
    if found.damaged:
        marks.append("partial")
    marks.extend(found.marks)
    return _code(lang, language, source, found, marks)


def _prose(source: Text, marks: tuple[str, ...]) -> Record:
    """A text of no known language: its words, in runs of lines."""
    bare = words.separate(words.redact(source.data))
    cut = units.cut(bare, source.lines, ())
    none: list[set[str]] = [set() for _ in cut.units]
    vocabulary, held = units.vocabulary(bare, cut, none, [[] for _ in cut.units], frozenset())
    return Record("text", source.size, len(source.lines), marks=marks,
                  units=cut.units, words=vocabulary, word_units=held)  # fmt: skip


def _code(lang: str, language: Language, source: Text, found: Captures, marks: list[str]) -> Record:
    spans = found.spans
    docs = spans.get("doc", [])
    masked = scan.mask(source.data, spans.get("string", ()), docs, spans.get("opaque", ()))
    view = Source(source.data, masked, source.line)
    language.refine(view, spans)
    comments, docs = spans.get("comment", []), spans.get("doc", [])
    attached = scan.comments(source.data, comments, spans.get("attached", []))
    drafts, strings = scan.drafts(language, view, found, attached)
    bare = words.separate(_readable(language, source, masked, comments + docs, drafts))
    cut = units.cut(bare, source.lines, drafts)
    links = _links(language, source, found, drafts)
    symbols = _symbols(language, source, view, drafts, cut.of_symbol, attached, strings)
    marks += [mark for mark in language.marks(symbols) if mark not in marks]
    ordered: list[list[str]] = [[] for _ in cut.units]
    for symbol in symbols:
        ordered[symbol.unit].append(symbol.name)
    names = _link_names(links, symbols, cut)
    vocabulary, held = units.vocabulary(bare, cut, names, ordered, language.keywords)
    return Record(
        lang, source.size, len(source.lines),
        marks=tuple(marks), doc=_file_doc(language, source, spans, strings, drafts),
        separator=language.separator, symbols=symbols, links=links,
        units=cut.units, words=vocabulary, word_units=held,
    )  # fmt: skip


def _readable(
    language: Language, source: Text, masked: bytes,
    prose: list[tuple[int, int]], drafts: Sequence[Draft],
) -> bytes:  # fmt: skip
    """The text whose words are kept: no literals, nothing secret in prose, of configuration only
    names and comments."""
    if language.prose:
        return words.redact(masked)
    if not language.values:
        kept = bytearray(b" " * len(masked))
        for draft in drafts:
            kept[draft.name_start : draft.name_end] = masked[draft.name_start : draft.name_end]
        for start, end in prose:
            kept[start:end] = words.redact(masked[start:end])
        return bytes(kept)
    if not words.may_hide(masked):
        return masked
    buffer = bytearray(masked)
    for start, end in prose:
        buffer[start:end] = words.redact(masked[start:end])
    return bytes(buffer)


def _links(
    language: Language, source: Text, found: Captures, drafts: Sequence[Draft]
) -> list[Link]:
    """All links, by kind and then by position; a use counts once a line."""
    data, spans = source.data, found.spans
    result: list[Link] = []
    last = 0
    for start, end, symbol in _sites(spans.get("import", ()), drafts):
        if end <= last:
            continue  # told already by the import around it
        last = end
        written = data[start:end].decode("utf-8", "replace")
        result.extend(language.imports(written, source.line(start), symbol))
    # A grammar may give a definition's own name, or its owner's, the node of a use.
    defined = {*spans.get("name", ()), *spans.get("owner", ())}
    known: dict[bytes, tuple[str, str]] = {}
    for kind in ("call", "use"):
        seen = set()
        for start, end, symbol in _sites(spans.get(kind, ()), drafts):
            if (start, end) in defined:
                continue
            # Of a long chain of calls only the end says something.
            raw = data[max(start, end - CHAIN - 1) : end]
            if raw not in known:
                known[raw] = language.call(raw.decode("utf-8", "replace"))
            name, receiver = known[raw]
            if not name:
                continue
            # The line of the name itself: a chain may be written over several lines.
            line = source.line(end - 1) if b"\n" in raw else source.line(start)
            if kind == "use" and (line, name) in seen:
                continue
            seen.add((line, name))
            result.append(Link(kind, name, receiver, "", line, symbol))
    for kind in ("doc-link", "mention"):
        for start, end, symbol in _sites(spans.get(kind, ()), drafts):
            written = data[start:end].decode("utf-8", "replace")
            result.extend(language.reference(kind, written, source.line(start), symbol))
        sites = [site for site in found.links if site.kind == kind]
        around = scan.enclosing(drafts, [site.at for site in sites])
        for site, symbol in zip(sites, around, strict=True):
            line = source.line(site.at)
            result.append(Link(kind, site.name, site.receiver, "", line, symbol))
    return result


def _sites(spans: Sequence[tuple[int, int]], drafts: Sequence[Draft]) -> list[tuple[int, int, int]]:
    around = scan.enclosing(drafts, [start for start, _ in spans])
    return [(start, end, at) for (start, end), at in zip(spans, around, strict=True)]


def _link_names(
    links: Sequence[Link], symbols: Sequence[Symbol], cut: units.Units
) -> list[set[str]]:
    names: list[set[str]] = [set() for _ in cut.units]
    left = [index for index, unit in enumerate(cut.units) if unit.symbol < 0] or [0]
    at = 0
    for link in links:
        if link.symbol >= 0:
            names[symbols[link.symbol].unit].add(link.name)
            continue
        if cut.units[left[at]].start_line > link.line:
            at = 0
        while at + 1 < len(left) and cut.units[left[at + 1]].start_line <= link.line:
            at += 1
        names[left[at]].add(link.name)
    return names


def _symbols(
    language: Language, source: Text, view: Source, drafts: Sequence[Draft],
    unit_of: list[int], attached: scan.Comments, strings: dict[int, tuple[int, int]],
) -> list[Symbol]:  # fmt: skip
    quals = record.qualnames(
        [d.name for d in drafts], [d.parent for d in drafts], [d.owner for d in drafts],
        language.separator,
    )  # fmt: skip
    offset, line = source.offset, source.line
    result = []
    for index, draft in enumerate(drafts):
        doc = ""
        spans = [strings[index]] if index in strings else attached.prose.get(draft.start, ())
        if spans:
            written = b"\n".join(source.data[start:end] for start, end in spans)
            doc = language.paragraph(words.redact(written).decode("utf-8", "replace"))
        last = max(draft.end - 1, draft.outer)
        result.append(
            Symbol(
                draft.name,
                draft.kind,
                draft.owner,
                quals[index],
                draft.parent,
                offset(draft.outer),
                offset(draft.end),
                offset(draft.name_start),
                offset(draft.name_end),
                line(draft.name_start),
                line(draft.outer),
                line(last),
                language.signature(draft, view),
                doc,
                draft.visibility,
                unit_of[index],
            )  # fmt: skip
        )
    return result


def _file_doc(
    language: Language, source: Text, spans: dict[str, list[tuple[int, int]]],
    strings: dict[int, tuple[int, int]], drafts: Sequence[Draft],
) -> str:  # fmt: skip
    """The docstring of the file, or the comment at its top; licences are no docs."""
    owned = set(strings.values())
    first = drafts[0].outer if drafts else len(source.data)
    for start, end in spans.get("doc", ()):
        if (start, end) not in owned:
            return _doc(language, source, start, end)
    top = [span for span in spans.get("comment", ()) if span[1] <= first][:60]
    if not top or source.line(top[0][0]) > 3:
        return ""
    blocks: list[list[int]] = []
    for start, end in top:
        if blocks and source.line(start) - source.line(blocks[-1][1] - 1) <= 1:
            blocks[-1][1] = end
        else:
            blocks.append([start, end])
    for start, end in blocks:
        doc = _doc(language, source, start, end)
        low = doc.lower()
        if doc and not any(word in low for word in ("copyright", "license", "licence", "spdx")):
            return doc
    return ""


def _doc(language: Language, source: Text, start: int, end: int) -> str:
    return language.paragraph(words.redact(source.data[start:end]).decode("utf-8", "replace"))
