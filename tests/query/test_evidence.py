"""Source within a budget: whole lines, the best first, and what was left out is said."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.query.asking import find, index, show, symbols_with_source
from tests.repos import Repo
from uindex.cache.words import stem
from uindex.query.evidence import Evidence, Text, spend
from uindex.query.results import FRESH, Result


def result(**fields: Any) -> Result:
    values: dict[str, Any] = {
        **{"id": "a.py#f", "path": b"a.py", "line": 3, "start_line": 2, "end_line": 9},
        **{"kind": "function", "name": "f", "qualname": "C.f", "signature": "def f(x)"},
        **{"doc": "", "lang": "python", "blob": "b" * 40, "commit": "a" * 40, "score": 1.0},
        **{"state": FRESH, "line_now": 3},
    }
    return Result(**values | fields)


def long(lines: int, **at: str) -> Text:
    """A function of so many lines, some of them given by number."""
    body = {"l3": "def f(x):", **at}
    text = "".join(body.get(f"l{n}", f"    step_{n}(x)") + "\n" for n in range(2, 2 + lines))
    return Text(text.encode(), 2, "worktree", 3)


def test_what_fits_is_whole() -> None:
    text = long(8)
    spent = spend([(result(), text)], Evidence(400))
    source = spent.results[0].source
    assert source is not None
    assert source.text.encode() == text.data
    assert (source.lines, source.cut, source.line) == (((2, 9),), (), 2)
    assert spent.tokens < 400


def test_a_long_one_gives_its_signature_and_the_lines_with_the_words() -> None:
    text = long(400, l200="    retry_later(x)", l300="    x = step(retry)")
    source = (
        spend([(result(), text)], Evidence(300, {stem("retry"): 1.0, "step": 1.0}))
        .results[0]
        .source
    )
    assert source is not None
    assert "def f(x):\n" in source.text
    assert "    retry_later(x)\n" in source.text  # of all that say step, the rare word decides
    assert "    x = step(retry)\n" in source.text
    assert source.text.startswith("    step_2(x)\ndef f(x):\n    step_4(x)\n")
    assert (199, 201) in source.lines
    assert source.cut[-1][1] == 401


def test_lines_that_were_asked_for_come_before_words() -> None:
    text = long(400, l390="    call(x)")._replace(marks=(390,))
    source = spend([(result(), text)], Evidence(150, {"step": 1.0})).results[0].source
    assert source is not None
    assert "    call(x)\n" in source.text


def test_one_result_does_not_take_it_all() -> None:
    found = [(result(id=f"a.py#{n}"), long(300)) for n in range(3)]
    spent = spend(found, Evidence(1000))
    shown = [one.source.text.count("\n") for one in spent.results if one.source]
    assert len(shown) == 3
    assert shown[0] > shown[1] >= shown[2] > 5  # the second half of the budget, and half of that


def test_what_the_short_ones_leave_is_given_to_the_first() -> None:
    found = [(result(), long(300)), (result(id="b"), long(2)), (result(id="c"), long(2))]
    spent = spend(found, Evidence(1000))
    assert spent.results[2].source is not None
    assert spent.results[2].source.cut == ()
    assert 950 < spent.tokens <= 1000


def test_results_beyond_the_budget_are_for_the_next_page() -> None:
    found = [(result(id=f"a.py#{n}"), long(300)) for n in range(50)]
    spent = spend(found, Evidence(300))
    assert 2 <= len(spent.results) < 12
    assert spent.tokens <= 300


def test_what_does_not_fit_at_all_says_so() -> None:
    text = Text(b"x" * 9000 + b"\ny\n", 2, "worktree", 2)
    source = spend([(result(signature=""), text)], Evidence(200)).results[0].source
    assert source is not None
    assert (source.text, source.lines, source.cut) == ("", (), ((2, 3),))


def test_what_was_shown_is_not_repeated() -> None:
    whole, inner = long(30), long(30)
    part = Text(b"".join(inner.data.splitlines(keepends=True)[10:20]), 12, "worktree", 12)
    found = [(result(id="a.py#C"), whole), (result(id="a.py#C.f"), part)]
    first, second = (one.source for one in spend(found, Evidence(1000)).results)
    assert first is not None
    assert second is not None
    assert (first.above, second.above, second.text) == ("", "a.py#C", "")
    turned = [one.source for one in spend(found[::-1], Evidence(1000)).results]
    assert all(one is not None and one.text and not one.above for one in turned)
    other = [found[0], (result(path=b"b.py"), part)]
    assert all(one.source and one.source.text for one in spend(other, Evidence(1000)).results)


@settings(max_examples=60)
@given(
    st.lists(
        st.lists(st.text(alphabet="ab_ (é日\t\r\x1b", max_size=90), min_size=1, max_size=60),
        min_size=1,
        max_size=4,
    ),
    st.integers(150, 900),
)
def test_whole_lines_within_the_budget(files: list[list[str]], budget: int) -> None:
    found = []
    for number, lines in enumerate(files):
        data = "".join(f"{line}\n" for line in lines).encode()
        found.append(
            (
                result(id=str(number), path=b"%d" % number),
                Text(data, 7, "blob", 7 + len(lines) // 2),
            )
        )
    spent = spend(found, Evidence(budget, {"ab": 1.0}))
    assert spent.tokens <= budget
    for one, lines in zip(spent.results, files, strict=False):
        assert one.source is not None
        told = sorted([*one.source.lines, *one.source.cut])
        assert [n for first, last in told for n in range(first, last + 1)] == [
            *range(7, 7 + len(lines))
        ]
        numbers = [n for first, last in one.source.lines for n in range(first, last + 1)]
        assert one.source.text == "".join(f"{lines[n - 7]}\n" for n in numbers)


SOURCE = "def first():\n    return 1\n\n\ndef second():\n" + "    go()\n" * 400


def test_find_takes_the_limits_of_the_class(repo: Repo) -> None:
    repo.commit({f"m{n}.py": f"def run_{n}():\n    return {n}\n" for n in range(20)})
    index(repo)
    answer = find(repo, "run", source=True)
    assert answer.limits is not None
    assert (answer.limits.name, answer.limits.results, answer.limits.tokens) == ("symbol", 3, 800)
    assert (answer.shown, answer.total) == (3, 20)
    assert answer.limits.spent <= 800
    plain = find(repo, "run")
    assert (plain.shown, plain.limits) == (10, None)
    asked = find(repo, "run", source=True, limit=7)
    assert asked.limits is not None
    assert (asked.shown, asked.limits.results, asked.limits.tokens) == (7, 7, 800)
    asked = find(repo, "why does run fail", source=True, budget=700)
    assert asked.limits is not None
    assert (asked.limits.name, asked.limits.results, asked.limits.tokens) == ("debugging", 8, 700)


def test_show_and_symbols_keep_to_theirs(repo: Repo) -> None:
    repo.commit({"a.py": SOURCE})
    index(repo)
    answer = show(repo, "a.py:200", budget=120)
    source = answer.results[0].source
    assert source is not None
    assert any(first <= 200 <= last for first, last in source.lines)
    assert answer.limits is not None
    assert answer.limits.spent <= 120
    assert answer.notes == ("the source of 1 result was cut to stay within 120 tokens (--budget)",)
    listed = symbols_with_source(repo, b"a.py", budget=200)
    assert [one.source.cut != () for one in listed.results if one.source] == [False, True]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end(repo: Repo, ending: str) -> None:
    lines = ["def far():", *("    near()" for _ in range(90)), "    return retry()"]
    repo.commit({"a.py": (ending.join(lines) + ending).encode()})
    answer = find(index(repo), "far retry", source=True, budget=140)
    source = answer.results[0].source
    assert source is not None
    assert source.lines[0][0] == 1
    assert source.lines[-1][1] == 92
    assert source.cut
