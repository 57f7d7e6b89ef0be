"""The ablation finds the weights, puts them to nothing one by one, and leaves them as they were."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.bench.ablation import WHOLE, scores, table, weights, without
from tests.query.asking import index
from uindex.evaluation.place import Place
from uindex.evaluation.questions import Question, Target, Task
from uindex.git.repository import Repository
from uindex.query import rank
from uindex.query.options import Scope
from uindex.query.session import Session

if TYPE_CHECKING:
    from tests.repos import Repo

FILES = {
    "src/deep/down/parser.py": "def read(text):\n    return text\n",
    "src/other.py": "def parser_of(text):\n    '''Makes a parser of a text.'''\n",
    "tests/test_parser.py": "def test_parser(): pass\n",
}


def test_weights_are_found_and_put_back() -> None:
    before = dict(vars(rank))
    assert {"W_STEM", "W_UNITS", "U_NAME"} <= set(weights())
    for name in weights():
        with without(name):
            value = getattr(rank, name)
            assert value == 0.0 or not any(value)
        assert getattr(rank, name) is before[name]


def test_what_a_weight_is_worth(repo: Repo) -> None:
    repo.commit(FILES)
    index(repo)
    asked = Question("text parser", (Target("src/other.py"),), "semantic", "python")
    task = Task("one", (), (asked,))
    opened = Repository.open(repo.path)
    names = [WHOLE, *weights()]
    with Session.open(opened, Scope()) as session:
        found = list(scores(task, Place(opened, session, ()), names))
    assert [one.without for one in found] == names
    # It is first for some of them, and not for others.
    assert found[0].ndcg == 1
    assert {one.ndcg < 1 for one in found} == {True, False}
    lines = table(found).splitlines()
    assert lines[0].split() == ["NDCG@10", "semantic"]
    assert lines[1].split() == ["as", "it", "is", "1.0000", "1.0000"]
    assert len(lines) == 2 + len(weights())
