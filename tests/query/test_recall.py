"""What the documents say, by section: each text once, within a budget, and said where stale."""

from __future__ import annotations

import json

import pytest

from tests.query.asking import find, index, recall
from tests.repos import Repo
from uindex.errors import UsageError
from uindex.query.documents import is_document
from uindex.query.results import answer_json

GUIDE = """# Guide

All about retries.

## Backoff

A retry waits twice as long as the one before.

### Jitter

A random part keeps retries from coming together.

## Install

Run the installer.
"""
NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Retry study\n", "\n", "Curves."]},
        {"cell_type": "markdown", "metadata": {}, "source": ["Retries peak at noon."]},
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": 1,
         "source": ["def retry_curve():\n", "    return 1"]},
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": 2,
         "source": ["retry = 3"]},
    ],
    "metadata": {}, "nbformat": 4, "nbformat_minor": 5,
}  # fmt: skip
FILES = {
    "docs/guide.md": GUIDE,
    "docs/http.rst": "HTTP\n====\n\nHeaders of a request.\n\nRetry-After\n-----------\n\n"
    "The server says when a retry is welcome.\n",
    "docs/ops.adoc": "= Operations\n\n== Alarms\n\nAn alarm rings after the last retry.\n",
    "docs/plan.org": "* Plan\n** Retry budget\nTen in a minute.\n",
    "docs/page.html": "<html><body><h1>Page</h1>\n<p>No retry here.</p>\n"
    "<h2>Queue</h2>\n<p>A queue of retries.</p></body></html>\n",
    "man/tool.1": ".TH TOOL 1\n.SH OPTIONS\nA retry count is read from the command line.\n",
    "NOTES": "The retry was added for a customer.\n",
    "study.ipynb": json.dumps(NOTEBOOK, indent=1),
    "src/retry.py": "def retry():\n    '''Retry a call with backoff.'''\n",
    "lib/retry.f90": "subroutine retry\nend subroutine\n",
    "CHANGES.md": "# 2.0\n\nRetry, backoff and jitter.\n",
}


@pytest.fixture
def made(repo: Repo) -> Repo:
    repo.commit(FILES)
    return index(repo)


def test_every_kind_of_document_and_nothing_else(made: Repo) -> None:
    answer = recall(made, "retry", limit=30)
    assert (answer.mode, answer.stale) == ("recall", ())
    assert {one.path.decode() for one in answer.results} == FILES.keys() - {
        "src/retry.py", "lib/retry.f90",
    }  # fmt: skip
    cells = {one.qualname for one in answer.results if one.path == b"study.ipynb"}
    assert cells == {"cell 1.Retry study", "cell 2"}
    assert answer.total == len(answer.results)


def test_no_text_is_given_twice(made: Repo) -> None:
    answer = recall(made, "retry jitter backoff", limit=30)
    texts = {one.qualname: one.source.text for one in answer.results if one.source}
    assert texts["Guide > Backoff"] == (
        "## Backoff\n\nA retry waits twice as long as the one before.\n\n"
    )
    assert texts["Guide > Backoff > Jitter"].startswith("### Jitter\n")
    seen: set[tuple[bytes, int]] = set()
    for one in answer.results:
        assert one.source is not None
        for first, last in one.source.lines:
            lines = {(one.path, number) for number in range(first, last + 1)}
            assert one.kind == "file" or one.path == b"study.ipynb" or not seen & lines
            seen |= lines
            assert one.start_line <= first <= last <= one.end_line


def test_the_section_comes_before_what_is_around_it(made: Repo) -> None:
    assert recall(made, "jitter of a retry").results[0].qualname == "Guide > Backoff > Jitter"
    assert recall(made, "retry after").results[0].qualname == "HTTP > Retry-After"
    ranked = [one.path for one in recall(made, "retry backoff jitter", limit=30).results]
    assert ranked.index(b"CHANGES.md") > ranked.index(b"docs/guide.md")


def test_it_keeps_to_its_budget(repo: Repo) -> None:
    body = "\n\n".join(
        f"Paragraph {n} of many words, which\nare about step {n}." for n in range(90)
    )
    repo.commit({f"docs/d{n}.md": f"# Steps {n}\n\n{body}\n\nThe retry.\n" for n in range(6)})
    index(repo)
    for budget in (200, 600, 3000):
        answer = recall(repo, "retry steps", budget=budget)
        assert answer.limits is not None
        assert answer.limits.spent <= budget
        assert (answer.limits.tokens, answer.total) == (budget, 6)
        for one in answer.results[:3]:
            assert one.source is not None
            assert budget == 200 or "The retry.\n" in one.source.text or not one.source.lines
    whole = recall(repo, "retry").limits
    assert whole is not None
    assert whole.tokens == 3000


def test_what_has_changed_is_told_first(made: Repo) -> None:
    made.write({
        "docs/guide.md": GUIDE.replace("twice as long", "three times as long"),
        "docs/new.md": "# Retry storm\n\nWhen all retry at once.\n",
    })  # fmt: skip
    (made.path / "docs/ops.adoc").unlink()
    answer = recall(made, "retry", limit=30)
    assert answer.stale == (
        (b"docs/guide.md", "changed"), (b"docs/new.md", "uncommitted"),
        (b"docs/ops.adoc", "deleted"),
    )  # fmt: skip
    document = answer_json(answer)
    assert list(document).index("warning") < list(document).index("results")
    assert document["warning"] == "warning: 3 files changed since what follows was indexed"
    assert document["stale"][0] == {"path": "docs/guide.md", "state": "changed"}
    changed = next(one for one in answer.results if one.qualname == "Guide > Backoff")
    assert changed.source is not None
    assert "three times as long" in changed.source.text
    assert changed.source.origin == "worktree"
    fresh = recall(made, "installer")
    assert [one.qualname for one in fresh.results] == ["Guide > Install"]
    assert fresh.results[0].state == "moved"
    assert fresh.stale == ((b"docs/guide.md", "moved"),)


def test_nothing_and_no_words(made: Repo) -> None:
    answer = recall(made, "zeppelin")
    assert (answer.total, answer.results) == (0, [])
    assert answer_json(answer)["warning"] is None
    for query in ("", "  ", "?!"):
        with pytest.raises(UsageError):
            recall(made, query)


@pytest.mark.parametrize(
    ("path", "lang", "document"),
    [
        ("README.md", "markdown", True),
        ("README", "text", True),
        ("src/NEWS.old", "text", True),
        ("a/notes.txt", "text", True),
        ("man/git.1", "text", True),
        ("doc/howto", "text", True),
        ("Documentation/hidden.conf", "text", False),
        ("src/solve.f90", "text", False),
        ("init.el", "text", False),
        ("gradlew", "text", False),
        (".gitignore", "text", False),
        ("a.py", "python", False),
    ],
)
def test_what_is_a_document(path: str, lang: str, document: bool) -> None:
    assert is_document(path.encode(), lang) is document


def test_find_in_documents_and_in_code(made: Repo) -> None:
    code = {one.path for one in find(made, "how to retry", within="code", limit=50).results}
    docs = {one.path for one in find(made, "how to retry", within="docs", limit=50).results}
    assert b"lib/retry.f90" in code
    assert not code & {b"NOTES", b"docs/guide.md", b"man/tool.1"}
    assert not docs & {b"src/retry.py", b"lib/retry.f90"}
    named = find(made, "retry_curve", within="code").results
    assert [one.path for one in named] == [b"study.ipynb"]
    assert not any(one.kind == "function" for one in find(made, "retry", within="docs").results)
