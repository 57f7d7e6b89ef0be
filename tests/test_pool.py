"""Worker processes: what a file does to one of them happens to that file alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from uindex import pool as module
from uindex.errors import EnvironmentFault
from uindex.git.repository import Repository
from uindex.pool import ABSENT, FAILED, OK, TOO_LARGE, Job, Pool, extract_now
from uindex.record import decode

if TYPE_CHECKING:
    from pathlib import Path

    from tests.repos import Repo

# A worker whose extractor does what the content says.
HOSTILE = """
import os, signal, sys
sys.path[:] = {path!r}
from uindex.pool import worker
real = worker.extract
def extract(lang, data):
    if data == b"crash": os.kill(os.getpid(), signal.SIGSEGV)
    if data == b"exit": os._exit(3)
    if data == b"spin":
        while True: pass
    if data == b"raise": raise RuntimeError("as asked")
    if data == b"eat": return bytes(8 << 30)
    if data == b"print": print("noise"); os.write(1, b"noise")
    if data == b"sleep": signal.pause()
    return real(lang, data)
worker.extract = extract
worker.main()
"""


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BOOT", HOSTILE)


def jobs(*contents: bytes) -> list[Job]:
    return [Job(b"text-1", n.to_bytes(20, "big"), "text", c) for n, c in enumerate(contents)]


def outcomes(work: list[Job], count: int = 1, seconds: float = 5.0) -> dict[bytes, tuple[int, str]]:
    with Pool(None, count, seconds=seconds) as pool:
        return {r.job.data or b"": (r.outcome, r.reason) for r in pool.run(work)}


def test_records_come_back_in_order() -> None:
    done = extract_now([(b"p", "python", b"def f%d(): pass\n" % n) for n in range(40)])
    assert [decode(one.record).symbols[0].name for one in done] == [f"f{n}" for n in range(40)]
    assert extract_now([]) == []


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"crash", "crashed the parser (SIGSEGV)"),
        (b"exit", "ended the parser (exit code 3)"),
        (b"spin", "took more than 0.3 s"),
        (b"raise", "RuntimeError in <string>:11: as asked"),
        (b"eat", "ran out of memory"),
    ],
)
@pytest.mark.usefixtures("hostile")
def test_one_bad_file_costs_one_file(content: bytes, reason: str) -> None:
    good = [b"good %d" % n for n in range(50)]
    work = jobs(*good[:20], content, *good[20:])
    found = outcomes(work, count=2, seconds=0.3)
    assert found.pop(content) == (FAILED, reason)
    assert found == dict.fromkeys(good, (OK, ""))


@pytest.mark.usefixtures("hostile")
def test_many_bad_files_and_noise() -> None:
    work = jobs(b"crash", b"print", b"exit", b"good")
    found = outcomes(work * 3)
    assert [found[c][0] for c in (b"crash", b"print", b"exit", b"good")] == [FAILED, OK, FAILED, OK]


@pytest.mark.usefixtures("hostile")
def test_one_that_sleeps_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 2)
    found = outcomes(jobs(b"sleep", b"good"), seconds=0.5)
    assert found == {
        b"sleep": (FAILED, "stopped: no answer, or out of memory"),
        b"good": (OK, ""),
    }


def test_workers_read_for_themselves(repo: Repo) -> None:
    repo.commit({"a.py": "def f(): pass\n", "b.py": "x = 1\n" * 99})
    opened = Repository.open(os.fsencode(repo.path))
    work = [
        Job(b"python-1", repo.oid("HEAD:a.py"), "python", None, 100),
        Job(b"python-1", repo.oid("HEAD:b.py"), "python", None, 100),
        Job(b"python-1", bytes(19) + b"\1", "python", None, 100),
    ]
    with Pool(opened, 2) as pool:
        found = [one.outcome for one in sorted(pool.run(work), key=lambda r: work.index(r.job))]
    assert found == [OK, TOO_LARGE, ABSENT]


def test_a_worker_that_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BOOT", "{path!r}; raise SystemExit('no such thing')")
    with pytest.raises(EnvironmentFault, match="did not start: no such thing"):
        extract_now([(b"k", "text", b"x")])


def test_nothing_is_imported_from_the_folder_we_stand_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "msgpack.py").write_text("raise SystemExit('owned')")
    (tmp_path / "uindex.py").write_text("raise SystemExit('owned')")
    monkeypatch.chdir(tmp_path)
    assert extract_now([(b"k", "text", b"x")])[0].outcome == OK


@pytest.mark.usefixtures("hostile")
def test_leaving_early_ends_the_processes() -> None:
    with Pool(None, 2, seconds=5) as pool:
        results = pool.run(jobs(*[b"good"] * 40, b"spin"))
        next(results)
        pids = [worker.popen.pid for worker in pool._workers]
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, signal.SIG_DFL)


def test_who_only_asks_loads_no_parser() -> None:
    code = "import sys, uindex.pool, uindex.build; print('tree_sitter' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == b"False\n"
