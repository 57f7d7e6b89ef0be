"""The block structure of Markdown, as far as it decides what is a heading."""

from __future__ import annotations

import re

from uindex.extract.prose import Heading

DOC = 1500
"""Bytes of a first paragraph that are read."""
NESTED = 30
"""List items in each other that are followed; on one line each costs the line's length."""
_FRONT = re.compile(
    rb"\A---[ \t]*\r?\n(?=[\w\"'#-]+[^\n]{0,200}:|---|#)"
    rb"(?:(?!---|\.\.\.)[^\n]*\n)*(?:---|\.\.\.)[ \t]*\r?\n"
    rb"|\A\+\+\+[ \t]*\r?\n(?:(?!\+\+\+)[^\n]*\n)*\+\+\+[ \t]*\r?\n"
)
_ATX = re.compile(rb"(#{1,6})(?:[ \t]+|$)")
_FENCE = re.compile(rb"(`{3,})[^`]*$|(~{3,})")
_RULE = re.compile(rb"([-*_])[ \t]*(?:\1[ \t]*){2,}$")
_UNDERLINE = re.compile(rb"(?:=+|-+)[ \t]*$")
_TABLE = re.compile(rb"[^\n]*\|[^\n]*\n[ \t>]*\|?[ \t]*:?-+:?[ \t]*\|[-:| \t]*(?:\r?\n|\Z)")
"""The first two rows of a table."""
_ITEM = re.compile(rb"([-+*]|[0-9]{1,9}[.)])([ \t]+|$)")
_QUOTE = re.compile(rb"(?:>[ \t]?)+")
_RAW = re.compile(rb"<(?:(!--)|(script|style|pre|textarea)\b|(\?))", re.IGNORECASE)
_BLOCK = re.compile(
    rb"</?(?:address|article|aside|blockquote|body|br|center|col|colgroup|dd|details|dialog|dir|div|dl|dt"
    rb"|fieldset|figcaption|figure|footer|form|frame|h[1-6]|head|header|hr|html|iframe|legend|li"
    rb"|link|main|menu|nav|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot"
    rb"|th|thead|title|tr|track|ul)(?:[\s>/]|$)|</?[A-Za-z][\w-]*(?:\s[^<>]*)?/?>[ \t]*$",
    re.IGNORECASE,
)
_INCLUDE = re.compile(
    rb"<!--[ \t]*@include:[ \t]*([^\s{}<>]{1,400}?)(?:\{[^{}\n]*\})?[ \t]*-->"
    rb"|-{1,4}8<-{1,4}[ \t]+[\"']([^\"'\n:]{1,400})"
    rb"|\{\{#(?:include|rustdoc_include)[ \t]+([^\s{}:]{1,400})"
    rb"|\{[!%][ \t]*(?:include(?:-markdown|_relative)?[ \t]+)?[\"']?([\w./-]{1,400}\.\w{1,8})\b"
)
"""As VitePress, PyMdown, mdBook, plugins of MkDocs and Jekyll take other texts in."""
DEFINITION = re.compile(
    rb"^[ \t>]{0,12}\[([^\]\n^][^\]\n]{0,199})\]:[ \t]*(?:\r?\n[ \t]*)?"
    rb"(?:<([^<>\n]{1,400})>|([^\s<>]{1,400}))",
    re.MULTILINE,
)
_BLANKED = bytes(10 if c == 10 else 32 for c in range(256))
_STARTS = frozenset(bytes([c]) for c in b"#=-`~<*_+[0123456789")


