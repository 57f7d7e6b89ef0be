"""Julia."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from textwrap import dedent
from typing import TYPE_CHECKING

from uindex.extract.language import (
    Draft,
    Language,
    Line,
    Source,
    first_paragraph,
    split_chain,
    tidy_signature,
)
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uindex.extract.parse import Span

    Spans = dict[str, list[Span]]

_WORD = rb"[A-Za-z_\x80-\xff][\w!\x80-\xff]*"
_SIGN = rb"(?:[-+*/\\^%<>=!&|~?:\xc3\xc2]|[\xe2-\xef][\x80-\xbf]{2}|\.(?=[-+*/\\^%<>=!&|]))"
# What a head defines: `Base.show`, `Base.:(==)`, `(p::Point)`, `+`, `Point{T}`, `var"a name"`.
_DEFINED = re.compile(
    rb"\(\s*(?:" + _WORD + rb")?\s*::\s*(?:Type\{)?(?:" + _WORD + rb"\.)*(?P<functor>" + _WORD
    + rb")[^()\n]{0,200}\)\s*\("
    rb"|(?P<owner>" + _WORD + rb"(?:\." + _WORD + rb")*)\.(?::?\(?)(?P<member>" + _WORD
    + rb"|" + _SIGN + rb"{1,6})"
    rb"|var\"(?P<quoted>[^\"\n]{1,100})\""
    rb"|(?P<plain>" + _WORD + rb"|" + _SIGN + rb"{1,6})|\((?P<sign>" + _SIGN + rb"{1,6})\)"
)  # fmt: skip
_IMPORT = re.compile(r"(using|import)\s+(.*)", re.DOTALL)
_IMPORTS = re.compile(rb"(?:using|import)\b[^\n;#]{0,2000}(?:(?<=,)\s*\n[^\n;#]{0,2000}){0,200}")
_COMMENT = re.compile(r"#[^\n]*")
_INCLUDE = re.compile(r"include\(\s*\"([^\"\n$]+)\"\s*\)")
_ENUM = re.compile(rb"@enum[ \t(]+(" + _WORD + rb")(?:[ \t]*::[ \t]*[\w.]+)?[ \t]*(?:begin\b)?")
_MEMBER = re.compile(rb"(?<![\w=.])(" + _WORD + rb")[ \t]*(?:=[^\n,]{0,100}?(?=[ \t\n,;)]|\Z))?")
_EXPORT = re.compile(
    rb"^[ \t]*(?:export|public)[ \t]+([^\n#]{1,2000}(?:(?<=,)\s*\n[^\n#]{1,2000}){0,200})", re.M
)
_NAMES = re.compile(rb"@?" + _WORD)
_REFERENCE = re.compile(r"\[`{1,2}@?([^`\n]{1,200})`{1,2}\]\(@ref")
_CHAIN = re.compile(r"[\w!.\x80-\U0010ffff]+", re.ASCII)
_CALLED = re.compile(r"\A(?:(?: {4}|\t)[^\n]*\n)+\s*")
_FUNCTION = re.compile(rb"\s*=\s*(?:function\b|(?:\w+|\([^()\n]{0,200}\))\s*->)")
_PLAIN = frozenset(
    "Any Bool Int Int8 Int16 Int32 Int64 UInt8 UInt32 UInt64 UInt Float32 Float64 String Symbol "
    "Nothing Vector Array Tuple Union Type Dict Function Real Integer Number new typeof "
    "include inline noinline inbounds boundscheck nospecialize propagate_inbounds eval doc "
    "enum".split()
)  # fmt: skip
_BOUND = re.compile(rb"<:[ \t]*(" + _WORD + rb"(?:\." + _WORD + rb"){0,8})")
_START = rb"^[ \t]*(?:@[\w.]+[ \t]+){0,3}"
_NAME = rb"(?P<name>" + _WORD + rb")"


class Julia(Language):
    """Each method of a function is a symbol of its own, in the module that defines it; the module
    that the function belongs to is its owner.  What is exported is public."""

    grammar = "julia"
    keywords = frozenset(
        b"abstract baremodule begin break catch const continue do else elseif end export finally "
        b"false for function global if import in isa let local macro module mutable nothing outer "
        b"primitive quote return struct true try type using where while".split()
    )
    # A quote behind a name or a bracket transposes.
    quotes = re.compile(
        rb"\"\"\"(?:[^\"\\]|\\.|\"(?!\"\"))*+(?:\"\"\"|\Z)|\"(?:[^\"\\\n]|\\.)*\"?|`[^`\n]*`"
        rb"|(?<![\w\])}'.])'(?:\\[^\n']{1,12}|[^'\\\n]{1,4})'",
        re.DOTALL,
    )
    lines = (
        Line(
            "function",
            re.compile(
                _START
                + rb"function[ \t]+(?:(?P<owner>"
                + _WORD
                + rb")\.)?"
                + _NAME
                + rb"[ \t]*[({]",
                re.MULTILINE,
            ),
        ),
        Line(
            "function",
            re.compile(rb"^(?:" + _WORD + rb"\.)?" + _NAME + rb"\([^()\n]*\)[ \t]*=(?!=)", re.M),
        ),
        Line(
            "struct", re.compile(_START + rb"(?:mutable[ \t]+)?struct[ \t]+" + _NAME, re.MULTILINE)
        ),
        Line("type", re.compile(_START + rb"(?:abstract|primitive)[ \t]+type[ \t]+" + _NAME, re.M)),
        Line("macro", re.compile(_START + rb"macro[ \t]+" + _NAME + rb"[ \t]*\(", re.MULTILINE)),
        Line("module", re.compile(_START + rb"(?:bare)?module[ \t]+" + _NAME, re.MULTILINE)),
    )

    def refine(self, source: Source, spans: Spans) -> None:
        data = source.data
        docs = spans.pop("doc", [])
        spans["comment"] = sorted([*spans.get("comment", ()), *docs])
        heads = set(spans.get("head", ()))
        starts = {start for start, _ in heads}
        names, owners = spans.setdefault("name", []), spans.setdefault("owner", [])
        for start, end in heads:
            match = _DEFINED.match(data, start, end)
            if match is None:
                continue
            for group in ("functor", "member", "quoted", "plain", "sign"):
                if match[group] is not None:
                    names.append(match.span(group))
            if match["owner"]:
                owners.append(match.span("owner"))
        _bodies(spans)
        _enums(data, spans)
        for name in ("name", "owner"):
            spans[name].sort()
        _bounds(source.masked, spans)
        spans["call"] = [span for span in spans.get("call", ()) if span[0] not in starts]
        spans["import"] = [
            (start, max(end, match.end()) if (match := _IMPORTS.match(data, start)) else end)
            for start, end in spans.get("import", ())
        ]

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        name, kind = draft.name, draft.kind
        above = parents[draft.parent] if draft.parent >= 0 else None
        if kind == "method":
            kind = "constructor" if above and name == above.name else "function"
        elif kind == "variable" and _FUNCTION.match(source.data, draft.name_end):
            kind = "function"
        elif kind == "variant" and above and above.kind != "enum":
            return None
        outer = above is None or above.kind == "module"
        known = outer and name.encode() in _exports(source.data)
        return draft._replace(kind=kind, visibility="public" if known else "")

    def signature(self, draft: Draft, source: Source) -> str:
        end = min(draft.body, draft.end, draft.start + 2000)
        text = source.masked[draft.start : end]
        if draft.kind in ("constant", "variable", "field"):
            text = text.partition(b"=")[0]
        elif draft.kind == "enum":
            text = text[: draft.name_end - draft.start]
        written = tidy_signature(_COMMENT.sub("", text.decode("utf-8", "replace")), draft.name)
        return written.removesuffix(" end")

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        included = _INCLUDE.match(text)
        if included:
            yield Link("import", "*", included[1], "", line, symbol)
        match = _IMPORT.match(_COMMENT.sub("", text))
        if match is None:
            return
        module, colon, names = match[2].partition(":")
        if colon:
            for name, alias in _named(names):
                yield Link("import", name.lstrip("@"), module.strip(), alias, line, symbol)
            return
        for name, alias in _named(module):
            # `using` brings in what the module exports; `import a.b` takes b from a.
            outer, _, inner = name.rpartition(".")
            if match[1] == "using":
                yield Link("import", "*", name, alias, line, symbol)
            elif outer.strip("."):
                yield Link("import", inner, outer, alias, line, symbol)
            else:
                yield Link("import", "", name, alias, line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        name, receiver = split_chain(text.replace("@", "").replace(".:", "."))
        single = len(name) == 1 and name.isupper()
        return ("", "") if single or (name in _PLAIN and not receiver) else (name, receiver)

    def paragraph(self, written: str) -> str:
        text = written.strip()
        for quote in ('"""', '"'):
            if len(text) >= 2 * len(quote) and text.startswith(quote) and text.endswith(quote):
                text = text[len(quote) : -len(quote)]
                break
        # A doc may begin with the signature, as indented code.
        body = dedent(text.lstrip("\n"))
        return first_paragraph(_CALLED.sub("", body, count=1) or body)

    def reference(self, kind: str, text: str, line: int, symbol: int) -> Iterable[Link]:
        for match in _REFERENCE.finditer(text):
            found = _CHAIN.match(match[1])
            if found:
                receiver, _, name = found[0].rpartition(".")
                at = line + text.count("\n", 0, match.start())
                yield Link(kind, name, receiver, "", at, symbol)


