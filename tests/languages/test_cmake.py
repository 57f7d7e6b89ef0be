"""What a golden file cannot say of CMake."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.extract import extract


@pytest.mark.parametrize(
    "broken",
    [
        "function(a)\n  set(x 1)\n\n",
        "add_library(a STATIC\n  x.c\n\n",
        'message("hushed\n\n\n',
        "endfunction()\n\n\n",
        "{{ template }} 'it\n\n\n",
        "if((A)\nset(B [[ hushed\n\n",
    ],
)
def test_what_is_never_closed_hides_nothing_after_it(broken: str) -> None:
    after = 'add_executable(b b.c)\nfunction(c)\nset(d "x")\nendfunction()\n'
    data = extract("cmake", (broken + after).encode())
    read = record.decode(data)
    assert "partial" in read.marks
    assert {("b", 4), ("c", 5)} <= {(s.name, s.line) for s in read.symbols}
    assert b"hushed" not in data


def test_many_that_are_never_closed_take_linear_time() -> None:
    read = record.decode(extract("cmake", b"if(\n" * 100_000))
    assert "partial" in read.marks
