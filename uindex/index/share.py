"""Sharing the index: fetch, push, sync.

What a remote has is kept under a tracking ref of our own and united with the local index.  A push
puts onto the remote's tip what the remote's own branches and tags reach, and nothing else; who
loses the race fetches, unites and tries again.  No push forces, but for `squash`, which a
maintainer asks for, and which goes through only from the very tip that was read.
"""

from __future__ import annotations

import random
import time
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, NamedTuple

from uindex.build.drafts import drafted
from uindex.build.plan import read_commit
from uindex.errors import EnvironmentFault, FormatTooNew, RaceLost, Refused
from uindex.extract.registry import extractor_set
from uindex.git import transport
from uindex.git.fastimport import Drop, Put, PutOid
from uindex.git.objects import open_objects
from uindex.git.oid import EMPTY_TREE
from uindex.git.refs import is_ref_name, list_refs, swap, temporary_ref
from uindex.index import pushes, reach
from uindex.index.difference import differing
from uindex.index.incoming import Arrived, Place, check, place_of, told_of_ours, unite_remote
from uindex.store import layout, listing
from uindex.store.branch import Branch, index_ref
from uindex.store.layout import (
    DroppedName,
    GraphName,
    ManifestName,
    OfBlob,
    RecordName,
    VectorName,
)
from uindex.store.merge import composed, entries_of, unite
from uindex.store.publish import Source
from uindex.store.tree import tree_oid
from uindex.wording import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.git.fastimport import Edit
    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.git.transport import Progress
    from uindex.store.layout import Name
    from uindex.store.merge import Entries

ATTEMPTS = 8
"""How often a push that lost the race is tried again.  Each time somebody else's went through."""
_BRANCHES_AND_TAGS = (b"refs/heads/", b"refs/tags/")
_PATIENCE = 3
"""How often it may look as if others were in the way while nothing moves."""


class Published(NamedTuple):
    """What a push did."""

    remote: str
    tip: Oid | None
    """Of the remote's index now; None where it still has none."""
    records: int
    commits: int
    """New entries on the remote: records, and commits that are indexed with them."""
    held: int
    """Commits that are indexed here and not published: no branch or tag there reaches them."""
    unseen: int
    """Branches and tags there that are at commits which this clone lacks: what only these reach is
    held, too."""
    squashed: bool = False
    purged: int = 0
    """New tombstones there."""
    vectors: int = 0
    """Records whose embeddings are new there."""

    @property
    def said(self) -> str:
        """What was done, for people.  Graphs that came or went are nobody's business."""
        purged = f"; {plural(self.purged, 'blob')} purged" if self.purged else ""
        if self.squashed:
            return f"squashed{purged}"
        if self.records or self.commits or self.purged or self.vectors:
            records = plural(self.records, "record")
            commits = plural(self.commits, "indexed commit")
            vectors = f", embeddings of {plural(self.vectors, 'record')}" if self.vectors else ""
            return f"{records} and {commits}{vectors} published{purged}"
        return "up to date" if self.tip is not None else "nothing to publish"


def fetch(repo: Repository, remote: str, progress: Progress | None = None) -> Arrived:
    """Bring the index of a remote here and unite it with ours.

    Nothing local is ever lost by it.  GitFailed where the remote cannot be talked to, FormatTooNew
    or EnvironmentFault where it holds no index that we can read.
    """
    with _place(repo, remote) as place, told_of_ours(repo):
        if _bring(repo, place, remote, progress) is None:
            _forget(repo, place)
            return Arrived(place.remote, None, None)
        with closing(open_objects(repo)) as objects:
            arrived = unite_remote(repo, objects, place)
        if not arrived.absent:
            return arrived
        _bring(repo, place, remote, progress, again=True)
        with closing(open_objects(repo)) as objects:
            return unite_remote(repo, objects, place).after(arrived)


@contextmanager
def _place(repo: Repository, remote: str) -> Iterator[Place]:
    """Where to keep what a remote has.  Of a remote that is not configured (a URL, a path) nothing
    is kept: what it brought is in the index, and nobody would ever clear the refs away."""
    place = place_of(remote)
    if remote in transport.remotes(repo) and is_ref_name(repo, place.tracking):
        yield place
        return
    place = Place(transport.shown(remote), temporary_ref(), None)
    try:
        yield place
    finally:
        _forget(repo, place)


def _bring(
    repo: Repository,
    place: Place,
    target: str,
    progress: Progress | None,
    *,
    again: bool = False,
) -> Oid | None:
    """Fetch to the tracking ref; None where the remote has no index.  With `again`, all of it,
    whatever is here."""
    ref = index_ref(repo)
    if again:
        return transport.fetch(repo, target, ref, place.tracking, None, progress)
    have = list_refs(repo, *filter(None, (ref, place.tracking, place.merged))).values()
    return transport.fetch(repo, target, ref, place.tracking, have, progress)


