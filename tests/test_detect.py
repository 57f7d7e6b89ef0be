"""What a file turns out to be where its path does not say."""

from __future__ import annotations

import pytest

from uindex.extract.detect import decide
from uindex.extract.registry import LANGUAGES, candidates, extractor


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("text", b"#!/usr/bin/env python3\nx = 1\n", "python"),
        ("text", b"#! /usr/bin/python3.11 -u\n", "python"),
        ("text", b"#!/usr/bin/env -S A=1 ruby -w\n", "ruby"),
        ("text", b"#!/opt/unheard-of\n", "text"),
        ("text", b"#!/bin/sh\n# -*- mode: python; coding: utf-8 -*-\n", "python"),
        ("text", b"// -*- C++ -*-\n// <vector>\n", "cpp"),
        ("text", b"/* vim: set sw=4 ft=c : */\n", "c"),
        ("text", b"x\n" * 400 + b"# vim: set filetype=ruby:\n", "ruby"),
        ("text", b"x\n" * 400 + b"# Local Variables:\n# mode: python\n# End:\n", "python"),
        ("text", b"x\n" * 9 + b"# vim: ft=ruby\n" + b"x\n" * 400, "text"),
        ("text", b"a b\n\nwith -*- in prose\n", "text"),
        ("h", b"/* -*- C++ -*- */\nint f();\n", "cpp"),
        ("h", b"# -*- python -*-\nint f();\n", "c"),
        ("h", b"#import <A/A.h>\n@interface Foo : NSObject\n@property int x;\n@end\n", "text"),
        ("h", b"int x;\n#ifdef __OBJC__\n@interface Foo\n@end\n#endif\n", "c"),
        ("h", b"/*\n@interface of the card\n*/\nint x;\n", "c"),
        ("inc", b"#include <stdio.h>\nint f(void);\n", "c"),
        ("inc", b"#define X\nnamespace a {}\n", "cpp"),
        ("inc", b"Some words to be included.\n", "text"),
        ("python", b"#!/usr/bin/ruby\n# -*- ruby -*-\n", "python"),
        ("typescript", b'<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS></TS>\n', "text"),
        ("typescript", b"<T>(a: T) => a\n", "typescript"),
        ("markdown", b";; Machine description\n\n(define_insn\n", "text"),
        ("rust", b"/* c */\n#pragma version(1)\n", "text"),
        ("rust", b"// c\n#![no_std]\n", "rust"),
    ],
)
def test_language_of_a_text(lang: str, text: bytes, expected: str) -> None:
    assert decide(lang, text) == expected


def test_a_place_counts_the_versions_of_what_its_files_may_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = {lang: extractor(lang) for lang in LANGUAGES}
    monkeypatch.setitem(LANGUAGES, "c", LANGUAGES["c"]._replace(version=9))
    extractor.cache_clear()
    raised = {lang for lang in LANGUAGES if extractor(lang) > before[lang]}
    extractor.cache_clear()
    assert raised == {lang for lang in LANGUAGES if lang == "c" or "c" in candidates(lang)}
    assert {"c", "h", "inc", "text"} <= raised
