"""Case F03: what is in the index and is no record, no manifest, no graph, no format, no index."""

from __future__ import annotations

import os
import resource
import subprocess
import zlib
from typing import TYPE_CHECKING, NamedTuple

from tests.cases.cli import ask, build
from uindex.extract.registry import extractor_set, key
from uindex.resolve.graph import resolver

if TYPE_CHECKING:
    from tests.repos import Repo

INDEX = "refs/uindex/index"
MEMORY = 200 << 20
ADDRESSES = 1_500_000 << 10
"""What `ulimit -v 1500000` allows."""

BOMBS = {
    "deep": b"\x91" * 100_000 + b"\xc0",
    "big": b"\xdd\xff\xff\xff\xff",
    "many": b"\xdd" + (5_000_000).to_bytes(4, "big") + b"\x90" * 5_000_000,
    "few": b"\xdd" + (4_000_000).to_bytes(4, "big") + b"\x90" * 4_000_000,
    "bomb.z": zlib.compress(b"\xdd" + (1 << 26).to_bytes(4, "big") + b"\x90" * (1 << 26), 9),
    "ext": b"\xc7\x04\x05abcd\xc1",
    "headed": b"\x9c\xa6python\x01\x01\xa0\x90",
    "empty": b"",
}


class Cost(NamedTuple):
    code: int
    out: str
    err: str
    memory: int
    """Bytes, of the largest process that the call started."""


def limited(repo: Repo, *argv: str) -> Cost:
    """`( ulimit -v 1500000; timeout 30 git uindex ... )`"""
    limit = (ADDRESSES, ADDRESSES)
    with subprocess.Popen(
        ["timeout", "30", "git", "uindex", *argv],
        cwd=repo.path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, limit),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        out, err = process.stdout.read().decode(), process.stderr.read().decode()
        _, code, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(code)
    assert "Traceback" not in out + err
    return Cost(process.returncode, out, err, usage.ru_maxrss << 10)


def put(repo: Repo, path: bytes, data: bytes, mode: str = "100644") -> None:
    """Put bytes at a path of the index ref, in place of what is there."""
    private = os.fspath(repo.path / ".git" / "index-of-index")
    blob = repo.git("hash-object", "-w", "--stdin", input=data).decode()
    repo.git("read-tree", INDEX, GIT_INDEX_FILE=private)
    # Where a file and a folder would share the name, the old one goes.
    line = b"0 %s\t%s\0%s %s\t%s\0" % (b"0" * 40, path[:-2], mode.encode(), blob.encode(), path)
    repo.git("update-index", "-z", "--index-info", input=line, GIT_INDEX_FILE=private)
    tree = repo.git("write-tree", GIT_INDEX_FILE=private).decode()
    commit = repo.git("commit-tree", "-p", INDEX, "-m", "Harm", tree).decode()
    repo.git("update-ref", INDEX, commit)


def path_of(kind: bytes, group: bytes, oid: bytes) -> bytes:
    digits = oid.hex().encode()
    return b"/".join([kind, group, digits[:2], digits[2:]])


def forget(repo: Repo) -> None:
    """Delete the cache: the next question reads the index."""
    for path in (repo.path / ".git" / "uindex").rglob("*.db"):
        path.unlink()


def test_records_that_are_none_are_made_again(repo: Repo) -> None:
    """Whether a question meets them or a build does; and the index is then what it was."""
    bombs = {f"{name}.py": data for name, data in BOMBS.items()}
    repo.commit({name: f"def f{number}(): pass\n" for number, name in enumerate(bombs)})
    build(repo)
    tree = repo.git("rev-parse", f"{INDEX}^{{tree}}")
    for verb in ("find", "build"):
        for name, data in bombs.items():
            put(repo, path_of(b"records", key("python"), repo.oid(f"HEAD:{name}")), data)
        forget(repo)
        said = limited(repo, verb, *["f1"][: verb == "find"])
        assert said.memory < MEMORY
        assert said.code == 0
        assert f"{len(bombs)} records: not valid; made again" in said.err
        wanted = "big.py:1: function f1" if verb == "find" else f"{len(bombs)} parsed"
        assert wanted in said.out
        assert repo.git("rev-parse", f"{INDEX}^{{tree}}") == tree
        again = limited(repo, "find", "f1")
        assert (again.code, again.err.count("not valid")) == (0, 0)


