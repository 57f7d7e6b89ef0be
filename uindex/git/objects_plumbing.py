"""Objects read by `git cat-file --batch`, kept open. Works wherever git works."""

from __future__ import annotations

import os
from collections import deque
from functools import partial
from itertools import islice, tee
from subprocess import DEVNULL, PIPE
from typing import IO, TYPE_CHECKING, TypeVar

from uindex.git import refs
from uindex.git.trees import TreeReader, too_large, unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from uindex.git.oid import Oid
    from uindex.git.repository import Repository
    from uindex.git.run import Process

T = TypeVar("T")

# Requests under way at once. 500 of 65 bytes stay below a pipe's 64 KiB, so that we never wait
# to write while git waits for us to read.
_AHEAD = 500
# Up to so many, one question after the other is quicker than starting a process for them.
_FEW = 20
# For reading thousands: with git's usual 96 MB the bases of deltas are made again and again, which
# takes three times as long for the records of Linux.  It takes no more than these bases have.
_MANY = ("-c", "core.deltaBaseCacheLimit=512m")


class _Batch:
    """One `cat-file --batch` or `--batch-check`, started when first asked."""

    def __init__(self, repo: Repository, option: str, flags: tuple[str, ...] = ()) -> None:
        self._repo = repo
        self.option = option
        self._flags = flags
        self._process: Process | None = None

    def ask(self, oids: Iterable[Oid]) -> IO[bytes]:
        """Send requests; returns the stream with the answers."""
        if self._process is None:
            self._process = self._repo.start(
                *self._flags, "cat-file", self.option, stdin=PIPE, stderr=DEVNULL, detached=True
            )
        popen = self._process.popen
        assert popen.stdin is not None
        assert popen.stdout is not None
        try:
            popen.stdin.write(b"".join(b"%s\n" % oid.hex().encode("ascii") for oid in oids))
            popen.stdin.flush()
        except BrokenPipeError:
            pass  # it died; the answer that is not there will say so
        return popen.stdout

    def close(self) -> None:
        if self._process is not None:
            self._process.abandon()
            self._process = None


class PlumbingObjects(TreeReader):
    """See `objects.Objects`.

    In a partial clone git 2.39 ends `cat-file` when an object is missing that a remote has
    promised and that it may not fetch. So there we first list what is here, once.
    """

    def __init__(self, repo: Repository) -> None:
        super().__init__(repo.oid_size)
        self._repo = repo
        self._contents = _Batch(repo, "--batch")
        self._headers = _Batch(repo, "--batch-check")
        self._loose = _Loose(repo)
        self._promised = _Promised(repo, self._loose) if is_partial(repo) else None

    def read(self, oid: Oid) -> bytes | None:
        raw = self._raw(oid)
        return None if raw is None else raw[1]

    def read_many(self, oids: Iterable[Oid], limit: int | None = None) -> Iterator[bytes | None]:
        if limit is not None:
            yield from self._read_small(iter(oids), limit)
            return
        for raw in self._many(self._contents, oids, _content):
            yield None if raw is None else raw[1]

    def _read_small(self, oids: Iterator[Oid], limit: int) -> Iterator[bytes | None]:
        """Sizes come first: git would load all of an object before we see how large it is."""
        fits: deque[bool] = deque()
        asked, listed = tee(oids)

        def small() -> Iterator[Oid]:
            for oid, size in zip(listed, self.size_many(asked), strict=True):
                fits.append(size is not None and size <= limit)
                if fits[-1]:
                    yield oid

        for data in self.read_many(small()):
            while not fits.popleft():
                yield None
            yield data
        yield from (None for _ in fits)

    def size(self, oid: Oid) -> int | None:
        header = self._one(self._headers, oid, _header)
        return None if header is None else header[1]

    def size_many(self, oids: Iterable[Oid]) -> Iterator[int | None]:
        for header in self._many(self._headers, oids, _header):
            yield None if header is None else header[1]

    def resolve(self, spec: bytes) -> Oid | None:
        return refs.resolve(self._repo, spec)

    def close(self) -> None:
        self._contents.close()
        self._headers.close()

    def _raw(self, oid: Oid, limit: int | None = None) -> tuple[str, bytes] | None:
        return self._one(self._contents, oid, partial(_content, limit=limit))

    def _one(self, batch: _Batch, oid: Oid, read: Callable[[IO[bytes], Oid], T]) -> T | None:
        if self._promised is not None and not self._promised.present([oid]):
            return None
        try:
            answer = read(batch.ask([oid]), oid)
            # git calls an object missing, too, that is there and broken. Asking again tells it
            # from one that was written while we asked.
            if answer is None and self._loose.holds(oid):
                answer = read(batch.ask([oid]), oid)
                if answer is None:
                    raise unreadable(oid)
        except BaseException:
            batch.close()  # what is left in the pipe would answer the next question
            raise
        return answer

    def _many(
        self, single: _Batch, oids: Iterable[Oid], read: Callable[[IO[bytes], Oid], T]
    ) -> Iterator[T | None]:
        """`read` the answer for each oid, in order, a few hundred questions ahead of the answers.

        Through a process of its own, as the caller may ask `single` for others meanwhile.
        """
        rest = iter(oids)
        some = list(islice(rest, _AHEAD))
        if len(some) <= _FEW:
            for oid in some:
                yield self._one(single, oid, read)
            return
        flags = _MANY if len(some) == _AHEAD else ()
        batch = _Batch(self._repo, single.option, flags)
        try:
            while some:
                wanted = some if self._promised is None else self._promised.present(some)
                here = frozenset(wanted)
                out = batch.ask(wanted)
                for oid in some:
                    answer = read(out, oid) if oid in here else None
                    yield self._one(single, oid, read) if answer is None else answer
                some = list(islice(rest, _AHEAD))
        finally:
            batch.close()


