"""Org and AsciiDoc: what is a heading, what ends a block, what must not be stored."""

from __future__ import annotations

import time

import pytest

from uindex import record
from uindex.extract.extract import extract


def headings(lang: str, text: str) -> list[str]:
    read = record.decode(extract(lang, text.encode()))
    return [s.qualname for s in read.symbols if s.kind == "heading"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("* A\n** B\n* C\n", ["A", "A > B", "C"]),
        ("* A\r\n** B :tag:\r\n", ["A", "A > B"]),
        ("* TODO [#B] A *b* =c= [50%]\n", ["A b c"]),
        ("#+begin_src x\ncode\n* A\n#+end_src\n* B\n", ["A", "B"]),
        (" * A\n*B*\n*** \n", []),
        ("#+title: T\n* A\n", ["T", "T > A"]),
    ],
)
def test_headings_of_org(text: str, expected: list[str]) -> None:
    assert headings("org", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("= T\n\n== A\n\n=== B ===\n\n== C\n", ["T", "T > A", "T > A > B", "T > C"]),
        ("T\r\n=\r\n\r\nA bc\r\n----\r\n\r\nB bc\r\n~~~~\r\n", ["A bc", "A bc > B bc"]),
        ("a\nb\n---\n\n----\n== no\n----\n== A\n", ["A"]),
        ("====\n== A\n====\n\n....\n== no\n....\n", ["A"]),
        ("----\n== A\n", ["A"]),
        ("== `A` _b_ link:x[c]\n", ["A b c"]),
    ],
)
def test_titles_of_asciidoc(text: str, expected: list[str]) -> None:
    assert headings("asciidoc", text) == expected


@pytest.mark.parametrize("lang", ["org", "asciidoc"])
def test_secrets_stay_out(lang: str) -> None:
    text = (
        "a ghp_000000000000000000000000000000000000 b\n\n"
        "== Doc\n* Doc\n\npassword: hunter-demo\n\n=sk-test-0000000000000000000000000000=\n\n"
        "link:https://u:Passw0rd-demo@h/[x] [[https://u:Passw0rd-demo@h/][x]]\n"
    )
    data = extract(lang, text.encode())
    for secret in (b"hunter-demo", b"sk-test-0", b"Passw0rd-demo", b"ghp_0"):
        assert secret not in data


@pytest.mark.parametrize("lang", ["org", "asciidoc"])
@pytest.mark.parametrize(
    "part", ["[[", "[[a", "<<", "=a ", "`a", "* a\n", "a\n--\n", "----\n", "'''''\n", "link:a",
             "#+begin_src\n", ":a:\n", "== a\n", "[#a", "a::", "https://", "*a*/b/", "[[a][b]",
             "<<a,", "....\n---\n"]
)  # fmt: skip
def test_hard_input_stays_bounded(lang: str, part: str) -> None:
    text = (part * (200_000 // len(part))).encode()
    began = time.process_time()
    record.decode(extract(lang, text))
    record.decode(extract(lang, b"== " + text.replace(b"\n", b" ")[:100_000]))
    assert time.process_time() - began < 10
