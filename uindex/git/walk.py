"""What is in a tree, in the index and in the worktree. All listings are NUL-separated."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.git.oid import Oid, from_hex, to_hex
from uindex.git.refs import resolve

if TYPE_CHECKING:
    from uindex.git.repository import Repository
    from uindex.git.run import Process

SYMLINK = 0o120000
GITLINK = 0o160000
TREE = 0o040000


class Entry(NamedTuple):
    """A file of a tree or of the index. `stage` is 1 to 3 where a merge left it undecided."""

    path: bytes
    mode: int
    oid: Oid
    stage: int = 0


class Change(NamedTuple):
    """A path that differs between two trees; `old` or `new` is None where it is absent."""

    path: bytes
    old: Entry | None
    new: Entry | None


class Dirty(NamedTuple):
    """A path whose HEAD, index and worktree are not all the same.

    `xy` is git's pair of letters (HEAD to index, index to worktree), "??" if untracked. Oids are
    None and modes 0 where the path is absent; an unmerged path has the oid of "ours" as
    `head_oid` and none for the index.
    """

    xy: str
    head_oid: Oid | None
    index_oid: Oid | None
    mode_head: int
    mode_index: int
    mode_worktree: int

    @property
    def untracked(self) -> bool:
        return self.xy == "??"

    @property
    def unmerged(self) -> bool:
        return self.index_oid is None and (self.xy in _UNMERGED)

    @property
    def staged(self) -> bool:
        """The index holds something else than HEAD."""
        return self.xy[0] not in ".?" and not self.unmerged

    @property
    def in_worktree(self) -> bool:
        """There is something at the path."""
        return self.xy == "??" or self.mode_worktree != 0

    @property
    def changed(self) -> bool:
        """The worktree holds something else than the index."""
        return self.xy[1] != "."


_UNMERGED = frozenset(("DD", "AU", "UD", "UA", "DU", "AA", "UU"))
UNTRACKED = Dirty("??", None, None, 0, 0, 0)


class Status(NamedTuple):
    """HEAD and all that is not clean. `head` is None before the first commit, `branch` is None
    on a detached HEAD."""

    head: Oid | None
    branch: bytes | None
    entries: dict[bytes, Dirty]


def tree_entries(repo: Repository, rev: bytes | str) -> list[Entry]:
    """Every file, symlink and submodule of the tree that `rev` (a name or hex digits) leads to."""
    return parse_tree_listing(
        repo.git("ls-tree", "-r", "-z", "--full-tree", "--end-of-options", rev)
    )


def parse_tree_listing(out: bytes) -> list[Entry]:
    """`ls-tree -r -z`: `<mode> <type> <oid>\\t<path>\\0`."""
    entries = []
    new, fromhex = Entry, bytes.fromhex
    for line in out.split(b"\0")[:-1]:
        head, _, path = line.partition(b"\t")
        mode, _, digits = head.decode("ascii").split(" ")
        entries.append(new(path, int(mode, 8), fromhex(digits)))
    return entries


def index_entries(repo: Repository) -> list[Entry]:
    """Every entry of the index. What `git add -N` announced has the oid of the empty blob."""
    entries = []
    for line in repo.git("ls-files", "-s", "-z", "--full-name").split(b"\0")[:-1]:
        head, _, path = line.partition(b"\t")
        mode, digits, stage = head.decode("ascii").split(" ")
        entries.append(Entry(path, int(mode, 8), bytes.fromhex(digits), int(stage)))
    return entries


class Unwatched(NamedTuple):
    """An entry of the index whose worktree file `status` never looks at."""

    entry: Entry
    may_lack: bool
    """It is marked skip-worktree: there may be no file. Otherwise it is marked assume-unchanged."""


def unwatched_entries(repo: Repository) -> list[Unwatched]:
    """What is marked skip-worktree, by hand or by a sparse checkout, or assume-unchanged."""
    found = []
    for line in repo.git("ls-files", "-v", "-s", "-z", "--full-name").split(b"\0")[:-1]:
        tag = line[:1]
        if tag.islower() or tag == b"S":
            head, _, path = line[2:].partition(b"\t")
            mode, digits, stage = head.decode("ascii").split(" ")
            entry = Entry(path, int(mode, 8), bytes.fromhex(digits), int(stage))
            found.append(Unwatched(entry, tag in b"Ss"))
    return found


def tree_diff(repo: Repository, a: Oid | None, b: Oid | None) -> list[Change]:
    """What differs between two commits or trees; None stands for the empty tree."""
    if a == b:
        return []
    if a is None or b is None:
        only = tree_entries(repo, to_hex(a or b or b""))
        return [Change(e.path, None if a is None else e, None if b is None else e) for e in only]
    out = repo.git(
        "diff-tree",
        "-r",
        "-z",
        "--raw",
        "--no-renames",
        "--no-abbrev",
        "--ignore-submodules=none",
        to_hex(a),
        to_hex(b),
    )
    fields = out.split(b"\0")
    return [_change(*pair) for pair in zip(fields[0:-1:2], fields[1::2], strict=True)]


def staged_changes(repo: Repository, head: Oid | None) -> list[Change]:
    """What the index holds that the commit `head` (None: the first is yet to come) does not.

    Unmerged paths come without a `new` side. Reads the index alone, never the worktree.
    """
    if repo.worktree is None:
        return []
    if head is None:
        return [Change(e.path, None, e) for e in index_entries(repo) if not e.stage]
    out = repo.git(
        "diff-index",
        "--cached",
        "-z",
        "--raw",
        "--no-renames",
        "--no-abbrev",
        "--ignore-submodules=none",
        to_hex(head),
    )
    fields = out.split(b"\0")
    return [_change(*pair) for pair in zip(fields[0:-1:2], fields[1::2], strict=True)]


def _change(meta: bytes, path: bytes) -> Change:
    """One line of raw diff: `:<mode> <mode> <oid> <oid> <letter>`."""
    old_mode, new_mode, old, new, _ = meta[1:].split(b" ")
    return Change(path, _side(path, old_mode, old), _side(path, new_mode, new))


def _side(path: bytes, mode: bytes, digits: bytes) -> Entry | None:
    number = int(mode, 8)
    return Entry(path, number, from_hex(digits)) if number else None


class PendingStatus:
    """A `git status` at work. `result()` waits for it."""

    __slots__ = ("_process", "_repo")

    def __init__(self, repo: Repository, process: Process | None) -> None:
        self._repo = repo
        self._process = process

    def result(self) -> Status:
        if self._process is None:
            return Status(resolve(self._repo, b"HEAD"), _branch(self._repo), {})
        return parse_status(self._process.output())

    def abandon(self) -> None:
        """Stop it: nobody will ask for the result."""
        if self._process is not None:
            self._process.abandon()


def start_status(repo: Repository) -> PendingStatus:
    """Begin to compare HEAD, index and worktree. Untracked files count, ignored ones do not,
    submodules are not looked into. In a bare repository there is only HEAD to tell."""
    if repo.worktree is None:
        return PendingStatus(repo, None)
    process = repo.start(
        "status",
        "--porcelain=v2",
        "-z",
        "--branch",
        "--no-ahead-behind",
        "--untracked-files=all",
        "--no-renames",
        "--ignore-submodules=all",
    )
    return PendingStatus(repo, process)


def status(repo: Repository) -> Status:
    """`start_status` and its result in one."""
    return start_status(repo).result()


def parse_status(out: bytes) -> Status:
    """Read `git status --porcelain=v2 -z --branch --no-renames`."""
    head, branch = None, None
    entries: dict[bytes, Dirty] = {}
    for line in out.split(b"\0"):
        kind = line[:2]
        if kind == b"? ":
            if not line.endswith(b"/"):  # a slash: another repository inside this one
                entries[line[2:]] = UNTRACKED
        elif kind == b"1 ":
            _, xy, _, mh, mi, mw, oh, oi, path = line.split(b" ", 8)
            entries[path] = Dirty(
                xy.decode("ascii"), _some(oh), _some(oi), int(mh, 8), int(mi, 8), int(mw, 8)
            )
        elif kind == b"u ":
            _, xy, _, _, m2, _, mw, _, h2, _, path = line.split(b" ", 10)
            entries[path] = Dirty(xy.decode("ascii"), _some(h2), None, int(m2, 8), 0, int(mw, 8))
        elif line.startswith(b"# branch.oid ") and not line.endswith(b" (initial)"):
            head = from_hex(line[13:])
        elif line.startswith(b"# branch.head ") and line != b"# branch.head (detached)":
            branch = line[14:]
    return Status(head, branch, entries)


def _some(digits: bytes) -> Oid | None:
    return from_hex(digits) if digits.strip(b"0") else None


def _branch(repo: Repository) -> bytes | None:
    name = repo.git("symbolic-ref", "--quiet", "HEAD", ok=(0, 1)).strip()
    return name.removeprefix(b"refs/heads/") or None
