"""Go."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import Draft, Language, Source, begins, split_chain
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

_IMPORT = re.compile(r"""([\w.\x80-\U0010ffff]*)\s*["`]([^"`\n]+)["`]""", re.ASCII)
# Predeclared, and in practice never defined anew.  Others, such as `max` or `close`, are.
_BUILTIN = frozenset(
    b"_ any append bool byte cap comparable complex64 complex128 error float32 float64 int int8 "
    b"int16 int32 int64 len make panic rune string uint uint8 uint16 uint32 uint64 uintptr".split()
)
_NAME = rb"(?P<name>[A-Za-z_\x80-\xff][\w\x80-\xff]{0,200})"
_TYPE = rb"type[ \t]+" + _NAME + rb"(?:\[[^\n]{0,200}?\])?[ \t]+"
_ASSERTED = re.compile(r"^.*\.\(\s*\*?\s*(\w+(?:\.\w+)?)\s*\)", re.DOTALL)
_CONVERTED = re.compile(
    r"^(?:new\(\s*(\w+(?:\.\w+)?)\s*\)|\(\s*\*\s*(\w+(?:\.\w+)?)\s*\)\([^()]*\)"
    r"|\(\s*&\s*(\w+(?:\.\w+)?)\{[^{}()]*\}\s*\))(?=\.)"
)
_METHOD = re.compile(r"^\(\s*\*\s*(\w+(?:\.\w+)?)\s*\)(?=\.)")
_DIRECTIVES = (b"//go:", b"//nolint", b"//export ")


class Go(Language):
    """The receiver's type owns a method; a capital letter makes a name public."""

    grammar = "go"
    keywords = frozenset(
        b"break case chan const continue default defer else fallthrough for func go goto if import "
        b"interface map package range return select struct switch type var nil true false iota err "
        b"string int bool error byte".split()
    )

    lines = (
        begins("function", rb"func[ \t]+" + _NAME + rb"[ \t]*[(\[]"),
        begins(
            "method",
            rb"func[ \t]+\([ \t]*(?:\w{1,100}[ \t]+)?\*?[ \t]*(?P<owner>\w{1,100})[^()\n]{0,200}\)"
            rb"[ \t]*" + _NAME + rb"[ \t]*\(",
        ),
        begins("struct", _TYPE + rb"struct\b"),
        begins("interface", _TYPE + rb"interface\b"),
        begins("type", _TYPE + rb"(?!struct\b|interface\b)[\w*\[(]"),
    )

    def refine(self, source: Source, spans: dict[str, list[tuple[int, int]]]) -> None:
        # Directives belong to the definition below them, but are no doc.
        data, told = source.data, spans.get("comment", [])
        directives = [span for span in told if data.startswith(_DIRECTIVES, span[0])]
        if directives:
            spans["attached"] = directives
            spans["comment"] = [s for s in told if not data.startswith(_DIRECTIVES, s[0])]

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        if draft.name == "_":
            return None
        if draft.kind == "method" and source.data.startswith(b"func ", draft.start):
            # No type encloses it, unless one that was never closed.
            kind = "method" if draft.owner else "function"
            draft = draft._replace(kind=kind, parent=-1)
        if draft.kind == "package" or not draft.name.isascii():
            return draft
        return draft._replace(visibility="public" if draft.name[:1].isupper() else "private")

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        match = _IMPORT.match(text)
        if match:
            dot = match[1] == "."
            alias = "" if dot else match[1]
            yield Link("import", "*" if dot else "", match[2], alias, line, symbol)

    def type_name(self, text: str) -> tuple[str, str]:
        # Of several results the first; whoever calls mostly binds an error to the last.
        if text.startswith("("):
            first = text[1:].split(",", 1)[0].rstrip(")").split()
            text = first[-1] if first else ""
        return super().type_name(text)

    def call(self, text: str) -> tuple[str, str]:
        if text.encode() in _BUILTIN:
            return "", ""
        if "(" in text:
            # What a conversion, an assertion or `new` gives is of the type in it.
            text = _ASSERTED.sub(r"\1()", text, count=1)
            text = _CONVERTED.sub(lambda match: f"{match[1] or match[2] or match[3]}()", text)
            text = _METHOD.sub(r"\1", text)
        return split_chain(text)


LANGUAGE = Go()
