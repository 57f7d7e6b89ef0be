"""A cache that is replaced while others have it open."""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING

from uindex.cache import generation

if TYPE_CHECKING:
    from pathlib import Path


def make(slot: bytes, value: int) -> None:
    made = generation.begin(slot)
    with sqlite3.connect(os.fsdecode(made), isolation_level=None) as connection:
        connection.execute("create table t(x)")
        connection.executemany("insert into t values (?)", [(value,)] * 1000)
    connection.close()
    generation.install(slot, made)


def values(slot: bytes) -> set[tuple[int]]:
    connection = sqlite3.connect(os.fsdecode(slot))
    assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
    found = set(connection.execute("select x from t"))
    connection.close()
    return found


def test_a_writer_of_the_old_file_does_not_touch_the_new(tmp_path: Path) -> None:
    slot = os.fsencode(tmp_path / "main.db")
    make(slot, 1)
    writer = sqlite3.connect(os.fsdecode(slot), isolation_level=None)
    writer.execute("pragma cache_size = 1")  # so that pages are written before the commit
    writer.execute("begin immediate")
    writer.execute("update t set x = 9")
    journals = [name for name in os.listdir(tmp_path) if name.endswith("-journal")]
    assert journals
    assert "main.db-journal" not in journals
    make(slot, 2)
    assert values(slot) == {(2,)}
    writer.execute("commit")
    assert set(writer.execute("select x from t")) == {(9,)}
    writer.close()
    assert values(slot) == {(2,)}
    assert len(os.listdir(tmp_path)) == 2  # the slot and its file


def test_remove_and_sweep(tmp_path: Path) -> None:
    slot = os.fsencode(tmp_path / "rev-1.db")
    make(slot, 1)
    left = [slot + b".1-2", slot + b".1-2-journal", slot + b".3-4" + generation.NEW]
    others = [os.fsencode(tmp_path / "something"), slot + b".unwatched"]
    for path in [*left, *others]:
        with open(path, "wb"):
            pass
        os.utime(path, (1, 1))
    os.utime(slot, (1, 1))
    generation.sweep(os.fsencode(tmp_path))
    assert not any(map(os.path.exists, left))
    assert all(map(os.path.exists, others))
    assert values(slot) == {(1,)}
    generation.remove(slot)
    assert sorted(os.listdir(tmp_path)) == ["rev-1.db.unwatched", "something"]
    generation.remove(slot)
