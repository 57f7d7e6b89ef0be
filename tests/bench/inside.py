"""Steps that run in a process of their own, in the clone: each prints one JSON document.

python -m tests.bench.inside blobs FILE | build JOBS | open | sample COUNT SEED | ask FILE |
links COUNT | graph
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections import Counter
from typing import Any

from uindex.build import build
from uindex.build.plan import make_plan, names, read_commit
from uindex.cache import schema
from uindex.cache.place import worktree_slot
from uindex.extract.extract import module
from uindex.extract.registry import LANGUAGES, language_of
from uindex.git.objects import open_objects
from uindex.git.oid import to_hex
from uindex.git.refs import resolve
from uindex.git.repository import Repository
from uindex.query.options import FindOptions, ListOptions, Scope
from uindex.query.session import Session

KINDS = ("name", "words", "typo")
"""What is asked: a symbol's name, plain language from a symbol's doc, a name with a slip."""


def main() -> None:
    verb, *args = sys.argv[1:]
    sys.stdout.write(json.dumps(_VERBS[verb](*args)) + "\n")


def blobs(path: str) -> dict[str, Any]:
    """Write what a build of HEAD has to parse, a line each: oid, language, most bytes."""
    repo = Repository.open()
    with open_objects(repo) as objects:
        head = resolve(repo, b"HEAD^{commit}")
        commit = read_commit(objects, head) if head is not None else None
        if head is None or commit is None:
            raise SystemExit("no commit to measure with")
        plan = make_plan(repo, objects, head, commit, None)
    wanted = {name: (lang, most) for name, lang, most in names([plan])}
    with open(path, "w", encoding="ascii") as file:
        for name, (lang, most) in wanted.items():
            file.write(f"{name.oid.hex()} {lang} {most}\n")
    return {"head": to_hex(head).decode(), "files": len(plan.added), "blobs": len(wanted)}


def build_only(jobs: str) -> dict[str, Any]:
    """Walk, parse, extract, store: all but the cache."""
    report = build(Repository.open(), jobs=int(jobs))
    return {
        "parsed": report.parsed,
        "files": report.files,
        "failed": len(report.failed),
        "skipped": report.skipped,
        "seconds": report.seconds,
    }


def open_cache() -> dict[str, Any]:
    """What the first question waits for: the cache is made where there is none."""
    started = time.perf_counter()
    with Session.open(Repository.open(), Scope()) as session:
        files = session.status().searched.files
    return {"files": files, "seconds": time.perf_counter() - started}


def sample(count: str, seed: str) -> dict[str, Any]:
    """Queries of each kind and some paths of code, taken from the index."""
    dice = random.Random(int(seed))
    paths = _code()
    dice.shuffle(paths)
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    used: list[str] = []
    with Session.open(Repository.open(), Scope()) as session:
        for path in paths[: 40 * int(count)]:
            if all(len(queries) >= int(count) for queries in found.values()):
                break
            answer = session.symbols(path, ListOptions())
            symbols = [one for one in answer.results if len(one.name) > 3]
            used.append(path.decode("utf-8", "surrogateescape"))
            for one in dice.sample(symbols, min(2, len(symbols))):
                _queries(found, one.name, one.doc, int(count), dice)
    more = [path.decode("utf-8", "surrogateescape") for path in paths[:50]]
    return {**found, "paths": list(dict.fromkeys([*used, *more]))}


def _queries(
    found: dict[str, list[str]], name: str, doc: str, count: int, dice: random.Random
) -> None:
    new: dict[str, str] = {"name": name}
    words = [word for word in doc.split() if word.isalpha() and len(word) > 3]
    if len(words) > 3:
        new["words"] = " ".join(words[:4]).lower()
    if len(name) > 7 and name.isascii():
        at = dice.randrange(2, len(name) - 3)
        new["typo"] = name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    for kind, query in new.items():
        if len(found[kind]) < count and query not in found[kind]:
            found[kind].append(query)


def _code() -> list[bytes]:
    """Regular files of the languages with a grammar; of the commonest alone where it is common."""
    command = ["git", "ls-files", "--stage", "-z"]
    listed = subprocess.run(command, check=True, capture_output=True).stdout.split(b"\0")
    paths = [line.partition(b"\t")[2] for line in listed if line.startswith(b"100")]
    by = {path: language_of(path) for path in paths}
    code = {path: lang for path, lang in by.items() if lang in _grammars()}
    common = Counter(code.values()).most_common(1)
    if common and common[0][1] >= 20:
        code = {path: lang for path, lang in code.items() if lang == common[0][0]}
    return sorted(code or by)


def _grammars() -> set[str]:
    plain = {"text", "toml", "yaml"}
    known = [lang for lang, info in LANGUAGES.items() if not info.one_of and lang not in plain]
    return {lang for lang in known if module(lang).grammar}


def ask(path: str) -> dict[str, Any]:
    """Seconds of each query in one session that is warm, by kind; and their cpu likewise."""
    with open(path, encoding="utf-8") as file:
        queries = json.load(file)
    times: dict[str, list[float]] = {kind: [] for kind in KINDS}
    cpu: dict[str, list[float]] = {kind: [] for kind in KINDS}
    options = FindOptions()
    with Session.open(Repository.open(), Scope()) as session:
        for kind in KINDS:  # each kind's modules and tables, once
            for query in queries[kind][:1]:
                session.find(query, options)
        for turn in range(max(len(queries[kind]) for kind in KINDS)):
            for kind in KINDS:
                for query in queries[kind][turn : turn + 1]:
                    started, used = time.perf_counter(), time.process_time()
                    session.find(query, options)
                    times[kind].append(time.perf_counter() - started)
                    cpu[kind].append(time.process_time() - used)
    return {**times, "cpu": cpu}


def links(count: str) -> list[str]:
    """The names that most calls have, of those that are defined here."""
    repo = Repository.open()
    with Session.open(repo, Scope()) as session:
        session.status()
    connection = schema.connect(worktree_slot(repo), read_only=True)
    rows = connection.execute(
        "select name, sum(length(refs)) from site group by name order by 2 desc limit 400"
    ).fetchall()
    defined = {row[0] for row in connection.execute("select distinct name from name")}
    squeezed = {row[0] for row in connection.execute("select distinct squeezed from name")}
    names = [name for name, _ in rows if name in defined or name in squeezed]
    connection.close()
    return [name.decode("utf-8", "replace") for name in names[: int(count)]]


def graph() -> dict[str, Any]:
    """The graph of files, made anew from the cache."""
    repo = Repository.open()
    connection = schema.connect(worktree_slot(repo))
    schema.set_meta(connection, "graph by", None)
    connection.close()
    with Session.open(repo, Scope()) as session:
        session.status()
        started, used = time.perf_counter(), time.process_time()
        session.resolve()
        seconds, cpu = time.perf_counter() - started, time.process_time() - used
    return {"seconds": seconds, "cpu": cpu}


_VERBS: dict[str, Any] = {
    "blobs": blobs,
    "build": build_only,
    "open": open_cache,
    "sample": sample,
    "ask": ask,
    "links": links,
    "graph": graph,
}

if __name__ == "__main__":
    main()
