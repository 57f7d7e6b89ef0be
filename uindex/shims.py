"""The shell shims in the hooks directory: put in, taken out, looked at.

A shim is a block between two marker lines.  In a shell hook that is there already, the block goes
right below the first line, so that an `exit` or `exec` further down cannot keep it from running
and standard input is untouched; taking the block out restores the file byte for byte.  Any other
hook (a program, another language, a symlink, one that is not executable) is renamed to
`<name>.before-uindex` and called by our shim, as long as it can be executed.
"""

from __future__ import annotations

import os
import re
import sys
from subprocess import DEVNULL, run
from typing import TYPE_CHECKING, NamedTuple

from uindex.errors import EnvironmentFault
from uindex.git import run as git

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.git.repository import Repository

NAMES = ("post-commit", "post-checkout", "post-merge", "post-rewrite")
PUSHING = "pre-push"
"""Wanted only where the index is to be pushed along with branches."""

OK = "ok"
MISSING = "missing"
BROKEN = "broken"
OUTDATED = "outdated"

_CHAINED = b".before-uindex"
_LEGACY = b".legacy"  # where pre-commit moves a hook that it goes on calling
_BLOCK = re.compile(rb"^# >>> uindex [^\n]*\n.*?^# <<< uindex [^\n]*\n", re.MULTILINE | re.DOTALL)
_PYTHON = re.compile(rb"^  python='((?:[^']|'\\'')*)' search='((?:[^']|'\\'')*)'$", re.MULTILINE)
_SHELL = re.compile(
    rb"#![ \t]*(?:/\S*/)?(?:env[ \t]+)?(?:-S[ \t]+)?(?:\S*/)?(?:ba|da|k|z|a|mk)?sh\b"
)


class Shim(NamedTuple):
    """One hook as it stands."""

    name: str
    path: bytes
    state: str
    detail: str
    """Why it is not ok, or what else a person should know."""


class Place(NamedTuple):
    """Where git looks for hooks here, and what is special about that."""

    folder: bytes
    configured: str
    """The value of core.hooksPath, or ""."""
    inside: bool
    """It is part of this repository (its git directory or its worktree)."""
    tracked: bool
    """Files in it are tracked: a change would show as one of the worktree."""
    exposed: bool
    """It is in the worktree and not ignored: new files in it show in `git status`."""


def wanted(repo: Repository) -> tuple[str, ...]:
    """The hooks that belong here, as the configuration has it."""
    return (*NAMES, PUSHING) if repo.config_bool("uindex.autopush", False) else NAMES


def place(repo: Repository) -> Place:
    folder = repo.hooks_dir()
    configured = repo.config.get("core.hookspath", "")
    real = os.path.realpath(folder)
    in_git = _below(real, repo.common_dir)
    in_worktree = not in_git and repo.worktree is not None and _below(real, repo.worktree)
    tracked = in_worktree and bool(repo.git("ls-files", "-z", "--", real))
    probe = os.path.join(real, NAMES[0].encode())
    exposed = in_worktree and not _ignored(repo, probe)
    return Place(folder, configured, in_git or in_worktree, tracked, exposed)


def _ignored(repo: Repository, path: bytes) -> bool:
    # check-ignore refuses to run where pathspecs are literal, as they are for our other calls.
    flags = tuple(flag for flag in git.SAFE if flag != "--literal-pathspecs")
    command = ("check-ignore", "--", path)
    return bool(git.run(command, cwd=repo.top, env=repo.environment, flags=flags, ok=(0, 1)))


def _below(path: bytes, folder: bytes) -> bool:
    return path.startswith(os.path.join(os.path.realpath(folder), b""))


