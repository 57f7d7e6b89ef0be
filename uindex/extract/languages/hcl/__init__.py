"""HCL: Terraform and OpenTofu, Packer, Nomad, Consul."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import Draft, Language, Source, begins
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

# What a block of Terraform defines, and what stands before its name where it is referred to; None
# for what has no name.
_BLOCKS: dict[bytes, tuple[str, str] | None] = {
    b"resource": ("resource", ""),
    b"ephemeral": ("resource", "ephemeral"),
    b"data": ("resource", "data"),
    b"module": ("module", "module"),
    b"variable": ("variable", "var"),
    b"output": ("property", "output"),
    b"provider": ("object", "provider"),
    b"check": ("test", ""),
    b"run": ("test", ""),
    b"action": ("resource", "action"),
    b"locals": None,
    b"moved": None,
    b"import": None,
    b"removed": None,
}
_HEAD = re.compile(rb"([\w-]+)((?:[ \t]+(?:\"[^\"\n]*\"|[\w-]+)){0,8})")
_LABEL = re.compile(r"\"([^\"\n]*)\"|([\w-]+)", re.ASCII)
_TOKEN = re.compile(
    rb"(?P<comment>\#[^\n]*|//[^\n]*|/\*.*?(?:\*/|\Z))"
    rb"|^[ \t]*[\w-]+(?:[ \t]+\"[\w.-]*\"){1,8}[ \t]*\{"
    rb"|(?P<literal>\"(?:[^\"\\\n]++|\\.)*+\"?)|<<-?(?P<mark>\w{1,60})[ \t]*\r?\n",
    re.DOTALL | re.MULTILINE,
)
UNCLOSED = 20
"""Here-documents without an end beyond which none is looked for: each costs the whole file."""
_REFERENCE = re.compile(
    r"(?:(var|local|module|output)|(data\.[\w-]+)|([A-Za-z][A-Za-z0-9-]*_[\w-]*))\.([A-Za-z_][\w-]*)",
    re.ASCII,
)
_SOURCED = (b"module", b"terraform", b"include")


class Hcl(Language):
    """Blocks are named as they are referred to: `aws_instance.web`, `data.aws_ami.x`, `var.region`.
    A block of no known kind is a section, and so are those with labels in it."""

    grammar = "hcl"
    keywords = frozenset(
        b"any bool count data default depends_on description each else endfor endif false for "
        b"for_each if in list local locals map module null number object output provider resource "
        b"sensitive set source string terraform true tuple type value var variable version".split()
    )
    lines = (
        begins("section", rb"[a-z_]+(?:[ \t]+\"[\w-]+\"){0,3}[ \t]+\"(?P<name>[\w-]+)\"[ \t]*\{"),
    )

    def literals(self, data: bytes) -> tuple[list[tuple[int, int]], list[tuple[int, int]]] | None:
        """Labels of blocks are no literals; a string ends with its line."""
        strings, comments = [], []
        at = unclosed = 0
        while match := _TOKEN.search(data, at):
            at = match.end()
            if match["literal"] is not None:
                strings.append(match.span("literal"))
            elif match["comment"]:
                comments.append(match.span())
            elif match["mark"] and unclosed < UNCLOSED:
                ends = re.compile(rb"^[ \t]*%s\b" % match["mark"], re.MULTILINE)
                close = ends.search(data, at)
                if close:
                    strings.append((match.start(), close.start()))
                    at = close.end()
                else:
                    unclosed += 1
        return strings, comments

    def refine(self, source: Source, spans: dict[str, list[tuple[int, int]]]) -> None:
        blocks = [
            s for s in spans.get("symbol.section", ()) if source.data.startswith(_SOURCED, s[0])
        ]
        kept = []
        for start, end in spans.get("import", ()):
            while blocks and blocks[0][1] <= start:
                del blocks[0]
            if blocks and blocks[0][0] <= start:
                kept.append((start, end))
        spans["import"] = kept

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        if draft.kind == "constant":
            return draft._replace(owner="local", parent=-1)
        if draft.kind != "section":
            return draft if draft.parent < 0 else None
        match = _HEAD.match(source.data, draft.start)
        word = match[1] if match else b""
        labels = _labels(match[2].decode("utf-8", "replace")) if match else []
        at_margin = source.data[draft.start - 1 : draft.start] in (b"", b"\n")
        if word in _BLOCKS and at_margin:
            draft = draft._replace(parent=-1)  # the block around it was never closed
        if draft.parent >= 0:
            # Of Terraform's blocks what they hold is no definition.
            above = parents[draft.parent]
            inside = above.kind == "section" and above.name != "terraform"
            return draft if inside and labels else None
        if word not in _BLOCKS:
            if not at_margin:
                return None  # the block around it is damaged
            return draft._replace(
                owner=".".join([word.decode("utf-8", "replace"), *labels[:-1]] if labels else [])
            )
        told = _BLOCKS[word]
        if told is None or not labels:
            return None
        kind, before = told
        return draft._replace(kind=kind, owner=".".join(filter(None, [before, *labels[:-1]])))

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        yield Link("import", "", text.strip('"'), "", line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        match = _REFERENCE.match(text)
        if match is None or (match[3] and match[4] in ("key", "value")):  # those are of iterators
            return "", ""
        return match[4], match[1] or match[2] or match[3]


def _labels(written: str) -> list[str]:
    """The labels of a block, without their quotes."""
    return [quoted or bare for quoted, bare in _LABEL.findall(written)]


LANGUAGE = Hcl()
