"""What names hold in Swift and what its types inherit, read off the text of whole nodes: a pattern
that names the children of one costs too much to compile (see query.scm)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Span = tuple[int, int]
Spans = dict[str, list[Span]]

_NAME = rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*+"
_TYPE = (
    rb"(?:(?:some|any|inout|borrowing|consuming|sending|isolated|@\w{1,40})\s+)*+"
    rb"(?!repeat\b)(" + _NAME + rb"(?:\.[\w\x80-\xff]++)*+(?:<[^<>{}()\n]{0,200}"
    rb"(?:<[^<>{}()\n]{0,99}>[^<>{}()\n]{0,99}){0,4}>)?(?:\.[\w]++)*+[?!]*+)(?!\s*+(?:&|->))"
)
_ONE = re.compile(rb"\s{0,99}+(" + _NAME + rb")(?![\w(.])")
_SEVERAL = re.compile(rb"\s{0,99}+\(([\w\x80-\xff,\s]{0,200}+)\)")
_COLON = re.compile(rb"\s{0,99}+:\s{0,99}+(?:" + _TYPE + rb")?")
_RETURNED = re.compile(rb"\s{0,99}+" + _TYPE)
# The rest of a type that is not one name: `[Int]`, `(A) -> B`.
_REST = re.compile(rb"[^={\n;]{0,200}+")
_GIVEN = re.compile(rb"\s{0,99}+=\s{0,99}+(?:(?:try[?!]?|await)\s++)*+")
_SAME = re.compile(rb"(?!(?:nil|true|false)\b)(" + _NAME + rb"(?:[?!]?\.[A-Za-z_]\w*+)*+)")
# What may follow a value that is all of its expression.
_ENDS = re.compile(
    rb"[?!]*+[ \t]*+(?:as[?!]?[ \t]++" + _TYPE + rb")?[ \t]*+"
    rb"(?:$|[;,){}/]|else\b)",
    re.MULTILINE,
)
_LOOP = re.compile(rb"for\s++(?:(?:try|await)\s++)*+(?:case\s++)?(?:(?:let|var)\s++)?")
_PARAMETER = re.compile(rb"(?:" + _NAME + rb"\s++)?(" + _NAME + rb")\s{0,9}+(?=:|\Z)")
# A name alone has been declared elsewhere.
_FIELD = re.compile(rb"(self\." + _NAME + rb")\s{0,9}+(?==)")
_BASE = re.compile(rb"(?:@\w{1,40}\s++|any\s++)*+(?!~)")
# `if let x {`: x is what it was.
_AGAIN = re.compile(rb"\s{0,99}+(?:\{|else\b)")
_ASKED = re.compile(rb".*\b(?:if|guard|while)\s++\Z", re.DOTALL)
_NEXT = re.compile(rb"\s{0,99}+,\s{0,99}+(" + _NAME + rb")(?=\s{0,9}(?::|=(?!=)))")
_WORD = re.compile(_NAME)


def tell(data: bytes, spans: Spans, whole: dict[int, Span]) -> None:
    """Add the captures that bindings.py reads; `whole` says of the start of each call where the
    longest one from there on ends, and where its callee does."""
    reader = _Reader(data, whole)
    for start, end in spans.pop("parameter", ()):
        match = _PARAMETER.match(data, start, end)
        if match:
            reader.say(start, match.span(1), match.end(), end)
    for start, end in spans.pop("assignment", ()):
        match = _FIELD.match(data, start, end)
        if match:
            reader.say(start, match.span(1), match.end(), end)
    for start, end in spans.pop("binding", ()):
        reader.declared(start, end)
    for start, end in spans.pop("loop", ()):
        match = _LOOP.match(data, start)
        reader.declared(start, match.end() if match else end)
    types = [*spans.get("symbol.type", ()), *spans.get("symbol.variant", ())]
    spans["returns"] = list(reader.returned(spans.pop("arrow", ()), types))
    spans["base"] = [
        (match.end(), end)
        for start, end in spans.pop("inherited", ())
        if (match := _BASE.match(data, start, end))
    ]
    for name, found in reader.found.items():
        spans[name] = sorted(found)


class _Reader:
    def __init__(self, data: bytes, whole: dict[int, Span]) -> None:
        self._data, self._whole = data, whole
        self.found: Spans = {name: [] for name in ("bind", "bind.name", "bind.type", "bind.value",
                                                   "bind.same")}  # fmt: skip

    def declared(self, start: int, at: int) -> None:
        """The name or names behind `let`, `var` or `for`."""
        match = _SEVERAL.match(self._data, at)
        if match:
            for one in _WORD.finditer(self._data, *match.span(1)):
                self._keep(one.start(), one.span(), one.end())
            return
        match, last = _ONE.match(self._data, at), len(self._data)
        while match:
            end = self.say(start, match.span(1), match.end(), last)
            match = _NEXT.match(self._data, end)
            start = end

    def say(self, start: int, name: Span, at: int, last: int) -> int:
        """A name and what the type and the value behind it, before `last`, say; the end of that."""
        data, end = self._data, at
        typed = _COLON.match(data, at, last)
        if typed and typed[1]:
            self.found["bind.type"].append(typed.span(1))
        if typed:
            rest = None if typed[1] else _REST.match(data, typed.end(), last)
            end = rest.end() if rest else typed.end()
        given = _GIVEN.match(data, end, last)
        if given:
            end = self._value(given.end(), last, None if typed else data[slice(*name)])
            if not end:
                return at
        if (
            typed
            or given
            or not (_AGAIN.match(data, at) or _ASKED.match(data[max(0, start - 7) : start]))
        ):
            self._keep(start, name, end)
        return end

    def _value(self, at: int, last: int, name: bytes | None) -> int:
        """Tell what the value at `at` is, unless there is a type and so no `name`; the end of the
        value, or 0 where it is what `name` is already."""
        data, kind = self._data, "bind.value"
        end, callee = self._whole.get(at, (0, 0))
        span = (at, callee)
        if not end:
            match = _SAME.match(data, at, last)
            if match is None:
                return at
            kind, span, end = "bind.same", match.span(1), match.end()
        match = _ENDS.match(data, end)
        if name is None or match is None:
            return end
        if match[1]:
            kind, span, end = "bind.type", match.span(1), match.end(1)
        elif kind == "bind.same" and data[slice(*span)] == name:
            return 0
        self.found[kind].append(span)
        return end

    def _keep(self, start: int, name: Span, end: int) -> None:
        self.found["bind"].append((start, max(end, name[1])))
        self.found["bind.name"].append(name)

    def returned(self, arrows: Iterable[Span], types: Iterable[Span]) -> Iterator[Span]:
        """The types behind arrows that are no part of another type."""
        within = sorted([*types, *self.found["bind"]])
        passed, index = 0, 0
        for start, end in arrows:
            while index < len(within) and within[index][0] <= start:
                passed = max(passed, within[index][1])
                index += 1
            if start < passed:
                continue
            match = _RETURNED.match(self._data, end)
            if match:
                yield match.span(1)
            else:
                rest = _REST.match(self._data, end)
                passed = rest.end() if rest else end
