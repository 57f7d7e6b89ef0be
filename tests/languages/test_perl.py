"""What the golden file of Perl cannot say."""

from __future__ import annotations

import pytest

from tests.languages.update import HUSHED, sample
from uindex import record
from uindex.extract.extract import extract

SUBS = {"new", "add", "max_of", "_hidden", "walk", "last_one"}


def _lines(data: bytes) -> set[tuple[str, int]]:
    read = record.decode(extract("perl", data))
    return {(s.name, s.line) for s in read.symbols if s.name in SUBS}


@pytest.mark.parametrize("mark", [b"{", b"(", b"if (", b'"', b"'", b"foo => [", b"sub {"])
def test_damage_early_hides_no_sub(mark: bytes) -> None:
    data = sample("perl").read_bytes()
    broken = data.replace(b"local $| = 1;", b"local $| = 1 " + mark)
    read = record.decode(extract("perl", broken))
    assert "partial" in read.marks
    assert _lines(broken) == _lines(data)
    assert HUSHED not in extract("perl", broken)


def test_a_package_ends_with_its_block_and_holds_others() -> None:
    text = b"package A;\n{\n package B;\n sub b { }\n}\npackage C { sub c { } }\nsub a { }\n"
    read = record.decode(extract("perl", text + b"package D;\nsub d { }\n"))
    found = {s.qualname: (s.start_line, s.end_line) for s in read.symbols}
    assert found == {
        "A": (1, 7), "B": (3, 4), "B::b": (4, 4), "C": (6, 6), "C::c": (6, 6), "A::a": (7, 7),
        "D": (8, 9), "D::d": (9, 9),
    }  # fmt: skip


def test_data_behind_the_end_is_no_code() -> None:
    text = b"package A;\n1;\n__DATA__\nhushed sub no { }\n\n=head1 NAME\n\nA - b\n"
    read = record.decode(extract("perl", text))
    assert [s.qualname for s in read.symbols] == ["A"]
    assert "partial" not in read.marks
    assert HUSHED not in extract("perl", text)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        (b"use strict;\nprint 1;\n", "perl"),
        (b"#!/bin/sh\necho 1\n", "bash"),
        (b":- module(a, []).\nfoo(X) :- bar(X).\n", "text"),
    ],
)
def test_content_tells_what_a_pl_file_is(text: bytes, lang: str) -> None:
    assert record.decode(extract("pl", text)).lang == lang


@pytest.mark.parametrize(
    "part", [b"$a->b(", b"->c", b"has x => ", b"=head1 NAME\n\n", b"qw(", b"{"]
)
def test_unclosed_constructs_are_read(part: bytes) -> None:
    record.decode(extract("perl", b"package A;\n" + part * 3_000))


def test_literals_stay_out_of_damaged_text() -> None:
    text = b"""package A;
$x = { ( q{hushed {hushed} } . 'hushed # no' . "hushed";
$y =~ s/hushed/hushed/; $z =~ tr{hushed}{hushed}; print <<"END", kept($x), $#y;
hushed
END
sub after { split /hushed/, $_[0] }  # it's no quote
__DATA__
hushed
"""
    read = record.decode(extract("perl", text))
    assert "partial" in read.marks
    assert ("after", 6) in {(s.name, s.line) for s in read.symbols}
    assert HUSHED not in extract("perl", text)


def test_a_line_of_marks_costs_no_more_than_its_length() -> None:
    record.decode(extract("perl", b"sub a {\n " + b"#" * 5_000 + b"\n foo }\n"))
