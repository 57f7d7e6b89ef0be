"""How much of a file is still found when a part of it is broken.

`python -m tests.bench.damage LANG REPOSITORY` breaks files of the language early on, in one way
after the other, and compares the definitions with those of the file as it was: *found* are those
with the same name on the same line as the text is now, *alike* those that have their kind and
qualified name, too, *false* those that the file did not have, in parts of its own.
"""

from __future__ import annotations

import argparse
import os
import random
import re
from typing import TYPE_CHECKING, NamedTuple

from uindex import record
from uindex.extract import detect, text
from uindex.extract.extract import extract
from uindex.extract.language import CALLABLES, TYPES
from uindex.extract.registry import LANGUAGES, language_of
from uindex.git.repository import Repository
from uindex.git.walk import index_entries

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS = TYPES | CALLABLES | {"module", "namespace", "macro"}
LARGEST = 100_000
"""Bytes of a file that is broken."""
BROKEN = {
    "quote": b'  x = "open\n',
    "tick": b"  x = 'open\n",
    "round": b"  x = (\n",
    "brace": b"  {\n",
    "close": b"}\n",
    "conflict": b"<<<<<<< HEAD\n",
    "template": b"  {{ name }}\n",
    "control": b"{% if name %}\n",
    "macro": b"  @@NAME@@ OTHER(x) y\n",
}
"""A line that is put into a file; `cut` takes the last bracket out of the line before instead."""
_BRACKET = re.compile(rb"[({\[](?=[^({\[\n]*\n)")


class Score(NamedTuple):
    """Definitions of files before damage and after."""

    had: int = 0
    found: int = 0
    alike: int = 0
    false: int = 0

    def __add__(self, other: object) -> Score:
        assert isinstance(other, Score)
        return Score(*(a + b for a, b in zip(self, other, strict=True)))


def files(lang: str, repository: str, most: int) -> Iterator[bytes]:
    """Files of the language, in a random order that is always the same."""
    repo = Repository.open(os.fsencode(repository))
    paths = [entry.path for entry in index_entries(repo)]
    paths = [path for path in paths if language_of(path) in (lang, "h")]
    random.Random(1).shuffle(paths)
    for path in paths:
        if not most:
            return
        try:
            with open(os.path.join(repo.top, path), "rb") as file:
                data = file.read()
        except OSError:
            continue
        if text.skip_reason(data) or not 500 < len(data) < LARGEST:
            continue
        if detect.decide(language_of(path), data) == lang and b"\r" not in data:
            yield data
            most -= 1


def definitions(lang: str, data: bytes) -> dict[tuple[str, int], tuple[str, str]]:
    """(name, line) -> (kind, qualified name)."""
    symbols = record.decode(extract(lang, data)).symbols
    return {(s.name, s.line): (s.kind, s.qualname) for s in symbols if s.kind in KINDS}


def places(data: bytes) -> list[int]:
    """Where lines of code seem to begin in the first third, behind the file's head."""
    lines = data.split(b"\n")
    ends = []
    at = 0
    for line in lines[: len(lines) // 3]:
        at += len(line) + 1
        if line.rstrip().endswith((b";", b"{", b"}", b"end", b")", b":")) and b"*" not in line:
            ends.append(at)
    return ends


def score(lang: str, data: bytes, how: str, at: int) -> Score:
    """One file, broken before the line that begins at `at`."""
    before = definitions(lang, data)
    line = data.count(b"\n", 0, at) + 1
    added = 1
    if how == "cut":
        start = data.rfind(b"\n", 0, at - 1) + 1
        match = _BRACKET.search(data, start, at)
        if match is None:
            return Score()
        broken, added = data[: match.start()] + data[match.end() :], 0
    else:
        broken = data[:at] + BROKEN[how] + data[at:]
    after = definitions(lang, broken)
    wanted = {
        (name, number + added if number >= line else number): told
        for (name, number), told in before.items()
        if how != "cut" or number != line - 1
    }
    found = wanted.keys() & after.keys()
    alike = sum(wanted[key] == after[key] for key in found)
    false = [
        key for key in after if key not in wanted and not (how == "cut" and key[1] == line - 1)
    ]
    return Score(len(wanted), len(found), alike, len(false))


def main() -> None:
    summary = (__doc__ or "").partition("\n\n")[2]
    parser = argparse.ArgumentParser("python -m tests.bench.damage", description=summary)
    parser.add_argument("lang", choices=sorted(LANGUAGES), metavar="LANG")
    parser.add_argument("repository", nargs="+", metavar="REPOSITORY")
    parser.add_argument("--files", type=int, default=200, metavar="N")
    args = parser.parse_args()
    total = dict.fromkeys([*BROKEN, "cut"], Score())
    count = 0
    for repository in args.repository:
        for data in files(args.lang, repository, args.files - count):
            spots = places(data)
            if spots:
                count += 1
                for how in total:
                    total[how] += score(args.lang, data, how, random.Random(how).choice(spots))
    print(f"{args.lang}: {count} files")
    total["all"] = sum(total.values(), Score())
    for how, (had, found, alike, false) in total.items():
        had = max(1, had)
        print(f"  {how:9} {had:6} definitions, found {found / had:7.1%}, "
              f"alike {alike / had:7.1%}, false {false / had:6.1%}")  # fmt: skip


if __name__ == "__main__":
    main()
