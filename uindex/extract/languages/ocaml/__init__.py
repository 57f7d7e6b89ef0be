"""OCaml: implementations and interfaces."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from uindex.extract import comments
from uindex.extract.language import CALLABLES, Draft, Language, Line, Source, first_paragraph
from uindex.extract.languages.ocaml import docs
from uindex.extract.parse import blanked
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uindex.extract.parse import Span
    from uindex.extract.text import Text

    Spans = dict[str, list[Span]]

_QUOTED = (
    rb"\"(?:[^\"\\\n]|\\.)*+\"?"
    rb"|\{(?:%{1,2}[\w.]+[ \t]*)?(?P<id>[a-z_]{0,40})\|.*?(?:\|(?P=id)\}|\Z)"
    # A quote may also belong to a name or begin a type variable.
    rb"|(?<![\w'])'(?:\\[^\n]{1,7}?|[^'\\\n])'"
)
_COMMENT = (
    rb"\(\*(?!\))(?:[^*(\"]|\*(?!\))|\((?!\*)|\"(?:(?:[^\"\\]|\\.)*+\")?"
    rb"|\(\*(?:[^*(]|\*(?!\))|\((?!\*)|\(\*(?:[^*]|\*(?!\)))*+\*\))*+\*\))*+(?:\*\))?"
)
_TOKENS = re.compile(rb"(?P<comment>" + _COMMENT + rb")|(?P<string>" + _QUOTED + rb")", re.DOTALL)
# At the margin `val`, `include S with` and `include module type` stand in interfaces alone; what a
# signature in an implementation holds is indented, and no structure stands in an interface, unless
# in `module type of`.
_SAYS = re.compile(
    _TOKENS.pattern + rb"|^(?P<interface>val\b|include[ \t]+(?:module[ \t]+type\b|[\w.]+\s+with\b))"
    rb"|^[ \t]+(?P<val>val\b)"
    rb"|\b(?P<code>let(?![\w'!$&*+\-/<=>@^|])|(?<!of )struct\b)",
    re.DOTALL | re.MULTILINE,
)
_DIRECTIVE = re.compile(
    rb"^[ \t]*(#[ \t]*(?:if|ifdef|ifndef|elif|else|endif|define|undef|include)\b[^\n]*)", re.M
)
_AND = re.compile(rb"and\b(?:%\w+)?(?:\[@[^\[\]\n]{0,200}\])?\s*(?:virtual\b\s*)?")
_ID = rb"[a-z_\x80-\xff][\w'\x80-\xff]*"
_WORD = r"[A-Za-z_\x80-\U0010ffff][\w'\x80-\U0010ffff]*"
_BOUND = re.compile(
    rb"(?P<type>:[^,;)\]}=|]*)|(?P<field>"
    + _ID
    + rb"\s*=(?!=))|(?<![\w'.`~?])("
    + _ID
    + rb")(?!\s*\.|[\w'])"
)
_NO_NAMES = frozenset(b"_ as false lazy module mutable true when".split())
_INTO = re.compile(rb"(?:\|>|>>[=|]|>\|=)\s*\Z")
_ONTO = re.compile(rb"\s*@@(?![@\w])")
NEAR = 80
"""Bytes between a function and the operator that applies it."""
_PATH = re.compile(r"(?:(.+)[.#]\s*)?(" + _WORD + r")\Z", re.ASCII | re.DOTALL)
_CHAIN = re.compile(r"[\w'.#\s\x80-\U0010ffff]+\Z", re.ASCII)
_APPLIED = re.compile(r"\([^()]*\)")
_FIRST = re.compile(r"[\w'\x80-\U0010ffff]*", re.ASCII)
_OPERATOR = re.compile(r"(?:(?:let|and)[$&*+\-/<=>@^|]\S*|[!$%&*+\-./:<=>?@^|~#]+)\Z")
# Of the standard library, and in practice never defined anew.
_OPERATORS = frozenset(
    "+ - * / +. -. *. /. ** ^ @ @@ |> := ! = == <> != < > <= >= && || & or :: . ~- ~-. mod".split()
)
_VALUES = frozenset("Some None Ok Error ref not ignore fst snd raise failwith incr decr".split())
_TYPES = frozenset(
    "unit int bool char string bytes float list array option result ref exn lazy_t int32 int64 "
    "nativeint format format4 format6 in_channel out_channel".split()
)
_USED = re.compile(r"#(?:mod_)?use\s*\"([^\"\n]+)\"")
_MODULE = re.compile(
    r"(?:\bmodule\s+type\s+of\s+)?\s*([A-Z][\w']*(?:\s*\.\s*[A-Za-z][\w']*)*)", re.ASCII
)
_LINK = re.compile(rb"\{!(?:(?:\{[^{}\n]*\}|[^{}\n]){1,300})|\{\{!([^{}\n]{1,300})\}")
_ROLE = re.compile(
    r"\b(?:class|classtype|constructor|exception|extension|field|instance-variable|label|method"
    r"|module|module-type|modtype|page|section|type|val)[:-]"
)
# Not the first part of a path, nor a keyword that begins a pattern.
_NAME = (
    rb"(?!(?:as|exception|lazy|module|of|open|rec|type)\b)(?P<name>[A-Za-z_][\w']{0,200}+)(?!\.\w)"
)
_ATTRIBUTES = rb"(?:%[\w.]+)?(?:[ \t]*\[@[^\[\]\n]{0,200}\])?[ \t]+"
_REC = rb"(?:(?:rec|nonrec|virtual)[ \t]+)?"
_PARAMETERS = rb"(?:(?:[+-]?!?'\w+|\([^()\n]{0,200}\)|\[[^\[\]\n]{0,200}\])[ \t]+)?"


def _at_margin(kind: str, pattern: bytes) -> Line:
    """What is indented may be local."""
    return Line(kind, re.compile(rb"^" + pattern, re.MULTILINE))


def _anywhere(kind: str, pattern: bytes) -> Line:
    return Line(kind, re.compile(rb"^[ \t]*" + pattern, re.MULTILINE))


class OCaml(Language):
    """Values at the top of a file or module are symbols, all others are locals.

    `.ml` and `.mli` are one language with two grammars: which of them it is shows in the text, and
    whoever looks for a name looks in both.
    """

    grammar = "ocaml"
    query = "ocaml ocaml/implementation"
    quotes = re.compile(_QUOTED, re.DOTALL)
    selves = frozenset(["self", "this", "super"])
    keywords = frozenset(
        b"and as assert asr begin class constraint do done downto effect else end exception "
        b"external false for fun function functor if in include inherit initializer land lazy let "
        b"lor lsl lsr lxor match method mod module mutable new nonrec object of open or private "
        b"rec sig struct then to true try type val virtual when while with unit int bool string "
        b"list option Some None".split()
    )
    lines = (
        _at_margin(
            "function",
            rb"(?:let|and)" + _ATTRIBUTES + _REC + _NAME
            + rb"[ \t]+(?:(?!as\b)[\w'~?(]|=[ \t]*fun(?:ction)?\b)",
        ),
        _at_margin(
            "variable",
            rb"let" + _ATTRIBUTES + _REC + _NAME
            + rb"[ \t]*[:=](?![ \t]*fun(?:ction)?\b)",
        ),
        _anywhere("function", rb"(?:val|external)[ \t]+" + _NAME + rb"[ \t]*:[^\n]{0,200}?->"),
        _anywhere("variable", rb"val[ \t]+" + _NAME + rb"[ \t]*:(?![^\n]{0,200}->)"),
        _anywhere("type", rb"type" + _ATTRIBUTES + _REC + _PARAMETERS + _NAME),
        _anywhere("interface", rb"module[ \t]+type[ \t]+" + _NAME),
        _anywhere("module", rb"module" + _ATTRIBUTES + rb"(?:rec[ \t]+)?" + _NAME),
        _anywhere("variant", rb"exception" + _ATTRIBUTES + _NAME),
        _anywhere("class", rb"class[ \t]+" + _REC + _PARAMETERS + _NAME),
        _anywhere("interface", rb"class[ \t]+type[ \t]+" + _REC + _PARAMETERS + _NAME),
        _anywhere("method", rb"method!?[ \t]+(?:(?:private|virtual)[ \t]+){0,2}" + _NAME),
    )  # fmt: skip

    def open(self, text: Text) -> tuple[Language, Text]:
        return (_INTERFACE if _is_interface(text.data) else self), text

    def prepare(self, data: bytes) -> bytes:
        # Directives of a preprocessor; what both branches say is read.
        return blanked(_DIRECTIVE, data) if b"#" in data else data

    def literals(self, data: bytes) -> tuple[list[Span], list[Span]]:
        return comments.tokens(_TOKENS, data)

    def refine(self, source: Source, spans: Spans) -> None:
        data = source.data
        _kinds(spans)
        _names(source.masked, spans)
        _begin(data, spans)
        _references(data, spans)
        told = [span for span in spans.get("comment", ()) if data.startswith(b"(**", span[0])]
        spans["doc-link"] = comments.links(_LINK, data, told)

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        name, kind = draft.name.strip("()` "), draft.kind
        above = parents[draft.parent] if draft.parent >= 0 else None
        if kind == "test":
            name = name.strip('"')
        elif name == "_" or (kind == "variant" and above and above.kind in CALLABLES):
            return None
        if not name:
            return None
        start = draft.name_start + draft.name.find(name)
        draft = draft._replace(name=name, name_start=start, name_end=start + len(name.encode()))
        if kind == "method" and not source.data.startswith(b"method", draft.start):
            kind = "function"  # of a module type
        elif kind == "method" and b"private" in source.masked[draft.start : start].split():
            draft = draft._replace(visibility="private")
        if kind in ("function", "variable") and _OPERATOR.match(name):
            kind = "operator"
        return draft._replace(kind=kind)

    def documents(self, source: Source, drafts: list[Draft]) -> dict[int, tuple[int, int]]:
        return docs.behind(source.data, drafts)

    def paragraph(self, written: str) -> str:
        return first_paragraph(docs.plain(written))

    def signature(self, draft: Draft, source: Source) -> str:
        text = super().signature(draft, source).rstrip(" ;|+")
        if draft.kind == "extension":
            return f"{text} +="
        if draft.kind == "parameter":
            text = text.lstrip("( ")
        return "" if text == draft.name else text

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        used = _USED.match(text)
        if used:
            yield Link("import", "*", used[1], "", line, symbol)
        match = None if text.startswith("#") else _MODULE.search(text)
        if match:
            # What is included is handed on as well.
            alias = "*" if text.startswith("include") else ""
            yield Link("import", "*", "".join(match[1].split()), alias, line, symbol)

    def first(self, receiver: str) -> str:
        found = _FIRST.match(receiver)
        return found[0] if found else ""

    def call(self, text: str) -> tuple[str, str]:
        if text in _OPERATORS or text in _VALUES or text in _TYPES:
            return "", ""
        if _OPERATOR.match(text):
            return text, ""
        match = _PATH.match(text)
        if match is None or match[2] == "_":
            return "", ""
        receiver = match[1] or ""
        if "(" in receiver:
            receiver = _APPLIED.sub("", receiver)
        if receiver and not _CHAIN.match(receiver):
            receiver = "…"
        return match[2], "".join(receiver.split()).replace("#", ".")

    def type_name(self, text: str) -> tuple[str, str]:
        words = text.split()
        if len(words) > 1 and words[-1] == "option":
            words.pop()
        if not words or "->" in text or "*" in words or words[-1][0] in "'(<[":
            return "", ""
        return self.call(words[-1])

    def reference(self, kind: str, text: str, line: int, symbol: int) -> Iterable[Link]:
        path = _ROLE.sub("", text.removeprefix("{!").strip())
        match = _PATH.match(path)
        if match:
            yield Link(kind, match[2], match[1] or "", "", line, symbol)


class Interface(OCaml):
    """`.mli`."""

    grammar = "ocaml_interface"
    query = "ocaml"


def _is_interface(data: bytes) -> bool:
    """Whether a text reads as an interface; what reads as both gives the same tree in both."""
    indented = False
    for match in _SAYS.finditer(data):
        if match["interface"]:
            return True
        if match["code"]:
            return False
        indented = indented or match["val"] is not None
    return indented


def _kinds(spans: Spans) -> None:
    """Tell functions from other values."""
    values = spans.get("symbol.variable", [])
    functions = set(spans.get("callable", ())).intersection(values)
    if functions:
        spans["symbol.function"] = sorted([*spans.get("symbol.function", ()), *functions])
        spans["symbol.variable"] = [span for span in values if span not in functions]


def _names(masked: bytes, spans: Spans) -> None:
    """The names of values that are no locals: a binding begins with its pattern."""
    kinds = ("symbol.variable", "symbol.function", "symbol.test")
    starts = {start for kind in kinds for start, _ in spans.get(kind, ())}
    names = [
        span
        for capture in ("plain", "title")
        for span in spans.get(capture, ())
        if span[0] in starts
    ]
    for start, end in spans.get("pattern", ()):
        if start in starts:
            # Each side of `A x | B x` binds the same.
            bound = {m[3]: m.span(3) for m in reversed([*_BOUND.finditer(masked, start, end)])}
            names.extend(span for name, span in bound.items() if name and name not in _NO_NAMES)
    spans["name"] = sorted([*spans.get("name", ()), *names])


def _begin(data: bytes, spans: Spans) -> None:
    """What is one of several begins with its `and`."""
    starts = {}
    for start, _ in spans.get("and", ()):
        match = _AND.match(data, start)
        if match:
            starts[match.end()] = start
    if not starts:
        return
    for name, found in spans.items():
        if name.startswith("symbol."):
            spans[name] = sorted((starts.get(start, start), end) for start, end in found)


def _references(data: bytes, spans: Spans) -> None:
    """What is called through an operator, and what is used and not called."""
    calls = {span for span in spans.get("call", ()) if not _within(spans.get("told", ()), span)}
    for start, end in spans.get("piped", ()):
        before, after = data[max(0, start - NEAR) : start], data[end : end + NEAR]
        if _INTO.search(before) or _ONTO.match(after):
            calls.add((start, end))
    names = set(spans.get("name", ()))
    local = {data[slice(*span)] for span in spans.get("bind.name", ()) if span not in names}
    defined = {data[slice(*span)] for span in names} - local
    mine = [span for span in spans.get("value", ()) if data[slice(*span)] in defined]
    spans["call"] = sorted(calls)
    spans["use"] = sorted({*spans.get("use", ()), *mine} - calls)


def _within(spans: Sequence[Span], one: Span) -> bool:
    """Whether a span lies in one of those that begin before it, the last of them."""
    index = bisect_left(spans, one) - 1
    return index >= 0 and one[1] <= spans[index][1]


LANGUAGE = OCaml()
_INTERFACE = Interface()
