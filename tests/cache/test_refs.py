"""Packed references come back as they were."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from uindex.cache.refs import (
    FREE,
    LAST_LINE,
    LAST_SITE,
    SEGMENT_BITS,
    SiteRef,
    SymbolRef,
    pack_sites,
    pack_symbol,
    pack_term,
    unpack_site,
    unpack_symbol,
)


@given(
    st.integers(0, 1 << 40),
    st.integers(0, (1 << 20) - 1),
    st.integers(1, (1 << 20) - 1),
    st.integers(0, 31),
    st.integers(0, 127),
)
def test_symbol(blob: int, at: int, line: int, parts: int, kind: int) -> None:
    ref = pack_symbol(blob, at, line, parts, kind)
    assert 0 <= ref < 1 << 64
    assert unpack_symbol(blob >> SEGMENT_BITS, ref) == SymbolRef(blob, at, line, parts, kind)


def test_what_does_not_fit_is_cut_and_spoils_nothing_else() -> None:
    ref = pack_symbol(5, 7, 1 << 30, 99, 3)
    assert unpack_symbol(0, ref) == SymbolRef(5, 7, (1 << 20) - 1, 31, 3)


@given(
    st.integers(0, 1 << 40),
    st.integers(0, 7),
    st.lists(
        st.tuples(
            st.one_of(st.integers(1, 1 << 21), st.just(1 << 48)),
            st.one_of(st.integers(-1, 1 << 21), st.just(LAST_SITE)),
            st.sampled_from((0, FREE)),
        ),
        min_size=1,
    ),
)
def test_sites(blob: int, kind: int, places: list[tuple[int, int, int]]) -> None:
    lines, symbols, free = zip(*places, strict=True)
    for ref, line, symbol, bit in zip(
        pack_sites(blob, kind, lines, symbols), lines, symbols, free, strict=True
    ):
        assert 0 <= ref < 1 << 64
        assert unpack_site(blob >> SEGMENT_BITS, ref | bit) == SiteRef(
            blob, min(line, LAST_LINE), min(symbol, LAST_SITE), kind, bool(bit)
        )


@given(st.integers(0, 4095), *[st.integers(0, 1 << 20)] * 3)
def test_term(blob: int, names: int, docs: int, body: int) -> None:
    ref = pack_term(blob, names, docs, body)
    assert 0 <= ref < 1 << 32
    assert (ref >> 20, ref >> 14 & 63, ref >> 8 & 63, ref & 255) == (
        blob, min(names, 63), min(docs, 63), min(body, 255),
    )  # fmt: skip
