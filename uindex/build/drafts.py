"""States of commits that could not be finished here: some of their files failed.

Kept locally, in place of the manifest that is not written, so that the next build knows there is
nothing to do. Safe to delete.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import msgpack

from uindex.build.plan import State
from uindex.errors import RecordError
from uindex.store import manifest

if TYPE_CHECKING:
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository


def load_draft(repo: Repository, extractor_set: bytes, commit: Oid) -> State | None:
    try:
        with open(_path(repo, extractor_set, commit), "rb") as file:
            data = file.read()
        encoded, failed = msgpack.unpackb(data)
        return State(manifest.decode(encoded), dict(failed))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (RecordError, ValueError, TypeError, msgpack.UnpackException):
        return None  # half written by a process that was killed


def save_draft(repo: Repository, extractor_set: bytes, commit: Oid, state: State) -> None:
    path = _path(repo, extractor_set, commit)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    failed = sorted(state.failed.items())
    temporary = path + b".%d" % os.getpid()
    with open(temporary, "wb") as file:
        file.write(msgpack.packb([manifest.encode(state.manifest), failed]))
    os.replace(temporary, path)


def drafted(repo: Repository, extractor_set: bytes) -> set[Oid]:
    """The commits that could not be finished."""
    try:
        names = os.listdir(os.path.join(repo.state_dir, b"drafts", extractor_set))
    except FileNotFoundError:
        return set()
    return {bytes.fromhex(name.decode("ascii")) for name in names if b"." not in name}


def drafts(repo: Repository) -> dict[bytes, Oid]:
    """Every draft, by whichever extractors: its file, and the commit that it is about."""
    top = os.path.join(repo.state_dir, b"drafts")
    found = {}
    for folder, _, names in os.walk(top):
        for name in names:
            # What a killed process left half written has another ending; it is overlooked.
            if b"." not in name:
                found[os.path.join(folder, name)] = bytes.fromhex(name.decode("ascii"))
    return found


def _path(repo: Repository, extractor_set: bytes, commit: Oid) -> bytes:
    return os.path.join(repo.state_dir, b"drafts", extractor_set, commit.hex().encode())