def small(repo: Repo) -> Repo:
    """Two files, indexed, with a graph because a remote has the commit."""
    repo.commit({"a.py": "def f(): pass\n", "b.py": "import a\n\n\ndef g(): a.f()\n"})
    repo.git("update-ref", "refs/remotes/origin/main", "HEAD")
    build(repo)
    return repo


def test_a_manifest_that_is_none_is_made_again(repo: Repo) -> None:
    small(repo)
    tree = repo.git("rev-parse", f"{INDEX}^{{tree}}")
    path = path_of(b"manifests", extractor_set().encode(), repo.oid())
    for bomb in ("deep", "many"):
        put(repo, path, BOMBS[bomb])
        forget(repo)
        said = limited(repo, "find", "f")
        assert said.out.startswith("a.py:1: function f")
        assert said.memory < MEMORY
    said = limited(repo, "build")
    assert (said.code, said.memory < MEMORY) == (0, True)
    assert said.out.startswith("2 files")
    assert repo.git("rev-parse", f"{INDEX}^{{tree}}") == tree


def test_a_graph_that_is_none_is_not_asked(repo: Repo) -> None:
    small(repo)
    path = path_of(b"graphs", resolver().encode(), repo.oid())
    assert repo.git("cat-file", "-t", f"{INDEX}:{path.decode()}") == b"blob"
    for bomb in ("deep", "many"):
        put(repo, path, BOMBS[bomb])
        forget(repo)
        said = limited(repo, "dependents", "a.py")
        assert said.out.startswith("b.py:1:")
        assert said.memory < MEMORY


def test_a_format_that_is_none(repo: Repo) -> None:
    small(repo)
    for data in (BOMBS["many"], b"2\n", b"9" * 31, b"-1\n"):
        put(repo, b"format", data)
        forget(repo)
        refused(repo, "find", "f")
    refused(repo, "build")
    refused(repo, "status")


def refused(repo: Repo, *argv: str) -> None:
    """One line that names the ref."""
    said = limited(repo, *argv)
    assert (said.code, said.out, said.err.count("\n")) == (3, "", 1), (argv, said)
    assert INDEX in said.err
    assert said.memory < MEMORY


def test_a_ref_that_leads_to_no_index(repo: Repo) -> None:
    small(repo)
    tip = repo.oid(INDEX)
    blob = repo.git("hash-object", "-w", "--stdin", input=BOMBS["many"]).decode()
    repo.git("tag", "-a", "-m", "x", "tagged", INDEX)
    repo.git("tag", "-a", "-m", "x", "of-blob", blob)
    for name in (blob, "refs/tags/of-blob", "refs/tags/tagged", f"{INDEX}^{{tree}}", "HEAD"):
        repo.git("update-ref", INDEX, repo.oid(name).hex())
        forget(repo)
        refused(repo, "find", "f")
        repo.git("update-ref", INDEX, tip.hex())
    assert ask(repo, "find", "f").out.startswith("a.py:1: function f")


def test_a_record_where_something_else_stands(repo: Repo) -> None:
    """A link, a program, a submodule, a folder: no entry, so the record is made again."""
    small(repo)
    tree = repo.git("rev-parse", f"{INDEX}^{{tree}}")
    path = path_of(b"records", key("python"), repo.oid("HEAD:a.py"))
    for mode, below in (("120000", b""), ("100755", b""), ("160000", b""), ("100644", b"/x")):
        put(repo, path + below, b"/etc/passwd", mode)
        forget(repo)
        said = limited(repo, "find", "f")
        assert said.out.startswith("a.py:1: function f")
        assert repo.git("rev-parse", f"{INDEX}^{{tree}}") == tree
