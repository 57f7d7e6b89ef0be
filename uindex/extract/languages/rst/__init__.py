"""reStructuredText with Sphinx's roles and directives: sections by their underlines, labels, links.

A reader of our own, by lines: which underline means which level is only known from the order in
which a file uses them, and roles and directives are conventions that no grammar knows.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract import prose
from uindex.extract.language import Draft, Language, Reading, Source, first_paragraph
from uindex.extract.languages.rst.blocks import Blocks
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterator

_DEFINITION = re.compile(
    rb"^[ \t]*\.\. _(?:`([^`\n]{1,200})`|((?:[^:\n`\\]|\\.|:(?=\S)){1,200}))"
    rb":[ \t]+(\S[^\n]{0,399})$",
    re.MULTILINE,
)
_INLINE = re.compile(
    rb"\\[!-/:-@\[-`{-~]"
    rb"|``(?P<literal>[^`\n](?:[^`\n]|`(?!`)){0,200}?)``"
    rb"|(?::(?P<role>[A-Za-z][\w.+:-]{0,60}):)?(?<![\w`])(?P<open>`)"
    rb"(?P<text>[^`<>]{0,200}?)(?:<(?P<target>[^<>`]{1,400})>)?`(?P<tail>__?)?"
    rb"|(?<![\w.:/`_-])(?P<word>[A-Za-z0-9][\w.-]{0,60}(?<![_.-]))_(?![\w`_])"
)
_NAMED = re.compile(
    rb"^[ \t]*\.\. [\w:-]+::[^\n]*\n(?:[ \t]+:[\w-]+:[^\n]*\n){0,20}?"
    rb"[ \t]+:(?:name|label):[ \t]+(\S[^\n]{0,199}?)[ \t\r]*$",
    re.MULTILINE,
)
"""The option of a directive that gives what it makes a label."""
_LABELS = frozenset(b"ref numref eq term".split())
_PATHS = frozenset(b"doc download".split())
_QUIET = frozenset(
    b"pep rfc issue pr gh user kbd guilabel menuselection abbr math sub sup cve cwe ghissue code "
    b"samp file program command dfn mimetype".split()
)
"""Roles whose text is no name in a repository."""

_MARKUP = [
    (re.compile(r":[A-Za-z][\w.+:-]*:(?=`)", re.ASCII), ""),
    (re.compile(r"``([^`]+)``"), r"\1"),
    (re.compile(r"`([^`<>]*?)\s*<[^<>`]*>`_{0,2}"), r"\1"),
    (re.compile(r"`[~!]?([^`]*)`_{0,2}"), r"\1"),
    (re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*"), r"\1"),
    (re.compile(r"(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])", re.ASCII), r"\1"),
    (re.compile(r"(?<=\w)_(?![\w])", re.ASCII), ""),
    (re.compile(r"\\([!-/:-@\[-`{-~])"), r"\1"),
    (re.compile(r"::\s*\Z"), ":"),
]
_SPECIAL = re.compile(r"[`*_\\:]")


class Rst(Language):
    """A doc-link to a label has the label as its name; one to a file or a URL has a receiver."""

    prose = True
    separator = " > "

    def read(self, data: bytes) -> Reading:
        bare = bytearray(data)
        blocks = Blocks(data, bare)
        blocks.read()
        inline = bytes(bare)
        spans = prose.spans_of(blocks.headings, len(data))
        blocks.labels += [match.span(1) for match in _NAMED.finditer(data)]
        blocks.labels.sort()
        spans["symbol.label"] = blocks.labels
        spans["name"] = sorted(spans["name"] + blocks.labels)
        spans["doc"] = blocks.docs
        spans["import"] = blocks.includes
        places = [(h.name_start, h.name_end) for h in blocks.headings] + blocks.labels
        here = {_label(data[start:end]) for start, end in places}
        found = [*_inline(inline, here), *_directives(inline, blocks)]
        return Reading(spans, prose.links(found, blocks.headings))

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        return draft._replace(name=prose.safe(plain(draft.name)))

    def imports(self, text: str, line: int, symbol: int) -> Iterator[Link]:
        yield Link("import", "*", prose.target(text.encode()), "", line, symbol)

    def signature(self, draft: Draft, source: Source) -> str:
        return ""

    def paragraph(self, written: str) -> str:
        return first_paragraph(plain(written))


def _inline(bare: bytes, here: set[bytes]) -> Iterator[tuple[int, str, str, str]]:
    """`here` are the names of the headings and labels of the text."""
    targets = {name: f"{name.decode('utf-8', 'replace')}_" for name in here}
    for match in _DEFINITION.finditer(bare):
        targets[_label(match[1] or match[2])] = prose.target(match[3])
    for match in _INLINE.finditer(bare):
        at = match.start()
        if match["literal"]:
            yield from _mention(at, match["literal"])
        elif match["word"]:
            target = targets.get(_label(match["word"]))
            if target:
                yield at, "doc-link", "", target
        elif match["open"] and match["role"]:
            yield from _role(at, match)
        elif match["open"] and match["tail"]:
            if match["target"]:
                written = prose.target(match["target"])
                named = written[:-1] if written.endswith("_") else ""
                yield at, "doc-link", "", targets.get(_label(named.encode()), written)
            elif _label(match["text"]) in targets:
                yield at, "doc-link", "", targets[_label(match["text"])]
        elif match["open"] and match["text"]:
            yield from _mention(at, match["text"])


def _role(at: int, match: re.Match[bytes]) -> Iterator[tuple[int, str, str, str]]:
    role = match["role"].rpartition(b":")[2]
    written = (match["target"] or match["text"]).strip().rstrip(b"\\")
    if role in _PATHS:
        yield at, "doc-link", "", prose.target(written)
    elif role in _LABELS:
        yield at, "doc-link", prose.safe(written.decode("utf-8", "replace")), ""
    elif role not in _QUIET:
        yield from _mention(at, written.lstrip(b"~!."))


def _mention(at: int, written: bytes) -> Iterator[tuple[int, str, str, str]]:
    name, receiver = prose.mention(written.decode("utf-8", "replace").strip())
    if name:
        yield at, "mention", name, receiver


def _directives(bare: bytes, blocks: Blocks) -> Iterator[tuple[int, str, str, str]]:
    for start, end in blocks.paths:
        yield start, "doc-link", "", prose.target(bare[start:end])
    for start, end in blocks.objects:
        yield from _mention(start, bare[start:end])


def _label(written: bytes) -> bytes:
    return b" ".join(written.replace(b"\\", b"").lower().split())


def plain(text: str) -> str:
    """Text without its markup."""
    if _SPECIAL.search(text):
        for pattern, by in _MARKUP:
            text = pattern.sub(by, text)
    return " ".join(text.split())


def anchor(name: str) -> str:
    """The anchor that docutils gives a heading."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


LANGUAGE = Rst()
