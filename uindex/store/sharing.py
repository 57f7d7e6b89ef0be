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


class Sharing(NamedTuple):
    """How the index is shared."""

    remote: str
    """What `uindex.share` says."""
    exists: bool
    """Whether there is such a remote: it may have been renamed or removed."""
    along: bool
    """Whether a plain `git fetch` brings its index along."""
    autopush: bool
    note: str
    """Why it does not although all is as it should be."""
    todo: str
    """The command that puts in order what is not."""


def set_up(repo: Repository, remote: str, *, push: bool) -> list[str]:
    """Shares the index with a remote, and has it pushed along with branches if `push`; returns a
    line for each thing that was changed or is special.  Safe to repeat."""
    present = refspecs.configured(repo, remote, "--local")
    wish = _wish(repo, remote, present)
    old = [spec for spec in _ours(repo, present) if spec not in wish.specs]
    new = [spec for spec in wish.specs if spec not in present]
    lines = [*_leave_others(repo, remote), *_change(repo, remote, old, new)]
    settings = {"uindex.share": remote} | ({"uindex.autopush": "true"} if push else {})
    for key, value in settings.items():
        if repo.config.get(key) != value:
            repo.git("config", "--replace-all", key, value)
            repo.config[key] = value
            lines.append(f"config: {key} = {value}")
    return [*lines, f"note: {wish.note}"] if lines and wish.note else lines


def _leave_others(repo: Repository, remote: str) -> list[str]:
    """Takes out what brings the index of other remotes along; what keeps ours out of a mirror
    stays."""
    lines: list[str] = []
    for other in transport.remotes(repo):
        if other != remote:
            present = refspecs.configured(repo, other, "--local")
            lines += _change(repo, other, [spec for spec in present if _tracks(spec)], [])
    return lines


def look(repo: Repository) -> Sharing | None:
    """How things are; None where nothing was set up."""
    remote = repo.config.get("uindex.share")
    if remote is None:
        return None
    autopush = repo.config_bool("uindex.autopush", False)
    known = transport.remotes(repo)
    if remote not in known:
        remote = transport.shown(remote)
        todo = _renewal(known or [remote], autopush)
        if not known:
            todo = f"git remote add {remote} URL && {todo}"
        return Sharing(remote, False, False, autopush, "", todo)
    present = refspecs.configured(repo, remote, "--local")
    wish = _wish(repo, remote, present)
    along = any(_tracks(spec) for spec in wish.specs)
    if all(spec in present for spec in wish.specs):
        return Sharing(remote, True, along, autopush, wish.note, "")
    return Sharing(remote, True, False, autopush, "", _renewal([remote], autopush))


def _renewal(names: Sequence[str], autopush: bool) -> str:
    """What sets sharing up again, with one of these remotes."""
    name = names[0] if len(names) == 1 else "REMOTE"
    return f"git uindex init --share {name}" + (" --push" if autopush else "")


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
    return [spec for spec in present if spec in kept or _tracks(spec)]


def _tracks(spec: bytes) -> bool:
    """Whether it brings an index along."""
    return refspecs.target(spec).startswith(TRACKING)


def _kept_out(repo: Repository, specs: Sequence[bytes]) -> tuple[bytes, ...]:
    """What excludes the refs that only we may write from refspecs that lead to them, as in a
    mirror: git would overwrite them, or prune them."""
    ref = index_ref(repo)
    sources = [source for spec in specs if (source := refspecs.source(spec, ref))]
    if any(refspecs.source(spec, _LOCAL + b"x") for spec in specs):
        sources = [one for one in sources if not one.startswith(b"refs/uindex/")]
        return (_NOTHING_OF_OURS, *(b"^" + one for one in sources))
    return tuple(b"^" + one for one in sources)
