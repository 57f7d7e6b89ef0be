"""`git uindex callers`."""

from typing import Annotated

from uindex.cli import options as shared
from uindex.cli.answers import open_session, show_answer
from uindex.cli.declare import Argument
from uindex.git.repository import Repository
from uindex.query.options import DEFAULT_LIMIT, GraphOptions

EXAMPLES = (
    "git uindex callers parse_header",
    "git uindex callers --depth 3 --json src/http.py#fetch",
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
    """List the call sites of a symbol, with how certain each is.

    resolved is one certain target; a candidate has the name, and its receiver is not known.
    """
    asked = GraphOptions(limit=limit, offset=offset, depth=depth)
    repo = Repository.open()
    with open_session(repo, at, no_refresh) as session:
        return show_answer(session.callers(symbol, asked), repo, json=json, at=at)
