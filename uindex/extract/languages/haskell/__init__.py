"""Haskell, literate too."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

from uindex.extract.language import Draft, Language, Line, Source, first_paragraph, tidy_signature
from uindex.extract.languages.haskell import clauses
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uindex.extract.parse import Span

    Spans = dict[str, list[Span]]

_MODULE = r"[A-Z][\w']*(?:\.[A-Z][\w']*)*"
_SYMBOLS = r"!#$%&*+./<=>?@\\^|~:\x80-\U0010ffff-"
_COMMENT = re.compile(
    r"\{-.*?(?:-\}|\Z)|(?<![" + _SYMBOLS + r"])--+(?![" + _SYMBOLS + r"])[^\n]*", re.S
)
_IMPORT = re.compile(
    r"import\s+(?:safe\s+)?(qualified\s+)?(?:safe\s+)?(?:\"[^\"\n]*\"\s*)?(" + _MODULE + r")"
    r"(\s+qualified\b)?(?:\s+as\s+(" + _MODULE + r"))?\s*(hiding\b\s*)?",
    re.ASCII,
)
_INCLUDE = re.compile(r"#[ \t]*include[ \t]*[<\"]([^<>\"\n]+)[>\"]")
_DEFINE = re.compile(rb"#[ \t]*define[ \t]+([A-Za-z_]\w*)(\([^()\n]*\))?")
_ITEM = re.compile(
    r"(?:(?:type|pattern)\s+)?(\([^()\s]+\)|[\w'\x80-\U0010ffff]+)\s*(\([^()]*(?:\([^()]*\)[^()]*)*\))?",
    re.ASCII,
)
_PART = re.compile(r"\([^()\s]+\)|[\w'\x80-\U0010ffff]+|\.\.", re.ASCII)
_QUALIFIED = re.compile(r"((?:[A-Z][\w'\x80-\U0010ffff]*\.)*)(\S+)\Z", re.ASCII)
_QUALIFIER = re.compile(r"\A(?:[A-Z][\w']*\.)+(?=.)", re.ASCII)
_REEXPORT = re.compile(r"\bmodule\s+[\w.']+", re.ASCII)
_REFERENCE = re.compile(r"(?<![\w'])'([A-Za-z_][\w.']*)'(?!\w)|\"(" + _MODULE + r")\"", re.ASCII)
_NUMBER = re.compile(r"(?<![\w'])[0-9][\w.]*", re.ASCII)
_LOCAL = re.compile(rb"(?<![\w'.])[a-z_][\w']*")
_EXPORTS = re.compile(
    rb"^module[ \t\r\n]+([\w.']+)\s*(?:(?:\{-.{0,300}?-\}|--[^\n]{0,300}\n)\s*){0,9}\(",
    re.MULTILINE | re.DOTALL,
)
_WHERE = re.compile(rb"\)\s*where\b|\)(?=\s*\n(?:import|where)\b)")
_OPEN = re.compile(rb"^#[ \t]*(?:else|elif)\b[^\n]*", re.MULTILINE)
_ASIDE = re.compile(rb"(?:--|\{-)[ \t]*[\^*$]")
_ASIDE = re.compile(rb"(?:--|\{-)[ \t]*[\^*$]")
_GAP = re.compile(rb"\\([ \t]+)\n")
_SIGNATURE = re.compile(rb"^signature(?=[ \t]+[A-Z])", re.MULTILINE)
_HSC = re.compile(rb"#\{[^{}\n]*\}")
_PROC = re.compile(rb"(?<![\w'])proc(?=[ \t(])")
_CODE = re.compile(rb"^\\begin\{code\}[^\n]*\n(.*?)(?=^\\end\{code\}|\Z)", re.DOTALL | re.MULTILINE)
_BIRD = re.compile(rb"^>(?=[ \t\n])", re.MULTILINE)
_PLAIN = re.compile(rb"^(?:module|import|data|newtype|class|instance)[ \t]", re.MULTILINE)
_MARKS = re.compile(r"^[ \t]*(?:\{-|--+)?[ \t]*[|^]|^\{-|-\}\Z", re.MULTILINE)
_FIELD = re.compile(r"^[ \t]*[A-Z][\w-]*[ \t]*:(?!:)[^\n]*(?:\n[ \t]{6,}[^\n]*)*$", re.ASCII | re.M)
_DESCRIPTION = re.compile(r"^[ \t-]*Description[ \t]*:[ \t]*([^\n]+)$", re.ASCII | re.MULTILINE)
_APART = re.compile(
    rb"^((?:[a-z_][\w']*|\([^()\s]+\))(?:\s*,\s*(?:[a-z_][\w']*|\([^()\s]+\)))*+)"
    rb"(\s*::[^\n]*(?:\n[ \t]+(?:->|=>)[^\n]*)*)",
    re.MULTILINE,
)
# Of the Prelude, and in practice never defined anew.
_OPERATORS = frozenset(
    "$ $! . + - * / ^ ^^ ** == /= < > <= >= && || ++ <> <$> <*> *> <* <$ >>= >> =<< ! !! <|> & "
    ". | @ ~ otherwise :".split()
)
_TYPES = frozenset(
    "Int Integer Bool Char String Double Float Word IO Maybe Either Just Nothing True False Left "
    "Right Eq Ord Show Read Enum Bounded Num Functor Applicative Monad Type Generic ()".split()
)
_WORD = re.compile(r"[A-Za-z_\x80-\U0010ffff]")
_NAME = rb"(?P<name>[A-Z][\w']*)"
_HEAD = rb"[ \t]+(?:[^=\n]{0,200}=>[ \t]*)?"


# What a class is below, and what a type derives.
_ABOVE = re.compile(
    rb"class\s+(?:\(([^()]*(?:\([^()]*\)[^()]*){0,20})\)|([A-Z][\w.']*+[^=()\n]{0,200}))\s*=>"
)
_DERIVED = re.compile(
    rb"^(?:(?!--|\bderiving\b)[^\n])*+\bderiving\s+(?:(?:stock|anyclass|newtype)\s+)?"
    rb"(?:\(([^()]{0,400})\)|([A-Z][\w.']*+))",
    re.MULTILINE,
)
_INNER = re.compile(rb"\([^()]*\)")
_LISTED = re.compile(rb"(?:^|,)\s*([A-Z][\w.']*+)")


class Haskell(Language):
    """A signature and the equations below it are one symbol; what the module does not export is
    private; an instance is named after its type and owns what is in it."""

    grammar = "haskell"
    # A quote may belong to a name, and a string may be broken off and go on in another line.
    quotes = re.compile(
        rb"\"(?:[^\"\\\n]|\\[ \t\r\n]{1,200}\\|\\.)*\"?"
        rb"|(?<![\w'])'(?:\\[^\n']{1,12}|[^'\\\n]{1,4})'",
        re.DOTALL,
    )
    keywords = frozenset(
        b"as case class data default deriving do else family forall foreign hiding if import in "
        b"infix infixl infixr instance let mdo module newtype of proc qualified rec then type "
        b"where".split()
    )
    # At the margin: what is indented may be local.
    lines = (
        Line("function", re.compile(rb"^(?P<name>[a-z_][\w']*)[ \t]*::", re.MULTILINE)),
        Line("module", re.compile(rb"^module[ \t]+(?P<name>[A-Z][\w.']*)", re.MULTILINE)),
        Line("class", re.compile(rb"^class" + _HEAD + _NAME, re.MULTILINE)),
        Line(
            "type",
            re.compile(
                rb"^(?:newtype|data|type)(?:[ \t]+(?:family|instance))?" + _HEAD + _NAME, re.M
            ),
        ),
    )

    def prepare(self, data: bytes) -> bytes:
        if b"\r" in data:  # the grammar takes it for a part of the layout
            data = data.replace(b"\r\n", b" \n")
        if b"\\ " in data:  # it knows no blanks behind what breaks a string off
            data = _GAP.sub(lambda match: match[1] + b"\\\n", data)
        if _CODE.search(data) or (_BIRD.search(data) and not _PLAIN.search(data)):
            data = _code_of(data)
        if b"#el" in data or b"# el" in data:
            # The grammar takes all from `#else` to `#endif` for a comment.
            data = _OPEN.sub(lambda match: b" " * len(match[0]), data)
        if b"#{" in data:
            data = _HSC.sub(lambda match: b"x" * len(match[0]), data)
        if data.startswith(b"signature ") or b"\nsignature " in data:
            data = _SIGNATURE.sub(b"module   ", data)
        if b"Arrows" in data:
            data = _PROC.sub(b"\\\\   ", data)
        return data

    def refine(self, source: Source, spans: Spans) -> None:
        data = source.data
        head = [*spans.get("header", ()), *spans.get("import", ()), (0, 0)]
        top = max(end for _, end in head)
        _comments(data, spans)
        _macros(data, spans)
        clauses.name(data, spans)
        clauses.join(data, spans)
        _references(data, spans, top)
        spans["base"] = sorted({*spans.get("base", ()), *_inherited(source.masked, spans)})

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        name = draft.name.strip("()` ")
        start = draft.name_start + draft.name.find(name) if name else draft.name_start
        draft = draft._replace(name=name, name_start=start, name_end=start + len(name.encode()))
        if draft.kind == "property":
            parent = draft.parent
            while parent >= 0 and parents[parent].kind == "constructor":
                parent = parents[parent].parent
            draft = draft._replace(kind="field", parent=parent)
        elif draft.kind == "function" and not _WORD.match(name):
            draft = draft._replace(kind="operator")
        elif draft.parent >= 0 and source.data.endswith(b"\n", 0, draft.start):
            draft = draft._replace(parent=-1)  # at the margin; what seems to hold it is damaged
        above = parents[draft.parent] if draft.parent >= 0 else None
        exported = _exports(source.data)
        if exported is None or "instance" in (draft.kind, above.kind if above else ""):
            seen = True
        elif above and above.kind in ("class", "type"):
            inner = exported.get(above.name)
            seen = name in exported or (inner is not None and (".." in inner or name in inner))
        else:
            seen = name in exported or draft.kind == "module"
        return draft._replace(visibility="public" if seen else "private")

    def signature(self, draft: Draft, source: Source) -> str:
        end = min(draft.body, draft.end, draft.start + 2000)
        text = source.masked[draft.start : end].decode("utf-8", "replace")
        text = _COMMENT.sub(" ", text).strip()
        if draft.kind in ("function", "operator") and "::" not in text:
            text = _apart(source.masked).get(draft.name, text)
        text = text.removesuffix("where").rstrip(" =|\n")
        if "::" not in text:
            text = _NUMBER.sub("…", text)
        return tidy_signature(text, draft.name)

    def paragraph(self, written: str) -> str:
        text = _MARKS.sub("", written.strip())
        described = _DESCRIPTION.search(text)
        plain = re.sub(r"^[ \t]*--+", "", text, flags=re.MULTILINE)
        plain = _FIELD.sub("", plain)
        return first_paragraph(plain) or (described[1].strip() if described else "")

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        if text.startswith("#"):
            included = _INCLUDE.match(text)
            if included:
                yield Link("import", "*", included[1], "", line, symbol)
            return
        text = _COMMENT.sub(" ", text)
        if text.startswith("module"):
            # Handed on, rather than brought into scope: no alias can be called that.
            yield Link("import", "*", text.removeprefix("module").strip(), "module", line, symbol)
            return
        match = _IMPORT.match(text)
        if match is None:
            return
        module, alias = match[2], match[4] or ""
        rest = text[match.end() :].strip()
        if match[1] or match[3]:
            yield Link("import", "", module, alias, line, symbol)
        elif match[5] or not rest.startswith("("):
            yield Link("import", "*", module, alias, line, symbol)
        else:
            if alias or rest.strip("() \t\n") == "":
                yield Link("import", "", module, alias, line, symbol)
            for name, parts in _items(rest[1:]):
                for one in (name, *(part for part in parts if part != "..")):
                    yield Link("import", one, module, "", line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        match = _QUALIFIED.match(text)
        if match is None or text in _OPERATORS or text in _TYPES:
            return "", ""
        return match[2].strip("()`"), match[1].removesuffix(".")

    def reference(self, kind: str, text: str, line: int, symbol: int) -> Iterable[Link]:
        for match in _REFERENCE.finditer(text):
            at = line + text.count("\n", 0, match.start())
            if match[2]:
                yield Link(kind, "", match[2], "", at, symbol)
            else:
                receiver, _, name = match[1].rpartition(".")
                yield Link(kind, name, receiver, "", at, symbol)


def _code_of(data: bytes) -> bytes:
    """A literate program with all that is no code as blanks."""
    kept = bytearray(re.sub(rb"[^\n]", b" ", data))
    if _BIRD.search(data):
        for match in re.finditer(rb"^>([^\n]*)", data, re.MULTILINE):
            kept[match.start(1) : match.end(1)] = match[1]
    for match in _CODE.finditer(data):
        kept[match.start(1) : match.end(1)] = match[1]
    return bytes(kept)


def _comments(data: bytes, spans: Spans) -> None:
    """What precedes the module's name is the file's doc; what speaks of the thing before it, or
    heads a part of the export list, is nobody's."""
    told = spans.get("comment", [])
    if not told:
        return
    head = spans.get("header") or spans.get("import") or [(0, 0)]
    above = [span for span in told if span[1] <= head[0][0]]
    if above and spans.get("header"):
        spans["doc"] = [above[-1]]
    spans["comment"] = [span for span in told if not _ASIDE.match(data, span[0])]


