"""Indexes that were made to harm (F02): time and memory stay bounded, and answers right."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.cases.cli import ROOT
from tests.index.team import INDEX, opened, tree
from tests.query.asking import find
from tests.raw import FILE, TREE, put_blob, put_commit, put_tree
from uindex.build import build
from uindex.errors import EnvironmentFault, FormatTooNew, UindexError
from uindex.extract.registry import key
from uindex.git import transport
from uindex.index import share
from uindex.record import Record, Symbol, Unit, decode, encode
from uindex.store.layout import FORMAT_DATA, ManifestName, RecordName, path_of
from uindex.store.merge import entries_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.index.conftest import Team
    from tests.repos import Repo
    from uindex.store.layout import Name

MEMORY = 400 << 20
SECONDS = 20
"""On a machine that is busy with other tests."""


def plant(origin: Repo, entries: Iterable[tuple[bytes, bytes, bytes]]) -> bytes:
    """Make the remote's index a commit of a tree that holds `format` and these."""
    form = (FILE, b"format", put_blob(origin.path, FORMAT_DATA))
    rows = sorted([form, *entries], key=lambda row: row[1])
    commit = put_commit(origin.path, put_tree(origin.path, rows))
    origin.git("update-ref", INDEX, commit.hex())
    return commit


# What a process inherits counts as its own memory: pytest, which is large by now, must not be its
# parent.  The last line says how many KiB the largest process below took.
MEASURED = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:], stderr=subprocess.STDOUT)
sys.stdout.flush()
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)
"""


def fetch(repo: Repo, seconds: float = SECONDS) -> tuple[int, str, int]:
    """Exit code, what was said, and bytes of the largest process; bounded in time."""
    before = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-S", "-c", MEASURED, sys.executable, "-P", "-m", "uindex", "fetch"],
        cwd=repo.path,
        env={**os.environ, "PYTHONPATH": os.fspath(ROOT)},
        stdout=subprocess.PIPE,
    )
    *lines, memory = done.stdout.decode().splitlines()
    said = "\n".join(lines)
    assert time.monotonic() - before < seconds
    assert "Traceback" not in said
    return done.returncode, said, int(memory) << 10


def harmless(team: Team) -> str:
    """Fetch in a new clone: it ends soon, and `f` is found where it is; what was said."""
    b = team.join(f"b{time.monotonic_ns()}")
    code, said, memory = fetch(b)
    assert memory < MEMORY
    assert code in (0, 3)
    answer = find(b, "f", kinds=("function",))
    assert [(one.path, one.line, one.state) for one in answer.results] == [(b"a.py", 1, "fresh")]
    assert build(opened(b)).complete
    assert tree(b) == tree(team.a)
    return said


def test_a_tree_that_spells_more_paths_than_there_are_atoms(team: Team) -> None:
    """Ten levels of a hundred entries that are all the same folder: wherever it hangs."""
    git_dir = team.origin.path
    bomb = put_tree(git_dir, [(FILE, b"x", put_blob(git_dir, b"x"))])
    for _ in range(10):
        bomb = put_tree(git_dir, [(TREE, b"%02x" % number, bomb) for number in range(100)])
    group = put_tree(git_dir, [(TREE, b"%02x" % number, bomb) for number in range(100)])
    keys = put_tree(git_dir, [(TREE, b"c-1", bomb), (TREE, key("python"), group)])
    plant(
        team.origin,
        [
            *((TREE, name, bomb) for name in (b"dropped", b"manifests", b"zz")),
            *((TREE, name, keys) for name in (b"graphs", b"records")),
        ],
    )
    assert "names, more than any index does; git uindex push --squash" in harmless(team)
    with pytest.raises(EnvironmentFault, match="more than any index does"):
        share.push(opened(team.a), "origin")
    assert share.push(opened(team.a), "origin", squash=True).squashed
    assert tree(team.origin) == tree(team.a)
    # Where the layout has no place for it, it is passed over, and the next push clears it away.
    plant(team.origin, [(TREE, b"zz", bomb), (TREE, b"..", bomb)])
    assert "nothing new" in harmless(team)
    share.push(opened(team.a), "origin")
    assert tree(team.origin) == tree(team.a)


def test_a_tree_that_repeats_itself_within_the_layout(team: Team) -> None:
    git_dir = team.origin.path
    blob = put_blob(git_dir, lie(14, 1, 1))
    leaves = put_tree(git_dir, [(FILE, b"%038x" % number, blob) for number in range(5000)])
    fan = put_tree(git_dir, [(TREE, b"%02x" % n, leaves) for n in range(256)])
    groups = put_tree(git_dir, [(TREE, b"p%04d-1" % n, fan) for n in range(2000)])
    plant(team.origin, [(TREE, b"records", groups)])
    said = harmless(team)
    assert said.startswith("git uindex: origin: refs/uindex/index there holds 512,000 names, more")
    assert share.push(opened(team.a), "origin", squash=True).squashed
    assert tree(team.origin) == tree(team.a)


def test_a_tree_of_half_a_million_names(team: Team) -> None:
    git_dir = team.origin.path
    blob = put_blob(git_dir, b"x")
    many = put_tree(git_dir, [(FILE, b"n%07d" % number, blob) for number in range(500_000)])
    plant(team.origin, [(TREE, b"records", many)])
    assert "bytes of trees, more than any index does" in harmless(team)


@pytest.mark.by_hand
def test_a_million_entries(team: Team) -> None:
    """Of blobs that are not here, all with one record: such an index may be true."""
    git_dir = team.origin.path
    blob = put_blob(git_dir, encode(Record("python", 14, 1)))
    fan = []
    for first in range(256):
        rows = [(FILE, b"%038x" % (first + number), blob) for number in range(4000)]
        fan.append((TREE, b"%02x" % first, put_tree(git_dir, rows)))
    groups = put_tree(git_dir, [(TREE, key("python"), put_tree(git_dir, fan))])
    plant(team.origin, [(TREE, b"records", groups)])
    b = team.join("b")
    code, said, memory = fetch(b, 300)
    assert (code, said) == (0, "origin: 1,024,000 records and 0 indexed commits new\n")
    assert memory < 3 << 30


def test_what_is_no_index(team: Team) -> None:
    """Objects of every kind, broken ones and a format of the future."""
    git_dir = team.origin.path
    blob = put_blob(git_dir, b"hello")
    empty = put_tree(git_dir, [])
    tagged = team.origin.git("rev-parse", "main").decode()
    tag = team.origin.git(
        "mktag", input=f"object {tagged}\ntype commit\ntag x\ntagger e <e> 1 +0000\n\n".encode()
    )
    b = team.join("b")
    for target in (blob.hex(), empty.hex(), tag.decode(), tagged):
        team.origin.git("update-ref", INDEX, target)
        with pytest.raises(EnvironmentFault, match="refs/uindex/index there holds no index"):
            share.fetch(opened(b), "origin")
    for data in (b"2\n", b"99999999999\n", b"\n", b"1" * 99, b"1\n\0", "²\n".encode()):
        tree_oid = put_tree(git_dir, [(FILE, b"format", put_blob(git_dir, data))])
        team.origin.git("update-ref", INDEX, put_commit(git_dir, tree_oid).hex())
        with pytest.raises((EnvironmentFault, FormatTooNew), match="origin: "):
            share.fetch(opened(b), "origin")
    assert not b.git("for-each-ref", INDEX)
    assert build(opened(b)).complete


def lie(size: int, lines: int, line: int, name: str = "f") -> bytes:
    """A record that has a function at a line."""
    symbol = Symbol(
        name, "function", "", name, -1, 0, size, 4, 4 + len(name.encode()), line, line, line,
        f"def {name}()", "rm -rf / ../../x", "", 0,
    )  # fmt: skip
    unit = Unit(0, line, line)
    record = Record("python", size, lines, symbols=[symbol], units=[unit], unit_words=[{name}])
    return encode(record)


def replace(origin: Repo, name: Name, data: bytes) -> None:
    """Put bytes in place of an entry of the remote's index."""
    private = os.fspath(origin.path / "index-of-index")
    blob = origin.git("hash-object", "-w", "--stdin", input=data).decode()
    origin.git("read-tree", INDEX, GIT_INDEX_FILE=private)
    line = f"100644 {blob}\t{path_of(name).decode()}\0"
    origin.git("update-index", "-z", "--index-info", input=line.encode(), GIT_INDEX_FILE=private)
    made = origin.git("write-tree", GIT_INDEX_FILE=private).decode()
    origin.git("update-ref", INDEX, origin.git("commit-tree", "-m", "x", made).decode())


