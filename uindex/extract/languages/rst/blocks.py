"""The block structure of reStructuredText, as far as it decides what is a heading, a link, code."""

from __future__ import annotations

import re

from uindex.extract.prose import Heading

DOC = 1500
"""Bytes of a first paragraph that are read."""

_RULE = re.compile(rb"([!-/:-@\[-`{-~])\1+$")
_LABEL = re.compile(rb"\.\. _(?:`([^`]{1,200})`|((?:[^:`\\]|\\.|:(?=\S)){1,200})):$")
_DIRECTIVE = re.compile(rb"\.\. (?:\|[^|]{1,100}\| )?([A-Za-z][\w.+:-]{0,60}?) ?::(?:[ \t]+(.*))?$")
_EXPLICIT = re.compile(rb"\.\. (?:\[|_|\|)|__ ")
_LITERAL = frozenset(
    b"code-block code sourcecode parsed-literal literalinclude raw math testcode testoutput "
    b"testsetup doctest prompt ipython productionlist graphviz digraph mermaid uml plantuml "
    b"highlight command-output click run console".split()
)
_FILES = frozenset(b"literalinclude image figure".split())
_OBJECTS = frozenset(
    b"module currentmodule class function method attribute exception data classmethod staticmethod "
    b"decorator property type macro member struct enum var describe".split()
)
_ENTRY = re.compile(rb"(?:.*<([^<>]{1,400})>|([^\s<>:*?][^<>*?]{0,399}))$")
_OBJECT = re.compile(rb"(?:[\w.]+[ \t]+)*?([A-Za-z_][\w.:]*)[ \t]*(?:\(|$|=|->)")


