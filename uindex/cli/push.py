"""`git uindex push`: publishes the index on a remote."""

from typing import TYPE_CHECKING, Annotated, Any

from uindex.cli import options as shared
from uindex.cli import output
from uindex.cli.declare import Option
from uindex.cli.fetch import Remote
from uindex.cli.progress import Bar
from uindex.errors import FOUND
from uindex.git import transport
from uindex.git.repository import Repository
from uindex.hook import push as along
from uindex.index import share

if TYPE_CHECKING:
    from uindex.index.share import Published

EXAMPLES = ("git uindex push", "git uindex push origin --all", "git uindex push --squash")

All = Annotated[
    bool,
    Option(("--all",), "Publish what is indexed of commits that the remote does not have, too."),
]


def run(
    *,
    remote: Remote = None,
    all: All = False,
    squash: Annotated[
        bool,
        Option(
            ("--squash",),
            "For maintainers: leave the remote's index without its history, as one commit.",
        ),
    ] = False,
    json: shared.Json = False,
) -> int:
    """Publish the index on a remote.

    Only what the remote's own branches and tags reach is published: push your branch first. Never
    forces; where somebody else was faster, it fetches, unites and tries again."""
    repo = Repository.open()
    published = push(repo, remote or transport.default_remote(repo), all=all, squash=squash)
    if json:
        output.write_json(document(published))
    else:
        output.write(line_of(published) + "\n")
    return FOUND


def push(repo: Repository, remote: str, *, all: bool = False, squash: bool = False) -> "Published":
    """Push, with a bar."""
    with Bar() as bar:
        progress = bar.update if bar.live else None
        published = share.push(repo, remote, all=all, squash=squash, progress=progress)
    along.forget(repo.state_dir, remote)
    return published


def line_of(published: "Published") -> str:
    name = output.clean(published.remote)
    held = ""
    if published.held:
        commits = output.plural(published.held, "indexed commit")
        held = f"; {commits} not on its branches yet, kept back"
        if published.unseen:
            held += f" ({output.plural(published.unseen, 'tip')} there not known here: git fetch)"
    return f"{name}: {published.said}{held}"


def document(published: "Published") -> dict[str, Any]:
    return {
        "remote": published.remote,
        "tip": None if published.tip is None else published.tip.hex(),
        "records": published.records,
        "commits": published.commits,
        "purged": published.purged,
        "vectors": published.vectors,
        "held": published.held,
        "unseen": published.unseen,
        "squashed": published.squashed,
    }
