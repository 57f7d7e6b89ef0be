"""What a family of languages asks of a whole tree before many questions of one name: kept in the
cache, made where it is worth it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.cache import surveys
from uindex.resolve.family import family_name, family_of
from uindex.resolve.graph import resolver

if TYPE_CHECKING:
    from uindex.cache.schema import Connection
    from uindex.query.view import View

FEW_FILES = 30
"""Fewer are asked about one by one."""
WORTH_IT = 1000
"""Sites of names from which on a survey is made where none is kept."""


def survey(view: View, lang: str, sites: int) -> bytes | None:
    """The survey of the family of a language.  None where there is none, where a few sites are not
    worth making it, and where the view is not its tree as it is."""
    family = family_of(lang)
    name, maker = family_name(lang), f"{family.surveyor} {resolver()}"
    reader = view.corpus.reader
    changed = view.worktree is not None and view.worktree.differing()
    if not family.surveyor or reader is None or view.corpus.overlay or changed:
        return None
    known = reader.survey(name, maker)
    if known is None and sites >= WORTH_IT:
        known = _made(view, lang)
        data, made_from, before = known, reader.state(), view.corpus.unkept

        def keep(connection: Connection) -> None:
            if before is not None:
                before(connection)
            surveys.keep(connection, name, maker, data, made_from)

        view.corpus.unkept = keep
    return known


def _made(view: View, lang: str) -> bytes:
    # Mostly it is there.
    from uindex.query.files import ViewLinks, bare
    from uindex.resolve.facts import Facts

    source = ViewLinks(bare(view))
    langs = source.indexed()
    paths = [path for path, one in langs.items() if one in family_of(lang).langs]
    return family_of(lang).survey(Facts(source), source.leading(paths))
