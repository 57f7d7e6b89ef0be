"""Where the programs of a repository begin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from uindex.cache.rows import PROJECT
from uindex.resolve.facts import folder_of, join

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from uindex.query.facts import ViewSource
    from uindex.query.modules import Listed
    from uindex.query.purpose import Purposes

_BY_NAME = frozenset(
    ["c", "cpp", "go", "rust", "java", "kotlin", "scala", "csharp", "swift", "zig"]
)
"""Languages in which a function called so begins a program."""
_ASIDE = frozenset(
    "example examples sample samples demo demos fixtures fixture bench benches benchmark benchmarks"
    " playground test tests contrib docs doc templates fuzz".split()
)


MAIN = "main function"


class Entry(NamedTuple):
    """A place where a program begins."""

    path: str
    line: int
    name: str
    """The command, or the function."""
    said: str
    """What makes it one."""


def entry_points(
    source: ViewSource, purposes: Purposes, files: Sequence[Listed], ranks: Mapping[str, float]
) -> list[Entry]:
    """What manifests name first, then what is outermost; programs of examples and tests last."""
    listed = {file.path: file for file in files}
    found = [
        *_of_manifests(purposes, files, listed),
        *(Entry(path, 1, "__main__", f"python -m {_dotted(path)}") for path in listed
          if path.endswith("__main__.py")),
        *_of_functions(source, listed),
    ]  # fmt: skip
    first: dict[str, Entry] = {}
    for entry in found:
        first.setdefault(f"{entry.path} {entry.name}", entry)

    def order(entry: Entry) -> tuple[bool, bool, bool, int, float, str, int]:
        folders = entry.path.split("/")[:-1]
        aside = listed[entry.path].rank != PROJECT or is_aside(entry.path)
        declared = not entry.said.endswith(("json", "toml"))
        base = entry.path.rpartition("/")[2]
        return (
            aside,
            declared,
            "main" not in base,
            len(folders),
            -ranks.get(entry.path, 0.0),
            entry.path,
            entry.line,
        )

    return sorted(first.values(), key=order)


def is_aside(path: str) -> bool:
    """Whether a file belongs to examples, tests and the like."""
    return not _ASIDE.isdisjoint(path.split("/")[:-1])


def _dotted(path: str) -> str:
    return folder_of(path).removeprefix("src/").replace("/", ".")


def _of_functions(source: ViewSource, listed: Mapping[str, Listed]) -> Iterator[Entry]:
    for name in ("main", "Main"):
        for place in source.named(name):
            file = listed.get(place.path)
            if file is None or file.lang not in _BY_NAME or place.path.endswith("build.rs"):
                continue
            record = source.record(place.path)
            symbol = record.symbols[place.at] if record else None
            if symbol is None or symbol.kind not in ("function", "method"):
                continue
            program = record is not None and file.lang == "go" and record.symbols[0].name != "main"
            if not program and (symbol.parent < 0 or file.lang in ("java", "csharp", "scala")):
                yield Entry(place.path, symbol.line, symbol.qualname, MAIN)


def _of_manifests(
    purposes: Purposes, files: Sequence[Listed], listed: Mapping[str, Listed]
) -> Iterator[Entry]:
    for file in files:
        base = file.path.rpartition("/")[2]
        if file.rank != PROJECT or base not in ("package.json", "pyproject.toml", "Cargo.toml"):
            continue
        manifest = purposes.manifest(file.path)
        for name, where in _programs(base, manifest):
            path = _place(folder_of(file.path), where, base, listed)
            if path:
                yield Entry(path, 1, name, file.path)


def _programs(base: str, manifest: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(command, path or module) of what a manifest installs."""
    programs = manifest.get("scripts" if base == "pyproject.toml" else "bin")
    if base == "Cargo.toml":
        for program in programs if isinstance(programs, list) else ():
            if isinstance(program, dict):
                yield str(program.get("name")), str(program.get("path") or "src/main.rs")
    elif isinstance(programs, dict):
        for name, where in programs.items():
            yield str(name), str(where)
    elif isinstance(programs, str):
        yield str(manifest.get("name") or programs), programs


def _place(folder: str, where: str, base: str, listed: Mapping[str, Listed]) -> str:
    """The file that a manifest means; "" where it is not there, as when a build makes it."""
    if base != "pyproject.toml":
        path = join(folder, where) or ""
        return path if path in listed else ""
    module = where.partition(":")[0].replace(".", "/")
    for root in ("src", "", "lib", "python"):
        for tail in (".py", "/__init__.py"):
            path = join(folder, f"{root}/{module}{tail}".lstrip("/")) or ""
            if path in listed:
                return path
    return ""
