"""The bar: rate and time left, and silence where nobody watches."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from uindex.cli.progress import Bar, bar_line

if TYPE_CHECKING:
    import pytest


def test_says_rate_and_time_left() -> None:
    line = bar_line("indexing", 1200, 4800, 4.0)
    assert line == "indexing  [######..................]  1,200/4,800  300/s  0:12 left"
    assert bar_line("indexing", 0, 10, 0.0).endswith("0/10")
    assert bar_line("indexing", 10, 10, 2.0).endswith("5/s  0:00 left")
    assert bar_line("indexing", 70, 0, 7.0) == "indexing  70  10/s"


def test_is_silent_when_not_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = io.StringIO()
    monkeypatch.setattr("sys.stderr", heard)
    with Bar() as bar:
        bar.update("indexing", 1, 2)
    assert heard.getvalue() == ""
