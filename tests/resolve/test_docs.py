"""Where links in documents lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.resolve.memory import facts, imported
from uindex.resolve.family import family_of

if TYPE_CHECKING:
    from collections.abc import Mapping


def cited(texts: Mapping[str, str], path: str) -> list[str]:
    """What each doc-link and mention of a file means: places as path#name, or status and reason."""
    known = facts(texts)
    record = known.record(path)
    assert record is not None
    result = []
    for link in record.links:
        if link.kind in ("doc-link", "mention"):
            target = family_of(record.lang).cited(known, path, link)
            if target is None:
                result.append("nothing")
                continue
            said = []
            for place in target.places:
                there = known.record(place.path)
                assert there is not None
                name = there.symbols[place.at].qualname if place.at >= 0 else ""
                said.append(f"{place.path}#{name}".rstrip("#"))
            mark = "? " if target.status == "candidate" else ""
            result.append(mark + (" ".join(said) or f"{target.status} {target.reason}".strip()))
    return result


TREE = {
    "README.md": "# Top\n",
    "docs/README.md": "# Docs\n",
    "docs/a b.md": "# A\n",
    "docs/intro.md": "# Intro\n## Set up!\n## Set up!\n## With `code` & *more*\n",
    "docs/guide/index.md": "# Guide\n",
    "docs/guide/deep.md": "# Deep\n",
    "docs/img/x.png": "",
    "docs/old.rst": "Old\n===\n",
    "src/app.py": "def run_app(): pass\n",
}


@pytest.mark.parametrize(
    ("link", "means"),
    [
        ("[a](intro.md)", "docs/intro.md"),
        ("[a](./intro.md?plain=1)", "docs/intro.md"),
        ("[a](intro)", "docs/intro.md"),
        ("[a](intro.html#set-up)", "docs/intro.md#Intro > Set up!"),
        ("[a](old.html)", "docs/old.rst"),
        ("[a](a%20b.md)", "docs/a b.md"),
        ("[a](<a b.md>)", "docs/a b.md"),
        ("[a](../README.md)", "README.md"),
        ("[a](/docs/intro.md)", "docs/intro.md"),
        ("[a](/src/app.py#L1)", "src/app.py"),
        ("[a](guide/)", "docs/guide/index.md"),
        ("[a](.)", "docs/README.md"),
        ("[a](img)", "resolved"),
        ("![a](img/x.png)", "docs/img/x.png"),
        ('<img src="img/x.png">', "docs/img/x.png"),
        ("[a][r]\n\n[r]: intro.md#set-up-1", "docs/intro.md#Intro > Set up!"),
        ("[a](intro.md#with-code--more)", "docs/intro.md#Intro > With code & more"),
        ("[a](intro.md#with-code-more)", "docs/intro.md#Intro > With code & more"),
        ("[a](intro.md#none)", "dangling no heading #none in docs/intro.md"),
        ("# Here\n[a](#here)", "docs/page.md#Here"),
        ("[a](#none)", "dangling no heading #none in docs/page.md"),
        ("[a](none.md)", "dangling no such file: docs/none.md"),
        ("[a](app.py)", "dangling no such file: docs/app.py"),
        ("[a](/none.md)", "dangling no such file: none.md"),
        ("[a](../../x.md)", "dangling outside the repository: ../../x.md"),
        ("[a](../../issues/1)", "external"),
        ("[a](mailto:a@example.org)", "external"),
        ("[a](//example.org/x)", "external"),
        ("[a](https://github.com/o/r/blob/main/docs/intro.md)", "external"),
        ("[[intro]]", "docs/intro.md"),
        ("[[intro#Set up!|text]]", "docs/intro.md#Intro > Set up!"),
        ("[[deep]]", "docs/guide/deep.md"),
        ("[[none]]", "nothing"),
        ("`run_app()`", "src/app.py#run_app"),
        ("`src/app.py`", "src/app.py"),
        ("`app.py`", "? src/app.py"),
        ("`app.run_app`", "src/app.py#run_app"),
        ("`none.run_app`", "nothing"),
        ("`print`", "nothing"),
        ("`[a](intro.md)`", None),
    ],
)
def test_a_link_in_markdown(link: str, means: str | None) -> None:
    assert cited(TREE | {"docs/page.md": link}, "docs/page.md") == ([means] if means else [])


