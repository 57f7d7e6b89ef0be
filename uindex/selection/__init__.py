"""Which files of a tree are indexed, as which language, and with which marks.

All of it follows from the path, the mode and the settings that lie in the same tree
(`.uindex.toml` at its root, `.gitattributes` in any folder); never from a user's own config, or
two clones would index one commit differently.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.extract.registry import language_of
from uindex.git.walk import GITLINK, SYMLINK
from uindex.selection.paths import folder_marks, is_binary, is_secret, name_marks
from uindex.selection.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Choice", "Settings", "choose", "is_settings", "settings_paths"]

SUBMODULE = "submodule"
SYMLINK_REASON = "symlink"
SECRET = "secret"
EXCLUDED = "excluded"
BINARY = "binary"
TOO_LARGE = "too large"
"""Found out when the size is known; `choose` does not give it."""
PURGED = "purged"
"""Its blob has a tombstone in the index; nor does `choose` give this one."""


class Choice(NamedTuple):
    """What is to be done with one path."""

    lang: str
    """The language class that names the record's place; "" where there is a reason."""
    reason: str
    """Why the file is left out, or ""."""
    marks: frozenset[str]
    """Of test, vendored, generated, docs."""


def choose(settings: Settings, path: bytes, mode: int) -> Choice:
    """Decide about one path of the tree that `settings` were read from."""
    marks = _marks(settings, path)
    reason = _reason(settings, path, mode)
    if reason:
        return Choice("", reason, marks)
    return Choice(settings.language(path) or language_of(path), "", marks)


def is_settings(path: bytes) -> bool:
    """Whether a change of this file may change the choice for others."""
    return path == Settings.FILE or path.rpartition(b"/")[2] == b".gitattributes"


def settings_paths(paths: Iterable[bytes]) -> list[bytes]:
    """Those of a tree's paths that settings are read from; for `Settings.load`."""
    return [path for path in paths if path.endswith(b".gitattributes") and is_settings(path)]


def _reason(settings: Settings, path: bytes, mode: int) -> str:
    if mode == GITLINK:
        return SUBMODULE
    if mode == SYMLINK:
        return SYMLINK_REASON
    if is_secret(path):
        return SECRET
    if settings.excludes(path):
        return EXCLUDED
    return BINARY if is_binary(path) else ""


def _marks(settings: Settings, path: bytes) -> frozenset[str]:
    folder, slash, name = path.rpartition(b"/")
    folder += slash
    marks = settings.folder_marks.get(folder)
    if marks is None:
        marks = settings.folder_marks[folder] = folder_marks(folder)
    own = name_marks(name)
    if own:
        marks = marks | own
    said = settings.marks(path)
    if said:
        marks = frozenset(mark for mark in marks if said.get(mark, True))
        marks |= {mark for mark, value in said.items() if value}
    return marks
