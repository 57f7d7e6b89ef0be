"""`git uindex neighbors`."""

from typing import Annotated

from uindex.cli import options as shared
from uindex.cli.answers import open_session, show_answer
from uindex.cli.declare import Argument, Option
from uindex.git.repository import Repository
from uindex.query.options import DEFAULT_LIMIT, GraphOptions

EXAMPLES = (
    "git uindex neighbors src/session.py",
    "git uindex neighbors Session.send --depth 2 --kind call --kind use",
)


def run(
    *,
    target: Annotated[str, Argument("PATH|SYMBOL", "A file, a name or an id.")],
    depth: shared.Depth = 1,
    kind: Annotated[
        tuple[str, ...],
        Option(
            ("--kind",), "Only import, call, use, doc-link or mention links; may repeat.", "KIND"
        ),
    ] = (),
    limit: shared.Limit = DEFAULT_LIMIT,
    offset: shared.Offset = 0,
    at: shared.At = None,
    no_refresh: shared.NoRefresh = False,
    json: shared.Json = False,
) -> int:
    """List what links to a file or symbol, and what it links to.

    With --depth also what lies behind that; what more than 100 links meet in is shown, and not
    gone through.
    """
    asked = GraphOptions(limit=limit, offset=offset, depth=depth, kinds=kind)
    repo = Repository.open()
    with open_session(repo, at, no_refresh) as session:
        return show_answer(session.neighbors(target, asked), repo, json=json, at=at)