def install(repo: Repository, *, force: bool = False) -> list[str]:
    """Puts the shims in; returns a line for each thing that was changed.

    Safe to repeat: a shim that is current is left alone, any other one of ours is replaced, and
    one that is no longer wanted is taken out.
    Raises EnvironmentFault in a hooks directory that is tracked, unless `force`.
    """
    where = place(repo)
    shown = os.fsdecode(where.folder)
    if os.path.lexists(where.folder) and not os.path.isdir(where.folder):
        raise EnvironmentFault(
            f"{shown} (core.hooksPath) is no folder, so git runs no hooks here: nothing was changed"
        )
    if where.tracked and not force:
        raise EnvironmentFault(
            f"{shown} (core.hooksPath) is tracked by this repository, and the hooks name a path of "
            "this machine: nothing was changed; `git uindex hooks install --force` does it anyway"
        )
    os.makedirs(repo.state_dir, exist_ok=True)
    os.makedirs(where.folder, exist_ok=True)
    lines = []
    for name in wanted(repo):
        done = _install_one(os.path.join(where.folder, name.encode()), name)
        if done:
            lines.append(f"{name}: {done}")
    if where.inside and PUSHING not in wanted(repo):  # elsewhere it may be another repository's
        lines += _take_out(where.folder, PUSHING)
    if lines and where.configured:
        lines.append(_about(where))
    if lines and where.exposed:
        lines.append(f"note: {shown} is not ignored: the hooks show in git status")
    return lines


def _about(where: Place) -> str:
    shown = os.fsdecode(where.folder)
    if not where.inside:
        return (
            f"note: core.hooksPath is {shown}, outside this repository: other repositories use it "
            "too, and in those without an index these hooks do nothing"
        )
    if b"/.husky/" in where.folder + b"/":
        return (
            f"note: core.hooksPath is {shown}; husky writes that folder anew when it is installed: "
            "then run `git uindex hooks install` again"
        )
    return f"note: core.hooksPath is {shown}; the hooks are there"


def _install_one(path: bytes, name: str) -> str:
    text = _rendered(name)
    block = _block_of(text)
    try:
        with open(path, "rb") as file:
            old = file.read()
    except FileNotFoundError:
        if os.path.islink(path):
            return _chain(path, text)
        _replace(path, text, 0o777 & ~_umask())
        return "installed"
    if _block_of(old) == block:
        return ""
    if _block_of(old):
        _replace(path, old.replace(_block_of(old), block, 1), _mode(path))
        return "renewed"
    if os.path.islink(path) or not os.access(path, os.X_OK) or not _is_shell(old):
        return _chain(path, text)
    _replace(path, _insert(old, block), _mode(path))
    return "added to the hook that was there, below its first line"


def _chain(path: bytes, text: bytes) -> str:
    moved = path + _CHAINED
    if os.path.lexists(moved):
        raise EnvironmentFault(f"{os.fsdecode(moved)} is in the way: move it, then try again")
    os.rename(path, moved)
    _replace(path, text, 0o777 & ~_umask())
    return f"installed; the hook that was there is now {os.fsdecode(os.path.basename(moved))}"


def uninstall(repo: Repository) -> list[str]:
    """Takes the shims out and puts back what was there; returns a line for each change."""
    return take_out(repo, *NAMES, PUSHING)


def take_out(repo: Repository, *names: str) -> list[str]:
    """The same for some of them."""
    folder = place(repo).folder
    return [line for name in names for line in _take_out(folder, name)]


def _take_out(folder: bytes, name: str) -> list[str]:
    path = os.path.join(folder, name.encode())
    lines = []
    for one in (path, path + _LEGACY):
        done = _uninstall_one(one)
        if done:
            lines.append(f"{os.fsdecode(os.path.basename(one))}: {done}")
    return lines


def _uninstall_one(path: bytes) -> str:
    try:
        with open(path, "rb") as file:
            old = file.read()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return ""
    block = _block_of(old)
    if not block:
        return ""
    rest = old.replace(block, b"", 1)
    whole = _whole_file()
    if rest != whole.replace(_block_of(whole), b"", 1):
        _replace(path, rest, _mode(path))
        return "taken out of the hook"
    if os.path.lexists(path + _CHAINED):
        os.replace(path + _CHAINED, path)
        return "removed; the hook from before is back"
    os.unlink(path)
    return "removed"


