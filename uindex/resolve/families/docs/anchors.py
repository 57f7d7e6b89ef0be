"""Anchors of documents to the headings and labels they lead to."""

from __future__ import annotations

import html
import re
import unicodedata
from typing import TYPE_CHECKING

from uindex.extract.languages.markdown import anchor as github_anchor
from uindex.extract.languages.markdown import anchors as github_anchors
from uindex.extract.languages.rst import anchor as docutils_anchor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uindex.record import Record
    from uindex.resolve.facts import Facts

CHECKED = frozenset(["markdown", "rst", "org", "asciidoc", "jupyter", "html"])
"""Languages whose documents have no other anchors than those that their text says."""

_LINES = re.compile(r"L[0-9]+(?:C[0-9]+)?(?:-L?[0-9]+(?:C[0-9]+)?)?\Z")
_SEPARATORS = re.compile(r"[\s~`!@#$%^&*()\-_+=\[\]{}|\\;:\"'“”‘’<>,.?/]+")
_BREAKS = re.compile(r"[-\s]+")
_NO_WORD = re.compile(r"[^\w\s-]")
_NO_ID = re.compile(r"[^\w \-.]")
_IDS = re.compile(r"[ .-]+")
_KRAMDOWN = re.compile(r"^[^a-zA-Z]+|[^a-zA-Z0-9 -]")
TOP = frozenset(["", "top", "readme"])
"""Anchors that are the page itself."""


def python_markdown(name: str) -> str:
    """As the `toc` extension of Python-Markdown has it: MkDocs."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return _BREAKS.sub("-", _NO_WORD.sub("", plain).strip().lower())


def python_markdown_unicode(name: str) -> str:
    return _BREAKS.sub("-", _NO_WORD.sub("", name).strip().lower())


def mdit(name: str) -> str:
    """As VitePress and VuePress have it."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    slug = _SEPARATORS.sub("-", plain).strip("-").lower()
    return f"_{slug}" if slug[:1].isdigit() else slug


def kramdown(name: str) -> str:
    """As Jekyll has it."""
    return _KRAMDOWN.sub("", name).replace(" ", "-").lower()


def asciidoctor(name: str) -> str:
    return "_" + _IDS.sub("_", _NO_ID.sub("", name.lower())).strip("_")


def _asciidoctor_antora(name: str) -> str:
    return _IDS.sub("-", _NO_ID.sub("", name.lower())).strip("-")


_SLUGS: dict[str, tuple[Callable[[str], str], ...]] = {
    "markdown": (python_markdown, python_markdown_unicode, mdit, kramdown, docutils_anchor),
    "jupyter": (),
    "rst": (docutils_anchor, python_markdown_unicode),
    "asciidoc": (asciidoctor, _asciidoctor_antora),
    "org": (),
}
"""What other makers of pages than GitHub give a heading."""


def place_of(facts: Facts, path: str, fragment: str) -> int | None:
    """The index of the symbol that an anchor of a file leads to; -1 for the file itself, None
    where there is no such anchor."""
    record = facts.record(path)
    if record is None or record.lang not in CHECKED or record.skip or _LINES.match(fragment):
        return -1
    known, vague = facts.memo(("docs.anchors", path), lambda: _table(record))
    for written in (fragment, fragment.lower()):
        if written in known:
            return known[written]
    if vague or fragment.lower() in TOP or ":~:" in fragment:
        return -1
    return None


def _table(record: Record) -> tuple[dict[str, int], bool]:
    """(anchor -> index of its symbol, whether some anchor cannot be told)."""
    known: dict[str, int] = {}
    headings: list[tuple[int, str]] = []
    vague = "capped" in record.marks
    for at, symbol in enumerate(record.symbols):
        if symbol.kind == "label":
            known.setdefault(symbol.name, at)
            if record.lang == "rst":
                known.setdefault(docutils_anchor(symbol.name), at)
            known.setdefault(symbol.name.lower(), at)
        elif symbol.kind == "heading":
            headings.append((at, html.unescape(symbol.name).replace("\u00ad", "")))
            vague = vague or "…" in symbol.name
    if record.lang == "html":
        return known, vague
    names = [name for _, name in headings]
    if record.lang != "rst":
        _add(known, headings, github_anchors(names))
    for slug in _SLUGS[record.lang]:
        _add(known, headings, _numbered(slug(name) for name in names))
    return known, vague


def _add(known: dict[str, int], headings: list[tuple[int, str]], slugs: Iterable[str]) -> None:
    for (at, _), slug in zip(headings, slugs, strict=True):
        known.setdefault(slug, at)


def _numbered(slugs: Iterable[str]) -> list[str]:
    """Repeated ones with what tells them apart in most: `_1`; `-1` is in GitHub's."""
    count: dict[str, int] = {}
    result = []
    for slug in slugs:
        seen = count[slug] = count.get(slug, -1) + 1
        result.append(f"{slug}_{seen}" if seen else slug)
    return result


def heading_of(facts: Facts, path: str, title: str) -> int | None:
    """The index of the heading, or the label, whose text a link gives."""
    record = facts.record(path)
    if record is None:
        return None
    wanted = " ".join(title.lower().split())
    for at, symbol in enumerate(record.symbols):
        if symbol.kind in ("heading", "label") and symbol.name.lower() == wanted:
            return at
    slug = github_anchor(title)
    known, _ = facts.memo(("docs.anchors", path), lambda: _table(record))
    return known.get(slug)
