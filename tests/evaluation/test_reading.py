"""Question files: what they may hold, and where they are said to be wrong."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uindex.errors import UsageError
from uindex.evaluation.questions import Question, Target
from uindex.evaluation.reading import benchmark, lines

if TYPE_CHECKING:
    from pathlib import Path


def test_lines() -> None:
    data = (
        b'\xef\xbb\xbf{"query": "parse", "relevant": ["./a.py"]}\r\n\r\n'
        b'{"query": "how it works", "relevant": [{"path": "b.go", "start_line": 3, "end_line": 9}],'
        b' "secondary": ["c.go"], "category": "mine", "repo": "other", "more": 1}\n'
        b'{"query": "two words", "relevant": ["d"], "language": "zig", "repo": "other"}'
    )
    here, other = lines(data, "q", ("src/**",))
    assert (here.name, here.globs) == ("", ("src/**",))
    assert here.questions == (Question("parse", (Target("a.py"),), "symbol", "python"),)
    assert other.name == "other"
    assert other.questions == (
        Question("how it works", (Target("b.go", 3, 9), Target("c.go")), "mine", "go"),
        Question("two words", (Target("d"),), "semantic", "zig"),
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", "not JSON: Expecting property name enclosed in double quotes (column 2)"),
        (b"[]", "not an object"),
        (b'"text"', "not an object"),
        (b"{}", '"query" is missing'),
        (b'{"query": 3}', '"query" is not a string'),
        (b'{"query": " ", "relevant": ["a"]}', '"query" is empty'),
        (b'{"query": "a"}', '"relevant" is missing'),
        (b'{"query": "a", "relevant": "a"}', '"relevant" is not an array'),
        (b'{"query": "a", "relevant": []}', '"relevant" is empty'),
        (b'{"query": "a", "relevant": [3]}', "neither a path nor an object"),
        (b'{"query": "a", "relevant": [""]}', '"path" is empty'),
        (b'{"query": "a", "relevant": [{"start_line": 1}]}', '"path" is missing'),
        (b'{"query": "a", "relevant": [{"path": "a", "start_line": 0}]}', "no line number"),
        (b'{"query": "a", "relevant": [{"path": "a", "end_line": true}]}', "no line number"),
        (
            b'{"query": "a", "relevant": [{"path": "a", "start_line": 3, "end_line": 2}]}',
            '"end_line" 2 comes before "start_line" 3',
        ),
        (b'{"query": "a", "relevant": ["a"], "secondary": 1}', '"secondary" is not an array'),
        (b'{"query": "a", "relevant": ["a"], "repo": "../b"}', "no name of a folder"),
        (b'{"query": "a", "relevant": ["a"], "repo": 1}', '"repo" is not a string'),
        (b'{"query": "a", "relevant": ["a"], "category": []}', '"category" is not a string'),
        (b'{"query": "\\ud800", "relevant": ["a"]}', "half of a surrogate pair"),
        (b'{"query": "\xff", "relevant": ["a"]}', "not UTF-8 (byte 11)"),
        (b"[" * 100_000, "nested too deeply"),
        (b"1" * 10_000, "too many digits"),
        (b"\0", "not JSON"),
    ],
)
def test_what_is_wrong_is_named_by_its_line(line: bytes, said: str) -> None:
    with pytest.raises(UsageError) as error:
        lines(b'{"query": "a", "relevant": ["a"]}\n\n' + line + b"\n", "file.jsonl", ())
    text = str(error.value)
    assert text.startswith("file.jsonl:3: ")
    assert said in text
    assert "\n" not in text


def folder(tmp_path: Path, repos: Any, **annotations: Any) -> str:
    (tmp_path / "annotations").mkdir()
    (tmp_path / "repos.json").write_text(json.dumps(repos))
    for name, items in annotations.items():
        (tmp_path / "annotations" / f"{name}.json").write_text(json.dumps(items))
    return os.fspath(tmp_path)


def test_the_folder_of_a_benchmark(tmp_path: Path) -> None:
    one = {"name": "one", "language": "go", "root": "src", "revision": "ab" * 20, "repository": "x"}
    two = {"name": "two", "language": "zig", "root": ""}
    item = {"query": "f", "relevant": [{"path": "src/f.c", "start_line": 1, "end_line": 2}]}
    first, second = benchmark(folder(tmp_path, [one, two], one=[item], two=[]))
    assert (first.name, first.globs, first.revision) == ("one", ("src/**",), "ab" * 20)
    assert first.questions == (Question("f", (Target("src/f.c", 1, 2),), "symbol", "go"),)
    assert (second.name, second.globs, second.questions) == ("two", (), ())


@pytest.mark.parametrize(
    ("repos", "items", "said"),
    [
        ({}, [], "repos.json: not an array"),
        ([3], [], "repos.json: entry 1: not an object"),
        ([{"name": "../x", "root": "", "language": ""}], [], "entry 1"),
        ([{"name": "one", "language": "c"}], [], '"root" is missing'),
        ([{"name": "one", "root": "", "language": "c"}], {}, "one.json: not an array"),
        (
            [{"name": "one", "root": "", "language": "c"}],
            [{"query": "a", "relevant": []}, 1],
            "one.json: question 2: not an object",
        ),
    ],
)
def test_a_folder_that_is_wrong(tmp_path: Path, repos: Any, items: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        benchmark(folder(tmp_path, repos, one=items))


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["query", "relevant", "path", "start_line", "repo"]), inner
        )
    ),
    max_leaves=8,
)


@given(st.one_of(st.binary(max_size=60), _JSON.map(lambda item: json.dumps(item).encode())))
def test_any_file_is_read_or_refused(data: bytes) -> None:
    """Nothing but UsageError, in one line, whatever is in it."""
    tasks, said = [], "file:"
    try:
        tasks = lines(data, "file", ())
    except UsageError as error:
        said = str(error)
    assert said.startswith("file:")
    assert "\n" not in said
    assert all(question.targets for task in tasks for question in task.questions)