def look(repo: Repository) -> list[Shim]:
    """Each hook that is wanted, as it stands; starts the recorded interpreter to see that it still
    works."""
    folder = place(repo).folder
    found = [_look_at(os.path.join(folder, name.encode()), name) for name in wanted(repo)]
    works: dict[tuple[str, str], str] = {}
    shims = []
    for shim, recorded in found:
        if recorded is not None:
            if recorded not in works:
                works[recorded] = _fault(*recorded)
            if works[recorded]:
                shim = shim._replace(state=BROKEN, detail=works[recorded])
        shims.append(shim)
    return shims


def _look_at(path: bytes, name: str) -> tuple[Shim, tuple[str, str] | None]:
    for one in (path, path + _LEGACY):
        try:
            with open(one, "rb") as file:
                block = _block_of(file.read())
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            continue
        recorded = _PYTHON.search(block)
        if not recorded:
            continue
        python, path_variable = (
            os.fsdecode(group.replace(b"'\\''", b"'")) for group in recorded.groups()
        )
        current = _block_of(_rendered(name, python, path_variable)) == block
        shim = Shim(name, one, OK if current else OUTDATED, "")
        if not os.access(one, os.X_OK):
            shim = shim._replace(state=BROKEN, detail="not executable")
            return shim, None
        return shim, (python, path_variable)
    return Shim(name, path, MISSING, ""), None


def _fault(python: str, path_variable: str) -> str:
    """Why this interpreter cannot update the index; "" if it can."""
    if not os.access(python, os.X_OK):
        return f"{python} is gone; run `git uindex hooks install`"
    env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    if path_variable:
        env["PYTHONPATH"] = path_variable
    command = [python, "-P", "-c", "import uindex.hook"]
    if run(command, env=env, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, check=False).returncode:
        return f"{python} has no working uindex; run `git uindex hooks install`"
    return ""


def summary(shims: Sequence[Shim]) -> str:
    """One word for all: ok, missing, or the worst there is."""
    states = {shim.state for shim in shims}
    for state in (BROKEN, OUTDATED):
        if state in states:
            return state
    if states == {OK}:
        return OK
    return MISSING if states == {MISSING} else "incomplete"


def _rendered(name: str, python: str | None = None, path_variable: str | None = None) -> bytes:
    """The shim, with the interpreter that runs us and, where it took one to find us, PYTHONPATH."""
    if python is None:
        python = sys.executable
    if path_variable is None:
        path_variable = needed_path()
    text = _whole_file(name)
    text = text.replace(b"@PYTHON@", _in_quotes(python))
    return text.replace(b"@PYTHONPATH@", _in_quotes(path_variable))


def _whole_file(name: str = NAMES[0]) -> bytes:
    here = os.path.dirname(os.path.abspath(__file__))
    installed = os.path.join(here, "hooks", name)
    # In a checkout the shims lie beside the package; a wheel carries them inside it.
    source = os.path.join(os.path.dirname(here), "hooks", name)
    with open(installed if os.path.exists(installed) else source, "rb") as file:
        return file.read()


def needed_path() -> str:
    """Our own root, where the interpreter alone would not find it: a checkout that runs as such."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return "" if os.path.basename(root) in ("site-packages", "dist-packages") else root


def _in_quotes(text: str) -> bytes:
    return os.fsencode(text).replace(b"'", b"'\\''")


def _block_of(text: bytes) -> bytes:
    found = _BLOCK.search(text)
    return found.group() if found else b""


def _is_shell(text: bytes) -> bool:
    """Run by a Bourne-like shell: by its first line, or because there is none and git falls back
    on sh.  A first line without an end has no room below it."""
    if text.startswith(b"#!"):
        return bool(_SHELL.match(text)) and b"\n" in text and b"\r\n" not in text
    return b"\0" not in text


def _insert(old: bytes, block: bytes) -> bytes:
    if not old.startswith(b"#!"):
        return block + old
    end = old.index(b"\n") + 1
    return old[:end] + block + old[end:]


def _mode(path: bytes) -> int:
    return os.stat(path).st_mode & 0o7777


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _replace(path: bytes, text: bytes, mode: int) -> None:
    """As one step: a commit that runs meanwhile sees the old hook or the new one."""
    new = b"%s.%d.tmp" % (path, os.getpid())
    with open(new, "wb") as file:
        file.write(text)
    os.chmod(new, mode)
    os.replace(new, path)
