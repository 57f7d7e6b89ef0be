"""Scala, 2 and 3."""

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
from uindex.extract.parse import blanked
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Spans = dict[str, list[tuple[int, int]]]

# Modifiers of an enumeration.
_ENUM = rb"(?:private|protected)(?:\[\w{1,100}+\])?[ ]++"
_LIMITED = re.compile(rb"^[ \t]*+(%s)(?=enum\b)" % _ENUM, re.MULTILINE)
# What the grammar does not know, or reads as something else; it hides no definition.
_UNREAD = re.compile(
    rb"""
    # A second list of arguments to a base class.
    \bextends\s{1,99}+[\w.]{1,200}+(?:\[[^\]\n]{1,200}+\])?+\([^()\n]{0,200}+\)(\([^()\n]{0,200}+\))
    # Annotations of a constructor.
  | \bclass[ ]++\w{1,100}+(?:\[[^\]\n]{1,200}+\])?+[ ]++(@\w{1,100}+(?:\([^()\n]{0,200}+\))?+)
    (?=[ ]*+(?:(?:private|protected)\b[^()\n]{0,99})?\()
    # A function that takes types.
  | (?:[(,={]|=>)[ \t]*+(\[[\w,\ +<>:\[\]-]{1,200}?\]\ *=>)(?![>])
  | ^[ \t]*+(%s)(?=enum\b)
    # The grammar knows the body of a given instance only without braces, and one type of it.
  | \bgiven\b[^\n={]{1,200}?\b(?P<body>with\b[^\n={]{0,200}?)\{
  | \bgiven\b[^\n={]{1,200}?(\bwith[ ]++[\w.]{1,100}+(?:\[[^\]\n]{1,200}+\])?+)(?=[ ]++with\b)
    # Values that are called like the end of a block, or like an extension.
  | \b(?P<end>end)[ \t]++(?:match[ \t]*+\{|[-+*/<>=&|!])
  | \bextensio(?P<name>n)(?=\ *+(?:=>|[.),=]))
    """
    % _ENUM,
    re.VERBOSE | re.MULTILINE,
)
# Parts of `_UNREAD` that are not just left out.
_INSTEAD: dict[str | None, bytes] = {"end": b"enD", "name": b"N", "body": b"="}
_TOKENS = re.compile(
    rb"""
    (?P<comment> %s )
  | (?P<string> "{3}(?:[^"]|"(?!""))*+"{3,9}+
      # What is interpolated may have literals of its own.
      | (?<=[A-Za-z_])"(?:[^"\\\n$]|\\[^\n]
          |\$\{(?:[^{}"\n]|"[^"\n]*+"|\{[^{}\n]*+\})*+\}|\$)*+"?
      | "(?:[^"\\\n]|\\[^\n])*+"?
      | '(?:[^'\\\n]|\\[^\n]{1,6}?)' )
  | `[^`\n]*+`
    """
    % comments.COMMENT,
    re.VERBOSE,
)
_DOC_LINK = re.compile(rb"\[\[([^\]\s]{1,300})(?:\s[^\]\n]{0,300})?\]\]")

_NAME = (
    rb"(?P<name>`[^`\n]{1,200}+`|[A-Za-z_$\x80-\xff][\w$\x80-\xff]{0,200}+(?<=_)[-+*/<>=!&|^~%:?@#\\]{1,20}+"
    rb"|[A-Za-z_$\x80-\xff][\w$\x80-\xff]{0,200}+|[-+*/<>=!&|^~%:?@#\\]{1,20}+)"
)
_BEFORE = rb"^[ \t]*+(?:@\w{1,100}+(?:\([^()\n]{0,200}+\))?[ \t]++){0,6}+"
_MODIFIER = (
    rb"(?:(?:private|protected)(?:\[\w{1,100}+\])?|abstract|case|erased|final|implicit|infix|inline"
    rb"|lazy|opaque|open|override|sealed|transparent)[ \t]++"
)


def _line(kind: str, rest: bytes, *, least: int = 0) -> Line:
    head = _BEFORE + rb"(?:%s){%d,8}+" % (_MODIFIER, least)
    return Line(kind, re.compile(head + rest, re.MULTILINE))


