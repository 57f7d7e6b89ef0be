"""Links to labels and pages by name, where no path says in which file they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of, join
from uindex.resolve.families.docs.anchors import heading_of, place_of
from uindex.resolve.families.docs.sites import site_of
from uindex.resolve.families.docs.targets import EXTENSIONS
from uindex.resolve.model import CANDIDATE, DANGLING, EXTERNAL, RESOLVED, Place, Target

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.record import Link
    from uindex.resolve.facts import Facts

_SPHINX = frozenset(["genindex", "modindex", "py-modindex", "search"])
_PLAIN_SITES = frozenset("hugo mdbook docusaurus vitepress astro sphinx antora jekyll".split())
"""Generators that know no links of wikis."""
_WIKI = frozenset(["Home.md", "_Sidebar.md", "_Footer.md"])


def without_place(target: str, lang: str) -> str:
    """A target without what says where in the file, for languages that have a way of their own."""
    return target.partition("::")[0] if lang == "org" else target


def place_in(target: str, lang: str) -> str:
    """What follows, as an anchor."""
    return target.partition("::")[2].lstrip("#*") if lang == "org" else ""


def named_here(facts: Facts, path: str, target: str, lang: str) -> Target | None:
    """What a target that is no path means by name: ids of AsciiDoc have dots, and names that
    reStructuredText refers to end with an underscore."""
    if lang == "asciidoc" and "/" not in target and not target.endswith(".adoc"):
        return _beside(facts, path, target.lstrip("#")) or _anywhere(facts, target.lstrip("#"))
    if lang == "org" and not re.search(r"\.\w+\Z|^\./|^~", target):
        return _beside(facts, path, target.lstrip("*#"))
    if lang == "rst" and target.endswith("_"):
        return _beside(facts, path, target.rstrip("_"))
    return None


def _beside(facts: Facts, path: str, name: str) -> Target | None:
    """The label or heading of that name in the same file."""
    at = place_of(facts, path, name)
    if at is None or at < 0:
        at = heading_of(facts, path, name)
    return None if at is None or at < 0 else Target(RESOLVED, (Place(path, at),))


def labelled(facts: Facts, path: str, link: Link, lang: str) -> Target | None:
    """What a link by a name means."""
    if lang == "markdown":
        return _wiki(facts, path, link.name)
    if lang == "rst":
        return facts.memo(
            ("docs.label", site_of(facts, path), link.name),
            lambda: _reference(facts, path, link.name),
        )
    if link.name.startswith("("):
        return None  # a place in code
    return (
        _beside(facts, path, link.name)
        or _anywhere(facts, link.name)
        or Target(DANGLING, (), f"no heading or label {link.name} in {path}")
    )


def _anywhere(facts: Facts, name: str) -> Target | None:
    """The label in whatever file: files are put together by inclusion."""
    places = [place for place in facts.named(name) if _kind(facts, place) == "label"]
    if not places:
        return None
    return Target(RESOLVED if len(places) == 1 else CANDIDATE, tuple(places))


def _kind(facts: Facts, place: Place) -> str:
    record = facts.record(place.path)
    return record.symbols[place.at].kind if record else ""


def _reference(facts: Facts, path: str, name: str) -> Target:
    """A label of Sphinx: it is of all documents, in lower case, blanks as one."""
    name = " ".join(name.split()).lstrip("!")
    titled = " ".join(word[:1].upper() + word[1:] for word in name.split())
    lowered = name.lower()
    for written in dict.fromkeys((name, lowered, titled, lowered.replace(" ", "-"))):
        target = _anywhere(facts, written)
        if target:
            return target
    if name in _SPHINX:
        return Target(EXTERNAL)
    site = site_of(facts, path)
    settings = facts.text(join(site.folder, "conf.py") or "") if site else None
    before, colon, title = name.rpartition(":")
    if settings and "autosectionlabel" in settings:
        places = [p for p in facts.named(title.strip()) if _kind(facts, p) == "heading"]
        places = [p for p in places if not colon or p.path.rpartition(".")[0].endswith(before)]
        if places:
            return Target(RESOLVED if len(places) == 1 else CANDIDATE, tuple(places))
    if settings and "intersphinx_mapping" in settings:
        return Target(EXTERNAL)
    return Target(DANGLING, (), f"no label {name}")


def _wiki(facts: Facts, path: str, written: str) -> Target | None:
    """`[[Page]]`, `[[Page#Heading]]`: a page by its name, in whatever folder.

    None where no such page is and nothing else says that these are links.
    """
    site = site_of(facts, path)
    if site and site.kind in _PLAIN_SITES:
        return None  # `[[build]]` is a table of TOML
    page, _, heading = written.partition("#")
    files: Sequence[str] = [path]
    if page.strip():
        files = _pages(facts, path, page.strip())
        if not files:
            wiki = any(base in _WIKI for base in map(_base, facts.tree.files_in(folder_of(path))))
            return Target(DANGLING, (), f"no page {page}") if wiki else None
    if len(files) > 1:
        return Target(CANDIDATE, tuple(map(Place, files)))
    at = heading_of(facts, files[0], heading.rpartition("#")[2]) if heading else -1
    if at is None:
        return Target(DANGLING, (), f"no heading #{heading} in {files[0]}")
    return Target(RESOLVED, (Place(files[0], at),))


def _base(path: str) -> str:
    return path.rpartition("/")[2]


def _pages(facts: Facts, path: str, page: str) -> Sequence[str]:
    """The files of a page: the one in the same folder, or all of that name."""
    tree = facts.tree
    for name in dict.fromkeys((page, page.replace(" ", "-"), page.replace(" ", "_"))):
        for extension in ("", *EXTENSIONS) if re.search(r"\.\w+\Z", name) else EXTENSIONS:
            beside = join(folder_of(path), name + extension)
            if beside is not None and beside in tree:
                return [beside]
        for extension in ("", ".md", ".markdown", ".mdx", ".org"):
            several = tree.ending(name + extension) if "." in name + extension else []
            if several:
                return several
    return []
