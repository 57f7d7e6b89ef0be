"""`git uindex build`: brings the index up to date."""

import os
import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from uindex.build import Report
from uindex.build import build as run_build
from uindex.build.report import summed
from uindex.cli import options as shared
from uindex.cli import output
from uindex.cli.answers import open_session
from uindex.cli.declare import Argument, Option
from uindex.cli.progress import Bar
from uindex.errors import FOUND, UsageError
from uindex.git.repository import Repository
from uindex.index.incoming import absorb
from uindex.query.heal import mend
from uindex.query.published import is_published

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.build.embedding import Embedded
    from uindex.index.incoming import Arrived

EXAMPLES = ("git uindex build", "git uindex build v1.2", "git uindex build --all --jobs 4")


def run(
    *,
    rev: Annotated[
        str | None, Argument("REV", "A commit. HEAD and what is staged if not given.")
    ] = None,
    all: Annotated[bool, Option(("--all",), "Index all branches and tags.")] = False,
    history: Annotated[
        int, Option(("--history",), "Index the last N commits of each, too.", "N")
    ] = 0,
    force: Annotated[bool, Option(("--force",), "Parse everything again.")] = False,
    jobs: Annotated[
        int | None,
        Option(("--jobs",), "Parse in N processes instead of one for each processor.", "N"),
    ] = None,
    json: shared.Json = False,
) -> int:
    """Bring the index up to date.

    Only content that nobody has indexed yet is parsed. Work that is interrupted is kept, and the
    next build goes on from there.
    """
    if jobs is not None and jobs < 1:
        raise UsageError("--jobs takes a number from 1")
    repo = Repository.open()
    told = output.say if output.is_terminal(sys.stderr) else lambda _: None
    with Bar() as bar:

        def progress(done: int, total: int) -> None:
            bar.update("indexing", done, total)

        problems = absorb(repo, partial(begin_verifying, repo))
        report = run_build(
            repo,
            None if rev is None else os.fsencode(rev),
            all=all,
            history=history,
            force=force,
            jobs=jobs,
            progress=progress,
        )
        if rev is None:
            report = mend(repo, report, jobs=jobs, progress=progress, told=told)
        report = report._replace(problems=problems + report.problems)
    refresh_cache(repo, rev)
    embedded = embed(repo, report, rev)
    if json:
        output.write_json(_document(report, embedded))
    else:
        output.write(
            "".join(line + "\n" for line in (*lines_of(report), *embedded_lines(embedded)))
        )
        for problem in summed(report.problems):
            output.say(output.clean(problem))
    if embedded.problem:
        output.say(output.clean(problem_of(embedded)))
    return FOUND


def embed(repo: Repository, report: Report, rev: str | None) -> "Embedded":
    """Give vectors to what has none, if `uindex.embed` says so.  Of all that can go wrong with a
    model nothing makes a build fail."""
    from uindex.build.embedding import Embedded

    if "uindex.embed" not in repo.config:
        return Embedded()
    from uindex.query.embedding import embed_commits  # mostly there is nothing to embed

    with Bar() as bar:
        update = partial(bar.update, "embedding")
        done = Embedded()
        if rev is None:
            with open_session(repo) as session:
                done = session.embed(update)
        others = [tip for tip in report.tips if rev is not None or tip != report.head]
        return done if done.problem else done.plus(embed_commits(repo, others, update))


def problem_of(embedded: "Embedded") -> str:
    """What was in the way, and what it means."""
    lacking = f"; {output.plural(embedded.lacking, 'file')} without" if embedded.lacking else ""
    return f"{embedded.problem}{lacking}; answers are lexical until git uindex build embeds them"


def embedded_lines(embedded: "Embedded") -> "Iterator[str]":
    if embedded.blobs:
        texts = output.plural(embedded.texts, "text")
        yield f"{texts} of {output.plural(embedded.blobs, 'file')} embedded"


def begin_verifying(repo: Repository, arrived: "Arrived") -> str:
    """Have what came verified behind our back; a line about what is in the way, if anything."""
    from uindex.hook import verify  # 10 ms, and mostly nothing came

    return verify.begin(repo, arrived)


def refresh_cache(repo: Repository, rev: str | None = None) -> None:
    """The first question after a build should not wait for the derived tables; and what others
    will ask of a commit that is published should not be found out again by each of them."""
    if rev is not None and not is_published(repo, rev):
        return
    with open_session(repo, rev) as session:
        session.status()
        for note in session.resolve():
            output.say(output.clean(note))
        session.publish()


def lines_of(report: Report) -> "Iterator[str]":
    """The summary: a line, and one more for each file that failed."""
    where = ", no commit yet" if report.head is None else f" at {report.head.hex()[:12]}"
    done = "nothing to do" if not report.parsed else f"{report.parsed:,} parsed"
    if report.staged:
        done += f", {report.staged:,} staged"
    line = f"{output.plural(report.files, 'file')}{where}: {done} in {report.seconds:.2f} s"
    if report.partial:
        line += f"; {report.partial:,} parsed in part"
    if report.skipped:
        reasons = sorted(report.skipped.items(), key=lambda one: (-one[1], one[0]))
        counts = ", ".join(f"{output.clean(why)} {count:,}" for why, count in reasons)
        line += f"; skipped {sum(report.skipped.values()):,} ({counts})"
    yield line
    for path, reason in report.failed:
        yield f"failed: {output.path_label(path)}: {output.clean(reason)}"


def _document(report: Report, embedded: "Embedded") -> dict[str, Any]:
    from uindex.query.results import path_fields  # only with --json

    return {
        "head": None if report.head is None else report.head.hex(),
        "commits": [commit.hex() for commit in report.commits],
        "files": report.files,
        "languages": report.languages,
        "parsed": report.parsed,
        "partial": report.partial,
        "staged": report.staged,
        "skipped": report.skipped,
        "failed": [{**path_fields(path), "reason": reason} for path, reason in report.failed],
        "problems": report.problems,
        "embedded": embedded.blobs,
        "not_embedded": embedded.lacking,
        "embedding_problem": embedded.problem or None,
        "complete": report.complete,
        "seconds": round(report.seconds, 3),
    }
