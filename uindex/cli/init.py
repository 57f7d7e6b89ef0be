"""`git uindex init`: sets a clone up."""

from typing import Annotated

from uindex.build import build
from uindex.cli import hooks, output
from uindex.cli.build import lines_of, refresh_cache
from uindex.cli.declare import Option
from uindex.cli.progress import Bar
from uindex.errors import FOUND, EnvironmentFault
from uindex.git.repository import Repository
from uindex.query.heal import mend

EXAMPLES = ("git uindex init", "git uindex init --no-hooks")


def run(
    *,
    no_hooks: Annotated[bool, Option(("--no-hooks",), "Leave the git hooks alone.")] = False,
) -> int:
    """Set this clone up: hooks, configuration, first build.

    Says each thing it changes, and is safe to repeat.
    """
    repo = Repository.open()
    if not no_hooks:
        _install_hooks(repo)
    with Bar() as bar:

        def progress(done: int, total: int) -> None:
            bar.update("indexing", done, total)

        report = mend(repo, build(repo, progress=progress), progress=progress)
    refresh_cache(repo)
    for line in lines_of(report):
        output.write(f"index: {line}\n")
    for problem in report.problems:
        output.say(output.clean(problem))
    return FOUND


def _install_hooks(repo: Repository) -> None:
    try:
        lines = hooks.install(repo)
    except EnvironmentFault as fault:
        output.say(f"hooks: {output.clean(str(fault))}")  # the index is of use without them
        return
    for line in lines or ["installed already"]:
        output.write(f"{line if line.startswith('config:') else 'hooks: ' + line}\n")
