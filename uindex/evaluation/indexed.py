"""uindex itself, as a system among others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.errors import UsageError
from uindex.evaluation.questions import Found, Piece
from uindex.query.options import FindOptions
from uindex.query.results import path_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.evaluation.place import Place
    from uindex.query.results import Result


class Lexical:
    """`find`, without vectors."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def find(self, query: str, limit: int) -> list[Found]:
        return [_found(one) for one in self._ask(query, FindOptions(limit=limit))]

    def packet(self, query: str, limit: int, budget: int) -> list[Piece]:
        """What `find --source` prints of the sources, trimmed to the budget."""
        asked = FindOptions(limit=limit, source=True, budget=budget)
        return [
            Piece(_found(one), one.source.text if one.source else "")
            for one in self._ask(query, asked)
        ]

    def close(self) -> None:
        """Nothing was started."""

    def _ask(self, query: str, options: FindOptions) -> Sequence[Result]:
        place = self._place
        try:
            return place.session.find(query, options._replace(paths=place.globs)).results
        except UsageError:  # an empty question: `find` refuses what others answer with nothing
            return ()


def _found(one: Result) -> Found:
    return Found(path_text(one.path), one.line, one.end_line)
