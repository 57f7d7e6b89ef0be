"""Dockerfiles, and the Containerfiles of other builders.

A reader of our own (`dockerfile/lines.py`): three of four real Dockerfiles are damage to the
grammar, which knows no here-documents and no comments between lines that are joined.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import Draft, Language, Reading, Source
from uindex.extract.languages.dockerfile.lines import INSTRUCTIONS, Lines
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

_FROM = re.compile(r"(\S+)(?:\s+as\s+(\S+))?", re.IGNORECASE | re.ASCII)


class Dockerfile(Language):
    """Named stages are targets and hold what is set in them: arguments, environment, labels.
    Values are no part of the record."""

    commands = True
    keywords = frozenset(
        word for name in INSTRUCTIONS for word in (name, name.upper())
    ) | frozenset(b"AS as".split())

    def read(self, data: bytes) -> Reading:
        lines = Lines(data)
        lines.read()
        return lines.found.reading()

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        return draft._replace(name=draft.name.strip("\"'"))

    def signature(self, draft: Draft, source: Source) -> str:
        return super().signature(draft, source) if draft.kind == "target" else ""

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        match = _FROM.match(text)
        if match:
            yield Link("import", "", match[1].strip("\"'"), match[2] or "", line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        return " ".join(text.split()), ""


LANGUAGE = Dockerfile()
