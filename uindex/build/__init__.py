"""Bring the index up to date: walk, find what is missing, extract, store.

The one place where git and extract meet. Nothing here depends on where a build was interrupted
or what was indexed before: the result is a function of the commits asked for and of the entries
that were there.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from contextlib import closing
from functools import cached_property
from typing import TYPE_CHECKING

from uindex.build.drafts import load_draft, save_draft
from uindex.build.failures import ABSENT, add_failures, load_failures
from uindex.build.plan import (
    HeadMissing,
    Plan,
    State,
    advance,
    make_plan,
    names,
    plan_staged,
    read_commit,
)
from uindex.build.report import Report
from uindex.errors import RecordError, UsageError
from uindex.extract.registry import extractor_set
from uindex.git.objects import open_objects
from uindex.git.oid import Oid, from_hex
from uindex.git.refs import is_littered, list_refs, resolve, sweep_temporary
from uindex.git.walk import staged_changes
from uindex.record import MAX_RECORD, decode, head
from uindex.selection import TOO_LARGE
from uindex.store import layout, manifest, pending
from uindex.store.branch import Branch, index_ref
from uindex.store.layout import ManifestName, RecordName
from uindex.store.publish import Batch, Source, publish

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from uindex import pool as pools
    from uindex.git.objects import Objects
    from uindex.git.repository import Repository
    from uindex.record import Head

__all__ = ["Report", "build", "processors"]

DIRECT = 1000
"""A build of more files than this keeps what it has in pending as it goes."""
HANDFUL = 64
"""Up to so many files are read here and parsed by one process that never opens the repository."""
_CHUNK = 500
"""Commits that are planned and published together."""


def build(
    repo: Repository,
    rev: bytes | None = None,
    *,
    all: bool = False,
    history: int = 0,
    force: bool = False,
    distrust: Collection[RecordName] = (),
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Index HEAD and what is staged, or `rev`, or `all` branches and tags; with `history`, the
    last so many commits of each.

    `force` parses everything again. Records of `distrust` count as absent, whatever the index has
    under these names: they are made again and take the place of what is there. `progress` is told
    (files done, files to do). UsageError for a rev that names no commit.
    """
    started = time.monotonic()
    with closing(open_objects(repo)) as objects:
        builder = _Builder(repo, objects, force, frozenset(distrust), jobs, progress)
        report = builder.run(rev, all, history)
    return report._replace(seconds=time.monotonic() - started)


