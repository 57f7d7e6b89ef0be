"""`git uindex sync`: fetch, then push."""

from uindex.cli import fetch, output, push
from uindex.cli import options as shared
from uindex.cli.fetch import Remote
from uindex.cli.push import All
from uindex.errors import FOUND
from uindex.git import transport
from uindex.git.refs import read_ref
from uindex.git.repository import Repository
from uindex.store.branch import index_ref

EXAMPLES = ("git uindex sync", "git uindex sync upstream")


def run(*, remote: Remote = None, all: All = False, json: shared.Json = False) -> int:
    """Fetch the index of a remote, then publish what is new here.

    The same as `git uindex fetch` and `git uindex push`, but that a remote without an index is no
    failure."""
    repo = Repository.open()
    name = remote or transport.default_remote(repo)
    arrived = fetch.fetch(repo, name)
    if arrived.tip is None and read_ref(repo, index_ref(repo)) is None:
        if json:
            output.write_json({"fetched": fetch.document(arrived), "pushed": None})
        else:
            output.write(f"{fetch.line_of(arrived)}; nor is one here yet (git uindex build)\n")
        return FOUND
    published = push.push(repo, name, all=all)
    if json:
        output.write_json({"fetched": fetch.document(arrived), "pushed": push.document(published)})
    else:
        if arrived.new:
            output.write(fetch.line_of(arrived) + "\n")
        output.write(push.line_of(published) + "\n")
    fetch.say_faults(arrived)
    return FOUND
