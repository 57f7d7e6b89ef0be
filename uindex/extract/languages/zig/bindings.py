"""What names hold in Zig, read off the text: to ask the tree for the parts of a declaration would
double what the query costs to compile."""

from __future__ import annotations

import re

Spans = dict[str, list[tuple[int, int]]]

_CHAIN = rb"[A-Za-z_]\w*+(?:\.\??[A-Za-z_*]\w*+)*+"
_DECLARED = re.compile(
    rb"\b(?:const|var)[ \t]++(?P<name>[A-Za-z_]\w*+)[ \t]*+"
    rb"(?::[ \t]*+(?P<type>[^=;{}\n]{1,200}?)[ \t]*+)?="
    rb"(?!>)\s{0,99}+(?:(?:try|comptime)[ \t]++)?+&?(?P<value>" + _CHAIN + rb")?"
    rb"(?P<next>\(|[ \t]*+\{|[ \t]*+;)?"
)
_FIELD = re.compile(
    rb"^[ \t]*+(?P<name>[A-Za-z_]\w*+)[ \t]*+:[ \t]*+(?P<type>[^=;{}\n]{1,200}?)[ \t]*+(?:,|=|$)",
    re.MULTILINE,
)
_PAYLOAD = re.compile(
    rb"\|[ \t]*+(\*?[A-Za-z_]\w*+(?:[ \t]*+,[ \t]*+\*?[A-Za-z_]\w*+){0,3})[ \t]*+\|"
)
_NAME = re.compile(rb"[A-Za-z_]\w*+")
_RETURNED = re.compile(
    rb"\)[ \t]*+(?:callconv\([^()]{0,99}\)[ \t]*+)?"
    rb"(?:[^(){}!\n]{0,99}!)?([^(){}!\n]{1,200})\Z"
)
_ENDS = re.compile(rb"\s{0,99}+(?:;|catch\b|orelse\b)")


def tell(text: bytes, spans: Spans) -> None:
    """Add the captures that bindings.py reads; `text` is without literals and comments."""
    found: dict[str, set[tuple[int, int]]] = {
        name: set(spans.get(name, ()))
        for name in ("bind", "bind.name", "bind.type", "bind.value", "bind.same", "returns")
    }
    # What is bound to a file is an import.
    taken = {start for start, _ in spans["import"]}
    for match in _DECLARED.finditer(text):
        if match.start() in taken:
            continue
        found["bind.name"].add(match.span("name"))
        found["bind"].add((match.start(), match.end()))
        follows = (match["next"] or b"").strip()
        before = text[max(0, match.start() - 20) : match.start()]
        if before.rstrip(b" \t").endswith(b","):
            continue  # its value is a part of what follows
        if match["type"]:
            found["bind.type"].add(match.span("type"))
        elif match["value"] and follows:
            kind = {b"(": "bind.value", b"{": "bind.type", b";": "bind.same"}[follows]
            if follows != b"(" or _alone(text, match.end() - 1):
                found[kind].add(match.span("value"))
    for match in _FIELD.finditer(text):
        if match.span("name") not in found["bind.name"]:
            found["bind.name"].add(match.span("name"))
            found["bind.type"].add(match.span("type"))
            found["bind"].add((match.start("name"), match.end()))
    for match in _PAYLOAD.finditer(text):
        for one in _NAME.finditer(text, *match.span(1)):
            found["bind.name"].add(one.span())
            found["bind"].add(one.span())
    bodies = {end: start for start, end in spans.get("body", ())}
    for start, end in spans.get("symbol.function", ()):
        head = text[start : min(bodies.get(end, end - 1), start + 4000)].rstrip()
        returned = _RETURNED.search(head, max(0, len(head) - 400))
        if returned:
            found["returns"].add((start + returned.start(1), start + returned.end(1)))
    for name, several in found.items():
        spans[name] = sorted(several)


def _alone(text: bytes, at: int) -> bool:
    """Whether the arguments at `at` are the end of their expression."""
    depth = 0
    for index in range(at, min(len(text), at + 2000)):
        byte = text[index]
        depth += (byte == 0x28) - (byte == 0x29)
        if not depth:
            return bool(_ENDS.match(text, index + 1))
    return False
