"""Swift."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract import comments
from uindex.extract.language import (
    LOCAL,
    Draft,
    Language,
    Line,
    Source,
    split_member,
    without_annotations,
)
from uindex.extract.languages.swift.bindings import tell
from uindex.extract.parse import blanked
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# What the grammar does not know, or reads as something else.  Blanked, it hides no definition; a
# match inside a string does no harm, since strings are masked in the text as it is.
_UNREAD = re.compile(
    rb"""
    # Both sides of a condition stay; the grammar reads these lines only between declarations.
    ^[ \t]*+(\#(?:if|elseif|else|endif|warning|error|sourceLocation)\b[^\n/]*+(?:/(?!/)[^\n/]*+)*+)
  | \bthrows[ \t]*+(\([\w.<>,\ \t]{1,200}+\))
  | (\bnonisolated\((?:unsafe|nonsending)\))(?=\s{0,99}+[\w@])
  | @_\w{1,100}+(\([^()\n]{0,300}+\))
    # `try` and `await` make the braces after a condition a closure.
  | \b(unsafe|consume|copy|consuming|borrowing|sending|isolated|each|await|try[?!]?+)
    [ \t]++(?=[\w(\[.`\#@])
  | \b(?:associatedtype|typealias)[ \t][^\n=]{1,300}+=[^\n=]{1,300}?\b(where\b[^\n]{1,300}+)
    # Each comment within a comment makes the parser slower.
  | ((?:/\*\s?){50,}+)
  | =[ \t]*+(\#)(?!externalMacro)(?=[_a-z])
  | \bcase[ \t]++[\w.]{1,200}+(\(\))(?=[ \t]*+[:,])
    # The empty tuple: a name serves as a type and as a value alike.
  | (?:[(,=:{]\n?|\b(?:return|in)\b|^)[ \t]*+(?P<void>\(\))
    (?!\s{0,99}+(?:->|throws\b|rethrows\b|async\b))
    """,
    re.VERBOSE | re.MULTILINE,
)
# Parts of `_UNREAD` that are not just left out.
_INSTEAD: dict[str | None, bytes] = {"void": b"__"}
_DOC_LINK = re.compile(rb"``([^`\s]{1,200})``|<(doc:[^>\s]{1,200})>")
_HEADINGS = (b"// MARK:", b"// swiftlint:", b"// swift-format")
_META = re.compile(rb"(?<![\w.`)\]])([A-Z]\w{0,100}(?:\.[A-Z]\w{0,100}){0,8})\.self\b")
_IMPORT = re.compile(
    r"\bimport\s+((?:typealias|struct|class|enum|protocol|let|var|func)\s+)?([\w.`\x80-\U0010ffff]+)",
    re.ASCII,
)
_CONDITION = re.compile(r"#(?:if|elseif|else|endif)[^\n]*")
_NAME = rb"`[^`\n]{1,200}+`|[A-Za-z_\x80-\xff][\w\x80-\xff]*+"
_DECLARED = re.compile(
    rb"\s{1,99}+(" + _NAME + rb"|[-+*/<>=!&|^~%.?]{1,20}?(?=\s{0,99}+(?:\(|<\s*+\w|:|$)))",
    re.MULTILINE,
)
_EXTENDED = re.compile(
    rb"\s{1,99}+(\[[^\[\]{}]{1,200}+\]|[\w.`\x80-\xff]++(?:<[^<>{}]{1,200}+>[\w.]*+)?\??)"
)
_BOUND = re.compile(rb"(?<![\w\x80-\xff])(?!(?:let|var)\b)(?:" + _NAME + rb")")
# Mathematical signs, by number: what Python takes for a letter changes.
_OPERATOR = re.compile("[-+*/<>=!&|^~%.?\u2016-\u2bff\xd7\xf7]")
_VALUE = re.compile(rb"(?<![=<>!&|])=(?![=>])\s?")
_OBSERVED = re.compile(rb"\{\s{0,99}+(?:willSet|didSet)\b")
HEAD = 2000
"""Bytes of a definition in which its modifiers stand, or the names before one of its own."""
_LIST = re.compile(r"= \[[^\[\]]*\]")
_SUBSCRIPT = ord("[")
# In damaged text a class may be given what follows it.
_KINDS = {
    **{word.encode(): word for word in ("struct", "enum", "extension", "protocol", "macro")},
    b"func": "function",
}
_VISIBILITIES = {
    b"public": "public",
    b"open": "public",
    b"private": "private",
    b"fileprivate": "private",
    b"internal": "internal",
    b"package": "internal",
}
# Of the language itself: everybody's.
_TOLD = frozenset(
    b"Any AnyObject Bool Character Double Float Int Never Self String UInt8 Void autoclosure "
    b"attached available discardableResult escaping freestanding frozen inlinable objc "
    b"propertyWrapper resultBuilder testable unchecked unknown usableFromInline".split()
)

# What the parser takes for a name where text is missing.
_INTRODUCERS = frozenset(["class", "func", "let", "var"])
_WORD = rb"(?P<name>`?[A-Za-z_\x80-\xff][\w\x80-\xff]{0,200}+`?)"
_BEFORE = (
    rb"^[ \t]*+(?:@[\w.]{1,100}+(?:\([^()\n]{0,200}+\))?[ \t]++){0,6}+"
    rb"(?:(?:class(?=[ \t]+(?:func|subscript))|convenience|distributed|dynamic|fileprivate|final"
    rb"|indirect|infix|internal|isolated|mutating|nonisolated|nonmutating|open|optional|override"
    rb"|package|postfix|prefix|private|public|required|static|unowned|weak)"
    rb"(?:\(\w{1,20}+\))?[ \t]++){0,8}+"
)


def _line(kind: str, rest: bytes) -> Line:
    return Line(kind, re.compile(_BEFORE + rest, re.MULTILINE))


_LINES = (
    _line("class", rb"(?:class|actor)[ \t]++(?!(?:func|var|let|subscript)\b)" + _WORD),
    _line("struct", rb"struct[ \t]++" + _WORD),
    _line("enum", rb"enum[ \t]++" + _WORD),
    _line("protocol", rb"protocol[ \t]++" + _WORD),
    _line("extension", rb"extension[ \t]++(?P<name>[A-Z][\w.]{0,200}+)"),
    _line("type", rb"(?:typealias|associatedtype)[ \t]++" + _WORD),
    _line("macro", rb"macro[ \t]++" + _WORD + rb"[ \t]*+[(<]"),
    _line("function", rb"func[ \t]++" + _WORD + rb"[ \t]*+[(<]"),
    _line("operator", rb"func[ \t]++(?P<name>[-+*/<>=!&|^~%.?]{1,20}+)[ \t]*+[(<]"),
    _line("constructor", rb"(?P<name>init)[?!]?[ \t]*+[(<]"),
    _line("method", rb"(?P<name>deinit)\b(?=[ \t]*+\{)"),
    _line("property", rb"(?P<name>subscript)[ \t]*+[(<]"),
    # Indented and without a modifier it may be a local.
    Line("variable", re.compile(rb"^(?:var|let)[ \t]++" + _WORD, re.MULTILINE)),
    Line(
        "field",
        re.compile(
            rb"^[ \t]*+(?:@\w{1,100}+[ \t]++){0,4}+(?:(?:fileprivate|internal|open|package|private"
            rb"|public|static)(?:\(set\))?[ \t]++){1,4}+(?:(?:final|lazy|weak|override|nonisolated"
            rb"|unowned)[ \t]++){0,4}+(?:var|let)[ \t]++" + _WORD,
            re.MULTILINE,
        ),
    ),
)
_TOKENS = re.compile(
    rb"""
    (?P<comment> %s )
  | (?P<string> \#{0,3}+"{3}(?:[^"\\]|\\.|"(?!""))*+"{3}
      | \#"(?:[^"\n]|"(?!\#))*+(?:"\#)?
      | \#\#"(?:[^"\n]|"(?!\#\#))*+(?:"\#\#)?
      # What is interpolated may have literals of its own.
      | "(?:[^"\\\n]
          | \\\((?:[^()"\n]|"[^"\n]*+"|\((?:[^()\n]|\([^()\n]*+\))*+\))*+\)?
          | \\[^\n])*+"?
      | (?:(?<=[=(,:][ ])|(?<=[(,]))/(?![\s/*])(?:[^/\\\n]|\\.)*+/ )
    """
    % comments.COMMENT,
    re.DOTALL | re.VERBOSE,
)


class Swift(Language):
    """An extension is a symbol named after its type; what has no modifier is internal."""

    grammar = "swift"
    keywords = frozenset(
        b"actor any as associatedtype async await break case catch class continue convenience "
        b"default defer deinit do dynamic else enum extension fallthrough false fileprivate final "
        b"for func get guard if import in indirect infix init inout internal is lazy let mutating "
        b"nil nonisolated nonmutating open operator optional override package postfix "
        b"precedencegroup prefix private protocol public repeat required rethrows return self Self "
        b"set some static struct subscript super switch throw throws true try typealias unowned "
        b"var weak where while Int String Bool Void".split()
    )

    lines = _LINES
    selves = frozenset(["self", "Self", "super"])
    wrappers = frozenset(["Optional"])

    def literals(self, data: bytes) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        return comments.tokens(_TOKENS, data)

    def prepare(self, data: bytes) -> bytes:
        return blanked(_UNREAD, data, _INSTEAD)

    def refine(self, source: Source, spans: dict[str, list[tuple[int, int]]]) -> None:
        data, told = source.data, spans.get("comment", [])
        spans["doc-link"] = comments.links(_DOC_LINK, data, told)
        # A heading within the file says nothing about the definition below it.
        spans["comment"] = [span for span in told if not data.startswith(_HEADINGS, span[0])]
        named = [match.span(1) for match in _META.finditer(source.masked)]
        spans["use"] = sorted([*spans.get("use", ()), *named])
        spans["name"] = sorted([*spans.get("name", ()), *_names(data, spans)])
        begins = {end: start for start, end in spans.pop("arguments", ())}
        calls = spans.get("call", [])
        whole: dict[int, tuple[int, int]] = {}
        for start, end in spans.pop("called", ()):
            at = begins.get(end, start)
            if data[at] != _SUBSCRIPT:
                calls.append((start, at))
                whole[start] = max(whole.get(start, (0, 0)), (end, at))
        spans["call"] = sorted(calls)
        tell(data, spans, whole)

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        if draft.name == "_" or draft.name in _INTRODUCERS:
            return None
        head = source.masked[draft.start : min(draft.name_start, draft.start + HEAD)].split()
        above = parents[draft.parent] if draft.parent >= 0 else None
        draft = _kind(draft, source, head)
        written = [word for word in head if word in _VISIBILITIES]
        visibility = _VISIBILITIES[written[-1]] if written else ""
        if not visibility and above is None:
            visibility = "" if draft.kind == "extension" else "internal"
        elif not visibility and above:
            inherits = above.kind in ("protocol", "extension") or draft.kind == "variant"
            visibility = (above.visibility if inherits else "") or "internal"
        draft = draft._replace(visibility=visibility)
        if draft.kind == "extension":
            return _extended(draft)
        if draft.name.startswith("`"):
            low, high = draft.name_start + 1, draft.name_end - 1
            return draft._replace(name=draft.name.strip("`"), name_start=low, name_end=high)
        return draft

    def signature(self, draft: Draft, source: Source) -> str:
        if (
            draft.kind in LOCAL
            and source.masked.find(
                b"=", max(draft.start, draft.name_start - HEAD), draft.name_start
            )
            >= 0
        ):
            return ""  # a name after the first value of its declaration
        text = without_annotations(super().signature(draft, source)).rstrip("=# ")
        if "= [" in text:
            text = _LIST.sub("= …", text)
        return "" if text == draft.name else text

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        match = _IMPORT.search(text)
        if not match:
            return
        module, name = match[2], ""
        if match[1]:
            module, _, name = module.rpartition(".")
        yield Link("import", name, module, "", line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        if text.encode() in _TOLD or (len(text) == 1 and text.isupper()):
            return "", ""
        return split_member(_CONDITION.sub("", text) if "#" in text else text)

    def type_name(self, text: str) -> tuple[str, str]:
        return super().type_name(text.removesuffix(".Type"))

    def reference(self, kind: str, text: str, line: int, symbol: int) -> Iterable[Link]:
        if text.startswith("doc:"):
            yield Link(kind, "", text.removeprefix("doc:"), "", line, symbol)
        else:
            yield from comments.reference(kind, text, line, symbol)


def _names(data: bytes, spans: dict[str, list[tuple[int, int]]]) -> Iterator[tuple[int, int]]:
    """Names of declarations: what follows a keyword, and what a pattern of properties binds."""
    for start, end in spans.pop("keyword", ()):
        extends = data.startswith(b"extension", start)
        match = (_EXTENDED if extends else _DECLARED).match(data, end)
        if match:
            yield match.span(1)
    for start, end in spans.pop("pattern", ()):
        for match in _BOUND.finditer(data, start, end):
            yield match.span()


def _kind(draft: Draft, source: Source, head: list[bytes]) -> Draft:
    """The draft with the kind that its keyword, its name or its body tells."""
    kind, body = draft.kind, draft.body
    if kind == "class" and head:
        kind = _KINDS.get(head[-1], kind)
    elif kind in ("function", "method") and _OPERATOR.match(draft.name):
        kind = "operator"
    elif kind in ("field", "variable"):
        value = _VALUE.search(source.masked, draft.name_end, min(body, draft.name_end + 2000))
        if value:
            body = value.end()
        elif body < draft.end and not _OBSERVED.match(source.masked, body):
            kind = "property"
        if kind != "property" and b"let" in head and (kind == "variable" or b"static" in head):
            kind = "constant"
    return draft._replace(kind=kind, body=body)


def _extended(draft: Draft) -> Draft:
    """An extension goes by the type alone: `Array<Int>.Index` is `Index` of `Array`, `[Int]` is
    `Array`, `Int?` is `Optional`."""
    name = draft.name
    if name.endswith("?"):
        return draft._replace(name="Optional")
    if name.startswith("["):
        return draft._replace(name="Dictionary" if ":" in name else "Array")
    path = re.sub(r"<[^<>]*>", "", re.sub(r"<[^<>]*>", "", name)).replace(" ", "").replace("`", "")
    owner, _, name = path.rpartition(".")
    start = draft.name_start + draft.name.rfind(name)
    return draft._replace(owner=owner, name=name, name_start=start, name_end=start + len(name))


LANGUAGE = Swift()
