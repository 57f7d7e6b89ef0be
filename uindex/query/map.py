"""`map`: what a repository is made of, for somebody who sees it for the first time.

Modules with their purpose and size, the files that the rest is built on, where programs begin, and
what to read first; all within a budget, and saying what was left out for it.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from uindex.cache.rows import PROJECT
from uindex.errors import UsageError
from uindex.query.entries import entry_points
from uindex.query.facts import ViewSource
from uindex.query.files import file_graph
from uindex.query.modules import Listed, Module, divide, listed
from uindex.query.purpose import Purposes
from uindex.query.reading import Hub, Step, hubs_of, to_read
from uindex.query.results import searched_json
from uindex.resolve.facts import folder_of
from uindex.resolve.hubs import pagerank
from uindex.tokens import count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from uindex.query.entries import Entry
    from uindex.query.results import Searched
    from uindex.query.view import View
    from uindex.resolve.graph import FileGraph

DEFAULT_TOKENS = 2000
_MOST = 30
_MOST_ENTRIES = 8
_HUBS = 4
_FILES = 24
"""Files that a module without folders is told by."""


class Told(NamedTuple):
    """A module as it is shown."""

    path: str
    """"" is the root."""
    without: tuple[str, ...]
    """Folders in it that are modules of their own, and do not count."""
    name: str
    """Of the package that begins there, or ""."""
    purpose: str
    files: int
    symbols: int
    """Of code; not headings and keys."""
    languages: tuple[str, ...]
    uses: tuple[str, ...]
    """The modules that it imports most."""
    used_by: int
    """Modules that import it."""
    hubs: tuple[Hub, ...]

    def as_json(self) -> dict[str, Any]:
        return {**self._asdict(), "hubs": [hub._asdict() for hub in self.hubs]}


class Map(NamedTuple):
    """All of it; `left_out` says what the budget had no room for."""

    path: str
    """The folder that is shown, "" for the whole."""
    purpose: str
    files: int
    symbols: int
    languages: tuple[tuple[str, int], ...]
    """(language, files), most symbols first."""
    read_first: tuple[Step, ...]
    entry_points: tuple[Entry, ...]
    modules: tuple[Told, ...]
    hubs: tuple[Hub, ...]
    """The files of a single module, most central first; else empty."""
    left_out: tuple[str, ...]
    """Paths of modules, or of files where there is but one."""
    searched: Searched
    notes: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "purpose": self.purpose,
            "files": self.files,
            "symbols": self.symbols,
            "languages": dict(self.languages),
            "read_first": [step._asdict() for step in self.read_first],
            "entry_points": [entry._asdict() for entry in self.entry_points],
            "modules": [module.as_json() for module in self.modules],
            "hubs": [hub._asdict() for hub in self.hubs],
            "left_out": {"count": len(self.left_out), "paths": list(self.left_out[:20])},
            "index": searched_json(self.searched),
            "notes": list(self.notes),
        }


def draw(view: View, name: str, prefix: str) -> Map:
    """The map of a view, or of the module that a folder or the name of a package means; whole,
    whatever its size.  UsageError where no module is so named."""
    return _Drawing(view).draw(name, prefix)


def fitted(whole: Map, tokens: int, render: Callable[[Map], str]) -> Map:
    """As much of a map as a budget has room for when `render` writes it."""
    shown = whole
    while count(render(shown)) > tokens:
        less = _less(shown)
        if less is None:
            return shown
        shown = less
    return shown


def _less(shown: Map) -> Map | None:
    """Without the part that will be missed least."""
    if len(shown.modules) > 1:
        *kept, last = shown.modules
        return shown._replace(modules=tuple(kept), left_out=(last.path, *shown.left_out))
    if len(shown.hubs) > 1:
        *most, hub = shown.hubs
        return shown._replace(hubs=tuple(most), left_out=(hub.path, *shown.left_out))
    if len(shown.entry_points) > 1:
        return shown._replace(entry_points=shown.entry_points[:-1])
    if len(shown.read_first) > 1:
        return shown._replace(read_first=shown.read_first[:-1])
    return None


def as_text(document: Map) -> str:
    """The JSON form, on one line."""
    return json.dumps(document.as_json())


class _Drawing:
    """One map being made."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._source = ViewSource(view)
        self._purposes = Purposes(self._source)
        self._files = listed(view)
        self._graph: FileGraph = file_graph(view)
        numbers = self._graph.numbers
        home = [numbers[one.path] for one in self._files if one.rank == PROJECT]
        ranks = pagerank(self._graph, home)
        self._ranks = {self._graph.paths[file]: rank for file, rank in ranks.items()}
        self._importers = self._count_importers()
        self._weight = sum(file.weight for file in self._files) or 1.0

    def _count_importers(self) -> Counter[str]:
        """Path -> how many files import it."""
        groups = self._graph.groups
        paths = self._graph.paths
        pairs = set(zip(*self._graph.imports(), strict=True))
        counts = Counter(file for _, group in pairs for file in groups[group].files)
        return Counter({paths[file]: count for file, count in counts.items()})

    def draw(self, name: str, prefix: str) -> Map:
        root = self._root(name, prefix) if name else ""
        inside = f"{root}/" if root else ""
        files = [file for file in self._files if file.path.startswith(inside)]
        modules = divide(files, root, _MOST)
        uses = self._uses(modules)
        modules.sort(key=lambda one: (one.path.startswith("."), -self._share(one), one.path))
        told = [self._told(module, uses) for module in modules]
        central = hubs_of(self._source, files, self._ranks, self._importers, _FILES)
        entries = entry_points(self._source, self._purposes, files, self._ranks)[:_MOST_ENTRIES]
        single = len(told) == 1
        return Map(
            path=root,
            purpose=self._purpose(root, files),
            files=len(files),
            symbols=_definitions(files),
            languages=_languages(files),
            read_first=tuple(to_read(self._source, self._purposes, root, files, entries, central)),
            entry_points=tuple(entries),
            modules=() if single else tuple(told),
            hubs=tuple(central) if single else (),
            left_out=(),
            searched=self._view.searched,
            notes=tuple(self._view.told()),
        )

    def _root(self, name: str, prefix: str) -> str:
        """The folder that a module's name means."""
        folders: set[str] = set()
        for file in self._files:
            folder = folder_of(file.path)
            while folder and folder not in folders:
                folders.add(folder)
                folder = folder_of(folder)
        plain = name.strip("/").removeprefix("./")
        for path in (f"{prefix}{plain}", plain):
            if path in folders:
                return path
            if path in (".", f"{prefix}."):
                return prefix.rstrip("/")
        packages = [
            module.path
            for module in divide(self._files, "", len(self._files))
            if module.manifest and self._purposes.manifest(module.manifest).get("name") == name
        ]
        alike = packages or [path for path in folders if path.endswith(f"/{plain}")]
        if len(alike) == 1:
            return alike[0]
        if alike:
            some = ", ".join(sorted(alike)[:5])
            raise UsageError(f"--module {name}: may be {some}; give the path")
        raise UsageError(f"--module {name}: no folder or package of that name is indexed")

    def _purpose(self, root: str, files: Sequence[Listed]) -> str:
        whole = Module(root, files, (), "")
        own = [file for file in files if folder_of(file.path) == root]
        manifest = next(
            (file.path for file in own if file.path.endswith(("package.json", ".toml"))), ""
        )
        return self._purposes.of_module(whole._replace(manifest=manifest), ())

    def _uses(self, modules: Sequence[Module]) -> dict[str, Counter[str]]:
        """Module -> module -> how many imports of its project files lead there."""
        numbers = self._graph.numbers
        holder = {numbers[file.path]: _label(module) for module in modules for file in module.files}
        found: dict[str, Counter[str]] = {_label(module): Counter() for module in modules}
        for file, group in zip(*self._graph.imports(), strict=True):
            source = holder.get(file)
            target = holder.get(self._graph.groups[group].files[0])
            if source is not None and target is not None and source != target:
                found[source][target] += 1
        return found

    def _told(self, module: Module, uses: dict[str, Counter[str]]) -> Told:
        label = _label(module)
        hubs = hubs_of(self._source, module.files, self._ranks, self._importers, _HUBS)
        manifest = self._purposes.manifest(module.manifest) if module.manifest else {}
        return Told(
            path=module.path,
            without=module.without,
            name=str(manifest.get("name") or "") if module.path else "",
            purpose=self._purposes.of_module(module, hubs) if module.path else "",
            files=len(module.files),
            symbols=_definitions(module.files),
            languages=tuple(lang for lang, _ in _languages(module.files)[:2]),
            uses=tuple(name for name, _ in _most(uses[label], 4)),
            used_by=sum(bool(counts[label]) for counts in uses.values()),
            hubs=tuple(hubs),
        )

    def _share(self, module: Module) -> float:
        """How much of the repository a module is: of its code, and of what it builds on."""
        central = sum(self._ranks.get(file.path, 0.0) for file in module.files)
        return round(module.weight / self._weight + central, 6)


def _definitions(files: Iterable[Listed]) -> int:
    return sum(file.symbols for file in files if file.is_code)


def _label(module: Module) -> str:
    return module.path or "."


def _languages(files: Iterable[Listed]) -> tuple[tuple[str, int], ...]:
    """(language, files), those with most symbols first; code before all else."""
    counts: Counter[str] = Counter()
    weights: dict[str, tuple[bool, int]] = {}
    for file in files:
        counts[file.lang] += 1
        code, symbols = weights.get(file.lang, (file.is_code, 0))
        weights[file.lang] = code, symbols + file.symbols
    order = sorted(counts, key=lambda lang: (not weights[lang][0], -weights[lang][1], lang))
    return tuple((lang, counts[lang]) for lang in order)


def _most(counts: Counter[str], most: int) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:most]
