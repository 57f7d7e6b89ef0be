"""The graph of files that imports and links in documents make, and its bytes.

A pure function of the tree, the extractors and VERSION.  Files are numbers: positions among all
paths of the tree, sorted as text; so the tree is needed to read it, and no path is in the bytes.

A *group* is what one import leads to: most often one file, of a package all of its files, of an
include that only the build can tell one of several.  Groups are numbered by how many links lead to
them, so that the common ones are short.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from functools import cached_property
from hashlib import sha256
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

import msgpack

from uindex.errors import RecordError, said
from uindex.extract.registry import extractor_set

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

# 1: first
VERSION = 1
"""Grows with every change of a resolver that may lead an import elsewhere."""

MAX_GRAPH = 8 << 20
"""Bytes of a graph in an index; more are neither written nor read.  That of Linux 6.1 has 3 MB."""
IMPORT, DOC_LINK = "import", "doc-link"


def resolver() -> str:
    """The name of what makes graphs: other extractors or another VERSION make other ones."""
    return sha256(f"{extractor_set()}\n{VERSION}".encode()).hexdigest()[:16]


class Group(NamedTuple):
    """What a link leads to."""

    sure: bool
    """All of the files; else one of them."""
    files: tuple[int, ...]
    """The best first, the others ascending."""


class Edge(NamedTuple):
    """A link from one file to others."""

    line: int
    kind: str
    group: Group


class Row(NamedTuple):
    """The links of one file; those of one kind in order of line."""

    lines: Sequence[int]
    groups: Sequence[int]
    """Numbers in `FileGraph.groups`."""
    imports: int
    """How many of the links are imports: they come first."""
    external: int
    """Further imports and links that lead out of the repository."""
    dangling: int
    """Further ones that lead to what should be here and is not."""


class FileGraph:
    """Columns by file, in order of `paths`."""

    def __init__(self, paths: Sequence[str], rows: Sequence[Row], groups: Sequence[Group]) -> None:
        """`groups` may hold some twice and some that nothing leads to, in any order."""
        self.paths = paths
        self._imports = [row.imports for row in rows]
        self._links = [len(row.lines) - row.imports for row in rows]
        self.external = [row.external for row in rows]
        """By file: links that lead out of the repository."""
        self.dangling = [row.dangling for row in rows]
        """By file: links to what should be here and is not."""
        self._lines = [line for row in rows for line in row.lines]
        wild = [number for row in rows for number in row.groups]
        self._groups, self.groups = _numbered(wild, groups)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Path -> its number."""
        return {path: number for number, path in enumerate(self.paths)}

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *accumulate(map(int.__add__, self._imports, self._links))]

    def row(self, number: int) -> Row:
        start, end = self._starts[number], self._starts[number + 1]
        return Row(
            self._lines[start:end],
            self._groups[start:end],
            self._imports[number],
            self.external[number],
            self.dangling[number],
        )

    def edges(self, number: int) -> Iterator[Edge]:
        """The links of a file: imports, then links of documents, by line."""
        lines, groups, imports, _, _ = self.row(number)
        for at, (line, group) in enumerate(zip(lines, groups, strict=True)):
            yield Edge(line, IMPORT if at < imports else DOC_LINK, self.groups[group])

    def leading_to(self, files: Container[int]) -> list[tuple[int, Edge]]:
        """The links that lead to any of these files, each with the file that it is in: by file,
        imports first, by line."""
        wanted = {
            number
            for number, group in enumerate(self.groups)
            if any(file in files for file in group.files)
        }
        found = []
        for at in [at for at, group in enumerate(self._groups) if group in wanted]:
            file = bisect_right(self._starts, at) - 1
            kind = IMPORT if at < self._starts[file] + self._imports[file] else DOC_LINK
            found.append((file, Edge(self._lines[at], kind, self.groups[self._groups[at]])))
        return found

    def imports(self) -> tuple[list[int], list[int]]:
        """(file, group) of every import, as two columns, by file."""
        files: list[int] = []
        groups: list[int] = []
        for file, (start, count) in enumerate(zip(self._starts, self._imports, strict=False)):
            if count:
                files += [file] * count
                groups += self._groups[start : start + count]
        return files, groups

    def encode(self) -> bytes:
        """The one encoding of the graph; docs/format.md says what stands where."""
        sizes = [len(group.files) for group in self.groups]
        members = [step for group in self.groups for step in _steps(group.files)]
        columns = [
            len(self.paths),
            _sparse(self._imports),
            _sparse(self._links),
            _sparse(self.external),
            _sparse(self.dangling),
            self._line_steps(),
            self._groups,
            sizes,
            members,
            [number for number, group in enumerate(self.groups) if not group.sure],
        ]
        packed: bytes = msgpack.packb(columns)
        return packed

    def _line_steps(self) -> list[int]:
        """Each line less the one before it, where that is of the same file and not behind it."""
        lines = self._lines
        steps = [line - before for line, before in zip(lines, [0, *lines], strict=False)]
        for start, count in zip(self._starts, self._imports, strict=False):
            for at in (start, start + count):
                if at < len(steps):
                    steps[at] = lines[at]
        return steps

    @classmethod
    def decode(cls, data: bytes, paths: Sequence[str]) -> FileGraph:
        """The graph in `data`, of a tree of these paths, sorted.  RecordError if it is none, with
        memory in proportion to `data`: of what others made, at most MAX_GRAPH is to be read."""
        try:
            raw = msgpack.unpackb(
                data,
                max_str_len=0,
                max_bin_len=0,
                max_map_len=0,
                max_ext_len=0,
                max_array_len=max(len(data), 1),
                list_hook=_Counted(),
            )
            return cls._checked(raw, paths)
        # msgpack raises bare ValueError and its kin for truncated or nested input
        except (
            ValueError,
            TypeError,
            IndexError,
            OverflowError,
            RecursionError,
            MemoryError,
            msgpack.UnpackException,
        ) as error:
            raise RecordError(f"graph: {said(error)}") from None

    @classmethod
    def _checked(cls, raw: Any, paths: Sequence[str]) -> FileGraph:
        count, imports, links, external, dangling, steps, groups, sizes, members, unsure = raw
        if count != len(paths):
            raise ValueError(f"of {count} paths, where the tree has {len(paths)}")
        graph = cls.__new__(cls)
        graph.paths = paths
        graph._imports = _dense(imports, count)
        graph._links = _dense(links, count)
        graph.external = _dense(external, count)
        graph.dangling = _dense(dangling, count)
        size = sum(graph._imports) + sum(graph._links)
        graph._groups = _naturals(groups, size)
        graph._lines = graph._absolute(_naturals(steps, size))
        graph.groups = _grouped(_naturals(sizes, len(sizes)), members, set(unsure), count)
        _check_order(graph.groups, Counter(groups))
        return graph

    def _absolute(self, steps: list[int]) -> list[int]:
        lines: list[int] = []
        for start, end, count in zip(self._starts, self._starts[1:], self._imports, strict=False):
            if start < end:
                lines += accumulate(steps[start : start + count])
                lines += accumulate(steps[start + count : end])
        return lines


