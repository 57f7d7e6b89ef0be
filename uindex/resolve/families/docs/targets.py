"""Targets of links to files: as GitHub reads them, and as the generator of the site does."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from uindex.resolve.facts import folder_of, join
from uindex.resolve.families.docs import asciidoc
from uindex.resolve.families.docs.sites import Site, site_of
from uindex.resolve.model import DANGLING, Module, dangling, external, found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.resolve.facts import Facts, Tree

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_COMPUTED = re.compile(r"\{\{|\{%|<%|\$\{|\{[A-Za-z][\w-]*\}|\$\(|@@|%%[A-Z]|\$\w+\$|…|' \\+")
_BASE_URL = re.compile(
    r"\{\{-?\s*(?:site\.(?:baseurl|url)|base_path|page\.baseurl|\.Site\.BaseURL)\s*-?\}\}/?"
)
_WEB = re.compile(
    r"(?:\.\./)+(?:[\w.-]+/[\w.-]+/)?(?:issues|pulls?|wiki|releases|actions|discussions|milestones?"
    r"|labels|compare|commits?|tags|branches|graphs|security|projects|contributors|archive|blob"
    r"|tree|raw|stargazers|network|blame|edit|new|merge_requests|pipelines|-)(?:[/?#]|\Z)"
)
"""What leads out of a tree to other pages of the site that shows it."""
_FILTERED = re.compile(
    r"\{\{-?\s*[\"']([^\"'{}]*)[\"']\s*\|\s*(?:relative_url|absolute_url|prepend:[^{}]*|url)\s*-?\}\}"
    r"|\{\{[<%]\s*(?:rel)?ref\s+[\"']?([^\"'{}\s]+)[\"']?\s*[>%]\}\}"
)
_TAGGED = re.compile(r"\{%-?\s*(?:link\s+([^\s{}]+)|post_url\s+([^\s{}]+))\s*-?%\}")
_POST = re.compile(r"(?:.*/)?(\d{4})/(\d\d)/(\d\d)/([^/]+?)(?:\.html)?/?\Z")
_TEMPLATES = re.compile(
    r"(?:.*/)?(?:_includes|_layouts|layouts|partials|templates?|themes|shortcodes|views)/"
)
"""Where pieces of pages lie, which are at home nowhere."""
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_SUFFIXED = re.compile(r"\.([a-z]{2}(?:[-_][A-Za-z]{2,4})?)(\.\w+)\Z")
_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_][A-Za-z]{2,4})?\Z")
_PAGE = re.compile(r"\.(?:html?|php)\Z|\.md\Z")
EXTENSIONS = (
    ".md", ".mdx", ".rst", ".markdown", ".adoc", ".asciidoc", ".org", ".html", ".ipynb", ".mdoc",
    ".html.md", ".md.erb", ".astro", ".vue", ".svelte", ".liquid", ".njk", ".textile", ".txt",
)  # fmt: skip
_FRONTS = {name: at for at, name in enumerate(("readme", "index", "_index"))}
_ORDERED = re.compile(r"(?:^|/)\d{1,2}-[^/]+")
_NUMBERS = [*(f"{number:02}" for number in range(100)), *map(str, range(10))]
_BOUND = frozenset(["mdbook", "sphinx", "mkdocs"])
"""Generators whose links among their own pages are paths of files."""
_LOWERED = frozenset(["hugo", "mdn"])
"""Generators that write URLs in lower case."""
_SPHINX = frozenset(["genindex", "modindex", "py-modindex", "search", "self"])


_BARE = re.compile(r"@?[\w-]+(?:/[\w-]+)*\Z")
"""A package, as scripts in pages import it."""


class Aim(NamedTuple):
    """A target, taken apart."""

    path: str
    fragment: str


def split(target: str) -> Aim:
    """The path and the fragment; what is behind a question mark is dropped."""
    target = _ESCAPED.sub(r"\1", html.unescape(target) if "&" in target else target)
    path, _, fragment = target.partition("#")
    return Aim(path.partition("?")[0], unquote(fragment))


def locate(facts: Facts, path: str, target: str, lang: str, *, taken_in: bool = False) -> Module:
    """The file that a target in the document at `path` means."""
    target = spelled(target.strip())
    if target.startswith("$root$/"):  # Paradox: the project that the document is of
        for around in _around(folder_of(path)):
            there = join(around, target[len("$root$/") :].partition("#")[0])
            if there is not None and there in facts.tree:
                return found(there)
    if lang == "asciidoc":
        target = asciidoc.written_out(facts, path, target)
    if (_SCHEME.match(target) or "://" in target.partition("#")[0]) and not (
        lang == "asciidoc" and asciidoc.is_resource(facts, path, target)
    ):
        return external(target.partition("#")[0])
    if _COMPUTED.search(target):
        return dangling(f"known only when rendered: {target}")
    aim, fragment = split(target)
    if fragment[:1] in ("/", "!") and aim in ("", "/"):
        return external(target)  # a route within a page that is a program
    if not aim:
        return found(path)
    key = ("docs.target", aim if aim[:1] == "/" else folder_of(path), aim, lang, site_key(path))
    module = facts.memo(key, lambda: _locate(facts, path, aim, lang))
    if taken_in and module.status == DANGLING:
        for there in _taken_in(facts, path, aim.removeprefix("@/")):
            if there in facts.tree:
                return found(there)
    return module


def spelled(target: str) -> str:
    """A target as it is without the templates that only say where the site lies."""
    if "{" not in target:
        return target.strip("+")
    target = _BASE_URL.sub("/", target)
    target = _FILTERED.sub(lambda match: match[1] or match[2], target)
    return _TAGGED.sub(lambda match: match[1] or f"/_posts/{match[2]}", target)


def site_key(path: str) -> tuple[str, str]:
    """What else than the target decides where a link leads: the folder, and of a page that is not
    its folder's own its stem, since its URL may be one level deeper."""
    folder, _, base = path.rpartition("/")
    return folder, base.partition(".")[0]


