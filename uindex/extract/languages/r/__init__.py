"""R: functions and values by the names they are bound to, and the classes of S4, R5, R6 and S7."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

from uindex.extract import scan
from uindex.extract.language import Draft, Language, Line, Source, first_paragraph, tidy_signature
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uindex.extract.parse import Span

    Spans = dict[str, list[Span]]

_NAME = r"(?:`[^`\n]{1,200}`|[A-Za-z._\x80-\U0010ffff][\w.\x80-\U0010ffff]*)"
_CALLEE = re.compile(r"(?:(.*?)\s*(?::::?|\$|@)\s*)?(" + _NAME + r")\Z", re.ASCII | re.DOTALL)
_CLASS = re.compile(r"[\w.-]+\Z", re.ASCII)
_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'", re.DOTALL)
_ARGUMENTS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_CHAIN = re.compile(r"[\w.:$@()\x80-\U0010ffff]+\Z", re.ASCII)
# `setMethod("area", signature(shape = "Circle"), …)`: the name, and the first class after it.
_MADE = re.compile(
    rb"(?:\w+::)?(set\w+)\(\s*(?:(?:Class|name|f)\s*=\s*)?[\"']([^\"'\n]{1,200})[\"']"
    rb"(?:\s*,\s*(?:signature\s*=\s*)?(?:(?:signature|c)\(\s*)?(?:\w+\s*=\s*)?"
    rb"[\"']([\w.:-]{1,200})[\"'])?"
)
_MAKERS = frozenset(
    b"setClass setRefClass setClassUnion setGeneric setMethod setReplaceMethod methods::setClass "
    b"methods::setRefClass methods::setGeneric methods::setMethod".split()
)
_BRACKET = re.compile(rb"[()]|#[^\n]*")
_KINDS = {b"setGeneric": "function", b"setMethod": "method", b"setReplaceMethod": "method"}
_SETS = re.compile(rb"(?:\w+::)?set(?:Generic|Method|ReplaceMethod)\(")
# S7: `method(speak, Dog) <- function(x) …`.
_METHOD = re.compile(rb"method\(\s*(?:[\w.]+::)?([\w.]+)\s*,\s*(?:list\(\s*)?([\w.]+)")
_METHODS = b"$methods("
NEAR = 20_000
"""Bytes before a method in which the `$methods(` that adds it to a class is looked for."""
_LISTS = re.compile(rb"\b(public|private|active)\s*=\s*list\(")
_CONSTANT = re.compile(r"[A-Z][A-Z0-9_.]+\Z")
_LOADING = (
    r"(?:base::)?(?:library|require|requireNamespace|loadNamespace|attachNamespace|source"
    r"|sys\.source)\(\s*(?:package\s*=\s*|file\s*=\s*)?[\"']?([\w./-]+)"
)
_LOADERS = frozenset(
    b"library require requireNamespace loadNamespace attachNamespace source sys.source "
    b"base::library base::require base::source".split()
)
_LOADS, _LOAD = re.compile(_LOADING, re.ASCII), re.compile(_LOADING.encode())
_TAG = re.compile(r"#'\s*@(importFrom|import|importClassesFrom|importMethodsFrom)\s+(.*)", re.ASCII)
_REFERENCE = re.compile(
    r"\[(?:`)?(?:([\w.]+)::)?([\w.<-]+)(?:\(\))?(?:`)?\](?![(\[:])|\\link(?:S4class)?"
    r"(?:\[(?:=)?([\w.]+)\])?\{([\w.<-]+)(?:\(\))?\}",
    re.ASCII,
)
_MARK = re.compile(r"^[ \t]*#+'?[ \t]?", re.MULTILINE)
_TITLE = re.compile(r"\A@(?:title|description)\s+", re.ASCII)
_ASSIGNED = re.compile(rb"(?<![\w.])([A-Za-z.][\w.]*+)\s*+(?:<<?-|=(?!=))")
_PARAMETERS = re.compile(rb"(?:\bfunction|\\)[ \t]*\(([^()]{0,1000})")
_WORD = re.compile(rb"[A-Za-z.][\w.]*")
# What these calls say is told by symbols and imports, or is nothing.
_PLAIN = frozenset(
    "c list return library require function invisible missing requireNamespace loadNamespace "
    "source setClass setRefClass setClassUnion setGeneric setMethod setReplaceMethod setValidity "
    "representation signature standardGeneric NextMethod UseMethod NULL TRUE FALSE T F NA Inf NaN "
    "self private super .data cls".split()
)


class R(Language):
    """A class owns its methods and fields, whichever of the object systems makes it; an S4 method
    belongs to the first class of its signature.  `$` separates, for a dot is part of a name."""

    grammar = "r"
    separator = "$"
    keywords = frozenset(
        b"break else for function if in next repeat while TRUE FALSE NULL Inf NaN NA self".split()
    )
    # A string may hold line breaks; a quote that does not close one at the end of a line some lines
    # below stands alone, and must not turn what follows inside out.
    quotes = re.compile(
        rb"[rR]\"(-{0,9})\(.{0,400}?\)\1\""
        + b"".join(
            rb"|Q(?:[^Q\\\n]|\\.)*+(?:Q|(?:\n[^Q\n]*+){1,40}Q(?=[ \t,)}\]]*$))?".replace(
                b"Q", quote
            )
            for quote in (b'"', b"'")
        ),
        re.DOTALL | re.MULTILINE,
    )
    lines = (
        Line(
            "function",
            re.compile(
                rb"^[ \t]*(?P<name>[A-Za-z.][\w.]*|`[^`\n]{1,200}`)[ \t]*(?:<-|=)[ \t]*"
                rb"function[ \t]*\(",
                re.MULTILINE,
            ),
        ),
    )

    def refine(self, source: Source, spans: Spans) -> None:
        spans.setdefault("name", [])
        spans.setdefault("owner", [])
        bound = set(spans.get("symbol.class", ()))
        for start, end in spans.get("symbol.method", ()):
            match = _METHOD.match(source.data, start, end)
            if match:
                spans["name"].append(match.span(1))
                spans["owner"].append(match.span(2))
        _made(source, spans)
        # What makes a class is no value.
        spans["symbol.variable"] = [s for s in spans.get("symbol.variable", ()) if s not in bound]
        for name in ("name", "owner"):
            spans[name].sort()
        # Other functions have arguments of these names, too.
        classes = sorted((start, -end, "") for start, end in spans.get("symbol.class", ()))
        bases = spans.get("base", [])
        spans["base"] = [span for _, span in scan.innermost(classes, bases)]
        _links(source, spans)

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        name = draft.name.strip("`\"'")
        kind = draft.kind
        above = parents[draft.parent] if draft.parent >= 0 else None
        high, seen = draft.name_end, ""
        owner = draft.owner
        if kind == "property":
            if above is None or above.kind != "class":
                owner = _extended(source.masked, draft.start)
                if not owner:
                    return None
            value = source.masked[high : high + 40].lstrip(b" \t\n=")
            kind = "method" if value.startswith((b"function", b"\\(")) else "field"
            seen = _visibility(source.masked, draft, above)
        elif kind == "variable" and _CONSTANT.match(name):
            kind = "constant"
        elif kind == "method" and source.data.startswith(b"setReplaceMethod", draft.start):
            name += "<-"
        return draft._replace(name=name, kind=kind, owner=owner, visibility=seen)

    def signature(self, draft: Draft, source: Source) -> str:
        end = min(draft.body, draft.end, draft.start + 2000)
        text = source.masked[draft.start : end]
        if draft.kind in ("constant", "variable", "field"):
            return ""
        if draft.kind == "class":
            text = text.partition(b"(")[0]
        elif _SETS.match(text):
            text = text[max(text.find(b"function"), 0) :]
        return tidy_signature(text.decode("utf-8", "replace").strip(" ({\n"), draft.name)

    def paragraph(self, written: str) -> str:
        text = _TITLE.sub("", _MARK.sub("", written).strip())
        return "" if text.startswith("@") else first_paragraph(text)

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        tag = _TAG.match(text)
        if tag:
            words = tag[2].split()
            packages = words if tag[1] == "import" else words[:1]
            for package in packages:
                taken = ["*"] if tag[1] == "import" else words[1:]
                for name in taken:
                    yield Link("import", name.strip("`,"), package, "", line, symbol)
            return
        match = _LOADS.match(text)
        if match:
            # To load a namespace brings nothing into sight.
            whole = "" if text.partition("(")[0].endswith("Namespace") else "*"
            yield Link("import", whole, match[1], "", line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        if text[:1] in "\"'":  # a class that is inherited from, in a string
            name = text.strip("\"'")
            return (name, "") if _CLASS.match(name) else ("", "")
        if text in _PLAIN:
            return "", ""
        if len(text) > 60:
            text = _QUOTED.sub('""', text)
        match = _CALLEE.match(text)
        if match is None:
            return "", ""
        receiver = "".join((match[1] or "").split())
        previous = None
        while previous != receiver:
            previous = receiver
            receiver = _ARGUMENTS.sub("\1", receiver)
        receiver = receiver.replace("\1", "()")
        return match[2].strip("`"), receiver if not receiver or _CHAIN.match(receiver) else "…"

    def reference(self, kind: str, text: str, line: int, symbol: int) -> Iterable[Link]:
        for match in _REFERENCE.finditer(text):
            name, receiver = match[2] or match[4], match[1] or match[3] or ""
            yield Link(kind, name, receiver, "", line, symbol)


def _made(source: Source, spans: Spans) -> None:
    """The classes, generics and methods that calls make.  A class that is bound to a name, too,
    still goes by the one that the call gives it."""
    data, masked = source.data, source.masked
    values = {end: start for start, end in spans.get("symbol.class", ())}
    other: set[int] = set()
    calls = [span for span in spans.get("call", ()) if data[span[0] : span[1]] in _MAKERS]
    closes = _closes(masked) if calls else {}
    found: Spans = {}
    for start, end in calls:
        match = _MADE.match(data, start)
        if match is None:
            continue
        close = closes.get(end, match.end())
        spans["name"].append(match.span(2))
        if close in values:
            other.add(values[close])
            continue
        kind = _KINDS.get(match[1], "class")
        found.setdefault(f"symbol.{kind}", []).append((start, max(close, match.end())))
        if kind == "method" and match[3]:
            spans["owner"].append(match.span(3))
    spans["name"] = [span for span in spans["name"] if span[0] not in other]
    for name, made in found.items():
        spans[name] = sorted([*spans.get(name, ()), *made])


def _closes(masked: bytes) -> dict[int, int]:
    """Offset of each opening bracket -> where what it opens ends."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for match in _BRACKET.finditer(masked):
        if match[0] == b"(":
            opened.append(match.start())
        elif match[0] == b")" and opened:
            found[opened.pop()] = match.end()
    return found


