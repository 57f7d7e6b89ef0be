"""Search paths of headers that the configuration of a build says."""

from __future__ import annotations

import json
import re
import shlex
from typing import TYPE_CHECKING, NamedTuple

from uindex.resolve.facts import folder_of, join

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from uindex.resolve.facts import Facts

_BUILD_FILES = (
    *("Makefile", "makefile", "GNUmakefile", "Makefile.am", "Makefile.in", "Makefile.inc"),
    *("Makefile.include", "Makefile.common", "Makefile.rules", "Makefile.config", "Makefile.perf"),
    *("Makefile.build", "Makefile.defs", "common.mk", "config.mk", "rules.mk", "include.mk"),
    *("config.mak", "config.mak.uname", "Kbuild", "Platform"),
    *("CMakeLists.txt", "meson.build", "compile_flags.txt"),
)
_COMMENT = re.compile(r"(?m)(?:^|[ \t])#.*$")
_FLAG = re.compile(
    r"(?<![\w-])-(?:I|isystem|iquote|idirafter)\s*[\"']?((?:\$\([^()\s]*\)|[^\s\"'`,;()|])+)"
)
_CALLED = re.compile(r"include_directories\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)", re.IGNORECASE)
_WORD = re.compile(r"[^\s\"',\[\]]+")
_SET = re.compile(r"(?m)^[ \t]*([\w.-]+)[ \t]*[:?]?=[ \t]*(\S+)[ \t]*$")
_CMAKE_SET = re.compile(r"(?mi)^[ \t]*set\s*\(\s*(\w+)\s+\"?([^\s\")]+)\"?\s*\)")
_VARIABLE = re.compile(r"\$\(([\w.@-]+)\)|\$\{([\w.@-]+)\}|@(\w+)@|\$<BUILD_INTERFACE:([^<>]*)>")
_ROOTS = frozenset(
    "srctree objtree top_srcdir abs_top_srcdir top_builddir abs_top_builddir abs_srctree "
    "CMAKE_SOURCE_DIR CMAKE_BINARY_DIR TOPDIR".split()
)
_HERE = frozenset(
    "src obj srcdir abs_srcdir builddir abs_builddir CURDIR PWD CMAKE_CURRENT_SOURCE_DIR "
    "CMAKE_CURRENT_LIST_DIR CMAKE_CURRENT_BINARY_DIR PROJECT_SOURCE_DIR PROJECT_BINARY_DIR".split()
)
_ROOT, _FOLDER = "\1", "\2"
"""Stand for the two in what variables gave."""
_DEPTH = 4
"""Variables in variables that are looked into."""
_VALUED = ("-I", "-isystem", "-iquote", "-idirafter", "/I")


class Commands(NamedTuple):
    """What compile_commands.json says: the folders that each file, or any file, looks in."""

    by_file: Mapping[str, tuple[str, ...]]
    all: tuple[str, ...]


def build_files(facts: Facts) -> dict[str, list[str]]:
    """Folder -> the build files in it."""
    found: dict[str, list[str]] = {}
    for base in _BUILD_FILES:
        for path in facts.tree.called(base):
            found.setdefault(folder_of(path), []).append(path)
    return found


def search_path(facts: Facts, folder: str, paths: Iterable[str]) -> dict[str, int]:
    """The folders that the build files of a folder add to the search path, each with its rank.

    They apply to all that lies below.  Only folders that the tree has are told; conditions in the
    configuration are not looked at.
    """
    found: dict[str, int] = {}
    for path in paths:
        base = path[path.rfind("/") + 1 :]
        for one in _read(facts, folder, base, facts.text(path) or ""):
            found.setdefault(one, len(found))
    return found


def _read(facts: Facts, folder: str, base: str, text: str) -> Iterator[str]:
    text = _COMMENT.sub("", text)
    if base in ("CMakeLists.txt", "meson.build"):
        known = _values(_CMAKE_SET, text)
        words = [word for body in _CALLED.findall(text) for word in _WORD.findall(body)]
    else:
        words = _FLAG.findall(text)
        known = _values(_SET, text) if any("$" in word for word in words) else {}
    for word in words:
        there = _folder(facts, folder, word, known)
        if there is not None:
            yield there


