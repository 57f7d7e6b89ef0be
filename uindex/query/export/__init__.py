"""`export`: a whole tree for other tools, one module for each format.

Uncommitted changes are no part of any of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uindex.cache.reader import FileRow
    from uindex.query.view import View

# Records held at once.
_BATCH = 200


class Setting(NamedTuple):
    """What a format may know besides the view."""

    root: bytes
    """The folder that paths are relative to, absolute."""
    say: Callable[[str], None]
    """Told, in one line, what is left out."""


def batches(view: View) -> Iterator[list[FileRow]]:
    """Every indexed file, by path."""
    reader = view.corpus.reader
    files = list(reader.files()) if reader else []
    for at in range(0, len(files), _BATCH):
        yield files[at : at + _BATCH]


def pieces(view: View, format: str, setting: Setting) -> Iterator[bytes]:
    """The tree of a view in one of the formats, in pieces of any size."""
    from uindex.query.files import bare  # each format's module is imported when it is asked for

    tree = bare(view)
    if format == "ctags":
        from uindex.query.export import ctags

        yield from ctags.lines(tree)
    elif format == "scip":
        from uindex.query.export import scip

        yield from scip.messages(tree, setting)
    elif format == "mermaid":
        from uindex.query.export import mermaid

        yield from mermaid.lines(tree)
        view.corpus.unkept = tree.corpus.unkept
    else:
        from uindex.query.export import jsonl

        yield from jsonl.lines(tree)
