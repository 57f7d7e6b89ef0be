"""Makefiles: what they include."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of, join
from uindex.resolve.family import Family
from uindex.resolve.model import Module, dangling, external, found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.record import Link
    from uindex.resolve.facts import Facts

_ROOT = re.compile(
    r"\$[({](?:srctree|srcroot|top_srcdir|abs_top_srcdir|TOP|TOPDIR|TOP_DIR|ROOT|ROOT_DIR|ROOTDIR"
    r"|src_top|LINUXINCLUDE)[)}]/?"
)
_HERE = re.compile(
    r"\$[({](?:srcdir|src|CURDIR|abs_srcdir|obj|dir \$\(lastword \$\(MAKEFILE_LIST\)\))[)}]/?"
)
_VARIABLE = re.compile(r"\$(?:\((?:[^()]|\([^()]*\))*\)|\{[^{}]*\}|.)")


class Makefile(Family):
    """What is included is as if it stood there."""

    langs = ("makefile",)
    selves = frozenset[str]()
    supers = frozenset[str]()
    last_wins = True

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        folder, written = folder_of(path), link.receiver
        key = ("make module", folder, written)
        return facts.memo(key, lambda: _included(facts, folder, written))

    def opens(self, link: Link) -> bool:
        return True

    def local(self, facts: Facts, path: str, link: Link) -> tuple[str, Link]:
        return "", link


def _included(facts: Facts, folder: str, written: str) -> Module:
    if written.startswith(("/", "~")):
        return external(written)
    if written.endswith("/") and "$" not in written:
        return _descended(facts, folder, written.rstrip("/"))
    rooted, count = _ROOT.subn("", written, count=1)
    rest = _HERE.sub("", rooted, count=1)
    if "*" in rest or "%" in rest:
        return dangling(f"known only when it runs: {written}")
    if "$" in rest:
        return _computed(facts, folder, written, rest)
    for base in [""] if count else _around(folder):
        there = join(base, rest)
        if there is not None and there in facts.tree:
            return found(there)
    there = join("" if count else folder, rest)
    return dangling(f"no such file: {there or rest}")


def _descended(facts: Facts, folder: str, written: str) -> Module:
    """The makefile of a folder that Kbuild goes on into."""
    for base in _around(folder):
        there = join(base, written)
        for name in ("Kbuild", "Makefile") if there is not None else ():
            if f"{there}/{name}" in facts.tree:
                return found(f"{there}/{name}")
    return dangling(f"no makefile in {join(folder, written) or written}/")


def _around(folder: str) -> Iterator[str]:
    """The folder of the makefile, then those around it, in which make may have been started."""
    while True:
        yield folder
        if not folder:
            break
        folder = folder_of(folder)


def _computed(facts: Facts, folder: str, written: str, rest: str) -> Module:
    tail = _VARIABLE.sub("\0", rest).rpartition("\0")[2]
    if not tail.startswith("/") or len(tail) < 2:
        return dangling(f"known only when it runs: {written}")
    for base in _around(folder):
        there = join(base, tail[1:])
        if there is not None and there in facts.tree:
            return found(there)
    several = facts.tree.ending(tail[1:])
    if len(several) == 1:
        return found(several[0])
    return dangling(f"known only when it runs: {written}")


FAMILY = Makefile()
