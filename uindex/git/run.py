"""Running git: one place decides with which flags and in which environment.

A repository may come from anywhere, and its configuration names programs: core.fsmonitor,
filters, hooks, pagers, ssh commands. Nothing here lets git start one of them, take an optional
lock, ask a question, page, or fetch, unless the caller says `network=True`.
"""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

from uindex.errors import EnvironmentFault, GitFailed, Locked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Arg = str | bytes

# `ls-files` and `status` run core.fsmonitor, `update-ref` and `fast-import` run a
# reference-transaction hook, `fetch` runs gc. The untracked cache is left as it is found.
SAFE: tuple[str, ...] = (
    "--no-optional-locks",
    "--no-pager",
    "--literal-pathspecs",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.untrackedCache=keep",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "gc.auto=0",
    "-c",
    "maintenance.auto=false",
    "-c",
    "core.filesRefLockTimeout=2000",
)
# For questions about the configuration itself, which the overrides above would falsify.
PLAIN: tuple[str, ...] = ("--no-optional-locks", "--no-pager", "--literal-pathspecs")

# `git rev-parse --local-env-vars`: what ties a process to one repository. A hook inherits these.
LOCAL_VARIABLES = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_CONFIG",
    "GIT_CONFIG_PARAMETERS",
    "GIT_CONFIG_COUNT",
    "GIT_OBJECT_DIRECTORY",
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_GRAFT_FILE",
    "GIT_INDEX_FILE",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_REPLACE_REF_BASE",
    "GIT_PREFIX",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_SHALLOW_FILE",
    "GIT_COMMON_DIR",
)
# These change what our arguments mean; GIT_CONFIG makes `git config` read another file.
_DROPPED = ("GIT_CONFIG", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS")


def environment(*, inherit: bool = True, network: bool = False) -> dict[str, str]:
    """The environment for a git process.

    `inherit=False` drops what ties us to the repository that called us (a hook's GIT_DIR):
    for calls aimed at another one. `network=False` makes git refuse every transport, so that
    a missing object of a partial clone is missing and not fetched behind our back.
    """
    env = dict(os.environ)
    for name in _DROPPED if inherit else (*_DROPPED, *LOCAL_VARIABLES):
        env.pop(name, None)
    env["LC_ALL"] = "C"
    env["GIT_TERMINAL_PROMPT"] = "0"
    env["GIT_OPTIONAL_LOCKS"] = "0"
    # A record belongs to the bytes its key is the hash of, not to what refs/replace puts there.
    env["GIT_NO_REPLACE_OBJECTS"] = "1"
    if not network:
        env["GIT_NO_LAZY_FETCH"] = "1"  # git 2.45
        env["GIT_ALLOW_PROTOCOL"] = "none"  # before that; overrules protocol.* of any config
    return env


class Process:
    """A git process that was started; the caller does other work, then asks for its output."""

    __slots__ = ("_args", "popen")

    def __init__(self, args: Sequence[Arg], popen: subprocess.Popen[bytes]) -> None:
        self._args = args
        self.popen = popen

    def output(self, *, input: bytes | None = None, ok: Sequence[int] = (0,)) -> bytes:
        """Wait, and return what it wrote. GitFailed if it ended with a code not in `ok`."""
        out, err = self.popen.communicate(input)
        if self.popen.returncode not in ok:
            raise failure(self._args, err, self.popen.returncode)
        return out

    def abandon(self) -> None:
        """Stop it, whatever it is doing, and forget its output. Safe to call twice."""
        if self.popen.poll() is None:
            self.popen.kill()
        for stream in (self.popen.stdin, self.popen.stdout, self.popen.stderr):
            if stream is not None:
                stream.close()
        self.popen.wait()


def start(
    args: Sequence[Arg],
    *,
    cwd: bytes | str,
    env: Mapping[str, str] | None = None,
    flags: Sequence[Arg] = SAFE,
    stdin: int = subprocess.DEVNULL,
    stderr: int = subprocess.PIPE,
    detached: bool = False,
) -> Process:
    """Start `git <flags> <args>` in `cwd`, output piped to us.

    `detached` keeps it out of the terminal's process group: Ctrl-C then reaches only us, and we
    can still use it to put away what was done so far.
    """
    try:
        popen = subprocess.Popen(
            ["git", *flags, *args],
            cwd=cwd,
            env=environment() if env is None else env,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=stderr,
            process_group=0 if detached else None,
        )
    except FileNotFoundError as error:
        if error.filename == "git":
            raise EnvironmentFault("git: not found on PATH; install git") from error
        raise EnvironmentFault(f"{os.fsdecode(cwd)}: no such directory") from error
    except NotADirectoryError as error:
        raise EnvironmentFault(f"{os.fsdecode(cwd)}: not a directory") from error
    return Process(args, popen)


def run(
    args: Sequence[Arg],
    *,
    cwd: bytes | str,
    input: bytes | None = None,
    env: Mapping[str, str] | None = None,
    flags: Sequence[Arg] = SAFE,
    ok: Sequence[int] = (0,),
) -> bytes:
    """Run git and return its standard output; GitFailed if its exit code is not in `ok`."""
    stdin = subprocess.DEVNULL if input is None else subprocess.PIPE
    return start(args, cwd=cwd, env=env, flags=flags, stdin=stdin).output(input=input, ok=ok)


def failure(args: Sequence[Arg], stderr: bytes, code: int) -> GitFailed:
    """The error for a git command that failed: its verb and git's most telling line, or which
    lock of git's is in the way and what to do about it."""
    text = stderr.decode("utf-8", "replace").strip()
    lines = [line for line in text.splitlines() if line.startswith(("fatal: ", "error: "))]
    locked = next(filter(None, map(_lock_of, lines)), "")
    if locked:
        why = "another git process holds it, or one that was killed left it"
        told = f"{locked}: {why}; if no git runs here, remove it"
        return Locked(told, stderr=text, code=code)
    told = (lines or text.splitlines()[-1:] or [f"exit code {code}"])[0]
    return GitFailed(f"git {os.fsdecode(args[0])}: {told}", stderr=text, code=code)


def _lock_of(line: str) -> str:
    """The lock file that git says it could not make, or ""."""
    before, exists, _ = line.rpartition(": File exists")
    if not exists:
        return ""
    _, config, path = before.partition("could not lock config file ")
    if config:
        return f"{path}.lock"
    return before.partition("Unable to create '")[2].removesuffix("'")


def quoted(path: bytes) -> bytes:
    """`path` in git's C quotes, for line protocols that know them (hash-object, fast-import)."""
    escaped = path.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
    return b'"' + escaped + b'"'
