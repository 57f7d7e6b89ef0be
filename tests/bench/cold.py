"""Steps that begin with nothing: the build, the cache, the size of what they leave."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import TYPE_CHECKING

from tests.bench.measure import Failed, Usage, in_turn, middle, minus, run
from tests.bench.table import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.bench.bench import Bench

MB = 1e6


def cold_build(bench: Bench) -> Iterator[Row]:
    """The build against tree-sitter alone and ctags, in turn."""
    scratch, effort = bench.scratch, bench.effort
    jobs = str(bench.jobs)

    def build() -> Usage:
        scratch.forget()
        return scratch.inside("build", jobs)

    runs = in_turn(effort.rounds, effort.budget, bench.parse_only, build,
                   lambda: _ctags(scratch.top, scratch.file("tags")))  # fmt: skip
    parse, built, ctags = map(middle, runs)
    bench.counts, report = json.loads(parse.out), json.loads(built.out)
    bench.index()  # what the build left out: the cache
    rounds = f"median of {len(runs[0])}"
    yield Row("cold build, cache apart", built.wall, "s", None, built.cpu,
              f"{report['parsed']:,} blobs parsed, {report['failed']} failed, {jobs} processes,"
              f" {rounds}")  # fmt: skip
    yield Row("  parse only", parse.wall, "s", None, parse.cpu, _parsed(bench.counts))
    yield Row("  build / parse only", built.wall / parse.wall, "x", bench.targets.build,
              built.cpu / parse.cpu, "start of the processes included in both")  # fmt: skip
    yield Row("  largest process", built.peak, "MB", bench.targets.memory,
              note=f"parse only: {parse.peak / MB:.0f} MB")  # fmt: skip
    if ctags.wall:
        yield Row("  ctags -R", ctags.wall, "s", None, ctags.cpu,
                  f"one process; the build takes {built.wall / ctags.wall:.1f} times as long,"
                  f" {built.cpu / ctags.cpu:.1f} times the cpu")  # fmt: skip
    else:
        yield Row("  ctags -R", 0.0, "s", note="not installed")


def _ctags(top: str, tags: str) -> Usage:
    if shutil.which("ctags") is None:
        return Usage(0.0, 0.0, 0)
    used = run(["ctags", "--options=NONE", "-R", "-f", tags, "."], top)
    os.unlink(tags)
    return used


def _parsed(counts: dict[str, int]) -> str:
    return (
        f"{counts['parsed_bytes'] / MB:.1f} MB in {counts['parsed']:,} blobs have a grammar;"
        f" {counts['plain_bytes'] / MB:.1f} MB in {counts['plain']:,} are only read"
    )


def cache(bench: Bench) -> Iterator[Row]:
    """The first question minus a warm one: the cache's own time."""
    bench.index()
    scratch, effort = bench.scratch, bench.effort

    def first() -> Usage:
        scratch.forget_cache()
        return scratch.inside("open")

    cold, warm = in_turn(effort.rounds, effort.budget, first, lambda: scratch.inside("open"))
    made, again = middle(cold), middle(warm)
    own = minus(made, again)
    file = os.path.join(scratch.top, ".git", "uindex", "cache", "main.db")
    size = os.path.getsize(file)
    yield Row("cache from records", own.wall, "s", bench.targets.cache, own.cpu,
              f"{size / MB:.1f} MB on disk; largest process {made.peak / MB:.0f} MB;"
              f" median of {len(cold)}")  # fmt: skip


def size(bench: Bench) -> Iterator[Row]:
    """The index as a fetch would bring it, against the text it was made from."""
    bench.index()
    scratch = bench.scratch
    tip = scratch.text("for-each-ref", "--format=%(objectname)", "refs/uindex/index")
    stored = int(scratch.text("rev-list", "--objects", "--disk-usage", tip))
    packed = _packed(scratch.top, tip)
    text, indexed = _source(bench)
    yield Row("index ref, packed", packed, "MB", None,
              note=f"git pack-objects; as the build wrote it {stored / MB:.1f} MB")  # fmt: skip
    yield Row("  of all text in the tree", packed / text, "%", bench.targets.size,
              note=f"{text / MB:.1f} MB")  # fmt: skip
    yield Row("  of the indexed text", packed / indexed, "%", bench.targets.size,
              note=f"{indexed / MB:.1f} MB")  # fmt: skip


def _packed(top: str, tip: str) -> int:
    """Bytes of a pack of all that the ref holds, deltas included."""
    command = ["git", "pack-objects", "--quiet", "--revs", "--stdout", "--delta-base-offset"]
    total = 0
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=top, stdin=pipe, stdout=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(tip.encode() + b"\n")
        process.stdin.close()
        while part := process.stdout.read(1 << 16):
            total += len(part)
    if process.returncode:
        raise Failed("git pack-objects: could not pack the index")
    return total


def _source(bench: Bench) -> tuple[int, int]:
    """Bytes of the distinct blobs of HEAD that are text (as git decides), and that are indexed."""
    scratch = bench.scratch
    listed = scratch.git("ls-tree", "-r", "-l", "-z", "HEAD").out
    sizes: dict[bytes, tuple[bytes, int]] = {}
    for line in filter(None, listed.split(b"\0")):
        about, _, path = line.partition(b"\t")
        mode, _kind, oid, size = about.split()
        if mode.startswith(b"100"):
            sizes[path] = (oid, int(size))
    found = run(["git", "grep", "-I", "-l", "-z", "-e", "", "HEAD"], scratch.top, (0, 1)).out
    names = [name.removeprefix(b"HEAD:") for name in found.split(b"\0") if name]
    text = dict(sizes[name] for name in names if name in sizes)
    counts = bench.counts
    return sum(text.values()), counts["parsed_bytes"] + counts["plain_bytes"]
