"""`git uindex hooks`: the hooks that keep the index fresh."""

import os
from typing import Annotated, Literal

from uindex import shims
from uindex.cli import options as shared
from uindex.cli import output
from uindex.cli.declare import Argument, Option
from uindex.errors import FOUND, NOTHING
from uindex.git.repository import Repository

EXAMPLES = ("git uindex hooks install", "git uindex hooks status", "git uindex hooks uninstall")


def run(
    *,
    action: Annotated[
        Literal["install", "uninstall", "status"],
        Argument("install|uninstall|status", "What to do."),
    ],
    force: Annotated[
        bool, Option(("--force",), "Install even into a hooks directory that is tracked.")
    ] = False,
    json: shared.Json = False,
) -> int:
    """Install, remove or inspect our git hooks.

    They keep the index fresh: after commit, checkout, merge and rewrite they start an update in
    the background, and never delay or fail a git command. Where uindex.autopush is set, a pre-push
    hook does the same for the index on the remote. A hook that is there already goes on working;
    uninstall restores it byte for byte. `status` exits with 1 if a hook is missing or broken.
    """
    repo = Repository.open()
    if action == "status":
        return _status(repo, json)
    lines = install(repo, force=force) if action == "install" else uninstall(repo)
    if json:
        output.write_json({"changed": lines})
    else:
        output.write("".join(f"{output.clean(line)}\n" for line in lines or ["nothing to change"]))
    return FOUND


def install(repo: Repository, *, force: bool = False) -> list[str]:
    """Installs the hooks and notes in the configuration that they are wanted."""
    lines = shims.install(repo, force=force)
    if not repo.config_bool("uindex.hooks", False):
        repo.git("config", "uindex.hooks", "true")
        lines.append("config: uindex.hooks = true")
    return lines


def uninstall(repo: Repository) -> list[str]:
    """Takes the hooks and that note out again."""
    lines = shims.uninstall(repo)
    if "uindex.hooks" in repo.config:
        repo.git("config", "--unset-all", "uindex.hooks", ok=(0, 5))  # 5: set elsewhere
        lines.append("config: uindex.hooks unset")
    return lines


def _status(repo: Repository, json: bool) -> int:
    found = shims.look(repo)
    where = shims.place(repo)
    if json:
        output.write_json(
            {
                "folder": os.fsdecode(where.folder),
                "core_hooks_path": where.configured or None,
                "state": shims.summary(found),
                "hooks": [
                    {"name": one.name, "state": one.state, "detail": one.detail} for one in found
                ],
            }
        )
    else:
        output.write(f"{output.path_label(where.folder)}\n")
        for one in found:
            detail = f" ({output.clean(one.detail)})" if one.detail else ""
            output.write(f"  {one.name + ':':15}{one.state}{detail}\n")
    return FOUND if shims.summary(found) == shims.OK else NOTHING
