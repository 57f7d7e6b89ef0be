"""Questions that come in lines: `find --stdin`.

Every line is answered by one JSON document on one line, in order, as soon as it was read.  A line
that cannot be answered gets a document with `query` and `error`; only what is wrong with the
repository, and not with a line, ends the run.
"""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING

from uindex.cli.output import write_json
from uindex.errors import FOUND, NOTHING, UsageError
from uindex.query import parse
from uindex.query.results import answer_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from uindex.query.options import FindOptions
    from uindex.query.session import Session

LONGEST = 16 << 20
"""Bytes of a line: what is longer is no question, and must not fill the memory."""
BLINK = 1.0
"""Seconds for which the worktree is taken to be as it was seen last."""


def answer_lines(session: Session, asked: FindOptions) -> int:
    """Answer what stands on standard input; FOUND if anything was found for any line."""
    code = NOTHING
    looked = monotonic()
    for query in _queries(None if sys.stdin is None else sys.stdin.buffer):
        if query is None:
            write_json({"query": None, "error": f"the line has more than {LONGEST} bytes"})
        else:
            if monotonic() - looked > BLINK:
                session.look_again()
                looked = monotonic()
            if _answered(session, query, asked):
                code = FOUND
        sys.stdout.flush()
    return code


def _answered(session: Session, query: str, asked: FindOptions) -> bool:
    echo = {"query": query[: parse.LONGEST]}
    try:
        answer = session.find(query, asked)
    except UsageError as error:
        write_json({**echo, "error": str(error)})
        return False
    write_json({**answer_json(answer), **echo})
    return answer.total > 0


def _queries(stream: BinaryIO | None) -> Iterator[str | None]:
    """Each line without its end, CRLF included; None for one that is too long.  Bytes that are not
    UTF-8 become lone surrogates, which JSON gives back."""
    while stream is not None:
        line = stream.readline(LONGEST)
        if not line:
            return
        if len(line) == LONGEST and line[-1:] != b"\n":
            while line and line[-1:] != b"\n":
                line = stream.readline(LONGEST)
            yield None
            continue
        text = line.removesuffix(b"\n").removesuffix(b"\r")
        yield text.decode("utf-8", "surrogateescape")
