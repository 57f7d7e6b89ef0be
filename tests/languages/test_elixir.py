"""What the golden file of Elixir cannot say."""

from __future__ import annotations

import pytest

from tests.languages.update import HUSHED, sample
from uindex import record
from uindex.extract.extract import extract

NAMES = {"finish", "init", "build", "State", "Queue.Size", "Queue.WorkerTest", "ok?"}


def _lines(data: bytes) -> set[tuple[str, int]]:
    read = record.decode(extract("elixir", data))
    return {(s.name, s.line) for s in read.symbols if s.name in NAMES}


@pytest.mark.parametrize("mark", [b"{", b"(", b"fn ->", b'"', b"'", b"%{a: "])
def test_damage_early_hides_no_definition(mark: bytes) -> None:
    data = sample("elixir").read_bytes()
    broken = data.replace(b"  require Logger", b"  require Logger " + mark)
    read = record.decode(extract("elixir", broken))
    assert "partial" in read.marks
    assert _lines(broken) >= _lines(data)
    assert HUSHED not in extract("elixir", broken)


def test_code_in_docs_defines_nothing() -> None:
    text = b'defmodule A do\n  @doc """\n      def no(a), do: a\n  """\n  def yes(a), do: a\n  (\n'
    read = record.decode(extract("elixir", text))
    assert "partial" in read.marks
    assert {s.name for s in read.symbols} == {"A", "yes"}


def test_clauses_of_one_arity_that_follow_each_other_are_one_function() -> None:
    text = b"defmodule A do\n def a(x), do: x\n def a(1), do: 2\n def a(x, [y, z]), do: x\n"
    text += b" def b, do: 1\n def a(9), do: 1\nend\n"
    read = record.decode(extract("elixir", text))
    found = [(s.name, s.start_line, s.end_line) for s in read.symbols[1:]]
    assert found == [("a", 2, 3), ("a", 4, 4), ("b", 5, 5), ("a", 6, 6)]


@pytest.mark.parametrize("part", [b"def a(", b"@doc ", b"a.b(", b"|> c", b'"#{', b"~s(", b"[x: "])
def test_unclosed_constructs_are_read(part: bytes) -> None:
    record.decode(extract("elixir", b"defmodule A do\n" + part * 3_000))
