"""Ruby."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

from uindex.extract.language import (
    CALLABLES,
    QUOTES,
    Draft,
    Language,
    Source,
    begins,
    first_paragraph,
)
from uindex.extract.text import line_before
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

CHAIN = 300
"""Bytes of a call with its receiver; of a longer one only the method's name is kept."""

_LOAD = re.compile(r"(\w+)\s*\(?\s*(?::(\w+)\s*,\s*)?(?:\"([^\"#\n]+)\"|'([^'\n]+)')", re.ASCII)
_COMMENT = re.compile(r"#[^\n]*")
_MAGIC = re.compile(
    r"^(?:#!.*|#[ \t]*(?:-\*-.*|(?:frozen_string_literal|(?:en)?coding|warn_indent|typed"
    r"|shareable_constant_value|rubocop)\b.*)|=(?:begin|end)\b.*)$",
    re.MULTILINE,
)
_END = re.compile(r"[\s;]*(?:\bend)?[\s;]*\Z")
_METHOD = re.compile(rb"(?:\s|#[^\n]*\n)*+(&?\.|::)\s*+[A-Za-z_\x80-\xff][\w\x80-\xff]*[?!]?")
_FUNCTION = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*[?!]?")
_CALLEE = re.compile(r"[\w@$:.?!&\x80-\U0010ffff]+", re.ASCII)
_CHAINED = re.compile(r"[)}\]]\s*&?\.|\bend\s*&?\.")
_PLAIN = re.compile(r"[\w?!]+\Z", re.ASCII)
_TAIL = re.compile(r"[\w\x80-\U0010ffff]+[?!=]?\Z", re.ASCII)
_ARGUMENTS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
_RECEIVER = re.compile(r"[\w@$?!.:()\x80-\U0010ffff]+\Z", re.ASCII)
_SECTION = re.compile(
    rb"^([ \t]*)(private|protected|public|module_function)[ \t\r]*(?:#.*)?$", re.M
)
_INLINE = re.compile(rb"\b(private|protected|public)(?:_class_method)?[ \t(]+\Z")
_CLASSES = (b"Struct.new", b"Class.new", b"Data.define")
_LETTERS = re.compile(rb"[a-z_]+")
_WORDS = {
    b"alias_method": "alias", b"define_method": "function", b"define_singleton_method": "function",
    b"namespace": "namespace", b"task": "target",
}  # fmt: skip
_TARGET = re.compile(r"[\w:.-]+\Z", re.ASCII)
_PATH = rb"(?:(?P<owner>[A-Z]\w*(?:::[A-Z]\w*)*)::)?(?P<name>[A-Z][\w\x80-\xff]*)"
_METHOD_NAME = (
    rb"(?:(?P<owner>[A-Z]\w*)\.)?(?P<name>[A-Za-z_\x80-\xff][\w\x80-\xff]*(?:[?!]|=(?=[ \t]*\())?"
    rb"|[=<>!~+*/%&|^-]{1,3}|\[\]=?)"
)
_LOADS = frozenset(b"require require_relative load autoload gem".split())
# What the words of these calls say is told by symbols, imports and uses.
_TOLD = frozenset(
    b"require require_relative load autoload gem include extend prepend attr attr_reader "
    b"attr_writer attr_accessor alias_method define_method define_singleton_method private "
    b"protected public module_function private_constant private_class_method raise "
    b"block_given? super".split()
)


