"""The lines of a makefile, as make joins and reads them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.captures import Found

if TYPE_CHECKING:
    from uindex.extract.parse import Span

TARGETS = 2000
"""Targets of one rule that are kept."""

# A line with those that a backslash joins to it.
_LINE = re.compile(rb"(?:[^\\\n]+|\\(?:\r\n|.|\Z))*+\n?", re.DOTALL)
_BRACKET = re.compile(rb"\$\$|\$[({]|[({]|[)}]")
_REFERENCE = re.compile(
    rb"\$\$|\$[({](?:call[ \t]+([\w./%-]{1,100})[ \t]*[,)}]|([A-Za-z_][\w.%+-]{0,100})[:)}])"
)
_PREFIX = re.compile(rb"(?:(?:export|unexport|override|private)(?:[ \t]+|(?=\r?\n|\Z)))+")
_DEFINE = re.compile(
    rb"define[ \t]+([^\s:=?+!#][^\s=?+!]{0,200}?)[ \t]*(?:(?:::?:?|[?+!])?=)?\s*\Z"
)
_ENDS = re.compile(
    rb"^[ \t]*(?:(?:override|export)[ \t]+){0,3}(define)[ \t]|^[ \t]*(endef)\b[^\n]*\n?",
    re.MULTILINE,
)
_CONDITION = re.compile(rb"(ifdef|ifndef|ifeq|ifneq|else|endif)\b(?![ \t]*[:=])")
_TESTED = re.compile(rb"(?:else[ \t]+)?ifn?def[ \t]+([\w.-]+)")
_INCLUDE = re.compile(rb"(?:-include|sinclude|include|load|-load)[ \t]+")
_ASSIGNMENT = re.compile(rb"([^\s:#=]+?)[ \t]*(:{0,3}=|[?+!]=)[ \t]*")
_SIGN = re.compile(rb"[:=#]")
_TRAILING = re.compile(rb"(?<!\\)#|;")
# A backslash before a blank makes it a part of the word.
_WORD = re.compile(rb"(?:[^\s\\|]|\\[^\r\n])+")
_HELP = re.compile(rb"##[^\n]*")
_FILE = re.compile(
    rb"(?<![^\s])[\w./%@+-]*[\w%](?:\.(?:o|a|so|ko|lo|c|cc|cpp|cxx|S|s|h|dtb|dtbo|mk|in)|/)(?![^\s])"
)
_QUOTED = re.compile(rb"\"(?:[^\"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'?", re.DOTALL)
_TOLD = re.compile(rb"\$[({](?:error|warning|info)[ \t]+([^\n]*)")
_AUTOMATIC = frozenset(b"MAKE MAKECMDGOALS MAKEFLAGS MAKEFILE_LIST CURDIR SHELL".split())


class Makefile:
    """One pass over the logical lines of `data`."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.found = Found()
        self._seen: set[bytes] = set()
        """Names that were assigned to."""
        self._rule: tuple[str, list[Span], Span, int] | None = None
        """Kind, names, span so far and end of the head of the rule whose recipe is open."""
        self._ends = _ends_of_definitions(data)

    def read(self) -> None:
        """Find everything."""
        data, size = self.data, len(self.data)
        at = 0
        while at < size:
            match = _LINE.match(data, at)
            assert match  # it matches the empty text
            end = match.end()
            at = self._line(at, end) if end > at else size
        self._close()
        self._references()

    def _line(self, start: int, end: int) -> int:
        """Read one logical line; where the next one starts."""
        data = self.data
        text = data[start:end]
        bare = text.lstrip(b" \t")
        first = start + len(text) - len(bare)
        stop = start + len(text.rstrip())
        if not bare.strip():
            return end
        if bare[:1] == b"#":
            self._comment(first, stop)
        elif text[:1] == b"\t" and self._rule:
            self._recipe(first, stop)
        else:
            return self._statement(first, stop, end)
        return end

    def _comment(self, start: int, end: int) -> None:
        for line in re.finditer(rb"[^\n]*\S", self.data[start:end]):
            self.found.add("comment", start + line.start(), start + line.end())

    def _recipe(self, start: int, end: int) -> None:
        assert self._rule
        kind, names, (first, _), head = self._rule
        self._rule = kind, names, (first, end), head
        self._hide_quoted(start, end)

    def _statement(self, start: int, stop: int, end: int) -> int:
        """A line that is no recipe, from its first character to its last."""
        begin = start
        text, closed = _shield(self.data[start:stop])
        self.found.damaged |= not closed
        prefix = _PREFIX.match(text)
        if prefix:
            start, text = start + prefix.end(), text[prefix.end() :]
        if text[:6] == b"define":
            match = _DEFINE.match(text)
            if match:
                return self._define(begin, _shift(match.span(1), start), stop, end)
        if _CONDITION.match(text):
            self._hide_quoted(start, stop)
            match = _TESTED.match(text)
            if match:
                self.found.add("use", *_shift(match.span(1), start))
            return end
        match = _INCLUDE.match(text)
        if match and not _ASSIGNMENT.match(text):
            for word in _words(text, match.end(), start):
                self.found.add("import", *word)
            return end
        match = _ASSIGNMENT.match(text)
        if match:
            self._close()
            self._assign(begin, match, start, stop)
            return end
        match = _SIGN.search(text)
        if match and match[0] == b":":
            self._close()
            self._open(text, match.start(), start, stop)
            return end
        self._hide_quoted(start, stop)
        if prefix:
            for word in _words(text, 0, start):
                self.found.add("use", *word)
        return end

    def _define(self, begin: int, name: Span, stop: int, end: int) -> int:
        """A macro up to its `endef`; one that is never closed is its first line alone."""
        self._close()
        last, after = self._ends.get(self.data.rfind(b"\n", 0, begin) + 1, (0, 0))
        if not last:
            self.found.damaged = True
            last, after = stop, end
        self._seen.add(self.data[slice(*name)])
        self.found.define("macro", (begin, last), name, body=stop)
        self._hide_quoted(stop, last)
        return after

    def _assign(self, begin: int, match: re.Match[bytes], start: int, stop: int) -> None:
        """A variable; what is added to it later defines it no more, nor does a computed name."""
        name, value = _shift(match.span(1), start), start + match.end()
        written = self.data[slice(*name)]
        added = match[2] == b"+="
        if not added or (written not in self._seen and b"$" not in written):
            self.found.define("variable", (begin, max(stop, name[1])), name)
        self._seen.add(written)
        # Kbuild goes into the folders of `obj-y` and its kin.
        self._value(value, stop, "import" if b"-" in written else "use")

    def _value(self, start: int, stop: int, folders: str) -> None:
        """Hide a value, but for the files in it, which are uses; what its folders are is given."""
        at = start
        for match in _FILE.finditer(self.data, start, stop):
            is_folder = match[0].endswith(b"/")
            self.found.add(folders if is_folder else "use", *match.span())
            self._hide(at, match.start())
            at = match.end()
        self._hide(at, stop)

    def _open(self, text: bytes, colon: int, start: int, stop: int) -> None:
        """A rule, whose recipe may follow; or a variable of one target alone."""
        owners = _words(text[:colon].removesuffix(b"&"), 0, start)
        self.found.capped |= len(owners) > TARGETS
        del owners[TARGETS:]
        rest = text[colon:].lstrip(b": \t")
        at = start + len(text) - len(rest)
        prefix = _PREFIX.match(rest)
        if prefix:
            at, rest = at + prefix.end(), rest[prefix.end() :]
        assignment = _ASSIGNMENT.match(rest)
        if assignment:
            name = _shift(assignment.span(1), at)
            self.found.define("variable", (start, max(stop, name[1])), name)
            if owners:
                self.found.add("owner", *owners[0])
            self._value(at + assignment.end(), stop, "use")
            return
        cut = _TRAILING.search(rest)
        head = at + cut.start() if cut else stop
        self._trailing(head, stop)
        for low, high in _words(rest[: head - at].replace(b":", b" "), 0, at):
            if b"%" not in self.data[low:high] and text[low - start : high - start].strip(b"\1"):
                self.found.add("use", low, high)
        names = [name for name in owners if not _is_special(self.data[slice(*name)])]
        kind = "rule" if any(b"%" in self.data[slice(*name)] for name in names) else "target"
        self._rule = kind, names, (start, stop), head

    def _trailing(self, start: int, stop: int) -> None:
        """What stands behind a rule on its line: a comment, or help (`## …`), or a recipe."""
        self._hide_quoted(start, stop)
        if self.data[start : start + 1] == b"#":
            self.found.add("comment", start, stop)
            if self.data[start : start + 2] == b"##":
                self.found.add("doc", start, stop)

    def _close(self) -> None:
        """The rule that is open ends with its recipe."""
        if self._rule and self._rule[1]:
            kind, names, span, head = self._rule
            self.found.define(kind, span, *names, body=head)
        self._rule = None

    def _references(self) -> None:
        """Variables and macros that are used, wherever it is."""
        found = self.found
        code = bytearray(self.data)
        for start, end in found.spans.get("comment", ()):
            code[start:end] = bytes(end - start)
        for match in _REFERENCE.finditer(code):
            if match[1]:
                found.add("call", *match.span(1))
            elif match[2] and match[2] not in _AUTOMATIC:
                found.add("use", *match.span(2))
        for match in _TOLD.finditer(code):
            self._hide(*match.span(1))

    def _hide_quoted(self, start: int, end: int) -> None:
        for match in _QUOTED.finditer(self.data, start, end):
            self._hide(*match.span())

    def _hide(self, start: int, end: int) -> None:
        if start < end:
            self.found.add("string", start, end)


