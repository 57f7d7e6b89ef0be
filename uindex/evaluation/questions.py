"""Questions, what answers them, and when a result does.

The semantics of relevance are those of the public benchmark that docs/evaluation.md names, so that
figures can be compared with published ones.
"""

from __future__ import annotations

from typing import NamedTuple


class Target(NamedTuple):
    """A place that answers a question: a file, or lines of one."""

    path: str
    """From the root; `surrogateescape` where it is not UTF-8."""
    start_line: int | None = None
    """From 1, inclusive; None is the whole file."""
    end_line: int | None = None


class Question(NamedTuple):
    """What is asked, and all places that answer it: primary and secondary ones count alike."""

    query: str
    targets: tuple[Target, ...]
    category: str
    language: str
    """Of what answers it."""


class Task(NamedTuple):
    """The questions about one repository."""

    name: str
    """Empty for the repository that we stand in."""
    globs: tuple[str, ...]
    """Only paths that match may answer; none is all."""
    questions: tuple[Question, ...]
    revision: str = ""
    """The commit that the questions are about, in hex, where that is known."""


class Found(NamedTuple):
    """A result as far as it is judged.  A system that answers with whole files gives no lines."""

    path: str
    line: int | None = None
    end_line: int | None = None


class Piece(NamedTuple):
    """A result as it is handed to whoever asked."""

    found: Found
    text: str


class Unavailable(Exception):
    """A system cannot work in a place; says why, in a few words."""


def category(query: str) -> str:
    """What kind of question it is, where its author does not say."""
    if " " not in query.strip():
        return "symbol"
    return "architecture" if query.lower().startswith("how ") else "semantic"


def hits(found: Found, target: Target) -> bool:
    """Whether a result is a target: the paths are the same, or one ends with the other (an answer
    may be told from the top of a checkout, or from a folder above it), and lines overlap where
    both sides have any."""
    got, path = found.path, target.path
    if not (got == path or got.endswith(f"/{path}") or path.endswith(f"/{got}")):
        return False
    if target.start_line is None or target.end_line is None or found.line is None:
        return True
    return found.line <= target.end_line and (found.end_line or found.line) >= target.start_line
