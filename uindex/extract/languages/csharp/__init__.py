"""C#."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

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
from uindex.extract.languages.attribute_lists import past_attributes
from uindex.extract.languages.csharp.branches import QUOTED, Sections, sections
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    Spans = dict[str, list[tuple[int, int]]]

_USING = re.compile(
    r"(?:global\s+)?(?:using|extern\s+alias)\s+(?:(?:static|unsafe)\s+)*"
    r"(?:(@?\w+)\s*=\s*)?([^;]*);?"
)
_PATH = re.compile(r"[\w.]+\Z")
_GENERIC = re.compile(r"<[^<>]*>")
# Comments and directives; of the branches of an #if all but the first.
_COMMENT = re.compile(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)"
    r"|^[ \t]*\#(?:[ \t]*el(?:se|if)\b.*?(?:\n[ \t]*\#[ \t]*endif\b|\Z))?[^\n]*",
    re.DOTALL | re.MULTILINE,
)

# Blanks, comments and directives before a definition or between its attributes.
_BLANK = re.compile(
    rb"(?:\s|//[^\n]*|/\*.*?\*/|\#[ \t]*(?:if|el|end|re|pr|nu|li|wa|er)[^\n]*)*", re.DOTALL
)
_OPERATOR = re.compile(rb"~\s*@?\w+|operator\b(?:[^(]|\(\)){0,200}")
_MACRO = re.compile(rb"\w+")
_ACCESS = (b"public", b"protected", b"private", b"internal")
# In damaged text a statement may look like a function.
_NO_NAMES = frozenset(
    b"await catch else for foreach if lock nameof new return switch throw using when while".split()
)
_MEMBER = frozenset([*_ACCESS, b"override", b"virtual", b"abstract"])

# Documentation is XML.
_LINK = re.compile(rb"\bcref[ \t]*=[ \t]*\"(?:[A-Z!]:)?([^\"\n]{1,300})\"")
_MARKER = re.compile(r"^[ \t]*(?:///|/?\*+(?!/))[ \t]?", re.MULTILINE)
_SUMMARY = re.compile(r"<summary>(.*?)(?:</summary>|\Z)", re.DOTALL)
_NAMING = re.compile(
    r"<(?:see|seealso|paramref|typeparamref)\s[^<>\"]*\"(?:[A-Z!]:)?([^\"]*)\"[^<>]*/>"
)
_BREAK = re.compile(r"</?(?:para|br|list)\b[^<>]*>")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_ENTITIES = (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&"))

_NAME = rb"(?P<name>@?[A-Za-z_\x80-\xff][\w\x80-\xff]*)[ \t]*"
_ATTRIBUTES = rb"^[ \t]*(?:\[[^\[\]\n]{0,200}\][ \t]*){0,4}"
_MODIFIER = (
    rb"(?:public|private|protected|internal|static|sealed|abstract|partial|readonly|ref|unsafe|new|"
    rb"virtual|override|async|extern|file|const|required|volatile|implicit|explicit)[ \t]+"
)
_TYPE = rb"[A-Za-z_\x80-\xff][\w.\x80-\xff]*(?:<[^;{}()=\n]{0,200}>)?[\[\],?*]{0,8}[ \t]+"


def _line(kind: str, *parts: bytes) -> Line:
    return Line(kind, re.compile(_ATTRIBUTES + b"".join(parts), re.MULTILINE))


def _types(word: bytes) -> bytes:
    return rb"(?:" + _MODIFIER + rb"){0,8}" + word + rb"[ \t]+" + _NAME


_MEMBERS = rb"(?:" + _MODIFIER + rb"){1,8}"
_METHOD = rb"(?:" + _MEMBERS + _TYPE + rb"|void[ \t]+)"
_EXPLICIT = rb"(?:(?P<owner>[A-Za-z_][\w.]*)(?:<[^;{}()=\n]{0,200}>)?\.)?"

# What is cast, or made in parentheses, is as good as a call that gives a value of that class.
_CAST = re.compile(
    r"\(\((?=[A-Z])([\w.]+)(?:<[^()]{0,200}>)?\??\)\s*[\w.]+!?(?:\((?:[^()]|\([^()]*\))*\))?\)(?=[!?]?\.)"
    r"|\(\s*[\w.]+\s+as\s+([\w.]+)(?:<[^()]{0,200}>)?\??\)(?=[!?]?\.)"
    r"|\(new\s+([\w.]+)(?:<[^()]{0,200}>)?\((?:[^()]|\([^()]*\))*\)\)(?=\.)"
)
_MADE = re.compile(r"^new\s+")


class CSharp(Language):
    """A file-scoped namespace holds the rest of its file; without a modifier a type is internal
    and a member private."""

    grammar = "csharp"
    wrappers = frozenset("Task ValueTask Nullable".split())
    keywords = frozenset(
        b"abstract as async await base bool break byte case catch char checked class const "
        b"continue decimal default delegate do double else enum event explicit extern false "
        b"finally fixed float for foreach get global goto if implicit in init int interface "
        b"internal is lock long nameof namespace new null object operator out override params "
        b"partial private protected public readonly record ref return sbyte sealed set short "
        b"sizeof stackalloc static string struct switch this throw true try typeof uint ulong "
        b"unchecked unsafe ushort using value var virtual void volatile when where while yield "
        b"region endregion endif elif pragma nullable".split()
    )
    quotes = QUOTED
    lines = (
        _line("namespace", rb"namespace[ \t]+(?P<name>@?[A-Za-z_][\w.]*)[ \t\r]*(?=[{;\n])"),
        _line("class", _types(rb"class")),
        _line("struct", _types(rb"struct")),
        _line("interface", _types(rb"interface")),
        _line("enum", _types(rb"enum")),
        _line("record", _types(rb"record(?:[ \t]+(?:class|struct))?"), rb"(?=[(<{:;\r\n])"),
        _line("type", rb"(?:" + _MODIFIER + rb"){0,8}delegate[ \t]+", _TYPE, _NAME, rb"[<(]"),
        _line("event", _MEMBERS, rb"event[ \t]+", _TYPE, _NAME, rb"(?=[;{=\r\n])"),
        _line("constructor", _MEMBERS, _NAME, rb"\("),
        _line("method", _METHOD, _EXPLICIT, _NAME, rb"(?:<[^;{}()=\n]{0,200}>[ \t]*)?\("),
        _line("property", _MEMBERS, _TYPE, _EXPLICIT, _NAME, rb"(?:\r?\n[ \t]*)?(?:\{|=>)"),
        _line("field", _MEMBERS, _TYPE, _NAME, rb"(?:;|=[^>=])"),
    )

    def prepare(self, data: bytes) -> bytes:
        directives = _sections(data).directives
        if not directives:
            return data
        buffer = bytearray(data)
        for start, end in directives:
            buffer[start:end] = b" " * (end - start)
        return bytes(buffer)

    def unread(self, data: bytes) -> list[tuple[int, int]]:
        return _sections(data).unread

    def refine(self, source: Source, spans: Spans) -> None:
        data = source.data
        no_types = set(spans.get("call", ()))
        parameters = {data[start:end] for start, end in spans.pop("parameter", ())}
        spans["use"] = [
            span
            for span in spans.get("use", ())
            if span not in no_types and data[span[0] : span[1]] not in parameters
        ]
        spans["doc-link"] = [
            match.span(1)
            for start, end in spans.get("comment", ())
            if data.startswith(b"///", start)
            for match in _LINK.finditer(data, start, end)
        ]

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        kind, data = draft.kind, source.masked
        if kind == "namespace":
            if data[draft.end - 1 : draft.end] == b";":
                return draft._replace(end=len(data), body=draft.end)
            return draft
        if kind == "macro":
            match = _MACRO.match(data, draft.name_start)
            return _named(draft, source, match.span()) if match else None
        if data[draft.name_start : draft.name_end] in _NO_NAMES:
            return None
        start = past_attributes(data, draft.start, draft.name_start, _BLANK)
        head = data[start : draft.name_start]
        words = head.split()
        if kind == "function" and not _MEMBER.isdisjoint(words):
            kind = "method"  # damage made it seem to be in the method before
        parent = draft.parent
        if kind != "function":
            while parent >= 0 and parents[parent].kind in CALLABLES:
                parent = parents[parent].parent
        above = parents[parent] if parent >= 0 else None
        if kind == "field" and b"const" in words:
            kind = "constant"
        draft = draft._replace(
            kind=kind, owner=_plain(draft.owner), parent=parent,
            visibility=_visibility(kind, draft, words, above),
        )  # fmt: skip
        if data[draft.name_start : draft.name_end] in (b"~", b"operator"):
            match = _OPERATOR.match(data, draft.name_start, draft.body)
            return _named(draft, source, match.span()) if match else None
        if draft.name.startswith("@"):
            return _named(draft, source, (draft.name_start + 1, draft.name_end))
        return draft

    def signature(self, draft: Draft, source: Source) -> str:
        if draft.kind in ("namespace", "macro") or draft.body < draft.name_start:
            return ""
        start = past_attributes(source.masked, draft.start, draft.name_start, _BLANK)
        end = min(draft.body, draft.end, start + 4 * SIGNATURE)
        text = source.masked[start:end].decode("utf-8", "replace")
        if "/" in text or "#" in text:
            text = _COMMENT.sub(" ", text)
        text = tidy_signature(text, draft.name).rstrip(";,")
        return "" if text == draft.name else text

    def paragraph(self, written: str) -> str:
        text = _MARKER.sub("", written)
        if "<" in text:
            summary = _SUMMARY.search(text)
            text = _NAMING.sub(r"\1", summary[1] if summary else text)
            text = _TAG.sub("", _BREAK.sub("\n\n", text))
        if "&" in text:
            for entity, character in _ENTITIES:
                text = text.replace(entity, character)
        return first_paragraph(text)

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        match = _USING.match(_COMMENT.sub(" ", text).strip())
        if not match:
            return
        alias = (match[1] or "").removeprefix("@")
        path = "".join(match[2].split()).removeprefix("global::").replace("@", "")
        if text.startswith("extern"):
            yield Link("import", "", path, path, line, symbol)
        elif not alias:
            yield Link("import", "*", _plain(path), "", line, symbol)
        elif _PATH.match(_plain(path)):
            module, _, name = _plain(path).rpartition(".")
            yield Link("import", name, module, alias, line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        if text == "nameof":
            return "", ""
        # What is made on the way goes by its class.
        text = _MADE.sub("", text) if "new" in text else text
        if text.startswith("("):
            text = _CAST.sub(lambda match: f"{match[1] or match[2] or match[3]}()", text, count=1)
        name, receiver = split_chain(text)
        return name.removeprefix("@"), receiver.removeprefix("global::")

    def reference(self, kind: str, text: str, line: int, symbol: int) -> Iterable[Link]:
        path = _plain(text.partition("(")[0].replace("{", "<").replace("}", ">"))
        if _PATH.match(path):
            receiver, _, name = path.rpartition(".")
            yield Link(kind, name, receiver, "", line, symbol)


@lru_cache(maxsize=1)
def _sections(data: bytes) -> Sections:
    return sections(data)


def _plain(path: str) -> str:
    """A path without type arguments."""
    previous = None
    while previous != path:
        previous = path
        path = _GENERIC.sub("", path)
    return path.replace("::", ".")


def _named(draft: Draft, source: Source, span: tuple[int, int]) -> Draft:
    """The draft with the text of a span as its name."""
    start, end = span
    text = source.data[start:end].rstrip()
    name = " ".join(text.decode("utf-8", "ignore").split())
    return draft._replace(name=name, name_start=start, name_end=start + len(text))


def _visibility(kind: str, draft: Draft, words: list[bytes], above: Draft | None) -> str:
    for access in _ACCESS:
        if access in words:
            return access.decode()
    if kind == "function":
        return ""
    if b"file" in words:
        return "private"
    if kind == "member" or draft.owner:  # an interface's member is seen through the interface
        return "public"
    if above is None or above.kind == "namespace":
        return "internal"
    if above.kind == "interface" or (above.kind == "record" and draft.end <= above.body):
        return "public"
    return "private"


LANGUAGE = CSharp()