class Blocks:
    """The block structure, line by line: headings, first paragraphs, and code blanked in `bare`."""

    def __init__(self, data: bytes, bare: bytearray) -> None:
        self.data = data
        self.bare = bare
        self.headings: list[Heading] = []
        self.docs: list[tuple[int, int]] = []
        self.includes: list[tuple[int, int]] = []
        """Names of files that are taken in."""
        self.documented = False
        self.items: list[int] = []
        """Columns at which the contents of the open list items begin."""
        self.paragraph = (-1, -1)
        self.listed = False
        """Whether the open paragraph belongs to a list item."""
        self.fence = b""
        self.quoted = b""
        """The fence that is open in a block quote."""
        self.html: bytes | None = None
        """What ends the open HTML block; b"" is a blank line."""
        self.hidden = False
        """Whether what the open HTML block holds is not shown: comments, scripts."""

    def read(self) -> None:
        at = 0
        front = _FRONT.match(self.data)
        if front:
            at = front.end()
            self._blank(0, at)
        for line in self.data[at:].split(b"\n"):
            self._line(at, line.rstrip())
            at += len(line) + 1
        self._close()

    def _blank(self, start: int, end: int) -> None:
        self.bare[start:end] = self.bare[start:end].translate(_BLANKED)

    def _close(self) -> None:
        """End the open paragraph; the first that says something documents its section."""
        start, end = self.paragraph
        self.paragraph = (-1, -1)
        if start < 0 or self.documented or self.listed:
            return
        if self.data[start : start + 1] in (b"<", b"|", b"!", b":") or self.data.startswith(
            b"[![", start
        ):
            return
        self.docs.append((start, min(end, start + DOC)))
        self.documented = True

    def _line(self, at: int, line: bytes) -> None:
        text = line.lstrip()
        if not text:
            self._close()
            if self.html == b"":
                self.html = None
            return
        indent = len(line) - len(text)
        if b"\t" in line[:indent]:
            indent = len(line[:indent].expandtabs(4))
        if self.fence and not self._in_fence(at, line, text, indent):
            return
        if self.html is not None:
            self._in_html(at, line)
            return
        self._text(at + len(line) - len(text), text, indent)

    def _in_fence(self, at: int, line: bytes, text: bytes, indent: int) -> bool:
        """Whether the line ended the fence only by leaving the list item that holds it."""
        if self.items and indent < self.items[-1] and not text.startswith(self.fence):
            self.fence = b""
            return True
        self._blank(at, at + len(line))
        if text.startswith(self.fence) and not text.strip(self.fence[:1]):
            self.fence = b""
        return False

    def _in_html(self, at: int, line: bytes) -> None:
        if self.hidden:
            self._blank(at, at + len(line))
        if self.html and self.html in line.lower():
            self.html = None

    def _text(self, at: int, text: bytes, indent: int) -> None:
        """One line, or what a list marker leaves of it."""
        left = False
        included = _INCLUDE.match(text) if text[:1] in b"<-{" else None
        if included:
            start, end = included.span(included.lastindex or 0)
            self.includes.append((at + start, at + end))
        while self.items and indent < self.items[-1]:
            self.items.pop()
            left = True
        while True:
            indent -= self.items[-1] if self.items else 0
            if indent >= 4 and self.paragraph[0] < 0:
                self._blank(at, at + len(text))
                return
            if indent >= 4 or len(self.items) > NESTED or not self._block(at, text, left):
                break
            item = _ITEM.match(text)
            if not item:
                return
            column = (self.items[-1] if self.items else 0) + indent
            step = len(item[2]) if 1 <= len(item[2]) <= 4 else 1
            self.items.append(column + len(item[1]) + step)
            rest = text[item.end() :]
            indent = column + len(item[0])
            at, text = at + item.end(), rest
            if not text:
                return
        start = self.paragraph[0]
        if start < 0:
            start, self.listed = at, bool(self.items)
        self.paragraph = (start, at + len(text))

    def _block(self, at: int, text: bytes, left: bool) -> bool:
        """Whether the line starts something else than a paragraph, or adds to none."""
        first = text[:1]
        if first == b">":
            self._quote(at, text)
            return True
        self.quoted = b""
        if first not in _STARTS:
            return False
        open_paragraph = self.paragraph[0] >= 0
        if first == b"#":
            return self._atx(at, text)
        if first in b"=-" and open_paragraph and not left and _UNDERLINE.match(text):
            start, end = self.paragraph
            if _TABLE.match(self.data, start, end):  # what follows a table is a rule
                self._close()
                return True
            self.paragraph = (-1, -1)
            level = 1 if first == b"=" else 2
            self._heading(Heading(level, start, start, end, at + len(text)))
            return True
        if first in b"`~":
            return self._open_fence(at, text)
        if first == b"<":
            return self._open_html(at, text, open_paragraph)
        if first in b"-*_" and _RULE.match(text):
            self._close()
            return True
        item = _ITEM.match(text)
        if item and not (open_paragraph and first.isdigit() and item[1][:-1] != b"1" and not left):
            self._close()
            return True
        return first == b"[" and not open_paragraph and DEFINITION.match(text) is not None

    def _heading(self, heading: Heading) -> None:
        self.headings.append(heading)
        self.documented = False

    def _atx(self, at: int, text: bytes) -> bool:
        match = _ATX.match(text)
        if not match:
            return False
        self._close()
        # A closing run of # counts only after a blank.
        name = text.rstrip(b"#")
        if not name.endswith((b" ", b"\t")):
            name = text
        start, end = match.end(), len(name.rstrip())
        if start < end:
            self._heading(Heading(len(match[1]), at, at + start, at + end, at + len(text)))
        return True

    def _open_fence(self, at: int, text: bytes) -> bool:
        match = _FENCE.match(text)
        if not match:
            return False
        self._close()
        self.fence = match[1] or match[2]
        self._blank(at, at + len(text))
        return True

    def _quote(self, at: int, text: bytes) -> None:
        self._close()
        mark = _QUOTE.match(text)
        inner = text[mark.end() :].lstrip() if mark else b""
        fence = _FENCE.match(inner)
        if self.quoted:
            self._blank(at, at + len(text))
            if inner.startswith(self.quoted) and not inner.strip(self.quoted[:1]):
                self.quoted = b""
        elif fence:
            self.quoted = fence[1] or fence[2]

    def _open_html(self, at: int, text: bytes, open_paragraph: bool) -> bool:
        raw = _RAW.match(text)
        if raw:
            self.html = b"-->" if raw[1] else b"?>" if raw[3] else b"</" + raw[2].lower()
            self.hidden = not raw[2] or raw[2].lower() != b"textarea"
            self._close()
            self._in_html(at, text)
            return True
        block = _BLOCK.match(text)
        if not block or (open_paragraph and block.end() == len(text) and text.endswith(b">")):
            return False
        self._close()
        self.html, self.hidden = b"", False
        return True
