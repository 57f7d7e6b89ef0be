"""A clone to measure in.  The repository that was given is read by `git clone` and nothing else."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from tests.bench.measure import Usage, run

ROOT = Path(__file__).parent.parent.parent
HOME = "bench-home"
"""The branch of the clone that all measuring starts from: HEAD of the repository."""


class Scratch(NamedTuple):
    """The clone, and what git put into it (so that all else can be taken out again)."""

    top: str
    objects: frozenset[str]

    def git(self, *args: str) -> Usage:
        return run(["git", *args], self.top)

    def text(self, *args: str) -> str:
        """What git prints, without the newline at the end."""
        return self.git(*args).out.decode("utf-8", "surrogateescape").removesuffix("\n")

    def uindex(self, *args: str, ok: tuple[int, ...] = (0,)) -> Usage:
        """`git uindex`, from git's start to its end: what a shell would wait for."""
        return run(["git", "uindex", *args], self.top, ok)

    def inside(self, *args: str) -> Usage:
        """A step of `tests.bench.inside`, in a process of its own."""
        return run([sys.executable, "-P", "-m", "tests.bench.inside", *args], self.top)

    def file(self, name: str) -> str:
        """A path beside the clone."""
        return os.path.join(os.path.dirname(self.top), name)

    def forget(self) -> None:
        """Make the clone what it was before anything was indexed, stored objects included: an
        object that is there already would not be written again.  Only before the first commit."""
        for ref in self.text("for-each-ref", "--format=%(refname)", "refs/uindex").split():
            self.git("update-ref", "-d", ref)
        self.forget_cache(all=True)
        for path in _files(self.top):
            if path not in self.objects:
                os.chmod(path, 0o600)
                os.unlink(path)

    def forget_cache(self, all: bool = False) -> None:
        """Remove the derived tables; with `all`, everything that is kept beside the ref."""
        state = os.path.join(self.top, ".git", "uindex")
        shutil.rmtree(state if all else os.path.join(state, "cache"), ignore_errors=True)

    def edit(self, path: str, message: str) -> None:
        """A commit that adds a line at the end of one file."""
        self.append(path)
        self.git("commit", "--quiet", "--message", message, "--", path)

    def append(self, path: str) -> None:
        with open(os.path.join(self.top, path), "ab") as file:
            file.write(b"\n")

    def switch(self, branch: str) -> None:
        self.git("switch", "--quiet", branch)


def make(source: str, folder: str) -> Scratch:
    """Clone `source` into `folder`; Failed where git cannot."""
    seal(folder)
    top = os.path.join(folder, "clone")
    # Its own index, if it has one, must not be in reach: so no objects are shared then.
    indexed = run(["git", "-C", source, "for-each-ref", "refs/uindex"], folder).out
    how = "--no-local" if indexed else "--shared"
    run(["git", "clone", "--quiet", how, "--no-checkout", os.path.abspath(source), top], folder)
    run(["git", "switch", "--quiet", "--create", HOME], top)
    run(["git", "checkout", "--quiet", "--force", HOME], top)
    return Scratch(top, frozenset(_files(top)))


def seal(folder: str) -> None:
    """No setting of this machine or person takes part; `git uindex` is this checkout."""
    for name in list(os.environ):
        # Without byte code every start would compile.
        if name.startswith(("GIT_", "UINDEX_", "XDG_")) or name == "PYTHONDONTWRITEBYTECODE":
            del os.environ[name]
    programs = os.path.join(folder, "bin")
    os.makedirs(programs)
    script = os.path.join(programs, "git-uindex")
    with open(script, "w", encoding="utf-8") as file:
        file.write(f"#!{sys.executable}\nfrom uindex.cli.main import main\nmain()\n")
    os.chmod(script, 0o755)
    search = [str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    os.environ.update(
        PATH=programs + os.pathsep + os.environ["PATH"],
        PYTHONPATH=os.pathsep.join(filter(None, search)),
        XDG_CONFIG_HOME=folder,
        GIT_CONFIG_NOSYSTEM="1",
        GIT_CONFIG_GLOBAL=os.devnull,
        GIT_LFS_SKIP_SMUDGE="1",
        GIT_TERMINAL_PROMPT="0",
        LC_ALL="C",
    )
    for who in ("AUTHOR", "COMMITTER"):
        os.environ[f"GIT_{who}_NAME"] = "bench"
        os.environ[f"GIT_{who}_EMAIL"] = "bench@localhost.invalid"


def _files(top: str) -> list[str]:
    found = []
    for folder, _, names in os.walk(os.path.join(top, ".git", "objects")):
        found += [os.path.join(folder, name) for name in names]
    return found
