"""Writing commits in bulk: `git fast-import` into a temporary ref.

The temporary ref keeps what was written alive until the caller has moved the ref it is meant
for, with `refs.swap`, in one transaction that also deletes the temporary one.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from subprocess import PIPE
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, NamedTuple

from uindex.errors import GitFailed
from uindex.git.oid import Oid, from_hex, to_hex
from uindex.git.refs import TEMPORARY, temporary_ref
from uindex.git.run import failure, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uindex.git.repository import Repository
    from uindex.git.run import Process

# The same for everyone: an index commit is a function of its content.
IDENTITY = b"uindex <uindex@localhost.invalid>"


_COMMAND = ("fast-import", "--quiet", "--done", "--date-format=raw")


class Put(NamedTuple):
    """A file with this content."""

    path: bytes
    data: bytes


class PutOid(NamedTuple):
    """An object that is in the store already; a whole tree with mode 0o040000."""

    path: bytes
    mode: int
    oid: Oid


class Drop(NamedTuple):
    """The path, and all below it, goes away."""

    path: bytes


Edit = Put | PutOid | Drop


class Import:
    """A `git fast-import` at work, writing one line of commits to `ref`."""

    def __init__(self, process: Process, ref: bytes, parent: Oid | None) -> None:
        popen = process.popen
        assert popen.stdin is not None
        assert popen.stdout is not None
        self.ref = ref
        self._in: IO[bytes] = popen.stdin
        self._out: IO[bytes] = popen.stdout
        self._parent = parent
        # A comment: should we be killed before the first commit, the crash report shows whose it
        # is (a report quotes the last commands), and the next build may remove it.
        with suppress(BrokenPipeError):
            self._in.write(b"# %s\n" % ref)
            self._in.flush()

    def commit(self, changes: Iterable[Edit], message: bytes, when: int) -> Oid:
        """Commit `changes` on top of the last commit; `when` in seconds, UTC."""
        write = self._in.write
        stamp = b"%s %d +0000" % (IDENTITY, when)
        write(b"commit %s\nmark :1\ncommitter %s\n" % (self.ref, stamp))
        write(b"data %d\n%s\n" % (len(message), message))
        if self._parent is not None:
            # Only once: a commit of this stream is not yet where fast-import could look it up,
            # and is the parent of the next one anyway.
            write(b"from %s\n" % to_hex(self._parent))
            self._parent = None
        for change in changes:
            if isinstance(change, Put):
                write(b"M 100644 inline %s\n" % quoted(change.path))
                write(b"data %d\n" % len(change.data))
                write(change.data)
                write(b"\n")
            elif isinstance(change, PutOid):
                mode = b"%06o" % change.mode
                write(b"M %s %s %s\n" % (mode, to_hex(change.oid), quoted(change.path)))
            else:
                write(b"D %s\n" % quoted(change.path))
        write(b"\nget-mark :1\n")
        self._in.flush()
        line = self._out.readline().strip()
        if not line:
            raise BrokenPipeError
        return from_hex(line)

    def checkpoint(self) -> None:
        """Make all that was committed durable, and `ref` point at it."""
        self._in.write(b"checkpoint\nprogress done\n")
        self._in.flush()
        if self._out.readline() != b"progress done\n":
            raise BrokenPipeError

    def finish(self) -> None:
        self._in.write(b"done\n")
        self._in.flush()


@contextmanager
def importing(
    repo: Repository, parent: Oid | None, *, ref: bytes | None = None
) -> Iterator[Import]:
    """Commits on top of `parent` (None: a root) at `ref`, which must be new and temporary.

    On leaving, everything is in the store and `ref` points at the last commit. On an error, what
    was not checkpointed is gone. GitFailed with git's words if fast-import gave up.
    """
    ref = temporary_ref() if ref is None else ref
    if not ref.startswith(TEMPORARY):
        raise ValueError(f"not a temporary ref: {ref!r}")
    with TemporaryFile() as words:
        # Detached: after Ctrl-C we want to commit what was done. git speaks into a file: if we
        # are killed, a pipe without a reader would kill it before it has tidied up.
        process = repo.start(*_COMMAND, stdin=PIPE, stderr=words.fileno(), detached=True)
        stream = Import(process, ref, parent)
        try:
            yield stream
            stream.finish()
            _end(repo, process, words)
        except BrokenPipeError:
            _end(repo, process, words)
            raise
        finally:
            with suppress(GitFailed):
                _end(repo, process, words)


def _end(repo: Repository, process: Process, words: IO[bytes]) -> None:
    """Let fast-import end by itself: killed, it would leave a half-written pack. GitFailed if it
    failed, which it does, too, when its input ends early. Does nothing when called again."""
    popen = process.popen
    if popen.returncode is not None:
        return
    with suppress(BrokenPipeError):
        assert popen.stdin is not None
        popen.stdin.close()
    popen.stdin = None
    popen.communicate()
    if popen.returncode:
        # git's words are enough; its crash report does not belong into a user's repository.
        with suppress(OSError):  # none, or a place that cannot be written: git's words say that
            os.unlink(os.path.join(repo.git_dir, b"fast_import_crash_%d" % popen.pid))
        words.seek(0)
        raise failure(_COMMAND, words.read(), popen.returncode)


def write_commit(
    repo: Repository,
    *,
    ref: bytes,
    parent: Oid | None,
    changes: Iterable[Edit],
    message: bytes,
    when: int,
) -> Oid:
    """Write one commit to the temporary `ref` (of `temporary_ref()`) and return its oid."""
    with importing(repo, parent, ref=ref) as stream:
        return stream.commit(changes, message, when)
