"""What an error says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from uindex import record
from uindex.errors import RecordError
from uindex.resolve.graph import FileGraph
from uindex.store import manifest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(
    "read",
    [
        record.decode,
        record.head,
        record.imports,
        manifest.decode,
        lambda d: FileGraph.decode(d, []),
    ],
    ids=["record", "head", "imports", "manifest", "graph"],
)
@pytest.mark.parametrize("data", [b"\xc1", b"", b"\x91" * 2000], ids=["c1", "empty", "deep"])
def test_bytes_that_are_none_have_a_reason(read: Callable[[bytes], object], data: bytes) -> None:
    """msgpack raises errors that say nothing."""
    with pytest.raises(RecordError, match=r"\w+: \w"):
        read(data)
