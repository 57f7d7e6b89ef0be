"""What tsconfig.json and jsconfig.json say of the names of modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.resolve.facts import folder_of, join
from uindex.resolve.npm.package import settings, text_of
from uindex.resolve.npm.workspace import package_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.resolve.facts import Facts

NAMES = ("tsconfig.json", "jsconfig.json")
_HERE = "${configDir}"


class Said(NamedTuple):
    """A path in a configuration, and the folder of the file that says it."""

    folder: str
    written: str

    def under(self, leaf: str) -> str | None:
        """From the root of the tree, for the configuration in the folder `leaf`."""
        if self.written.startswith(_HERE):
            return join(leaf, self.written[len(_HERE) :].lstrip("/"))
        return join(self.folder, self.written)


class Options(NamedTuple):
    """What one configuration says, with all that it extends."""

    base: Said | None = None
    paths: dict[str, list[str]] | None = None
    beside: str = ""
    """The folder of the file that `paths` are in."""
    folder: str = ""
    """The folder of the configuration itself."""
    path: str = ""

    def mapped(self, name: str) -> tuple[str, Sequence[str]]:
        """(pattern, paths it gives) of the pattern that fits best, exact ones before stars; ("",
        ()) where none does."""
        found = _pattern(self.paths or {}, name)
        if found is None:
            return "", ()
        pattern, star = found
        base = self.base.under(self.folder) if self.base else self.beside
        if base is None:
            return pattern, ()
        written = (target.replace("*", star, 1) for target in (self.paths or {})[pattern])
        paths = (Said(base, target).under(self.folder) for target in written)
        return pattern, [path for path in paths if path is not None]


NOTHING = Options()


def nearest_options(facts: Facts, folder: str) -> Options:
    """The options for the files of a folder: those of the nearest configuration; where that one
    only refers to others, of the first of those that says how modules are named."""
    path = facts.tree.nearest(f"{folder}/-" if folder else "-", *NAMES)
    if path is None:
        return NOTHING
    return facts.memo(("npm.options", path), lambda: _with_references(facts, path))


def configurations(facts: Facts) -> Iterator[str]:
    """Every configuration that is not another project's."""
    for name in NAMES:
        for path in facts.tree.called(name):
            if "node_modules/" not in path:
                yield path


def missing(facts: Facts, path: str) -> Iterator[str]:
    """What a configuration extends that should be in the repository and is not."""
    for written in _extended(settings(facts, path).data):
        if written.startswith(".") and not _file(facts, folder_of(path), written):
            yield written


def _with_references(facts: Facts, path: str) -> Options:
    options = _options(facts, path, frozenset())
    if options.paths is not None or options.base is not None:
        return options
    references = settings(facts, path).data.get("references")
    for reference in references if isinstance(references, list) else ():
        written = text_of(reference.get("path")) if isinstance(reference, dict) else ""
        other = _file(facts, folder_of(path), written) if written else None
        if other and other != path:
            found = _options(facts, other, frozenset())
            # One that lies further in has files of its own.
            if found.folder == options.folder and (found.paths or found.base):
                return found
    return options


def _options(facts: Facts, path: str, above: frozenset[str]) -> Options:
    """The options of a configuration; what it extends counts where it says nothing itself."""
    folder = folder_of(path)
    data = settings(facts, path).data
    result = NOTHING
    for written in _extended(data):
        other = _file(facts, folder, written) or _packaged(facts, folder, written)
        if other and other not in above and other != path:
            more = _options(facts, other, above | {path})
            result = Options(
                more.base or result.base,
                *(more[1:3] if more.paths is not None else result[1:3]),
            )
    said = data.get("compilerOptions")
    if isinstance(said, dict):
        base = text_of(said.get("baseUrl"))
        if base:
            result = result._replace(base=Said(folder, base))
        if isinstance(said.get("paths"), dict):
            result = result._replace(paths=_lists(said["paths"]), beside=folder)
    return result._replace(folder=folder, path=path)


def _extended(data: dict[str, object]) -> list[str]:
    extends = data.get("extends")
    written = map(text_of, extends if isinstance(extends, list) else [extends])
    return [each for each in written if each]


def _lists(paths: dict[str, object]) -> dict[str, list[str]]:
    return {
        pattern: [each for each in targets if isinstance(each, str)]
        for pattern, targets in paths.items()
        if isinstance(targets, list)
    }


def _file(facts: Facts, folder: str, written: str) -> str | None:
    """The configuration that a relative path means."""
    path = join(folder, written)
    if path is None:
        return None
    tried = (path, f"{path}.json", f"{path}/tsconfig.json" if path else "tsconfig.json")
    return next((each for each in tried if each in facts.tree), None)


def _packaged(facts: Facts, folder: str, written: str) -> str | None:
    """The configuration of a package of the repository."""
    if written.startswith((".", "/")):
        return None
    parts = written.split("/")
    size = 2 if written.startswith("@") else 1
    package = package_named(facts, folder, "/".join(parts[:size]))
    if package is None:
        return None
    sub = "/".join(parts[size:])
    told = text_of(package.data.get("tsconfig"))
    return _file(facts, package.folder, sub or told or "tsconfig.json")


def _pattern(paths: dict[str, list[str]], name: str) -> tuple[str, str] | None:
    """(pattern, what its star stands for) of the best pattern that fits a name."""
    if name in paths:
        return name, ""
    best: tuple[int, str, str] | None = None
    for pattern in paths:
        before, star, after = pattern.partition("*")
        if star and len(name) >= len(before + after) and name.startswith(before):
            fits = name.endswith(after)
            if fits and (best is None or len(before) > best[0]):
                best = len(before), pattern, name[len(before) : len(name) - len(after)]
    return best and best[1:]
