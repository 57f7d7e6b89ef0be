"""Lua, with the annotations of LuaDoc and of LuaLS."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from uindex.extract.language import (
    CALLABLES,
    SIGNATURE,
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

_BUILTIN = frozenset(
    "assert collectgarbage dofile error getmetatable ipairs next pairs pcall print rawequal rawget "
    "rawlen rawset require select setmetatable tonumber tostring type unpack xpcall".split()
)
_QUOTED = rb"(?:\"[^\"\\\n]*\"|'[^'\\\n]*'|\[\[[^\]\n]*\]\])"
_LOAD = rb"\(?\s{0,4}" + _QUOTED + rb"(?:\s{0,4}\))?"
# What is loaded, and the member taken of it where nothing more is done with that.
_LOADED = re.compile(_LOAD + rb"(?:[ \t]*\.[ \t]*\w+(?![\w.:({\[\"' \t]))?")
_PROTECTED = re.compile(rb"\(\s{0,4}require\s{0,4},\s{0,4}" + _QUOTED)
_LOADERS = frozenset([b"require", b"dofile", b"loadfile", b"pcall"])
_USED = re.compile(rb"[ \t]*[:.(\[{]")
_TARGETS = re.compile(rb"(?:local[ \t]+)?[A-Za-z_][\w., \t<>]{0,200}=[^=\n]{0,300}\Z")
_MODULE = re.compile(
    r"(?:require|dofile|loadfile)\s*[(,]?\s*(?:\"([^\"]*)\"|'([^']*)'|\[\[([^\]]*)\]\])"
    r"(?:\s*\)?\s*\.\s*(\w+)(?![\w.]))?",
    re.ASCII,
)
_ATTRIBUTE = re.compile(r"<\s*\w+\s*>|\blocal\b", re.ASCII)
_IMPORTED = re.compile(
    rb"(?:pcall\s*\(\s*)?(?:require|dofile)\b[ \t]*[(,]?[ \t]*" + _QUOTED
    + rb"[ \t]*\)?[\w.]*[ \t]*(?:[\r\n;,]|--|\Z)"
)  # fmt: skip
_TYPED = re.compile(
    rb"---[ \t]*@(?:(?:param|field|class)[ \t]+(?:\([a-z]+\)[ \t]*)?[\w.?*\[\]]+[ \t]*:?"
    rb"|return|type|see)[ \t]+([^#@\n]*)"
)
_JOINS = re.compile(rb"[|,<:({&]")
_TYPE = re.compile(rb"[A-Za-z_][\w.]*")
_PLAIN = frozenset(
    b"any boolean false fun function integer lightuserdata nil number self string table thread "
    b"true unknown userdata void async optional private protected public package".split()
)
# `{ __index = Base }`, but not `Class.__index = Class`; `Base:extend{`.
_INDEX = re.compile(rb"__index[ \t]*=[ \t]*([A-Za-z_][\w.]*)")
_EXTEND = re.compile(rb":(?:extend|derive|subclass)\b")
_BASE = re.compile(rb"[A-Za-z_][\w.]{0,200}\Z")
_TYPEDEF = re.compile(
    rb"^[ \t]*---[ \t]*@(class|alias|enum)[ \t]+(?:\([a-z]+\)[ \t]*)?((?:\w+\.)*)(\w+)"
    rb"[^\n]*(?:\n[ \t]*---[ \t]*(?:@field|\|)[^\n]*)*",
    re.MULTILINE,
)
_ANNOTATION = re.compile(r"(?:^|\n)[ \t]*---?[ \t]*@(?s:.)*")
_BRACKETS = re.compile(r"^--\[=*\[(?:--+)?|\]=*\](?:--)?$")
_KEYED = re.compile(r"\[[^\]]*\]?")
_HEAD = re.compile(rb"[^(\n]*\bfunction\b[^(]{0,200}\([^()]*\)")
_DERIVES = re.compile(rb"[\w.]+:(?:extend|derive|subclass)\b|(?:\w+\.)*[cC]lass\b")
_DARK = re.compile(
    rb"--\[(=*)\[.*?(?:\]\1\]|\Z)|--[^\n]*|\[(=*)\[.*?(?:\]\2\]|\Z)"
    rb"|\"(?:[^\"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'?",
    re.DOTALL,
)
_NAME = rb"(?:(?P<owner>[A-Za-z_][\w.]{0,200})[.:])?(?P<name>[A-Za-z_]\w{0,200})[ \t]*"
_WORD = re.compile(rb"[A-Za-z_]\w*")
_KEY = re.compile(r"[\w.-]+\Z", re.ASCII)


class Lua(Language):
    """A table that functions are put into is a class if one of them takes `self`, otherwise a
    module; what is local to the file is private."""

    grammar = "lua"
    keywords = frozenset(
        b"and break do else elseif end false for function goto if in local nil not or repeat "
        b"return self then true until while require".split()
    )
    lines = (
        Line("function", re.compile(rb"^[ \t]*(?:local[ \t]+)?function[ \t]+" + _NAME + rb"\(",
                                    re.MULTILINE)),
        Line("function", re.compile(rb"^[ \t]*(?:local[ \t]+)?" + _NAME + rb"=[ \t]*function\b",
                                    re.MULTILINE)),
    )  # fmt: skip

    def literals(self, data: bytes) -> tuple[list[Span], list[Span]]:
        strings: list[Span] = []
        comments: list[Span] = []
        for match in _DARK.finditer(data):
            (comments if match[0].startswith(b"--") else strings).append(match.span())
        return strings, comments

    def refine(self, source: Source, spans: dict[str, list[Span]]) -> None:
        data = source.data
        # Not by slices: what is called may be all of a long text, and so at each level of it.
        loads = [
            (start, end)
            for start, end in spans.get("call", ())
            if any(end - start == len(name) and data.startswith(name, start) for name in _LOADERS)
        ]
        spans["import"] = _loads(data, loads)
        # What loads a module is an import.
        taken = {
            match.start()
            for start, end in spans["import"]
            for match in _WORD.finditer(data, start, end)
        }
        spans["bind.name"] = sorted(
            (start, end)
            for start, end in set(spans.get("bind.name", ()))
            if start not in taken
            and (b"." not in data[start:end] or self.own.match(data, start, end))
        )
        spans["base"] = sorted(_bases(source.masked))
        uses: list[Span] = []
        for start, end in spans.get("comment", ()):
            if data.startswith(b"---", start):
                uses.extend(_types(data, start, end))
        spans["use"] = sorted(uses)

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        above = parents[draft.parent] if draft.parent >= 0 else None
        draft = draft._replace(owner=_KEYED.sub("", draft.owner))
        if draft.kind in ("function", "method"):
            return _function(draft, source, parents) if _KEY.match(draft.name) else None
        if draft.kind in ("class", "enum", "type"):
            return draft
        if above is not None and above.kind in CALLABLES:
            return None
        tables = _tables(source.masked)
        if draft.kind == "field":
            if draft.name.startswith("__") or draft.owner not in tables.declared:
                return None
            kind = "constant" if draft.name.isupper() else "field"
            return draft._replace(kind=kind, visibility=_visibility(draft, source))
        if _IMPORTED.match(source.data, draft.body):
            return None
        if draft.name in tables.locals and not source.data.startswith(b"local", draft.start):
            return None  # a local variable gets another value
        return _variable(draft, source, tables)

    def extra(self, source: Source, drafts: list[Draft], damaged: bool) -> list[Draft]:
        return _annotated(source, drafts)

    def signature(self, draft: Draft, source: Source) -> str:
        if draft.kind not in CALLABLES:
            return super().signature(draft, source)
        end = min(draft.end, draft.start + 4 * SIGNATURE)
        match = _HEAD.match(source.masked, draft.start, end)
        text = source.masked[draft.start : match.end() if match else draft.name_end]
        return tidy_signature(text.decode("utf-8", "replace"), draft.name)

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        found = list(_MODULE.finditer(text))
        head, equals, _ = text[: found[0].start()].partition("=") if found else ("", "", "")
        names = _ATTRIBUTE.sub("", head).split(",") if equals else [""]
        if "pcall" in text:
            del names[: len(names) - 1]
        for index, match in enumerate(found):
            alias = names[index].strip() if index < len(names) else ""
            module = match[1] or match[2] or match[3]
            if module:
                yield Link("import", match[4] or "", module, alias, line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        name, receiver = split_chain(text.replace(":", "."))
        return ("", "") if name in _BUILTIN and not receiver else (name, receiver)

    def paragraph(self, written: str) -> str:
        return first_paragraph(_ANNOTATION.sub("", _BRACKETS.sub("", written)))


class _Tables(NamedTuple):
    """What the lines of a file say of its tables."""

    locals: frozenset[str]
    declared: frozenset[str]
    classes: frozenset[str]
    modules: frozenset[str]


_LOCALS = re.compile(rb"^local[ \t]+([^=\n]{1,300})", re.MULTILINE)
_DECLARED = re.compile(rb"^(?:local[ \t]+)?([A-Za-z_]\w*)[ \t]*(?:<\w+>[ \t]*)?=", re.MULTILINE)
_METHODS = re.compile(
    rb"^[ \t]*function[ \t]+([A-Za-z_]\w*):|^[ \t]*([A-Za-z_]\w*)\.__index[ \t]*=", re.MULTILINE
)
_MEMBERS = re.compile(
    rb"^[ \t]*function[ \t]+([A-Za-z_]\w*)\.|^return[ \t]+([A-Za-z_]\w*)[ \t]*;?\s*\Z", re.MULTILINE
)


@lru_cache(maxsize=1)
def _tables(masked: bytes) -> _Tables:
    local = {
        name.split(b"<")[0].strip().decode("utf-8", "replace")
        for match in _LOCALS.finditer(masked)
        for name in match[1].split(b",")
    }
    found = [
        frozenset((match[match.lastindex or 0]).decode() for match in pattern.finditer(masked))
        for pattern in (_DECLARED, _METHODS, _MEMBERS)
    ]
    return _Tables(frozenset(local), *found)


def _variable(draft: Draft, source: Source, tables: _Tables) -> Draft:
    """A variable of a file, as what is done with it says."""
    above = source.data[draft.outer : draft.start]
    if b"@enum" in above:
        kind = "enum"
    elif (
        draft.name in tables.classes
        or b"@class" in above
        or _DERIVES.match(source.masked, draft.body)
    ):
        kind = "class"
    elif draft.name in tables.modules:
        kind = "module"
    else:
        kind = "constant" if draft.name.isupper() and len(draft.name) > 1 else "variable"
        return draft._replace(kind=kind, visibility=_visibility(draft, source))
    return draft._replace(kind=kind)


def _annotated(source: Source, drafts: list[Draft]) -> list[Draft]:
    """The types that only an annotation defines, with no table below it."""
    told = sorted((draft.outer, draft.start) for draft in drafts if draft.outer < draft.start)
    starts = [outer for outer, _ in told]
    found = []
    for match in _TYPEDEF.finditer(source.masked):
        at = bisect_right(starts, match.start(3)) - 1
        if at >= 0 and match.start(3) < told[at][1]:
            continue
        kind = "type" if match[1] == b"alias" else match[1].decode()
        owner = (match[2] or b"").decode().rstrip(".")
        start, (low, high) = match.end(0) - len(match[0].lstrip()), match.span(3)
        name = source.slice(low, high)
        found.append(Draft(kind, name, owner, start, match.end(), start, low, high, high, -1))
    return found


def _visibility(draft: Draft, source: Source) -> str:
    local = source.data.startswith(b"local", draft.start)
    return "private" if local or draft.name.startswith("_") else "public"


def _function(draft: Draft, source: Source, parents: list[Draft]) -> Draft:
    """A function; `self.f = function` in a method of T is T's."""
    first, _, rest = draft.owner.partition(".")
    at = draft.parent
    while first == "self" and at >= 0:
        if parents[at].owner:
            owner = ".".join(filter(None, (parents[at].owner, rest)))
            draft = draft._replace(owner=owner, parent=parents[at].parent)
            break
        at = parents[at].parent
    colon = source.data.startswith(b":", draft.name_start - 1)
    kind = "method" if colon or draft.kind == "method" else "function"
    return draft._replace(kind=kind, visibility=_visibility(draft, source))


