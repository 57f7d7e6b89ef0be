"""`--more-like`: what resembles a definition, by its name, what it calls and its rare words."""

from __future__ import annotations

import pytest

from tests.query.asking import find, index
from tests.repos import Repo
from uindex.errors import UsageError

FILES = {
    "src/orders.py": "from db import rows\n\n\ndef export_orders(out):\n"
    '    """Write all orders as CSV."""\n    writer = csv_writer(out)\n'
    "    for row in rows('orders'):\n        writer.put_line(row)\n\n\n"
    "def unrelated():\n    return 1\n",
    "src/invoices.py": "from db import rows\n\n\ndef export_invoices(target):\n"
    "    writer = csv_writer(target)\n    for row in rows('invoices'):\n"
    "        writer.put_line(row)\n",
    "src/clock.py": "def now():\n    return 0\n\n\ndef export_time():\n    return now()\n",
    "tests/test_orders.py": "from src.orders import export_orders\n\n\n"
    "def test_export_orders():\n    export_orders([])\n",
    "docs/manual.md": "# Manual\n\nHow to export orders as CSV.\n",
    **{f"lib/m{n}.py": f"def task_{n}():\n    return {n}\n" for n in range(30)},
}


@pytest.fixture
def made(repo: Repo) -> Repo:
    repo.commit(FILES)
    return index(repo)


@pytest.mark.parametrize("like", ["src/orders.py#export_orders", "src/orders.py:7"])
def test_code_that_does_the_same_comes_first(made: Repo, like: str) -> None:
    answer = find(made, "", like=like)
    assert (answer.mode, answer.query, answer.asked) == ("like", "", like)
    paths = [one.path for one in answer.results]
    assert answer.results[0].qualname == "export_invoices"
    assert {b"tests/test_orders.py", b"docs/manual.md"} <= set(paths)
    assert not {b"src/orders.py", b"lib/m1.py"} & set(paths)


def test_it_goes_with_the_other_options(made: Repo) -> None:
    like = "src/orders.py#export_orders"
    code = find(made, "", like=like, within="code", paths=("src/**",), explain=True)
    assert code.results[0].path == b"src/invoices.py"
    assert {one.path for one in code.results} <= {b"src/invoices.py", b"src/clock.py"}
    assert all(one.why for one in code.results)
    docs = find(made, "", like=like, within="docs")
    assert [one.path for one in docs.results] == [b"docs/manual.md"]
    told = find(made, "", like=like, source=True)
    assert told.limits is not None
    assert told.limits.name == "local"
    assert told.results[0].source is not None
    assert b"src/clock.py" in {
        one.path for one in find(made, "clock time now export time", like=like).results
    }


def test_a_file_and_a_section(made: Repo) -> None:
    alike = find(made, "", like="src/orders.py").results
    assert b"src/invoices.py" in {one.path for one in alike[:2]}
    assert b"src/orders.py" in {one.path for one in find(made, "", like="docs/manual.md:3").results}


def test_lines_are_those_of_the_worktree(made: Repo) -> None:
    made.write({"src/orders.py": "\n" * 20 + FILES["src/orders.py"]})
    alike = find(made, "", like="src/orders.py:27").results
    assert "export_invoices" in {one.qualname for one in alike[:2]}


def test_what_is_not_there(made: Repo) -> None:
    for like in ("src/orders.py#nothing", "src/orders.py:999", "nowhere.py:1", ""):
        with pytest.raises(UsageError):
            find(made, "", like=like)
