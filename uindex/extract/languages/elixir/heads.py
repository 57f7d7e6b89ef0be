"""The heads of Elixir's definitions: which calls and attributes define something, and its name."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uindex.extract.parse import Span

KINDS = {
    b"def": "function", b"defp": "function", b"defdelegate": "function",
    b"defmacro": "macro", b"defmacrop": "macro", b"defguard": "macro", b"defguardp": "macro",
    b"defmodule": "module", b"defprotocol": "protocol", b"defimpl": "impl",
    b"defstruct": "field", b"defexception": "field",
    b"defrecord": "record", b"defrecordp": "record",
    b"@type": "type", b"@typep": "type", b"@opaque": "type",
    b"@callback": "function", b"@macrocallback": "macro", b"@": "constant",
}  # fmt: skip
"""The word that begins a definition -> its kind; "@" for any other attribute."""
PRIVATE = frozenset(
    [b"defp", b"defmacrop", b"defguardp", b"defrecordp", b"@typep", b"@"]
)  # fmt: skip
_CLAUSES = frozenset([b"def", b"defp", b"defmacro", b"defmacrop"])
_TYPES = frozenset([b"@type", b"@typep", b"@opaque", b"@callback", b"@macrocallback"])
# Attributes that say something of what stands below them, or of the module.
_SAYS = frozenset(
    "after_compile after_verify before_compile behaviour compile deprecated derive describetag "
    "dialyzer doc enforce_keys external_resource fallback_to_any file impl moduledoc moduletag "
    "nifs on_definition on_load optional_callbacks protocol shortdoc spec tag typedoc vsn "
    "undefined_impl_description".split()
)
_ATTACHED = frozenset(
    [b"@doc", b"@spec", b"@impl", b"@deprecated", b"@typedoc", b"@tag", b"@dialyzer"]
)

_WORD = re.compile(rb"(?:Record\.)?(@?\w+)")
_ALIAS = re.compile(rb"def\w+[\s(]+((?:__MODULE__\.)?[A-Z]\w*(?:\.[A-Z]\w*)*)")
_IMPL = re.compile(_ALIAS.pattern[:-1] + rb"(?:\s*,\s*for:\s*[A-Z]\w*(?:\.[A-Z]\w*)*)?)")
_OPERATOR = re.compile(
    rb"def\w*[\s(]+(?:[\w@%]+|%?\{[^{}\n]{0,80}\}|\[[^\[\]\n]{0,80}\])[ \t]+"
    rb"([-+*/<>=|&^~!@.:]{1,5}|and|or|in)[ \t]+(?![\s)])|def\w*[\s(]+[a-z_]\w*(\.\.)[a-z_]"
)
_UNARY = re.compile(rb"def\w*[\s(]+([-+!^~&]{1,3})[ \t]*\(?[a-z_]\w*\)?[ \t]*(?:,|when|do|\n)")
_ATOM = re.compile(rb"def\w*[\s(]+unquote\(:([^\s()\"]{1,40})\)")
_PLAIN = re.compile(rb"(?:Record\.)?def\w*[\s(]+:?([a-z_]\w*[?!]?)(?!\w*:)")
_ATTRIBUTE = re.compile(rb"@\w+[\s(]+([a-z_]\w*[?!]?)|@\w+[\s(]+[\w.() ]{1,60}?(\S{1,4})[ ]")
_FIELD = re.compile(rb"(?<![\w:]):([a-z_]\w*[?!]?)(?!\w*\()|(?<![\w:@])([a-z_]\w*[?!]?):(?=\s)")
_TOKEN = re.compile(rb"<<|>>|[(\[{]|[)\]}]|,|\b(?:fn|end)\b")
_OPENS = frozenset([b"(", b"[", b"{", b"<<", b"fn"])
_CLOSES = frozenset([b")", b"]", b"}", b">>", b"end"])
HEAD = 3000
"""Bytes in which the arguments of a clause are counted."""


class Heads(NamedTuple):
    """What defines something, in order of position."""

    definitions: list[Span]
    names: list[Span]
    heads: set[Span]
    """Names in heads that are no definition's name: of later clauses, of `@spec`."""
    attached: list[Span]
    """Attributes that stand before what they speak of."""
    moduledocs: list[Span]


class _Clause(NamedTuple):
    word: bytes
    name: bytes
    arity: int


def word(data: bytes, at: int) -> bytes:
    """The word of KINDS that begins at `at`."""
    match = _WORD.match(data, at)
    found = match[1] if match else b""
    return found if found in KINDS or found[:1] != b"@" else b"@"


def inside(spans: Iterable[Span], around: Sequence[Span]) -> list[Span]:
    """Those of the spans that begin in one of `around`, which do not overlap."""
    return [span for span, outer in _pairs(spans, around) if outer]


def holding(spans: Iterable[Span], around: Sequence[Span]) -> list[Span]:
    """Those of `around`, which do not overlap, in which one of the spans begins."""
    return sorted({outer for _, outer in _pairs(spans, around) if outer})


