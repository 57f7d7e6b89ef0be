"""What all steps of a bench share: the clone, its facts, how often to repeat."""

from __future__ import annotations

import json
import sys
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.bench.measure import Usage, run
from tests.bench.table import LARGE, LARGE_TARGETS, SMALL_TARGETS, Targets

if TYPE_CHECKING:
    from tests.bench.scratch import Scratch


class Effort(NamedTuple):
    """How often things are repeated."""

    rounds: int
    """Of what takes long, within `budget` seconds."""
    budget: float
    repeats: int
    """Of what is short."""
    queries: int
    """Of each kind, in process; a part of them from the shell."""
    shell: int
    hooks: int
    sample: int
    """Blobs whose extraction is looked at by language, about."""


FULL = Effort(rounds=3, budget=60.0, repeats=9, queries=60, shell=12, hooks=12, sample=2000)
QUICK = Effort(rounds=1, budget=0.0, repeats=2, queries=4, shell=2, hooks=2, sample=100)


class Bench:
    """One run over one repository."""

    def __init__(self, scratch: Scratch, effort: Effort, jobs: int) -> None:
        self.scratch = scratch
        self.effort = effort
        self.jobs = jobs
        self._indexed = False

    @cached_property
    def facts(self) -> dict[str, Any]:
        """`head`, `files`, `blobs`: of HEAD, as a build sees it."""
        found: dict[str, Any] = json.loads(self.scratch.inside("blobs", self.blobs).out)
        return found

    @property
    def blobs(self) -> str:
        """The file that lists the blobs to parse, once `facts` was asked for."""
        return self.scratch.file("blobs")

    def parse_only(self) -> Usage:
        """What tree-sitter alone takes; prints counts."""
        assert self.facts["blobs"]
        command = [sys.executable, "-P", "-m", "tests.bench.parse_only"]
        return run([*command, self.blobs, str(self.jobs)], self.scratch.top)

    @cached_property
    def counts(self) -> dict[str, int]:
        """Blobs and bytes with a grammar, without one, and skipped."""
        found: dict[str, int] = json.loads(self.parse_only().out)
        return found

    @cached_property
    def targets(self) -> Targets:
        return LARGE_TARGETS if self.facts["files"] >= LARGE else SMALL_TARGETS

    @cached_property
    def sample(self) -> dict[str, list[str]]:
        """Queries by kind, and `paths` of code to edit."""
        self.index()
        words = ("sample", str(self.effort.queries), "1")
        found: dict[str, list[str]] = json.loads(self.scratch.inside(*words).out)
        return found

    def index(self) -> None:
        """Bring the index and the cache up to date, if no step has yet."""
        if not self._indexed:
            self.scratch.uindex("build", "--jobs", str(self.jobs))
            self._indexed = True
