"""One repository as git sees it from one directory."""

from __future__ import annotations

import os
from subprocess import DEVNULL, PIPE
from typing import TYPE_CHECKING, NamedTuple

from uindex.errors import GitFailed, NotARepository
from uindex.git import run as runner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.git.run import Arg, Process

# rev-parse echoes flags it does not know. As paths may hold newlines, these mark where one ends.
_MARK = "--uindex-mark"
_QUESTIONS = (
    "rev-parse",
    "--path-format=absolute",
    "--is-bare-repository",
    "--show-object-format",
    _MARK,
    "--git-dir",
    _MARK,
    "--git-common-dir",
    _MARK,
    "--show-prefix",
    _MARK,
    "--show-toplevel",  # last: it fails where there is no worktree, after the rest is answered
)
_LISTING = ("config", "-z", "--list")


class _Answers(NamedTuple):
    is_bare: bool
    object_format: str
    git_dir: bytes
    common_dir: bytes
    prefix: bytes
    worktree: bytes | None


class Repository:
    """A repository and the worktree we stand in. Paths are absolute bytes.

    `worktree` is None in a bare repository; `prefix` is where we stand below it (empty or ending
    in a slash). `config` has git's spelling of keys (section and name in lower case) and the last
    value of each, as git itself lets the last one win.
    """

    __slots__ = (
        "common_dir",
        "config",
        "environment",
        "flags",
        "git_dir",
        "is_bare",
        "object_format",
        "prefix",
        "worktree",
    )

    def __init__(
        self, answers: _Answers, config: dict[str, str], environment: dict[str, str]
    ) -> None:
        self.git_dir = answers.git_dir
        self.common_dir = answers.common_dir
        self.worktree = answers.worktree
        self.prefix = answers.prefix
        self.object_format = answers.object_format
        self.is_bare = answers.is_bare
        self.config = config
        self.environment = _pinned(environment, answers)
        self.flags: tuple[Arg, ...] = (*runner.SAFE, *_no_filters(config))

    @classmethod
    def open(
        cls, cwd: bytes | str | os.PathLike[str] = b".", *, inherit: bool = True
    ) -> Repository:
        """The repository at `cwd`, as git finds it (GIT_DIR and its kin count unless not
        `inherit`). NotARepository carries git's own words, advice on ownership included."""
        env = runner.environment(inherit=inherit)
        answers, config = _ask(os.fsencode(cwd), env)
        if answers.worktree is None and not answers.is_bare:
            answers, config = _from_inside(answers, config, env)
        env["UINDEX_EMPTY"] = ""
        return cls(answers, config, env)

    @property
    def state_dir(self) -> bytes:
        """Where uindex keeps what it may lose: caches, locks, logs. Shared by all worktrees."""
        return os.path.join(self.common_dir, b"uindex")

    @property
    def top(self) -> bytes:
        """Where git processes run: the worktree, or the git directory where there is none."""
        return self.git_dir if self.worktree is None else self.worktree

    @property
    def oid_size(self) -> int:
        """Bytes in an oid: 20 or 32."""
        return 32 if self.object_format == "sha256" else 20

    @property
    def extensions(self) -> dict[str, str]:
        """The repository's format extensions, names in lower case."""
        return {
            key.removeprefix("extensions."): value
            for key, value in self.config.items()
            if key.startswith("extensions.")
        }

    def config_bool(self, key: str, default: bool) -> bool:
        """A boolean of the configuration, read as git reads one."""
        value = self.config.get(key)
        if value is None:
            return default
        return value.lower() not in ("false", "no", "off", "0", "")

    def hooks_dir(self) -> bytes:
        """Where git looks for this repository's hooks (core.hooksPath counts)."""
        out = runner.run(
            ("rev-parse", "--path-format=absolute", "--git-path", "hooks"),
            cwd=self.top,
            env=self.environment,
            flags=runner.PLAIN,
        )
        return out.removesuffix(b"\n")

    def git(
        self,
        *args: Arg,
        input: bytes | None = None,
        ok: Sequence[int] = (0,),
        network: bool = False,
        env: dict[str, str] | None = None,
    ) -> bytes:
        """Run git here and return its output. `env` is added to the environment."""
        stdin = DEVNULL if input is None else PIPE
        process = self.start(*args, stdin=stdin, network=network, env=env)
        return process.output(input=input, ok=ok)

    def start(
        self,
        *args: Arg,
        stdin: int = DEVNULL,
        stderr: int = PIPE,
        network: bool = False,
        env: dict[str, str] | None = None,
        detached: bool = False,
    ) -> Process:
        """Start git here, to be waited for later."""
        base = self.environment
        if network:
            base = {k: v for k, v in base.items() if k not in _OFFLINE} | _allowed_protocols()
        return runner.start(
            args,
            cwd=self.top,
            env=base if env is None else base | env,
            flags=self.flags,
            stdin=stdin,
            stderr=stderr,
            detached=detached,
        )


