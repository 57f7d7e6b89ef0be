"""Vectors in the index: made once, by anyone, and carried, dropped and checked as records are."""

from __future__ import annotations

import json
import os
import re
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from tests.embed.server import DIMENSIONS, Served, document, vector
from tests.index.conftest import team as team  # the fixture
from tests.index.plant import plant
from tests.index.team import INDEX, opened
from tests.index.test_gc import blob, entries
from tests.query.asking import index
from tests.repos import init
from uindex.build import embedding
from uindex.build.embedding import Embedded
from uindex.cli.main import run
from uindex.embed.quantised import LARGEST
from uindex.embed.vectors import Vectors, decode, encode
from uindex.git.objects import open_objects
from uindex.index import share
from uindex.index.fsck import check, rebuild
from uindex.index.gc import collect
from uindex.index.purge import purge
from uindex.query.options import Scope
from uindex.query.session import Session
from uindex.store import layout
from uindex.store.branch import Branch
from uindex.store.layout import VectorName
from uindex.store.merge import entries_of, unite

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.index.conftest import Team
    from tests.repos import Repo

pytest.importorskip("numpy", reason="the extra `semantic` is not installed")

FILES = {
    "car.py": 'def start():\n    """Start the automobile."""\n\n\nclass Engine:\n    pass\n',
    "data.json": '{"a": 1}\n',
    "guide.md": "# Erase things\n\nHow to remove a file.\n",
}


def use(repo: Repo, served: Served, model: str = "small") -> Repo:
    repo.config("uindex.embed", "http").config("uindex.embedUrl", served.url)
    return repo.config("uindex.embedModel", model)


def embed(repo: Repo) -> Embedded:
    """What `git uindex build` does of it."""
    index(repo)
    with Session.open(opened(repo), Scope()) as session:
        return session.embed()


def vectors(repo: Repo) -> dict[VectorName, bytes]:
    handle = opened(repo)
    with closing(open_objects(handle)) as objects:
        found = entries_of(handle, repo.oid(INDEX))
        return {
            name: objects.read(blob) or b""
            for name, blob in found.items()
            if isinstance(name, VectorName)
        }


def path(name: VectorName) -> str:
    return layout.path_of(name).decode()


def model_of(repo: Repo) -> bytes:
    (model,) = {name.model for name in vectors(repo)}
    return model


def test_a_blob_is_embedded_once(repo: Repo, served: Served) -> None:
    repo.commit(FILES)
    assert embed(use(repo, served)) == Embedded(3, 3)
    assert sorted(served.texts) == [
        "engine",
        "erase things how to remove a file.",
        "start start the automobile.",
    ]
    found = {name.oid: decode(data) for name, data in vectors(repo).items()}
    assert {blob(repo, f"HEAD:{name}") for name in FILES} == set(found)
    assert found[blob(repo, "HEAD:data.json")] == Vectors(0, [], b"")
    car = found[blob(repo, "HEAD:car.py")]
    assert (car.dimensions, len(car.units), len(car.data)) == (DIMENSIONS, 2, 2 * DIMENSIONS)
    assert max(map(abs, memoryview(car.data).cast("b"))) == LARGEST
    assert embed(repo) == Embedded()
    assert len(served.requests) == 1
    # A branch, a rename and a revert have nothing new; a change has what it changed.
    repo.git("mv", "car.py", "bus.py")
    repo.commit({"guide.md": "# Other\n"})
    assert embed(repo) == Embedded(1, 1)
    assert served.texts[-1] == "other"
    repo.git("revert", "--no-edit", "HEAD")
    assert embed(repo) == Embedded()


def test_nothing_is_embedded_unless_the_user_says_so(repo: Repo, served: Served) -> None:
    tree = f'[uindex]\nembed = "http"\nembedUrl = "{served.url}"\nembedModel = "m"\n'
    repo.commit({**FILES, ".uindex.toml": tree, ".gitconfig": tree, ".git-uindex": tree})
    assert embed(repo) == Embedded()
    assert served.requests == []
    assert vectors(repo) == {}


def test_what_is_sent_holds_no_path_no_body_and_no_literal(repo: Repo, served: Served) -> None:
    repo.commit(
        {"hush/hushed.py": "def f(a='hush'):\n    '''Doc.'''\n    return 'hush' + hushed\n"}
    )
    repo.commit({"secrets.env": "PASSWORD=hush\n"})
    embed(use(repo, served))
    assert served.texts == ["f doc."]
    assert "hush" not in repr(served.requests)


