"""Worker processes that parse: a parser that crashes, spins or eats all memory costs one file.

The processes are started afresh, not forked: a caller may have threads (a progress bar) or a
large heap (a query). Each reads blobs and extracts; records come back as bytes, in the order in
which they are done.
"""

from __future__ import annotations

import os
import selectors
import signal
import sys
import time
from collections import deque
from subprocess import PIPE, Popen, TimeoutExpired
from typing import TYPE_CHECKING, Any, NamedTuple

import msgpack

from uindex.errors import EnvironmentFault
from uindex.pool.frames import ABSENT, FAILED, OK, TOO_LARGE, frame
from uindex.record import Head

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType
    from typing import Self

    from uindex.git.oid import Oid
    from uindex.git.repository import Repository

SECONDS = 20.0
"""Processor time that one file may take."""
PATIENCE = 10
"""A worker that is silent for so many times SECONDS on the clock is stopped as well: it sleeps."""
MEMORY = 1 << 30
"""Bytes that one worker may allocate."""
BATCH = 16
_BATCH_BYTES = 4 << 20
_NO_LIMIT = 1 << 62
_BOOT = "import sys; sys.path[:] = {path!r}; from uindex.pool.worker import main; main()"

__all__ = ["ABSENT", "FAILED", "OK", "TOO_LARGE", "Extracted", "Job", "Pool", "extract_now"]


class Job(NamedTuple):
    """One blob to parse. `data` is its content, or None where the worker is to read it."""

    key: bytes
    oid: Oid
    lang: str
    data: bytes | None = None
    most: int = _NO_LIMIT
    """Bytes beyond which it is not parsed."""


class Extracted(NamedTuple):
    """What became of a job: OK with `record` and `head`, TOO_LARGE, ABSENT (not in this clone),
    or FAILED with the `reason`."""

    job: Job
    outcome: int
    record: bytes = b""
    head: Head | None = None
    reason: str = ""


class Pool:
    """`jobs` worker processes that read blobs of `repo` (None: jobs bring their data).

    `run` may be called again; leave the context to end the processes.
    """

    def __init__(
        self,
        repo: Repository | None,
        jobs: int = 1,
        *,
        seconds: float = SECONDS,
        memory: int = MEMORY,
    ) -> None:
        self._setup = [None if repo is None else repo.top, seconds, memory]
        self._env = None if repo is None else repo.environment
        self._seconds = seconds
        self._jobs = jobs
        # Two batches under way keep a worker busy; with data aboard, only what it waits for.
        self._ahead = 1 if repo is None else 2
        self._workers: list[_Worker] = []
        self._selector = selectors.DefaultSelector()
        self._queue: deque[Job] = deque()

    def start(self, jobs: int | None = None) -> None:
        """Start processes now, so that they get ready while the caller finds out what to do."""
        while len(self._workers) < min(self._jobs, jobs or self._jobs):
            worker = _Worker(self._setup, self._env)
            self._workers.append(worker)
            self._selector.register(worker.out, selectors.EVENT_READ, worker)

    def run(self, jobs: Iterable[Job]) -> Iterator[Extracted]:
        """Each job's outcome. EnvironmentFault if no worker can be started."""
        source = iter(jobs)
        done = False
        while True:
            if not done or self._queue:  # a dead worker's jobs are back in the queue
                done = self._fill(source)
            if done and not self._queue and not any(w.waiting for w in self._workers):
                return
            yield from self._collect()

    def close(self) -> None:
        """End the processes. Safe to repeat."""
        for worker in self._workers:
            self._selector.unregister(worker.out)
            worker.stop()
        self._workers.clear()
        self._selector.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _fill(self, source: Iterator[Job]) -> bool:
        """Give work to whoever can take more. True when `source` has ended."""
        ended = False
        # A round at a time, so that few jobs are spread over all.
        for depth in range(self._ahead):
            for index in range(self._jobs):
                if index < len(self._workers) and len(self._workers[index].batches) > depth:
                    continue
                batch, ended = self._batch(source)
                if not batch:
                    return ended
                self.start(index + 1)
                self._workers[index].give(batch)
        return ended

    def _batch(self, source: Iterator[Job]) -> tuple[list[Job], bool]:
        batch: list[Job] = []
        size = 0
        while len(batch) < BATCH and size < _BATCH_BYTES:
            job = self._queue.popleft() if self._queue else next(source, None)
            if job is None:
                return batch, True
            batch.append(job)
            size += len(job.data or b"")
        return batch, False

    def _collect(self) -> Iterator[Extracted]:
        """Wait for news, and pass on what has come."""
        asked = time.monotonic()
        events = self._selector.select(1.0)
        now = time.monotonic()
        if now - asked > 10:
            # We were stopped ourselves (Ctrl-Z, a sleeping laptop), and so were they.
            for worker in self._workers:
                worker.heard = now
        for key, _ in events:
            worker = key.data
            alive = worker.receive(now)
            yield from worker.results()
            if not alive:
                yield from self._bury(worker)
        if not events:
            for worker in self._workers:
                if worker.waiting and now - worker.heard > PATIENCE * self._seconds:
                    worker.popen.kill()
                    worker.heard = now

    def _bury(self, worker: _Worker) -> Iterator[Extracted]:
        """A worker died: name the file it was at, and put its other jobs back."""
        self._selector.unregister(worker.out)
        self._workers.remove(worker)
        words = worker.stop()
        left = [job for batch in worker.batches for job in batch]
        if not worker.ready:
            told = words.strip().splitlines()[-1:] or [f"exit code {worker.popen.returncode}"]
            raise EnvironmentFault(f"worker process: did not start: {told[0]}")
        if left:
            self._queue.extend(left[1:])
            reason = _reason(worker.popen.returncode, self._seconds)
            yield Extracted(left[0], FAILED, reason=reason)


