"""Questions made from an index."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from uindex.build import build
from uindex.evaluation.autogen import first_sentence, questions, telling, without
from uindex.git.repository import Repository
from uindex.query.options import Scope
from uindex.query.session import Session

if TYPE_CHECKING:
    from tests.repos import Repo
    from uindex.evaluation.questions import Question

FILES = {
    "src/cart.py": (
        "def total_price(items):\n"
        '    """Sums up what all the things in a basket cost.  Discounts come later."""\n'
        "    return add_tax(sum(items))\n"
        "def add_tax(amount):\n    return amount * 2\n"
    ),
    "src/order.py": (
        "from src.cart import total_price\n"
        "class Order:\n"
        '    """An order that a customer placed and has not paid yet."""\n'
        "    def price(self):\n        return total_price(self.items)\n"
        "    def run(self): pass\n"
        "class Other:\n    def run(self): pass\n"
    ),
    "tests/test_order.py": 'def test_order():\n    """Only a test says so, nobody else."""\n',
    "README.md": "# Shop\n\nA shop that sells things to people who like them.\n",
}


def made(repo: Repo, count: int, under: bytes = b"") -> tuple[Question, ...]:
    with Session.open(Repository.open(repo.path), Scope()) as session:
        return session.ask(lambda view: questions(view, count, lambda path: path.startswith(under)))


def of_kind(asked: tuple[Question, ...], kind: str) -> dict[str, list[tuple[object, ...]]]:
    return {
        one.query: [tuple(target) for target in one.targets]
        for one in asked
        if one.category == kind
    }


def test_each_kind(repo: Repo) -> None:
    repo.commit(FILES)
    build(Repository.open(repo.path))
    asked = made(repo, 1000)
    assert of_kind(asked, "name") == {
        "total_price": [("src/cart.py", 1, 3)],
        "add_tax": [("src/cart.py", 4, 5)],
        "Order": [("src/order.py", 2, 6)],
        "price": [("src/order.py", 4, 5)],
        "Other": [("src/order.py", 7, 8)],
    }
    assert of_kind(asked, "doc") == {
        "Sums up what all the things in a basket cost.": [("src/cart.py", 1, 3)],
        "An order that a customer placed and has not paid yet.": [("src/order.py", 2, 6)],
    }
    assert of_kind(asked, "described") == {
        "Sums up what all the things in a basket cost.": [("src/cart.py", 1, 3)],
        "An that a customer placed and has not paid yet.": [("src/order.py", 2, 6)],
    }
    assert of_kind(asked, "callers") == {
        "what calls total_price": [("src/order.py", 5, 5)],
        "what calls add_tax": [("src/cart.py", 3, 3)],
    }
    assert {one.language for one in asked} == {"python"}


def test_what_two_definitions_say_is_asked_of_none(repo: Repo) -> None:
    doc = '    """Sends the parcel to whoever ordered it."""\n'
    repo.commit(
        {
            "a.py": f"def first():\n{doc}def second():\n{doc}",
            "b.py": f"def third():\n{doc.replace('parcel', 'letter')}",
            "c.py": f"def fourth():\n{doc.replace('parcel', 'cargo')}",
            "d.py": f"def fifth():\n{doc.replace('parcel', 'cargo')}",
        }
    )
    asked = made(repo, 100)
    assert list(of_kind(asked, "doc")) == ["Sends the letter to whoever ordered it."]
    assert list(of_kind(asked, "described")) == ["Sends the letter to whoever ordered it."]


def test_as_many_as_are_asked_for_and_always_the_same(repo: Repo) -> None:
    repo.commit(FILES)
    build(Repository.open(repo.path))
    six = made(repo, 6)
    assert [one.category for one in six] == ["name"] * 2 + ["doc"] * 2 + ["described", "callers"]
    assert made(repo, 6) == six
    repo.write({"src/new.py": "def unrelated(): pass\n"})
    assert made(repo, 6) == six
    assert set(six) <= set(made(repo, 9))


def test_only_what_may_answer_is_asked_about(repo: Repo) -> None:
    repo.commit(FILES)
    build(Repository.open(repo.path))
    asked = made(repo, 1000, b"src/order")
    assert {target.path for one in asked for target in one.targets} == {"src/order.py"}
    # Who calls what is defined elsewhere is not asked; what is here is called by nobody.
    assert of_kind(asked, "callers") == {}


def test_an_index_that_holds_nothing(repo: Repo) -> None:
    repo.commit({"README.md": "# Nothing\n"})
    assert made(repo, 10) == ()


@pytest.mark.parametrize(
    ("doc", "sentence"),
    [
        ("Parses one. Then more.", "Parses one."),
        ("Reads a.b and c. More", "Reads a.b and c."),
        ("No end", "No end"),
        ("Really? Yes.", "Really?"),
        ("x" * 201 + ". y", ""),
        ("", ""),
    ],
)
def test_first_sentences(doc: str, sentence: str) -> None:
    assert first_sentence(doc) == sentence


def test_sentences_without_names() -> None:
    assert without("Parses parse_header and HTTP headers now.", "HttpHeader") == "Parses and now."
    assert without("getURL returns the address", "get_url") == "returns the address"
    assert telling("the cat and the cat sat") == 2