def test_what_is_only_staged_is_not_sent(repo: Repo, served: Served) -> None:
    repo.commit({"a.py": "def a(): pass\n"})
    repo.write({"b.py": "def b(): pass\n", "c.py": "def c(): pass\n"}).git("add", "b.py")
    assert embed(use(repo, served)) == Embedded(1, 1)
    assert served.texts == ["a"]


def test_models_never_mix(repo: Repo, served: Served) -> None:
    repo.commit(FILES)
    embed(use(repo, served))
    first = vectors(repo)
    assert embed(use(repo, served, "other")).blobs == 3
    both = vectors(repo)
    assert len({name.model for name in both}) == 2
    assert first.items() <= both.items()
    repo.config("uindex.embedDimensions", "8")
    served.answer = lambda _, texts: (200, document([vector(text, 8) for text in texts]))
    assert embed(repo).blobs == 3
    assert len(vectors(repo)) == 9


def test_what_was_done_is_kept(repo: Repo, served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "TEXTS", 2)
    monkeypatch.setattr("uindex.embed.server._PAUSE", 0)
    repo.commit({f"f{at}.py": f"def f{at}(): pass\n" for at in range(9)})

    def twice(one: Served, texts: Sequence[str]) -> tuple[int, Any]:
        down = len(one.requests) > 2
        return (503, {}) if down else (200, document([vector(text) for text in texts]))

    served.answer = twice
    done = embed(use(repo, served))
    assert (done.blobs, done.texts, done.lacking) == (4, 4, 5)
    assert done.problem.endswith(": it answers 503")
    assert len(vectors(repo)) == 4
    served.answer = Served().answer
    assert embed(repo) == Embedded(5, 5)


def test_it_is_kept_a_piece_at_a_time(
    repo: Repo, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "TEXTS", 2)
    monkeypatch.setattr(embedding, "PIECE_SECONDS", 0)
    repo.commit({f"f{at}.py": f"def f{at}(): pass\n" for at in range(4)})
    use(repo, served)
    seen = []

    def killed(one: Served, texts: Sequence[str]) -> tuple[int, Any]:
        seen.append(len(vectors(repo)))
        return 200, document([vector(text) for text in texts])

    served.answer = killed
    assert embed(repo).blobs == 4
    assert seen == [0, 2]


def test_a_server_that_is_down_fails_no_build(repo: Repo, served: Served) -> None:
    repo.commit(FILES)
    use(repo, served)
    served.answer = lambda _, texts: (401, {})
    done = embed(repo)
    assert (done.blobs, done.lacking) == (0, 3)
    assert "answers 401" in done.problem
    assert vectors(repo) == {}


def test_a_team_embeds_once(team: Team, served: Served) -> None:
    a, b = use(team.a, served), use(team.join("b"), served)
    embed(a)
    asked = len(served.requests)
    pushed = share.push(opened(a), "origin")
    assert pushed.vectors == 3
    assert "embeddings of 3 records published" in pushed.said
    arrived = share.fetch(opened(b), "origin")
    assert (arrived.records, arrived.vectors, arrived.bad) == (3, 3, ())
    assert embed(b) == Embedded()
    assert vectors(b) == vectors(a)
    assert len(served.requests) == asked
    assert not share.push(opened(b), "origin").vectors


def test_only_what_the_remote_reaches_is_pushed(team: Team, served: Served) -> None:
    a = use(team.a, served)
    embed(a)
    a.branch("private")
    a.commit({"private.py": "def hidden_thing(): pass\n"})
    embed(a)
    share.push(opened(a), "origin")
    there = {name.oid for name in entries(team.origin) if isinstance(name, VectorName)}
    assert len(there) == 3
    assert blob(a, "HEAD:private.py") not in there
    assert share.push(opened(a), "origin", all=True).vectors == 1


def test_vectors_that_come_later_are_pushed_later(team: Team, served: Served) -> None:
    a, b = team.a, team.join("b")
    share.push(opened(a), "origin")
    share.fetch(opened(b), "origin")
    embed(use(a, served))
    pushed = share.push(opened(a), "origin")
    assert (pushed.records, pushed.vectors) == (0, 3)
    arrived = share.fetch(opened(b), "origin")
    assert (arrived.records, arrived.vectors) == (0, 3)
    assert arrived.new