def test_mentions_that_may_mean_several_things() -> None:
    tree = {
        "a.py": "class Shop:\n    def find_it(self): pass\ndef serve(): pass\n",
        "b.py": "class Bar:\n    def find_it(self): pass\n",
        "c.py": "class Baz:\n    def of(self): pass\n    def only_here(self): pass\n",
        "tests/d.py": "def in_a_test(): pass\n",
        "page.md": "`find_it` `Bar.find_it` `Shop.find_it()` `serve` `only_here` `of` `in_a_test`",
    }
    assert cited(tree, "page.md") == [
        "? a.py#Shop.find_it b.py#Bar.find_it",
        "b.py#Bar.find_it",
        "a.py#Shop.find_it",
        "? a.py#serve",
        "c.py#Baz.only_here",
        "? c.py#Baz.of",
        "? tests/d.py#in_a_test",
    ]


@pytest.mark.parametrize(
    ("config", "page", "link", "means"),
    [
        ({"mkdocs.yml": "docs_dir: manual"}, "manual/a.md", "/b.md", "manual/b.md"),
        ({"website/docusaurus.config.js": ""}, "website/docs/a.md", "/docs/b", "website/docs/b.md"),
        ({"website/docusaurus.config.js": ""}, "website/docs/a.md", "/i.png",
         "website/static/i.png"),
        ({"docs/.vitepress/config.ts": "base: '/lib/'"}, "docs/a.md", "/lib/b", "docs/b.md"),
        ({"docs/.vitepress/config.ts": ""}, "docs/x/a.md", "/x/", "docs/x/index.md"),
        ({"astro.config.mjs": ""}, "src/content/docs/a.mdx", "/g/b/#top-of-b",
         "src/content/docs/g/b.mdx#Top of B"),
        ({"astro.config.mjs": ""}, "src/content/docs/g/a.mdx", "../b/", "src/content/docs/g/b.mdx"),
        ({"astro.config.mjs": ""}, "src/content/docs/de/a.mdx", "/de/g/b/",
         "src/content/docs/g/b.mdx"),
        ({"hugo.toml": ""}, "content/a.md", "/methods/getpage/", "content/methods/GetPage.md"),
        ({"site/_config.yml": ""}, "site/_docs/a.md", "{{ site.baseurl }}/docs/b/",
         "site/_docs/b.md"),
        ({"site/_config.yml": ""}, "site/_docs/a.md", "/news/2020/01/02/it-is/",
         "site/_posts/2020-01-02-it-is.md"),
        ({"book.toml": ""}, "src/a.md", "b.html", "src/b.md"),
        ({"mkdocs.yml": ""}, "docs/a.md", "b.md#pkg.mod.Thing", "pkg/mod.py#Thing"),
        ({}, "docs/a.md", "/b.md", "dangling no such file: b.md"),
    ],
)  # fmt: skip
def test_the_root_of_a_site(config: dict[str, str], page: str, link: str, means: str) -> None:
    tree = {
        "manual/b.md": "", "website/docs/b.md": "", "website/static/i.png": "", "docs/b.md": "# B",
        "docs/x/index.md": "", "src/content/docs/g/b.mdx": "# Top of B\n", "src/b.md": "",
        "content/methods/GetPage.md": "", "site/_docs/b.md": "", "pkg/mod.py": "class Thing: pass",
        "site/_posts/2020-01-02-it-is.md": "",
    }  # fmt: skip
    written = f"[a](<{link}>)"
    assert cited(tree | config | {page: written}, page) == [means]


