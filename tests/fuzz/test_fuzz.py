"""A fixed sample of hostile input; `python -m tests.fuzz` takes any number of it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz import targets
from tests.fuzz.mutations import mutated
from tests.fuzz.run import SECONDS, run
from tests.fuzz.trees import TreeTarget
from tests.test_record import records
from uindex.record import Record, encode
from uindex.store import manifest

if TYPE_CHECKING:
    from collections.abc import Iterator

COUNTS = {"record": 3000, "manifest": 5000, "graph": 4000, "path": 5000, "cache": 1400}
SEEDS = st.integers(0, 1 << 32)


@pytest.fixture(scope="module")
def all_targets() -> dict[str, targets.Target]:
    return targets.targets()


@pytest.mark.parametrize("kind", COUNTS)
def test_a_sample(all_targets: dict[str, targets.Target], kind: str) -> None:
    outcome = run(kind, all_targets[kind], 5, COUNTS[kind])
    # Where next to nothing is taken, or all is, the sample tests nothing.
    assert COUNTS[kind] // 100 < outcome.accepted < COUNTS[kind] // 2
    assert outcome.slowest < SECONDS


@pytest.fixture
def trees() -> Iterator[TreeTarget]:
    target = TreeTarget([*targets.record_seeds()[:3], *map(manifest.encode, targets.MANIFESTS)])
    yield target
    target.close()


def test_a_sample_of_trees(trees: TreeTarget) -> None:
    outcome = run("tree", targets.Target(trees.make, trees.check), 5, 40)
    assert 4 < outcome.accepted < 36


@settings(max_examples=60, deadline=None)
@given(records(), SEEDS)
def test_records_that_are_made_up(made: Record, seed: int) -> None:
    data = encode(made)
    assert targets.check_record(data)
    rng = Random(seed)
    for _ in range(5):
        targets.check_record(mutated(rng, [data]))


def test_an_input_is_found_again(all_targets: dict[str, targets.Target]) -> None:
    for target in all_targets.values():
        once, again = (target.make(Random("5/x/7")) for _ in range(2))
        assert once == again
