"""Where things lie in the tree of an index ref: keys to paths and back. Pure.

    format                               the schema number, in decimal, and a newline
    records/<lang>-<extractor>/ab/cdef…  the record of one blob
    manifests/<set>/ab/cdef…             the manifest of one commit
    graphs/<resolver>/ab/cdef…           the graph of files of one commit
    vectors/<model>/<lang>-<extractor>/ab/cdef…  the embeddings of one blob's record
    dropped/ab/cdef…                     the tombstone of one blob: an empty file

`parse` is the only way in for paths that others wrote: what it does not know is no entry.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from uindex.git.oid import Oid

if TYPE_CHECKING:
    from collections.abc import Callable

# Schema of the tree and of the manifests; a reader refuses a higher one.
# 1: records, manifests, graphs, vectors and tombstones (first release)
FORMAT = 1

INDEX_REF = b"refs/uindex/index"
PENDING_REF = b"refs/uindex/local/pending"
OURS = b"refs/uindex/"
"""Refs below are nobody else's, so that what is there may be put right whatever it is."""
TRACKING = b"refs/uindex/remotes/"
MERGED = b"refs/uindex/local/merged/"

FORMAT_PATH = b"format"
FORMAT_DATA = b"%d\n" % FORMAT
RECORDS = b"records"
MANIFESTS = b"manifests"
GRAPHS = b"graphs"
VECTORS = b"vectors"
DROPPED = b"dropped"

FILE_MODE = 0o100644
TREE_MODE = 0o040000

_KEY_CHARS = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_+#")
_HEX = frozenset(b"0123456789abcdef")


class RecordName(NamedTuple):
    """What a record is stored under: the extractor's key (`python-3`) and the source blob."""

    key: bytes
    oid: Oid


class ManifestName(NamedTuple):
    """What a manifest is stored under: the set of extractors and the indexed commit."""

    set: bytes
    commit: Oid


class GraphName(NamedTuple):
    """What a graph is stored under: what made it and the commit."""

    resolver: bytes
    commit: Oid


class VectorName(NamedTuple):
    """What embeddings are stored under: the model and its recipe (`wordllama+128-1`), and the
    record whose units they are of."""

    model: bytes
    key: bytes
    oid: Oid


class DroppedName(NamedTuple):
    """A blob that was purged: no record of it is taken in, from anyone, by any extractor."""

    oid: Oid


Name = RecordName | ManifestName | GraphName | VectorName | DroppedName
OfBlob = RecordName | VectorName
"""What a tombstone of its blob takes away."""


def tracking_ref(remote: str) -> bytes:
    """What the index of a remote was when it was last fetched.  Whatever becomes of this ref (a
    plain `git fetch --prune` may remove it), nothing local is lost with it."""
    return TRACKING + remote.encode("utf-8", "surrogateescape") + b"/index"


def merged_ref(remote: str) -> bytes:
    """What of the index of a remote was united with ours: only what came later is looked at, so
    that what was dropped here stays dropped."""
    return MERGED + remote.encode("utf-8", "surrogateescape") + b"/index"


def tracked_remote(ref: bytes) -> str | None:
    """The remote whose tracking ref this is."""
    if not ref.startswith(TRACKING) or not ref.endswith(b"/index"):
        return None
    return ref[len(TRACKING) : -len(b"/index")].decode("utf-8", "surrogateescape") or None


def fan_out(oid: Oid) -> bytes:
    """`ab/cdef…`: 256 folders keep each tree small enough to be rewritten at every commit."""
    digits = oid.hex().encode()
    return digits[:2] + b"/" + digits[2:]


def record_path(key: bytes, oid: Oid) -> bytes:
    return b"records/%s/%s" % (key, fan_out(oid))


def key_folder(key: bytes) -> bytes:
    """Where all records of an extractor lie."""
    return b"records/" + key


def manifest_path(extractor_set: bytes, commit: Oid) -> bytes:
    return b"manifests/%s/%s" % (extractor_set, fan_out(commit))


