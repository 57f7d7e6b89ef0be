"""Kotlin."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import (
    CALLABLES,
    SIGNATURE,
    Draft,
    Language,
    Line,
    Source,
    first_paragraph,
    tidy_signature,
)
from uindex.extract.languages.kotlin.repairs import repaired
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    Spans = dict[str, list[tuple[int, int]]]

_IMPORT = re.compile(
    r"import\s+([\w.`\x80-\U0010ffff ]+?)(\.\*)?(?:\s+as\s+([\w`]+))?\s*(?:;|\n|//|/\*|\Z)"
)
_TYPE = re.compile(rb"[\w.\x80-\xff]+(?:\s*\.\s*[\w\x80-\xff]+)*")
_GENERIC = re.compile(r"<[^<>]*>")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_ANNOTATION = re.compile(r"@(?:\w+:)?[\w.]+(?:<[^<>]*>)?(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?\s*")
_INFIX = re.compile(rb"\s*([A-Za-z_\x80-\xff][\w\x80-\xff]*)\s")
_NAMED = re.compile(rb"companion\s+object\s+[\w`]")
_SPACE = re.compile(rb"\s*")
_ACCESS = (b"private", b"protected", b"internal", b"public")
# Everybody's, and in no repository but the language's own.
_TOLD = frozenset(
    b"Any Array Boolean Byte Char Double Float Int List Long Map Nothing Set Short String Unit "
    b"Deprecated Suppress".split()
)

# Documentation.
_LINK = re.compile(rb"\[([A-Za-z_][\w.]{0,200})\](?![(:\[])")
_TAGGED = re.compile(rb"@(?:see|sample|throws|exception)[ \t]+([A-Za-z_][\w.]{0,200})(?![\w/:])")
_BRACKETS = re.compile(r"(?:\[([^\[\]\n]*)\])?\[([A-Za-z_][\w.]*)\](?!\()")

_WORD = rb"(?P<name>`[^`\n]{1,100}`|[A-Za-z_\x80-\xff][\w\x80-\xff]*)"
_MODIFIERS = (
    rb"^[ \t]*(?:@[\w.:]+(?:\([^()\n]*\))?[ \t]+){0,4}"
    rb"(?:(?:public|private|protected|internal|abstract|final|open|sealed|override|inline|suspend|"
    rb"operator|infix|tailrec|external|expect|actual|data|inner|value|annotation|enum|const|"
    rb"lateinit|companion|fun)[ \t]+){0,8}"
)
_OWNER = rb"(?:(?P<owner>[A-Za-z_][\w.]*)(?:<[^(){}=\n]{0,200}>)?\??\.)?"


def _line(kind: str, *parts: bytes) -> Line:
    return Line(kind, re.compile(_MODIFIERS + b"".join(parts), re.MULTILINE))


IMPORT = 400
"""Characters of an import."""


class Kotlin(Language):
    """What extends a type is owned by it.  What has no modifier is public."""

    grammar = "kotlin"
    keywords = frozenset(
        b"abstract actual annotation as break by catch class companion const constructor continue "
        b"crossinline data do else enum expect external false final finally for fun get if import "
        b"in infix init inline inner interface internal is it lateinit noinline null object open "
        b"operator out override package private protected public reified return sealed set super "
        b"suspend tailrec this throw true try typealias typeof val value var vararg when where "
        b"while".split()
    )
    quotes = re.compile(
        rb"\"\"\"(?:[^\"]|\"(?!\"\")){0,20000}+\"\"\"+"
        rb"|\"(?:[^\"\\\n$]|\\.|\$\{(?:[^{}\"\n]|\"[^\"\n]*\"){0,400}+\}|\$)*\"?"
        rb"|'(?:\\[^\n']{1,8}|[^'\\\n]{1,4})'",
        re.DOTALL,
    )
    lines = (
        _line("interface", rb"interface[ \t]+", _WORD),
        _line("class", rb"class[ \t]+", _WORD),
        _line("object", rb"object[ \t]+", _WORD, rb"[ \t]*(?=[:{\r\n])"),
        _line("type", rb"typealias[ \t]+", _WORD),
        _line("function", rb"fun[ \t]+(?:<[^(){}\n]{0,200}>[ \t]*)?", _OWNER, _WORD, rb"[ \t]*\("),
        _line("property", rb"va[lr][ \t]+", _OWNER, _WORD, rb"[ \t]*(?=[:=\r\n]|by\b)"),
    )

    def prepare(self, data: bytes) -> bytes:
        return repaired(data)

    def refine(self, source: Source, spans: Spans) -> None:
        data = source.data
        _keep_accessors(data, spans)
        _call_infix(data, spans)
        no_types = {data[start:end] for start, end in spans.pop("parameter", ())} | _TOLD
        uses = []
        for start, end in spans.get("use", ()):
            match = _TYPE.match(data, start, end)
            if match and match[0] not in no_types:
                uses.append(match.span())
        spans["use"] = uses
        spans["doc-link"] = [
            match.span(1)
            for start, end in spans.get("comment", ())
            if data.startswith(b"/**", start)
            for pattern in (_LINK, _TAGGED)
            for match in pattern.finditer(data, start, end)
        ]
        spans["doc-link"].sort()

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        kind, name = draft.kind, draft.name.strip("`")
        if kind == "package":
            return draft
        words = source.masked[draft.start : draft.name_start].split()
        above = parents[draft.parent] if draft.parent >= 0 else None
        local = above is not None and above.kind in CALLABLES
        if kind == "property":
            if local:
                return None
            kind = "constant" if b"const" in words else kind
        elif kind == "function" and (b"override" in words or (above and above.kind == "member")):
            kind = "method"  # of an object without a name
        elif kind == "class" and b"annotation" in words:
            kind = "annotation"
        elif kind == "object" and name == "companion":
            if _NAMED.match(source.data, draft.name_start):
                return None  # told by its own name
            name = "Companion"
        owner = _plain(draft.owner)
        visibility = next((word.decode() for word in _ACCESS if word in words), "")
        if not visibility and not local:
            visibility = "public"
        return draft._replace(kind=kind, name=name, owner=owner, visibility=visibility)

    def signature(self, draft: Draft, source: Source) -> str:
        if draft.kind == "package" or draft.body < draft.name_start:
            return ""
        end = min(draft.body, draft.end, draft.start + 4 * SIGNATURE)
        text = source.masked[draft.start : end].decode("utf-8", "replace")
        if "/" in text:
            text = _COMMENT.sub(" ", text)
        if "@" in text:
            text = _ANNOTATION.sub("", text)
        text = tidy_signature(text, draft.name).rstrip(",")
        if "\n" in source.slice(draft.start, end):
            text = text.replace("( ", "(").replace(", )", ")").replace(" )", ")")
        return "" if text == draft.name else text

    def paragraph(self, written: str) -> str:
        if "[" in written:
            written = _BRACKETS.sub(lambda match: match[1] or match[2], written)
        return first_paragraph(written)

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        match = _IMPORT.match(text[:IMPORT])
        if not match:
            return
        path = "".join(match[1].replace("`", "").split())
        if match[2]:
            yield Link("import", "*", path, "", line, symbol)
            return
        module, _, name = path.rpartition(".")
        yield Link("import", name, module, (match[3] or "").strip("`"), line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        name, receiver = super().call(text.replace("`", "") if "`" in text else text)
        if name == "class" and "::" in text:
            return "", ""
        return name, receiver

    def made_by(self, text: str) -> tuple[str, str]:
        """`apply` and `also` give the object that they are called on."""
        return ("this", "") if text in ("apply", "also") else self.call(text)

    def reference(self, kind: str, text: str, line: int, symbol: int) -> Iterable[Link]:
        receiver, _, name = text.rstrip(".").rpartition(".")
        yield Link(kind, name, receiver, "", line, symbol)


def _plain(owner: str) -> str:
    """A receiver type without type arguments and what makes it nullable; "" for a function."""
    previous = None
    while previous != owner:
        previous = owner
        owner = _GENERIC.sub("", owner)
    owner = owner.strip("()? ")
    return owner if owner.replace(".", "").isidentifier() else ""


def _call_infix(data: bytes, spans: Spans) -> None:
    """Make calls of the names between the operands of `a or b or c`, the first apart."""
    called = []
    previous = (-1, -1)
    for whole in spans.pop("infix", ()):
        match = _INFIX.match(data, previous[1], whole[1]) if whole[0] == previous[0] else None
        if match:
            called.append(match.span(1))
        previous = whole
    if called:
        spans["call"] = sorted([*spans.get("call", ()), *called])


def _keep_accessors(data: bytes, spans: Spans) -> None:
    """Let properties end with the accessors that follow them on lines of their own."""
    ends = dict(spans.pop("accessor", ()))
    if not ends:
        return
    properties, bodies = [], spans.get("body", [])
    for start, end in spans.get("symbol.property", ()):
        while (gap := _SPACE.match(data, end)) and gap.end() in ends:
            bodies.append((gap.end(), ends[gap.end()]))
            end = bodies[-1][1]
        properties.append((start, end))
    spans["symbol.property"], spans["body"] = properties, sorted(bodies)


LANGUAGE = Kotlin()