class _Worker:
    """One process, the batches it was given, and what it has not yet answered."""

    def __init__(self, setup: list[Any], env: dict[str, str] | None) -> None:
        path = [os.path.abspath(entry) for entry in sys.path]
        self.popen = Popen(
            # -P: the folder we stand in is the repository's, and nothing is imported from there.
            [sys.executable, "-P", "-c", _BOOT.format(path=path)],
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=env,
        )
        assert self.popen.stdin is not None
        assert self.popen.stdout is not None
        self._in = self.popen.stdin
        self.out = self.popen.stdout
        self.batches: deque[deque[Job]] = deque()
        self.ready = False
        self.heard = time.monotonic()
        self._ended = False
        self._buffer = bytearray()
        self._write(frame(setup))

    @property
    def waiting(self) -> bool:
        """There are jobs that it has not answered."""
        return bool(self.batches)

    def give(self, batch: list[Job]) -> None:
        if not self.batches:
            self.heard = time.monotonic()
        self.batches.append(deque(batch))
        self._write(frame([[job.lang, job.oid, job.data, job.most] for job in batch]))

    def receive(self, now: float) -> bool:
        """Take what has come; False at the end of the pipe."""
        data = os.read(self.out.fileno(), 1 << 20)
        self._buffer += data
        self.heard = now
        self._ended = not data
        return bool(data)

    def results(self) -> Iterator[Extracted]:
        """The outcomes whose frames are complete."""
        at = 0
        while len(self._buffer) - at >= 4:
            end = at + 4 + int.from_bytes(self._buffer[at : at + 4], "big")
            if len(self._buffer) < end:
                break
            message = msgpack.unpackb(memoryview(self._buffer)[at + 4 : end])
            at = end
            if not message:
                self.ready = True
                continue
            yield _extracted(self._next(), message)
        del self._buffer[:at]

    def stop(self) -> str:
        """End it; returns what it wrote to its standard error."""
        try:
            # The end of its pipe comes a moment before its exit code, which says what it died of.
            self.popen.wait(0.2 if self._ended else 0)
        except TimeoutExpired:
            self.popen.kill()
        self._close(self._in)
        self.popen.wait()
        assert self.popen.stderr is not None
        with self.popen.stderr as stream:
            words = stream.read().decode("utf-8", "replace")
        self.out.close()
        return words

    def _next(self) -> Job:
        job = self.batches[0].popleft()
        if not self.batches[0]:
            self.batches.popleft()
        return job

    def _write(self, data: bytes) -> None:
        try:
            self._in.write(data)
            self._in.flush()
        except BrokenPipeError:
            return  # it is dead: the end of its output pipe will tell, and the jobs are kept

    @staticmethod
    def _close(stream: Any) -> None:
        try:
            stream.close()
        except BrokenPipeError:
            return


def _extracted(job: Job, message: list[Any]) -> Extracted:
    outcome = message[0]
    if outcome == OK:
        return Extracted(job, OK, message[1], Head(*message[2:]))
    return Extracted(job, outcome, reason=message[1] if outcome == FAILED else "")


def _reason(code: int, seconds: float) -> str:
    if code == -signal.SIGPROF:
        return f"took more than {seconds:g} s"
    if code == -signal.SIGKILL:
        return "stopped: no answer, or out of memory"
    if code < 0:
        return f"crashed the parser ({signal.Signals(-code).name})"
    return f"ended the parser (exit code {code})"


def extract_now(
    items: Iterable[tuple[bytes, str, bytes]], *, seconds: float = SECONDS, most: int = _NO_LIMIT
) -> list[Extracted]:
    """Parse contents that a query has at hand: (a key of the caller's, language, content).

    In the order of the items. One process: meant for a handful.
    """
    work = [Job(key, index.to_bytes(4, "big"), lang, data, most)
            for index, (key, lang, data) in enumerate(items)]  # fmt: skip
    if not work:
        return []
    with Pool(None, seconds=seconds) as pool:
        return sorted(pool.run(work), key=lambda done: done.job.oid)
