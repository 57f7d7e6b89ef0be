"""Which files, and which parts of one, are documents rather than code."""

from __future__ import annotations

from uindex.query.options import DOCS
from uindex.record import KINDS

_HEADING = KINDS.index("heading")
_CELL = KINDS.index("section")
_PROSE = frozenset(
    b"txt text md rst texi texinfo tex pod mdx me mkd roff 1 2 3 4 5 6 7 8 9".split()
)
"""Extensions of plain text that people write to be read; of man pages the section."""
_FOLDERS = frozenset(b"doc docs documentation man manual guide guides".split())


def is_document(path: bytes, lang: str) -> bool:
    """Whether a file is one.

    What no language claims is text: a document if it is called so, lies among documents, or is
    called in capitals without an extension, like README and NEWS; else it is code of a language
    that is not known here, or data.
    """
    if lang != "text":
        return lang in DOCS
    *folders, base = path.split(b"/")
    stem, _, extension = base.rpartition(b".")
    if not stem:
        return base.isupper() or not _FOLDERS.isdisjoint(map(bytes.lower, folders))
    return extension.lower() in _PROSE or stem.isupper()


def is_within(path: bytes, lang: str, kind: int, within: str) -> bool:
    """Whether a place is where `--in` looks; `kind` is that of its symbol, -1 for a file.

    A notebook is both: what is under headings is a document, what is defined in it is code.
    """
    if within == "all":
        return True
    if lang == "jupyter":
        return kind < 0 or kind == _CELL or (kind == _HEADING) == (within == "docs")
    return is_document(path, lang) == (within == "docs")
