"""Documents beside code: they answer, and push no declaration out of the first three."""

from __future__ import annotations

import pytest

from tests.query.asking import find, index
from tests.repos import Repo

PAGES = (
    *(
        "token-bucket",
        "bucket-refill",
        "refilled-bucket",
        "expired-keys",
        "backend-keys",
        "removed-keys",
    ),
    *("tutorial", "upgrade"),
)
CODE = {
    "src/limits/bucket.py": "class TokenBucket:\n    def refill(self, now):\n        "
    '"""Add the tokens of the time that passed."""\n        self.tokens += now - self.last\n',
    "src/limits/window.py": "def slide(counts, now):\n    return counts[now:]\n",
    "src/store/backend.py": "class Backend:\n    def expire_keys(self):\n        pass\n",
}


@pytest.fixture
def made(repo: Repo) -> Repo:
    """A little code, and many pages that say of it what it does, over and over."""
    said = "The token bucket is refilled as time passes. Expired keys leave the backend.\n\n"
    pages = {
        f"docs/{name}.md": f"# The {name}\n\n## Refill of the token bucket\n\n{said * 3}"
        f"## Where expired keys go\n\n{said * 2}"
        for name in PAGES
    }
    repo.commit(CODE | pages)
    return index(repo)


ASKED = (
    ("where is the token bucket refilled", b"src/limits/bucket.py"),
    ("where are expired keys removed from the backend", b"src/store/backend.py"),
    ("token bucket refill", b"src/limits/bucket.py"),
)


def test_the_declaration_stays_in_the_first_three(made: Repo) -> None:
    for query, path in ASKED:
        code = [one.path for one in find(made, query, within="code").results]
        mixed = [one.path for one in find(made, query).results]
        assert code[0] == path, query
        assert path in mixed[:3], query
        assert any(one.startswith(b"docs/") for one in mixed)


def test_what_only_documents_say_is_found_in_them(made: Repo) -> None:
    assert find(made, "tutorial").results[0].path == b"docs/tutorial.md"
    assert find(made, "upgrade keys", within="docs").results[0].path.startswith(b"docs/")
