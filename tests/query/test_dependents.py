"""`dependents`: who imports a file, a folder or a module."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.query.asking import index
from uindex.errors import UsageError
from uindex.git.repository import Repository
from uindex.query.options import GraphOptions, Scope
from uindex.query.session import Session

if TYPE_CHECKING:
    from tests.repos import Repo
    from uindex.query.results import Answer

FILES = {
    "app/__init__.py": "from app.core import run\n",
    "app/core.py": "import json\n\nimport requests\nfrom app import tools\n",
    "app/tools/__init__.py": "",
    "app/tools/text.py": "import requests.auth\n",
    "tests/test_core.py": "import app.core\nimport app.tools.text\n",
    "README.md": "See [the core](app/core.py).\n",
    "web/package.json": '{"name": "@x/web", "main": "main.ts"}\n',
    "web/main.ts": "",
    "ui/package.json": '{"name": "@x/ui", "dependencies": {"@x/web": "*"}}\n',
    "ui/a.ts": 'import { b } from "@x/web";\n',
    "package.json": '{"workspaces": ["web", "ui"]}\n',
    "arch/arm/include/asm/io.h": "int x;\n",
    "arch/x86/include/asm/io.h": "int x;\n",
    "lib/a.h": "#include <asm/io.h>\n",
    "lib/b.c": '#include "a.h"\n',
}


@pytest.fixture
def made(repo: Repo) -> Repo:
    repo.commit(FILES)
    return index(repo)


def ask(repo: Repo, target: str, scope: Scope | None = None, **options: int) -> Answer:
    with Session.open(Repository.open(str(repo.path)), scope or Scope()) as session:
        return session.dependents(target, GraphOptions(**{"limit": 50, **options}))  # type: ignore[arg-type]


def said(answer: Answer) -> list[str]:
    """`path:line why`, with the hop and the status where they are not the usual ones."""
    found = []
    for one in answer.results:
        text = f"{one.path.decode()}:{one.line} {one.why}"
        text += f" hop {one.hop}" if one.hop > 1 else ""
        found.append(text + (f" {one.status}" if one.status != "resolved" else ""))
    return found


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (
            "app/core.py",
            [
                "app/__init__.py:1 imports app/core.py",
                "tests/test_core.py:1 imports app/core.py",
                "README.md:1 links to app/core.py",
            ],
        ),
        ("./app/tools/text.py", ["tests/test_core.py:2 imports app/tools/text.py"]),
        ("app.tools.text", ["tests/test_core.py:2 imports app/tools/text.py"]),
        (
            "app",
            [
                "tests/test_core.py:1 imports app/core.py and 1 more",
                "README.md:1 links to app/core.py",
            ],
        ),
        ("@x/web", ["ui/a.ts:1 imports web/main.ts"]),
        (
            "requests",
            [
                "app/core.py:3 imports requests external",
                "app/tools/text.py:1 imports requests.auth external",
            ],
        ),
        ("ui/a.ts", []),
        ("arch/arm/include/asm/io.h", ["lib/a.h:1 imports arch/arm/include/asm/io.h candidate"]),
    ],
)
def test_who_imports(made: Repo, target: str, expected: list[str]) -> None:
    answer = ask(made, target)
    assert said(answer) == expected
    assert answer.total == len(expected)


def test_further_away(made: Repo) -> None:
    assert said(ask(made, "app/tools/__init__.py", depth=3)) == [
        "app/core.py:4 imports app/tools/__init__.py",
        "app/__init__.py:1 imports app/core.py hop 2",
        "tests/test_core.py:1 imports app/core.py hop 2",
        "README.md:1 links to app/core.py hop 2",
    ]
    # What may mean another file leads no further.
    assert len(said(ask(made, "arch/arm/include/asm/io.h", depth=3))) == 1


def test_pages(made: Repo) -> None:
    answer = ask(made, "app/core.py", limit=1, offset=1)
    assert said(answer) == ["tests/test_core.py:1 imports app/core.py"]
    assert (answer.total, answer.truncated) == (3, True)


def test_what_is_not_committed_counts(made: Repo) -> None:
    made.write({"tests/test_core.py": "\n\nimport app.core\n", "new.py": "from app import core\n"})
    (made.path / "README.md").unlink()
    answer = ask(made, "app.core")
    assert [(one.path, one.line, one.state) for one in answer.results] == [
        (b"app/__init__.py", 1, "fresh"),
        (b"new.py", 1, "uncommitted"),
        (b"tests/test_core.py", 3, "changed"),
    ]
    committed = ask(made, "app.core", Scope(at="HEAD"))
    assert said(committed) == said(ask(made, "app/core.py", Scope(at="HEAD")))
    assert {one.state for one in committed.results} == {"unchecked"}


@pytest.mark.parametrize("target", ["", "nowhere", "app/no.py", "app.core.no", "../x"])
def test_what_is_not_there_is_an_error(made: Repo, target: str) -> None:
    with pytest.raises(UsageError):
        ask(made, target)
