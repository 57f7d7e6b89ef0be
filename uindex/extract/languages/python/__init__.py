"""Python, 2 and 3."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from uindex.extract.language import QUOTES, Draft, Language, Line, Source
from uindex.extract.languages.python import types
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_COMMENT = re.compile(r"#[^\n]*|\\\n")
_FROM = re.compile(r"from\s*(\.*\s*[\w.\x80-\U0010ffff]*)\s+import\s+(.*)", re.DOTALL | re.ASCII)
_NAME = rb"(?P<name>[A-Za-z_\x80-\xff][\w\x80-\xff]*)[ \t]*"
_MANAGER = re.compile(
    rb"@[\w.]*contextmanager\b[^\n]*\s(?:[ \t]*[@#][^\n]*\n)*\s*(?:async\s+)?def\s"
)
_YIELDED = re.compile(rb"[\w.]*(?:Iterator|Iterable|Generator)\[\s*")
_KEYED = frozenset("dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict".split())
_CONTAINER = re.compile(
    r"(?:[\w.]+\.)?((?:Async)?(?:Iterator|Iterable|Generator)|[Ll]ist|[Ss]et|[Ff]rozen[Ss]et|[Tt]uple"
    r"|Sequence|MutableSequence|Collection|AbstractSet|MutableSet|[Dd]eque|"
    + "|".join(sorted(_KEYED))
    + r")\[(.*)\](?:\s*\|\s*None)?",
    re.DOTALL,
)
_DEF = re.compile(rb"\bdef\s")


class Python(Language):
    """Docstrings are docs; a leading underscore is private; constants are upper case."""

    grammar = "python"
    keywords = frozenset(
        b"and as assert async await break class continue def del elif else except finally for from "
        b"global if import in is lambda nonlocal not or pass raise return try while with yield "
        b"None True False self cls".split()
    )

    own = re.compile(rb"(?:self|cls)\.\w+\Z")
    binds_uses = True
    wrappers = frozenset(
        "Optional Final ClassVar Annotated Required NotRequired Awaitable type Type".split()
    )
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

    def each(self, text: str) -> tuple[str, str]:
        name, receiver = self.call(text)
        if not name or "…" in receiver:
            return "", ""
        chain = f"{receiver}.{name}" if receiver else name
        return "__iter__", f"{chain}()" if text.endswith(")") else chain

    def element(self, text: str) -> tuple[str, str]:
        match = _CONTAINER.fullmatch(text.strip("\"' \n"))
        if match is None or "[" in match[2]:
            return "", ""
        arguments = match[2].split(",")
        if match[1] in _KEYED:
            return (arguments[1].strip(), "{}") if len(arguments) == 2 else ("", "")
        several = len(arguments) > 1 and arguments[1].strip() not in ("", "...", "None")
        several = several and "Generator" not in match[1]
        return ("", "") if several else (arguments[0].strip(), "[]")

    def refine(self, source: Source, spans: dict[str, list[tuple[int, int]]]) -> None:
        if spans.get("loop"):
            spans["bind"] = sorted([*spans.get("bind", ()), *_heads(spans)])
        uses = types.used(source, spans)
        if uses:
            spans["use"] = sorted({*spans.get("use", ()), *uses})
        if b"contextmanager" in source.masked and spans.get("returns"):
            spans["returns"] = _entered(source, spans["returns"])

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


def _heads(spans: dict[str, list[tuple[int, int]]]) -> Iterator[tuple[int, int]]:
    """The heads of loops, up to what they go through: that alone is what binds their names."""
    through = spans.get("loop.through", [])
    for start, end in spans["loop"]:
        at = bisect_left(through, (start, 0))
        if at < len(through) and through[at][1] <= end:
            yield start, through[at][1]


def _entered(source: Source, returns: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The types that functions return, with what a context manager yields in place of its own."""
    masked = source.masked
    starts = [start for start, _ in returns]
    made = list(returns)
    for match in _MANAGER.finditer(masked):
        at = bisect_left(starts, match.end())
        if at == len(starts) or _DEF.search(masked, match.end(), starts[at]):
            continue
        start, end = returns[at]
        yielded = _YIELDED.match(source.data, start, end)
        if yielded:
            made[at] = (yielded.end(), _argument_end(source.data, yielded.end(), end))
    return made


def _argument_end(data: bytes, at: int, end: int) -> int:
    """Where a generic type's argument that begins at `at` ends."""
    depth = 0
    for match in re.finditer(rb"[\[\],]", data[at:end]):
        sign = match[0]
        if depth == 0 and sign != b"[":
            return at + match.start()
        depth += {b"[": 1, b"]": -1, b",": 0}[sign]
    return end


LANGUAGE = Python()
