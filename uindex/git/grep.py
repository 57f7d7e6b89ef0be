"""Searching text as people do without an index: `git grep`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.git.refs import resolve

if TYPE_CHECKING:
    from uindex.git.repository import Repository


def matching_lines(repo: Repository, word: str, folder: bytes = b"") -> dict[bytes, int]:
    """How many lines of each text file hold `word`, ASCII case aside, as part of a word or whole.

    Looks at the worktree, untracked files included and ignored ones not; at HEAD in a bare
    repository.  `folder` limits it to what lies under that path.  `word` has no line break.
    """
    if repo.worktree is None and resolve(repo, b"HEAD") is None:
        return {}
    args: list[str | bytes] = [
        *("grep", "-I", "-i", "-F", "-c", "-z", "--full-name", "--no-color"),
        *("-e", word.encode("utf-8", "surrogateescape")),
    ]
    args.append("HEAD" if repo.worktree is None else "--untracked")
    out = repo.git(*args, "--", *([folder] if folder else []), ok=(0, 1))
    found = {}
    at = 0
    while at < len(out):
        end = out.index(b"\0", at)
        line_end = out.index(b"\n", end)
        path = out[at:end] if repo.worktree is not None else out[at:end].removeprefix(b"HEAD:")
        found[path] = int(out[end + 1 : line_end])
        at = line_end + 1
    return found
