"""The includes of a whole snapshot as flat arrays, and of them what matters for one name.

Whole closures hold every header; for one name few files matter, so sets of those few are passed
along the includes instead, headers first.
"""

from __future__ import annotations

from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import msgpack

from uindex.resolve.families.c.closure import MANY, direct_includes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from uindex.record import Link
    from uindex.resolve.facts import Facts
    from uindex.resolve.families.c.includes import Includes

# 1: first
VERSION = 1
_MOST = 255


class Flat(NamedTuple):
    """Files that include or are included, by number: whatever a file includes has a lower one, but
    within a *ring*, a run of files that include each other."""

    paths: list[str]
    starts: array[int]
    """By file, and one more: where in `inner` its includes begin."""
    inner: array[int]
    rings: array[int]
    """First file, then the one behind the last, of each ring; ascending."""
    included: int
    """How many are included by others: they come first."""
    library: bytes
    """By file: how many headers of the C library it includes, at most 255, through others too."""
    own: bytes
    """By file: whether it includes one of these itself."""

    def encode(self) -> bytes:
        """The arrays as a cache keeps them, in the byte order of this machine."""
        paths = "\0".join(self.paths).encode("utf-8", "surrogateescape")
        arrays = [self.starts.tobytes(), self.inner.tobytes(), self.rings.tobytes()]
        packed: bytes = msgpack.packb([paths, *arrays, self.included, self.library, self.own])
        return packed

    @classmethod
    def decode(cls, data: bytes) -> Flat:
        paths, starts, inner, rings, included, library, own = msgpack.unpackb(data)
        return cls(
            paths.decode("utf-8", "surrogateescape").split("\0") if paths else [],
            array("I", starts),
            array("I", inner),
            array("I", rings),
            included,
            library,
            own,
        )


class Masks:
    """A `closure.Closures` of one name: sets hold some files only, those at `wanted`."""

    def __init__(self, flat: Flat, numbers: dict[str, int]) -> None:
        self._flat = flat
        self._numbers = numbers
        self._bits: dict[str, int] = {}
        self._sets: list[int] = []
        """Of every file that others include, with its own bit."""
        self._own: dict[str, int] = {}
        """What linked files include themselves."""

    def want(self, defined: Iterable[str], linked: Iterable[str]) -> None:
        """Files that define the name, and of these the ones that a linker looks at."""
        wanted = dict.fromkeys(defined)
        inner = {path: self.direct(path) for path in linked}
        for paths in inner.values():
            wanted.update(dict.fromkeys(paths))
        bits = self._bits = {path: 1 << at for at, path in enumerate(wanted)}
        self._own = {path: sum(bits[one] for one in paths) for path, paths in inner.items()}
        self._sets = self._passed()

    def holds(self, seen: int, path: str) -> bool:
        return bool(seen & self._bits[path])

    def of(self, path: str) -> int:
        found = 0
        sets = self._sets
        for one in self._inner(path):
            found |= sets[one]
        return found

    def direct(self, path: str) -> Sequence[str]:
        paths = self._flat.paths
        return [paths[one] for one in self._inner(path)]

    def shares(self, seen: int, other: str) -> bool:
        return bool(seen & self._own[other])

    def has_library(self, path: str) -> bool:
        number = self._numbers.get(path)
        flat = self._flat
        return number is not None and bool(flat.own[number] or flat.library[number] >= MANY)

    def knows_library(self, path: str) -> bool:
        number = self._numbers.get(path)
        return number is not None and self._flat.library[number] > 0

    def _inner(self, path: str) -> Sequence[int]:
        number = self._numbers.get(path)
        if number is None:
            return ()
        starts = self._flat.starts
        return self._flat.inner[starts[number] : starts[number + 1]]

    def _passed(self) -> list[int]:
        flat = self._flat
        sets = [0] * flat.included
        for path, bit in self._bits.items():
            number = self._numbers.get(path, flat.included)
            if number < flat.included:
                sets[number] = bit
        pass_along(flat.starts, flat.inner, flat.rings, sets)
        return sets


