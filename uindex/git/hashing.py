"""What git would store for a file of the worktree as it is now.

Built-in conversions count (end of line, ident, working-tree-encoding); filter programs never
run, so a file with a filter attribute hashes as its bare content. git does the converting.
"""

from __future__ import annotations

import hashlib
import os
import stat
import zlib
from typing import TYPE_CHECKING, NamedTuple

from uindex.git.oid import Oid, from_hex
from uindex.git.refs import is_left_over, temporary_ref
from uindex.git.run import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uindex.git.repository import Repository


_PATHS_AT_ONCE = 500  # on a command line


class Stored(NamedTuple):
    """A blob that git would make: its oid and its content."""

    oid: Oid
    data: bytes


def hash_worktree(repo: Repository, paths: Iterable[bytes]) -> dict[bytes, Oid | None]:
    """The oid of each path; None where no regular file or symlink can be read."""
    hashes: dict[bytes, Oid | None] = {}
    files = []
    for path in paths:
        hashes[path] = None
        kind = _kind(repo, path)
        if kind == "file":
            files.append(path)
        elif kind == "symlink":
            hashes[path] = _symlink(repo, path).oid
    kept = _kept_line_ends(repo, [path for path in files if _has_cr(repo, path)])
    hashes.update(_hash_files(repo, [path for path in files if path not in kept]))
    hashes.update(_hash_files(repo, sorted(kept), "--no-filters"))
    return hashes


def read_worktree(repo: Repository, path: bytes) -> bytes | None:
    """The content git would store for `path`; None where nothing can be read."""
    stored = read_worktree_many(repo, (path,))[path]
    return None if stored is None else stored.data


def read_worktree_many(repo: Repository, paths: Iterable[bytes]) -> dict[bytes, Stored | None]:
    """Oid and content of each path, which always belong together, even while an editor writes."""
    found: dict[bytes, Stored | None] = {}
    converted = []
    for path, oid in hash_worktree(repo, paths).items():
        found[path] = None
        if oid is None:
            continue
        if _kind(repo, path) == "symlink":
            found[path] = _symlink(repo, path)
            continue
        data = _read(repo, path)
        if data is not None and _blob_oid(repo, data) == oid:
            found[path] = Stored(oid, data)  # nothing was converted: the usual case
        else:
            converted.append(path)
    if converted:
        found.update(_convert(repo, converted))
    return found


def _convert(repo: Repository, paths: list[bytes]) -> dict[bytes, Stored | None]:
    """Let git convert: it writes loose objects into a directory of ours, which we read."""
    scratch = _scratch(repo)
    try:
        env = {"GIT_OBJECT_DIRECTORY": os.fsdecode(scratch)}
        env["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = ""
        oids = _hash_files(repo, paths, "-w", env=env)
        return {path: _loose(scratch, oid) for path, oid in oids.items()}
    finally:
        _remove_tree(scratch)


def _hash_files(
    repo: Repository, paths: list[bytes], *options: str, env: dict[str, str] | None = None
) -> dict[bytes, Oid | None]:
    """`git hash-object`. It stops at a file that it cannot read, so we go on behind that one."""
    hashes: dict[bytes, Oid | None] = {}
    rest = paths
    while rest:
        names = b"".join(quoted(path) + b"\n" for path in rest)
        out = repo.git(
            "hash-object", *options, "--stdin-paths", input=names, ok=(0, 128), env=env
        ).split()
        hashes.update(zip(rest, map(from_hex, out), strict=False))
        if len(out) < len(rest):
            hashes[rest[len(out)]] = None
        rest = rest[len(out) + 1 :]
    return hashes


def _kept_line_ends(repo: Repository, paths: list[bytes]) -> frozenset[bytes]:
    """Those of `paths` whose CRLF git leaves alone.

    Where git itself decides what is text (text=auto, core.autocrlf), it does not convert a file
    whose blob in the index has CRLF already. hash-object does not look into the index and would
    convert. Such a file counts as not converted at all: one that has ident or an encoding on top
    is called changed when it may not be.
    """
    kept = set()
    for at in range(0, len(paths), _PATHS_AT_ONCE):
        some = paths[at : at + _PATHS_AT_ONCE]
        out = repo.git("ls-files", "--eol", "-z", "--full-name", "--", *some)
        for line in out.split(b"\0")[:-1]:
            facts, _, path = line.partition(b"\t")
            said = facts.partition(b"attr/")[2].strip()
            left_to_git = not said or said.startswith(b"text=auto")
            if left_to_git and facts.startswith((b"i/crlf ", b"i/mixed ")):
                kept.add(path)
    return frozenset(kept)


def _has_cr(repo: Repository, path: bytes) -> bool:
    try:
        with open(os.path.join(repo.top, path), "rb") as file:
            while chunk := file.read(1 << 20):
                if b"\r" in chunk:
                    return True
    except OSError:
        pass  # hash-object will say so
    return False


def _kind(repo: Repository, path: bytes) -> str:
    """ "file", "symlink", or "" for what git would not store at this path."""
    if repo.worktree is None:
        return ""
    # Behind a symlink nothing belongs to the repository, whatever is there.
    at = path.find(b"/")
    while at >= 0:
        if os.path.islink(os.path.join(repo.worktree, path[:at])):
            return ""
        at = path.find(b"/", at + 1)
    try:
        mode = os.lstat(os.path.join(repo.worktree, path)).st_mode
    except OSError:
        return ""
    if stat.S_ISREG(mode):
        return "file"
    return "symlink" if stat.S_ISLNK(mode) else ""


def _symlink(repo: Repository, path: bytes) -> Stored:
    data = os.readlink(os.path.join(repo.top, path))
    return Stored(_blob_oid(repo, data), data)


def _read(repo: Repository, path: bytes) -> bytes | None:
    try:
        fd = os.open(os.path.join(repo.top, path), os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return None
    with open(fd, "rb") as file:
        return file.read()


def _blob_oid(repo: Repository, data: bytes) -> Oid:
    digest = hashlib.new(repo.object_format, b"blob %d\0" % len(data))
    digest.update(data)
    return digest.digest()


def _scratch(repo: Repository) -> bytes:
    """A new private directory: in the state directory if that can be written, else in TMPDIR."""
    name = os.path.basename(temporary_ref())
    parent = os.path.join(repo.state_dir, b"tmp")
    try:
        os.makedirs(parent, exist_ok=True)
        if os.access(parent, os.W_OK):
            _sweep(parent)
            os.mkdir(os.path.join(parent, name), 0o700)
            return os.path.join(parent, name)
    except OSError:
        pass  # a read-only repository can still be asked
    scratch = os.path.join(os.fsencode(os.environ.get("TMPDIR", "/tmp")), b"uindex-" + name)
    os.mkdir(scratch, 0o700)
    return scratch


def _sweep(parent: bytes) -> None:
    for name in os.listdir(parent):
        if is_left_over(name):
            _remove_tree(os.path.join(parent, name))


def _loose(scratch: bytes, oid: Oid | None) -> Stored | None:
    if oid is None:
        return None
    digits = os.fsencode(oid.hex())
    with open(os.path.join(scratch, digits[:2], digits[2:]), "rb") as file:
        raw = zlib.decompress(file.read())
    return Stored(oid, raw[raw.index(b"\0") + 1 :])


def _remove_tree(top: bytes) -> None:
    for folder, folders, files in os.walk(top, topdown=False):
        for name in files:
            os.unlink(os.path.join(folder, name))
        for name in folders:
            os.rmdir(os.path.join(folder, name))
    os.rmdir(top)