def _macros(data: bytes, spans: Spans) -> None:
    """`#define` and `#include`, as the preprocessor reads them."""
    for span in spans.get("cpp", ()):
        match = _DEFINE.match(data, *span)
        if match:
            spans.setdefault("name", []).append(match.span(1))
            spans.setdefault("body", []).append((match.end(), span[1]))
        elif data.startswith(b"#include", span[0]):
            spans.setdefault("import", []).append(span)
    for name in ("name", "body", "import"):
        if name in spans:
            spans[name].sort()


def _inherited(masked: bytes, spans: Spans) -> Iterable[Span]:
    """The classes above a class, and those that a type has the compiler make instances of."""
    for start, end in spans.get("symbol.class", ()):
        match = _ABOVE.search(masked, start, min(end, start + 1000))
        if match:
            yield from _first_words(masked, *match.span(match.lastindex or 0))
    for start, end in spans.get("symbol.type", ()):
        for match in _DERIVED.finditer(masked, start, end):
            yield from _first_words(masked, *match.span(match.lastindex or 0))


def _first_words(masked: bytes, start: int, end: int) -> Iterable[Span]:
    """The name that each part of a list begins with."""
    text = _INNER.sub(lambda match: b" " * len(match[0]), masked[start:end])
    for match in _LISTED.finditer(text):
        yield start + match.start(1), start + match.end(1)