class _Builder:
    def __init__(
        self,
        repo: Repository,
        objects: Objects,
        force: bool,
        distrust: frozenset[RecordName],
        jobs: int | None,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self.repo = repo
        self.objects = objects
        self.force = force
        self.distrust = distrust
        self.jobs = jobs or processors()
        self.progress = progress
        self.set = extractor_set().encode()
        # One listing for all we need of refs: the index, what waits, what the dead left behind.
        refs = list_refs(repo, index_ref(repo), b"refs/uindex")
        self.branch = Branch.open(repo, objects, tips=refs)
        self._refs: dict[bytes, Oid] | None = refs
        self.left_over = is_littered(repo, refs)
        self.tips: list[Oid] = []
        self._waits = layout.PENDING_REF in refs
        self.heads: dict[RecordName, Head] = {}
        self.faults: dict[RecordName, str] = {}
        self.parsed = 0
        self.problems: dict[str, None] = {}
        self._early: pools.Pool | None = None
        self._pending: Branch | None = None

    @property
    def pending(self) -> Branch:
        """Opened when first needed: most builds have nothing there."""
        if self._pending is None:
            self._pending = pending.open_pending(self.repo, self.objects, self._refs)
            self._refs = None  # from now on it may have moved, by our own hand
        return self._pending

    @cached_property
    def purged(self) -> set[Oid]:
        """Blobs of which no record is to be made."""
        return self.branch.dropped()

    def run(self, rev: bytes | None, everything: bool, history: int) -> Report:
        target = resolve(self.repo, (rev or b"HEAD") + b"^{commit}")
        if rev is not None and target is None:
            raise UsageError(f"{rev.decode('utf-8', 'replace')}: names no commit here")
        commits = self._targets(target, everything, history)
        anew = self.force or bool(self.distrust)
        todo = [commit for commit in commits if anew or not self._is_done(commit, target)]
        states: dict[Oid, State] = {}
        if len(todo) == 1 and self.branch.tip is not None and not self.force:
            self._start_early()
        for at in range(0, len(todo), _CHUNK):
            states.update(self._index(todo[at : at + _CHUNK]))
        if not todo and self._waits:
            self._forget_published()
        staged = self._stage(target) if rev is None else 0
        if self._early is not None:
            self._early.close()
        if self.left_over:
            sweep_temporary(self.repo)
        return self._report(todo, target, states, staged)

    def _targets(self, target: Oid | None, everything: bool, history: int) -> list[Oid]:
        """The commits to be indexed, older ones first."""
        tips = {target: None} if target is not None else {}
        if everything:
            ours = index_ref(self.repo)
            for ref in list_refs(self.repo, b"refs/heads", b"refs/tags"):
                tip = resolve(self.repo, ref + b"^{commit}") if ref != ours else None
                if tip is not None:
                    tips[tip] = None
        self.tips = list(tips)
        if history < 2:
            return self.tips
        found: dict[Oid, None] = {}
        for tip in tips:
            out = self.repo.git("rev-list", f"--max-count={history}", "--reverse", tip.hex())
            found.update((from_hex(line), None) for line in out.split())
        return list(found)

    def _is_done(self, commit: Oid, target: Oid | None) -> bool:
        """Whether there is nothing to do; of the target, which is reported, the manifest is read:
        one that is there and not valid is made again."""
        if commit == target and self._state(commit) is None:
            return False
        if self.branch.has_manifest(self.set, commit):
            return True
        draft = load_draft(self.repo, self.set, commit)
        return draft is not None and ABSENT not in draft.failed.values()

    def _state(self, commit: Oid) -> State | None:
        """What is known of a commit that was indexed before."""
        found = self.branch.manifest(self.set, commit)
        if found is not None:
            return State(found, {})
        return load_draft(self.repo, self.set, commit)

    def _index(self, commits: list[Oid], full: bool = False) -> dict[Oid, State]:
        """Index commits, and publish them in one commit of the index."""
        plans, states = self._plans(commits, full or self.force or bool(self.distrust))
        made: dict[Oid, State] = {}

        def manifests() -> Iterator[tuple[ManifestName, bytes]]:
            for plan in plans:
                base = made.get(plan.base) or states[plan.base] if plan.base else None
                state = advance(plan, base, self.set, self.heads, self.faults)
                made[plan.commit] = state
                if not state.failed:
                    yield ManifestName(self.set, plan.commit), manifest.encode(state.manifest)

        try:
            self._publish(plans, manifests)
        except HeadMissing:
            if full:
                raise
            return self._index(commits, full=True)
        for commit, state in made.items():
            if state.failed:
                save_draft(self.repo, self.set, commit, state)
        return made

    def _plans(self, commits: list[Oid], full: bool) -> tuple[list[Plan], dict[Oid, State]]:
        plans: list[Plan] = []
        states: dict[Oid, State] = {}
        last: tuple[Oid, Oid] | None = None
        for commit in commits:
            found = read_commit(self.objects, commit)
            if found is None:
                self.problems[f"commit {commit.hex()}: not in this clone; skipped"] = None
                continue
            base = None if full else last
            if base is None and not full:
                base = self._nearest(found.parents, states)
            plan = make_plan(self.repo, self.objects, commit, found, base, self.purged)
            self.problems.update(dict.fromkeys(plan.settings.problems))
            plans.append(plan)
            last = (commit, found.tree)
        return plans, states

    def _nearest(self, parents: list[Oid], states: dict[Oid, State]) -> tuple[Oid, Oid] | None:
        """A commit to start from: a parent, or what was indexed last. Any would do; the nearer
        it is, the less there is to compare."""
        for commit in (*parents, *self._last_sources()):
            state = self._state(commit)
            if state is not None and self.objects.size(state.manifest.tree) is not None:
                states[commit] = state
                return commit, state.manifest.tree
        return None

    def _last_sources(self) -> list[Oid]:
        tip = self.branch.tip
        raw = self.objects.read(tip) if tip is not None else None
        trailer = b"Source-Commit: "
        lines = (raw or b"").partition(b"\n\n")[2].split(b"\n")
        return [from_hex(line[len(trailer) :]) for line in lines if line.startswith(trailer)]

    def _publish(
        self, plans: list[Plan], manifests: Callable[[], Iterator[tuple[ManifestName, bytes]]]
    ) -> None:
        wanted: dict[RecordName, tuple[str, int]] = {}
        for name, lang, most in names(plans):
            before = wanted.get(name)
            wanted[name] = (lang, max(most, before[1] if before else 0))
        known = self.branch.blobs(wanted.keys())
        waiting = {} if self.force else self._waiting(wanted.keys() - known.keys())
        self._read_heads(plans, known, waiting)
        missing = [name for name in wanted if name not in self.heads]
        records = self._extract(missing, wanted)
        stored = {name: blob for name, blob in waiting.items() if name in self.heads}
        if len(missing) > DIRECT:
            journal = pending.journal(self.pending, records)
            fresh = journal.entries()
            stored.update((name, fresh[name]) for name in missing if name in fresh)
            records = iter(())
            self._pending = None
        sources = [Source(plan.commit, plan.when) for plan in plans]
        batch = Batch(records, stored, manifests, sources, known, self._is_bad)
        self.branch, conflicts = publish(self.branch, batch)
        for name in conflicts:
            self.problems[f"record {name.oid.hex()}: differs from the one in the index"] = None
        if stored or waiting:
            self._pending = pending.change(self.pending, drop=stored.keys() | waiting.keys())

    def _is_bad(self, name: RecordName, blob: Oid) -> bool:
        """Whether what the index has under a name, and differs from ours, is no record of it."""
        data = None if name in self.distrust else self.branch.read(blob)
        try:
            decode(data or b"")
        except RecordError:
            self._make_again(name)
            return True
        return False

    def _forget_published(self) -> None:
        """Drop from pending what is in the index: a build was killed between the two."""
        published = self.branch.has_many(self.pending.entries().keys())
        if published:
            self._pending = pending.change(self.pending, drop=published)

    def _waiting(self, missing: Collection[RecordName]) -> dict[RecordName, Oid]:
        return self.pending.blobs(missing) if missing else {}

    def _read_heads(
        self, plans: list[Plan], known: dict[RecordName, Oid], waiting: dict[RecordName, Oid]
    ) -> None:
        """Look at the records that are there already. Those that are none count as missing."""
        blobs = waiting if self.force else known | waiting
        old = [file.name for plan in plans for file in plan.removed if file.name is not None]
        blobs = self.branch.blobs([name for name in old if name not in blobs]) | blobs
        for name in self.distrust & blobs.keys():
            self._make_again(name)
        todo = [name for name in blobs if name not in self.heads and name not in self.distrust]
        # pygit2 takes longer to import than plumbing takes to read a few.
        many = len(todo) > DIRECT
        objects = open_objects(self.repo, bulk=True) if many else self.objects
        found = objects.read_many((blobs[name] for name in todo), MAX_RECORD)
        for name, data in zip(todo, found, strict=True):
            try:
                self.heads[name] = head(data or b"")
            except RecordError:
                self._make_again(name)
        if many:
            objects.close()

    def _make_again(self, name: RecordName) -> None:
        self.problems[f"record {name.oid.hex()}: not valid; made again"] = None

    def _extract(
        self, missing: list[RecordName], wanted: dict[RecordName, tuple[str, int]]
    ) -> Iterator[tuple[RecordName, bytes]]:
        """Parse what is missing; gives the records, and keeps their heads and the failures."""
        failures = {} if self.force else load_failures(self.repo)
        self.faults.update((n, failures[n]) for n in missing if n in failures)
        todo = [name for name in missing if name not in failures]
        if not todo:
            return
        from uindex import pool as pools  # selectors and more: not where nothing is new
        from uindex.build.work import read_few, to_read

        few = len(todo) <= HANDFUL
        work = read_few(self.objects, todo, wanted, self.faults) if few else to_read(todo, wanted)
        failed: list[tuple[RecordName, str]] = []
        pool, self._early = self._early if few else None, None if few else self._early
        with pool or pools.Pool(None if few else self.repo, 1 if few else self.jobs) as pool:
            for done, item in enumerate(pool.run(work), 1):
                name = RecordName(item.job.key, item.job.oid)
                if item.outcome == pools.OK:
                    assert item.head is not None
                    self.heads[name] = item.head
                    self.parsed += 1
                    yield name, item.record
                elif item.outcome == pools.FAILED:
                    self.faults[name] = item.reason
                    failed.append((name, item.reason))
                else:
                    too_large = item.outcome == pools.TOO_LARGE
                    self.faults[name] = TOO_LARGE if too_large else ABSENT
                if self.progress is not None:
                    self.progress(done, len(todo))
        add_failures(self.repo, failed)

    def _start_early(self) -> None:
        """A new commit mostly brings a few files: let a worker load its parser meanwhile."""
        from uindex.pool import Pool  # see _extract

        self._early = Pool(None)
        self._early.start()

    def _stage(self, target: Oid | None) -> int:
        """Parse what is staged; it waits in pending. How many records wait now."""
        changes = staged_changes(self.repo, target)
        if not changes:
            return 0
        found = read_commit(self.objects, target) if target is not None else None
        files, settings = plan_staged(self.objects, found and found.tree, changes, self.purged)
        wanted = {f.name: (f.lang, settings.max_size) for f in files if f.name is not None}
        missing = wanted.keys() - self.branch.has_many(wanted.keys())
        waiting = self.pending.blobs(missing)
        new = [name for name in wanted if name in missing and name not in waiting]
        records = self._extract(new, wanted)
        if len(new) > DIRECT:
            self._pending = pending.journal(self.pending, records)
        elif new:
            self._pending = pending.change(self.pending, add=records, needed=missing)
        return len(waiting) + sum(name in self.heads for name in new)

    def _report(
        self, todo: list[Oid], target: Oid | None, states: dict[Oid, State], staged: int
    ) -> Report:
        state = states.get(target) or self._state(target) if target is not None else None
        counts = state.manifest.counts if state else {}
        return Report(
            tips=self.tips,
            commits=todo,
            head=target,
            files=sum(count.files for count in counts.values()),
            languages={lang: counts[lang].files for lang in sorted(counts)},
            parsed=self.parsed,
            partial=sum(count.partial for count in counts.values()),
            staged=staged,
            skipped=dict(Counter(state.manifest.skipped.values())) if state else {},
            failed=sorted(state.failed.items()) if state else [],
            problems=list(self.problems),
            seconds=0.0,
        )


def processors() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
