"""Objects put into a repository as they are, whether git would have made them or not."""

from __future__ import annotations

import os
import zlib
from hashlib import sha1
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    Entry = tuple[bytes, bytes, bytes]
    """Mode, name and oid, as a tree has them."""

TREE, FILE = b"40000", b"100644"


def put(git_dir: Path, kind: str, data: bytes) -> bytes:
    """Write a loose object of a SHA-1 repository; its oid."""
    raw = b"%s %d\0" % (kind.encode(), len(data)) + data
    oid = sha1(raw, usedforsecurity=False).digest()
    folder = git_dir / "objects" / oid.hex()[:2]
    path = folder / oid.hex()[2:]
    if not path.exists():
        folder.mkdir(exist_ok=True)
        temporary = folder / f"tmp_obj_{os.getpid()}"
        temporary.write_bytes(zlib.compress(raw, 1))
        temporary.rename(path)
    return oid


def put_blob(git_dir: Path, data: bytes) -> bytes:
    return put(git_dir, "blob", data)


def put_tree(git_dir: Path, entries: Iterable[Entry]) -> bytes:
    """A tree of entries in the order given."""
    return put(git_dir, "tree", b"".join(b"%s %s\0%s" % entry for entry in entries))


def put_commit(git_dir: Path, tree: bytes, parents: Iterable[bytes] = ()) -> bytes:
    lines = [b"tree " + tree.hex().encode()]
    lines += [b"parent " + parent.hex().encode() for parent in parents]
    lines += [
        f"{role} e <e@e.invalid> 1700000000 +0000".encode() for role in ("author", "committer")
    ]
    return put(git_dir, "commit", b"\n".join(lines) + b"\n\nx\n")
