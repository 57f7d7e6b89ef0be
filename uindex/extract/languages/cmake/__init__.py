"""CMake.

A reader of our own (`cmake/commands.py`): to the grammar every command is the same node, so what
defines something is told by its name, whatever its case, in any event; and one parenthesis that is
never closed costs the grammar the rest of the file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import Draft, Language, Reading, Source, first_paragraph
from uindex.extract.languages.cmake.commands import KEYWORD, Commands
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

_IMPORT = re.compile(r"(\w+)\s*\(\s*\"?([^\s\"()]+)\"?(.*)", re.DOTALL | re.ASCII)
_COMPONENTS = re.compile(r"\b(?:OPTIONAL_)?COMPONENTS\s+((?:[\w.+-]+\s*)+)", re.ASCII)
_BRACKET = re.compile(r"#\[=*\[(?:\.rst:)?|\]=*\]\Z")
# A title with its line below, and directives.
_RST = re.compile(r"^(?:[^\n]*\n[-=~^]{3,}|\.\.[^\n]*)[ \t]*$", re.MULTILINE)
_COMPUTED = re.compile(r"\$\{[^{}]*\}\Z")
_CACHED = re.compile(rb"\bCACHE\s+(?:BOOL|FILEPATH|PATH|STRING)\b")


class CMake(Language):
    """Functions, macros, targets, tests, the project, and variables that are set outside functions;
    those that are kept in the cache are public.  Values are no part of the record but for the
    files they name."""

    keywords = KEYWORD

    def read(self, data: bytes) -> Reading:
        commands = Commands(data)
        commands.read()
        return commands.found.reading()

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        name = draft.name.strip('"')
        if _COMPUTED.match(name):
            return None
        if draft.kind == "variable":
            text = source.data[draft.start : draft.end]
            if text[:3].lower() != b"set" or _CACHED.search(text):
                draft = draft._replace(visibility="public")
            elif draft.parent >= 0 and parents[draft.parent].kind == "macro":
                return None
            if "$" in name or "{" in name:
                return None
        return draft._replace(name=name)

    def signature(self, draft: Draft, source: Source) -> str:
        return super().signature(draft, source) if draft.kind in ("function", "macro") else ""

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        """What is included gives everything; of a package its components are taken."""
        match = _IMPORT.match(text)
        if match is None:
            return
        command = match[1].lower()
        parts = _COMPONENTS.search(match[3]) if command.startswith("find_") else None
        names = [word for word in parts[1].split() if word.encode() not in KEYWORD] if parts else []
        for name in names or ["*" if command == "include" else ""]:
            yield Link("import", name, match[2], "", line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        return text, ""

    def paragraph(self, written: str) -> str:
        if written.startswith("#["):
            written = _RST.sub("", _BRACKET.sub("", written))
        return first_paragraph(written)


LANGUAGE = CMake()
