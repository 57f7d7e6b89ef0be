"""The tree that a set of entries makes, computed without writing anything."""

from __future__ import annotations

from hashlib import sha1, sha256
from typing import TYPE_CHECKING

from uindex.store import layout
from uindex.store.publish import blob_oid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uindex.git.oid import Oid
    from uindex.store.layout import Name

    Folder = dict[bytes, "Folder | Oid"]


def tree_oid(entries: Mapping[Name, Oid], oid_size: int) -> Oid:
    """The oid of the tree of an index that holds these entries and nothing else."""
    root: Folder = {layout.FORMAT_PATH: blob_oid(layout.FORMAT_DATA, oid_size)}
    for name, blob in entries.items():
        *folders, leaf = layout.path_of(name).split(b"/")
        folder = root
        for one in folders:
            below = folder.setdefault(one, {})
            assert isinstance(below, dict)  # a path of ours is a file or a folder, never both
            folder = below
        folder[leaf] = blob
    return _oid(root, oid_size)


def _oid(folder: Folder, oid_size: int) -> Oid:
    # git sorts a folder as if its name ended in a slash
    rows = sorted(
        (name + b"/", b"40000 %s\0" % name, _oid(what, oid_size))
        if isinstance(what, dict)
        else (name, b"100644 %s\0" % name, what)
        for name, what in folder.items()
    )
    data = b"".join(head + oid for _, head, oid in rows)
    digest = sha256 if oid_size == 32 else sha1
    return digest(b"tree %d\0" % len(data) + data, usedforsecurity=False).digest()
