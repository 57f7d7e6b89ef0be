"""`git uindex impact`."""

from typing import Annotated

from uindex.cli import options as shared
from uindex.cli.answers import open_session, show_answer
from uindex.cli.declare import Argument
from uindex.git.repository import Repository
from uindex.query.options import DEFAULT_LIMIT, IMPACT_DEPTH, GraphOptions

EXAMPLES = ("git uindex impact parse_header", "git uindex impact src/session.py --depth 1")


def run(
    *,
    targets: Annotated[
        tuple[str, ...], Argument("PATH|SYMBOL", "What changes: files, names or ids.")
    ],
    depth: shared.Depth = IMPACT_DEPTH,
    limit: shared.Limit = DEFAULT_LIMIT,
    offset: shared.Offset = 0,
    at: shared.At = None,
    no_refresh: shared.NoRefresh = False,
    json: shared.Json = False,
) -> int:
    """List what can break when symbols or files change.

    Callers, users, subclasses and importers, and theirs in turn; tests among them are named.
    """
    asked = GraphOptions(limit=limit, offset=offset, depth=depth)
    repo = Repository.open()
    with open_session(repo, at, no_refresh) as session:
        return show_answer(session.impact(targets, asked), repo, json=json, at=at)
