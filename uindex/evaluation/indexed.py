"""uindex itself, as a system among others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.embed.settings import NONE
from uindex.errors import UsageError
from uindex.evaluation.place import EMBED
from uindex.evaluation.questions import Found, Piece, Unavailable
from uindex.query.options import FindOptions, Scope
from uindex.query.results import path_text
from uindex.query.session import Session
from uindex.query.similar import LEXICAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.evaluation.place import Place
    from uindex.query.results import Result


UNSET = f"{EMBED} is not set"


class Lexical:
    """`find`, without vectors."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._session = place.session

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
        try:
            return self._session.find(query, options._replace(paths=self._place.globs)).results
        except UsageError:  # an empty question: `find` refuses what others answer with nothing
            return ()


class Hybrid(Lexical):
    """`find` with vectors, as the repository is configured.  Raises Unavailable where it is not,
    and where they cannot be had."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        if place.repo.config.get(EMBED, NONE) == NONE:
            raise Unavailable(UNSET)
        self._session = Session.open(place.repo, Scope())
        # Any question in plain words: what is in the way is said with its answer.
        notes = self._session.find("where is the beginning of it all", FindOptions(limit=1)).notes
        said = next((note for note in notes if note.endswith(LEXICAL)), "")
        if said:
            self._session.close()
            raise Unavailable(said.removesuffix(LEXICAL).rstrip("; "))

    def close(self) -> None:
        self._session.close()


def _found(one: Result) -> Found:
    return Found(path_text(one.path), one.line, one.end_line)
