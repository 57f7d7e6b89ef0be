"""Git's tree objects, as bytes and as lists, and walking down them by path."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.errors import GitFailed, ObjectFault
from uindex.git.oid import from_hex

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from uindex.git.oid import Oid

_TREE = 0o040000
_CACHED_TREES = 256
MAX_TREE = 256 << 20
"""Bytes; a folder of a million files has 70 MB.  What git would inflate without a word must not
become millions of names here."""


class TreeEntry(NamedTuple):
    """One name in one tree; a tree below it has mode 0o040000."""

    mode: int
    name: bytes
    oid: Oid


def parse_tree(data: bytes, oid_size: int) -> list[TreeEntry]:
    """The entries of a raw tree object, in git's order. ValueError if it is none."""
    entries = []
    at, end = 0, len(data)
    while at < end:
        nul = data.index(b"\0", at)
        mode, space, name = data[at:nul].partition(b" ")
        at = nul + 1 + oid_size
        if not space or at > end:
            raise ValueError("not a tree")
        entries.append(TreeEntry(int(mode, 8), name, data[nul + 1 : at]))
    return entries


def too_large(oid: Oid, size: int, limit: int) -> GitFailed:
    return GitFailed(f"object {oid.hex()}: {size:,} bytes, too large to be read; at most {limit:,}")


def unreadable(oid: Oid) -> ObjectFault:
    """The fault of an object that is here, and broken."""
    return ObjectFault(f"object {oid.hex()}: git cannot read it; run git fsck", oid)


class TreeReader:
    """What both back ends share: trees, parsed from what `_raw` returns."""

    def __init__(self, oid_size: int) -> None:
        self._oid_size = oid_size
        self._names: dict[Oid, dict[bytes, tuple[int, Oid]]] = {}

    def _raw(self, oid: Oid, limit: int | None = None) -> tuple[str, bytes] | None:
        """Kind ("blob", "tree", "commit", "tag") and content of an object, None if not here.

        GitFailed if it has more than `limit` bytes; then they are not read.
        """
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def tree(self, oid: Oid) -> list[TreeEntry]:
        kind, data = self._needed(oid)
        try:
            while kind in ("commit", "tag"):
                # A commit begins "tree <oid>\n", a tag "object <oid>\n".
                oid = from_hex(data[: data.index(b"\n")].split(b" ")[1])
                if len(oid) != self._oid_size:
                    raise ValueError("an object id of another kind")
                kind, data = self._needed(oid)
            if kind != "tree":
                raise ObjectFault(f"{oid.hex()}: a {kind}, not a tree", oid)
            return parse_tree(data, self._oid_size)
        except (ValueError, IndexError) as error:
            raise ObjectFault(f"{kind} {oid.hex()}: broken; run git fsck", oid) from error

    def lookup(self, tree: Oid, path: bytes) -> tuple[int, Oid] | None:
        found: tuple[int, Oid] | None = (_TREE, tree)
        for name in path.split(b"/"):
            if found is None or found[0] != _TREE:
                return None
            found = self._named(found[1]).get(name)
        return found

    def _named(self, oid: Oid) -> dict[bytes, tuple[int, Oid]]:
        names = self._names.get(oid)
        if names is None:
            if len(self._names) >= _CACHED_TREES:
                self._names.clear()
            names = {entry.name: (entry.mode, entry.oid) for entry in self.tree(oid)}
            self._names[oid] = names
        return names

    def _needed(self, oid: Oid) -> tuple[str, bytes]:
        raw = self._raw(oid, MAX_TREE)
        if raw is None:
            raise ObjectFault(f"object {oid.hex()}: not in this repository; run git fetch", oid)
        return raw

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
