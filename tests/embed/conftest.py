from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.embed.server import Served, serving

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server that answers well; no proxy of this machine is in between."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    with serving() as one:
        yield one
