"""Looking closely at entries: all that can be told without parsing anything again.

Decoding is most of it, so many records are shared out among processes, each of which reads the
repository by itself.
"""

from __future__ import annotations

import os
import signal
import sys
from subprocess import PIPE, Popen
from typing import TYPE_CHECKING, NamedTuple

from uindex.build.plan import read_commit
from uindex.cache.batch import uncollected
from uindex.errors import GitFailed, RecordError, UindexError
from uindex.git.objects import open_objects
from uindex.git.oid import EMPTY_BLOB, to_hex
from uindex.git.repository import Repository
from uindex.git.walk import tree_entries
from uindex.index import validity
from uindex.pool.frames import receive, send
from uindex.resolve.graph import FileGraph
from uindex.store.layout import (
    DroppedName,
    GraphName,
    ManifestName,
    OfBlob,
    RecordName,
    VectorName,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import IO, Any

    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.store.layout import Name

    Items = Sequence[tuple[RecordName, Oid]]
    Progress = Callable[[str, int, int], None]
    """Is told of a phase how much is done, and of how much."""

WORTH_IT = 4000
"""From so many records on, further processes cost less than they save."""
_CHUNK = 200
_COUNTED = 64 << 20
"""Bytes of a blob up to which its lines are counted; the decoder bounds them in any case."""
_BOOT = (
    "import sys; sys.path[:] = {path!r}; from uindex.index.inspection import main; main({top!r})"
)


class Inspected(NamedTuple):
    """What was found."""

    faults: dict[Name, str]
    absent: int
    """Records of blobs that this clone lacks: what they say of them was not compared."""
    unknown: int
    """Manifests and graphs of commits that this clone lacks."""


def inspect(
    repo: Repository,
    objects: Objects,
    entries: Mapping[Name, Oid],
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Inspected:
    """Each of `entries`, by the blob that it is stored as.  Sizes are asked before contents."""
    faults = dict(_sizes(repo, objects, entries))
    buried = {name.oid for name in entries if isinstance(name, DroppedName)}
    for name in entries:
        if isinstance(name, OfBlob) and name.oid in buried:
            faults[name] = "its blob was purged; its tombstone is here"
    left = {name: blob for name, blob in entries.items() if name not in faults}
    absent = 0
    records = [(name, blob) for name, blob in left.items() if isinstance(name, RecordName)]
    done = 0
    for items, found in _looked_at(repo, objects, records, jobs):
        for (name, _), (fault, is_here) in zip(items, found, strict=True):
            absent += not is_here
            if fault:
                faults[name] = fault
        done += len(items)
        if progress is not None:
            progress("checking", done, len(records))
    faults.update(_of_vectors(objects, left))
    unknown = 0
    for name, blob in left.items():
        if isinstance(name, ManifestName | GraphName):
            fault, is_here = _of_commit(repo, objects, name, blob)
            unknown += not is_here
            if fault:
                faults[name] = fault
    return Inspected(faults, absent, unknown)


def _sizes(
    repo: Repository, objects: Objects, entries: Mapping[Name, Oid]
) -> Iterator[tuple[Name, str]]:
    """What tells without a look at contents."""
    sizes = objects.size_many(entries.values())
    empty = EMPTY_BLOB[repo.object_format]
    for (name, blob), size in zip(entries.items(), sizes, strict=True):
        if len(name[-1]) != repo.oid_size:
            yield name, f"named by {len(name[-1])} bytes; ids have {repo.oid_size} here"
        elif isinstance(name, DroppedName):
            if blob != empty:
                yield name, "a tombstone is an empty file"
        elif size is None:
            yield name, f"its own blob {blob.hex()} is not here"
        elif size > validity.most_bytes(name):
            yield name, f"{size} bytes; at most {validity.most_bytes(name)}"


def _of_vectors(objects: Objects, entries: Mapping[Name, Oid]) -> Iterator[tuple[Name, str]]:
    """What is wrong with embeddings."""
    names = [name for name in entries if isinstance(name, VectorName)]
    contents = objects.read_many(entries[name] for name in names)
    for name, data in zip(names, contents, strict=True):
        if fault := validity.vector_fault(name, data or b""):
            yield name, fault


def _of_commit(
    repo: Repository, objects: Objects, name: ManifestName | GraphName, blob: Oid
) -> tuple[str, bool]:
    """What is wrong with a manifest or a graph, and whether its commit is here."""
    commit = read_commit(objects, name.commit)
    if commit is None and objects.size(name.commit) is not None:
        return "named by something that is no commit", True
    data = objects.read(blob) or b""
    if isinstance(name, ManifestName):
        return validity.manifest_fault(name, data, commit and commit.tree), commit is not None
    if commit is None or objects.size(commit.tree) is None:
        return "", False
    paths = [entry.path for entry in tree_entries(repo, to_hex(commit.tree))]
    try:
        FileGraph.decode(data, sorted(path.decode("utf-8", "surrogateescape") for path in paths))
    except RecordError as error:
        return str(error), True
    return "", True


def _looked_at(
    repo: Repository, objects: Objects, records: Items, jobs: int
) -> Iterator[tuple[Items, Sequence[tuple[str, bool]]]]:
    """Records by the chunk, and for each what is wrong with it and whether its blob is here."""
    chunks = [records[at : at + _CHUNK] for at in range(0, len(records), _CHUNK)]
    if jobs < 2 or len(records) < WORTH_IT:
        with uncollected():
            for chunk in chunks:
                yield chunk, list(_look(objects, chunk))
        return
    children = [_Child(repo) for _ in range(min(jobs, len(chunks)))]
    try:
        for child, chunk in zip(children, chunks, strict=False):
            child.send(chunk)
        for at, chunk in enumerate(chunks):
            child = children[at % len(children)]
            found = child.receive()
            for following in chunks[at + len(children) : at + len(children) + 1]:
                child.send(following)
            yield chunk, found
    finally:
        for child in children:
            child.stop()


def _look(objects: Objects, items: Items) -> Iterator[tuple[str, bool]]:
    sizes = list(objects.size_many(name.oid for name, _ in items))
    few = [
        name.oid
        for (name, _), size in zip(items, sizes, strict=True)
        if size is not None and size <= _COUNTED
    ]
    sources = objects.read_many(few)
    contents = objects.read_many(blob for _, blob in items)
    for size, data in zip(sizes, contents, strict=True):
        source = next(sources) if size is not None and size <= _COUNTED else None
        yield validity.record_fault(data or b"", size, source), size is not None


class _Child:
    """A process that looks at records."""

    def __init__(self, repo: Repository) -> None:
        # -P: the folder we stand in is the repository's, and nothing is imported from there.
        path = [os.path.abspath(entry) for entry in sys.path]
        boot = _BOOT.format(path=path, top=repo.top)
        self._popen: Popen[bytes] = Popen(
            [sys.executable, "-P", "-c", boot], stdin=PIPE, stdout=PIPE, env=repo.environment
        )
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self._in: IO[bytes] = self._popen.stdin
        self._out: IO[bytes] = self._popen.stdout

    def send(self, items: Items) -> None:
        try:
            send(self._in, [[name.key, name.oid, blob] for name, blob in items])
        except BrokenPipeError:
            return  # `receive` tells

    def receive(self) -> list[tuple[str, bool]]:
        answer = receive(self._out)
        if answer is None:
            raise UindexError("a process that checks records ended early; try again")
        if isinstance(answer, str):
            raise GitFailed(answer)
        return [(fault, is_here) for fault, is_here in answer]

    def stop(self) -> None:
        self._popen.kill()
        for stream in (self._in, self._out):
            try:
                stream.close()
            except BrokenPipeError:
                continue  # it was gone before what we wrote
        self._popen.wait()


def main(top: bytes) -> None:
    """Serve until the pipe ends."""
    source, sink = os.fdopen(0, "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get between the frames
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    with open_objects(Repository.open(top), bulk=True) as objects, uncollected():
        while (frame := receive(source)) is not None:
            send(sink, _answer(objects, frame))


def _answer(objects: Objects, frame: list[Any]) -> Any:
    """For each item what is wrong and whether its blob is here; a text where git failed."""
    try:
        found = _look(objects, [(RecordName(key, oid), blob) for key, oid, blob in frame])
        # A fault may quote what is not UTF-8, which no frame can carry.
        return [(fault.encode("utf-8", "replace").decode(), is_here) for fault, is_here in found]
    except UindexError as error:
        return str(error)