def _references(data: bytes, spans: Spans, top: int) -> None:
    """What is used and called below `top`, where the imports end.

    A name alone, which is no callee, may be a local: all that patterns bind anywhere in the file
    count as such, unless the file defines them, and so does a single letter.
    """
    mine = {data[start:end] for start, end in spans.get("name", ())}
    binding = [span for name in ("binds", "pattern", "arms") for span in spans.get(name, ())]
    local = set(_LOCAL.findall(b" ".join([data[start:end] for start, end in binding]))) - mine

    def foreign(span: Span) -> bool:
        return span[1] - span[0] > 1 and data[span[0] : span[1]] not in local

    bound = set(spans.get("bound", ()))
    # In `infixr 5 +++` no operator is applied.
    bound.update(span for span in spans.get("call", ()) if _within(spans.get("fixity", ()), span))
    calls = [*spans.get("call", ()), *filter(foreign, spans.get("bare", ()))]
    uses = [*spans.get("use", ()), *filter(foreign, spans.get("value", ()))]
    spans["call"] = [span for span in _outermost(calls, top) if span not in bound]
    spans["use"] = sorted([span for span in uses if span[0] >= top and span not in bound])


def _within(spans: Sequence[Span], one: Span) -> bool:
    index = bisect_left(spans, (one[0], 0)) - 1
    return index >= 0 and one[1] <= spans[index][1]