_OFFLINE = ("GIT_NO_LAZY_FETCH", "GIT_ALLOW_PROTOCOL", "GIT_TERMINAL_PROMPT")


def _allowed_protocols() -> dict[str, str]:
    """What the user's own environment says about protocols and prompts, where it says something:
    over the network git asks for passwords as it always does."""
    return {name: os.environ[name] for name in _OFFLINE if name in os.environ}


def _ask(cwd: bytes, env: dict[str, str]) -> tuple[_Answers, dict[str, str]]:
    """Put our questions to git: two processes, side by side."""
    asking = runner.start(_QUESTIONS, cwd=cwd, env=env, flags=runner.PLAIN)
    listing = runner.start(_LISTING, cwd=cwd, env=env, flags=runner.PLAIN)
    out, err = asking.popen.communicate()
    try:
        answers = _parse_answers(out, asking.popen.returncode)
        return answers, _parse_config(listing.output())
    except ValueError:
        raise NotARepository(_git_words(err, asking.popen.returncode)) from None
    finally:
        listing.abandon()


def _parse_answers(out: bytes, code: int) -> _Answers:
    """Read what `_QUESTIONS` printed. ValueError if git stopped before all was said."""
    mark = f"\n{_MARK}\n".encode()
    head, git_dir, common_dir, prefix, worktree = out.split(mark)
    is_bare, object_format = head.decode("ascii").split("\n")
    # receive-pack runs hooks inside the git directory with GIT_DIR=., which makes that directory
    # its own worktree; nobody means that.
    found = None if code else worktree.removesuffix(b"\n")
    return _Answers(
        is_bare == "true",
        object_format,
        git_dir,
        common_dir,
        prefix,
        None if found == git_dir else found,
    )


def _git_words(stderr: bytes, code: int) -> str:
    """Git's refusal in git's words: "dubious ownership" comes with several lines of advice, which
    stay fit to be copied in the one line of an error."""
    lines = stderr.decode("utf-8", "surrogateescape").split("\n")
    text = " ".join(line.strip() for line in lines if line.strip())
    return text.removeprefix("fatal: ") or f"git rev-parse: exit code {code}"


def _parse_config(out: bytes) -> dict[str, str]:
    config: dict[str, str] = {}
    for item in out.split(b"\0")[:-1]:
        key, newline, value = item.decode("utf-8", "surrogateescape").partition("\n")
        config[key] = value if newline else "true"  # `[core] bare` without a value is true
    return config


def _from_inside(
    answers: _Answers, config: dict[str, str], env: dict[str, str]
) -> tuple[_Answers, dict[str, str]]:
    """We stand inside the git directory of a repository that has a worktree: use that one.

    Where git does not lead back to the same git directory, there is no worktree for us.
    """
    env = {k: v for k, v in env.items() if k not in ("GIT_DIR", "GIT_WORK_TREE")}
    if answers.git_dir == answers.common_dir:
        top = os.path.dirname(answers.git_dir)
    else:
        try:
            with open(os.path.join(answers.git_dir, b"gitdir"), "rb") as file:
                top = os.path.dirname(os.path.join(answers.git_dir, file.read().rstrip(b"\n")))
        except FileNotFoundError:
            return answers, config
    if not os.path.isdir(top):
        return answers, config
    try:
        outer, outer_config = _ask(top, env)
    except (NotARepository, GitFailed):
        return answers, config
    return (outer, outer_config) if outer.git_dir == answers.git_dir else (answers, config)


def _pinned(env: dict[str, str], answers: _Answers) -> dict[str, str]:
    """`env` with the repository spelled out, so that every process sees the same one.

    Git processes run from the top of the worktree, and a relative GIT_DIR or GIT_WORK_TREE was
    meant from where the user stood. A relative GIT_INDEX_FILE, as hooks get it, is meant from
    the top.
    """
    pinned = dict(env)
    pinned.pop("GIT_PREFIX", None)
    pinned["GIT_DIR"] = os.fsdecode(answers.git_dir)
    pinned.pop("GIT_WORK_TREE", None)
    if answers.worktree is not None:
        pinned["GIT_WORK_TREE"] = os.fsdecode(answers.worktree)
    if "GIT_COMMON_DIR" in pinned:
        pinned["GIT_COMMON_DIR"] = os.fsdecode(answers.common_dir)
    return pinned


def _no_filters(config: dict[str, str]) -> list[Arg]:
    """Flags that blank each filter driver: `status` and `hash-object` run them otherwise.

    --config-env splits at the last "=", so a driver's name may hold one; `-c` would be fooled.
    """
    drivers = {
        key.rpartition(".")[0]
        for key in config
        if key.startswith("filter.") and key.endswith((".clean", ".smudge", ".process"))
    }
    return [
        # In bytes: a locale's encoding may not be the one that we decoded the name with.
        f"--config-env={driver}.{name}=UINDEX_EMPTY".encode("utf-8", "surrogateescape")
        for driver in sorted(drivers)
        for name in ("clean", "smudge", "process", "required")
    ]
