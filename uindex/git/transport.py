"""Talking to remotes: git's own fetch, push and ls-remote, with the user's own credentials.

What a user's configuration would add to a plain fetch or push (tags, pruning, submodules, signed
pushes, hooks, gc afterwards, the filter of a partial clone) is switched off: only the one ref
moves.
"""

from __future__ import annotations

import re
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

from uindex.errors import EnvironmentFault
from uindex.git.oid import Oid, from_hex, to_hex
from uindex.git.refs import read_ref
from uindex.git.run import failure

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

    from uindex.git.repository import Repository
    from uindex.git.run import Arg

    Progress = Callable[[str, int, int], None]
    """Told what git is doing, how much of it is done, and how much there is."""

_NO_SUCH_REF = "couldn't find remote ref"
_PROGRESS = re.compile(rb"(?:remote: )?([A-Z][a-z ]+):(?: +\d+% \((\d+)/(\d+)\)| \d+(?=, done|$))")
# What a user's configuration would do besides; none of it has an option of its own.
_CONFIG = (
    "-c",
    "fetch.writeCommitGraph=false",
    "-c",
    "fetch.bundleURI=",
    "-c",
    "push.default=nothing",
)
_FETCH = (
    *("fetch", "--no-tags", "--no-prune", "--no-write-fetch-head", "--refmap="),
    *("--no-recurse-submodules", "--no-filter", "--no-auto-maintenance"),
)
_PUSH = (
    *("push", "--porcelain", "--no-verify", "--no-follow-tags", "--no-signed"),
    *("--recurse-submodules=no", "--no-mirror"),
)
# Where several of us, or a plain `git push`, write to one repository at once, the server may fail
# to lock the ref or find it moved.
_RACE = re.compile(
    r"cannot lock ref|unable to create .*\.lock|failed to (update|lock)|incorrect old value"
    r"|reference already exists|unable to resolve reference|fetch first|non-fast-forward|stale info"
)


class Pushed(NamedTuple):
    """How a push ended."""

    done: bool
    raced: bool
    """It may have been another push that was in the way."""
    said: str
    """Why it was refused, in the server's words where it had any."""


def remotes(repo: Repository) -> list[str]:
    """The configured remotes."""
    return repo.git("remote").decode("utf-8", "surrogateescape").split("\n")[:-1]


def default_remote(repo: Repository) -> str:
    """`uindex.share`, or the remote of the current branch, or origin, or the only one there is.
    EnvironmentFault where none of these is a remote."""
    known = remotes(repo)
    head = repo.git("symbolic-ref", "--quiet", "HEAD", ok=(0, 1)).strip()
    branch = head.removeprefix(b"refs/heads/").decode("utf-8", "surrogateescape")
    wanted = (repo.config.get("uindex.share"), repo.config.get(f"branch.{branch}.remote"), "origin")
    for name in wanted:
        if name in known:
            return str(name)
    if len(known) == 1:
        return known[0]
    if known:
        raise EnvironmentFault(f"which remote? name one of {', '.join(known)}")
    raise EnvironmentFault("no remote to share with; add one with git remote add")


def push_target(repo: Repository, remote: str) -> str:
    """What to name for a push, and for questions before it: the remote, or where it pushes to
    when that is another place than it fetches from."""
    if remote not in remotes(repo):
        return remote
    urls = [
        repo.git("remote", "get-url", *option, "--", remote).splitlines()[0]
        for option in ((), ("--push",))
    ]
    return remote if urls[0] == urls[1] else urls[1].decode("utf-8", "surrogateescape")


def list_remote(repo: Repository, remote: str, *patterns: bytes) -> dict[bytes, Oid]:
    """The refs of a remote that match; an annotated tag is what it points at."""
    talk = _talk(repo, ("ls-remote", "--", remote, *patterns))
    talk.check()
    refs = {}
    for line in talk.out.splitlines():
        digits, _, name = line.partition(b"\t")
        refs[name.removesuffix(b"^{}")] = from_hex(digits)  # what is peeled comes after
    return refs


def fetch(
    repo: Repository, remote: str, ref: bytes, into: bytes, progress: Progress | None = None
) -> Oid | None:
    """Bring `ref` of a remote to our ref `into`; None where the remote has no such ref.

    GitFailed, in git's words, where the remote cannot be talked to.
    """
    talk = _talk(
        repo,
        (*_FETCH, "--", remote, b"+" + ref + b":" + into),
        progress,
    )
    if talk.code and _NO_SUCH_REF in talk.words:
        return None
    talk.check()
    return read_ref(repo, into)


def push(
    repo: Repository,
    remote: str,
    commit: Oid,
    ref: bytes,
    *,
    lease: Oid | None = None,
    progress: Progress | None = None,
) -> Pushed:
    """Let `ref` of a remote be `commit`: only forward, or with a `lease` from exactly there.

    That it is refused is an answer; GitFailed where the remote cannot be talked to.
    """
    force = () if lease is None else (b"--force-with-lease=" + ref + b":" + to_hex(lease),)
    talk = _talk(
        repo,
        (*_PUSH, *force, "--", remote, to_hex(commit) + b":" + ref),
        progress,
    )
    # A flag, from:to and a summary, separated by tabs.
    rows = [line.split(b"\t") for line in talk.out.splitlines() if line.count(b"\t") == 2]
    if not rows:
        talk.check()
    refused = "; ".join(row[2].decode("utf-8", "replace") for row in rows if row[0] == b"!")
    if not refused:
        return Pushed(True, False, "")
    raced = bool(_RACE.search(f"{refused}\n{talk.words}".lower()))
    return Pushed(False, raced, _server_words(talk.words) or refused)


def _server_words(text: str) -> str:
    """What the other side said: git marks its lines, and servers draw frames around theirs."""
    lines = [line[8:].strip() for line in text.splitlines() if line.startswith("remote: ")]
    return " ".join(line for line in lines if re.search(r"\w", line))


class _Talk(NamedTuple):
    """A conversation that is over."""

    args: tuple[Arg, ...]
    out: bytes
    words: str
    """What git said on standard error, progress left out."""
    code: int

    def check(self) -> None:
        if self.code:
            raise failure(self.args, self.words.encode("utf-8", "replace"), self.code)


def _talk(repo: Repository, args: tuple[Arg, ...], progress: Progress | None = None) -> _Talk:
    """Run a git command that uses the network, and tell how far it is."""
    verb, *rest = args
    shown = "--no-progress" if progress is None else "--progress"
    options = () if verb == "ls-remote" else (shown,)
    process = repo.start(*_CONFIG, verb, *options, *rest, network=True)
    popen = process.popen
    assert popen.stdout is not None
    assert popen.stderr is not None
    said: list[bytes] = []
    listener = Thread(target=_listen, args=(popen.stderr, said, progress), daemon=True)
    listener.start()
    try:
        out = popen.stdout.read()
        listener.join()
        code = popen.wait()
    finally:
        process.abandon()
    return _Talk(args, out, b"\n".join(said).decode("utf-8", "replace"), code)


def _listen(stream: IO[bytes], said: list[bytes], progress: Progress | None) -> None:
    """Keep what git says, line by line; what it says about progress goes to `progress`."""
    rest = b""
    while piece := stream.read1(4096):  # type: ignore[attr-defined]
        *lines, rest = re.split(rb"[\r\n]", rest + piece)
        for line in lines:
            found = _PROGRESS.match(line)
            if found is None:
                said.append(line.replace(b"\x1b[K", b"").rstrip())
            elif progress is not None and found[2]:
                progress(found[1].decode("ascii").lower(), int(found[2]), int(found[3]))
    said.append(rest)