def test_refs_with_names_that_are_none(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server may say anything: lines within names, control characters, ids of other lengths."""
    tip = team.origin.git("rev-parse", "main")
    said = [
        tip + b" refs/heads/main\0 agent=x\n",
        tip + b" refs/heads/e\n" + b"1" * 40 + b"\trefs/uindex/index\n",
        tip + b" refs/heads/\x1b[2J\n",
        tip + b" ../../config\n",
        tip + b" refs/tags/a..b\n",
        tip + b" refs/tags/x^{}\n",
    ]
    answer = team.root / "answer"
    answer.write_bytes(b"".join(b"%04x" % (len(line) + 4) + line for line in said) + b"0000")
    script = team.root / "ssh"
    script.write_text(f"#!/bin/sh\ncat {answer}\ncat >/dev/null\n")
    script.chmod(0o755)
    monkeypatch.setenv("GIT_SSH_COMMAND", os.fspath(script))
    monkeypatch.setenv("GIT_SSH_VARIANT", "simple")
    listed = transport.list_remote(opened(team.a), "ssh://e.invalid/x", b"refs/*")
    assert set(listed) <= {
        *(b"refs/heads/main", b"refs/heads/e", b"refs/uindex/index"),
        *(b"refs/tags/a..b", b"refs/tags/x"),
    }
    before = team.a.git("for-each-ref")
    for act in (share.fetch, share.push):
        with contextlib.suppress(UindexError):
            act(opened(team.a), "ssh://e.invalid/x")
    assert team.a.git("for-each-ref") == before


LIES = {
    "a line that the record does not have": lie(14, 1, 9),
    "lines that the blob does not have": lie(14, 13, 13),
    "line 99999": lie(100_000, 99_999, 99_999),
    "the size of another blob": lie(15, 1, 1),
    "10 MB": lie(14, 1, 1) + bytes(10 << 20),
    "nothing": b"",
}


BY_HAND = ("a line that the record does not have", "the size of another blob", "nothing")


@pytest.mark.parametrize(
    "what",
    [pytest.param(one, marks=[pytest.mark.by_hand] if one in BY_HAND else []) for one in LIES],
)
def test_a_record_that_lies_about_its_blob(what: str, team: Team) -> None:
    """It is left out and counted, and made again by whoever needs it."""
    share.push(opened(team.a), "origin")
    name = RecordName(key("python"), team.a.oid("HEAD:a.py"))
    replace(team.origin, name, LIES[what])
    b = team.join("b")
    arrived = share.fetch(opened(b), "origin")
    assert (arrived.records, len(arrived.bad)) == (2, 1)
    answer = find(b, "f", kinds=("function",))
    assert [(one.path, one.line, one.state) for one in answer.results] == [(b"a.py", 1, "fresh")]
    assert tree(b) == tree(team.a)
    # Who pushes puts what is right in its place; who held it already does not take the other.
    assert share.push(opened(b), "origin").records == 1
    assert tree(team.origin) == tree(team.a)
    replace(team.origin, name, LIES[what])
    assert len(share.fetch(opened(team.a), "origin").bad) == 1
    assert tree(team.a) == tree(b)


def test_a_lie_that_cannot_be_told_from_the_truth(team: Team) -> None:
    """What it says is at most shown: never opened, never out of the file, never another's text."""
    share.push(opened(team.a), "origin")
    name = RecordName(key("python"), team.a.oid("HEAD:a.py"))
    replace(team.origin, name, lie(14, 1, 1, "../../x"))
    b = team.join("b")
    (team.root / "x").write_text("outside\n")
    share.fetch(opened(b), "origin")
    (one,) = find(b, "../../x", kinds=("function",), source=True).results
    assert (one.path, one.line) == (b"a.py", 1)
    assert one.source is not None
    assert "outside" not in str(one.source)


def test_entries_of_another_hash_or_under_strange_keys(team: Team) -> None:
    """They are names like any others, of blobs that nobody has."""
    share.push(opened(team.a), "origin")
    data = lie(14, 1, 1)
    for name in (
        RecordName(key("python"), bytes(32)),
        RecordName(b"python-999999999999999999999", bytes(20)),
        RecordName(b"nolang-1", bytes(20)),
    ):
        replace(team.origin, name, data)
    replace(team.origin, ManifestName(b"0" * 16, bytes(20)), b"\x94\xc4\x14" + bytes(20))
    b = team.join("b")
    arrived = share.fetch(opened(b), "origin")
    assert (arrived.records, len(arrived.bad)) == (6, 1)
    assert find(b, "f", kinds=("function",)).total == 1
    assert build(opened(b)).parsed == 0
    b.commit({"c.py": "def c(): pass\n"})
    b.git("push", "--quiet", "origin", "main")
    build(opened(b))
    assert share.push(opened(b), "origin").records == 1


def test_a_record_under_the_name_of_another(team: Team) -> None:
    """True of its own blob, it is not believed for one of another size."""
    share.push(opened(team.a), "origin")
    c = entries_of(opened(team.a), team.a.oid(INDEX))
    (other,) = (blob for name, blob in c.items() if name[-1] == team.a.oid("HEAD:sub/b.c"))
    name = RecordName(key("python"), team.a.oid("HEAD:a.py"))
    replace(team.origin, name, team.a.git("cat-file", "blob", other.hex()) + b"")
    b = team.join("b")
    assert len(share.fetch(opened(b), "origin").bad) == 1
    assert decode(lie(14, 1, 1)).symbols[0].name == "f"
