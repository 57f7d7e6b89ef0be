"""The instructions of a Dockerfile, with the lines that belong to each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.captures import Found

if TYPE_CHECKING:
    from uindex.extract.parse import Span

INSTRUCTIONS = frozenset(
    b"add arg cmd copy entrypoint env expose from healthcheck label maintainer onbuild run shell "
    b"stopsignal user volume workdir".split()
)

UNCLOSED = 20
"""Here-documents without an end beyond which none is looked for: each costs the whole file."""

_ESCAPE = re.compile(rb"(?:#[^\n]*\n){0,5}?#[ \t]*escape[ \t]*=[ \t]*`", re.IGNORECASE)
_DIRECTIVE = re.compile(rb"#[ \t]*(?:syntax|escape|check)[ \t]*=", re.IGNORECASE)
_LINE = re.compile(rb"[^\n]*\n?")
_INSTRUCTION = re.compile(
    rb"[ \t]*(?:onbuild[ \t]+)?([a-z]+)(?:[ \t]+|(?=[\r\n]|\Z))", re.IGNORECASE
)
_HERE = re.compile(rb"<<-?([\"']?)([A-Za-z_]\w{0,60})\1(?![\w<])")
_QUOTED = re.compile(rb"\"(?:[^\"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\(?:\r?\n)?)*+'?", re.DOTALL)
_GIVEN = re.compile(rb"(?<=\w)=([^\s\"'\\;&|()]+)")
_WORD = re.compile(rb"(?:\"(?:[^\"\\\n]|\\.)*\"?|'[^'\n]*'?|\\[^\s]|[^\s\"'\\`])+", re.DOTALL)
_FLAG = re.compile(rb"--([a-z-]+)=?")
_PAIR = re.compile(rb"(\"[^\"\n]*\"|'[^'\n]*'|[^\s=\"'\\]+)=")
_FROM = re.compile(rb"(?:\s|\\\r?\n)+as(?:\s|\\\r?\n)+([\w.-]+)", re.IGNORECASE)
_MOUNT = re.compile(rb"(?<=,)from=([^\s,]+)|(?<=mount=)from=([^\s,]+)")
_VARIABLE = re.compile(rb"(?<![\\$])\$(?:\{([A-Za-z_]\w{0,100})|([A-Za-z_]\w{0,100}))")
_PATH = re.compile(rb"[\w./@+-]*\w[\w./@+-]*\Z")


class Lines:
    """One pass over the lines of `data`."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.found = Found()
        self._mark = b"`" if _ESCAPE.match(data) else b"\\"
        """What joins a line to the next."""
        self._stages: dict[bytes, None] = {}
        self._opened: tuple[int, Span, int] | None = None
        """Start, name and end of the head of the stage that is open."""
        self._shell: list[Span] = []
        """Instructions that a shell reads, too: not every variable in them is ours."""
        self._last = 0
        self._unclosed = 0

    def read(self) -> None:
        """Find everything."""
        data, size = self.data, len(self.data)
        at = 0
        while at < size:
            match = _LINE.match(data, at)
            assert match  # it matches the empty text
            start, end = match.span()
            text = match[0].strip()
            if text[:1] == b"#":
                self._comment(start, end)
            elif text:
                at = self._instruction(start, end)
                continue
            at = end
        self._close()
        self._references()

    def _comment(self, start: int, end: int) -> None:
        text = self.data[start:end]
        begin = start + len(text) - len(text.lstrip())
        if not _DIRECTIVE.match(self.data, begin):
            self.found.add("comment", begin, start + len(text.rstrip()))

    def _instruction(self, start: int, end: int) -> int:
        """Read an instruction whose first line is given; where the next line begins."""
        match = _INSTRUCTION.match(self.data, start, end)
        name = match[1].lower() if match else b""
        if match is None or name not in INSTRUCTIONS:
            self.found.damaged = True
            self._hide_quoted(start, end)
            return end
        start += len(self.data[start:end]) - len(self.data[start:end].lstrip())
        stop, after = self._joined(start, end)
        body = stop
        if name in (b"run", b"copy", b"add"):
            body, after = self._here(match.end(), stop, after)
        self._told(name, start, match.end(), stop)
        self._last = body
        return after

    def _joined(self, start: int, end: int) -> tuple[int, int]:
        """(end of the text, start of what follows) of the lines that are joined to one; comments
        and empty lines between them count for nothing."""
        data = self.data
        stop = start + len(data[start:end].rstrip())
        while data[stop - 1 : stop] == self._mark and end < len(data):
            match = _LINE.match(data, end)
            assert match  # it matches the empty text
            text = match[0].strip()
            if text.startswith(b"FROM "):  # no command of a shell
                self.found.damaged = True
                break
            if text[:1] == b"#":
                self._comment(*match.span())
            elif text:
                stop = match.start() + len(match[0].rstrip())
            end = match.end()
        return stop, end

    def _here(self, start: int, stop: int, after: int) -> tuple[int, int]:
        """Hide the here-documents that an instruction begins; where it ends then."""
        body = stop
        for match in _HERE.finditer(self.data, start, stop):
            if self._unclosed > UNCLOSED:
                break
            ends = re.compile(rb"^\t*%s[ \t]*\r?$" % match[2], re.MULTILINE)
            close = ends.search(self.data, after)
            if close is None:
                self._unclosed += 1
                self.found.damaged = True
                break
            self.found.add("string", after, close.start())
            body = close.end()
            line = self.data.find(b"\n", body)
            after = line + 1 if line >= 0 else len(self.data)
        return body, after

    def _told(self, name: bytes, start: int, at: int, stop: int) -> None:
        """What one instruction defines and uses."""
        if name == b"from":
            self._stage(start, at, stop)
        elif name in (b"arg", b"env", b"label"):
            self._settings(name, start, at, stop)
        elif name in (b"copy", b"add"):
            self._files(at, stop)
        elif name in (b"run", b"cmd", b"entrypoint", b"healthcheck"):
            self._shell.append((at, stop))
            for match in _MOUNT.finditer(self.data, at, stop):
                self._image(*match.span(match.lastindex or 0))
            self._hide_quoted(at, stop)
            self._hide_given(at, stop)
        else:
            self._hide_quoted(at, stop)

    def _stage(self, start: int, at: int, stop: int) -> None:
        """A stage ends where the next begins."""
        self._close()
        words = [span for span in self._words(at, stop) if self.data[span[0]] != 0x2D]
        if not words:
            return
        image = words[0]
        name = _FROM.match(self.data, image[1], stop)
        if self.data[slice(*image)].lower() in self._stages:
            self.found.add("use", *image)
        elif self.data[slice(*image)] != b"scratch":
            self.found.add("import", image[0], name.end() if name else image[1])
        if name:
            self._stages[name[1].lower()] = None
            self._opened = start, name.span(1), stop

    def _close(self) -> None:
        if self._opened:
            start, name, head = self._opened
            self.found.define("target", (start, max(self._last, head)), name, body=head)
        self._opened = None

    def _settings(self, name: bytes, start: int, at: int, stop: int) -> None:
        """`NAME=value …`, `ARG NAME`, and the old `ENV NAME value`.

        Of several each is a symbol from its name to its value's end.
        """
        kind = "key" if name == b"label" else "variable"
        words = self._words(at, stop)
        pairs = [(word, _PAIR.match(self.data, *word)) for word in words]
        if name != b"arg" and pairs and not pairs[0][1]:
            self.found.define(kind, (start, stop), words[0])
            self._hide(words[0][1], stop)
            return
        for index, ((low, high), pair) in enumerate(pairs):
            if pair is None and name != b"arg":
                continue
            span = pair.span(1) if pair else (low, high)
            self.found.define(kind, (low if index else start, high), span)
            self._hide(span[1], high)

    def _files(self, at: int, stop: int) -> None:
        """What is copied from the context, or the stage that it is copied from."""
        words = self._words(at, stop)
        source: list[Span] = []
        for low, high in words:
            flag = _FLAG.match(self.data, low, high)
            if flag is None:
                source.append((low, high))
            elif flag[1] == b"from":
                self._image(flag.end(), high)
                return
        for low, high in source[:-1]:
            if _PATH.match(self.data[low:high]):
                self.found.add("use", low, high)
        self._hide_quoted(at, stop)

    def _image(self, start: int, end: int) -> None:
        """What something is taken from: a stage, by its name or number, or else an image."""
        name = self.data[start:end]
        if name.lower() in self._stages:
            self.found.add("use", start, end)
        elif not name.isdigit():
            self.found.add("import", start, end)

    def _references(self) -> None:
        """Variables that are used; in a shell's text only those that the file sets."""
        code = bytearray(self.data)
        for start, end in self.found.spans.get("comment", ()):
            code[start:end] = bytes(end - start)
        names = self.found.spans.get("name", ())
        known = {self.data[low:high] for low, high in names}
        shell = bytearray(len(code))
        for start, end in self._shell:
            shell[start:end] = b"\1" * (end - start)
        for match in _VARIABLE.finditer(code):
            name = match[1] or match[2]
            if name in known or not shell[match.start()]:
                self.found.add("use", *match.span(match.lastindex or 0))

    def _words(self, start: int, stop: int) -> list[Span]:
        return [match.span() for match in _WORD.finditer(self.data, start, stop)]

    def _hide_quoted(self, start: int, end: int) -> None:
        for match in _QUOTED.finditer(self.data, start, end):
            self._hide(*match.span())

    def _hide_given(self, start: int, end: int) -> None:
        for match in _GIVEN.finditer(self.data, start, end):
            self._hide(*match.span(1))

    def _hide(self, start: int, end: int) -> None:
        if start < end:
            self.found.add("string", start, end)
