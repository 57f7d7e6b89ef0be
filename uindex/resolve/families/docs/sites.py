"""Sites that generators make of documents: where the root of their links lies."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uindex.resolve.facts import folder_of, join

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.resolve.facts import Facts


class Site(NamedTuple):
    """A site.  Folders are from the root of the tree, the first the likeliest."""

    kind: str
    folder: str
    """Where its configuration says it is."""
    contents: tuple[str, ...]
    """What `/` may mean in the link to a page."""
    statics: tuple[str, ...] = ()
    """What `/` may mean in the link to another file."""
    base: str = ""
    """What links have before that, as `/base`."""


_SCRIPTS = (".js", ".ts", ".mjs", ".mts", ".cjs", ".cts")
_KINDS: dict[str, str] = {
    "mkdocs.yml": "mkdocs", "mkdocs.yaml": "mkdocs", "book.toml": "mdbook", "conf.py": "sphinx",
    "_config.yml": "jekyll", "_config.yaml": "jekyll", "hugo.toml": "hugo", "hugo.yaml": "hugo",
    "hugo.yml": "hugo", "hugo.json": "hugo", "antora.yml": "antora", ".eleventy.js": "eleventy",
}  # fmt: skip
_KINDS |= {
    f"{name}.config{ending}": name
    for name in ("docusaurus", "astro", "eleventy", "gatsby", "rspress")
    for ending in _SCRIPTS
}
_BASE = re.compile(r"""\b(?:base|baseUrl|baseurl|pathPrefix)["']?\s*[:=]\s*["']?(/[\w./-]*)""")
_SETTINGS = {
    "mkdocs": re.compile(r"^docs_dir:\s*[\"']?([^\s\"'#]+)", re.MULTILINE),
    "mdbook": re.compile(r"^src\s*=\s*[\"']([^\"']+)", re.MULTILINE),
    "docusaurus": re.compile(r"\bpath:\s*[\"']([^\"']+)"),
    "vitepress": re.compile(r"\bsrcDir:\s*[\"']([^\"']+)"),
    "hugo": re.compile(r"^contentDir\s*[:=]\s*[\"']?([^\s\"'#]+)", re.MULTILINE),
    "jekyll": re.compile(r"^source:\s*[\"']?([^\s\"'#]+)", re.MULTILINE),
}
_INSIDE: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "mkdocs": (("docs",), ()),
    "mdbook": (("src",), ()),
    "docusaurus": (("", "docs", "src/pages", "blog"), ("static",)),
    "vitepress": (("",), ("public",)),
    "vuepress": (("",), (".vuepress/public",)),
    "astro": (("src/content/docs", "src/content", "src/pages"), ("public",)),
    "hugo": (("content", "content/en"), ("static",)),
    "jekyll": (("", "_pages"), ()),
    "sphinx": (("",), ()),
    "antora": ((), ()),
    "eleventy": (("src", ""), ("public", "src")),
    "gatsby": (("src/pages", "content", "docs"), ("static",)),
    "rspress": (("docs",), ("docs/public",)),
}
"""Kind -> (folders of pages, folders of other files), where the configuration says nothing."""
_SETTING_FIRST = frozenset(["mkdocs", "mdbook", "vitepress", "jekyll", "hugo"])
"""Kinds of which a setting takes the place of the first folder."""


def site_of(facts: Facts, path: str) -> Site | None:
    """The site that the file at `path` is part of: of several the one that lies nearest."""
    folder = folder_of(path)
    return facts.memo(("docs.site", folder), lambda: _site_of(facts, folder))


def _site_of(facts: Facts, folder: str) -> Site | None:
    roots = facts.memo(("docs.roots",), lambda: _roots(facts))
    while roots:
        if folder in roots:
            return roots[folder]
        if not folder:
            break
        folder = folder_of(folder)
    return None


def _roots(facts: Facts) -> dict[str, Site]:
    """Folder -> the site that it belongs to with all below it."""
    roots: dict[str, Site] = {}
    inner: dict[str, Site] = {}
    for site in _sites(facts):
        roots.setdefault(site.folder, site)
        for folder in site.contents:
            inner.setdefault(folder, site)
    return roots | inner


def _sites(facts: Facts) -> Iterator[Site]:
    tree = facts.tree
    for base, kind in _KINDS.items():
        for path in tree.called(base):
            site = _site(facts, kind, path, folder_of(path))
            if site:
                yield site
    for hidden in (".vitepress", ".vuepress"):
        for ending in (*_SCRIPTS, "/index.ts", "/index.js", "/index.mts"):
            for path in tree.ending(f"{hidden}/config{ending}"):
                folder = folder_of(path).partition(hidden)[0].rstrip("/")
                site = _site(facts, hidden[1:], path, folder)
                if site:
                    yield site


def _text(facts: Facts, kind: str, path: str) -> str:
    """What the configuration says; that of VitePress may be a folder of scripts."""
    folder = folder_of(path)
    files = facts.tree.files_in(folder) if folder.endswith("press/config") else [path]
    return "\n".join(facts.text(file) or "" for file in files)


def _site(facts: Facts, kind: str, path: str, folder: str) -> Site | None:
    text = _text(facts, kind, path)
    if kind == "sphinx" and not re.search(r"^(?:extensions|project|master_doc)\b", text, re.M):
        return None
    pages, others = _INSIDE[kind]
    setting = _SETTINGS.get(kind)
    if setting:
        told = setting.findall(text)
        pages = (*told, *(pages[1:] if told and kind in _SETTING_FIRST else pages))
    contents = [there for page in pages if (there := join(folder, page)) is not None]
    statics = [
        there
        for root in (folder, *contents)
        for other in others
        if (there := join(root, other)) is not None and facts.tree.is_folder(there)
    ]
    base = _BASE.search(text)
    contents = [there for there in dict.fromkeys(contents) if facts.tree.is_folder(there)]
    return Site(kind, folder, tuple(contents), tuple(statics), base[1].rstrip("/") if base else "")
