"""Tags, attributes, texts and expressions of HTML and of what is written much like it.

One pass from left to right that never fails: what is not closed ends with its line, and the reading
says that it is damaged.  Scripts and styles are spans that others read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from uindex.extract.parse import Span

NESTED = 30
"""Tags within attributes of each other that are looked into."""
FAILURES = 20
"""Braces that are not closed, after which braces are taken for text: each costs the rest."""
ATTRIBUTES = 1000
"""Attributes of one tag that are kept."""

VOID = frozenset(b"area base br col embed hr img input link meta param source track wbr".split())

_TEXT = re.compile(rb"<(?=[A-Za-z/!?>])|\{")
_NAME = re.compile(rb"</?([A-Za-z][^\s/>{}\"'=<]*)")
_NEXT = re.compile(
    rb"[\s/]*(?:(?P<end>>)|(?P<brace>\{)|(?P<tag><(?=[A-Za-z/!]))"
    rb"|(?P<name>[^\s/>\"'{}=<`]+)(?P<is>\s*=\s*(?P<quote>[\"'`{]|))?|(?P<odd>[^\s/])|\Z)"
)
_BARE = re.compile(rb"[^\s>{]*")
_STRAY = re.compile(rb"\"[^\"\n>]*\"|'[^'\n>]*'")
_TAG_LINE = re.compile(rb"\n[ \t]*</?[A-Za-z]")
_CODE = re.compile(
    rb"[{}`]|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|/\*.*?(?:\*/|\Z)|(?<![:\w])//[^\n]*"
    rb"|<(?=[A-Za-z/>!])",
    re.DOTALL,
)
_QUASI = re.compile(rb"\\.|`|\$\{", re.DOTALL)
_MARKED_UP = re.compile(rb"[{<]")
_MARGIN = re.compile(rb"^</?[A-Za-z]", re.MULTILINE)
_BLOCK_MARGIN = re.compile(rb"^<(?:script|style)\b", re.MULTILINE)
# A tag in an expression stands where a value may; elsewhere `<` compares or lists types.
_VALUE_BEFORE = re.compile(rb"(?:[({\[,?:&|=;>}]|\b(?:return|default))\s*\Z")
_TEMPLATED = ((b"{{", b"}}"), (b"{%", b"%}"), (b"<%", b"%>"))


class Attribute(NamedTuple):
    """One attribute; offsets into the text."""

    name: bytes
    """Empty where there is only an expression in braces."""
    at: int
    start: int
    """Of the value, without its quotes or braces; equal to `end` where there is none."""
    end: int
    braced: bool = False
    pieces: tuple[Span, ...] = ()
    """Expressions in braces within a quoted value."""


class Tag(NamedTuple):
    """A tag; `name` as written."""

    name: bytes
    start: int
    end: int
    name_start: int
    closing: bool = False
    empty: bool = False
    """Whether it closes itself."""
    attributes: tuple[Attribute, ...] = ()

    def get(self, name: bytes) -> Attribute | None:
        """The first attribute of that name."""
        return next((one for one in self.attributes if one.name.lower() == name), None)


class Raw(NamedTuple):
    """What a tag holds that is not markup."""

    tag: Tag
    start: int
    end: int


class Markup:
    """The reading of a text from `begin` on.

    `braces` is what begins an expression: b"" for nothing, b"{{" up to the next b"}}", b"{" up to
    the brace that pairs.  With `nested` an expression may hold tags, as in JSX, and stands in no
    quoted value.
    """

    def __init__(
        self, data: bytes, *, braces: bytes = b"", nested: bool = False, begin: int = 0
    ) -> None:
        self.data = data
        self.braces = braces
        self.nested = nested
        self.begin = begin
        self.tags: list[Tag] = []
        self.raws: list[Raw] = []
        self.comments: list[Span] = []
        self.texts: list[Span] = []
        self.expressions: list[Span] = []
        """What stands in braces in texts, without them."""
        self.templates: list[Span] = []
        """Tags of another language, and stray literals, in the place of attributes."""
        self.damaged = False
        self._failures = 0
        self._absent: set[bytes] = set()
        self._margin = _BLOCK_MARGIN if nested else _MARGIN
        self._stop = -1

    def raw(self, tag: Tag) -> bool:
        """Whether what follows the tag, up to its closing tag, is no markup."""
        return tag.name.lower() in (b"script", b"style")

    def closed(self, tag: Tag) -> None:
        """Called for each closing tag."""

    def read(self) -> None:
        """Read all of the text."""
        at = text = self.begin
        size = len(self.data)
        while at < size:
            match = _TEXT.search(self.data, at)
            if match is None:
                break
            found = match.start()
            end = self._markup(found, 0) if match[0] == b"<" else self._expression_in_text(found)
            if end > found:
                if text < found:
                    self.texts.append((text, found))
                text = end
            at = max(end, found + 1)
        if text < size:
            self.texts.append((text, size))

    def _find(self, what: bytes, at: int) -> int:
        """data.find, which looks no second time for what is not there."""
        if what in self._absent:
            return -1
        found = self.data.find(what, at)
        if found < 0:
            self._absent.add(what)
        return found

    def _line_end(self, at: int) -> int:
        found = self._find(b"\n", at)
        return found if found >= 0 else len(self.data)

    def _markup(self, at: int, depth: int) -> int:
        """The end of the tag, comment or declaration at `at`; `at` itself where there is none."""
        data = self.data
        second = data[at + 1 : at + 2]
        if second == b">":
            return at + 2  # a fragment
        if data.startswith(b"<!--", at):
            return self._until(at, b"-->", self.comments)
        if data.startswith(b"<![CDATA[", at):
            return self._until(at, b"]]>")
        if second == b"?":
            return self._until(at, b"?>" if data.startswith(b"<?php", at) else b">")
        if second == b"!":
            return self._until(at, b">")
        return self._tag(at, depth)

    def _until(self, at: int, closing: bytes, into: list[Span] | None = None) -> int:
        end = self._find(closing, at + 2)
        if end < 0:
            self.damaged = True
            end = self._line_end(at)
        else:
            end += len(closing)
        if into is not None:
            into.append((at, end))
        return end

    def _tag(self, at: int, depth: int) -> int:
        match = _NAME.match(self.data, at)
        if match is None:
            return at + 3 if self.data.startswith(b"</>", at) else at
        name, low = match[1], match.start(1)
        if low == at + 2:
            end = self._find(b">", match.end())
            end = end + 1 if end >= 0 else self._line_end(at)
            tag = Tag(name, at, end, low, closing=True)
            self.tags.append(tag)
            self.closed(tag)
            return end
        attributes: list[Attribute] = []
        here = len(self.tags)
        end = self._attributes(match.end(), attributes, depth)
        empty = self.data.endswith(b"/>", at, end)
        tag = Tag(name, at, end, low, empty=empty, attributes=tuple(attributes))
        self.tags.insert(here, tag)
        if not empty and self.raw(tag):
            end = self._raw(tag)
        return end

    def _raw(self, tag: Tag) -> int:
        closing = re.compile(rb"</%s\s*>" % re.escape(tag.name), re.IGNORECASE)
        match = closing.search(self.data, tag.end)
        if match is None:
            self.damaged = True
        end = match.start() if match else len(self.data)
        self.raws.append(Raw(tag, tag.end, end))
        return match.end() if match else end

    def _attributes(self, at: int, into: list[Attribute], depth: int) -> int:
        """Read attributes up to the end of the tag, which is returned."""
        while True:
            match = _NEXT.match(self.data, at)
            if match is None or match.end() == match.start() or match.end() >= len(self.data):
                ended = match is not None and match["end"] is not None
                self.damaged = self.damaged or not ended
                return len(self.data)
            at = match.end()
            if match["end"]:
                return at
            if match["tag"]:  # the tag before it was not closed
                self.damaged = True
                return match.start("tag")
            one = None
            if match["odd"] and match["odd"] in b"\"'":
                self.damaged = True
                at = self._stray_quote(at)
            elif match["brace"] and self.braces == b"{":
                end = self._expression(at - 1, depth + 1)
                one = Attribute(b"", at - 1, at, end - 1, braced=True)
                at = max(end, at)
            elif match["brace"]:
                end = self._template_end(self.data[at - 1 : at + 1], at)
                if end > at:
                    self.templates.append((at - 1, end))
                    at = end
            elif match["name"]:
                one = self._attribute(match, depth)
                if match["quote"] == b"{" and self.braces != b"{":
                    at = one.start - 1
                elif match["quote"] and one.end < len(self.data):
                    at = one.end + (self.data[one.end] not in b"\n\r")
                else:
                    at = one.end
            if one and one.end >= one.start and len(into) < ATTRIBUTES:
                into.append(one)

    def _stray_quote(self, at: int) -> int:
        """Where to go on behind a quote that begins no value: behind what it quotes, if that is on
        its line and in its tag."""
        match = _STRAY.match(self.data, at - 1)
        if not match:
            return at
        self.templates.append(match.span())
        return match.end()

    def _attribute(self, match: re.Match[bytes], depth: int) -> Attribute:
        name, at, start = match["name"], match.start("name"), match.end()
        if not match["is"]:
            return Attribute(name, at, start, start)
        quote = match["quote"]
        if not quote:
            bare = _BARE.match(self.data, start)
            end = bare.end() if bare else start
            end -= self.data.endswith(b"/", start, end) and self.data.startswith(b">", end)
            return Attribute(name, at, start, end)
        if quote == b"{":
            if self.braces != b"{":
                return Attribute(name, at, start, start)
            end = self._expression(start - 1, depth + 1)
            if end < start:
                return Attribute(name, at, start, self._line_end(start))
            return Attribute(name, at, start, end - 1, braced=True)
        pieces: list[Span] = []
        end = self._quoted(start, quote, pieces, depth)
        return Attribute(name, at, start, end, pieces=tuple(pieces))

    def _quoted(self, start: int, quote: bytes, pieces: list[Span], depth: int) -> int:
        """The end of a quoted value: its quote, or the line's end where that is far off."""
        at = start
        inner = self.braces == b"{" and not self.nested
        end = self._find(quote, at)
        while end >= 0:
            brace = self.data.find(b"{", at, end) if inner else -1
            if brace >= 0:
                at = self._expression(brace, depth + 1)
                if at > brace:
                    pieces.append((brace + 1, at - 1))
                at = max(at, brace + 1)
            else:
                value = self.data[start:end]
                at = self._template_end(value, end)
                if at < 0:
                    if b"\n" in value and _TAG_LINE.search(value):
                        break
                    return end
            if at > end:
                end = self._find(quote, at)
        self.damaged = True
        pieces.clear()
        return self._line_end(start)

    def _template_end(self, value: bytes, end: int) -> int:
        """Where a template's tag ends that holds the quote at `end`, or -1."""
        for opening, closing in _TEMPLATED:
            if opening in value and value.rfind(opening) > value.rfind(closing):
                found = self.data.find(closing, end, end + 300)
                if found >= 0:
                    return found + 2
        return -1

    def _expression_in_text(self, at: int) -> int:
        if not self.braces or not self.data.startswith(self.braces, at):
            return at
        if self.braces == b"{{":
            end = self._find(b"}}", at + 2)
            if end < 0:
                return at
            self.expressions.append((at + 2, end))
            return end + 2
        end = self._expression(at, 0)
        if end > at:
            self.expressions.append((at + 1, end - 1))
        return max(end, at)

    def _expression(self, at: int, depth: int) -> int:
        """The end of the expression whose brace is at `at`; -1 where it is not closed."""
        if self._failures >= FAILURES or depth > NESTED:
            return -1
        tags, raws, comments = len(self.tags), len(self.raws), len(self.comments)
        end = self._balanced(at, depth)
        if end < 0:
            self.damaged = True
            self._failures += 1
            del self.tags[tags:], self.raws[raws:], self.comments[comments:]
        return end

    def _balanced(self, at: int, depth: int) -> int:
        data = self.data
        if self._stop < at:  # no expression goes on behind a tag at the margin
            stop = self._margin.search(data, at)
            self._stop = stop.start() if stop else len(data)
        limit = self._stop
        modes = [b"{"]
        at += 1
        while at < limit:
            mode = modes[-1]
            pattern = _QUASI if mode == b"`" else _CODE if mode == b"{" else _MARKED_UP
            match = pattern.search(data, at, limit)
            if match is None:
                return -1
            token, found, at = match[0], match.start(), match.end()
            if token == b"}":
                modes.pop()
            elif token in (b"{", b"${"):
                modes.append(b"{")
            elif token == b"`":
                if mode == b"`":
                    modes.pop()
                else:
                    modes.append(b"`")
            elif token == b"<" and self.nested:
                at = self._inner_tag(found, depth, modes)
            if not modes:
                return at
        return -1

    def _inner_tag(self, at: int, depth: int, modes: list[bytes]) -> int:
        """The end of the tag at `at` within an expression; `modes` follow it."""
        data = self.data
        if modes[-1] == b"{" and not _VALUE_BEFORE.search(data, max(0, at - 40), at):
            return at + 1
        here = len(self.tags)
        end = self._markup(at, depth + 1)
        if end <= at:
            return at + 1
        fragment = data.startswith((b"<>", b"</>"), at)
        tag = self.tags[here] if len(self.tags) > here else None
        if data.startswith(b"</", at):
            if modes[-1] == b"<":
                modes.pop()
        elif fragment or (tag and not tag.empty and not self.raw(tag) and not void(tag)):
            modes.append(b"<")
        return end


def void(tag: Tag) -> bool:
    """Whether an element has no closing tag by its name."""
    return tag.name.lower() in VOID
