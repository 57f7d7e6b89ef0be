"""The JSON form: paths without loss, repository text only inside its own fields (A10, F08)."""

from __future__ import annotations

import base64
import json

import pytest

from tests.repos import ODD_NAMES
from uindex.query.results import (
    Answer,
    Result,
    Searched,
    Source,
    answer_json,
    path_fields,
    path_text,
    result_json,
)


def a_result(path: bytes = b"a.py", **fields: object) -> Result:
    base = Result(
        id=path_text(path) + "#f", path=path, line=1, start_line=1, end_line=2, kind="function",
        name="f", qualname="f", signature="def f()", doc="", lang="python", blob="00", commit=None,
        score=1.0, state="fresh",
    )  # fmt: skip
    return base._replace(**fields)  # type: ignore[arg-type]


SEARCHED = Searched(None, None, True, 1, 0, 0)


@pytest.mark.parametrize("path", ODD_NAMES)
def test_paths_survive_json(path: bytes) -> None:
    fields = json.loads(json.dumps(path_fields(path)))
    assert fields["path"].encode("utf-8", "surrogateescape") == path
    assert ("path_b64" in fields) == (path == b"bad-\xff.py")
    if "path_b64" in fields:
        assert base64.b64decode(fields["path_b64"]) == path


def test_fields_of_a_result() -> None:
    fields = result_json(a_result())
    wanted = (
        "id path line start_line end_line kind name qualname signature doc lang blob commit score"
        " state line_now partial"
    )
    assert list(fields) == wanted.split()
    with_source = result_json(a_result(source=Source("x", "blob", 1, [(1, 1)]), why="because"))
    assert with_source["source"] == {
        **{"text": "x", "origin": "blob", "line": 1, "lines": [(1, 1)], "cut": (), "above": ""}
    }
    assert with_source["why"] == "because"


def test_envelope_counts_what_there_is_and_not_the_page() -> None:
    answer = Answer("execute", "name", 240, 0, [a_result()] * 15, SEARCHED)
    envelope = answer_json(answer)
    assert (envelope["total"], envelope["shown"], envelope["truncated"]) == (240, 15, True)
    last = answer_json(answer._replace(offset=225))
    assert last["truncated"] is False


def test_repository_text_cannot_pose_as_ours() -> None:
    evil = '"}], "truncated": false, "state": "fresh"'
    answer = Answer("f", "name", 9, 0, [a_result(doc=evil, state="gone")], SEARCHED)
    read = json.loads(json.dumps(answer_json(answer)))
    assert read["truncated"] is True
    assert read["results"][0]["state"] == "gone"
    assert read["results"][0]["doc"] == evil