class _Loose:
    """The loose objects of this repository (not those of its alternates)."""

    def __init__(self, repo: Repository) -> None:
        named = os.environb.get(b"GIT_OBJECT_DIRECTORY", os.path.join(repo.common_dir, b"objects"))
        self.folder = os.path.join(repo.top, named)

    def holds(self, oid: Oid) -> bool:
        return os.path.exists(self.path(oid))

    def path(self, oid: Oid) -> bytes:
        digits = os.fsencode(oid.hex())
        return os.path.join(self.folder, digits[:2], digits[2:])


def loose_file(repo: Repository, oid: Oid) -> bytes | None:
    """The file of an object that is not in a pack."""
    loose = _Loose(repo)
    return loose.path(oid) if loose.holds(oid) else None


class _Promised:
    """Which objects a partial clone has: listed once, looked for where new ones appear."""

    def __init__(self, repo: Repository, loose: _Loose) -> None:
        self._repo = repo
        self._loose = loose
        self._here: frozenset[Oid] = frozenset()
        self._packs_at = -1

    def present(self, oids: list[Oid]) -> list[Oid]:
        if not self._here.issuperset(oids):
            packs_at = os.stat(os.path.join(self._loose.folder, b"pack")).st_mtime_ns
            if packs_at != self._packs_at:
                self._packs_at = packs_at
                self._here = self._list()
        return [oid for oid in oids if oid in self._here or self._loose.holds(oid)]

    def _list(self) -> frozenset[Oid]:
        out = self._repo.git(
            "cat-file", "--batch-all-objects", "--unordered", "--batch-check=%(objectname)"
        )
        return frozenset(map(bytes.fromhex, out.decode("ascii").split()))


def is_partial(repo: Repository) -> bool:
    """Whether objects may be missing that a remote has promised."""
    return "partialclone" in repo.extensions or any(
        key.startswith("remote.") and key.endswith(".promisor") for key in repo.config
    )


def _header(out: IO[bytes], oid: Oid) -> tuple[str, int] | None:
    """Read `<oid> <kind> <size>` or `<oid> missing`."""
    line = out.readline()
    fields = line.split()
    if len(fields) == 3:
        return fields[1].decode("ascii"), int(fields[2])
    if line.endswith(b" missing\n"):
        return None
    raise unreadable(oid)


def _content(out: IO[bytes], oid: Oid, limit: int | None = None) -> tuple[str, bytes] | None:
    header = _header(out, oid)
    if header is None:
        return None
    kind, size = header
    if limit is not None and size > limit:
        raise too_large(oid, size, limit)  # whoever asked ends git, which is about to load it
    data = out.read(size + 1)  # a newline ends it
    if len(data) != size + 1:
        raise unreadable(oid)
    return kind, data[:-1]
