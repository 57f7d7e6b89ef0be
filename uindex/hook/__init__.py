"""What the shims start, detached: one refresh of the index, never more than one at a time.

The shim has returned by the time this runs, so nothing here can delay or fail a commit.  Every
request says which worktree fired the hook; whoever holds the lock serves them all.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, NamedTuple

from uindex import log
from uindex.hook import requests
from uindex.wording import plural

if TYPE_CHECKING:
    from uindex.git.repository import Repository

# What says where we are, how git was set up by the user and how it gets to servers.  The rest of
# GIT_* is about the one command that fired the hook: its index file, its author, its -c options.
_KEPT = frozenset(
    {
        *("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR"),
        *("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"),
        *("GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM"),
        *("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_COUNT"),
        "GIT_EXEC_PATH",
        *("GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_PROXY_COMMAND"),
        *("GIT_ALLOW_PROTOCOL", "GIT_PROTOCOL_FROM_USER"),
    }
)
_KEPT_PREFIXES = ("GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_", "GIT_HTTP_", "GIT_SSL_", "GIT_PROXY_SSL_")


class Request(NamedTuple):
    """A worktree that wants its index to be fresh."""

    git_dir: bytes
    top: bytes
    only: bytes = b""
    """CACHE: nothing is indexed, a cache is made of what is."""


CACHE = b"cache"


def main() -> int:
    """`python -m uindex.hook`: standard output and error are the log already."""
    detach()
    clean_environment()
    os.environ.setdefault("RAYON_NUM_THREADS", "1")  # who embeds here is in nobody's way
    from uindex.git.repository import Repository  # after GIT_* is clean, and off the shim's time

    update(Repository.open())
    return 0


def cache() -> int:
    """`python -m uindex.hook cache`: the same for the cache alone."""
    detach()
    clean_environment()
    os.nice(5)  # as the shims do
    from uindex.git.repository import Repository  # see main

    update(Repository.open(), CACHE)
    return 0


def update(repo: Repository, only: bytes = b"") -> None:
    """Refresh the index of this worktree, or leave it to the process that is at it."""
    state_dir = repo.state_dir
    wanted = queue(state_dir)
    wanted.add(b"\0".join(Request(repo.git_dir, repo.top, only)))
    wanted.serve(lambda request: _serve(state_dir, Request(*request.split(b"\0"))))


def queue(state_dir: bytes) -> requests.Requests:
    """The refreshes that are asked for."""
    folder, lock = os.path.join(state_dir, b"requests"), os.path.join(state_dir, b"hook.lock")
    return requests.Requests(folder, lock)


def running(state_dir: bytes) -> bool:
    """Whether a refresh is under way in another process."""
    return requests.is_held(queue(state_dir).lock)


def clean_environment(*kept: str) -> None:
    """Drops what belongs to the git command that fired the hook (case A01), but for `kept`."""
    names = _KEPT.union(kept)
    for name in list(os.environ):
        if name.startswith("GIT_") and name not in names and not name.startswith(_KEPT_PREFIXES):
            del os.environ[name]


def detach() -> None:
    if os.getpid() != os.getpgrp():
        os.setsid()  # Ctrl-C in the terminal is not for us
    os.closerange(3, 64)  # a pipe that somebody waits on may have been passed down


def _serve(state_dir: bytes, request: Request) -> None:
    from uindex.errors import UindexError

    name = os.fsdecode(request.top)
    started = time.monotonic()
    try:
        done = refresh(request)
    except (UindexError, OSError) as error:
        log.append(state_dir, f"hook: {name}: {error}")
    else:
        log.append(state_dir, f"hook: {name}: {done} in {time.monotonic() - started:.2f} s")


def refresh(request: Request) -> str:
    """Brings the index and the cache of a worktree up to date; says what was done.

    Both directories are spelled out: the worktree need not be where its git directory would look
    for it (`git --git-dir=... --work-tree=...`), and it need not be the one that started us.
    """
    from uindex.build import build
    from uindex.git.repository import Repository
    from uindex.hook.verify import begin
    from uindex.index.incoming import absorb
    from uindex.query.heal import mend
    from uindex.query.options import Scope
    from uindex.query.session import Session

    os.environ["GIT_DIR"] = os.fsdecode(request.git_dir)
    os.environ["GIT_WORK_TREE"] = os.fsdecode(request.top)
    repo = Repository.open(request.top)
    if request.only == CACHE:
        with Session.open(repo, Scope(refresh=False)) as session:
            files = session.status().searched.files
            session.resolve()
        return f"{plural(files, 'file')} in the cache"
    absorb(repo, lambda arrived: begin(repo, arrived))
    report = build(repo, jobs=1)  # behind somebody's back: not on every processor
    report = mend(repo, report, jobs=1)
    with Session.open(repo, Scope()) as session:
        session.status()
        session.resolve()
        session.publish()
        embedded = session.embed()
    commit = "no commit" if report.head is None else report.head.hex()[:12]
    done = f"{plural(report.files, 'file')} at {commit}, {report.parsed:,} parsed"
    if embedded.blobs:
        done += f", {embedded.blobs:,} embedded"
    return done + (f", not embedded: {embedded.problem}" if embedded.problem else "")
