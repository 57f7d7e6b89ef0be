"""`git uindex export`: everything, for other tools."""

from typing import Annotated, Literal

from uindex.cli import options as shared
from uindex.cli import output
from uindex.cli.answers import open_session
from uindex.cli.declare import Option
from uindex.errors import FOUND
from uindex.git.repository import Repository
from uindex.query.results import export_jsonl

EXAMPLES = ("git uindex export --format jsonl > index.jsonl",)


def run(
    *,
    format: Annotated[
        Literal["jsonl"], Option(("--format",), "jsonl: an object a line, with a type.", "FORMAT")
    ] = "jsonl",
    at: shared.At = None,
    no_refresh: shared.NoRefresh = False,
) -> int:
    """Write all files and symbols of a tree to standard output.

    One JSON object a line: {"type": "file", ...}, then {"type": "symbol", ...}.
    """
    repo = Repository.open()
    with open_session(repo, at, no_refresh) as session:
        for line in export_jsonl(session.export()):
            output.write(line + "\n")
    return FOUND
