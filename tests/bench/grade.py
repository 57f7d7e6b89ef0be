"""How complete and how true the symbols of one language are, on a real repository.

`python -m tests.bench.grade LANG REPOSITORY` extracts every file of the language that a checkout
holds and is in git's index, compares with Universal Ctags on the same files
(`tests/bench/ctags.py` says how), prints what differs, and writes the figures into
`tests/languages/LANG/grade.json`.  What people judged by reading (`--judged`, `--right`, ...) is
kept there until it is given anew.  `--sample 40` prints symbols to judge and measures nothing, nor
does `--text REGEX --sample 40`: that draws from the files what a regular expression takes for
definitions, and says what we have on that line; for languages that ctags does not know.
`--write` makes `docs/languages.md` of all these files.

The extractor runs in this process: if a grammar crashes it, `git uindex build` says on which file.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import re
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.bench.ctags import NoCtags, Place, compare, tags_of
from tests.bench.languages import LanguageCosts
from tests.languages import page
from uindex import record
from uindex.extract import detect, text
from uindex.extract.registry import LANGUAGES, candidates
from uindex.git.repository import Repository
from uindex.git.walk import index_entries
from uindex.selection import Settings, choose, settings_paths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.bench.ctags import Comparison
    from uindex.record import Record, Symbol

SHOWN = 25
_URL = re.compile(r"[/:]([\w.-]+/[\w.-]+?)(?:\.git)?/?\Z")
JUDGED = ("judged", "right", "drawn", "present", "mutations", "crashes", "differs")
"""What the options set: symbols judged and found right; definitions drawn from the text and those
of them that we have; mutations survived, crashes and hangs among them; what differs, and why."""


class File(NamedTuple):
    """A file of the language: its content and its record."""

    path: str
    data: bytes
    record: Record
    size: int
    """Bytes of the record."""


class Reading(NamedTuple):
    """All files of a repository in one language, and what they cost."""

    files: list[File]
    costs: dict[str, float]


def read(lang: str, repo: Repository, under: str) -> Reading:
    """The records of the language's files, timed in turns with the parser."""
    costs = LanguageCosts(lang)
    files = []
    for path, chosen, data in _contents(lang, repo, under):
        source = text.read(data).data
        if detect.decide(chosen, source) != lang:
            continue
        packed = costs.add(chosen, data, source)
        files.append(File(path, data, record.decode(packed), len(packed)))
    return Reading(files, costs.seconds)


def _contents(lang: str, repo: Repository, under: str) -> Iterator[tuple[str, str, bytes]]:
    """Path, chosen language and content of what may turn out to be the language."""
    folder = os.fsencode(under.strip("/") + "/") if under.strip("/") else b""
    entries = index_entries(repo)
    top = repo.top

    def content(path: bytes) -> bytes | None:
        try:
            with open(os.path.join(top, path), "rb") as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None

    settings = Settings.load(content, settings_paths(entry.path for entry in entries))
    for entry in entries:
        choice = choose(settings, entry.path, entry.mode)
        if choice.reason or not entry.path.startswith(folder):
            continue
        if choice.lang != lang and lang not in candidates(choice.lang):
            continue
        data = content(entry.path)
        if data is not None and len(data) <= settings.max_size and not text.skip_reason(data):
            yield os.fsdecode(entry.path), choice.lang, data


def measure(
    lang: str, reading: Reading, repo: Repository, also: list[str]
) -> tuple[dict[str, Any], Comparison]:
    """The figures of one repository, and what they come from."""
    files, costs = reading
    places = [
        Place(file.path, symbol.name, symbol.kind, symbol.line, symbol.end_line)
        for file in files
        for symbol in file.record.symbols
    ]
    tags, parsed = tags_of(os.fsdecode(repo.top), [file.path for file in files])
    found = compare(places, tags, parsed, also)
    wanted, lost = len(found.wanted), len(found.missing)
    figures: dict[str, Any] = {
        "files": len(files),
        "partly parsed": sum("partial" in file.record.marks for file in files),
        "symbols": dict(sorted(Counter(place.kind for place in places).items())),
        "links": sum(len(file.record.links) for file in files),
        "definitions": dict(sorted(Counter(one.kind for one in found.wanted).items())),
        "found": wanted - lost,
        "recall": round((wanted - lost) / wanted, 4) if wanted else None,
        "speed": round(costs["extract"] / costs["parse"], 2) if costs["parse"] else "no grammar",
        "record": round(sum(file.size for file in files) / max(1, costs["bytes"]), 3),
    }
    if also:
        figures["also"] = sorted(also)
    return figures, found


def revision(repo: Repository) -> str:
    return repo.git("rev-parse", "HEAD").decode().strip()


def repository_name(repo: Repository) -> str:
    """owner/name of the place that the clone came from; "" where it came from a folder."""
    url = repo.config.get("remote.origin.url", "")
    match = _URL.search(url)
    return match[1] if match and (":" in url) else ""


