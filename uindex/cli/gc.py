"""`git uindex gc`: prunes the local index, and purges content for good."""

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any

from uindex import hook
from uindex.cli import options as shared
from uindex.cli import output
from uindex.cli.declare import Argument, Option
from uindex.errors import FOUND, UsageError
from uindex.git.repository import Repository
from uindex.hook import push, verify
from uindex.index import gc
from uindex.index.purge import purge as run_purge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.index.gc import Collected
    from uindex.index.purge import Purged

EXAMPLES = (
    "git uindex gc",
    "git uindex gc --dry-run",
    "git uindex gc --purge config/keys.py",
)


def run(
    *,
    targets: Annotated[
        tuple[str, ...],
        Argument("OID|PATH", "With --purge: blobs, or paths for every blob they ever had."),
    ] = (),
    purge: Annotated[
        bool,
        Option(("--purge",), "Take content out of the index for good, here and for everybody."),
    ] = False,
    dry_run: Annotated[bool, Option(("--dry-run",), "Only say what would be done.")] = False,
    grace: Annotated[
        int,
        Option(("--grace",), "Keep commits that nothing reaches any more for DAYS days.", "DAYS"),
    ] = gc.GRACE,
    json: shared.Json = False,
) -> int:
    """Drop what this clone does not need, and squash the index.

    What no branch, tag, stash, worktree or staged file here reaches goes, and what extractors older
    than the newest two wrote. Nothing of this is ever published. With --purge, content is never
    indexed again, by anybody who shares this index, and nothing takes that back."""
    if purge != bool(targets):
        raise UsageError("--purge takes blobs or paths" if purge else "only --purge takes names")
    repo = Repository.open()
    purged = run_purge(repo, targets, dry_run=dry_run) if purge else None
    collected = gc.collect(repo, grace=grace, dry_run=dry_run)
    requests = _requests(repo, dry_run)
    if json:
        output.write_json(document(collected, purged, requests, dry_run))
    else:
        lines = lines_of(collected, purged, requests, dry_run)
        output.write("".join(line + "\n" for line in lines))
    return FOUND


def _requests(repo: Repository, dry_run: bool) -> int:
    """How many requests for work behind the scenes were never served; removes them."""
    forgotten = [
        path for kind in (hook, push, verify) for path in kind.queue(repo.state_dir).forgotten()
    ]
    for path in () if dry_run else forgotten:
        with suppress(FileNotFoundError):  # it is being served
            os.unlink(path)
    return len(forgotten)


def lines_of(
    collected: "Collected", purged: "Purged | None", requests: int, dry_run: bool
) -> "Iterator[str]":
    if purged is not None:
        yield from _purged_lines(purged, dry_run)
        if dry_run:
            return  # what is pruned after it depends on it
    dropped = [
        f"{output.plural(count, kind.removesuffix('s'))} ({reason})"
        for kind, reasons in collected.dropped.items()
        for reason, count in sorted(reasons.items())
    ]
    before, after = collected.history_before, collected.history_after
    verb = "would drop" if dry_run else "dropped"
    said = []
    if dropped:
        sizes = map(output.size_label, (collected.bytes_before, collected.bytes_after))
        # Not what `status` says of the ref: how git would store what stays, nobody can tell.
        what = f"{' to '.join(sizes)} before git compresses it"
        said.append(f"{verb} {', '.join(dropped)}: {what}")
    if after < before:
        commits = f"{output.plural(before, 'commit')} to {after:,}"
        said.append(f"history {'would go' if dry_run else 'went'} from {commits}")
    found = collected.leftovers
    left = found.refs + len(found.drafts) + len(found.caches) + requests
    if left:
        said.append(f"{'would remove' if dry_run else 'removed'} {output.plural(left, 'leftover')}")
    yield "; ".join(said) if said else "nothing to do"
    if said and not dry_run:
        yield "git gc frees the space when it next prunes"


def _purged_lines(purged: "Purged", dry_run: bool) -> "Iterator[str]":
    blobs = output.plural(len(purged.blobs), "blob")
    records = output.plural(purged.records, "record")
    commits = output.plural(purged.commits, "indexed commit")
    verb = "would purge" if dry_run else "purged"
    them = "it" if len(purged.blobs) == 1 else "them"
    yield f"{verb} {blobs}: {records} of {them} and {commits} with {them} here"
    yield from (f"  {oid.hex()}" for oid in purged.blobs)
    if not dry_run:
        yield "to take them from a remote, its history included: git uindex push --squash"


def document(
    collected: "Collected", purged: "Purged | None", requests: int, dry_run: bool
) -> dict[str, Any]:
    found = collected.leftovers
    answer: dict[str, Any] = {
        "dry_run": dry_run,
        "tip": None if collected.tip is None else collected.tip.hex(),
        "dropped": collected.dropped,
        "kept": collected.kept,
        "bytes": {"before": collected.bytes_before, "after": collected.bytes_after},
        "history": {"before": collected.history_before, "after": collected.history_after},
        "leftovers": {
            "refs": found.refs,
            "drafts": len(found.drafts),
            "caches": len(found.caches),
            "requests": requests,
        },
    }
    if purged is not None:
        answer["purged"] = {
            "blobs": [oid.hex() for oid in purged.blobs],
            "new": purged.new,
            "records": purged.records,
            "commits": purged.commits,
        }
    return answer
