"""The systems that can be compared.  A new one is a class and a line in SYSTEMS."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from uindex.errors import UsageError
from uindex.evaluation.chunks import FixedChunks
from uindex.evaluation.grep import GrepAndRead
from uindex.evaluation.indexed import Hybrid, Lexical

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uindex.evaluation.place import Place
    from uindex.evaluation.questions import Found, Piece


class System(Protocol):
    """Something that answers questions about one place."""

    def find(self, query: str, limit: int) -> list[Found]:
        """The best results, best first.  This is what is timed."""
        ...

    def packet(self, query: str, limit: int, budget: int) -> list[Piece]:
        """The text that is handed over: at most `limit` results, in the order of `find`.  Only a
        system that can trim text keeps to the budget, in tokens."""
        ...

    def close(self) -> None:
        """End what it started.  Safe to repeat."""
        ...


SYSTEMS: dict[str, Callable[[Place], System]] = {
    "lexical": Lexical,
    "hybrid": Hybrid,
    "grep-and-read": GrepAndRead,
    "chunks": FixedChunks,
}
"""By the name that people call them.  Making one may raise Unavailable."""


def chosen(text: str | None) -> Sequence[str]:
    """The names in a list with commas; all for None.  UsageError for one that is none."""
    if text is None:
        return tuple(SYSTEMS)
    names = list(dict.fromkeys(name for part in text.split(",") if (name := part.strip())))
    unknown = [name for name in names if name not in SYSTEMS]
    if unknown or not names:
        known = ", ".join(SYSTEMS)
        raise UsageError(f"--systems {text}: {'no such system' if unknown else 'none'}; of {known}")
    return names
