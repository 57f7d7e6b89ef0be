"""Which commits and blobs some tips reach."""

from __future__ import annotations

from contextlib import closing
from subprocess import PIPE
from typing import TYPE_CHECKING, NamedTuple

from uindex.git.oid import from_hex, to_hex
from uindex.git.refs import list_refs

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterable, Iterator

    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.git.run import Arg

STASH = b"refs/stash"


class Reached(NamedTuple):
    """What a clone reaches."""

    found: set[Oid]
    whole: bool
    """Otherwise a tree that is reached is not here, and nobody can tell what it holds."""


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
    """Every object in the trees of `commits`, each once; below a tree that is not here, none."""
    if commits:
        for digits in _listed(repo, ("--no-walk=unsorted",), commits):
            yield from_hex(digits.removeprefix(b"?"))


def anywhere(repo: Repository, index: bytes, wanted: Collection[Oid]) -> Reached:
    """Those of `wanted`, commits and blobs, that are reached from a branch, a tag, any other ref,
    a stash, the HEAD of a worktree or what one has staged; whether they are here or not.

    Our own refs do not count, nor does `index`, wherever that is.
    """
    left = {to_hex(oid) for oid in wanted}
    found = set()
    whole = True
    tips = _stashed(repo)
    with closing(_listed(repo, (*everything(index), "--indexed-objects"), tips)) as listing:
        for line in listing if left else ():
            digits = line.removeprefix(b"?")
            if digits in left:
                left.remove(digits)
                found.add(from_hex(digits))
                if not left:
                    break  # in a whole history usually early: the newest come first
            elif line.startswith(b"?"):
                whole = False
    if not whole:
        # Blobs that are not here are told from trees by leaving blobs out.
        options = (*everything(index), "--filter=blob:none")
        whole = not any(line.startswith(b"?") for line in _listed(repo, options, tips))
    return Reached(found, whole)


def everything(index: bytes) -> tuple[Arg, ...]:
    """What stands for all refs and the HEAD of each worktree, but for refs of ours."""
    ours = [b"refs/uindex/*", index]
    if index.startswith(b"refs/heads/"):  # a plain fetch brings it as a branch of the remote
        ours.append(b"refs/remotes/*/" + index.removeprefix(b"refs/heads/"))
    return (*(b"--exclude=" + ref for ref in ours), "--all")


def _stashed(repo: Repository) -> list[Oid]:
    """Every entry of the stash: all but the last are in its reflog alone."""
    if not list_refs(repo, STASH):
        return []
    return list(map(from_hex, repo.git("rev-list", "--walk-reflogs", STASH).split()))


def _listed(
    repo: Repository, options: Collection[Arg], tips: Collection[Oid]
) -> Generator[bytes, None, None]:
    """The digits of each object that is reached, those of what is not here after a `?`."""
    listing = ("rev-list", "--objects", "--no-object-names", "--missing=print", *options)
    process = repo.start(*listing, "--stdin", stdin=PIPE)
    popen = process.popen
    assert popen.stdin is not None
    assert popen.stdout is not None
    try:
        # It reads all of its input before it writes.
        popen.stdin.write(b"".join(to_hex(tip) + b"\n" for tip in tips))
        popen.stdin.close()
        popen.stdin = None
        for line in popen.stdout:
            yield line[:-1]
        process.output()
    finally:
        process.abandon()


def ever_at(repo: Repository, index: bytes, path: bytes) -> set[Oid]:
    """Every blob that any commit that is reached from anywhere here, reflogs included, has at a
    path or below it, and what is staged there."""
    logged = repo.git("rev-list", "--walk-reflogs", *everything(index))
    commits = repo.git(
        *("rev-list", "--full-history", *everything(index), "--stdin", "--", path),
        input=logged,
    )
    raw = ("-z", "--raw", "--no-renames", "--no-abbrev")
    changes = repo.git(
        *("diff-tree", "--stdin", "-r", "-m", "--root", *raw, "--no-commit-id", "--", path),
        input=commits,
    )
    found: set[bytes] = set()
    for line in changes.split(b"\0")[:-1:2]:  # `:<mode> <mode> <oid> <oid> <letter>`, then a path
        old_mode, new_mode, old, new, _ = line[1:].split(b" ")
        found.update(d for mode, d in ((old_mode, old), (new_mode, new)) if _is_file(mode))
    staged = repo.git("ls-files", "-s", "-z", "--", path) if repo.worktree is not None else b""
    for line in staged.split(b"\0")[:-1]:
        mode, digits, _ = line.split(b" ", 2)
        found.update([digits] if _is_file(mode) else [])
    return set(map(from_hex, found))


def _is_file(mode: bytes) -> bool:
    return mode.startswith(b"100")
