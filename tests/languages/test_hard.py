"""A small part of what `python -m tests.languages.hard` tries, in a worker for each language."""

from __future__ import annotations

import pytest

from tests.languages import hard, update
from uindex import record
from uindex.pool import OK, Job, Pool

DEPTH = 150
LINE = 1000


@pytest.mark.parametrize("lang", update.languages())
def test_hard_input_gives_records(lang: str) -> None:
    jobs = [Job(b"", bytes(20), lang, case.text) for case in hard.cases(lang, DEPTH, LINE)]
    with Pool(None, seconds=10) as pool:
        for done in pool.run(jobs):
            assert done.outcome == OK, done.reason
            record.decode(done.record)
