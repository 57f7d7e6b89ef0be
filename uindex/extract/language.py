"""What a language module may say beyond its query; the defaults suit most."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uindex.extract.text import Text
    from uindex.record import Link, Symbol

SIGNATURE = 240
"""Characters of a signature; the rest is cut with an ellipsis."""
DOC = 200
"""Characters of a doc paragraph, likewise."""

TYPES = frozenset(
    [
        "class",
        "interface",
        "struct",
        "union",
        "enum",
        "trait",
        "protocol",
        "type",
        "object",
        "mixin",
        "record",
        "extension",
        "impl",
        "instance",
        "annotation",
        "service",
        "message",
    ]
)
CALLABLES = frozenset(
    ["function", "method", "constructor", "property", "operator", "rule", "procedure", "test"]
)
LOCAL = frozenset(["variable", "constant", "field", "alias"])
"""Kinds that are not symbols inside a function: they are its locals."""

CHAIN = 400
"""Characters of a callee; of a longer one only the name is taken."""

_NULS = re.compile("\0+")
_PARAGRAPH = re.compile(
    r"\n[ \t]*\n|\n[ \t]*(?:@\w|:param|Args:|Returns:|Parameters\n|\\param)", re.ASCII
)
_MARKERS = re.compile(
    r"^[ \t]*(?:/\*+!?|\*+/|\*(?!/)|//+[!/]?|\#+!?|--+|;+|%+|\"\"\"|''')?[ \t]?"
    # Only from where blanks or stars begin: to try at each of them costs their square.
    r"|(?:(?<![ \t])[ \t]++)?(?:(?<!\*)\*++/|\"\"\"|''')[ \t]*$",
    re.MULTILINE,
)
_ANNOTATIONS = re.compile(r"(?:@[\w.]+(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?\s*)+", re.ASCII)
_NUMBER = re.compile(r"(=\s*)[-+]?[0-9][\w.]*")
_ARGUMENTS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|<[^<>()]*>")
_CHAIN = re.compile(r"[\w$@!?#.:>~\x80-\U0010ffff-]*\Z", re.ASCII)
_RECEIVER = re.compile(r"[\w$@!?#.:>~()*&\x01\x80-\U0010ffff-]*\Z", re.ASCII)
_LAST = re.compile(r"[\w$@!?#\x80-\U0010ffff]+\Z", re.ASCII)
_FIRST = re.compile(r"[\w$@\x80-\U0010ffff]*", re.ASCII)
_TYPE = re.compile(
    r"(?:[\s&*:?]|(?:const|mut|dyn|impl|struct|readonly|final)\b)*(.*?)[\s&*?!]*\Z",
    re.ASCII | re.DOTALL,
)
_GENERIC = re.compile(r"([^<\[({]*?)\s*[<\[](.*)[>\]]\Z", re.DOTALL)
_NOTHING = frozenset(["None", "null", "undefined", "void", "nil", "false"])
_QUOTED = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`[^`]*`", re.DOTALL)
QUOTES = re.compile(rb"\"(?:[^\"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'?", re.DOTALL)
"""Literals by their quotes.  One that is not closed ends with its line; tried again at each quote
it would cost a square."""
_NAME = re.compile(r"[A-Za-z_$\x80-\U0010ffff][\w$\x80-\U0010ffff]*\Z", re.ASCII)


class Draft(NamedTuple):
    """A symbol before it is finished.  Offsets are into the text; `start` is where the definition
    itself begins, `outer` where its attached comment, decorators and wrappers do."""

    kind: str
    name: str
    owner: str
    start: int
    end: int
    outer: int
    name_start: int
    name_end: int
    body: int
    """Where the body or value begins, or `end`."""
    parent: int
    visibility: str = ""


class Source(NamedTuple):
    """The text being read: `data` as it is, `masked` with string literals as NULs."""

    data: bytes
    masked: bytes
    line: Callable[[int], int]

    def slice(self, start: int, end: int) -> str:
        """Text between two offsets, bytes that are not UTF-8 replaced."""
        return self.data[start:end].decode("utf-8", "replace")


class Site(NamedTuple):
    """A link that a reader found, where the text at `at` does not spell out all of it."""

    at: int
    kind: str
    """doc-link or mention."""
    name: str
    receiver: str


class Layer(NamedTuple):
    """Parts of a text that a grammar reads, such as the scripts in a page.

    `data` is as long as the text and has blanks for all that is of no concern to the grammar, so
    that its nodes stand where they stand in the text.
    """

    grammar: str
    query: str
    """Stems of .scm files, as in Language."""
    data: bytes
    exact: bool = True
    """Whether what the grammar cannot read is damage to the file."""


class Reading(NamedTuple):
    """What a reader of our own found: spans by capture name, in order, and links by position."""

    spans: dict[str, list[tuple[int, int]]]
    links: list[Site]
    marks: tuple[str, ...] = ()
    damaged: bool = False
    """Whether part of the text could not be read."""
    layers: tuple[Layer, ...] = ()
    """Parts that grammars read; their captures come on top."""


class Line(NamedTuple):
    """How a line looks that begins a definition, for texts that the grammar cannot read.

    `pattern` is compiled with re.MULTILINE and runs over the text without literals and comments; it
    begins with `^[ \\t]*`, has a group `name` and may have a group `owner`, matches what is a
    definition for sure, and never more than its head.
    """

    kind: str
    pattern: re.Pattern[bytes]


def begins(kind: str, pattern: bytes) -> Line:
    """A Line of that kind whose line begins, behind blanks, with what the pattern describes."""
    return Line(kind, re.compile(rb"^[ \t]*" + pattern, re.MULTILINE))


class Language:
    """Defaults for all languages.  A module makes one instance of a subclass, named LANGUAGE."""

    grammar = ""
    """The grammar's name in tree-sitter-language-pack."""
    query = ""
    """The queries to join, blank-separated: `go` is `languages/go/query.scm`, `c/family` is
    `languages/c/family.scm`.  By default the query of the language named as the grammar is."""
    separator = "."
    selves = frozenset(["self", "this", "super", "cls"])
    """Receivers that mean the object itself, or its class."""
    own: re.Pattern[bytes] = re.compile(rb"(?:self|this)\.\w+\Z")
    """How a method writes a field of its object."""
    type_quotes = frozenset("\"'`")
    """What a literal that stands for a type is quoted by."""
    inferred = frozenset(["var", "auto"])
    """What is written in place of a type that the compiler finds out."""
    binds_uses = False
    """Whether what hides a name is kept for uses as for calls: where uses are also values."""
    wrappers: frozenset[str] = frozenset()
    """Generic types that are as good as their first argument: `Optional`, `Promise`."""
    keywords: frozenset[bytes] = frozenset()
    """Reserved words, which say nothing about a file."""
    prose = False
    """Whether the whole text is prose, so that what looks like a secret anywhere is blanked."""
    mixed = False
    """Whether parts are prose, captured as @prose, and the others code."""
    commands = False
    """Whether the text is command lines: a word behind a sign or an option may be a secret."""
    lines: tuple[Line, ...] = ()
    """Lines that begin definitions, looked for where the tree is damaged."""
    quotes: re.Pattern[bytes] = QUOTES
    """What stands for a literal where the tree is damaged."""
    values = True
    """Whether words are taken from the text; False where it holds values, as in configuration:
    then only names and comments give words."""

    def open(self, text: Text) -> tuple[Language, Text]:
        """What to read and as what, where the file is a container: the text inside, with lines and
        offsets of the file, and a language for it, which may be made for this one file."""
        return self, text

    def read(self, data: bytes) -> Reading | None:
        """The captures of a reader of our own, where no grammar serves; None runs the query."""
        return None

    def prepare(self, data: bytes) -> bytes:
        """What the parser is given in place of `data`: of the same length, byte for byte in the
        same place, with what would mislead the grammar put out of its way."""
        return data

    def literals(self, data: bytes) -> tuple[list[tuple[int, int]], list[tuple[int, int]]] | None:
        """The literals and the comments of a text whose tree is damaged, found without the tree,
        where it is not to be trusted with them: what it says of the text in them is dropped."""
        return None

    def unread(self, data: bytes) -> list[tuple[int, int]]:
        """Spans of `data`, by position, that the grammar is not given, such as the other branch of
        an `#if`: `lines` find what they define, and literals in them are found by quotes."""
        return []

    def refine(self, source: Source, spans: dict[str, list[tuple[int, int]]]) -> None:
        """Mend the captures in place before anything is made of them, where a node says too much,
        too little or nothing.  Each list of spans stays sorted."""

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        """The draft made good, or None to drop it.  `parents` holds all drafts so far."""
        return draft

    def documents(self, source: Source, drafts: list[Draft]) -> dict[int, tuple[int, int]]:
        """By index of a definition the doc that stands elsewhere in the text."""
        return {}

    def signature(self, draft: Draft, source: Source) -> str:
        """The definition up to its body or value, literals elided; "" if that is only its name."""
        start, end = draft.start, min(draft.body, draft.end)
        text = source.masked[start : min(end, start + 4 * SIGNATURE)].decode("utf-8", "replace")
        return tidy_signature(text, draft.name)

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        """The links of one node captured as @import."""
        return ()

    def call(self, text: str) -> tuple[str, str]:
        """(name, receiver chain) of a callee as written; ("", "") for none."""
        return split_chain(text)

    def first(self, receiver: str) -> str:
        """The name that a receiver chain begins with."""
        found = _FIRST.match(receiver)
        return found[0] if found else ""

    def made_by(self, text: str) -> tuple[str, str]:
        """(name, receiver) of what a node captured as @bind.value calls."""
        return self.call(text)

    def each(self, text: str) -> tuple[str, str]:
        """(name, receiver) of what gives the things in what is captured as @bind.each."""
        return "", ""

    def element(self, text: str) -> tuple[str, str]:
        """The type of what is in a value of a type, and `[]` where it is there by position or by
        going through it, `{}` where by key; ("", "") where nothing is."""
        return "", ""

    def type_name(self, text: str) -> tuple[str, str]:
        """(name, receiver) of the one type that `text` says; ("", "") where it says none.

        Pointers and what is nullable count as what they hold, arrays and functions as nothing.
        """
        for _ in range(4):
            parts = [part.strip("\"' \n") for part in text.split("|")]
            parts = [part for part in parts if part and part not in _NOTHING]
            if len(parts) != 1:
                return "", ""
            match = _TYPE.match(parts[0])
            text = match[1] if match else ""
            generic = _GENERIC.match(text)
            if text.startswith("[") or text.endswith("[]") or text in self.inferred:
                return "", ""
            if generic is None:
                break
            text = generic[1]
            if split_chain(text)[0] not in self.wrappers:
                break
            text = generic[2].split(",", 1)[0]
        name, receiver = split_chain(text)
        return ("", "") if "\1" in name or "(" in receiver or "…" in receiver else (name, receiver)

    def reference(self, kind: str, text: str, line: int, symbol: int) -> Iterable[Link]:
        """The links of one node captured as @doc-link or @mention."""
        return ()

    def marks(self, symbols: list[Symbol]) -> Iterable[str]:
        """Marks of the record that only the language knows, such as "capped"."""
        return ()

    def paragraph(self, written: str) -> str:
        """The first paragraph of a doc as written, on one line."""
        return first_paragraph(written)

    def extra(self, source: Source, drafts: list[Draft], damaged: bool) -> list[Draft]:
        """Definitions that the tree hides, found by reading lines; sorted by start."""
        return []