def _pairs(spans: Iterable[Span], around: Sequence[Span]) -> Iterable[tuple[Span, Span | None]]:
    """Each span with the one of `around` that it begins in."""
    outer = sorted(around)
    starts = [start for start, _ in outer]
    for span in spans:
        at = bisect_right(starts, span[0]) - 1
        yield span, outer[at] if at >= 0 and span[0] < outer[at][1] else None


def read(
    masked: bytes, data: bytes, words: Iterable[Span], forms: dict[int, int],
    attributes: Sequence[Span],
) -> Heads:  # fmt: skip
    """The definitions among the calls whose first words are `words`, and among `attributes`."""
    found = Heads([], [], set(), [], [])
    calls = [
        (start, forms[start])
        for start, end in words
        if start in forms
        and data[start:end].removeprefix(b"Record.") in KINDS
        and data[start - 1 : start] != b"@"
    ]
    last: _Clause | None = None
    seen: set[tuple[int, bytes]] = set()
    modules: list[Span] = []
    for start, end in sorted({*calls, *attributes}):
        while modules and modules[-1][1] <= start:
            modules.pop()
        begins = _WORD.match(data, start)
        first = begins[1] if begins else b""
        if first[:1] == b"@":
            _attribute(masked, first, (start, end), modules, seen, found)
            last = last if first in _ATTACHED else None
            continue
        if first in (b"defmodule", b"defimpl", b"defprotocol"):
            modules.append((start, end))
        name = _names(masked, data, first, start, end)
        clause = (
            _Clause(first, data[slice(*name[0])], _arity(masked, name[0][1], end)) if name else None
        )
        follows = found.definitions and start >= found.definitions[-1][1]
        if clause and clause == last and follows and first in _CLAUSES:
            # Clauses are one function, from the first to the last.
            found.heads.add(name[0])
            found.definitions[-1] = (found.definitions[-1][0], end)
            continue
        last = clause
        if name:
            found.definitions.append((start, end))
            found.names.extend(name)
    found.definitions.sort(key=lambda span: (span[0], -span[1]))
    return found._replace(names=sorted(found.names), attached=sorted(found.attached))


def _attribute(
    masked: bytes, first: bytes, span: Span, modules: list[Span],
    seen: set[tuple[int, bytes]], found: Heads,
) -> None:  # fmt: skip
    """Put an attribute where it belongs."""
    start, end = span
    name = first[1:]
    match = _ATTRIBUTE.match(masked, start, end)
    if first == b"@moduledoc":
        found.moduledocs.append(span)
    elif first in _TYPES:
        if match:
            found.definitions.append(span)
            found.names.append(match.span(match.lastindex or 0))
    elif first in _ATTACHED:
        found.attached.append(span)
        if first == b"@spec" and match:
            found.heads.add(match.span(match.lastindex or 0))
    elif name.decode("utf-8", "replace") not in _SAYS:
        module = modules[-1][0] if modules else -1
        if (module, name) not in seen:  # a later value is no other attribute
            seen.add((module, name))
            found.definitions.append(span)
            found.names.append((start + 1, start + len(first)))


def _names(masked: bytes, data: bytes, first: bytes, start: int, end: int) -> list[Span]:
    """The names that a definition gives: one, or those of a struct's fields."""
    if first in (b"defmodule", b"defprotocol", b"defimpl"):
        match = (_IMPL if first == b"defimpl" else _ALIAS).match(masked, start, end)
        return [match.span(1)] if match else []
    if first in (b"defstruct", b"defexception"):
        return _fields(masked, start + len(first), end)
    for pattern in (_OPERATOR, _UNARY, _ATOM, _PLAIN):
        match = pattern.match(masked, start, end)
        if match and match[match.lastindex or 0] not in (b"unquote", b"when"):
            return [match.span(match.lastindex or 0)]
    return []


def _fields(masked: bytes, start: int, end: int) -> list[Span]:
    """The keys of a struct, not those of their values."""
    found, depth = [], 0
    tokens = re.compile(_FIELD.pattern + rb"|([(\[{])|([)\]}])")
    for match in tokens.finditer(masked, start, min(end, start + 40_000)):
        if match[3]:
            depth += 1
        elif match[4]:
            depth -= 1
        elif depth <= 1:
            found.append(match.span(match.lastindex or 0))
    return found


def _arity(masked: bytes, at: int, end: int) -> int:
    """How many arguments stand in the parentheses at `at`; -1 without any."""
    if masked[at : at + 1] != b"(":
        return -1
    depth = count = 0
    for match in _TOKEN.finditer(masked, at, min(end, at + HEAD)):
        token = match[0]
        if token in _OPENS:
            depth += 1
        elif token in _CLOSES:
            depth -= 1
            if depth == 0:
                return count + bool(masked[at + 1 : match.start()].strip())
        elif token == b"," and depth == 1:
            count += 1
    return -2