def show_comparison(found: Comparison, figures: dict[str, Any]) -> None:
    for name, value in figures.items():
        print(f"{name}: {value}")
    print(f"\nctags has and we do not, {len(found.missing)}:")
    for one in found.missing[:SHOWN]:
        print(f"  {one.path}:{one.lines[0]} {one.kind} {one.name}")
    print(f"\nwe have and ctags does not, {len(found.more)}:")
    for kind, count in Counter(place.kind for place in found.more).most_common():
        first = next(place for place in found.more if place.kind == kind)
        print(f"  {kind} {count}, such as {first.name} at {first.path}:{first.line}")


def show_sample(files: list[File], count: int, seed: int) -> None:
    """Random symbols with their source line, to judge by reading."""
    every = [(file, symbol) for file in files for symbol in file.record.symbols]
    chosen = random.Random(seed).sample(every, min(count, len(every)))
    for number, (file, symbol) in enumerate(chosen, 1):
        print(f"{number:3} {file.path}:{symbol.line} {_words(symbol)}")
        print(f"      | {_line(file, symbol.line)}")


def show_text_sample(files: list[File], pattern: str, count: int, seed: int) -> None:
    """Random places that the pattern takes for definitions, and our symbols on that line."""
    expression = re.compile(pattern.encode(), re.MULTILINE)
    every = []
    for file in files:
        data = text.read(file.data).data
        begins = [match.start() for match in expression.finditer(data)]
        every += [(file, data.count(b"\n", 0, at) + 1) for at in begins]
    chosen = random.Random(seed).sample(every, min(count, len(every)))
    present = 0
    for number, (file, line) in enumerate(chosen, 1):
        here = [symbol for symbol in file.record.symbols if symbol.line == line]
        present += bool(here)
        print(f"{number:3} {file.path}:{line} | {_line(file, line)}")
        print(f"      {'; '.join(map(_words, here)) or 'MISSING'}")
    print(f"{len(every)} matches; {present} of the {len(chosen)} drawn have a symbol")


def _words(symbol: Symbol) -> str:
    owner = f", owner {symbol.owner}" if symbol.owner else ""
    seen = f", {symbol.visibility}" if symbol.visibility else ""
    return f"{symbol.kind} {symbol.qualname}{owner}{seen}, {symbol.start_line}-{symbol.end_line}"


def _line(file: File, number: int) -> str:
    lines = text.read(file.data).data.split(b"\n")
    return lines[number - 1].strip()[:120].decode("utf-8", "replace")


def main() -> None:
    args = _arguments()
    if args.write:
        page.PAGE.write_text(page.page(), "utf-8")
        return
    gc.disable()  # as in the workers of a build
    repo = Repository.open(os.fsencode(args.repository))
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    reading = read(args.lang, repo, args.under)
    if not reading.files:
        raise SystemExit(f"{args.repository}: no file of language {args.lang} is checked out")
    if args.text:
        show_text_sample(reading.files, args.text, args.sample or 40, args.seed)
    elif args.sample:
        show_sample(reading.files, args.sample, args.seed)
    else:
        _grade(args, repo, reading)


def _grade(args: argparse.Namespace, repo: Repository, reading: Reading) -> None:
    name = args.name or repository_name(repo)
    if not name:
        raise SystemExit(f"{args.repository}: its remote names no owner and project; give --name")
    try:
        figures, found = measure(args.lang, reading, repo, args.also)
    except NoCtags as error:
        raise SystemExit(str(error)) from error
    show_comparison(found, figures)
    head = {"name": name, "revision": revision(repo)}
    if args.under:
        head["under"] = args.under.strip("/")
    said = {key: getattr(args, key) for key in JUDGED if getattr(args, key) is not None}
    page.save(args.lang, head | figures, said)


def _arguments() -> argparse.Namespace:
    summary, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser("python -m tests.bench.grade", description=summary,
                                     epilog=rest)  # fmt: skip
    add = parser.add_argument
    add("lang", nargs="?", choices=sorted(LANGUAGES), metavar="LANG")
    add("repository", nargs="?", metavar="REPOSITORY", help="a checkout")
    add("--under", default="", metavar="DIR", help="only the files below this folder")
    add("--name", default="", metavar="OWNER/NAME", help="by default what the remote's URL says")
    also = "count this kind of ctags, too (chapter, variable, ...); repeatable"
    add("--also", action="append", default=[], metavar="KIND", help=also)
    add("--sample", type=int, default=0, metavar="N", help="print N random symbols")
    add("--text", default="", metavar="REGEX", help="draw lines that match instead of symbols")
    add("--seed", type=int, default=1, metavar="N")
    add("--judged", type=int, metavar="N", help="symbols that were judged by reading")
    add("--right", type=int, metavar="N", help="those that were right")
    add("--drawn", type=int, metavar="N", help="definitions that were drawn from the text")
    add("--present", type=int, metavar="N", help="those that we have")
    add("--mutations", type=int, metavar="N", help="mutations of the sample that were tried")
    add("--crashes", type=int, metavar="N", help="those that crashed the grammar or hung")
    add("--differs", metavar="TEXT", help="what differs from ctags, and gaps that are known")
    add("--write", action="store_true", help="write docs/languages.md")
    args = parser.parse_args()
    if not args.write and (args.lang is None or args.repository is None):
        parser.error("LANG and REPOSITORY are needed, or --write")
    return args


if __name__ == "__main__":
    main()
