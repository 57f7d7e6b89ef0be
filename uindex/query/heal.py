"""Where the cache is not that of HEAD: index what little is missing, and follow.

Nothing depends on hooks: a query that finds HEAD moved brings cache and index up to date itself
when that is quick, and says what to run when it is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.cache import follow
from uindex.cache.follow import Target
from uindex.cache.place import open_for, worktree_slot
from uindex.cache.reader import Reader
from uindex.errors import UindexError
from uindex.extract.registry import extractor_set
from uindex.git.objects import open_objects
from uindex.git.oid import EMPTY_TREE
from uindex.store.branch import Branch
from uindex.store.layout import RecordName
from uindex.store.pending import open_pending
from uindex.wording import plural

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from uindex.build import Report
    from uindex.cache.schema import Connection
    from uindex.git.objects import Objects
    from uindex.git.oid import Oid
    from uindex.git.repository import Repository

MOST_FILES = 200
MOST_BYTES = 4 << 20
"""What is indexed on the spot; more is left to `git uindex build`."""


def branches(repo: Repository, objects: Objects) -> tuple[Branch, ...]:
    """What holds records: the index ref, then what waits beside it."""
    return Branch.open(repo, objects), open_pending(repo, objects)


def target(repo: Repository, objects: Objects, commit: Oid | None) -> Target:
    """What a cache of this commit is to be made from, as things are now."""
    tree = EMPTY_TREE[repo.object_format]
    if commit is not None:
        tree = objects.resolve(commit.hex().encode() + b"^{tree}") or tree
    return Target(commit, tree, branches(repo, objects))


def heal(
    repo: Repository,
    objects: Objects,
    slot: bytes,
    commit: Oid | None,
    refresh: bool,
    progress: Callable[[str], None],
) -> tuple[Connection, tuple[str, ...]]:
    """A cache of `commit`, and notes on what could not be done for it."""
    wanted = target(repo, objects, commit)
    connection = follow.bring(repo, slot, wanted, progress)
    reader = Reader(connection)
    missing = reader.count("missing")
    if not missing or not refresh or commit is None:
        return connection, ()
    news, tips = unite(repo), wanted.tips
    wanted = target(repo, objects, commit)
    if wanted.tips != tips:
        connection.close()
        connection = follow.bring(repo, slot, wanted, progress)
        reader = Reader(connection)
        missing = reader.count("missing")
    if not missing:
        return connection, news
    if not few(reader.missing_oids(MOST_FILES + 1), objects):
        return connection, (*news, left_out(repo, wanted, missing))
    if follow.was_tried(connection, wanted):
        # What is missing cannot be parsed, or is not in this clone: a build does not change that.
        return connection, news
    again = _untrusted(reader, wanted)
    connection.close()
    notes, tried = index_now(repo, missing, again)
    wanted = target(repo, objects, commit)
    connection = follow.bring(repo, slot, wanted, progress)
    if tried:
        follow.note_tried(connection, wanted)
    return connection, (*news, *notes)


def unite(repo: Repository) -> tuple[str, ...]:
    """Take in what plain `git fetch` brought; notes on it."""
    # Checks and unites: only where files are missing.
    from uindex.index.incoming import absorb

    return tuple(absorb(repo))


def index_now(
    repo: Repository, missing: int, again: Collection[RecordName] = ()
) -> tuple[tuple[str, ...], bool]:
    """Index what is missing; notes on what could not be done, and whether it was tried at all."""
    # Imports the parser and its workers: only when something is missing.
    from uindex.build import build

    try:
        return _remade(build(repo, distrust=again)), True
    except (UindexError, OSError) as error:
        # A read-only repository or a full disk: what is indexed can be asked all the same.
        return (f"{not_indexed(missing)} and cannot be now: {error}",), False


def left_out(repo: Repository, wanted: Target, missing: int) -> str:
    """The note for what is too much to be indexed on the spot."""
    note = f"{not_indexed(missing)}; run git uindex build"
    is_clone = any(key.startswith("remote.") and key.endswith(".url") for key in repo.config)
    if wanted.branches[0].tip is None and is_clone:
        note += ", or git uindex fetch if your team shares an index"
    return note


def not_indexed(count: int) -> str:
    """How many files the index lacks."""
    return f"{plural(count, 'file')} {'is' if count == 1 else 'are'} not indexed yet"


def mend(
    repo: Repository,
    report: Report,
    *,
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    told: Callable[[str], None] = lambda _: None,
) -> Report:
    """After a build of HEAD: make again what it took for done and no cache can be made from,
    however much it is.  The report of both.

    `progress` is that of the build, `told` that of making the cache.
    """
    slot = worktree_slot(repo)
    connection = open_for(slot, report.head)
    if connection is not None or report.head is None:
        if connection is not None:
            connection.close()
        return report
    with open_objects(repo) as objects:
        wanted = target(repo, objects, report.head)
        connection = follow.bring(repo, slot, wanted, told)
        tried = follow.was_tried(connection, wanted)
        again = set() if tried else _untrusted(Reader(connection), wanted)
        connection.close()
    if not again:
        return report
    from uindex.build import build  # see heal

    done = build(repo, distrust=again, jobs=jobs, progress=progress)
    return done._replace(
        parsed=report.parsed + done.parsed,
        problems=list(dict.fromkeys(report.problems + done.problems)),
        seconds=report.seconds + done.seconds,
    )


def _untrusted(reader: Reader, wanted: Target) -> set[RecordName]:
    """What is missing although the index has it, or says by a manifest that it has: a build would
    take it for done."""
    missing = {RecordName(key, oid) for _, key, oid in reader.missing_records()}
    if not missing:
        return missing
    index = wanted.branches[0]
    if wanted.commit and index.has_manifest(extractor_set().encode(), wanted.commit):
        return missing
    return set().union(*(branch.has_many(missing) for branch in wanted.branches))


def _remade(report: Report) -> tuple[str, ...]:
    """What to say of records that were there and were no good."""
    from uindex.build.report import summed  # see index_now

    return tuple(summed(line for line in report.problems if line.startswith("record ")))


def few(oids: Sequence[Oid], objects: Objects) -> bool:
    """Whether these blobs are few enough to be indexed on the spot."""
    if len(oids) > MOST_FILES:
        return False
    return sum(size or 0 for size in objects.size_many(oids)) <= MOST_BYTES
