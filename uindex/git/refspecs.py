"""Fetch refspecs as they are configured: reading them, and where they lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uindex.git.repository import Repository


def configured(repo: Repository, remote: str, *scope: str) -> list[bytes]:
    """The fetch refspecs of a remote, in order; with "--local", only this repository's own."""
    key = f"remote.{remote}.fetch"
    return repo.git("config", *scope, "-z", "--get-all", key, ok=(0, 1)).split(b"\0")[:-1]


def source(spec: bytes, ref: bytes) -> bytes:
    """The ref of the remote that goes to our `ref` by this refspec, or nothing."""
    there, _, here = spec.removeprefix(b"+").partition(b":")
    before, star, after = here.partition(b"*")
    if not star:
        return there if here == ref else b""
    if len(ref) < len(before) + len(after) or not (ref.startswith(before) and ref.endswith(after)):
        return b""
    return there.replace(b"*", ref[len(before) : len(ref) - len(after)], 1)


def target(spec: bytes) -> bytes:
    """Where it leads, star and all."""
    return spec.partition(b":")[2]
