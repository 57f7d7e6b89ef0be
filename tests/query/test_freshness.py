"""Every result says whether it is still true of the worktree, and never falsely that it is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.query.asking import NO_REFRESH, find, first, index, places, show, status, symbols
from uindex.git.repository import Repository
from uindex.query.options import FindOptions, Scope
from uindex.query.session import Session

if TYPE_CHECKING:
    from pathlib import Path

    from tests.repos import Repo
    from uindex.query.results import Result

SAFE = 'def safe():\n    return "safe"\n\ndef wipe():\n    return "wipe"\n'


@pytest.fixture
def safe(repo: Repo) -> Repo:
    repo.commit({"a.py": SAFE})
    return index(repo)


def one(repo: Repo, query: str, scope: Scope | None = None) -> Result:
    answer = find(repo, query, scope, source=True)
    return answer.results[0]


def test_moved(safe: Repo) -> None:
    """Case E01."""
    safe.write({"a.py": "X = 1\nY = 2\nZ = 3\n" + SAFE})
    for name, line in (("wipe", 7), ("safe", 4)):
        result = one(safe, name)
        assert (result.state, result.line_now) == ("moved", line)
        assert result.source is not None
        assert result.source.text == f'def {name}():\n    return "{name}"'
        assert (result.source.origin, result.source.line) == ("worktree", line)
    assert places(symbols(safe, b"a.py"))[1:2] != []


def test_deleted(safe: Repo) -> None:
    (safe.path / "a.py").unlink()
    result = one(safe, "wipe")
    assert (result.state, result.line_now) == ("deleted", None)
    assert result.source is not None
    assert result.source.origin == "blob"
    assert status(safe).stale == [(b"a.py", "deleted")]


def test_changed_and_gone(safe: Repo) -> None:
    safe.write({"a.py": 'def safe():\n    return "other"\n'})
    changed = one(safe, "safe")
    assert (changed.state, changed.line_now) == ("changed", 1)
    assert changed.source is not None
    assert "other" in changed.source.text
    gone = one(safe, "wipe")
    assert (gone.state, gone.line_now) == ("gone", None)
    assert gone.source is not None
    assert gone.source.origin == "blob"


def test_without_refresh_nothing_is_parsed_and_nothing_called_fresh(safe: Repo) -> None:
    safe.write({"a.py": "X = 1\n" + SAFE, "new.py": "def new(): pass\n"})
    result = one(safe, "wipe", NO_REFRESH)
    assert (result.state, result.line_now) == ("changed", None)
    assert find(safe, "new", NO_REFRESH).total == 0


def test_uncommitted(repo: Repo) -> None:
    """Case E04."""
    repo.commit({".gitignore": "build/\n*.log.py\n", "t.py": "def t(): pass\n"})
    index(repo)
    repo.write(
        {
            "new.py": "def fresh(): t()\n",
            "build/g.py": "def ign(): t()\n",
            "x.log.py": "def ign2(): t()\n",
        }
    )
    assert first(find(repo, "fresh")) == (b"new.py", 1, "fresh", "uncommitted")
    assert find(repo, "ign").total == 0
    assert find(repo, "ign2").total == 0
    repo.git("add", "-N", "new.py")
    assert first(find(repo, "fresh"))[3] == "uncommitted"
    repo.git("add", "new.py")
    assert first(find(repo, "fresh"))[3] == "uncommitted"
    repo.git("commit", "-qm", "x")
    assert first(find(repo, "fresh"))[3] == "fresh"


def test_commits_without_hooks_are_followed(safe: Repo) -> None:
    safe.commit({"b.py": "def later(): pass\n"})
    assert first(find(safe, "later")) == (b"b.py", 1, "later", "fresh")
    safe.git("rm", "-q", "a.py")
    safe.git("commit", "-qm", "rm")
    assert find(safe, "wipe").total == 0


def test_commits_are_followed_where_nobody_ever_built(repo: Repo) -> None:
    repo.commit({"a.py": "def early(): pass\n"})
    assert first(find(repo, "early"))[3] == "fresh"
    for name in ("later", "latest"):
        repo.commit({f"{name}.py": f"def {name}(): pass\n"})
        assert first(find(repo, name)) == (f"{name}.py".encode(), 1, name, "fresh")


def test_conversions_do_not_make_a_file_stale(repo: Repo) -> None:
    """Case A13."""
    repo.commit(
        {
            ".gitattributes": "*.py text eol=crlf\n*.md ident\n",
            "a.py": "def f():\n    pass\n",
            "n.md": "# Title $Id$\n",
        }
    )
    for name in ("a.py", "n.md"):
        (repo.path / name).unlink()
    repo.git("checkout", "-q", "a.py", "n.md")
    assert b"\r\n" in (repo.path / "a.py").read_bytes()
    index(repo)
    assert first(find(repo, "f")) == (b"a.py", 1, "f", "fresh")
    assert status(repo).stale == []
    with open(repo.path / "a.py", "ab") as file:
        file.write(b"def g(): pass\r\n")
    assert first(find(repo, "f")) == (b"a.py", 1, "f", "moved")
    assert first(find(repo, "g"))[3] == "uncommitted"


def test_lfs_pointers(repo: Repo) -> None:
    """Case A14."""
    repo.commit({".gitattributes": "*.py filter=lfs -text\n"})
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{0:064}\nsize 22\n"
    repo.write({"big.py": pointer})
    oid = repo.git("hash-object", "-w", "--no-filters", "big.py").decode()
    repo.git("update-index", "--add", "--cacheinfo", f"100644,{oid},big.py")
    repo.git("commit", "-qm", "ptr")
    index(repo)
    assert find(repo, "oid").total == 0
    assert [(s.path, s.reason) for s in status(repo).skipped] == [(b"big.py", "LFS pointer")]
    repo.write({"big.py": "def real_fn(): pass\n"})
    assert status(repo).stale == []
    assert b"big.py" not in {path for path, *_ in places(find(repo, "real_fn"))}


def test_unborn_branch(repo: Repo) -> None:
    """Case A15."""
    assert find(repo, "f").total == 0
    repo.write({"a.py": "def f(): pass\n"})
    assert first(find(repo, "f")) == (b"a.py", 1, "f", "uncommitted")
    repo.git("add", "a.py")
    answer = find(repo, "f")
    assert first(answer) == (b"a.py", 1, "f", "uncommitted")
    assert (answer.searched.commit, answer.searched.head) == (None, None)


def test_bare_and_detached(safe: Repo, tmp_path: Path) -> None:
    """Case A15."""
    bare = safe.clone(tmp_path / "bare.git", "--bare")
    index(bare)
    assert first(find(bare, "safe")) == (b"a.py", 1, "safe", "unchecked")
    safe.git("checkout", "-q", "--detach")
    assert first(find(safe, "safe"))[3] == "fresh"


def test_unmerged(safe: Repo) -> None:
    safe.branch("side").commit({"a.py": SAFE + "# side\n"})
    safe.git("switch", "-q", "main")
    safe.commit({"a.py": SAFE + "# main\n"})
    with pytest.raises(AssertionError):
        safe.git("merge", "-q", "side")
    assert first(find(safe, "safe"))[3] == "unmerged"


def test_sparse(repo: Repo) -> None:
    repo.commit({"in/a.py": "def inside(): pass\n", "out/b.py": "def outside(): pass\n"})
    repo.git("sparse-checkout", "set", "in")
    index(repo)
    assert first(find(repo, "inside"))[3] == "fresh"
    assert first(find(repo, "outside"))[3] == "sparse"


def test_other_revisions(safe: Repo) -> None:
    safe.commit({"a.py": "def other(): pass\n"})
    index(safe)
    then = find(safe, "wipe", Scope(at="HEAD~1"))
    assert first(then) == (b"a.py", 4, "wipe", "unchecked")
    assert then.searched.commit == safe.oid("HEAD~1").hex()
    assert find(safe, "wipe").total == 0
    text = show(safe, "a.py#wipe", Scope(at="HEAD~1")).results[0].source
    assert text is not None
    assert text.text.startswith("def wipe")


def test_linked_worktrees_do_not_see_each_other(safe: Repo, tmp_path: Path) -> None:
    other = safe.worktree(tmp_path / "wt", "wt")
    other.commit({"b.py": "def wt_fn(): pass\n"})
    assert first(find(other, "wt_fn")) == (b"b.py", 1, "wt_fn", "fresh")
    assert find(safe, "wt_fn").total == 0


def test_a_lost_index_is_made_anew(safe: Repo) -> None:
    assert find(safe, "wipe").total
    safe.git("update-ref", "-d", "refs/uindex/index")
    safe.git("gc", "-q", "--prune=now")
    assert first(find(safe, "wipe")) == (b"a.py", 4, "wipe", "fresh")


def test_queries_beside_each_other_and_beside_commits(safe: Repo) -> None:
    from concurrent.futures import ThreadPoolExecutor

    for number in range(3):
        safe.commit({f"n{number}.py": f"def added_{number}(): pass\n"})
        index(safe)
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(lambda name: find(safe, name), [f"added_{number}", "safe"] * 4))
        assert all(answer.total for answer in found)


def test_a_cache_that_changes_between_questions(safe: Repo) -> None:
    """Another process follows the next commit while a session lives (A03, A05): it is told so,
    and reads no table of one state by the arrays of another."""
    with Session.open(Repository.open(str(safe.path)), Scope()) as session:
        assert first(session.find("wipe", FindOptions()))[3] == "fresh"
        safe.commit({"b.py": "def wipe(): pass\ndef later(): pass\n"})
        assert first(find(safe, "later")) == (b"b.py", 2, "later", "fresh")
        answer = session.find("wipe", FindOptions())
        assert {place[:2] for place in places(answer)} == {(b"a.py", 4), (b"b.py", 1)}
        assert answer.searched.commit == safe.oid().hex()
        rows = session.export()
        next(rows)
        assert {"later", "wipe"} <= {json.loads(row).get("name") for row in rows}
    with Session.open(Repository.open(str(safe.path)), Scope(at="HEAD~1")) as session:
        assert first(session.find("wipe", FindOptions()))[3] == "unchecked"
        safe.commit({"c.py": "def wipe(): pass\n"})
        assert len(find(safe, "wipe").results) == 3
        assert len(session.find("wipe", FindOptions()).results) == 1


@pytest.mark.parametrize("mark", ["--skip-worktree", "--assume-unchanged"])
def test_files_that_git_was_told_not_to_look_at(safe: Repo, mark: str) -> None:
    safe.commit({"b.py": "def other(): pass\n"})
    assert one(safe, "other").state == "fresh"
    safe.git("update-index", mark, "a.py", "b.py")
    assert one(safe, "wipe").state == "fresh"
    safe.write({"a.py": "# one more\n" + SAFE.replace("safe", "risky")})
    assert (one(safe, "wipe").state, one(safe, "wipe").line_now) == ("moved", 5)
    assert one(safe, "safe").state == "gone"
    assert one(safe, "risky").state == "uncommitted"
    assert one(safe, "other").state == "fresh"
    (safe.path / "b.py").unlink()
    assert one(safe, "other").state == ("sparse" if "skip" in mark else "deleted")
    assert one(safe, "wipe").state == "moved"
    safe.git("update-index", mark.replace("--", "--no-"), "a.py", "b.py")
    assert one(safe, "other").state == "deleted"


def test_a_repository_that_takes_no_objects_can_be_asked(safe: Repo) -> None:
    safe.commit({"b.py": "def later(): pass\n"})
    folder = safe.path / ".git/objects/pack"
    assert list(folder.iterdir()) == []
    folder.rmdir()
    folder.write_bytes(b"")
    assert one(safe, "wipe").state == "fresh"
    answer = find(safe, "later")
    assert (answer.total, answer.searched.missing) == (0, 1)
    assert "1 file is not indexed yet and cannot be now" in answer.notes[0]
    assert find(safe, "unheard of").searched.complete is False
    told: list[str] = []
    with Session.open(Repository.open(str(safe.path)), Scope(), told.append) as session:
        rows = [json.loads(row) for row in session.export()]
        assert [row["path"] for row in rows if row["type"] == "file"] == ["a.py"]
    assert "not complete: 1 file is not indexed yet" in told


def test_lines_are_those_of_git_and_editors(repo: Repo) -> None:
    """A lone carriage return ends no line, but in a file that has no other ends."""
    repo.commit(
        {
            "cr.py": 'X = "\r\r"\r\r\n\ndef late():\n    pass\n',
            "crlf.py": "X = 1\r\n\r\ndef dos():\r\n    pass\r\n",
            "mac.py": "X = 1\r\rdef mac():\r    pass\r",
        }
    )
    index(repo)
    for name, path, text in (
        ("late", "cr.py", "def late():\n"),
        ("dos", "crlf.py", "def dos():\r\n"),
        ("mac", "mac.py", "def mac():\r"),
    ):
        assert first(find(repo, name)) == (path.encode(), 3, name, "fresh")
        source = show(repo, f"{path}:3-3").results[0].source
        assert source is not None
        assert (source.text, source.line) == (text, 3)


def test_what_only_the_other_side_of_a_merge_has(safe: Repo) -> None:
    safe.git("checkout", "-q", "-b", "other")
    safe.commit({"z.py": "def theirs():\n    pass\n"})
    safe.git("checkout", "-q", "main")
    safe.commit({"z.py": "def ours():\n    pass\n"})
    with pytest.raises(AssertionError):
        safe.git("merge", "-q", "other")
    assert first(find(safe, "ours"))[3] == "unmerged"
    answer = find(safe, "theirs")
    assert [(one.name, one.state) for one in answer.results[:1]] == [("theirs", "unmerged")]
    line = answer.results[0].line
    lines = (safe.path / "z.py").read_text().splitlines()
    assert lines[line - 1] == "def theirs():"