def pass_along(
    starts: Sequence[int], inner: Sequence[int], rings: Sequence[int], sets: list[int]
) -> None:
    """Give every file what the files have that it includes, directly or through others."""
    at = 0
    count = len(sets)
    for first, last in zip([*rings[::2], count], [*rings[1::2], count], strict=True):
        start = starts[at]
        for number in range(at, min(first, count)):
            end = starts[number + 1]
            found = sets[number]
            for one in inner[start:end]:
                found |= sets[one]
            sets[number] = found
            start = end
        if first >= count:
            break
        found = 0
        for one in (*range(first, last), *inner[starts[first] : starts[last]]):
            found |= sets[one]
        sets[first:last] = [found] * (last - first)
        at = last


def flatten(
    facts: Facts, includes: Includes, leading: Iterable[tuple[str, Sequence[Link]]]
) -> Flat:
    """The arrays of a snapshot, given its files of this family with their imports."""
    files: dict[str, list[str]] = {}
    libraries: dict[str, list[str]] = {}
    for path, links in leading:
        files[path], libraries[path] = direct_includes(includes, path, links)
    todo = [one for inner in files.values() for one in inner if one not in files]
    while todo:
        path = todo.pop()
        if path not in files:
            found = direct_includes(includes, path, facts.imports(path))
            files[path], libraries[path] = found
            todo += found[0]
    return _arrays(files, libraries)


def _arrays(files: Mapping[str, Sequence[str]], libraries: Mapping[str, Sequence[str]]) -> Flat:
    """The arrays, given what every file includes itself."""
    order = sorted(files)
    numbers = {path: number for number, path in enumerate(order)}
    inner = [[numbers[one] for one in files[path]] for path in order]
    has = {one for found in inner for one in found}
    runs = sorted(_components(inner), key=lambda run: run[0] not in has)
    old = [number for run in runs for number in run]
    new = {number: at for at, number in enumerate(old)}
    rings = array("I")
    at = 0
    for run in runs:
        if len(run) > 1:
            rings.extend((at, at + len(run)))
        at += len(run)
    starts = array("I", accumulate((len(inner[number]) for number in old), initial=0))
    edges = array("I", [new[one] for number in old for one in inner[number]])
    paths = [order[number] for number in old]
    bits: dict[str, int] = {}
    sets = []
    for path in paths:
        headers = libraries[path]
        sets.append(sum(bits.setdefault(name, 1 << len(bits)) for name in headers))
    own = bytes(map(bool, sets))
    pass_along(starts, edges, rings, sets)
    counts = bytes(min(one.bit_count(), _MOST) for one in sets)
    return Flat(paths, starts, edges, rings, len(has), counts, own)


def _components(inner: Sequence[Sequence[int]]) -> list[list[int]]:
    """The strongly connected components, each behind all that it leads to (Tarjan's algorithm,
    without recursion)."""
    count = len(inner)
    order = [-1] * count
    lowest = [0] * count
    done = bytearray(count)
    stack: list[int] = []
    runs: list[list[int]] = []
    step = 0
    for root in range(count):
        work = [(root, iter(inner[root]))] if order[root] < 0 else []
        if work:
            order[root] = lowest[root] = step
            step += 1
            stack.append(root)
        while work:
            number, rest = work[-1]
            for one in rest:
                if order[one] < 0:
                    order[one] = lowest[one] = step
                    step += 1
                    stack.append(one)
                    work.append((one, iter(inner[one])))
                    break
                if not done[one]:
                    lowest[number] = min(lowest[number], order[one])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    lowest[above] = min(lowest[above], lowest[number])
                if lowest[number] == order[number]:
                    at = len(stack) - 1
                    while stack[at] != number:
                        at -= 1
                    run = stack[at:]
                    del stack[at:]
                    for one in run:
                        done[one] = 1
                    runs.append(run)
    return runs