@pytest.mark.parametrize(
    ("page", "link", "means"),
    [
        ("docs/02-runes/a.md", "[x](state#Deep-state)", "docs/02-runes/01-state.md#Deep state"),
        ("docs/03-more/a.md", "[x](/docs/kit/state)", "docs/02-runes/01-state.md"),
        ("docs/a.md", '<dt id="opt---help">x</dt>\n[x](#opt---help)', "docs/a.md#opt---help"),
        ("docs/a.md", "[x](org.acme.shop.Cart)", "src/org/acme/shop/Cart.java#Cart"),
        ("docs/a.md", "[x](org.acme.shop.Gone)", "external"),
        ("docs/a.md", "[x]($root$/02-runes/01-state.md)", "docs/02-runes/01-state.md"),
        ("docs/a.md", "[x](%%REPO%%/x)", "dangling known only when rendered: %%REPO%%/x"),
        ("docs/a.md", "[x](#/route)", "external"),
    ],
)
def test_conventions_of_sites(page: str, link: str, means: str) -> None:
    tree = {
        "docs/02-runes/01-state.md": "# State\n### Deep state\n",
        "src/org/acme/shop/Cart.java": "package org.acme.shop;\nclass Cart {}\n",
    }
    said = cited(tree | {page: link}, page)
    assert [one.replace("State > ", "") for one in said] == [means]


def test_a_wikilink_where_a_generator_has_none() -> None:
    tree = {"hugo.toml": "", "content/a.md": "[[build]]", "content/build.md": ""}
    assert cited(tree, "content/a.md") == ["nothing"]


def test_anchors_of_what_a_page_takes_in() -> None:
    tree = {
        "a.md": "[x](b.md#inner)\n[y](b.md#gone)",
        "b.md": "# B\n\n<!--@include: ./parts/c.md-->\n",
        "parts/c.md": "## Inner\n",
    }
    assert cited(tree, "a.md") == [
        "parts/c.md#Inner",
        "dangling no heading #gone in b.md",
    ]
    assert imported(tree, "b.md") == {"./parts/c.md:*": "parts/c.md"}


RST = {
    "doc/conf.py": "project = 'x'\nextensions = []\n",
    "doc/index.rst": "Index\n=====\n",
    "doc/usage/start.rst": ".. _start-here:\n\nStart\n=====\n\n"
    ".. glossary::\n\n   dry run\n      No.\n\n"
    ".. table::\n   :name: the table\n\n   x\n",
    "doc/inc.txt": "",
    "doc/fig.png": "",
    "doc/usage/intro.md": "# Intro\n",
    "lib/code.py": "class Engine:\n    def run_it(self): pass\n",
}


@pytest.mark.parametrize(
    ("text", "means"),
    [
        (":doc:`start`", "doc/usage/start.rst"),
        (":doc:`text </usage/intro>`", "doc/usage/intro.md"),
        (":doc:`none`", "dangling no such file: doc/usage/none"),
        (":ref:`start-here`", "doc/usage/start.rst#start-here"),
        (":ref:`Text <start-here>`", "doc/usage/start.rst#start-here"),
        (":ref:`Start-Here`", "doc/usage/start.rst#start-here"),
        (":ref:`the table`", "doc/usage/start.rst#Start > the table"),
        ("Here\n====\n\nSee Here_.", "doc/usage/page.rst#Here"),
        ("Two words\n=========\n\n`Two words`_", "doc/usage/page.rst#Two words"),
        (":ref:`nowhere`", "dangling no label nowhere"),
        (":ref:`genindex`", "external"),
        (":term:`dry run`", "doc/usage/start.rst#Start > dry run"),
        (".. image:: /fig.png", "doc/fig.png"),
        (".. image:: ../fig.*", "doc/fig.png"),
        (".. toctree::\n\n   start\n   /index", "doc/usage/start.rst"),
        ("`text <https://example.org>`_", "external"),
        (":class:`~lib.code.Engine`", "lib/code.py#Engine"),
        (":meth:`Engine.run_it`", "lib/code.py#Engine.run_it"),
        (":class:`Nothing`", "nothing"),
    ],
)
def test_a_link_in_restructuredtext(text: str, means: str) -> None:
    assert cited(RST | {"doc/usage/page.rst": text}, "doc/usage/page.rst")[0] == means


