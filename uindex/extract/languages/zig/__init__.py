"""Zig."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import Draft, Language, Line, Source, split_member, tidy_signature
from uindex.extract.languages.zig.bindings import tell
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uindex.extract.parse import Span

    Spans = dict[str, list[Span]]

_QUALIFIERS = rb"(?:(?:pub|export|extern(?:[ \t]*\0+)?|threadlocal|comptime|inline|noinline)\s+)*+"
_VARIABLE = re.compile(_QUALIFIERS + rb"(const|var)\s")
_CONTAINER = re.compile(
    rb"\s*(?::[^={};]{0,300})?=\s*(?:extern\s+|packed\s+)?(struct|enum|union|opaque|error)\s*[({]"
)
_KINDS = {b"opaque": "struct", b"error": "enum"}
_ALIAS = re.compile(rb"\s*=\s*(?:[A-Za-z_]\w*(?:\.\w+)*|@This\(\)|@import\(\0*\)[\w.]*)\s*;")
_IMPORTED = re.compile(rb"\s*=\s*@(?:import|cImport)\b")
_BINDS = re.compile(rb"(?:const|var)[ \t]+(\w+)[^=;\n]{0,100}=[ \t]*\Z")
_IMPORT = re.compile(
    r"(?:usingnamespace |(?:const|var)[ \t]+(\w+)[^=;\n]*=[ \t]*)?"
    r"@(\w+)\(\s*\"([^\"\n]*)\"[^)]*\)((?:\.\w+)*)",
    re.ASCII,
)
# Of a parameter's type what it points to; slices, arrays and functions have no methods.
_TYPED = re.compile(
    r"[?*\s]*(?:(?:const|volatile|allowzero)\s+)*((?:[A-Za-z_]\w*\.)*)([A-Z]\w*)"
    r"(?:\([^()]*\))?\s*\Z",
    re.ASCII,
)
_ESCAPE = re.compile(r"\\([\"\\])")
_WHOLE = re.compile(rb"\(\s*\"[^\"\n]{0,1000}\"\s*,?\s*\)(?:\.\w+)*")
# A type's name begins with a capital letter; so does what gives one.
_USE = re.compile(rb"(?<![\w.@\"])(?:[A-Za-z_]\w*+\.){0,8}[A-Z]\w++(?![ \t]*\()")
_PLACE = rb"[A-Za-z_][\w.*]*+(?:\[[^\]\n]{0,80}\])?+(?:[ \t]*+:[^=,;\n(){}]{1,100})?+"
# Several names bound at once, which the grammar does not know: all but the first, up to the `=`.
_SEVERAL = re.compile(
    rb"^([ \t]*+(?:comptime[ \t]+)?+(?:const[ \t]+|var[ \t]+)?+" + _PLACE + rb")"
    rb"((?:,[ \t]*+(?:const[ \t]+|var[ \t]+)?+" + _PLACE + rb"){1,9}[ \t]*+)(?==[^=>])",
    re.MULTILINE,
)
# Nor does it know the default of a field that is a pointer to a function, a `switch` with a label,
# and `type` as the name of a block.
_DEFAULT = re.compile(rb"(\)[ \t]*[\w.!?*]+[ \t]*)(= null)(?=,)")
_LABEL = re.compile(rb"()(\b\w+:)(?=[ \t]+switch\b)")
_CONTINUE = re.compile(rb"(\bcontinue[ \t]+:\w+)([ \t][^\n]{0,400})(?=[;,][ \t\r]*$)", re.MULTILINE)
_TYPE = re.compile(rb"\btype(?=: \{)|(?<=break :)type\b")
_START = rb"^[ \t]*(?:pub[ \t]+)?"
_CONST = rb"const[ \t]+(?P<name>\w+)[ \t]*=[ \t]*(?:extern[ \t]+|packed[ \t]+)?"


class Zig(Language):
    """Containers go by the name that they are bound to, and own what is in them; so does a function
    that returns one."""

    grammar = "zig"
    # A line of a long string begins with two backslashes.
    quotes = re.compile(
        rb"\"(?:[^\"\\\n]|\\.)*\"?|'(?:\\[^\n']{1,12}|[^'\\\n]{1,4})'|\\\\[^\n]*", re.DOTALL
    )
    keywords = frozenset(
        b"addrspace align allowzero and anyframe anytype asm break callconv catch comptime const "
        b"continue defer else enum errdefer error export extern fn for if inline noalias noinline "
        b"nosuspend opaque or orelse packed pub resume return linksection struct suspend switch "
        b"test threadlocal try union unreachable usingnamespace var volatile while".split()
    )
    lines = (
        Line(
            "function",
            re.compile(
                _START + rb"(?:(?:export|extern|inline|noinline)(?:[ \t]*\0+)?[ \t]+)?"
                rb"fn[ \t]+(?P<name>\w+)[ \t]*\(",
                re.MULTILINE,
            ),
        ),
        *(
            Line(kind, re.compile(_START + _CONST + word + rb"\b", re.MULTILINE))
            for kind, word in (
                ("struct", rb"(?:struct|opaque)"), ("enum", rb"(?:enum|error)"), ("union", b"union")
            )
        ),
    )  # fmt: skip

    def prepare(self, data: bytes) -> bytes:
        data = _SEVERAL.sub(_blank, data)
        if b" = null," in data:
            data = _DEFAULT.sub(_blank, data)
        if b": switch" in data:
            data = _CONTINUE.sub(_blank, _LABEL.sub(_blank, data))
        if b"type: {" in data:
            data = _TYPE.sub(b"typ_", data)
        return data

    def refine(self, source: Source, spans: Spans) -> None:
        data = source.data
        # The grammar counts blanks behind a comment in.
        told = [
            (start, start + len(data[start:end].rstrip()))
            for start, end in spans.get("comment", ())
        ]
        spans["comment"] = told
        above = dict(told)
        for name, found in spans.items():
            if name.startswith("symbol."):
                spans[name] = [(_begin(data, above, start), end) for start, end in found]
        spans["import"] = sorted(_import(data, *span) for span in spans.get("builtin", ()))
        chains = sorted(set(spans.get("chain", ())), key=lambda span: (span[0], -span[1]))
        # The dot before a member of what the context says belongs to it.
        plain = [(s - (data[s - 1 : s] == b"."), end) for s, end in spans.get("call", ())]
        spans["call"] = sorted([*plain, *_calls(chains, spans.get("called", ()))])
        text = bytearray(source.masked)
        for start, end in [*told, *spans.get("doc", ())]:
            text[start:end] = bytes(end - start)
        spans["use"] = [match.span() for match in _USE.finditer(text)]
        tell(bytes(text), spans)

    def call(self, text: str) -> tuple[str, str]:
        return split_member(text)

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        kind, name = draft.kind, draft.name
        masked = source.masked
        above = parents[draft.parent].kind if draft.parent >= 0 else ""
        if kind == "test":
            if not name:  # it has none: the keyword stands for it
                return draft._replace(name="test", name_end=draft.start + 4)
            return draft._replace(name=_ESCAPE.sub(r"\1", name.strip('"')))
        if name.startswith('@"'):
            name = name[2:].removesuffix('"')
        seen = "public" if masked.startswith(b"pub", draft.start) else "private"
        if kind == "function" and above:  # only containers hold functions
            kind = "method"
        elif kind == "variant":
            if above != "enum":  # an error set that has no name
                return None
            seen = ""
        elif kind == "property":
            variable = _VARIABLE.match(masked, draft.start)
            if variable:
                kind = _kind(masked, draft, variable[1])
                imported = _IMPORTED.match(masked, draft.name_end)
                if name == "_" or (imported and seen == "private"):
                    return None
            else:
                seen = ""
                kind = _field(masked, draft, above)
        if not kind or name == "_":
            return None
        return draft._replace(kind=kind, name=name, visibility=seen)

    def signature(self, draft: Draft, source: Source) -> str:
        end = min(draft.body, draft.end, draft.start + 2000)
        text = source.masked[draft.start : end]
        if draft.kind in ("struct", "union", "enum"):
            text = text.partition(b"{")[0]
        elif draft.kind in ("constant", "variable", "field", "variant"):
            text = text.partition(b"=")[0]
        return tidy_signature(text.decode("utf-8", "replace").rstrip(" ;,\n"), draft.name)

    def type_name(self, text: str) -> tuple[str, str]:
        match = _TYPED.match(text)
        return (match[2], match[1].rstrip(".")) if match else ("", "")

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        match = _IMPORT.match(text)
        if match:
            name = match[4].removeprefix(".")
            whole = text.startswith("usingnamespace") or match[2] == "cInclude"
            yield Link("import", name or ("*" if whole else ""), match[3], match[1] or "", line,
                       symbol)  # fmt: skip


def _blank(match: re.Match[bytes]) -> bytes:
    """The first group, and blanks for the second."""
    return match[1] + b" " * len(match[2])


def _begin(data: bytes, comments: dict[int, int], start: int) -> int:
    """Where a definition begins: behind a comment that the grammar counts in, and with its `pub`,
    which it leaves out."""
    while start in comments:
        end = comments[start]
        start = end + len(data[end : end + 400]) - len(data[end : end + 400].lstrip())
    return start - 4 if data.endswith(b"pub ", 0, start) else start


def _import(data: bytes, start: int, end: int) -> Span:
    """An import with the constant that it is bound to and what is taken from it."""
    whole = _WHOLE.match(data, end)
    line = max(data.rfind(b"\n", 0, start) + 1, start - 300)
    binds = _BINDS.search(data, line, start)
    if binds is None and data.endswith(b"usingnamespace ", 0, start):
        return start - 15, whole.end() if whole else end
    return binds.start() if binds else start, whole.end() if whole else end


def _calls(chains: list[Span], names: Iterable[Span]) -> Iterable[Span]:
    """For each name that is called the chain up to it."""
    opened: list[Span] = []
    index = 0
    for start, end in names:
        while index < len(chains) and chains[index][0] < start:
            opened.append(chains[index])
            index += 1
        while opened and opened[-1][1] < end:
            opened.pop()
        if opened:
            yield opened[-1][0], end


def _kind(masked: bytes, draft: Draft, keyword: bytes) -> str:
    """What a constant or variable is by what it is bound to."""
    container = _CONTAINER.match(masked, draft.name_end, draft.end)
    if container and keyword == b"const":
        return _KINDS.get(container[1], container[1].decode())
    if keyword == b"const" and _ALIAS.match(masked, draft.name_end, draft.end + 1):
        return "alias"
    return "constant" if keyword == b"const" else "variable"


def _field(masked: bytes, draft: Draft, above: str) -> str:
    """The kind of a field; "" for the type or value of one without a name."""
    if masked[draft.start : draft.name_start].strip() not in (b"", b"comptime"):
        return ""
    if masked[draft.name_end : draft.end].lstrip().startswith(b":"):
        return "field"
    return "variant" if above in ("enum", "union") else ""


LANGUAGE = Zig()