def _outermost(spans: list[Span], least: int) -> Iterable[Span]:
    """The spans from `least` on that stand in no other of them."""
    stop = least
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if start >= stop:
            yield start, end
            stop = end


@lru_cache(maxsize=1)
def _apart(masked: bytes) -> dict[str, str]:
    """The signature of each name that has one, for those whose equations do not follow it."""
    found: dict[str, str] = {}
    for match in _APART.finditer(masked):
        written = match[2].decode("utf-8", "replace")
        for name in match[1].decode("utf-8", "replace").split(","):
            found[name.strip("() \n\t")] = name.strip() + written
    return found


@lru_cache(maxsize=1)
def _exports(data: bytes) -> dict[str, frozenset[str]] | None:
    """Exported name -> what of it is exported with it; None where the module exports all."""
    head = _EXPORTS.search(data)
    if head is None:
        return None
    end = _WHERE.search(data, head.end(), head.end() + 100_000)
    if end is None:
        return None
    text = _COMMENT.sub(" ", data[head.end() : end.start()].decode("utf-8", "replace"))
    own = head[1].decode()
    if re.search(r"\bmodule\s+" + re.escape(own) + r"(?![\w.'])", text):
        return None
    text = _REEXPORT.sub("", text)
    return {_QUALIFIER.sub("", name): frozenset(parts) for name, parts in _items(text)}


def _items(text: str) -> Iterable[tuple[str, list[str]]]:
    """(name, names in brackets after it) of each entry of an export or import list."""
    for match in _ITEM.finditer(text):
        parts = [part.strip("()") for part in _PART.findall(match[2] or "")]
        yield match[1].strip("()"), parts


LANGUAGE = Haskell()
