"""What resolving answers with."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

RESOLVED = "resolved"
"""One certain target."""
CANDIDATE = "candidate"
"""A name match: one of these, or another thing of that name."""
EXTERNAL = "external"
"""Outside the repository: a library, the language itself."""
DANGLING = "dangling"
"""Should be in the repository and is not; a reason says what is missing."""
STATUSES = (RESOLVED, CANDIDATE, EXTERNAL, DANGLING)


class Place(NamedTuple):
    """A definition: the symbol at index `at` of the file's record; -1 is the file itself.

    Paths are text by surrogateescape here, since what they are compared with is text.
    """

    path: str
    at: int = -1


class Module(NamedTuple):
    """What an import's specifier leads to."""

    status: str
    """RESOLVED, EXTERNAL or DANGLING."""
    files: tuple[str, ...] = ()
    """The files that the module is made of, the best first; none for a folder without any."""
    folder: str | None = None
    """Where submodules are looked for, where the language has them ("" is the root)."""
    reason: str = ""
    """Of what is dangling, for people: `no such file: lib/x.py`."""
    name: str = ""
    """What is known of it beyond the files: the package of what is external, the namespace or class
    that the specifier ends with."""


class Target(NamedTuple):
    """What a link means."""

    status: str
    places: tuple[Place, ...] = ()
    """One where it is resolved; all where they are candidates, in order of path and position."""
    reason: str = ""
    """Of what is dangling, or of how a candidate was come by."""


def found(*files: str, folder: str | None = None, name: str = "") -> Module:
    return Module(RESOLVED, files, folder, name=name)


def external(name: str) -> Module:
    return Module(EXTERNAL, name=name)


def dangling(reason: str) -> Module:
    return Module(DANGLING, reason=reason)


class Extensions(NamedTuple):
    """Functions of one name that a file sees and that are called as members of what they are
    written for: (function, name of that type)."""

    near: Sequence[tuple[Place, str]] = ()
    """Those that it asks for by name, or sees without asking."""
    far: Sequence[tuple[Place, str]] = ()
    """Those that count only for a type that is known to fit."""
    sure: bool = False
    """Whether a call of that name on what is not known means them: they are imported by name."""
