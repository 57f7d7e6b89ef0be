"""Markdown: CommonMark's blocks as far as they decide what is a heading, and GitHub's anchors.

A reader of our own: the grammars need one parse for the blocks and another for every paragraph, and
a heading's name, a link's target and a mention are easier read than queried.  Left out: headings in
block quotes, which no section can start from.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract import prose
from uindex.extract.language import Draft, Language, Reading, Source, first_paragraph
from uindex.extract.languages.markdown.blocks import DEFINITION, Blocks
from uindex.extract.prose import Heading
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HTML_HEADING = re.compile(
    rb"<h([1-6])\b([^<>]{0,300})>(.{0,600}?)</h\1\s*>", re.IGNORECASE | re.DOTALL
)
_ANCHOR = re.compile(
    rb"<[A-Za-z][A-Za-z0-9-]{0,30}\s(?:[^<>]{0,200}\s)?(?:id|name)\s*=\s*[\"']?([^\s\"'<>]{1,100})",
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(
    rb"\{:?[ \t]*#([\w:.-]{1,100})[^{}\n]{0,100}\}[ \t]*\r?$|^\(([\w.:-]{1,100})\)=[ \t]*\r?$",
    re.MULTILINE,
)
_INLINE = re.compile(
    rb"\\[!-/:-@\[-`{-~]"
    rb"|(?<!`)(?P<ticks>`{1,3})(?!`)(?P<code>[^`]{1,200}?|[^\n]{1,200}?)(?<!`)(?P=ticks)(?!`)"
    rb"|\]\([ \t]*(?:<(?P<angle>[^<>\n]{1,400})>"
    rb"|(?P<plain>(?:[^\s()<>]|\([^\s()]{0,100}\)){1,400}))"
    rb"(?:\s+(?:\"[^\"]{0,300}\"|'[^']{0,300}'|\([^)]{0,300}\)))?\s*\)"
    rb"|<(?P<auto>[A-Za-z][A-Za-z0-9+.-]{1,30}:[^\s<>]{1,400})>"
    rb"|\b(?:href|src)\s*=\s*(?:\"(?P<double>[^\"\n]{1,400})\"|'(?P<single>[^'\n]{1,400})')"
    rb"|\[\[(?P<wiki>[^\]\[|\n]{1,200})(?:\|[^\]\n]{0,200})?\]\]"
    rb"|(?P<open>\[)"
    rb"(?:(?=(?P<label>(?:[^\[\]\n]|\n(?!\s*\n)){1,200})\](?:\[(?P<ref>[^\[\]\n]{0,200})\])?(?!\()))?"
    rb"|(?P<close>\])"
)
_TARGETS = ("auto", "double", "single")

_CODE = re.compile(r"(`+)(.+?)\1")
_SPECIAL = re.compile(r"[`*_~<\[\\{]")
_IMAGE_TAG = re.compile(r"""<img\b[^>]*?\balt\s*=\s*["']([^"'>]*)["'][^>]*>""", re.IGNORECASE)
_MARKUP = [
    (_IMAGE_TAG, r"\1"),
    (re.compile(r"<!--.*?-->|</?[A-Za-z][^<>]*>"), ""),
    (re.compile(r"!\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])"), r"\1"),
    (re.compile(r"\[([^\[\]]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\])"), r"\1"),
    (re.compile(r"\s*\{[#.:][^{}]*\}\s*$"), ""),
    (re.compile(r"(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])", re.ASCII), r"\1"),
    (re.compile(r"(?<![\w_])_(?=\S)([^_]+?)(?<=\S)_(?![\w_])", re.ASCII), r"\1"),
    (re.compile(r"\\([!-/:-@\[-`{-~])"), r"\1"),
]


class Markdown(Language):
    """Sections are symbols, explicit anchors labels, inline code mentions."""

    prose = True
    separator = " > "

    def read(self, data: bytes) -> Reading:
        bare = bytearray(data)
        blocks = Blocks(data, bare)
        blocks.read()
        inline = bytes(bare)
        headings = sorted([*blocks.headings, *_html_headings(inline)], key=lambda h: h.start)
        headings = [
            h for h in headings if plain(data[h.name_start : h.name_end].decode("utf-8", "replace"))
        ]
        spans = prose.spans_of(headings, len(data))
        labels = [match.span(1) for match in _ANCHOR.finditer(inline)]
        labels += [m.span(1 if m[1] else 2) for m in _ATTRIBUTE.finditer(inline)]
        spans["symbol.label"] = sorted(labels)
        spans["name"] = sorted(spans["name"] + labels)
        spans["doc"] = blocks.docs
        spans["import"] = blocks.includes
        return Reading(spans, prose.links(_inline(inline), headings))

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        name = draft.name
        if draft.kind == "heading":
            name = plain(name)
        return draft._replace(name=prose.safe(name))

    def imports(self, text: str, line: int, symbol: int) -> Iterator[Link]:
        yield Link("import", "*", prose.target(text.encode()), "", line, symbol)

    def signature(self, draft: Draft, source: Source) -> str:
        return ""

    def paragraph(self, written: str) -> str:
        return first_paragraph(plain(written))


def _html_headings(inline: bytes) -> Iterator[Heading]:
    for match in _HTML_HEADING.finditer(inline):
        start, end = match.span(3)
        yield Heading(int(match[1]), match.start(), start, end, match.end())


def _inline(bare: bytes) -> Iterator[tuple[int, str, str, str]]:
    """Links and mentions in `bare`, the text without its secrets and code blocks."""
    targets = {
        _label(match[1]): prose.target(match[2] or match[3])
        for match in reversed(list(DEFINITION.finditer(bare)))
    }
    depth = 0
    for match in _INLINE.finditer(bare):
        at = match.start()
        if match["open"]:
            depth += 1
            target = match["label"] and targets.get(_label(match["ref"] or match["label"]))
            if target:
                yield at, "doc-link", "", target
        elif match["code"]:
            name, receiver = prose.mention(match["code"].decode("utf-8", "replace").strip())
            if name:
                yield at, "mention", name, receiver
        elif match[0][:1] == b"]":
            if depth and not match["close"]:
                yield at, "doc-link", "", prose.target(match["angle"] or match["plain"])
            depth = max(depth - 1, 0)
        elif match["wiki"]:
            yield at, "doc-link", prose.safe(match["wiki"].decode("utf-8", "replace")), ""
        elif match.lastgroup in _TARGETS:
            yield at, "doc-link", "", prose.target(match[match.lastgroup])


def _label(written: bytes) -> bytes:
    return b" ".join(written.lower().split())


def plain(text: str) -> str:
    """Text without its markup; code keeps what it holds."""
    if not _SPECIAL.search(text):
        return " ".join(text.split())
    parts = []
    at = 0
    for match in _CODE.finditer(text):
        parts += [text[at : match.start()], match[2].strip() or match[2]]
        at = match.end()
    parts.append(text[at:])
    # Markup may stand around code, so code waits behind placeholders.
    line = "\0".join(parts[::2])
    for pattern, by in _MARKUP:
        line = pattern.sub(by, line)
    held = iter(parts[1::2])
    line = re.sub("\0", lambda _: next(held, ""), line)
    return " ".join(line.split())


def anchor(name: str) -> str:
    """GitHub's anchor of a heading: lower case, punctuation dropped, blanks to dashes."""
    return "".join("-" if char == " " else char for char in name.strip().lower() if _kept(char))


def _kept(char: str) -> bool:
    """Letters, digits, marks, `_`, `-` and the blank; other scripts by ranges, so that the answer
    does not hang on the running Python's tables."""
    if char < "\x80":
        return char.isalnum() or char in "_- "
    code = ord(char)
    if code < 0xC0:
        return char in "\xaa\xb5\xba"
    return not (
        code in (0xD7, 0xF7)
        or 0x2000 <= code < 0x2071
        or 0x20A0 <= code < 0x20D0
        or 0x2190 <= code < 0x2C00
        or 0x3000 <= code < 0x3005
        or 0x3008 <= code < 0x3021
        or 0xFE10 <= code < 0xFE70
        or 0xFF00 <= code < 0xFF10
        or 0xFF1A <= code < 0xFF21
        or 0x1F000 <= code < 0x20000
    )


def anchors(names: Iterable[str]) -> list[str]:
    """The anchors of a document's headings in order; a repeated one gets -1, -2 and so on."""
    count: dict[str, int] = {}
    result = []
    for name in names:
        base = unique = anchor(name)
        while unique in count:
            count[base] += 1
            unique = f"{base}-{count[base]}"
        count[unique] = 0
        result.append(unique)
    return result


LANGUAGE = Markdown()
