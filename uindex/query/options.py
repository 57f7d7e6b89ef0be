"""What a question may ask for, besides its text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.query.allowlist import Allowlist

DOCS = frozenset("markdown rst asciidoc org text html tex man".split())
"""Languages of documents."""
DEFAULT_LIMIT = 10
DEFAULT_BUDGET = 4000
"""Tokens of one answer with source, where the query has no class; see `tokens.count`."""
RECALL_BUDGET = 3000
"""Tokens of passages in one answer of `recall`."""
IMPACT_DEPTH = 3
"""Links that `impact` follows unless it is told."""


class Scope(NamedTuple):
    """Which tree is asked."""

    at: str | None = None
    """A rev; None is HEAD with the worktree's changes."""
    refresh: bool = True
    """False answers from what is indexed (`--no-refresh`): nothing is parsed, nothing is stored."""


class FindOptions(NamedTuple):
    """What `find` is asked for besides the query."""

    limit: int | None = None
    """None is DEFAULT_LIMIT, or with source that of the query's class."""
    offset: int = 0
    kinds: Sequence[str] = ()
    langs: Sequence[str] = ()
    paths: Sequence[str] = ()
    """Globs as .gitignore has them; a result is kept if one matches."""
    within: str = "all"
    """code, docs or all."""
    regex: bool = False
    """The query is a regular expression on symbol names."""
    source: bool = False
    budget: int | None = None
    """Tokens that an answer with source may cost; None is that of the query's class."""
    allow: Allowlist | None = None
    """Only these paths may answer; None is no limit."""
    like: str | None = None
    """An id or PATH:LINE: find what resembles it (`--more-like`); the query may then be empty."""
    explain: bool = False


class RecallOptions(NamedTuple):
    """For `recall`."""

    limit: int = DEFAULT_LIMIT
    offset: int = 0
    paths: Sequence[str] = ()
    """Globs as .gitignore has them; a document is asked if one matches."""
    budget: int = RECALL_BUDGET


class ListOptions(NamedTuple):
    """For `symbols` and `show`."""

    limit: int | None = None
    """None is all."""
    offset: int = 0
    kinds: Sequence[str] = ()
    source: bool = False
    budget: int = DEFAULT_BUDGET


class GraphOptions(NamedTuple):
    """For questions about links."""

    limit: int = DEFAULT_LIMIT
    offset: int = 0
    depth: int = 1
    """Links that may lie between what is asked and an answer."""
    kinds: Sequence[str] = ()
    """Kinds of links; none is all."""