def _locate(facts: Facts, path: str, aim: str, lang: str) -> Module:
    written = [aim]
    if "%" in aim:
        written.append(unquote(aim))
    site = site_of(facts, path)
    for one in written:
        named = asciidoc.places(facts, path, one) if lang == "asciidoc" else ()
        for there in (*named, *_roots(facts, path, one, site, lang)):
            module = probe(facts.tree, there, pages_first=lang == "rst") or _translated(
                facts.tree, path, there
            )
            if module:
                return module
            if site and site.kind in _LOWERED and there and _under(there, site):
                lowered = facts.memo(("docs.lowered", site), lambda: _lowered(facts, site))
                if there.strip("/").lower() in lowered:
                    return found(lowered[there.strip("/").lower()])
    if (lang == "rst" and aim in _SPHINX) or (
        lang == "asciidoc" and asciidoc.outside(facts, path, aim)
    ):
        return external(aim)
    if lang == "rst" and aim.startswith("<"):  # a part of docutils
        return external(aim)
    if lang == "html" and (_TEMPLATES.match(path) or _BARE.match(aim)):
        return external(aim)
    return _elsewhere(facts, path, written[-1], site) or _missing(path, written[-1], site)


def _translated(tree: Tree, path: str, there: str) -> Module | None:
    """The page in the language of the one that links it, `x.zh-CN.md`, or in the first one."""
    own = _SUFFIXED.search(path)
    if own and there.removesuffix("/"):
        for language in (own[1], "en-US", "en"):
            page = f"{there.removesuffix('/')}.{language}{own[2]}"
            if page in tree:
                return found(page)
            page = f"{there.removesuffix('/')}/index.{language}{own[2]}"
            if page in tree:
                return found(page)
    return None


def _under(path: str, site: Site) -> bool:
    return any(path.startswith(root) for root in site.contents)


def _lowered(facts: Facts, site: Site) -> dict[str, str]:
    """The pages of a site that writes its URLs in lower case, by path without extension."""
    pages: dict[str, str] = {}
    for path in sorted(facts.tree.paths):
        if _under(path, site):
            stem, dot, _ = path.rpartition(".")
            head, _, base = stem.rpartition("/")
            pages.setdefault((head if base in _FRONTS else stem).lower(), path) if dot else None
    return pages


def _roots(facts: Facts, path: str, aim: str, site: Site | None, lang: str) -> Iterator[str]:
    """The paths from the root of the tree that a target may mean, the likeliest first."""
    folder = folder_of(path)
    if aim[0] != "/":
        there = join(folder, aim)
        if there is not None:
            yield there
        if site and site.kind != "sphinx":
            yield from _by_url(path, aim, site)
        return
    aim = aim.lstrip("/")
    if site:
        if site.base and f"/{aim}".startswith(site.base + "/"):
            aim = aim[len(site.base) :].lstrip("/")
        for root in (*site.contents, *site.statics, site.folder):
            there = join(root, aim)
            if there is not None:
                yield there
            if there and (fallback := _without_language(root, aim)):
                yield fallback
        if site.kind == "jekyll" and aim:
            yield from _collected(site, aim)
    elif lang == "rst":  # its root is one of the folders around
        for around in _around(folder_of(path)):
            yield f"{around}/{aim}".lstrip("/")
    elif lang == "html":  # as a server of its project has it
        project = facts.tree.nearest(path, "package.json", "index.html")
        for root in (folder_of(project), folder_of(project) + "/public") if project else ():
            yield f"{root}/{aim}".lstrip("/")
    there = join("", aim)
    if there is not None:
        yield there


def _taken_in(facts: Facts, path: str, aim: str) -> Iterator[str]:
    """Where a piece that a generator takes in may lie."""
    site = site_of(facts, path)
    for root in dict.fromkeys((site.folder, *site.contents)) if site else ("",):
        for folder in ("_includes", "", "includes", "_snippets"):
            there = join(f"{root}/{folder}".strip("/"), aim)
            if there is not None:
                yield there
    for around in _around(folder_of(path)):
        there = join(around, aim)
        if there is not None:
            yield there


