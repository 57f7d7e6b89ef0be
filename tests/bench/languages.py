"""Where the time of an extractor goes, by language: `python -m tests.bench.languages FILE COUNT`.

One process reads a sample of the blobs that FILE lists, and for each blob runs tree-sitter's
parse, then parse and query, then the whole of the extractor, which does both again.  What only
the first blob of a language pays (its grammar and its query) is measured apart.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from typing import TYPE_CHECKING, TypeVar

from tests.bench.measure import run
from tests.bench.table import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.bench.bench import Bench

LEAST = 0.005
"""Languages on which the sample spent less, in parts of the whole, are left out of the table."""
_WARM_UP = b"\n"

Costs = dict[str, dict[str, float]]
T = TypeVar("T")


def languages(bench: Bench) -> Iterator[Row]:
    """Per language, the extractor against the parser: which of them a cold build waits for."""
    assert bench.facts["blobs"]
    command = [sys.executable, "-P", "-m", "tests.bench.languages", bench.blobs]
    out = run([*command, str(bench.effort.sample)], bench.scratch.top).out
    costs: Costs = json.loads(out)
    whole = sum(cost["extract"] for cost in costs.values())
    for lang, cost in sorted(costs.items(), key=lambda one: -one[1]["extract"]):
        if cost["extract"] < LEAST * whole:
            continue
        megabytes = cost["bytes"] / 1e6
        note = f"{cost['extract'] / whole:.0%} of the time; {cost['blobs']:.0f} blobs,"
        note += f" {megabytes:.1f} MB, extracted at {megabytes / cost['extract']:.1f} MB/s"
        if cost["parse"]:
            parts = ((cost["query"] - cost["parse"]), (cost["extract"] - cost["query"]))
            query, rest = (max(0.0, part) / cost["parse"] for part in parts)
            note += f"; 1 + query {query:.1f} + record {rest:.1f}"
            note += f"; first use {cost['first'] * 1000:.0f} ms"
            yield Row(f"{lang}: extract / parse", cost["extract"] / cost["parse"], "x", note=note)
        else:
            yield Row(f"{lang}: extract", cost["extract"], "s", note=f"{note}; no grammar")


def costs_of(path: str, count: int) -> Costs:
    """By language the blobs and bytes of the sample, and the seconds they take."""
    # Only this process needs them.
    from uindex.extract import detect, text
    from uindex.git.objects import open_objects
    from uindex.git.repository import Repository

    gc.disable()  # as in the workers of a build
    with open(path, encoding="ascii") as file:
        lines = file.readlines()
    found: dict[str, LanguageCosts] = {}
    with open_objects(Repository.open(), bulk=True) as objects:
        for line in lines[:: max(1, len(lines) // count)]:
            oid, chosen, most = line.split()
            data = objects.read(bytes.fromhex(oid))
            if data is None or len(data) > int(most) or text.skip_reason(data):
                continue
            source = text.read(data).data
            lang = detect.decide(chosen, source)
            if lang not in found:
                found[lang] = LanguageCosts(lang)
            found[lang].add(chosen, data, source)
    return {lang: one.seconds for lang, one in found.items()}


class LanguageCosts:
    """One language, its parser ready, and what its blobs took so far."""

    def __init__(self, lang: str) -> None:
        from tree_sitter import Parser  # as above
        from tree_sitter_language_pack import get_language

        from uindex.extract.extract import extract, module
        from uindex.extract.parse import captures

        self.seconds = dict.fromkeys(("blobs", "bytes", "parse", "query", "extract", "first"), 0.0)
        self._extract, self._captures = extract, captures
        self._timed("first", lambda: extract(lang, _WARM_UP))
        self._language = module(lang) if lang != "text" else None
        grammar = self._language.grammar if self._language else ""
        self._parser = Parser(get_language(grammar)) if grammar else None  # type: ignore[arg-type]

    def add(self, chosen: str, blob: bytes, source: bytes) -> bytes:
        """The record; `chosen` is the language that the path chose, `source` the blob's text."""
        language, parser = self._language, self._parser
        if language is not None and parser is not None and language.read(source) is None:
            self._timed("parse", lambda: parser.parse(source))
            self._timed("query", lambda: self._captures(language, source))
        record = self._timed("extract", lambda: self._extract(chosen, blob))
        self.seconds["blobs"] += 1
        self.seconds["bytes"] += len(blob)
        return record

    def _timed(self, name: str, action: Callable[[], T]) -> T:
        started = time.process_time()
        result = action()
        self.seconds[name] += time.process_time() - started
        return result


if __name__ == "__main__":
    sys.stdout.write(json.dumps(costs_of(sys.argv[1], int(sys.argv[2]))) + "\n")
