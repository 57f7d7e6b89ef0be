"""`git uindex export`: everything, for other tools."""

from typing import Annotated, Literal

from uindex.cli import options as shared
from uindex.cli import output
from uindex.cli.declare import Option
from uindex.errors import FOUND
from uindex.git.repository import Repository
from uindex.query.options import Scope
from uindex.query.results import export_jsonl
from uindex.query.session import Session

EXAMPLES = ("git uindex export --format jsonl > index.jsonl",)


def run(
    *,
    format: Annotated[
        Literal["jsonl"], Option(("--format",), "jsonl: an object a line, with a type.", "FORMAT")
    ] = "jsonl",
    at: shared.At = None,
    no_refresh: shared.NoRefresh = False,
) -> int:
    """Write files, symbols and links of a tree to standard output.

    One JSON object a line: {"type": "file", ...}, then {"type": "symbol", ...}, then
    {"type": "edge", ...} for what each link means.
    """
    repo = Repository.open()
    # Told on a pipe as well: nothing in the rows says that some are missing.
    scope = Scope(at=at, refresh=not no_refresh)
    with Session.open(repo, scope, output.say) as session:
        for line in export_jsonl(session.export()):
            output.write(line + "\n")
    return FOUND
