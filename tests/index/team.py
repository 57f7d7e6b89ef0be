"""A remote and clones of it, and what may be seen on the remote."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import msgpack

from tests.repos import Repo, init
from uindex.errors import RecordError
from uindex.git.repository import Repository
from uindex.record import decode

if TYPE_CHECKING:
    from pathlib import Path

INDEX = "refs/uindex/index"
F = "def f(): pass\n"


def opened(repo: Repo) -> Repository:
    return Repository.open(os.fsencode(repo.path))


def remote_of(repo: Repo, path: Path, *options: str) -> Repo:
    """A bare remote `origin` that has the branch of `repo`."""
    bare = init(path, "--bare", *options)
    repo.git("remote", "add", "origin", os.fspath(path))
    repo.git("push", "--quiet", "origin", "main")
    return bare


def clone(source: Path | str, path: Path, *options: str) -> Repo:
    subprocess.run(
        ["git", "clone", "--quiet", *options, os.fspath(source), os.fspath(path)],
        check=True,
        stderr=subprocess.DEVNULL,
    )
    return Repo(path)


def copied(repo: Repo, path: Path) -> Repo:
    """The repository as it is, elsewhere: cheaper than making it again."""
    shutil.copytree(repo.path, path, symlinks=True)
    return Repo(path)


def refs(repo: Repo) -> bytes:
    return repo.git("for-each-ref")


def tree(repo: Repo, ref: str = INDEX) -> bytes:
    return repo.git("rev-parse", f"{ref}^{{tree}}")


def content(repo: Repo) -> bytes:
    """Everything in the object store, reachable or not, and what is packed in msgpack spelled out,
    so that names, paths and words stand in it as they are."""
    out = repo.git("cat-file", "--batch", "--batch-all-objects") + b"\n"
    told = []
    while out.strip():
        head, _, rest = out.partition(b"\n")
        size = int(head.split(b" ")[2])
        told += [rest[:size], _told(rest[:size])]
        out = rest[size + 1 :]
    return b"\0".join(told)


def _told(data: bytes) -> bytes:
    for read in (decode, msgpack.unpackb):
        try:
            return repr(read(data)).encode("utf-8", "surrogateescape")
        except (RecordError, ValueError, UnicodeDecodeError, msgpack.UnpackException):
            continue
    return b""


def holds(repo: Repo, *words: str | bytes) -> list[str | bytes]:
    """Those of `words` that stand anywhere on a remote."""
    everything = content(repo).lower()
    return [
        word
        for word in words
        if re.search(
            re.escape(word.encode() if isinstance(word, str) else word).lower(), everything
        )
    ]
