"""A blob and its language to the bytes of its record."""

from __future__ import annotations

import importlib
from bisect import bisect_right
from functools import cache
from typing import TYPE_CHECKING

from uindex import record
from uindex.extract import detect, links, scan, text, units, words
from uindex.extract.language import Source
from uindex.extract.parse import captures
from uindex.record import Record, Symbol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.extract.language import Draft, Language
    from uindex.extract.parse import Captures
    from uindex.extract.text import Text

# What begins with one of these is an expansion, or in quotes and told by the tree.
_SAID = b"$\"'`"


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
    if lang == "text":
        marks = _marks(source)
        source = source._replace(data=words.redact(source.data))
        return _prose(source, tuple(marks))
    language, source = module(lang).open(source)
    marks = _marks(source)
    told = language.prose or language.mixed or language.commands
    code = language.values and not told
    hidden = words.secrets(source.data, code=code)
    if language.prose:
        source = source._replace(data=words.blank(source.data, hidden))
    found = captures(language, source.data)
    if hidden and not language.prose:
        kept = _in_prose(hidden, found)
        if language.commands:
            kept += [span for span in hidden if source.data[span[0]] not in _SAID]
        source = source._replace(data=words.blank(source.data, kept))
    if found.damaged:
        marks.append("partial")
    marks.extend(found.marks)
    return _code(lang, language, source, found, marks)


def _marks(source: Text) -> list[str]:
    marks = []
    if text.generated(source.data):
        marks.append("generated")
    if text.minified(source):
        marks.append("minified")
    if source.transcoded:
        marks.append("transcoded")
    return marks


def _in_prose(spans: list[tuple[int, int]], found: Captures) -> list[tuple[int, int]]:
    """Those of the spans that begin in a comment, a doc or other prose."""
    prose = sorted(
        span for name in ("comment", "doc", "prose") for span in found.spans.get(name, ())
    )
    starts = [start for start, _ in prose]
    kept = []
    for start, end in spans:
        at = bisect_right(starts, start) - 1
        if at >= 0 and start < prose[at][1]:
            kept.append((start, min(end, prose[at][1])))
    return kept


def _prose(source: Text, marks: tuple[str, ...]) -> Record:
    """A text of no known language: its words, in runs of lines."""
    bare = words.separate(source.data)
    cut = units.cut(bare, source.lines, ())
    return Record("text", source.size, len(source.lines), marks=marks,
                  units=cut.units, unit_words=units.words(bare, cut, frozenset()))  # fmt: skip


def _code(lang: str, language: Language, source: Text, found: Captures, marks: list[str]) -> Record:
    spans = found.spans
    docs = spans.get("doc", [])
    masked = scan.mask(source.data, spans.get("string", ()), docs, spans.get("opaque", ()))
    view = Source(source.data, masked, source.line)
    language.refine(view, spans)
    comments, docs = spans.get("comment", []), spans.get("doc", [])
    attached = scan.comments(source.data, comments, spans.get("attached", []))
    drafts, strings = scan.drafts(language, view, found, attached)
    strings |= language.documents(view, drafts)
    bare = words.separate(_readable(language, masked, comments + docs, drafts))
    cut = units.cut(bare, source.lines, drafts)
    told = links.links(language, source, found, drafts)
    symbols = _symbols(language, source, view, drafts, cut.of_symbol, attached, strings)
    marks += [mark for mark in language.marks(symbols) if mark not in marks]
    return Record(
        lang, source.size, len(source.lines),
        marks=tuple(marks), doc=_file_doc(language, source, spans, strings, drafts),
        separator=language.separator, symbols=symbols, links=told,
        units=cut.units, unit_words=units.words(bare, cut, language.keywords),
    )  # fmt: skip


def _readable(
    language: Language, masked: bytes, prose: list[tuple[int, int]], drafts: Sequence[Draft]
) -> bytes:
    """The text whose words are kept: of configuration only names and comments."""
    if language.values:
        return masked
    kept = bytearray(b" " * len(masked))
    for start, end in [*prose, *((draft.name_start, draft.name_end) for draft in drafts)]:
        kept[start:end] = masked[start:end]
    return bytes(kept)


def _symbols(
    language: Language, source: Text, view: Source, drafts: Sequence[Draft],
    unit_of: list[int], attached: scan.Comments, strings: dict[int, tuple[int, int]],
) -> list[Symbol]:  # fmt: skip
    if not drafts:
        return []
    (kind, name, owner, start, end, outer, low, high, _, parent, visibility) = zip(
        *drafts, strict=True
    )
    lines, data = source.lines, source.data
    docs = [""] * len(drafts)
    for index, at in enumerate(start):
        spans = [strings[index]] if index in strings else attached.prose.get(at)
        if spans:
            written = b"\n".join([data[first:last] for first, last in spans])
            docs[index] = _paragraph(language, written)
    ends = [max(a, b - 1) for a, b in zip(outer, end, strict=True)]
    places = [outer, end, low, high]
    if source.steps:
        places = [tuple(map(source.offset, column)) for column in places]
    columns = (
        name, kind, owner, record.qualnames(name, parent, owner, language.separator), parent,
        *places,
        [bisect_right(lines, at) for at in low],
        [bisect_right(lines, at) for at in outer],
        [bisect_right(lines, at) for at in ends],
        [language.signature(draft, view) for draft in drafts], docs, visibility, unit_of,
    )  # fmt: skip
    return list(map(Symbol._make, zip(*columns, strict=True)))


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
    return _paragraph(language, source.data[start:end])


def _paragraph(language: Language, written: bytes) -> str:
    # Whatever ends its lines, a blank one ends the paragraph.
    written = written.replace(b"\r\n", b"\n")
    return words.without_random(language.paragraph(written.decode("utf-8", "replace")))
