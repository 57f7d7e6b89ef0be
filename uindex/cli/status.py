"""`git uindex status`: what is indexed, what is not, and why."""

import time
from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

from uindex import hook, log, shims
from uindex.cli import options as shared
from uindex.cli import output
from uindex.cli.answers import gaps, open_session
from uindex.cli.declare import Option
from uindex.errors import FOUND
from uindex.git.refs import read_ref
from uindex.git.repository import Repository
from uindex.hook import push, verify
from uindex.index.incoming import waiting
from uindex.index.verify import Verified
from uindex.query.results import coverage_json
from uindex.store import sharing
from uindex.store.branch import index_ref

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.query.embedding import Held
    from uindex.query.results import Coverage, Skipped

EXAMPLES = ("git uindex status", "git uindex status --skipped", "git uindex status --json")
_LISTED = 10
"""Stale files named in the text; --json has them all."""


def run(
    *,
    skipped: Annotated[
        bool, Option(("--skipped",), "List every file that is not indexed, with the reason.")
    ] = False,
    partial: Annotated[
        bool, Option(("--partial",), "List every file that the parser could read only in part.")
    ] = False,
    at: shared.At = None,
    no_refresh: shared.NoRefresh = False,
    json: shared.Json = False,
) -> int:
    """Say what is indexed and what is not.

    Coverage, files that were skipped and why, files that changed since, whether the hooks work,
    and with whom the index is shared."""
    repo = Repository.open()
    with open_session(repo, at, no_refresh) as session:
        coverage = session.status()
        held = session.held()
    found = shims.look(repo)
    if json:
        output.write_json(_document(repo, coverage, found, held))
    elif skipped or partial:
        listed = [(one.path, one.reason) for one in coverage.skipped if skipped]
        if skipped:
            reasons = dict.fromkeys(coverage.missing, "not indexed yet")
            reasons |= {one.path: one.reason for one in coverage.failed}
            listed += reasons.items()
        listed += [(path, "partly parsed") for path in coverage.partial if partial]
        for path, reason in sorted(listed):
            output.write(f"{output.path_label(path)}: {output.clean(reason)}\n")
    else:
        lines = [
            *_index_lines(coverage, at),
            *_file_lines(coverage),
            *_place_lines(repo, coverage, found),
            ("vectors", _vectors(held)),
            *_sharing_lines(repo),
            *_verified_lines(repo),
        ]
        width = max(len(name) for name, _ in lines)
        for name, text in lines:
            output.write(f"{name.ljust(width)}  {text}".rstrip() + "\n")
    return FOUND


def _document(
    repo: Repository, coverage: "Coverage", found: "Sequence[shims.Shim]", held: "Held"
) -> Any:
    return {
        **coverage_json(coverage),
        "hooks": {
            "state": shims.summary(found),
            "wanted": repo.config_bool("uindex.hooks", False),
            "hooks": [
                {"name": one.name, "state": one.state, "detail": one.detail} for one in found
            ],
        },
        "ref": ref_json(repo),
        "vectors": {
            "model": held.model or None,
            "embedded": held.blobs,
            "of": held.of,
            "bytes": held.bytes,
            "others": list(held.others),
            "problem": held.problem or None,
        },
        "verified": {
            remote: verify.document(one) for remote, one in verify.reports(repo.state_dir).items()
        },
        "sharing": _sharing_json(repo),
        "updating": hook.running(repo.state_dir),
        "push_failure": push.last_failure(repo.state_dir) or None,
        "log": log.path_in(repo.state_dir).decode("utf-8", "surrogateescape"),
    }


def _index_lines(coverage: "Coverage", at: str | None) -> "list[tuple[str, str]]":
    searched = coverage.searched
    branch = f" ({output.clean(coverage.branch)})" if coverage.branch else ""
    if searched.commit is None:
        commit = "none yet"
    else:
        commit = searched.commit[:12] + (branch if searched.commit == searched.head else "")
    lines = [("commit", commit)]
    incomplete = f"not complete: {gaps(searched, at, len(coverage.failed))}"
    state = "complete" if searched.complete else incomplete
    return [*lines, ("state", state)]


def _file_lines(coverage: "Coverage") -> "list[tuple[str, str]]":
    searched = coverage.searched
    languages = ", ".join(f"{name} {count:,}" for name, count in coverage.languages[:8])
    if len(coverage.languages) > 8:
        languages += f", and {len(coverage.languages) - 8} more"
    lines = [
        ("files", f"{searched.files:,} indexed, {output.plural(coverage.symbols, 'symbol')}"),
        ("languages", languages or "none"),
    ]
    lines.append(("skipped", f"{len(coverage.skipped):,}{_counts(coverage.skipped)}"))
    if coverage.missing:
        lines.append(("missing", output.plural(len(coverage.missing), "file")))
    if coverage.failed:
        files = output.plural(len(coverage.failed), "file")
        again = "git uindex build --force tries again"
        lines.append(("failed", f"{files} of them{_counts(coverage.failed)}; {again}"))
    if coverage.partial:
        files = output.plural(len(coverage.partial), "file")
        lines.append(("partial", f"{files} partly parsed (--partial lists them)"))
    if coverage.capped:
        files = output.plural(len(coverage.capped), "file")
        lines.append(("capped", f"{files} with more keys than are kept"))
    return lines + _stale_lines(coverage.stale)


