"""What the golden file of Lua cannot say."""

from __future__ import annotations

import pytest

from tests.languages.update import HUSHED, sample
from uindex import record
from uindex.extract.extract import extract

FUNCTIONS = {"Queue.new", "Queue.add", "Queue.stats.total", "helper", "Global"}


def _lines(data: bytes) -> dict[str, int]:
    read = record.decode(extract("lua", data))
    return {s.qualname: s.line for s in read.symbols if s.qualname in FUNCTIONS}


@pytest.mark.parametrize("mark", [b"{", b"(", b"if x then", b'"', b"'", b"function ("])
def test_damage_early_hides_no_function(mark: bytes) -> None:
    data = sample("lua").read_bytes()
    broken = data.replace(b"require [[side.effect]]", b"require [[side.effect]] " + mark)
    assert "partial" in record.decode(extract("lua", broken)).marks
    assert _lines(broken) == _lines(data)
    assert HUSHED not in extract("lua", broken)


@pytest.mark.parametrize("part", [b"f(", b"a:b{", b"x={", b"[[", b"--[[\n", b'require"', b"a.b["])
def test_unclosed_constructs_are_read(part: bytes) -> None:
    record.decode(extract("lua", b"local a = " + part * 5_000))
