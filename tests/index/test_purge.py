"""Purging: what is named is gone everywhere, and nobody brings it back."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from tests.index.team import INDEX, holds, opened
from tests.index.test_gc import blob, entries, indexed, make, records
from tests.query.asking import find, index, status
from uindex.build import build
from uindex.cache.place import folder
from uindex.cli import fetch, push
from uindex.cli.main import run
from uindex.errors import UsageError
from uindex.git.objects import open_objects
from uindex.index import share
from uindex.index.gc import collect
from uindex.index.purge import named, purge
from uindex.store.branch import Branch
from uindex.store.layout import PENDING_REF, DroppedName
from uindex.store.manifest import Manifest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.index.conftest import Team
    from tests.repos import Repo

SECRET = "def the_leaked_thing(): pass\n"
WORD = "leaked_thing"
SKIPPED = [("secret.py", "purged")]


def rewrite(repo: Repo) -> None:
    """Take secret.py out of the history of a branch."""
    command = "git rm -q --cached --ignore-unmatch secret.py"
    options = ("--index-filter", command, "HEAD")
    repo.git("filter-branch", *options, FILTER_BRANCH_SQUELCH_WARNING="1")
    repo.git("update-ref", "-d", "refs/original/refs/heads/main")
    forget(repo)


def forget(repo: Repo) -> None:
    """Nothing that nothing reaches stays."""
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "-q", "--prune=now")


def follow(repo: Repo) -> None:
    """A teammate whose branch was rewritten."""
    repo.git("fetch", "-q", "origin")
    repo.git("reset", "-q", "--hard", "origin/main")


def cached(repo: Repo, word: str) -> list[str]:
    """Files beside the index that hold a word."""
    top = os.fsdecode(opened(repo).state_dir)
    paths = [os.path.join(where, name) for where, _, names in os.walk(top) for name in names]
    found = []
    for path in paths:
        with open(path, "rb") as file:
            found += [path] if word.encode() in file.read() else []
    return found


def skipped(repo: Repo) -> Sequence[tuple[str, str]]:
    return [(one.path.decode(), one.reason) for one in status(repo).skipped]


def manifest(repo: Repo) -> Manifest | None:
    handle = opened(repo)
    with open_objects(handle) as objects:
        (name,) = {n for n in entries(repo) if getattr(n, "commit", None) == repo.oid()}
        return Branch.open(handle, objects).manifest(name[0], repo.oid())


def test_gone_from_the_remote_and_from_all_clones(team: Team) -> None:
    a = team.a
    a.commit({"secret.py": SECRET})
    a.commit({"a.py": "def f(): return 1\n"})
    a.git("push", "-q", "origin", "main")
    b, c = team.join("b"), team.join("c")
    make(a, "HEAD^", "")
    share.push(opened(a), "origin")
    for repo in (b, c):
        share.fetch(opened(repo), "origin")
        assert find(repo, "the_leaked_thing").results
        assert cached(repo, "leaked")
    # b has it staged once more, c has something of its own to publish.
    b.write({"copy.py": "# once more\n" + SECRET}).git("add", "copy.py")
    make(b)
    oid, copy = blob(a, "HEAD:secret.py"), blob(b, ":copy.py")

    # What the documents say, for the one who does it:
    done = purge(opened(a), ["secret.py", copy.hex()])
    assert (len(done.blobs), done.new, done.records, done.commits) == (2, 2, 1, 2)
    collect(opened(a))
    rewrite(a)
    a.git("push", "-q", "--force", "origin", "main")
    make(a)
    assert share.push(opened(a), "origin", squash=True).squashed
    forget(team.origin)
    assert holds(team.origin, WORD) == []
    assert team.origin.git("rev-list", "--count", INDEX) == b"1"

    # And for the others; one of them publishes without having fetched.
    follow(c)
    c.branch("mine")
    c.commit({"c.py": "def c(): pass\n"})
    c.git("push", "-q", "origin", "HEAD:refs/heads/mine")
    make(c)
    assert oid in records(c)
    share.push(opened(c), "origin", all=True)
    assert blob(c, "HEAD:c.py") in records(team.origin)
    follow(b)
    share.fetch(opened(b), "origin")
    assert b.git("for-each-ref", PENDING_REF.decode()) == b""
    for repo in (a, b, c, team.origin):
        forget(repo)
        assert holds(repo, WORD) == [], repo
        assert {oid, copy}.isdisjoint(records(repo))
        assert DroppedName(oid) in entries(repo)
    for repo in (a, b, c):
        assert cached(repo, "leaked") == []
        assert not find(repo, "the_leaked_thing").results
    # Nobody brings it back, however often.
    for repo in (a, b, c, a):
        repo.git("fetch", "-q", "origin")
        make(repo)
        share.fetch(opened(repo), "origin")
        share.push(opened(repo), "origin", all=True)
        collect(opened(repo), grace=0)
    assert holds(team.origin, WORD) == []


def test_content_that_is_still_there_is_left_out(repo: Repo) -> None:
    """By builds, whole or of what changed, and by questions, with and without a build."""
    repo.commit({"secret.py": SECRET, "a.py": "def a(): pass\n"})
    index(repo)
    oid = blob(repo, "HEAD:secret.py")
    assert skipped(repo) == []
    assert purge(opened(repo), ["secret.py"]).commits == 1
    assert not find(repo, "the_leaked_thing").results
    assert skipped(repo) == SKIPPED
    assert find(repo, "a").searched.complete
    assert make(repo) == 0
    made = manifest(repo)
    assert made is not None
    assert made.skipped == {b"secret.py": "purged"}
    assert made.files == 1
    # Purging again asks for nothing to be indexed again.
    assert purge(opened(repo), ["secret.py"])[1:] == (0, 0, 0)
    assert manifest(repo) == made
    for changes in ({"b.py": "b = 1\n"}, {"twin.py": SECRET}, {"secret.py": SECRET + "c = 2\n"}):
        repo.commit(changes)
        make(repo)
        step = manifest(repo)
        build(opened(repo), force=True, jobs=1)
        assert manifest(repo) == step
    assert skipped(repo) == [("twin.py", "purged")]
    assert find(repo, "the_leaked_thing").results[0].path == b"secret.py"
    repo.write({"three.py": SECRET}).git("add", "-A")
    make(repo)
    assert oid not in records(repo)
    assert repo.git("for-each-ref", PENDING_REF.decode()) == b""


def test_a_cache_follows(repo: Repo) -> None:
    """A commit that brings such content is no reason to parse, nor to say that it is missing."""
    repo.commit({"a.py": "def a(): pass\n"})
    index(repo)
    assert find(repo, "a").results
    oid = repo.git("hash-object", "-w", "--stdin", input=SECRET.encode()).decode()
    purge(opened(repo), [oid])
    assert find(repo, "a").results
    repo.commit({"secret.py": SECRET})
    for _ in range(2):
        answer = find(repo, "the_leaked_thing")
        assert not answer.results
        assert (answer.searched.missing, answer.searched.skipped) == (0, 1)
    assert bytes.fromhex(oid) not in records(repo)


def test_what_is_named(repo: Repo) -> None:
    repo.commit({"p.py": "one = 1\n", "d/q.py": "q = 1\n", "d/e.py": "", "other.py": "o = 1\n"})
    repo.branch("side").commit({"p.py": "side = 1\n"})
    repo.git("switch", "-q", "main")
    repo.commit({"p.py": "two = 1\n"})
    repo.git("merge", "-q", "-s", "ours", "--no-commit", "side")
    repo.commit({"p.py": "merged = 1\n"})
    repo.git("mv", "p.py", "r.py")
    repo.commit({"d/q.py": "q = 2\n"})
    repo.git("branch", "-qD", "side")
    lost = repo.commit({"p.py": "lost = 1\n"})
    repo.git("reset", "-q", "--hard", "HEAD^")
    make(repo, "")
    found = {blob(repo, f"{rev}:p.py") for rev in ("HEAD~1", "HEAD~2", "HEAD~1^2", "HEAD~3")}
    assert len(found) == 4
    found.add(blob(repo, f"{lost.hex()}:p.py"))
    handle = opened(repo)
    with open_objects(handle) as objects:
        assert named(handle, objects, ["p.py"]) == found
        repo.git("reflog", "expire", "--expire=now", "--all")
        found.remove(blob(repo, f"{lost.hex()}:p.py"))
        assert named(handle, objects, ["./p.py"]) == found
        repo.write({"p.py": "staged = 1\n"}).git("add", "p.py")
        assert named(handle, objects, ["p.py"]) == found | {blob(repo, ":p.py")}
        # A folder, whose empty file has nothing to hide.
        both = {blob(repo, "HEAD:d/q.py"), blob(repo, "HEAD~1:d/q.py")}
        assert named(handle, objects, ["d"]) == both
        # An oid, also of what is not here, and that of a record.
        oid = blob(repo, "HEAD:other.py")
        assert named(handle, objects, [oid.hex(), "07" * 20]) == {oid, b"\7" * 20}
        stored = Branch.open(handle, objects).entries()
        (record,) = (kept for name, kept in stored.items() if name.oid == oid)
        assert named(handle, objects, [record.hex()]) == {oid}
        # An oid that is cut short, unless a path is called so; never that of something else.
        assert named(handle, objects, [oid.hex()[:12], record.hex()[:12]]) == {oid}
        repo.write({oid.hex()[:12]: "odd = 1\n"}).git("add", oid.hex()[:12])
        assert named(handle, objects, [oid.hex()[:12]]) == {blob(repo, f":{oid.hex()[:12]}")}
        for number in (b"195\n", b"389\n"):
            assert repo.git("hash-object", "-w", "--stdin", input=number).startswith(b"6bb2")
        with pytest.raises(UsageError, match="give more digits"):
            named(handle, objects, ["6bb2"])
        for wrong in (
            "no.py",
            ".",
            "..",
            "/etc/passwd",
            repo.oid().hex(),
            repo.oid().hex()[:12],
            "07" * 19,
            "",
        ):
            with pytest.raises(UsageError):
                named(handle, objects, [wrong])
    (repo.path / "d").mkdir(exist_ok=True)
    below = opened(repo._replace(path=repo.path / "d"))
    with open_objects(below) as objects:
        assert named(below, objects, ["q.py", "../other.py"]) == {*both, oid}


def test_an_indexed_commit_that_nothing_reaches(repo: Repo) -> None:
    """As after a rewrite that left it here: its paths can be named all the same."""
    repo.commit({"a.py": "a = 1\n"})
    repo.commit({"x/secret.py": SECRET})
    make(repo)
    oid = blob(repo, "HEAD:x/secret.py")
    repo.git("reset", "-q", "--hard", "HEAD^")
    repo.git("reflog", "expire", "--expire=now", "--all")
    assert purge(opened(repo), ["x"]).blobs == (oid,)
    assert oid not in records(repo)
    assert indexed(repo) == set()


def test_it_is_told(repo: Repo, monkeypatch: pytest.MonkeyPatch, capfd: object) -> None:
    repo.commit({"secret.py": SECRET, "a.py": "def a(): pass\n"})
    index(repo)
    monkeypatch.chdir(repo.path)

    def said(*argv: str) -> str:
        code = run(["gc", *argv])
        out, err = capfd.readouterr()  # type: ignore[attr-defined]
        assert code == (2 if err else 0)
        return str(out or err)

    oid = blob(repo, "HEAD:secret.py").hex()
    assert said() == "nothing to do\n"
    assert "takes names" in said("secret.py")
    assert "takes blobs" in said("--purge")
    first, second = said("--purge", "secret.py", "--dry-run").splitlines()
    assert first == "would purge 1 blob: 1 record of it and 1 indexed commit with it here"
    assert second == f"  {oid}"
    refs = repo.git("for-each-ref")
    document = json.loads(said("--purge", oid, "--dry-run", "--json"))
    assert document["purged"] == {"blobs": [oid], "new": 1, "records": 1, "commits": 1}
    assert document["dry_run"]
    assert repo.git("for-each-ref") == refs
    assert os.path.isdir(folder(opened(repo))) is False
    assert said("--purge", "secret.py").startswith("purged 1 blob: 1 record of it and 1 indexed")
    document = json.loads(said("--json"))
    assert document["kept"]["tombstones"] == 1
    assert document["dropped"] == {}


def test_killed_when_the_tombstones_were_in(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of what they ask for is done by the next fetch."""
    a, b = team.a, team.join("b")
    share.push(opened(a), "origin")
    share.fetch(opened(b), "origin")
    purge(opened(a), ["a.py"])
    share.push(opened(a), "origin")

    def die(*args: object, **options: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("uindex.index.purge.bury", die)
        with pytest.raises(KeyboardInterrupt):
            share.fetch(opened(b), "origin")
    assert DroppedName(blob(a, "HEAD:a.py")) in entries(b)
    assert indexed(b) == {b.oid()}
    share.fetch(opened(b), "origin")
    assert indexed(b) == set()


def test_what_was_indexed_after_the_purge_is_taken(team: Team) -> None:
    """By whoever fetches it for the first time, however many files are the blob; not what knows of
    some of what was purged only."""
    a, b, c = team.a, team.join("b"), team.join("c")
    a.commit({"secret.py": SECRET, "x/twin.py": SECRET, "y/twin.py": SECRET})
    a.git("push", "-q", "origin", "main")
    purge(opened(a), [blob(a, "HEAD:secret.py").hex()])
    make(a)
    share.push(opened(a), "origin")
    for repo in (b, c):
        follow(repo)
    assert share.fetch(opened(b), "origin").purged == 1
    made = manifest(b)
    assert made is not None
    assert made.skipped == dict.fromkeys([b"secret.py", b"x/twin.py", b"y/twin.py"], "purged")
    assert make(b) == 0
    purge(opened(b), ["a.py"])
    assert b.oid() not in indexed(b)
    share.push(opened(b), "origin")
    assert c.oid() in indexed(team.origin)
    assert share.fetch(opened(c), "origin").purged == 2
    assert c.oid() not in indexed(c)


def test_the_manifest_that_knows_of_a_purge_is_the_one_that_stays(team: Team) -> None:
    """On the remote and in clones, whichever has the smaller oid."""
    a, b = team.a, team.join("b")
    old = [a.commit({f"s{number}.py": SECRET}) for number in range(6)]
    a.git("push", "-q", "origin", "main")
    revs = [oid.hex() for oid in old]
    make(a, *revs)
    share.push(opened(a), "origin")
    share.fetch(opened(b), "origin")
    purge(opened(a), ["s0.py"])
    make(a, *revs)
    share.push(opened(a), "origin")
    c = team.join("c")
    share.fetch(opened(c), "origin")
    assert indexed(c) >= set(old)
    share.push(opened(b), "origin")
    assert indexed(b) >= set(old)


def test_tombstones_that_arrive(team: Team) -> None:
    """What held the blob is indexed anew here, too; and an index that still has the record, on the
    remote or fetched again from the start, changes nothing."""
    a, b = team.a, team.join("b")
    share.push(opened(a), "origin")
    share.fetch(opened(b), "origin")
    old = team.origin.git("rev-parse", INDEX).decode()
    oid = blob(a, "HEAD:a.py")
    purge(opened(a), ["a.py"])
    pushed = share.push(opened(a), "origin")
    assert push.line_of(pushed).endswith("0 indexed commits published; 1 blob purged")
    assert oid not in records(team.origin)
    assert indexed(b) == {b.oid()}
    arrived = share.fetch(opened(b), "origin")
    assert fetch.line_of(arrived).endswith("0 indexed commits new; 1 blob purged")
    assert indexed(b) == set()
    make(b)
    made = manifest(b)
    assert made is not None
    assert made.skipped == {b"a.py": "purged"}
    # Whoever made this one had heard of it.
    share.fetch(opened(b), "origin")
    assert manifest(b) == made
    team.origin.git("update-ref", INDEX, old)
    assert oid in records(team.origin)
    b.git("update-ref", "-d", "refs/uindex/local/merged/origin/index")
    share.fetch(opened(b), "origin")
    assert oid not in records(b)
    share.push(opened(b), "origin")
    assert oid not in records(team.origin)
    assert DroppedName(oid) in entries(team.origin)
