"""`git uindex dependents`."""

from typing import Annotated

from uindex.cli import options as shared
from uindex.cli.answers import open_session, show_answer
from uindex.cli.declare import Argument
from uindex.git.repository import Repository
from uindex.query.options import DEFAULT_LIMIT, GraphOptions

EXAMPLES = (
    "git uindex dependents src/http/client.py",
    "git uindex dependents --depth 3 src/http",
    "git uindex dependents http.client",
)


def run(
    *,
    target: Annotated[
        str, Argument("PATH|MODULE", "A file, a folder, or a module as imports call it.")
    ],
    depth: shared.Depth = 1,
    limit: shared.Limit = DEFAULT_LIMIT,
    offset: shared.Offset = 0,
    at: shared.At = None,
    no_refresh: shared.NoRefresh = False,
    json: shared.Json = False,
) -> int:
    """List the files that import a file, folder or module.

    Links of documents count, too. Of a module that is not in the repository, those that import it
    are listed as external.
    """
    asked = GraphOptions(limit=limit, offset=offset, depth=depth)
    repo = Repository.open()
    with open_session(repo, at, no_refresh) as session:
        return show_answer(session.dependents(target, asked), repo, json=json, at=at)
