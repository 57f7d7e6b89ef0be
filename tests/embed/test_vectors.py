"""The bytes of vectors: they come back, and no others pass."""

from __future__ import annotations

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from uindex.embed.text import MOST_UNITS
from uindex.embed.vectors import MAX_VECTORS, Vectors, decode, dimensions_of, encode, fault
from uindex.errors import RecordError


@st.composite
def vectors(draw: st.DrawFn) -> Vectors:
    units = sorted(draw(st.sets(st.integers(0, 3000), max_size=9)))
    width = draw(st.integers(1, 9)) if units else 0
    size = width * len(units)
    return Vectors(width, units, draw(st.binary(min_size=size, max_size=size)))


@given(vectors())
def test_they_come_back(one: Vectors) -> None:
    assert decode(encode(one)) == one


@given(st.binary())
def test_bytes_that_are_none(data: bytes) -> None:
    try:
        found = decode(data)
    except RecordError:
        return
    assert encode(found) == data


ONE = [2, [1, 3], b"abcd"]


@pytest.mark.parametrize(
    "found",
    [
        [],
        [2, [1, 3]],
        [*ONE, 0],
        [2, [1, 3], b"abc"],
        [2, [1, 3], "abcd"],
        [True, [1, 3], b"ab"],
        [0, [1, 3], b""],
        [2, [], b""],
        [0, [], b"x"],
        [-1, [1], b"x"],
        [5000, [1], b"x" * 5000],
        [2, [0, 3], b"abcd"],
        [2, [1, -1], b"abcd"],
        [2, [1, 1 << 40], b"abcd"],
        [1, [1 << 18, 1 << 18], b"ab"],
        [1, [True], b"a"],
        [1, [[1]], b"a"],
        [1, [1] * (MOST_UNITS + 1), b"a" * (MOST_UNITS + 1)],
        {"a": 1},
        [1.0, [1], b"a"],
    ],
)
def test_what_is_not_as_it_should_be(found: object) -> None:
    with pytest.raises(RecordError):
        decode(msgpack.packb(found))


def test_there_is_one_form_of_each() -> None:
    assert decode(msgpack.packb(ONE)).units == [0, 3]
    with pytest.raises(RecordError, match="shortest"):
        decode(b"\x93\xcc\x02" + msgpack.packb(ONE)[2:])
    with pytest.raises(RecordError):
        decode(msgpack.packb(ONE) + b"\0")


def test_what_is_too_large_is_not_even_read() -> None:
    with pytest.raises(RecordError, match="at most"):
        decode(bytes(MAX_VECTORS + 1))


def test_the_name_of_a_model_says_how_wide_it_is() -> None:
    assert dimensions_of(b"wordllama+128-1") == 128
    assert dimensions_of(b"all_minilm_384+01234567+own-1") is None
    assert fault(b"wordllama+2-1", msgpack.packb(ONE)) == ""
    assert fault(b"wordllama+4-1", msgpack.packb(ONE)) == "vectors: 2 dimensions, the model has 4"
    assert fault(b"wordllama+4-1", encode(Vectors(0, [], b""))) == ""
