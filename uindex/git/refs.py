"""Refs: reading them, and moving several in one transaction."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from uindex.errors import GitFailed, Locked
from uindex.git import locks
from uindex.git.oid import Oid, from_hex, to_hex, zero

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uindex.git.repository import Repository

TEMPORARY = b"refs/uindex/tmp/"
_CRASH = b"fast_import_crash_"
_DAY = 86_400


def list_refs(repo: Repository, *prefixes: bytes) -> dict[bytes, Oid]:
    """The refs named `prefixes` or below them (all, if none is given), by full name."""
    out = repo.git(
        "for-each-ref", "--format=%(objectname) %(refname)", "--end-of-options", *prefixes
    )
    refs = {}
    for line in out.splitlines():
        digits, _, name = line.partition(b" ")
        refs[name] = from_hex(digits)
    return refs


def read_ref(repo: Repository, ref: bytes) -> Oid | None:
    """What the full name `ref` points at, or None.

    Not `rev-parse`: for a ref that is missing it would try refs/tags/<ref>, which a remote can
    create.
    """
    return list_refs(repo, ref).get(ref)


def broken_file(repo: Repository, ref: bytes) -> bytes | None:
    """The file of a ref that git does not list because it cannot read what is in it (empty after a
    power cut, say), or None.  git refuses to delete such a ref."""
    path = os.path.join(repo.common_dir, ref)
    if not os.path.isfile(path) or read_ref(repo, ref) is not None:
        return None
    return path if os.path.isfile(path) else None  # deleted while we asked


def is_ref_name(repo: Repository, name: bytes) -> bool:
    """Whether a ref may have this full name."""
    valid = b"\0" not in name and not name.startswith(b"-")
    return valid and bool(repo.git("check-ref-format", "--normalize", name, ok=(0, 1)))


def resolve(repo: Repository, rev: bytes) -> Oid | None:
    """The object that `rev` names, in all of git's syntax (`main~2^{tree}`), or None."""
    if b"\0" in rev:
        return None
    if len(rev) == 2 * repo.oid_size and not rev.strip(b"0123456789abcdefABCDEF"):
        rev += b"^{object}"  # or rev-parse just repeats it, whether there is such an object or not
    out = repo.git("rev-parse", "--verify", "--quiet", "--end-of-options", rev, ok=(0, 1, 128))
    # Some versions of git print --end-of-options as well; "^main" names no object.
    digits = out.strip().rpartition(b"\n")[2]
    return from_hex(digits) if digits and not digits.startswith(b"^") else None


def swap(repo: Repository, updates: Sequence[tuple[bytes, Oid | None, Oid | None]]) -> bool:
    """Move refs in one transaction: each `(ref, new, old)` only if `ref` is still at `old`.

    `old` None means the ref must not exist, `new` None deletes it. False when another process
    was faster (nothing has changed then); GitFailed when git cannot move a ref for another
    reason, Locked when that is a lock.  All of them are refs of ours: a lock that a killed git
    left on one is removed.
    """
    none = zero(repo.object_format)
    lines = [b"start\0"]
    for ref, new, old in updates:
        new_hex, old_hex = to_hex(new or none), to_hex(old or none)
        lines.append(b"update " + ref + b"\0" + new_hex + b"\0" + old_hex + b"\0")
    lines += [b"prepare\0", b"commit\0"]
    try:
        repo.git("update-ref", "--no-deref", "-z", "--stdin", input=b"".join(lines))
    except GitFailed:
        if locks.remove_stale(repo, [ref for ref, _, _ in updates]):
            return swap(repo, updates)
        refs = list_refs(repo, *(ref for ref, _, _ in updates))
        if all(refs.get(ref) == old for ref, _, old in updates):
            raise
        return False
    return True


def temporary_ref() -> bytes:
    """A new name for a ref that keeps objects alive while this process works on them."""
    return b"%s%s-%d-%d" % (TEMPORARY, _machine(), os.getpid(), time.time_ns())


def is_left_over(name: bytes) -> bool:
    """Whether `name` (`<machine>-<pid>-<ns>`) belongs to a process that is no more.

    Of another machine's processes (a shared disk) we know nothing, so those get a day.
    """
    try:
        machine, pid, ns = name.split(b"-")
        age = time.time() - int(ns) / 1e9
        number = int(pid)
    except ValueError:
        return False  # not a name of ours
    if machine != _machine():
        return age > _DAY
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False  # alive, another user's
    return False


def is_littered(repo: Repository, refs: Iterable[bytes]) -> bool:
    """Whether there may be something to sweep, where `refs` are all of ours."""
    return (
        any(ref.startswith(TEMPORARY) for ref in refs)
        or any(name.startswith(_CRASH) for name in os.listdir(repo.git_dir))
        or bool(locks.left(repo))
    )


def sweep_temporary(repo: Repository) -> int:
    """Remove what dead processes of ours left behind; returns how many things that were.

    What is locked is left for the next time.
    """
    count = locks.remove_stale(repo, locks.left(repo))
    dead = [
        (ref, oid)
        for ref, oid in list_refs(repo, TEMPORARY).items()
        if is_left_over(ref.removeprefix(TEMPORARY))
    ]
    for ref, oid in dead:
        try:
            count += swap(repo, [(ref, None, oid)])
        except Locked:
            break  # git has waited for it already, and may wait as long for each of the others
    return count + _sweep_crash_reports(repo)


def _sweep_crash_reports(repo: Repository) -> int:
    """fast-import writes a report when its input ends early, as it does when we are killed.

    Only reports that name a temporary ref of ours are removed: users run fast-import, too.
    """
    count = 0
    for path in _crash_reports(repo):
        with suppress(FileNotFoundError):  # another process sweeps as well
            with open(path, "rb") as file:
                ours = TEMPORARY in file.read(1 << 20)
            if ours:
                os.unlink(path)
                count += 1
    return count


def _crash_reports(repo: Repository) -> list[bytes]:
    """The reports in the git directories of all worktrees."""
    linked = os.path.join(repo.common_dir, b"worktrees")
    folders = [repo.common_dir]
    if os.path.isdir(linked):
        folders += [os.path.join(linked, name) for name in os.listdir(linked)]
    return [
        os.path.join(folder, name)
        for folder in folders
        for name in os.listdir(folder)
        if name.startswith(_CRASH)
    ]


def _machine() -> bytes:
    return os.fsencode(os.uname().nodename).replace(b"-", b"_").replace(b".", b"_")[:32]
