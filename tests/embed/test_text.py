"""What is embedded of a record, and what is not."""

from __future__ import annotations

from uindex.embed.text import DOC, MOST_UNITS, question, texts
from uindex.extract.extract import extract
from uindex.record import decode

PYTHON = b'''
"""The module."""
LIMIT = 3

class HTTPServer2:
    """Serves requests.

    Much more is said here.
    """
    size = 1

    @property
    def url(self): return ""

    def handle_request(self, path="/etc/hush"):
        """Answer ONE request."""
        frobnicate()

def bare(): pass
'''


def of(lang: str, source: bytes) -> list[str]:
    return [text for _, text in texts(decode(extract(lang, source)))]


def test_names_are_split_and_docs_follow() -> None:
    assert of("python", PYTHON) == [
        "http server 2 serves requests.",
        "http server 2 url",
        "http server 2 handle request answer one request.",
        "bare",
    ]


def test_constants_macros_keys_and_variables_have_none() -> None:
    assert of("csharp", b"class A { int B { get; set; } }") == ["a"]
    assert of("c", b"#define A 1\n#define F(x) \\\n" + b" x \\\n" * 20 + b"\nint v;\n") == []
    assert of("json", b'{"a": {"b": 1}}') == []
    assert of("toml", b"[section]\na = 1\n" * 20) == []
    assert of("text", b"words " * 100) == []


def test_sections_of_documents() -> None:
    source = b"# Install it\n\nUse the wheel.\n\nMore.\n\n## On aWindow\n\nThe same.\n"
    assert of("markdown", source) == [
        "install it use the wheel.",
        "install it on a window the same.",
    ]


def test_a_text_is_short_however_long_its_parts_are() -> None:
    name = b"n" * 300
    (text,) = of("python", b"def %s():\n    '''%s'''\n" % (name, b"word " * 400))
    assert len(text) <= 200 + 1 + DOC


def test_of_very_many_units_the_first_have_one() -> None:
    source = b"".join(b"def f%d(): pass\n" % at for at in range(MOST_UNITS + 9))
    found = texts(decode(extract("python", source)))
    assert len(found) == MOST_UNITS
    assert found[-1][1] == f"f {MOST_UNITS - 1}"


def test_texts_can_be_sent_whatever_the_bytes_were() -> None:
    for text in of("python", b"def caf\xe9\xff(): '''\xff'''\n"):
        assert text.encode("utf-8")
    assert question("  How  do\nI\udcff PARSE ") == "how do i? parse"