def _around(folder: str) -> Iterator[str]:
    """A folder and those around it, the root last."""
    yield folder
    while folder:
        folder = folder_of(folder)
        yield folder


def _by_url(path: str, aim: str, site: Site) -> Iterator[str]:
    """Relative to the page's URL, where each page is a folder; and from the folder of pages."""
    stem = path.rpartition("/")[2].partition(".")[0]
    if stem.lower() not in _FRONTS:
        there = join(f"{folder_of(path)}/{stem}", aim)
        if there is not None:
            yield there
    if aim[0] != ".":
        for root in (*site.contents, *site.statics):
            there = join(root, aim)
            if there is not None:
                yield there


def _without_language(root: str, aim: str) -> str | None:
    """The page that is shown where its translation is not there."""
    language, _, rest = aim.partition("/")
    return join(root, rest) if rest and _LANGUAGE.match(language) else None


def _collected(site: Site, aim: str) -> Iterator[str]:
    """What lies in a collection of Jekyll: `/docs/x/` is `_docs/x.md`."""
    post = _POST.match(aim)
    for root in site.contents:
        there = join(root, f"_{aim}")
        if there is not None:
            yield there
        if post:
            yield f"{root}/_posts/{post[1]}-{post[2]}-{post[3]}-{post[4]}".lstrip("/")


def probe(tree: Tree, path: str, *, pages_first: bool = False) -> Module | None:
    """The file or folder at a path, extensions left to the generator included."""
    if path in tree:
        return found(path)
    if path.endswith(".*"):  # of the formats that an image has
        stem = path[:-1]
        return next(
            (found(one) for one in tree.files_in(folder_of(path)) if one.startswith(stem)), None
        )
    if not pages_first and tree.is_folder(path):
        return front(tree, path)
    for extension in EXTENSIONS:
        if path + extension in tree:
            return found(path + extension)
    if path and _PAGE.search(path):
        stem = path.rpartition(".")[0]
        if stem.rpartition("/")[2] == "index" and tree.is_folder(folder_of(stem)):
            page = _front(tree, folder_of(stem))
            if page:
                return found(page)
        for extension in EXTENSIONS:
            if stem + extension in tree:
                return found(stem + extension)
        if tree.is_folder(stem):
            page = _front(tree, stem)
            return found(page, folder=stem) if page else None
    if path.endswith("/index") and tree.is_folder(path[: -len("/index")]):
        return front(tree, path[: -len("/index")])
    return front(tree, path) if pages_first and tree.is_folder(path) else None


def front(tree: Tree, folder: str) -> Module:
    """A folder, with the page that stands for it if there is one."""
    page = _front(tree, folder)
    return found(*([page] if page else []), folder=folder)


def _front(tree: Tree, folder: str) -> str | None:
    best: tuple[int, int, str] | None = None
    for path in tree.files_in(folder):
        base = path.rpartition("/")[2]
        stem, dot, ending = base.partition(".")
        rank = _FRONTS.get(stem.lower())
        if rank is None or (dot and f".{ending}" not in EXTENSIONS):
            continue
        one = (rank, EXTENSIONS.index(f".{ending}") if dot else len(EXTENSIONS), path)
        best = min(best, one) if best else one
    return best[2] if best else None


def _elsewhere(facts: Facts, path: str, aim: str, site: Site | None) -> Module | None:
    """Another page of the site by its name alone, or one of the host that is none of this site."""
    bare = aim.rstrip("/").rpartition("/")[2]
    if _ORDERED.search(path):
        key = ("docs.numbered", path.partition("/")[0], bare)
        numbered = facts.memo(key, lambda: _numbered(facts.tree, key[1], bare))
        if len(numbered) == 1:
            return found(numbered[0])
    if site and site.kind in _BOUND and aim.startswith("../") and _PAGE.search(aim):
        there = join(folder_of(path), aim)
        if there is None or not _under(there, site):
            return external(aim)
    return None


def _numbered(tree: Tree, top: str, bare: str) -> list[str]:
    """The pages of a name whose place in a menu their file's names begin with: `03-intro.md`."""
    written = (f"{number}-{bare}{end}" for number in _NUMBERS for end in (".md", ".mdx"))
    several = [path for base in written for path in tree.called(base)]
    return [path for path in several if path.partition("/")[0] == top]


def _missing(path: str, aim: str, site: Site | None) -> Module:
    if aim[0] != "/":
        there = join(folder_of(path), aim)
        if there is None:
            if _WEB.match(aim):
                return external(aim)
            return dangling(f"outside the repository: {aim}")
        return dangling(f"no such file: {there}")
    if site and site.contents:
        return dangling(f"no page {aim} under {site.contents[0] or 'the root'}")
    return dangling(f"no such file: {aim.lstrip('/')}")
