"""Floats to signed bytes.  The one place that imports numpy for whoever embeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uindex.errors import NotEmbedded

if TYPE_CHECKING:
    from types import ModuleType

INSTALL = "install uindex[semantic]"


def numpy() -> ModuleType:
    """NotEmbedded if it is not installed."""
    try:
        import numpy
    except ImportError as error:
        raise NotEmbedded(f"embeddings need numpy; {INSTALL}") from error
    return numpy


LARGEST = 15
"""That a component may be.  More levels find nothing more, and git packs these to 0.57 of a byte
where 127 levels take 0.89 (docs/decisions/0007-vectors.md)."""


def quantised(rows: Any) -> Any:
    """Each row of an array of floats scaled so that its largest component is LARGEST or -LARGEST,
    as signed bytes; a row of zeros stays one."""
    np = numpy()
    largest = np.abs(rows).max(axis=1, keepdims=True, initial=0)
    return np.rint(rows / np.where(largest > 0, largest, 1) * LARGEST).astype(np.int8)
