"""The head of a record is what the whole record says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uindex import record
from uindex.errors import RecordError
from uindex.extract.extract import extract
from uindex.record import Head, Record, decode, encode, head
from uindex.record.model import SKIPS


@pytest.mark.parametrize(
    ("lang", "data"),
    [
        ("python", b"def f(): pass\n"),
        ("python", b"def f(:\n" * 9),
        ("text", b"#!/usr/bin/env python3\nimport os\n"),
        ("text", b"\0\1\2"),
        ("python", b""),
    ],
)
def test_it_agrees_with_the_record(lang: str, data: bytes) -> None:
    made = extract(lang, data)
    read = decode(made)
    assert head(made) == Head(read.lang, read.size, read.skip, "partial" in read.marks)


PLAIN = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=record.MAX_PLAIN)


@given(PLAIN, st.integers(0, 1 << 40), st.sampled_from(("", *SKIPS)), st.booleans())
def test_any_record(lang: str, size: int, skip: str, partial: bool) -> None:
    marks = ("partial",) if partial and not skip else ()
    made = encode(Record(lang, size, 1, skip, marks))
    assert head(made) == Head(lang, size, skip, bool(marks))


@given(st.binary())
def test_other_bytes_are_no_record(data: bytes) -> None:
    try:
        head(data)
    except RecordError:
        return
