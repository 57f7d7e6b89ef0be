"""One tree-sitter pass over a text: the captures of the language's query, as plain spans."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from tree_sitter import Node, Parser, Query, QueryCursor
from tree_sitter_language_pack import get_language

from uindex.extract.language import Layer
from uindex.extract.mending import close, hush, mend

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from uindex.extract.language import Language, Site

Span = tuple[int, int]

WIDE = 50_000
"""Children of a root that is nothing but damage beyond which the query is not run: it would cost
their square (16 s for 200,000 opening parentheses)."""
STEP = 500
"""Levels of the tree that the query is run over in one go: all that is begun on the way down waits
for what is below, and each node is held against all that waits."""
_TEXT = re.compile(rb"[^\r\n]")


class Captures(NamedTuple):
    """The spans of each capture name, in order of position, and what the parser could not read."""

    spans: dict[str, list[Span]]
    order: list[str]
    """Capture names as the query first mentions them."""
    damaged: bool
    links: Sequence[Site] = ()
    marks: tuple[str, ...] = ()
    unread: Sequence[Span] = ()
    """What the grammar was not given."""


@cache
def _tools(grammar: str, stems: str) -> tuple[Parser, Query, list[str]]:
    language = get_language(grammar)  # type: ignore[arg-type]
    folder = files("uindex.extract.languages")
    paths = [f"{stem}.scm" if "/" in stem else f"{stem}/query.scm" for stem in stems.split()]
    text = "\n".join((folder / path).read_text("utf-8") for path in paths)
    query = Query(language, text)
    names = [query.capture_name(index) for index in range(query.capture_count)]
    return Parser(language), query, names


def captures(language: Language, data: bytes) -> Captures:
    """Parse `data` and run the language's query over the tree, once; or let its own reader read."""
    own = language.read(data)
    if own is None:
        return _all(language, data)
    spans, order, damaged = dict(own.spans), list[str](), own.damaged
    for layer in own.layers:
        found = _run(language, layer, layer.data)
        damaged = damaged or (layer.exact and found.damaged)
        order += found.order
        for name, more in found.spans.items():
            spans[name] = sorted([*spans[name], *more]) if spans.get(name) else more
    order += own.spans
    return Captures(spans, list(dict.fromkeys(order)), damaged, own.links, own.marks)


def _all(language: Language, data: bytes) -> Captures:
    """The captures of the language's own grammar."""
    stems = language.query or language.grammar
    unread = language.unread(data)
    view = _without(language.prepare(data), unread)
    found = _run(language, Layer(language.grammar, stems, view), data)
    if not unread:
        return found
    literals = [m.span() for span in unread for m in language.quotes.finditer(data, *span)]
    found.spans["string"] = sorted([*found.spans.get("string", ()), *literals])
    return found._replace(unread=unread)


def _without(data: bytes, unread: Sequence[Span]) -> bytes:
    """`data` with blanks in place of the spans; line breaks stay."""
    if not unread:
        return data
    buffer = bytearray(data)
    for start, end in unread:
        buffer[start:end] = _TEXT.sub(b" ", data[start:end])
    return bytes(buffer)


def _run(language: Language, layer: Layer, data: bytes) -> Captures:
    """The captures of one grammar in `data`, of which it is given the layer's view."""
    parser, query, names = _tools(layer.grammar, layer.query)
    root = parser.parse(layer.data).root_node
    damaged, view = root.has_error, layer.data
    if damaged:
        root, view = _better(parser, root, view, mend(view))
    if root.type == "ERROR" and root.child_count > WIDE:
        return Captures({}, names, True)
    spans = _spans(query, root)
    if damaged:
        again, _ = _better(parser, root, view, close(language, view, spans))
        spans = _spans(query, again) if again is not root else spans
        hush(language, data, spans)
    return Captures(spans, names, damaged)


def _spans(query: Query, root: Node) -> dict[str, list[Span]]:
    cursor = QueryCursor(query)
    cursor.set_max_start_depth(STEP)
    spans: dict[str, list[Span]] = {}
    parts = [root]
    for part in parts:
        for name, nodes in cursor.captures(part).items():
            spans.setdefault(name, []).extend([node.byte_range for node in nodes])
        parts += _below(part)
    for found in spans.values():
        found.sort()
    return spans


def _below(root: Node) -> list[Node]:
    """The nodes one level below the STEP levels under `root`."""
    found: list[Node] = []
    cursor, levels = root.walk(), STEP + 1
    while True:
        node = cursor.node
        assert node is not None  # as the types have it
        # Whatever has too few nodes inside is not looked into: nearly all of an ordinary text.
        if not levels:
            found.append(node)
        elif node.descendant_count > levels and cursor.goto_first_child():
            levels -= 1
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return found
            levels += 1


def _better(parser: Parser, root: Node, data: bytes, mended: bytes) -> tuple[Node, bytes]:
    """The tree of the text, or of its mended version unless that has more damage, and its text."""
    if mended == data:
        return root, data
    again = parser.parse(mended).root_node
    return (again, mended) if _broken(again) <= _broken(root) else (root, data)


def _broken(root: Node) -> int:
    """Bytes of what has damage inside, of the parts of a tree; all the more if it is no tree."""
    parts = sum(child.end_byte - child.start_byte + 1 for child in root.children if child.has_error)
    return parts + root.end_byte if root.type == "ERROR" else parts


def blanked(
    pattern: re.Pattern[bytes], data: bytes, instead: Mapping[str | None, bytes] | None = None
) -> bytes:
    """`data` with blanks where the group of `pattern` lies that matched last, or with what
    `instead` has for a group of that name, followed by blanks."""
    made = None
    for match in pattern.finditer(data):
        if made is None:
            made = bytearray(data)
        start, end = match.span(match.lastindex or 0)
        text = instead.get(match.lastgroup, b"") if instead else b""
        made[start:end] = text.ljust(end - start)
    return data if made is None else bytes(made)
