"""Elixir.

To the grammar a definition is a call like any other, so the module picks them by their first word
and reads their heads.  Clauses that follow each other are one function.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import (
    CALLABLES,
    SIGNATURE,
    Draft,
    Language,
    Line,
    Source,
    first_paragraph,
    split_chain,
    tidy_signature,
)
from uindex.extract.languages.elixir import heads
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uindex.extract.parse import Span

# What looks like a call and is the language's own, or told by symbols and imports.
_FORMS = frozenset(
    "alias and after assert case catch cond def defdelegate defexception defguard defguardp "
    "defimpl defmacro defmacrop defmodule defoverridable defp defprotocol defrecord defrecordp "
    "defstruct else fn for if import in not or quote raise receive refute require rescue reraise "
    "reserved super throw try unless unquote unquote_splicing use when with "
    # Of Kernel what is as good as a word of the language.
    "abs elem hd inspect is_atom is_binary is_bitstring is_boolean is_exception is_float "
    "is_function is_integer is_list is_map is_map_key is_nil is_number is_pid is_port is_reference "
    "is_struct is_tuple length map_size self send spawn tl to_string tuple_size".split()
)
_CALLED = CALLABLES | {"macro"}
_IMPORTS = frozenset([b"alias", b"import", b"require", b"use"])
_IMPORT = re.compile(
    r"(alias|import|require|use)[\s(]+((?:__MODULE__|[A-Z]\w*|:\w+)(?:\.[A-Z]\w*)*)"
    r"(?:\.\{([^}]*)\}?)?(.*)",
    re.DOTALL | re.ASCII,
)
_AS = re.compile(r"\bas:\s*([A-Z]\w*)", re.ASCII)
_ONLY = re.compile(r"\bonly:\s*\[([^\]]*)", re.ASCII)
_TAKEN = re.compile(r"([a-z_]\w*[?!]?):|([^\s:,]+):(?=\s)", re.ASCII)
_MODULE = re.compile(r"[A-Z]\w*(?:\.[A-Z]\w*)*", re.ASCII)
# Where the head of a definition ends that has no `do` block: at its value, or the next clause.
_BODY = re.compile(rb",?\s+do:|\n[ \t]*(?:@|#|def)")
_DEFAULT = re.compile(r"(\\\\\s*)[-+]?[0-9][\w.]*")
# Comments, docs, here-documents, sigils, strings; a string that is not closed ends with its line.
_HERE = rb"(?:~[a-zA-Z]{1,9})?(\"\"\"|''')[^\n]{0,100}+\n.*?(?:^[ \t]*\N\b|\Z)"
_DARK = re.compile(
    rb"#[^\n]*|@(?:module|type|short)?doc[ \t(]+"
    + _HERE.replace(rb"\N\b", rb"\1")
    + rb"|"
    + _HERE.replace(rb"\N\b", rb"\2")
    + rb"|~[a-zA-Z]{1,9}(?:\([^)\n]*\)?|\[[^\]\n]*\]?|\{[^}\n]*\}?|<[^>\n]*>?|/[^/\n]*/?"
    rb"|\|[^|\n]*\|?)"
    rb"|\"(?:[^\"\\\n#]|\\.|#\{[^{}\n]*\}|#)*+\"?|'(?:[^'\\\n]|\\.)*+'?|(?<!\w)\?\\?[^\s\w]",
    re.DOTALL | re.MULTILINE,
)
_SPEC = re.compile(rb"@(?:spec|type|typep|opaque|callback|macrocallback)\b")
_WRITTEN = re.compile(r"^@\w+[\s(]*(?:~[a-zA-Z])?(?:\"{1,3}|'{1,3})?|(?:\"{1,3}|'{1,3})\)?\s*\Z")


_USED = re.compile(rb"use[ \t]+([A-Z]\w*(?:\.[A-Z]\w*)*)")


class Elixir(Language):
    """Modules, protocols and their implementations hold functions, macros, types and the fields of
    a struct; `defp` and its like are private."""

    grammar = "elixir"
    keywords = frozenset(
        b"after alias and case catch cond def defp defmacro defmodule defstruct do else end false "
        b"fn for if import in nil not or quote receive require rescue true try unless unquote use "
        b"when with spec doc moduledoc".split()
    )
    lines = tuple(
        Line(kind, re.compile(rb"^[ \t]*(?:" + words + rb")[ \t]+" + name, re.MULTILINE))
        for kind, words, name in (
            ("module", b"defmodule", rb"(?P<name>[A-Z][\w.]{0,200})(?=[ \t]*,?[ \t]+do\b)"),
            ("protocol", b"defprotocol", rb"(?P<name>[A-Z][\w.]{0,200})(?=[ \t]+do\b)"),
            ("function", b"defp?|defguardp?|defdelegate", rb"(?P<name>[a-z_]\w{0,200}[?!]?)"
                                                          rb"(?=[ \t]*[(,]|[ \t]+(?:do|when)\b)"),
            ("macro", b"defmacrop?", rb"(?P<name>[a-z_]\w{0,200}[?!]?)(?=[ \t]*[(,]|[ \t]+do\b)"),
        )
    )  # fmt: skip

    def literals(self, data: bytes) -> tuple[list[Span], list[Span]]:
        strings: list[Span] = []
        comments: list[Span] = []
        for match in _DARK.finditer(data):
            (comments if match[0][:1] in b"#@" else strings).append(match.span())
        return strings, comments

    def refine(self, source: Source, spans: dict[str, list[Span]]) -> None:
        data = source.data
        forms: dict[int, int] = {}
        for start, end in spans.pop("form", ()):
            forms.setdefault(start, end)
        attributes = spans.get("symbol.function", [])
        found = heads.read(source.masked, data, spans.get("call", ()), forms, attributes)
        spans["symbol.function"], spans["name"] = found.definitions, found.names
        spans["import"] = [
            (start, forms[start])
            for start, end in spans.get("call", ())
            if start in forms and data[start:end] in _IMPORTS
        ]
        told = {*found.heads, *((start, end) for start, end in found.names)}
        _links(data, spans, attributes, told)
        # `@doc` and `@spec` stand before what they speak of.
        docs = [s for s in found.attached if data.startswith((b"@doc", b"@typedoc"), s[0])]
        texts = spans.get("doc", [])
        spans["doc"] = heads.inside(texts, found.moduledocs)
        written = heads.holding(texts, docs)
        spans["comment"] = sorted([*spans.get("comment", ()), *written])
        spans["attached"] = sorted(set(found.attached) - set(written))

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        above = parents[draft.parent] if draft.parent >= 0 else None
        word = heads.word(source.data, draft.start)
        kind = heads.KINDS.get(word, draft.kind)
        if word[:1] == b"@" and above is not None and above.kind in _CALLED:
            return None
        if kind == "function" and above is not None and above.kind in ("protocol", "impl"):
            kind = "method"
        if word == b"defimpl":
            protocol, _, target = draft.name.partition(",")
            if target:  # its module is called so, wherever it stands
                target = target.rpartition(":")[2].strip()
                draft = draft._replace(name=f"{protocol.strip()}.{target}", parent=-1)
        if kind == "function" and not draft.name[:1].isalpha() and draft.name[:1] != "_":
            kind = "operator"
        visibility = "private" if word in heads.PRIVATE else "public"
        return draft._replace(kind=kind, visibility=visibility)

    def signature(self, draft: Draft, source: Source) -> str:
        if draft.kind in ("constant", "field"):
            return f"@{draft.name}" if draft.kind == "constant" else ""
        end = min(draft.body, draft.end, draft.start + 4 * SIGNATURE)
        match = _BODY.search(source.masked, draft.name_end, end)
        text = source.masked[draft.start : match.start() if match else end]
        return _DEFAULT.sub(r"\1…", tidy_signature(text.decode("utf-8", "replace"), draft.name))

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        match = _IMPORT.match(text)
        if match is None:
            return
        word, module, several, options = match.groups()
        if several is not None:
            for part in several.split(","):
                name = part.strip()
                if name:
                    alias = name.rpartition(".")[2] if word == "alias" else ""
                    yield Link("import", "", f"{module}.{name}", alias, line, symbol)
            return
        given = _AS.search(options)
        if word == "import":
            only = _ONLY.search(options)
            names = [m[1] or m[2] for m in _TAKEN.finditer(only[1])] if only else ["*"]
            for name in names:
                yield Link("import", name, module, "", line, symbol)
            return
        alias = given[1] if given else module.rpartition(".")[2] if word == "alias" else ""
        yield Link("import", "", module, alias, line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        name, receiver = split_chain(text)
        if not receiver and (name in _FORMS or name.startswith("__")):
            return "", ""
        return name, receiver

    def paragraph(self, written: str) -> str:
        return first_paragraph(_WRITTEN.sub("", written.strip()))


def _links(
    data: bytes, spans: dict[str, list[Span]], attributes: list[Span], told: set[Span]
) -> None:
    """Calls without the heads of definitions, and uses: what types and `use` name among them."""
    typed = [span for span in attributes if _SPEC.match(data, span[0])]
    calls = sorted(set(spans.get("call", ())) - told)
    calls = [span for span in calls if not data.startswith(b"@", span[0] - 1)]
    within = set(heads.inside(calls, typed))
    spans["call"] = [span for span in calls if span not in within]
    dotted = [span for span in within if b"." in data[slice(*span)]]
    behaviours = [
        (start + match.start(), start + match.end())
        for start, end in attributes
        if data.startswith((b"@behaviour", b"@impl"), start)
        for match in re.finditer(rb"[A-Z]\w*(?:\.[A-Z]\w*)*", data[start:end])
    ]
    imported = set(heads.inside(spans.get("use", ()), spans["import"]))
    uses = [span for span in spans.get("use", ()) if span not in imported and span not in told]
    spans["use"] = sorted({*uses, *dotted, *behaviours})
    used = [match.span(1) for span in spans["import"] if (match := _USED.match(data, *span))]
    spans["base"] = sorted([*used, *(one for one in behaviours if _declares(data, one[0]))])


def _declares(data: bytes, at: int) -> bool:
    """Whether a behaviour is named to be implemented, not for one of its functions."""
    return data.endswith(b"@behaviour", 0, len(data[:at].rstrip(b" \t")))


LANGUAGE = Elixir()
