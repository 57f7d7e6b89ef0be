"""What tree-sitter alone needs: `python -m tests.bench.parse_only FILE JOBS`, in a repository.

Worker processes read the blobs that FILE lists (see `inside.blobs`) as those of a build do, and
run the parser of the same grammars over them.  No query, no record, nothing stored.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys

BATCH = 16
"""Neighbours go to the same worker, as in a build: git often stores them as deltas of one."""


def main() -> None:
    path, jobs, *number = sys.argv[1:]
    if number:
        sys.stdout.write(json.dumps(share(path, int(jobs), int(number[0]))))
        return
    command = [sys.executable, "-P", "-m", "tests.bench.parse_only", path, jobs]
    workers = [
        subprocess.Popen([*command, str(number)], stdout=subprocess.PIPE)
        for number in range(int(jobs))
    ]
    total: dict[str, int] = {}
    for worker in workers:
        out = worker.communicate()[0]
        if worker.returncode:
            raise SystemExit(f"a worker ended with exit code {worker.returncode}")
        for name, count in json.loads(out).items():
            total[name] = total.get(name, 0) + count
    sys.stdout.write(json.dumps(total) + "\n")


def share(path: str, jobs: int, number: int) -> dict[str, int]:
    """Parse every `jobs`th batch, beginning with batch `number`; counts of blobs and bytes."""
    # What only a worker needs.
    from tree_sitter import Parser
    from tree_sitter_language_pack import get_language

    from uindex.extract import detect, text
    from uindex.extract.extract import module
    from uindex.git.objects import open_objects
    from uindex.git.repository import Repository

    gc.disable()  # as in the workers of a build
    with open(path, encoding="ascii") as file:
        lines = file.readlines()
    parsers: dict[str, Parser] = {}
    counts = dict.fromkeys(("parsed", "parsed_bytes", "plain", "plain_bytes", "skipped"), 0)
    objects = open_objects(Repository.open(), bulk=True)
    for at in range(number * BATCH, len(lines), jobs * BATCH):
        for line in lines[at : at + BATCH]:
            oid, lang, most = line.split()
            data = objects.read(bytes.fromhex(oid))
            if data is None or len(data) > int(most) or text.skip_reason(data):
                counts["skipped"] += 1
                continue
            source = text.read(data).data
            lang = detect.decide(lang, source)
            language = module(lang) if lang != "text" else None
            # Where the product keeps a text from a grammar that it would crash, so do we.
            if language is None or not language.grammar or language.read(source) is not None:
                counts["plain"] += 1
                counts["plain_bytes"] += len(data)
                continue
            if language.grammar not in parsers:
                parsers[language.grammar] = Parser(get_language(language.grammar))  # type: ignore[arg-type]
            parsers[language.grammar].parse(source)
            counts["parsed"] += 1
            counts["parsed_bytes"] += len(data)
    objects.close()
    return counts


if __name__ == "__main__":
    main()
