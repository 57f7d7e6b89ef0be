"""Talking to remotes: git's own fetch, push and ls-remote, with the user's own credentials.

What a user's configuration would add to a plain fetch or push (tags, pruning, submodules, signed
pushes, hooks, gc afterwards, the filter of a partial clone) is switched off: only the one ref
moves.
"""

from __future__ import annotations

import re
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

from uindex.errors import EnvironmentFault, GitFailed, Locked
from uindex.git import refspecs
from uindex.git.oid import Oid, from_hex, to_hex
from uindex.git.refs import read_ref, swap, temporary_ref
from uindex.git.run import failure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import IO

    from uindex.git.repository import Repository
    from uindex.git.run import Arg

    Progress = Callable[[str, int, int], None]
    """Told what git is doing, how much of it is done, and how much there is."""

_NO_SUCH_REF = "couldn't find remote ref"
_PROGRESS = re.compile(rb"(?:remote: )?([A-Z][a-z ]+):(?: +\d+% \((\d+)/(\d+)\)| \d+(?=, done|$))")
# What a user's configuration would do besides; none of it has an option of its own.
_CONFIG = (
    *("-c", "fetch.writeCommitGraph=false", "-c", "fetch.bundleURI="),
    *(
        "-c",
        "push.default=nothing",
        "-c",
        "push.pushOption=",
        "-c",
        "push.useForceIfIncludes=false",
    ),
)
_FETCH = (
    *("fetch", "--no-tags", "--no-prune", "--no-write-fetch-head", "--refmap="),
    *("--no-recurse-submodules", "--no-filter", "--no-auto-maintenance"),
)
_PUSH = (
    *("push", "--porcelain", "--no-verify", "--no-follow-tags", "--no-signed"),
    *("--recurse-submodules=no", "--no-mirror"),
)
_LISTED = re.compile(rb"((?:[0-9a-f]{40}|[0-9a-f]{64}))\t(refs/[^\0-\x20\x7f~^:?*\[\\]+)(\^\{\})?")
_GIT = ("fatal: ", "error: ", "warning: ", "hint: ", "remote: ", "To ", "From ")
_NOTHING_SAID = "Could not read from remote repository"
# Advice that git gives whatever the reason was.
_ADVICE = ("Please make sure you have the correct access", "and the repository exists.")
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


def shown(remote: str) -> str:
    """A remote, or what was said of one, as it may be told to anyone: URLs without their login."""
    return re.sub(r"(://)[^/\s]*@", r"\1", remote)


def push_target(repo: Repository, remote: str, ref: bytes) -> str:
    """What to name for a push of `ref`, and for questions before it: the remote, or the place it
    pushes to (of several, the first) where only that is safe.

    That is so where it is not the one it fetches from; for a mirror, to which git pushes
    everything or nothing; and where a refspec leads to our own `ref`: git takes what was pushed
    for the news from there, and would overwrite ours.
    """
    if remote not in remotes(repo):
        return remote
    fetched, pushed = _urls(repo, remote), _urls(repo, remote, "--push")
    mirrored = repo.config_bool(f"remote.{remote}.mirror", False)
    overwritten = any(refspecs.source(one, ref) for one in refspecs.configured(repo, remote))
    if pushed == fetched[:1] and not mirrored and not overwritten:
        return remote
    return pushed[0].decode("utf-8", "surrogateescape")


def _urls(repo: Repository, remote: str, *option: str) -> list[bytes]:
    out = repo.git("remote", "get-url", *option, "--all", "--", remote, ok=(0, 2))
    if out:
        return out.splitlines()
    # That verb knows only of remotes that the repository's own configuration has.
    for name in ("pushurl", "url") if option else ("url",):
        out = repo.git("config", "-z", "--get-all", f"remote.{remote}.{name}", ok=(0, 1))
        if out:
            return out.split(b"\0")[:-1]
    return [remote.encode("utf-8", "surrogateescape")]


