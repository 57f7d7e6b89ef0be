"""wordllama itself: from its wheel, without a network, and the same numbers everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.embed.test_build import FILES, embed, model_of, vectors
from tests.repos import Repo
from uindex.embed import local
from uindex.embed.local import WordLlama
from uindex.embed.quantised import quantised
from uindex.embed.settings import LOCAL_DIMENSIONS
from uindex.embed.vectors import decode
from uindex.errors import NotEmbedded

np = pytest.importorskip("numpy", reason="the extra `semantic` is not installed")
for package in ("tokenizers", "wordllama"):
    if find_spec(package) is None:
        pytest.skip("the extra `semantic` is not installed", allow_module_level=True)

ROOT = Path(__file__).parent.parent.parent
TEXTS = [
    "delete a file from the disk",
    "remove documents",
    "parse the header of a request",
    "caf\u00e9 \u4e2d\u6587 \U0001f600",
    "x",
]


def test_numbers_that_every_machine_has() -> None:
    rows = WordLlama(LOCAL_DIMENSIONS, check=True).embed(TEXTS)
    assert rows.shape == (len(TEXTS), LOCAL_DIMENSIONS)
    # Of the wheel that is pinned.
    assert [list(row[:9]) for row in quantised(rows[:3])] == GOLDEN


GOLDEN = [
    [-1, 0, -5, -8, -3, 8, -6, 1, -4],
    [0, 8, -8, -9, 1, 9, -1, -3, -3],
    [-7, 0, -4, -1, 1, -1, 6, 2, -3],
]


def test_a_question_has_the_same_numbers_as_a_text() -> None:
    bulk = WordLlama(LOCAL_DIMENSIONS, check=True).embed(TEXTS)
    one = WordLlama(LOCAL_DIMENSIONS, check=False)
    alone = np.concatenate([one.embed([text]) for text in TEXTS])
    assert np.abs(alone - bulk).max() < 1e-6


def test_what_means_the_same_is_near() -> None:
    rows = WordLlama(LOCAL_DIMENSIONS, check=False).embed(TEXTS)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.2


def test_no_text_and_no_token() -> None:
    model = WordLlama(LOCAL_DIMENSIONS, check=False)
    assert len(model.embed([])) == 0
    assert not model.embed(["", "a"])[0].any()


def test_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(local._FILES, next(iter(local._FILES)), "0" * 64)
    with pytest.raises(NotEmbedded, match="another version of wordllama"):
        WordLlama(LOCAL_DIMENSIONS, check=True)


def test_a_build_embeds(repo: Repo) -> None:
    repo.commit(FILES)
    done = embed(repo.config("uindex.embed", "local"))
    assert (done.blobs, done.texts, done.problem) == (3, 3, "")
    assert model_of(repo) == b"wordllama+128-1"
    assert {decode(data).dimensions for data in vectors(repo).values()} == {0, 128}


@pytest.mark.parametrize("absent", ["numpy", "tokenizers", "wordllama"])
def test_where_it_is_not_installed(
    repo: Repo, absent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if absent == "wordllama":
        monkeypatch.setattr(local, "find_spec", lambda name: None)
    else:
        monkeypatch.setitem(sys.modules, absent, None)
    repo.commit(FILES)
    done = embed(repo.config("uindex.embed", "local"))
    assert done.problem == f"embeddings need {absent}; install uindex[semantic]"
    assert done.blobs == 0


def test_nothing_is_fetched(repo: Repo) -> None:
    """Without a network at all, in a home without any file."""
    alone = ("unshare", "--map-root-user", "--net")
    if subprocess.run([*alone, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine lets nobody make a namespace without a network")
    repo.commit(FILES)
    repo.config("uindex.embed", "local")
    done = subprocess.run(
        [*alone, sys.executable, "-P", "-m", "uindex", "build"],
        cwd=repo.path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    assert b"3 texts of 3 files embedded" in done.stdout
    assert done.stderr == b""


def test_no_socket_is_opened(repo: Repo) -> None:
    program = (
        "import sys\n"
        "def watch(event, args):\n"
        "    if event.startswith('socket.'): raise SystemExit(f'{event} {args}')\n"
        "sys.addaudithook(watch)\n"
        "from uindex.embed.local import WordLlama\n"
        "for check in (True, False):\n"
        "    assert WordLlama(128, check=check).embed(['a text']).any()\n"
        "assert not {'wordllama', 'requests', 'huggingface_hub'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-P", "-c", program], env={"PYTHONPATH": str(ROOT)}, check=True)
