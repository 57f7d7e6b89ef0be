"""What configuration files of all formats share: keys are symbols, values are never looked at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract import words
from uindex.extract.language import Language

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uindex.extract.language import Draft, Source
    from uindex.record import Symbol

KEYS = 2000
"""Keys of one file that are kept; a file that has so many is marked "capped"."""
DEPTH = 12
"""Keys inside each other that are kept; a file that is so deep is marked likewise."""
NAME = 100
"""Characters of a key's name; a longer one is data."""

# Parts of a dotted key, each bare or quoted.
_PART = re.compile(r"""[ \t]*("(?:[^"\\]|\\.)*"|'[^']*'|[^.\s"']+)[ \t]*(?:\.|\Z)""")


class Config(Language):
    """Words come from keys and comments alone.

    A key that looks drawn at random (a hash, a token, an encoded value) or that redaction would
    touch is left out, so that a secret used as a key is not kept either; keys inside it belong to
    the key around it.
    """

    values = False

    def refine(self, source: Source, spans: dict[str, list[tuple[int, int]]]) -> None:
        """Cut long files before drafts are made of keys that will not be kept."""
        names = spans.get("name", [])
        if len(names) <= KEYS:
            return
        kept = 0
        for low, high in names:
            kept += self._told(self.key(source.slice(low, high)))
            if kept == KEYS:
                for capture in [name for name in spans if name != "comment"]:
                    spans[capture] = [span for span in spans[capture] if span[0] <= low]
                return

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        if len(parents) >= KEYS:
            return None
        name = self.key(draft.name)
        if not self._told(name):
            return None
        parent = draft.parent
        for _ in range(DEPTH):
            if parent < 0:
                return draft if name == draft.name else draft._replace(name=name)
            parent = parents[parent].parent
        return None

    def _told(self, name: str) -> bool:
        """Whether a key's name is one that may be kept."""
        if len(name) < 12 and ":" not in name and "=" not in name:
            return bool(name)
        written = name.encode("utf-8", "replace")
        return (
            len(name) <= NAME
            and not words.random_looking(written)
            and words.redact(written) == written
        )

    def key(self, written: str) -> str:
        """The name of a key as written; "" for one that is none."""
        return unquote(written)

    def signature(self, draft: Draft, source: Source) -> str:
        return ""

    def marks(self, symbols: list[Symbol]) -> Iterable[str]:
        depth: list[int] = []
        for symbol in symbols:
            depth.append(depth[symbol.parent] + 1 if symbol.parent >= 0 else 1)
        return ["capped"] if len(symbols) >= KEYS or max(depth, default=0) >= DEPTH else []


def unquote(written: str) -> str:
    """A quoted name without its quotes and simple escapes."""
    if len(written) >= 2 and written[0] == written[-1] and written[0] in "\"'":
        text = written[1:-1]
        if written[0] == "'":
            return text.replace("''", "'")
        return text.replace('\\"', '"').replace("\\\\", "\\")
    return written


def unquote_dotted(written: str) -> str:
    """`a . "b c".d` -> `a.b c.d`."""
    if '"' not in written and "'" not in written and " " not in written:
        return written
    parts = [unquote(match[1]) for match in _PART.finditer(written)]
    return ".".join(parts)
