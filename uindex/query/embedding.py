"""Vectors of the tree that is asked: taken over from the index, and made where a build wants it.

Only what is committed and indexed is ever embedded; who asks a question embeds the question alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.build.embedding import Embedded, embed
from uindex.build.plan import read_commit
from uindex.cache import vectors
from uindex.embed.settings import wanted
from uindex.errors import NotEmbedded
from uindex.git.objects import open_objects
from uindex.snapshot import whole
from uindex.store.branch import Branch
from uindex.store.layout import RecordName, model_folder
from uindex.store.publish import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from uindex.cache.schema import Connection
    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository

    Progress = Callable[[int, int], None]

_BULK = 400
"""Entries from which on reading them through libgit2 is faster than its import is slow."""


def bring(
    repo: Repository,
    objects: Objects,
    connection: Connection,
    model: bytes,
    *,
    checked: bool = False,
) -> None:
    """Let a cache have what the index has for its tree; with `checked`, look whether the index has
    vectors at all, although the cache may: the ref may have been deleted.  NotEmbedded if numpy
    is not installed."""
    if vectors.is_whole(connection, model) and not checked:
        return
    branch = Branch.open(repo, objects)
    lost = checked and model not in branch.models()
    connection.execute("begin immediate")
    try:
        if lost:
            vectors.forget(connection)
        many = len(vectors.lacking(connection, model)) > _BULK
        with open_objects(repo, bulk=many) as bulk:
            vectors.bring(connection, model, branch, bulk.read_many)
    except BaseException:
        connection.execute("rollback")
        raise
    connection.execute("commit")


class Held(NamedTuple):
    """The vectors of a tree."""

    model: str
    """That the configuration asks for; empty for none."""
    blobs: int
    """Of the tree that have them."""
    of: int
    """Blobs of the tree."""
    bytes: int
    """In the ref, as git stores them."""
    others: tuple[str, ...]
    """Further models that the index has vectors of."""
    problem: str = ""
    """What is wrong with the configuration, or not installed."""


def held(repo: Repository, objects: Objects, connection: Connection) -> Held:
    """What there is of vectors, in the index and for the tree of a cache."""
    branch = Branch.open(repo, objects)
    models = [model.decode("ascii") for model in branch.models()]
    try:
        settings = wanted(repo.config)
        if settings is None:
            return Held("", 0, 0, 0, tuple(models))
        bring(repo, objects, connection, settings.model)
    except NotEmbedded as fault:
        return Held("", 0, 0, 0, tuple(models), str(fault))
    name = settings.model.decode("ascii")
    counts = vectors.coverage(connection, settings.model)
    others = tuple(model for model in models if model != name)
    return Held(name, *counts, _stored(repo, branch, settings.model), others)


def _stored(repo: Repository, branch: Branch, model: bytes) -> int:
    if branch.tip is None:
        return 0
    found = branch.objects.lookup(branch.tip, model_folder(model))
    if found is None:
        return 0
    count = ("rev-list", "--objects", "--disk-usage", "--missing=allow-any")
    return int(repo.git(*count, found[1].hex()))


def embed_tree(
    repo: Repository,
    objects: Objects,
    connection: Connection,
    commit: Oid | None,
    progress: Progress | None = None,
) -> Embedded:
    """Embed what the tree of a cache lacks, if the configuration wants that."""
    try:
        settings = wanted(repo.config)
        if settings is None or commit is None:
            return Embedded()
        bring(repo, objects, connection, settings.model, checked=True)
        names = vectors.lacking(connection, settings.model)
        if not names:
            return Embedded()
        done = embed(repo, objects, settings, names, _sources(objects, [commit]), progress)
        if done.blobs:
            bring(repo, objects, connection, settings.model)
    except NotEmbedded as fault:
        return Embedded(problem=str(fault))
    return done


def embed_commits(
    repo: Repository, commits: Collection[Oid], progress: Progress | None = None
) -> Embedded:
    """The same for the trees of commits, without a cache."""
    try:
        settings = wanted(repo.config)
    except NotEmbedded as fault:
        return Embedded(problem=str(fault))
    if settings is None or not commits:
        return Embedded()
    names: dict[RecordName, None] = {}
    with open_objects(repo) as objects:
        for commit in commits:
            found = read_commit(objects, commit)
            if found is not None and objects.size(found.tree) is not None:
                files = whole(repo, objects, found.tree)[0].files
                names.update((RecordName(file.key, file.oid), None) for file in files)
        sources = _sources(objects, commits)
        return embed(repo, objects, settings, names, sources, progress)


def _sources(objects: Objects, commits: Iterable[Oid]) -> list[Source]:
    found = ((commit, read_commit(objects, commit)) for commit in commits)
    return [Source(commit, read.when) for commit, read in found if read is not None]
