"""Python, 2 and 3."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import QUOTES, Draft, Language, Line, Source
from uindex.extract.languages.python import types
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

_COMMENT = re.compile(r"#[^\n]*|\\\n")
_FROM = re.compile(r"from\s*(\.*\s*[\w.\x80-\U0010ffff]*)\s+import\s+(.*)", re.DOTALL | re.ASCII)
_NAME = rb"(?P<name>[A-Za-z_\x80-\xff][\w\x80-\xff]*)[ \t]*"


class Python(Language):
    """Docstrings are docs; a leading underscore is private; constants are upper case."""

    grammar = "python"
    keywords = frozenset(
        b"and as assert async await break class continue def del elif else except finally for from "
        b"global if import in is lambda nonlocal not or pass raise return try while with yield "
        b"None True False self cls".split()
    )

    own = re.compile(rb"(?:self|cls)\.\w+\Z")
    wrappers = frozenset("Optional Final ClassVar Annotated Required NotRequired Awaitable".split())
    quotes = re.compile(
        rb"\"{3}(?:[^\"\\]|\\.|\"(?!\"\"))*+\"{3}|'{3}(?:[^'\\]|\\.|'(?!''))*+'{3}|"
        + QUOTES.pattern,
        re.DOTALL,
    )
    lines = (
        Line("class", re.compile(rb"^[ \t]*class[ \t]+" + _NAME + rb"[(:]", re.MULTILINE)),
        Line(
            "function",
            re.compile(rb"^[ \t]*(?:async[ \t]+)?def[ \t]+" + _NAME + rb"\(", re.MULTILINE),
        ),
    )

    def refine(self, source: Source, spans: dict[str, list[tuple[int, int]]]) -> None:
        uses = types.used(source, spans)
        if uses:
            spans["use"] = sorted({*spans.get("use", ()), *uses})

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        name = draft.name
        if name.startswith("_") and not (name.startswith("__") and name.endswith("__")):
            draft = draft._replace(visibility="private")
        if draft.kind in ("variable", "field") and name.isupper() and len(name) > 1:
            draft = draft._replace(kind="constant")
        return draft

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        text = _COMMENT.sub("", text)
        match = _FROM.match(text)
        module = re.sub(r"\s+", "", match[1]) if match else ""
        names = match[2].strip("() \t\n") if match else text.removeprefix("import")
        for part in names.split(","):
            words = part.split()
            if not words:
                continue
            alias = words[2] if len(words) == 3 and words[1] == "as" else ""
            if match:
                yield Link("import", words[0], module, alias, line, symbol)
            else:
                yield Link("import", "", words[0], alias, line, symbol)


LANGUAGE = Python()