class Blocks:
    """Headings, labels, first paragraphs, directives' targets; code is blanked in `bare`."""

    def __init__(self, data: bytes, bare: bytearray) -> None:
        self.data = data
        self.bare = bare
        self.headings: list[Heading] = []
        self.labels: list[tuple[int, int]] = []
        self.docs: list[tuple[int, int]] = []
        self.paths: list[tuple[int, int]] = []
        """Targets of toctrees, images and inclusions of code."""
        self.includes: list[tuple[int, int]] = []
        """Documents that are taken in."""
        self.objects: list[tuple[int, int]] = []
        """What directives such as autoclass speak of."""
        self.levels: dict[tuple[bytes, bool], int] = {}
        self.documented = False
        self.paragraph = (-1, -1)
        self.other = b""
        """What the block up to the next blank line is, if not a paragraph: its first byte."""
        self.literal = -1
        """Indentation of what opened the literal block or comment we are in."""
        self.glossary = (-1, -1)
        """Indentation of the glossary directive we are in, and of its terms."""
        self.toctree = -1
        """Indentation of the toctree directive we are in."""

    def read(self) -> None:
        lines = self.data.split(b"\n")
        at = index = 0
        while index < len(lines):
            used = self._heading(at, lines, index) or 1
            if used == 1:
                self._line(at, lines[index].rstrip())
            for line in lines[index : index + used]:
                at += len(line) + 1
            index += used
        self._close()

    def _heading(self, at: int, lines: list[bytes], index: int) -> int:
        """The number of lines of the heading that begins here, or 0."""
        first = lines[index].rstrip()
        if not first or self.paragraph[0] >= 0 or self.other or first[:1] in b" \t":
            return 0
        second = lines[index + 1].rstrip() if index + 1 < len(lines) else b""
        if not second:
            return 0
        rule = _RULE.match(first)
        if rule and index + 2 < len(lines):
            third = lines[index + 2].rstrip()
            # Between rules of one length; a table's border is broken by blanks.
            if third == first and not _RULE.match(second) and len(first) >= 2:
                start = at + len(lines[index]) + 1 + len(second) - len(second.lstrip())
                end = start + len(second.lstrip())
                below = at + len(lines[index]) + len(lines[index + 1]) + 2 + len(third)
                self._section(rule[1], True, at, start, end, below)
                return 3
        under = _RULE.match(second)
        if under and not rule and (len(second) >= 4 or len(second) >= _width(first)):
            below = at + len(lines[index]) + 1 + len(second)
            self._section(under[1], False, at, at, at + len(first), below)
            return 2
        return 0

    def _section(self, char: bytes, over: bool, at: int, start: int, end: int, below: int) -> None:
        self._close()
        level = self.levels.setdefault((char, over), len(self.levels) + 1)
        self.headings.append(Heading(level, at, start, end, below))
        self.documented = False
        self.literal = self.toctree = -1

    def _line(self, at: int, line: bytes) -> None:
        text = line.lstrip()
        if not text:
            self._close()
            self.other = b""
            return
        indent = len(line) - len(text)
        if self.literal >= 0:
            if indent > self.literal:
                self.bare[at : at + len(line)] = b" " * len(line)
                return
            self.literal = -1
        at += indent
        if self.glossary[0] >= 0:
            self._term(at, text, indent)
        if self.toctree >= 0:
            if indent > self.toctree:
                self._entry(at, text)
                return
            self.toctree = -1
        if self.paragraph[0] < 0:
            if text.startswith((b".. ", b"__ ")) or text == b"..":
                self._explicit(at, text, indent)
                return
            if not self.other and (text[:1] in b":-*|+=" or text.startswith(b">>>")):
                self.other = text[:1]
        if self.other == b">":
            self.bare[at : at + len(text)] = b" " * len(text)
            return
        if text.endswith(b"::"):
            self.literal = indent
        if indent == 0 and not self.other:
            start = self.paragraph[0]
            self.paragraph = (start if start >= 0 else at, at + len(text))

    def _close(self) -> None:
        start, end = self.paragraph
        self.paragraph = (-1, -1)
        if start >= 0 and not self.documented:
            self.docs.append((start, min(end, start + DOC)))
            self.documented = True

    def _explicit(self, at: int, text: bytes, indent: int) -> None:
        label = _LABEL.match(text)
        if label:
            start, end = label.span(1 if label[1] else 2)
            self.labels.append((at + start, at + end))
            return
        directive = _DIRECTIVE.match(text)
        if directive:
            self._directive(at, directive, indent)
        elif not _EXPLICIT.match(text):
            self.bare[at : at + len(text)] = b" " * len(text)
            self.literal = indent

    def _directive(self, at: int, match: re.Match[bytes], indent: int) -> None:
        name = match[1].rpartition(b":")[2]
        if name in _LITERAL:
            self.literal = indent
        elif name == b"toctree":
            self.toctree = indent
        elif name == b"glossary":
            self.glossary = (indent, -1)
        if not match[2]:
            return
        start, end = match.span(2)
        if name == b"include":
            self.includes.append((at + start, at + end))
        elif name in _FILES:
            self.paths.append((at + start, at + end))
        elif name in _OBJECTS or name.startswith(b"auto"):
            found = _OBJECT.match(match[2])
            if found:
                self.objects.append((at + start + found.start(1), at + start + found.end(1)))

    def _term(self, at: int, text: bytes, indent: int) -> None:
        """What a glossary explains, which roles refer to."""
        outer, inner = self.glossary
        if indent <= outer:
            self.glossary = (-1, -1)
        elif (
            text[:1] != b":"
            and not text.startswith(b".. ")
            and indent <= (inner if inner >= 0 else indent)
        ):
            self.glossary = (outer, indent)
            end = text.find(b" : ")
            self.labels.append((at, at + (end if end > 0 else len(text))))

    def _entry(self, at: int, text: bytes) -> None:
        match = _ENTRY.match(text)
        if match and not text.startswith(b":"):
            start, end = match.span(1 if match[1] else 2)
            self.paths.append((at + start, at + end))


def _width(line: bytes) -> int:
    return len(line.decode("utf-8", "replace"))
