"""`map`: modules, what they are for, and what to read first."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.query.asking import index
from tests.resolve.memory import Memory
from uindex.cli.map import _text as text
from uindex.errors import UsageError
from uindex.git.repository import Repository
from uindex.query.map import as_text, fitted
from uindex.query.options import Scope
from uindex.query.purpose import paragraph, shortened
from uindex.query.session import Session
from uindex.resolve.files import fresh
from uindex.resolve.hubs import pagerank
from uindex.tokens import count

if TYPE_CHECKING:
    from tests.repos import Repo
    from uindex.query.map import Map

BODY = "def {0}(): pass\n\nclass {1}:\n    def do(self): pass\n"
FILES = {
    "README.md": "# Shop\n\n[![ci](x.svg)](y)\n\nSells [things](z.md) to people.\n\nMore.\n",
    "pyproject.toml": '[project]\nname = "shop"\n[project.scripts]\nshop = "shop.cli:main"\n',
    "src/shop/__init__.py": '"""The shop itself."""\n',
    "src/shop/__main__.py": "from shop.cli import main\n",
    "src/shop/cli.py": "from shop.store import base\nfrom shop import money\n"
    + BODY.format("main", "Cli"),
    "src/shop/money.py": '"""What things cost."""\n' + BODY.format("price", "Money"),
    "src/shop/store/base.py": "from shop import money\n\nmoney.Money()\n"
    + BODY.format("b", "Base"),
    "src/shop/store/disk.py": "from shop.store import base\n\nbase.Base()\nbase.Base()\n"
    + BODY.format("d", "Disk"),
    "tools/gen/main.go": "package main\n\nfunc main() {}\n",
    "tools/README.rst": "Tools\n=====\n\nScripts that make releases of the shop.\n",
    "tests/test_shop.py": "from shop import money\n" + BODY.format("test_a", "TestA"),
    "web/package.json": '{"name": "@shop/web", "description": "Pages of the shop."}\n',
    "web/internal.ts": "",
    "web/a.ts": "export class A { b() {} c() {} }\n",
}


@pytest.fixture
def made(repo: Repo) -> Repo:
    repo.commit(FILES)
    return index(repo)


def ask(repo: Repo, module: str = "", scope: Scope | None = None) -> Map:
    with Session.open(Repository.open(str(repo.path)), scope or Scope()) as session:
        return session.map(module)


def test_modules_say_what_they_are_for(made: Repo) -> None:
    shown = ask(made)
    assert shown.purpose == "Sells things to people."
    purposes = {module.path: module.purpose for module in shown.modules}
    assert purposes["src/shop"] == "The shop itself."
    assert purposes["tools"] == "Scripts that make releases of the shop."
    assert purposes["web"] == "Pages of the shop."
    by_path = {module.path: module for module in shown.modules}
    assert by_path["src/shop"].without == ("src/shop/store",)
    assert by_path["src/shop"].files == 4
    assert by_path["src/shop/store"].uses == ("src/shop",)
    assert by_path["web"].name == "@shop/web"
    assert by_path["tests"].used_by == 0


def test_central_files_and_where_to_begin(made: Repo) -> None:
    shown = ask(made)
    hubs = {module.path: [hub.path for hub in module.hubs] for module in shown.modules}
    assert hubs["src/shop"][0] == "src/shop/money.py"
    assert hubs["src/shop/store"] == ["src/shop/store/base.py"]
    entries = [(entry.path, entry.name) for entry in shown.entry_points]
    assert entries == [
        ("src/shop/cli.py", "shop"),
        ("src/shop/__main__.py", "__main__"),
        ("tools/gen/main.go", "main"),
    ]
    steps = [step.path for step in shown.read_first]
    assert steps[:2] == ["README.md", "src/shop/cli.py"]
    assert "src/shop/money.py" in steps
    assert "web/internal.ts" not in steps  # no document


def test_it_keeps_to_the_budget(made: Repo) -> None:
    whole = ask(made)
    for render in (text, as_text):
        for tokens in (200, 300, 500):
            shown = fitted(whole, tokens, render)
            assert count(render(shown)) <= tokens or len(shown.modules) == 1
            left_out = len(whole.modules) - len(shown.modules)
            assert len(shown.left_out) == left_out
        assert fitted(whole, 5000, render) == whole
    assert "Not shown for the budget: " in text(fitted(whole, 300, text))
    assert json.loads(as_text(fitted(whole, 500, as_text)))["left_out"]["count"] > 0


def test_one_module_alone(made: Repo) -> None:
    shown = ask(made, "src/shop/store")
    assert [hub.path for hub in shown.hubs] == ["src/shop/store/base.py"]
    assert shown.files == 2
    assert ask(made, "store").path == "src/shop/store"
    assert ask(made, "@shop/web").path == "web"
    with pytest.raises(UsageError):
        ask(made, "nowhere")


def test_the_same_at_a_commit_and_with_changes(made: Repo) -> None:
    assert ask(made, scope=Scope(at="HEAD")).modules == ask(made).modules
    made.write({"web/b.ts": "export class B { b() {} }\n"})
    before, after = ask(made, scope=Scope(at="HEAD")), ask(made)
    assert after.files == before.files + 1


def test_an_empty_repository_has_an_empty_map(repo: Repo) -> None:
    shown = ask(repo)
    assert (shown.files, shown.modules) == (0, ())
    assert text(shown)


def test_pagerank_is_that_of_the_paper() -> None:
    files = {"a.py": "import b\nimport c\n", "b.py": "import c\n", "c.py": "import a\n", "d.py": ""}
    graph = fresh(Memory(files)).graph
    ranks = pagerank(graph, range(4))
    assert sum(ranks.values()) == pytest.approx(1)
    by_path = {graph.paths[file]: rank for file, rank in ranks.items()}
    # a = base + .85 c;  b = base + .85 a / 2;  c = base + .85 (a / 2 + b)
    base = by_path["d.py"]
    assert by_path["a.py"] == pytest.approx(base + 0.85 * by_path["c.py"], abs=1e-4)
    assert by_path["b.py"] == pytest.approx(base + 0.425 * by_path["a.py"], abs=1e-4)
    assert pagerank(graph, [3]) == {3: pytest.approx(1)}


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ("# T\n\n![x](y)\n\nThe *first* [one](u) that says it.\n", "The *first* one that says it."),
        (
            "<p align=center>\n<img src=x>\n</p>\n\nAll that this thing is for.\n",
            "All that this thing is for.",
        ),
        (
            "Title of the page\n=================\n\nWhat :ref:`it all <x>` is there for.\n",
            "What it all is there for.",
        ),
        ("```\nsome code that goes on\n```\n\nAnd then some prose.\n", "And then some prose."),
        ("Copyright 2020 by somebody else.\n\nWhat this thing does.\n", "What this thing does."),
        ("- a list of several things\n", ""),
        ("", ""),
    ],
)
def test_the_first_paragraph_of_a_document(document: str, said: str) -> None:
    assert paragraph(document) == said


def test_long_texts_end_with_a_sentence() -> None:
    assert shortened("One thing here. " + "word " * 60, 30) == "One thing here."
    assert shortened("word " * 60, 22) == "word word word word…"
