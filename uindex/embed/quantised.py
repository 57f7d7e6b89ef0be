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


def quantised(rows: Any) -> Any:
    """Each row of an array of floats scaled so that its largest component is 127 or -127, as signed
    bytes; a row of zeros stays one."""
    np = numpy()
    largest = np.abs(rows).max(axis=1, keepdims=True, initial=0)
    return np.rint(rows / np.where(largest > 0, largest, 1) * 127).astype(np.int8)
