"""From a path as imports write it to the file that is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uindex.resolve.facts import Facts

SOURCES = (
    ".ts", ".tsx", ".js", ".jsx", ".mts", ".cts", ".mjs", ".cjs", ".json",
    ".vue", ".svelte", ".astro", ".d.ts", ".d.mts", ".d.cts",
)  # fmt: skip
"""What may be left out at the end of a path, the best first.  A declaration comes last: where it
lies beside its implementation, the implementation is what people want to see."""
_WRITTEN = {
    ".js": (".ts", ".tsx", ".d.ts"),
    ".jsx": (".tsx", ".d.ts"),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}
"""What the compiler emits -> what that may have been written in."""
_DECLARED = {".js": ".d.ts", ".jsx": ".d.ts", ".mjs": ".d.mts", ".cjs": ".d.cts"}


def file_at(facts: Facts, path: str, typed: bool) -> tuple[str, ...]:
    """The file that `path` means, and its declarations if they are a file of their own; no folder.

    `typed` says that a typed file asks: to those `x.js` is `x.ts` first, if both are there.
    """
    paths = facts.tree.paths
    dot = path.rfind(".", path.rfind("/") + 1)
    extension = path[dot:] if dot >= 0 else ""
    written = _WRITTEN.get(extension, ())
    if path in paths and not (typed and written):
        return _with_declaration(facts, path)
    for other in written:
        if path[:dot] + other in paths and not (other[:3] == ".d." and path in paths):
            return (path[:dot] + other,)
    if path in paths:
        return _with_declaration(facts, path)
    for other in SOURCES:
        if path + other in paths:
            return _with_declaration(facts, path + other)
    return ()


def index_of(facts: Facts, folder: str, typed: bool) -> tuple[str, ...]:
    """What a folder without package.json means."""
    if not facts.tree.is_folder(folder):
        return ()
    return file_at(facts, f"{folder}/index" if folder else "index", typed)


def first(found: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The first that is something."""
    return next(filter(None, found), ())


def _with_declaration(facts: Facts, path: str) -> tuple[str, ...]:
    for extension, declared in _DECLARED.items():
        if path.endswith(extension):
            beside = path.removesuffix(extension) + declared
            return (path, beside) if beside in facts.tree.paths else (path,)
    return (path,)
