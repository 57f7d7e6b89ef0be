"""`git uindex init`: sets a clone up."""

from functools import partial
from typing import Annotated

from uindex import shims
from uindex.build import build
from uindex.build.report import summed
from uindex.cli import fetch, hooks, output
from uindex.cli.build import begin_verifying, lines_of, refresh_cache
from uindex.cli.declare import Option
from uindex.cli.progress import Bar
from uindex.errors import FOUND, EnvironmentFault, UindexError, UsageError
from uindex.git import transport
from uindex.git.repository import Repository
from uindex.index.incoming import absorb
from uindex.query.heal import mend
from uindex.store import sharing

EXAMPLES = (
    "git uindex init",
    "git uindex init --no-hooks",
    "git uindex init --share",
    "git uindex init --share origin --push",
    "git uindex init --no-share",
)


def run(
    *,
    no_hooks: Annotated[bool, Option(("--no-hooks",), "Leave the git hooks alone.")] = False,
    share: Annotated[
        str | None,
        Option(
            ("--share",),
            "Share the index with REMOTE, by default that of the current branch, or origin: a "
            "plain `git fetch` brings its index along, and what it has is not parsed here.",
            "REMOTE",
            bare="",
        ),
    ] = None,
    push: Annotated[
        bool,
        Option(
            ("--push",),
            "With --share: whenever `git push` pushed to REMOTE, push the index there as well, in "
            "the background.",
        ),
    ] = False,
    no_share: Annotated[
        bool,
        Option(("--no-share",), "Take out what --share and --push set up, and do nothing else."),
    ] = False,
) -> int:
    """Set this clone up: hooks, configuration, first build.

    Says each thing it changes, and is safe to repeat.
    """
    if no_share and (share is not None or push or no_hooks):
        raise UsageError("--no-share stands alone")
    if push and (share is None or no_hooks):
        raise UsageError("--push goes with --share, and needs a hook")
    repo = Repository.open()
    if no_share:
        return _stop_sharing(repo)
    remote = None if share is None else _share(repo, share, push)
    if not no_hooks:
        _install_hooks(repo)
    if remote is not None:
        _fetch(repo, remote)
    _index(repo)
    return FOUND


def _index(repo: Repository) -> None:
    problems = absorb(repo, partial(begin_verifying, repo))
    with Bar() as bar:

        def progress(done: int, total: int) -> None:
            bar.update("indexing", done, total)

        report = mend(repo, build(repo, progress=progress), progress=progress)
    refresh_cache(repo)
    for line in lines_of(report):
        output.write(f"index: {line}\n")
    for problem in (*problems, *summed(report.problems)):
        output.say(output.clean(problem))


def _install_hooks(repo: Repository) -> None:
    try:
        lines = hooks.install(repo)
    except EnvironmentFault as fault:
        output.say(f"hooks: {output.clean(str(fault))}")  # the index is of use without them
        return
    _tell(lines or ["installed already"])


def _tell(lines: list[str]) -> None:
    for line in lines:
        told = line if line.startswith(("config:", "note:")) else f"hooks: {line}"
        output.write(output.clean(told) + "\n")


def _share(repo: Repository, asked: str, push: bool) -> str:
    """Configures sharing; the name of the remote."""
    known = transport.remotes(repo)
    if asked and asked not in known:
        there = f"there is {', '.join(known)}" if known else "add one with git remote add"
        raise EnvironmentFault(f"no remote is called {transport.shown(asked)}; {there}")
    remote = asked or transport.default_remote(repo)
    lines = sharing.set_up(repo, remote, push=push)
    _tell(lines or [f"config: shares with {remote} already"])
    return remote


def _fetch(repo: Repository, remote: str) -> None:
    """Where there is nothing to fetch, or no way to the remote, all is parsed here."""
    try:
        arrived = fetch.fetch(repo, remote)
    except UindexError as error:
        words = str(error).removeprefix(f"{remote}: ")
        output.say(output.clean(f"{remote}: {words}"))
        return
    output.write(f"fetch: {fetch.line_of(arrived)}\n")
    fetch.say_faults(arrived)


def _stop_sharing(repo: Repository) -> int:
    lines = sharing.take_down(repo) + shims.take_out(repo, shims.PUSHING)
    _tell(lines or ["config: nothing was shared"])
    return FOUND