def test_squashing_keeps_them(team: Team, served: Served) -> None:
    a = use(team.a, served)
    embed(a)
    share.push(opened(a), "origin")
    a.commit({"more.json": "{}"})
    a.git("push", "-q", "origin", "main")
    embed(a)
    share.push(opened(a), "origin")
    before = vectors(a)
    assert share.push(opened(a), "origin", squash=True).squashed
    assert vectors(team.origin) == before
    collect(opened(a))
    assert vectors(a) == before
    assert embed(a) == Embedded()


def test_they_go_with_their_record(repo: Repo, served: Served) -> None:
    repo.commit({"a.py": "def a(): pass\n"})
    repo.branch("gone")
    repo.commit({"b.py": "def b(): pass\n"})
    embed(use(repo, served))
    gone = blob(repo, "HEAD:b.py")
    repo.git("switch", "-q", "main")
    repo.git("branch", "-q", "-D", "gone")
    repo.git("reflog", "expire", "--expire=now", "--all")
    done = collect(opened(repo), grace=0)
    assert done.dropped["vectors"] == {"unreachable": 1}
    assert done.kept["vectors"] == 1
    assert gone not in {name.oid for name in vectors(repo)}


def test_a_tombstone_takes_them_from_everybody(team: Team, served: Served) -> None:
    a, b = use(team.a, served), use(team.join("b"), served)
    embed(a)
    share.push(opened(a), "origin")
    share.fetch(opened(b), "origin")
    oid = blob(a, "HEAD:a.py")
    purge(opened(a), ["a.py"])
    assert oid not in {name.oid for name in vectors(a)}
    share.push(opened(a), "origin")
    share.fetch(opened(b), "origin")
    for repo in (a, b, team.origin):
        assert oid not in {name.oid for name in vectors(repo)}
        assert len(vectors(repo)) == 2
    served.texts.clear()
    for repo in (a, b):
        assert embed(repo) == Embedded()
    assert served.texts == []
    # And one who had not heard of it, and publishes.
    assert not share.push(opened(b), "origin").vectors


def test_where_two_differ_the_smaller_stays_and_nobody_is_told(team: Team, served: Served) -> None:
    a, b = use(team.a, served), use(team.join("b"), served)
    embed(a)
    index(b)
    served.answer = lambda _, texts: (200, document([vector(t)[::-1] for t in texts]))
    embed(b)
    assert vectors(a) != vectors(b)
    share.push(opened(a), "origin")
    pushed = share.push(opened(b), "origin")
    share.fetch(opened(a), "origin")
    assert vectors(a) == vectors(b) == vectors(team.origin)
    assert pushed.records == 0
    assert share.fetch(opened(b), "origin").conflicts == ()


def test_one_that_is_none_gives_way(team: Team, served: Served) -> None:
    a, b = use(team.a, served), use(team.join("b"), served)
    embed(a)
    share.push(opened(a), "origin")
    honest = vectors(a)
    share.fetch(opened(b), "origin")
    for at in range(2):  # of several some have the smaller oid
        name = min(honest)
        plant(team.origin, {layout.path_of(name): b"lie %d" % at})
        arrived = share.fetch(opened(b), "origin")
        assert len(arrived.bad) == 1
        assert vectors(b) == honest
        share.push(opened(a), "origin")
        assert vectors(team.origin) == honest


def test_fsck_checks_their_shape(repo: Repo, served: Served) -> None:
    repo.commit({"a.py": "def a(): pass\n", "b.py": "def b(): pass\n"})
    repo.config("uindex.embedDimensions", str(DIMENSIONS))
    embed(use(repo, served))
    handle = opened(repo)
    with closing(open_objects(handle)) as objects:
        (clean,) = check(handle, objects)
    assert (clean.faults, clean.counts["vectors"]) == ((), 2)
    first, second = sorted(vectors(repo))
    plant(
        repo,
        {
            layout.path_of(first): b"\x93",
            layout.path_of(second): encode(Vectors(2, [0], b"ab")),
            layout.vector_path(second.model, second.key, b"\1" * 20): encode(Vectors(0, [], b"")),
        },
    )
    with closing(open_objects(handle)) as objects:
        (found,) = check(handle, objects)
        assert sorted(fault.what for fault in found.faults) == [
            "vectors: 2 dimensions, the model has 16",
            "vectors: not msgpack, or too long a list",
        ]
        rebuild(found)
    with Session.open(opened(repo), Scope()) as session:
        assert session.embed() == Embedded(2, 2)
    with closing(open_objects(handle)) as objects:
        assert check(handle, objects)[0].faults == ()


