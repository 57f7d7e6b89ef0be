"""AsciiDoc: titles of both styles, anchors, cross references, links, inclusions.

A reader of our own: there is no grammar.  Left out: the values of attributes (`{name}` stays as it
is written), and conditions, so both sides of an `ifdef` are read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract import prose
from uindex.extract.language import Draft, Source
from uindex.extract.languages.line_blocks import LineBlocks, LineMarkup

if TYPE_CHECKING:
    from collections.abc import Iterator

_TITLE = re.compile(rb"(={1,6}|#{1,6})[ \t]+(\S.*?)(?:[ \t]+\1)?$")
_UNDERLINE = re.compile(rb"([-=~^+])\1{2,}$")
_LEVELS = b"=-~^+"
_OPAQUE = re.compile(rb"(?:-{4,}|\.{4,}|\+{4,}|/{4,}|`{3,})")
"""What delimits code, literal text, passthroughs, comments and fenced code."""
_DELIMITER = re.compile(rb"(?:={4,}|\*{4,}|_{4,}|--|~{4,}|[|!,:]={3,})$")
_ATTRIBUTES = re.compile(rb"\[([^\]\[][^\]]{0,300})?\]$|\[\[[^\]]{1,200}\]\]$")
_CODE = re.compile(
    rb"\[(?:source|listing|literal|stem|latexmath|asciimath|pass|plantuml|graphviz|,)\b"
)
_ENTRY = re.compile(rb":!?[\w][\w-]{0,80}!?:(?:[ \t]|$)")
_MACRO = re.compile(rb"(\w{1,40})::(\S{0,400}?)\[.*\]$")
_FILES = frozenset(b"include image video audio xref".split())
_NO_TEXT = re.compile(
    rb"\.\S|[*.-]{1,5}[ \t]|[0-9]{1,9}\.[ \t]|\||\+$|<[0-9.]{1,3}>[ \t]|'{3,}$|<{3,}$|[ \t]"
)
_LABELLED = re.compile(rb"\S.{0,300}(?:::|;;|:::)(?:[ \t]|$)")
_ANCHOR = re.compile(
    rb"\[\[([A-Za-z_:\x80-\xff][^\],\s\[]{0,199})(?:,[^\]\n]{0,200})?\]\]"
    rb"|\banchor:([\w:.-]{1,200})\["
    rb"|^\[[\w ,.-]{0,80}#([\w:-]{1,200})[^\]\n]{0,200}\]"
    rb"|^\[[^\]\n]{0,200}?\bid=\"?([\w:-][\w:.-]{0,199})",
    re.MULTILINE,
)
_INLINE = re.compile(
    rb"<<(?P<id>[^<>,\n]{1,200})(?:,[^<>]{0,300})?>>"
    rb"|\b(?P<macro>xref|link|image|include):(?!:)(?P<to>[^\s\[\]]{1,400})\["
    rb"|(?<!`)(?P<ticks>`{1,2})(?P<code>[^`\n]{1,200})(?P=ticks)(?!`)"
    rb"|(?<![\w:])(?P<url>(?:https?|ftp|irc)://[^\s<>\[\]\"]{1,400})"
)
_MARKUP = [
    (re.compile(r"\[\[[^\]]*\]\]|\banchor:[\w:.-]+\[[^\]]*\]|^\[[^\]]*\]\s"), ""),
    (re.compile(r"<<[^<>,]*,\s*([^<>]*)>>"), r"\1"),
    (re.compile(r"<<([^<>]*)>>"), r"\1"),
    (re.compile(r"\b(?:https?|ftp)://[^\s\[\]]*\[([^\]]+)\]"), r"\1"),
    (re.compile(r"\b[a-z]\w*::?([^\s\[\]]+)\[\]"), r"\1"),
    (re.compile(r"\b(?:xref|link|kbd|btn|menu|footnote|stem|pass|image):[^\s\[\]]*\[([^\]]*)\]"),
     r"\1"),
    (re.compile(r"\[[.#][^\]]*\](?=[#`*_])"), ""),
    (re.compile(r"(?<![\w\\])([`*_+#]{1,2})(?=\S)([^\n]+?)(?<=\S)\1(?!\w)", re.ASCII), r"\2"),
    (re.compile(r"\\(?=[`*_+#{}<])"), ""),
]  # fmt: skip
_SPECIAL = re.compile(r"[\[`*_+#<\\]")


class _Blocks(LineBlocks):
    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.fence = b""
        """The line that closes the opaque block we are in."""
        self.code = False
        """Whether the next paragraph is code."""
        self.lines = 0
        """Lines of the open paragraph, of those at the margin that may be a title."""
        self.unclosed: set[bytes] = set()
        self.header = False
        """Whether we are in the lines below the document's title: authors, revision, attributes."""

    def line(self, at: int, line: bytes) -> None:
        if self.fence:
            self.blank(at, at + len(line))
            if line == self.fence:
                self.fence = b""
            return
        if self._title(at, line):
            return
        opaque = _OPAQUE.match(line)
        if opaque and (opaque.end() == len(line) or line[:3] == b"```"):
            self._end()
            self.blank(at, at + len(line))
            self.fence = opaque[0] if self._closed(at + len(line), opaque[0]) else b""
        elif line.startswith(b"//") and not line.startswith(b"///"):
            self.blank(at, at + len(line))
        elif not line or _DELIMITER.match(line):
            self._end()
            self.header = False
        elif self.header:
            pass
        elif self.code:
            self.blank(at, at + len(line))
            self.lines += 1
        else:
            self._other(at, line)

    def _closed(self, at: int, fence: bytes) -> bool:
        """Whether the fence is met again behind `at`: a block that is not closed would hide the
        rest of the text."""
        if fence not in self.unclosed and self.data.find(b"\n" + fence, at) < 0:
            self.unclosed.add(fence)
        return fence not in self.unclosed

    def _end(self) -> None:
        self.close()
        # Between `[source]` and its paragraph no blank line may stand.
        self.code = False
        self.lines = 0

    def _title(self, at: int, line: bytes) -> bool:
        title = _TITLE.match(line) if line[:1] in (b"=", b"#") else None
        if title and self.lines == 0:
            low, high = title.span(2)
            self.heading(len(title[1]) - 1, at, at + low, at + high, at + len(line))
            self.header = len(self.headings) == 1 and len(title[1]) == 1
            return True
        if self.lines == 1 and self.paragraph[0] >= 0 and _UNDERLINE.match(line):
            start, end = self.paragraph
            width = len(self.data[start:end].decode("utf-8", "replace"))
            if abs(width - len(line)) <= 2:
                self.paragraph = (-1, -1)
                self.lines = 0
                self.heading(_LEVELS.index(line[:1]), start, start, end, at + len(line))
                return True
        return False

    def _other(self, at: int, line: bytes) -> None:
        macro = _MACRO.match(line)
        if self.lines == 0 and _ATTRIBUTES.match(line):
            self.code = _CODE.match(line) is not None
        elif self.lines == 0 and _ENTRY.match(line):
            pass
        elif macro:
            if macro[1] in _FILES:
                taken_in = self.includes if macro[1] == b"include" else self.files
                taken_in.append((at + macro.start(2), at + macro.end(2)))
            self.blank(at, at + len(line))
        elif self.lines == 0 and (_NO_TEXT.match(line) or _LABELLED.match(line)):
            self.close()
            self.lines = 2  # what follows is no title and no paragraph of its own
        else:
            self.lines += 1
            if self.paragraph[0] >= 0 or self.lines == 1:
                self.text(at, line)


class AsciiDoc(LineMarkup):
    """Titles of both styles; anchors are labels."""

    blocks = _Blocks
    label = _ANCHOR
    special = _SPECIAL
    markup = _MARKUP

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        name = self.plain(draft.name) if draft.kind == "heading" else draft.name
        return draft._replace(name=prose.safe(name))

    def inline(self, bare: bytes) -> Iterator[tuple[int, str, str, str]]:
        for match in _INLINE.finditer(bare):
            at = match.start()
            if match["code"]:
                name, receiver = prose.mention(match["code"].decode("utf-8", "replace").strip("+ "))
                if name:
                    yield at, "mention", name, receiver
            elif match["url"]:
                yield at, "doc-link", "", prose.target(match["url"].rstrip(b".,;:)"))
            else:
                target = prose.target(match["id"] or match["to"])
                here = match["macro"] != b"link" and not re.search(r"[#./{]", target.lstrip("#"))
                here = here and match["macro"] not in (b"image", b"include")
                name = prose.safe(target.lstrip("#")) if here else ""
                yield at, "doc-link", name, "" if here else target


LANGUAGE = AsciiDoc()