def test_a_label_of_another_project() -> None:
    conf = {"doc/conf.py": "project = 'x'\nintersphinx_mapping = {}\n"}
    page = {"doc/usage/page.rst": ":ref:`elsewhere`"}
    assert cited(RST | conf | page, "doc/usage/page.rst") == ["external"]


def test_what_restructuredtext_takes_in() -> None:
    tree = RST | {"doc/usage/page.rst": ".. include:: ../inc.txt\n\n.. include:: none.txt\n"}
    assert imported(tree, "doc/usage/page.rst") == {
        "../inc.txt:*": "doc/inc.txt",
        "none.txt:*": "dangling no such file: doc/usage/none.txt",
    }


@pytest.mark.parametrize(
    ("path", "text", "means"),
    [
        ("d/a.org", "[[file:b.org::*Second part]]", "d/b.org#Second part"),
        ("d/a.org", "* Mine\n[[*Mine]]", "d/a.org#Mine"),
        ("d/a.org", "[[file:none.org]]", "dangling no such file: d/none.org"),
        ("d/a.adoc", "xref:b.adoc#_the_end[]", "d/b.adoc#B > The end"),
        ("d/a.adoc", "== Own title\n\n<<_own_title>>", "d/a.adoc#Own title"),
        ("d/a.adoc", ":img: pics\n\nimage::{img}/x.png[]", "d/pics/x.png"),
        ("d/a.adoc", "<<core.id>>", "d/b.adoc#B > core.id"),
        ("m/modules/ROOT/pages/sub/a.adoc", "xref:start.adoc[]", "m/modules/ROOT/pages/start.adoc"),
        ("m/modules/ROOT/pages/a.adoc", "xref:cli:run.adoc[]", "m/modules/cli/pages/run.adoc"),
        ("m/modules/ROOT/pages/a.adoc", "xref:other:cli:run.adoc[]", "external"),
        ("m/modules/ROOT/pages/a.adoc", "image::x.png[]", "m/modules/ROOT/images/x.png"),
        ("d/a.html", '<a href="b.html#part">x</a>', "d/b.html#Part > part"),
        ("d/a.html", '<a href="b.html#gone">x</a>', "dangling no heading #gone in d/b.html"),
    ],
)
def test_a_link_in_other_markups(path: str, text: str, means: str) -> None:
    tree = {
        "d/b.org": "* First\n* Second part\n",
        "d/b.adoc": "= B\n\n[[core.id]]\n== The end\n",
        "d/b.html": '<h1 id="part">Part</h1>',
        "d/pics/x.png": "",
        "m/antora.yml": "name: mine\n",
        "m/modules/ROOT/pages/start.adoc": "",
        "m/modules/ROOT/images/x.png": "",
        "m/modules/cli/pages/run.adoc": "",
    }
    assert cited(tree | {path: text}, path) == [means]


def test_scripts_and_styles_of_a_page() -> None:
    tree = {
        "app/index.html": '<script src="/src/main.js"></script><link rel="stylesheet" href="a.css">'
        '<script src="https://cdn.example.org/x.js"></script>',
        "app/src/main.js": "",
        "app/a.css": "",
    }
    assert imported(tree, "app/index.html") == {
        "/src/main.js": "app/src/main.js",
        "a.css": "app/a.css",
        "https://cdn.example.org/x.js": "external https://cdn.example.org/x.js",
    }
