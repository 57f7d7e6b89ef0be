"""Uses of types where no grammar tells them from other names: `except Foo`, `isinstance(x, Foo)`,
`Foo.MEMBER`, a class handed on as a value, annotations written as strings.

What looks like a type counts: a capitalized name, or that of a class of the file.  It must be
defined or imported in the file, so that nothing of a literal is kept but what stands in the code.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from uindex.extract.language import Source

    Span = tuple[int, int]

_WORD = rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*"
_NAMES = re.compile(_WORD)
_CLASS = re.compile(rb"\s*class\s+(" + _WORD + rb")")
_IMPORT = re.compile(rb"(?:from\s+([\w.]+)\s+)?import\b")
_WORDS_FOR_TYPES = frozenset([b"typing", b"typing_extensions", b"collections.abc"])
"""What is taken from these says nothing but how a type is made of others."""
_CAPITALIZED = re.compile(
    # It begins with what is quick to look for; what stands before comes after.
    rb"[_A-Z](?<![\w\x80-\xff].)(?:(?<!_)|_*[A-Z])[\w\x80-\xff]*",
    re.DOTALL,
)
_BEFORE = re.compile(rb"(?<![\w.)\]\x80-\xff])(?:" + _WORD + rb"\.)+\Z")
_DOT = ord(".")
_REACH = 120
"""Bytes before a name in which the chain that it ends is looked for."""
_ASSIGNED = re.compile(rb"\s*=(?!=)")
_QUOTED = re.compile(rb"\b(?:cast\(|bound=)\s*(\0+)")
_LITERAL = re.compile(rb"\bLiteral\s*\[[^\[\]]*\]")


def used(source: Source, spans: dict[str, list[Span]]) -> list[Span]:
    """The spans of these uses, by position: a chain up to the name of the type."""
    classes, imported = _known(source, spans)
    if not classes and not imported:
        return []
    names, known = _pattern(classes), classes | imported
    found = {
        span
        for data, first, last in _texts(source, spans)
        for span in _named(data, names, first, last, classes, known)
    }
    told = {end for kind in ("call", "use", "base", "name") for _, end in spans.get(kind, ())}
    silent = sorted([*spans.get("comment", ()), *spans.get("doc", ()), *spans.get("import", ())])
    starts = [start for start, _ in silent]
    kept = []
    for start, end in sorted(found):
        at = bisect_right(starts, start) - 1
        if end not in told and (at < 0 or start >= silent[at][1]):
            kept.append((start, end))
    return kept


def _known(source: Source, spans: dict[str, list[Span]]) -> tuple[set[bytes], set[bytes]]:
    """The names of the file's classes, and all names in its imports."""
    data = source.data
    classes = set()
    for start, end in spans.get("symbol.class", ()):
        match = _CLASS.match(data, start, end)
        if match:
            classes.add(match[1])
    imported = set()
    for start, end in spans.get("import", ()):
        match = _IMPORT.match(data, start, end)
        if match and match[1] not in _WORDS_FOR_TYPES:
            imported.update(_NAMES.findall(data, match.end(), end))
    return classes, imported


def _pattern(classes: Iterable[bytes]) -> re.Pattern[bytes]:
    lower = [re.escape(name) for name in sorted(classes) if not _CAPITALIZED.match(name)]
    if not lower:
        return _CAPITALIZED
    more = rb"|(?<![\w\x80-\xff])(?:" + b"|".join(lower) + rb")(?![\w\x80-\xff])"
    return re.compile(_CAPITALIZED.pattern + more, re.DOTALL)


def _texts(source: Source, spans: dict[str, list[Span]]) -> Iterator[tuple[bytes, int, int]]:
    """Where types stand: the code without its literals, and literals that are types."""
    masked = source.masked
    yield masked, 0, len(masked)
    if b"cast(" in masked or b"bound=" in masked:
        for match in _QUOTED.finditer(masked):
            yield source.data, *match.span(1)
    literal = []
    if b"Literal" in masked and spans.get("annotation"):
        literal = [match.span() for match in _LITERAL.finditer(masked)]
    for start, end in spans.get("annotation", ()):
        if not any(first < start < last for first, last in literal):
            yield source.data, start, end


def _named(
    data: bytes, names: re.Pattern[bytes], first: int, last: int,
    classes: set[bytes], known: set[bytes],
) -> Iterator[Span]:  # fmt: skip
    """Names of types that are known or stand in a chain that begins with a known one."""
    for match in names.finditer(data, first, last):
        name = match[0]
        start, end = match.span()
        chain: Sequence[bytes] = ()
        if start and data[start - 1] == _DOT:
            before = _BEFORE.search(data, max(first, start - _REACH), start)
            if before is None:
                continue
            start = before.start()
            chain = before[0].rstrip(b".").split(b".")
        if (chain[0] if chain else name) not in known:
            continue
        # After a type, capitals are a member of it; elsewhere, a constant unless it is a class.
        if (
            name.isupper()
            and name not in classes
            and (b"_" in name or len(name) == 1 or (chain and names.fullmatch(chain[-1])))
        ):
            continue
        if not _ASSIGNED.match(data, end):
            yield start, end
