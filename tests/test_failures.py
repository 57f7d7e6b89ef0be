"""What a crash or a hang of a parser leaves behind: its name, in this clone alone."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.cli.test_verbs import uindex
from tests.test_pool import HOSTILE
from uindex import pool
from uindex.build import Report, build
from uindex.errors import FOUND
from uindex.extract import registry
from uindex.git.repository import Repository

if TYPE_CHECKING:
    from tests.repos import Repo

FILES = {"a.txt": "crash", "b.txt": "spin", "ok.py": "def ok(): pass\n"}


def make(repo: Repo, *, force: bool = False) -> Report:
    return build(Repository.open(os.fsencode(repo.path)), None, force=force)


@pytest.fixture
def failed(repo: Repo) -> Repo:
    """A repository with a file that crashes the parser and one that keeps it busy, built once."""
    repo.commit(FILES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "_BOOT", HOSTILE)
        patch.setattr(pool.Pool.__init__, "__kwdefaults__", {"seconds": 0.3, "memory": pool.MEMORY})
        report = make(repo)
    assert report.failed == [
        (b"a.txt", "crashed the parser (SIGSEGV)"),
        (b"b.txt", "took more than 0.3 s"),
    ]
    assert report.files == 1
    return repo


def test_what_failed_is_not_tried_again(failed: Repo) -> None:
    # The parser is an honest one from here on: whatever it is given is parsed.
    assert [path for path, _ in make(failed).failed] == [b"a.txt", b"b.txt"]
    failed.commit({"moved.txt": "crash", "new.txt": "crash test"})
    assert [path for path, _ in make(failed).failed] == [b"a.txt", b"b.txt", b"moved.txt"]


def test_status_names_what_failed(failed: Repo) -> None:
    code, out, _ = uindex(failed.path, "status", "--skipped")
    assert code == FOUND
    assert out == "a.txt: crashed the parser (SIGSEGV)\nb.txt: took more than 0.3 s\n"
    _, out, _ = uindex(failed.path, "status")
    (line,) = [line for line in out.splitlines() if line.startswith("failed")]
    assert line.split(maxsplit=1)[1] == (
        "2 files of them (crashed the parser (SIGSEGV) 1, took more than 0.3 s 1);"
        " git uindex build --force tries again"
    )
    assert "not complete: 2 files could not be parsed\n" in out


def test_force_tries_again(failed: Repo) -> None:
    assert make(failed, force=True).failed == []


def test_another_version_of_the_extractor_tries_again(
    failed: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    raised = {"text": registry.LANGUAGES["text"]._replace(version=99)}
    monkeypatch.setattr(registry, "LANGUAGES", registry.LANGUAGES | raised)
    caches = (registry.extractor, registry.key, registry.keys, registry.extractor_set)
    try:
        for one in caches:
            one.cache_clear()
        assert make(failed).failed == []
    finally:
        for one in caches:
            one.cache_clear()
