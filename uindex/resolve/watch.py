"""What the imports of a family were resolved from, so that a change tells whether it concerns them.

Every question that a family puts to the snapshot is noted: the paths and folders that it looks for,
there or not, the texts it reads, the records it looks into, the names it asks for.  Whatever a
family remembers on the way then does no harm, since notes are kept for a family as a whole.
A change of the snapshot that answers none of them in another way leaves all imports where they are,
but for those of the changed files themselves.

Notes are kept as hashes of 32 bits: two questions that share one cost a needless look, and never a
wrong answer.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from uindex.resolve.facts import Facts, Tree, folder_of
from uindex.resolve.scope import CALLABLES, SPACES, TYPES, VALUES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from uindex.record import Link, Record
    from uindex.resolve.facts import Source
    from uindex.resolve.model import Place

# Kinds of questions: the first letter of what is hashed.
_PATH, _BASE, _FILES, _FOLDER = "p", "b", "f", "d"
_TEXT, _RECORD, _LANG, _NAME = "t", "r", "l", "n"
_ALL_PATHS, _ALL_FOLDERS = "*", "/"


class Notes:
    """The questions of one family, as they come."""

    def __init__(self) -> None:
        self.paths: set[str] = set()
        self.bases: set[str] = set()
        self.files: set[str] = set()
        self.folders: set[str] = set()
        self.texts: set[str] = set()
        self.records: set[str] = set()
        self.langs: set[str] = set()
        self.names: set[str] = set()
        self.whole: set[str] = set()

    def asked(self) -> Asked:
        kinds = (
            (_PATH, self.paths),
            (_BASE, self.bases),
            (_FILES, self.files),
            (_FOLDER, self.folders),
            (_TEXT, self.texts),
            (_RECORD, self.records),
            (_LANG, self.langs),
            (_NAME, self.names),
            ("", self.whole),
        )
        return Asked(array("I", sorted({_hash(k, key) for k, keys in kinds for key in keys})))


class Asked(NamedTuple):
    """The questions of one family: their hashes, ascending."""

    hashes: array[int]

    def any(self, questions: Iterable[int]) -> bool:
        hashes = self.hashes
        for one in questions:
            at = bisect_left(hashes, one)
            if at < len(hashes) and hashes[at] == one:
                return True
        return False

    def union(self, other: Asked) -> Asked:
        return Asked(array("I", sorted({*self.hashes, *other.hashes})))


def _hash(kind: str, key: str) -> int:
    return crc32(f"{kind}{key}".encode("utf-8", "surrogateescape"))


class _Paths(AbstractSet[str]):
    """The paths of a tree, each look among them noted."""

    def __init__(self, paths: AbstractSet[str], notes: Notes) -> None:
        self._paths = paths
        self._asked = notes.paths
        self._whole = notes.whole

    def __contains__(self, path: object) -> bool:
        self._asked.add(path)  # type: ignore[arg-type]  # all that is asked for is text
        return path in self._paths

    def __iter__(self) -> Iterator[str]:
        self._whole.add(_ALL_PATHS)
        return iter(self._paths)

    def __len__(self) -> int:
        self._whole.add(_ALL_PATHS)
        return len(self._paths)


class _Tree(Tree):
    """A tree whose questions are noted; those of several families share the tree behind."""

    def __init__(self, tree: Tree, notes: Notes) -> None:
        self._tree = tree
        self._notes = notes
        self.paths = _Paths(tree.paths, notes)

    def __contains__(self, path: str) -> bool:
        self._notes.paths.add(path)
        return path in self._tree

    def is_folder(self, folder: str) -> bool:
        self._notes.folders.add(folder)
        return self._tree.is_folder(folder)

    def folders(self) -> Iterable[str]:
        self._notes.whole.add(_ALL_FOLDERS)
        return self._tree.folders()

    def files_in(self, folder: str) -> Sequence[str]:
        self._notes.files.add(folder)
        return self._tree.files_in(folder)

    def called(self, base: str) -> Sequence[str]:
        self._notes.bases.add(base)
        return self._tree.called(base)


class WatchedFacts(Facts):
    """Facts for one family, whose questions are noted."""

    def __init__(self, source: Source, tree: Tree, notes: Notes) -> None:
        super().__init__(source)
        self.tree = _Tree(tree, notes)
        self._notes = notes
        self.record = self._record
        self.imports = self._imports
        self.lang = self._lang
        self.named = self._named
        self.text = self._text

    def _record(self, path: str) -> Record | None:
        self._notes.records.add(path)
        return self._source.record(path)

    def _imports(self, path: str) -> Sequence[Link]:
        self._notes.records.add(path)
        return self._source.imports(path)

    def _lang(self, path: str) -> str:
        self._notes.langs.add(path)
        return self._source.lang(path)

    def _named(self, name: str) -> Sequence[Place]:
        self._notes.names.add(name)
        return self._source.named(name)

    def _text(self, path: str) -> str | None:
        self._notes.texts.add(path)
        return self._source.text(path)


class Change(NamedTuple):
    """A path at which the snapshot is not what it was."""

    path: str
    was: bool
    """It was a file of the tree."""
    now: bool
    before: Record | None
    """Its record, where it was indexed."""
    after: Record | None
    known: bool = True
    """False where `before` could not be had: then anything may have been in it."""


def concerned(changes: Sequence[Change], tree: Tree) -> set[int] | None:
    """The questions that these changes may answer in another way; None for any at all.  `tree` is
    as it is now."""
    if any(not change.known for change in changes):
        return None
    found: set[int] = set()
    came = [change.path for change in changes if change.now and not change.was]
    went = [change.path for change in changes if change.was and not change.now]
    for path in (*came, *went):
        keys = ((_PATH, path), (_BASE, path.rpartition("/")[2]), (_FILES, folder_of(path)))
        found.update(_hash(kind, key) for kind, key in (*keys, ("", _ALL_PATHS)))
    flipped = _flipped(came, went, tree)
    found.update(_hash(_FOLDER, folder) for folder in flipped)
    if flipped:
        found.add(_hash("", _ALL_FOLDERS))
    for change in changes:
        found.update(_of_content(change))
    return found


def _flipped(came: Sequence[str], went: Sequence[str], tree: Tree) -> set[str]:
    """Folders that were not there before, or are not any more."""
    flipped = {folder for path in went for folder in _around(path) if not tree.is_folder(folder)}
    if came:
        before: set[str] = set(went)
        before.update(tree.paths)
        before.difference_update(came)
        known: set[str] = set()
        for path in before:
            while path := folder_of(path):
                if path in known:
                    break
                known.add(path)
        flipped.update(folder for path in came for folder in _around(path) if folder not in known)
    return flipped


def _around(path: str) -> Iterator[str]:
    while path := folder_of(path):
        yield path


def _of_content(change: Change) -> Iterator[int]:
    path, before, after = change.path, change.before, change.after
    yield _hash(_TEXT, path)
    if (before.lang if before else "") != (after.lang if after else ""):
        yield _hash(_LANG, path)
    if outline(before) != outline(after):
        yield _hash(_RECORD, path)
    old, new = _by_name(before), _by_name(after)
    for name in old.keys() | new.keys():
        if old.get(name) != new.get(name):
            yield _hash(_NAME, name)


def outline(record: Record | None) -> object:
    """What others may see of a file when they look where an import leads: symbols but for what is
    inside functions and what types have but types, and the links outside of functions."""
    if record is None:
        return None
    hidden: list[bool] = []
    shown = []
    for symbol in record.symbols:
        around = record.symbols[symbol.parent] if symbol.parent >= 0 else None
        inner = around is not None and (hidden[symbol.parent] or around.kind in CALLABLES)
        hidden.append(inner)
        space = symbol.kind in SPACES
        plain = symbol.kind in VALUES or symbol.kind in CALLABLES
        member = plain and around is not None and around.kind in TYPES
        if space or not (inner or member):
            clause = symbol.end == symbol.name_end
            shown.append((symbol.kind, symbol.owner, symbol.qualname, symbol.visibility, clause))
    outer = []
    for link in record.links:
        holder = record.symbols[link.symbol] if link.symbol >= 0 else None
        inside = holder is not None and (hidden[link.symbol] or holder.kind in CALLABLES)
        if link.kind == "import" or not inside:
            owner = holder.qualname if holder else ""
            outer.append((link.kind, link.name, link.receiver, link.alias, owner))
    return record.lang, record.skip, "capped" in record.marks, shown, outer


def _by_name(record: Record | None) -> dict[str, list[tuple[str, str, str, str]]]:
    found: dict[str, list[tuple[str, str, str, str]]] = {}
    for symbol in record.symbols if record else ():
        said = (symbol.kind, symbol.owner, symbol.qualname, symbol.visibility)
        found.setdefault(symbol.name, []).append(said)
    return found