def _heads(spans: Spans, *kinds: str) -> Iterable[tuple[Span, Span]]:
    """Each definition of the kinds with its head."""
    heads = sorted([*spans.get("head", ()), *spans.get("arms", ())])
    for kind in kinds:
        for span in spans.get(f"symbol.{kind}", ()):
            index = bisect_left(heads, (span[0], 0))
            if index < len(heads) and heads[index][1] <= span[1]:
                yield span, heads[index]


def _bodies(spans: Spans) -> None:
    """Behind its head begins the body of each function and macro."""
    bodies = spans.setdefault("body", [])
    for span, head in _heads(spans, "function", "macro"):
        if head[1] < span[1]:
            bodies.append((head[1], span[1]))
    bodies.sort()


def _bounds(masked: bytes, spans: Spans) -> None:
    """What stands behind `<:`: in the head of a type what it inherits from, else what bounds."""
    tops = sorted(head for _, head in _heads(spans, "struct", "type"))
    bases, uses, told = spans.setdefault("base", []), spans.setdefault("use", []), spans["comment"]
    for match in _BOUND.finditer(masked):
        at = match.start()
        if _holds(told, at):
            continue
        head = _holds(tops, at)
        nested = head and masked.count(b"{", head[0], at) > masked.count(b"}", head[0], at)
        (bases if head and not nested else uses).append(match.span(1))
    uses.sort()


