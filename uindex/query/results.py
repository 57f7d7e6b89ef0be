"""What a query answers with, and its JSON form: data only, nothing here prints.

A path is bytes as git has it.  In JSON it is text by `surrogateescape`, and `path_b64` is added
only where the path is not UTF-8, so that a reader can always get the bytes back.

Every string that comes from the repository (path, name, signature, doc, source) stays inside one
field of one result; the fields that are our own claims (state, total, truncated) are never made
from repository text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from uindex.wording import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

FRESH = "fresh"
MOVED = "moved"
CHANGED = "changed"
GONE = "gone"
DELETED = "deleted"
UNCOMMITTED = "uncommitted"
UNMERGED = "unmerged"
SPARSE = "sparse"
UNCHECKED = "unchecked"
STATES = (FRESH, MOVED, CHANGED, GONE, DELETED, UNCOMMITTED, UNMERGED, SPARSE, UNCHECKED)


class Source(NamedTuple):
    """The exact text of a result, and where it was taken from."""

    text: str
    """Whole lines; bytes that are not UTF-8 are replaced."""
    origin: str
    """"worktree": the file as it is now; "blob": what was indexed, see the result's `blob`."""
    line: int
    """Line of the first line of `text` in that origin."""
    lines: Sequence[tuple[int, int]]
    """(first, last) of the runs of lines that `text` holds, in its order."""
    cut: Sequence[tuple[int, int]] = ()
    """(first, last) of the runs of lines that the budget had no room for."""
    above: str = ""
    """The id of a result before this one whose source has all of these lines, so that they are not
    repeated."""


class Result(NamedTuple):
    """One place.  Lines count from 1 and are those of the indexed blob; see `line_now`."""

    id: str
    """Stable for the same definition: path#qualname, with the kind or an ordinal where needed."""
    path: bytes
    line: int
    """Line of the name."""
    start_line: int
    end_line: int
    """The whole span, inclusive, attached comment included."""
    kind: str
    name: str
    qualname: str
    signature: str
    doc: str
    lang: str
    blob: str
    commit: str | None
    """The commit that was asked, in hex; None where the blob is in none yet."""
    score: float
    state: str
    """One of STATES."""
    line_now: int | None = None
    """Line of the name in the worktree's file: set when the state is fresh, moved, changed or
    uncommitted."""
    partial: bool = False
    """The file could be parsed only in part."""
    capped: bool = False
    """The file has more keys or targets than are kept."""
    source: Source | None = None
    why: str = ""
    """With `explain`: how the score came about.  In graph answers: what makes this an answer."""
    status: str = ""
    """In graph answers: how certain it is, one of `resolve.model.STATUSES`."""
    hop: int = 0
    """In graph answers: how many links away."""
    link: str = ""
    """In graph answers: the kind of the link."""
    target: str = ""
    """In graph answers: id of what the link means, or what it says where that is none of ours."""
    reason: str = ""
    """Of what is dangling, or how a candidate was come by."""


class Searched(NamedTuple):
    """What stands behind an answer, so that "nothing found" can say what was searched."""

    commit: str | None
    """The commit that answered, in hex; None on an unborn branch or where nothing is indexed."""
    head: str | None
    """HEAD as it is now; None when unborn."""
    complete: bool
    """Every file that should be indexed is."""
    files: int
    """Indexed files of the commit."""
    missing: int
    """Files that have no record yet (`git uindex build` adds them)."""
    skipped: int
    """Files left out on purpose; `status --skipped` lists them."""
    uncommitted: int = 0
    """Changed or untracked files that were parsed for this answer."""
    unread: int = 0
    """Changed or untracked files that were too many or too large to parse for this answer."""


class Limits(NamedTuple):
    """What bounds an answer with source."""

    results: int
    tokens: int
    """The most that the answer as text may cost, by `tokens.count`."""
    spent: int
    """What it costs."""
    name: str = ""
    """The query's class, see `classify`; empty where the question is none of `find`."""


class Answer(NamedTuple):
    """The results of one query: a page of them, and how many there are in all."""

    query: str
    mode: str
    """How the query was understood: name, qualified, words, path, regex; like, recall, outline,
    show; callers, callees, impact, dependents, neighbors."""
    total: int
    offset: int
    results: Sequence[Result]
    searched: Searched
    notes: Sequence[str] = ()
    """Things a person should know, one line each; never repository text."""
    targets: Sequence[str] | None = None
    """In graph answers: ids of what the query named; none where there is no such thing."""
    asked: str = ""
    """What an answer is about where the query does not say just that: the target in a question
    about links, what `--more-like` names."""
    stale: Sequence[tuple[bytes, str]] | None = None
    """For `recall`: (path, state) of the files of which a section that is shown is not fresh."""
    limits: Limits | None = None
    """Where source was asked for: what the answer was limited to, and what it costs."""

    @property
    def shown(self) -> int:
        return len(self.results)

    @property
    def truncated(self) -> bool:
        """There is more after this page."""
        return self.offset + len(self.results) < self.total


