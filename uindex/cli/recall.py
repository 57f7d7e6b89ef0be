"""`git uindex recall`."""

from typing import Annotated

from uindex.cli import options as shared
from uindex.cli.answers import open_session, show_answer
from uindex.cli.declare import Argument
from uindex.git.repository import Repository
from uindex.query.options import DEFAULT_LIMIT, RECALL_BUDGET, RecallOptions

EXAMPLES = (
    "git uindex recall 'how is the index shared with a team'",
    "git uindex recall --budget 1000 --json hooks",
    "git uindex recall 'retry policy' --path 'docs/**'",
)


def run(
    *,
    query: Annotated[tuple[str, ...], Argument("QUERY", "Plain words.")],
    limit: shared.Limit = DEFAULT_LIMIT,
    offset: shared.Offset = 0,
    path: shared.Paths = (),
    at: shared.At = None,
    budget: shared.Budget = RECALL_BUDGET,
    no_refresh: shared.NoRefresh = False,
    json: shared.Json = False,
) -> int:
    """Answer from the documents alone: passages by section.

    Markdown, reStructuredText, AsciiDoc, Org, HTML, the text of notebooks, and plain text. Where a
    file has changed since it was indexed, a warning that names it comes first.
    """
    asked = RecallOptions(limit=limit, offset=offset, paths=path, budget=budget)
    repo = Repository.open()
    with open_session(repo, at, no_refresh) as session:
        return show_answer(session.recall(" ".join(query), asked), repo, json=json, at=at)
