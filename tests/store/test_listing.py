"""Entries of an index tree and what differs between two, against git's own listing."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.raw import FILE, TREE, put_blob, put_tree
from tests.repos import init
from uindex.git.objects import open_objects
from uindex.git.repository import Repository
from uindex.git.walk import tree_entries
from uindex.store import layout, listing
from uindex.store.layout import DroppedName, GraphName, ManifestName, RecordName, VectorName

if TYPE_CHECKING:
    from pathlib import Path

    from uindex.git.oid import Oid
    from uindex.store.layout import Name

OIDS = st.sampled_from([bytes([a]) + bytes(18) + bytes([b]) for a in (0, 1, 255) for b in (0, 7)])
NAMES = st.one_of(
    st.builds(RecordName, st.sampled_from([b"python-1", b"c_#+-22"]), OIDS),
    st.builds(ManifestName, st.sampled_from([b"0f", b"a" * 16]), OIDS),
    st.builds(GraphName, st.just(b"1"), OIDS),
    st.builds(VectorName, st.sampled_from([b"m+8-1", b"x-2"]), st.just(b"python-1"), OIDS),
    st.builds(DroppedName, OIDS),
)
ENTRIES = st.dictionaries(NAMES, st.sampled_from([b"x", b"y"]), max_size=8)
STRANGE = st.sampled_from(
    [
        *(b"", b"zz", b"records/zz", b"records/python-1/zz", b"records/python-1/00/zz"),
        *(b"records/python-1/00", b"manifests/0F/00/" + b"0" * 38, b"dropped/00/00/x"),
        *(b"vectors/m+8-1/zz", b"vectors/m+8-1/python-1/zz", b"vectors/m+8-1/00/" + b"0" * 38),
        *(b"records/python-1/000", b"graphs/1/00/" + b"A" * 38, b"format/x"),
    ]
)


def planted(git_dir: Path, files: dict[bytes, bytes]) -> Oid:
    """A tree of files, by path."""
    folders: dict[bytes, dict[bytes, bytes]] = {}
    rows = []
    for path, data in files.items():
        first, slash, rest = path.partition(b"/")
        if slash:
            folders.setdefault(first, {})[rest] = data
        else:
            rows.append((FILE, first, put_blob(git_dir, data)))
    rows += [(TREE, name, planted(git_dir, below)) for name, below in folders.items()]
    names = {name for _, name, _ in rows}
    assert len(names) == len(rows)
    return put_tree(git_dir, sorted(rows, key=lambda row: row[1] + b"/" * (row[0] == TREE)))


def files_of(entries: dict[Name, bytes], strange: bytes) -> dict[bytes, bytes]:
    files = {layout.path_of(name): data for name, data in entries.items()}
    if strange and not any(path.startswith(strange + b"/") for path in files):
        files[strange] = b"s"
    return files if strange.startswith(b"format/") else files | {b"format": b"1\n"}


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(ENTRIES, ENTRIES, STRANGE, STRANGE)
def test_what_differs(
    tmp_path: Path, one: dict[Name, bytes], two: dict[Name, bytes], odd: bytes, odder: bytes
) -> None:
    git_dir = tmp_path / "r.git"
    if not git_dir.exists():
        init(git_dir, "--bare")
    a, b = files_of(one, odd), files_of(two, odder)
    old, new = planted(git_dir, a), planted(git_dir, b)
    repo = Repository.open(str(git_dir))
    with closing(open_objects(repo)) as objects:
        found = listing.difference(objects, old, new)
        listed = listing.entries(objects, new)
    blobs = {name: put_blob(git_dir, data) for name, data in two.items()}
    assert listed == blobs
    parsed = {layout.parse(e.path): e.oid for e in tree_entries(repo, new.hex().encode())}
    parsed.pop(None, None)
    assert parsed == blobs
    changed = {name for name in one.keys() | two.keys() if one.get(name) != two.get(name)}
    assert {change.name for change in found.changes} == changed
    for name, before, after in found.changes:
        assert before == (put_blob(git_dir, one[name]) if name in one else None)
        assert after == blobs.get(name)
    strange = a.keys() - {layout.path_of(name) for name in one} - {b"format"}
    assert found.foreign == any(b.get(path) != a[path] for path in strange)


@pytest.mark.parametrize(
    ("path", "is_folder"),
    [
        *((path, True) for path in (b"records", b"dropped", b"dropped/ab", b"records/c-1/ab")),
        *((path, True) for path in (b"manifests/0f", b"graphs/0f/00", b"records/c_#+-12")),
        *((path, False) for path in (b"", b"/", b"format", b"zz", b"records/", b"records/c")),
        *((path, False) for path in (b"records/c-1/a", b"records/c-1/AB", b"records/c-1/ab/c")),
        *((path, False) for path in (b"dropped/ab/cd", b"dropped/", b"manifests/xy", b"..")),
        *((path, False) for path in (b"manifests/", b"manifests//ab", b"records/../ab")),
    ],
)
def test_folders(path: bytes, is_folder: bool) -> None:
    assert layout.is_folder(path) == is_folder
    inside = layout.reader(path)
    rest = b"0" * 38
    assert (inside is not None) == (layout.parse(path + b"/" + rest) is not None)
    if inside is not None:
        for name in (rest, b"f" * 62, b"F" * 38, b"", b"0" * 37, b"../" + b"0" * 35):
            assert inside(name) == layout.parse(path + b"/" + name)
