"""The record of each language's sample is what its golden file says."""

from __future__ import annotations

import pytest

from tests.languages import update
from uindex import record
from uindex.extract import registry
from uindex.extract.extract import extract


@pytest.mark.parametrize("lang", update.languages())
def test_record_is_as_the_golden_file_says(lang: str) -> None:
    assert update.dump(lang) == update.golden(lang).read_text("utf-8")


@pytest.mark.parametrize("lang", update.languages())
def test_path_of_the_sample_chooses_the_language(lang: str) -> None:
    assert registry.language_of(bytes(update.sample(lang).relative_to(update.FOLDER))) == lang


@pytest.mark.parametrize("lang", update.languages())
def test_no_literal_value_is_in_the_record(lang: str) -> None:
    data = update.sample(lang).read_bytes()
    assert update.HUSHED not in extract(lang, data)


@pytest.mark.parametrize("lang", update.languages())
def test_spans_hold_what_they_claim(lang: str) -> None:
    data = update.sample(lang).read_bytes()
    read = record.decode(extract(lang, data))
    for symbol in read.symbols:
        assert 0 <= symbol.start <= symbol.name_start <= symbol.name_end <= symbol.end <= len(data)
        assert symbol.start_line <= symbol.line <= symbol.end_line
        assert symbol.line == data.count(b"\n", 0, symbol.name_start) + 1


@pytest.mark.parametrize("lang", update.languages())
def test_a_carriage_return_at_each_line_end_changes_no_line_and_no_doc(lang: str) -> None:
    data = update.sample(lang).read_bytes()
    unix = record.decode(extract(lang, data))
    dos = record.decode(extract(lang, data.replace(b"\n", b"\r\n")))
    assert [s[:4] + s[9:14] for s in dos.symbols] == [s[:4] + s[9:14] for s in unix.symbols]


@pytest.mark.parametrize("lang", update.languages())
def test_every_truncation_gives_a_record(lang: str) -> None:
    data = update.sample(lang).read_bytes()
    for end in range(0, len(data), max(1, len(data) // 25)):
        record.decode(extract(lang, data[:end]))
