"""Which package of the repository a name means, for a file of it.

Packages that a workspace (of npm, yarn, pnpm, lerna or rush) lists see one another by name, and
each sees itself.  A package may be asked for by a path.  What is left are packages that no list
has: they are meant where nothing says that the name comes from outside.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of, join
from uindex.resolve.npm.package import Package, nearest_package, package_at, settings, text_of
from uindex.resolve.packages import shared_start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.resolve.facts import Facts

_ASIDE = frozenset(
    "fixtures __fixtures__ fixture test tests __tests__ __mocks__ mocks spec example examples "
    "template templates playground playgrounds demo demos sandbox vendor third_party".split()
)
"""Folders whose packages are meant by no one outside, unless a list has them."""
_ITEM = re.compile(r"""\s*-\s+(["']?)([^"'#\n]+?)\1\s*(?:#.*)?$""")
_FLOW = re.compile(r"""["']?([^"',\[\]\s]+)["']?""")
_GLOB = re.compile(r"\*\*/?|\*|\?|\{[^{}]*\}|[^*?{]+|\{")


def packages(facts: Facts) -> dict[str, list[Package]]:
    """Name -> the packages of that name, by path; those of others are left out."""
    return facts.memo(("npm.packages",), lambda: _packages(facts))


def package_named(facts: Facts, folder: str, name: str) -> Package | None:
    """The package of the repository that a name means to the files of a folder; None where it comes
    from outside."""
    if name not in packages(facts):
        return None
    return facts.memo(("npm.named", folder, name), lambda: _named(facts, folder, name))


def manifests(facts: Facts) -> Iterator[str]:
    """Every package.json that is not another project's."""
    for path in facts.tree.called("package.json"):
        if not path.startswith("node_modules/") and "/node_modules/" not in path:
            yield path


def depends(facts: Facts, folder: str, name: str) -> bool:
    """Whether a package around a folder asks for a package of that name."""
    return _asked(list(_around(facts, folder)), name) != ("", "")


def _packages(facts: Facts) -> dict[str, list[Package]]:
    result: dict[str, list[Package]] = {}
    for path in manifests(facts):
        package = package_at(facts, path)
        result.setdefault(package.name, []).append(package)
    result.pop("", None)
    return result


def _named(facts: Facts, folder: str, name: str) -> Package | None:
    known = packages(facts)[name]
    around = list(_around(facts, folder))
    for package in around:
        if package.name == name:
            return package
    asked, asking = _asked(around, name)
    for protocol in ("file:", "link:", "portal:"):
        if asked.startswith(protocol):
            where = join(asking, asked.removeprefix(protocol))
            return next((package for package in known if package.folder == where), None)
    for root in _up(folder):
        fits = members(facts, root)
        listed = [package for package in known if fits and fits(package.folder)]
        if listed:
            return _closest(listed, folder)
    if asked and not asked.startswith("workspace:"):
        return None
    return _closest([package for package in known if not _aside(package.folder, folder)], folder)


def _up(folder: str) -> Iterator[str]:
    """The folder and those around it."""
    while True:
        yield folder
        if not folder:
            return
        folder = folder_of(folder)


def _around(facts: Facts, folder: str) -> Iterator[Package]:
    """The packages that a folder lies in, the nearest first."""
    package = nearest_package(facts, folder)
    while package is not None:
        yield package
        if not package.folder:
            return
        package = nearest_package(facts, folder_of(package.folder))


def _asked(around: list[Package], name: str) -> tuple[str, str]:
    """(version, folder of the package that asks) of the nearest that asks for a name."""
    for package in around:
        version = package.dependency(name)
        if version:
            return version, package.folder
    return "", ""


def _closest(known: list[Package], folder: str) -> Package | None:
    """The one whose folder shares most with this one; None where several do."""
    if not known:
        return None
    parts = folder.split("/")
    shared = [shared_start(package.folder.split("/"), parts) for package in known]
    best = max(shared)
    return known[shared.index(best)] if shared.count(best) == 1 else None


def _aside(package: str, folder: str) -> bool:
    """Whether a package lies in a folder of examples, tests or the like that this one is not in."""
    parts = package.split("/")
    shared = shared_start(parts, folder.split("/"))
    return not _ASIDE.isdisjoint(parts[shared:])


class Members:
    """The folders that a workspace lists, relative to its root."""

    def __init__(self, root: str, globs: list[str]) -> None:
        self._root = f"{root}/" if root else ""
        self._in = [_regex(glob) for glob in globs if not glob.startswith("!")]
        self._out = [_regex(glob[1:]) for glob in globs if glob.startswith("!")]

    def __call__(self, folder: str) -> bool:
        if not folder.startswith(self._root):
            return False
        inner = folder[len(self._root) :]
        return any(each.fullmatch(inner) for each in self._in) and not any(
            each.fullmatch(inner) for each in self._out
        )


def members(facts: Facts, root: str) -> Members | None:
    """Which packages the workspace of a folder lists; None where it is no root of a workspace."""
    return facts.memo(("npm.members", root), lambda: _members(facts, root))


def _members(facts: Facts, root: str) -> Members | None:
    globs: list[str] = []
    place = f"{root}/" if root else ""
    for name in ("package.json", "lerna.json", "rush.json", "pnpm-workspace.yaml"):
        path = place + name
        if path not in facts.tree:
            continue
        if name.endswith(".yaml"):
            globs += _listed(facts.text(path) or "")
            continue
        data = settings(facts, path).data
        said = data.get("projects") if name == "rush.json" else data.get("workspaces")
        if isinstance(said, dict):
            said = said.get("packages")
        if name == "lerna.json":
            said = data.get("packages", None if globs else ["packages/*"])
        for each in said if isinstance(said, list) else ():
            globs.append(text_of(each.get("projectFolder") if isinstance(each, dict) else each))
    globs = [glob for glob in globs if glob]
    return Members(root, globs) if globs else None


def _listed(text: str) -> list[str]:
    """The packages of a pnpm-workspace.yaml, a list in one of YAML's two forms."""
    found: list[str] = []
    inside = False
    for line in text.splitlines():
        if line.startswith("packages:"):
            inside = True
            found += _FLOW.findall(line.partition(":")[2].partition("#")[0])
        elif inside:
            item = _ITEM.match(line)
            if item:
                found.append(item[2])
            elif line.strip() and not line.lstrip().startswith("#"):
                break
    return found


def _regex(glob: str) -> re.Pattern[str]:
    normal = posixpath.normpath(glob).removeprefix("/")
    spelled = []
    for part in _GLOB.findall("" if normal == "." else normal):
        if part.startswith("**"):
            spelled.append("(?:.*/)?" if part.endswith("/") else ".*")
        elif part == "*":
            spelled.append("[^/]*")
        elif part == "?":
            spelled.append("[^/]")
        elif part.startswith("{") and len(part) > 1:
            spelled.append("(?:" + "|".join(map(re.escape, part[1:-1].split(","))) + ")")
        else:
            spelled.append(re.escape(part))
    return re.compile("".join(spelled))