class Skipped(NamedTuple):
    """A path of the commit that is not indexed, and why."""

    path: bytes
    reason: str


class Coverage(NamedTuple):
    """What `status` knows about the index from the query's side."""

    searched: Searched
    branch: str | None
    """Short name; None when detached."""
    languages: Sequence[tuple[str, int]]
    """(language, files), most files first."""
    symbols: int
    skipped: Sequence[Skipped]
    """Sorted by reason, then path."""
    missing: Sequence[bytes]
    failed: Sequence[Skipped]
    """Those of `missing` that could not be parsed on this machine, and why, by path."""
    partial: Sequence[bytes]
    """Files of which the parser understood only a part."""
    capped: Sequence[bytes]
    """Files that have more keys or targets than are kept."""
    stale: Sequence[tuple[bytes, str]] | None
    """(path, state) of each file whose worktree differs from what is indexed, by path; states are
    changed, deleted, uncommitted, unmerged.  None where there is no worktree to compare with:
    bare, or another commit than HEAD."""
    cache_bytes: int


def path_text(path: bytes) -> str:
    """The path as JSON carries it."""
    return path.decode("utf-8", "surrogateescape")


def path_fields(path: bytes, key: str = "path") -> dict[str, str]:
    """`path`, and `path_b64` where the path is not UTF-8."""
    fields = {key: path_text(path)}
    try:
        path.decode("utf-8")
    except UnicodeDecodeError:
        from binascii import b2a_base64  # rare

        fields[f"{key}_b64"] = b2a_base64(path, newline=False).decode("ascii")
    return fields


def result_json(result: Result) -> dict[str, Any]:
    """One result as design.md lists its fields; `source` and `why` only where asked for."""
    fields: dict[str, Any] = {"id": result.id, **path_fields(result.path)}
    for name in _PLAIN:
        fields[name] = getattr(result, name)
    if result.source is not None:
        fields["source"] = result.source._asdict()
    if result.why:
        fields["why"] = result.why
    if result.status:
        for name in ("status", "hop", "link", "target", "reason"):
            fields[name] = getattr(result, name)
    return fields


_PLAIN = (
    *("line", "start_line", "end_line", "kind", "name", "qualname", "signature", "doc", "lang"),
    *("blob", "commit", "score", "state", "line_now", "partial"),
)


def searched_json(searched: Searched) -> dict[str, Any]:
    return searched._asdict()


def answer_json(answer: Answer) -> dict[str, Any]:
    """The envelope of every answer."""
    return {
        "query": answer.query,
        "mode": answer.mode,
        "total": answer.total,
        "shown": answer.shown,
        "offset": answer.offset,
        "truncated": answer.truncated,
        "index": searched_json(answer.searched),
        "notes": list(answer.notes),
        **({} if answer.targets is None else {"targets": list(answer.targets)}),
        **({} if answer.stale is None else stale_json(answer.stale)),
        **({} if answer.limits is None else limits_json(answer.limits)),
        "results": [result_json(result) for result in answer.results],
    }


def stale_warning(stale: Sequence[tuple[bytes, str]]) -> str:
    """What is said before passages that are not fresh; empty where all are."""
    if not stale:
        return ""
    return f"warning: {plural(len(stale), 'file')} changed since what follows was indexed"


def stale_json(stale: Sequence[tuple[bytes, str]]) -> dict[str, Any]:
    files = [{**path_fields(path), "state": state} for path, state in stale]
    return {"warning": stale_warning(stale) or None, "stale": files}


def limits_json(limits: Limits) -> dict[str, Any]:
    """The class of the query, where it has one; the limits, and the tokens that were spent."""
    named = {"class": limits.name} if limits.name else {}
    most = {"results": limits.results, "tokens": limits.tokens}
    return {**named, "limits": most, "tokens": limits.spent}


def coverage_json(coverage: Coverage) -> dict[str, Any]:
    """`status --json`, the query's side of it."""
    return {
        "index": searched_json(coverage.searched),
        "branch": coverage.branch,
        "languages": dict(coverage.languages),
        "symbols": coverage.symbols,
        "skipped": [{**path_fields(one.path), "reason": one.reason} for one in coverage.skipped],
        "missing": [path_fields(path) for path in coverage.missing],
        "failed": [{**path_fields(one.path), "reason": one.reason} for one in coverage.failed],
        "partial": [path_fields(path) for path in coverage.partial],
        "capped": [path_fields(path) for path in coverage.capped],
        "stale": None
        if coverage.stale is None
        else [{**path_fields(path), "state": state} for path, state in coverage.stale],
        "cache_bytes": coverage.cache_bytes,
    }
