"""`git uindex symbols`: the outline of one file."""

import os
from typing import Annotated

from uindex.cli import options as shared
from uindex.cli.answers import open_session, show_answer
from uindex.cli.declare import Argument
from uindex.cli.output import clean, say
from uindex.git.repository import Repository
from uindex.query.options import DEFAULT_BUDGET, ListOptions

EXAMPLES = ("git uindex symbols src/session.py", "git uindex symbols --kind class --json a.py")


def run(
    *,
    path: Annotated[str, Argument("PATH", "A file, from where you stand.")],
    limit: shared.ListLimit = None,
    offset: shared.Offset = 0,
    kind: shared.Kinds = (),
    at: shared.At = None,
    source: shared.Source = False,
    budget: shared.Budget = DEFAULT_BUDGET,
    no_refresh: shared.NoRefresh = False,
    json: shared.Json = False,
) -> int:
    """List the definitions of one file, in its order."""
    asked = ListOptions(limit=limit, offset=offset, kinds=kind, source=source, budget=budget)
    repo = Repository.open()
    with open_session(repo, at, no_refresh) as session:
        answer = session.symbols(from_root(repo, path), asked)
        code = show_answer(answer, repo, json=json, at=at)
    if not json and any(one.partial for one in answer.results):
        say(f"{clean(path)}: partly parsed; definitions may be missing")
    if not json and any(one.capped for one in answer.results):
        say(f"{clean(path)}: has more keys than the index keeps; the last or inmost are missing")
    return code


def from_root(repo: Repository, path: str) -> bytes:
    """A path as typed, from the root of the repository."""
    raw = os.fsencode(path)
    if os.path.isabs(raw) and repo.worktree is not None:
        # Only the directory: a file that is a symlink is itself what was asked for.
        folder, name = os.path.split(raw)
        return os.path.relpath(
            os.path.join(os.path.realpath(folder), name), os.path.realpath(repo.worktree)
        )
    return os.path.normpath(os.path.join(repo.prefix, raw))
