"""Builders of real repositories for tests."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    # Names are str or bytes; a Mapping of either is invariant in them, hence Any.
    Files = Mapping[Any, str | bytes]

SEALED = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.invalid",
    "GIT_AUTHOR_DATE": "1700000000 +0000",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.invalid",
    "GIT_COMMITTER_DATE": "1700000000 +0000",
    "GIT_EDITOR": "false",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}

# Names that break line protocols, quoting, option parsing or UTF-8 decoding (case A10).
ODD_NAMES = (
    b"bad-\xff.py",
    b'tab\tq"x.py',
    b"new\nline.py",
    "caf\u00e9.py".encode(),
    b"-dash.py",
    b" lead.py",
    b"trail .py ",
    b"a b (1).py",
    b"x:y.py",
    b"back\\slash.py",
    b'"quoted".py',
    b":(top)magic.py",
    b"star*[x]?.py",
    b"cr\r.py",
)


class Repo(NamedTuple):
    """A repository on disk and the verbs that tests need."""

    path: Path

    def git(self, *args: str | bytes, input: bytes | None = None, **env: str) -> bytes:
        """Run git here as a user would; its output, without the newline at the end."""
        done = subprocess.run(
            ["git", *args],
            cwd=self.path,
            input=input,
            env={**os.environ, **env},
            capture_output=True,
            check=False,
        )
        if done.returncode:
            raise AssertionError(f"git {args!r}: {done.stderr.decode('utf-8', 'replace')}")
        return done.stdout.removesuffix(b"\n")

    def oid(self, rev: str = "HEAD") -> bytes:
        """The oid that `rev` names."""
        return bytes.fromhex(self.git("rev-parse", "--verify", rev).decode("ascii"))

    def write(self, files: Files) -> Repo:
        """Write files into the worktree, folders included."""
        for name, content in files.items():
            path = os.path.join(os.fsencode(self.path), os.fsencode(name))
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
        return self

    def commit(
        self,
        files: Files | None = None,
        message: str = "Change",
    ) -> bytes:
        """Write files, stage all of the worktree and commit; the commit's oid."""
        self.write(files or {})
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        return self.oid()

    def config(self, key: str, value: str) -> Repo:
        self.git("config", key, value)
        return self

    def branch(self, name: str) -> Repo:
        """Start a branch here and switch to it."""
        self.git("switch", "--quiet", "--create", name)
        return self

    def worktree(self, path: Path, branch: str) -> Repo:
        """A linked worktree on a new branch."""
        self.git("worktree", "add", "--quiet", "-b", branch, os.fspath(path))
        return Repo(path)

    def submodule(self, source: Repo, name: str) -> Repo:
        """Add `source` as a submodule at `name` and commit that."""
        self.git(
            *("-c", "protocol.file.allow=always", "submodule", "--quiet", "add"),
            *(os.fspath(source.path), name),
        )
        self.commit(message="Add a submodule")
        return Repo(self.path / name)

    def clone(self, path: Path, *options: str) -> Repo:
        """A clone through the file transport (so that --filter and --depth count)."""
        self.git("clone", "--quiet", *options, f"file://{self.path}", os.fspath(path))
        return Repo(path)

    def exclude(self, *patterns: str) -> Repo:
        """A sparse checkout of everything but these."""
        lines = ["/*", *(f"!{pattern}" for pattern in patterns)]
        self.git("sparse-checkout", "set", "--no-cone", *lines)
        return self

    def conflict(self, name: str = "both.py") -> Repo:
        """Leave the worktree in the middle of a merge with a conflict in `name`."""
        self.commit({name: "base = 1\n"})
        self.git("switch", "--quiet", "--create", "theirs")
        self.commit({name: "theirs = 1\n"})
        self.git("switch", "--quiet", "-")
        self.commit({name: "ours = 1\n"})
        done = subprocess.run(
            ["git", "merge", "theirs"], cwd=self.path, capture_output=True, check=False
        )
        assert done.returncode == 1
        return self

    def promise(self) -> Repo:
        """Mark the repository as a partial clone, as `git clone --filter` does."""
        self.config("core.repositoryformatversion", "1")
        return self.config("extensions.partialClone", "origin")


def init(path: Path, *options: str) -> Repo:
    """A new repository on branch main (`--bare`, `--object-format=sha256`, ...)."""
    subprocess.run(
        ["git", "init", "--quiet", "--initial-branch=main", *options, os.fspath(path)], check=True
    )
    return Repo(path)


def supports(*options: str, folder: Path) -> bool:
    """Whether this git can `init` with these options (`--ref-format=reftable`)."""
    done = subprocess.run(
        ["git", "init", "--quiet", *options, os.fspath(folder)], capture_output=True, check=False
    )
    return done.returncode == 0
