"""How composer.json says that classes are loaded."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from uindex.resolve.facts import folder_of, join

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.resolve.facts import Facts


class Loading(NamedTuple):
    """The rules of all composer files of a tree."""

    facts: Facts
    psr4: dict[str, list[str]]
    """Prefix of full names, with its last backslash -> folders."""
    psr0: dict[str, list[str]]

    def files(self, full: str) -> tuple[list[str], str]:
        """The files that a class is loaded from, the longest prefix first; and the first of those
        that should hold it, "" where no prefix fits."""
        expected = [*self._psr4(full), *self._psr0(full)]
        there = [file for file in expected if file in self.facts.tree]
        return there, expected[0] if expected else ""

    def _psr4(self, full: str) -> Iterator[str]:
        end = len(full)
        while end >= 0:
            prefix = full[: end + 1] if end else ""
            for folder in self.psr4.get(prefix, ()) if end < len(full) else ():
                yield _below(folder, full[len(prefix) :].replace("\\", "/"))
            end = full.rfind("\\", 0, end) if end else -1
            if end < 0 and prefix:
                end = 0

    def _psr0(self, full: str) -> Iterator[str]:
        namespace, _, name = full.rpartition("\\")
        path = f"{namespace}/{name.replace('_', '/')}".replace("\\", "/").lstrip("/")
        fitting = [prefix for prefix in self.psr0 if full.startswith(prefix)]
        for prefix in sorted(fitting, key=len, reverse=True):
            for folder in self.psr0[prefix]:
                yield _below(folder, path)


def _below(folder: str, path: str) -> str:
    return f"{folder}/{path}.php" if folder else f"{path}.php"


def loading(facts: Facts) -> Loading:
    return facts.memo(("php", "composer"), lambda: _read(facts))


def _read(facts: Facts) -> Loading:
    psr4: dict[str, list[str]] = {}
    psr0: dict[str, list[str]] = {}
    for file in facts.tree.called("composer.json"):
        for section in _sections(facts.text(file) or ""):
            for name, rules in (("psr-4", psr4), ("psr-0", psr0)):
                for prefix, folder in _listed(section.get(name), folder_of(file)):
                    rules.setdefault(prefix, []).append(folder)
    return Loading(facts, psr4, psr0)


def _sections(text: str) -> Iterator[dict[str, object]]:
    try:
        manifest = json.loads(text)
    except ValueError:
        return
    for name in ("autoload", "autoload-dev"):
        section = manifest.get(name) if isinstance(manifest, dict) else None
        if isinstance(section, dict):
            yield section


def _listed(rules: object, folder: str) -> Iterator[tuple[str, str]]:
    """(prefix, folder) of each rule."""
    if not isinstance(rules, dict):
        return
    for prefix, folders in rules.items():
        for one in folders if isinstance(folders, list) else [folders]:
            there = join(folder, one.rstrip("/") or ".") if isinstance(one, str) else None
            if there is not None:
                yield prefix, there
