"""`git uindex callees`."""

from typing import Annotated

from uindex.cli import options as shared
from uindex.cli.answers import open_session, show_answer
from uindex.cli.declare import Argument
from uindex.git.repository import Repository
from uindex.query.options import DEFAULT_LIMIT, GraphOptions

EXAMPLES = (
    "git uindex callees Session.send",
    "git uindex callees --depth 3 --json src/http.py#fetch",
)


def run(
    *,
    symbol: Annotated[str, Argument("SYMBOL", "A name, a qualified name or an id.")],
    depth: shared.Depth = 1,
    limit: shared.Limit = DEFAULT_LIMIT,
    offset: shared.Offset = 0,
    at: shared.At = None,
    no_refresh: shared.NoRefresh = False,
    json: shared.Json = False,
) -> int:
    """List what a symbol calls, with how certain each is."""
    asked = GraphOptions(limit=limit, offset=offset, depth=depth)
    repo = Repository.open()
    with open_session(repo, at, no_refresh) as session:
        return show_answer(session.callees(symbol, asked), repo, json=json, at=at)
