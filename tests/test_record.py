"""The codec: what is encoded comes back, and no bytes whatever do harm."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.languages import update
from uindex import record
from uindex.errors import RecordError
from uindex.extract.extract import extract
from uindex.record import Link, Record, Symbol, Unit, decode, encode, imports
from uindex.record.model import SKIPS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypothesis.strategies import DrawFn

WORD = re.compile("[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]{2,39}")
SIZE = 1 << 20
REAL = [extract(lang, update.sample(lang).read_bytes()) for lang in update.languages()]

# Text as it comes from bytes: what is no UTF-8 is escaped byte by byte.
any_text = st.one_of(
    st.text(max_size=12),
    st.binary(max_size=6).map(lambda data: data.decode("utf-8", "surrogateescape")),
)
line = any_text.map(lambda text: text.replace("\n", " ").replace(record.NAME_MARK, " "))
common = st.sampled_from(record.common_words()[::97])
plain = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12)
name = st.one_of(common, line.filter(bool), st.sampled_from(["x", "café", "ABC"]))
word = st.one_of(
    common, st.builds(str.__add__, st.sampled_from("aZ_é\x85𝒳"), st.text("bY_09€", min_size=2))
)


@st.composite
def symbols(draw: DrawFn, units: int) -> list[Symbol]:
    spans = draw(st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 400)), max_size=8))
    spans.sort(key=lambda span: (span[0], -span[1]))
    size = len(spans) if units else 0
    names = [draw(name) for _ in range(size)]
    owners = [draw(line) for _ in range(size)]
    parents = [draw(st.integers(-1, index - 1)) for index in range(size)]
    qualnames = record.qualnames(names, parents, owners, "::")
    result = []
    for index, (start, length) in enumerate(spans[:size]):
        first = draw(st.integers(1, 500))
        name_start = start + draw(st.integers(0, 50))
        result.append(
            Symbol(
                names[index],
                draw(st.sampled_from(record.KINDS)),
                owners[index],
                qualnames[index],
                parents[index],
                start,
                start + length,
                name_start,
                name_start + draw(st.one_of(st.just(len(names[index])), st.integers(0, 99))),
                first + draw(st.integers(0, 5)),
                first,
                first + draw(st.integers(0, 300)),
                draw(st.one_of(line, st.just(f"def {names[index]}(self)"))),
                draw(line),
                draw(st.sampled_from(record.VISIBILITIES)),
                draw(st.integers(0, units - 1)),
            )
        )
    return result


@st.composite
def links(draw: DrawFn, symbols: int) -> list[Link]:
    own = st.builds(
        Link,
        st.sampled_from(record.LINKS),
        st.one_of(st.just(""), name),
        line,
        line,
        st.integers(1, 9000),
        st.integers(-1, symbols - 1),
    )
    return sorted(draw(st.lists(own, max_size=8)), key=lambda link: record.LINKS.index(link.kind))


@st.composite
def records(draw: DrawFn) -> Record:
    """Any record that satisfies what `encode` asks for."""
    spans = draw(st.lists(st.tuples(st.integers(1, 999), st.integers(0, 99)), max_size=6))
    own = draw(symbols(len(spans)))
    out = draw(links(len(own)))
    unit_words = [set(draw(st.lists(word, max_size=6))) for _ in spans]
    for symbol in own:
        unit_words[symbol.unit] |= {symbol.name, *WORD.findall(symbol.doc)}
    for link in out:
        if link.name and link.symbol >= 0:
            unit_words[own[link.symbol].unit].add(link.name)
    return Record(
        draw(plain),
        SIZE,
        draw(st.integers(0, SIZE)),
        marks=tuple(mark for mark in record.MARKS if draw(st.booleans())),
        doc=draw(any_text),
        separator="::",
        symbols=own,
        links=out,
        units=[
            Unit(draw(st.integers(-1, len(own) - 1)), first, first + more) for first, more in spans
        ],
        unit_words=unit_words,
    )


@given(records())
def test_what_is_encoded_comes_back(made: Record) -> None:
    data = encode(made)
    assert decode(data) == made
    assert decode(data, words=False) == made._replace(unit_words=[])
    assert imports(data) == (made.lang, [link for link in made.links if link.kind == "import"])
    assert encode(decode(data)) == data


@given(plain, st.integers(0, 1 << 40), st.sampled_from(SKIPS))
def test_a_skipped_blob_comes_back(lang: str, size: int, reason: str) -> None:
    made = Record(lang, size, 0, skip=reason)
    assert decode(encode(made)) == made


@pytest.mark.parametrize("reason", ["secret", "purged", "Binary", "binary "])
def test_a_blob_is_skipped_for_no_other_reason(reason: str) -> None:
    forged = encode(Record("python", 71, 0, skip=reason))
    for reader in (decode, record.head, imports):
        with pytest.raises(RecordError, match="no reason of an extractor"):
            reader(forged)


def test_extractors_skip_for_the_reasons_that_are_known() -> None:
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 12\n" % (b"0a" * 32)
    found = [decode(extract("python", blob)).skip for blob in (b"a\0b", pointer)]
    assert found == list(SKIPS)


@pytest.mark.parametrize("data", REAL, ids=update.languages())
def test_a_real_record_has_one_encoding(data: bytes) -> None:
    read = decode(data)
    assert encode(read) == data
    assert imports(data) == (read.lang, [link for link in read.links if link.kind == "import"])
    if not read.skip:
        assert decode(data, words=False) == read._replace(unit_words=[])


def test_a_record_that_no_one_could_read_is_not_made() -> None:
    with pytest.raises(RecordError, match="can be read"):
        encode(Record("text", 1, 1, doc="x" * record.MAX_RECORD))


# --- Bytes that are no record -----------------------------------------------------------------


def harmless(data: bytes) -> None:
    """Either a record whose numbers make sense, or RecordError; the same of all but its words."""
    for words in (False, True):
        try:
            read = decode(data, words=words)
        except RecordError:
            continue
        sensible(read, words=words)
    try:
        lang, links = imports(data)
    except RecordError:
        return
    assert type(lang) is str
    sensible_links(links, 1 << 48, 1 << 24)


def sensible_links(links: Sequence[Link], last: int, symbols: int) -> None:
    for link in links:
        assert type(link.line) is int
        assert 1 <= link.line <= last
        assert type(link.symbol) is int
        assert -1 <= link.symbol < symbols
        assert all(type(text) is str for text in link[:4])


def sensible(read: Record, *, words: bool) -> None:
    most = read.size + 1
    for symbol in read.symbols:
        numbers = symbol[5:12]
        assert all(type(number) is int and 0 <= number <= most for number in numbers)
        assert type(symbol.parent) is int
        assert -1 <= symbol.parent < len(read.symbols)
        assert 0 <= symbol.unit < len(read.units)
        assert all(type(symbol[at]) is str for at in (0, 1, 2, 3, 12, 13, 14))
    sensible_links(read.links, most, len(read.symbols))
    for unit in read.units:
        assert all(type(number) is int for number in unit)
        assert -1 <= unit.symbol < len(read.symbols)
        assert 1 <= unit.start_line <= unit.end_line <= most
    assert len(read.unit_words) == (len(read.units) if words else 0)
    assert all(type(word) is str and word for words in read.unit_words for word in words)
    assert all(type(text) is str for text in (read.lang, read.skip, read.doc, read.separator))


@given(st.binary(max_size=60))
def test_any_bytes(data: bytes) -> None:
    harmless(data)


odd_value = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(1 << 63), (1 << 64) - 1),
        st.integers(-3, 3),
        st.floats(),
        st.just(float("nan")),
        st.text(max_size=4),
        st.binary(max_size=4),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=2), inner, max_size=2)
    ),
    max_leaves=4,
)


@given(st.lists(odd_value, max_size=14))
def test_any_list(values: list[Any]) -> None:
    harmless(msgpack.packb(values))


@given(st.sampled_from(REAL), st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), max_size=4))
def test_changed_bytes_of_a_real_record(data: bytes, changes: list[tuple[float, int]]) -> None:
    changed = bytearray(data)
    for where, value in changes:
        changed[int(where * (len(data) - 1))] = value
    harmless(bytes(changed))


@given(st.sampled_from(REAL), st.floats(0, 1), st.binary(max_size=3))
def test_a_real_record_cut_or_continued(data: bytes, where: float, more: bytes) -> None:
    harmless(data[: int(where * len(data))] + more)
    with pytest.raises(RecordError):
        decode(data + b"\x01")


@given(st.sampled_from(REAL), st.data())
def test_a_changed_value_of_a_real_record(data: bytes, draws: st.DataObject) -> None:
    raw = msgpack.unpackb(data)
    place = raw
    while True:
        at = draws.draw(st.integers(0, len(place) - 1))
        if type(place[at]) is not list or not place[at] or draws.draw(st.integers(0, 4)) == 0:
            break
        place = place[at]
    place[at] = draws.draw(odd_value)
    harmless(msgpack.packb(raw))


def with_words(*, codes: list[int], fresh: int) -> bytes:
    """A text of one unit and these codes of common words."""
    words = ["", codes, [0, 0, 0], [fresh], [0], [0] * fresh]
    return bytes(
        msgpack.packb(["text", 9, 1, "", [], "", ".", [[-1], [1], [0]], words, "", [], []])
    )


def test_codes_of_common_words() -> None:
    table = record.common_words()
    assert decode(with_words(codes=[1, 2], fresh=2)).unit_words == [{table[1], table[3]}]
    wrong: list[list[Any]] = [[-1], [2, -1], [4096], [4095, 1], [1.0], ["x"], [None], [[]]]
    for codes in wrong:
        with pytest.raises(RecordError):
            decode(with_words(codes=codes, fresh=len(codes)))


# --- Bytes that would take all the time or memory -----------------------------------------------

LIMIT = record.MAX_RECORD


def array(size: int) -> bytes:
    return b"\xdd" + size.to_bytes(4, "big")


def fill(data: bytes, with_: bytes) -> bytes:
    """As large as is read at all."""
    return data + with_ * ((LIMIT - len(data)) // len(with_))


def shared_name(column: int) -> bytes:
    """A long name that many symbols share: as their qualified name (column 0) or in signatures."""
    many = 100_000
    long = "n" * (LIMIT // 4)
    ones = [1] + [0] * (many - 1)
    zeros: list[int] = []
    marks = "\n".join([record.NAME_MARK] * many) if column else ""
    columns = [ones, zeros, zeros, [0] * many, zeros, zeros, ones, zeros, zeros, [0] * many,
               marks, "", zeros, zeros, [0, 0]]  # fmt: skip
    words = [long, [], [1, 0, 0], [0], [0], [0]]
    return bytes(
        msgpack.packb(["c", 9, 1, "", [], "", ".", [[-1], [1], [0]], words, "", columns, []])
    )


def long_separator() -> bytes:
    many = 100_000
    ones = [1] + [0] * (many - 1)
    zeros: list[int] = []
    columns = [ones, zeros, [0] + [1] * (many - 1), [0] * many, zeros, zeros, ones, zeros, zeros,
               [0] * many, "", "", zeros, zeros, []]  # fmt: skip
    words = ["n", [], [1, 0, 0], [0], [0], [0]]
    units = [[-1], [1], [0]]
    separator = "s" * (LIMIT // 4)
    return bytes(msgpack.packb(["c", 9, 1, "", [], "", separator, units, words, "", columns, []]))


def many_units() -> bytes:
    many = LIMIT // 6
    units = [[-1] + [0] * (many - 1), [1] + [0] * (many - 1), [0] * many]
    words = ["", [], [0, 0, 0], [0] * many, [0] * many, []]
    return bytes(msgpack.packb(["c", 9, 1, "", [], "", ".", units, words, "", [], []]))


HOSTILE: dict[str, Callable[[], bytes]] = {
    "deep": lambda: b"\x91" * 100_000 + b"\xc0",
    "big": lambda: b"\xdd\xff\xff\xff\xff",
    "many": lambda: array(5_000_000) + b"\x90" * 5_000_000,
    "ext": lambda: b"\xc7\x04\x05abcd\xc1",
    "lists": lambda: fill(array(LIMIT - 5), b"\x90"),
    "maps": lambda: fill(array(LIMIT - 5), b"\x80"),
    "extensions": lambda: fill(array((LIMIT - 5) // 3), b"\xc7\x00\x05"),
    "announced": lambda: fill(array(LIMIT) * 500, b"\x01"),
    "marks": lambda: fill(b"\x9c\xa1c\x09\x01\xa0" + array(LIMIT - 20), b"\x00"),
    "qualified names": lambda: shared_name(0),
    "signatures": lambda: shared_name(10),
    "separator": long_separator,
    "units": many_units,
}

# One process for each, so that its peak is its own; getrusage would tell of the parent's, too.
CHILD = """
import sys, time
from uindex.errors import RecordError
from uindex.record import common_words, decode
common_words()
data = sys.stdin.buffer.read()
started = time.process_time()
try:
    decode(data)
    verdict = "read"
except RecordError:
    verdict = "refused"
seconds = time.process_time() - started
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
print(verdict, seconds, status["VmHWM"].split()[0])
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="peak memory is Linux's")
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bytes_are_refused_at_little_cost(name: str) -> None:
    child = subprocess.run(
        [sys.executable, "-c", CHILD], input=HOSTILE[name](), capture_output=True, check=True
    )
    verdict, seconds, kilobytes = child.stdout.decode().split()
    assert verdict == "refused"
    assert float(seconds) < 1
    assert int(kilobytes) < 200_000
