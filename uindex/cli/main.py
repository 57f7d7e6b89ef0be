"""Entry of `git uindex`: reads the command line, runs the verb, turns errors into exit codes."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from uindex.cli.declare import parse
from uindex.errors import BUG, ENVIRONMENT, INTERRUPTED, UindexError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from uindex.cli.declare import Run

VERBS = (
    "init",
    "build",
    "status",
    "find",
    "recall",
    "classify",
    "show",
    "symbols",
    "callers",
    "callees",
    "dependents",
    "neighbors",
    "impact",
    "map",
    "eval",
    "export",
    "fetch",
    "push",
    "sync",
    "fsck",
    "gc",
    "hooks",
)
"""One module of this package each, in the order that help shows them."""

BROKEN_PIPE = 128 + 13
"""As a shell reports a git command whose reader went away."""


def main() -> None:
    """Entry point of the console script."""
    # Questions make millions of small things and hardly any cycle: looking for cycles as often as
    # Python does by itself took half the time of the larger answers.
    gc.set_threshold(200_000)
    sys.exit(run(sys.argv[1:]))


def run(argv: Sequence[str]) -> int:
    """Runs one command line; returns the exit code.  Raises only SystemExit, after help."""
    if sys.stdout is None:  # closed by whoever started us: an answer would be lost in silence
        _complain("standard output is closed")
        return ENVIRONMENT
    if argv and argv[0] == "help":
        argv = [*argv[1:], "-h"]
    try:
        verb, values = _read(argv)
        code = verb(**values)
        sys.stdout.flush()
    except UindexError as error:
        _complain(str(error))
        return error.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # What is left in the buffer must not raise again when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        _complain(_described(error))
        return ENVIRONMENT
    except Exception:  # noqa: BLE001 - a bug: the log has the traceback, the person one line
        return _report_bug(argv)
    return code


def _read(argv: Sequence[str]) -> tuple[Run, dict[str, Any]]:
    if argv and argv[0] in VERBS and "_GIT_UINDEX_COMPLETE" not in os.environ:
        verb: Run = import_module(f"uindex.cli.{argv[0]}").run
        values = parse(verb, argv[1:])
        if values is not None:
            return verb, values
    # typer costs 40 ms; an ordinary command line does without.
    from uindex.cli.application import read

    return read(argv, VERBS)


def _complain(line: str) -> None:
    from uindex.cli.output import clean  # the words may quote the repository

    sys.stderr.write(f"git uindex: {clean(line)}\n")


def _described(error: OSError) -> str:
    """A full disk, a directory that may not be written: the system's words and on what."""
    where = os.fsdecode(error.filename) + ": " if error.filename else ""
    return f"{where}{error.strerror or error}"


def _report_bug(argv: Sequence[str]) -> int:
    import traceback  # only a bug needs it

    from uindex import log
    from uindex.git.repository import Repository
    from uindex.git.transport import shown

    trace = traceback.format_exc()
    try:
        path = log.append(
            Repository.open().state_dir, f"git uindex {shown(' '.join(argv))}\n{trace}"
        )
    except (UindexError, OSError):
        sys.stderr.write(trace)
        _complain("a bug in uindex; the traceback is above")
    else:
        _complain(f"a bug in uindex; the traceback is in {os.fsdecode(path)}")
    return BUG


if __name__ == "__main__":
    main()