def test_hostile_vectors_reach_no_cache(repo: Repo, served: Served) -> None:
    repo.commit({"a.py": "def a(): pass\n", "b.py": "def b(): pass\n"})
    embed(use(repo, served))
    first, _ = sorted(vectors(repo))
    plant(repo, {layout.path_of(first): encode(Vectors(DIMENSIONS, [0], bytes(3)))})
    for state in os.listdir(os.path.join(os.fsdecode(opened(repo).state_dir), "cache")):
        os.unlink(os.path.join(os.fsdecode(opened(repo).state_dir), "cache", state))
    # What the index has is not valid, so the blob counts as one without.
    done = embed(repo)
    assert done.blobs == 0
    assert done.lacking == 0


def test_a_union_has_them_whichever_side_they_are_on(repo: Repo, served: Served) -> None:
    repo.commit(FILES)
    index(repo)
    plain = repo.oid(INDEX)
    embed(use(repo, served))
    full = repo.oid(INDEX)
    handle = opened(repo)
    with closing(open_objects(handle)) as objects:
        for ours, theirs in ((plain, full), (full, plain)):
            repo.git("update-ref", INDEX, ours.hex())
            branch = Branch.open(handle, objects)
            unite(branch, theirs, entries_of(handle, theirs))
            assert (
                repo.git("rev-parse", f"{INDEX}^{{tree}}").decode()
                == repo.git("rev-parse", f"{full.hex()}^{{tree}}").decode()
            )


def test_with_ids_of_32_bytes(tmp_path: Path, served: Served) -> None:
    repo = init(tmp_path / "r", "--object-format=sha256")
    repo.commit(FILES)
    assert embed(use(repo, served)).blobs == 3
    assert {len(name.oid) for name in vectors(repo)} == {32}
    assert embed(repo) == Embedded()


def test_by_the_command_line(
    repo: Repo, served: Served, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit(FILES)
    use(repo, served)
    monkeypatch.chdir(repo.path)
    assert run(["build"]) == 0
    out, err = capsys.readouterr()
    assert "3 texts of 3 files embedded" in out
    assert err == ""
    repo.branch("more")
    repo.commit({"more.py": "def more(): pass\n"})
    repo.git("switch", "-q", "main")
    assert run(["build", "--all"]) == 0
    assert "1 text of 1 file embedded" in capsys.readouterr().out
    served.answer = lambda _, texts: (500, {})
    monkeypatch.setattr("uindex.embed.server._PAUSE", 0)
    repo.commit({"d.py": "def d(): pass\n"})
    assert run(["build"]) == 0
    out, err = capsys.readouterr()
    assert err.count("\n") == 1
    assert "it answers 500; 1 file without" in err
    assert run(["status"]) == 0
    out = capsys.readouterr().out
    assert re.search(
        r"vectors +small\+\w+\+own-1: 3 of 4 blobs, [\d.]+ \w+ of the ref; git uindex", out
    )
    repo.git("config", "uindex.embed", "none")
    assert run(["status", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)["vectors"]
    assert said["model"] is None
    assert [one.partition("+")[0] for one in said["others"]] == ["small"]


def test_an_index_that_was_deleted_gets_them_again(repo: Repo, served: Served) -> None:
    repo.commit(FILES)
    embed(use(repo, served))
    repo.git("update-ref", "-d", INDEX)
    assert embed(repo) == Embedded(3, 3)
    assert len(vectors(repo)) == 3


def test_vectors_of_other_lengths_never_mix(repo: Repo, served: Served) -> None:
    repo.commit(FILES)
    assert not embed(use(repo, served)).problem
    before = vectors(repo)
    served.answer = lambda _, texts: (200, document([vector(text, 8) for text in texts]))
    repo.commit({"bus.py": "def stop(): pass\n"})
    found = embed(repo)
    assert (found.blobs, found.lacking) == (0, 1)
    assert "the model gives 8 dimensions now, what is in the index has 16" in found.problem
    assert vectors(repo) == before
    use(repo, served, "other")
    assert not embed(repo).problem
    assert {decode(data).dimensions for data in vectors(repo).values()} <= {0, 8, 16}
