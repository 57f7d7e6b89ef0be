"""`git uindex export`: everything, for other tools."""

import sys
from typing import Annotated, Literal

from uindex.cli import options as shared
from uindex.cli import output
from uindex.cli.declare import Option
from uindex.errors import FOUND, UsageError
from uindex.git.repository import Repository
from uindex.query.options import Scope
from uindex.query.session import Session

EXAMPLES = (
    "git uindex export --format jsonl > index.jsonl",
    "git uindex export --format ctags > tags",
    "git uindex export --format scip > index.scip",
    "git uindex export --format mermaid > modules.mmd",
)


def run(
    *,
    format: Annotated[
        Literal["jsonl", "ctags", "scip", "mermaid"],
        Option(("--format",), "jsonl, ctags, scip or mermaid.", "FORMAT"),
    ] = "jsonl",
    at: shared.At = None,
    no_refresh: shared.NoRefresh = False,
) -> int:
    """Write a tree to standard output for other tools.

    Uncommitted changes are no part of it.

    jsonl: one JSON object a line: {"type": "file", ...}, then {"type": "symbol", ...}, then
    {"type": "edge", ...} for what each link means.

    ctags: a tags file as Universal Ctags writes it, with the paths from the root of the repository,
    sorted.

    scip: an index of the SCIP protocol, which is binary: definitions, and references that are
    certain; what is left out is told on standard error.

    mermaid: a diagram of which folder imports from which. Of a large tree, small folders are drawn
    as the folder around them; a comment in it says so.
    """
    if format == "scip" and output.is_terminal():
        raise UsageError("scip is binary and this is a terminal; write it to a file: > index.scip")
    repo = Repository.open()
    # Told on a pipe as well: nothing in the output says that some are missing.
    scope = Scope(at=at, refresh=not no_refresh)
    with Session.open(repo, scope, output.say) as session:
        for piece in session.export(format):
            sys.stdout.buffer.write(piece)
    return FOUND