def _values(pattern: re.Pattern[str], text: str) -> dict[str, str]:
    """The variables of a build file that get one value alone."""
    known: dict[str, str] = {}
    several = set()
    for name, value in pattern.findall(text):
        if known.setdefault(name, value) != value:
            several.add(name)
    return {name: value for name, value in known.items() if name not in several}


def _folder(facts: Facts, folder: str, word: str, known: Mapping[str, str]) -> str | None:
    """The folder of the tree that a word of a build file in `folder` means."""

    def value(match: re.Match[str]) -> str:
        name = match[1] or match[2] or match[3] or ""
        if name in _ROOTS or (name.endswith("_SOURCE_DIR") and name not in _HERE):
            return _ROOT
        return _FOLDER if name in _HERE else match[4] or known.get(name, match[0])

    for _ in range(_DEPTH):
        if "$" not in word and "@" not in word:
            break
        word = _VARIABLE.sub(value, word)
    # `$(srctree)/$(src)` is the folder: in Kbuild the second is relative to the first.
    for mark, base in ((_FOLDER, folder), (_ROOT, "")):
        at = word.rfind(mark)
        if at >= 0:
            there = join(base, word[at + 1 :].strip("/") or ".")
            return there if there is not None and facts.tree.is_folder(there) else None
    if "$" in word or word.startswith("/"):
        return None
    for base in (folder, ""):
        there = join(base, word)
        if there is not None and facts.tree.is_folder(there):
            return there
    return None


def commands(facts: Facts) -> Commands | None:
    """The compilation database of the tree, the one with the shortest path; None without one."""
    paths = sorted(facts.tree.called("compile_commands.json"), key=lambda path: path.count("/"))
    for path in paths:
        try:
            entries = json.loads(facts.text(path) or "")
        except ValueError:
            continue
        if isinstance(entries, list):
            return _commands(facts, path, [one for one in entries if isinstance(one, dict)])
    return None


def _commands(facts: Facts, path: str, entries: list[dict[str, object]]) -> Commands:
    prefix = next(filter(None, (_prefix(facts, entry) for entry in entries)), None)
    by_file: dict[str, tuple[str, ...]] = {}
    union: dict[str, None] = {}
    for entry in entries:
        directory = str(entry.get("directory") or ".")
        place = _Place(prefix, directory, folder_of(path))
        file = place.path(str(entry.get("file") or ""))
        folders = dict.fromkeys(
            there
            for one in _flags(entry)
            if (there := place.path(one)) is not None and facts.tree.is_folder(there)
        )
        union.update(folders)
        if file is not None:
            by_file.setdefault(file, tuple(folders))
    return Commands(by_file, tuple(union))


class _Place(NamedTuple):
    """Where paths of an entry start from."""

    prefix: str | None
    """Where the tree lay on the machine that wrote the file, with a slash; None if not known."""
    directory: str
    folder: str

    def path(self, written: str) -> str | None:
        """A path of the entry as one of the tree; None outside."""
        if not written:
            return None
        if written.startswith("/"):
            whole = written
        elif self.directory.startswith("/"):
            whole = f"{self.directory}/{written}"
        else:
            return join(self.folder, f"{self.directory}/{written}")
        whole = "/" + (join("", whole.lstrip("/")) or "")
        if self.prefix is None or not f"{whole}/".startswith(self.prefix):
            return None
        return whole[len(self.prefix) :]


def _prefix(facts: Facts, entry: Mapping[str, object]) -> str | None:
    """What stands before the path from the root of the tree in the paths of an entry."""
    file = str(entry.get("file") or "")
    if not file.startswith("/"):
        file = f"{entry.get('directory') or ''}/{file}"
    whole = "/" + (join("", file.lstrip("/")) or "")
    parts = whole.split("/")
    for at in range(1, len(parts)):
        if "/".join(parts[at:]) in facts.tree:
            return "/".join(parts[:at]) + "/"
    return None


def _flags(entry: Mapping[str, object]) -> Iterable[str]:
    """The folders that the command of an entry names, as written."""
    said = entry.get("arguments")
    if isinstance(said, list):
        words = [str(word) for word in said]
    else:
        try:
            words = shlex.split(str(entry.get("command") or ""))
        except ValueError:
            return
    for at, word in enumerate(words):
        for flag in _VALUED:
            if word == flag and at + 1 < len(words):
                yield words[at + 1]
            elif word.startswith(flag) and word != flag:
                yield word[len(flag) :]
            else:
                continue
            break