def _counts(skipped: "Sequence[Skipped]") -> str:
    """How many for each reason."""
    reasons = Counter(one.reason for one in skipped)
    counts = ", ".join(f"{output.clean(why)} {count:,}" for why, count in sorted(reasons.items()))
    return f" ({counts})" if counts else ""


def _stale_lines(stale: "Sequence[tuple[bytes, str]] | None") -> "list[tuple[str, str]]":
    if stale is None:
        return [("stale", "unchecked: no worktree to compare with")]
    lines = [("stale", output.plural(len(stale), "file"))]
    lines += [("", f"{output.path_label(path)}: {state}") for path, state in stale[:_LISTED]]
    if len(stale) > _LISTED:
        lines.append(("", f"and {len(stale) - _LISTED} more (--json lists all)"))
    return lines


def ref_json(repo: Repository) -> dict[str, Any]:
    """The index ref, where it points, and the bytes that git stores for all it holds."""
    ref = index_ref(repo)
    tip = read_ref(repo, ref)
    size = 0
    if tip is not None:
        # What a partial clone has not fetched takes no room here.
        count = ("rev-list", "--objects", "--disk-usage", "--missing=allow-any")
        size = int(repo.git(*count, tip.hex()))
    return {
        "name": ref.decode("utf-8", "surrogateescape"),
        "tip": None if tip is None else tip.hex(),
        "bytes": size,
    }


def _place_lines(
    repo: Repository, coverage: "Coverage", found: "Sequence[shims.Shim]"
) -> "list[tuple[str, str]]":
    ref = ref_json(repo)
    tip = f" at {ref['tip'][:12]}" if ref["tip"] else ": none yet"
    lines = [
        ("ref", output.clean(ref["name"]) + tip),
        (
            "sizes",
            f"ref {output.size_label(ref['bytes'])}, "
            f"cache {output.size_label(coverage.cache_bytes)}",
        ),
    ]
    state = shims.summary(found)
    details = sorted({one.detail for one in found if one.detail})
    hooks = state + (f": {output.clean('; '.join(details))}" if details else "")
    if state != shims.OK and not details and repo.config_bool("uindex.hooks", False):
        hooks += ": run `git uindex hooks install`"
    lines.append(("hooks", hooks))
    if hook.running(repo.state_dir):
        lines.append(("", "an update is running"))
    return lines


def _vectors(held: "Held") -> str:
    """Which, of how many files, and how much room they take."""
    others = f"; the index has those of {', '.join(held.others)}" if held.others else ""
    if held.problem:
        return output.clean(held.problem + others)
    if not held.model:
        return f"off{others}"
    size = output.size_label(held.bytes)
    line = f"{held.model}: {held.blobs:,} of {output.plural(held.of, 'blob')}, {size} of the ref"
    todo = "; git uindex build embeds the others" if held.blobs < held.of else ""
    return output.clean(line + todo + others)


def _sharing_lines(repo: Repository) -> "list[tuple[str, str]]":
    """With whom, how, and what is in the way."""
    lines = [("sharing", output.clean(_sharing(sharing.look(repo))))]
    lines += [
        ("", f"what came from {output.clean(remote)} is not united yet; git uindex build does that")
        for remote in waiting(repo)
    ]
    failure = push.last_failure(repo.state_dir)
    if failure:
        lines.append(("push", f"not pushed along to {output.clean(failure)}"))
    return lines


def _sharing(found: sharing.Sharing | None) -> str:
    if found is None:
        return "off"
    if not found.exists:
        return f"with {found.remote}, and no remote is called that: {found.todo}"
    if found.todo:
        return f"with {found.remote}, whose refspec for it is missing: {found.todo}"
    fetched = "git fetch brings the index along" if found.along else found.note
    pushed = "git push takes it along" if found.autopush else "git uindex push publishes it"
    return f"with {found.remote}: {fetched}; {pushed}"


def _sharing_json(repo: Repository) -> dict[str, Any]:
    found = sharing.look(repo)
    return {
        "remote": found and found.remote,
        "exists": found is not None and found.exists,
        "fetched_along": found is not None and found.along,
        "autopush": found is not None and found.autopush,
        "note": (found and found.note) or None,
        "todo": (found and found.todo) or None,
        "waiting": waiting(repo),
    }


def _verified_lines(repo: Repository) -> "list[tuple[str, str]]":
    """What came with fetches, and whether it was right."""
    lines = []
    for remote, report in sorted(verify.reports(repo.state_dir).items()):
        name = output.clean(remote)
        lines.append(("verify", f"{name}: {verify.line_of(report.last)} ({_day(report.last)})"))
        wrong = report.disagreed
        if wrong is not None and wrong != report.last:
            lines.append(("", f"{name}: {verify.line_of(wrong)} ({_day(wrong)})"))
        if wrong is not None:
            lines[-1] = (lines[-1][0], f"{lines[-1][1]}; git uindex fsck --rederive tells which")
    return lines


def _day(done: Verified) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(done.when))
