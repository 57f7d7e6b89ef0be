"""`git uindex show`: the source of one result."""

from typing import Annotated

from uindex.cli import options as shared
from uindex.cli.answers import open_session, show_answer
from uindex.cli.declare import Argument
from uindex.git.repository import Repository
from uindex.query.options import DEFAULT_BUDGET, ListOptions

EXAMPLES = (
    "git uindex show Session.open",
    "git uindex show src/session.py:40-60",
    "git uindex show --at v1.2 parse_header",
)


def run(
    *,
    target: Annotated[
        str, Argument("TARGET", "An id from --json, a SYMBOL, or PATH[:LINE[-LINE]].")
    ],
    limit: shared.ListLimit = None,
    offset: shared.Offset = 0,
    kind: shared.Kinds = (),
    at: shared.At = None,
    budget: shared.Budget = DEFAULT_BUDGET,
    no_refresh: shared.NoRefresh = False,
    json: shared.Json = False,
) -> int:
    """Show the source of a symbol or of lines.

    PATH:LINE is the innermost definition around the line. It says whether the text is from the
    worktree or from the blob that was indexed.
    """
    asked = ListOptions(limit=limit, offset=offset, kinds=kind, source=True, budget=budget)
    repo = Repository.open()
    with open_session(repo, at, no_refresh) as session:
        return show_answer(session.show(target, asked), repo, json=json, at=at)