def graph_path(resolver: bytes, commit: Oid) -> bytes:
    return b"graphs/%s/%s" % (resolver, fan_out(commit))


def model_folder(model: bytes) -> bytes:
    """Where all vectors of a model lie."""
    return b"vectors/" + model


def vector_path(model: bytes, key: bytes, oid: Oid) -> bytes:
    return b"vectors/%s/%s/%s" % (model, key, fan_out(oid))


def dropped_path(oid: Oid) -> bytes:
    return b"dropped/" + fan_out(oid)


def path_of(name: Name) -> bytes:
    """Where an entry lies: the inverse of `parse`."""
    if isinstance(name, RecordName):
        return record_path(*name)
    if isinstance(name, ManifestName):
        return manifest_path(*name)
    if isinstance(name, VectorName):
        return vector_path(*name)
    return graph_path(*name) if isinstance(name, GraphName) else dropped_path(name.oid)


def parse_oid(path: bytes) -> Oid | None:
    """The oid that `ab/cdef…` spells, or None."""
    if len(path) not in (41, 65) or path[2:3] != b"/":
        return None
    digits = path[:2] + path[3:]
    return bytes.fromhex(digits.decode("ascii")) if _HEX.issuperset(digits) else None


def parse(path: bytes) -> Name | None:
    """The name a stored path stands for, or None for anything that is not ours."""
    kind, _, rest = path.partition(b"/")
    if kind == DROPPED:
        purged = parse_oid(rest)
        return None if purged is None else DroppedName(purged)
    group, _, tail = rest.partition(b"/")
    if kind == VECTORS:
        key, _, tail = tail.partition(b"/")
        embedded = parse_oid(tail)
        if embedded is None or not (is_key(group) and is_key(key)):
            return None
        return VectorName(group, key, embedded)
    oid = parse_oid(tail)
    if oid is None:
        return None
    if kind == RECORDS and is_key(group):
        return RecordName(group, oid)
    if kind == MANIFESTS and _is_hex(group):
        return ManifestName(group, oid)
    if kind == GRAPHS and _is_hex(group):
        return GraphName(group, oid)
    return None


def is_folder(path: bytes) -> bool:
    """Whether entries lie below `path`."""
    kind, *rest = path.split(b"/")
    groups = _GROUPS.get(kind)
    if groups is None:
        return False
    digits = rest[len(groups) :]
    if not all(is_group(name) for is_group, name in zip(groups, rest, strict=False)):
        return False
    return len(digits) < 2 and all(len(one) == 2 and _HEX.issuperset(one) for one in digits)


def reader(folder: bytes) -> Callable[[bytes], Name | None] | None:
    """What reads the names of files in a folder of entries (`records/c-1/ab`): the same as `parse`
    of their paths.  None for any other folder."""
    made = parse(folder + b"/" + b"0" * 38)
    if made is None:
        return None
    kind: Callable[..., Name] = type(made)
    make = partial(kind, *made[:-1])
    first = folder[-2:].decode("ascii")

    def read(name: bytes) -> Name | None:
        if len(name) not in (38, 62) or not _HEX.issuperset(name):
            return None
        return make(bytes.fromhex(first + name.decode("ascii")))

    return read


def _is_hex(group: bytes) -> bool:
    return bool(group) and _HEX.issuperset(group)


def is_key(key: bytes) -> bool:
    """Whether `key` has the form `<lang>-<extractor>`."""
    lang, dash, version = key.rpartition(b"-")
    return bool(lang and dash) and _KEY_CHARS.issuperset(lang) and version.isdigit()


_GROUPS: dict[bytes, tuple[Callable[[bytes], bool], ...]] = {
    RECORDS: (is_key,),
    MANIFESTS: (_is_hex,),
    GRAPHS: (_is_hex,),
    VECTORS: (is_key, is_key),
    DROPPED: (),
}
"""The folders between that of a kind and the first two digits, from the outermost on."""
