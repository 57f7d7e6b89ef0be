"""`git uindex classify`."""

import shlex
from typing import Annotated

from uindex.cli import options as shared
from uindex.cli import output
from uindex.cli.answers import open_session
from uindex.cli.declare import Argument
from uindex.errors import FOUND, UsageError
from uindex.git.repository import Repository
from uindex.query.classify import Choice
from uindex.query.route import verb

EXAMPLES = (
    "git uindex classify parse_header",
    "git uindex classify 'what breaks if parse_header changes'",
    "git uindex classify --json 'why does the build fail'",
)


def run(
    *,
    query: Annotated[tuple[str, ...], Argument("QUERY", "As `find` takes it.")],
    at: shared.At = None,
    no_refresh: shared.NoRefresh = False,
    json: shared.Json = False,
) -> int:
    """Show what kind of question a query is, and what answers it.

    The class says how many results and tokens `find --source` takes for it. A question about
    links is for the graph where its target is the name of something here.
    """
    text = " ".join(query)
    if not text.strip():
        raise UsageError("no query: say what to classify")
    repo = Repository.open()
    with open_session(repo, at, no_refresh) as session:
        mode, choice = session.classify(text)
    command = _command(choice, text)
    if json:
        output.write_json(_document(text, mode, choice, command))
    else:
        kind = choice.kind
        output.write(f"{kind.name}: {choice.why}\n")
        output.write(f"limits: {kind.results} results, {kind.tokens:,} tokens\n")
        output.write(f"answered by: {output.clean(command)}\n")
    return FOUND


def _command(choice: Choice, text: str) -> str:
    asked = choice.target or text
    options = "" if choice.target else " --source"
    return f"git uindex {verb(choice)}{options} {shlex.quote(asked)}"


def _document(text: str, mode: str, choice: Choice, command: str) -> dict[str, object]:
    kind = choice.kind
    return {
        "query": text,
        "mode": mode,
        "class": kind.name,
        "why": choice.why,
        "limits": {"results": kind.results, "tokens": kind.tokens},
        "answer": verb(choice).split()[0],
        "target": choice.target or None,
        "command": command,
    }