_LINES = (
    _line("class", rb"class[ \t]++" + _NAME),
    _line("object", rb"object[ \t]++" + _NAME),
    _line("trait", rb"trait[ \t]++" + _NAME),
    _line("enum", rb"enum[ \t]++" + _NAME),
    _line("package", rb"package[ \t]++object[ \t]++" + _NAME),
    _line("function", rb"def[ \t]++" + _NAME),
    _line("type", rb"type[ \t]++" + _NAME + rb"(?=[ \t]*+[=<>\[])"),
    _line("instance", rb"given[ \t]++" + _NAME + rb"(?=[ \t]*+:)"),
    # Without a modifier it may be a local.
    _line("field", rb"(?:val|var)[ \t]++" + _NAME, least=1),
)
_BOUND = re.compile(rb"(?<![\w$.:`\x80-\xff])[a-z_][\w$\x80-\xff]*+(?![\w$]|\s*+[(.\[])")
_TYPED = re.compile(rb":[^,()@|]{1,200}+")
_SINGLE = re.compile(rb"`[^`\n]*`|[\w$\x80-\xff]+")
_VALUE = re.compile(rb"(?<![=<>!&|:~])=(?![=>])\s?")
_ACCESS = re.compile(rb"\b(private|protected)\b(?:\s*\[\s*(\w+)\s*\])?")
_TYPES = rb"(?:\[(?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])*\]\s*)?"
_USING = rb"(?:\(\s*using\b[^()]{0,400}(?:\([^()]*\)[^()]*){0,9}\)\s*:?\s*)*"
_EXTENSION = re.compile(
    rb"\s*" + _TYPES + _USING + rb"\(\s*(?:inline\s+)?[\w$`]+\s*:\s*(?:=>\s*)?([\w$.`]+)"
)
_GIVEN = re.compile(rb"\s*" + _TYPES + rb"(?:=>\s*)?" + _USING + rb"(?::\s*)?([\w$.`]+)")
_MEMBER = re.compile(rb"[\n{]|\b(?:def|final|given|infix|inline|override|private|protected|val)\b")
_BLANK = frozenset(b" \t\r\n")
HEAD = 2000
"""Bytes of a definition in which its modifiers stand, or the parameters before one of a class."""
_LIST = re.compile(rb"\)\s*\(")
_WORD = re.compile(r"[\w$`]+", re.ASCII)
_DEFAULT = re.compile(r"= (?:-?[0-9][\w.]*|(?:List|Seq|Set|Vector|Array|Map)\([^()]*\))")
# Of the language itself: everybody's.
_TOLD = frozenset(
    b"Any AnyRef AnyVal Boolean Byte Char Double Float Int Long Nothing Null Short String Unit "
    b"deprecated inline tailrec until to with".split()
)