def _forget(repo: Repository, place: Place) -> None:
    """The remote has no index any more: what it brought is ours, and what it brings next is new."""
    refs = list_refs(repo, *filter(None, (place.tracking, place.merged)))
    if refs:
        swap(repo, [(ref, None, oid) for ref, oid in refs.items()])


def push(
    repo: Repository,
    remote: str,
    *,
    all: bool = False,
    squash: bool = False,
    progress: Progress | None = None,
) -> Published:
    """Publish what the remote's own branches and tags reach, or `all` that is indexed here.

    With `squash` the remote's index becomes a single commit without its history.  Refused where
    the server does not take it, RaceLost where others kept pushing; what was new there is then
    united all the same.
    """
    ref = index_ref(repo)
    target = transport.push_target(repo, remote, ref)
    with closing(open_objects(repo)) as objects, _place(repo, remote) as place:
        stuck = 0
        for attempt in range(ATTEMPTS):
            listed = transport.list_remote(repo, target, b"refs/heads/*", b"refs/tags/*", ref)
            theirs = _catch_up(repo, place, target, listed.pop(ref, None), progress)
            base = _base(repo, objects, place, theirs, squash)
            # A pattern matches the end of a name as well: refs/x/refs/heads/y is no branch.
            public = {oid for name, oid in listed.items() if name.startswith(_BRANCHES_AND_TAGS)}
            tips = set(reach.here(objects, public))
            unseen = len(public - tips)
            offer = _offer(repo, objects, base, None if all else tips, squash)
            if not offer.edits:
                return Published(place.remote, theirs, 0, 0, offer.held, unseen)
            parent = None if squash else theirs
            with composed(base, parent, offer.edits, offer.sources) as commit:
                lease = theirs if squash else None
                pushed = transport.push(repo, target, commit, ref, lease=lease, progress=progress)
                if pushed.done:
                    _note(repo, objects, place, theirs, commit)
                    return offer.published(place.remote, commit, unseen)
            if transport.list_remote(repo, target, ref).get(ref) == theirs:
                stuck += 1
                if not pushed.raced or stuck == _PATIENCE:
                    raise _refusal(place.remote, ref, pushed.said)
            time.sleep(random.uniform(0, 0.1 * attempt))  # or those who lost meet again
    raise RaceLost(f"{place.remote}: others kept pushing ({pushed.said}); try again")


def _catch_up(
    repo: Repository, place: Place, target: str, theirs: Oid | None, progress: Progress | None
) -> Oid | None:
    """Have what the remote has now: it listed `theirs`, and may have moved on since."""
    if theirs is None:
        _forget(repo, place)
        return None
    if list_refs(repo, place.tracking).get(place.tracking) == theirs:
        return theirs
    return _bring(repo, place, target, progress)


def _base(
    repo: Repository, objects: Objects, place: Place, theirs: Oid | None, squash: bool
) -> Branch:
    """What the remote has, united with ours.  Where it is no index and is replaced, what entries it
    holds all the same; nothing, where not even that can be told."""
    base = Branch(repo, objects, place.tracking, theirs)
    try:
        if theirs is not None:
            unite_remote(repo, objects, place)
    except FormatTooNew:
        raise
    except EnvironmentFault:
        if not squash:
            raise
        try:
            listing.entries(objects, listing.tree_of(objects, theirs or b""))
        except EnvironmentFault:
            return Branch(repo, objects, place.tracking, None)
    return base


class _Offer(NamedTuple):
    """What a push would put onto the remote's tip."""

    edits: list[Edit]
    sources: list[Source]
    records: int
    held: int
    squash: bool
    purged: int
    vectors: int

    def published(self, remote: str, tip: Oid, unseen: int) -> Published:
        done = (self.records, len(self.sources), self.held, unseen, self.squash, self.purged)
        return Published(remote, tip, *done, self.vectors)


