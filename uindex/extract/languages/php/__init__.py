"""PHP, in pages too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import (
    QUOTES,
    SIGNATURE,
    TYPES,
    Draft,
    Language,
    Line,
    Source,
    first_paragraph,
    split_chain,
    tidy_signature,
)
from uindex.extract.languages.attribute_lists import past_attributes
from uindex.extract.languages.callees import cut_arguments
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Spans = dict[str, list[tuple[int, int]]]

_WORD = rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*"
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|//[^\n]*|#(?!\[)[^\n]*", re.DOTALL)
_BLANK = re.compile(rb"(?:\s|//[^\n]*|#(?!\[)[^\n]*|/\*.*?\*/)*", re.DOTALL)
_ATTRIBUTE = b"#["
_ACCESS = (b"public", b"protected", b"private")
_MODIFIERS = re.compile(rb"\b(?:public|protected|private|abstract|final)\b[^;{}()\n]*\Z")
_MEMBER = frozenset([*_ACCESS, b"abstract", b"final"])
# What such a member is where damage hides the class.
_OUTSIDE = {"function": "method", "variable": "property"}

# Imports.
_USE = re.compile(r"use\s+(?:(?:function|const)\s+)?")
_CLAUSE = re.compile(
    r"(?:(?:function|const)\s+)?\\?([\w\\\x80-\U0010ffff]+)(?:\s+as\s+([\w\x80-\U0010ffff]+))?\Z",
    re.ASCII | re.IGNORECASE,
)
_OPERAND = re.compile(
    r"[\s(]*(?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|(__DIR__|dirname\(__FILE__\))"
    r"|[^'\".;]{1,300})[\s)]*(\.?)"
)
_VARIABLE = re.compile(r"\{\$[^{}]*\}|\$\w+(?:->\w+|\[[^\]]*\])?")

# As good as a call that gives a value of that class.
_MADE = re.compile(
    r"^\(\s*new\s+(\\?[A-Za-z_][\w\\]*)(?:\s*\((?:[^()]|\([^()]*\))*\))?\s*\)(?=->|\?->)"
)
_CLASS = re.compile(rb"\s*(\\?" + _WORD + rb"(?:\\" + _WORD + rb")*)")

# Documentation.
_TARGET = rb"[A-Za-z_\x80-\xff][\w\x80-\xff]{0,80}+"
_LINK = re.compile(
    rb"@(?:see|link|uses|covers|coversDefaultClass)[ \t]+"
    rb"(\\?" + _TARGET + rb"(?:(?:\\|::\$?|->)" + _TARGET + rb"){0,12}(?:\(\))?)(?![\w/:\\]|\.\w)"
)
_INLINE = re.compile(r"\{@(?:see|link|inheritdoc)\b[ \t]*([^{}\s]*)[ \t]*([^{}]*)\}", re.IGNORECASE)

_SELF = frozenset(["self", "static", "parent"])
_BACKSLASH = "\u2216"
"""Stands for a backslash while a callee is split, to which that is no separator."""


class Php(Language):
    """A namespace holds what follows it, up to the next.  Members are public unless they say
    otherwise; what stands outside a class has no visibility."""

    grammar = "php"
    separator = "::"
    selves = frozenset(["$this", "self", "static", "parent"])
    own = re.compile(rb"\$this->\w+\Z")
    keywords = frozenset(
        b"abstract and array as bool break callable case catch class clone const continue declare "
        b"default die do echo else elseif empty enddeclare endfor endforeach endif endswitch "
        b"endwhile enum eval exit extends false final finally float fn for foreach function "
        b"global goto if implements include include_once instanceof insteadof int interface isset "
        b"iterable list match mixed namespace never new null object or parent print private "
        b"protected public readonly require require_once return self static string switch this "
        b"throw trait true try unset use var void while xor yield php".split()
    )
    quotes = re.compile(
        rb"<<<[ \t]*[\"']?("
        + _WORD
        + rb")[\"']?\r?\n(?:[^\n]*\n){0,2000}?[ \t]*\1\b|`[^`\n]{0,400}`|"
        + QUOTES.pattern,
        re.DOTALL,
    )
    lines = (
        *(
            Line(
                kind,
                re.compile(
                    rb"^[ \t]*(?:(?:abstract|final|readonly)[ \t]+){0,3}"
                    + word
                    + rb"[ \t]+(?P<name>"
                    + _WORD
                    + rb")(?=[ \t]*(?:[\r\n{:]|extends\b|implements\b))",
                    re.MULTILINE,
                ),
            )
            for kind, word in (
                ("class", b"class"),
                ("interface", b"interface"),
                ("trait", b"trait"),
                ("enum", b"enum"),
            )
        ),
        Line(
            "function",
            re.compile(
                rb"^[ \t]*(?:(?:abstract|final|public|protected|private|static)[ \t]+){0,4}"
                rb"function[ \t]+&?[ \t]*(?P<name>" + _WORD + rb")[ \t]*\(",
                re.MULTILINE,
            ),
        ),
        Line(
            "constant",
            re.compile(
                rb"^[ \t]*(?:(?:final|public|protected|private)[ \t]+){0,2}"
                rb"const[ \t]+(?P<name>" + _WORD + rb")[ \t]*=",
                re.MULTILINE,
            ),
        ),
        Line(
            "property",
            re.compile(
                rb"^[ \t]*(?:(?:public|protected|private|static|readonly|var)[ \t]+){1,4}"
                rb"(?:[?\\]?[\w\\|&]{1,80}[ \t]+)?\$(?P<name>" + _WORD + rb")[ \t]*[=;]",
                re.MULTILINE,
            ),
        ),
    )

    def refine(self, source: Source, spans: Spans) -> None:
        cut_arguments(source, spans)
        data = source.data
        tested = [_CLASS.match(data, end) for _, end in spans.pop("instance", ())]
        if tested:
            uses = spans.get("use", [])
            spans["use"] = sorted([*uses, *(match.span(1) for match in tested if match)])
        spaces = spans.get("symbol.namespace", [])
        starts = [start for start, _ in spaces[1:]] + [len(data)]
        spans["symbol.namespace"] = [
            (start, end if data[end - 1 : end] == b"}" else following)
            for (start, end), following in zip(spaces, starts, strict=False)
        ]
        _keep_first(data, spans)
        spans["doc-link"] = [
            match.span(1)
            for start, end in spans.get("comment", ())
            if data.startswith(b"/**", start)
            for match in _LINK.finditer(data, start, end)
        ]

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        kind, data = draft.kind, source.masked
        if kind == "namespace":
            return draft._replace(body=min(draft.body, draft.end))
        parent = draft.parent
        start = past_attributes(data, draft.start, draft.name_start, _BLANK, _ATTRIBUTE)
        words = data[start : draft.name_start].split()
        if kind in _OUTSIDE:
            # In damaged text the modifiers may be left outside.
            before = _MODIFIERS.search(data, max(0, start - 80), start)
            words += before[0].split() if before else []
        if kind == "property" and parent >= 0 and parents[parent].kind == "constructor":
            parent = parents[parent].parent
        if kind in _OUTSIDE and not _MEMBER.isdisjoint(words):
            kind = _OUTSIDE[kind]
        if draft.name == "__construct" and kind == "method":
            kind = "constructor"
        visibility = next((word.decode() for word in _ACCESS if word in words), "")
        inside = parent >= 0 and parents[parent].kind in TYPES
        if not visibility and inside:
            visibility = "public"
        return draft._replace(kind=kind, parent=parent, visibility=visibility)

    def signature(self, draft: Draft, source: Source) -> str:
        if draft.kind in ("namespace", "variable") or draft.body < draft.name_start:
            return ""
        start = past_attributes(source.masked, draft.start, draft.name_start, _BLANK, _ATTRIBUTE)
        end = min(draft.body, draft.end, start + 4 * SIGNATURE)
        text = source.masked[start:end].decode("utf-8", "replace")
        if "/" in text or "#" in text:
            text = _COMMENT.sub(" ", text)
        text = tidy_signature(text, draft.name).rstrip(";,")
        if text.startswith("define") and draft.kind == "constant":
            return ""
        return "" if text.removeprefix("case ") == draft.name else text

    def paragraph(self, written: str) -> str:
        if "{@" in written:
            written = _INLINE.sub(lambda match: match[2] or match[1], written)
        return first_paragraph(written)

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        text = _COMMENT.sub(" ", text).strip()
        if not text.startswith("use"):
            path = _file(text)
            if path:
                yield Link("import", "", path, "", line, symbol)
            return
        head, brace, rest = _USE.sub("", text.rstrip("; \t\r\n"), count=1).partition("{")
        prefix = head.strip().lstrip("\\") if brace else ""
        for clause in (rest.rstrip("} \t\r\n") if brace else head).split(","):
            taken = _CLAUSE.match(clause.strip())
            if taken:
                module, _, name = (prefix + taken[1]).rpartition("\\")
                yield Link("import", name, module, taken[2] or "", line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        if text in _SELF or text == "define":
            return "", ""
        if text.startswith("("):
            text = _MADE.sub(r"\1()", text)
        name, receiver = _with_spaces(split_chain, text)
        return ("", "") if receiver and name.startswith("$") else (name.lstrip("$"), receiver)

    def type_name(self, text: str) -> tuple[str, str]:
        return _with_spaces(super().type_name, text)

    def reference(self, kind: str, text: str, line: int, symbol: int) -> Iterable[Link]:
        name, receiver = self.call(text.removesuffix("()"))
        if name:
            yield Link(kind, name.lstrip("$"), receiver, "", line, symbol)


def _with_spaces(read: Callable[[str], tuple[str, str]], text: str) -> tuple[str, str]:
    """What `read` makes of a text whose backslashes part the names of namespaces.

    One that begins with a backslash is looked for from the root, and keeps it.
    """
    root = ""
    if "\\" in text:
        text = text.lstrip("?")
        root = "\\" if text.startswith("\\") else ""
        text = text.lstrip("\\").removeprefix("namespace\\").replace("\\", _BACKSLASH)
    name, receiver = read(text)
    if not name:
        return name, receiver
    if _BACKSLASH in name or _BACKSLASH in receiver:
        space, _, name = name.rpartition(_BACKSLASH)
        receiver = (receiver or space).replace(_BACKSLASH, "\\")
    return name, root + receiver
    return name, receiver


def _keep_first(data: bytes, spans: Spans) -> None:
    """Make the first assignment to each global variable its definition."""
    functions = set(spans.get("symbol.function", ()))
    seen: set[bytes] = set()
    assigned, names = [], []
    for whole, name in zip(spans.pop("symbol.variable", ()), spans.pop("global", ()), strict=True):
        word = data[name[0] : name[1]]
        if word not in seen and whole not in functions:
            assigned.append(whole)
            names.append(name)
        seen.add(word)
    if assigned:
        spans["symbol.variable"] = assigned
        spans["name"] = sorted([*spans.get("name", ()), *names])


def _file(text: str) -> str:
    """The path that an include spells out; what is not spelled out becomes an ellipsis."""
    written = text.partition("include" if text.startswith("include") else "require")[2]
    parts, at, more = [], len("_once") if written.startswith("_once") else 0, "."
    while more and (match := _OPERAND.match(written, at)):
        if match[3]:
            parts.append(".")
        elif match[1] is None and match[2] is None:
            parts.append("…")
        else:
            parts.append(match[1] or _VARIABLE.sub("…", match[2] or ""))
        at, more = match.end(), match[4]
    path = re.sub("…+", "…", "".join(parts))
    return "" if path in ("", "…", ".") else path


LANGUAGE = Php()
