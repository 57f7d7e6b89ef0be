"""`export --format mermaid`: a diagram of which folder imports from which.

Bounded, since no one reads a thousand boxes and Mermaid refuses large texts: of a large tree, the
folders with the fewest imports are drawn as the folder around them, and the weakest arrows are left
out.  Comments at the top say how many.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from uindex.query.files import file_graph
from uindex.resolve.facts import folder_of
from uindex.wording import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from uindex.query.view import View
    from uindex.resolve.graph import FileGraph

MOST_FOLDERS = 40
MOST_ARROWS = 100
"""Mermaid itself refuses more than 500."""
LONGEST_LABEL = 60
"""Characters of a folder's path; the middle of a longer one is left out."""
_PLAIN = re.compile(r"[^A-Za-z0-9_./ -]")

Arrows = Counter[tuple[str, str]]
"""(folder that imports, folder imported from) -> how many imports"""


def lines(view: View) -> Iterator[bytes]:
    """The diagram."""
    graph = file_graph(view)
    arrows, unsure = _arrows(graph)
    folders = {folder for pair in arrows for folder in pair}
    drawn = _gathered(folders, arrows)
    merged = Arrows()
    for (source, target), count in arrows.items():
        if drawn[source] != drawn[target]:
            merged[drawn[source], drawn[target]] += count
    order = sorted(merged, key=lambda pair: (-merged[pair], pair))
    shown = sorted(order[:MOST_ARROWS])
    nodes = sorted({folder for pair in shown for folder in pair})
    yield from _comments(graph, folders, drawn, arrows, merged, shown, nodes, unsure)
    yield b"graph LR\n"
    sizes = Counter(drawn[folder] for path in graph.paths if (folder := folder_of(path)) in drawn)
    number = {folder: at for at, folder in enumerate(nodes)}
    for folder in nodes:
        files = plural(sizes[folder], "file")
        yield f'  n{number[folder]}["{_label(folder)}<br/>{files}"]\n'.encode()
    for source, target in shown:
        count = merged[source, target]
        yield f"  n{number[source]} -->|{count}| n{number[target]}\n".encode()
    if not nodes:
        yield b'  none["no folder imports from another"]\n'


def _comments(
    graph: FileGraph, folders: set[str], drawn: Mapping[str, str], arrows: Arrows,
    merged: Arrows, shown: list[tuple[str, str]], nodes: list[str], unsure: int,
) -> Iterator[bytes]:  # fmt: skip
    """How much is shown and what is not; never a word of the repository's."""
    total = arrows.total()
    seen = sum(merged[pair] for pair in shown)
    yield f"%% {len(nodes)} folders, {seen} of {total} imports between folders\n".encode()
    inner = sum(folder != drawn[folder] for folder in folders)
    if inner:
        yield f"%% {inner} folders are drawn as a folder around them\n".encode()
    if len(merged) > len(shown):
        least = min(merged[pair] for pair in shown)
        count = len(merged) - len(shown)
        yield f"%% {count} arrows of {least} imports or fewer are left out\n".encode()
    if unsure:
        yield f"%% {unsure} imports that may be of several files are left out\n".encode()
    others = len({folder_of(path) for path in graph.paths}) - len(folders)
    if others:
        yield f"%% {others} folders without imports from or to another are left out\n".encode()


def _arrows(graph: FileGraph) -> tuple[Arrows, int]:
    """Imports between folders, and how many may be of several files in other folders."""
    of = [folder_of(path) for path in graph.paths]
    files, groups = graph.imports()
    counts = Counter(zip(map(of.__getitem__, files), groups, strict=True))
    unsure = 0
    arrows = Arrows()
    for (source, number), count in counts.items():
        group = graph.groups[number]
        targets = {of[file] for file in group.files} - {source}
        if not group.sure and len(group.files) > 1:
            unsure += count if targets else 0
            continue
        for target in targets:
            arrows[source, target] += count
    return arrows, unsure


def _gathered(folders: set[str], arrows: Arrows) -> dict[str, str]:
    """Folder -> the folder that it is drawn as: itself, or one around it, so that there are no more
    than MOST_FOLDERS.  Where least is imported comes first."""
    weights: Counter[str] = Counter()
    inside: Counter[str] = Counter()  # folders that are drawn in each, itself included
    for (source, target), count in arrows.items():
        for folder in (*_around(source), *_around(target)):
            weights[folder] += count
    for folder in folders:
        for outer in _around(folder):
            inside[outer] += 1
    left = len(folders)
    gathered: set[str] = set()
    for outer in sorted(inside, key=lambda one: (weights[one], -one.count("/"), one)):
        if left <= MOST_FOLDERS:
            break
        if inside[outer] < 2:
            continue
        fewer = inside[outer] - 1
        left -= fewer
        for around in _around(outer):
            inside[around] -= fewer
        gathered.add(outer)
    return {
        folder: next((one for one in reversed(_around(folder)) if one in gathered), folder)
        for folder in folders
    }


def _around(folder: str) -> list[str]:
    """A folder and all folders around it, the root last."""
    found = [folder]
    while folder:
        folder = folder_of(folder)
        found.append(folder)
    return found


def _label(folder: str) -> str:
    """A folder's path as text in quotes; whatever might mean something to Mermaid, to Markdown or
    to HTML is written as the number of its character."""
    text = folder or "/"
    if len(text) > LONGEST_LABEL:
        text = f"{text[: LONGEST_LABEL // 2]}…{text[-LONGEST_LABEL // 2 :]}"
    # Mermaid takes a backslash with an n for a line break, even where it is written as a number.
    return _PLAIN.sub(_entity, text.replace("\\n", "\\\u200cn"))


def _entity(match: re.Match[str]) -> str:
    char = match[0]
    if "\udc80" <= char <= "\udcff":
        return f"#92;x{ord(char) - 0xDC00:02x}"
    if not char.isprintable() and char != "\u200c":
        return f"#92;u{ord(char):04x}"
    return f"#{ord(char)};"
