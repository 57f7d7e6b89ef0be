"""One index ref, as it was when it was opened: reading records and manifests.

The ref may have been fetched from anyone. Only `layout.parse` turns its paths into names, sizes
are asked before contents, and nothing read here is ever used as a path of a file.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from uindex.errors import EnvironmentFault, FormatTooNew, ObjectFault, RecordError
from uindex.git.oid import Oid
from uindex.git.refs import broken_file, read_ref
from uindex.git.walk import TREE
from uindex.store import layout, listing
from uindex.store.layout import DroppedName, GraphName, RecordName, VectorName
from uindex.store.manifest import MAX_MANIFEST, Manifest, decode

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from uindex.git.objects import Objects
    from uindex.git.repository import Repository
    from uindex.store.layout import Name

MAX_RECORD = 4 << 20
"""Bytes; a larger record is none and is never read."""

_COMMIT = 1 << 20
"""Bytes; no commit of an index has as many."""

# From so many names on, listing the tree once is cheaper than looking each of them up.
_MANY = 300


def index_ref(repo: Repository) -> bytes:
    """The ref that holds the index: the setting `uindex.ref`, or the usual one.

    EnvironmentFault if the setting is no ref that may hold one.
    """
    name = repo.config.get("uindex.ref")
    if name is None:
        return layout.INDEX_REF
    if not name.startswith("refs/") or name.startswith(("refs/uindex/tmp/", "refs/uindex/local/")):
        raise EnvironmentFault(f"uindex.ref: {name}: not a ref for an index; unset it")
    return name.encode("utf-8", "surrogateescape")


class Branch:
    """What one index ref holds. `tip` is None where the ref does not exist yet."""

    def __init__(self, repo: Repository, objects: Objects, ref: bytes, tip: Oid | None) -> None:
        self.repo = repo
        self.objects = objects
        self.ref = ref
        self.tip = tip

    @classmethod
    def open(
        cls,
        repo: Repository,
        objects: Objects,
        ref: bytes | None = None,
        tips: Mapping[bytes, Oid] | None = None,
    ) -> Branch:
        """The index ref (or another `ref` of the same layout) as it is now, or as `tips` says:
        refs that the caller has just listed.

        FormatTooNew if a newer uindex wrote it, EnvironmentFault if it holds something else or git
        cannot read the ref.
        """
        ref = index_ref(repo) if ref is None else ref
        tip = read_ref(repo, ref) if tips is None else tips.get(ref)
        if tip is None and (file := broken_file(repo, ref)):
            name = ref.decode("utf-8", "replace")
            raise EnvironmentFault(f"{name}: {told_of_file(file)} and run git uindex build")
        branch = cls(repo, objects, ref, tip)
        branch.check_format()
        return branch

    def reopen(self) -> Branch:
        """The same ref as it is now."""
        return Branch.open(self.repo, self.objects, self.ref)

    def check_format(self) -> None:
        if self.tip is None:
            return
        name = self.ref.decode("utf-8", "replace")
        data = None
        with self.told():
            commit = self._read(self.tip, _COMMIT)
            found = None  # a tag is no tip of a branch
            if self.objects.size(self.tip) is None or (commit and commit.startswith(b"tree ")):
                found = self.objects.lookup(self.tip, layout.FORMAT_PATH)
            data = self._read(found[1], 32) if found and found[0] != TREE else None
        if data is None or not data.strip().isdigit():
            # Below refs/uindex/ nobody keeps anything else.
            ours = self.ref.startswith(layout.OURS)
            todo = "run git uindex fsck --repair" if ours else "set uindex.ref to another ref"
            raise EnvironmentFault(f"{name}: holds no index; {todo}")
        if int(data) > layout.FORMAT:
            raise FormatTooNew(
                f"{name}: format {int(data)}, this uindex reads up to {layout.FORMAT}; "
                "upgrade uindex"
            )

    @property
    def tree(self) -> Oid | None:
        """The tree of the tip."""
        if self.tip is None:
            return None
        with self.told():
            return listing.tree_of(self.objects, self.tip)

    def get(self, key: bytes, oid: Oid) -> bytes | None:
        """The bytes of a record, or None where there is none (or one too large to be one)."""
        blob = self.blob(key, oid)
        return None if blob is None else self.read(blob)

    def read(self, blob: Oid) -> bytes | None:
        """The bytes of a record by the oid of its own blob."""
        return self._read(blob, MAX_RECORD)

    def blob(self, key: bytes, oid: Oid) -> Oid | None:
        """The oid of the blob that a record is stored as."""
        return self._lookup(layout.record_path(key, oid))

    def blobs(self, names: Collection[RecordName]) -> dict[RecordName, Oid]:
        """`blob` of many; names without a record are left out."""
        if self.tip is None or not names:
            return {}
        if len(names) < _MANY:
            found = ((name, self.blob(*name)) for name in names)
            return {name: blob for name, blob in found if blob is not None}
        entries = self.entries({name.key for name in names})
        return {name: entries[name] for name in names if name in entries}

    def has_many(self, names: Collection[RecordName]) -> set[RecordName]:
        """Those of `names` that have a record."""
        return set(self.blobs(names))

    def entries(self, keys: Collection[bytes] | None = None) -> dict[RecordName, Oid]:
        """Every record (of some extractors' `keys`, or of all) and the blob it is stored as."""
        found: dict[RecordName, Oid] = {}
        for folder in [layout.RECORDS] if not keys else map(layout.key_folder, sorted(keys)):
            listed = self._listed(folder)
            found.update((n, blob) for n, blob in listed.items() if isinstance(n, RecordName))
        return found

    def manifest(self, extractor_set: bytes, commit: Oid) -> Manifest | None:
        """The manifest of a commit, or None: not indexed, or by other extractors, or not valid."""
        blob = self._lookup(layout.manifest_path(extractor_set, commit))
        data = None if blob is None else self._read(blob, MAX_MANIFEST)
        if data is None:
            return None
        try:
            return decode(data)
        except RecordError:
            return None  # whoever wrote it, the commit is then simply indexed again

    def has_manifest(self, extractor_set: bytes, commit: Oid) -> bool:
        return self._lookup(layout.manifest_path(extractor_set, commit)) is not None

    def graph(self, name: GraphName, limit: int) -> bytes | None:
        """The bytes of a graph, or None where there is none, or one of more than `limit` bytes."""
        blob = self._lookup(layout.graph_path(*name))
        return None if blob is None else self._read(blob, limit)

    def has_graph(self, name: GraphName) -> bool:
        return self._lookup(layout.graph_path(*name)) is not None

    def graphs(self) -> list[GraphName]:
        """Every graph, by name."""
        found = self._listed(layout.GRAPHS)
        return sorted(name for name in found if isinstance(name, GraphName))

    def dropped(self) -> set[Oid]:
        """The blobs that were purged: no record of theirs is to be kept or made."""
        found = self._listed(layout.DROPPED)
        return {name.oid for name in found if isinstance(name, DroppedName)}

    def vector(self, name: VectorName) -> Oid | None:
        """The oid of the blob that the embeddings of a record are stored as."""
        return self._lookup(layout.vector_path(*name))

    def vectors(self, model: bytes, names: Collection[RecordName]) -> dict[RecordName, Oid]:
        """`vector` of many records; those without any are left out."""
        if self.tip is None or not names:
            return {}
        if len(names) < _MANY:
            each = ((name, self.vector(VectorName(model, *name))) for name in names)
            return {name: blob for name, blob in each if blob is not None}
        listed = self._listed(layout.model_folder(model))
        found = {RecordName(*name[1:]): b for name, b in listed.items() if type(name) is VectorName}
        return {name: found[name] for name in names if name in found}

    def vectors_of(self, model: bytes) -> Collection[Oid]:
        """The blobs of all vectors of a model."""
        return self._listed(layout.model_folder(model)).values()

    def extractors(self, folder: bytes = layout.RECORDS) -> list[bytes]:
        """The keys of the extractors that records, or what lies in another folder, are here of."""
        if self.tip is None:
            return []
        with self.told():
            top = self.objects.lookup(self.tip, folder)
            found = self.objects.tree(top[1]) if top and top[0] == TREE else []
        return [one.name for one in found if one.mode == TREE and layout.is_key(one.name)]

    def models(self) -> list[bytes]:
        """The models that vectors are here of."""
        return self.extractors(layout.VECTORS)  # a model is named as an extractor is

    def _lookup(self, path: bytes) -> Oid | None:
        if self.tip is None:
            return None
        with self.told():
            found = self.objects.lookup(self.tip, path)
        return found[1] if found is not None and found[0] == layout.FILE_MODE else None

    def _read(self, blob: Oid, limit: int) -> bytes | None:
        size = self.objects.size(blob)
        return None if size is None or size > limit else self.objects.read(blob)

    def _listed(self, folder: bytes) -> dict[Name, Oid]:
        """The entries below a folder."""
        if self.tip is None:
            return {}
        with self.told():
            found = self.objects.lookup(self.tip, folder)
            if found is None or found[0] != TREE:
                return {}
            return listing.entries(self.objects, found[1], folder + b"/")

    @contextmanager
    def told(self) -> Iterator[None]:
        """Says of an object that is not here whose it is, and what helps."""
        try:
            yield
        except ObjectFault as fault:
            name = self.ref.decode("utf-8", "replace")
            raise ObjectFault(f"{name}: {listing.not_here(fault.oid)}", fault.oid) from fault


def told_of_file(file: bytes) -> str:
    """What is wrong with a ref whose file git cannot read, and what to do."""
    return f"git cannot read this ref; remove the file {file.decode('utf-8', 'replace')}"
