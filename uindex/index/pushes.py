"""What this clone itself put into the indexes of its remotes: that need not be verified.

For each remote the step of its index, from one commit to another, that was ours alone.  Where it
does not begin at what was verified last, somebody else's lies between and all is looked at.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository

_Steps = dict[str, tuple[bytes, bytes]]
"""Oids; an empty one for no commit."""


def note(repo: Repository, remote: str, old: Oid | None, new: Oid) -> None:
    """A push took the index of a remote from `old` (None: there was none) to `new`."""
    steps = _read(repo)
    begin, end = steps.get(remote, (b"", b""))
    if old is None or end != old:
        begin = old or b""
    steps[remote] = (begin, new)
    path = _path(repo)
    temporary = path + b".%d" % os.getpid()
    try:
        os.makedirs(repo.state_dir, exist_ok=True)
        with open(temporary, "w", encoding="utf-8") as file:
            json.dump({name: [one.hex() for one in step] for name, step in steps.items()}, file)
        os.rename(temporary, path)
    except OSError:
        return  # the push is done all the same; more than need be is verified


def beyond(repo: Repository, remote: str, verified: Oid | None) -> Oid | None:
    """From where on to verify, where all up to `verified` (None: nothing) was."""
    begin, end = _read(repo).get(remote, (b"", b""))
    return end if end and begin == (verified or b"") else verified


def _read(repo: Repository) -> _Steps:
    try:
        with open(_path(repo), encoding="utf-8") as file:
            steps = json.load(file).items()
        return {
            remote: (bytes.fromhex(begin), bytes.fromhex(end)) for remote, (begin, end) in steps
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}  # none yet, or damaged: all is verified


def _path(repo: Repository) -> bytes:
    return os.path.join(repo.state_dir, b"pushed")
