"""Builders, askers, sharers and one who tidies up: processes that work in four worktrees at once,
while branches move; some of them are killed without warning."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from tests.repos import Repo, init
from uindex.errors import ENVIRONMENT, FOUND, NOTHING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WORKTREES = 4
FILES = 40
_OLD = 1000.0
_LOCKED = "if no git runs here, remove it"


class Ground(NamedTuple):
    """A remote, a clone of it with its worktrees, and a teammate's clone."""

    origin: Repo
    worktrees: list[Repo]
    teammate: Repo


def ground(folder: Path) -> Ground:
    origin = init(folder / "origin.git", "--bare")
    main = init(folder / "w0")
    main.git("remote", "add", "origin", os.fspath(origin.path))
    main.commit()  # so that there is always one to go back to
    main.commit({f"f{n}.py": f"def f{n}(): pass\n" for n in range(FILES)})
    others = (main.worktree(folder / f"w{number}", f"b{number}") for number in range(1, WORKTREES))
    worktrees = [main, *others]
    for one in worktrees:
        one.git("push", "--quiet", "--set-upstream", "origin", "HEAD")
    teammate = origin.clone(folder / "mate")
    return Ground(origin, worktrees, teammate)


class Crowd:
    """The processes, and what went wrong with them."""

    def __init__(self, place: Ground, seed: int, kill: bool, *, groups: bool = False) -> None:
        self.place = place
        self.groups = groups
        """Whether the gits that a process started are killed with it, as by a power cut: they
        leave their locks."""
        self.locks = 0
        """Locks that were left."""
        self.kill = kill
        self.seed = seed
        self.faults: list[str] = []
        self.runs = 0
        self.killed = 0
        self.built: list[str] = []
        """Commits whose build ended well."""
        self._end = 0.0
        self._lock = threading.Lock()

    def work(self, seconds: float) -> None:
        """Let all of them work for so long."""
        self._end = time.monotonic() + seconds
        kinds: list[Callable[[random.Random, int], None]] = [
            *[self._build] * WORKTREES,
            *[self._ask] * 2,
            self._share,
            self._tidy,
            *([self._age] if self.groups else []),
        ]
        threads = [
            threading.Thread(target=self._repeat, args=(kind, random.Random(self.seed + n), n))
            for n, kind in enumerate(kinds)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self.groups:
            self._outlive(0)

    def _repeat(
        self, kind: Callable[[random.Random, int], None], rng: random.Random, n: int
    ) -> None:
        while time.monotonic() < self._end:
            kind(rng, n % WORKTREES)

    def _build(self, rng: random.Random, n: int) -> None:
        """A commit, a branch that moves back and forth, and the index brought up to date."""
        repo = self.place.worktrees[n]
        if rng.random() < 0.2:
            repo.git("checkout", "--quiet", "--detach", "HEAD~1" if rng.random() < 0.5 else "HEAD")
            repo.git("checkout", "--quiet", "-B", f"b{n}" if n else "main")
        name = f"w{n}_{rng.randrange(10**6)}"
        repo.commit({f"f{rng.randrange(FILES)}.py": f"def {name}(): pass\n"})
        head = repo.oid().hex()
        if self.uindex(rng, repo, "build") == FOUND:
            self.built.append(head)

    def _ask(self, rng: random.Random, n: int) -> None:
        repo = rng.choice(self.place.worktrees)
        verb = rng.choice(["find", "callers", "status", "find"])
        words = () if verb == "status" else (f"f{rng.randrange(FILES)}",)
        self.uindex(rng, repo, verb, *words, ok=(FOUND, NOTHING))

    def _share(self, rng: random.Random, n: int) -> None:
        number = rng.randrange(WORKTREES)
        repo, mate = self.place.worktrees[number], self.place.teammate
        if rng.random() < 0.5:
            # The branch by name: the worktree's builder may have its HEAD detached just now.
            branch = f"refs/heads/b{number}" if number else "refs/heads/main"
            repo.git("push", "--quiet", "--force", "origin", f"HEAD:{branch}")
            self.uindex(rng, repo, "sync")
            return
        mate.git("pull", "--quiet", "--no-rebase", "--strategy-option=ours")
        mate.commit({f"m{rng.randrange(9)}.py": f"def mate{rng.randrange(10**6)}(): pass\n"})
        mate.git("push", "--quiet", "origin", "HEAD:refs/heads/mate", "--force")
        self.uindex(rng, mate, "build")
        self.uindex(rng, mate, "sync")

    def _tidy(self, rng: random.Random, n: int) -> None:
        repo = rng.choice(self.place.worktrees)
        self.uindex(rng, repo, "gc", "--grace", "0")
        if rng.random() < 0.3 and not self.groups:  # git's own gc fails where it meets a lock
            repo.git("-c", "gc.auto=1", "gc", "--quiet", "--auto")
        time.sleep(rng.random())

    def _age(self, rng: random.Random, n: int) -> None:
        time.sleep(0.5)
        self._outlive(3)

    def _outlive(self, seconds: float) -> None:
        """Whatever has been locked for so long was left: ours is made old, for the next process to
        remove, and what is everybody's is removed, as the error says."""
        for repo in (self.place.worktrees[0], self.place.teammate):
            for path in (repo.path / ".git").rglob("*.lock"):
                with suppress(FileNotFoundError):
                    age = time.time() - path.stat().st_mtime
                    if not seconds <= age < _OLD or path.parent == repo.path / ".git/uindex":
                        continue
                    self.locks += 1
                    if "refs/uindex" in os.fspath(path):
                        os.utime(path, (time.time() - _OLD,) * 2)
                    else:
                        path.unlink()

    def _await_lock(self, repo: Repo, process: subprocess.Popen[bytes]) -> None:
        """Until a ref is locked, by whomever: git does that for milliseconds."""
        mates = repo is self.place.teammate
        folder = (repo if mates else self.place.worktrees[0]).path / ".git"
        while process.poll() is None:
            if (folder / "packed-refs.lock").exists():
                return
            for _, _, names in os.walk(folder / "refs/uindex"):
                if any(name.endswith(".lock") for name in names):
                    return

    def uindex(
        self, rng: random.Random, repo: Repo, *words: str, ok: tuple[int, ...] = (FOUND,)
    ) -> int:
        """Run a verb; its exit code.  A run that is killed counts as none."""
        command = [sys.executable, "-P", "-m", "uindex", *words]
        process = subprocess.Popen(
            command,
            cwd=repo.path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=self.groups,
        )
        killed = False
        if self.kill and rng.random() < 0.3:
            if self.groups and rng.random() < 0.7:
                self._await_lock(repo, process)
            else:
                time.sleep(rng.random() * 0.5)
            killed = process.poll() is None
            if killed and self.groups:
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
        out, err = process.communicate()
        code = process.returncode
        with self._lock:
            self.runs += 1
            self.killed += killed
            if code not in ok and not (killed and code == -signal.SIGKILL):
                said = err.decode("utf-8", "replace").strip() or out.decode("utf-8", "replace")
                if self.groups and code == ENVIRONMENT and _LOCKED in said:
                    return code
                self.faults.append(f"{' '.join(words)} in {repo.path.name}: {code}: {said}")
        return code


def aftermath(place: Ground, built: list[str]) -> list[str]:
    """What is wrong with the repository now that all is quiet; nothing, if all is well."""
    main = place.worktrees[0]
    faults = []

    def run(repo: Repo, *command: str, ok: int = 0) -> str:
        done = subprocess.run(command, cwd=repo.path, capture_output=True, check=False)
        said = (done.stdout + done.stderr).decode("utf-8", "replace").strip()
        if done.returncode != ok:
            faults.append(f"{' '.join(command)} in {repo.path.name}: {done.returncode}: {said}")
        return said

    uindex = (sys.executable, "-P", "-m", "uindex")
    for repo in (*place.worktrees, place.teammate):
        run(repo, *uindex, "build")
        run(repo, *uindex, "fsck")
        for file in sorted(os.listdir(repo.path))[:3]:
            if file.endswith(".py"):
                name = (repo.path / file).read_text("utf-8").split("def ")[1].partition("(")[0]
                run(repo, *uindex, "find", "--no-refresh", name)
    said = run(main, "git", "fsck")
    faults += [f"git fsck: {line}" for line in said.splitlines() if not line.startswith("dangling")]
    for repo in (main, place.teammate, place.origin):
        # Our own lock files stay: what holds them is a process, not that they are there.
        ours = (repo.path / "uindex", repo.path / ".git/uindex")
        locks = (path for path in repo.path.rglob("*.lock") if path.parent not in ours)
        faults += [f"left: {path}" for path in locks]
        left = repo.git("for-each-ref", "refs/uindex/tmp").decode()
        faults += [f"left: {line}" for line in left.splitlines()]
    known = set(main.git("log", "--all", "--format=%H").decode().split())
    listed = main.git("ls-tree", "-r", "--name-only", "refs/uindex/index").decode().splitlines()
    manifests = {"".join(path.split("/")[2:]) for path in listed if path.startswith("manifests/")}
    lost = (known & set(built)) - manifests
    faults += [f"lost: the index of {commit}" for commit in sorted(lost)]
    return faults
