"""The paths that may answer, as `--allowlist` is given them.

Paths are from the root of the repository, a line each; where the list holds a NUL, each ends with
one, as `git ls-files -z` writes them, and is taken byte for byte.  In lines, what people and
programs put around a path is taken off: a carriage return at the end, git's quotes around odd
names, `./` before it.  A path that ends with a slash is a folder; one that does not may be a file
or a folder.  A folder stands for all that is in it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.wording import plural

if TYPE_CHECKING:
    from uindex.query.corpus import Corpus

_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_ESCAPED = dict(zip(b"abtnvfr", b"\a\b\t\n\v\f\r", strict=True))


class Allowlist:
    """Paths that may answer; none is none, not all."""

    def __init__(self, data: bytes) -> None:
        if b"\0" in data:
            entries = data.split(b"\0")
        else:
            entries = [_plain(line) for line in data.split(b"\n")]
        named = [entry for entry in entries if entry]
        self._given = [(_tidied(entry), entry.endswith(b"/")) for entry in named]
        self._all = any(not path for path, _ in self._given)
        self._paths = frozenset(path for path, folder in self._given if not folder)
        self._folders = frozenset(path for path, _ in self._given)
        self._told: tuple[Corpus, tuple[str, ...]] | None = None

    def lets(self, path: bytes) -> bool:
        """Whether a path may answer."""
        if self._all or path in self._paths:
            return True
        at = path.rfind(b"/")
        while at > 0:
            if path[:at] in self._folders:
                return True
            at = path.rfind(b"/", 0, at)
        return False

    def notes(self, corpus: Corpus) -> tuple[str, ...]:
        """What a person should know: that the list is empty, how much of it is not there."""
        if self._told is None or self._told[0] is not corpus:
            self._told = corpus, self._doubts(corpus)
        return self._told[1]

    def _doubts(self, corpus: Corpus) -> tuple[str, ...]:
        if not self._given:
            return ("the allowlist is empty: nothing may answer",)
        lost = sum(not corpus.holds(path, folder) for path, folder in self._given)
        if not lost:
            return ()
        count = plural(len(self._given), "path")
        return (f"not in the tree: {lost:,} of {count} of the allowlist",)


def _plain(line: bytes) -> bytes:
    line = line.removesuffix(b"\r")
    if len(line) > 2 and line[:1] == line[-1:] == b'"':
        return _ESCAPE.sub(lambda found: _unescaped(found[1]), line[1:-1])
    return line


def _unescaped(text: bytes) -> bytes:
    if len(text) == 3:
        return bytes([int(text, 8) & 0xFF])
    return bytes([_ESCAPED.get(text[0], text[0])])


def _tidied(path: bytes) -> bytes:
    """Without `.` and doubled slashes; a slash at the start stays, as no path of a tree has one."""
    parts = [part for part in path.split(b"/") if part not in (b"", b".")]
    return (b"/" if path.startswith(b"/") else b"") + b"/".join(parts)
