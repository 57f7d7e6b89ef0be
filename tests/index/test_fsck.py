"""What `fsck` finds in an index, and what `--repair` leaves of it."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING

import msgpack
import pytest

from tests.index.plant import forged, path_of, plant, plant_tree, record_data, record_of
from tests.index.team import INDEX, F, opened, tree
from uindex.build import build
from uindex.cli import main
from uindex.errors import FOUND, NOTHING, USAGE
from uindex.git.objects import open_objects
from uindex.git.oid import EMPTY_BLOB
from uindex.index import fsck
from uindex.record import Record, decode, encode
from uindex.store import layout, manifest, pending
from uindex.store.layout import DroppedName, GraphName, ManifestName, RecordName

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.index.conftest import Team
    from tests.repos import Repo
    from uindex.index.fsck import Checked
    from uindex.store.layout import Name

    Say = Callable[..., tuple[int, str]]

PENDING = layout.PENDING_REF.decode()
SOMEONE = bytes(range(20))
"""An object that no clone has."""


@pytest.fixture
def say(
    team: Team, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Say:
    """Run a verb in clone `a`: its exit code and what it said."""
    monkeypatch.chdir(team.a.path)

    def run(*argv: str) -> tuple[int, str]:
        capfdbinary.readouterr()
        code = main.run(argv)
        out, err = capfdbinary.readouterr()
        return code, (out + err).decode()

    return run


def check(repo: Repo, share: float = 0.0) -> list[Checked]:
    opening = opened(repo)
    with closing(open_objects(opening)) as objects:
        return fsck.check(opening, objects, share=share)


def faults(repo: Repo, share: float = 0.0) -> dict[str, str]:
    """Path of each fault -> what it is."""
    return {
        fault.path.decode("utf-8", "replace"): fault.what
        for one in check(repo, share)
        for fault in one.faults
    }


def test_an_index_of_ours_has_no_fault(team: Team, say: Say) -> None:
    assert say("build")[0] == FOUND  # which publishes the graph
    code, told = say("fsck", "--rederive")
    assert code == FOUND
    assert told == (
        f"{INDEX}: 3 records, 1 manifest, 1 graph; 3 extracted again, all the same; no fault\n"
    )


def test_each_bad_entry_is_one_line(team: Team) -> None:
    a = team.a
    name = record_of(a, "a.py")
    honest = record_data(a, name)
    head = a.oid()
    found = msgpack.unpackb(honest)
    files: dict[Name, bytes] = {
        RecordName(name.key, name.oid): msgpack.packb([*found[:1], 15, *found[2:]]),
        RecordName(name.key, SOMEONE): b"\xc1 garbage",
        RecordName(b"text-1", SOMEONE): b"\0" * ((4 << 20) + 1),
        RecordName(b"python-1", name.oid + bytes(12)): honest,
        ManifestName(b"ab", head): manifest.encode(manifest.Manifest(SOMEONE, b"ab", {}, {})),
        ManifestName(b"ac", name.oid): manifest.encode(manifest.Manifest(SOMEONE, b"ac", {}, {})),
        GraphName(b"ad", head): b"\x90",
        DroppedName(bytes(20)): b"x",
    }
    plant(a, {layout.path_of(one): data for one, data in files.items()})
    told = faults(a)
    assert set(told) == {layout.path_of(one).decode() for one in files}
    words = ("speaks of 15 bytes, the blob has 14", "", "4194305 bytes; at most 4194304",
             "named by 32 bytes; ids have 20 here", "names tree 0001", "no commit", "graph: ",
             "a tombstone is an empty file")  # fmt: skip
    for one, word in zip(files, words, strict=True):
        assert word in told[layout.path_of(one).decode()]


def test_what_a_record_says_must_lie_inside_its_blob(team: Team) -> None:
    a = team.a
    name = record_of(a, "a.py")
    honest = decode(record_data(a, name))
    symbol = honest.symbols[0]
    for changed in (
        honest._replace(symbols=[symbol._replace(end=honest.size + 1)]),
        honest._replace(symbols=[symbol._replace(end_line=honest.lines + 1)]),
        honest._replace(lines=honest.size + 1),
    ):
        plant(a, {layout.path_of(name): encode(changed)})
        assert list(faults(a)) == [path_of(name)]


def test_a_record_hides_no_text(team: Team) -> None:
    a = team.a
    a.commit({"b.bin.py": b"\0\1"})
    build(opened(a))
    assert faults(a) == {}  # that of what is binary says so
    name = record_of(a, "a.py")
    honest = decode(record_data(a, name))
    for reason, told in (
        ("binary", "skips as binary what is none"),
        ("LFS pointer", "skips as LFS pointer what is none"),
        ("secret", "skipped for no reason of an extractor: secret"),
    ):
        plant(a, {layout.path_of(name): encode(Record(honest.lang, honest.size, 0, skip=reason))})
        assert faults(a) == {path_of(name): told}


def test_a_tombstone_stands_over_no_record(team: Team) -> None:
    name = record_of(team.a, "a.py")
    plant(team.a, {layout.dropped_path(name.oid): b""})
    assert faults(team.a) == {path_of(name): "its blob was purged; its tombstone is here"}


def test_nothing_else_is_in_the_tree(team: Team) -> None:
    a = team.a
    blob = EMPTY_BLOB["sha1"].hex()
    empty = a.git("mktree", input=b"").decode()
    group = a.git("mktree", input=f"040000 tree {empty}\tab\n".encode()).decode()
    plant_tree(
        a,
        f"100644 blob {blob}\tREADME\n120000 blob {blob}\tlink\n100644 blob {blob}\t..\n"
        f"040000 tree {group}\tdropped\n040000 tree {group}\tevil\n"
        f"160000 commit {a.oid().hex()}\tsub\n",
    )
    assert faults(a) == {
        "README": "a file that no index has",
        "link": "a file that no index has",
        "sub": "a file that no index has",
        "..": "a file that no index has",
        "evil": "a folder that no index has",
        "dropped/ab": "an empty folder",
    }


def test_names_and_modes_are_those_of_the_format(team: Team) -> None:
    a = team.a
    name = record_of(a, "a.py")
    blob = a.git("rev-parse", f"{INDEX}:{path_of(name)}").decode()
    digits = name.oid.hex()
    rows = f"100755 blob {blob}\t{digits[2:]}\n100644 blob {blob}\t{digits[2:].upper()}\n"
    fan = a.git("mktree", input=rows.encode())
    key = a.git("mktree", input=f"040000 tree {fan.decode()}\t{digits[:2]}\n".encode()).decode()
    root = a.git("ls-tree", INDEX).decode()
    top = a.git("mktree", input=f"040000 tree {key}\tpython-1\n".encode()).decode()
    lines = [line for line in root.splitlines() if not line.endswith("\trecords")]
    made = a.git("mktree", input="\n".join([*lines, f"040000 tree {top}\trecords\n"]).encode())
    a.git("update-ref", INDEX, a.git("commit-tree", "-m", "Index", made.decode()).decode())
    above = f"records/python-1/{digits[:2]}/"
    assert faults(a) == {
        above + digits[2:]: "mode 100755; files have 100644",
        above + digits[2:].upper(): "a file that no index has",
    }


def test_the_format_is_exact(team: Team, say: Say) -> None:
    assert say("build")[0] == FOUND
    before = tree(team.a)
    for data in (b"1", b"01\n", b"nonsense\n"):
        plant(team.a, {b"format": data})
        assert faults(team.a) == {"format": "does not hold 1 and a line break"}
    assert say("fsck", "--repair")[0] == FOUND
    assert tree(team.a) == before


def test_a_branch_that_holds_something_else_is_left_alone(team: Team, say: Say) -> None:
    team.a.config("uindex.ref", "refs/heads/main")
    before = team.a.oid("main")
    code, told = say("fsck", "--repair")
    assert (code, team.a.oid("main")) == (3, before)
    assert "holds no index" in told


def test_what_others_know_is_counted(team: Team) -> None:
    name = record_of(team.a, "a.py")
    files: dict[Name, bytes] = {
        RecordName(name.key, SOMEONE): record_data(team.a, name),
        ManifestName(b"ab", SOMEONE): manifest.encode(manifest.Manifest(SOMEONE, b"ab", {}, {})),
    }
    plant(team.a, {layout.path_of(one): data for one, data in files.items()})
    (one,) = check(team.a)
    assert (one.faults, one.absent, one.unknown) == ((), 1, 1)


def test_a_lie_is_found_by_extracting_again(team: Team, say: Say) -> None:
    name = record_of(team.a, "a.py")
    plant(team.a, {layout.path_of(name): forged(team.a, "a.py")})
    assert not faults(team.a)
    what = "differs from what this uindex extracts of its blob"
    assert faults(team.a, share=1.0) == {path_of(name): what}
    code, told = say("fsck", "--rederive=100", "--json")
    answer = json.loads(told)
    assert (code, answer["faults"]) == (NOTHING, 1)
    again = answer["refs"][0]["rederived"]
    assert again == {"checked": 3, "differ": {name.key.decode(): 1}, "failed": 0}


def test_a_sample_is_always_the_same(team: Team) -> None:
    counts = [check(team.a, share=0.34)[0].rederived for _ in range(2)]
    assert counts[0] == counts[1]
    assert counts[0] is not None
    assert counts[0].checked == 2


@pytest.mark.parametrize("share", ["0", "101%", "x", "-5", "1.%", "%"])
def test_a_share_that_is_none(say: Say, share: str) -> None:
    assert say("fsck", f"--rederive={share}")[0] == USAGE


def test_repair_leaves_what_a_build_makes(team: Team, say: Say) -> None:
    """Lies, garbage, strangers: afterwards all is as it was, and every question is answered."""
    a = team.a
    assert say("build")[0] == FOUND
    before = tree(a)
    name = record_of(a, "a.py")
    other = record_of(a, "sub/b.c")
    listed = a.git("ls-tree", "-r", "--name-only", INDEX).splitlines()
    own = next(one for one in listed if one.startswith(b"manifests/"))
    graph = next(one for one in listed if one.startswith(b"graphs/"))
    lie = forged(a, "a.py")
    plant(
        a,
        {
            layout.path_of(name): lie,
            layout.path_of(other): b"garbage",
            layout.record_path(b"text-1", SOMEONE): b"garbage",
            layout.record_path(b"python-1", name.oid): b"garbage",
            own: b"\x90",
            graph: b"\x90",
        },
    )
    plant_tree(a, f"100644 blob {EMPTY_BLOB['sha1'].hex()}\tzz\n")
    code, told = say("fsck", "--repair", "--rederive")
    assert code == FOUND
    assert "7 faults, repaired: 2 records made again, 4 dropped" in told
    assert not faults(a, share=1.0)
    assert tree(a) == before
    assert say("find", "f")[0] == FOUND
    assert say("find", "forged")[0] == NOTHING


def test_repair_forgets_caches_of_what_was_wrong(team: Team, say: Say) -> None:
    name = record_of(team.a, "a.py")
    plant(team.a, {layout.path_of(name): forged(team.a, "a.py")})
    assert json.loads(say("find", "forged", "--json")[1])["results"][0]["name"] == "forged"
    assert say("fsck", "--rederive", "--repair")[0] == FOUND
    assert say("find", "forged")[0] == NOTHING
    assert json.loads(say("find", "f", "--json")[1])["results"][0]["name"] == "f"


def test_what_waits_is_checked_as_well(team: Team, say: Say) -> None:
    a = team.a
    a.write({"new.py": F.replace("f()", "fresh()")}).git("add", "new.py")
    build(opened(a))
    blob = bytes.fromhex(a.git("rev-parse", ":new.py").decode())
    key = record_of(a, "a.py").key
    plant(
        a,
        {layout.record_path(key, SOMEONE): b"garbage", layout.manifest_path(b"ab", SOMEONE): b""},
        PENDING,
    )
    assert len(faults(a)) == 2
    code, told = say("fsck")
    assert code == NOTHING
    assert f"{PENDING}: records/" in told
    assert say("fsck", "--repair")[0] == FOUND
    assert not faults(a)
    opening = opened(a)
    with closing(open_objects(opening)) as objects:
        held = pending.open_pending(opening, objects).entries()
    assert list(held) == [RecordName(key, blob)]


def test_many_records_are_shared_out(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    name = record_of(team.a, "a.py")
    plant(team.a, {layout.record_path(name.key, SOMEONE): b"garbage \xff"})
    monkeypatch.setattr("uindex.index.inspection.WORTH_IT", 1)
    opening = opened(team.a)
    with closing(open_objects(opening)) as objects:
        (one,) = fsck.check(opening, objects, jobs=2)
    assert [fault.path for fault in one.faults] == [layout.record_path(name.key, SOMEONE)]


def test_nothing_is_there_yet(say: Say, team: Team) -> None:
    team.a.git("update-ref", "-d", INDEX)
    assert say("fsck") == (FOUND, "nothing is indexed here yet (git uindex build)\n")