def _loads(data: bytes, calls: list[Span]) -> list[Span]:
    """The statements that load modules: from the names they are given to what is taken of them."""
    found: list[Span] = []
    for start, end in calls:
        protected = data.startswith(b"pcall", start)
        match = (_PROTECTED if protected else _LOADED).match(data, end)
        if match is None:
            continue
        line = data.rfind(b"\n", 0, start) + 1
        used = _USED.match(data, match.end())  # what is named is not the module
        targets = None if used else _TARGETS.search(data, max(line, start - 500), start)
        begin = targets.start() if targets else start
        if found and found[-1][0] == begin:
            found.pop()
        found.append((begin, match.end()))
    return found


def _bases(masked: bytes) -> list[Span]:
    """The tables that others take what they lack from."""
    found = []
    for match in _INDEX.finditer(masked):
        low, high = match.span(1)
        before = masked[max(0, match.start() - high + low - 1) : match.start()]
        if before != match[1] + b"." and match[1] != b"function":
            found.append((low, high))
    for match in _EXTEND.finditer(masked):
        base = _BASE.search(masked, max(0, match.start() - 200), match.start())
        if base:
            found.append(base.span())
    return found


def _types(data: bytes, start: int, end: int) -> Iterable[Span]:
    """The types that an annotation names."""
    match = _TYPED.match(data, start, end)
    if match is None:
        return
    last = -1
    for word in _TYPE.finditer(data, match.start(1), match.end(1)):
        if last >= 0 and not _JOINS.search(data, last, word.start()):
            break  # of `string|Foo text` the words after the type are prose
        last = word.end()
        if word[0] not in _PLAIN:
            yield word.span()


LANGUAGE = Lua()