def _links(source: Source, spans: Spans) -> None:
    """Names that stand for values, unless the file binds them; what comments link and import."""
    data, masked = source.data, source.masked
    functions = {data[slice(*span)] for span in spans["name"]}
    local = set(_ASSIGNED.findall(masked))
    for match in _PARAMETERS.finditer(masked):
        local.update(_WORD.findall(match[1]))
    local -= functions
    loads, loaded = [], set()
    for start, end in spans.get("call", ()):
        load = _LOAD.match(data, start) if data[start:end] in _LOADERS else None
        if load:
            loads.append(load.span())
            loaded.add(load.start(1))  # an argument, too
    uses = [
        (start, end)
        for start, end in spans.get("value", ())
        if end - start > 1 and data[start:end] not in local and start not in loaded
    ]
    spans["use"] = sorted([*spans.get("use", ()), *uses])
    told = [span for span in spans.get("comment", ()) if data.startswith(b"#'", span[0])]
    written = [(span, data[span[0] : span[1]]) for span in told]
    spans["doc-link"] = [span for span, text in written if b"[" in text or b"\\link" in text]
    tags = [span for span, text in written if b"@import" in text]
    spans["import"] = sorted([*loads, *tags])


def _extended(masked: bytes, start: int) -> str:
    """The class whose `$methods(` the argument at `start` stands in, or ""."""
    at = masked.rfind(_METHODS, max(0, start - NEAR), start)
    if at < 0 or masked.count(b"(", at, start) - masked.count(b")", at, start) != 1:
        return ""
    line = masked.rfind(b"\n", 0, at) + 1
    return masked[max(line, at - 200) : at].split()[-1:][0].decode("utf-8", "replace")


@lru_cache(maxsize=1)
def _lists(masked: bytes) -> tuple[list[int], list[str]]:
    """Where each list of an R6 class begins, and its name."""
    found = list(_LISTS.finditer(masked))
    return [match.start() for match in found], [match[1].decode() for match in found]


def _visibility(masked: bytes, draft: Draft, above: Draft | None) -> str:
    """That of a member: the last list of its R6 class that begins before it says it."""
    starts, names = _lists(masked)
    index = bisect_left(starts, draft.start) - 1
    if index < 0 or above is None or starts[index] < above.start:
        return ""
    return "private" if names[index] == "private" else "public"


LANGUAGE = R()
