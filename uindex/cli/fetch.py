"""`git uindex fetch`: brings a remote's index here."""

from typing import TYPE_CHECKING, Annotated, Any

from uindex.cli import options as shared
from uindex.cli import output
from uindex.cli.declare import Argument
from uindex.cli.progress import Bar
from uindex.errors import FOUND, NOTHING
from uindex.git import transport
from uindex.git.repository import Repository
from uindex.hook import verify
from uindex.index import share
from uindex.index.verify import setting

if TYPE_CHECKING:
    from uindex.index.incoming import Arrived

EXAMPLES = ("git uindex fetch", "git uindex fetch upstream")

Remote = Annotated[
    str | None,
    Argument(
        "REMOTE",
        "A remote, or the URL or path of a repository. If not given: that of uindex.share, of the "
        "branch, or origin.",
    ),
]


def run(*, remote: Remote = None, json: shared.Json = False) -> int:
    """Bring the index of a remote here.

    It is united with the index that is here: nothing local is lost, and what is in both is the
    same. Exits with 1 where the remote has no index."""
    repo = Repository.open()
    arrived = fetch(repo, remote or transport.default_remote(repo))
    if json:
        output.write_json(document(arrived))
    else:
        output.write(line_of(arrived) + "\n")
    say_faults(arrived)
    return NOTHING if arrived.tip is None else FOUND


def fetch(repo: Repository, remote: str) -> "Arrived":
    """Fetch, with a bar, and let what came be verified behind our back."""
    setting(repo)  # what cannot be meant is said before anything is done
    with Bar() as bar:
        arrived = share.fetch(repo, remote, bar.update if bar.live else None)
    line = verify.begin(repo, arrived)
    if line:
        output.say(output.clean(line))
    return arrived


def line_of(arrived: "Arrived") -> str:
    name = output.clean(arrived.remote)
    if arrived.tip is None:
        return f"no shared index on {name} (git uindex push makes one)"
    if not arrived.new:
        return f"{name}: nothing new"
    records = output.plural(arrived.records, "record")
    line = f"{name}: {records} and {output.plural(arrived.commits, 'indexed commit')} new"
    if arrived.vectors:
        line += f", embeddings of {output.plural(arrived.vectors, 'record')}"
    return line + (f"; {output.plural(arrived.purged, 'blob')} purged" if arrived.purged else "")


def say_faults(arrived: "Arrived") -> None:
    """What was left out, and what we hold other bytes of, on standard error."""
    name = output.clean(arrived.remote)
    if arrived.bad:
        output.say(f"{name}: {len(arrived.bad):,} not valid, left out: {_some(arrived.bad)}")
    if arrived.conflicts:
        records = output.plural(len(arrived.conflicts), "record")
        output.say(f"{name}: {records} differ from ours: {_some(arrived.conflicts)}")


def _some(lines: tuple[str, ...]) -> str:
    more = f"; and {len(lines) - 1} more (--json lists all)" if len(lines) > 1 else ""
    return output.clean(lines[0]) + more


def document(arrived: "Arrived") -> dict[str, Any]:
    return {
        "remote": arrived.remote,
        "tip": None if arrived.tip is None else arrived.tip.hex(),
        "records": arrived.records,
        "commits": arrived.commits,
        "purged": arrived.purged,
        "vectors": arrived.vectors,
        "bad": list(arrived.bad),
        "conflicts": list(arrived.conflicts),
    }
