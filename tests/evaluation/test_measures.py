"""What an answer is worth: by hand, and by a second way to count."""

from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uindex.evaluation.measures import (
    DEPTH,
    first_hit,
    mean_of_means,
    ndcg,
    percentile,
    quality,
)
from uindex.evaluation.questions import Found, Target, category, hits


@pytest.mark.parametrize(
    ("found", "target", "is_hit"),
    [
        (Found("a/b.py"), Target("a/b.py"), True),
        (Found("top/a/b.py"), Target("a/b.py"), True),
        (Found("b.py"), Target("a/b.py"), True),
        (Found("xb.py"), Target("b.py"), False),
        (Found("a/b.py", 3, 9), Target("a/b.py"), True),
        (Found("a/b.py"), Target("a/b.py", 3, 9), True),
        (Found("a/b.py", 1, 3), Target("a/b.py", 3, 9), True),
        (Found("a/b.py", 9, 20), Target("a/b.py", 3, 9), True),
        (Found("a/b.py", 1, 2), Target("a/b.py", 3, 9), False),
        (Found("a/b.py", 10, 20), Target("a/b.py", 3, 9), False),
        (Found("a/b.py", 5), Target("a/b.py", 3, 9), True),
        (Found("a/b.py", 2), Target("a/b.py", 3, 9), False),
        (Found("a/b.py", 1, 2), Target("a/b.py", 3, None), True),
    ],
)
def test_when_a_result_is_a_target(found: Found, target: Target, is_hit: bool) -> None:
    assert hits(found, target) is is_hit


def test_figures_of_one_answer() -> None:
    found = [Found("x"), Found("a"), Found("b"), Found("a")]
    got = quality(found, [Target("a"), Target("b"), Target("nowhere")])
    ideal = 1 + 1 / log2(3) + 1 / log2(4)
    assert got.ndcg == pytest.approx((1 / log2(3) + 1 / log2(4)) / ideal)
    assert got.reciprocal_rank == 1 / 2
    assert got.recalls == (0, 2 / 3, 2 / 3)
    assert first_hit(found, [Target("b"), Target("a")]) == 1
    assert first_hit(found, [Target("c")]) is None


def test_a_rank_gains_once() -> None:
    """Two spans of one file, and an answer of whole files."""
    targets = [Target("a", 1, 5), Target("a", 9, 12)]
    assert ndcg([Found("a")], targets) == pytest.approx(1 / (1 + 1 / log2(3)))
    assert ndcg([Found("a", 1, 5), Found("a", 10, 11)], targets) == 1


def test_only_the_first_ten_count() -> None:
    found = [Found(f"f{n}") for n in range(20)]
    assert ndcg(found, [Target("f9")]) == pytest.approx(1 / log2(11))
    assert ndcg(found, [Target("f10")]) == 0
    assert quality(found, [Target("f10")]).recalls == (0, 0, 0)
    assert quality(found, [Target("f10")]).reciprocal_rank == 1 / 11
    assert ndcg(found, [Target(f"f{n}") for n in range(20)]) == 1


def test_nothing_found_and_nothing_to_find() -> None:
    assert quality([], [Target("a")]) == (0, 0, (0, 0, 0))
    assert quality([Found("a")], []) == (0, 0, (0, 0, 0))


_PATHS = st.sampled_from(["a", "b", "c/a", "d"])
_LINES = st.one_of(st.none(), st.integers(1, 4))


@given(
    st.lists(st.builds(Found, _PATHS, _LINES, _LINES), max_size=14),
    st.lists(st.builds(Target, _PATHS, _LINES, _LINES), max_size=12),
)
def test_counted_another_way(found: list[Found], targets: list[Target]) -> None:
    """Each target puts a gain where it is first hit; the gains are summed up by rank."""
    gains = [0.0] * DEPTH
    for target in targets:
        for rank, one in enumerate(found[:DEPTH]):
            if hits(one, target):
                gains[rank] = 1.0
                break
    best = sum(1 / log2(rank + 2) for rank in range(min(DEPTH, len(targets))))
    gained = sum(gain / log2(rank + 2) for rank, gain in enumerate(gains))
    assert ndcg(found, targets) == pytest.approx(gained / best if best else 0.0)


def test_means_and_percentiles() -> None:
    rows = [("a", 1.0), ("a", 0.0), ("b", 1.0)]
    assert mean_of_means(rows, lambda row: row[0], lambda row: row[1]) == 0.75
    assert [percentile([4, 1, 3, 2], share) for share in (0.25, 0.5, 0.51, 0.95)] == [1, 2, 3, 4]
    assert percentile([7], 0.5) == 7


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("parse_header", "symbol"),
        ("How headers are parsed", "architecture"),
        ("header parsing", "semantic"),
    ],
)
def test_the_kind_of_a_question(query: str, kind: str) -> None:
    assert category(query) == kind