def list_remote(repo: Repository, remote: str, *patterns: bytes) -> dict[bytes, Oid]:
    """The refs of a remote that match; an annotated tag is what it points at.

    What has no name that a ref can have is not listed.  EnvironmentFault where the object ids are
    of another kind than ours.
    """
    talk = _talk(repo, ("ls-remote", "--", remote, *patterns))
    talk.check()
    refs = {}
    for line in talk.out.split(b"\n"):
        found = _LISTED.fullmatch(line)
        if found is None:
            continue
        if len(found[1]) != 2 * repo.oid_size:
            ours = repo.object_format
            raise EnvironmentFault(f"{shown(remote)}: has another object format than {ours}")
        refs[found[2]] = from_hex(found[1])  # what is peeled comes after
    return refs


def fetch(
    repo: Repository,
    remote: str,
    ref: bytes,
    into: bytes,
    have: Iterable[Oid] | None = (),
    progress: Progress | None = None,
) -> Oid | None:
    """Bring `ref` of a remote to our ref `into`; None where the remote has no such ref.

    `have` are commits whose history may be that of `ref`: what they hold is not sent again.  None:
    all is sent, as if there were nothing here.

    GitFailed, in git's words, where the remote cannot be talked to.
    """
    # By way of a ref of our own: git fails where another process moves the same one meanwhile.
    landing = temporary_ref()
    # The index has a history of its own. Left alone, git offers the user's commits first and may
    # give up before it comes to ours, and then everything is sent again.
    tips = [b"--negotiation-tip=" + to_hex(oid) for oid in set(have or ())]
    if have is None:
        tips = [b"--refetch"]
    talk = _talk(repo, (*_FETCH, *tips, "--", remote, b"+" + ref + b":" + landing), progress)
    tip = read_ref(repo, landing)
    if tip is None:
        if talk.code and _NO_SUCH_REF in talk.words:
            return None
        talk.check()
        return None
    try:
        talk.check()
        while not swap(repo, [(into, tip, read_ref(repo, into))]):
            pass  # each time another process has moved it
    finally:
        swap(repo, [(landing, None, tip)])
    return tip


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
    args = (*_PUSH, *force, "--", remote, to_hex(commit) + b":" + ref)
    # A mirror takes no refspec.  --config-env splits at the last "=", as a remote may hold one.
    mirror = f"--config-env=remote.{remote}.mirror=UINDEX_FALSE"
    talk = _talk(repo, args, progress, mirror if remote in remotes(repo) else None)
    # A flag, from:to and a summary, separated by tabs.
    rows = [line.split(b"\t") for line in talk.out.splitlines() if line.count(b"\t") == 2]
    if not rows:
        talk.check()
    refused = "; ".join(row[2].decode("utf-8", "replace") for row in rows if row[0] == b"!")
    if not refused:
        return Pushed(True, False, "")
    raced = bool(_RACE.search(f"{refused}\n{talk.words}".lower()))
    words = _server_words(talk.words)
    reason = re.search(r"\((.*)\)$", refused)
    if words and reason:  # "pre-receive hook declined"; what servers say is not always about it
        words += f" ({reason[1]})"
    return Pushed(False, raced, shown(words or refused))


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
        """GitFailed if it failed: in the words of the other side, or of what leads there (ssh),
        where they say more than git does."""
        if not self.code:
            return
        fault = failure(self.args, self.words.encode("utf-8", "replace"), self.code)
        if isinstance(fault, Locked):
            raise fault
        said = _server_words(self.words) or " ".join(
            line.strip()
            for line in self.words.splitlines()
            if line.strip() and not line.startswith((*_GIT, *_ADVICE))
        )
        text = str(fault)
        if said and said not in text:
            verb, told = text.split(": ", 1)
            text = f"{verb}: {said}" if _NOTHING_SAID in told else f"{text.rstrip('.')}: {said}"
        raise GitFailed(shown(text), stderr=fault.stderr, code=self.code)


def _talk(
    repo: Repository,
    args: tuple[Arg, ...],
    progress: Progress | None = None,
    setting: str | None = None,
) -> _Talk:
    """Run a git command that uses the network, and tell how far it is."""
    verb, *rest = args
    bar = "--no-progress" if progress is None else "--progress"
    options = () if verb == "ls-remote" else (bar,)
    settings = _CONFIG if setting is None else (*_CONFIG, setting)
    env = {"UINDEX_FALSE": "false"}
    process = repo.start(*settings, verb, *options, *rest, network=True, env=env)
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
