"""What CSS, SCSS and Less share, in files and in the style blocks of components.

A reader of our own: the pinned grammar of CSS takes one file in six for damaged (nesting,
containers), that of SCSS every second one (modules, `!default`), and there is none for Less.
It reads statements, preludes of blocks and what pairs; selectors are looked into for names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uindex.extract.language import tidy_signature

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.extract.language import Draft, Source
    from uindex.extract.parse import Span

PRELUDE = 20_000
"""Bytes of a prelude or statement that are looked into; a longer one holds data."""
NESTED = 100
"""Blocks in each other beyond which nothing is defined."""

_STRING = rb"\"(?:[^\"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'?"
_TOKEN = re.compile(
    rb"/\*.*?(?:\*/|\Z)|" + _STRING + rb"|\burl\(\s*(?![\"'\s])[^)\n]*\)?|[#@]\{|[{};()\[\]]",
    re.DOTALL,
)
_TOKEN_LINES = re.compile(rb"(?<!:)//[^\n]*|" + _TOKEN.pattern, re.DOTALL)
_SPACE = re.compile(rb"\s*")
_FILLED = rb"[#@]\{[^{}\n]{0,100}\}"
_INTERPOLATED = rb"(?:[\w-]|\\.|[\x80-\xff]|" + _FILLED + rb")"
_NAMED = re.compile(
    rb"(?P<sign>[.#%])(?P<name>(?:-?[A-Za-z_\x80-\xff\\]|--|"
    + _FILLED
    + rb")"
    + _INTERPOLATED
    + rb"{0,100})"
    rb"|(?P<nested>&(?:[\w-]|" + _FILLED + rb")" + _INTERPOLATED + rb"{0,100})"
)
_ASIDE = re.compile(rb"/\*.*?\*/|\([^()]*\)|\[[^\[\]]*\]|" + _STRING, re.DOTALL)
# What stands in their parentheses is as if it stood there alone.
_THROUGH_NAME = rb":{1,2}(?:global|v-deep|deep|slotted|v-slotted|v-global|is|where|host)"
_THROUGH = re.compile(_THROUGH_NAME + rb"\(([^()]*)\)")
_THROUGH_END = re.compile(_THROUGH_NAME + rb"\Z")
_COMBINED = re.compile(rb"[\s>+~](?=[^\s>+~])")
_AT = re.compile(rb"@(?:-[a-z]{1,10}-)?([a-z][\w-]*)\s*", re.IGNORECASE)
_IDENT = re.compile(rb"-?-?[A-Za-z_\x80-\xff](?:[\w.-]|[\x80-\xff]|\\.)*")
_DECLARED = re.compile(rb"(--[\w\x80-\xff-]+|\$[\w\x80-\xff-]+|@[A-Za-z_][\w-]*)\s*:\s*")
_LESS_MIXIN = re.compile(rb"[.#]([A-Za-z_-][\w-]*)\s*\(")
_LESS_CALL = re.compile(rb"[.#]([A-Za-z_-][\w.#>\s-]*)(?:\(|\Z)")
_USES = re.compile(
    rb"var\(\s*(--[\w\x80-\xff-]+)|((?:\b[A-Za-z][\w-]{0,60}\.)?\$[A-Za-z_\x80-\xff][\w\x80-\xff-]*)"
)
_LESS_USES = re.compile(rb"(?<![\w@])(@\{?[A-Za-z_][\w-]*)(?!\s*:)")
_CALLS = re.compile(rb"(?<![\w$.@#&:-])((?:[A-Za-z][\w-]*\.)?[A-Za-z_][\w-]*)\(")
_SPECIFIER = re.compile(rb"[\"']([^\"'\n]*)[\"']|url\(\s*([^\"'()\s]+)")
_SIGILED = re.compile(r"[%@]\{?[\w-]{1,200}\Z", re.ASCII)
_EXTENDED = re.compile(rb"[.#]([\w-]+)|(%[\w-]+)")
_ANIMATED = re.compile(rb"(?:-\w+-)?animation(?:-name)?\s*:\s*")
_WORD = re.compile(rb"(?<![\w.#$@%(-])[A-Za-z_-][\w-]*(?![\w(-])")

# Functions that are no stylesheet's own.
_BUILTIN = frozenset(
    b"abs acos asin atan atan2 attr blur brightness calc clamp color color-mix conic-gradient "
    b"contrast cos counter counters cubic-bezier drop-shadow element ellipse env exp expression "
    b"filter fit-content format grayscale hsl hsla hue-rotate hwb hypot image image-set inset "
    b"invert lab layer lch light-dark linear linear-gradient local log matrix matrix3d max min "
    b"minmax mod not oklab oklch opacity path perspective polygon pow radial-gradient rem repeat "
    b"repeating-conic-gradient repeating-linear-gradient repeating-radial-gradient rgb rgba rotate "
    b"rotate3d rotateX rotateY rotateZ round saturate scale scale3d scaleX scaleY selector sepia "
    b"sign sin skew skewX skewY sqrt steps supports tan translate translate3d translateX "
    b"translateY translateZ url var and or if in from through to with using".split()
)
_TIMING = frozenset(
    b"ease ease-in ease-out ease-in-out linear step-start step-end infinite normal reverse "
    b"alternate alternate-reverse none forwards backwards both running paused initial inherit "
    b"unset revert auto important".split()
)
_DEFINED = {
    b"mixin": "mixin", b"function": "function", b"keyframes": "object", b"property": "variable",
    b"counter-style": "object", b"layer": "namespace", b"container": "", b"font-face": "",
}  # fmt: skip
_IMPORTS = (b"import", b"use", b"forward", b"plugin", b"reference")
KEYWORDS = frozenset(
    b"color margin padding display width height border background position top left right bottom "
    b"none auto important block inline flex absolute relative hidden solid px rem media screen "
    b"include mixin extend import use forward function return each else var url inherit".split()
)


class _Block(NamedTuple):
    """An open block: its kind ("" for one that defines nothing), where it began and its names."""

    kind: str
    start: int
    names: list[Span]
    body: int
    frames: bool


class Styles:
    """The captures of one stylesheet, found by `read`; spans are in order of position."""

    def __init__(self, data: bytes, start: int, end: int, *, dialect: str) -> None:
        self.data = data
        self.start = start
        self.end = end
        self.less = dialect == "less"
        self.plain = dialect == "css"
        self.spans: dict[str, list[Span]] = {}
        self.damaged = False
        self._open: list[_Block] = []
        self._known: set[bytes] = set()
        """Names that a selector defined."""

    def read(self) -> dict[str, list[Span]]:
        """Read the text between the two offsets."""
        token = _TOKEN if self.plain else _TOKEN_LINES
        at = begin = self._skip(self.start)
        depth = 0
        interpolated = 0
        for match in token.finditer(self.data, at, self.end):
            mark, found = match[0], match.start()
            if mark[:2] in (b"/*", b"//"):
                self._add("comment", match.span())
                if found <= begin:
                    begin = self._skip(match.end())
            elif mark[:1] in b"\"'u":
                self._add("string", match.span())
            elif mark in (b"#{", b"@{"):
                interpolated += 1
            elif mark == b"}" and interpolated:
                interpolated -= 1
            elif mark in b"([":
                depth += 1
            elif mark in b")]":
                depth = max(0, depth - 1)
            elif mark != b";" or not depth:
                self.damaged = self.damaged or depth > 0
                depth = interpolated = 0
                self._piece(mark, begin, found)
                begin = self._skip(match.end())
        self._statement(begin, self.end)
        self.damaged = self.damaged or bool(self._open)
        while self._open:
            self._close(self.end)
        return {name: sorted(spans) for name, spans in self.spans.items()}

    def _skip(self, at: int) -> int:
        match = _SPACE.match(self.data, at, self.end)
        return match.end() if match else at

    def _add(self, capture: str, span: Span) -> None:
        self.spans.setdefault(capture, []).append(span)

    def _piece(self, mark: bytes, begin: int, found: int) -> None:
        if mark == b"{":
            self._block(begin, found)
            return
        self._statement(begin, found)
        if mark == b"}":
            if self._open:
                self._close(found + 1)
            else:
                self.damaged = True

    def _close(self, end: int) -> None:
        block = self._open.pop()
        if block.names and len(self._open) < NESTED:
            self._add(f"symbol.{block.kind}", (block.start, end))
            self._add("body", (block.body, end))
            for name in block.names:
                self._add("name", name)

    def _block(self, start: int, brace: int) -> None:
        """The prelude of a block, which begins at `brace`."""
        end = min(brace, start + PRELUDE)
        framed = bool(self._open) and self._open[-1].frames
        kind, names, frames = "", list[tuple[int, int]](), framed
        at = _AT.match(self.data, start, end)
        if at:
            kind, names = self._at_block(at, end)
            frames = at[1].lower() == b"keyframes"
        elif self.less and (less := _LESS_MIXIN.match(self.data, start, end)):
            kind, names = "mixin", [less.span(1)]
        elif not framed and self.data[end - 1 : end] != b":":
            kind, names = "selector", self._selectors(start, end)
        self._open.append(_Block(kind, start, names, brace, frames))

    def _at_block(self, at: re.Match[bytes], end: int) -> tuple[str, list[Span]]:
        word = at[1].lower()
        name = _IDENT.match(self.data, at.end(), end)
        if word == b"include":
            self._include(at.end(), end)
            return "", []
        if word == b"at-root" and at.end() < end:
            return "selector", self._selectors(at.end(), end)
        kind = _DEFINED.get(word, "")
        if not kind or not name:
            self._values(at.end(), end)
            return "", []
        return kind, [name.span()]

    def _selectors(self, start: int, end: int) -> list[Span]:
        """The names that a selector list defines: those in each selector's last part that has
        any."""
        text = self.data[start:end]
        if b"(" in text or b"[" in text or b"/*" in text:
            for match in _ASIDE.finditer(text):
                self._in_brackets(start, match)
            text = _THROUGH.sub(_through, text)
            text = _ASIDE.sub(lambda match: b"\0" * len(match[0]), text)
        found: list[Span] = []
        seen: set[bytes] = set()
        at = start
        for part in text.split(b","):
            for match in self._subject(part, at):
                if match[0] not in seen:
                    seen.add(match[0])
                    found.append(_name_in(match, at))
            at += len(part) + 1
        return found

    def _subject(self, part: bytes, at: int) -> list[re.Match[bytes]]:
        """The names that one selector defines; of `.a.b.c` those that the file had not yet, or the
        last.  The other names are used."""
        steps = [match.end() for match in _COMBINED.finditer(part.rstrip())]
        named = list(_NAMED.finditer(part))
        last = steps[-1] if steps else 0
        if named and named[-1].start() < last:
            last = max((step for step in steps if step <= named[-1].start()), default=0)
        subject = [match for match in named if match.start() >= last]
        if len(subject) > 1:
            subject = [one for one in subject if one[0] not in self._known] or subject[-1:]
        self._known.update(match[0] for match in subject)
        for match in named:
            if match not in subject:
                self._add("use", _name_in(match, at))
        return subject

    def _in_brackets(self, start: int, match: re.Match[bytes]) -> None:
        """Use what stands in the parentheses of a selector's function."""
        if match[0][:1] != b"(" or _THROUGH_END.search(match.string, 0, match.start()):
            return
        for named in _NAMED.finditer(match[0]):
            if named["sign"]:
                low, high = named.span("name")
                self._add("use", (start + match.start() + low, start + match.start() + high))

    def _statement(self, start: int, stop: int) -> None:
        """A declaration or an at-rule without a block."""
        end = min(stop, start + PRELUDE)
        if start >= end:
            return
        first = self.data[start]
        declared = _DECLARED.match(self.data, start, end) if first in b"-$@" else None
        if declared:
            if first == b"-"[0] or self._outermost() or b"!global" in self.data[start:end]:
                self._add("symbol.variable", (start, stop))
                self._add("name", declared.span(1))
                self._add("body", (declared.end(), stop))
            self._values(declared.end(), end)
            return
        at = _AT.match(self.data, start, end)
        if at:
            self._at_statement(at[1].lower(), start, at.end(), end)
            return
        if self.less and first in b".#" and (call := _LESS_CALL.match(self.data, start, end)):
            self._add("call", call.span(1))
        animated = _ANIMATED.match(self.data, start, end)
        if animated:
            for word in _WORD.finditer(self.data, animated.end(), end):
                if word[0] not in _TIMING:
                    self._add("use", word.span())
        self._values(start, end)

    def _outermost(self) -> bool:
        """Whether no definition and no rule is open: what is declared then is no local."""
        return all(
            not block.names and self.data[block.start : block.start + 1] == b"@"
            for block in self._open
        )

    def _at_statement(self, word: bytes, start: int, at: int, end: int) -> None:
        if word in _IMPORTS:
            self._add("import", (start, end))
        elif word == b"include":
            self._include(at, end)
        elif word == b"extend":
            for match in _EXTENDED.finditer(self.data, at, end):
                self._add("use", match.span(match.lastindex or 0))
        else:
            self._values(at, end)

    def _include(self, at: int, end: int) -> None:
        name = _IDENT.match(self.data, at, end)
        if name:
            self._add("call", name.span())
            self._values(name.end(), end)

    def _values(self, start: int, end: int) -> None:
        """What a value takes from elsewhere."""
        data = self.data
        if data.find(b"$", start, end) >= 0 or data.find(b"var(", start, end) >= 0:
            for match in _USES.finditer(data, start, end):
                self._add("use", match.span(match.lastindex or 0))
        if self.less:
            for match in _LESS_USES.finditer(data, start, end):
                self._add("use", match.span(1))
        if not self.plain and data.find(b"(", start, end) >= 0:
            for match in _CALLS.finditer(data, start, end):
                if match[1] not in _BUILTIN:
                    self._add("call", match.span(1))


