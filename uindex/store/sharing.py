"""The configuration that lets the index of a remote come along with a plain `git fetch`.

A refspec that names the ref would make every `git fetch` fail for as long as the remote has no
index; one with a star does not.  It leads to a tracking ref and never to the index itself, so
whatever git fetches, prunes or renames, nothing local is lost by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.git import refspecs, transport
from uindex.store.branch import index_ref
from uindex.store.layout import TRACKING, tracking_ref

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.git.repository import Repository

_LOCAL = b"refs/uindex/local/"
_NOTHING_OF_OURS = b"^refs/uindex/*"


class _Wish(NamedTuple):
    """The refspecs of ours that suit a remote, and why it is not the usual one."""

    specs: tuple[bytes, ...]
    note: str


def set_up(repo: Repository, remote: str, *, push: bool) -> list[str]:
    """Shares the index with a remote, and has it pushed along with branches if `push`; returns a
    line for each thing that was changed or is special.  Safe to repeat."""
    present = refspecs.configured(repo, remote, "--local")
    wish = _wish(repo, remote, present)
    old = [spec for spec in _ours(repo, present) if spec not in wish.specs]
    new = [spec for spec in wish.specs if spec not in present]
    lines = _change(repo, remote, old, new)
    settings = {"uindex.share": remote} | ({"uindex.autopush": "true"} if push else {})
    for key, value in settings.items():
        if repo.config.get(key) != value:
            repo.git("config", "--replace-all", key, value)
            repo.config[key] = value
            lines.append(f"config: {key} = {value}")
    return [*lines, f"note: {wish.note}"] if lines and wish.note else lines


def take_down(repo: Repository) -> list[str]:
    """Takes out what `set_up` put in, for all remotes; returns a line for each change."""
    lines: list[str] = []
    for remote in transport.remotes(repo):
        lines += _change(
            repo, remote, _ours(repo, refspecs.configured(repo, remote, "--local")), []
        )
    for key in ("uindex.share", "uindex.autopush"):
        if key not in repo.config:
            continue
        if repo.git("config", "--local", "--get-all", key, ok=(0, 1)):
            repo.git("config", "--local", "--unset-all", key)
            lines.append(f"config: {key} unset")
        left = repo.git("config", "-z", "--get", key, ok=(0, 1))
        if left:
            lines.append(f"note: {key} is set outside this repository, too")
            repo.config[key] = left[:-1].decode("utf-8", "surrogateescape")
        else:
            del repo.config[key]
    return lines


def _change(repo: Repository, remote: str, old: Sequence[bytes], new: Sequence[bytes]) -> list[str]:
    key = f"remote.{remote}.fetch"
    lines = []
    for spec in old:
        # Not --unset with a pattern: a refspec is full of what means something in one.
        repo.git("config", "--local", "--fixed-value", "--unset-all", key, spec)
        lines.append(f"config: took out {key} = {spec.decode('utf-8', 'surrogateescape')}")
    for spec in new:
        # At the end: what the first one is makes a difference to `git pull`.
        repo.git("config", "--add", key, spec)
        lines.append(f"config: added {key} = {spec.decode('utf-8', 'surrogateescape')}")
    return lines


def _wish(repo: Repository, remote: str, present: Sequence[bytes]) -> _Wish:
    theirs = [spec for spec in present if spec not in _ours(repo, present)]
    how = f"`git uindex fetch {remote}` brings the index"
    if not theirs:
        # One refspec would be all there are, and `git fetch` would no longer fetch HEAD.
        return _Wish((), f"{remote} has no refspec, so a plain `git fetch` is left alone; {how}")
    kept = _kept_out(repo, theirs)
    if kept:
        # It would be excluded by those, too.
        return _Wish(kept, f"{remote} is mirrored: the local index is kept out of it; {how}")
    if _is_partial(repo, remote):
        # git would leave the records out, and then take the index for one that is here.
        return _Wish(
            (),
            f"this is a partial clone of {remote}, and a plain `git fetch` would "
            f"bring the index without records; {how}",
        )
    return _Wish((b"+" + index_ref(repo) + b"*:" + tracking_ref(remote) + b"*",), "")


def _is_partial(repo: Repository, remote: str) -> bool:
    promisor = repo.config_bool(f"remote.{remote}.promisor", False)
    return promisor or repo.extensions.get("partialclone") == remote


def _ours(repo: Repository, present: Sequence[bytes]) -> list[bytes]:
    """What we put there, now or with another uindex.ref, or before the remote was renamed."""
    kept = {_NOTHING_OF_OURS, *_kept_out(repo, present)}
    return [spec for spec in present if spec in kept or refspecs.target(spec).startswith(TRACKING)]


def _kept_out(repo: Repository, specs: Sequence[bytes]) -> tuple[bytes, ...]:
    """What excludes the refs that only we may write from refspecs that lead to them, as in a
    mirror: git would overwrite them, or prune them."""
    ref = index_ref(repo)
    sources = [source for spec in specs if (source := refspecs.source(spec, ref))]
    if any(refspecs.source(spec, _LOCAL + b"x") for spec in specs):
        sources = [one for one in sources if not one.startswith(b"refs/uindex/")]
        return (_NOTHING_OF_OURS, *(b"^" + one for one in sources))
    return tuple(b"^" + one for one in sources)