class _Counted:
    """Lists of lists would take a multiple of their bytes: there are ten, and none inside."""

    def __init__(self) -> None:
        self._left = 10

    def __call__(self, values: list[Any]) -> list[Any]:
        self._left -= 1
        if self._left < 0:
            raise ValueError("too many lists")
        return values


def _numbered(wild: list[int], groups: Sequence[Group]) -> tuple[list[int], list[Group]]:
    """Group numbers and groups as they are stored: each once, the most used first."""
    same: dict[Group, int] = {}
    first = [same.setdefault(group, number) for number, group in enumerate(groups)]
    used = Counter(map(first.__getitem__, wild))
    order = sorted(used, key=lambda number: (-used[number], groups[number]))
    new = dict(zip(order, range(len(order)), strict=True))
    place = [new.get(number, -1) for number in first]
    return [place[number] for number in wild], [groups[number] for number in order]


def _steps(files: tuple[int, ...]) -> Iterator[int]:
    """The first, the second, then each less the one before it."""
    yield from files[:2]
    for one, before in zip(files[2:], files[1:], strict=False):
        yield one - before


def _grouped(sizes: list[int], members: list[int], unsure: set[int], count: int) -> list[Group]:
    if len(members) != sum(sizes) or 0 in sizes:
        raise ValueError("members of groups")
    members = _naturals(members, len(members))
    found = []
    at = 0
    for number, size in enumerate(sizes):
        first, rest = members[at], members[at + 1 : at + size]
        at += size
        files = (first, *accumulate(rest)) if rest else (first,)
        if max(files) >= count:
            raise ValueError("a member that is no path")
        found.append(Group(number not in unsure, files))
    return found


def _check_order(groups: list[Group], used: Counter[int]) -> None:
    """ValueError unless they are numbered as `_numbered` does it: so none is there twice."""
    if len(used) != len(groups) or (groups and max(used) >= len(groups)):
        raise ValueError("groups and links that do not fit")
    before: tuple[int, Group] | None = None
    for number, group in enumerate(groups):
        place = (-used[number], group)
        if before is not None and place <= before:
            raise ValueError("groups out of order")
        before = place


def _sparse(values: list[int]) -> list[int]:
    """Pairs (how many zeros come first, value) of those that are not 0."""
    found: list[int] = []
    last = -1
    for at, value in enumerate(values):
        if value:
            found += (at - last - 1, value)
            last = at
    return found


def _dense(pairs: list[int], count: int) -> list[int]:
    values = [0] * count
    at = -1
    for gap, value in zip(pairs[::2], pairs[1::2], strict=True):
        if type(gap) is not int or type(value) is not int or gap < 0 or value <= 0:
            raise ValueError("counts")
        at += gap + 1
        values[at] = value
    return values


def _naturals(values: Any, size: int) -> list[int]:
    if type(values) is not list or len(values) != size:
        raise ValueError("columns of different lengths")
    if values and (min(values) < 0 or type(sum(values)) is not int):
        raise ValueError("not whole numbers")
    return values
