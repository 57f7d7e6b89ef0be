"""`--regex`: names that match a regular expression.

A pattern may be hostile: nested quantifiers take time without end, and Python's engine cannot be
stopped from inside.  So the matching is done by another process, which is killed when its time is
up.
"""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from uindex.errors import UsageError
from uindex.query import rank
from uindex.query.names import Found, add

if TYPE_CHECKING:
    from uindex.query.corpus import Corpus

SECONDS = 2.0
"""For the matching; the start of the process comes on top."""
_SECONDS_PER_NAME = 4e-6
_START = 1.0

# Reads names, a line each; says "pattern <why>" or the numbers of the lines that match.
_CHILD = """
import re, sys
names = sys.stdin.buffer.read().decode("utf-8", "surrogateescape").split("\\n")
try:
    search = re.compile(sys.argv[1]).search
except (re.error, OverflowError, RecursionError) as error:
    print("pattern", " ".join(str(error).split()))
    sys.exit()
print("matches", *[at for at, name in enumerate(names) if search(name)])
"""


def search(corpus: Corpus, pattern: str) -> Found:
    """The symbols whose names the pattern is found in.  UsageError for a pattern that is none, or
    that takes too long."""
    named = list(corpus.all_names())
    found: Found = {}
    if not named:
        return found
    text = "\n".join(one.name for one in named).encode("utf-8", "surrogateescape")
    for at in _matching(pattern, text, len(named)):
        add(corpus, found, named[at], rank.PREFIX, 1.0 / (1 + len(named[at].name)))
    return found


def _matching(pattern: str, names: bytes, count: int) -> list[int]:
    command = [sys.executable, "-I", "-S", "-c", _CHILD, pattern]
    limit = _START + SECONDS + count * _SECONDS_PER_NAME
    try:
        done = subprocess.run(command, input=names, capture_output=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        raise UsageError(
            f"--regex {pattern}: stopped after {limit:.0f} s; use a pattern without nested repeats"
        ) from None
    except ValueError:
        raise UsageError("--regex: a pattern cannot hold a NUL character") from None
    head, _, rest = done.stdout.decode("ascii", "replace").partition(" ")
    if head.strip() == "matches":
        return [int(number) for number in rest.split()]
    why = rest.strip() or "not a regular expression"
    raise UsageError(f"--regex {pattern}: {why}")
