"""What the names that calls begin with hold: parameters, variables and fields.

A resolver of links has only the record.  To know whom `store.load()` calls it must know that
`store` is a parameter whose type is written, a variable made by calling a class, another name for
something, or a local of which nothing is known and which no outer `store` may stand in for.

Captures: `@bind` is what binds, a parameter, an assignment or a declarator; in it `@bind.name`
(one or more), and `@bind.type` (its type as written), `@bind.value` (what is called to make it),
`@bind.same` (what it is another name for) or `@bind.each` (what it goes through, one by one);
`@bind.kept` is a name that is kept whatever begins with it, such as a parameter of types.
`@returns` is the type that a function returns; of those only the one before the body of the symbol
around it is that symbol's.  `@gives` is what is called to make what a function without such a type
returns, `@gives.body` that function's body.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from uindex.extract import scan
from uindex.extract.language import CHAIN
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.extract.language import Draft, Language
    from uindex.extract.parse import Span
    from uindex.extract.text import Text

NEAR = 8
"""Captures from the start of a holder on among which what it says is looked for."""
FAR = 64
"""Holders side by side in another one among which that of a capture is looked for."""
_SAID = ("bind.type", "bind.value", "bind.same", "bind.each")
"""What may be said of a name, the best first."""


def bindings(
    language: Language,
    source: Text,
    spans: dict[str, list[Span]],
    drafts: Sequence[Draft],
    imports: Sequence[Link],
    read: Sequence[Link],
) -> list[Link]:
    """Links of kind typed and bound, in that order, each by position.

    Only names that one of `read`, the calls of this file, begins with, fields of the object itself,
    and what a symbol is or returns: to keep all would double the record.  A type written as a
    string is a literal, and kept only if the file defines or imports its name.
    """
    known = {draft.name for draft in drafts}
    known.update(link.alias or link.name for link in imports)
    reader = _Reader(language, source, known)
    rows: list[tuple[int, Link]] = []
    if spans.get("bind"):
        rows += _bound(reader, spans, drafts, _roots(language, read))
    returned = list(_returned(reader, spans.get("returns", ()), drafts))
    rows += returned
    told = {link.symbol for _, link in returned if not link.alias}
    if spans.get("gives"):
        rows += _given(reader, spans, drafts, told)
    rows.sort(key=lambda row: (row[1].kind != "typed", row[0]))
    return [link for _, link in rows]


def _returned(
    reader: _Reader, spans: Sequence[Span], drafts: Sequence[Draft]
) -> Iterator[tuple[int, Link]]:
    """The types that functions are said to return."""
    around = scan.enclosing(drafts, [start for start, _ in spans])
    for (start, end), symbol in zip(spans, around, strict=True):
        if symbol < 0 or start >= drafts[symbol].body:
            continue
        line = reader.source.line(start)
        for link in filter(None, reader.types((start, end))):
            yield start, link._replace(line=line, symbol=symbol)


def _given(
    reader: _Reader, spans: dict[str, list[Span]], drafts: Sequence[Draft], told: set[int]
) -> Iterator[tuple[int, Link]]:
    """What functions return that say no type: where all that they return is called alike."""
    bodies = sorted({(start, -end, "") for start, end in spans["gives.body"]})
    around = scan.enclosing(drafts, [start for start, _ in spans["gives"]])
    symbols = dict(zip(spans["gives"], around, strict=True))
    given: dict[int, list[tuple[int, Link | None]]] = {}
    for body, span in scan.innermost(bodies, spans["gives"]):
        symbol = symbols[span]
        # A function without a name inside the body is no symbol, and returns something else.
        if symbol >= 0 and symbol not in told and bodies[body][0] == drafts[symbol].body:
            link = reader.link("bind.value", span)
            given.setdefault(symbol, []).append((span[0], link))
    for symbol, links in given.items():
        start, link = links[0]
        if link is not None and len({each for _, each in links}) == 1:
            yield start, link._replace(line=reader.source.line(start), symbol=symbol)


def _roots(language: Language, read: Sequence[Link]) -> set[bytes]:
    """The first name of each link."""
    receivers = {link.receiver for link in read}
    names = {link.name for link in read if not link.receiver}
    names.update(map(language.first, receivers))
    return {name.encode("utf-8", "replace") for name in names.difference(language.selves)}


def _bound(
    reader: _Reader, spans: dict[str, list[Span]], drafts: Sequence[Draft], roots: set[bytes]
) -> Iterator[tuple[int, Link]]:
    data, own = reader.source.data, reader.language.own
    # What a field is made of matters, though nothing is called on it here.
    handed = (*spans.get("bind.same", ()), *spans.get("bind.each", ()))
    passed = roots.union(data[start:end] for start, end in handed)
    kept = set(spans.get("bind.kept", ()))
    names = []
    defined = {draft.name_start: index for index, draft in enumerate(drafts)}
    for start, end in dict.fromkeys(spans.get("bind.name", ())):
        written = data[start:end]
        told = (start, end) in kept or start in defined
        if told or written in passed or own.match(written):
            names.append((start, end))
    if not names:
        return
    holders = sorted({(start, -end, "") for start, end in spans["bind"]})
    around = scan.enclosing(drafts, [start for start, _ in names])
    symbols = dict(zip(names, around, strict=True))
    for holder, span in scan.innermost(holders, names):
        symbol = defined.get(span[0], -1)
        alias = "" if symbol >= 0 else reader.text(span)
        said = [*_said(spans, holders, holder)]
        link = next(filter(None, (reader.link(*one) for one in said)), None)
        line = reader.source.line(span[0])
        if said and said[0][0] == "bind.type":
            held = reader.types(said[0][1])[1]
            if held is not None:
                inner = symbols[span] if alias else symbol
                yield span[0], held._replace(alias=alias + held.alias, line=line, symbol=inner)
        if link is None and (not alias or data[slice(*span)] not in roots):
            continue
        link = link or Link("bound", "", "", "", 0, -1)
        symbol = symbols[span] if alias else symbol
        yield span[0], link._replace(alias=alias, line=line, symbol=symbol)


def _said(
    spans: dict[str, list[Span]], holders: list[tuple[int, int, str]], index: int
) -> Iterator[tuple[str, Span]]:
    """What is said of the names in a holder, the best first: (capture, span).

    It stands near the start of its holder; what lies farther in belongs to something inside.
    """
    first, last = holders[index][0], -holders[index][1]
    for kind in _SAID:
        found = spans.get(kind, [])
        at = bisect_left(found, (first, 0))
        for start, end in found[at : at + NEAR]:
            if start >= last:
                break
            if _holder(holders, index, start, end) == index:
                yield kind, (start, end)
                break


def _holder(holders: list[tuple[int, int, str]], outer: int, start: int, end: int) -> int:
    """The innermost holder of a span that lies in the holder `outer`; -1 where it is far off."""
    at = bisect_right(holders, (start, 0, "")) - 1
    for index in range(at, max(outer, at - FAR) - 1, -1):
        if -holders[index][1] >= end:
            return index
    return -1


class _Reader:
    """What spans of one text say."""

    def __init__(self, language: Language, source: Text, known: set[str]) -> None:
        self.language, self.source = language, source
        self._known = known
        # The same few are said again and again.
        self._read: dict[tuple[str, str], tuple[str, str]] = {}
        self._types: dict[str, tuple[Link | None, Link | None]] = {}
        readers = (language.type_name, language.made_by, language.call, language.each)
        self._readers = dict(zip(_SAID, readers, strict=True))

    def link(self, kind: str, span: Span) -> Link | None:
        """What is said of a name; None where that is nothing."""
        name, receiver = self._names(kind, span)
        if not name:
            return None
        return Link("bound" if kind == "bind.same" else "typed", name, receiver, "", 0, -1)

    def types(self, span: Span) -> tuple[Link | None, Link | None]:
        """What a type says, and what it says of what is in a value of it."""
        text = self.text(span)
        found = self._types.get(text)
        if found is None:
            inside, sign = self.language.element(text)
            quoted = not self.language.type_quotes.isdisjoint(text)
            name, receiver = self._known_type(inside, quoted) if inside else ("", "")
            held = Link("typed", name, receiver, sign, 0, -1) if name else None
            found = self._types[text] = (self.link("bind.type", span), held)
        return found

    def text(self, span: Span) -> str:
        """The text of a span, CHAIN bytes at most."""
        start, end = span
        return self.source.data[start : min(end, start + CHAIN)].decode("utf-8", "replace")

    def _names(self, kind: str, span: Span) -> tuple[str, str]:
        text = self.text(span)
        found = self._read.get((kind, text))
        if found is None:
            found = self._type(text) if kind == "bind.type" else self._readers[kind](text)
            self._read[kind, text] = found
        return found

    def _type(self, text: str) -> tuple[str, str]:
        return self._known_type(text, not self.language.type_quotes.isdisjoint(text))

    def _known_type(self, text: str, quoted: bool) -> tuple[str, str]:
        """(name, receiver) of a type; ("", "") for none that is one, or that is only quoted."""
        found = self.language.type_name(text)
        if quoted and (self.language.first(found[1]) or found[0]) not in self._known:
            return "", ""
        return found
