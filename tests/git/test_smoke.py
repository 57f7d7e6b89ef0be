from __future__ import annotations

from tests.repos import ODD_NAMES, Repo
from uindex.git import refs, walk
from uindex.git.fastimport import Drop, Put, PutOid, write_commit
from uindex.git.hashing import hash_worktree, read_worktree
from uindex.git.objects import open_objects
from uindex.git.repository import Repository


def test_round_trip_of_odd_names(repo: Repo) -> None:
    commit = repo.commit({name: name + b"\n" for name in ODD_NAMES})
    found = Repository.open(repo.path)
    entries = {e.path: e for e in walk.tree_entries(found, "HEAD")}
    assert set(entries) == set(ODD_NAMES)
    assert hash_worktree(found, ODD_NAMES) == {p: e.oid for p, e in entries.items()}
    for bulk in (False, True):
        with open_objects(found, bulk=bulk) as objects:
            for path, entry in entries.items():
                assert objects.read(entry.oid) == path + b"\n"
                assert objects.size(entry.oid) == len(path) + 1
                assert objects.lookup(commit, path) == (entry.mode, entry.oid)
                assert read_worktree(found, path) == path + b"\n"
            assert objects.read(bytes(20)) is None
            assert objects.size(bytes(20)) is None


def test_import(repo: Repo) -> None:
    repo.commit({"a": "1"})
    found = Repository.open(repo.path)
    ref = refs.temporary_ref()
    changes = [Put(name, b"x" + name) for name in ODD_NAMES]
    first = write_commit(found, ref=ref, parent=None, changes=changes, message=b"m", when=5)
    assert {e.path for e in walk.tree_entries(found, first.hex())} == set(ODD_NAMES)
    assert refs.swap(found, [(b"refs/uindex/index", first, None), (ref, None, first)])
    assert not refs.swap(found, [(b"refs/uindex/index", first, None)])
    ref = refs.temporary_ref()
    second = write_commit(
        found,
        ref=ref,
        parent=first,
        changes=[Drop(ODD_NAMES[0]), PutOid(b"t", 0o040000, repo.oid("HEAD^{tree}"))],
        message=b"m",
        when=6,
    )
    diff = {c.path: c for c in walk.tree_diff(found, first, second)}
    assert set(diff) == {ODD_NAMES[0], b"t/a"}
    assert refs.list_refs(found, refs.TEMPORARY) == {ref: second}
    assert walk.status(found).entries == {}