def _ends_of_definitions(data: bytes) -> dict[int, Span]:
    """Start of the line of each `define` that is closed -> (end of its `endef`, start of what
    follows)."""
    ends: dict[int, Span] = {}
    opened: list[int] = []
    for match in _ENDS.finditer(data):
        if match[1]:
            opened.append(match.start())
        elif opened:
            ends[opened.pop()] = match.end(2), match.end()
    return ends


def _shield(text: bytes) -> tuple[bytes, bool]:
    """`text` with each `$(…)` as so many bytes that are part of a word, and whether all close."""
    if b"$" not in text:
        return text, True
    buffer = bytearray(text)
    depth = begin = 0
    for match in _BRACKET.finditer(text):
        mark = match[0]
        if mark == b"$$":
            continue
        if mark in b")}":
            if depth == 1:
                buffer[begin : match.end()] = b"\1" * (match.end() - begin)
            depth = max(depth - 1, 0)
        elif depth or len(mark) == 2:
            begin = begin if depth else match.start()
            depth += 1
    if depth:
        buffer[begin:] = b"\1" * (len(text) - begin)
    return bytes(buffer), not depth


def _words(text: bytes, start: int, at: int) -> list[Span]:
    """The words of a text that begins at offset `at`."""
    return [_shift(match.span(), at) for match in _WORD.finditer(text, start)]


def _is_special(target: bytes) -> bool:
    """`.PHONY` and its kin."""
    return target[:1] == b"." and target[1:].replace(b"_", b"").isalpha() and target.isupper()


def _shift(span: Span, by: int) -> Span:
    return span[0] + by, span[1] + by
