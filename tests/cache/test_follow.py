"""A cache that followed a history answers as one that was made from its last tree alone."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import pytest

from tests.query import asking
from tests.query.asking import index
from uindex.cache import crew, follow, schema, writer
from uindex.cache.place import open_for, open_whole, worktree_slot
from uindex.cache.reader import Reader
from uindex.git.objects import open_objects
from uindex.git.repository import Repository
from uindex.query.corpus import Corpus
from uindex.query.find import find
from uindex.query.heal import target
from uindex.query.options import FindOptions
from uindex.query.results import Answer, Searched
from uindex.query.view import View

if TYPE_CHECKING:
    from tests.repos import Repo
    from uindex.cache.schema import Connection
    from uindex.git.objects import Objects

WORDS = "parse user header request token buffer tree node write read cache index".split()
FOLDERS = ("", "src/", "lib/net/", "tests/", "vendor/x/")
QUERIES = (
    *("parse", "user header", "parse_user", "how is the buffer written", "tokn", "src/", "read"),
    *("Parse.user", "node.py", "where do tests write the cache index"),
)
QUIET = Searched(None, None, True, 0, 0, 0)


def content(dice: random.Random) -> str:
    lines = [
        f"from {dice.choice(WORDS)} import {dice.choice(WORDS)}_call as x{dice.choice(WORDS)}\n"
    ]
    for _ in range(dice.randint(1, 5)):
        name = "_".join(dice.sample(WORDS, dice.randint(1, 3)))
        doc = " ".join(dice.sample(WORDS, 3))
        body = "\n".join(f"    {word}_call({word})" for word in dice.sample(WORDS, 3))
        lines.append(f'def {name}():\n    """{doc}."""\n{body}\n')
    if dice.random() < 0.4:
        lines.append(
            f"class {dice.choice(WORDS).title()}:\n    def {dice.choice(WORDS)}(self): pass\n"
        )
    return "".join(lines)


def step(repo: Repo, dice: random.Random, bank: list[str]) -> None:
    """One commit: files added, changed, renamed, deleted, put back as they were before."""
    tracked = repo.git("ls-files").decode().split()
    for _ in range(dice.randint(1, 4)):
        action = dice.random()
        path = dice.choice(FOLDERS) + dice.choice(WORDS) + dice.choice((".py", ".md", ".txt"))
        if action < 0.2 and tracked:
            repo.git("rm", "-q", "--ignore-unmatch", dice.choice(tracked))
        elif action < 0.35 and tracked:
            old = repo.path / dice.choice(tracked)
            if old.exists() and not (repo.path / path).exists():
                (repo.path / path).parent.mkdir(parents=True, exist_ok=True)
                old.rename(repo.path / path)
        elif action < 0.4:
            repo.write({".gitattributes": f"{dice.choice(FOLDERS)}* linguist-generated\n"})
        else:
            bank.append(content(dice))
            repo.write({path: dice.choice(bank)})
    repo.commit(message="step")


def answers(connection: Connection, objects: Objects) -> list[Answer]:
    view = View(Corpus(Reader(connection), objects), objects, None, QUIET, ())
    return [find(view, query, FindOptions(limit=50, explain=True)) for query in QUERIES]


def sites(reader: Reader, name: str) -> list[tuple[object, ...]]:
    """(path, line, symbol, kind, free) of each link of the name in the tree."""
    found = []
    for part in reader.sites(name):
        assert list(part.refs) == sorted(part.refs)
        everywhere = part.blobs(range(8))
        assert [ref for blob in sorted(everywhere) for ref in part.of(blob)] == list(part.refs)
        files = reader.files_of(everywhere)
        for site in part.unpacked():
            found += [(file.path, *site[1:]) for file in files if file.blob == site.blob]
    return sorted(found)


def facts(connection: Connection) -> tuple[object, ...]:
    """All that may be asked of a cache and does not depend on the numbers of its rows."""
    reader = Reader(connection)
    files = [(row.path, row.rank, row.marks, reader.oid_at(row.path)) for row in reader.files()]
    return (
        *(reader.sums, files, reader.languages(), reader.skipped(), reader.missing()),
        {
            name: sites(reader, name)
            for word in WORDS
            for name in (word, f"{word}_call", f"x{word}")
        },
        sorted(reader.uses.replace(b"\0", b"")),
    )


@pytest.mark.parametrize("seed", range(4))
def test_followed_and_fresh_agree(repo: Repo, seed: int) -> None:
    dice = random.Random(seed)
    bank: list[str] = []
    commits: list[str] = []
    for _ in range(8):
        if commits and dice.random() < 0.2:
            repo.git("checkout", "-q", "--detach", dice.choice(commits))
        step(repo, dice, bank)
        commits.append(repo.oid().hex())
        if dice.random() < 0.8:
            index(repo)  # else some records are missing, and come later
        here = Repository.open(str(repo.path))
        with open_objects(here) as objects:
            wanted = target(here, objects, repo.oid())
            followed = follow.bring(here, worktree_slot(here), wanted, lambda line: None)
            fresh = follow.build(here, ":memory:", wanted, lambda line: None)
            assert facts(followed) == facts(fresh)
            assert answers(followed, objects) == answers(fresh, objects)
            followed.close()
            fresh.close()


def test_other_processes_make_the_same_rows(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(7)
    repo.commit({f"{dice.choice(FOLDERS)}m{n}.py": content(dice) for n in range(20)})
    index(repo)
    here = Repository.open(str(repo.path))
    with open_objects(here) as objects:
        wanted = target(here, objects, repo.oid())
        made = []
        for least in (1 << 30, 1):
            monkeypatch.setattr(writer, "WORTH_IT", least)
            connection = follow.build(here, ":memory:", wanted, lambda line: None)
            made.append((facts(connection), answers(connection, objects), dump(connection)))
            connection.close()
    assert made[0] == made[1]


def dump(connection: Connection) -> list[list[object]]:
    tables = ("blob", "file", "name", "part", "term", "site", "vocabulary", "path_word")
    return [connection.execute(f"select * from {name}").fetchall() for name in tables]


_ONCE = """
import sys
sys.path[:] = {path!r}
from uindex.cache import crew
receive, left = crew._receive, [1]
def once(source):
    if not left.pop():
        sys.exit(3)
    left.append(0)
    return receive(source)
