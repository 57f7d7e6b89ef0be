"""JSON: what is kept of a large or odd file."""

from __future__ import annotations

from uindex import record
from uindex.extract.config import KEYS
from uindex.extract.extract import extract
from uindex.extract.languages.json import DEPTH


def read(text: str) -> record.Record:
    return record.decode(extract("json", text.encode()))


def test_keys_are_capped_and_it_is_said() -> None:
    full = read("{" + ",".join(f'"k{i}": {i}' for i in range(KEYS)) + "}")
    assert (len(full.symbols), "capped" in full.marks) == (KEYS, False)
    more = read("{" + ",".join(f'"k{i}": {i}' for i in range(KEYS + 1)) + "}")
    assert (len(more.symbols), "capped" in more.marks) == (KEYS, True)


def test_depth_is_capped_and_it_is_said() -> None:
    deep = read('{"a":' * DEPTH + "1" + "}" * DEPTH)
    assert (len(deep.symbols), deep.marks) == (DEPTH, ())
    deeper = read('{"a":' * 10_000 + "1" + "}" * 10_000)
    assert (len(deeper.symbols), "capped" in deeper.marks) == (DEPTH, True)
    after = read('{"a":' * 100 + "1" + "}" * 99 + ', "last": [{"x": 1}]}')
    assert [s.qualname for s in after.symbols][-2:] == ["last", "last.x"]


def test_pairs_end_with_their_values() -> None:
    text = '{"a": {\n"b": [1,\n {"c": "}"}]\n}, "d": 1\n}'
    assert [(s.qualname, s.line, s.end_line) for s in read(text).symbols] == [
        ("a", 1, 4),
        ("a.b", 2, 3),
        ("a.b.c", 3, 3),
        ("d", 4, 4),
    ]


def test_a_string_that_is_not_closed_costs_one_pass() -> None:
    read('{"a": "' + '\\"' * 200_000)
    assert [s.name for s in read('{"a": "x\n "b": 1}').symbols] == ["a", "b"]
