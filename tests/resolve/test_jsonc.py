"""JSON as tools of TypeScript write it."""

from __future__ import annotations

import pytest

from uindex.resolve import jsonc


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ('\ufeff{"a": 1}', {"a": 1}),
        ('{ // c\n "a": [1, 2,], /* ,} */ }', {"a": [1, 2]}),
        ('{"include": ["**/*.ts", "/* no */", "a // b", ",]"],}', None),
        (r'{"a": "\"// still text", "b": "\\" /* c */}', {"a": '"// still text', "b": "\\"}),
        ('{"a": "http://x/*" /* c */ , // d\n}', {"a": "http://x/*"}),
        ('{"a": "tab\there"}', {"a": "tab\there"}),
    ],
)
def test_comments_and_commas_go_and_strings_stay(text: str, value: object) -> None:
    read = jsonc.read(text)
    if value is None:
        assert read == {"include": ["**/*.ts", "/* no */", "a // b", ",]"]}
    else:
        assert read == value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{\n// c\n/* d\n */\n"a": }', "line 5: Expecting value"),
        ('{\n "a": 1 /* open', "line 2: a comment without an end"),
        ("[" * 100_000, "nested too deeply"),
        ("", "line 1: Expecting value"),
    ],
)
def test_a_fault_is_told_with_its_line(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        jsonc.read(text)
