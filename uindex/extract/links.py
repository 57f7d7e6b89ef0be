"""From captures to links: what a text refers to, as written."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from uindex.extract import scan
from uindex.extract.bindings import bindings
from uindex.extract.language import CHAIN
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from uindex.extract.language import Draft, Language
    from uindex.extract.parse import Captures, Span
    from uindex.extract.text import Text


def links(language: Language, source: Text, found: Captures, drafts: Sequence[Draft]) -> list[Link]:
    """All links, by kind in the order of `record.LINKS` and then by position.

    A use counts once a line.
    """
    spans = found.spans
    # To the grammar a definition's own name, or its owner's, may be a use or a call.
    defined = {*spans.get("name", ()), *spans.get("owner", ())}
    defined.update((draft.name_start, draft.name_end) for draft in drafts)
    # What is inherited is told as a base alone; `J` in `ns.J` may be captured too.
    inherited = {end for _, end in spans.get("base", ())}
    known: dict[str, list[Link]] = {}
    for kind in ("call", "use", "base"):
        sites = [span for span in spans.get(kind, ()) if span not in defined]
        if kind == "use":
            sites = [span for span in sites if span[1] not in inherited]
        known[kind] = list(_references(language, source, kind, sites, drafts))
    read = known["call"] + known["use"] if language.binds_uses else known["call"]
    imports = list(_imports(language, source, spans.get("import", ()), drafts))
    return [
        *imports,
        *known["call"],
        *known["use"],
        *_prose("doc-link", language, source, found, drafts),
        *_prose("mention", language, source, found, drafts),
        *known["base"],
        *bindings(language, source, spans, drafts, imports, read),
    ]


def _imports(
    language: Language, source: Text, spans: Sequence[Span], drafts: Sequence[Draft]
) -> Iterator[Link]:
    last = 0
    for start, end, symbol in _sites(spans, drafts):
        if end <= last:
            continue  # told already by the import around it
        last = end
        written = source.data[start:end].decode("utf-8", "replace")
        yield from language.imports(written, source.line(start), symbol)


def _prose(
    kind: str, language: Language, source: Text, found: Captures, drafts: Sequence[Draft]
) -> Iterator[Link]:
    """The doc-links or mentions: those of captures, then those that a reader spelled out."""
    for start, end, symbol in _sites(found.spans.get(kind, ()), drafts):
        written = source.data[start:end].decode("utf-8", "replace")
        yield from language.reference(kind, written, source.line(start), symbol)
    said = [site for site in found.links if site.kind == kind]
    around = scan.enclosing(drafts, [site.at for site in said])
    for site, symbol in zip(said, around, strict=True):
        yield Link(kind, site.name, site.receiver, "", source.line(site.at), symbol)


def _references(
    language: Language, source: Text, kind: str, sites: list[tuple[int, int]],
    drafts: Sequence[Draft],
) -> Iterable[Link]:  # fmt: skip
    """The calls, uses or bases at `sites`; a use counts once a line."""
    data, lines = source.data, source.lines
    # Of a long chain of calls only the end says something.
    written = [data[max(start, end - CHAIN - 1) : end] for start, end in sites]
    known = {raw: language.call(raw.decode("utf-8", "replace")) for raw in set(written)}
    names = [known[raw] for raw in written]
    around = scan.enclosing(drafts, [start for start, _ in sites])
    # The line of the name itself: a chain may be written over several lines.
    at = [
        bisect_right(lines, end - 1 if b"\n" in raw else start)
        for (start, end), raw in zip(sites, written, strict=True)
    ]
    rows = [
        (kind, name, receiver, "", line, symbol)
        for (name, receiver), line, symbol in zip(names, at, around, strict=True)
        if name
    ]
    if kind == "use":
        first: dict[tuple[str, int], tuple[str, str, str, str, int, int]] = {}
        for row in rows:
            first.setdefault((row[1], row[4]), row)
        rows = list(first.values())
    return map(Link._make, rows)


def _sites(spans: Sequence[tuple[int, int]], drafts: Sequence[Draft]) -> list[tuple[int, int, int]]:
    around = scan.enclosing(drafts, [start for start, _ in spans])
    return [(start, end, at) for (start, end), at in zip(spans, around, strict=True)]
