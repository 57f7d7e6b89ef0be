"""Text from a repository cannot reach the terminal as anything but text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.repos import ODD_NAMES
from uindex.cli import output


@pytest.mark.parametrize(
    ("path", "label"),
    [
        (b"src/a.py", "src/a.py"),
        (b"a b (1).py", "a b (1).py"),
        (b"x:y.py", "x:y.py"),
        ("café.py".encode(), "café.py"),
        (b"bad-\xff.py", '"bad-\\377.py"'),
        (b'tab\tq"x.py', '"tab\\tq\\"x.py"'),
        (b"new\nline.py", '"new\\nline.py"'),
        (b"back\\slash.py", '"back\\\\slash.py"'),
        (b"esc\x1b[31m.py", '"esc\\033[31m.py"'),
        ("rtl\u202e.py".encode(), '"rtl\\342\\200\\256.py"'),
    ],
)
def test_quotes_paths_as_git_does(path: bytes, label: str) -> None:
    assert output.path_label(path) == label


@pytest.mark.parametrize("path", ODD_NAMES)
def test_a_path_is_one_line(path: bytes) -> None:
    assert "\n" not in output.path_label(path)


def unquote(label: str) -> bytes:
    """The path of a label, as a reader of git's quoting would get it."""
    if not label.startswith('"'):
        return label.encode()
    return (
        label[1:-1].encode("utf-8").decode("unicode_escape").encode("latin-1")
        if label.isascii()
        else label[1:-1]
        .encode("latin-1", "backslashreplace")
        .decode("unicode_escape")
        .encode("latin-1")
    )


@given(st.binary(min_size=1).filter(lambda path: b"\0" not in path))
def test_labels_of_different_paths_differ_and_are_printable(path: bytes) -> None:
    label = output.path_label(path)
    assert output.clean(label) == label
    if label.isascii():
        assert unquote(label) == path


@given(st.text())
def test_clean_text_is_one_harmless_line(text: str) -> None:
    cleaned = output.clean(text)
    assert output.clean(cleaned) == cleaned
    assert len(cleaned.splitlines()) <= 1
    assert not any(ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0 for char in cleaned)
