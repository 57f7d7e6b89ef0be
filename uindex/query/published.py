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
    """Add the graph of the view's commit if a remote-tracking ref is at it, in place of one that
    says something else where ours was resolved here, and drop those of commits that are here and at
    which no such ref is any more."""
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
    graphs = []
    if name.commit in tips and branch.has_manifest(extractor_set().encode(), name.commit):
        data = _better(repo, branch, view, name) if name in present else _made(view)
        graphs = [(name, data)] if data is not None and len(data) <= MAX_GRAPH else []
    batch = Batch((), graphs=graphs, dropped=gone)
    if not batch.graphs and not batch.dropped:
        return
    with suppress(RaceLost):  # the next build does it
        put(branch, batch)


def _made(view: View) -> bytes:
    from uindex.query.files import tree_bytes  # resolving: mostly there is nothing to write

    return tree_bytes(view)


def _better(repo: Repository, branch: Branch, view: View, name: GraphName) -> bytes | None:
    """Our graph, where the index has another one and ours is known to be right."""
    from uindex.git.objects_plumbing import is_partial  # only after a build
    from uindex.query.files import own_bytes

    if is_partial(repo):
        return None  # it may have been resolved without texts that others have
    data = own_bytes(view)
    return data if data is not None and data != branch.graph(name, MAX_GRAPH) else None