def _offer(
    repo: Repository, objects: Objects, base: Branch, tips: set[Oid] | None, squash: bool
) -> _Offer:
    """`tips` are those of the remote's branches and tags; None publishes everything."""
    ours = Branch.open(repo, objects)
    if ours.tip is None:
        raise EnvironmentFault("nothing is indexed here yet; run git uindex build")
    difference = differing(repo, objects, base, ours)
    new = difference.better
    commits = {name.commit for name in new if isinstance(name, ManifestName)}
    chosen = new
    if tips is not None:
        public = _public(repo, objects, ours, base, new, tips)
        chosen = {n: blob for n, blob in new.items() if n in difference.there or public.has(n)}
    gone: list[Name] = [
        name
        for name in difference.theirs
        if isinstance(name, GraphName) and tips and name.commit not in tips
        and objects.size(name.commit) is not None
    ]  # fmt: skip
    gone += difference.buried
    if squash and not (chosen or gone) and _is_squashed(repo, objects, base):
        edits = []
    elif squash or difference.foreign:
        edits = _anew(repo, base, chosen, gone)
    else:
        edits = [Drop(layout.path_of(name)) for name in gone]
        edits += [_put(name, blob) for name, blob in chosen.items()]
    made = {name.commit for name in chosen if isinstance(name, ManifestName)}
    records = sum(isinstance(name, RecordName) for name in chosen)
    purged = sum(isinstance(name, DroppedName) for name in chosen)
    held = len(commits) - len(made)
    vectors = sum(isinstance(name, VectorName) for name in chosen)
    return _Offer(edits, _sources(objects, made), records, held, squash, purged, vectors)


class _Public(NamedTuple):
    """What may be known to whoever can read the remote."""

    tips: set[Oid]
    commits: set[Oid]
    blobs: set[Oid]
    hidden: set[Oid]
    """Blobs that are here and that the remote's index has no records of: the oid of a short secret
    that was never published would give it away."""

    def has(self, name: Name) -> bool:
        if isinstance(name, OfBlob):
            return name.oid in self.blobs
        if isinstance(name, DroppedName):
            return name.oid not in self.hidden or name.oid in self.blobs
        return name.commit in (self.commits if isinstance(name, ManifestName) else self.tips)


def _public(
    repo: Repository,
    objects: Objects,
    ours: Branch,
    base: Branch,
    new: Entries,
    tips: set[Oid],
) -> _Public:
    """What the remote's branches and tags reach, as far as `new` entries ask for it."""
    current = extractor_set().encode()
    commits = {name.commit for name in new if isinstance(name, ManifestName)}
    indexed = reach.here(objects, commits | drafted(repo, current))
    reached = reach.reached(repo, indexed, tips)
    blobs = set(reach.objects_in(repo, reached))
    if any(isinstance(name, OfBlob) and name.oid not in blobs for name in new):
        # A commit may be called indexed there while some of its records are not there.
        whole = [tip for tip in tips if ours.has_manifest(current, tip)]
        blobs.update(reach.objects_in(repo, whole))
    hidden = set(reach.here(objects, [n.oid for n in new if isinstance(n, DroppedName)]))
    if hidden:
        hidden -= {name.oid for name in base.entries()}
    return _Public(tips, reached, blobs, hidden)


def _is_squashed(repo: Repository, objects: Objects, base: Branch) -> bool:
    """Whether a remote's index is one commit, and nothing but an index."""
    found = read_commit(objects, base.tip) if base.tip is not None else None
    if base.tip is None or found is None or found.parents:
        return False
    return tree_oid(entries_of(repo, base.tip), repo.oid_size) == found.tree


def _anew(repo: Repository, base: Branch, chosen: Entries, gone: Sequence[Name]) -> list[Edit]:
    """The whole of the remote's tree as it should be: what it holds besides entries may have names
    that fast-import does not even take, and what it holds that is not valid need not stay."""
    kept = entries_of(repo, base.tip) if base.tip is not None else {}
    for name in (*gone, *check(repo, kept)):
        kept.pop(name, None)
    return [
        PutOid(b"", layout.TREE_MODE, EMPTY_TREE[repo.object_format]),
        Put(layout.FORMAT_PATH, layout.FORMAT_DATA),
        *(_put(name, blob) for name, blob in (kept | chosen).items()),
    ]


def _put(name: Name, blob: Oid) -> PutOid:
    return PutOid(layout.path_of(name), layout.FILE_MODE, blob)


def _sources(objects: Objects, commits: set[Oid]) -> list[Source]:
    found = ((commit, read_commit(objects, commit)) for commit in commits)
    return [Source(commit, read.when) for commit, read in found if read is not None]


def _note(
    repo: Repository, objects: Objects, place: Place, theirs: Oid | None, commit: Oid
) -> None:
    """The remote has what we pushed, and we have all of that."""
    if place.merged is not None:
        pushes.note(repo, place.remote, theirs, commit)
    for ref in filter(None, (place.tracking, place.merged)):
        swap(repo, [(ref, commit, list_refs(repo, ref).get(ref))])
    unite(Branch.open(repo, objects), commit, {})


def _refusal(remote: str, ref: bytes, said: str) -> Refused:
    hint = ""
    if not ref.startswith(b"refs/heads/"):
        hint = (
            "; where a server takes only branches: git config uindex.ref refs/heads/uindex && "
            "git uindex init --share"
        )
    name = ref.decode("utf-8", "replace")
    return Refused(f"{remote}: {name} was refused: {said}{hint}")
