"""Rust."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from uindex.extract.language import Draft, Language, Source, begins, split_chain
from uindex.extract.languages.rust.bindings import tell, token_calls
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    Spans = dict[str, list[tuple[int, int]]]

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_TOKEN = re.compile(r"[{},*]|(?:r#)?[\w\x80-\U0010ffff]+", re.ASCII)
_PATH = re.compile(rb"#\[\s*(?:cfg_attr\s*\(.*,\s*)?path\s*=", re.DOTALL)
_WRITTEN = re.compile(r"""(cfg_attr\s*\([^"]*,\s*)?\bpath\s*=\s*r?#*"([^"\n]+)\"""")
# What may stand between such an attribute and its `mod`.
_BETWEEN = re.compile(rb"(?:\s|//[^\n]*|#\[[^\n]*\])*")
_VISIBLE = re.compile(r"\s*pub\b\s*(\([^()]*\))?", re.ASCII)
_QUALIFIED = re.compile(r"<.*\bas\s+([\w:\x80-\U0010ffff]+).*>::", re.ASCII | re.DOTALL)

_LIFETIME = re.compile(r"'\w+\s*", re.ASCII)
_WORD = rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*"
_MODIFIERS = (
    rb"(?:pub(?:[ \t]*\([^()\n]*\))?[ \t]+)?"
    rb"(?:(?:default|const|async|unsafe|extern(?:[ \t]*\0*))[ \t]+){0,4}"
)
_NAME = rb"(?P<name>" + _WORD + rb")"
# `static ref` is one of the macro lazy_static.
_MUT = rb"(?:(?:mut|ref)[ \t]+)?"
# A definition in macro arguments, at the start of its line.
_ITEM = re.compile(
    rb"^[ \t]*("
    + _MODIFIERS
    + rb"(fn|struct|enum|union|trait|mod|type|const|static|impl\b(?:<[^{};\n]*?>)?)[ \t]+"
    rb"(?:(?:mut|ref)[ \t]+)?((?:[^{};\n=]{0,200}?\bfor[ \t]+)?)((?:"
    + _WORD
    + rb"::)*)("
    + _WORD
    + rb"))",
    re.MULTILINE,
)
_KINDS = {
    b"fn": "function", b"struct": "struct", b"enum": "enum", b"union": "union", b"trait": "trait",
    b"mod": "module", b"type": "type", b"const": "constant", b"static": "variable",
}  # fmt: skip
_STOP = re.compile(rb"(?:\[[^\[\]{}]{0,200}\]|[^{;\[]){0,3000}+([{;])")
_BRACE = re.compile(rb"[{}]")
_ATTRIBUTE = re.compile(rb"^[ \t]*(#\[[^\n]*\])[ \t\r]*$", re.MULTILINE)
_IMPORT = re.compile(
    rb"^[ \t]*((?:pub(?:[ \t]*\([^()\n]*\))?[ \t]+)?(?:use[ \t][^;$]{1,4000}|mod[ \t]+[\w#]+);)",
    re.MULTILINE,
)
# Written as calls, though they only wrap a value.
_WRAPPERS = frozenset(["Some", "Ok", "Err", "Self", "_"])


class Rust(Language):
    """An impl block is a symbol named after its type, and so owns what is in it."""

    grammar = "rust"
    # A lifetime is no literal.
    quotes = re.compile(
        rb"r(#{1,8})\"[^\0]{0,5000}?\"\1|\"(?:[^\"\\\n]|\\.)*\"?|'(?:\\[^\n']{1,12}|[^'\\\n]{1,4})'",
        re.DOTALL,
    )
    type_quotes = frozenset('"')
    wrappers = frozenset("Option Result Box Rc Arc Pin".split())
    separator = "::"
    keywords = frozenset(
        b"as async await break const continue crate dyn else enum extern false fn for if impl in "
        b"let loop match mod move mut pub ref return self Self static struct super trait true type "
        b"union unsafe use where while Some None Err".split()
    )

    lines = (
        *(begins(kind, _MODIFIERS + word + rb"[ \t]+" + _MUT + _NAME + rb"[ \t]*[(<{;:=w]")
          for word, kind in _KINDS.items()),
        begins("macro", rb"macro_rules![ \t]*" + _NAME),
        begins("impl", rb"(?:unsafe[ \t]+)?impl\b(?:<[^{};\n]*?>)?[ \t]+"
                       rb"(?:[^{};\n=]{0,200}?\bfor[ \t]+)?[&*]?(?:'\w+[ \t]+)?(?:mut[ \t]+)?"
                       rb"(?:" + _WORD + rb"::)*" + _NAME + rb"\b(?![^{};\n]{0,200}\bfor\b)"),
    )  # fmt: skip

    def type_name(self, text: str) -> tuple[str, str]:
        return super().type_name(_LIFETIME.sub("", text).partition(" + ")[0])

    def refine(self, source: Source, spans: Spans) -> None:
        docs = spans.get("doc")
        if docs:
            spans["doc"] = _joined(source.data, docs)
        tokens = _outermost(spans.get("tokens", ()))
        if tokens:
            calls = spans.setdefault("call", [])
            for start, end in tokens:
                calls.extend(token_calls(source.masked, start, end))
            calls.sort()
            _items(source, spans, [span for span in tokens if b"\n" in source.data[slice(*span)]])
        tell(source, spans, tokens)
        if any(_PATH.match(source.data, start) for start, _ in spans.get("attached", ())):
            _located(source.data, spans)

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        name = draft.name.removeprefix("r#")
        if name == "_" or (draft.kind == "field" and draft.name == "fn"):
            return None
        start = draft.name_start + len(draft.name) - len(name)
        above = parents[draft.parent] if draft.parent >= 0 else None
        match = _VISIBLE.match(source.slice(draft.start, draft.name_start))
        if match:
            visibility = "internal" if match[1] else "public"
        elif draft.kind == "macro":
            exported = b"#[macro_export" in source.data[draft.outer : draft.start]
            visibility = "public" if exported else "private"
        elif above and (above.kind in ("trait", "enum", "variant")):
            visibility = above.visibility
        elif draft.kind == "impl" or (above and above.kind == "impl" and above.visibility):
            # What implements a trait is as visible as the trait.
            head = source.masked[draft.start : draft.body]
            visibility = "public" if draft.kind != "impl" or b" for " in head else ""
        else:
            visibility = "private"
        return draft._replace(name=name, name_start=start, visibility=visibility)

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        written = []
        if text.startswith("#"):
            at = text.rindex("mod ")
            line += text.count("\n", 0, at)
            written, text = _WRITTEN.findall(text, 0, at), text[at:]
        text = _COMMENT.sub(" ", text).strip(" \t\r\n;")
        text = _VISIBLE.sub("", text, count=1).strip()
        keyword, _, rest = text.partition(" ")
        if keyword == "use":
            for path, alias in _flatten(rest):
                yield _import(path, alias, line, symbol)
        elif keyword == "extern":
            names = [word.removeprefix("r#") for word in rest.split()]
            if len(names) > 1:  # damage may leave `extern` alone
                yield Link("import", "", names[1], "".join(names[3:4]), line, symbol)
        elif keyword == "mod":
            # The module is another file: `mod x;` brings it in.
            name = rest.strip().removeprefix("r#")
            for _, file in written:
                yield Link("import", "", file, name, line, symbol)
            if all(condition for condition, _ in written):
                yield Link("import", "", f"self::{name}", "", line, symbol)

    def signature(self, draft: Draft, source: Source) -> str:
        text = super().signature(draft, source).rstrip(" ,;")
        return "" if text == draft.name else text

    def call(self, text: str) -> tuple[str, str]:
        if text in _WRAPPERS or (len(text) == 1 and text.isupper()):
            return "", ""
        if text.startswith((")", ".", ":")):
            # Found in macro arguments, where only the end of the receiver is known.
            return text.rpartition(".")[2].rpartition(":")[2], "…"
        owner = ""
        match = _QUALIFIED.match(text) if text.startswith("<") else None
        if match:
            owner, text = match[1], text[match.end() :]
        name, receiver = split_chain(text.replace("r#", "") if "r#" in text else text)
        return name, receiver or owner


def _flatten(text: str) -> Iterable[tuple[tuple[str, ...], str]]:
    """(path, alias) of each leaf of a use tree."""
    prefixes: list[tuple[str, ...]] = [()]
    path: tuple[str, ...] = ()
    alias = ""
    renamed = False
    for token in _TOKEN.findall(text):
        if token == "{":
            prefixes.append(path)
        elif token in ",}":
            if len(path) > len(prefixes[-1]):
                yield path, alias
            alias, renamed = "", False
            if token == "}" and len(prefixes) > 1:
                prefixes.pop()
                path = prefixes[-1]
            else:
                path = prefixes[-1]
        elif token == "as":
            renamed = True
        elif renamed:
            alias = token.removeprefix("r#")
        elif len(path) < 100:
            path = (*path, token.removeprefix("r#"))
    if len(path) > len(prefixes[-1]):
        yield path, alias


def _import(path: tuple[str, ...], alias: str, line: int, symbol: int) -> Link:
    """`a::b` takes b from a; `a::{self}` and a name alone are the module itself."""
    if len(path) > 1 and path[-1] == "self":
        return Link("import", "", "::".join(path[:-1]), alias, line, symbol)
    if len(path) == 1:
        return Link("import", "", path[0], alias, line, symbol)
    return Link("import", path[-1], "::".join(path[:-1]), alias, line, symbol)


def _joined(data: bytes, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Inner doc comments that follow each other as one."""
    result: list[tuple[int, int]] = []
    for start, end in spans:
        if result and not data[result[-1][1] : start].strip():
            result[-1] = (result[-1][0], end)
        else:
            result.append((start, end))
    return result


def _located(data: bytes, spans: Spans) -> None:
    """Let the attribute that says where the file of a `mod x;` is be part of the import."""
    imports = sorted(spans.get("import", ()))
    for start, end in sorted(spans["attached"], reverse=True):
        if _PATH.match(data, start, end):
            at = bisect_left(imports, (end, end))
            if at < len(imports):
                between = _BETWEEN.match(data, end)
                if between and between.end() >= imports[at][0]:
                    imports[at] = (start, imports[at][1])
    spans["import"] = imports


def _outermost(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    result: list[tuple[int, int]] = []
    for start, end in spans:
        if not result or start >= result[-1][1]:
            result.append((start, end))
    return result


def _items(source: Source, spans: Spans, tokens: list[tuple[int, int]]) -> None:
    """Add the definitions that stand in macro arguments, as in `cfg_rt! { pub fn spawn() {} }`."""
    found = False
    for low, high in tokens:
        brought = [match.span(1) for match in _IMPORT.finditer(source.masked, low, high)]
        if brought:
            spans.setdefault("import", []).extend(brought)
            found = True
        closes: dict[int, int] | None = None
        for match in _ITEM.finditer(source.masked, low, high):
            stop = _STOP.match(source.masked, match.end(), high)
            if stop is None:
                continue
            if closes is None:
                closes = _closes(source.masked, low, high)
            kind = _kind(match[2])
            body = stop.start(1)
            end = closes.get(body, high - 1) if stop[1] == b"{" else body + 1
            spans.setdefault(f"symbol.{kind}", []).append((match.start(1), end))
            spans.setdefault("name", []).append(match.span(5))
            spans.setdefault("body", []).append((body, body + 1))
            found = True
        if found:
            attached = spans.setdefault("attached", [])
            attached.extend(m.span(1) for m in _ATTRIBUTE.finditer(source.masked, low, high))
    if found:
        for span_list in spans.values():
            span_list.sort()


def _kind(word: bytes) -> str:
    return "impl" if word.startswith(b"impl") else _KINDS[word]


def _closes(data: bytes, low: int, high: int) -> dict[int, int]:
    """Offset of each opening brace -> offset behind the one that closes it."""
    result = {}
    opened = []
    for match in _BRACE.finditer(data, low, high):
        if match[0] == b"{":
            opened.append(match.start())
        elif opened:
            result[opened.pop()] = match.end()
    return result


LANGUAGE = Rust()
