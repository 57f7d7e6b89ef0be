"""Documents: Markdown, reStructuredText, Org, AsciiDoc, HTML.

A doc-link leads to a file, and to a heading or a label in it; one that is there but for its heading
is dangling.  A mention is a name, and means a definition only where that is certain.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.record import Link
from uindex.resolve.families.docs import labels
from uindex.resolve.families.docs.anchors import heading_of, place_of
from uindex.resolve.families.docs.sites import site_of
from uindex.resolve.families.docs.targets import EXTENSIONS, locate, spelled, split
from uindex.resolve.family import Family
from uindex.resolve.mentions import mentioned
from uindex.resolve.model import CANDIDATE, DANGLING, EXTERNAL, RESOLVED, Module, Place, Target

if TYPE_CHECKING:
    from uindex.resolve.facts import Facts

DEPTH = 3
"""Documents that are looked through for an anchor, each taking in the next."""
_QUALIFIED = re.compile(r"[A-Za-z_]\w*(?:\.\w+)+\$?\Z")


class Docs(Family):
    """Documents have no code of their own: names in them are those of the whole repository."""

    langs = ("markdown", "rst", "org", "asciidoc", "html")

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        lang = facts.lang(path)
        if link.kind == "import":
            return locate(facts, path, link.receiver, lang, taken_in=True)
        if link.name:
            return _holding(labels.labelled(facts, path, link, lang))
        module = _located(facts, path, link, lang)
        if module.status == DANGLING:
            named = _by_name(facts, path, link.receiver, lang)
            return _holding(named) if named else module
        return module

    def cited(self, facts: Facts, path: str, link: Link) -> Target | None:
        if link.kind == "mention":
            return mentioned(facts, path, link)
        lang = facts.lang(path)
        if link.name:
            return labels.labelled(facts, path, link, lang)
        module = _located(facts, path, link, lang)
        if module.status == DANGLING:
            named = _by_name(facts, path, link.receiver, lang)
            if named is not None:
                return named
        if module.status != RESOLVED or not module.files:
            return Target(module.status, (), module.reason)
        file = module.files[0]
        fragment = labels.place_in(link.receiver, lang) or split(spelled(link.receiver)).fragment
        place = self._place(facts, file, fragment, DEPTH) if fragment else Place(file)
        if place is None:
            place = _documented(facts, path, file, fragment)
        if place is None:
            return Target(DANGLING, (), f"no heading #{fragment} in {file}")
        return Target(RESOLVED, (place,))

    def _place(self, facts: Facts, file: str, fragment: str, depth: int) -> Place | None:
        """What an anchor of a file leads to, in what the file takes in, too."""
        at = place_of(facts, file, fragment)
        if at is None and facts.lang(file) == "org":
            at = heading_of(facts, file, fragment)
        if at is not None:
            return Place(file, at)
        for link in facts.imports(file) if depth else ():
            for taken in self.module(facts, file, link).files:
                place = self._place(facts, taken, fragment, depth - 1)
                if place is not None:
                    return place
        return None


def _located(facts: Facts, path: str, link: Link, lang: str) -> Module:
    return locate(facts, path, labels.without_place(link.receiver, lang), lang)


def _holding(target: Target | None) -> Module:
    """The files that hold what a link means."""
    if target is None:
        return Module(EXTERNAL)
    files = tuple(dict.fromkeys(place.path for place in target.places))
    reason = target.reason or ("one of several" if target.status == CANDIDATE else "")
    return Module(RESOLVED if files else target.status, files, reason=reason)


def _by_name(facts: Facts, path: str, written: str, lang: str) -> Target | None:
    """What a target that is no path means."""
    named = _named(facts, path, written) if _QUALIFIED.match(written) else None
    return named or labels.named_here(facts, path, written, lang)


def _named(facts: Facts, path: str, written: str) -> Target | None:
    """What a target means that is the qualified name of a definition, here or in a library."""
    before, _, name = written.strip("$").rpartition(".")
    if before.count(".") < 1 or f".{name}" in EXTENSIONS:
        return None
    target = mentioned(facts, path, Link("mention", name, before, "", 0, -1))
    return target or Target(EXTERNAL)


def _documented(facts: Facts, path: str, file: str, fragment: str) -> Place | None:
    """The definition whose anchor a generator makes of its qualified name, as mkdocstrings and
    Sphinx do; the page itself where the name says nothing here."""
    site = site_of(facts, file)
    if site is None or site.kind not in ("mkdocs", "sphinx") or not _QUALIFIED.match(fragment):
        return None
    before, _, name = fragment.rpartition(".")
    target = mentioned(facts, path, Link("mention", name, before, "", 0, -1))
    return target.places[0] if target and target.status == RESOLVED else Place(file)


FAMILY = Docs()
