"""Shell: what a script sources, and the functions that come with it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of, join
from uindex.resolve.family import Family
from uindex.resolve.model import (
    CANDIDATE,
    EXTERNAL,
    RESOLVED,
    Module,
    Place,
    Target,
    dangling,
    external,
    found,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.record import Link
    from uindex.resolve.facts import Facts

_HERE = re.compile(
    r"\$\((?:cd[ \t]+)?[\"']?\$?\(?dirname\b.*?\)(?=/)|`dirname\b[^`]*`"
    r"|\$\{(?:0|BASH_SOURCE(?:\[0\])?|\(%\):-%[Nx]\}?)(?:%%?/[^{}]*|:[aA]?:?h)\}|\$0:h"
)
"""The folder of the script itself."""
_VARIABLE = re.compile(r"\$\{?(\w+)[^{}/]*\}?|\$\([^()]*(?:\([^()]*\)[^()]*)*\)|`[^`]*`")
_OUTSIDE = re.compile(
    r"\$\{?(?:HOME|XDG_\w+|TMPDIR|TMP|PREFIX|USER|NVM_DIR|RBENV_ROOT|PYENV_ROOT|CARGO_HOME|GOPATH"
    r"|HOMEBREW_\w+|VIRTUAL_ENV|ENV|BASH_ENV)\b|~|/"
)
MANY = 12
"""Files that a computed path may be one of; of more it says nothing."""
_SUFFIXES = ("", ".sh", ".bash", ".zsh")
_COMMANDS = frozenset(
    "[ [[ awk basename bash cat chmod chown clear cp curl cut date diff dirname docker du env "
    "expr find fold git go grep head hostname id install ip kill less ln ls make man mkdir mktemp "
    "more mv node npm open paste perl pip ps python python3 rm rmdir rsync ruby scp sed seq sh "
    "sleep sort ssh stat stty su sudo svn systemctl tail tar tee time top touch tput tr tty uname "
    "uniq unzip vi vim wc wget which who whoami xargs yes zip zsh".split()
)


class Shell(Family):
    """A function is of the whole shell: what sources its file, directly or not, has it, and so have
    the other files that it sources."""

    langs = ("bash",)
    selves = frozenset[str]()
    supers = frozenset[str]()
    separator = re.compile(r"/")
    last_wins = True

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        folder, written = folder_of(path), link.receiver
        return facts.memo(
            ("shell module", folder, written), lambda: _sourced(facts, folder, written)
        )

    def local(self, facts: Facts, path: str, link: Link) -> tuple[str, Link]:
        return "", link

    def qualified(self, facts: Facts, path: str, names: Sequence[str]) -> Sequence[Place] | None:
        """A script that is run by its path."""
        if len(names) < 2:
            return None
        module = _sourced(facts, folder_of(path), "/".join(names))
        return [Place(file) for file in module.files[:1]]

    def linked(self, facts: Facts, path: str, link: Link) -> Target:
        named = [place for place in facts.named(link.name) if facts.lang(place.path) == "bash"]
        functions = [place for place in named if _kind(facts, place) == "function"]
        if not functions:
            return Target(EXTERNAL)
        together = facts.memo(("shell together", path), lambda: _together(facts, path))
        seen = tuple(place for place in functions if place.path in together)
        if seen:
            return Target(RESOLVED if len(seen) == 1 else CANDIDATE, seen)
        if link.name in _COMMANDS:
            return Target(EXTERNAL)
        if len(functions) == 1 and "_" in link.name:
            # No command has such a name, and what is sourced is often computed.
            return Target(RESOLVED, tuple(functions))
        return Target(CANDIDATE, tuple(functions), "by name")


def _kind(facts: Facts, place: Place) -> str:
    record = facts.record(place.path)
    return record.symbols[place.at].kind if record else ""


def _sourced(facts: Facts, folder: str, written: str) -> Module:
    written = written.strip("\"'")
    rest, count = _HERE.subn("", written, count=1)
    if count and not rest.startswith("/"):
        rest = f"/{rest}"
    if count and "$" not in rest and "`" not in rest:
        return _file(facts, join(folder, rest.lstrip("/"))) or dangling(
            f"no such file: {join(folder, rest.lstrip('/')) or rest}"
        )
    if not count and "$" not in written and "`" not in written:
        return _plain(facts, folder, written)
    if _OUTSIDE.match(written):
        return external(written)
    return _computed(facts, folder, rest if count else written)


def _plain(facts: Facts, folder: str, written: str) -> Module:
    """A path without variables: from the folder of the script, or the root, where it is run."""
    if written.startswith(("/", "~", "<(")):
        return external(written)
    for base in dict.fromkeys((folder, "")):
        module = _file(facts, join(base, written))
        if module is not None:
            return module
    if "/" not in written and "." not in written:
        return external(written)  # looked for along PATH
    for around in _around(folder):
        module = _file(facts, join(around, written))
        if module is not None:
            return module
    return dangling(f"no such file: {join(folder, written) or written}")


def _around(folder: str) -> Iterator[str]:
    while folder:
        folder = folder_of(folder)
        yield folder


def _computed(facts: Facts, folder: str, written: str) -> Module:
    """A path that a variable begins: what stands behind it, from the folder of the script or one
    around it, or where it is the end of one path alone."""
    rest = _VARIABLE.sub("\0", written).rpartition("\0")[2].lstrip("/")
    if not rest or "*" in rest:
        return dangling(f"known only at run time: {written}")
    for base in (folder, *_around(folder)):
        module = _file(facts, join(base, rest))
        if module is not None:
            return module
    several = facts.tree.ending(rest)
    if len(several) == 1:
        return found(several[0])
    if 0 < len(several) <= MANY:
        return Module(RESOLVED, tuple(several), reason=f"one of {len(several)} files")
    if several:
        return dangling(f"{len(several)} files could be {written}")
    return external(written)


def _file(facts: Facts, path: str | None) -> Module | None:
    for suffix in _SUFFIXES if path else ():
        if f"{path}{suffix}" in facts.tree:
            return found(f"{path}{suffix}")
    return None


def _together(facts: Facts, path: str) -> frozenset[str]:
    """The files whose functions are there where those of this one are: those that it sources, and
    those that what sources it sources, at any depth."""
    sources, sourced = facts.memo(("shell graph",), lambda: _graph(facts))
    roots = _reached(sourced, [path])
    return _reached(sources, roots)


def _reached(edges: dict[str, list[str]], starts: Sequence[str] | frozenset[str]) -> frozenset[str]:
    seen = set(starts)
    left = list(seen)
    while left:
        for other in edges.get(left.pop(), ()):
            if other not in seen:
                seen.add(other)
                left.append(other)
    return frozenset(seen)


def _graph(facts: Facts) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """(file -> what it sources, file -> what sources it)"""
    sources: dict[str, list[str]] = {}
    sourced: dict[str, list[str]] = {}
    for path in sorted(facts.tree.paths):
        for link in facts.imports(path) if facts.lang(path) == "bash" else ():
            for file in FAMILY.module(facts, path, link).files:
                sources.setdefault(path, []).append(file)
                sourced.setdefault(file, []).append(path)
    return sources, sourced


FAMILY = Shell()
