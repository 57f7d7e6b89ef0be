"""Makefiles: GNU make's, with what Kbuild makes of them.

A reader of our own (`makefile/lines.py`): the grammar knows no `+=` after a name that holds a
reference, so three of four of Linux's makefiles are damage to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.extract.language import Draft, Language, Reading, Source
from uindex.extract.languages.makefile.lines import Makefile as Lines
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable


class Makefile(Language):
    """Targets, variables and macros; the value of a variable is no part of the record but for the
    files it names.  What `export` names is public."""

    commands = True
    keywords = frozenset(
        b"define else endef endif export ifdef ifeq ifndef ifneq include override private "
        b"sinclude undefine unexport vpath foreach call eval wildcard patsubst subst filter "
        b"addprefix addsuffix shell strip".split()
    )

    def read(self, data: bytes) -> Reading:
        lines = Lines(data)
        lines.read()
        return lines.found.reading()

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        if draft.kind == "variable" and source.data.startswith(b"export", draft.start):
            return draft._replace(visibility="public")
        return draft

    def signature(self, draft: Draft, source: Source) -> str:
        if draft.kind == "variable":
            return ""
        return super().signature(draft, source).replace(" \\ ", " ")

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        yield Link("import", "", _one_line(text), "", line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        return _one_line(text), ""


def _one_line(text: str) -> str:
    """What a backslash may join to one line, as one."""
    return " ".join(text.replace("\\\n", " ").split()) if "\n" in text else text


LANGUAGE = Makefile()