class Scala(Language):
    """An extension goes by the type it extends and a given instance by its name or its type; what
    has no modifier is public."""

    grammar = "scala"
    keywords = frozenset(
        b"abstract case catch class def derives do else end enum erased export extends extension "
        b"false final finally for forSome given if implicit import infix inline lazy macro match "
        b"new null object opaque open override package private protected return sealed super then "
        b"this throw trait transparent true try type using val var while with yield Int String "
        b"Boolean Unit".split()
    )
    lines = _LINES
    type_quotes = frozenset('"')

    def literals(self, data: bytes) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        return comments.tokens(_TOKENS, data)

    def prepare(self, data: bytes) -> bytes:
        return blanked(_UNREAD, data, _INSTEAD)

    def refine(self, source: Source, spans: Spans) -> None:
        data = source.data
        spans["doc-link"] = comments.links(_DOC_LINK, data, spans.get("comment", ()))
        for name, found in spans.items():
            if name.startswith("symbol.") or name == "body":
                spans[name] = [_trimmed(data, span) for span in found]
        spans["attached"] = [match.span(1) for match in _LIMITED.finditer(data)]
        bound = [span for pattern in spans.pop("pattern", ()) for span in _names(data, *pattern)]
        spans["name"] = sorted([*spans.get("name", ()), *bound])

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        above = parents[draft.parent] if draft.parent >= 0 else None
        kind = draft.kind
        if kind == "package":
            return draft
        if kind in ("extension", "instance"):
            draft = _by_type(draft, source)
        elif kind in ("field", "variable"):
            found = _value(draft, source, above)
            if found is None:
                return None
            draft = found
        elif kind in ("method", "procedure"):
            inside = above is not None and (kind == "method" or above.kind == "instance")
            kind = "method" if inside and above and above.kind != "package" else "function"
            draft = draft._replace(kind="constructor" if draft.name == "this" else kind)
        start = draft.start if kind != "enum" else source.data.rfind(b"\n", 0, draft.start) + 1
        match = _ACCESS.search(source.masked, start, draft.name_start)
        visibility = "public"
        if match:
            qualified = match[2] and match[2] != b"this"
            visibility = "internal" if qualified else match[1].decode()
        elif above and (kind == "variant" or above.kind == "extension"):
            visibility = above.visibility
        if draft.name.startswith("`"):
            low, high = draft.name_start + 1, draft.name_end - 1
            draft = draft._replace(name=draft.name.strip("`"), name_start=low, name_end=high)
        return draft._replace(visibility=visibility)

    def signature(self, draft: Draft, source: Source) -> str:
        if draft.kind == "package":
            return ""
        text = without_annotations(super().signature(draft, source))
        text = _DEFAULT.sub("= …", text).removesuffix(" with").rstrip("=:{ ")
        return "" if text == draft.name else text

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        text = text.strip().removeprefix("import").removeprefix("export")
        for path, selectors in _clauses(text):
            if not selectors:
                module, _, name = path.rpartition(".")
                if module:
                    yield Link("import", _taken(name), module, "", line, symbol)
                else:
                    yield Link("import", "", name, "", line, symbol)
            for selector in selectors:
                name, alias = _selected(selector)
                if name and alias != "_":
                    yield Link("import", name, path, alias, line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        if text.encode() in _TOLD or (len(text) == 1 and text.isupper()):
            return "", ""
        return split_chain(text.replace("#", ".") if "#" in text else text)

    def type_name(self, text: str) -> tuple[str, str]:
        text = text.removeprefix("=>").strip()
        for mark in (" with ", " & ", "{"):
            text = text.partition(mark)[0].rstrip()
        head = text.partition("[")[0].rstrip()
        if text.endswith(("*", ".type")) or " " in head or not head.strip():
            return "", ""
        return super().type_name(text)

    def reference(self, kind: str, text: str, line: int, symbol: int) -> Iterable[Link]:
        if "://" in text:
            yield Link(kind, "", text, "", line, symbol)
        else:
            yield from comments.reference(
                kind, text.partition("[")[0].rstrip("$*!\\"), line, symbol
            )


def _trimmed(data: bytes, span: tuple[int, int]) -> tuple[int, int]:
    """The span without the blank lines that the grammar counts to an indented block."""
    start, end = span
    while end > start and data[end - 1] in _BLANK:
        end -= 1
    return start, end


def _names(data: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """What the pattern of a value binds: all of it, or the words in small letters."""
    if _SINGLE.fullmatch(data, start, end):
        yield start, end
        return
    bare = _TYPED.sub(lambda match: b" " * len(match[0]), data[start:end])
    for match in _BOUND.finditer(bare):
        yield start + match.start(), start + match.end()


def _value(draft: Draft, source: Source, above: Draft | None) -> Draft | None:
    """A value or a variable; None for a parameter of a class that is none of its fields."""
    data = source.masked
    words = data[draft.start : min(draft.name_start, draft.start + HEAD)].split()
    value = _VALUE.search(data, draft.name_end, min(draft.end, draft.name_end + 2000))
    draft = draft._replace(body=value.end() if value else draft.body)
    if b"val" in words or b"var" in words:
        fixed = b"val" in words and (above is None or above.kind in ("object", "package"))
        return draft._replace(kind="constant") if fixed else draft
    if above is None:
        return None
    case = above.kind == "variant" or b"case" in data[above.start : above.name_start].split()
    first = not _LIST.search(data, max(above.name_end, draft.start - HEAD), draft.start)
    return draft if case and first else None


def _by_type(draft: Draft, source: Source) -> Draft:
    """An extension goes by the type alone; a given instance without a name by what the compiler
    calls it, `given_Ord_List` for one of `Ord[List[A]]`."""
    data = source.masked
    if draft.kind == "instance":
        value = _VALUE.search(data, draft.name_end, min(draft.body, draft.name_end + 2000))
        draft = draft._replace(body=value.start() if value else draft.body)
    if draft.name_end > draft.name_start:
        return draft
    word = b"extension" if draft.kind == "extension" else b"given"
    at = data.find(word, draft.start, draft.end) + len(word)
    head = (_EXTENSION if draft.kind == "extension" else _GIVEN).match(data, at, draft.end)
    if not head:
        return draft._replace(name=word.decode())
    start, end = head.span(1)
    path = source.slice(start, end).replace("`", "")
    owner, _, name = path.rpartition(".")
    if draft.kind == "extension":
        member = _MEMBER.search(data, end, draft.end)
        body = member.start() if member else draft.end
        return draft._replace(name=name, owner=owner, name_start=start, name_end=end, body=body)
    parts = ["given", name, *_arguments(source.slice(end, min(draft.end, end + 400)))]
    return draft._replace(name="_".join(parts), name_start=start, name_end=end)


def _arguments(text: str) -> Iterator[str]:
    """The outermost types that a type is applied to, variables apart."""
    if not text.startswith("["):
        return
    depth = 0
    for match in re.finditer(r"[\[\]]|[\w$.]+", text, re.ASCII):
        word = match[0]
        depth += (word == "[") - (word == "]")
        if depth == 0:
            return
        if depth == 1 and word not in "[]":
            name = word.rpartition(".")[2]
            if len(name) > 1:
                yield name


def _clauses(text: str) -> Iterator[tuple[str, list[str]]]:
    """(path, selectors) of `a.b, c.{d, e => f}`."""
    for match in re.finditer(r"([^{},]+)(?:\{([^{}]*)\})?", text):
        path = "".join(match[1].split()).replace("`", "")
        if path and path != ".":
            names = match[2].split(",") if match[2] is not None else []
            yield path.rstrip("."), [name for name in names if name.strip()]


def _selected(text: str) -> tuple[str, str]:
    """(name, alias) of a selector."""
    words = text.replace("=>", " as ").replace("`", "").split()
    if words[0] == "given":
        return (words[1].partition("[")[0] if len(words) > 1 else "*"), ""
    return _taken(words[0]), words[2] if len(words) == 3 and words[1] == "as" else ""


def _taken(name: str) -> str:
    return "*" if name in ("_", "*", "given") else name


LANGUAGE = Scala()