crew._receive = once
crew.main()
"""


@pytest.mark.parametrize("boot", ["import sys; sys.exit(3)  # {path}", _ONCE])
def test_a_child_that_dies_costs_nothing(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, boot: str
) -> None:
    """Neither at once nor after its first batch."""
    repo.commit({f"m{n}.py": content(random.Random(n)) for n in range(20)})
    index(repo)
    here = Repository.open(str(repo.path))
    made = []
    monkeypatch.setattr(crew, "_BOOT", boot)
    with open_objects(here) as objects:
        wanted = target(here, objects, repo.oid())
        for least in (1 << 30, 1):
            monkeypatch.setattr(writer, "WORTH_IT", least)
            connection = follow.build(here, ":memory:", wanted, lambda line: None)
            made.append(dump(connection))
            connection.close()
    assert made[0] == made[1]
    assert made[0][0]


@pytest.fixture
def small(repo: Repo) -> tuple[Repository, bytes]:
    repo.commit({"a.py": "def f(): pass\n"})
    index(repo)
    here = Repository.open(str(repo.path))
    with open_objects(here) as objects:
        wanted = target(here, objects, repo.oid())
        follow.bring(here, worktree_slot(here), wanted, lambda line: None).close()
    return here, repo.oid()


def test_a_complete_cache_of_head_is_simply_opened(small: tuple[Repository, bytes]) -> None:
    here, commit = small
    connection = open_for(worktree_slot(here), commit)
    assert connection is not None
    connection.close()
    assert open_for(worktree_slot(here), b"\1" * 20) is None


@pytest.mark.parametrize("damage", [b"", b"SQLite format 3\0 and then nonsense", b"\0" * 9000])
def test_a_broken_cache_is_made_anew(small: tuple[Repository, bytes], damage: bytes) -> None:
    here, commit = small
    path = worktree_slot(here)
    with open(path, "wb") as file:
        file.write(damage)
    assert open_whole(path) is None
    with open_objects(here) as objects:
        wanted = target(here, objects, commit)
        connection = follow.bring(here, path, wanted, lambda line: None)
        assert Reader(connection).sums.files == 1
        connection.close()


def test_a_page_that_was_overwritten_is_no_error(repo: Repo) -> None:
    repo.commit({f"m{n}.py": f"def name_{n}(): pass\n" * 20 for n in range(40)})
    index(repo)
    assert asking.find(repo, "name_7").total
    path = worktree_slot(Repository.open(str(repo.path)))
    with open(path, "r+b") as file:
        file.seek(8192 * 2)
        file.write(b"\xff" * 8192 * (os.path.getsize(path) // 8192 - 2))
    assert asking.find(repo, "name_7").total
    assert asking.find(repo, "how do names work").searched.files == 40


def test_a_cache_cut_in_the_middle(small: tuple[Repository, bytes]) -> None:
    here, commit = small
    path = worktree_slot(here)
    with open(path, "r+b") as file:
        file.truncate(20_000)
    with open_objects(here) as objects:
        wanted = target(here, objects, commit)
        connection = follow.bring(here, path, wanted, lambda line: None)
        assert Reader(connection).exact("f")
        connection.close()


def test_a_full_disk_costs_the_file_and_no_answer(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit({"a.py": "def spam(): pass\n"})
    index(repo)
    create = schema.create

    def full(path: bytes | str, extractors: str) -> Connection:
        connection = create(path, extractors)
        if path != ":memory:":
            connection.execute("pragma max_page_count = 1")
        return connection

    monkeypatch.setattr(schema, "create", full)
    assert asking.first(asking.find(repo, "spam"))[3] == "fresh"
    assert not list((repo.path / ".git/uindex/cache").glob("*.db"))
