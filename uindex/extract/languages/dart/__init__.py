"""Dart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract import comments
from uindex.extract.language import (
    Draft,
    Language,
    Line,
    Source,
    split_chain,
    without_annotations,
)
from uindex.extract.languages.dart.bindings import tell
from uindex.extract.parse import blanked
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Spans = dict[str, list[tuple[int, int]]]

# Words before a field that the grammar does not know there.
_CLASSES = rb"(?:(?:base|final|interface|mixin|sealed)[ \t]++)*+(?:class|mixin)\b"
_LOOSE = rb"(?:abstract(?=[ \t]++(?!%s))|external(?=[ \t]++[^(){};]{1,200}+;))" % _CLASSES
_LOOSELY = re.compile(rb"^(?:[ \t]*+(%s)|(external)\b)" % _LOOSE, re.MULTILINE)
# What the grammar does not know; it hides no definition.
_UNREAD = re.compile(
    rb"""
    ^[ \t]*+(library[ \t]*+;)
  | ^[ \t]*+(%s)
    # An element that may be null is left out.
  | (?<=[:,\[{(])\s{0,99}+(\?)(?=[A-Za-z_])
    # The type goes without saying: `.named(1)`.
  | (?:[(,=\[{:]|\bcase|\breturn|&&|\|\||\?\ )\s{0,99}+(\.)(?=[a-z_])
    # A pattern of a type alone.
  | (?:\bcase|\|\|)[ \t]++[\w.]{1,200}+(?:<[^<>\n]{1,200}+>)?+(\(\))
  | (?:^|[{,])[ \t]*+[A-Z]\w{0,200}+(?:<[^<>\n]{1,200}+>)?+(\(\))(?=[ \t]*+(?:=>|\|\|))
  | ^[ \t]*+([a-z]\w{0,100}+:)(?=[ \t]*+\n[ \t]*+(?:do|for|switch|while)\b)
    # Types of nothing: the parser takes minutes for some thousands.
  | ((?:<\w{1,40}+>\s?){30,}+)
    """
    % _LOOSE,
    re.VERBOSE | re.MULTILINE,
)
_TOKENS = re.compile(
    rb"""
    (?P<comment> %s )
  | (?P<string> \br'{3}(?:[^']|'(?!''))*+'{3} | \br"{3}(?:[^"]|"(?!""))*+"{3}
      | \br'[^'\n]*+'? | \br"[^"\n]*+"?
      | '{3}(?:[^'\\]|\\.|'(?!''))*+'{3} | "{3}(?:[^"\\]|\\.|"(?!""))*+"{3}
      # What is interpolated may have literals of its own.
      | '(?:[^'\\\n$]|\\[^\n]|\$\{(?:[^{}'\n]|'[^'\n]*+'|\{[^{}\n]*+\})*+\}|\$)*+'?
      | "(?:[^"\\\n$]|\\[^\n]|\$\{(?:[^{}"\n]|"[^"\n]*+"|\{[^{}\n]*+\})*+\}|\$)*+"? )
    """
    % comments.COMMENT,
    re.VERBOSE | re.DOTALL,
)
_DOC_LINK = re.compile(
    rb"(?<![\w\]!\\])\[(?:([A-Za-z_$][\w$.]{0,200}+)(?:\(\))?\](?![(\[:])|[^\]\[\n]{1,200}+\]"
    rb"\((https?:[^()\s]{1,300}+)\))"
)

_NAME = rb"(?P<name>[A-Za-z_$][\w$]{0,200}+)"
_BEFORE = rb"^[ \t]*+(?:@[\w.]{1,100}+(?:\([^()\n]{0,200}+\))?[ \t]++){0,6}+"
_TYPE = (
    rb"(?!(?:assert|await|case|catch|const|else|for|if|in|is|new|return|switch|throw|while|yield)\b)"
    rb"[A-Za-z_$][\w$.]{0,200}+(?:<[^;{}()=\n]{0,200}>)?\??[ \t]++"
)
_PARAMETERS = rb"[ \t]*+(?:<[^;{}()=\n]{0,200}>)?\((?:[^();]|\([^();]{0,200}+\)){0,600}+\)"
_OPENS = rb"[ \t]*+(?:async\*?|sync\*?)?[ \t]*+(?:\{|=>)"


def _line(kind: str, *rest: bytes) -> Line:
    return Line(kind, re.compile(_BEFORE + b"".join(rest), re.MULTILINE))


_CLASS = rb"(?:(?:abstract|base|final|interface|mixin|sealed)[ \t]++){0,4}+class[ \t]++"
_STATIC = rb"(?:(?:external|static)[ \t]++){0,2}+"
_LINES = (
    _line("class", _CLASS, _NAME),
    _line("mixin", rb"(?:base[ \t]++)?mixin[ \t]++(?!class\b)", _NAME, rb"(?=[ \t<{])"),
    _line("extension", rb"extension[ \t]++(?!(?:on|type)\b)", _NAME, rb"(?=[ \t<])"),
    _line("type", rb"extension[ \t]++type[ \t]++(?:const[ \t]++)?", _NAME),
    _line("enum", rb"enum[ \t]++", _NAME, rb"(?=[ \t]*+[{\w])"),
    _line("type", rb"typedef[ \t]++", _NAME, rb"(?:<[^;{}()=\n]{0,200}>)?[ \t]*+="),
    _line("function", _STATIC, _TYPE, _NAME, rb"(?=", _PARAMETERS, _OPENS, rb")"),
    _line("property", _STATIC, rb"(?:", _TYPE, rb")?get[ \t]++", _NAME, rb"(?=", _OPENS, rb")"),
    _line("property", _STATIC, rb"set[ \t]++", _NAME, rb"(?=\()"),
    _line("constructor", rb"factory[ \t]++\w{1,100}+\.", _NAME, rb"(?=\()"),
    # Without one of these it may be a local.
    _line("field", rb"static[ \t]++(?:(?:const|final|late)[ \t]++)*+(?:", _TYPE, rb")?", _NAME,
          rb"(?=[ \t]*+(?:;|=[^=>]))"),
)  # fmt: skip

_ALIAS = re.compile(rb"typedef\b[^=;(]{0,400}?([\w$]+)\s*(?:<[^=;]{0,400}>\s*)?(?==|\()")
_OPERATOR = re.compile(rb"\boperator\s*([^\s(\w]{1,3})\s*\(")
_CONSTRUCTOR = re.compile(rb"\b([A-Z_$][\w$]*|[a-z][\w$]*)(?:\s*\.\s*([\w$]+))?\s*\(")
_SPACE = re.compile(rb"\s*")
_VALUE = re.compile(rb"(?<![=<>!?&|])=(?![=>])\s?")
_EXTENDED = re.compile(rb"\bon\s+([\w$.]+)")
_LIST = re.compile(r"= (?:const )?(?:<[^<>]*>)?(?:\[[^\[\]]*\]|\{[^{}]*\})")
# A callee backwards, from its arguments on: type arguments, then names and dots.
_APPLIED = rb"(?:>[^()<>{};]{0,99}+<)?+"
_CALLEE = re.compile(_APPLIED + rb"([\w$]++(?:\.{1,2}+\??\s{0,40}+!?" + _APPLIED + rb"[\w$]++)*+)")
_BEHIND = re.compile(rb"(\.{1,2}+\??\s{0,40}+!?)([)\]}'\"])?|@")
CALLEE = 240
"""Bytes before the arguments of a call in which its callee is looked for."""
_PREFIXED = re.compile(rb"\.[\w$]+")
HEAD = 400
"""Bytes before the name of a variable in which its declaration begins."""
_URI = re.compile(r"(?:\bif\s*\([^()]*\)\s*)?r?(?:'([^'\n]*)'|\"([^\"\n]*)\")")
_DIRECTIVE = re.compile(r"^(?:import|export|part)\b", re.MULTILINE)
_AS = re.compile(r"\bas\s+([\w$]+)", re.ASCII)
_SHOW = re.compile(r"\bshow\s+([\w$]+(?:\s*,\s*[\w$]+)*)", re.ASCII)
_PART_OF = re.compile(r"part\s+of\s+([\w.]+)", re.ASCII)
# What looks like a signature where text is missing.
_NO_NAMES = frozenset("assert catch for get if operator return set switch void while".split())
# Of the language itself: everybody's.
_TOLD = frozenset(
    b"Function Future Iterable List Map Never Null Object Set String bool double dynamic int num "
    b"override void super this print".split()
)


class Dart(Language):
    """An underscore makes a name private; a constructor without a name has that of its class."""

    grammar = "dart"
    keywords = frozenset(
        b"abstract as assert async await base break case catch class const continue covariant "
        b"default deferred do dynamic else enum export extends extension external factory false "
        b"final finally for get hide if implements import in interface is late library mixin new "
        b"null on operator part required rethrow return sealed set show static super switch sync "
        b"this throw true try typedef var void when while with yield int String bool override"
        b"".split()
    )
    lines = _LINES
    wrappers = frozenset(["Future", "FutureOr"])

    def literals(self, data: bytes) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        return comments.tokens(_TOKENS, data)

    def prepare(self, data: bytes) -> bytes:
        return blanked(_UNREAD, data)

    def refine(self, source: Source, spans: Spans) -> None:
        data, told = source.data, spans.get("comment", [])
        docs = [span for span in told if data.startswith((b"///", b"/**"), span[0])]
        spans["doc-link"] = comments.links(_DOC_LINK, data, docs)
        loose = [match.span(match.lastindex or 0) for match in _LOOSELY.finditer(source.masked)]
        spans["attached"] = sorted([*spans.get("attached", ()), *loose])
        _join(data, spans)
        spans["name"] = sorted([*spans.get("name", ()), *_named(source.masked, spans)])
        leads = spans.get("lead", [])
        told_ends = {end for _, end in leads}
        spans["lead"] = sorted(
            [*leads, *((_line_start(data, start), end) for start, end in spans.pop("list", ())
                       if end not in told_ends)]
        )  # fmt: skip
        types = list(_types(data, spans.pop("type", ())))
        spans["use"] = sorted([*spans.get("use", ()), *types])
        members = {start for start, _ in spans.get("symbol.member", ())}
        buffer = bytearray(data)
        for start, end in told:
            buffer[start:end] = b" " * (end - start)
        calls = list(_calls(bytes(buffer), spans.pop("arguments", ())))
        spans["call"] = sorted((one, two) for one, two, _ in calls if one not in members)
        whole: dict[int, tuple[int, int]] = {}
        for start, callee, end in calls:
            if b".." not in data[start:callee]:
                whole[start] = max(whole.get(start, (0, 0)), (end, callee))
        tell(data, spans, types, whole)

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        above = parents[draft.parent] if draft.parent >= 0 else None
        kind = draft.kind
        if kind == "module":
            return draft
        if draft.name in _NO_NAMES:
            return None
        if kind == "extension":
            draft = _extension(draft, source)
        elif kind == "field":
            draft = _variable(draft, source, above)
        hidden = draft.name.startswith("_")
        return draft._replace(visibility="private" if hidden else "public")

    def signature(self, draft: Draft, source: Source) -> str:
        text = without_annotations(super().signature(draft, source))
        if "= " in text:
            text = _LIST.sub("= …", text)
        if text.startswith("(") and draft.kind == "field":
            text = text.strip("()")  # what an extension type represents
        text = text.removesuffix("=>").rstrip("=:; ")
        return "" if text == draft.name else text

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        begin = _DIRECTIVE.search(text)  # annotations come before it
        if begin:
            line += text.count("\n", 0, begin.start())
            text = text[begin.start() :]
        owner = _PART_OF.match(text)
        uris = [owner[1]] if owner else [one or other for one, other in _URI.findall(text)]
        shown, prefix = _SHOW.search(text), _AS.search(text)
        names = [name.strip() for name in shown[1].split(",")] if shown else ["*"]
        exports = text.startswith("export")
        for uri in uris:
            if prefix:
                yield Link("import", "", uri, prefix[1], line, symbol)
            else:
                # What is handed on goes by a name of this file too.
                for name in names:
                    yield Link("import", name, uri, name if exports else "", line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        if text.encode() in _TOLD or (len(text) == 1 and text.isupper()):
            return "", ""
        text = "".join(text.split()).replace("!", "").replace("..", ".")
        if text[:1] in ".)]}'\"":
            return text.rpartition(".")[2], "…"
        return split_chain(text)

    def reference(self, kind: str, text: str, line: int, symbol: int) -> Iterable[Link]:
        if "://" in text:
            yield Link(kind, "", text, "", line, symbol)
        else:
            yield from comments.reference(kind, text, line, symbol)


def _join(data: bytes, spans: Spans) -> None:
    """Let each signature end where the body behind it does."""
    functions = spans.pop("function", [])
    ends = dict(functions)
    behind = dict(spans.get("body", ()))
    for kind in ("function", "property", "operator", "constructor"):
        name = f"symbol.{kind}"
        found = []
        for start, end in spans.get(name, ()):
            at = _next(data, end)
            if at in behind and data[at : at + 1] == b":":
                end = behind[at]
                at = _next(data, end)
            found.append((start, ends.get(at, end)))
        spans[name] = found
    spans["body"] = sorted([*spans.get("body", ()), *functions])


def _next(data: bytes, at: int) -> int:
    match = _SPACE.match(data, at)
    return match.end() if match else at


def _named(data: bytes, spans: Spans) -> Iterator[tuple[int, int]]:
    """The names that no node tells."""
    for start, end in spans.get("symbol.operator", ()):
        match = _OPERATOR.search(data, start, end)
        if match:
            yield match.span(1)
    for start, end in spans.get("symbol.constructor", ()):
        match = _CONSTRUCTOR.search(data, start, end)
        if match:
            yield match.span(2 if match[2] else 1)
    for start, end in spans.get("symbol.type", ()):
        match = _ALIAS.match(data, start, end)
        if match:
            yield match.span(1)


def _line_start(data: bytes, at: int) -> int:
    """Where the line begins whose declaration goes on at `at`."""
    for _ in range(3):
        begin = max(data.rfind(b"\n", max(0, at - HEAD), at) + 1, at - HEAD)
        if data[begin:at].strip() or not begin:
            return begin + len(data[begin:at]) - len(data[begin:at].lstrip())
        at = begin - 1
    return at


def _types(data: bytes, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Uses of types; of `prefix.Type` the whole is one."""
    before = (-1, -1)
    for start, end in spans:
        if before[1] == start - 1 and data[before[1] : start] == b".":
            before = (before[0], end)
            continue
        if before[0] >= 0:
            yield _whole(data, *before)
        before = (start, end)
    if before[0] >= 0:
        yield _whole(data, *before)


def _whole(data: bytes, start: int, end: int) -> tuple[int, int]:
    """The span of a type, with the name behind it where it is but the prefix of an import."""
    match = _PREFIXED.match(data, end) if data[start : start + 1].islower() else None
    return start, match.end() if match else end


def _calls(data: bytes, arguments: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """From the first name of each callee to its arguments, of a longer expression its end; and
    where the arguments end."""
    begins: dict[int, int] = {}
    for start, end in arguments:  # the node with type arguments comes before the one without
        begins.setdefault(end, start)
    chains: dict[int, int] = {}
    for end, start in begins.items():
        text = data[max(0, start - CALLEE) : start].rstrip()[::-1]
        match = _CALLEE.match(text)
        if not match:
            continue
        behind = _BEHIND.match(text, match.end())
        if behind and behind[0] == b"@":
            continue  # an annotation, which is a use
        last = max(0, start - CALLEE) + len(text)
        begin = last - match.end()
        if behind and behind[1]:
            begin = last - behind.end(1)
            begin = chains.get(begin, begin - 1 if behind[2] else begin)
        chains[end] = begin
        yield begin, last - match.start(1), end


def _extension(draft: Draft, source: Source) -> Draft:
    """An extension belongs to the type it extends, and goes by it where it has no name."""
    match = _EXTENDED.search(source.masked, draft.start, draft.body)
    if not match:
        return draft
    extended = match[1].decode("utf-8", "replace")
    if draft.name_end > draft.name_start:
        return draft._replace(owner=extended)
    owner, _, name = extended.rpartition(".")
    start, end = match.span(1)
    return draft._replace(name=name, owner=owner, name_start=start, name_end=end)


def _variable(draft: Draft, source: Source, above: Draft | None) -> Draft:
    value = _VALUE.search(source.masked, draft.name_end, min(draft.end, draft.name_end + HEAD))
    kind = "field" if above else "variable"
    first = max(0, draft.name_start - HEAD)
    marks = (b"\n", b";", b"{")
    before = max(source.masked.rfind(mark, first, draft.name_start) for mark in marks)
    head = source.masked[max(first, before + 1) : draft.name_start].split()
    if b"const" in head or (b"final" in head and (above is None or b"static" in head)):
        kind = "constant"
    return draft._replace(kind=kind, body=value.end() if value else draft.body)


LANGUAGE = Dart()
