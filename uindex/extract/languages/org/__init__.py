"""Org: headings, the title, targets, links.

A reader of our own, like those of the other markups: the grammar splits text into words and knows
neither links nor markup.  Left out: what Babel's references and tables' formulas name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract import prose
from uindex.extract.language import Draft, Source
from uindex.extract.languages.line_blocks import LineBlocks, LineMarkup

if TYPE_CHECKING:
    from collections.abc import Iterator

_STARS = re.compile(
    rb"(\*+)[ \t]+(?:(?:TODO|DONE|NEXT|WAITING|WAIT|HOLD|STARTED|CANCELLED|CANCELED|SOMEDAY)"
    rb"(?=[ \t]|$)[ \t]*)?(?:\[#[A-Z0-9]\][ \t]*)?(?:COMMENT(?=[ \t]|$)[ \t]*)?"
)
_TAGS = re.compile(rb"[ \t]+:(?:[\w@#%:\x80-\xff]{1,200}):$")
_KEYWORD = re.compile(rb"[ \t]*#\+([A-Za-z_-]{1,40})(?:\[[^\]\n]{0,100}\])?:[ \t]*(.*)$")
_BEGIN = re.compile(rb"(?i)[ \t]*#\+begin_(src|example|export|comment|ascii|html|latex)\b")
_ANY_BLOCK = re.compile(rb"(?i)[ \t]*#\+(?:begin|end)[_:]")
_END = re.compile(rb"(?i)[ \t]*#\+end_(\w+)")
_DRAWER = re.compile(rb"[ \t]*:[\w-]{1,60}:$")
_DRAWER_END = re.compile(rb"(?i)[ \t]*:end:$")
_ID = re.compile(rb"(?i)[ \t]*:custom_id:[ \t]+(\S{1,200})$")
_PLANNING = re.compile(rb"[ \t]*(?:CLOSED|DEADLINE|SCHEDULED|CLOCK):")
_NO_TEXT = re.compile(rb"[ \t]*(?:[-+|]|[0-9]{1,9}[.)][ \t]|#(?:[ \t]|$)|:(?:[ \t]|$)|-{5,}$)")
_TARGET = re.compile(rb"<<([^<>\n]{1,200})>>")
_FILE = re.compile(rb"\"?([^\"\s]{1,400})")
_INLINE = re.compile(
    rb"\[\[(?P<link>(?:[^\]\[\\\n]|\\.){1,400})\](?:\[[^\]]{0,400}\])?\]"
    rb"|<(?P<angle>[A-Za-z][\w+.-]{1,30}:[^\s<>]{1,400})>"
    rb"|(?<![\w=~])(?P<mark>[=~])(?P<code>[^\s=~][^=~\n]{0,199}?)(?<!\s)(?P=mark)(?![\w=~])"
    rb"|\b(?P<plain>(?:https?|ftp)://[^\s<>\[\]\"|]{1,400})"
)
_MARKUP = [
    (re.compile(r"\[\[[^\]\[]*\]\[([^\]]*)\]\]"), r"\1"),
    (re.compile(r"\[\[([^\]\[]*)\]\]"), r"\1"),
    (re.compile(r"<<+([^<>]*)>+>"), r"\1"),
    (
        re.compile(r"(?<![^\s({'\"-])([*/_+=~])(?=\S)([^\n]+?)(?<=\S)\1(?![^\s.,;:!?'\")}\[\]-])"),
        r"\2",
    ),
    (re.compile(r"\s*\[(?:[0-9]*/[0-9]*|[0-9]*%)\]"), ""),
]
_SPECIAL = re.compile(r"[\[<*/_+=~]")


class _Blocks(LineBlocks):
    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.block = b""
        """The kind of the block of code we are in."""
        self.drawer = False

    def line(self, at: int, line: bytes) -> None:
        stars = _STARS.match(line)
        if stars:  # ends every block, as in Org
            self.block, self.drawer = b"", False
            tags = _TAGS.search(line, stars.end() - 1)
            high = tags.start() if tags else len(line)
            low = min(stars.end(), high)
            self.heading(len(stars[1]), at, at + low, at + high, at + len(line))
        elif self.block:
            end = _END.match(line)
            if end and end[1].lower() == self.block:
                self.block = b""
            self.blank(at, at + len(line))
        elif self.drawer:
            self._property(at, line)
        else:
            self._outside(at, line)

    def _property(self, at: int, line: bytes) -> None:
        self.drawer = not _DRAWER_END.match(line)
        custom = _ID.match(line)
        if custom:
            self.labels.append((at + custom.start(1), at + custom.end(1)))
        self.blank(at, at + len(line))

    def _outside(self, at: int, line: bytes) -> None:
        begin, keyword = _BEGIN.match(line), _KEYWORD.match(line)
        if begin or (_DRAWER.match(line) and not _DRAWER_END.match(line)):
            self.close()
            self.block = begin[1].lower() if begin else b""
            self.drawer = not begin
            self.blank(at, at + len(line))
        elif keyword:
            self.close()
            self._keyword(at, line, keyword)
        elif not line or _ANY_BLOCK.match(line) or _NO_TEXT.match(line):
            self.close()
            if line.lstrip()[:2] in (b"# ", b": ", b":", b"#"):
                self.blank(at, at + len(line))
        elif not _PLANNING.match(line):
            self.text(at, line)

    def _keyword(self, at: int, line: bytes, keyword: re.Match[bytes]) -> None:
        name = keyword[1].lower()
        start, end = at + keyword.start(2), at + keyword.end(2)
        if name == b"title" and keyword[2] and not self.headings:
            self.heading(0, at, start, end, at + len(line))
        elif name == b"name" and keyword[2]:
            self.labels.append((start, end))
        elif name in (b"include", b"setupfile"):
            file = _FILE.match(keyword[2])
            if file:
                self.includes.append((start + file.start(1), start + file.end(1)))
        if name not in (b"title", b"caption", b"description"):
            self.blank(at, at + len(line))


class Org(LineMarkup):
    """Targets and ids are labels, too."""

    blocks = _Blocks
    label = _TARGET
    special = _SPECIAL
    markup = _MARKUP

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        return draft._replace(name=prose.safe(self.plain(draft.name)))

    def inline(self, bare: bytes) -> Iterator[tuple[int, str, str, str]]:
        for match in _INLINE.finditer(bare):
            at = match.start()
            if match["code"]:
                name, receiver = prose.mention(match["code"].decode("utf-8", "replace").strip())
                if name:
                    yield at, "mention", name, receiver
            elif match["link"]:
                yield at, "doc-link", *self._target(match["link"])
            else:
                yield (
                    at,
                    "doc-link",
                    "",
                    prose.target((match["angle"] or match["plain"]).rstrip(b".,;:")),
                )

    def _target(self, written: bytes) -> tuple[str, str]:
        """(name, receiver) of a link's target."""
        target = prose.target(written).removeprefix("file:")
        if target[:1] in ("*", "#") or not re.search(r"[/.:]", target):
            return prose.safe(self.plain(target.lstrip("*#"))), ""
        return "", target


LANGUAGE = Org()