def _holds(spans: list[Span], at: int) -> Span | None:
    """The last of the spans that begins before `at`, if it reaches beyond."""
    index = bisect_left(spans, (at, 0)) - 1
    return spans[index] if index >= 0 and at < spans[index][1] else None


def _enums(data: bytes, spans: Spans) -> None:
    """The names in each `@enum`, which to the grammar are arguments."""
    variants = spans["symbol.variant"] = []
    for start, end in spans.get("symbol.enum", ()):
        match = _ENUM.match(data, start, end)
        if match is None:
            continue
        spans["name"].append(match.span(1))
        for member in _MEMBER.finditer(data, match.end(), end):
            if member[1] not in (b"begin", b"end"):
                variants.append(member.span(1))
                spans["name"].append(member.span(1))


def _named(text: str) -> Iterable[tuple[str, str]]:
    """(name, alias) of each name of a list."""
    for part in text.split(","):
        words = part.split()
        if words:
            yield words[0], words[2] if len(words) == 3 and words[1] == "as" else ""


@lru_cache(maxsize=1)
def _exports(data: bytes) -> frozenset[bytes]:
    """What the file exports."""
    lists = [match[1] for match in _EXPORT.finditer(data)]
    return frozenset(name.lstrip(b"@") for text in lists for name in _NAMES.findall(text))


LANGUAGE = Julia()