def _name_in(match: re.Match[bytes], at: int) -> Span:
    """Where the name stands of one that was found in a selector at `at`."""
    low, high = match.span("nested" if match["nested"] else "name")
    return at + low - (match["sign"] == b"%"), at + high


def _through(match: re.Match[bytes]) -> bytes:
    """A selector's function of the same length, of which only the argument is left."""
    return match[1].rjust(len(match[0]) - 1, b"\0") + b"\0"


def finish(draft: Draft, parents: list[Draft]) -> Draft | None:
    """A draft of a stylesheet: `&__part` takes the name of the rule around it."""
    name = draft.name
    if name.startswith("&"):
        if draft.parent < 0 or parents[draft.parent].kind not in ("selector", "mixin"):
            return None
        name = parents[draft.parent].name + name[1:]
    if "\\" in name:
        name = name.replace("\\", "")
    return draft._replace(name=name[:200])


def signature(draft: Draft, source: Source, written: str) -> str:
    """Of a list of selectors the one that has the name; no defaults of parameters."""
    if draft.kind == "selector" and "," in written:
        low = source.masked.rfind(b",", draft.start, draft.name_start) + 1
        high = source.masked.find(b",", draft.name_end, draft.body)
        text = source.masked[low or draft.start : high if high >= 0 else draft.body]
        if text.count(b"(") == text.count(b")"):
            written = tidy_signature(text.decode("utf-8", "replace"), draft.name)
        return written
    if draft.kind not in ("mixin", "function") or ":" not in written:
        return written
    return _without_defaults(written)


def _without_defaults(written: str) -> str:
    parts: list[str] = []
    depth, hidden = 0, False
    for char in written:
        depth += (char == "(") - (char == ")")
        if depth == 1 and char == ":":
            hidden = True
        elif (depth == 1 and char in ",;") or depth == 0:
            hidden = False
        if not hidden:
            parts.append(char)
    return "".join(parts)


def sigiled(text: str) -> bool:
    """Whether a name is a placeholder or a variable of Less, which no chain begins with."""
    return _SIGILED.match(text) is not None


def imports(text: str) -> Iterator[tuple[str, str, str]]:
    """(name, module, alias) of each sheet that an at-rule takes in."""
    written = text.encode()
    rule = _AT.match(written)
    word = rule[1].lower() if rule else b""
    for match in _SPECIFIER.finditer(written):
        module = (match[1] or match[2] or b"").decode("utf-8", "replace")
        if word == b"import" or word not in _IMPORTS:
            if module:
                yield "*", module, ""
            continue
        alias = re.search(r"\bas\s+([\w*-]+)", text[match.end() :], re.ASCII)
        name = "*" if word == b"forward" or (alias and alias[1] == "*") else ""
        yield name, module, alias[1] if alias and alias[1] != "*" else ""
        return  # what follows configures it
