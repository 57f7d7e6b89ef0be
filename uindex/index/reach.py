"""Which commits and blobs some tips reach."""

from __future__ import annotations

from subprocess import PIPE
from typing import TYPE_CHECKING

from uindex.git.oid import from_hex, to_hex

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository


def here(objects: Objects, oids: Iterable[Oid]) -> list[Oid]:
    """Those of `oids` that this clone has."""
    oids = list(oids)
    sizes = objects.size_many(oids)
    return [oid for oid, size in zip(oids, sizes, strict=True) if size is not None]


def reached(repo: Repository, commits: Collection[Oid], tips: Collection[Oid]) -> set[Oid]:
    """Those of `commits` that are among `tips` or their ancestors.  All must be here."""
    if not commits or not tips:
        return set()
    # Walks from the commits only as far down as the tips' own history begins.
    lines = [*map(to_hex, commits), *(b"^" + to_hex(tip) for tip in tips)]
    out = repo.git("rev-list", "--stdin", input=b"\n".join(lines) + b"\n")
    return set(commits) - set(map(from_hex, out.split()))


def objects_in(repo: Repository, commits: Collection[Oid]) -> Iterator[Oid]:
    """Every object in the trees of `commits`, each once, as far as it is here."""
    if not commits:
        return
    listing = ("rev-list", "--objects", "--no-object-names", "--no-walk=unsorted")
    process = repo.start(*listing, "--missing=allow-any", "--stdin", stdin=PIPE)
    popen = process.popen
    assert popen.stdin is not None
    assert popen.stdout is not None
    try:
        # It reads all of its input before it writes.
        popen.stdin.write(b"".join(to_hex(commit) + b"\n" for commit in commits))
        popen.stdin.close()
        popen.stdin = None
        for line in popen.stdout:
            yield bytes.fromhex(line.decode("ascii"))
        process.output()
    finally:
        process.abandon()