class Ruby(Language):
    """Methods of a class and of its instances alike are `Class::method`; `private` holds for the
    methods that follow at the same indentation."""

    grammar = "ruby"
    separator = "::"
    own = re.compile(rb"(?:@|self\.)\w+\Z")
    keywords = frozenset(
        b"alias and begin break case class def defined do else elsif end ensure false for if in "
        b"module next nil not or redo rescue retry return self super then true undef unless until "
        b"when while yield require".split()
    )

    # Heredocs first, told by their names; then `a`, %w(a), /a/ and what follows the program.
    quotes = re.compile(
        rb"<<[~-]?([\"'`]?)([A-Z_]\w*)\1[^\n]*\n(?:[^\n]*\n){0,400}?[ \t]*\2\b|^__END__\n.*|"
        rb"`[^`\n]*`?|%[wWiIqQrsx]?[(\[{<][^)\]}>\n]*[)\]}>]?|"
        rb"(?<![\w)\]}\"'/])/(?=[^\s/*=])(?:[^/\\\n]|\\.)*/|" + QUOTES.pattern,
        re.DOTALL | re.MULTILINE,
    )
    lines = (
        begins("class", rb"class[ \t]+" + _PATH),
        begins("module", rb"module[ \t]+" + _PATH),
        begins("function", rb"(?:(?:private|protected|public|private_class_method)[ \t]+)?"
                           rb"def[ \t]+(?:self\.)?" + _METHOD_NAME),
    )  # fmt: skip

    def refine(self, source: Source, spans: dict[str, list[tuple[int, int]]]) -> None:
        data = source.data
        receivers = spans.get("receiver", [])
        calls, imports = [], []
        for start, end in spans.get("call", ()):
            # Of the receivers that start with the call, the longest is its own.
            index = bisect_left(receivers, (start, end)) - 1
            if index >= 0 and receivers[index][0] == start:
                match = _METHOD.match(data, receivers[index][1])
                if match:
                    near = match.end() - start <= CHAIN
                    calls.append((start if near else match.start(1), match.end()))
            else:
                match = _FUNCTION.match(data, start)
                if match:
                    calls.append(match.span())
                    if match[0] in _LOADS:
                        imports.append((start, end))
        local = {data[start:end] for start, end in spans.get("local", ())}
        calls += [
            (start, end)
            for start, end in spans.get("bare", ())
            if data[start:end] not in local and data[start:end] not in _TOLD
        ]
        spans["call"] = sorted(calls)
        spans["import"] = imports

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        name = draft.name.lstrip(":")
        above = parents[draft.parent] if draft.parent >= 0 else None
        kind, owner = draft.kind, draft.owner
        if kind == "target":
            word = _LETTERS.match(source.data, draft.start, draft.name_start)
            kind = _WORDS.get(word[0], "") if word else ""
            if not kind:  # damage put something else at the start
                return None
            if not _TARGET.match(name) and kind in ("namespace", "target"):
                return None
        if kind == "function" and above:
            kind = "method"
        elif kind == "constant" and source.data.startswith(_CLASSES, draft.body):
            kind = "class"
        elif kind in ("property", "alias") and above and above.kind in CALLABLES:
            return None
        if above and owner in (above.name, f"{above.owner}::{above.name}"):
            owner = ""
        start = draft.name_start + len(draft.name) - len(name)
        draft = draft._replace(name=name, kind=kind, owner=owner.lstrip(":"), name_start=start)
        if above and kind in ("method", "property", "alias"):
            return draft._replace(visibility=_visibility(draft, above, source))
        return draft

    def signature(self, draft: Draft, source: Source) -> str:
        text = _COMMENT.sub("", super().signature(draft, source))
        if draft.kind in ("function", "method", "class", "module"):
            text = _END.sub("", text)
        return text if text != draft.name else ""

    def paragraph(self, written: str) -> str:
        return first_paragraph(_MAGIC.sub("", written))

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        match = _LOAD.match(text)
        if match:
            module = match[3] or match[4]
            if match[1] == "require_relative" and not module.startswith((".", "/")):
                module = f"./{module}"
            yield Link("import", match[2] or "", module, "", line, symbol)

    def made_by(self, text: str) -> tuple[str, str]:
        # The node of a call holds its arguments and its block.
        callee = _CALLEE.match(text)
        if callee is None or _CHAINED.search(text, callee.end()):
            return "", ""
        return self.call(callee[0])

    def call(self, text: str) -> tuple[str, str]:
        if _PLAIN.match(text):
            return ("", "") if text.encode() in _TOLD else (text, "")
        tail = _TAIL.search(text)
        if tail is None:
            return "", ""
        receiver = text[: tail.start()].rstrip(" \t\r\n.:&")
        previous = None
        while previous != receiver:
            previous = receiver
            receiver = _ARGUMENTS.sub(lambda m: "\1" if m[0][0] != "{" else "", receiver)
        receiver = re.sub(r"\s+", "", receiver).replace("&.", ".").replace("\1", "()")
        if receiver:
            return tail[0], receiver if _RECEIVER.match(receiver) else "…"
        return tail[0], "" if text.startswith("::") or tail.start() == 0 else "…"


@lru_cache(maxsize=1)
def _sections(masked: bytes) -> tuple[list[int], list[tuple[int, str]]]:
    """Where each bare `private` and its like stands: offsets, and (indentation, word)."""
    found = list(_SECTION.finditer(masked))
    return (
        [match.start() for match in found],
        [(len(match[1]), match[2].decode()) for match in found],
    )


def _visibility(draft: Draft, above: Draft, source: Source) -> str:
    masked = source.masked
    before = line_before(masked, draft.start)
    match = _INLINE.search(before)
    if match:
        return match[1].decode()
    if b"." in masked[draft.start : draft.name_start]:
        return "public"
    indent = len(before) - len(before.lstrip(b" \t"))
    offsets, sections = _sections(masked)
    index = bisect_left(offsets, draft.start - len(before))
    for at in range(index - 1, max(index - 100, -1), -1):
        if offsets[at] < above.start:
            break
        if sections[at][0] == indent:
            return sections[at][1] if sections[at][1] != "module_function" else "public"
    return "public"


LANGUAGE = Ruby()
