"""Java."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import Draft, Language, Source, begins, split_chain
from uindex.extract.languages.callees import cut_arguments
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|//[^\n]*", re.DOTALL)
_ANNOTATION = re.compile(r"@(?!interface\b)[\w.$]+\s*(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?\s*")
_PLAIN = re.compile(r"[\w$.]+\Z")
_TAIL = re.compile(r"[\w$]+\Z")
# Of the language itself: everybody's, and in no repository but the JDK's.
_TOLD = frozenset(
    b"Boolean Byte Character Class Deprecated Double Exception Float FunctionalInterface Integer "
    b"Long Object Override SafeVarargs Short String SuppressWarnings Void".split()
)
_NAME = rb"(?P<name>[A-Za-z_$\x80-\xff][\w$\x80-\xff]*)\b[ \t]*"
_MODIFIER = (
    rb"(?:public|protected|private|static|final|abstract|default|sealed|non-sealed|strictfp|"
    rb"synchronized|native)\b"
)
_WORDS = rb"(?:@[\w.]{1,80}(?:\([^()\n]{0,200}\))?[ \t]+){0,4}(?:" + _MODIFIER + rb"[ \t]+){0,7}"
_NO_TYPE = (
    rb"(?!(?:return|new|else|throw|assert|yield|case|package|import|if|do|try)\b|"
    + _MODIFIER + rb")"
)  # fmt: skip
_TYPE = rb"[A-Za-z_$\x80-\xff][\w$.\x80-\xff]*(?:<[^;{}()=]{0,200}>)?(?:\[\]|\.\.\.){0,4}[ \t]+"
_GENERIC = rb"(?:<[^;{}()=]{1,200}>[ \t]+)?"
_PARAMETERS = rb"\([^(){};]{0,1500}?(?:\([^(){};]{0,200}\)[^(){};]{0,300}){0,6}\)"
_THROWS = rb"\s{0,20}(?:throws\s[\w\s.,$]{1,300})?"
_EXTENDS = rb"(?:[<{\r\n]|extends\b|implements\b|permits\b)"
# What is cast, or made in parentheses, is as good as a call that gives a value of that class.
_CAST = re.compile(
    r"\(\((?=[A-Z])([\w$]+(?:\.[\w$]+)*)(?:<[^()]{0,200}>)?\)\s*"
    r"[\w$.]+(?:\((?:[^()]|\([^()]*\))*\))?\)(?=\.)"
    r"|\(new\s+([\w$.]+)(?:<[^()]{0,200}>)?\((?:[^()]|\([^()]*\))*\)\)(?=\.)"
)
LONG = 400
"""Characters of a chain of calls beyond which only its last name is kept."""


class Java(Language):
    """Without a modifier a definition is internal to its package, public in an interface."""

    grammar = "java"
    keywords = frozenset(
        b"abstract assert boolean break byte case catch char class const continue default do "
        b"double else enum extends final finally float for goto if implements import instanceof "
        b"int interface long native new null package private protected public return short static "
        b"strictfp super switch synchronized this throw throws transient try void volatile while "
        b"true false var String Override".split()
    )

    lines = (
        begins("class", _WORDS + rb"class[ \t]+" + _NAME + _EXTENDS),
        begins("interface", _WORDS + rb"interface[ \t]+" + _NAME),
        begins("enum", _WORDS + rb"enum[ \t]+" + _NAME + rb"(?:[{\r\n]|implements\b)"),
        begins("record", _WORDS + rb"record[ \t]+" + _NAME + rb"[(<]"),
        begins("annotation", _WORDS + rb"@interface[ \t]+" + _NAME),
        begins("method", _WORDS + _GENERIC + _NO_TYPE + _TYPE + _NAME + _PARAMETERS
                         + rb"(?:\[\])?" + _THROWS + rb"[{;]"),
        # A constant with a body looks the same, but for its capitals.
        begins("constructor", _WORDS + _GENERIC + rb"(?P<name>[A-Z][\w$]*[a-z][\w$]*)[ \t]*"
                              + _PARAMETERS + _THROWS + rb"\{"),
    )  # fmt: skip

    def refine(self, source: Source, spans: dict[str, list[tuple[int, int]]]) -> None:
        cut_arguments(source, spans)

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        if draft.kind in ("package", "module"):
            return draft
        head = source.masked[draft.start : draft.name_start].split()
        above = parents[draft.parent].kind if draft.parent >= 0 else ""
        written = [word for word in (b"public", b"private", b"protected") if word in head]
        component = above == "record" and draft.kind == "field" and draft.end == draft.name_end
        if written:
            visibility = written[0].decode()
        elif above in ("interface", "annotation") or draft.kind == "member" or component:
            visibility = "public"
        else:
            visibility = "internal"
        kind = draft.kind
        if kind == "field" and (above == "interface" or (b"static" in head and b"final" in head)):
            kind = "constant"
        return draft._replace(kind=kind, visibility=visibility)

    def signature(self, draft: Draft, source: Source) -> str:
        if draft.kind in ("package", "module") or draft.body < draft.name_start:
            return ""
        text = super().signature(draft, source)
        if "@" in text:
            text = _ANNOTATION.sub("", text).strip()
        text = text.rstrip(";")
        return "" if text == draft.name else text

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        text = _COMMENT.sub("", text).strip().rstrip(";").removeprefix("import")
        path = "".join(text.strip().removeprefix("static ").split())
        module, _, name = path.rpartition(".")
        yield Link("import", name, module, "", line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        if text.encode() in _TOLD:
            return "", ""
        text = text.removesuffix("::new").removeprefix("new ")
        if text.startswith("("):
            text = _CAST.sub(lambda match: f"{match[1] or match[2]}()", text, count=1)
        if _PLAIN.match(text):
            receiver, _, name = text.rpartition(".")
            return name, receiver
        if len(text) <= LONG:
            name, receiver = split_chain(text)
            if name:
                return name, receiver
        tail = _TAIL.search(text)
        return (tail[0], "…") if tail else ("", "")


LANGUAGE = Java()
