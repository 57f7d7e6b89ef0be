"""What the shims start, detached: one refresh of the index, never more than one at a time.

The shim has returned by the time this runs, so nothing here can delay or fail a commit.  Every
request is a small file that says which worktree fired the hook; whoever holds the lock serves
them all.  A request is written *before* the lock is tried, and the holder looks for requests once
more *after* it let go: so a request is either seen by the holder or served by its writer.  The
lock is a POSIX record lock, which ends with the process (kill -9 included) and is not inherited
by worker processes.  Requests that a killed process left are served by the next.
"""

from __future__ import annotations

import fcntl
import os
import time
from typing import TYPE_CHECKING, NamedTuple

from uindex import log

if TYPE_CHECKING:
    from collections.abc import Iterator

_REQUESTS = b"requests"
_LOCK = b"hook.lock"

# What says where we are and how git was set up by the user.  The rest of GIT_* is about the one
# command that fired the hook: its index file, its author, its -c options.
_KEPT = frozenset(
    {
        *("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR"),
        *("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"),
        *("GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM"),
        *("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_COUNT"),
        "GIT_EXEC_PATH",
    }
)
_KEPT_PREFIXES = ("GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_")


class Request(NamedTuple):
    """A worktree that wants its index to be fresh."""

    git_dir: bytes
    top: bytes


def main() -> int:
    """`python -m uindex.hook`: standard output and error are the log already."""
    detach()
    clean_environment()
    from uindex.git.repository import Repository  # after GIT_* is clean, and off the shim's time

    repo = Repository.open()
    state_dir = repo.state_dir
    _ask(state_dir, Request(repo.git_dir, repo.top))
    while _pending(state_dir):
        lock = take_lock(state_dir)
        if lock is None:
            return 0  # its holder serves our request
        try:
            for request in _requests(state_dir):
                _serve(state_dir, request)
        finally:
            os.close(lock)
    return 0


def clean_environment() -> None:
    """Drops what belongs to the git command that fired the hook (case A01)."""
    for name in list(os.environ):
        if name.startswith("GIT_") and name not in _KEPT and not name.startswith(_KEPT_PREFIXES):
            del os.environ[name]


def detach() -> None:
    if os.getpid() != os.getpgrp():
        os.setsid()  # Ctrl-C in the terminal is not for us
    os.closerange(3, 64)  # a pipe that somebody waits on may have been passed down


def take_lock(state_dir: bytes) -> int | None:
    """The descriptor that holds the lock until it is closed, or None where another holds it."""
    descriptor = os.open(os.path.join(state_dir, _LOCK), os.O_RDWR | os.O_CREAT, 0o666)
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    os.ftruncate(descriptor, 0)
    os.write(descriptor, b"%d\n" % os.getpid())
    return descriptor


def running(state_dir: bytes) -> bool:
    """Whether a refresh is under way in another process."""
    try:
        descriptor = os.open(os.path.join(state_dir, _LOCK), os.O_RDWR)
    except OSError:
        return False
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False


def _ask(state_dir: bytes, request: Request) -> None:
    folder = os.path.join(state_dir, _REQUESTS)
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, b"%d" % os.getpid())
    with open(path + b".new", "wb") as file:
        file.write(b"\0".join(request))
    os.rename(path + b".new", path)  # never seen half written


def _pending(state_dir: bytes) -> list[bytes]:
    folder = os.path.join(state_dir, _REQUESTS)
    names = sorted(name for name in os.listdir(folder) if name.isdigit())
    return [os.path.join(folder, name) for name in names]


def _requests(state_dir: bytes) -> Iterator[Request]:
    """Each worktree that asked, once for all requests that are there when its turn comes."""
    while pending := _pending(state_dir):
        asked = set()
        for path in pending:
            with open(path, "rb") as file:
                git_dir, _, top = file.read().partition(b"\0")
            asked.add(Request(git_dir, top))
            os.unlink(path)
        yield from sorted(asked)


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
    from uindex.query.options import Scope
    from uindex.query.session import Session

    os.environ["GIT_DIR"] = os.fsdecode(request.git_dir)
    os.environ["GIT_WORK_TREE"] = os.fsdecode(request.top)
    repo = Repository.open(request.top)
    report = build(repo, jobs=1)  # behind somebody's back: not on every processor
    with Session.open(repo, Scope()) as session:
        session.status()
        session.resolve()
        session.publish()
    commit = "no commit" if report.head is None else report.head.hex()[:12]
    return f"{report.files} files at {commit}, {report.parsed} parsed"
