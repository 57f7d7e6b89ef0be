"""CSS, SCSS and Less: sheets that take in sheets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of, join
from uindex.resolve.family import Family
from uindex.resolve.model import Module, dangling, external, found
from uindex.resolve.npm.modules import places, plain
from uindex.resolve.npm.workspace import depends

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.record import Link
    from uindex.resolve.facts import Facts

_EXTENSIONS = {
    "css": (".css", ".pcss", ".postcss", ".scss", ".less"),
    "scss": (".scss", ".sass", ".css"),
    "less": (".less", ".css"),
}
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_MADE = re.compile(r"#\{|@\{|\$[\w-]")
_WRITTEN = re.compile(r"\.(?:css|scss|sass|less|pcss|postcss)\Z")


class Styles(Family):
    """Partials, folders, load paths, `~` for packages and aliases."""

    langs = ("css", "scss", "less")

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        return sheet(facts, folder_of(path), link.receiver, facts.lang(path))


def sheet(facts: Facts, folder: str, specifier: str, lang: str) -> Module:
    """The sheet that a specifier in a sheet of a folder means."""
    known: dict[str, Module] = facts.memo(("styles.sheets", folder, lang), dict)
    module = known.get(specifier)
    if module is None:
        module = known[specifier] = _sheet(facts, folder, specifier, lang)
    return module


def _sheet(facts: Facts, folder: str, specifier: str, lang: str) -> Module:
    name = plain(specifier).partition("#")[0] if "#{" not in specifier else specifier
    if name.startswith("pkg:"):
        name = "~" + name[4:]
    if _SCHEME.match(name):
        return external(name)
    if _MADE.search(name):
        return dangling(f"a path that variables make: {name}")
    packaged = name.startswith("~") and not name.startswith("~/")
    if packaged:
        name = name[1:].removeprefix("/")
    elif not name.startswith(("~", "/")):
        path = join(folder, name)
        files = () if path is None else _meant(facts, path, lang)
        if files:
            return found(*files)
        if name.startswith(("./", "../")) or path is None:
            return dangling(f"no such file: {path or name}")
    for place in places(facts, folder, name.removeprefix("/")):
        files = _meant(facts, place, lang)
        if files:
            return found(*files)
    return _loaded(facts, folder, name, lang, packaged)


def _loaded(facts: Facts, folder: str, name: str, lang: str, packaged: bool) -> Module:
    """A sheet by a path that is looked for in several folders: which, commands say and not files.

    The folders around are tried; where it lies in one of them alone it can be no other.
    """
    parts = name.split("/")
    called = "/".join(parts[: 2 if name.startswith("@") else 1])
    if packaged or depends(facts, folder, called):
        return external(called)
    tried = (join(place, name.lstrip("/")) for place in _around(folder))
    all_found = (_meant(facts, path, lang) for path in tried if path is not None)
    files = list(dict.fromkeys(filter(None, all_found)))
    if len(files) == 1:
        return found(*files[0])
    if files:
        return dangling(f"several files could be {name}: {', '.join(each[0] for each in files)}")
    if name.startswith(("@/", "~/", "/")) or _WRITTEN.search(name) or "/" not in name:
        outside = lang == "css" and not _WRITTEN.search(name) and name[:1] not in "@~/"
        return external(called) if outside else dangling(f"no such file: {name}")
    return external(called)


def _around(folder: str) -> Iterator[str]:
    while folder:
        folder = folder_of(folder)
        yield folder


def _meant(facts: Facts, path: str, lang: str) -> tuple[str, ...]:
    """The file that a path means: written out or not, a partial or not, or a folder's index."""
    paths = facts.tree.paths
    folder, slash, base = path.rpartition("/")
    extensions = _EXTENSIONS.get(lang, _EXTENSIONS["scss"])
    bases = (base,) if lang == "css" else (base, f"_{base}")
    for name in bases:
        if f"{folder}{slash}{name}" in paths:
            return (f"{folder}{slash}{name}",)
        for extension in extensions:
            if f"{folder}{slash}{name}{extension}" in paths:
                return (f"{folder}{slash}{name}{extension}",)
    if lang != "scss" or not facts.tree.is_folder(path):
        return ()
    inner = f"{path}/" if path else ""
    for extension in extensions:
        for name in ("_index", "index"):
            if f"{inner}{name}{extension}" in paths:
                return (f"{inner}{name}{extension}",)
    return ()


FAMILY = Styles()
