from __future__ import annotations

from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from tests.repos import Repo
from uindex.git import hashing, walk
from uindex.git.fastimport import Put, write_commit
from uindex.git.refs import temporary_ref
from uindex.git.repository import Repository
from uindex.git.trees import TreeEntry, parse_tree

SIZES = st.sampled_from([20, 32])


@given(st.binary(), SIZES)
def test_arbitrary_bytes_are_refused_as_such(data: bytes, size: int) -> None:
    with suppress(ValueError):
        parse_tree(data, size)


@given(st.data(), SIZES)
def test_what_was_written_is_read(draw: st.DataObject, size: int) -> None:
    names = st.binary(min_size=1).filter(lambda name: b"\0" not in name and b"/" not in name)
    modes = st.sampled_from([0o100644, 0o100755, 0o120000, 0o160000, 0o040000])
    entry = st.builds(TreeEntry, modes, names, st.binary(min_size=size, max_size=size))
    entries = draw.draw(st.lists(entry))
    data = b"".join(b"%o %s\0%s" % entry for entry in entries)
    assert parse_tree(data, size) == entries
    if data:
        with suppress(ValueError):  # a tree that was cut short is never read as a whole one
            assert parse_tree(data[:-1], size) != entries


def test_every_byte_in_a_name(repo: Repo) -> None:
    """Through every protocol that we speak with git."""
    names = [bytes([byte]) * 2 for byte in range(1, 256) if byte not in b"/."]
    content = {name + end: name for name in names for end in (b"", b".py")}
    repo.commit(content)
    found = Repository.open(repo.path)
    entries = {entry.path: entry.oid for entry in walk.tree_entries(found, "HEAD")}
    assert set(entries) == set(content)
    assert {entry.path for entry in walk.index_entries(found)} == set(content)
    assert walk.status(found).entries == {}
    assert hashing.hash_worktree(found, content) == entries
    puts = [Put(path, data) for path, data in content.items()]
    tip = write_commit(found, ref=temporary_ref(), parent=None, changes=puts, message=b"", when=1)
    assert walk.tree_diff(found, repo.oid(), tip) == []
