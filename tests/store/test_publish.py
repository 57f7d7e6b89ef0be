"""The index as a set: how entries come in does not show in the tree."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.repos import init
from uindex.errors import RaceLost
from uindex.git.objects import open_objects
from uindex.git.refs import list_refs, read_ref
from uindex.git.repository import Repository
from uindex.store import pending, publish
from uindex.store.branch import Branch
from uindex.store.layout import INDEX_REF, GraphName, RecordName
from uindex.store.merge import entries_of, unite
from uindex.store.publish import Batch, Source, blob_oid

if TYPE_CHECKING:
    from pathlib import Path

    from tests.repos import Repo

Entries = dict[RecordName, bytes]

NAMES = st.builds(
    RecordName,
    st.sampled_from([b"python-1", b"c-2"]),
    st.integers(0, 6).map(lambda n: n.to_bytes(20, "big")),
)
ENTRIES = st.dictionaries(NAMES, st.sampled_from([b"x", b"y", b"z"]), max_size=6)
SLOW = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def opened(repo: Repo) -> Repository:
    return Repository.open(os.fsencode(repo.path))


def fresh(path: Path) -> Repository:
    shutil.rmtree(path, ignore_errors=True)
    return opened(init(path))


def put(repo: Repository, ref: bytes, entries: Entries) -> Branch:
    """Publish entries as a build does: new names as they are, known ones with their blobs."""
    with closing(open_objects(repo)) as objects:
        branch = Branch.open(repo, objects, ref)
        known = branch.blobs(entries.keys())
        return publish.publish(branch, Batch(entries.items(), known=known)).branch


def merge(repo: Repository, ref: bytes, other: bytes) -> None:
    tip = read_ref(repo, other)
    if tip is not None:
        with closing(open_objects(repo)) as objects:
            unite(Branch.open(repo, objects, ref), tip, entries_of(repo, tip))


def tree(repo: Repository, ref: bytes) -> bytes | None:
    with closing(open_objects(repo)) as objects:
        return Branch.open(repo, objects, ref).tree


@SLOW
@given(st.lists(ENTRIES, min_size=1, max_size=3), st.randoms(use_true_random=False))
def test_the_tree_is_a_function_of_the_set(
    tmp_path: Path, parts: list[Entries], rng: object
) -> None:
    repo = fresh(tmp_path / "r")
    merged: Entries = {}
    for part in parts:
        put(repo, b"refs/uindex/a", part)
        for name, data in part.items():
            merged[name] = min(merged.get(name, data), data, key=lambda d: blob_oid(d, 20))
    put(repo, b"refs/uindex/b", dict(reversed(merged.items())))
    if merged:
        assert tree(repo, b"refs/uindex/a") == tree(repo, b"refs/uindex/b")


@SLOW
@given(ENTRIES, ENTRIES, ENTRIES)
def test_merging_commutes_associates_and_repeats(
    tmp_path: Path, a: Entries, b: Entries, c: Entries
) -> None:
    repo = fresh(tmp_path / "r")
    for name, part in (("a", a), ("b", b), ("c", c)):
        put(repo, b"refs/uindex/" + name.encode(), part)
    found = set()
    for number, order in enumerate(("abc", "cba", "bca", "abcabc")):
        ref = b"refs/uindex/m%d" % number
        for name in order:
            merge(repo, ref, b"refs/uindex/" + name.encode())
        found.add(tree(repo, ref))
    merge(repo, b"refs/uindex/b", b"refs/uindex/c")  # a + (b + c)
    merge(repo, b"refs/uindex/a", b"refs/uindex/b")
    assert found == {tree(repo, b"refs/uindex/a")}


def test_nothing_new_makes_no_commit(repo: Repo) -> None:
    name = RecordName(b"c-2", b"\1" * 20)
    first = put(opened(repo), INDEX_REF, {name: b"x"})
    assert put(opened(repo), INDEX_REF, {name: b"x"}).tip == first.tip


def test_the_loser_of_a_race_goes_on_top(repo: Repo) -> None:
    """Two writers read the same tip: both sets of records stay (case A17)."""
    ours, theirs = RecordName(b"c-2", b"\1" * 20), RecordName(b"c-2", b"\2" * 20)
    handle = opened(repo)
    with closing(open_objects(handle)) as objects:
        for both in range(2):  # without a ref, then with one
            branch = Branch.open(handle, objects)
            put(opened(repo), INDEX_REF, {RecordName(b"c-2", bytes([both + 9]) * 20): b"t"})
            done = publish.publish(branch, Batch([(ours, b"x"), (theirs, b"y")][both : both + 1]))
            assert read_ref(handle, INDEX_REF) == done.branch.tip
        assert len(done.branch.entries()) == 4
    assert list_refs(handle, b"refs/uindex/tmp") == {}


def test_what_is_no_record_is_replaced(repo: Repo) -> None:
    """However small its oid is, and although somebody else wrote it meanwhile."""
    name = RecordName(b"c-2", b"\1" * 20)
    bad, ours = sorted((b"x", b"y"), key=lambda data: blob_oid(data, 20))
    harm = blob_oid(bad, 20)
    handle = opened(repo)
    with closing(open_objects(handle)) as objects:
        stale = Branch.open(handle, objects)
        put(handle, INDEX_REF, {name: bad})
        harmed = Branch.open(handle, objects)
        for base in (stale, harmed):
            batch = Batch([(name, ours)], known=base.blobs([name]))
            done = publish.publish(base, batch)
            assert (done.branch.get(*name), done.conflicts) == (bad, [name])
            done = publish.publish(base, batch._replace(is_bad=lambda _, blob: blob == harm))
            assert (done.branch.get(*name), done.conflicts) == (ours, [])
            repo.git("update-ref", INDEX_REF.decode(), harmed.tip.hex() if harmed.tip else "")


def test_a_race_that_never_ends(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publish, "ATTEMPTS", 2)
    monkeypatch.setattr(publish, "swap", lambda *_: False)
    with pytest.raises(RaceLost, match="try again"):
        put(opened(repo), INDEX_REF, {RecordName(b"c-2", b"\1" * 20): b"x"})


def test_time_is_the_later_one(repo: Repo) -> None:
    handle = opened(repo)
    with closing(open_objects(handle)) as objects:
        branch = Branch.open(handle, objects)
        for number, when in enumerate((50, 90, 70)):
            batch = Batch(
                [(RecordName(b"c-2", bytes([number]) * 20), b"x")],
                sources=[Source(b"\1" * 20, when)],
            )
            branch = publish.publish(branch, batch).branch
    assert repo.git("log", "--format=%ct %an", INDEX_REF.decode()).split(b"\n") == [
        b"90 uindex", b"90 uindex", b"50 uindex",
    ]  # fmt: skip


def test_pending_keeps_what_is_needed(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    handle = opened(repo)
    one, two, three = (RecordName(b"c-2", bytes([n]) * 20) for n in range(3))
    with closing(open_objects(handle)) as objects:
        waiting = pending.change(
            pending.open_pending(handle, objects), add=[(one, b"x"), (two, b"y")]
        )
        assert waiting.get(*one) == b"x"
        waiting = pending.change(waiting, drop=[one])
        assert set(waiting.entries()) == {two}
        monkeypatch.setattr(pending, "KEEP", -1)
        waiting = pending.change(waiting, add=[(three, b"z")], needed=[three])
        assert set(waiting.entries()) == {three}
        waiting = pending.change(waiting, drop=[three])
        assert waiting.tip is None
    assert list_refs(handle, b"refs/uindex") == {}


def test_a_journal_survives_another_writer(repo: Repo) -> None:
    handle = opened(repo)
    names = [RecordName(b"c-2", bytes([n]) * 20) for n in range(6)]
    with closing(open_objects(handle)) as objects:
        waiting = pending.open_pending(handle, objects)

        def records() -> object:
            for name in names[:5]:
                if name == names[2]:
                    pending.change(pending.open_pending(handle, objects), add=[(names[5], b"o")])
                yield name, name.oid

        done = pending.journal(waiting, records(), size=1)  # type: ignore[arg-type]
        assert set(done.entries()) >= set(names[:5])
        assert set(pending.open_pending(handle, objects).entries()) == set(names)
    assert list_refs(handle, b"refs/uindex/tmp") == {}


def test_graphs_come_and_go(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = GraphName(b"0f", b"\1" * 20), GraphName(b"0f", b"\2" * 20)
    here = opened(repo)
    with closing(open_objects(here)) as objects:
        branch = Branch.open(here, objects)
        branch = publish.publish(branch, Batch((), graphs=[(one, b"x")])).branch
        assert branch.graphs() == [one]
        assert branch.graph(one, 10) == b"x"
        assert branch.graph(one, 0) is None
        # Somebody else is faster: what is put and dropped is put and dropped on top of theirs.
        stale = Branch.open(here, objects)
        put(here, INDEX_REF, {RecordName(b"c-2", b"\3" * 20): b"y"})
        batch = Batch((), graphs=[(two, b"z")], dropped=[one])
        branch = publish.publish(stale, batch).branch
        assert branch.graphs() == [two]
        assert branch.get(b"c-2", b"\3" * 20) == b"y"
        assert publish.publish(branch, Batch((), dropped=[one])).branch.tip == branch.tip
