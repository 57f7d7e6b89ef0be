"""`git uindex find`: the verb that answers."""

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Literal

from uindex.cli import options as shared
from uindex.cli.answers import open_session, show_answer
from uindex.cli.declare import Argument, Option
from uindex.errors import UsageError
from uindex.git.repository import Repository
from uindex.query.options import FindOptions

if TYPE_CHECKING:
    from uindex.query.allowlist import Allowlist

EXAMPLES = (
    "git uindex find parse_header",
    "git uindex find Session.open --source",
    "git uindex find 'where are retries counted' --path 'src/**' --in code",
    "git uindex find --more-like src/session.py:40 --in code",
    "git uindex find --regex '^test_.*timeout$' -k 50",
)


def run(
    *,
    query: Annotated[
        tuple[str, ...], Argument("QUERY", "A name, a part of one, or plain words.")
    ] = (),
    limit: Annotated[
        int | None,
        Option(
            ("-k", "--limit"),
            "Show at most N results: 10, with --source what the query's class says.",
            "N",
        ),
    ] = None,
    offset: shared.Offset = 0,
    kind: shared.Kinds = (),
    lang: shared.Langs = (),
    path: shared.Paths = (),
    within: Annotated[
        Literal["code", "docs", "all"], Option(("--in",), "Where to look.", "code|docs|all")
    ] = "all",
    allowlist: Annotated[
        str | None,
        Option(
            ("--allowlist",),
            "Only the files and folders listed in FILE (- is standard input), a line each or each "
            "with a NUL behind it, from the root of the repository.",
            "FILE",
        ),
    ] = None,
    more_like: Annotated[
        str | None,
        Option(
            ("--more-like",),
            "Find what resembles this, in other files; QUERY may add words or be left out.",
            "ID|PATH:LINE",
        ),
    ] = None,
    at: shared.At = None,
    source: shared.Source = False,
    budget: Annotated[
        int | None,
        Option(
            ("--budget",),
            "With --source, at most this many tokens in all; see `classify`.",
            "TOKENS",
        ),
    ] = None,
    regex: Annotated[
        bool, Option(("--regex",), "QUERY is a regular expression on the names of symbols.")
    ] = False,
    explain: Annotated[bool, Option(("--explain",), "Say how each score came about.")] = False,
    stdin: Annotated[
        bool,
        Option(
            ("--stdin",),
            "Read a query a line; print a JSON document a line, in order, at once. A line that "
            "makes no sense gets one with `error`.",
        ),
    ] = False,
    no_refresh: shared.NoRefresh = False,
    json: shared.Json = False,
) -> int:
    """Find symbols, files and doc sections.

    Exact and qualified names come first, then prefixes, parts of names, typos and plain
    language. Nothing in QUERY is syntax. Each result says when it is not fresh.
    """
    if more_like is not None and (stdin or regex):
        raise UsageError("--more-like goes with neither --stdin nor --regex")
    if stdin and (query or allowlist == "-"):
        raise UsageError("--stdin reads the queries: leave QUERY and --allowlist - out")
    asked = FindOptions(
        limit=limit,
        offset=offset,
        kinds=kind,
        langs=lang,
        paths=path,
        within=within,
        regex=regex,
        source=source,
        budget=budget,
        allow=None if allowlist is None else _listed(allowlist),
        like=more_like,
        explain=explain,
    )
    if not stdin and not query and more_like is None:
        raise UsageError("no query: say what to find")
    repo = Repository.open()
    with open_session(repo, at, no_refresh) as session:
        if stdin:
            from uindex.cli.lines import answer_lines  # only here

            return answer_lines(session, asked)
        answer = session.find(" ".join(query), asked, alone=True)
        code = show_answer(answer, repo, json=json, at=at)
    if session.direct:
        _make_cache(repo)
    return code


def _make_cache(repo: Repository) -> None:
    """Behind the answer, for the next question."""
    # Only in a new clone.
    from uindex import hook
    from uindex.hook.detached import start

    sys.stdout.flush()
    # A refresh that is under way makes the cache as well.  If it is that of another worktree, the
    # next question comes here again.
    if not hook.running(repo.state_dir):
        with suppress(OSError):  # a place that cannot be written has no cache, now or later
            start(repo, "cache")


def _listed(source: str) -> "Allowlist":
    from uindex.query.allowlist import Allowlist  # only where there is one

    if source == "-":
        return Allowlist(b"" if sys.stdin is None else sys.stdin.buffer.read())
    with open(source, "rb") as file:
        return Allowlist(file.read())
