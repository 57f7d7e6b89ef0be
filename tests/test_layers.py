"""Imports only point up the list of layers; those inside functions count as well."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).parent.parent / "uindex"
DOCUMENT = Path(__file__).parent.parent / "docs" / "architecture.md"

# As in docs/architecture.md. Modules on one line may import each other.
LAYERS = (
    ("errors",),
    ("wording",),
    ("tokens",),
    ("log",),
    ("record",),
    ("embed",),
    ("git",),
    ("extract",),
    ("selection",),
    ("store",),
    ("pool", "build"),
    ("snapshot",),
    ("resolve",),
    ("cache",),
    ("index",),
    ("query",),
    ("shims",),
    ("hook",),
    ("evaluation",),
    ("cli",),
    ("__main__",),
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}

# Higher up, and still out of bounds: these are pure.
FORBIDDEN = {("extract", "git"), ("record", "git"), ("embed", "git")}

RUNS_WHAT_IT_READS = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "eval", "exec"}


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def layer_of(name: str) -> str:
    """`uindex.git.run` belongs to `git`."""
    return name.split(".")[1]


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and name of each module of ours that `path` imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            names = [node.module or ""]
            if node.module == "uindex":
                names = [
                    f"uindex.{alias.name}" for alias in node.names if alias.name != "__version__"
                ]
        else:
            continue
        yield from ((node.lineno, name) for name in names if name.startswith("uindex."))


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_up(path: Path) -> None:
    name = ".".join(("uindex", *path.relative_to(PACKAGE).with_suffix("").parts))
    layer = layer_of(name)
    assert layer in RANK, f"{name}: in no layer; add it to LAYERS where it belongs"
    wrong = [
        f"{path.name}:{line}: {layer} imports {imported}"
        for line, imported in imports(path)
        if RANK.get(layer_of(imported), len(RANK)) > RANK[layer]
        or (layer, layer_of(imported)) in FORBIDDEN
    ]
    assert wrong == []


def test_the_test_sees_deferred_imports(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_text("def f():\n    if True:\n        from uindex import cli\n")
    assert list(imports(path)) == [(3, "uindex.cli")]


def test_nothing_runs_what_it_reads() -> None:
    """Case F03: an index is data of others. No module may load what can hold code."""
    wrong = []
    for path in modules():
        for node in ast.walk(ast.parse(path.read_bytes())):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name.partition(".")[0] for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [(node.module or "").partition(".")[0]]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                names = [node.func.id]
            wrong += [f"{path.name}:{name}" for name in names if name in RUNS_WHAT_IT_READS]
    assert wrong == []


def test_the_document_has_the_same_list() -> None:
    found = re.search(
        r"<!-- layers -->\n(.*?)<!-- /layers -->", DOCUMENT.read_text("utf-8"), re.DOTALL
    )
    assert found
    told = [re.findall(r"`(\w+)`", row.split("|")[1]) for row in found[1].splitlines()[2:]]
    here = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in modules()}
    # A layer may be reserved for what is not written yet; the document tells of what there is.
    layers = [[name for name in names if name in here] for names in LAYERS]
    assert told == [names for names in layers if names]