def tidy_signature(text: str, name: str) -> str:
    """One line, strings and numbers after `=` elided, cut at SIGNATURE characters."""
    if "\0" in text:
        text = _NULS.sub("…", text)
    text = " ".join(text.split()).rstrip("{=:; ")
    if "=" in text:
        text = _NUMBER.sub(r"\1…", text)
    if len(text) > SIGNATURE:
        text = text[: SIGNATURE - 1] + "…"
    return "" if text == name else text


def without_annotations(signature: str) -> str:
    """A signature without the `@annotation(…)`s it begins with."""
    match = _ANNOTATIONS.match(signature) if signature.startswith("@") else None
    return signature[match.end() :] if match else signature


def first_paragraph(comment: str) -> str:
    """The first paragraph of a comment or docstring, without its markers, on one line."""
    # What comes later is not shown; a long run of markers costs the square of its length.
    text = _MARKERS.sub("", comment[: 20 * DOC]).strip()
    end = _PARAGRAPH.search(text)
    if end:
        text = text[: end.start()]
    text = " ".join(text.split())
    return text[: DOC - 1] + "…" if len(text) > DOC else text


def split_member(text: str) -> tuple[str, str]:
    """As `split_chain`, for languages where what begins with a dot is a member of a type that the
    context says: `.a(b).c` -> ("c", "….a()")."""
    name, receiver = split_chain(text[1:] if text.startswith(".") else text)
    if name and text.startswith("."):
        return name, f"….{receiver}" if receiver else "…"
    return name, receiver


def split_chain(text: str) -> tuple[str, str]:
    """`a.b(c).d` -> ("d", "a.b()"); a callee that is no chain of names gives ("", "").

    No literal gets into the receiver: one that is not spelled with names alone is "…".
    """
    if len(text) > CHAIN:
        last = _LAST.search(text)
        return (last[0], "…") if last else ("", "")
    if _NAME.match(text):
        return text, ""
    text = "".join(_QUOTED.sub("\0", text).split())
    previous = None
    while previous != text:
        previous = text
        text = _ARGUMENTS.sub(lambda m: "\1" if m[0][0] in "([" else "", text)
    cut = text.rfind(".")
    for mark in ("::", "->"):
        at = text.rfind(mark)
        cut = max(cut, at + 1) if at >= 0 else cut
    name = text[cut + 1 :].strip("\1")
    if not name or not _CHAIN.match(name.replace("\1", "")):
        return "", ""
    receiver = text[: cut + 1].rstrip(".:?>-!") if cut >= 0 else ""
    return name, receiver.replace("\1", "()") if _RECEIVER.match(receiver) else "…"
