"""Verifying what fetches brought, each of which left a request: `python -m uindex.hook verify`.

One at a time, in one process, and after everything else that the machine has to do.  What came of
it is kept in a file for `status`.  Killed, it has done nothing or all of its one write.  Each
begins where the last one that ended left off: so what one was killed over, or what a query took in
by itself, is looked at by the next; not what this clone pushed.
"""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from uindex import hook, log
from uindex.errors import UindexError
from uindex.git import transport
from uindex.git.oid import from_hex
from uindex.hook import detached
from uindex.hook.requests import Requests
from uindex.index import pushes, verify
from uindex.index.verify import OFF, Verified
from uindex.store import layout
from uindex.store.layout import RecordName
from uindex.wording import plural

if TYPE_CHECKING:
    from uindex.git.repository import Repository
    from uindex.index.incoming import Arrived


class Report(NamedTuple):
    """What is known of the index of a remote."""

    last: Verified
    disagreed: Verified | None
    """The last time that records were found to be wrong; None where that was never so, or was
    settled since."""


def start(repo: Repository, arrived: Arrived, how: str) -> None:
    """Verify what a fetch brought, `how` the setting says, and do not wait for it."""
    if how == OFF or arrived.tip is None or arrived.tip == arrived.before:
        return
    paths = b"\0".join(map(layout.path_of, sorted(arrived.disputed)))
    words = (arrived.remote, arrived.tip.hex(), how)
    request = "\0".join(words).encode("utf-8", "surrogateescape")
    queue(repo.state_dir).add(request + b"\0" + paths)
    detached.start(repo, "verify")


def begin(repo: Repository, arrived: Arrived) -> str:
    """`start` as the setting says; a line about what is in the way, if anything is."""
    try:
        start(repo, arrived, verify.setting(repo))
    except (UindexError, OSError) as error:  # no room for a log, say
        return f"{arrived.remote}: not verified: {error}"
    return ""


def main() -> int:
    """Standard output and error are the log already."""
    hook.detach()
    hook.clean_environment("GIT_CONFIG_PARAMETERS")  # `git -c uindex.ref=... uindex fetch`
    os.nice(10)
    from uindex.git.repository import Repository  # after GIT_* is clean

    repo = Repository.open()
    queue(repo.state_dir).serve(lambda request: serve(repo, request))
    return 0


def queue(state_dir: bytes) -> Requests:
    """What is to be verified."""
    folder, lock = os.path.join(state_dir, b"verifying"), os.path.join(state_dir, b"verify.lock")
    return Requests(folder, lock)


def serve(repo: Repository, request: bytes) -> None:
    """One fetch, with its one line in the log."""
    told, tip, how, *paths = request.split(b"\0")
    remote = told.decode("utf-8", "surrogateescape")
    names = [name for path in paths if isinstance(name := layout.parse(path), RecordName)]
    known = reports(repo.state_dir)
    last = from_hex(known[remote].last.tip.encode()) if remote in known else None
    since = pushes.beyond(repo, remote, last)
    started = time.monotonic()
    try:
        done = verify.verify(repo, from_hex(tip), how.decode(), since, names)
    except (UindexError, OSError) as error:
        log.append(repo.state_dir, f"verify: {remote}: {error}")
        return
    is_wrong = done.differ or done.bad
    earlier = known[remote].disagreed if remote in known else None
    kept = {name: known[name] for name in transport.remotes(repo) if name in known}
    seconds = time.monotonic() - started
    log.append(repo.state_dir, f"verify: {remote}: {line_of(done)} in {seconds:.2f} s")
    _keep(repo.state_dir, kept | {remote: Report(done, done if is_wrong else earlier)})


def line_of(done: Verified) -> str:
    """What came of it, for people."""
    if done.differ:
        keys = ", ".join(sorted(done.extractors))
        what = f"differ from what this uindex extracts ({keys})"
        parts = [f"{done.differ:,} of {done.checked:,} records {what}"]
    elif done.checked:
        of_all = f"{done.checked:,} of {done.records:,}"
        parts = [f"{of_all} new records extracted again, all the same"]
    elif done.records:
        new = plural(done.records, "new record")
        parts = [f"{new}, of files that are not here or by other extractors: nothing to compare"]
    else:
        parts = ["no new records"]
    if done.bad:
        parts.append(f"{done.bad:,} not valid")
    if done.failed:
        parts.append(f"{done.failed:,} could not be parsed here")
    return "; ".join(parts)


def reports(state_dir: bytes) -> dict[str, Report]:
    """What is known of each remote, by its name."""
    try:
        with open(_path(state_dir), "rb") as file:
            told = json.load(file)
        return {
            remote: Report(*(one and Verified(**one) for one in (pair["last"], pair["disagreed"])))
            for remote, pair in told.items()
        }
    except FileNotFoundError:
        return {}
    except (ValueError, TypeError, KeyError):
        return {}  # another version's


def settle(state_dir: bytes) -> None:
    """All records were extracted again: who disagreed before is of no interest any more."""
    known = reports(state_dir)
    if any(one.disagreed for one in known.values()):
        _keep(state_dir, {name: one._replace(disagreed=None) for name, one in known.items()})


def _keep(state_dir: bytes, known: dict[str, Report]) -> None:
    told = {name: document(one) for name, one in known.items()}
    path = _path(state_dir)
    temporary = path + b".%d" % os.getpid()
    with open(temporary, "w", encoding="ascii") as file:
        json.dump(told, file)
    os.rename(temporary, path)


def document(report: Report) -> dict[str, Any]:
    """A report as JSON has it."""
    return {name: one and one._asdict() for name, one in report._asdict().items()}


def _path(state_dir: bytes) -> bytes:
    return os.path.join(state_dir, b"verified")
