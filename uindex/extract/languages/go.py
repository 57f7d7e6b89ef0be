"""Go."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import Draft, Language, Source, split_chain
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

_IMPORT = re.compile(r"""([\w.\x80-\U0010ffff]*)\s*["`]([^"`]*)["`]""", re.ASCII)
# Predeclared, and in practice never defined anew.  Others, such as `max` or `close`, are.
_BUILTIN = frozenset(
    b"_ any append bool byte cap comparable complex64 complex128 error float32 float64 int int8 "
    b"int16 int32 int64 len make panic rune string uint uint8 uint16 uint32 uint64 uintptr".split()
)


class Go(Language):
    """The receiver's type owns a method; a capital letter makes a name public."""

    grammar = "go"
    keywords = frozenset(
        b"break case chan const continue default defer else fallthrough for func go goto if import "
        b"interface map package range return select struct switch type var nil true false iota err "
        b"string int bool error byte".split()
    )

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        if draft.name == "_":
            return None
        if draft.kind == "package" or not draft.name.isascii():
            return draft
        return draft._replace(visibility="public" if draft.name[:1].isupper() else "private")

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        match = _IMPORT.match(text)
        if match:
            dot = match[1] == "."
            alias = "" if dot else match[1]
            yield Link("import", "*" if dot else "", match[2], alias, line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        return ("", "") if text.encode() in _BUILTIN else split_chain(text)


LANGUAGE = Go()
