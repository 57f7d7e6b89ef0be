"""The graph of files in the index ref: of the commits that remotes have, and of no others.

A clone that fetched the index then asks for dependents without resolving anything again.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from uindex.errors import RaceLost
from uindex.extract.registry import extractor_set
from uindex.git.oid import from_hex
from uindex.git.refs import list_refs, resolve
from uindex.resolve.graph import MAX_GRAPH, resolver
from uindex.store.branch import Branch
from uindex.store.layout import GraphName
from uindex.store.publish import Batch
from uindex.store.publish import publish as put

if TYPE_CHECKING:
    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.query.view import View

_REMOTES = b"refs/remotes"


def published(repo: Repository, objects: Objects, made_by: str, commit: str) -> bytes | None:
    """The graph that the index has of a commit."""
    branch = Branch.open(repo, objects)
    return branch.graph(GraphName(made_by.encode(), from_hex(commit.encode())), MAX_GRAPH)


def is_published(repo: Repository, rev: str) -> bool:
    """Whether a remote-tracking ref is at the commit."""
    commit = resolve(repo, rev.encode("utf-8", "surrogateescape") + b"^{commit}")
    return commit is not None and commit in _tips(repo)


def _tips(repo: Repository) -> set[Oid]:
    return set(list_refs(repo, _REMOTES).values())


def publish(repo: Repository, objects: Objects, view: View) -> None:
    """Add the graph of the view's commit if a remote-tracking ref is at it, and drop those of
    commits that are here and at which no such ref is any more."""
    if view.searched.commit is None or not view.searched.complete:
        return
    tips = _tips(repo)
    if not tips:
        return
    branch = Branch.open(repo, objects)
    present = branch.graphs()
    # A commit that is not here may be the tip of a branch that this clone does not follow.
    gone = [one for one in present if one.commit not in tips and objects.size(one.commit)]
    name = GraphName(resolver().encode(), from_hex(view.searched.commit.encode()))
    new = name.commit in tips and name not in present
    if new and branch.has_manifest(extractor_set().encode(), name.commit):
        from uindex.query.files import tree_bytes  # resolving: mostly there is nothing to write

        data = tree_bytes(view)
        graphs = [(name, data)] if len(data) <= MAX_GRAPH else []
        batch = Batch((), graphs=graphs, dropped=gone)
    else:
        batch = Batch((), dropped=gone)
    if not batch.graphs and not batch.dropped:
        return
    with suppress(RaceLost):  # the next build does it
        put(branch, batch)
