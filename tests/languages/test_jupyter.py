"""Notebooks: lines of the file, damage, other formats and kernels, what must not be stored."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from tests.languages import update
from uindex import record
from uindex.extract.extract import extract

CODE = "import os\n\n# Says it.\ndef late(a, b='hushed'):\n    return os.path('\\t')\n"


def cell(source: str, kind: str = "code", **more: Any) -> dict[str, Any]:
    return {"cell_type": kind, "metadata": {}, "source": source.splitlines(True), **more}


def notebook(*cells: dict[str, Any], **metadata: Any) -> dict[str, Any]:
    return {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def read(data: bytes) -> record.Record:
    return record.decode(extract("jupyter", data))


def found(data: bytes) -> set[tuple[str, str, int]]:
    return {(s.kind, s.qualname, s.line) for s in read(data).symbols if s.kind != "section"}


def test_a_whole_notebook_on_one_line() -> None:
    text = json.dumps(notebook(cell("# Title", "markdown"), cell(CODE)))
    assert found(text.encode()) == {
        ("heading", "cell 1.Title", 1),
        ("function", "cell 2.late", 1),
    }
    (late,) = [s for s in read(text.encode()).symbols if s.name == "late"]
    assert (late.doc, late.signature) == ("Says it.", "def late(a, b=…)")
    assert text[late.name_start : late.name_end] == "late"
    assert "minified" not in read(json.dumps(notebook(cell(CODE * 100))).encode()).marks


def test_the_source_as_one_string() -> None:
    book = notebook(cell(CODE))
    book["cells"][0]["source"] = CODE
    text = json.dumps(book, indent=1)
    line = text[: text.index("late")].count("\n") + 1
    assert found(text.encode()) == {("function", "cell 1.late", line)}


def test_format_3() -> None:
    cells = [
        {"cell_type": "heading", "level": 2, "metadata": {}, "source": ["A *title*"]},
        {"cell_type": "code", "collapsed": False, "input": CODE.splitlines(True),
         "language": "python", "metadata": {},
         "outputs": [{"output_type": "pyout", "text": ["def hushed(): pass"]}]},
    ]  # fmt: skip
    book = {"metadata": {"name": ""}, "nbformat": 3, "nbformat_minor": 0,
            "worksheets": [{"cells": cells, "metadata": {}}]}  # fmt: skip
    data = json.dumps(book, indent=1).encode()
    assert {name for _, name, _ in found(data)} == {"cell 1.A title", "cell 2.late"}
    assert b"hushed" not in extract("jupyter", data)


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf{}", b'{"a": "\xe9"}', "{}".encode("utf-16")])
def test_other_encodings_without_a_cell(data: bytes) -> None:
    assert read(data).symbols == []


@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_offsets_are_those_of_the_file(encoding: str, ascii_only: bool) -> None:
    source = 'x = "é✓😀"\ndef näme(): pass\n'
    text = json.dumps(notebook(cell(source)), indent=1, ensure_ascii=ascii_only)
    data = text.encode(encoding)
    (symbol,) = [s for s in read(data).symbols if s.kind == "function"]
    name = data[symbol.name_start : symbol.name_end].decode(encoding.replace("16", "16-le"))
    assert (name, symbol.name) == ("n\\u00e4me" if ascii_only else "näme", "näme")
    assert symbol.line == text[: text.index("me()")].count("\n") + 1


@pytest.mark.parametrize(
    ("kernel", "source", "kind"),
    [
        ({"language_info": {"name": "rust"}}, "fn late() {}", "function"),
        ({"kernelspec": {"name": "xcpp17"}}, "int late() { return 1; }", "function"),
        ({"kernelspec": {"language": "javascript", "name": "deno"}}, "function late() {}",
         "function"),
        ({"kernelspec": {"language": "cobol", "name": "x"}}, "def late(): 'hushed'", ""),
    ],
)  # fmt: skip
def test_the_kernel_says_the_language(kernel: dict[str, Any], source: str, kind: str) -> None:
    data = json.dumps(notebook(cell(source), **kernel)).encode()
    assert found(data) == ({(kind, f"cell 1{read(data).separator}late", 1)} if kind else set())
    assert b"hushed" not in extract("jupyter", data)


def test_magics_do_no_damage() -> None:
    source = "%matplotlib inline\nx = !ls hushed\n!pip install hushed\nlen?\ndef late():\n  pass\n"
    data = json.dumps(notebook(cell(source), cell("x = (1\n  %y)"))).encode()
    assert read(data).marks == ()
    assert found(data) >= {("function", "cell 1.late", 1)}
    assert b"hushed" not in extract("jupyter", data)


BROKEN = json.dumps(
    notebook(cell("x = 1\n"), cell("# Title\n", "markdown"), cell(CODE, outputs=[])), indent=1
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"x = 1\\n"', '<<<<<<< ours\n"x = 1\\n"\n=======\n"x = 2\\n"\n>>>>>>> theirs'),
        ('"x = 1\\n"\n   ]', '"x = 1\\n"'),
        ('"x = 1\\n"', '"x = 1'),
        ('"metadata": {},', '"metadata": {'),
        ('"cells": [', '"cells":'),
        ('"outputs": [', '<<<<<<< ours\n   "outputs": [{\n=======\n   "outputs": [\n>>>>>>> x'),
        ('"x = 1\\n"', '"x = (1\\n"'),
        ('"x = 1\\n"', '"x = \\"\\"\\"\\n"'),
    ],
)
def test_what_stands_outside_the_damage_is_found(old: str, new: str) -> None:
    text = BROKEN.replace(old, new, 1)
    assert text != BROKEN
    names = {(name, line) for _, name, line in found(text.encode())}
    lines = [text[: text.index(word)].count("\n") + 1 for word in ("# Title", "def late")]
    assert {("cell 2.Title", lines[0]), ("cell 3.late", lines[1])} <= names


def test_a_notebook_cut_short_is_partial() -> None:
    read_ = read(BROKEN[: BROKEN.index("return os")].encode())
    assert "partial" in read_.marks
    assert "cell 3.late" in {s.qualname for s in read_.symbols}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "no notebook",
        "[" * 100_000,
        '"' * 100_000,
        '{"cells":' * 20_000,
        '{"cell_type":"code","source":["' * 5000,
    ],
)
def test_what_is_no_notebook_gives_a_record(text: str) -> None:
    assert found(text.encode()) == set()


def test_outputs_cost_a_pass() -> None:
    output = {"output_type": "display_data", "data": {"image/png": "iVBOR" * 800_000,
              "application/json": [[n, {"a": n}] for n in range(50_000)]}}  # fmt: skip
    book = notebook(cell(CODE, outputs=[output] * 4))
    data = json.dumps(book, indent=1).encode()
    began = time.process_time()
    assert {name for _, name, _ in found(data)} == {"cell 1.late"}
    assert time.process_time() - began < 10


def test_secrets_stay_out() -> None:
    data = update.sample("jupyter").read_bytes()
    assert b"hushed" not in extract("jupyter", data)


@pytest.mark.parametrize(
    ("kernel", "code"),
    [("ir", "found <- function(x) {}"), ("julia-1.9", "function found(x) end"),
     ("scala", "def found(x: Int) = x"), ("bash", "found() { :; }")],
)  # fmt: skip
def test_cells_are_in_the_language_of_the_kernel(kernel: str, code: str) -> None:
    book = {
        "cells": [{"cell_type": "code", "source": [code]}],
        "metadata": {"kernelspec": {"name": kernel}},
        "nbformat": 4,
    }
    names = [symbol.name for symbol in read(json.dumps(book).encode()).symbols]
    assert names == ["cell 1", "found"]
