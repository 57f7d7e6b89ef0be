"""Every language's sample in other encodings: the same names on the same lines, or a skip."""

from __future__ import annotations

import pytest

from tests.languages import update
from uindex import record
from uindex.extract.extract import extract

LANGUAGES = update.languages()


def read(lang: str, data: bytes) -> record.Record:
    return record.decode(extract(lang, data))


def told(lang: str, data: bytes) -> list[tuple[str, str, int, int, int]]:
    found = read(lang, data)
    assert not found.skip
    return [(s.kind, s.qualname, s.line, s.start_line, s.end_line) for s in found.symbols]


def sample(lang: str) -> str:
    return update.sample(lang).read_text("utf-8")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "utf-16-le"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_unicode_encodings_with_a_mark(lang: str, encoding: str) -> None:
    text = sample(lang)
    mark = "\ufeff" if encoding in ("utf-16-be", "utf-16-le") else ""
    data = (mark + text).encode(encoding)
    assert told(lang, data) == told(lang, text.encode())
    assert ("transcoded" in read(lang, data).marks) == encoding.startswith("utf-16")
    for symbol in read(lang, data).symbols:
        assert 0 <= symbol.start <= symbol.name_start <= symbol.name_end <= symbol.end <= len(data)


@pytest.mark.parametrize("encoding", ["utf-16-be", "utf-16-le"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_utf_16_without_a_mark_is_told_by_its_pattern_or_skipped(lang: str, encoding: str) -> None:
    text = sample(lang)
    data = text.encode(encoding)
    reason = read(lang, data).skip
    assert reason == "binary" or told(lang, data) == told(lang, text.encode())
    plain = text.encode("ascii", "ignore").decode()
    assert told(lang, plain.encode(encoding)) == told(lang, plain.encode())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_latin_1(lang: str) -> None:
    # A word that makes it Latin-1 for sure stands behind the end.
    data = sample(lang).encode("latin-1", "ignore") + b"\n\xe9\n"
    assert told(lang, data) == told(lang, data.decode("latin-1").encode())
    assert "transcoded" in read(lang, data).marks


@pytest.mark.parametrize("lang", LANGUAGES)
def test_carriage_returns_alone_end_lines(lang: str) -> None:
    data = update.sample(lang).read_bytes()
    assert told(lang, data.replace(b"\n", b"\r")) == told(lang, data)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_nul_near_the_start_makes_a_file_binary(lang: str) -> None:
    assert read(lang, b"a\0" + update.sample(lang).read_bytes()).skip == "binary"


@pytest.mark.parametrize("odd", [b"\f", b"\xe2\x80\xa8", b"\0", b"\xc2\x85"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_only_some_call_a_line_break_ends_no_line(lang: str, odd: bytes) -> None:
    data = update.sample(lang).read_bytes()
    data += b"\n" * max(0, 8100 - len(data)) + odd + b"\n"
    last = data.count(b"\n")
    found = read(lang, data)
    assert found.lines == last
    names = {(s.name, s.line) for s in found.symbols}
    plain = {(s.name, s.line) for s in read(lang, data.replace(odd, b"")).symbols}
    assert len(plain - names) <= len(plain) // 4


@pytest.mark.parametrize("lang", LANGUAGES)
def test_form_feeds_between_definitions_are_blank(lang: str) -> None:
    data = update.sample(lang).read_bytes()
    fed = data.replace(b"\n\n", b"\n\f\n")
    plain = {name[1:3] for name in told(lang, data)}
    assert len(plain - {name[1:3] for name in told(lang, fed)}) <= len(plain) // 10
